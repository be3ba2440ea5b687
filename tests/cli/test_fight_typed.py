"""What is typed and cannot be meant so: no text, marks that are not seen, numbers without end, odd counts."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from adarga.cli.fight_file import read_only
from tests.cli.conftest import Cli, Done


@pytest.fixture
def piped(adarga: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty fight in a file."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    adarga("fight", str(tmp_path / "a.adarga"), "--rulebook", "absorption")
    return tmp_path / "a.adarga"


def typed(adarga: Cli, monkeypatch: pytest.MonkeyPatch, file: Path, lines: bytes) -> Done:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
    return adarga("fight", str(file))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"add \xff\xfe 10", "U+DCFE, U+DCFF"),
        ("add ab\u202ecd 10".encode(), "U+202E"),
        (b"add a\x1b[31mb 10", "U+001B"),
        (b"add a\x00b 10", "U+0000"),
        (b"undo 99999999999999", "99999999999999 is too long a number"),
        (b"add -1 x Hidqz 8", "from 1 to 99"),
        (b"add 999999999 x Goblin 5", "from 1 to 99"),
        (b"add 1.5x Goblin 5", "from 1 to 99"),
        (b"add 100 x Goblin 5", "99"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused_and_the_next_is_done(
    adarga: Cli, monkeypatch: pytest.MonkeyPatch, piped: Path, line: bytes, told: str
) -> None:
    done = typed(adarga, monkeypatch, piped, line + b"\nadd \xc3\x91u 10\n")
    assert (done.code, done.err) == (0, "")
    assert told in done.out
    assert [seat.id for seat in read_only(piped)[1].state.seats] == ["\u00d1u"]


def test_a_roster_with_marks_in_its_names_is_refused(
    adarga: Cli, monkeypatch: pytest.MonkeyPatch, piped: Path, tmp_path: Path
) -> None:
    roster = tmp_path / "r.toml"
    roster.write_text('rulebook = "absorption"\n[combatants."a\\u202Eb"]\npoints = 3\n', encoding="utf-8")
    done = typed(adarga, monkeypatch, piped, f"load '{roster}'\n".encode())
    assert "U+202E" in done.out
    assert not read_only(piped)[1].state.seats
