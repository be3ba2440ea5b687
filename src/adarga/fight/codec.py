"""States, commands and events as JSON and back: every dataclass under its name, what is at its default left out."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any

from adarga.errors import AdargaError
from adarga.fight import commands, events, state, view, watching
from adarga.plan import Blow, Check, Line, Offer, Reason, Thing, from_json, to_json
from adarga.rules import protocol, values

KIND = "is"
_CLASSES: dict[str, type[Any]] = {
    cls.__name__: cls
    for module in (commands, events, state, view, watching, protocol, values)
    for cls in vars(module).values()
    if isinstance(cls, type) and is_dataclass(cls)
} | {"Line": Line, "Offer": Offer}


def encode(value: object) -> Any:
    """A value of a fight as what `json.dumps` takes. Raises `TypeError` for what no fight holds."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Thing):
        return {"thing": str(value)}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, tuple | list):
        return [encode(one) for one in value]
    if isinstance(value, Reason):
        return {KIND: "Reason", "ruling": value.ruling, "key": value.key, "values": encode(value.values)}
    if isinstance(value, Check | Blow):
        return {KIND: "plan", "plan": to_json(value)}
    if is_dataclass(value) and type(value).__name__ in _CLASSES:
        shown = {field.name: getattr(value, field.name) for field in fields(value)}
        return {KIND: type(value).__name__} | {
            field.name: encode(shown[field.name])
            for field in fields(value)
            if field.init and _default(field) != shown[field.name]
        }
    raise TypeError(type(value).__name__)


def _default(field: Field[Any]) -> object:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def decode(data: object, path: str = "") -> Any:
    """The value that `encode` wrote. Raises `AdargaError` (`fight.file`) with `path`, where the data stands."""
    try:
        return data if type(data) in _PLAIN else _value(data)
    except NOT_SO:
        raise AdargaError("fight.file", path=path or ".") from None


_PLAIN = frozenset({type(None), bool, int, str})
NOT_SO = (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError)
"""What it comes to when data is JSON but not what a fight writes."""


def _value(data: Any) -> Any:
    if type(data) is list:
        return tuple([one if type(one) in _PLAIN else _value(one) for one in data])
    if type(data) is not dict:
        raise TypeError(type(data).__name__)
    kind = data.get(KIND)
    if kind is None:
        return Thing(_text(data["thing"]))
    if kind == "plan":
        return from_json(data["plan"])
    found = {name: one if type(one) in _PLAIN else _value(one) for name, one in data.items() if name != KIND}
    if kind == "Reason":
        return Reason(_text(found["ruling"]), _text(found["key"]), **dict(found["values"]))
    names, needed = _names(kind), _needed(kind)
    if not needed <= found.keys() <= names:
        raise ValueError(kind)
    return _CLASSES[kind](**found)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(field.name for field in fields(_CLASSES[kind]))


@cache
def _needed(kind: str) -> frozenset[str]:
    return frozenset(field.name for field in fields(_CLASSES[kind]) if _default(field) is MISSING)
