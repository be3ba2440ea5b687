"""What an axis is made of: things of a book and a roster, each once, and the values of a field."""

from __future__ import annotations

from pathlib import Path

import pytest

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS, rulebook, shipped
from adarga.rules.loading import roster
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Names
from adarga.study.axes import MOST_VALUES, along, axis, things
from tests.source import ROOT

ABSORPTION, DAMAGE_STEPS, PERCENTILE = map(rulebook, RULEBOOKS)
EXAMPLES: Path = ROOT / "examples"


def values(text: str) -> list[object]:
    return [entry.value for entry in axis(DAMAGE_STEPS, text).entries]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ap=-1..2", [-1, 0, 1, 2]),
        ("points=10..30 by 10, 7", [10, 20, 30, 7]),
        ("points=10..31:10", [10, 20, 30]),
        ("AR=0..2", ["0", "1", "2"]),
        ("ar=S=5,C=2;3+2H", ["S=5,C=2", "3+2H"]),
        ("elect=1..2,d8", ["1", "2", "d8"]),
        ("damage=d6,2d6[S]+1", ["d6", "2d6[S]+1"]),
        ("non-lethal=no,yes", [False, True]),
        ("worn=sí,no", [True, False]),
    ],
)
def test_values_are_read_as_they_are_written(text: str, found: list[object]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ar", "tables.no_values"),
        ("ar=", "tables.no_values"),
        ("weapons=", "tables.no_values"),
        ("ap=x", "tables.values"),
        ("ap=1,,2", "tables.values"),
        ("ap=3..1", "tables.values"),
        ("ap=1..3 by 0", "tables.values"),
        ("ap=1000", "tables.range"),
        ("points=-1..3", "tables.range"),
        ("non-lethal=perhaps", "tables.values"),
        (f"points=0..{MOST_VALUES}", "tables.many_values"),
        ("points=0..999999999", "tables.many_values"),
        ("take=soak", "tables.not_an_axis"),
        ("skill=50", "books.field_of"),
        ("xyzzy=50", "books.unknown.none"),
        ("weapons=excalibur", "books.unknown.few"),
        ("armours", "tables.none_known.armours"),
    ],
)
def test_mistaken_axes_are_refused(text: str, key: str) -> None:
    with pytest.raises(AdargaError) as error:
        axis(DAMAGE_STEPS, text)
    assert error.value.key == key


def test_things_are_those_of_the_book_in_its_order() -> None:
    assert [entry.value.id for entry in axis(ABSORPTION, "armours").entries] == list(shipped("absorption")["armours"])
    assert [entry.price for entry in axis(ABSORPTION, "shields").entries] == [5, 10, 20]


def test_things_are_chosen_by_any_name_and_none_is_to_go_without() -> None:
    chosen = axis(ABSORPTION, "armours=none,cota de malla,leather").entries
    assert [entry.value and entry.value.id for entry in chosen] == [None, "chain-mail", "leather"]
    assert chosen[0].price == 0


def test_things_of_a_roster_follow_each_once_and_natural_hide_is_no_armour() -> None:
    raid = roster(EXAMPLES / "trinchera.toml")
    found = things(raid.rulebook, "armours", tuple(raid.combatants.values()))
    assert [entry.names.en for entry in found.entries] == ["steel helmet", "padded coat"]
    again = things(raid.rulebook, "weapons", (*raid.combatants.values(), *raid.combatants.values()))
    assert len(again.entries) == 6


def test_things_that_share_a_name_stand_with_their_owner() -> None:
    crypt = roster(EXAMPLES / "cripta.toml")
    found = things(crypt.rulebook, "weapons", tuple(crypt.combatants.values()))
    assert [entry.names.es for entry in found.entries][:5] == [
        "espada larga", "daga", "desarmado", "espada larga (Odile)", "daga (Odile)",
    ]  # fmt: skip
    assert (
        things(crypt.rulebook, "weapons", tuple(crypt.combatants.values()), ["daga (Odile)"]).entries[0].value.ap == 1
    )


def test_armour_put_on_takes_the_place_of_worn_pieces_alone() -> None:
    fur = Piece(name=Names.same("fur"), points=1, worn=False)
    coat, mail = Piece(id="coat", points=2), Piece(id="mail", points=4)
    matchup = Matchup(Combatant(), Combatant(armour=(fur, coat)), Weapon(damage="d6"))
    found = things(PERCENTILE, "armours", (Combatant(armour=(mail,)),))
    put, situation = found.put(PERCENTILE, matchup, Situation(), found.entries[0])
    assert put.target.armour == (fur, mail)
    assert situation == Situation()


def test_shield_held_takes_the_place_of_a_number() -> None:
    matchup = Matchup(Combatant(), Combatant(absorption=4), Weapon(damage="d6"))
    found = axis(ABSORPTION, "shields=none,grande")
    put = [found.put(ABSORPTION, matchup, Situation(), entry)[0].target for entry in found.entries]
    assert [(one.absorption, one.shield and one.shield.id) for one in put] == [(None, None), (None, "large-shield")]


def test_field_axis_takes_any_values() -> None:
    found = along(ABSORPTION, "constitution", range(4, 8))
    assert [entry.names.es for entry in found.entries] == ["4", "5", "6", "7"]
