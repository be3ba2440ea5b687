"""Reasons as sentences: ids of things become the names a book or a sheet gives them."""

from __future__ import annotations

from collections.abc import Mapping

from adarga.plan import Reason, Thing
from adarga.rules.protocol import Matchup, Rulebook
from adarga.rules.values import Names
from adarga.telling.data import Json
from adarga.words import Words


def sheet_names(matchup: Matchup) -> dict[str, Names]:
    """What the sheets call their own things, by id."""
    found: dict[str, Names] = {matchup.weapon.id: matchup.weapon.name}
    for side in (matchup.attacker, matchup.target):
        for piece in (*side.armour, *([side.shield] if side.shield else [])):
            found[piece.id] = piece.name
    return {id: names for id, names in found.items() if id and names.en}


class Sayer:
    """Says reasons of one strike in the reader's language."""

    def __init__(self, words: Words, rulebook: Rulebook, own: Mapping[str, Names]) -> None:
        self.words = words
        self.rulebook = rulebook
        self.own = own

    def name(self, thing: str) -> str:
        """The name of a thing: the sheet's, the book's, else its id."""
        names = self.own.get(thing) or self.rulebook.names(thing)
        return thing if names is None else names.say(self.words.lang)

    def reason(self, reason: Reason) -> str:
        """The sentence of a reason."""
        values = {name: self.name(value) if isinstance(value, Thing) else value for name, value in reason.values}
        return self.words.say(reason.key, **values)


def reason_data(reason: Reason) -> Json:
    """A reason as data: its ruling, its key and its values."""
    values = {name: str(value) if isinstance(value, Thing) else value for name, value in reason.values}
    return {"ruling": reason.ruling, "key": reason.key, "values": values}


def ruling(reason: Reason) -> str:
    """A ruling as traces show it: `[A5]`, or nothing."""
    return f"[{reason.ruling}]" if reason.ruling else ""
