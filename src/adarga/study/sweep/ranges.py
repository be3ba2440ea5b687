"""The ranges of a sweep as people write them, and the grid they span: from a point's number to its values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from adarga.errors import AdargaError
from adarga.rules.loading.mistakes import shown

MOST_VALUES = 1_000_000
"""The most values one range may have."""
MOST_POINTS = 1_000_000_000
"""The most points a grid may have."""
_RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*(?:by\s+(\d{1,9})\s*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Axis:
    """One range: its `name` as written, the keys it leads through, its values in order.

    `plain`: each value stands in the loaded sheet or situation just as it is written, so that it can be put there
    without loading anything again.
    """

    name: str
    steps: tuple[str, ...]
    values: Sequence[Any]
    plain: bool = False


def flattened(ranges: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every range with its whole name, whether its dots stand within quotes or are TOML's own.

    >>> list(flattened({"target.points": "1..3", "book": {"test": ["at-most"]}}))
    [('target.points', '1..3'), ('book.test', ['at-most'])]
    """
    for key, value in ranges.items():
        name = f"{above}.{key}" if above else key
        if isinstance(value, Mapping) and value:
            yield from flattened(value, name)
        else:
            yield name, value


def values_of(name: str, written: Any) -> Sequence[Any]:
    """The values of a range: `"10..60 by 5"` (both ends included), a list of choices, or one number or truth value.

    Raises `AdargaError` (`sweep.range`, `sweep.range_falls`, `sweep.range_length`) for anything else.

    >>> list(values_of("target.points", "10..30 by 10")), values_of("target.points", [3, 5])
    ([10, 20, 30], (3, 5))
    """
    path = f"ranges.{name}"
    if isinstance(written, list) and written:
        return tuple(written)
    if isinstance(written, int):
        return (written,)
    found = _RANGE.fullmatch(written) if isinstance(written, str) else None
    if found is None or found[3] == "0":
        raise AdargaError("sweep.range", path=path, value=shown(written))
    first, last, by = int(found[1]), int(found[2]), int(found[3] or 1)
    if last < first:
        raise AdargaError("sweep.range_falls", path=path, value=shown(written))
    values = range(first, last + 1, by or 1)
    if len(values) > MOST_VALUES:
        raise AdargaError("sweep.range_length", path=path, asked=len(values), limit=MOST_VALUES)
    return values


@dataclass(frozen=True)
class Grid:
    """The product of several ranges: point 0 has the first value of each, and the last range varies fastest.

    >>> grid = Grid((2, 3))
    >>> grid.points, grid.places(0), grid.places(1), grid.places(5)
    (6, (0, 0), (0, 1), (1, 2))
    """

    sizes: tuple[int, ...]

    @cached_property
    def points(self) -> int:
        """How many points there are."""
        return prod(self.sizes)

    def places(self, point: int) -> tuple[int, ...]:
        """Which value of each range a point has, from 0: the digits of its number, one base a range."""
        places = []
        for size in reversed(self.sizes):
            point, place = divmod(point, size)
            places.append(place)
        return tuple(reversed(places))
