"""Decisions put in words as data: the region in which an offer is taken, as steps of points and damage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from adarga.study.habits import Threshold
from adarga.study.telling import NEAR, Decision

Cell = tuple[int, int]
"""Points of the one struck, and damage where nothing is taken."""
Key = tuple[str, int, bool, tuple[str, ...]]
"""An offer, how often it is taken, whether by the one struck, and what else is open."""
Weights = dict[Cell, tuple[float, float]]
"""What weighs for taking and what against, by cell."""


@dataclass(frozen=True, slots=True)
class Region:
    """When an offer is taken `times` over or more, where just the offers `beside` it are open too.

    `struck`: the one who decides is the one struck. `decisions` weighs, by points of the one struck and damage where
    nothing is taken, those in which it is taken and those in which it is not; those are left out in which it makes no
    difference. `steps` say it in few words, so as to lose little.
    """

    offer: str
    times: int
    struck: bool
    beside: tuple[str, ...]
    decisions: Mapping[Cell, tuple[float, float]]
    steps: tuple[Threshold, ...]

    @property
    def cells(self) -> dict[Cell, float]:
        """The share of the decisions in which it is taken, by points of the one struck and damage."""
        return {cell: yes / (yes + no) for cell, (yes, no) in sorted(self.decisions.items())}

    @property
    def agrees(self) -> float:
        """The share of the decisions that the steps get right."""
        open_ = tuple(sorted((self.offer, *self.beside)))
        right = [
            yes if any(step.holds(damage, points, open_) for step in self.steps) else no
            for (points, damage), (yes, no) in self.decisions.items()
        ]
        return sum(right) / sum(yes + no for yes, no in self.decisions.values())

    @property
    def exact(self) -> bool:
        """Whether the steps say all there is to say."""
        return self.agrees >= 1 - 1e-9


def regions(decisions: Iterable[Decision]) -> tuple[Region, ...]:
    """The region of every offer that some decision has, and of every number of times it may be taken."""
    often: dict[Key, Weights] = {}
    gains: dict[Key, Weights] = {}
    for one in decisions:
        for offer, times in _offered(one):
            difference = _difference(one, offer, times)
            if abs(difference) > NEAR:
                key = offer, times, one.struck, tuple(other for other in one.offers if other != offer)
                cell = one.points, one.damage
                _weigh(often.setdefault(key, {}), cell, one.weight, taken=difference > 0)
                _weigh(gains.setdefault(key, {}), cell, one.weight * abs(difference), taken=difference > 0)
    return tuple(_region(key, often[key], gains[key]) for key in sorted(often))


def _weigh(weights: Weights, cell: Cell, weight: float, *, taken: bool) -> None:
    yes, no = weights.get(cell, (0.0, 0.0))
    weights[cell] = (yes + weight, no) if taken else (yes, no + weight)


def _offered(one: Decision) -> Iterable[tuple[str, int]]:
    most: dict[str, int] = {}
    for choice, _ in one.worths:
        for taken in choice:
            most[taken.name] = max(taken.times, most.get(taken.name, 0))
    return [(offer, times) for offer, last in most.items() for times in range(1, last + 1)]


def _difference(one: Decision, offer: str, times: int) -> float:
    """What taking an offer so often, or oftener, is worth against taking it less often."""
    enough, less = -1.0, -1.0
    for choice, worth in one.worths:
        taken = next((taken.times for taken in choice if taken.name == offer), 0)
        if taken >= times:
            enough = max(enough, worth)
        else:
            less = max(less, worth)
    return 0.0 if min(enough, less) < 0 else enough - less


def _region(key: Key, often: Weights, gains: Weights) -> Region:
    offer, times, struck, beside = key
    rule = Threshold(offer, times=times, beside=beside)
    _, steps = min(_by_what_is_left(rule, gains), _by_steps(rule, gains), key=_simplest)
    return Region(offer, times, struck, beside, often, steps)


Stated = tuple[float, tuple[Threshold, ...]]
"""What a rule loses, and the rule."""


def _simplest(stated: Stated) -> tuple[float, int]:
    return round(stated[0], 12), len(stated[1])


def _by_what_is_left(rule: Threshold, weights: Weights) -> Stated:
    """The best rule of the form: where no more than so many points would be left."""
    leaves: dict[int, float] = {}
    for (points, damage), (yes, no) in weights.items():
        leaves[points - damage] = leaves.get(points - damage, 0.0) + yes - no
    wrong = sum(yes for yes, _ in weights.values())
    best: Stated = wrong, ()
    for left in sorted(leaves):
        wrong -= leaves[left]
        if wrong < best[0] * (1 - NEAR):
            best = wrong, (replace(rule, left_at_most=left),)
    return best


def _by_steps(rule: Threshold, weights: Weights) -> Stated:
    """The best rule of steps: the more points there are, the more damage it takes; of those, one of few steps."""
    points = sorted({cell[0] for cell in weights})
    beyond = max(damage for _, damage in weights) + 1
    damages = [*sorted({cell[1] for cell in weights}), beyond]
    # paths[n]: the best so far that asks for damages[n] at the points just seen.
    paths: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())] * len(damages)
    for at in points:
        following = []
        for n, least in enumerate(damages):
            row = [(damage, sides) for (p, damage), sides in weights.items() if p == at]
            wrong = sum(no if damage >= least else yes for damage, (yes, no) in row)
            came = min(
                (round(before + wrong, 12), steps + (bool(path) and path[-1] != least), path)
                for before, steps, path in paths[: n + 1]
            )
            following.append((came[0], came[1], (*came[2], least)))
        paths = following
    wrong, _, path = min(paths, key=lambda one: one[:2])
    ends = [at for (at, least), (_, then) in pairwise(zip(points, path, strict=True)) if least != then]
    asked = list(dict.fromkeys(path))
    limits: list[int | None] = [*ends, None]
    return wrong, tuple(
        replace(rule, damage_at_least=least, points_at_most=limit)
        for least, limit in zip(asked, limits, strict=True)
        if least < beyond
    )
