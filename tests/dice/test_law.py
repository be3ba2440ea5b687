"""Exact laws against throwing every face, against identities, and at the limits."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adarga.dice import Distribution, constant, dice, parse
from adarga.dice.law import pool_law
from adarga.dice.sums import add, pairwise, repeated, uniform_sum
from tests.dice.brute import enumerated
from tests.dice.grammar import expressions, terms

ENDING = [
    "d6",
    "3d4",
    "2d6+1",
    "d4-d6",
    "2d4-2d3+d5",
    "4d4kh3",
    "4d4kl2",
    "4d4dh1",
    "4d4dl",
    "5d3kh3kl1",
    "d20adv",
    "d20dis+2",
    "3d4ro1",
    "2d6ro<3",
    "3d3ro>=2",
    "2d4!1",
    "2d3!2",
    "d2!5",
    "d1!",
    "3d4mi2",
    "3d4ma3",
    "2d4mi2!1",
    "d4ro1!1",
    "3d4>=3",
    "4d3=2",
    "3d4<2",
    "3d3!1>=4",
    "3d4kh2ro1",
    "3d4kh2!1",
    "3d4kh2mi3",
    "3d4kh2>=3",
    "3d4ro1kh2=4",
    "3d3kh2ro1kh1",
    "3d3kh2ro1kl1!1",
    "4d3dl1ro2dh1mi2",
    "d6*d4",
    "(d4+1)*(d4-2)",
    "d6/2",
    "-d6/4",
    "-(d6/4)",
    "100/d4",
    "d6/(d4-7)",
    "2*(d4+d6)/3-1",
    "(2d4[a]-1)[b]*2",
    "d4*d4*d4/d3",
    "7",
    "-3",
]


@pytest.mark.parametrize("text", ENDING)
def test_law_is_that_of_every_face_thrown(text: str) -> None:
    expression = parse(text)
    law, lost = enumerated(expression)
    assert lost == 0
    assert expression.distribution().pmf() == law
    assert (expression.least, expression.greatest) == (min(law), max(law))


@given(expressions(most=3, endless=False, leaves=2))
@settings(max_examples=120)
def test_law_of_any_expression_is_that_of_every_face_thrown(text: str) -> None:
    expression = parse(text)
    assume(expression.distribution().denominator <= 3000)
    law, lost = enumerated(expression)
    assert lost == 0
    assert expression.distribution().pmf() == law
    assert (expression.least, expression.greatest) == (min(law), max(law))


@given(terms(most=2))
@settings(max_examples=80)
def test_endless_rerolls_approach_their_law(text: str) -> None:
    expression = parse(text)
    law, lost = enumerated(expression, Fraction(1, 1500))
    pmf = expression.distribution().pmf()
    assert set(law) <= set(pmf)
    for outcome, chance in pmf.items():
        assert law.get(outcome, 0) <= chance <= law.get(outcome, 0) + lost


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("d6r1", "d5+1"),
        ("3d6r<3", "3d4+6"),
        ("4d6r1kh3", "4d5kh3+3"),
        ("4d6r>=5", "4d4"),
        ("5d6r=6!2", "5d5"),
        ("2d20kh1", "d20adv"),
        ("4d6dl1", "4d6kh3"),
        ("4d6kh3kl1", "4d6dh1dl1kl1"),
        ("6d6kh3r1", "6d6kh3r<2"),
        ("10d10>=8", "10d10>7"),
        ("3d6mi2ma5", "3d6ma5mi2"),
        ("6d1!", "6*21"),
        ("2d6-2d6", "2d6+2d6-14"),
    ],
)
def test_notations_of_one_law(text: str, same: str) -> None:
    assert parse(text).distribution() == parse(same).distribution()


@pytest.mark.parametrize(
    ("by_face", "by_multiset"),
    [
        ("4d4kh3", "4d4kh3mi1kh3"),
        ("4d5dl2kl1", "4d5dl2mi1kl1"),
        ("4d4ro1kh2>=3", "4d4ro1kh2mi1kh2>=3"),
        ("3d4!1kh2ro1", "3d4!1kh2mi1kh2ro1"),
        ("5d4kh2!1", "5d4kh2mi1kh2!1"),
        ("4d4kh3mi2ma3", "4d4kh3mi1kh3mi2ma3"),
        ("6d6dl2dh1r<3", "6d6dl2dh1mi1kl3r<3"),
    ],
)
def test_counting_by_face_is_listing_every_multiset(by_face: str, by_multiset: str) -> None:
    # `mi1` and keeping all that is left change nothing, but send a term the other way.
    assert parse(by_face).distribution() == parse(by_multiset).distribution()


@given(st.integers(1, 12), st.integers(1, 12))
def test_recurrence_is_repeated_addition(count: int, sides: int) -> None:
    single = dict.fromkeys(range(1, sides + 1), 1)
    law = {0: 1}
    for _ in range(count):
        law = pairwise(law, single)
    assert uniform_sum(count, sides) == law == repeated(single, count)
    assert list(uniform_sum(count, sides)) == sorted(law)


LAWS = st.dictionaries(st.integers(-60, 60), st.integers(1, 10**12), min_size=1, max_size=60)


@given(LAWS, LAWS)
def test_packed_sums_are_sums_pair_by_pair(one: dict[int, int], other: dict[int, int]) -> None:
    assert add(one, other) == pairwise(one, other)
    assert list(add(one, other)) == sorted(add(one, other))


@given(LAWS, st.integers(0, 4))
def test_packed_powers_are_repeated_sums(law: dict[int, int], times: int) -> None:
    expected = {0: 1}
    for _ in range(times):
        expected = pairwise(expected, law)
    assert repeated(law, times) == expected


def test_a_few_dice_far_apart_are_added_pair_by_pair() -> None:
    spread = parse("d40*1000000+d40").distribution()
    assert len(spread.counts) == 1600
    assert spread.mean == Fraction(41, 2) * 1_000_001


@pytest.mark.parametrize(("count", "sides"), [(400, 6), (100, 100), (1000, 6), (1000, 20), (100, 1000)])
def test_large_sums(count: int, sides: int) -> None:
    law = dice(count, sides).distribution()
    assert law.denominator == sides**count == sum(law.counts.values())
    assert (law.least, law.greatest) == (count, count * sides)
    assert law.counts[count] == law.counts[count * sides] == 1
    assert law.counts[count + 1] == count
    assert law.mean == Fraction(count * (sides + 1), 2)
    assert law.variance == Fraction(count * (sides * sides - 1), 12)
    # Inclusion and exclusion, at one place well past the first wrap.
    total = count + 3 * sides
    ways = sum((-1) ** j * comb(count, j) * comb(total - sides * j - 1, count - 1) for j in range(4))
    assert law.counts[total] == ways


def test_large_keep() -> None:
    law = parse("40d6kh20").distribution()
    assert law.denominator == 6**40
    assert law.counts[20] == 1
    assert law.counts[120] == sum(comb(40, sixes) * 5 ** (40 - sixes) for sixes in range(20, 41))


def test_large_explosion() -> None:
    law = parse("20d6!").distribution()
    assert law.denominator == 6 ** (20 * 21)
    assert law.least == 20
    assert law.greatest == 20 * 126
    assert law.mean == 20 * sum(Fraction(7, 2) / 6**depth for depth in range(21))


def test_results_stay_exact_where_floats_do_not() -> None:
    tail = parse("100d10").distribution().probability(1000)
    assert tail == Fraction(1, 10**100)


def test_built_expressions_have_the_law_of_their_text() -> None:
    built = dice(2, 6) + dice(1, 4) - constant(3)
    assert built == parse("2d6+d4-3")
    assert built.distribution() == parse("2d6+d4-3").distribution()


@given(st.integers(1, 5), st.integers(1, 6), st.data())
def test_what_is_kept_and_what_is_dropped_make_the_whole_mean(count: int, sides: int, data: st.DataObject) -> None:
    kept = data.draw(st.integers(1, count))
    high = Distribution(pool_law(count, sides, (("kh", "", kept),))).mean
    low = Distribution(pool_law(count, sides, (("kl", "", count - kept),))).mean if kept < count else Fraction(0)
    assert high + low == Fraction(count * (sides + 1), 2)
