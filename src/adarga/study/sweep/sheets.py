"""The parts of a sweep's strike as plain data: its book, its two sheets, the weapon put first among the attacker's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from adarga.errors import AdargaError, Key, Mistakes
from adarga.rules.building import Data, sheet_data, thing_data
from adarga.rules.library import RULEBOOKS, known_id
from adarga.rules.loading.books import house_text
from adarga.rules.loading.files import Source, json_data, read
from adarga.rules.loading.mistakes import shown
from adarga.rules.loading.rosters import combatant, roster
from adarga.rules.names import advice, called, folded
from adarga.rules.protocol import Combatant
from adarga.study.sweep.case import rules_of

Found = list[AdargaError]


class Parts(Protocol):
    """What a sweep's file says of the strike."""

    @property
    def book(self) -> str | None:
        """A rulebook's id or a house book's file."""
        ...

    @property
    def roster(self) -> str | None:
        """A roster's file."""
        ...

    @property
    def attacker(self) -> Any:
        """A combatant's name, or a sheet."""
        ...

    @property
    def target(self) -> Any:
        """A combatant's name, or a sheet."""
        ...

    @property
    def weapon(self) -> Any:
        """A weapon's name, or a table."""
        ...


def parts_of(file: Parts, found: Source, mistakes: Found) -> Data:
    """The data of `book`, `attacker` and `target`; mistakes are gathered, those of other files raised."""
    book, combatants = _book(file, found.folder)
    attacker = _sheet(file.attacker, combatants, "attacker", mistakes)
    target = _sheet(file.target, combatants, "target", mistakes)
    if not mistakes:
        attacker = _armed(attacker, file.weapon, book, mistakes)
    return {"book": book, "attacker": attacker, "target": target}


def _book(file: Parts, folder: Path) -> tuple[Data, Mapping[str, Any]]:
    """The data of the book, and the sheets of the roster as they are written."""
    book = None if file.book is None else _book_data(file.book, folder)
    if file.roster is None:
        if book is None:
            raise AdargaError("sweep.no_book", books=", ".join(RULEBOOKS))
        return book, {}
    path = folder / file.roster
    loaded = roster(path, None if book is None else rules_of(book))
    data = read(path).data
    if book is None:
        written = data.get("house")
        book = {"base": loaded.rulebook.id} if written is None else _book_data(str(written), path.parent)
    return book, data["combatants"]


def _book_data(text: str, folder: Path) -> Data:
    path = folder / text
    return json_data(house_text(path)) if path.suffix or path.exists() else {"base": known_id(text)}


def _sheet(given: Any, combatants: Mapping[str, Any], path: str, mistakes: Found) -> Data:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return sheet_data(given)
    if not isinstance(given, str):
        mistakes.append(AdargaError("books.table", path=path, value=shown(given)))
        return {}
    for name, sheet in combatants.items():
        if folded(given) in (folded(name), folded(str(sheet.get("name", "")))):
            return {"name": name} | sheet_data(sheet)
    tail, told = advice(given, combatants)
    key = f"books.sheet.unknown{tail}" if combatants else "sweep.needs_roster"
    mistakes.append(AdargaError(key, path=path, kind=Key("kind.combatant"), name=given, nearest=told))
    return {}


def _armed(attacker: Data, weapon: Any, book: Data, mistakes: Found) -> Data:
    """The attacker with the weapon it strikes with in front of its others."""
    try:
        own = combatant(rules_of(book), "attacker", attacker)
    except Mistakes:
        # Told when the whole strike is loaded, whatever stands first.
        own = Combatant()
    raw = list(attacker.get("weapons", ())) if len(own.weapons) == len(attacker.get("weapons", ())) else []
    raw = raw or [asdict(one) for one in own.weapons]
    if weapon is None:
        if len(own.weapons) != 1:
            key = "sweep.which_weapon" if own.weapons else "sweep.no_weapon"
            mistakes.append(AdargaError(key, path="weapon", weapons=", ".join(one.name.en for one in own.weapons)))
        return attacker
    if isinstance(weapon, str):
        for at, one in enumerate(own.weapons):
            if folded(weapon) in map(folded, called(one)):
                return attacker | {"weapons": [raw[at], *raw[:at], *raw[at + 1 :]]}
    return attacker | {"weapons": [thing_data(weapon), *raw]}
