"""Rosters: who fights, as people write it, every mistake at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adarga.errors import AdargaError, Mistakes
from adarga.rules.library import RULEBOOKS, known_id, rulebook
from adarga.rules.loading.books import house
from adarga.rules.loading.checks import combatant_mistakes, known_types, rated_types
from adarga.rules.loading.files import Source, read, told_of
from adarga.rules.loading.mistakes import shown, unknown_key, validated
from adarga.rules.names import folded, unknown
from adarga.rules.protocol import Combatant, Rulebook
from adarga.rules.sheets import expanded, unsaid

KEYS = ("rulebook", "house", "combatants")
"""What may stand at the top of a roster."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The combatants of a roster by name, in the order written, and the rulebook they are written for."""

    rulebook: Rulebook
    combatants: Mapping[str, Combatant]

    def find(self, name: str) -> Combatant:
        """A combatant by name; accents, case, spaces and hyphens are forgiven. Raises `books.unknown`."""
        for known, combatant in self.combatants.items():
            if folded(name) in (folded(known), folded(combatant.name)):
                return combatant
        raise unknown("combatant", name, self.combatants)


def roster(source: Path | str, book: Rulebook | str | None = None) -> Roster:
    """The combatants of a TOML or JSON file (or of a TOML text of more than one line).

    The file's `rulebook` (an id) or `house` (a file of a house book, relative to it) says what they are written for;
    where both stand, `rulebook` is the one under the house book. `book` as an id must be that one too, and stands in
    where the file names none; as a `Rulebook` it decides alone. Raises `AdargaError` for what cannot be read at all,
    `Mistakes` for all that is wrong in it.
    """
    found = read(source)
    with told_of(found.path):
        return _checked(found, _played(found, book))


def is_roster(source: Path | str) -> bool:
    """Whether a file is a roster, not a house book: it has combatants, and no base. Raises as `roster` does."""
    data = read(source).data
    return "combatants" in data and "base" not in data


def _checked(found: Source, played: Rulebook) -> Roster:
    mistakes = [unknown_key(key, key, KEYS) for key in found.data if key not in KEYS]
    mistakes += [
        AdargaError("books.text", path=key, value=shown(found.data[key]))
        for key in ("rulebook", "house")
        if not isinstance(found.data.get(key, ""), str)
    ]
    listed = found.data.get("combatants")
    if not isinstance(listed, Mapping) or not listed:
        raise Mistakes((*mistakes, AdargaError("books.no_combatants")))
    combatants: dict[str, Combatant] = {}
    for name, sheet in listed.items():
        _add(combatants, played, name, sheet, mistakes)
    _check(played, combatants, mistakes)
    return Roster(played, combatants)


def combatant(book: Rulebook, name: str, sheet: Mapping[str, Any]) -> Combatant:
    """One combatant from its sheet, as a roster would have it. Raises `Mistakes` for all that is wrong in it."""
    combatants: dict[str, Combatant] = {}
    mistakes: list[AdargaError] = []
    _add(combatants, book, name, sheet, mistakes)
    _check(book, combatants, mistakes)
    return combatants[name]


def _check(played: Rulebook, combatants: Mapping[str, Combatant], mistakes: list[AdargaError]) -> None:
    worn = (piece for one in combatants.values() for piece in one.armour)
    types = known_types(played.book) | rated_types(played.book, worn)
    for name, one in combatants.items():
        mistakes += combatant_mistakes(played.book, one, f"combatants.{name}", types)
    if mistakes:
        raise Mistakes(tuple(mistakes))


def _add(
    combatants: dict[str, Combatant], played: Rulebook, name: str, sheet: Any, mistakes: list[AdargaError]
) -> None:
    path = f"combatants.{name}"
    if not isinstance(sheet, Mapping):
        mistakes.append(AdargaError("books.table", path=path, value=shown(sheet)))
        return
    if not folded(name):
        mistakes.append(AdargaError("books.empty", path=path, value=name))
    mistakes += unsaid({"name": sheet.get("name")}, path)
    same = next((known for known in combatants if folded(known) == folded(name)), None)
    if same is not None:
        mistakes.append(AdargaError("books.twice", path=path, name=name, other=same))
    # A monster's own name must not stay: several of one kind fight under different names.
    data = expanded(played.book, sheet, path, mistakes) | {"name": sheet.get("name", name)}
    made, wrong = validated(Combatant, data, path)
    mistakes += wrong
    if made is not None:
        combatants[name] = made


def _played(found: Source, book: Rulebook | str | None) -> Rulebook:
    if book is not None and not isinstance(book, str):
        return book
    named, file = found.data.get("rulebook"), found.data.get("house")
    wanted = [known_id(one) for one in (book, named) if isinstance(one, str)]
    if isinstance(file, str):
        played = house(found.folder / file)
    elif wanted:
        played = rulebook(wanted[-1])
    else:
        raise AdargaError("books.no_rulebook", books=", ".join(RULEBOOKS))
    for one in wanted:
        if played.book.base != one:
            raise AdargaError("books.other_book", asked=one, written=played.book.base)
    return played
