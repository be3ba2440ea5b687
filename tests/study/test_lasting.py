"""Survival by each rulebook: brute force over strikes, and which points left no longer let one act."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from adarga.dice import Distribution
from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.library import rulebook
from adarga.rules.loading import house
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating
from adarga.study.lasting import capacity, downing_loss, survival_of

OGRE = Combatant(name="ogre", level=8)
CASES = {
    "absorption": Matchup(OGRE, Combatant(points=5, absorption=2, dexterity=12), Weapon(damage="d6")),
    "damage-steps": Matchup(
        Combatant(),
        Combatant(points=5, defence=12, armour=(Piece(ar=(Rating(None, 2),)),)),
        Weapon(damage="d8", bonus=2),
    ),
    "percentile": Matchup(
        Combatant(),
        Combatant(points=6, dodge=30, constitution=10, armour=(Piece(points=1),)),
        Weapon(damage="d6", skill=60),
    ),
}


@pytest.mark.parametrize("book", CASES)
def test_each_book_is_brute_force_over_its_strikes(book: str) -> None:
    matchup = CASES[book]
    points = matchup.target.points
    assert points is not None
    law = odds(rulebook(book).plan(matchup, Situation())).damage.pmf()
    loss = points - 2 if book == "percentile" else points
    found = survival_of(rulebook(book), matchup, rounds=3, exact=True)
    for strikes in range(1, 4):
        share = sum(
            (
                math.prod((chance for _, chance in fall), start=Fraction(1))
                for fall in product(law.items(), repeat=strikes)
                if sum(damage for damage, _ in fall) >= loss
            ),
            Fraction(0),
        )
        assert found.down[strikes - 1] == share


@pytest.mark.parametrize(
    ("book", "losses"),
    [("absorption", [0, 1, 2, 3, 4]), ("damage-steps", [0, 1, 2, 3, 4]), ("percentile", [0, 1, 1, 1, 2])],
)
def test_the_rulebook_says_when_one_can_no_longer_act(book: str, losses: list[int]) -> None:
    assert [downing_loss(rulebook(book), Combatant(), points) for points in range(5)] == losses


def test_points_on_dice_are_each_asked_about() -> None:
    assert capacity(rulebook("percentile"), Combatant(), "d4") == Distribution({1: 3, 2: 1})


def test_a_house_book_without_unconsciousness_leaves_one_standing_to_the_last_point() -> None:
    off = house('base = "percentile"\nid = "off"\nname = "off"\n[wounds]\nbeyond_light = "off"\n')
    low = house('base = "percentile"\nid = "low"\nname = "low"\n[wounds]\nunconscious_at = 4\n')
    assert [downing_loss(book, Combatant(), 12) for book in (off, low)] == [12, 8]


def test_a_thing_lasts_until_no_resistance_is_left() -> None:
    door = Matchup(Combatant(), Combatant(points=8), Weapon(damage="d4"))
    found = survival_of(rulebook("percentile"), door, Situation(object=True), rounds=2, exact=True)
    assert found.capacity == Distribution({8: 1})
    assert found.down == (0, Fraction(1, 16))


def test_points_given_take_the_place_of_the_sheets() -> None:
    matchup = CASES["absorption"]
    book = rulebook("absorption")
    assert (
        survival_of(book, matchup, points=9).mean
        == survival_of(book, replace(matchup, target=replace(matchup.target, points=9))).mean
    )


def test_attackers_strike_in_turn_each_so_many_times() -> None:
    book, one = rulebook("absorption"), CASES["absorption"]
    other = replace(one, weapon=Weapon(damage="2d6"))
    found = survival_of(book, (one, other), rounds=4, attacks=2)
    assert (len(found.laws), found.strikes, len(found.up_by_round)) == (4, 16, 4)
    assert found.laws[0] == found.laws[1] != found.laws[2] == found.laws[3]


@pytest.mark.parametrize(
    ("matchups", "key"),
    [
        ((), "nobody"),
        ((CASES["absorption"], CASES["percentile"]), "targets"),
        ((Matchup(OGRE, Combatant(absorption=1), Weapon(damage="d6")),), "no_points"),
    ],
)
def test_what_has_no_one_target_with_points_is_refused(matchups: tuple[Matchup, ...], key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        survival_of(rulebook("absorption"), matchups)
    assert caught.value.key == f"study.survival.{key}"
