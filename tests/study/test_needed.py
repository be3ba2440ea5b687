"""The inverse question: every value tried, the least that is enough, and honest about what is not monotone."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from adarga.dice import Distribution, parse
from adarga.errors import AdargaError
from adarga.study.needed import Measure, mean_rounds, needed, up_after
from adarga.study.survival import ExactSurvival, Survival, survival

HALF = Distribution({0: 1, 1: 1})


def past(armour: int) -> Survival:
    """20 points against 2d6 past an armour rating."""
    return survival(parse("2d6").distribution().map(lambda roll: max(0, roll - armour)), 20, strikes=10)


def test_least_armour_is_the_first_that_lasts() -> None:
    found = needed(past, range(13), mean_rounds, 6)
    means = [past(armour).mean_rounds for armour in range(13)]
    assert means[-1] is None
    assert found.least == next(armour for armour, mean in enumerate(means) if mean is None or mean >= 6)
    assert found.steady
    assert found.tried[-1].measure == math.inf
    assert found.enough == tuple(range(found.least or 0, 13))


def test_chance_to_be_up_is_asked_of_the_curve() -> None:
    found = needed(past, range(13), up_after(4), 0.5)
    assert [one.measure for one in found.tried] == [past(armour).up[3] for armour in range(13)]
    assert found.least == next(one.value for one in found.tried if one.measure >= 0.5)


@pytest.mark.parametrize("exact", [False, True])
def test_a_mean_that_is_just_enough_is_enough(exact: bool) -> None:
    def ask(points: int) -> Survival | ExactSurvival:
        law = Distribution({0: 9, 1: 1})
        return survival(law, points, exact=True) if exact else survival(law, points)

    assert needed(ask, range(1, 9), mean_rounds, Fraction(70)).least == 7


def test_none_and_all_that_hold_are_told() -> None:
    none = needed(past, range(3), mean_rounds, 100)
    assert (none.least, none.enough, none.steady) == (None, (), True)
    zigzag = needed(lambda value: survival(HALF, 1 + value % 3), [4, 1, 0, 2, 3, 4], mean_rounds, 4)
    assert [one.value for one in zigzag.tried] == [0, 1, 2, 3, 4]
    assert (zigzag.least, zigzag.enough, zigzag.steady) == (1, (1, 2, 4), False)


@pytest.mark.parametrize("measure", [up_after(0), up_after(51)])
def test_a_round_off_the_curve_is_refused(measure: Measure) -> None:
    with pytest.raises(AdargaError) as caught:
        measure(survival(HALF, 3))
    assert caught.value.key == "study.survival.short"
