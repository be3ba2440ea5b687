"""The result of a sweep as a file: CSV or Parquet by its ending, one row a point, there whole or not at all."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from math import isnan
from pathlib import Path
from typing import Any

from adarga.errors import AdargaError
from adarga.study.sweep.journal import Journal, writing
from adarga.study.sweep.points import Chunk
from adarga.study.sweep.spec import Sweep

POINT, REFUSED = "point", "refused"
_ROWS_A_GROUP = 100_000


def check_extra(extra: str, module: str) -> None:
    """Refuse to begin where what an extra brings does not load. Raises `AdargaError` (`sweep.extra`)."""
    try:
        import_module(module)
    except ImportError:
        raise AdargaError("sweep.extra", extra=extra) from None


def check_ending(out: Path) -> None:
    """Refuse what cannot become a result, before any work is done.

    Raises `AdargaError`: `sweep.ending` for another ending than .csv and .parquet, `sweep.extra` where Parquet needs
    a package that is not there or does not load, `sweep.out_folder` where there is no such folder.
    """
    if out.suffix.lower() not in _WRITERS:
        raise AdargaError("sweep.ending", file=str(out), endings=tuple(_WRITERS))
    if out.suffix.lower() == ".parquet":
        check_extra("parquet", "pyarrow.parquet")
    if out.is_dir() or not out.parent.is_dir():
        raise AdargaError("sweep.out_folder", file=str(out))


def write(journal: Journal, out: Path) -> None:
    """Write all that is in a journal, in the order of the points.

    Columns: `point`, the ranges by their names, the measures, and `refused`: what the rules say against a point, whose
    measures are then empty. Raises `AdargaError` (`sweep.unwritten`) where it cannot be written: nothing of it stands.
    """
    with writing(out), _put_in_place(out) as fresh:
        _WRITERS[out.suffix.lower()](journal, fresh)


@contextmanager
def _put_in_place(out: Path) -> Iterator[Path]:
    fresh = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        yield fresh
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        fresh.replace(out)
    finally:
        fresh.unlink(missing_ok=True)


def rows(sweep: Sweep, chunk: Chunk) -> Iterator[tuple[int, tuple[Any, ...], tuple[float, ...], str]]:
    """Each point of a chunk: its number, the values of the ranges, the measures, and what the rules say against it."""
    refused = dict(chunk.refused)
    for point, measured in enumerate(chunk.rows(len(sweep.measures)), chunk.first):
        yield point, sweep.values(point), measured, refused.get(point, "")


def cell(value: Any) -> Any:
    """A value as one cell: numbers and texts as they are, truth values as TOML has them, anything else as JSON.

    >>> cell(3), cell("d6"), cell(True), cell(["leather"]), cell(float("nan")), cell(0.1)
    (3, 'd6', 'true', '["leather"]', '', 0.1)
    """
    kind = type(value)
    if kind is float and isnan(value):
        return ""
    if kind is float or kind is int or kind is str:
        return value
    return json.dumps(value, ensure_ascii=False)


def _csv(journal: Journal, fresh: Path) -> None:
    sweep = journal.sweep
    with fresh.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([POINT, *(axis.name for axis in sweep.axes), *sweep.measures, REFUSED])
        for chunk in journal.chunks():
            for point, values, measured, refused in rows(sweep, chunk):
                writer.writerow([point, *map(cell, values), *map(cell, measured), refused])


def _parquet(journal: Journal, fresh: Path) -> None:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    sweep = journal.sweep
    kinds: dict[type, Any] = {int: pa.int64(), bool: pa.bool_(), str: pa.string(), float: pa.float64()}
    axes = [(axis.name, kinds[_kind(axis.values) or str]) for axis in sweep.axes]
    measures = [(name, pa.float64()) for name in sweep.measures]
    schema = pa.schema([(POINT, pa.int64()), *axes, *measures, (REFUSED, pa.string())])
    with ParquetWriter(fresh, schema) as writer:
        for group in _groups(sweep, journal.chunks()):
            columns = list(zip(*group, strict=True))
            arrays = [
                pa.array(column, type=kind.type, from_pandas=True) for column, kind in zip(columns, schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _groups(sweep: Sweep, chunks: Iterator[Chunk]) -> Iterator[list[tuple[Any, ...]]]:
    """The rows as Parquet has them, so many together."""
    typed = [_kind(axis.values) is not None for axis in sweep.axes]
    group: list[tuple[Any, ...]] = []
    for chunk in chunks:
        for point, values, measured, refused in rows(sweep, chunk):
            told = (value if plain else cell(value) for value, plain in zip(values, typed, strict=True))
            group.append((point, *told, *measured, refused or None))
        if len(group) >= _ROWS_A_GROUP:
            yield group
            group = []
    if group:
        yield group


def _kind(values: Sequence[Any]) -> type | None:
    """The one plain type of all values; None where they have several or another."""
    if isinstance(values, range):
        return int
    kinds = {type(value) for value in values}
    return kinds.pop() if len(kinds) == 1 and kinds <= {int, bool, str, float} else None


_WRITERS: dict[str, Callable[[Journal, Path], None]] = {".csv": _csv, ".parquet": _parquet}
