"""Coming to a table by its code."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from adarga.fight.view import MASTER
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings
from tests.table.browser import Browser
from tests.table.phone.scene import ANA, Scene, scene


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Scene]:
    made = scene(tmp_path, "absorption")
    yield made
    made.store.close()


def sit(table: Scene, seat: str, browser: Browser | None = None) -> tuple[Browser, str]:
    found = browser or table.browser()
    answer = found.post(f"/join/{table.code}", data={"seat": seat})
    return found, answer.headers.get("location", answer.text)


def test_the_start_page_leads_to_a_table_by_its_code(table: Scene) -> None:
    browser = table.browser()
    assert 'name="code"' in browser.get("/").text
    typed = f"{table.code[:3].lower()}-{table.code[3:]}"
    assert browser.get("/join", params={"code": typed}).headers["location"] == f"/join/{table.code}"
    assert browser.get("/join").headers["location"] == "/"


def test_a_seat_that_is_free_is_taken_once(table: Scene) -> None:
    browser, where = sit(table, "seat:Ana")
    assert where == f"/t/{table.code}/seat"
    assert browser.get(where).status_code == 303
    _, text = sit(table, "seat:Ana")
    assert "Somebody has that seat" in text
    page = table.browser().get(f"/join/{table.code}").text
    assert page.count("disabled") == 1
    assert page.count("<svg") >= 2


def test_of_many_who_ask_at_once_one_gets_the_seat(table: Scene) -> None:
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda _: table.store.claim(table.table, "Ana"), range(8)))
    assert sum(one is not None for one in got) == 1
    assert table.store.claim(table.table, "Nobody") is None


def test_a_seat_that_was_given_back_can_be_taken_again(table: Scene) -> None:
    sit(table, "seat:Ana")
    table.store.revoke(table.table, ANA)
    assert sit(table, "seat:Ana")[1] == f"/t/{table.code}/seat"


def test_who_only_watches_sees_the_screen(table: Scene) -> None:
    browser, where = sit(table, "/watch")
    assert where == f"/t/{table.code}/room"
    assert browser.get(where).status_code == 200


def test_nobody_becomes_game_master_by_joining(table: Scene) -> None:
    before = table.store.holders(table.table)
    for seat in ("master", "", "/gm", "seat:", "seat:master"):
        assert sit(table, seat)[1].startswith("<!doctype html>")
    assert table.store.holders(table.table) == before
    assert MASTER not in before


def test_wrong_codes_are_counted(table: Scene) -> None:
    browser = Browser(create_app(table.rooms, Settings(attempts=3)))
    assert [browser.get(f"/join/ZZZZZ{n}").status_code for n in range(5)] == [404, 404, 404, 429, 429]
    assert browser.get(f"/join/{'A' * 500}").status_code == 429
    assert browser.get(f"/join/{table.code}").status_code == 200
