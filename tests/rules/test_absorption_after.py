"""What follows a strike of `absorption`: energy, pieces, points, usage dice, turn order and time."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adarga.dice import Seeded
from adarga.plan import Outcome, Reason, odds, play, read
from adarga.rules.absorption import Absorption, expected_uses, usage_due, usage_plan
from adarga.rules.absorption.usage import smaller_die
from adarga.rules.protocol import (
    Change,
    CheckDue,
    Clock,
    Combatant,
    Condition,
    ConditionCleared,
    ConditionSet,
    DieStepped,
    EnergySpent,
    Fighter,
    Matchup,
    Piece,
    PieceLost,
    PointsChanged,
    Situation,
    Strike,
    Taken,
    Until,
    Weapon,
)
from tests.rules.absorption_books import BOOK, RULES, turned

CLOCK = Clock(round=2)
SWORD = Weapon(id="sword", damage="d8", usage_die="d6")
HERO = Combatant(strength=12, energy=3, weapons=(SWORD,))
DWARF = Combatant(
    constitution=12,
    dexterity=9,
    energy=2,
    armour=(BOOK.armours["leather"],),
    shield=BOOK.shields["small-shield"],
    stone_born=True,
    can_sacrifice=True,
)


def changes(
    *taken: Taken, rules: Absorption = RULES, target: Combatant = DWARF, points: int | None = 10, **dice: int
) -> tuple[Change, ...]:
    """What changes when the hero strikes and these dice fall."""
    matchup, situation = Matchup(HERO, target, SWORD), Situation(take=taken)
    outcome = read(rules.plan(matchup, situation), {name: [face] for name, face in dice.items()})
    assert isinstance(outcome, Outcome)
    struck = Fighter(id="b", combatant=target, points=points, energy=target.energy)
    return rules.after(Strike(matchup, situation, Fighter(id="a", combatant=HERO, energy=3), struck, outcome), CLOCK)


def bare(found: tuple[Change, ...]) -> list[tuple[object, ...]]:
    """Changes without their reasons and plans."""
    rows: list[tuple[object, ...]] = []
    for change in found:
        match change:
            case PointsChanged(who, by) | EnergySpent(who, by):
                rows.append((type(change), who, by))
            case PieceLost(who, piece):
                rows.append((PieceLost, who, piece))
            case DieStepped(who, piece, to):
                rows.append((DieStepped, who, piece, to))
            case ConditionSet(who, condition):
                rows.append((ConditionSet, who, condition))
            case CheckDue(who, name, _, _, about):
                rows.append((CheckDue, who, name, about))
            case _:
                raise AssertionError(change)
    return rows


def test_a_blow_costs_points() -> None:
    assert bare(changes(attack=12, dexterity=2, damage=8)) == [(PointsChanged, "b", -3)]
    assert changes(attack=2) == ()
    assert changes(attack=12, dexterity=9) == ()
    assert changes(attack=12, dexterity=2, damage=8, points=None) == ()


def test_at_no_points_left_a_fighter_is_out() -> None:
    out = (ConditionSet, "b", Condition("out"))
    assert bare(changes(attack=12, dexterity=2, damage=8, points=3)) == [(PointsChanged, "b", -3), out]
    assert bare(changes(attack=12, dexterity=2, damage=8, points=1)) == [(PointsChanged, "b", -1), out]
    assert bare(changes(attack=12, dexterity=2, damage=8, points=0)) == [out]
    gone = Fighter(id="b", combatant=DWARF, points=0, conditions=(Condition("out"),))
    assert RULES.lose(gone, 4, CLOCK) == ()
    assert RULES.lose(Fighter(id="b", combatant=DWARF, points=4), 0, CLOCK) == ()


def test_energy_is_spent_by_who_takes_the_offer() -> None:
    found = changes(Taken("effectiveness", 2), Taken("soak"), attack=12, dexterity=2, damage=1)
    assert bare(found) == [(EnergySpent, "a", 2), (EnergySpent, "b", 1), (PointsChanged, "b", -4)]
    assert changes(Taken("effectiveness", 2), Taken("soak"), attack=2) == ()
    uncounted = changes(Taken("soak"), target=replace(DWARF, energy=None), attack=12, dexterity=2, damage=8)
    assert bare(uncounted) == [(PointsChanged, "b", -2)]


def test_energy_before_the_roll_is_gone_on_a_miss_too() -> None:
    before = turned(("energy.when", "before"))
    assert bare(changes(rules=before, attack=2)) == [(EnergySpent, "a", 3)]
    matchup = Matchup(HERO, DWARF, Weapon(damage="d8", spell=True))
    outcome = play(before.plan(matchup, Situation()), Seeded(1), {"attack": [2]})
    strike = Strike(matchup, Situation(), Fighter(id="a", combatant=HERO), Fighter(id="b", combatant=DWARF), outcome)
    assert before.after(strike, CLOCK) == ()


def test_a_sacrificed_shield_is_gone() -> None:
    assert bare(changes(Taken("sacrifice"), attack=12, dexterity=2, damage=8)) == [(PieceLost, "b", "small-shield")]
    assert changes(Taken("sacrifice"), attack=12, dexterity=9) == ()
    plain = replace(DWARF, shield=Piece(absorption=1))
    lost = changes(Taken("sacrifice"), target=plain, attack=12, dexterity=2, damage=8)
    assert bare(lost) == [(PieceLost, "b", "shield")]


@pytest.mark.parametrize(("lasts", "until"), [("round", Until("round", 2)), ("fight", Until("ever"))])
def test_soaking_may_last(lasts: str, until: Until) -> None:
    rules = turned(("stone_born.lasts", lasts))
    found = bare(changes(Taken("soak"), rules=rules, attack=12, dexterity=2, damage=8))
    soaking = Condition("soaking", until)
    assert found == [(EnergySpent, "b", 1), (ConditionSet, "b", soaking), (PointsChanged, "b", -2)]
    fighter = Fighter(id="b", combatant=DWARF, conditions=(Condition("prone"), soaking))
    ended = rules.tick(fighter, Clock(2), Clock(3))
    reason = Reason("A7", "absorption.soaking_ends")
    assert ended == ((ConditionCleared("b", "soaking", reason),) if lasts == "round" else ())
    assert rules.tick(fighter, Clock(2), Clock(2, minutes=1)) == ()


def test_the_worst_face_rolls_usage_dice() -> None:
    assert bare(changes(attack=1)) == [(CheckDue, "a", "usage", "sword")]
    both = changes(attack=12, dexterity=1, damage=8)
    assert bare(both) == [(PointsChanged, "b", -3), (CheckDue, "b", "usage", "leather")]
    each = changes(rules=turned(("usage.pieces", "each")), attack=12, dexterity=1, damage=8)
    assert bare(each)[1:] == [(CheckDue, "b", "usage", "leather"), (CheckDue, "b", "usage", "small-shield")]


def test_a_die_that_stepped_down_is_the_one_rolled() -> None:
    fighter = Fighter(id="b", combatant=DWARF, usage=(("leather", "d4"), ("small-shield", "")))
    (due,) = usage_due(BOOK, fighter, asked=("leather", "small-shield"))
    assert due.plan == usage_plan("d4")
    assert usage_due(BOOK, replace(fighter, lost=("leather",)), asked=("leather",)) == ()


def test_usage_dice_after_the_fight() -> None:
    fighter = Fighter(id="b", combatant=replace(DWARF, weapons=(SWORD, Weapon(damage="d4"))))
    rules = turned(("usage.when", "after-fight"))
    assert [due.about for due in usage_due(rules.book, fighter)] == ["leather", "small-shield", "sword"]
    assert usage_due(BOOK, fighter) == ()
    assert usage_due(turned(("usage.when", "asked")).book, fighter) == ()
    assert [due.about for due in usage_due(turned(("usage.when", "asked")).book, fighter, ["sword"])] == ["sword"]
    assert usage_due(BOOK, Fighter(id="c", combatant=Combatant()), ["sword"]) == ()


@pytest.mark.parametrize(
    ("die", "face", "end"),
    [
        ("d20", 2, "d12"),
        ("d12", 1, "d10"),
        ("d10", 2, "d8"),
        ("d8", 1, "d6"),
        ("d6", 2, "d4"),
        ("d4", 2, ""),
        ("d8", 3, None),
        ("d4", 4, None),
    ],
)
def test_usage_dice_step_down(die: str, face: int, end: str | None) -> None:
    due = CheckDue("b", "usage", usage_plan(die), Reason("A10", "absorption.usage_armour", die=die), "leather")
    outcome = read(due.plan, {"usage": [face]})
    assert isinstance(outcome, Outcome)
    settled = bare(RULES.settle(due, outcome, Fighter(id="b", combatant=DWARF), CLOCK))
    if end is None:
        assert settled == []
    else:
        assert settled == [(DieStepped, "b", "leather", end) if end else (PieceLost, "b", "leather")]


def test_a_die_may_step_down_on_other_faces() -> None:
    assert odds(usage_plan("d6", 3)).branch("steps-down") == Fraction(1, 2)
    assert odds(usage_plan("d2", 3)).branch("steps-down") == 1
    assert expected_uses("d6", 3) == 2 + Fraction(4, 3)
    assert smaller_die("d20", ("d20", "d10", "d4")) == "d10"


def test_turn_order_is_as_set() -> None:
    fighters = (
        Fighter(id="a", combatant=HERO, points=4),
        Fighter(id="b", combatant=HERO, points=0),
        Fighter(id="c", combatant=HERO, initiative=3),
        Fighter(id="d", combatant=HERO, initiative=9),
        Fighter(id="e", combatant=HERO, conditions=(Condition("out"),)),
        Fighter(id="f", combatant=HERO, initiative=3),
    )
    assert RULES.order(fighters, 1) == (("d",), ("c",), ("f",), ("a",))
