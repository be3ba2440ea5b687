"""`adarga skirmish`: what it answers, in both languages and as JSON, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adarga.fight import commands as cmd
from adarga.fight.saved import lines_of
from adarga.rules.library import rulebook
from adarga.rules.loading import roster
from adarga.rules.protocol import Combatant, Rulebook
from adarga.study.habits import Threshold
from adarga.study.skirmish import Policy, Troop, mustered, skirmish
from adarga.study.skirmish.general import fought
from adarga.study.skirmish.run import CHUNK
from adarga.study.skirmish.tally import Tally
from tests.cli.conftest import Cli
from tests.fight.casts import PERCENTILE
from tests.fight.table import Table
from tests.source import ROOT

BRIDGE = ("--roster", "examples/puente.toml", "--side", "A=ogro", "--side", "B=4 x goblin,3 x goblin")
SMALL = (*BRIDGE, "-n", "500", "--seed", "1")


def test_it_tells_who_wins_and_who_falls(adarga: Cli) -> None:
    done = adarga("skirmish", *SMALL)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "500 fights, seed 1 (numpy)"
    assert [line.split()[0] for line in lines[3:5]] == ["A", "B"]
    assert any(line.startswith("ends in round") for line in lines)
    assert [line.split("  ")[0] for line in lines[-8:]] == ["Ogro", *(f"Goblin {at}" for at in range(1, 8))]


def test_it_speaks_spanish(adarga: Cli) -> None:
    done = adarga("skirmish", *SMALL, "--lang", "es")
    assert done.out.startswith("500 combates, semilla 1 (numpy)")
    assert "termina en la ronda" in done.out


def test_json_says_what_the_library_says(adarga: Cli) -> None:
    data = adarga("skirmish", *SMALL, "--json", "--policy", "A=always,nearest", "--policy", "never").json
    found = roster(ROOT / "examples" / "puente.toml")
    goblins = [Troop(sheet=found.find("goblin"), count=count) for count in (4, 3)]
    start = mustered(rulebook("absorption"), {"A": [Troop(sheet=found.find("ogro"))], "B": goblins})
    policies = {seat.id: Policy(take="never") for seat in start.seats}
    policies["Ogro"] = Policy(aim="nearest", take="never")
    expected = skirmish(rulebook("absorption"), start, policies, seed=1, fights=500)
    assert data["wins"]["A"]["value"] == expected.wins["A"].value
    assert [one["id"] for one in data["fighters"]] == [one.id for one in expected.fighters]
    assert data["fighters"][0]["remaining"]["low"] == expected.fighters[0].remaining.low
    assert sum(data["by_round"].values()) == data["fights"] == 500


def test_without_a_seed_one_is_drawn_and_gives_the_same_again(adarga: Cli) -> None:
    first = adarga("skirmish", *BRIDGE, "-n", "500", "--json").json
    again = adarga("skirmish", *BRIDGE, "-n", "500", "--json", "--seed", str(first["seed"]), "--workers", "1").json
    assert again == first


def test_policies_surprise_and_weights_are_taken(adarga: Cli) -> None:
    more = ("--policy", "random,retreat:25", "--weight", "goblin=5", "--surprised", "B", "--initiative", "d20")
    data = adarga("skirmish", *SMALL, *more, "--one-turn", "--rounds", "4", "--json").json
    assert data["undecided"]["value"] > 0
    assert any(one["left"]["value"] for one in data["fighters"])


def test_advice_is_asked_for_each_against_the_first_of_the_others(adarga: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def advised(book: Rulebook, sheet: Combatant, foe: Combatant) -> tuple[Threshold, ...]:
        asked.append((sheet.name, foe.name))
        return ()

    monkeypatch.setattr("adarga.study.skirmish.advised.advised", advised)
    assert adarga("skirmish", *SMALL, "--policy", "B=advised").code == 0
    assert asked == [(f"Goblin {at}", "Ogro") for at in range(1, 8)]


def test_a_saved_fight_goes_on_from_where_it_stands(adarga: Cli, tmp_path: Path) -> None:
    table = Table("percentile", PERCENTILE[0], PERCENTILE[2])
    for command in (cmd.NextTurn(), cmd.Lose("Mastiff", 3), cmd.NextTurn(), cmd.NextTurn()):
        table.do(command)
    file = tmp_path / "fight.adarga"
    file.write_text("".join(lines_of(table.log, "percentile")), encoding="utf-8")
    sides = ("--side", "A=rojas", "--side", "B=mastiff")
    data = adarga("skirmish", "--from", str(file), *sides, "-n", "300", "--seed", "1", "--json").json
    expected = skirmish(table.book, table.state, seed=1, fights=300, sides={"A": ["Rojas"], "B": ["Mastiff"]})
    assert data["by_round"] == {str(at): count for at, count in enumerate(expected.by_round) if count}
    assert data["by_round"].keys() >= {"3"}
    assert "1" not in data["by_round"]
    assert "two sides" in adarga("skirmish", "--from", str(file)).err


def test_a_chart_is_drawn(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    assert adarga("skirmish", *SMALL, "--chart", str(file)).code == 0
    assert "<svg" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--roster"),
        (("--roster", "examples/puente.toml"), "two sides"),
        ((*BRIDGE, "--side", "A=Aldo"), "given twice"),
        ((*BRIDGE, "--side", "nothing"), "A=Brunilda,Aldo"),
        ((*BRIDGE, "--side", "C=Nadie"), "Nadie"),
        ((*BRIDGE, "--side", "C=0 x goblin"), "0"),
        ((*BRIDGE, "--policy", "bravely"), "weakest"),
        ((*BRIDGE, "--policy", "C=always"), "no side C"),
        ((*BRIDGE, "--policy", "retreat:125"), "retreat"),
        ((*BRIDGE, "--weight", "Aldo=3"), "no Aldo"),
        ((*BRIDGE, "--weight", "goblin=many"), "whole number"),
        ((*BRIDGE, "--surprised", "C"), "no C"),
        ((*BRIDGE, "--precision", "60%"), "0.2%"),
        ((*BRIDGE, "--precision", "x"), "0.2%"),
        ((*BRIDGE, "--initiative", "x"), "x"),
        ((*BRIDGE, "-n", "0"), "1"),
        ((*BRIDGE, "--from", "fight.adarga"), "--from"),
        (("--from", "no.adarga"), "no.adarga"),
        (("--roster", "no.toml"), "no.toml"),
    ],
)
def test_what_makes_no_sense_is_said_once(adarga: Cli, arguments: tuple[str, ...], told: str) -> None:
    done = adarga("skirmish", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "Traceback" not in done.err


def test_an_interrupt_shows_what_there_is(adarga: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    fights = iter((fought, fought, interrupted))

    def chunk(*asked: Any) -> Tally:
        return next(fights)(*asked)

    monkeypatch.setattr("adarga.study.skirmish.run.fought", chunk)
    done = adarga("skirmish", *BRIDGE, "-n", "1000000", "--seed", "1", "--workers", "1")
    assert (done.code, done.err) == (130, "")
    assert done.out.splitlines()[:2] == [
        f"{2 * CHUNK['numpy']} fights, seed 1 (numpy)",
        "cut short: this is what there was so far",
    ]


def interrupted(*chunk: object) -> Tally:
    raise KeyboardInterrupt
