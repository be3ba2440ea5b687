"""A sweep worked out by a Dask cluster: the scheduler at an address, its workers wherever they are."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import monotonic
from types import TracebackType
from typing import Self
from uuid import uuid4

from distributed import Client, Future, as_completed
from distributed.diagnostics.plugin import WorkerPlugin
from distributed.scheduler import KilledWorker

from adarga import __version__
from adarga.errors import AdargaError
from adarga.study.sweep.points import Chunk, Points
from adarga.study.sweep.spec import Sweep

SECONDS_TO_CONNECT = 10
SECONDS_COUNTED = 2
"""How long the number of workers is taken for true."""
MOST_KILLED = 5
"""How often in a row a chunk may be given up by the scheduler before the sweep is."""

_known: dict[str, Points] = {}


class _Carry(WorkerPlugin):
    """The sweep itself, sent once to every worker there is or comes to be, so that a chunk is but two numbers."""

    def __init__(self, sweep: Sweep, name: str) -> None:
        self.sweep = sweep
        self.version = __version__
        self.name = name

    def setup(self, worker: object) -> None:
        """Make the points ready."""
        if self.version != __version__:
            raise AdargaError("sweep.cluster.version", ours=self.version, theirs=__version__)
        _known[self.name] = Points(self.sweep)

    def teardown(self, worker: object) -> None:
        """Forget them."""
        _known.pop(self.name, None)


def _work(name: str, first: int, stop: int) -> Chunk:
    return _known[name].chunk(first, stop)


class Cluster:
    """The workers of a Dask scheduler at `address`; those that come later work too, those that die lose nothing.

    Raises `AdargaError` where there is no scheduler (`sweep.cluster.unreachable`), it has no workers
    (`sweep.cluster.empty`), or they have no Adarga or another version (`sweep.cluster.lacks`,
    `sweep.cluster.version`).
    """

    def __init__(self, sweep: Sweep, address: str) -> None:
        # Of its own for every run: two runs of one sweep must not take each other's points away.
        self._name = f"adarga-{uuid4().hex}"
        self._address = address
        try:
            self._client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError):
            raise AdargaError("sweep.cluster.unreachable", address=address) from None
        try:
            self._client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
            self._client.register_plugin(_Carry(sweep, self._name))
        except TimeoutError:
            self._client.close()
            raise AdargaError("sweep.cluster.empty", address=address) from None
        except ModuleNotFoundError:
            self._client.close()
            raise AdargaError("sweep.cluster.lacks", address=address) from None
        except BaseException:
            self._client.close()
            raise
        self._done = as_completed(loop=self._client.loop)
        self._out: dict[str, tuple[Future[Chunk], int, int]] = {}
        self._killed = 0
        self._sent = 0
        self._count, self._counted = 1, -inf

    @property
    def count(self) -> int:
        """How many threads of workers there are now."""
        if monotonic() - self._counted > SECONDS_COUNTED:
            self._count, self._counted = max(sum(self._client.ncores().values()), 1), monotonic()
        return self._count

    def put(self, first: int, stop: int) -> None:
        """Give a chunk to the scheduler."""
        self._sent += 1
        key = f"{self._name}-{self._sent}"
        future = self._client.submit(_work, self._name, first, stop, key=key)
        self._out[key] = (future, first, stop)
        self._done.add(future)

    def next(self) -> Chunk:
        """Wait for a chunk.

        Raises `AdargaError`: `sweep.cluster.lost` where the scheduler has gone, `sweep.workers_died` where the workers
        that had a chunk died again and again.
        """
        while True:
            future = next(self._done)
            _, first, stop = self._out.pop(future.key)
            if future.status == "finished":
                chunk: Chunk = future.result()
                self._killed = 0
                return chunk
            if future.status != "error":
                raise AdargaError("sweep.cluster.lost", address=self._address)
            error = future.exception()
            self._killed += 1
            if not isinstance(error, KilledWorker):
                raise error
            if self._killed > MOST_KILLED:
                raise AdargaError("sweep.workers_died", first=first, last=stop - 1)
            self.put(first, stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):
            self._client.cancel([future for future, _, _ in self._out.values()])
            self._client.unregister_worker_plugin(self._name)
        self._client.close()
