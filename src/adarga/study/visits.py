"""How often a sum of losses stands at each value: the closed tail of survival, by a recurrence instead of cutting off.

Attackers strike in turn, so a state is the points lost so far and whose strike is next. A strike that takes nothing
leaves the loss where it is: for each loss that circle of misses is summed as a geometric series.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from adarga.dice import Distribution

Floats = NDArray[np.float64]


class _Circle:
    """The circle of strikes that take nothing, in integers.

    `leaves` / `whole` is the chance that a round takes something; `into[i][j]` and `start[i]` weigh what arrives
    just before attacker j, or begins the fight, by how often attacker i then strikes at that same loss. All are to be
    divided by `leaves`; what `into[i][j]` weighs counts in units of the denominator of attacker j - 1.
    """

    def __init__(self, laws: Sequence[Distribution]) -> None:
        many = range(len(laws))
        idle = [law.counts.get(0, 0) for law in laws]
        ways = [law.denominator for law in laws]
        self.whole = prod(ways)
        self.leaves = self.whole - prod(idle)
        missing = [[self._between(j, i, len(laws)) for j in many] for i in many]
        self.start = [
            prod(idle[m] if m in missing[i][0] else ways[m] for m in many)  # the one before the first has no part in it
            for i in many
        ]
        self.into = [
            [prod(idle[m] if m in missing[i][j] else ways[m] for m in many if m != (j - 1) % len(laws)) for j in many]
            for i in many
        ]

    @staticmethod
    def _between(first: int, last: int, many: int) -> frozenset[int]:
        return frozenset((first + step) % many for step in range((last - first) % many))


def ever_hurts(laws: Sequence[Distribution]) -> bool:
    """Whether any of the attackers can take a point at all."""
    return any(law.greatest > 0 for law in laws)


def visits(laws: Sequence[Distribution], size: int) -> Floats:
    """The mean number of strikes that each attacker makes while exactly `l` points are lost.

    `laws` are the losses by strike (0 or more) of attackers that strike in turn, at least one of which can hurt; the
    answer has the shape (attackers, size), for l = 0 .. size - 1.

    >>> from adarga.dice import parse
    >>> visits([Distribution({0: 1, 1: 1})], 3).tolist()
    [[2.0, 2.0, 2.0]]
    """
    circle = _Circle(laws)
    weigh = np.array(
        [[into * laws[j - 1].denominator / circle.leaves for j, into in enumerate(row)] for row in circle.into]
    )
    tails = [_reversed_tail(law, size) for law in laws]
    found = np.zeros((len(laws), size))
    found[:, 0] = [start / circle.leaves for start in circle.start]
    arrived = np.empty(len(laws))
    for lost in range(1, size):
        for at, tail in enumerate(tails):
            reach = min(lost, len(tail))
            arrived[(at + 1) % len(laws)] = tail[len(tail) - reach :] @ found[at, lost - reach : lost]
        found[:, lost] = weigh @ arrived
    return found


def _reversed_tail(law: Distribution, size: int) -> Floats:
    """P(loss) for losses from the greatest (at most `size`) down to 1."""
    tail = np.zeros(min(law.greatest, size))
    for loss, ways in law.counts.items():
        if 0 < loss <= len(tail):
            tail[-loss] = ways / law.denominator
    return tail


def exact_visits(laws: Sequence[Distribution], size: int) -> tuple[list[list[int]], int]:
    """The same as integers, and a base A: attacker i strikes `found[i][l] / A ** (l + 1)` times while l are lost.

    >>> exact_visits([Distribution({0: 1, 1: 1})], 3)
    ([[2, 2, 2]], 1)
    """
    circle = _Circle(laws)
    base = circle.leaves
    steps = [
        [(loss, ways * base ** (loss - 1)) for loss, ways in law.counts.items() if 0 < loss < size] for law in laws
    ]
    found = [[start] for start in circle.start]
    for lost in range(1, size):
        arrived = [
            sum(ways * found[at - 1][lost - loss] for loss, ways in steps[at - 1] if loss <= lost)
            for at in range(len(laws))
        ]
        for row, into in zip(found, circle.into, strict=True):
            row.append(sum(weight * some for weight, some in zip(into, arrived, strict=True)))
    return found, base
