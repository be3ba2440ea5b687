"""The penetration of a weapon or a monster: the least damage of a blow that lands (A1 to A4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adarga.dice import Expression
from adarga.errors import AdargaError
from adarga.plan import Reason
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.protocol import Combatant, Weapon


@dataclass(frozen=True, slots=True)
class Source:
    """A penetration before effectiveness: its `base`, and where that comes from."""

    base: int
    reason: Reason

    def floors(self, given: int, margin: int, bought: int) -> tuple[tuple[int, Reason], ...]:
        """How the penetration comes about, as rising totals, each with what led to it; the last is the penetration.

        `given`, `margin` and `bought` are the effectiveness the attack comes with, that of its test and that paid for;
        what is 0 is left out.
        """
        floors = [(self.base, self.reason)]
        for kind, more in (("given", given), ("margin", margin), ("bought", bought)):
            if more:
                floors.append(_effective(kind, more, floors[-1][0] + more))
        return tuple(floors)


@lru_cache(maxsize=1024)
def _effective(kind: str, effectiveness: int, penetration: int) -> tuple[int, Reason]:
    key = f"absorption.effectiveness_{kind}"
    return penetration, Reason("A2", key, effectiveness=effectiveness, penetration=penetration)


@lru_cache(maxsize=1024)
def _source(ruling: str, kind: str, penetration: int, **values: int | str) -> Source:
    return Source(penetration, Reason(ruling, f"absorption.least_{kind}", penetration=penetration, **values))


def penetration_source(book: AbsorptionBook, attacker: Combatant, weapon: Weapon, damage: Expression) -> Source:
    """The penetration of an attack that is no spell: as the weapon states it, by level for a monster, else by die.

    Raises `AdargaError`: `absorption.level_zero`, or `absorption.outside_level`, `absorption.outside_die` where the
    book does not extend its tables.
    """
    if weapon.penetration is not None:
        return _source("A1", "stated", weapon.penetration)
    if attacker.level is not None:
        return _by_level(book, attacker.level)
    pools = damage.pools()
    if not pools:
        return _source("A1", "none", 0)
    sides = pools[0][1] if book.penetration.of_many_dice == "first" else max(sides for _, sides in pools)
    return _by_die(book, sides)


def _by_level(book: AbsorptionBook, level: int) -> Source:
    if level < 1:
        raise AdargaError("absorption.level_zero", level=level)
    last, value = book.by_level.row(level)
    if level <= last:
        return _source("A3", "level", value, level=level)
    if book.tables.outside == "error":
        raise AdargaError("absorption.outside_level", level=level, most=last)
    return _source("G3", "level_beyond", book.by_level.beyond(level), level=level, most=last)


def _by_die(book: AbsorptionBook, sides: int) -> Source:
    row, value = book.by_die.row(sides)
    if row == sides:
        return _source("A1", "die", value, die=f"d{sides}")
    if book.tables.outside == "error":
        raise AdargaError("absorption.outside_die", die=f"d{sides}", dice=", ".join(book.penetration.by_die))
    return _source("G3", "die_read_as", value, die=f"d{sides}", row=f"d{row}")
