"""What is seen at a terminal while something is worked out."""

from __future__ import annotations

import sys
import time

import pytest
from rich.progress import Progress

from adarga.cli import waiting
from adarga.cli.waiting import progress, working
from adarga.words import Words


def terminal(monkeypatch: pytest.MonkeyPatch, is_one: bool) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_one, raising=False)


def test_a_bar_is_drawn_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[float] = []
    monkeypatch.setattr(Progress, "advance", lambda self, task, by: moved.append(by))
    for quiet, is_one in ((False, True), (True, True), (False, False)):
        terminal(monkeypatch, is_one)
        with progress(10, 2, quiet=quiet) as told:
            told(3)
    assert moved == [3]


@pytest.mark.parametrize(("is_one", "patience", "seen"), [(True, 0.0, True), (True, 60.0, False), (False, 0.0, False)])
def test_that_it_works_is_said_after_a_while_on_a_terminal_alone(
    is_one: bool, patience: float, seen: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal(monkeypatch, is_one)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setattr(waiting, "PATIENCE", patience)
    with working(Words("es")):
        time.sleep(0.2)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert ("calculando" in captured.err) is seen


def test_an_interrupt_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, True)
    with pytest.raises(KeyboardInterrupt), working(Words("en")):
        raise KeyboardInterrupt
