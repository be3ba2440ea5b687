"""Sheets as people write them: names of a book's things, and tables that change them, as the data of a `Combatant`.

A path is where something stands in its file, as its writer knows it; mistakes are gathered, not raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from adarga.errors import AdargaError, Key
from adarga.rules.building import Data, sheet_data
from adarga.rules.names import advice, called, folded, search

Mistaken = list[AdargaError]
# Stands for what could not be found, so that the rest of the sheet is still looked at.
_STAND_IN: dict[str, Data] = {"weapon": {"damage": "0"}, "armour": {}, "shield": {}}


def expanded(book: Any, sheet: Mapping[str, Any], path: str, mistakes: Mistaken) -> Data:
    """The data of a `Combatant` from a sheet: named things of the book, a monster as `base`, filled in."""
    made = sheet_data(sheet)
    base = made.pop("base", None)
    if base is not None:
        monsters = book.monsters
        monster = search(monsters, base) if isinstance(base, str) else None
        if monster is None:
            mistakes.append(_unknown(monsters, "monster", base, f"{path}.base"))
        else:
            made = asdict(monster.sheet) | made
    for field, table, kind in (("weapons", book.weapons, "weapon"), ("armour", book.armours, "armour")):
        if field in made:
            made[field] = [
                thing(book, table, kind, entry, f"{path}.{field}.{number}", mistakes)
                for number, entry in enumerate(made[field], 1)
            ]
    if made.get("shield") is not None:
        shields = getattr(book, "shields", {})
        made["shield"] = thing(book, shields, "shield", made["shield"], f"{path}.shield", mistakes)
    for field in ("resistant", "vulnerable"):
        if field in made:
            made[field] = types_data(book, made[field])
    return made


def thing(book: Any, table: Mapping[str, Any], kind: str, entry: Any, path: str, mistakes: Mistaken) -> Any:
    """The data of a weapon or piece: a name, a table that changes one (`base`, or its `name`), or one of its own."""
    if not isinstance(entry, str | Mapping):
        return entry
    made: Data = {"base": entry} if isinstance(entry, str) else dict(entry)
    base = made.pop("base", None)
    if base is None:
        known = _by_own_name(table, made.get("name"))
    else:
        known = search(table, base) if isinstance(base, str) else None
        if known is None:
            mistakes.append(_unknown(table, kind, base, path))
            made = _STAND_IN[kind] | made
    mistakes += unsaid(made.get("name"), f"{path}.name")
    return _typed(book, _named(known, made, base is not None, path, mistakes))


def _by_own_name(table: Mapping[str, Any], name: Any) -> Any:
    texts = [text for text in name.values() if isinstance(text, str)] if isinstance(name, Mapping) else []
    return next((found for text in texts if (found := search(table, text)) is not None), None)


def _named(known: Any, made: Data, based: bool, path: str, mistakes: Mistaken) -> Data:
    if known is not None:
        whole: Data = asdict(known)
        return whole | ({"id": id_of(made["name"])} if based and "name" in made else {}) | made
    if not based and "name" not in made and not made.get("id"):
        mistakes.append(AdargaError("books.missing", path=f"{path}.name"))
    return ({"id": id_of(made["name"])} if "name" in made else {}) | made


def id_of(name: Any) -> str:
    """The id of a thing that a sheet names itself: its first name, without what is forgiven, words joined by hyphens.

    >>> id_of({"en": "Big Axe", "es": "hachón"})
    'big-axe'
    """
    first = next(iter(name.values()), "") if isinstance(name, Mapping) else ""
    return "-".join(folded(word) for word in str(first).replace("-", " ").split())


def _typed(book: Any, made: Data) -> Data:
    """Damage types by the ids the book gives them, where it has types at all."""
    if not hasattr(book, "type_id"):
        return made
    if isinstance(made.get("type"), list | tuple):
        made["type"] = types_data(book, made["type"])
    if isinstance(made.get("ar"), list | tuple):
        made["ar"] = [
            {**rating, "type": book.type_id(rating["type"])}
            if isinstance(rating, Mapping) and isinstance(rating.get("type"), str)
            else rating
            for rating in made["ar"]
        ]
    return made


def types_data(book: Any, given: Any) -> Any:
    """Damage types as a sheet gives them (`true`: all; one, or a list) as a list of ids; anything else as it is."""
    if isinstance(given, bool):
        return ["all"] if given else []
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, list | tuple) or not hasattr(book, "type_id"):
        return given
    return [book.type_id(one) if isinstance(one, str) and one != "all" else one for one in given]


def _unknown(table: Mapping[str, Any], kind: str, name: Any, path: str) -> AdargaError:
    tail, told = advice(str(name), (text for known in table.values() for text in called(known)), table)
    key = f"books.sheet.unknown{tail}" if table else "books.sheet.unknown.empty"
    return AdargaError(key, path=path, kind=Key(f"kind.{kind}"), name=str(name), nearest=told)


def unsaid(name: Any, path: str) -> Iterator[AdargaError]:
    """The mistakes of a name that has nothing in it to be called by, as the data of `Names`."""
    for key, text in name.items() if isinstance(name, Mapping) else ():
        for one in text if isinstance(text, list | tuple) else (text,):
            if isinstance(one, str) and not folded(one):
                yield AdargaError("books.empty", path=f"{path}.{key}", value=one)
