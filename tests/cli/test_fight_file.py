"""What was shown is on the disk: a killed program, a line cut short, two programs at once, files that are no fight."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from adarga.cli.fight_file import Asked, open_fight, read_only
from adarga.errors import AdargaError
from adarga.fight.log import Log
from adarga.fight.saved import head_line
from tests.cli.conftest import Cli
from tests.source import ROOT

PROGRAM = (sys.executable, "-c", "from adarga.cli.main import main; main()")
MADE = ("--roster", str(ROOT / "examples" / "puente.toml"))


def begun(file: Path, *options: str) -> subprocess.Popen[str]:
    """The program, its input and output in our hands."""
    settings = os.environ | {"ADARGA_LANG": "en", "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [*PROGRAM, "fight", str(file), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=settings,
    )


def read_to(program: subprocess.Popen[str], text: str) -> None:
    """Read its output up to a line that holds a text."""
    assert program.stdout is not None
    for line in program.stdout:
        if text in line:
            return
    raise AssertionError(text)


def typed(program: subprocess.Popen[str], line: str) -> None:
    assert program.stdin is not None
    program.stdin.write(line + "\n")
    program.stdin.flush()


def test_nothing_shown_is_lost_when_killed(tmp_path: Path) -> None:
    file = tmp_path / "a.adarga"
    for wounds in range(1, 4):
        program = begun(file, *(MADE if wounds == 1 else ()))
        read_to(program, "Type help")
        typed(program, "hurt aldo 1")
        read_to(program, f"{14 - wounds} left")
        program.kill()
        program.communicate()
        assert read_only(file)[1].state.fighter("Aldo").points == 14 - wounds


def test_a_terminal_is_prompted_and_completes(tmp_path: Path) -> None:
    keyboard, terminal = pty.openpty()
    settings = os.environ | {"ADARGA_LANG": "en", "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1", "TERM": "dumb"}
    command = [*PROGRAM, "fight", str(tmp_path / "a.adarga"), *MADE]
    program = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=settings)
    os.close(terminal)
    try:
        read_terminal(keyboard, b"> ")
        os.write(keyboard, b"hurt brunil\t3\n")
        shown = read_terminal(keyboard, b" left")
        assert b"Brunilda 3" in shown
        assert b"loses 3: 15 left" in shown
        os.write(keyboard, b"quit\n")
        assert program.wait(30) == 0
    finally:
        program.kill()
        program.wait()
        os.close(keyboard)


def read_terminal(keyboard: int, text: bytes) -> bytes:
    """What a terminal shows, up to a text."""
    shown = b""
    while text not in shown:
        shown += os.read(keyboard, 4096)
    return shown


def test_a_second_program_is_kept_out(tmp_path: Path, adarga: Cli) -> None:
    file = tmp_path / "a.adarga"
    program = begun(file, *MADE)
    read_to(program, "Type help")
    second = adarga("fight", str(file))
    assert second.code == 2
    assert "open in another program" in second.err
    assert adarga("fight", str(file), "--log").code == 0
    program.communicate("quit\n")
    with open_fight(Asked(file)).file:
        assert program.returncode == 0


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "a.adarga"
    program = begun(file, *MADE)
    program.communicate("next\nhurt aldo 3\nundo\nhurt aldo 2\nhurt brunilda 1\n")
    return file


def opened(file: Path) -> Log:
    fight = open_fight(Asked(file))
    fight.file.close()
    return fight.log


def test_a_line_cut_short_is_dropped_and_written_over(saved: Path) -> None:
    whole = saved.read_bytes()
    start = whole.rfind(b"\n", 0, -1) + 1
    for cut in range(start, len(whole), 7):
        saved.write_bytes(whole[:cut])
        assert opened(saved).state.fighter("Brunilda").points == 18
        assert saved.read_bytes() == whole[:start]


def test_opening_twice_doubles_nothing(saved: Path) -> None:
    before = saved.read_bytes()
    assert opened(saved) == opened(saved) == read_only(saved)[1]
    assert saved.read_bytes() == before


def test_a_file_whose_head_was_cut_short_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.adarga"
    for cut in (0, 5, 12):
        file.write_text(head_line("absorption")[:cut], encoding="utf-8")
        with pytest.raises(AdargaError, match=r"fight_cli\.no_file"):
            open_fight(Asked(file))
        fight = open_fight(Asked(file, rulebook="percentile"))
        fight.file.close()
        assert read_only(file)[0].id == "percentile"


def test_a_roster_joins_in_one_line_and_whole(tmp_path: Path, adarga: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.adarga"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    adarga("fight", str(file), *MADE)
    whole = file.read_bytes()
    assert whole.count(b"\n") == 2
    for cut in (len(whole) - 1, whole.find(b"\n") + 1):
        file.write_bytes(whole[:cut])
        done = adarga("fight", str(file), *MADE)
        assert "Goblin enters the fight" in done.out
        assert ("was cut short" in done.out) == (cut == len(whole) - 1)
        assert file.read_bytes() == whole
    assert "enters the fight" not in adarga("fight", str(file), *MADE).out


HEAD = head_line("absorption")


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        "garbage\n",
        "not a fight at all, and no line end",
        "[1]\n",
        "{}\n",
        '{"adarga":1}\n',
        '{"adarga":99,"rulebook":"absorption","house":null}\n',
        '{"adarga":1,"rulebook":"chess","house":null}\n',
        '{"adarga":1,"rulebook":"absorption","house":"base = 3"}\n',
        HEAD + "{}\n",
        HEAD + "7\n",
        HEAD + '{"undo":"x"}\n',
        HEAD + '{"from":3,"entries":[]}\n',
        HEAD + '{"from":0,"entries":[1]}\n',
        HEAD + '{"command":{"is":"NextTurn"},"events":7}\n',
        HEAD + '{"command":{"is":"NextTurn"},"events":[7]}\n',
        HEAD + '{"command":{"is":"NextTurn"},"events":[{"is":"Left"}]}\n',
        HEAD + '{"command":{"is":"NextTurn"},"events":[{"is":"Waited","who":"nobody","value":3}]}\n',
        HEAD + '{"command":{"is":"NextTurn"},"events":[{"is":"Ordered","order":3,"turn":"x"}]}\n',
    ],
)
def test_a_file_that_is_no_fight_is_one_error(tmp_path: Path, adarga: Cli, text: str) -> None:
    file = tmp_path / "bad.adarga"
    file.write_text(text, encoding="utf-8")
    for options in ((), ("--log",), ("--rulebook", "absorption")):
        done = adarga("fight", str(file), *options)
        assert (done.code, done.out) == (2, "")
        assert len(done.err.strip().splitlines()) == 1
    assert file.read_text(encoding="utf-8") == text


def test_bytes_that_are_no_text_and_folders(tmp_path: Path, adarga: Cli) -> None:
    file = tmp_path / "bad.adarga"
    file.write_bytes(b"\xff\xfe\n")
    assert adarga("fight", str(file)).code == 2
    assert adarga("fight", str(tmp_path)).code == 2
    assert adarga("fight", str(tmp_path / "no" / "a"), "--rulebook", "percentile").code == 2
    assert adarga("fight", str(tmp_path / "none"), "--log").code == 2


def test_a_last_line_written_twice_counts_once(saved: Path) -> None:
    once = opened(saved)
    data = saved.read_bytes()
    saved.write_bytes(data + data.splitlines(keepends=True)[-1])
    assert opened(saved) == once


def test_numbers_go_on_after_a_doubled_and_a_torn_line(
    saved: Path, adarga: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved.read_bytes()
    last = data.splitlines(keepends=True)[-1]
    saved.write_bytes(data + last + last[:20])
    monkeypatch.setattr("sys.stdin", io.StringIO("hurt aldo 1\n"))
    assert adarga("fight", str(saved)).code == 0
    numbers = [json.loads(line)["n"] for line in saved.read_text("utf-8").splitlines()[1:]]
    assert numbers == [1, 2, 3, 4, 5, 6, 6, 7]
    assert opened(saved).state.fighter("Aldo").points == 11


def test_a_line_that_was_taken_out_is_missed(saved: Path, adarga: Cli) -> None:
    lines = saved.read_text("utf-8").splitlines(keepends=True)
    saved.write_text("".join(lines[:3] + lines[4:]), "utf-8")
    done = adarga("fight", str(saved))
    assert done.code == 2
    assert "a line before it is missing" in done.err


def test_what_is_no_file_keeps_no_fight(tmp_path: Path, adarga: Cli) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/null", str(tmp_path), str(pipe)):
        for options in ((), ("--rulebook", "percentile"), ("--log",)):
            done = adarga("fight", path, *options)
            assert done.code == 2
            assert "not a file that can keep a fight" in done.err
