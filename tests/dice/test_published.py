"""Published figures about plain dice, each written as a few lines of the public API."""

from __future__ import annotations

import json
from collections.abc import Callable
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


def mean_if_at_least(dice: str, threshold: int) -> Fraction:
    return parse(dice).distribution().map(lambda rolled: rolled if rolled >= threshold else 0).mean


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


ANSWERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pmf_count": lambda given: law(given).probability(given["total"]) * given["denominator"],
    "pmf_value": lambda given: law(given).probability(given["total"]),
    "pmf_percent": lambda given: law(given).probability(given["total"]) * 100,
    "p_roll_at_most_percent": lambda given: law(given).at_most(given["target"]) * 100,
    "p_at_least": lambda given: at_least(given, given["n"]),
    "p_at_least_percent": lambda given: (
        100 * (opposed(given)["at_least"] if "a" in given else at_least(given, given["n"]))
    ),
    "p_kill_one_roll": lambda given: at_least(given, given["hp"]),
    "p_crit": lambda given: law(given).at_least(given["crit_min"]),
    "p_in_set": lambda given: sum(law(given).probability(face) for face in given["set"]),
    "p_hit_not_crit": hit_not_critical,
    "p_success": lambda given: law(given).at_most(given["stat"] - 1),
    "p_win_percent": lambda given: opposed(given)["win"] * 100,
    "p_tie_percent": lambda given: opposed(given)["tie"] * 100,
    "p_lose_percent": lambda given: opposed(given)["lose"] * 100,
    "p_tie": lambda given: opposed(given)["tie"],
    "p_percent": lambda given: uniform_roll(given) * 100,
    "p_exact_sixes": lambda given: parse(f"{given['dice']}d6=6").distribution().probability(given["sixes"]),
    "mean_of_floor_half": lambda given: parse(f"{given['dice']}/2").mean,
    "mean_after_reduction": lambda given: after_reduction(given["dice"], given["reduction"], given["minimum"]),
    "mean_if_at_least": lambda given: mean_if_at_least(given["dice"], given["threshold"]),
    "ratio": lambda given: after_reduction(given["a"], 0) / after_reduction(given["b"], 0),
    "stdev": lambda given: law(given).sd,
    "mode": lambda given: law(given).modes()[0],
    "mean": lambda given: law(given).mean,
    "variance": lambda given: law(given).variance,
    "median": lambda given: law(given).median,
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_published_figure(case: dict[str, Any]) -> None:
    given = case["input"]
    found = ANSWERS[given["kind"]](given)
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
