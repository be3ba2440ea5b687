"""One strike as a cell of a table: its mean and its chances, in whole numbers and without its joint law."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from adarga.dice import Expression
from adarga.errors import AdargaError
from adarga.plan import AtLeast, Blow, Odds, Plan, Reduce, leaves, odds
from adarga.plan.odds import blow_counts
from adarga.rules.protocol import Matchup, Rulebook, Situation

Ratio = tuple[int, int]
"""A number as a count and what it is out of."""


class _Tails(NamedTuple):
    """Dice summed up from above, in counts out of `ways`, for t = 0 .. the greatest roll + 1.

    `at_least[t]` counts the rolls of t or more, `beyond[t]` is the sum of `at_least` from t on.
    """

    at_least: list[int]
    beyond: list[int]
    ways: int


@lru_cache(maxsize=4096)
def _tails(dice: Expression) -> _Tails:
    law = dice.distribution()
    counts = [0] * (max(law.greatest, 0) + 2)
    for rolled, ways in law.counts.items():
        # Whatever is below 0 counts as 0.
        counts[max(rolled, 0)] += ways
    at_least = list(accumulate(reversed(counts)))
    beyond = list(accumulate(at_least))
    return _Tails(at_least[::-1], beyond[::-1], law.denominator)


def _less_and_floor(blow: Blow) -> tuple[Expression, int, int] | None:
    """Dice, what is taken off them and the least that is left, of a blow that is no more than that; else None."""
    part = blow.parts[0] if len(blow.parts) == 1 else None
    dice = None if part is None else part.dice
    if part is None or dice is None:
        return None
    less, floor = -part.plus, 0
    for step in (*part.soak, *blow.soak):
        if isinstance(step, AtLeast):
            floor = max(floor, step.least)
        elif isinstance(step, Reduce) and not step.down_to and not floor:
            less += step.by
        else:
            return None
    return (dice, less, floor) if less >= 0 else None


def _mean(blow: Blow) -> Ratio:
    """The mean damage of a blow: past a reduction r it is the sum of P(roll >= t) over all t > r."""
    plain = _less_and_floor(blow)
    if plain is None:
        counts, ways = blow_counts(blow)
        return sum(damage * count for damage, count in counts.items()), ways
    dice, less, floor = plain
    tails = _tails(dice)
    from_ = less + floor + 1
    return floor * tails.ways + (tails.beyond[from_] if from_ < len(tails.beyond) else 0), tails.ways


def _at_least(blow: Blow, points: int) -> Ratio:
    """P(damage >= points) of a blow, points 1 or more."""
    plain = _less_and_floor(blow)
    if plain is None:
        counts, ways = blow_counts(blow)
        return sum(count for damage, count in counts.items() if damage >= points), ways
    dice, less, floor = plain
    tails = _tails(dice)
    if points <= floor:
        return tails.ways, tails.ways
    return (tails.at_least[less + points] if less + points < len(tails.at_least) else 0), tails.ways


@dataclass(frozen=True)
class Cell:
    """One strike of a table. `exact`: whether its measures are fractions; else they are the floats nearest to them."""

    rulebook: Rulebook
    matchup: Matchup
    situation: Situation
    exact: bool = False

    @cached_property
    def plan(self) -> Plan:
        """The plan that the rulebook compiles. Raises `AdargaError` for what the rules do not allow."""
        return self.rulebook.plan(self.matchup, self.situation)

    @cached_property
    def odds(self) -> Odds:
        """The exact odds of the strike."""
        return odds(self.plan)

    @property
    def points(self) -> int:
        """The target's points. Raises `AdargaError` (`tables.points`) where they are not known."""
        points = self.matchup.target.points
        if points is None:
            raise AdargaError("tables.points")
        return points

    @property
    def mean(self) -> Fraction | float:
        """The mean damage of the strike, misses as 0."""
        return self._over([(leaf.weight, leaf.ways, *_mean(leaf.blow)) for leaf in leaves(self.plan) if leaf.weight])

    @property
    def lands(self) -> Fraction | float:
        """The probability that the blow lands."""
        return self._over([(leaf.weight, leaf.ways, 1, 1) for leaf in leaves(self.plan) if leaf.blow.lands])

    def at_least(self, points: int) -> Fraction | float:
        """The probability of at least so much damage."""
        if points <= 0:
            return Fraction(1) if self.exact else 1.0
        ends = [leaf for leaf in leaves(self.plan) if leaf.weight]
        return self._over([(leaf.weight, leaf.ways, *_at_least(leaf.blow, points)) for leaf in ends])

    def _over(self, ends: list[tuple[int, int, int, int]]) -> Fraction | float:
        """The sum of weight / ways * count / whole over the ends of the plan."""
        above, below = 0, 1
        for weight, ways, count, whole in ends:
            further = ways * whole
            shared = gcd(below, further)
            above = above * (further // shared) + weight * count * (below // shared)
            below = below // shared * further
        return Fraction(above, below) if self.exact else above / below
