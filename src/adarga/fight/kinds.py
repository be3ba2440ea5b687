"""Whether a value that was read from a file has in every field what belongs there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from adarga.plan import Blow, Check, Reason

Fits = Callable[[Any], bool]
# These are checked where they are read, and are large.
_KNOWN = (Blow, Check, Reason)


def well_formed(value: object) -> bool:
    """Whether every field of a dataclass, and of all in it, holds a value of its declared type.

    >>> from adarga.rules.protocol import Clock
    >>> well_formed(Clock(1, 0)), well_formed(Clock("1", 0))
    (True, False)
    """
    kind: Any = type(value)
    return _fits_of(kind)(value)


@cache
def _fits_of(kind: Any) -> Fits:
    """The test for a type as written in an annotation."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _tuple(inside)
    if origin is Literal:
        return lambda value: value in inside
    if origin in (Union, UnionType):
        tests = [_fits_of(one) for one in inside]
        return lambda value: any(test(value) for test in tests)
    if kind is int:
        return lambda value: type(value) is int
    if is_dataclass(kind) and kind not in _KNOWN:
        return _dataclass(kind)
    wanted = type(None) if kind is None else kind
    return lambda value: isinstance(value, wanted)


def _tuple(inside: tuple[Any, ...]) -> Fits:
    if inside[-1:] == (Ellipsis,):
        test = _fits_of(inside[0])
        return lambda value: type(value) is tuple and all(map(test, value))
    tests = [_fits_of(one) for one in inside]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(tests)
        and all(test(one) for test, one in zip(tests, value, strict=True))
    )


def _dataclass(kind: Any) -> Fits:
    """The test of every field; made when it is first needed, since a type may stand inside itself."""
    made: list[tuple[str, Fits]] = []

    def fits(value: Any) -> bool:
        if type(value) is not kind:
            return False
        if not made:
            hints = get_type_hints(kind)
            made.extend((field.name, _fits_of(hints[field.name])) for field in fields(kind))
        return all(test(getattr(value, name)) for name, test in made)

    return fits
