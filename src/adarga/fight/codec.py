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
    """The value that `encode` wrote. Raises `AdargaError` (`fight.file`) with the path of what is wrong."""
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, list):
        return tuple(decode(one, f"{path}[{at}]") for at, one in enumerate(data))
    if not isinstance(data, dict):
        raise AdargaError("fight.file", path=path or ".")
    if "thing" in data and isinstance(data["thing"], str):
        return Thing(data["thing"])
    kind = data.get(KIND)
    if kind == "plan":
        return from_json(data.get("plan"))
    found = {name: decode(one, f"{path}.{name}") for name, one in data.items() if name != KIND}
    return _built(str(kind), found, path)


def _built(kind: str, found: dict[str, Any], path: str) -> Any:
    if kind == "Reason" and found.keys() == {"ruling", "key", "values"}:
        return Reason(found["ruling"], found["key"], **dict(found["values"]))
    cls = _CLASSES.get(kind)
    if cls is None or not _needed(kind) <= found.keys() <= _names(kind):
        raise AdargaError("fight.file", path=path or ".")
    return cls(**found)


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(field.name for field in fields(_CLASSES[kind]))


@cache
def _needed(kind: str) -> frozenset[str]:
    return frozenset(field.name for field in fields(_CLASSES[kind]) if _default(field) is MISSING)
