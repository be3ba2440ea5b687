"""Pictures in the terminal say the same in a pipe, in a narrow window, and without colour."""

from __future__ import annotations

import re
import sys
from math import inf, nan

import pytest

from adarga.cli import layout, pictures
from adarga.cli.streams import plain
from adarga.words import Words, columns

EN, ES = Words("en"), Words("es")
ROWS = ["dagger", "a giant's club"]
NAMES = ["none", "padded", "chain mail"]
VALUES = [[1.0, 2.0, inf], [nan, 4.5, 9.0]]
CODE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that shows colour, unless NO_COLOR is set."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert layout.coloured()


def test_heat_map_shades_every_value() -> None:
    assert pictures.heat_map(EN, ROWS, NAMES, VALUES) == [
        "                  none  padded  chain mail",
        "dagger            1.00    2.00           ∞",
        "a giant's club       –  4.50 ▒      9.00 █",
    ]


def test_heat_map_speaks_the_language() -> None:
    lines = pictures.heat_map(ES, ["a"], ["b", "c"], [[0.123, 1]], percent=True, digits=1)
    assert lines[1].replace("\N{NO-BREAK SPACE}", "~").split() == ["a", "12,3~%", "100,0~%", "█"]


def test_wide_heat_maps_go_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    names = [f"column {n}" for n in range(9)]
    lines = pictures.heat_map(EN, ROWS, names, [list(range(9)), list(range(9, 18))])
    assert max(map(columns, lines)) <= 40
    text = "\n".join(lines)
    for name in names:
        assert text.count(name) == 1
    assert re.findall(r"(\d+)\.00", text) == [
        str(number) for pair in range(0, 8, 2) for number in (pair, pair + 1, pair + 9, pair + 10)
    ] + ["8", "17"]


def test_long_names_are_folded_and_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    long = "the hundred-year-old sword of the marches"
    lines = pictures.heat_map(EN, [long], ["a"], [[1.0]])
    assert "".join(line[:20].strip() for line in lines[1:]).replace(" ", "") == long.replace(" ", "")


def test_colour_changes_no_word(terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    curves = {"book": [0.2, 0.6], "house": [0.1, 0.3]}
    coloured = [*pictures.heat_map(EN, ROWS, NAMES, VALUES), *pictures.curve(EN, curves)]
    assert any(CODE.search(line) for line in coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    bare = [*pictures.heat_map(EN, ROWS, NAMES, VALUES), *pictures.curve(EN, curves)]
    assert not any("\x1b" in line for line in bare)
    assert [CODE.sub("", line).rstrip() for line in coloured] == bare


def test_sixteen_colours_are_no_shades(terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert not any(re.search(r"\x1b\[[0-9;]*[34][0-9]", line) for line in pictures.heat_map(EN, ROWS, NAMES, VALUES))


def test_curves_are_steps_with_a_sign_each() -> None:
    lines = pictures.curve(EN, {"book": [0.25, 1.0], "house": [0.0, 0.5]})
    picture, words = lines[:15], lines[15:]
    assert [line[:8] for line in picture[:13:3]] == [
        "  100% ┤", "   75% ┤", "   50% ┤", "   25% ┤", "    0% ┤"
    ]  # fmt: skip
    assert set(picture[0][8:].strip()) == {"●"}
    assert set(picture[6][8:].strip()) == {"■"}
    assert set(picture[12][8:].strip()) == {"●", "■"}
    assert picture[14].split() == ["0", "1", "2"]
    assert words == ["", "  ● book: half the time down by round 2", "  ■ house: half the time down by round 2"]


@pytest.mark.parametrize("count", [1, 3, 12, 60, 400])
@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_curves_fit_the_window(count: int, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    curves = {"a": [n / count for n in range(1, count + 1)], "b": [0.0]}
    lines = pictures.curve(ES, curves, unit="strike")
    assert max(map(columns, lines[:15])) <= int(width)
    assert lines[0].endswith("●")
    assert lines[-2:] == [
        f"  ● a: la mitad de las veces ha caído con el golpe {-(-count // 2)} o antes",
        "  ■ b: tras el golpe 1 sigue en pie más de la mitad de las veces",
    ]


def test_pictures_have_plain_signs_for_plain_streams() -> None:
    lines = pictures.heat_map(EN, ROWS, NAMES, VALUES) + pictures.curve(EN, {str(n): [n / 6] for n in range(6)})
    assert "?" not in plain("".join(lines))
    assert len(set(map(plain, pictures._MARKS))) == len(pictures._MARKS)
    assert len(set(map(plain, pictures._SHADES))) == len(pictures._SHADES)
