"""Every case worked out by hand from the text of the `percentile` rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adarga.dice import parse
from adarga.plan import Blow, Check, Outcome, odds, read
from adarga.rules.percentile import simplified_damage, simplified_row
from adarga.rules.percentile.chances import attack_chance, reaction_chance
from adarga.rules.percentile.turns import effective_dexterity
from adarga.rules.protocol import (
    CheckDue,
    Clock,
    Combatant,
    Condition,
    ConditionSet,
    Fighter,
    Matchup,
    Piece,
    Situation,
    Strike,
    Weapon,
    Wound,
    Wounded,
)
from tests.rules.percentile_strikes import book, fighter, odds_of

CASES = json.loads((Path(__file__).parent.parent / "cases" / "seed_percentile.json").read_text(encoding="utf-8"))
Given = dict[str, Any]
RULES = book()


def simplified(given: Given) -> object:
    rules = book(simplified={"zero": given["zero_as"], "round": given["round_halves"] or "down"}).book
    read_off = rules.reading(parse(given["die"]))
    row = rules.simplified.rows[read_off.row]
    # What the text prints as the row's own minimum belongs to the row, not to the switch.
    raw = max(read_off.raw[given["units"]], row.minimum or -99)
    return {"raw": raw, "min1": simplified_damage(rules, given["die"], given["units"])}


def conversion(given: Given) -> object:
    row = simplified_row(RULES.book, given["weapon"])
    return row if row[0].isdigit() else f"1{row}"


def mean_given_hit(given: Given) -> object:
    switches = {"zero": given["zero_as"], "round": given["round_halves"], "minimum": given["minimum"]}
    found = odds_of(given["die"], given["skill"], simplified=True, by=book(simplified=switches))
    return found.given("hit").mean


def damage(given: Given) -> object:
    target = Combatant(armour=(Piece(points=given["protection"]),))
    plan = RULES.plan(Matchup(Combatant(), target, Weapon(damage="d10")), Situation())
    outcome = read(plan, {"damage": [given["roll"]]})
    assert isinstance(outcome, Outcome)
    return outcome.damage


def skill(given: Given) -> object:
    prone = given.get("target_prone", False) or given.get("self_prone", False)
    situation = Situation(prone=prone, defending=given.get("defending", False))
    if given["role"] == "attack":
        return attack_chance(RULES.book, given["skill"], situation)
    return reaction_chance(RULES.book, given["role"], given["skill"], situation)


def thing(given: Given) -> object:
    matchup = Matchup(Combatant(), Combatant(points=given["pr"]), Weapon(damage=str(given["damage"])))
    situation = Situation(object=True)
    outcome = read(RULES.plan(matchup, situation), {})
    assert isinstance(outcome, Outcome)
    door = Fighter(id="door", combatant=matchup.target, points=given["pr"])
    changes = RULES.after(Strike(matchup, situation, door, door, outcome), Clock())
    set_conditions = [change.condition.name for change in changes if isinstance(change, ConditionSet)]
    return set_conditions[0] if set_conditions else "intact"


def initiative(given: Given) -> object:
    conditions = (Condition("surprised"),) if given.get("surprised") else ()
    one = Fighter(
        id="x",
        combatant=Combatant(dexterity=given["des"]),
        conditions=conditions,
        waiting=given.get("wait_to"),
    )
    return effective_dexterity(RULES.book, one, 1)


def wound_class(given: Given) -> object:
    changes = RULES.lose(fighter(given["max_pv"], given["max_pv"]), given["loss"], Clock())
    wounds = [change.wound for change in changes if isinstance(change, Wounded)]
    return "grave" if wounds[0].severe else "leve"


def cumulative(given: Given) -> object:
    first, second = given["light_losses"]
    hurt = fighter(
        given["max_pv"] - first, given["max_pv"], wounds=(Wound(first, False, 0),), constitution=given["con"]
    )
    changes = RULES.lose(hurt, second, Clock(1, given["hours_apart"] * 60))
    due = [change for change in changes if isinstance(change, CheckDue)]
    if not due:
        return None
    assert isinstance(due[0].plan, Check)
    return 100 * odds(due[0].plan).branch("conscious")


def state(given: Given) -> object:
    before = fighter(given["pv"] + 1, 12)
    names = {change.condition.name for change in RULES.lose(before, 1, Clock()) if isinstance(change, ConditionSet)}
    return "mortal" if "dying" in names else "unconscious" if "unconscious" in names else "conscious"


def turns(given: Given) -> object:
    changes = RULES.lose(fighter(given["pv_after"] + 7, 12), 7, Clock(round=3))
    untils = [change.condition.until for change in changes if isinstance(change, ConditionSet)]
    return next(until.at for until in untils if until.when == "round") - 3


def week(given: Given) -> object:
    due = [one for one in RULES.tick(fighter(5), Clock(), Clock(1, 7 * 24 * 60)) if isinstance(one, CheckDue)]
    assert isinstance(due[0].plan, Blow)
    return odds(due[0].plan).mean


ANSWERS: dict[str, Callable[[Given], object]] = {
    "simplified_damage": simplified,
    "simplified_conversion": conversion,
    "simplified_mean_given_hit": mean_given_hit,
    "damage": damage,
    "skill": skill,
    "object": thing,
    "initiative": initiative,
    "wound_class": wound_class,
    "cumulative_check_percent": cumulative,
    "state": state,
    "turns_before_unconscious": turns,
    "mean_heal_per_week": week,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    found = ANSWERS[case["input"]["kind"]](case["input"])
    if "exact" in case:
        assert found == Fraction(case["exact"])
    else:
        assert found == case["expected"]
