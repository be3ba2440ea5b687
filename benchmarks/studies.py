"""Studies beside the exact peers: the same question, each in its own idiom, answers compared before any timing."""

from __future__ import annotations

import math

import icepool
import numpy as np
from dyce import H

from adarga.study.survival import survival
from benchmarks.timing import Contender, Measured, measure
from benchmarks.works import dyce_strike, icepool_damage, ours_strike

POINTS, ROUNDS = 60, 50


def ours_survival() -> list[float]:
    """P(dead by round 1..50): the strike compiled by the rulebook, its odds, and the curve."""
    return list(map(float, survival(ours_strike(), POINTS, strikes=ROUNDS).down))


def icepool_survival() -> list[float]:
    """The same with icepool: points lost, summed round by round and held to the points there are."""
    damage = icepool_damage()
    lost: icepool.Die[int] = icepool.Die([0])
    found = []
    for _ in range(ROUNDS):
        lost = (lost + damage).map(lambda points: min(points, POINTS))
        found.append(float(lost.probability("==", POINTS)))
    return found


def dyce_survival() -> list[float]:
    """The same with dyce."""
    damage = dyce_strike()
    lost = H({0: 1})
    found = []
    for _ in range(ROUNDS):
        lost = (lost + damage).apply(lambda points: min(points, POINTS))
        found.append(lost.get(POINTS, 0) / lost.total)
    return found


def numpy_survival() -> list[float]:
    """The curve alone, from the damage as an array, written by hand for this one case: the least that numpy can do."""
    law = np.zeros(POINTS + 1)
    for damage, ways in _DAMAGE.counts.items():
        law[min(damage, POINTS)] += ways / _DAMAGE.denominator
    lost = np.zeros(POINTS + 1)
    lost[0] = 1.0
    found = []
    for _ in range(ROUNDS):
        spread = np.convolve(lost, law)
        lost = spread[: POINTS + 1]
        lost[POINTS] += spread[POINTS + 1 :].sum()
        found.append(float(lost[POINTS]))
    return found


_DAMAGE = ours_strike().damage


def check_answers() -> None:
    """Stop where any two contenders disagree."""
    for peer in (icepool_survival(), dyce_survival(), numpy_survival()):
        for mine, its in zip(ours_survival(), peer, strict=True):
            assert math.isclose(mine, its, rel_tol=1e-9, abs_tol=1e-14)


def measured() -> list[Measured]:
    """Dead by round 1..50, 60 points, struck once a round by the strike of the other table."""
    check_answers()
    contenders = [
        Contender("adarga", ours_survival),
        Contender("icepool", icepool_survival),
        Contender("dyce", dyce_survival),
        Contender("numpy, the curve alone, by hand", numpy_survival),
    ]
    return [measure("dead by round 1 to 50, 60 points", contenders)]
