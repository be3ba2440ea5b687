"""Plans exported as icepool programs compute the same odds."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from adarga.interop.icepool import to_icepool
from adarga.plan import Plan, odds
from tests.plan.plans import PLANS


def icepool_odds(plan: Plan) -> dict[tuple[object, ...], Fraction]:
    """The joint odds as icepool finds them by running the exported program."""
    names: dict[str, object] = {}
    exec(compile(to_icepool(plan), "plan.py", "exec"), names)
    strike = names["strike"]
    assert hasattr(strike, "items")
    assert hasattr(strike, "denominator")
    return {tuple(event): Fraction(count, strike.denominator()) for event, count in strike.items()}


@given(PLANS)
@settings(max_examples=60)
def test_icepool_agrees_on_any_plan(plan: Plan) -> None:
    found = odds(plan)
    mine = {event: Fraction(count, found.denominator) for event, count in found.joint.items()}
    assert icepool_odds(plan) == mine
