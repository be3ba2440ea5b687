"""A sweep run: a few points measured, the whole estimated, the rest handed out in chunks of a fit length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

from adarga.study.sweep.journal import Journal, Span
from adarga.study.sweep.points import Chunk, Points
from adarga.study.sweep.spec import Sweep
from adarga.study.sweep.workers import Crew

LEAST_SECONDS = 0.2
"""No chunk is meant to take less, but for the last ones."""
CHUNK_SECONDS = 0.3
"""What a chunk is meant to take with few workers."""
SECONDS_A_WORKER = 0.005
"""What each worker adds to that, so that many do not ask more of one scheduler than it can give."""
SAMPLE_SECONDS = 0.2
LOADING_SECONDS = 2.0
"""A first point that takes longer does so by itself, not by what it loads."""
MOST_SAMPLED = 64
KEPT_SECONDS = 0.05
"""Sampled points that take less are done again with the rest, so that they do not cut it up."""
_WEIGHT = 0.5
_OUT_A_WORKER = 2

Told = Callable[[int], None]
"""Called with the number of points that have just been done."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A few points worked out to see how long one takes: `seconds` a point, and the chunks of one that are kept."""

    chunks: tuple[Chunk, ...]
    seconds: float


def sampled(sweep: Sweep, missing: list[Span]) -> Sample:
    """Some of the missing points, spread over them all, worked out here in about 0.2 s (one point at least)."""
    points = Points(sweep)
    chunks: list[Chunk] = []
    left = LOADING_SECONDS
    for point in _spread(missing):
        chunks.append(points.chunk(point, point + 1))
        left -= chunks[-1].seconds
        if left < 0:
            break
        # The first one also loads what the others find there: it may take longer, and does not count.
        left = SAMPLE_SECONDS if len(chunks) == 1 else left
    counted = chunks[1:] or chunks
    seconds = sum(one.seconds for one in counted) / len(counted) if counted else 0.0
    return Sample(tuple(chunks) if seconds >= KEPT_SECONDS else (), seconds)


def _spread(missing: list[Span]) -> Iterator[int]:
    """Up to 64 of the missing points: the first, the last, then halves, quarters ... of the way."""
    count = sum(stop - first for first, stop in missing)
    seen: set[int] = set()
    for place in _halves(min(count, MOST_SAMPLED)):
        at = round(place * (count - 1))
        if at not in seen:
            seen.add(at)
            yield _nth(missing, at)


def _halves(count: int) -> Iterator[float]:
    yield from (0.0, 1.0)[:count]
    parts = 2
    while parts < count:
        yield from (step / parts for step in range(1, parts, 2))
        parts *= 2


def _nth(missing: list[Span], at: int) -> int:
    for first, stop in missing:
        if at < stop - first:
            return first + at
        at -= stop - first
    raise IndexError(at)


class _Lengths:
    """How many points the next chunk should have."""

    def __init__(self, seconds_a_point: float, workers: int, left: int) -> None:
        self._each = max(seconds_a_point, 1e-9)
        self._workers = workers
        self._left = left
        self._aim = CHUNK_SECONDS + SECONDS_A_WORKER * workers

    def learn(self, chunk: Chunk) -> None:
        self._each += _WEIGHT * (max(chunk.seconds / chunk.count, 1e-9) - self._each)

    def next(self, most: int) -> int:
        """A length of at most `most`: near the end shorter, so that all workers end together, never under 0.2 s."""
        fit = ceil(self._aim / self._each)
        least = ceil(LEAST_SECONDS / self._each)
        length = min(max(min(fit, self._left // self._workers), least), most)
        self._left -= length
        return length


def run(journal: Journal, crew: Crew, sample: Sample, told: Told) -> None:
    """Work out all that is missing in a journal.

    What was sampled is not done again. Whatever is raised within, the journal keeps what was done until then.
    """
    for chunk in sample.chunks:
        journal.add(chunk)
        told(chunk.count)
    missing = journal.missing()
    lengths = _Lengths(sample.seconds, crew.count, sum(stop - first for first, stop in missing))
    spans = _cut(missing, lengths)
    out = 0
    while True:
        while out < _OUT_A_WORKER * crew.count and (span := next(spans, None)) is not None:
            crew.put(*span)
            out += 1
        if not out:
            return
        chunk = crew.next()
        out -= 1
        lengths.learn(chunk)
        journal.add(chunk)
        told(chunk.count)


def _cut(missing: list[Span], lengths: _Lengths) -> Iterator[Span]:
    """The missing runs as chunks, each cut when it is asked for."""
    for first, stop in missing:
        at = first
        while at < stop:
            length = lengths.next(stop - at)
            yield at, at + length
            at += length
