"""The points of a sweep worked out: each a row of measures, or what the rules say against it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from time import perf_counter

from adarga.errors import AdargaError
from adarga.study.measures import STUDIES
from adarga.study.sweep.case import Case, case_of, put, written_at
from adarga.study.sweep.spec import Sweep

_SETTINGS_KEPT = 256
Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some points worked out, from `first` to before `stop`.

    `values` are the measures as little-endian doubles, row after row (NaN where there is none); `refused` the points
    that the rules refuse, each with what they say; `seconds` what it all took.
    """

    first: int
    stop: int
    values: bytes
    refused: tuple[tuple[int, str], ...]
    seconds: float

    @property
    def count(self) -> int:
        """How many points there are in it."""
        return self.stop - self.first

    def rows(self, measures: int) -> list[Row]:
        """Its rows, each of so many `measures`."""
        return list(struct.iter_unpack(f"<{measures}d", self.values))


def packed(rows: Sequence[Sequence[float]]) -> bytes:
    """Rows as the `values` of a chunk.

    >>> Chunk(0, 2, packed([(1.0, 2.5), (3.0, 4.0)]), (), 0.0).rows(2)
    [(1.0, 2.5), (3.0, 4.0)]
    """
    numbers = [number for row in rows for number in row]
    return struct.pack(f"<{len(numbers)}d", *numbers)


class Points:
    """The points of a sweep, to be worked out in one process; what several points share is loaded once."""

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self._study = STUDIES[sweep.study]
        axes = [sweep.axes[at] for at in sweep.order]
        self._loaded = [axis for axis in axes if not axis.plain]
        self._put = [axis for axis in axes if axis.plain]
        self._setting = lru_cache(_SETTINGS_KEPT)(self._load)

    def _load(self, places: tuple[int, ...]) -> Case | AdargaError:
        data = self.sweep.base
        try:
            for axis, place in zip(self._loaded, places, strict=True):
                data = written_at(data, axis.steps, axis.values[place])
            return case_of(self.sweep.study, data)
        except AdargaError as error:
            return error

    def case(self, point: int) -> Case:
        """The strike of a point. Raises `AdargaError` where its values do not go together."""
        places = self.sweep.grid.places(point)
        split = len(self._loaded)
        case = self._setting(places[:split])
        if isinstance(case, AdargaError):
            raise case
        for axis, place in zip(self._put, places[split:], strict=True):
            case = put(case, axis.steps, axis.values[place])
        return case

    def row(self, point: int) -> Row:
        """The measures of a point. Raises `AdargaError` where the rules refuse it."""
        case = self.case(point)
        found = self._study.ask(case.rulebook, case.matchup, case.situation, case.options)
        return tuple(found[name] for name in self.sweep.measures)

    def chunk(self, first: int, stop: int) -> Chunk:
        """The points from `first` to before `stop`."""
        start = perf_counter()
        nothing = (nan,) * len(self.sweep.measures)
        rows: list[Row] = []
        refused: list[tuple[int, str]] = []
        for point in range(first, stop):
            try:
                rows.append(self.row(point))
            except AdargaError as error:
                rows.append(nothing)
                refused.append((point, str(error)))
        return Chunk(first, stop, packed(rows), tuple(refused), perf_counter() - start)
