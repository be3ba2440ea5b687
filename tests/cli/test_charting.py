"""`--chart` writes what a command answers as a picture, and never half of either."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_a_distribution_is_drawn_beside_its_text(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    plain = adarga("dist", "2d6+1", "--at-least", "9")
    done = adarga("dist", "2d6+1", "--at-least", "9", "--chart", str(file))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"chart: {file}\n{plain.out}"
    spec = json.loads(file.read_text("utf-8"))
    assert spec["title"]["text"] == "2d6+1"
    assert spec["description"].endswith("9 or more: 41.7%.")


def test_the_odds_of_a_strike_are_drawn(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    line = ("--damage", "d8", "--lang", "es", "--points", "4", "--chart", str(file), "absorption", "--absorption", "3")
    done = adarga("odds", *line)
    assert (done.code, done.err) == (0, "")
    assert f"gráfica: {file}" in done.out
    spec = json.loads(file.read_text("utf-8"))
    assert spec["title"]["text"] == "¿Cuánto daño?"
    (values,) = (values for values in spec["datasets"].values() if "probability" in values[0])
    assert {row["outcome"]: row["probability"] for row in values} == {2: 0.625, 3: 0.125, 4: 0.125, 5: 0.125}


def test_a_strike_of_a_roster_is_named_in_its_picture(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    sheets = ("--roster", "examples/puente.toml", "--attacker", "ogro", "--target", "aldo")
    assert adarga("odds", "absorption", *sheets, "--chart", str(file)).code == 0
    assert json.loads(file.read_text("utf-8"))["title"]["text"].startswith("Ogro → Aldo")


@pytest.mark.parametrize("line", [("dist", "d6"), ("odds", "absorption", "--damage", "d6")])
def test_json_stays_json(adarga: Cli, tmp_path: Path, line: tuple[str, ...]) -> None:
    done = adarga(*line, "--json", "--chart", str(tmp_path / "a.json"))
    assert done.json == adarga(*line, "--json").json
    assert (tmp_path / "a.json").exists()


@pytest.mark.parametrize("line", [("dist", "d6"), ("odds", "absorption", "--damage", "d6")])
@pytest.mark.parametrize("name", ["a.gif", "none/a.json", "a"])
def test_what_cannot_be_written_stops_everything(adarga: Cli, tmp_path: Path, line: tuple[str, ...], name: str) -> None:
    done = adarga(*line, "--chart", str(tmp_path / name))
    assert (done.code, done.out) == (2, "")
    assert name in done.err
    assert list(tmp_path.iterdir()) == []


def test_mistakes_leave_no_picture(adarga: Cli, tmp_path: Path) -> None:
    assert adarga("dist", "2d6+x", "--chart", str(tmp_path / "a.json")).code == 2
    assert list(tmp_path.iterdir()) == []


CHARTED = (
    "dist d6",
    "odds absorption --damage d6",
    "survival absorption --damage d6 --points 9",
    "matrix absorption --rows damage=d6,d8 --columns absorption=0..3",
    "duel --roster examples/puente.toml Aldo Goblin",
    "advise --roster examples/puente.toml Aldo Goblin",
    "skirmish --roster examples/puente.toml --side A=Aldo --side B=Goblin",
)


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
@pytest.mark.parametrize("line", CHARTED)
def test_without_the_extra_nothing_is_begun(
    adarga: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = adarga(*shlex.split(line), "--chart", str(tmp_path / "a.svg"))
    assert (done.code, done.out) == (2, "")
    assert "adarga[charts]" in done.err
