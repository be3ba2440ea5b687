"""Languages, errors, streams and start of the command line."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from adarga.cli import main
from adarga.cli.layout import bar, bars
from adarga.cli.streams import plain
from adarga.telling.layout import padded, table, wrapped
from adarga.words import LANGUAGES, Words, columns
from tests.cli.conftest import Cli
from tests.source import ROOT

PROGRAM = (sys.executable, "-m", "adarga")


def process(*arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    env = kept | {"PYTHONPATH": str(ROOT / "src")} | environ
    return subprocess.run([*PROGRAM, *arguments], env=env, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_help(adarga: Cli, lang: str) -> None:
    words = Words(lang)
    for name in main.COMMANDS:
        done = adarga(name, "--help", "--lang", lang)
        assert done.code == 0
        assert words.say("cli.examples") in done.out
        assert f"adarga {name} " in done.out.split(words.say("cli.examples"))[1]


def test_root_lists_every_command(adarga: Cli) -> None:
    done = adarga("--help")
    assert [name for name in main.COMMANDS if f"\n  {name} " not in done.out] == []
    assert adarga("--version").out.startswith("adarga ")


@pytest.mark.parametrize(
    ("arguments", "environ", "spanish"),
    [
        (("--lang", "es", "roll", "--help"), {}, True),
        (("roll", "--help", "--lang=es"), {}, True),
        (("roll", "--help"), {"ADARGA_LANG": "es"}, True),
        (("roll", "--help", "--lang", "en"), {"ADARGA_LANG": "es"}, False),
        (("roll", "--help"), {"LANG": "es_ES.UTF-8", "PYTHONUTF8": "1"}, True),
        (("roll", "--help"), {"LANG": "de_DE.UTF-8", "PYTHONUTF8": "1"}, False),
    ],
)
def test_language_is_found(arguments: tuple[str, ...], environ: dict[str, str], spanish: bool) -> None:
    out = process(*arguments, **environ).stdout.decode()
    assert ("Opciones:" in out, "Options:" in out) == (spanish, not spanish)


def test_unknown_languages_are_refused(adarga: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert adarga("roll", "d6", "--lang", "fr").code == 2
    monkeypatch.setenv("ADARGA_LANG", "fr")
    done = adarga("roll", "d6")
    assert (done.code, done.out) == (2, "")
    assert "fr" in done.err
    assert adarga("roll", "d6", "--lang", "en").code == 0


def test_clicks_own_errors_exit_2(adarga: Cli) -> None:
    assert adarga("roll").code == 2
    assert adarga("nothing").code == 2
    assert "No existe" in adarga("--lang", "es", "roll", "d6", "--nothing").err


def test_quick_commands_load_nothing_heavy() -> None:
    program = "import sys; from adarga.cli.main import run; run(['roll', '2d6']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60)
    loaded = set(done.stdout.split("\n")[-2].split())
    heavy = {"numpy", "pydantic", "sqlalchemy", "altair", "rich", "tomllib", "json", "pathlib", "fractions", "decimal"}
    assert loaded & heavy == set()
    assert not any(name.startswith(("adarga.rules", "adarga.plan")) for name in loaded)


def test_streams_without_the_characters_get_plain_text() -> None:
    done = process("--lang", "es", "dist", "2d4-9", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"2d4-9: media -4,00, desviacion tipica 1,58, de -7 a -1\n")
    assert b"#" in done.stdout
    assert process("roll", "2d6x", PYTHONIOENCODING="ascii").returncode == 2


def test_json_keeps_every_character_in_ascii() -> None:
    line = ("strike", "absorption", "--damage", "d6", "--constitution", "9", "--json", "--lang", "es")
    done = process(*line, PYTHONIOENCODING="ascii")
    assert any("Constitución" in entry["text"] for entry in json.loads(done.stdout)["trace"])


def test_broken_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*PROGRAM, "roll", "d6", "-n", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == main.QUIET


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A job in the background ignores interrupts and hands that on: what is started here does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupt_is_quiet() -> None:
    with subprocess.Popen(
        [*PROGRAM, "roll", "3d100", "-n", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        running.stdout.read()
        assert running.stderr.read() == b""
        assert running.wait(60) == main.INTERRUPTED


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(adarga: Cli, shell: str) -> None:
    done = adarga("completion", shell)
    assert done.code == 0
    assert "_ADARGA_COMPLETE" in done.out


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("adarga st", {"strike", "step"}),
        ("adarga strike ", {"absorption", "damage-steps", "percentile"}),
        ("adarga strike percentile --do", {"--dodge"}),
        ("adarga odds absorption --so", {"--soak-energy"}),
        ("adarga roll --lang ", {"en", "es"}),
    ],
)
def test_completion_offers(line: str, offered: set[str]) -> None:
    words = line.split(" ")
    done = process(
        _ADARGA_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), PYTHONIOENCODING="utf-8"
    )
    assert {entry.split(",")[1] for entry in done.stdout.decode().split()} == offered


def test_plain_text() -> None:
    assert plain("−3 → «año» 劍 █▌") == '-3 -> "ano" ? #-'


def test_tables_align_by_what_is_shown() -> None:
    lines = table([("劍", "1"), ("e\u0301", "22"), ("sword", "3")], "<>")
    assert {columns(line) for line in lines} == {9}
    assert padded("劍", 4, ">") == "  劍"


def test_bars_show_what_is_not_nothing() -> None:
    assert bar(1, 5) == "█" * 5
    assert bar(0.5, 5) == "██▌"
    assert bar(1e-9, 5) == "▏"
    assert bar(0, 5) == ""
    assert [line.split("  ")[1:] for line in bars([("1",), ("2",), ("3",)], [1, 10**999, 0], ">")] == [
        ["▏"], ["█" * 60], []
    ]  # fmt: skip


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bars_are_coloured_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, shares = [("1", "50%"), ("2", "50%")], [Fraction(1, 2)] * 2
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    plain_bars = bars(rows, shares, ">>")
    assert [columns(line) for line in plain_bars] == [49, 49]
    monkeypatch.setattr("sys.stdout", Terminal())
    assert all("\x1b[" in line for line in bars(rows, shares, ">>"))
    monkeypatch.setenv("NO_COLOR", "1")
    assert bars(rows, shares, ">>") == plain_bars


def test_long_texts_are_wrapped_not_cut() -> None:
    text = "  " + "word " * 30 + "x" * 50
    lines = wrapped(text, 30)
    assert "".join(lines).split() == text.split()
    assert all(columns(line) <= 30 for line in lines[:-1])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("odds damage-steps --damage d8 --damage d6", "--damage is given twice"),
        ("odds damage-steps --damage d8 --worn --not-worn", "--worn is given twice"),
        ("absorption --constitution 5 --damage d6", "--damage is a flag of strike and odds"),
        ("odds absorption --damage d8 --absorption 99999999999999999999", "at most 9999"),
        ("odds damage-steps --damage d8 --ap -99999999999999999999", "at least \N{MINUS SIGN}999"),
        ("roll d6 --seed 99999999999999999999999", "--seed is at most"),
        ("strike absorption --damage d10 --dexterity 12 --dice damage=3", "the die of Dexterity (dexterity=)"),
    ],
)
def test_what_a_flag_takes_is_said(adarga: Cli, line: str, said: str) -> None:
    done = adarga(*line.split())
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_an_empty_value_is_refused(adarga: Cli) -> None:
    done = adarga("odds", "damage-steps", "--damage", "d8", "--take", " ")
    assert (done.code, done.err.strip()) == (2, "--take needs something after it")


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*PROGRAM, "dist", "d6"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == main.MISTAKE
    assert b"Traceback" not in done.stderr


def test_closed_streams_break_nothing() -> None:
    line = f'"{sys.executable}" -m adarga dist d6 >&- 2>&-'
    assert subprocess.run(["sh", "-c", line], cwd=ROOT, check=False).returncode == 0
