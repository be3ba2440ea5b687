"""Many dice against many reductions at once: mean damage and the chance to hurt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adarga.dice import Expression


@dataclass(frozen=True, eq=False)
class ReductionMatrix:
    """`mean` damage and `hurts` = P(damage >= 1), each an array of shape (dice, reductions)."""

    mean: NDArray[np.float64]
    hurts: NDArray[np.float64]


def reductions(dice: Sequence[Expression], by: Sequence[int]) -> ReductionMatrix:
    """What each of `dice` does past each fixed reduction of `by` (points, 0 or more; damage is never below 0).

    The mean past a reduction r is the sum of P(roll >= t) over all t > r, so one pass over a law answers for every r.

    >>> from adarga.dice import parse
    >>> reductions([parse("d4"), parse("d6")], [0, 2]).mean.round(3).tolist()
    [[2.5, 0.75], [3.5, 1.667]]
    """
    past = np.asarray(by, dtype=np.int64)
    mean = np.zeros((len(dice), len(past)))
    hurts = np.zeros_like(mean)
    for row, expression in enumerate(dice):
        law = expression.distribution()
        top = max(law.greatest, 0)
        counts = np.zeros(top + 2)
        for value, ways in law.counts.items():
            if value > 0:
                counts[value] = ways / law.denominator
        at_least = np.cumsum(counts[::-1])[::-1]
        beyond = np.cumsum(at_least[::-1])[::-1]
        column = np.minimum(past + 1, top + 1)
        mean[row] = beyond[column]
        hurts[row] = at_least[column]
    return ReductionMatrix(mean, hurts)
