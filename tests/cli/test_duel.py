"""`adarga duel` and `adarga advise`: they say what the studies say, in both languages; mistakes are sentences."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from adarga.cli import advise, duel
from adarga.rules.loading import roster
from adarga.study.advice import actions_of
from adarga.study.advice import advise as study_advise
from adarga.study.contest import Side
from adarga.study.duel import duel as study_duel
from tests.cli.conftest import Cli
from tests.source import ROOT

BRIDGE = ROOT / "examples" / "puente.toml"
EXAMPLES = [example for module in (duel, advise) for some in module.EXAMPLES.values() for example in some]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_work(adarga: Cli, example: str) -> None:
    done = adarga(*shlex.split(example)[1:])
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_a_duel_is_that_of_the_study(adarga: Cli) -> None:
    found = roster(BRIDGE)
    one, other = found.find("Aldo"), replace(found.find("Goblin"), points=5)
    expected = study_duel(found.rulebook, Side(sheet=one, habit="last"), Side(sheet=other))
    line = ("duel", "--roster", str(BRIDGE), "aldo", "Goblin", "--habit", "Aldo=last", "--points", "Goblin=5", "--json")
    told = adarga(*line).json
    assert told["wins"]["first"] == expected.first
    assert told["first"] == {"name": "Aldo", "points": 14, "habit": "last"}
    assert told["mean_rounds"] == expected.mean_rounds
    assert told["over_by"] == list(expected.rounds)
    assert told["left"]["second"] == {str(points): share for points, share in expected.left[1].items()}
    assert told["begins"] == "first"


def test_the_figure_of_the_design_from_flags_alone(adarga: Cli) -> None:
    line = "duel damage-steps --damage 6d4+2 --bonus 5 --defence 14 --ar 5 --ap 2 --resistant --points 60 --json"
    told = adarga(*line.split()).json
    assert told["wins"]["first"] == pytest.approx(0.5588953029223088, abs=1e-13)


def test_fractions_on_request(adarga: Cli) -> None:
    line = "duel absorption --damage d10 --absorption 3 --points 6 --exact"
    assert "273/400" in adarga(*line.split()).out
    told = adarga(*line.split(), "--json").json
    assert (told["wins"]["first"], told["mean_rounds"]) == ("273/400", "141/80")


def test_a_duel_that_never_ends_says_so(adarga: Cli) -> None:
    out = adarga("duel", "damage-steps", "--damage", "d4", "--ar", "9", "--points", "5").out
    assert "it never ends" in out
    assert "100.0%" in out


def test_points_weapons_and_opening_count(adarga: Cli) -> None:
    def first(*more: str) -> float:
        told = adarga("duel", "--roster", str(BRIDGE), "Aldo", "Goblin", "--json", *more).json
        share: float = told["wins"]["first"]
        return share

    plain = first()
    assert first("--points", "first=4") < plain < first("--points", "Goblin=1")
    assert first("--opening", "second") < plain
    assert first("--weapon", "Aldo=cuchillo arrojadizo") < plain
    assert first("--habit", "best") <= first("--habit", "first=best")


def test_the_surprised_one_is_later(adarga: Cli) -> None:
    line = ("duel", "--roster", "examples/trinchera.toml", "Inés", "Bruno", "--json")
    plain, surprised = (adarga(*line, *more).json for more in ((), ("--surprised", "ines")))
    assert (plain["begins"], surprised["begins"]) == ("first", "second")
    assert surprised["wins"]["first"] < plain["wins"]["first"]


def test_two_of_a_kind_are_told_apart(adarga: Cli) -> None:
    out = adarga("duel", "--roster", str(BRIDGE), "Goblin", "Goblin").out
    assert "Goblin 1" in out
    assert "Goblin 2" in out


def test_advice_is_that_of_the_study(adarga: Cli) -> None:
    found = roster(BRIDGE)
    one, other = (replace(found.find(name), points=4) for name in ("Brunilda", "Goblin"))
    sides = [
        Side(sheet=mine, actions=actions_of(found.rulebook, mine, foe), habit="best")
        for mine, foe in ((one, other), (other, one))
    ]
    expected = study_advise(found.rulebook, sides[0], sides[1])
    told = adarga("advise", "--roster", str(BRIDGE), "Brunilda", "Goblin", "--points", "4", "--json").json
    assert told["best"]["first"] == expected.outlook.first
    assert told["simple"]["last"]["first"] == expected.simple["last"].first
    assert told["stated"]["first"] == expected.stated.first
    assert [one["offer"] for one in told["offers"]] == [region.offer for region in expected.regions]
    assert told["offers"][0]["cells"]


def test_advice_for_the_second_and_rows_of_the_ladder(adarga: Cli) -> None:
    line = ("advise", "--roster", "examples/cripta.toml", "Tomé", "Odile", "--for", "second", "--elect", "1,3")
    told = adarga(*line, "--opening", "second", "--json").json
    assert told["for"] == "second"
    assert {one["action"] for one in told["now"]} >= {"longsword", "dagger", "longsword, electing row 3"}
    assert min(one["cost"] for one in told["now"]) == 0
    assert told["doing"]


@pytest.mark.parametrize("command", ["duel", "advise"])
def test_both_languages(adarga: Cli, command: str) -> None:
    line = (command, "--roster", str(BRIDGE), "Aldo", "Goblin", "--points", "5")
    english, spanish = (adarga(*line, "--lang", lang).out for lang in ("en", "es"))
    assert "Acts first: Aldo." in english
    assert "Actúa antes: Aldo." in spanish
    for lang in ("en", "es"):
        assert adarga(command, "--roster", "x", "--help", "--lang", lang).code == 0
        assert adarga(command, "percentile", "--help", "--lang", lang).code == 0


@pytest.mark.parametrize("command", ["duel", "advise"])
def test_a_picture_on_request(adarga: Cli, tmp_path: Path, command: str) -> None:
    file = tmp_path / "duel.svg"
    done = adarga(command, "--roster", str(BRIDGE), "Brunilda", "Goblin", "--points", "4", "--chart", str(file))
    assert (done.code, done.err) == (0, "")
    assert "<svg" in file.read_text(encoding="utf-8")


def test_nothing_to_take_is_nothing_to_draw(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "advice.svg"
    line = ("--roster", "examples/cripta.toml", "Odile", "Tomé", "--points", "5", "--chart", str(file))
    done = adarga("advise", *line)
    assert (done.code, done.out) == (2, "")
    assert "nothing to draw" in done.err
    assert not file.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("duel --roster examples/puente.toml Goblin Ogro --habit x", "no habit"),
        ("duel --roster examples/puente.toml Goblin Ogro --habit first=last,goblin=best", "said twice"),
        ("duel --roster examples/puente.toml Goblin Ogro --surprised Aldo", "neither of the two"),
        ("duel --roster examples/puente.toml Goblin Ogro --points first=0", "--points"),
        ("duel --roster examples/puente.toml Goblin Ogro --weapon Ogro=kick", "unknown name"),
        ("duel --roster examples/puente.toml absorption Goblin Ogro", "not both"),
        ("duel --roster examples/nada.toml Goblin Ogro", "nada.toml"),
        ("duel absorption --roster examples/puente.toml --attacker Goblin --target Ogro", "not both"),
        ("duel absorption --damage d6 --attacker Goblin --points 3", "not both"),
        ("duel absorption --damage d6 --points 3 --take soak", "--habit"),
        ("duel absorption --damage d6", "does not say"),
        ("advise --roster examples/puente.toml Goblin Ogro --elect 3", "damage-steps"),
        ("advise --roster examples/puente.toml Goblin Ogro --exact", "--exact"),
        ("advise --roster examples/puente.toml Goblin Ogro --for third", "third"),
    ],
)
def test_mistakes_are_said_in_a_sentence(adarga: Cli, line: str, said: str) -> None:
    done = adarga(*line.split())
    assert done.code == 2
    assert done.out == ""
    assert said in done.err
    assert "Traceback" not in done.err
    assert adarga(*line.split(), "--lang", "es").err != done.err
