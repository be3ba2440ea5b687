"""What is never the best at its price, against the definition worked out pair by pair."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.study.axes import Axis, Entry, axis
from adarga.study.dominance import never_best, sides_of_things
from adarga.study.tables import MEASURES, Matrix, matrix

BOOK = rulebook("absorption")
STRIKE = Matchup(Combatant(), Combatant(constitution=12, points=20), Weapon(damage="d8"))


def table(kind: str, measure: str, prices: list[int | None], cells: list[list[int]]) -> Matrix:
    made = Weapon if kind == "weapons" else Piece
    things = tuple(
        Entry(f"thing {n}", Weapon(damage="d6", price=price) if made is Weapon else Piece(price=price))
        for n, price in enumerate(prices)
    )
    across = Axis("points", tuple(Entry(n, n) for n in range(len(cells[0]))))
    return Matrix("absorption", MEASURES[measure], Axis(kind, things), across, np.array(cells, dtype=float))


@given(
    kind=st.sampled_from(["weapons", "armours"]),
    measure=st.sampled_from(["mean", "rounds"]),
    things=st.lists(
        st.tuples(st.integers(0, 3), st.tuples(st.integers(0, 2), st.integers(0, 2))), min_size=1, max_size=5
    ),
)
def test_verdicts_are_the_definition(kind: str, measure: str, things: list[tuple[int, tuple[int, int]]]) -> None:
    found = never_best(table(kind, measure, [price for price, _ in things], [list(cells) for _, cells in things]))
    good = 1 if (kind == "weapons") == (measure == "mean") else -1
    for verdict, (price, cells) in zip(found, things, strict=True):
        beaten, matched = set(), set()
        for n, (its_price, its_cells) in enumerate(things):
            gains = [good * (its - own) for its, own in zip(its_cells, cells, strict=True)]
            if its_price <= price and min(gains) >= 0 and max(gains) > 0:
                beaten.add(f"thing {n}")
            if its_price < price and not any(gains):
                matched.add(f"thing {n}")
        assert {entry.label for entry in verdict.beaten_by} == beaten
        assert {entry.label for entry in verdict.matched_by} == matched


def test_things_without_a_price_are_left_out() -> None:
    found = never_best(table("weapons", "mean", [5, None, 3], [[1], [9], [2]]))
    assert [(one.entry.label, [other.label for other in one.beaten_by]) for one in found] == [
        ("thing 0", ["thing 2"]),
        ("thing 2", []),
    ]


def test_armours_of_the_book_against_every_die() -> None:
    found = matrix(BOOK, STRIKE, Situation(), axis(BOOK, "armours"), axis(BOOK, "damage=d6,d10,2d6"), exact=True)
    assert found.cells()[-1][0] == Fraction(1)
    beaten = {
        one.entry.value.id: [other.value.id for other in one.beaten_by] for one in never_best(found) if one.beaten_by
    }
    assert beaten == {"breastplate": ["chain-mail"]}
    by_columns = matrix(BOOK, STRIKE, Situation(), axis(BOOK, "damage=d6,d10,2d6"), axis(BOOK, "armours"), "rounds")
    assert sides_of_things(by_columns) == ("columns",)
    again = {one.entry.value.id for one in never_best(by_columns, "columns") if one.beaten_by}
    assert again == {"breastplate"}


@pytest.mark.parametrize(
    ("found", "key"),
    [
        (table("points", "mean", [1], [[1]]), "tables.no_things"),
        (table("armours", "price-absorbed", [1], [[1]]), "tables.price_measure"),
        (table("armours", "mean", [None], [[1]]), "tables.no_prices"),
    ],
)
def test_what_has_no_verdict_is_refused(found: Matrix, key: str) -> None:
    with pytest.raises(AdargaError) as error:
        never_best(found)
    assert error.value.key == key
