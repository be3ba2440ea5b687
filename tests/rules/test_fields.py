"""The table of what describes a strike."""

from __future__ import annotations

from dataclasses import fields

import pytest

from adarga.rules.fields import FIELDS, SIDES, Field
from adarga.rules.library import RULEBOOKS
from adarga.rules.protocol import Situation
from adarga.rules.values import Range


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: f"{field.name}-{field.books[0]}")
def test_fields_fill_what_there_is(field: Field) -> None:
    side, _, attribute = field.goes.partition(".")
    assert attribute in {one.name for one in fields(SIDES[side])}
    assert set(field.books) <= set(RULEBOOKS)
    assert (field.range != Range()) == (field.kind == "number")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_names_of_a_book_are_its_own(book: str) -> None:
    names = [field.name for field in FIELDS if book in field.books]
    assert len(set(names)) == len(names)


def test_every_choice_of_a_situation_can_be_said() -> None:
    said = {field.goes.partition(".")[2] for field in FIELDS if field.goes.startswith("situation.")}
    # The reaction follows from dodge or block; a thing aimed at is chosen, and who is helpless found, in a fight.
    assert {one.name for one in fields(Situation)} - said == {"reaction", "aim", "helpless"}


def test_ranges_are_those_of_the_sheets() -> None:
    ranges = {field.goes: field.range for field in FIELDS}
    assert ranges["attacker.level"] == Range(1, 999)
    assert ranges["weapon.ap"] == Range(-999, 999)
