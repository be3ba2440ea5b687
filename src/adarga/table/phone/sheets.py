"""A player's own fighters as sheets: what is left of them, what they wear and hold, what they absorb and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adarga.errors import AdargaError
from adarga.fight.striking import as_it_stands
from adarga.fight.view import SeenSeat, SeenState
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.absorption.value import absorption_value
from adarga.rules.protocol import Combatant, Fighter, Piece, Rulebook
from adarga.table.phone.choosing import arm_of
from adarga.telling.fight_words import condition_text
from adarga.telling.said import Sayer

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma", "defence", "dodge", "block")


@dataclass(frozen=True, slots=True)
class Absorbs:
    """An absorption value and what it is made of."""

    parts: tuple[tuple[str, int], ...]
    value: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One's own fighter. `worn` pieces by id and name; `to_wear` those of the book, and whether each is a shield."""

    id: str
    word: str
    points: int | None
    full: int | None
    energy: int | None
    tags: tuple[str, ...]
    worn: tuple[tuple[str, str], ...]
    lost: tuple[str, ...]
    absorbs: Absorbs | None
    weapons: tuple[tuple[str, str], ...]
    abilities: tuple[tuple[str, int], ...]
    used: bool
    to_wear: tuple[tuple[bool, tuple[tuple[str, str], ...]], ...]


def sheets(sayer: Sayer, book: Rulebook, seen: SeenState) -> Iterator[Sheet]:
    """The sheets of one's own fighters."""
    for seat in seen.seats:
        if seat.fighter is not None:
            yield _sheet(sayer, book, seat, seat.fighter)


def _sheet(sayer: Sayer, book: Rulebook, seat: SeenSeat, fighter: Fighter) -> Sheet:
    words, sheet = sayer.words, as_it_stands(fighter)
    pieces = (*sheet.armour, *((sheet.shield,) if sheet.shield else ()))
    ids = [piece.id or ("shield" if piece is sheet.shield else "") for piece in pieces]
    abilities = [(words.say(f"fight_cli.field.{name}"), getattr(sheet, name)) for name in ABILITIES]
    return Sheet(
        id=seat.id,
        word=words.say(f"fight.health.{seat.health}") if seat.health else "",
        points=seat.points,
        full=seat.full,
        energy=fighter.energy,
        tags=tuple(condition_text(words, one) for one in seat.conditions),
        worn=tuple((id, sayer.name(id)) for id in ids if id),
        lost=tuple(sayer.name(id) for id in fighter.lost),
        absorbs=absorbs(sayer, book, sheet),
        weapons=tuple((arm.name, arm.about) for arm in (arm_of(words, one) for one in sheet.weapons)),
        abilities=tuple((name, value) for name, value in abilities if value is not None),
        used=any(one.usage_die for one in (*pieces, *sheet.weapons)),
        to_wear=tuple(_to_wear(sayer, book)),
    )


def _to_wear(sayer: Sayer, book: Rulebook) -> Iterator[tuple[bool, tuple[tuple[str, str], ...]]]:
    """The pieces of the book that can be put on: armour, then shields."""
    for table, shield in (("armours", False), ("shields", True)):
        known: Mapping[str, Piece] = getattr(book.book, table, {})
        named = tuple((id, sayer.name(id)) for id, piece in known.items() if piece.worn)
        if named:
            yield shield, named


def absorbs(sayer: Sayer, book: Rulebook, sheet: Combatant) -> Absorbs | None:
    """What a fighter absorbs, source by source; None in a book without absorption, or where there is no such sum."""
    if not isinstance(book.book, AbsorptionBook):
        return None
    try:
        found = absorption_value(book.book, sheet)
    except AdargaError:
        return None
    return Absorbs(tuple((sayer.reason(part.reason), part.by) for part in found.parts), found.value)
