"""The pieces of work: ours, and the same in each peer's own idiom; all answers are compared before any timing."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import dyce
import icepool
from dyce import H
from dyce.lifecycle import ExperimentalWarning

from adarga.dice import Expression, parse
from adarga.interop.icepool import to_icepool
from adarga.plan import Odds, odds
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating
from adarga.study.axes import along
from adarga.study.matrix import reductions
from adarga.study.tables import MEASURES, Strikes
from benchmarks.timing import Contender

warnings.simplefilter("ignore", ExperimentalWarning)

Law = Mapping[int, Fraction]

LADDER = [
    "d3",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "3d4",
    "2d8",
    "4d4",
    "2d10",
    "2d12",
    "4d6",
    "6d4",
    "3d10",
    "4d8",
    "3d12",
    "6d6",
    "9d4",
    "7d6",
    "5d10",
    "7d8",
    "10d6",
    "6d12",
    "10d8",
    "9d10",
    "10d10",
    "16d6",
    "10d12",
    "16d8",
    "12d12",
    "16d10",
    "26d6",
    "16d12",
]
RATINGS = range(21)


def ours_pool(text: str) -> Law:
    """The law of a pool, from its text."""
    return parse(text).distribution().pmf()


def icepool_law(die: icepool.Die[int]) -> Law:
    """icepool's answer as fractions."""
    return {value: Fraction(count, die.denominator()) for value, count in die.items()}


def dyce_law(histogram: H[int]) -> Law:
    """dyce's answer as fractions."""
    return {value: Fraction(count, histogram.total) for value, count in histogram.items()}


def pool(count: int, sides: int) -> list[Contender]:
    """The distribution of a sum of equal dice."""
    return [
        Contender("adarga", lambda: parse(f"{count}d{sides}").distribution()),
        Contender("icepool", lambda: count @ icepool.d(sides)),
        Contender("dyce", lambda: count @ H(sides)),
    ]


ATTACKER = Combatant(name="attacker")
SWORD = Weapon(damage="6d4+2", bonus=5, ap=2, type=("S",))
TARGET = Combatant(name="target", defence=14, resistant=("all",), armour=(Piece(ar=(Rating(None, 5),)),))


def ours_strike() -> Odds:
    """The strike compiled by the rulebook and its odds: a natural 20 takes no notice of resistance."""
    return odds(rulebook("damage-steps").plan(Matchup(ATTACKER, TARGET, SWORD), Situation()))


def icepool_joint() -> Callable[[], icepool.Die[tuple[str, int, tuple[str, ...]]]]:
    """The same joint law of branch, damage and marks: the program the plan exports, ready to be called."""
    names: dict[str, Any] = {}
    plan = rulebook("damage-steps").plan(Matchup(ATTACKER, TARGET, SWORD), Situation())
    exec(to_icepool(plan).replace("\nstrike = ", "\nstrike = lambda: "), names)
    joint: Callable[[], icepool.Die[tuple[str, int, tuple[str, ...]]]] = names["strike"]
    return joint


def icepool_damage() -> icepool.Die[int]:
    """The damage alone, by hand, each blow worked out once: the least that icepool can do."""
    telling = (6 @ icepool.d(4) - 1).map(lambda value: max(value, 0))
    hit = (4 @ icepool.d(6) - 1).map(lambda value: max(value, 0))
    return icepool.d(20).map(lambda face: telling if face == 20 else hit if face >= 9 else 0)


def dyce_strike() -> H[int]:
    """The same strike as a dyce expansion."""
    telling = (6 @ H(4) - 1).apply(lambda value: max(value, 0))
    hit = (4 @ H(6) - 1).apply(lambda value: max(value, 0))
    return dyce.expand(
        lambda roll: telling if roll.outcome == 20 else hit if roll.outcome >= 9 else 0,
        H(20),
    )


def strike() -> list[Contender]:
    """d20+5 against 14, telling 6d4+2, else resisted 4d6+2, AR 5 AP 2: compile and odds.

    Ours and icepool give the joint law of branch, damage and marks; dyce and the last contender the damage alone.
    """
    return [
        Contender("adarga", ours_strike),
        Contender("icepool", icepool_joint()),
        Contender("dyce", dyce_strike),
        Contender("icepool, damage alone, by hand", icepool_damage),
    ]


def ours_matrix() -> list[list[float]]:
    """Mean damage of every row past every rating, then P(at least 1)."""
    dice: list[Expression] = [parse(text) for text in LADDER]
    found = reductions(dice, list(RATINGS))
    return [*found.mean.tolist(), *found.hurts.tolist()]


def ours_planned_matrix() -> list[list[float]]:
    """The same as a study asks it: each cell the plan that the rulebook compiles."""
    book = rulebook("damage-steps")
    strike = Matchup(Combatant(), Combatant(), Weapon(damage=LADDER[-1]))
    rows, columns = along(book, "elect", range(1, len(LADDER) + 1)), along(book, "ar", RATINGS)
    strikes = Strikes(book, strike, Situation(), rows, columns)
    return [line for name in ("mean", "hurts") for line in strikes.measured(MEASURES[name]).values.tolist()]


def icepool_matrix() -> list[list[float]]:
    """The same with icepool: each row's pool once, each cell its reduction."""
    means, hurts = [], []
    for text in LADDER:
        count, sides = _pool(text)
        die = count @ icepool.d(sides)
        cells = [(die - rating).map(lambda value: max(value, 0)) for rating in RATINGS]
        means.append([float(cell.mean()) for cell in cells])
        hurts.append([float(cell.probability(">=", 1)) for cell in cells])
    return means + hurts


def dyce_matrix() -> list[list[float]]:
    """The same with dyce."""
    means, hurts = [], []
    for text in LADDER:
        count, sides = _pool(text)
        histogram = count @ H(sides)
        cells = [(histogram - rating).apply(lambda value: max(value, 0)) for rating in RATINGS]
        means.append([float(cell.mean()) for cell in cells])
        hurts.append([1 - cell.get(0, 0) / cell.total for cell in cells])
    return means + hurts


def _pool(text: str) -> tuple[int, int]:
    count, sides = text.split("d")
    return int(count or 1), int(sides)


def matrix() -> list[Contender]:
    """33 ladder rows against armour ratings 0 to 20: mean and P(at least 1)."""
    return [
        Contender("adarga", ours_matrix),
        Contender("icepool", icepool_matrix),
        Contender("dyce", dyce_matrix),
        Contender("adarga, a plan for each cell", ours_planned_matrix),
    ]


def check_answers() -> None:
    """Stop where any two contenders disagree."""
    for count, sides in ((16, 12), (40, 100)):
        laws = [ours_pool(f"{count}d{sides}"), icepool_law(count @ icepool.d(sides)), dyce_law(count @ H(sides))]
        assert laws[0] == laws[1] == laws[2]
    ours, joint = ours_strike(), icepool_joint()()
    assert {event: Fraction(count, ours.denominator) for event, count in ours.joint.items()} == {
        tuple(event): Fraction(count, joint.denominator()) for event, count in joint.items()
    }
    assert ours.damage.pmf() == icepool_law(icepool_damage()) == dyce_law(dyce_strike())
    for peer in (icepool_matrix(), dyce_matrix(), ours_planned_matrix()):
        for mine, its in zip(ours_matrix(), peer, strict=True):
            assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(mine, its, strict=True))
