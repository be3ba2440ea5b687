"""The studies a sweep may ask: each measure is that of the study itself."""

from __future__ import annotations

import math
import pickle

import pytest

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon
from adarga.study.lasting import survival_of
from adarga.study.measures import STUDIES, SurvivalOptions, survival_odds
from adarga.study.sweep import load
from adarga.study.sweep.points import Points

STRIKE = Matchup(Combatant(), Combatant(points=12), Weapon(damage="d8", type=("C",)))


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
