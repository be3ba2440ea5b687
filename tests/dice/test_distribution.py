"""What a distribution answers, against sums over its chances."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.dice import Comparison, Distribution, parse
from adarga.errors import AdargaError

LAWS = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1, max_size=12).filter(
    lambda counts: any(counts.values())
)


def expectation(law: Distribution, power: int) -> Fraction:
    return sum((outcome**power * chance for outcome, chance in law.pmf().items()), Fraction())


@given(LAWS)
def test_moments_and_tails_are_sums_over_chances(counts: dict[int, int]) -> None:
    law = Distribution(counts)
    assert sum(law.pmf().values()) == 1
    assert law.denominator == sum(counts.values())
    assert list(law.counts) == sorted(outcome for outcome, ways in counts.items() if ways)
    assert law.mean == expectation(law, 1)
    assert law.variance == expectation(law, 2) - law.mean**2
    assert law.sd == pytest.approx(float(law.variance) ** 0.5)
    assert (law.least, law.greatest) == (min(law.counts), max(law.counts))
    for n in range(-22, 23):
        assert law.probability(n) == Fraction(counts.get(n, 0), law.denominator)
        assert law.at_least(n) == 1 - law.at_most(n - 1)
    assert law.at_most(law.greatest) == law.at_least(law.least) == 1
    assert law.floats() == {outcome: float(chance) for outcome, chance in law.pmf().items()}
    assert {law.probability(mode) for mode in law.modes()} == {max(law.pmf().values())}


@given(LAWS, st.fractions(0, 1))
def test_quantile_is_the_first_outcome_to_reach(counts: dict[int, int], q: Fraction) -> None:
    law = Distribution(counts)
    x = law.quantile(q)
    assert x in law.counts
    assert law.at_most(x) >= q
    assert law.at_most(x - 1) < q or x == law.least


def test_quantiles_of_two_dice() -> None:
    law = parse("2d6").distribution()
    assert (law.quantile(0), law.median, law.quantile(1)) == (2, 7, 12)
    assert (law.quantile(0.25), law.quantile(Fraction(1, 36)), law.modes()) == (5, 2, (7,))
    assert parse("d6").distribution().modes() == (1, 2, 3, 4, 5, 6)
    assert parse("d6").distribution().median == 3


@pytest.mark.parametrize("q", [-0.1, 1.5, Fraction(7, 5)])
def test_quantile_outside_the_unit_is_an_error(q: Fraction | float) -> None:
    with pytest.raises(AdargaError) as caught:
        parse("d6").distribution().quantile(q)
    assert caught.value.key == "dice.law.quantile"


@given(LAWS, LAWS)
def test_comparison_and_sum_are_those_of_every_pair(one: dict[int, int], other: dict[int, int]) -> None:
    mine, its = Distribution(one), Distribution(other)
    pairs = [(a, b, p * q) for a, p in mine.pmf().items() for b, q in its.pmf().items()]
    assert mine.versus(its) == Comparison(
        sum((chance for a, b, chance in pairs if a > b), Fraction()),
        sum((chance for a, b, chance in pairs if a == b), Fraction()),
        sum((chance for a, b, chance in pairs if a < b), Fraction()),
    )
    total = mine + its
    assert total.denominator == mine.denominator * its.denominator
    for outcome in range(-40, 41):
        assert total.probability(outcome) == sum(chance for a, b, chance in pairs if a + b == outcome)


@given(LAWS, st.integers(2, 9))
def test_equal_by_law_whatever_the_denominator(counts: dict[int, int], times: int) -> None:
    law = Distribution(counts)
    scaled = Distribution({outcome: ways * times for outcome, ways in counts.items()})
    assert law == scaled
    assert hash(law) == hash(scaled)
    assert scaled.denominator == law.denominator * times
    assert law + 1 != law
    assert (law + 1).mean == law.mean + 1


def test_laws_that_differ() -> None:
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 2: 2})
    assert Distribution({1: 1, 2: 1}) != Distribution({1: 1, 3: 1})
    assert Distribution({1: 1, 2: 2}) != Distribution({1: 2, 2: 4, 3: 1})
    assert Distribution({1: 1}) != 1


def test_map_merges_outcomes() -> None:
    law = parse("2d6").distribution().map(lambda rolled: max(0, rolled - 10))
    assert dict(law.counts) == {0: 33, 1: 2, 2: 1}
    assert law.denominator == 36


def test_chances_keep_their_natural_denominator() -> None:
    assert parse("2d6").distribution().denominator == 36
    assert parse("4d6kh3").distribution().denominator == 1296
    assert parse("d6ro1").distribution().denominator == 36
    assert parse("d6!1").distribution().denominator == 36


@pytest.mark.parametrize("counts", [{}, {1: 0}, {1: -1, 2: 3}, {1: 0.5}, {1: Fraction(1, 2)}, {1: True}, {1: "a"}])
def test_counts_that_are_no_law(counts: Any) -> None:
    with pytest.raises(AdargaError) as caught:
        Distribution(counts)
    assert caught.value.key == "dice.law.counts"


@pytest.mark.parametrize("outcome", [True, 1.0, Fraction(1), "1"])
def test_outcomes_are_whole_numbers(outcome: Any) -> None:
    with pytest.raises(AdargaError) as caught:
        Distribution({outcome: 1, 2: 1})
    assert caught.value.key == "dice.law.outcomes"


def test_laws_never_change_and_can_be_copied() -> None:
    law = parse("2d4").distribution()
    twin = pickle.loads(pickle.dumps(law))
    assert twin == law
    assert hash(twin) == hash(law)
    field: Any = "denominator"
    with pytest.raises(AttributeError):
        setattr(law, field, 1)
    table: Any = law.counts
    with pytest.raises(TypeError):
        table[2] = 5
    against = law.versus(law)
    with pytest.raises(AttributeError):
        setattr(against, field, 1)
    assert pickle.loads(pickle.dumps(against)) == against
    assert repr(law) == "Distribution({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1})"
    other: Any = "x"
    with pytest.raises(TypeError):
        law + other


def test_large_laws_are_worked_out_again_when_asked_again() -> None:
    small, large = parse("3d6"), parse("100d100")
    assert small.distribution() is small.distribution()
    assert large.distribution() is not large.distribution()
    assert large.distribution() == large.distribution()


def test_a_hundred_dice_have_floats() -> None:
    floats = parse("100d100").distribution().floats()
    assert floats[5050] == pytest.approx(0.00138, rel=0.01)
    assert floats[100] == pytest.approx(1e-200)
    assert sum(floats.values()) == pytest.approx(1)
