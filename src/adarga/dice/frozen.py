"""What every value of this package has in common: it never changes, and equal parts make equal values."""

from __future__ import annotations


class Frozen:
    """An immutable value made of its parts, which `_fill` sets once, in the order of the constructor."""

    __slots__ = ("_parts",)
    _parts: tuple[object, ...]

    def _fill(self, **parts: object) -> None:
        put = object.__setattr__
        for name, value in parts.items():
            put(self, name, value)
        put(self, "_parts", tuple(parts.values()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), self._parts)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Frozen):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts))})"
