"""Data held to a dataclass, every mistake of it told by a key of ours, with its path and what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from adarga.errors import AdargaError
from adarga.rules.names import advice
from adarga.rules.values import Range

_PLAIN = {
    "int_type": "books.whole",
    "int_from_float": "books.whole",
    "int_parsing": "books.whole",
    "int_parsing_size": "books.whole",
    "finite_number": "books.whole",
    "float_type": "books.whole",
    "bool_type": "books.yes_no",
    "bool_parsing": "books.yes_no",
    "string_type": "books.text",
    "string_unicode": "books.text",
    "tuple_type": "books.list",
    "list_type": "books.list",
    "dataclass_type": "books.table",
    "dataclass_exact_type": "books.table",
    "dict_type": "books.table",
    "mapping_type": "books.table",
}
# Steps of a path that only the dataclasses have, not what people write.
_UNWRITTEN = {"sheet"}
_MOST_SHOWN = 60
_MOST_TRIES = 6
# Tables whose rows are numbered: a key that is no number is no row, whatever stands in it.
_NUMBERED = {("ladder",), ("penetration", "by_level"), ("absorption", "constitution")}


@cache
def adapter(cls: Any) -> TypeAdapter[Any]:
    """The validator of a dataclass, made once."""
    return TypeAdapter(cls)


def validated(
    cls: Any, data: Mapping[str, Any], path: str = "", fallback: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Any, tuple[AdargaError, ...]]:
    """An instance of `cls`, and all the mistakes of its data; nothing is converted on the way (no `"3"` for 3).

    `path` is where the data stands in its file. Where there are mistakes the instance has `fallback`'s values, or the
    defaults, in their place, so that the rest can still be looked at; None where that does not help.
    """
    errors = _errors(cls, data)
    mistakes = tuple(_mistake(cls, error, path) for error in errors)
    tries = _MOST_TRIES
    while errors and tries:
        # Through JSON again: a copy of its own, which mending may change.
        data = json.loads(json.dumps(data, default=str))
        for error in (one for one in reversed(errors) if one["loc"]):
            _mend(data, error["loc"], fallback, _stand_in(cls, error))
        errors, tries = _errors(cls, data), tries - 1
    return (None if errors else adapter(cls).validate_json(json.dumps(data, default=str), strict=True)), mistakes


def _errors(cls: Any, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    # As JSON, where being strict still takes a list for a tuple.
    try:
        adapter(cls).validate_json(json.dumps(data, default=str), strict=True)
    except ValidationError as error:
        return [dict(one) for one in error.errors(include_url=False)]
    return []


def _stand_in(cls: Any, error: Mapping[str, Any]) -> Any:
    """What stands for something that is missing, so that the rest can be looked at; a name is one nothing else has."""
    location = error["loc"]
    kind = bare(type_at(cls, location)) if error["type"] == "missing" else None
    if kind is str:
        return ".".join(map(str, location))
    return {} if is_dataclass(kind) or get_origin(kind) is not None else None


def _mend(data: Any, location: tuple[str | int, ...], fallback: Any, stand_in: Any) -> None:
    """Put what is right, or nothing, in the place of a mistake."""
    *way, last = location
    for step in way:
        data = data[step]
        fallback = fallback.get(step) if isinstance(fallback, Mapping) else None
    if isinstance(fallback, Mapping) and last in fallback:
        data[last] = fallback[last]
    elif last == "damage" or (isinstance(last, int) and way[-1:] == ["weapons"]):
        data[last] = "0" if last == "damage" else {"damage": "0"}
    elif isinstance(last, int) and way[-1:] == ["armour"]:
        data[last] = {}
    elif isinstance(last, int) and isinstance(fallback, list):
        data[:] = fallback
    elif isinstance(last, int):
        del data[last]
    elif stand_in is not None:
        data[last] = stand_in
    elif isinstance(data, dict):
        data.pop(last, None)


def _mistake(cls: Any, error: dict[str, Any], path: str) -> AdargaError:
    location: tuple[str | int, ...] = error["loc"]
    kind: str = error["type"]
    where = written(path, location)
    if kind == "missing":
        return AdargaError("books.missing", path=where)
    if kind == "unexpected_keyword_argument":
        known = (key for key in keys_of(type_at(cls, location[:-1])) if key not in _UNWRITTEN)
        return unknown_key(where, str(location[-1]), known)
    value = shown(error["input"])
    if location in _NUMBERED:
        return AdargaError("books.rows", path=where, value=value)
    if location[:-1] in _NUMBERED and not is_row(str(location[-1])):
        return AdargaError("books.row_number", path=where, value=str(location[-1]))
    if kind == "literal_error":
        words = re.findall(r"'([^']*)'|(\d+)", error["ctx"]["expected"])
        return AdargaError("books.word", path=where, value=value, words=", ".join(a or b for a, b in words))
    if kind in {"greater_than_equal", "less_than_equal"}:
        bounds = _range(type_at(cls, location))
        return AdargaError("books.range", path=where, value=value, least=bounds.least, most=bounds.most)
    return AdargaError(_PLAIN.get(kind, "books.wrong"), path=where, value=value)


def unknown_key(path: str, key: str, known: Iterable[str]) -> AdargaError:
    """The error that says there is no such key, with the nearest of those there are."""
    tail, told = advice(key, known)
    return AdargaError(f"books.unknown_key{tail}", path=path, nearest=told)


def is_row(key: str) -> bool:
    """Whether a key is the number of a row."""
    return key.isascii() and key.isdigit() and 0 < int(key[:_MOST_SHOWN]) < 10_000


def written(path: str, location: Sequence[str | int]) -> str:
    """A place as its writer knows it: keys joined by dots, the entries of a list counted from 1.

    >>> written("combatants.Ana", ("weapons", 0, "damage"))
    'combatants.Ana.weapons.1.damage'
    """
    steps = [str(step + 1) if isinstance(step, int) else step for step in location if step not in _UNWRITTEN]
    return ".".join([path, *steps] if path else steps)


def shown(value: Any) -> str:
    """A value as it is written, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


@cache
def _hints(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in fields(cls)}


def type_at(cls: Any, location: Sequence[str | int]) -> Any:
    """The type of what stands at a place in a dataclass, None where there is no such place."""
    here = cls
    for step in location:
        here = bare(here)
        if isinstance(here, type) and is_dataclass(here):
            here = _hints(here).get(str(step))
        elif get_origin(here) is tuple:
            here = get_args(here)[0]
        elif isinstance(get_origin(here), type) and issubclass(get_origin(here), Mapping):
            here = get_args(here)[1]
        else:
            return None
    return here


def bare(cls: Any) -> Any:
    """A type without its None and its annotations."""
    while True:
        if get_origin(cls) is Annotated:
            cls = get_args(cls)[0]
        elif get_origin(cls) in (Union, UnionType):
            cls = next(kind for kind in get_args(cls) if kind is not type(None))
        else:
            return cls


def _range(cls: Any) -> Range:
    while get_origin(cls) in (Union, UnionType):
        cls = next(kind for kind in get_args(cls) if kind is not type(None))
    found = [extra for extra in get_args(cls)[1:] if isinstance(extra, Range)] if get_origin(cls) is Annotated else []
    return found[0] if found else Range()


def keys_of(cls: Any) -> tuple[str, ...]:
    """The keys that may stand in a table of a type."""
    cls = bare(cls)
    return tuple(_hints(cls)) if isinstance(cls, type) and is_dataclass(cls) else ()
