"""Saying one field of a strike: it goes where the table says, and what it means goes with it."""

from __future__ import annotations

import pytest

from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.fields import FIELDS, SIDES, Field, field_of
from adarga.rules.filling import fill
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating

TEXTS = {
    "damage": "2d6",
    "armour": "cota de malla",
    "shield": "small",
    "type": "S,P",
    "elect": "3",
    "ar": "S=2",
    "resistant": "S",
    "vulnerable": "all",
}
BARE = Matchup(Combatant(), Combatant(), Weapon(damage="d8"))


def said(book: str, *fields: tuple[str, object], matchup: Matchup = BARE) -> tuple[Matchup, Situation]:
    known, situation = rulebook(book), Situation()
    for name, value in fields:
        matchup, situation = fill(known, matchup, situation, field_of(known, name), value)
    return matchup, situation


@pytest.mark.parametrize(
    ("book", "field"), [(book, field) for field in FIELDS for book in field.books if field.name != "take"], ids=str
)
def test_every_field_can_be_said(book: str, field: Field) -> None:
    value = 2 if field.kind == "number" else TEXTS.get(field.name, True)
    matchup, situation = said(book, (field.name, value))
    assert (matchup, situation) != (BARE, Situation())
    assert all(hash(getattr(matchup, side)) for side in ("attacker", "target", "weapon") if side in SIDES)


def test_characteristic_to_attack_with_makes_no_monster() -> None:
    monster = Matchup(Combatant(level=4), Combatant(), Weapon(damage="d8", test="dexterity"))
    matchup, _ = said("absorption", ("attack_characteristic", 12), matchup=monster)
    assert (matchup.attacker.dexterity, matchup.attacker.level) == (12, None)


def test_piece_takes_the_place_of_an_absorption_number() -> None:
    sheet = Matchup(Combatant(), Combatant(absorption=3), Weapon(damage="d8"))
    matchup, _ = said("absorption", ("shield", "large"), matchup=sheet)
    assert matchup.target.absorption is None


def test_defence_alone_means_bonus_nought_and_a_bonus_stays() -> None:
    assert said("damage-steps", ("defence", 14))[0].weapon.bonus == 0
    assert said("damage-steps", ("bonus", 3), ("defence", 14))[0].weapon.bonus == 3


def test_reaction_said_is_the_one_chosen() -> None:
    both = Matchup(Combatant(), Combatant(dodge=90, block=10), Weapon(damage="d6", skill=100))
    matchup, situation = said("percentile", ("block", 50), matchup=both)
    assert situation.reaction == "block"
    assert odds(rulebook("percentile").plan(matchup, situation)).hurts.denominator == 2


def test_rating_is_worn_unless_it_is_hardness_or_was_said_not_to_be() -> None:
    assert said("damage-steps", ("ar", 3))[0].target.armour == (Piece(ar=(Rating(None, 3),)),)
    assert not said("damage-steps", ("ar", "2H"))[0].target.armour[0].worn
    assert not said("damage-steps", ("worn", False), ("ar", 3))[0].target.armour[0].worn
    assert said("damage-steps", ("ar", "2H"), ("worn", True))[0].target.armour[0].worn


@pytest.mark.parametrize("book", RULEBOOKS)
def test_unknown_field_names_the_nearest(book: str) -> None:
    with pytest.raises(AdargaError) as error:
        field_of(rulebook(book), "point")
    assert error.value.key == "books.unknown"
    assert str(error.value.values["nearest"]).startswith("points")


def test_field_of_another_book_says_whose_it_is() -> None:
    with pytest.raises(AdargaError) as error:
        field_of(rulebook("percentile"), "stone-born")
    assert error.value.key == "books.field_of"
    assert error.value.values == {"name": "stone_born", "books": "absorption", "book": "percentile"}
