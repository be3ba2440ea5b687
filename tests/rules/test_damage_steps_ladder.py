"""The ladder by itself: walking it, its ends, and ladders of house books."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.rules.damage_steps import Ladder
from tests.rules.damage_steps_strikes import blow_of, book, dice_of

LADDER = book().ladder


@pytest.mark.parametrize(
    ("dice", "steps", "text", "average", "row"),
    [
        ("2d8+1", 1, "4D4+1", Fraction(11), 9),
        ("d8", 0, "D8", Fraction(9, 2), 4),
        ("2d6-1", 0, "2D6-1", Fraction(6), None),
        ("1+d6+2", 1, "D8+3", Fraction(15, 2), 4),
        ("26d6", 1, "16D12", Fraction(104), 33),
        ("2d1", -1, "2D1", Fraction(2), None),
        ("2d1", 1, "D4", Fraction(5, 2), 2),
        ("30d6", -2, "26D6", Fraction(91), 32),
        ("2d6[S]", 1, "3D4", Fraction(15, 2), 7),
    ],
)
def test_walking(dice: str, steps: int, text: str, average: Fraction, row: int | None) -> None:
    walked = LADDER.walk(parse(dice), steps)
    assert (walked.text, walked.average, walked.row and walked.row.number) == (text, average, row)


def test_nothing_to_walk() -> None:
    with pytest.raises(AdargaError) as caught:
        LADDER.walk(parse("5"), 1)
    assert caught.value.key == "damage_steps.no_dice"


@given(st.integers(1, 12), st.integers(1, 20), st.integers(1, 40))
def test_steps_up_raise_the_average_until_the_end(count: int, sides: int, steps: int) -> None:
    dice = parse(f"{count}d{sides}")
    before, walked = LADDER.walk(dice, steps - 1), LADDER.walk(dice, steps)
    assert walked.average > before.average or walked.end is not None


@given(st.integers(1, 33), st.integers(-40, 40))
def test_rows_step_by_their_number(row: int, steps: int) -> None:
    walked = LADDER.walk(LADDER.named(row).dice, steps)
    assert walked.row is not None
    assert walked.row.number == min(max(row + steps, 1), 33)
    assert (walked.end is None) is (walked.row.number == row + steps)


def test_a_house_book_may_change_and_add_rows() -> None:
    rules = book(ladder={"6": "2d5", "34": "20d10"})
    assert [row.text for row in rules.ladder.rows[5:7]] == ["2D5", "3D4"]
    assert dice_of(blow_of("d10", steps=1, by=rules)) == ["2D5"]
    assert dice_of(blow_of("16d12", steps=2, by=rules)) == ["20D10"]


def test_a_ladder_only_goes_up() -> None:
    with pytest.raises(AdargaError) as caught:
        Ladder({"2": "d6", "1": "2d3", "10": "3d3"})
    assert (caught.value.key, caught.value.values["row"]) == ("damage_steps.ladder", 1)
