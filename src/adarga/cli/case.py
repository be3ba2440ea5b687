"""A strike while its flags are read: rulebook, matchup and situation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adarga.errors import AdargaError
from adarga.rules.fields import FIELDS, Field
from adarga.rules.filling import fill
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Weapon

if TYPE_CHECKING:
    from adarga.cli.books import Given


_ELSEWHERE = ("weapon.damage", "situation.take")
"""Damage is put with its weapon, and offers once all else is known."""


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

    def fill(self, field: Field, value: Any) -> None:
        """Say one field of the strike. Raises `AdargaError` for a text that cannot be read."""
        matchup, self.situation = fill(self.rulebook, self.matchup, self.situation, field, value)
        self.attacker, self.target, self.weapon = matchup.attacker, matchup.target, matchup.weapon

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
    """Put into its field the value of every flag that has one; a switch that is off stays as the sheet has it."""
    for field in FIELDS:
        value = given.get(field.name)
        off = value is None or (value is False and field.kind == "switch")
        if case.base in field.books and field.goes not in _ELSEWHERE and not off:
            case.fill(field, value)
