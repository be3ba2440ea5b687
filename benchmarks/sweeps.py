"""What a sweep costs beyond its work: with a pool and with a Dask cluster, two workers each, and over the wire."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil

from adarga.rules.protocol import Matchup, Rulebook, Situation
from adarga.study.measures import STUDIES, Measured, NoOptions, Study
from adarga.study.sweep import Sweep, load
from adarga.study.sweep import run as running
from adarga.study.sweep.cluster import Cluster
from adarga.study.sweep.journal import Journal
from adarga.study.sweep.run import Sample, run
from adarga.study.sweep.workers import Crew, Pool

WORKERS = 2
CHUNK = 0.2
CHUNKS = 30
ROUNDS = 3
TASKS = 500
WIDE = 1_000


def burn(seconds: float) -> None:
    """Keep a processor busy for a time of its own, however many others want it too."""
    start = process_time()
    while process_time() - start < seconds:
        sum(range(200))


def busy(rulebook: Rulebook, matchup: Matchup, situation: Situation, options: NoOptions) -> Measured:
    """A study that does nothing for exactly a chunk's time."""
    burn(CHUNK)
    return {"mean": 0.0}


# Processes of a pool import this module again, those of a cluster load it first: they know this study too.
STUDIES["busy"] = Study(busy, ("mean",))


def sweep_of(study: str, points: int) -> Sweep:
    """A sweep of so many points."""
    return load(
        f'book = "absorption"\nstudy = "{study}"\nweapon = {{ name = "axe", damage = "d8" }}\n'
        f'[ranges]\n"target.points" = "1..{points}"\n'
    )


@dataclass(frozen=True, slots=True)
class Dask:
    """A scheduler and its workers, each a process of its own."""

    address: str
    scheduler: psutil.Process
    workers: psutil.Process

    def used(self) -> float:
        """Seconds of processor that its workers have had until now."""
        return sum(map(seconds_of, (self.workers, *self.workers.children(recursive=True))))


def seconds_of(process: psutil.Process) -> float:
    """Seconds of processor that a process has had until now."""
    times = process.cpu_times()
    return float(times.user + times.system)


@contextmanager
def dask_of(folder: Path) -> Iterator[Dask]:
    """A real scheduler with two workers on loopback."""
    file = folder / "scheduler.json"
    dask = [str(Path(sys.executable).parent / "dask")]
    root = Path(__file__).resolve().parent.parent
    scheduler = [
        *dask,
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        str(file),
    ]
    many = ["--nworkers", str(WORKERS), "--nthreads", "1", "--no-dashboard", "--preload", "benchmarks.sweeps"]
    workers = [*dask, "worker", "--scheduler-file", str(file), *many, "--local-directory", str(folder)]
    settings = os.environ | {"PYTHONPATH": f"{root}:{root / 'src'}"}
    started = []
    try:
        for command in (scheduler, workers):
            nowhere = subprocess.DEVNULL
            started.append(subprocess.Popen(command, cwd=root, env=settings, stdout=nowhere, stderr=nowhere))
        while not file.exists() or not file.read_text().endswith("}"):
            sleep(0.05)
        address = json.loads(file.read_text())["address"]
        yield Dask(address, psutil.Process(started[0].pid), psutil.Process(started[1].pid))
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def bare() -> float:
    """Seconds that two processes take for the same work with nobody to tell them anything: each takes the next."""
    context = get_context("spawn")
    ready, go = context.Barrier(WORKERS + 1), context.Barrier(WORKERS + 1)
    left = context.Value("i", CHUNKS)
    processes = [context.Process(target=_bare, args=(ready, go, left)) for _ in range(WORKERS)]
    for process in processes:
        process.start()
    ready.wait()
    start = perf_counter()
    go.wait()
    # They meet once more when nothing is left: leaving takes each of them a while.
    ready.wait()
    seconds = perf_counter() - start
    for process in processes:
        process.join()
    return seconds


def _bare(ready: Any, go: Any, left: Any) -> None:
    ready.wait()
    go.wait()
    while True:
        with left.get_lock():
            if not left.value:
                break
            left.value -= 1
        burn(CHUNK)
    ready.wait()


def swept(crew: Callable[[Sweep], Crew], used: Callable[[], float]) -> tuple[float, float]:
    """Seconds that a sweep takes for it once its workers are there, and those of processor that all of it had."""
    sweep = sweep_of("busy", CHUNKS + WORKERS)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder) / "out.part", sweep) as journal,
        crew(sweep) as workers,
    ):
        for point in range(WORKERS):
            workers.put(CHUNKS + point, CHUNKS + point + 1)
        for _ in range(WORKERS):
            journal.add(workers.next())
        before, start = used(), perf_counter()
        run(journal, workers, Sample((), CHUNK), lambda _: None)
        return perf_counter() - start, used() - before


def pool(sweep: Sweep) -> Crew:
    """Two processes."""
    return Pool(sweep, WORKERS)


def used_by_pool() -> float:
    """Seconds of processor of this process and of the pool's."""
    children = [psutil.Process(one.pid) for one in active_children()]
    return sum(map(seconds_of, (psutil.Process(), *children)))


def overheads(dask: Dask) -> Iterator[tuple[str, ...]]:
    """Time and processor beyond the work itself, as shares of it: medians of rounds between bare processes."""
    running.CHUNK_SECONDS, running.SECONDS_A_WORKER = CHUNK, 0.0
    me = psutil.Process()
    work = CHUNKS * CHUNK

    def used_by_dask() -> float:
        return seconds_of(me) + seconds_of(dask.scheduler) + dask.used()

    times: list[list[float]] = [[], []]
    shares: list[list[float]] = [[], []]
    crews = ((pool, used_by_pool), (lambda sweep: Cluster(sweep, dask.address), used_by_dask))
    # The workers of the cluster are still starting: nothing is measured before they are there.
    swept(*crews[1])
    before = bare()
    for _ in range(ROUNDS):
        for at, (crew, used) in enumerate(crews):
            seconds, processor = swept(crew, used)
            after = bare()
            times[at].append(2 * seconds / (before + after) - 1)
            shares[at].append(processor / work - 1)
            before = after
    yield f"time beyond the work, chunks of {CHUNK} s", *(f"{median(one):.1%}" for one in times)
    yield "processor beyond the work", *(f"{median(one):.1%}" for one in shares)


@dataclass(frozen=True, slots=True)
class Traffic:
    """What many chunks take, each: chunks a second, bytes on loopback, milliseconds of processor by where."""

    rate: float
    bytes: float
    client: float
    scheduler: float
    workers: float


def traffic(crew: Callable[[Sweep], Crew], dask: Dask | None, points: int, tasks: int) -> Traffic:
    """Send so many chunks of so many points, all at once."""
    me = psutil.Process()

    def now() -> tuple[float, ...]:
        sent = psutil.net_io_counters(pernic=True)["lo"].bytes_sent
        its, theirs = (seconds_of(dask.scheduler), dask.used()) if dask else (0.0, used_by_pool() - seconds_of(me))
        return perf_counter(), float(sent), seconds_of(me), its, theirs

    with crew(sweep_of("odds", 9_000)) as workers:
        for _ in range(20):
            workers.put(0, points)
        for _ in range(20):
            workers.next()
        before = now()
        for _ in range(tasks):
            workers.put(0, points)
        for _ in range(tasks):
            workers.next()
        seconds, sent, *processors = (b - a for a, b in zip(before, now(), strict=True))
    return Traffic(tasks / seconds, sent / tasks, *(1000 * one / tasks for one in processors))


def figures() -> Iterator[tuple[str, ...]]:
    """Rows of a table: what, with a pool, with Dask."""
    with tempfile.TemporaryDirectory() as folder, dask_of(Path(folder)) as dask:
        yield from overheads(dask)
        pooled = traffic(pool, None, 1, TASKS)
        narrow = traffic(lambda sweep: Cluster(sweep, dask.address), dask, 1, TASKS)
        wide = traffic(lambda sweep: Cluster(sweep, dask.address), dask, WIDE, TASKS // 10)
    yield "chunks of one point a second", f"{pooled.rate:,.0f}", f"{narrow.rate:,.0f}"
    yield "the sweep's process, ms of processor a chunk", f"{pooled.client:.2f}", f"{narrow.client:.2f}"
    yield "the scheduler, ms of processor a chunk", "", f"{narrow.scheduler:.2f}"
    yield "the workers, ms of processor a chunk", f"{pooled.workers:.2f}", f"{narrow.workers:.2f}"
    yield "bytes a chunk, one point", "", f"{narrow.bytes:,.0f}"
    yield f"bytes a chunk, {WIDE:,} points of five measures", "", f"{wide.bytes:,.0f}"


if __name__ == "__main__":
    for row in figures():
        print("| " + " | ".join(row) + " |")
