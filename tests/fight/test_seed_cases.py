"""The published cases on wounds and order, each played in a fight."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adarga.fight import commands as cmd
from adarga.plan import Check
from adarga.rules.protocol import CheckDue, Combatant, Situation
from tests.fight.table import Table, changes

FILE = Path(__file__).parent.parent / "cases" / "seed_percentile.json"
SOMEONE = Combatant(name="Ana", points=12, dexterity=12, constitution=12)


def cases(*kinds: str) -> list[Any]:
    found = [case for case in json.loads(FILE.read_text(encoding="utf-8")) if case["input"]["kind"] in kinds]
    assert found
    return [pytest.param(case["input"], case["expected"], id=case["id"]) for case in found]


@pytest.mark.parametrize(("given", "expected"), cases("wound_class"))
def test_a_wound_is_light_or_severe(given: dict[str, int], expected: str) -> None:
    fight = Table("percentile", replace(SOMEONE, points=given["max_pv"]))
    fight.do(cmd.Lose("Ana", given["loss"]))
    assert [wound.severe for wound in fight.fighter("Ana").wounds] == [expected == "grave"]


@pytest.mark.parametrize(("given", "expected"), cases("state"))
def test_points_left_tell_the_state(given: dict[str, int], expected: str) -> None:
    fight = Table("percentile", SOMEONE)
    fight.do(cmd.SetPoints("Ana", 6))
    fight.do(cmd.SetPoints("Ana", given["pv"]))
    ana = fight.fighter("Ana")
    found = "mortal" if ana.has("dying") else "unconscious" if ana.has("unconscious") else "conscious"
    assert found == expected


@pytest.mark.parametrize(("given", "expected"), cases("cumulative_check_percent"))
def test_light_wounds_of_a_day_call_for_a_check(given: dict[str, Any], expected: int | None) -> None:
    fight = Table("percentile", replace(SOMEONE, points=given["max_pv"], constitution=given["con"]))
    for number, loss in enumerate(given["light_losses"]):
        if number:
            fight.do(cmd.Pass(given["hours_apart"] * 60))
        fight.do(cmd.Lose("Ana", loss))
    assert [chance(due) for due in fight.state.due] == ([] if expected is None else [expected])


def chance(due: CheckDue) -> int:
    """The faces of a hundred on which one stays conscious."""
    assert isinstance(due.plan, Check)
    return sum(last - first + 1 for band in due.plan.bands if band.name == "conscious" for first, last in band.faces)


@pytest.mark.parametrize(("given", "expected"), cases("turns_before_unconscious"))
def test_rounds_after_a_severe_wound(given: dict[str, int], expected: int) -> None:
    fight = Table("percentile", SOMEONE, replace(SOMEONE, name="Bea"))
    fight.next()
    fight.do(cmd.SetPoints("Ana", given["pv_after"]))
    start = fight.state.clock.round
    while not fight.fighter("Ana").has("unconscious"):
        fight.next()
    assert fight.state.clock.round - start - 1 == expected


@pytest.mark.parametrize(("given", "expected"), cases("mean_heal_per_week"))
def test_a_week_heals_by_itself(given: dict[str, int], expected: float) -> None:
    gained = []
    for face in (1, 2, 3):
        fight = Table("percentile", SOMEONE)
        fight.do(cmd.SetPoints("Ana", 6))
        fight.do(cmd.Pass(7 * 24 * 60))
        fight.throw(face)
        gained.append((fight.fighter("Ana").points or 0) - 6)
    assert sum(gained) / len(gained) == expected


@pytest.mark.parametrize(("given", "expected"), cases("initiative"))
def test_the_count_that_one_acts_at(given: dict[str, int], expected: int) -> None:
    """One of exactly that DES, listed later, comes after; one of one more comes before."""
    same, more = (
        replace(SOMEONE, name="Same", dexterity=expected),
        replace(SOMEONE, name="More", dexterity=expected + 1),
    )
    fight = Table("percentile", replace(SOMEONE, dexterity=given["des"]), same, more)
    if given.get("surprised"):
        fight.condition("Ana", "surprised")
    fight.next()
    if "wait_to" in given:
        assert fight.refused(cmd.Wait("Ana", given["wait_to"])) == "fight.refused.wait_least"
        fight.do(cmd.Wait("Ana", given["wait_to"] + 1))
    assert fight.state.order == (("More",), ("Ana",), ("Same",))


@pytest.mark.parametrize(("given", "expected"), cases("object"))
def test_a_thing_breaks_at_no_resistance(given: dict[str, int], expected: str) -> None:
    fight = Table("percentile", SOMEONE, Combatant(name="Door", points=given["pr"]))
    fight.attack("Ana", f"d20+{given['damage'] - 1}", "Door", Situation(object=True))
    fight.throw(1)
    assert fight.fighter("Door").has("broken") == (expected == "broken")
    assert not [one for one in changes(fight.log.entries[-1].events) if isinstance(one, CheckDue)]
