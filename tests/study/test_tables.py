"""A matrix against brute force, cell by cell, in each book."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Rulebook, Situation, Weapon
from adarga.rules.values import Rating
from adarga.study.axes import Axis, Entry, along, axis
from adarga.study.contest import Side
from adarga.study.duel import duel
from adarga.study.matrix import reductions
from adarga.study.strikes import Action
from adarga.study.tables import MEASURES, matrix
from tests.study.every_face import damage_law, every_way, mean_strikes

ABSORPTION, DAMAGE_STEPS, PERCENTILE = map(rulebook, RULEBOOKS)
PLAIN = Situation()
MISSES = ("miss", "avoided", "dodged", "blocked")

CASES: dict[str, tuple[Rulebook, Matchup, str, str]] = {
    "absorption": (
        ABSORPTION,
        Matchup(
            Combatant(strength=12), Combatant(constitution=9, dexterity=13, points=5), Weapon(damage="d6", price=8)
        ),
        "armours=none,leather,full plate",
        "damage=d4,d6+1,2d4",
    ),
    "damage-steps": (
        DAMAGE_STEPS,
        Matchup(Combatant(), Combatant(points=5, defence=12, vulnerable=("all",)), Weapon(damage="d6", bonus=3)),
        "weapons",
        "ar=0,2,1H,S=3",
    ),
    "percentile": (
        PERCENTILE,
        Matchup(Combatant(), Combatant(points=6), Weapon(damage="d6+1", skill=55)),
        "modifier=-20,0,20",
        "armour=0..2",
    ),
}


def strikes(book: Rulebook, matchup: Matchup, rows: Axis, columns: Axis) -> Any:
    """Each cell's strike, one axis put after the other, things first."""
    for row in rows.entries:
        for column in columns.entries:
            said: tuple[Matchup, Situation] = (matchup, PLAIN)
            for one, entry in sorted(((columns, column), (rows, row)), key=lambda pair: pair[0].field is not None):
                said = one.put(book, *said, entry)
            yield said


def by_hand(book: Rulebook, said: tuple[Matchup, Situation]) -> dict[str, Fraction]:
    """Every measure of one strike, from every face of its dice."""
    plan = book.plan(*said)
    ways, law, points = list(every_way(plan)), damage_law(plan), said[0].target.points or 0
    return {
        "mean": sum((damage * share for damage, share in law.items()), Fraction(0)),
        "lands": sum((share for branch, _, share in ways if branch.split("/")[-1] not in MISSES), Fraction(0)),
        "hurts": sum((share for damage, share in law.items() if damage >= 1), Fraction(0)),
        "drops": sum((share for damage, share in law.items() if damage >= points), Fraction(0)),
        # At 1 or 2 points left nobody acts under percentile: as if there were 2 points less.
        "rounds": mean_strikes(law, points - 2 if book is PERCENTILE else points),
    }


@pytest.mark.parametrize("name", CASES)
def test_cells_are_what_every_face_gives(name: str) -> None:
    book, matchup, down, across = CASES[name]
    rows, columns = axis(book, down), axis(book, across)
    wanted = [by_hand(book, said) for said in strikes(book, matchup, rows, columns)]
    for measure in wanted[0]:
        exact = matrix(book, matchup, PLAIN, rows, columns, measure, exact=True)
        floats = matrix(book, matchup, PLAIN, rows, columns, measure)
        assert [cell for row in exact.cells() for cell in row] == [one[measure] for one in wanted]
        assert floats.values.shape == exact.values.shape == (len(rows.entries), len(columns.entries))
        np.testing.assert_allclose(floats.values.ravel(), [float(one[measure]) for one in wanted], rtol=1e-12)


@settings(max_examples=30, deadline=None)
@given(
    damage=st.lists(st.sampled_from(["d4", "d8", "2d6", "d6+2", "d10-3"]), min_size=1, max_size=3),
    ratings=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    ap=st.integers(-2, 3),
    measure=st.sampled_from(["mean", "hurts", "drops"]),
)
def test_any_cell_is_the_odds_of_its_strike(damage: list[str], ratings: list[int], ap: int, measure: str) -> None:
    target = Combatant(points=4, defence=11)
    matchup = Matchup(Combatant(), target, Weapon(damage="d6", bonus=2, ap=ap))
    rows, columns = along(DAMAGE_STEPS, "damage", damage), along(DAMAGE_STEPS, "ar", ratings)
    found = matrix(DAMAGE_STEPS, matchup, PLAIN, rows, columns, measure, exact=True).cells()
    for row, dice in enumerate(damage):
        for column, rating in enumerate(ratings):
            worn = Combatant(points=4, defence=11, armour=(Piece(ar=(Rating(None, rating),), worn=rating > 0),))
            one = odds(DAMAGE_STEPS.plan(Matchup(Combatant(), worn, Weapon(damage=dice, bonus=2, ap=ap)), PLAIN))
            assert found[row][column] == {"mean": one.mean, "hurts": one.hurts, "drops": one.drops(4)}[measure]


def test_ladder_against_ratings_is_what_plain_reductions_are() -> None:
    rows, columns = along(DAMAGE_STEPS, "elect", range(1, 34)), along(DAMAGE_STEPS, "ar", range(21))
    matchup = Matchup(Combatant(), Combatant(), Weapon(damage="16d12"))
    plain = reductions([row.dice for row in DAMAGE_STEPS.ladder.rows], range(21))  # type: ignore[attr-defined]
    for measure, wanted in (("mean", plain.mean), ("hurts", plain.hurts)):
        found = matrix(DAMAGE_STEPS, matchup, PLAIN, rows, columns, measure)
        np.testing.assert_allclose(found.values, wanted, rtol=1e-12, atol=1e-15)


def test_things_are_put_in_place_before_fields_whichever_is_down() -> None:
    dagger = Axis("weapons", (Entry("dagger", Weapon(damage="d4", test="dexterity")),))
    tests = along(ABSORPTION, "attack_characteristic", [6, 16])
    matchup = Matchup(Combatant(), Combatant(), Weapon(damage="d4"))
    down = matrix(ABSORPTION, matchup, PLAIN, dagger, tests, "lands", exact=True)
    across = matrix(ABSORPTION, matchup, PLAIN, tests, dagger, "lands", exact=True)
    assert down.cells() == [[Fraction(3, 4), Fraction(1, 4)]]
    assert across.cells() == [[Fraction(3, 4)], [Fraction(1, 4)]]


def test_price_of_a_point_is_the_price_over_what_it_does() -> None:
    matchup = Matchup(Combatant(), Combatant(absorption=None), Weapon(damage="d6", price=7))
    rows, columns = axis(ABSORPTION, "armours=none,leather"), along(ABSORPTION, "damage", ["d6", "0"])
    dealt = matrix(ABSORPTION, matchup, PLAIN, rows, columns, "price-damage", exact=True).cells()
    # d6 with penetration 1: 3.5 bare, (1+1+1+2+3+4)/6 = 2 in leather.
    assert dealt == [[Fraction(2), math.inf], [Fraction(7, 2), math.inf]]
    absorbed = matrix(ABSORPTION, matchup, PLAIN, rows, columns, "price-absorbed", exact=True)
    assert absorbed.cells() == [[None, None], [Fraction(20, 3), math.inf]]
    assert np.isnan(absorbed.values[0]).all()
    assert np.isinf(absorbed.values[1, 1])


def test_what_never_comes_through_takes_for_ever() -> None:
    matchup = Matchup(Combatant(), Combatant(points=4), Weapon(damage="d4"))
    rows, columns = along(DAMAGE_STEPS, "ar", [0, 4]), along(DAMAGE_STEPS, "steps", [0, 1])
    found = matrix(DAMAGE_STEPS, matchup, PLAIN, rows, columns, "rounds")
    assert math.isinf(found.values[1, 0])
    assert found.as_data()["values"][1][0] is None
    assert list(csv.reader(io.StringIO(found.csv())))[2][1] == ""


def test_data_and_csv_hold_the_same_numbers_under_the_same_labels() -> None:
    book, matchup, down, across = CASES["absorption"]
    found = matrix(book, matchup, PLAIN, axis(book, down), axis(book, across), exact=True)
    data, (head, *lines) = found.as_data(), list(csv.reader(io.StringIO(found.csv("es"))))
    assert head == ["armours / damage", "d4", "d6+1", "2d4"]
    assert [line[0] for line in lines] == [label["es"] for label in data["rows"]["labels"]]
    assert [line[1:] for line in lines] == data["values"]
    assert data["rows"]["prices"] == [0, 10, 1000]
    np.testing.assert_allclose(found.values, [[float(Fraction(cell)) for cell in row] for row in data["values"]])


@pytest.mark.parametrize(
    ("down", "across", "measure", "key"),
    [
        ("ap=0", "ap=1", "mean", "tables.same"),
        ("ap=0", "ar=1", "best", "tables.measure_unknown"),
        ("ap=0", "ar=1", "drops", "tables.points"),
        ("ap=0", "ar=1", "rounds", "tables.points"),
        ("ap=0..400", "ar=0..400", "mean", "tables.cells"),
        ("damage=d6", "elect=33", "mean", "damage_steps.elect"),
    ],
)
def test_what_makes_no_matrix_is_refused(down: str, across: str, measure: str, key: str) -> None:
    matchup = Matchup(Combatant(), Combatant(), Weapon(damage="d6"))
    with pytest.raises(AdargaError) as error:
        matrix(DAMAGE_STEPS, matchup, PLAIN, axis(DAMAGE_STEPS, down), axis(DAMAGE_STEPS, across), measure)
    assert error.value.key.startswith(key)


def test_measures_say_what_they_need() -> None:
    assert [name for name, one in MEASURES.items() if one.needs_points] == ["drops", "rounds", "wins"]


def test_a_duel_is_a_measure_too() -> None:
    """The attacker with the weapon and situation of the cell against the target and its first weapon."""
    mace = Weapon(id="mace", damage="d6", bonus=2)
    one = Combatant(points=8, defence=12, weapons=(mace,))
    rows, columns = along(DAMAGE_STEPS, "ar", [0, 2]), along(DAMAGE_STEPS, "elect", ["d6", "d4"])
    found = matrix(DAMAGE_STEPS, Matchup(one, one, mace), PLAIN, rows, columns, "wins")
    for row, ar in enumerate((0, 2)):
        for column, dice in enumerate(("d6", "d4")):
            worn = replace(one, armour=(Piece(ar=(Rating(None, ar),)),)) if ar else one
            striker = Side(sheet=one, actions=(Action("mace", Situation(elect=dice)),))
            assert found.values[row, column] == pytest.approx(duel(DAMAGE_STEPS, striker, Side(sheet=worn)).first)


@pytest.mark.parametrize(
    ("attacker", "target", "key"),
    [
        (Combatant(), Combatant(points=5, weapons=(Weapon(damage="d4"),)), "tables.duel_needs.points"),
        (Combatant(points=5), Combatant(points=5), "tables.duel_needs.weapon"),
        (Combatant(points=5), Combatant(weapons=(Weapon(damage="d4"),)), "tables.points"),
    ],
)
def test_a_duel_says_what_it_lacks(attacker: Combatant, target: Combatant, key: str) -> None:
    matchup = Matchup(attacker, target, Weapon(damage="d6"))
    rows, columns = along(DAMAGE_STEPS, "ar", [0, 2]), along(DAMAGE_STEPS, "elect", ["d6", "d4"])
    assert not MEASURES["wins"].has_sense(matchup)
    with pytest.raises(AdargaError) as error:
        matrix(DAMAGE_STEPS, matchup, PLAIN, rows, columns, "wins")
    assert error.value.key == key
