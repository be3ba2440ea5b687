"""What a `damage-steps` strike changes, and who acts when."""

from __future__ import annotations

import pytest

from adarga.plan import Check, Outcome, read
from adarga.rules.damage_steps.after import order
from adarga.rules.protocol import (
    CheckDue,
    Clock,
    Combatant,
    Condition,
    ConditionSet,
    Fighter,
    Matchup,
    PointsChanged,
    Situation,
    Strike,
    Weapon,
)
from tests.rules.damage_steps_strikes import (
    SHIPPED,
    blow_of,
    plan_of,
)

NON_LETHAL = Situation(non_lethal=True)


@pytest.mark.parametrize(
    ("points", "damage", "by", "out"),
    [(10, 4, -4, False), (4, 4, -4, True), (3, 9, -3, True), (10, 0, None, False), (None, 4, None, False)],
)
def test_after_a_strike(points: int | None, damage: int, by: int | None, out: bool) -> None:
    matchup = Matchup(Combatant(), Combatant(), Weapon(damage=str(damage)))
    outcome = read(SHIPPED.plan(matchup, Situation()), {})
    assert isinstance(outcome, Outcome)
    target = Fighter(id="b", combatant=Combatant(), points=points)
    strike = Strike(matchup, Situation(), Fighter(id="a", combatant=Combatant()), target, outcome)
    changes = SHIPPED.after(strike, Clock())
    assert changes == SHIPPED.lose(target, damage, Clock())
    assert [change.by for change in changes if isinstance(change, PointsChanged)] == ([] if by is None else [by])
    assert any(isinstance(change, ConditionSet) for change in changes) is out


def test_turn_order() -> None:
    def one(id: str, initiative: int | None, points: int | None = 5, conditions: tuple[Condition, ...] = ()) -> Fighter:
        return Fighter(id=id, combatant=Combatant(), points=points, initiative=initiative, conditions=conditions)

    fighters = (
        one("late", None),
        one("slow", 3),
        one("fast", 17, None),
        one("equal", 3),
        one("down", 20, 0),
        one("gone", 20, 5, (Condition("out"),)),
        one("last", None),
    )
    expected = (("fast",), ("slow",), ("equal",), ("late",), ("last",))
    assert order(fighters) == SHIPPED.order(fighters, 2) == expected


def test_nothing_falls_due_and_nothing_passes() -> None:
    someone = Fighter(id="a", combatant=Combatant(), points=3)
    assert SHIPPED.tick(someone, Clock(), Clock(2, 5)) == ()
    blow = blow_of("3")
    outcome = read(blow, {})
    assert isinstance(outcome, Outcome)
    due = CheckDue("a", "check", blow, blow.reason)
    assert SHIPPED.settle(due, outcome, someone, Clock()) == ()


def test_who_is_out_already_goes_out_no_more() -> None:
    gone = Fighter(id="a", combatant=Combatant(), points=0, conditions=(Condition("out"),))
    assert SHIPPED.lose(gone, 3, Clock()) == ()


def test_things_have_names_in_both_languages() -> None:
    names = SHIPPED.names("S")
    assert names is not None
    assert (names.en, names.es) == ("slashing", "cortante")
    assert SHIPPED.names("nothing") is None


def test_checks_are_explained() -> None:
    plan = plan_of("d8", defence=14, bonus=5)
    assert isinstance(plan, Check)
    assert dict(plan.reason.values) == {"roll": "d20+5", "bonus": 5, "defence": 14, "need": 9}
