"""A cell's mean and chances, summed from tails, against the whole odds of the plan."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.plan import AtLeast, Blow, Part, Plan, Reduce, Step, odds
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon
from adarga.study.cells import Cell
from tests.plan.plans import PLANS

STRIKE = Matchup(Combatant(), Combatant(), Weapon(damage="d6"))


@dataclass(frozen=True)
class OnePlan:
    """Stands for a rulebook that compiles everything into one plan."""

    made: Plan

    def plan(self, matchup: Matchup, situation: Situation) -> Plan:
        return self.made


def cell(plan: Plan, exact: bool) -> Cell:
    return Cell(cast(Any, OnePlan(plan)), STRIKE, Situation(), exact)


PLAIN = st.builds(
    lambda dice, plus, part, less, floors: Blow((Part(parse(dice), plus, part),), (*less, *floors)),
    st.sampled_from(["d4", "2d6", "d6-3", "4d6kh3", "d8+2"]),
    st.integers(-4, 4),
    st.lists(st.builds(Reduce, st.integers(0, 9)), max_size=2).map(tuple),
    st.lists(st.builds(Reduce, st.integers(0, 9)), max_size=2),
    st.lists(st.builds(AtLeast, st.integers(0, 5)), max_size=2),
)


@given(plan=PLAIN | PLANS, points=st.integers(-1, 20))
def test_numbers_are_those_of_the_odds(plan: Plan, points: int) -> None:
    whole, exact, floats = odds(plan), cell(plan, True), cell(plan, False)
    wanted = (whole.mean, whole.lands, whole.damage.at_least(points))
    assert (exact.mean, exact.lands, exact.at_least(points)) == wanted
    assert (floats.mean, floats.lands, floats.at_least(points)) == tuple(map(float, wanted))


@pytest.mark.parametrize(
    "soak",
    [(AtLeast(2), Reduce(1)), (Reduce(1, 2),), (Reduce(1), AtLeast(2), Reduce(1)), ()],
    ids=str,
)
def test_order_of_steps_counts(soak: tuple[Step, ...]) -> None:
    blow = Blow((Part(parse("d6"), 1),), soak)
    assert cell(blow, True).mean == odds(blow).mean
    assert cell(blow, True).at_least(2) == odds(blow).drops(2)


def test_large_pools_keep_their_tails() -> None:
    blow = Blow((Part(parse("40d100")),), (Reduce(3990),))
    assert cell(blow, True).at_least(10) == Fraction(1, 100**40)


def test_points_that_are_not_known_are_asked_for() -> None:
    with pytest.raises(AdargaError, match=r"tables\.points"):
        cell(Blow(), True).points  # noqa: B018
