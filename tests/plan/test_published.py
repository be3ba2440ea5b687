"""Worked numbers from public pages, each written as a plan or a distribution of the public API."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adarga.dice import Distribution, Expression, constant, parse
from adarga.plan import Band, Blow, Check, Halve, Outcome, Part, Plan, Reduce, odds, read, runs

CASES = json.loads((Path(__file__).parent.parent / "cases" / "plans.json").read_text(encoding="utf-8"))
MODES = {"normal": "d20", "adv": "d20adv", "dis": "d20dis", "elven": "3d20kh1"}
Given = dict[str, Any]


def strike(given: Given, needs: int, hit: Blow, critical: Blow) -> Check:
    """An attack roll at or over `needs`; faces from `crit_min` up are critical, a natural 1 misses."""
    critical_from = given.get("crit_min", 20)
    first = min(max(needs, 2), critical_from)
    return Check(
        "attack",
        parse(MODES[given.get("mode", "normal")]),
        (
            Band("miss", runs(range(1, first)), Blow()),
            Band("hit", runs(range(first, critical_from)), hit),
            Band("critical", runs(range(critical_from, 21)), critical),
        ),
    )


def attack(given: Given) -> Check:
    """The strike of a case, critical blows rolling the dice twice."""
    texts = given["dice"] if isinstance(given["dice"], list) else given["dice"].split("+")
    reroll = f"ro<={given['reroll_once_at_most']}" if "reroll_once_at_most" in given else ""
    dice: Expression = parse("+".join(text + reroll for text in texts))
    more = parse("3d6") if "3 extra" in given.get("crit", "") else constant(0)
    if "p_single_die_hit" in given:
        needs = 21 - round(given["p_single_die_hit"] * 20)
    else:
        needs = given["ac"] - given["attack_bonus"]
    flat = given.get("flat", 0)
    return strike(given, needs, Blow((Part(dice, flat),)), Blow((Part(dice + dice + more, flat),)))


def dpr(given: Given) -> Fraction:
    attacks: int = given.get("attacks", 1)
    return odds(attack(given)).mean * attacks


def after_soak(roll: int, blow: Callable[[Part], Blow]) -> int:
    outcome = read(blow(Part(None, roll)), {})
    assert isinstance(outcome, Outcome)
    return outcome.damage


def reduced(dice: str, by: int, least: int = 0) -> Fraction:
    return odds(Blow((Part(parse(dice), soak=(Reduce(by, least),)),))).mean


def total_damage(given: Given) -> Fraction:
    """Three attacks together: half damage where the roll meets the armour class exactly."""
    needs = given["ac"] - given["attack_bonus"]
    whole, half = (Part(parse(given["damage"]), soak=soak) for soak in ((), (Halve(),)))
    plan: Plan = Check(
        "attack",
        parse("d20"),
        (
            Band("miss", runs(range(1, needs)), Blow()),
            Band("graze", runs({needs}), Blow((half,))),
            Band("hit", runs(range(needs + 1, 21)), Blow((whole,))),
        ),
    )
    total = Distribution({0: 1})
    for _ in range(given["attacks"]):
        total += odds(plan).damage
    return total.at_least(given["hp"])


def hit_not_critical(given: Given) -> Fraction:
    needs = given["ac"] - given["attack_bonus"]
    return odds(strike(given, needs, Blow(), Blow())).branch("hit")


SOLVED: dict[str, Callable[[Given], Fraction | int]] = {
    "dpr": dpr,
    "dpr_from_p": dpr,
    "p_total_damage_at_least": total_damage,
    "p_total_damage_at_least_percent": lambda given: 100 * total_damage(given),
    "mean_after_reduction": lambda given: reduced(given["dice"], given["reduction"], given["minimum"]),
    "ratio": lambda given: reduced(given["a"], given["reduction"]) / reduced(given["b"], given["reduction"]),
    "mean_if_at_least": lambda given: (
        parse(given["dice"]).distribution().map(lambda roll: roll if roll >= given["threshold"] else 0).mean
    ),
    "mean_of_floor_half": lambda given: odds(Blow((Part(parse(given["dice"]), soak=(Halve(),)),))).mean,
    "damage_after_reduction": lambda given: after_soak(
        given["roll"], lambda part: Blow((part,), (Reduce(given["reduction"]),))
    ),
    "hp_after": lambda given: (
        given["hp"] - after_soak(given["roll"], lambda part: Blow((part,), (Reduce(given["armour"]),)))
    ),
    "p_success": lambda given: parse(given["die"]).distribution().at_most(given["stat"] - 1),
    "p_roll_at_most_percent": lambda given: 100 * parse(given["dice"]).distribution().at_most(given["target"]),
    "p_hit_not_crit": hit_not_critical,
    "p_crit": lambda given: odds(strike(given, 10, Blow(), Blow())).branch("critical"),
}


def damage(given: Given) -> int:
    if "critical" in given:
        return after_soak(2 * given["roll"], lambda part: Blow((part,), (Reduce(given["armour_points"]),)))
    return after_soak(given["roll"], lambda part: Blow((part,), (Reduce(given["reduction"], given["penetration"]),)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_published_number(case: dict[str, Any]) -> None:
    given = case["input"]
    found = damage(given) if given["kind"] == "damage" else SOLVED[given["kind"]](given)
    if "exact" in case:
        assert found == Fraction(case["exact"])
    if not case["flag"].endswith("-wrong"):
        assert abs(found - case["expected"]) <= case["tolerance"]


def test_every_family_is_solved() -> None:
    assert {case["input"]["kind"] for case in CASES} == set(SOLVED) | {"damage"}
