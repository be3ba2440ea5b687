"""The books that ship, names, rulings, books as tables, and what differs between them."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError, Key
from adarga.rules.building import NAMED, ratings_data
from adarga.rules.compare import Section, changes, sections
from adarga.rules.library import RULEBOOKS, book_type, kept, known_id, rulebook, shipped
from adarga.rules.loading import house
from adarga.rules.loading.checks import book_mistakes
from adarga.rules.loading.mistakes import validated
from adarga.rules.names import called, find, nearest, search
from adarga.rules.rulings import RULINGS, ruling
from adarga.rules.values import Names
from adarga.words import LANGUAGES, Words
from tests.source import ROOT


@pytest.mark.parametrize("id", RULEBOOKS)
def test_shipped_book_passes_its_own_checks(id: str) -> None:
    book, mistakes = validated(book_type(id), shipped(id))
    assert mistakes == ()
    assert book_mistakes(book) == []
    assert book == rulebook(id).book
    assert kept(id, book).id == id


def test_rulebooks_are_read_once_and_forgive_how_they_are_written() -> None:
    assert rulebook("damage-steps") is rulebook("Damage Steps") is rulebook("damage_steps")
    assert known_id("PERCENTILE") == "percentile"


def test_unknown_rulebook_says_the_nearest() -> None:
    with pytest.raises(AdargaError) as caught:
        rulebook("absorbtion")
    assert (caught.value.key, caught.value.values["nearest"]) == ("books.unknown", "absorption")


@pytest.mark.parametrize("id", RULEBOOKS)
def test_one_rulebook_loads_neither_the_others_nor_pydantic(id: str) -> None:
    code = f"import sys; from adarga.rules.library import rulebook; rulebook({id!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "src")
    loaded = set(done.stdout.split())
    assert f"adarga.rules.{id.replace('-', '_')}" in loaded
    others = {f"adarga.rules.{other.replace('-', '_')}" for other in RULEBOOKS if other != id}
    assert loaded & (others | {"pydantic", "difflib"}) == set()


EVERY = [
    (id, table, key, name)
    for id in RULEBOOKS
    for table in NAMED
    for key, thing in getattr(rulebook(id).book, table, {}).items()
    for name in called(thing)
]


@pytest.mark.parametrize(("id", "table", "key", "name"), EVERY)
def test_every_name_finds_its_thing(id: str, table: str, key: str, name: str) -> None:
    things: Any = getattr(rulebook(id).book, table)
    for text in (name, name.upper(), name.replace(" ", "_"), name.replace("ñ", "n").replace("á", "a")):
        assert find(things, text).id == key


def test_things_of_a_book_have_two_different_names() -> None:
    armours: Any = rulebook("absorption").book
    assert len(armours.armours) == 12
    assert all(thing.name.en != thing.name.es for thing in armours.armours.values())
    assert rulebook("absorption").names("chain-mail") == armours.armours["chain-mail"].name
    assert all(rulebook(id).names("no such thing") is None for id in RULEBOOKS)


def test_unknown_name_says_the_nearest_in_the_language_used() -> None:
    armours: Any = rulebook("absorption").book
    for written, meant in (("cota de maya", "cota de malla"), ("chian mail", "chain mail")):
        with pytest.raises(AdargaError) as caught:
            find(armours.armours, written, "armour")
        assert meant in str(caught.value.values["nearest"])
        for lang in LANGUAGES:
            assert written in Words(lang).say(caught.value.key, **caught.value.values)
    with pytest.raises(AdargaError) as caught:
        find({}, "x", "monster")
    assert caught.value.key == "books.unknown.none"


def test_nothing_answers_to_an_empty_name() -> None:
    armours: Any = rulebook("absorption").book
    assert search(armours.armours, " - ") is None
    assert nearest("x", ()) == ()


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_ratings_are_read_as_they_are_written(armour: int, hardness: int) -> None:
    data = ratings_data({"S": f"{armour} + {hardness}H", "P": armour, "E": f"{hardness}h"})
    assert data == [
        {"armour": armour, "hardness": hardness, "type": "S"},
        {"armour": armour, "type": "P"},
        {"armour": 0, "hardness": hardness, "type": "E"},
    ]


def test_ratings_written_wrong_are_left_to_be_refused() -> None:
    assert ratings_data("3+x") == [{"armour": "3+x", "type": None}]
    assert ratings_data([3]) == [3]


def test_rulings_are_all_there_in_both_languages() -> None:
    assert len(RULINGS) == 33
    for one in RULINGS.values():
        english, spanish = (Words(lang).say(one.key) for lang in LANGUAGES)
        assert english != spanish
        assert 2 <= english.count(". ") + 1 <= 8
    assert ruling(" p10 ").rulebook == "percentile"
    assert ruling("G1").rulebook is None
    with pytest.raises(AdargaError, match=r"books\.unknown"):
        ruling("A11")


def switches_of(book: Any) -> set[str]:
    return {path for _, path, _ in sections(book)[0].rows if "." in path}


def test_rulings_name_only_switches_that_exist() -> None:
    import re

    known = {path for id in RULEBOOKS for path in switches_of(rulebook(id).book)}
    known |= {section.path for id in RULEBOOKS for section in sections(rulebook(id).book)}
    for one in RULINGS.values():
        for lang in LANGUAGES:
            named = set(re.findall(r"[a-z_]+\.[a-z_0-9]+", Words(lang).say(one.key)))
            assert named <= known, (one.id, lang, named - known)


def section(id: str, path: str) -> Section:
    return next(one for one in sections(rulebook(id).book) if one.path == path)


@pytest.mark.parametrize("id", RULEBOOKS)
def test_tables_can_be_said(id: str) -> None:
    for lang in LANGUAGES:
        words = Words(lang)
        for one in sections(rulebook(id).book):
            assert words.say(one.title)
            assert all(words.say(column) for column in one.columns)
            assert all(len(row) == len(one.columns) for row in one.rows)
            assert all(words.say(cell) for row in one.rows for cell in row if isinstance(cell, Key))


def test_tables_show_ranges_averages_and_only_columns_that_say_something() -> None:
    assert section("absorption", "penetration.by_level").rows[:2] == (("1-6", 1), ("7-12", 2))
    assert section("absorption", "absorption.constitution").rows[0] == ("4-7", 3)
    assert section("damage-steps", "ladder").rows[31] == (32, "26D6", Fraction(91))
    armours = section("absorption", "armours")
    assert [column.rpartition(".")[2] for column in armours.columns] == [
        "id",
        "name",
        "price",
        "absorption",
        "usage_die",
    ]
    assert armours.rows[8] == ("chain-mail", rulebook("absorption").names("chain-mail"), 75, 4, "d8")


def test_sheets_of_a_table_are_told_by_their_names() -> None:
    made = house(
        """
base = "damage-steps"
[armours.mail]
name = {en = "mail", es = "malla"}
ar = {S = 3, E = "1H"}
[monsters.wraith]
name = "wraith"
weapons = ["dagger"]
armour = ["malla"]
"""
    )
    shown = {one.path: dict(zip(one.columns, one.rows[0], strict=True)) for one in sections(made.book)}
    assert shown["armours"]["book.column.ar"] == ("S=3", "E=1H")
    assert shown["monsters"]["book.column.armour"] == (Names("mail", "malla"),)


@pytest.mark.parametrize("id", RULEBOOKS)
def test_book_does_not_differ_from_itself(id: str) -> None:
    assert changes(rulebook(id).book, rulebook(id).book) == ()


def test_differences_of_the_example_house_book() -> None:
    found = changes(rulebook("absorption").book, house(ROOT / "examples" / "house.toml").book)
    told = {one.path: (one.before, one.after) for one in found}
    assert told["armours.full-plate.absorption"] == (5, 6)
    assert told["sacrifice.who"] == ("ability", "anyone")
    assert told["weapons.greatsword"] == (
        None,
        {"name": Names("greatsword", "mandoble"), "damage": "2d6", "penetration": 3},
    )
    assert set(told) == {
        "id",
        "name.en",
        "name.es",
        "penetration.capped_by_roll",
        "energy.most_per_blow",
        "sacrifice.who",
        "armours.full-plate.absorption",
        "armours.dragonhide",
        "weapons.greatsword",
        "monsters.ogre",
    }


def test_books_of_different_rulebooks_can_be_compared() -> None:
    told = {one.path: one for one in changes(rulebook("absorption").book, rulebook("percentile").book)}
    assert told["prone.attack"].before is None
    assert told["effectiveness.from_roll"].after is None
    assert told["simplified.rows.d2"].after == {"divide": 5, "round": "up"}
    assert {"prone", "effectiveness", "simplified"}.isdisjoint(told)
    assert told["base"].after == "percentile"
