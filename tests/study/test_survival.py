"""Survival: closed forms, brute force in fractions, icepool, and floats beside fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adarga.dice import Distribution, parse
from adarga.errors import AdargaError
from adarga.plan import Blow, Part, odds
from adarga.study.survival import MOST_POINTS, MOST_STRIKES, ExactSurvival, Survival, survival
from adarga.study.visits import exact_visits, visits

HALF = Distribution({0: 1, 1: 1})
NOTHING = Distribution({0: 1})


def brute(laws: Sequence[Distribution], capacity: Distribution, strikes: int) -> list[Fraction]:
    """P(down by strike n), every way that every strike can fall counted one by one."""
    found = []
    for many in range(1, strikes + 1):
        turns = [laws[strike % len(laws)].pmf() for strike in range(many)]
        share = Fraction(0)
        for loss, likely in capacity.pmf().items():
            for fall in product(*(turn.items() for turn in turns)):
                if sum(taken for taken, _ in fall) >= loss:
                    share += likely * math.prod(chance for _, chance in fall)
        found.append(share)
    return found


@pytest.mark.parametrize(("hit", "points"), [((1, 1), 1), ((1, 5), 1), ((3, 17), 4)])
def test_one_point_a_hit_is_the_negative_binomial(hit: tuple[int, int], points: int) -> None:
    ways, misses = hit
    p = Fraction(ways, ways + misses)
    found = survival(Distribution({0: misses, 1: ways}), points, strikes=30, exact=True)
    falls = [
        math.comb(n - 1, points - 1) * p**points * (1 - p) ** (n - points) if n >= points else 0 for n in range(31)
    ]
    assert list(found.down) == [sum(falls[1 : n + 1], Fraction(0)) for n in range(1, 31)]
    assert found.mean == found.mean_rounds == points / p


def test_geometric_quantiles_reach_beyond_the_curve() -> None:
    found = survival(Distribution({0: 999_999, 5: 1}), 3, strikes=5)
    rate = -math.log1p(-1e-6)
    for q in (0.5, 0.9, 0.999):
        assert found.quantile(q) == math.ceil(-math.log1p(-q) / rate)
    assert found.mean == pytest.approx(1_000_000, rel=1e-12)
    assert found.quantile(1) is None


def test_quantile_of_several_attackers_beyond_the_curve_is_the_same_as_on_it() -> None:
    laws = [HALF, Distribution({0: 3, 2: 1}), Distribution({1: 1, 0: 9})]
    long, short = survival(laws, "2d6", strikes=90), survival(laws, "2d6", strikes=1)
    for q in (0.0, 0.05, 0.3, 0.5, 0.77, 0.95, 0.999):
        assert long.quantile(q) == short.quantile(q)


small_laws = st.dictionaries(st.integers(0, 5), st.integers(1, 9), min_size=1, max_size=4).map(Distribution)


@settings(max_examples=60)
@given(st.lists(small_laws, min_size=1, max_size=3), st.dictionaries(st.integers(-1, 6), st.integers(1, 5), min_size=1))
def test_exact_is_brute_force(laws: list[Distribution], points: dict[int, int]) -> None:
    capacity = Distribution(points)
    found = survival(laws, capacity, strikes=3, exact=True)
    assert list(found.down) == brute(laws, capacity, 3)
    assert all(up + down == 1 for up, down in zip(found.up, found.down, strict=True))


@given(
    st.lists(small_laws, min_size=1, max_size=3),
    st.dictionaries(st.integers(-1, 40), st.integers(1, 5), min_size=1, max_size=4),
    st.integers(1, 25),
)
def test_floats_are_the_fractions(laws: list[Distribution], points: dict[int, int], strikes: int) -> None:
    capacity = Distribution(points)
    exact = survival(laws, capacity, strikes=strikes, exact=True)
    found = survival(laws, capacity, strikes=strikes)
    assert found.down.shape == found.up.shape == (strikes,)
    assert found.strikes == exact.strikes == strikes
    for ours, theirs in ((found.down, exact.down), (found.up, exact.up), (found.up_by_round, exact.up_by_round)):
        np.testing.assert_allclose(ours, [float(share) for share in theirs], rtol=1e-9, atol=1e-300)
    np.testing.assert_array_equal(found.down_by_round, found.down[len(laws) - 1 :: len(laws)])
    for ours_mean, its in ((found.mean, exact.mean), (found.mean_rounds, exact.mean_rounds)):
        assert (ours_mean is None) == (its is None)
        if ours_mean is not None and its is not None:
            assert ours_mean == pytest.approx(float(its), rel=1e-9)
    assert found.quantile(1) == exact.quantile(1)
    assert found.median == exact.median


@given(st.lists(small_laws, min_size=1, max_size=3), st.integers(1, 9))
def test_means_are_the_sum_of_being_up(laws: list[Distribution], points: int) -> None:
    assume(all(law.counts.get(0, 0) * 2 <= law.denominator for law in laws))
    found = survival(laws, points, strikes=len(laws) * 150)
    assert found.mean is not None
    assert found.mean_rounds is not None
    assert found.mean == pytest.approx(1 + found.up.sum(), rel=1e-9)
    assert found.mean_rounds == pytest.approx(1 + found.up_by_round.sum(), rel=1e-9)


def test_mean_solves_its_recurrence() -> None:
    law = parse("2d6").distribution().map(lambda roll: max(0, roll - 5))
    means = [Fraction(0)]
    for points in range(1, 30):
        further = sum((law.probability(d) * means[max(points - d, 0)] for d in law.counts if d), Fraction(0))
        means.append((1 + further) / (1 - law.probability(0)))
    assert [survival(law, points, strikes=1, exact=True).mean for points in range(30)] == means


def test_visits_agree_and_sum_over_the_circle_of_misses() -> None:
    laws = [HALF, Distribution({0: 2, 3: 1}), NOTHING]
    found, base = exact_visits(laws, 7)
    exact = [[float(Fraction(count, base ** (lost + 1))) for lost, count in enumerate(row)] for row in found]
    np.testing.assert_allclose(visits(laws, 7), exact, rtol=1e-12)
    assert visits(laws, 1).tolist() == [[1.5], [0.75], [0.5]]


def icepool_down(damage: icepool.Die[int], points: int, strikes: int) -> list[Fraction]:
    """The same curve as an icepool user writes it."""
    law: Any = icepool.Die([0])
    found = []
    for _ in range(strikes):
        law = (law + damage).map(lambda lost: min(lost, points))
        found.append(Fraction(law.probability("==", points)))
    return found


@pytest.mark.parametrize(("text", "die"), [("2d6", 2 @ icepool.d(6)), ("4d6kh3", icepool.d(6).highest(4, 3))])
def test_icepool_agrees(text: str, die: icepool.Die[int]) -> None:
    assert list(survival(parse(text).distribution(), 40, strikes=8, exact=True).down) == icepool_down(die, 40, 8)


def test_dice_of_points_are_mixed() -> None:
    mixed = survival(HALF, "d4", strikes=6, exact=True)
    each = [survival(HALF, points, strikes=6, exact=True).down for points in range(1, 5)]
    assert list(mixed.down) == [sum(shares, Fraction(0)) / 4 for shares in zip(*each, strict=True)]


def test_odds_of_a_strike_are_taken_as_its_damage() -> None:
    found = odds(Blow((Part(parse("d8")),)))
    assert (
        survival([found, HALF], 9, strikes=4).down.tolist()
        == survival([found.damage, HALF], 9, strikes=4).down.tolist()
    )


@pytest.mark.parametrize("exact", [False, True])
def test_what_never_hurts_never_ends(exact: bool) -> None:
    found: Survival | ExactSurvival = survival(NOTHING, 3, strikes=4, exact=True) if exact else survival(NOTHING, 3)
    assert (found.ever, found.mean, found.mean_rounds, found.median) == (False, None, None, None)
    assert set(found.down) == {0}
    assert set(found.up) == {1}


@pytest.mark.parametrize("exact", [False, True])
def test_who_is_down_already_stays_down(exact: bool) -> None:
    found: Survival | ExactSurvival = survival(NOTHING, 0, strikes=2, exact=True) if exact else survival(NOTHING, 0)
    assert (found.ever, found.mean, found.mean_rounds, found.median, found.quantile(1)) == (True, 0, 0, 0, 0)
    assert set(found.down) == {1}


def test_certain_end_is_found_where_no_strike_fails() -> None:
    assert survival(parse("d6+1").distribution(), 9, strikes=1).quantile(1) == 5
    two = survival([NOTHING, Distribution({2: 1, 3: 1})], 7, strikes=1)
    assert (two.quantile(1), two.rounds(two.quantile(1))) == (8, 4)


def test_small_tails_keep_their_precision() -> None:
    rare = Distribution({0: 10**9 - 1, 1: 1})
    found, exact = survival(rare, 3, strikes=5), survival(rare, 3, strikes=5, exact=True)
    np.testing.assert_allclose(found.down, [float(share) for share in exact.down], rtol=1e-12)
    assert 0 < found.down[2] < 2e-27
    sure = survival(Distribution({0: 1, 9: 10**6 - 1}), 9, strikes=6)
    np.testing.assert_allclose(sure.up, [1e-6**n for n in range(1, 7)], rtol=1e-12)


@pytest.mark.parametrize(
    ("damage", "points", "strikes", "exact", "key"),
    [
        ([], 5, 3, False, "nobody"),
        (HALF, 5, 0, False, "strikes"),
        (HALF, 5, MOST_STRIKES + 1, False, "strikes"),
        (HALF, MOST_POINTS + 1, 3, False, "too_many_points"),
        (Distribution({-1: 1, 3: 1}), 5, 3, False, "heals"),
        (parse("200d100").distribution(), MOST_POINTS, MOST_STRIKES, False, "work"),
        (HALF, MOST_POINTS, MOST_STRIKES, True, "work"),
    ],
)
def test_what_cannot_be_worked_out_is_refused(
    damage: Distribution | list[Distribution], points: int, strikes: int, exact: bool, key: str
) -> None:
    with pytest.raises(AdargaError) as caught:
        survival(damage, points, strikes=strikes, exact=True) if exact else survival(damage, points, strikes=strikes)
    assert caught.value.key == f"study.survival.{key}"


def test_an_exact_mean_too_long_to_work_out_is_refused() -> None:
    with pytest.raises(AdargaError) as caught:
        _ = survival(parse("40d100").distribution(), 5000, strikes=1, exact=True).mean
    assert caught.value.key == "study.survival.work"


@pytest.mark.parametrize("q", [-0.1, 1.5])
def test_quantiles_outside_one_are_refused(q: float) -> None:
    with pytest.raises(AdargaError) as caught:
        survival(HALF, 3).quantile(q)
    assert caught.value.key == "dice.law.quantile"
