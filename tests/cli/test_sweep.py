"""`adarga sweep`."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from adarga.cli.sweep import duration
from adarga.study.sweep import run as running
from adarga.study.sweep.journal import Journal
from adarga.study.sweep.run import Sample
from adarga.study.sweep.workers import Crew
from adarga.words import Words
from tests.cli.conftest import Cli
from tests.study.sweeps import LARGE, SMALL, finish, small


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return str(path)


def test_a_sweep_is_written_and_told(adarga: Cli, file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    done = adarga("sweep", file, "--out", str(out))
    assert (done.code, done.out) == (0, f"{out}: 24 points\n")
    assert done.err == "24 points, workers: 1, estimated time: under 1 s\n"
    assert out.read_bytes() == finish(small(), tmp_path / "same.csv")
    done = adarga("sweep", file, "--out", str(out), "--json")
    assert done.json == {"file": str(out), "points": 24, "refused": 0}
    done = adarga("sweep", file, "--out", str(out), "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert "24 puntos, procesos: 1" in adarga("sweep", file, "--out", str(out), "--lang", "es").err


def test_an_estimate_makes_no_file(adarga: Cli, file: str, tmp_path: Path) -> None:
    done = adarga("sweep", file, "--estimate", "--json", "--workers", "4")
    assert (done.json["points"], done.json["missing"], done.json["workers"]) == (24, 24, 4)
    assert done.json["seconds"] == pytest.approx(24 * done.json["seconds_a_point"] / 4)
    assert "24 points" in adarga("sweep", file, "--estimate", "--out", str(tmp_path / "out.csv")).out
    assert [one.name for one in tmp_path.iterdir()] == ["small.toml"]


def test_an_interrupt_keeps_what_is_done(
    adarga: Cli, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = running.run

    def interrupted(journal: Journal, crew: Crew, sample: Sample, told: object) -> None:
        crew.put(0, 7)
        journal.add(crew.next())
        raise KeyboardInterrupt

    out = tmp_path / "out.csv"
    monkeypatch.setattr(running, "run", interrupted)
    done = adarga("sweep", file, "--out", str(out))
    assert done.code == 130
    assert f"stopped: 7 of 24 points are kept in {out}.part" in done.err
    assert not out.exists()
    monkeypatch.setattr(running, "run", whole)
    left = adarga("sweep", file, "--out", str(out), "--estimate")
    assert left.out.startswith("7 of 24 points are done already; 17 left")
    assert adarga("sweep", file, "--out", str(out)).code == 0
    assert out.read_bytes() == finish(small(), tmp_path / "same.csv")


def test_refused_points_are_told_in_words(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "elect.toml"
    file.write_text(
        'book = "damage-steps"\nstudy = "odds"\nweapon = { name = "club", damage = "d6", type = "C" }\n'
        '[ranges]\n"situation.elect" = "1..5"\n'
    )
    done = adarga("sweep", str(file), "--out", str(tmp_path / "out.csv"))
    assert done.code == 0
    assert done.out.splitlines()[1].startswith("the rules refuse 2 points, the first of them point 3: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "a sweep needs --out"),
        (("--out", "out.txt"), "a result is written as one of .csv, .parquet"),
        (("--out", "no/where/out.csv"), "cannot be written"),
        (("--out", "out.csv", "--workers", "0"), "--workers"),
        (("--out", "out.csv", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "--cluster"),
    ],
)
def test_mistakes_of_the_line_are_told(adarga: Cli, file: str, arguments: tuple[str, ...], said: str) -> None:
    done = adarga("sweep", file, *arguments)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""


def test_mistakes_of_the_file_are_told_at_once(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(SMALL.replace('"2..6 by 2"', "[1, -5]").replace('"d6", ', '"d1x", '))
    done = adarga("sweep", str(file), "--out", str(tmp_path / "out.csv"))
    assert done.code == 2
    assert done.err.startswith(f"{file}:\n")
    assert "\nranges.target.points = -5: -5 is out of range" in done.err
    assert 'ranges.weapon.damage = "d1x": “d1x” is not dice' in done.err
    assert [one.name for one in tmp_path.iterdir()] == ["wrong.toml"]
    assert adarga("sweep", str(tmp_path / "none.toml"), "--estimate").code == 2


def test_another_sweeps_journal_is_refused(adarga: Cli, file: str, tmp_path: Path) -> None:
    part = tmp_path / "out.csv.part"
    with Journal(part, small()):
        pass
    other = tmp_path / "large.toml"
    other.write_text(LARGE)
    done = adarga("sweep", str(other), "--out", str(tmp_path / "out.csv"))
    assert done.code == 2
    assert "of another sweep" in done.err
    with part.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "is in use" in adarga("sweep", file, "--out", str(tmp_path / "out.csv")).err
    assert adarga("sweep", file, "--out", str(tmp_path / "out.csv")).code == 0


@pytest.mark.parametrize(
    ("package", "line", "extra"),
    [
        ("distributed", ("--out", "a.csv", "--cluster", "tcp://127.0.0.1:1"), "adarga[cluster]"),
        ("pyarrow.parquet", ("--out", "a.parquet"), "adarga[parquet]"),
    ],
)
def test_a_missing_package_is_named_before_any_work(
    adarga: Cli, file: str, monkeypatch: pytest.MonkeyPatch, package: str, line: tuple[str, ...], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(running, "sampled", lambda *_: pytest.fail("work was done"))
    done = adarga("sweep", file, *line)
    assert (done.code, done.out) == (2, "")
    assert extra in done.err


def test_times_are_told_as_people_tell_them() -> None:
    words = Words("en")
    told = [duration(words, seconds) for seconds in (0.2, 1, 59.4, 61, 3599, 7260)]
    assert told == ["under 1 s", "1 s", "59 s", "1 min 1 s", "59 min 59 s", "2 h 1 min"]


def test_a_request_to_end_stops_as_an_interrupt_does(
    adarga: Cli, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(running, "run", ended)
    before = signal.getsignal(signal.SIGTERM)
    done = adarga("sweep", file, "--out", str(tmp_path / "out.csv"), "--workers", "2")
    assert (done.code, done.out) == (143, "")
    assert "stopped: 0 of 24 points are kept" in done.err
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_sweep_ended_from_outside_leaves_nothing_behind(tmp_path: Path) -> None:
    file, out = tmp_path / "large.toml", tmp_path / "out.csv"
    file.write_text(LARGE.replace('"0..4"', '"0..400"'))
    line = (sys.executable, "-m", "adarga", "sweep", str(file), "--out", str(out), "--workers", "2")
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "workers: 2" in process.stderr.readline()
        process.terminate()
        rest = process.communicate(timeout=60)[1]
    assert process.returncode == 143
    assert rest.startswith("stopped: ")
    assert "leaked" not in rest
