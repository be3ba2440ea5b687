"""Work that may take long: done in a process of its own, ended when its time is over or the server is gone."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from adarga.errors import AdargaError

Result = TypeVar("Result")
_LOOK = 1.0


def _watch(parent: int) -> None:
    """End this process when the server that began it is gone, however it went."""

    def look() -> None:
        while os.getppid() == parent:
            waiting.wait(_LOOK)
        os._exit(1)

    waiting = threading.Event()
    threading.Thread(target=look, daemon=True).start()


class Work:
    """One worker at a time: whoever asks meanwhile waits for its turn, its time counting from when it begins."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = threading.Lock()

    def do(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """What a function gives, all of which can be pickled.

        Raises `AdargaError` (`table.too_big`) where it takes longer than there is time, and what the function raises.
        """
        with self._turn:
            pool = self._pool = self._pool or self._made()
            try:
                return pool.submit(function, *arguments).result(self.seconds)
            except TimeoutError:
                self._end()
                raise AdargaError("table.too_big", seconds=round(self.seconds)) from None
            except BrokenProcessPool:
                self._end()
                raise AdargaError("table.worker_gone") from None

    def _made(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_watch, initargs=(os.getpid(),))

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the worker."""
        self._end()
