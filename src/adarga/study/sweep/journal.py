"""The journal of a sweep: what is already worked out, beside the file it will become, safe against being killed.

Its first line says which sweep it is of; each line more holds one chunk. A line begins with a checksum of the rest, so
that one cut short, or written over, is known and worked out again.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import zlib
from bisect import bisect
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from adarga.errors import AdargaError
from adarga.study.sweep.points import Chunk
from adarga.study.sweep.spec import Sweep

Span = tuple[int, int]
"""Points from a first one to before another."""
SUFFIX = ".part"


def journal_path(out: Path) -> Path:
    """Where the journal of a result stands."""
    return out.with_name(out.name + SUFFIX)


def sealed(data: Any) -> bytes:
    """Data as a line with its checksum."""
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def opened(line: bytes) -> Any:
    r"""The data of a line, None where it is not whole.

    >>> opened(sealed([1, 2])), opened(sealed([1, 2])[:-1]), opened(b"00000000 [1,2]\n")
    ([1, 2], None, None)
    """
    sum, _, text = line[:-1].partition(b" ")
    if line[-1:] != b"\n" or sum != b"%08x" % zlib.crc32(text):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


class Journal:
    """What is worked out of one sweep, held by one process at a time.

    Opening it makes it where there is none, drops whatever was cut short, and raises `AdargaError` where it is of
    another sweep (`sweep.journal.other`), is no journal at all (`sweep.journal.none`) or is in use
    (`sweep.journal.busy`); it and `add` raise `sweep.unwritten` where it cannot be written.
    """

    def __init__(self, path: Path, sweep: Sweep) -> None:
        self.path = path
        self.sweep = sweep
        self._spans: list[tuple[int, int, int]] = []
        with writing(path):
            _begun(path, sweep)
            self._file: IO[bytes] = path.open("r+b")
        try:
            _hold(self._file, path)
            self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        head = opened(self._file.readline())
        if not isinstance(head, dict) or "sweep" not in head:
            raise AdargaError("sweep.journal.none", file=str(self.path))
        if head["sweep"] != self.sweep.digest:
            raise AdargaError("sweep.journal.other", file=str(self.path))
        at = self._file.tell()
        while (chunk := _chunk(self._file.readline())) is not None:
            self._note(chunk, at)
            at = self._file.tell()
        self._file.seek(at)
        self._file.truncate()

    def _note(self, chunk: Chunk, at: int) -> bool:
        """Remember where a chunk stands; not one of which some point is there already."""
        place = bisect(self._spans, (chunk.first, chunk.stop, at))
        before = self._spans[place - 1][1] if place else 0
        after = self._spans[place][0] if place < len(self._spans) else self.sweep.grid.points
        free = before <= chunk.first < chunk.stop <= after
        if free:
            self._spans.insert(place, (chunk.first, chunk.stop, at))
        return free

    def add(self, chunk: Chunk) -> None:
        """Write a chunk down; one of points that are there already is passed over."""
        at = self._file.seek(0, os.SEEK_END)
        if self._note(chunk, at):
            values = base64.b64encode(chunk.values).decode()
            with writing(self.path):
                self._file.write(sealed([chunk.first, chunk.stop, values, chunk.refused, chunk.seconds]))
                self._file.flush()

    @property
    def done(self) -> int:
        """How many points are worked out."""
        return sum(stop - first for first, stop, _ in self._spans)

    def missing(self) -> list[Span]:
        """The runs of points that are not worked out yet, in order."""
        spans: list[Span] = []
        reached = 0
        for first, stop, _ in self._spans:
            if first > reached:
                spans.append((reached, first))
            reached = stop
        if reached < self.sweep.grid.points:
            spans.append((reached, self.sweep.grid.points))
        return spans

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk, in the order of the points, one after the other read from the file."""
        for _, _, at in self._spans:
            self._file.seek(at)
            chunk = _chunk(self._file.readline())
            if chunk is None:
                raise AdargaError("sweep.journal.none", file=str(self.path))
            yield chunk

    def remove(self) -> None:
        """Take the journal away: its result stands."""
        self.close()
        self.path.unlink()

    def close(self) -> None:
        """Let another process have it."""
        # What could not be written was told when it could not, and is no whole line.
        with suppress(OSError):
            self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Let a failure of the system within name the file: `AdargaError` (`sweep.unwritten`)."""
    try:
        yield
    except OSError as error:
        raise AdargaError("sweep.unwritten", file=str(path), reason=error.strerror or str(error)) from None


def peek(path: Path, sweep: Sweep) -> list[Span]:
    """What is missing of a sweep that may have a journal, which is only looked at."""
    if not path.exists():
        return [(0, sweep.grid.points)]
    with Journal(path, sweep) as journal:
        return journal.missing()


def _begun(path: Path, sweep: Sweep) -> None:
    """Make a journal of nothing yet where there is none: whole at once, never a part of its first line."""
    if path.exists():
        return
    head = {"sweep": sweep.digest, "points": sweep.grid.points, "measures": sweep.measures}
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(sealed(head))
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _hold(file: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        same = os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        same = False
    if not same:
        raise AdargaError("sweep.journal.busy", file=str(path))


def _chunk(line: bytes) -> Chunk | None:
    match opened(line):
        case [int(first), int(stop), str(values), list(refused), float(seconds)]:
            try:
                found = base64.b64decode(values, validate=True)
            except binascii.Error:
                return None
            return Chunk(first, stop, found, tuple((point, said) for point, said in refused), seconds)
    return None
