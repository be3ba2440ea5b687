"""Running a sweep: the same rows whoever works them out, whatever dies on the way, each point once."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import pyarrow.parquet
import pytest
from distributed import LocalCluster
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.study.sweep import Sweep, load
from adarga.study.sweep import run as running
from adarga.study.sweep.cluster import Cluster
from adarga.study.sweep.journal import Journal, journal_path, opened, peek
from adarga.study.sweep.points import Chunk, Points
from adarga.study.sweep.results import check_ending, write
from adarga.study.sweep.run import Sample, run, sampled
from adarga.study.sweep.workers import Here, Pool
from tests.source import ROOT
from tests.study.sweeps import LARGE, LARGE_POINTS, SMALL, finish, large, nothing, small

ADARGA = "import sys; sys.argv[0] = 'adarga'; from adarga.cli.main import main; main()"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The result of the large sweep, worked out here."""
    return finish(large(), tmp_path_factory.mktemp("whole") / "out.csv")


@pytest.fixture
def _short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0.02)
    monkeypatch.setattr(running, "SECONDS_A_WORKER", 0.0)
    monkeypatch.setattr(running, "LEAST_SECONDS", 0.01)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[LocalCluster]:
    """A real Dask scheduler with two workers, each a process of its own, on loopback."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1", silence_logs=50
    ) as cluster:
        yield cluster


def table(result: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result.decode())))


def test_a_result_has_one_row_a_point(tmp_path: Path) -> None:
    sweep = small()
    rows = table(finish(sweep, tmp_path / "out.csv"))
    assert [int(row["point"]) for row in rows] == list(range(24))
    assert list(rows[0]) == [
        "point", "target.points", "book.penetration.capped_by_roll", "weapon.damage", "situation.effectiveness",
        "mean", "sd", "hurts", "lands", "drops", "refused",
    ]  # fmt: skip
    points = Points(sweep)
    for row, point in zip(rows, range(24), strict=True):
        assert tuple(float(row[name]) for name in sweep.measures) == points.row(point)
        assert row["book.penetration.capped_by_roll"] == ("true" if sweep.values(point)[1] else "false")
    assert list(tmp_path.iterdir()) == [tmp_path / "out.csv"]


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    text = SMALL.replace('"leather"', "[]") + '"target.armour" = [[], ["leather"]]\n"target.energy" = [3]\n'
    sweep = load(text)
    rows = table(finish(sweep, tmp_path / "out.csv"))
    finish(sweep, tmp_path / "out.parquet")
    read: Any = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    found = read.to_pylist()
    assert len(found) == len(rows) == 48
    assert (found[0]["target.points"], found[0]["book.penetration.capped_by_roll"]) == (2, False)
    for one, row in zip(found, rows, strict=True):
        assert all(one[name] == float(row[name]) for name in sweep.measures)
        assert one["target.armour"] == row["target.armour"]
        assert one["refused"] is None


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.usefixtures("_short_chunks")
def test_a_pool_finds_the_same(tmp_path: Path, whole: bytes, count: int) -> None:
    assert finish(large(), tmp_path / "out.csv", lambda sweep: Pool(sweep, count)) == whole


@pytest.mark.usefixtures("_short_chunks")
def test_a_worker_killed_midway_changes_nothing(tmp_path: Path, whole: bytes) -> None:
    killed: list[int] = []

    def told(_: int) -> None:
        if len(killed) < 2:
            child = multiprocessing.active_children()[0]
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)
            killed.append(child.pid)

    assert finish(large(), tmp_path / "out.csv", lambda sweep: Pool(sweep, 2), told) == whole
    assert len(killed) == 2


def test_a_pool_that_always_breaks_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adarga.study.sweep.workers.MOST_BROKEN", 0)
    with Pool(small(), 1) as pool:
        pool.put(0, 10)
        for child in multiprocessing.active_children():
            child.kill()
        with pytest.raises(AdargaError, match=r"sweep\.workers_died: first=0, last=9"):
            pool.next()


def test_a_cluster_finds_the_same(
    tmp_path: Path, whole: bytes, scheduler: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0.05)
    assert finish(large(), tmp_path / "out.csv", lambda sweep: Cluster(sweep, scheduler.scheduler_address)) == whole


@pytest.mark.usefixtures("_short_chunks")
def test_a_clusters_worker_killed_midway_changes_nothing(tmp_path: Path, whole: bytes, scheduler: LocalCluster) -> None:
    killed: list[int] = []

    def told(_: int) -> None:
        if not killed:
            killed.append(next(iter(scheduler.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    assert (
        finish(large(), tmp_path / "out.csv", lambda sweep: Cluster(sweep, scheduler.scheduler_address), told) == whole
    )
    assert killed


def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adarga.study.sweep.cluster.SECONDS_TO_CONNECT", 0.2)
    for address in ("tcp://127.0.0.1:9", "nowhere at all"):
        with pytest.raises(AdargaError, match=r"sweep\.cluster\.unreachable"):
            Cluster(small(), address)


def test_a_sweep_killed_and_started_again_does_only_what_is_missing(tmp_path: Path, whole: bytes) -> None:
    (tmp_path / "large.toml").write_text(LARGE)
    out = tmp_path / "out.csv"
    arguments = [sys.executable, "-c", ADARGA, "sweep", "large.toml", "--out", "out.csv", "--workers", "2", "--quiet"]
    settings = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    # The chunks of a sweep are long: a stop in the middle of them is what is wanted here.
    arguments[2] = f"import adarga.study.sweep.run as r; r.CHUNK_SECONDS = r.LEAST_SECONDS = 0.02; {ADARGA}"
    with subprocess.Popen(arguments, cwd=tmp_path, env=settings, start_new_session=True) as process:
        while not journal_path(out).exists() or journal_path(out).read_bytes().count(b"\n") < 3:
            assert process.poll() is None, "it was done before it could be killed"
            time.sleep(0.002)
        process.kill()
    with journal_path(out).open("ab") as file:
        file.write(b"0badc0de [990,1000,")
    missing = sum(stop - first for first, stop in peek(journal_path(out), large()))
    assert 0 < missing < LARGE_POINTS
    worked: list[int] = []
    assert finish(large(), out, told=worked.append) == whole
    assert sum(worked) == missing
    deadline = time.monotonic() + 5
    while workers_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert workers_of(process.pid) == []


def workers_of(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def some_chunks(sweep: Sweep, *spans: tuple[int, int]) -> list[Chunk]:
    points = Points(sweep)
    return [points.chunk(*span) for span in spans]


def test_a_journal_cut_anywhere_keeps_what_was_whole(tmp_path: Path) -> None:
    sweep = small()
    path = tmp_path / "out.csv.part"
    chunks = some_chunks(sweep, (4, 9), (0, 2), (23, 24))
    with Journal(path, sweep) as journal:
        for chunk in chunks:
            journal.add(chunk)
    text = path.read_bytes()
    last = text.rindex(b"\n", 0, -1) + 1
    for length in range(last, len(text)):
        path.write_bytes(text[:length])
        assert peek(path, sweep) == [(2, 4), (9, 24)]
        assert path.stat().st_size == last
    path.write_bytes(text)
    assert peek(path, sweep) == [(2, 4), (9, 23)]
    path.write_bytes(text[:last] + text[last:].replace(b"23", b"22", 1))
    assert peek(path, sweep) == [(2, 4), (9, 24)]
    path.write_bytes(text[:last] + b"\0" * 50 + b"\n" + text[last:])
    with Journal(path, sweep) as journal:
        journal.add(chunks[2])
        assert list(journal.chunks()) == [chunks[1], chunks[0], chunks[2]]


def test_points_that_are_there_are_passed_over(tmp_path: Path) -> None:
    sweep = small()
    with Journal(tmp_path / "out.csv.part", sweep) as journal:
        for chunk in some_chunks(sweep, (4, 9), (4, 9), (0, 5), (8, 10), (5, 6), (0, 24), (9, 12)):
            journal.add(chunk)
        assert journal.missing() == [(0, 4), (12, 24)]
        assert journal.done == 8


def test_a_journal_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "out.csv.part"
    with Journal(path, small()) as journal, pytest.raises(AdargaError, match=r"sweep\.journal\.busy"):
        Journal(journal.path, small())
    before = path.read_bytes()
    with pytest.raises(AdargaError, match=r"sweep\.journal\.other"):
        Journal(path, large())
    assert path.read_bytes() == before
    path.write_bytes(b"dear diary\n")
    with pytest.raises(AdargaError, match=r"sweep\.journal\.none"):
        Journal(path, small())
    assert path.read_bytes() == b"dear diary\n"


def test_lines_of_a_journal_are_known_to_be_whole() -> None:
    assert opened(b"") is None
    assert opened(b"00000000 \n") is None
    assert opened(b"\xff\xfe\n") is None


class _Disordered:
    """Workers that finish in an order of their own."""

    count = 3

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.out: list[tuple[int, int]] = []

    def put(self, first: int, stop: int) -> None:
        self.out.append((first, stop))
        assert len(self.out) <= 2 * self.count

    def next(self) -> Chunk:
        first, stop = self.out.pop(self._random.randrange(len(self.out)))
        return Chunk(first, stop, b"\0" * 40 * (stop - first), (), self._random.random())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.out.clear()


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.lists(st.integers(0, LARGE_POINTS), max_size=8), st.floats(1e-6, 0.1))
def test_every_missing_point_is_done_once(tmp_path_factory: Any, seed: int, cuts: list[int], seconds: float) -> None:
    sweep = large()
    path = tmp_path_factory.mktemp("journal") / "out.csv.part"
    ends = sorted({0, *cuts, LARGE_POINTS})
    with Journal(path, sweep) as journal:
        for first, stop in list(pairwise(ends))[::2]:
            journal.add(Chunk(first, stop, b"", (), 0.1))
        missing = LARGE_POINTS - journal.done
        told: list[int] = []
        run(journal, _Disordered(seed), Sample((), seconds), told.append)
        assert journal.missing() == []
        assert sum(told) == missing
        assert [chunk.first for chunk in journal.chunks()] == sorted(chunk.first for chunk in journal.chunks())
    path.unlink()


def test_chunks_are_as_long_as_they_should_be(tmp_path: Path) -> None:
    lengths: list[int] = []

    class Even(_Disordered):
        def next(self) -> Chunk:
            first, stop = self.out.pop(0)
            lengths.append(stop - first)
            return Chunk(first, stop, b"", (), (stop - first) * 0.001)

    wide = load(LARGE.replace("15..24", "0..99"))
    with Journal(tmp_path / "out.csv.part", wide) as journal:
        run(journal, Even(0), Sample((), 0.004), nothing)
    assert sum(lengths) == wide.grid.points
    assert sum(length < 200 for length in lengths[12:]) <= 1, "0.2 s at 1 ms a point, but for what is left at the end"
    assert max(lengths) <= 330


def test_a_sample_looks_everywhere_and_long_points_are_not_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = small()
    assert sampled(sweep, []) == Sample((), 0.0)
    assert sampled(sweep, [(5, 6)]).seconds > 0
    monkeypatch.setattr(running, "KEPT_SECONDS", 0.0)
    sample = sampled(sweep, [(0, 4), (10, 24)])
    seen = {chunk.first for chunk in sample.chunks}
    assert {0, 23} < seen <= {*range(4), *range(10, 24)}
    told: list[int] = []
    with Journal(tmp_path / "out.csv.part", sweep) as journal:
        run(journal, Here(sweep), sample, told.append)
        assert journal.missing() == []
    assert told[: len(seen)] == [1] * len(seen)
    assert sum(told) == 24


def test_points_the_rules_refuse_are_rows_that_say_so(tmp_path: Path) -> None:
    text = (
        'book = "damage-steps"\nstudy = "odds"\nweapon = { name = "club", damage = "d6", type = "C" }\n'
        '[ranges]\n"situation.elect" = [1, 2, 30]\n'
    )
    rows = table(finish(load(text), tmp_path / "out.csv"))
    assert [row["refused"] == "" for row in rows] == [True, True, False]
    assert rows[2]["mean"] == ""
    finish(load(text), tmp_path / "out.parquet")
    read: Any = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert [one["mean"] is None for one in read.to_pylist()] == [False, False, True]


def test_a_result_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    sweep = small()
    out = tmp_path / "out.csv"
    out.mkdir()
    with Journal(tmp_path / "out.csv.part", sweep) as journal:
        run(journal, Here(sweep), Sample((), 0.001), nothing)
        with pytest.raises(AdargaError, match=r"sweep\.unwritten"):
            write(journal, out)
    assert {one.name for one in tmp_path.iterdir()} == {"out.csv", "out.csv.part"}


def test_a_full_disk_keeps_what_was_done(tmp_path: Path) -> None:
    sweep = small()
    path = tmp_path / "out.csv.part"
    chunks = some_chunks(sweep, (0, 5), (5, 9))
    with Journal(path, sweep) as journal:
        journal.add(chunks[0])
        with Path("/dev/full").open("r+b", buffering=0) as full:
            os.dup2(full.fileno(), journal._file.fileno())
        with pytest.raises(AdargaError, match=r"sweep\.unwritten"):
            journal.add(chunks[1])
    assert peek(path, sweep) == [(5, 24)]


def test_results_have_an_ending_that_says_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_ending(tmp_path / "out.CSV")
    check_ending(tmp_path / "out.parquet")
    for name, key in (("out.xlsx", "ending"), ("out", "ending"), ("no/out.csv", "out_folder")):
        with pytest.raises(AdargaError, match=rf"sweep\.{key}"):
            check_ending(tmp_path / name)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(AdargaError, match=r"sweep\.extra: extra=parquet"):
        check_ending(tmp_path / "out.parquet")
