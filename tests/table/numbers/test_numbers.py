"""The page of numbers says what the library says, holds all it is asked in its address, and never breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from adarga.dice import Seeded
from adarga.rules.library import RULEBOOKS
from adarga.table.numbers.answers import answer
from adarga.table.numbers.question import DEFAULTS, Question, question_of
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('numbers') / 'table.db'}")
    app = create_app(Rooms(store, Seeded(1)), Settings(rate=1e6, burst=10**9))
    with TestClient(app) as found:
        yield found
    app.state.served.work.close()
    store.close()


def test_the_ogre_and_the_dwarf() -> None:
    values = {"damage": "d10", "monster_level": "9", "constitution": "9", "armour": "chain mail", "dexterity": "12"}
    found = answer(Question("absorption", values | {"points": "2"}))
    book = found.readings[0]
    assert (book.hurts, book.drops) == (Fraction(11, 20), Fraction(11, 20))


def test_a_house_book_stands_beside_the_book() -> None:
    asked = Question(
        "absorption", {"damage": "d4", "absorption": "9"}, houses=("penetration.capped_by_roll = true", "")
    )
    book, house = answer(asked).readings
    assert (book.mean, house.mean) == (Fraction(1), Fraction(1))
    asked = Question(
        "absorption", {"damage": "d8", "absorption": "9"}, houses=("penetration.capped_by_roll = true", "")
    )
    book, house = answer(asked).readings
    assert (book.mean, house.mean) == (Fraction(2), Fraction(15, 8))


def test_where_the_dice_no_longer_matter() -> None:
    asked = Question("absorption", {"damage": "d8"}, rows="damage=d4,d10", columns="absorption=0,3,8", measure="mean")
    grid = answer(asked).grid
    assert grid is not None
    assert grid.fixed == ((False, True, True), (False, False, True))


def test_the_dice_matter_where_some_hurt_and_some_do_not() -> None:
    asked = Question("damage-steps", {"damage": "d6"}, rows="damage=d6,d8", columns="ar=5,6")
    grid = answer(asked).grid
    assert grid is not None
    assert grid.fixed == ((False, False), (False, False))


def test_what_is_wrong_is_said_by_its_part_and_the_rest_stands() -> None:
    asked = Question("absorption", {"damage": "d8"}, houses=("nonsense", ""), rows="none", columns="absorption=1..2")
    found = answer(asked)
    assert [part for part, _ in found.wrong] == ["a", "grid"]
    assert len(found.readings) == 1


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_book_has_an_example(client: TestClient, book: str, lang: str) -> None:
    found = client.get("/numbers", params={"book": book, "lang": lang})
    assert found.status_code == 200
    assert 'role="alert"' not in found.text
    assert f'<html lang="{lang}">' in found.text


def test_a_form_leads_to_a_short_link(client: TestClient) -> None:
    given = {"book": "absorption", "damage": "d8", "absorption": "3", "shield": "", "go": "1", "measure": "mean"}
    found = client.get("/numbers", params=given, follow_redirects=False)
    assert found.headers["location"] == "/numbers?book=absorption&damage=d8&absorption=3"


def test_mistakes_are_said_all_at_once_and_nothing_typed_is_lost(client: TestClient) -> None:
    found = client.get("/numbers", params={"book": "absorption", "damage": "d0", "points": "many", "lang": "es"})
    assert found.status_code == 422
    assert "Puntos" in found.text or "points" in found.text
    assert re.search(r'name="points" value="many"', found.text)
    assert "no es un número entero" in found.text


@pytest.mark.parametrize(("name", "start"), [("strike.csv", b"damage,"), ("matrix.csv", b","), ("strike.svg", b"<svg")])
def test_files(client: TestClient, name: str, start: bytes) -> None:
    found = client.get(f"/numbers/{name}", params={"book": "absorption", "damage": "d8", "absorption": "2"})
    assert found.status_code == 200
    assert found.content.startswith(start)


def test_no_style_or_script_stands_in_the_page(client: TestClient) -> None:
    text = client.get("/numbers", params={"a": "x = 1", "2.damage": "d6", "2.points": "9"}).text
    assert "style=" not in text
    assert not re.search(r"<script(?! src)", text)


TEXTS = st.sampled_from(
    ["", "0", "7", "-3", "d8", "d0", "3d6+1", "x", "<b>", "9999999999", "yes", "none", "all", "S=3"]
)
PAIRS = st.dictionaries(
    st.sampled_from(
        [*Question("absorption").fields, *Question("damage-steps").fields, "rows", "columns", "measure", "a"]
    ),
    TEXTS | st.sampled_from(["weapons", "damage=d4,d6", "absorption=0..3", "ar=0..2", "mean", "hurts", "base = 1"]),
    max_size=6,
)


@given(PAIRS, st.sampled_from([*RULEBOOKS, "none"]))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_address_is_answered(client: TestClient, pairs: dict[str, str], book: str) -> None:
    found = client.get("/numbers", params=pairs | {"book": book})
    assert found.status_code in (200, 422)
    assert 'value="<b>"' not in found.text


@given(PAIRS, st.sampled_from(RULEBOOKS))
def test_a_question_is_its_link(pairs: dict[str, str], book: str) -> None:
    asked = question_of(pairs | {"book": book})
    assert question_of(dict(parse_qsl(asked.query(), keep_blank_values=True))) == asked


def test_an_empty_address_asks_the_example() -> None:
    assert dict(question_of({}).values) == DEFAULTS["absorption"]
    assert urlencode({"book": "absorption"}) in question_of({}).query()
