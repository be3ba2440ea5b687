"""Published figures about plain dice, each written as a few lines of the public API."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from adarga.dice import Distribution, parse

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "cases" / "dice.json").read_text("utf-8"))
MODES = {"normal": "d20", "adv": "d20adv", "dis": "d20dis"}


def notation(given: dict[str, Any]) -> str:
    """The text of the dice of a case."""
    if "mode" in given:
        return MODES[given["mode"]]
    text = str(given.get("dice") or given["die"])
    if "keep_highest" in given:
        return f"{text}kh{given['keep_highest']}"
    if "keep_middle" in given:
        return f"{text}kh2kl1+{given['add']}"
    if "explode_on" in given:
        # Without a limit the published figure is a limit itself: 50 further dice are as near as a float can tell.
        return f"{text}!{given.get('max_explosions') or 50}"
    if "reroll_once_at_most" in given:
        return f"{text}ro<={given['reroll_once_at_most']}"
    return text


def law(given: dict[str, Any]) -> Distribution:
    return parse(notation(given)).distribution()


def at_least(given: dict[str, Any], n: int) -> Fraction:
    """P(at least n), of the better of two where a wild die is thrown beside the die."""
    under = 1 - law(given).at_least(n)
    if given.get("wild_die"):
        under *= 1 - law({"die": given["wild_die"], "explode_on": "max"}).at_least(n)
    return 1 - under


def hit_not_critical(given: dict[str, Any]) -> Fraction:
    critical = given["crit_min"]
    needed = given["ac"] - given["attack_bonus"]
    pmf = law(given).pmf()
    return sum((p for face, p in pmf.items() if 1 < face < critical and face >= needed), Fraction())


def after_reduction(dice: str, reduction: int, minimum: int = 0) -> Fraction:
    return parse(dice).distribution().map(lambda rolled: max(rolled - reduction, minimum)).mean


def opposed(given: dict[str, Any]) -> dict[str, Fraction]:
    against = parse(given["a"]).distribution().versus(parse(given["b"]).distribution())
    return {"win": against.win, "tie": against.tie, "lose": against.lose, "at_least": against.win + against.tie}


def uniform_roll(given: dict[str, Any]) -> Fraction:
    """P(a d100 falls within `b_roll_in` and above, or level with, a roll evenly spread over `a_roll_uniform`)."""
    low, high = given["a_roll_uniform"]
    least, greatest = given["b_roll_in"]
    a = Distribution(dict.fromkeys(range(low, high + 1), 1))
    b = parse("d100").distribution().map(lambda roll: roll if least <= roll <= greatest else 0)
    against = b.versus(a)
    return against.win if given["event"] == "b>a" else against.tie


def answer(given: dict[str, Any]) -> Any:
    match given["kind"]:
        case "pmf_count":
            return law(given).probability(given["total"]) * given["denominator"]
        case "pmf_value":
            return law(given).probability(given["total"])
        case "pmf_percent":
            return law(given).probability(given["total"]) * 100
        case "p_roll_at_most_percent":
            return law(given).at_most(given["target"]) * 100
        case "p_at_least_percent" if "a" in given:
            return opposed(given)["at_least"] * 100
        case "p_at_least":
            return at_least(given, given["n"])
        case "p_at_least_percent":
            return at_least(given, given["n"]) * 100
        case "p_kill_one_roll":
            return at_least(given, given["hp"])
        case "p_crit":
            return law(given).at_least(given["crit_min"])
        case "p_in_set":
            return sum(law(given).probability(face) for face in given["set"])
        case "p_hit_not_crit":
            return hit_not_critical(given)
        case "p_success":
            return law(given).at_most(given["stat"] - 1)
        case "p_win_percent" | "p_tie_percent" | "p_lose_percent" as kind:
            return opposed(given)[kind.split("_")[1]] * 100
        case "p_tie":
            return opposed(given)["tie"]
        case "p_percent":
            return uniform_roll(given) * 100
        case "p_exact_sixes":
            return parse(f"{given['dice']}d6=6").distribution().probability(given["sixes"])
        case "mean_of_floor_half":
            return parse(f"{given['dice']}/2").mean
        case "mean_after_reduction":
            return after_reduction(given["dice"], given["reduction"], given["minimum"])
        case "mean_if_at_least":
            least = given["threshold"]
            return parse(given["dice"]).distribution().map(lambda rolled: rolled if rolled >= least else 0).mean
        case "ratio":
            return after_reduction(given["a"], given["reduction"]) / after_reduction(given["b"], given["reduction"])
        case "stdev":
            return law(given).sd
        case "mode":
            (mode,) = law(given).modes()
            return mode
        case "mean" | "variance" | "median" as name:
            return getattr(law(given), name)
    raise LookupError(given["kind"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_published_figure(case: dict[str, Any]) -> None:
    given = case["input"]
    found = answer(given)
    endless = "explode_on" in given and not given.get("max_explosions")
    if "exact" in case and not endless and isinstance(found, Fraction | int):
        assert found == Fraction(case["exact"])
    else:
        expected = case.get("exact_float", case["expected"])
        assert float(found) == pytest.approx(expected, rel=1e-12, abs=max(case["tolerance"], 1e-12))
    if case["flag"] == "published-exact":
        assert float(found) == pytest.approx(case["expected"], rel=1e-9, abs=max(case["tolerance"], 1e-9))


def test_standard_deviation_is_the_root_of_the_variance() -> None:
    assert parse("4d6kh3").distribution().sd == pytest.approx(sqrt(parse("4d6kh3").distribution().variance))
