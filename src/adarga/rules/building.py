"""From plain data, as TOML gives it, to the frozen dataclasses of a book, by the standard library alone.

The books that ship are known to be right, so this only shapes them; what people write goes through
`adarga.rules.loading`, which reports every mistake.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

Data = dict[str, Any]
NAMED = ("weapons", "armours", "shields", "types", "monsters")
"""The tables of a book whose entries are named things, by id."""


def shaped(data: Mapping[str, Any]) -> Data:
    """A book's data in the shape of its dataclass: named things know their id, ratings and keys are written out."""
    book: Data = _keys(data)
    for table in NAMED:
        if isinstance(book.get(table), Mapping):
            shape = monster_data if table == "monsters" else thing_data
            book[table] = {
                key: thing | {"id": key} if isinstance(thing, dict) else thing
                for key, thing in ((str(key).replace("_", "-"), shape(thing)) for key, thing in book[table].items())
            }
    if "name" in book:
        book["name"] = names_data(book["name"])
    return book


def _keys(data: Any) -> Any:
    """Hyphens of keys as underscores, at every level but the ids of things and rows of tables."""
    if not isinstance(data, Mapping):
        return data
    return {
        str(key).replace("-", "_"): dict(value) if key in NAMED and isinstance(value, Mapping) else _keys(value)
        for key, value in data.items()
    }


def thing_data(thing: Any) -> Any:
    """A weapon or piece as a sheet or book writes it, as the data of its dataclass; anything else as it is."""
    if not isinstance(thing, Mapping):
        return thing
    made = {str(key).replace("-", "_"): value for key, value in thing.items()}
    aliases = made.pop("aliases", None)
    if "name" in made or aliases is not None:
        made["name"] = names_data(made.get("name", {}), aliases)
    if "ar" in made:
        made["ar"] = ratings_data(made["ar"])
    if isinstance(made.get("type"), str):
        made["type"] = [made["type"]]
    return made


def monster_data(monster: Any) -> Any:
    """A monster as a book writes it, its names among the fields of its sheet, as the data of `Monster`."""
    if not isinstance(monster, Mapping):
        return monster
    made = thing_data(monster)
    sheet = {key: value for key, value in made.items() if key != "name"}
    return {key: made[key] for key in made if key == "name"} | {"sheet": sheet_data(sheet)}


def sheet_data(sheet: Mapping[str, Any]) -> Data:
    """A combatant's fields with its weapons and pieces shaped as things; one piece may stand without a list."""
    made = {str(key).replace("-", "_"): value for key, value in sheet.items()}
    for field in ("weapons", "armour"):
        if field in made:
            things = made[field] if isinstance(made[field], list | tuple) else [made[field]]
            made[field] = [thing_data(thing) for thing in things]
    if "shield" in made:
        made["shield"] = thing_data(made["shield"])
    return made


def names_data(name: Any, aliases: Any = None) -> Any:
    """A name as a sheet or book writes it, one text or one a language, as the data of `Names`."""
    made = {"en": name, "es": name} if isinstance(name, str) else name
    return dict(made) | {"aliases": aliases} if isinstance(made, Mapping) and aliases is not None else made


def ratings_data(ar: Any) -> Any:
    """Armour ratings as a sheet or book writes them (`3`, `"3+2H"`, `{S = 5, E = "1H"}`) as the data of `Rating`."""
    if isinstance(ar, Mapping):
        return [_rating(value) | {"type": key} for key, value in ar.items()]
    return [_rating(ar) | {"type": None}] if isinstance(ar, int | str) else ar


def _rating(value: Any) -> Data:
    if not isinstance(value, str):
        return {"armour": value}
    found: Data = {"armour": 0, "hardness": 0}
    for term in value.replace(" ", "").split("+"):
        kind, digits = ("hardness", term[:-1]) if term[-1:] in ("H", "h") else ("armour", term)
        if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
            return {"armour": value}
        found[kind] += int(digits)
    return found


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=False)
    return {field.name: hints[field.name] for field in fields(cls)}


def build(cls: Any, data: Any) -> Any:
    """An instance of `cls` (a dataclass, a mapping, a tuple, a plain value) from data of its shape."""
    origin = get_origin(cls)
    if origin is Annotated:
        return build(get_args(cls)[0], data)
    if origin in (Union, types.UnionType):
        kinds = [kind for kind in get_args(cls) if kind is not type(None)]
        return None if data is None else build(kinds[0], data)
    if isinstance(cls, type) and is_dataclass(cls):
        hints = _hints(cls)
        return cls(**{name: build(hints[name], value) for name, value in data.items()})
    if origin is tuple:
        return tuple(build(get_args(cls)[0], value) for value in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: build(get_args(cls)[1], value) for key, value in data.items()}
    return data
