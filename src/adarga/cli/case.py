"""A strike while its flags are read: rulebook, matchup and situation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adarga.errors import AdargaError
from adarga.rules.fields import FIELDS
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Weapon

if TYPE_CHECKING:
    from adarga.cli.books import Given


_PLAIN = ("number", "switch")
_SIDES = ("attacker", "target", "weapon", "situation")


@dataclass(slots=True)
class Case:
    """A strike while its flags are being read: sheets first, then what the flags put in their place."""

    base: str
    rulebook: Rulebook
    attacker: Combatant
    target: Combatant
    weapon: Weapon
    situation: Situation

    @property
    def matchup(self) -> Matchup:
        """Who strikes whom, with what."""
        return Matchup(self.attacker, self.target, self.weapon)

    def set(self, side: str, field: str, value: Any) -> None:
        """Put a value into a field of one side."""
        setattr(self, side, replace(getattr(self, side), **{field: value}))


def book_of(base: str, house: str | None) -> Rulebook:
    """The rulebook to play by: the one that ships, or a house book on the same base.

    Raises `AdargaError` (`cli.house_base`) where the house book has another base.
    """
    if house is None:
        return rulebook(base)
    from pathlib import Path

    from adarga.rules.loading import house as load

    found = load(Path(house))
    if base_of(found) != base:
        raise AdargaError("cli.house_base", house=house, base=base_of(found), book=base)
    return found


def base_of(book: Rulebook) -> str:
    """The rulebook that a book is a version of."""
    return book.book.base


def put_flags(case: Case, given: Given) -> None:
    """Put into its field the value of every flag that just fills one."""
    for field in FIELDS:
        side, _, attribute = field.goes.partition(".")
        value = given.get(field.name)
        plain = case.base in field.books and field.kind in _PLAIN and side in _SIDES
        if plain and value is not None and value is not False:
            case.set(side, attribute, value)
