"""The studies a sweep may ask: each measure is that of the study itself."""

from __future__ import annotations

import math
import pickle

import pytest

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon
from adarga.study.lasting import survival_of
from adarga.study.measures import (
    STUDIES,
    DuelOptions,
    SkirmishOptions,
    SurvivalOptions,
    skirmish_odds,
    survival_odds,
)
from adarga.study.sweep import load
from adarga.study.sweep.points import Points

CLUB = Weapon(id="club", damage="d8", type=("C",))
STRIKE = Matchup(
    Combatant(name="a", points=9, dexterity=9, weapons=(CLUB,)),
    Combatant(name="b", points=12, dexterity=9, weapons=(CLUB,)),
    CLUB,
)


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("name", sorted(STUDIES))
def test_a_study_gives_every_one_of_its_measures(name: str, book: str) -> None:
    study = pickle.loads(pickle.dumps(STUDIES[name]))
    found = study.ask(rulebook(book), STRIKE, Situation(), study.options())
    assert set(found) == set(study.measures)
    assert all(type(value) is float for value in found.values())


def test_survival_is_that_of_the_study() -> None:
    book = rulebook("percentile")
    for rounds, attacks in ((1, 1), (3, 2)):
        found = survival_odds(book, STRIKE, Situation(), SurvivalOptions(rounds=rounds, attacks=attacks))
        same = survival_of(book, STRIKE, rounds=rounds, attacks=attacks)
        assert found["down"] == same.down_by_round[rounds - 1] == same.down[rounds * attacks - 1]
        assert (found["mean"], found["median"]) == (same.mean, same.median)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_skirmish_of_one_against_one_is_the_duel(book: str) -> None:
    exact = STUDIES["duel"].ask(rulebook(book), STRIKE, Situation(), DuelOptions())
    found = skirmish_odds(rulebook(book), STRIKE, Situation(), SkirmishOptions(fights=20_000, seed=5))
    assert sum(exact[name] for name in ("first", "second", "neither", "never")) == pytest.approx(1)
    for side in ("first", "second"):
        assert found[f"{side}_low"] <= found[side] <= found[f"{side}_high"]
        assert found[side] == pytest.approx(exact[side], abs=0.02)
    assert found["rounds"] == pytest.approx(exact["mean_rounds"], rel=0.05)


def test_more_attackers_win_more_often() -> None:
    few, many = (
        skirmish_odds(rulebook("absorption"), STRIKE, Situation(), SkirmishOptions(attackers=count, fights=2_000))
        for count in (1, 3)
    )
    assert few["first_high"] < many["first_low"]


@pytest.mark.parametrize("name", ["duel", "skirmish"])
def test_a_fight_takes_no_situation(name: str) -> None:
    study = STUDIES[name]
    with pytest.raises(AdargaError, match=rf"sweep\.no_situation: study={name}"):
        study.ask(rulebook("percentile"), STRIKE, Situation(prone=True), study.options())


def test_what_never_ends_is_infinite() -> None:
    harmless = Matchup(Combatant(), Combatant(points=3), Weapon(damage="0"))
    found = survival_odds(rulebook("damage-steps"), harmless, Situation(), SurvivalOptions())
    assert found == {"mean": math.inf, "mean_rounds": math.inf, "median": math.inf, "down": 0.0}


def test_survival_needs_points() -> None:
    with pytest.raises(AdargaError, match=r"study\.survival\.no_points"):
        survival_odds(rulebook("absorption"), Matchup(Combatant(), Combatant(), STRIKE.weapon), Situation(),
                      SurvivalOptions())  # fmt: skip


def test_options_are_swept_like_anything_else() -> None:
    sweep = load(
        'book = "absorption"\nstudy = "survival"\nmeasures = ["down"]\nweapon = { name = "axe", damage = "d8" }\n'
        'target.points = 9\n[options]\nattacks = 2\n[ranges]\n"options.rounds" = "1..5"\n'
    )
    points = Points(sweep)
    curve = survival_of(rulebook("absorption"), points.case(0).matchup, rounds=5, attacks=2).down_by_round
    assert [points.row(at)[0] for at in range(5)] == pytest.approx(curve.tolist())
