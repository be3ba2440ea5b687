"""The odds of random `percentile` strikes against every face read one by one, and against the rules worked by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.dice import Seeded, parse
from adarga.plan import Needs, Plan, odds, play, read
from adarga.rules.percentile import simplified_damage
from tests.rules.percentile_strikes import book, odds_of, plan_of

Law = dict[tuple[str, int], Fraction]
PERCENT = st.one_of(st.integers(0, 100), st.integers(0, 180))
DICE = st.sampled_from(["d2", "d3", "d4", "d6", "d8", "2d3", "d6+1", "d4-2", "3"])
RULES = book()


def every_way(plan: Plan, faces: dict[str, list[int]], weight: Fraction) -> Iterator[tuple[str, int, Fraction]]:
    """Every outcome of a plan by throwing every face of every die it asks for."""
    found = read(plan, faces)
    if not isinstance(found, Needs):
        yield found.branch, found.damage, weight
        return
    for face in range(1, found.sides + 1):
        thrown = faces | {found.name: [*faces.get(found.name, ()), face]}
        yield from every_way(plan, thrown, weight / found.sides)


def enumerated(plan: Plan) -> Law:
    law: Law = {}
    for branch, damage, weight in every_way(plan, {}, Fraction(1)):
        law[branch, damage] = law.get((branch, damage), Fraction(0)) + weight
    return law


def computed(plan: Plan) -> Law:
    found = odds(plan)
    law: Law = {}
    for (branch, damage, _), count in found.joint.items():
        if count:
            key = (branch, damage)
            law[key] = law.get(key, Fraction(0)) + Fraction(count, found.denominator)
    return law


@given(damage=DICE, skill=st.none() | PERCENT, armour=st.lists(st.integers(0, 4), max_size=2), choice=st.booleans())
def test_odds_are_those_of_every_face(damage: str, skill: int | None, armour: list[int], choice: bool) -> None:
    plan = plan_of(damage, skill, *armour, simplified=choice)
    assert computed(plan) == enumerated(plan)


@settings(max_examples=25)
@given(skill=st.integers(0, 12), dodge=PERCENT, choice=st.booleans(), prone=st.booleans(), defending=st.booleans())
def test_odds_with_a_reaction_are_those_of_every_face(
    skill: int, dodge: int, choice: bool, prone: bool, defending: bool
) -> None:
    plan = plan_of("d3", skill, 1, dodge=dodge, simplified=choice, prone=prone, defending=defending)
    assert computed(plan) == enumerated(plan)


@given(
    damage=DICE,
    skill=PERCENT,
    armour=st.lists(st.integers(0, 3), max_size=2),
    sheet=st.fixed_dictionaries({}, optional={"dodge": PERCENT, "block": PERCENT}),
    modifiers=st.tuples(st.integers(-60, 60), st.integers(-60, 60)),
    prone=st.booleans(),
    defending=st.booleans(),
    simplified=st.booleans(),
)
def test_odds_follow_the_rules_by_hand(
    damage: str,
    skill: int,
    armour: list[int],
    sheet: dict[str, Any],
    modifiers: tuple[int, int],
    prone: bool,
    defending: bool,
    simplified: bool,
) -> None:
    chance = max(0, min(100, skill + modifiers[0] - 20 * prone))
    raised = {"dodge": 20 * defending - 20 * prone, "block": 20 * defending}
    avoided = max((max(0, min(100, value + modifiers[1] + raised[kind])) for kind, value in sheet.items()), default=0)
    if simplified:
        digits = Counter(face % 10 for face in range(1, chance + 1))
        rolled = [(simplified_damage(RULES.book, damage, digit), Fraction(ways, 100)) for digit, ways in digits.items()]
    else:
        law = parse(damage).distribution()
        rolled = [(value, Fraction(chance, 100) * law.probability(value)) for value in law.counts]
    mean = sum(
        (max(0, value - sum(armour)) * share * Fraction(100 - avoided, 100) for value, share in rolled), Fraction(0)
    )
    found = odds_of(
        damage,
        skill,
        *armour,
        **sheet,
        modifier=modifiers[0],
        defence_modifier=modifiers[1],
        prone=prone,
        defending=defending,
        simplified=simplified,
    )
    assert found.mean == mean
    assert found.lands == Fraction(chance * (100 - avoided), 10_000)


def test_played_strikes_come_as_often_as_the_odds_say() -> None:
    plan = plan_of("d8", 65, 2, dodge=40, simplified=True)
    expected, strikes, source = odds(plan), 4000, Seeded(11)
    seen = Counter(play(plan, source).branch for _ in range(strikes))
    for branch in expected.branches:
        share = float(expected.branch(branch))
        assert abs(seen[branch] / strikes - share) < 5 * (share * (1 - share) / strikes) ** 0.5
