"""The file of a sweep: read, checked, every mistake told at once, and made into plain data that any process can use."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any, ClassVar

from adarga import __version__
from adarga.errors import AdargaError, Mistakes
from adarga.rules.building import Data
from adarga.rules.loading.files import Source, read, told_of
from adarga.rules.loading.mistakes import shown, unknown_key, validated
from adarga.rules.names import advice
from adarga.rules.protocol import FORBID
from adarga.study.measures import STUDIES
from adarga.study.sweep.case import ROOTS, Case, case_of, is_plain, with_path, written_at
from adarga.study.sweep.ranges import MOST_POINTS, Axis, Grid, flattened, values_of
from adarga.study.sweep.sheets import parts_of

Found = list[AdargaError]


@dataclass(frozen=True, kw_only=True, slots=True)
class _File:
    """What may stand at the top of a sweep's file."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    study: str
    measures: tuple[str, ...] = ()
    book: str | None = None
    roster: str | None = None
    attacker: Any = None
    target: Any = None
    weapon: Any = None
    situation: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    ranges: Mapping[str, Any]


@dataclass(frozen=True)
class Sweep:
    """One study of every point of a grid, as plain data that needs no file any more.

    `base` is the data of a case, the ranges' first values in it; `axes` are the ranges as written. Points are numbered
    from 0: those ranges that need loading (`Axis.plain` is false: books, armour by name ...) vary slowest, then the
    others; within each of the two the last one written varies fastest.
    """

    study: str
    measures: tuple[str, ...]
    base: Data
    axes: tuple[Axis, ...]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The places of the axes as the grid has them, the slowest first."""
        return tuple(sorted(range(len(self.axes)), key=lambda at: self.axes[at].plain))

    @cached_property
    def grid(self) -> Grid:
        """The grid of the axes in their `order`."""
        return Grid(tuple(len(self.axes[at].values) for at in self.order))

    @cached_property
    def _strides(self) -> tuple[tuple[Sequence[Any], int, int], ...]:
        """Each axis as written: its values, how many points share one in a row, how many values there are."""
        below = {at: prod(self.grid.sizes[place + 1 :]) for place, at in enumerate(self.order)}
        return tuple((axis.values, below[at], len(axis.values)) for at, axis in enumerate(self.axes))

    def values(self, point: int) -> tuple[Any, ...]:
        """The value of each axis, as written, at a point."""
        return tuple([values[point // stride % size] for values, stride, size in self._strides])

    @cached_property
    def digest(self) -> str:
        """What is worked out, as a hash: two sweeps of one digest have the same rows."""
        axes = [(axis.name, _as_data(axis.values)) for axis in self.axes]
        told = [__version__, self.study, self.measures, self.base, axes]
        return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()


def _as_data(values: Any) -> Any:
    return ["range", values.start, values.stop, values.step] if isinstance(values, range) else list(values)


def load(source: Path | str) -> Sweep:
    """The sweep of a TOML or JSON file, or of a text of more than one line.

    Raises `AdargaError` for what cannot be read at all, `Mistakes` for all that is wrong in it.
    """
    found = read(source)
    with told_of(found.path):
        return _checked(found)


def _checked(found: Source) -> Sweep:
    file, wrong = validated(_File, found.data)
    mistakes: Found = list(wrong)
    if file is None:
        raise Mistakes(tuple(mistakes))
    measures = _measures(file, mistakes)
    axes = list(_axes(file.ranges, mistakes))
    base = _base(file, found, mistakes)
    if mistakes:
        raise Mistakes(tuple(mistakes))
    sweep = Sweep(file.study, measures, base, tuple(axes))
    if sweep.grid.points > MOST_POINTS:
        raise AdargaError("sweep.points", asked=sweep.grid.points, limit=MOST_POINTS)
    return _tried(sweep)


def _base(file: _File, found: Source, mistakes: Found) -> Data:
    try:
        parts = parts_of(file, found, mistakes)
    except AdargaError as error:
        # What is wrong in another file is told when nothing is wrong in this one.
        if not mistakes:
            raise
        if error.key == "sweep.no_book" and not any(one.values.get("path") == "book" for one in mistakes):
            mistakes.append(error)
        return {}
    return parts | {"situation": dict(file.situation), "options": dict(file.options)}


def _measures(file: _File, mistakes: Found) -> tuple[str, ...]:
    if file.study not in STUDIES:
        tail, told = advice(file.study, STUDIES)
        if not any(one.values.get("path") == "study" for one in mistakes):
            mistakes.append(AdargaError(f"sweep.study{tail}", path="study", name=file.study, nearest=told))
        return ()
    known = STUDIES[file.study].measures
    for number, name in enumerate(file.measures, 1):
        path = f"measures.{number}"
        if name not in known:
            told = ", ".join(known)
            mistakes.append(AdargaError("sweep.measure", path=path, name=name, study=file.study, known=told))
        elif name in file.measures[: number - 1]:
            mistakes.append(AdargaError("sweep.twice", path=path, name=name))
    return file.measures or known


def _axes(ranges: Mapping[str, Any], mistakes: Found) -> Iterator[Axis]:
    taken: set[tuple[str, ...]] = set()
    for name, written in flattened(ranges):
        path = f"ranges.{name}"
        steps = tuple(step.strip() for step in name.split("."))
        plain = tuple(step.replace("-", "_") for step in steps)
        if steps[0] not in ROOTS:
            mistakes.append(unknown_key(path, steps[0], ROOTS))
        elif len(steps) < 2 or not all(steps):
            mistakes.append(AdargaError("sweep.range_name", path=path))
        elif plain in taken:
            mistakes.append(AdargaError("sweep.twice", path=path, name=name))
        else:
            try:
                yield Axis(name, steps, values_of(name, written))
            except AdargaError as error:
                mistakes.append(error)
        taken.add(plain)
    if not ranges and not mistakes:
        mistakes.append(AdargaError("sweep.no_ranges", path="ranges"))


def _tried(sweep: Sweep) -> Sweep:
    """The sweep with all its values tried once, the other ranges at their first, and plain ranges known.

    Of a range of numbers the two ends are tried: what lies between is then as good. Raises `Mistakes`.
    """
    mistakes: Found = []
    base = sweep.base
    for axis in sweep.axes:
        base = _written(base, axis, axis.values[0], mistakes)
    axes = []
    for axis in sweep.axes:
        values = axis.values
        tries = values if not isinstance(values, range) else (values[0], values[-1])
        plain = True
        for value in tries:
            case = _loaded(sweep, _written(base, axis, value, mistakes), axis, value, mistakes)
            plain = plain and case is not None and is_plain(case, axis.steps, value)
        axes.append(replace(axis, plain=plain))
    if mistakes:
        different = {str(one): one for one in mistakes}
        raise Mistakes(tuple(different.values()))
    return replace(sweep, base=base, axes=tuple(axes))


def _written(base: Data, axis: Axis, value: Any, mistakes: Found) -> Data:
    try:
        return written_at(base, axis.steps, value)
    except AdargaError as error:
        mistakes.append(error)
        return base


def _loaded(sweep: Sweep, data: Data, axis: Axis, value: Any, mistakes: Found) -> Case | None:
    try:
        return case_of(sweep.study, data)
    except Mistakes as error:
        mistakes += [_placed(one, sweep.axes, axis, value) for one in error.mistakes]
    return None


def _placed(error: AdargaError, axes: tuple[Axis, ...], tried: Axis, value: Any) -> AdargaError:
    """A mistake at the range that made it: the one just tried, else one whose first value it is."""
    path = str(error.values.get("path", ""))
    for axis in (tried, *axes):
        place = ".".join(axis.steps).replace("-", "_")
        if path == place or path.startswith(f"{place}."):
            told = shown(value if axis is tried else axis.values[0])
            return with_path(error, f"ranges.{axis.name} = {told}{path.removeprefix(place)}")
    return error
