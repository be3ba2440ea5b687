"""Who works a sweep's chunks out: this process, or a pool of processes that survives the death of any of them."""

from __future__ import annotations

import os
import signal
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Protocol, Self

from adarga.errors import AdargaError
from adarga.study.sweep.points import Chunk, Points
from adarga.study.sweep.spec import Sweep

MOST_BROKEN = 5
"""How often in a row a pool may break, nothing done in between, before it is given up."""


class Crew(Protocol):
    """Workers: chunks are put to them, and come back in any order. To be left (`with`) when all is done, or nothing."""

    @property
    def count(self) -> int:
        """How many work at once."""
        ...

    def put(self, first: int, stop: int) -> None:
        """Give them the points from `first` to before `stop`."""
        ...

    def next(self) -> Chunk:
        """Wait for a chunk that is done; only while one is out. Raises `AdargaError` where none will ever come."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Here:
    """The process itself: for what takes no longer than starting others."""

    count = 1

    def __init__(self, sweep: Sweep) -> None:
        self._points = Points(sweep)
        self._waiting: deque[tuple[int, int]] = deque()

    def put(self, first: int, stop: int) -> None:
        """Remember a chunk."""
        self._waiting.append((first, stop))

    def next(self) -> Chunk:
        """Work the oldest one out."""
        return self._points.chunk(*self._waiting.popleft())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._waiting.clear()


class Pool:
    """Processes of this machine. One that dies takes no chunk with it: the pool starts again, and what was out too."""

    def __init__(self, sweep: Sweep, count: int) -> None:
        self.count = count
        self._sweep = sweep
        self._out: dict[Future[Chunk], tuple[int, int]] = {}
        self._broken = 0
        self._start()

    def _start(self) -> None:
        # Spawned, not forked: the same on every system, and safe whatever threads this process has.
        context = get_context("spawn")
        # Nothing is ever written: workers read its end when this process lets go of it, however that comes about.
        self._alive, self._held = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.count, context, _begin, (self._sweep, self._alive))

    def put(self, first: int, stop: int) -> None:
        """Give a chunk to the pool."""
        try:
            self._out[self._pool.submit(_work, first, stop)] = (first, stop)
        except BrokenProcessPool:
            self._again((first, stop))

    def next(self) -> Chunk:
        """Wait for a chunk. Raises `AdargaError` (`sweep.workers_died`) where processes die again and again."""
        while True:
            done, _ = wait(self._out, return_when=FIRST_COMPLETED)
            future = done.pop()
            span = self._out.pop(future)
            try:
                chunk = future.result()
            except BrokenProcessPool:
                self._again(span)
            else:
                self._broken = 0
                return chunk

    def _again(self, span: tuple[int, int]) -> None:
        self._broken += 1
        if self._broken > MOST_BROKEN:
            raise AdargaError("sweep.workers_died", first=span[0], last=span[1] - 1)
        self._stop()
        done = {one: its for one, its in self._out.items() if not one.cancelled() and one.exception() is None}
        redo = [span, *(its for one, its in self._out.items() if one not in done)]
        self._out = done
        self._start()
        for first, stop in redo:
            self.put(first, stop)

    def _stop(self) -> None:
        if self._out:
            # What they are at may take long, and nobody waits for it any more.
            self._held.close()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._held.close()
        self._alive.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()


_points: list[Points] = []
"""In a process of the pool: the points it works out."""


def _begin(sweep: Sweep, alive: Connection) -> None:
    """What a process of the pool does first."""
    # As many processes as processors: more threads within them would only be in each other's way.
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    # An interrupt at the keyboard reaches every process: the one that asks for the work decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, args=(alive,), daemon=True).start()
    _points.append(Points(sweep))


def _follow(alive: Connection) -> None:
    """Leave when the process that started this one has gone, even if it was killed."""
    with suppress(EOFError, OSError):
        alive.recv_bytes()
    os._exit(0)


def _work(first: int, stop: int) -> Chunk:
    return _points[0].chunk(first, stop)
