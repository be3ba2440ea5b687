"""The exact odds of a plan: the joint distribution of branch, damage and marks, by integers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from adarga.dice import Distribution, sums
from adarga.plan.nodes import Blow, Part, Plan, Step
from adarga.plan.reading import branch_id, merge_marks

if TYPE_CHECKING:
    from fractions import Fraction

Event = tuple[str, int, tuple[str, ...]]
"""A branch id, the damage done, and the marks left."""


@dataclass(frozen=True, eq=False)
class Odds:
    """The joint odds of a strike.

    `joint` maps (branch id, damage, marks) to a count out of `denominator`; `branches` holds the count of every
    branch, those of probability 0 too, in the plan's order; `landing` counts the blows that land. Equal where the
    probabilities are. `damage` and what follows from it read the damage alone.
    """

    joint: Mapping[Event, int]
    denominator: int
    branches: Mapping[str, int]
    landing: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = ({e: c for e, c in odds.joint.items() if c} for odds in (self, other))
        return (
            mine.keys() == theirs.keys()
            and self.branches.keys() == other.branches.keys()
            and self.landing * other.denominator == other.landing * self.denominator
            and all(count * other.denominator == theirs[event] * self.denominator for event, count in mine.items())
        )

    def __hash__(self) -> int:
        return hash((self.damage, tuple(self.branches)))

    def _share(self, count: int) -> Fraction:
        from fractions import Fraction

        return Fraction(count, self.denominator)

    @cached_property
    def damage(self) -> Distribution:
        """The distribution of the damage done, misses as 0."""
        counts: dict[int, int] = {}
        for (_, damage, _), count in self.joint.items():
            counts[damage] = counts.get(damage, 0) + count
        return Distribution(counts)

    @property
    def mean(self) -> Fraction:
        """The mean damage of one strike."""
        return self.damage.mean

    @property
    def lands(self) -> Fraction:
        """The probability that the blow lands: that no check turned it into a miss, a dodge or a block."""
        return self._share(self.landing)

    @property
    def hurts(self) -> Fraction:
        """The probability of at least 1 point of damage."""
        return self.damage.at_least(1)

    def drops(self, points: int) -> Fraction:
        """The probability that the damage is at least `points`, the hit points left."""
        return self.damage.at_least(points)

    def branch(self, name: str) -> Fraction:
        """The probability of a branch. Raises `KeyError` for one the plan has not."""
        return self._share(self.branches[name])

    def given(self, branch: str) -> Distribution:
        """The damage where the strike went down `branch`. Raises `ZeroDivisionError` where it cannot."""
        counts: dict[int, int] = {}
        for (name, damage, _), count in self.joint.items():
            if name == branch and count:
                counts[damage] = counts.get(damage, 0) + count
        if not counts:
            raise ZeroDivisionError(branch)
        return Distribution(counts)

    def mark(self, name: str) -> Fraction:
        """The probability that the strike leaves a mark."""
        return self._share(sum(count for (_, _, marks), count in self.joint.items() if name in marks))


def _after(counts: Mapping[int, int], plus: int, steps: tuple[Step, ...]) -> dict[int, int]:
    """Counts of a value after adding `plus`, never below 0, and every step."""
    found: dict[int, int] = {}
    seen = found.get
    for outcome, count in counts.items():
        value = outcome + plus
        if value < 0:
            value = 0
        for step in steps:
            value = step(value)
        found[value] = seen(value, 0) + count
    return found


def _part(part: Part) -> tuple[dict[int, int], int]:
    if part.dice is None:
        return _after({0: 1}, part.plus, part.soak), 1
    law = part.dice.distribution()
    return _after(law.counts, part.plus, part.soak), law.denominator


def blow_counts(blow: Blow) -> tuple[Mapping[int, int], int]:
    """The damage of a blow as integer counts and their sum."""
    counts: dict[int, int] = {0: 1}
    ways = 1
    for index, part in enumerate(blow.parts):
        more, its_ways = _part(part)
        ways *= its_ways
        counts = sums.add(counts, more) if index else more
    return (_after(counts, 0, blow.soak) if blow.soak else counts), ways


@dataclass(slots=True)
class Leaf:
    """A blow of a plan: the band names on the way to it, all marks left there, `weight` out of `ways` to get there."""

    path: tuple[str, ...]
    marks: tuple[str, ...]
    weight: int
    ways: int
    blow: Blow


def leaves(plan: Plan) -> list[Leaf]:
    """Every blow of a plan, in the plan's order, those of probability 0 too.

    Two plans of one strike, compiled with and without an offer taken, have their leaves in the same order.
    """
    found: list[Leaf] = []
    _leaves(plan, (), (), 1, 1, found)
    return found


def _leaves(
    node: Plan, path: tuple[str, ...], marks: tuple[str, ...], weight: int, ways: int, found: list[Leaf]
) -> None:
    if isinstance(node, Blow):
        found.append(Leaf(path, merge_marks(marks, node.marks), weight, ways, node))
        return
    pool = node.die.pool
    counts = None if pool is not None and pool[0] == 1 else node.die.distribution().counts
    ways *= pool[1] if pool is not None and counts is None else node.die.distribution().denominator
    for band in node.bands:
        if counts is None:
            share = sum(last - first + 1 for first, last in band.faces)
        else:
            share = sum(count for face, count in counts.items() if any(a <= face <= b for a, b in band.faces))
        _leaves(band.then, (*path, band.name), merge_marks(marks, band.marks), weight * share, ways, found)


def odds(plan: Plan) -> Odds:
    """The exact joint distribution of (branch, damage, marks) of a plan.

    >>> from adarga.dice import parse
    >>> from adarga.plan.nodes import Blow, Part, Reduce
    >>> odds(Blow((Part(parse("d6"), soak=(Reduce(2),)),))).mean
    Fraction(5, 3)
    """
    ends = leaves(plan)
    laws: dict[int, tuple[Mapping[int, int], int]] = {}
    denominator = 1
    for leaf in ends:
        if leaf.weight:
            law = laws.get(id(leaf.blow))
            if law is None:
                law = laws[id(leaf.blow)] = blow_counts(leaf.blow)
            ways = leaf.ways * law[1]
            denominator *= ways // gcd(denominator, ways)
    joint: dict[Event, int] = {}
    branches: dict[str, int] = {}
    landing = 0
    for leaf in ends:
        branch, marks = branch_id(leaf.path), leaf.marks
        branches.setdefault(branch, 0)
        if not leaf.weight:
            continue
        counts, ways = laws[id(leaf.blow)]
        scale = leaf.weight * (denominator // (leaf.ways * ways))
        branches[branch] += scale * ways
        if leaf.blow.parts:
            landing += scale * ways
        for damage, count in counts.items():
            event = (branch, damage, marks)
            joint[event] = joint.get(event, 0) + count * scale
    return Odds(joint, denominator, branches, landing)
