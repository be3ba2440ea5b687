"""The matrix of dice against reductions is what the plans say."""

from __future__ import annotations

import numpy as np

from adarga.dice import parse
from adarga.plan import Blow, Part, Reduce, odds
from adarga.study.matrix import reductions


def test_matrix_is_the_odds_of_each_plan() -> None:
    dice = [parse(text) for text in ("d4", "2d8", "4d6kh3", "d6-2", "3d4-20", "5")]
    by = [0, 1, 3, 9, 40]
    found = reductions(dice, by)
    assert found.mean.shape == found.hurts.shape == (6, 5)
    for row, expression in enumerate(dice):
        for column, points in enumerate(by):
            exact = odds(Blow((Part(expression, soak=(Reduce(points),)),)))
            assert np.isclose(found.mean[row, column], float(exact.mean), rtol=1e-12, atol=1e-15)
            assert np.isclose(found.hurts[row, column], float(exact.hurts), rtol=1e-12, atol=1e-15)
