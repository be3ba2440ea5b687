"""The penetration of a weapon or a monster: the least damage of a blow that lands (A1 to A4)."""

from __future__ import annotations

from dataclasses import dataclass

from adarga.dice import Expression
from adarga.errors import AdargaError
from adarga.plan import Reason
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.protocol import Combatant, Weapon


@dataclass(frozen=True, slots=True)
class Source:
    """Where a penetration comes from before effectiveness: its base, its ruling, what it is read from.

    `kind` is `die`, `level`, `stated` or `none`; `read` is the die or level as text; `notes` say where a table was
    extended.
    """

    kind: str
    ruling: str
    base: int
    read: str = ""
    notes: tuple[Reason, ...] = ()

    def reason(self, effectiveness: int, bought: int) -> Reason:
        """How the penetration came: its source, the effectiveness of the attack and the effectiveness bought."""
        total = self.base + effectiveness + bought
        if total == self.base:
            return Reason(self.ruling, f"absorption.least_{self.kind}", penetration=total, read=self.read)
        came = {"penetration": total, "base": self.base, "effectiveness": effectiveness}
        if bought:
            return Reason("A2", f"absorption.bought_{self.kind}", **came, bought=bought, read=self.read)
        return Reason("A2", f"absorption.more_{self.kind}", **came, read=self.read)


def penetration_source(book: AbsorptionBook, attacker: Combatant, weapon: Weapon, damage: Expression) -> Source:
    """The penetration of an attack that is no spell: as the weapon states it, by level for a monster, else by die.

    Raises `AdargaError`: `absorption.level_zero`, or `absorption.outside_level`, `absorption.outside_die` where the
    book does not extend its tables.
    """
    if weapon.penetration is not None:
        return Source("stated", "A1", weapon.penetration)
    if attacker.level is not None:
        return _by_level(book, attacker.level)
    pools = damage.pools()
    if not pools:
        return Source("none", "A1", 0)
    sides = pools[0][1] if book.penetration.of_many_dice == "first" else max(sides for _, sides in pools)
    return _by_die(book, sides)


def _by_level(book: AbsorptionBook, level: int) -> Source:
    if level < 1:
        raise AdargaError("absorption.level_zero", level=level)
    last, value = book.by_level.row(level)
    if level <= last:
        return Source("level", "A3", value, str(level))
    if book.tables.outside == "error":
        raise AdargaError("absorption.outside_level", level=level, most=last)
    note = Reason("G3", "absorption.extended_level", level=level, most=last)
    return Source("level", "A3", book.by_level.beyond(level), str(level), (note,))


def _by_die(book: AbsorptionBook, sides: int) -> Source:
    row, value = book.by_die.row(sides)
    if row == sides:
        return Source("die", "A1", value, f"d{sides}")
    if book.tables.outside == "error":
        raise AdargaError("absorption.outside_die", die=f"d{sides}", dice=", ".join(book.penetration.by_die))
    note = Reason("G3", "absorption.extended_die", die=f"d{sides}", row=f"d{row}")
    return Source("die", "A1", value, f"d{sides}", (note,))
