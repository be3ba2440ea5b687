"""The absorption value of a combatant and the sum it is made of (A5, A7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from adarga.errors import AdargaError
from adarga.plan import Reason, Reduce, Thing
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.protocol import Combatant, Piece


@dataclass(frozen=True, slots=True)
class Absorbed:
    """An absorption value: a reduction for each source that gives something, and what gives nothing and why."""

    parts: tuple[Reduce, ...]
    idle: tuple[Reason, ...]

    @property
    def value(self) -> int:
        """The points taken off a roll in all."""
        return sum(part.by for part in self.parts)


def absorption_value(book: AbsorptionBook, combatant: Combatant, soak_energy: int = 0) -> Absorbed:
    """What a combatant absorbs, source by source, with `soak_energy` points spent by the stone-born.

    A number on the sheet stands instead of its sum. Raises `AdargaError` for what nobody can have: Constitution 0
    (`absorption.constitution_zero`), two armours (`absorption.two_armours`), energy spent by one who is not
    stone-born (`absorption.not_stone_born`) or more of it than counts (`absorption.soak_most`); and
    `absorption.outside_constitution` where the book does not extend its tables.

    >>> from adarga.rules.library import rulebook
    >>> book = rulebook("absorption").book
    >>> dwarf = Combatant(constitution=12, armour=(book.armours["breastplate"],), stone_born=True)
    >>> absorption_value(book, dwarf, soak_energy=1).value
    6
    """
    sources = tuple(_soak_within_limits(book, combatant, soak_energy))
    own: tuple[Reduce, ...] = ()
    idle: tuple[Reason, ...] = ()
    if combatant.absorption is not None:
        own = (_sheet(combatant.absorption, combatant.level is not None),)
        idle = (Reason("A5", "absorption.sheet_instead"),) if _has_ingredients(combatant) else ()
    elif combatant.level is not None:
        idle = (Reason("A3", "absorption.monster_none"),)
    else:
        base, idle = _base(book, combatant)
        own = (*base, *_armour(combatant.armour), *_shield_and_item(book, combatant))
        if combatant.item and combatant.shield and book.absorption.shield_and_item == "better":
            idle += (_lesser(combatant.shield, combatant.item),)
    every = own + sources
    return Absorbed(
        tuple(part for part in every if part.by), tuple(part.reason for part in every if not part.by) + idle
    )


@lru_cache(maxsize=4096)
def _less(by: int, ruling: str, key: str, **values: int) -> Reduce:
    """A reduction and its reason; kept, since the same few stand in every plan."""
    return Reduce(by, reason=Reason(ruling, key, **values, by=by))


@lru_cache(maxsize=4096)
def _piece_less(by: int, kind: str, id: str, name: str) -> Reduce:
    return Reduce(by, reason=of_piece("A5", kind, id or name, by=by))


def _has_ingredients(combatant: Combatant) -> bool:
    return bool(combatant.constitution or combatant.armour or combatant.shield or combatant.item)


def _sheet(number: int, monster: bool) -> Reduce:
    return _less(number, "A3" if monster else "A5", "absorption.sheet")


def _base(book: AbsorptionBook, combatant: Combatant) -> tuple[tuple[Reduce, ...], tuple[Reason, ...]]:
    """The base by Constitution and the stone-born's, and why there is none."""
    constitution = combatant.constitution
    stone = book.stone_born.base
    extra = (_less(stone, "A7", "absorption.stone_born"),) if combatant.stone_born else ()
    if constitution is None:
        return extra, (Reason("A5", "absorption.no_constitution"),)
    if constitution < 1:
        raise AdargaError("absorption.constitution_zero", constitution=constitution)
    least, most = book.absorption.constitution_from, book.by_constitution.rows[-1][0]
    by = book.by_constitution.row(constitution)[1]
    if least <= constitution <= most:
        return (_less(by, "A5", "absorption.constitution", constitution=constitution), *extra), ()
    if book.tables.outside == "error":
        raise AdargaError("absorption.outside_constitution", constitution=constitution, least=least, most=most)
    row = max(least, min(constitution, most))
    return (_less(by, "G3", "absorption.constitution_read_as", constitution=constitution, row=row), *extra), ()


def _armour(armour: tuple[Piece, ...]) -> Iterator[Reduce]:
    if len(armour) > 1:
        raise AdargaError("absorption.two_armours", count=len(armour))
    for piece in armour:
        yield _piece_less(piece.absorption, "armour", piece.id, piece.name.en)


def of_piece(ruling: str, kind: str, name: str, **values: int) -> Reason:
    """A reason about a piece, by its name, or by its kind alone where it has none."""
    if name:
        return Reason(ruling, f"absorption.piece_{kind}", piece=Thing(name), **values)
    return Reason(ruling, f"absorption.unnamed_{kind}", **values)


def _shield_and_item(book: AbsorptionBook, combatant: Combatant) -> Iterator[Reduce]:
    shield, item = combatant.shield, combatant.item
    both = book.absorption.shield_and_item == "sum"
    if shield is not None and (both or shield.absorption >= item):
        yield _piece_less(shield.absorption, "shield", shield.id, shield.name.en)
    if item and (both or shield is None or item > shield.absorption):
        yield _less(item, "A5", "absorption.item")


def _lesser(shield: Piece, item: int) -> Reason:
    if item > shield.absorption:
        return Reason("A5", "absorption.shield_less", shield=shield.absorption, item=item)
    return Reason("A5", "absorption.item_less", shield=shield.absorption, item=item)


def _soak_within_limits(book: AbsorptionBook, combatant: Combatant, energy: int) -> Iterator[Reduce]:
    if not energy:
        return
    if not combatant.stone_born:
        raise AdargaError("absorption.not_stone_born", energy=energy)
    if energy > book.stone_born.energy_per_attack:
        most = book.stone_born.energy_per_attack
        raise AdargaError("absorption.soak_most", energy=energy, most=most, count=most)
    by = energy * book.stone_born.per_energy
    yield _less(by, "A7", "absorption.soak", energy=energy)
