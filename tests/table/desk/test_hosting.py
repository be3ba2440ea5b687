"""The game master's page of a table: fights, seats, links, what players see, its house book."""

from __future__ import annotations

import re

import pytest

from adarga.fight.view import MASTER, ROOM, Viewer
from tests.table.browser import Browser
from tests.table.desk.conftest import Desk

HOUSE = 'base = "absorption"\nid = "mesa"\nname = { en = "House", es = "Casa" }\n'


def test_page_invites_by_code_address_and_picture(desk: Desk) -> None:
    page = desk.page(desk.path).text
    code = desk.path.split("/")[2]
    assert f"/join/{code}" in page
    assert "<svg" in page.partition('class="qr"')[2]
    assert "style=" not in page


def test_a_new_fight_is_opened_with_its_own_house_book(desk: Desk) -> None:
    sent = {"name": "Cripta", "rulebook": "absorption", "house": HOUSE}
    found = desk.browser.post(desk.path + "/fights", data=sent)
    assert found.status_code == 303
    assert "Cripta" in desk.page(found.headers["location"]).text
    assert desk.browser.post(desk.path + "/fights", data=sent | {"house": "base = 3"}).status_code == 422


def test_the_house_book_of_the_table_is_for_new_fights(desk: Desk) -> None:
    files = {"house_file": ("mesa.toml", HOUSE.encode(), "application/toml")}
    assert desk.browser.post(desk.path + "/house", files=files).status_code == 303
    assert desk.browser.post(desk.path + "/house", data={"house": "nonsense"}).status_code == 422
    desk.browser.post(desk.path + "/fights", data={"name": "Nuevo", "rulebook": "absorption"})
    assert desk.store.fights(1)[-1].house == HOUSE.strip()
    assert desk.browser.post(desk.path + "/house", data={"house": ""}).status_code == 303
    desk.browser.post(desk.path + "/fights", data={"name": "Otro", "rulebook": "absorption"})
    assert desk.store.fights(1)[-1].house is None


def test_a_seat_is_given_again_and_the_old_phone_shut_out(desk: Desk) -> None:
    ana = Viewer("player", "Ana")
    old = desk.store.issue(1, ana)
    page = desk.browser.post(desk.path + "/links", data={"seat": "Ana"})
    new = re.search(r"token=([\w-]+)", page.text)
    assert new is not None
    assert desk.store.access(old) is None
    assert desk.store.access(new[1]) is not None
    assert desk.browser.post(desk.path + "/revoke", data={"seat": "Ana"}).status_code == 303
    assert desk.store.access(new[1]) is None
    assert desk.browser.post(desk.path + "/links", data={"seat": "Nobody"}).status_code == 404


def test_the_display_has_a_link_of_its_own(desk: Desk) -> None:
    assert "/enter?token=" in desk.browser.post(desk.path + "/links").text
    assert ROOM in desk.store.holders(1)


def test_seats_are_added(desk: Desk) -> None:
    assert desk.browser.post(desk.path + "/seats", data={"name": "Olmo"}).status_code == 303
    assert "Olmo" in desk.page(desk.path).text


def test_what_players_see_is_for_every_fight(desk: Desk) -> None:
    assert desk.browser.post(desk.path + "/shows", data={"foes": "number", "party": "nothing"}).status_code == 303
    assert {(one.shows.foes, one.shows.party) for one in desk.store.fights(1)} == {("number", "nothing")}
    assert desk.room("absorption").shows.foes == "number"
    assert desk.browser.post(desk.path + "/shows", data={"foes": "all", "party": "words"}).status_code == 422


def test_a_fight_is_put_away_and_taken_out(desk: Desk) -> None:
    fight = desk.fights["absorption"]
    desk.browser.post(desk.path + "/open", data={"fight": fight})
    assert not desk.store.fight(fight).open
    desk.browser.post(desk.path + "/open", data={"fight": fight, "open": "1"})
    assert desk.store.fight(fight).open
    assert desk.browser.post(desk.path + "/open", data={"fight": 99}).status_code == 404


def test_who_is_connected_is_counted(desk: Desk) -> None:
    room = desk.room("absorption")
    room.present[Viewer("player", "Ana")] += 1
    room.present[MASTER] += 1
    assert desk.page(desk.here("absorption", "/present")).text.split()[0] == "1"
    assert desk.page(desk.path).text.count('class="tag stop"') == 1


PATHS = ("", "/fights", "/open", "/house", "/shows", "/seats", "/links", "/revoke", "/f/1", "/f/1/do", "/f/1/stream")


@pytest.mark.parametrize("viewer", [Viewer("player", "Ana"), ROOM, None])
@pytest.mark.parametrize("path", PATHS)
def test_nobody_else_comes_in(desk: Desk, path: str, viewer: Viewer | None) -> None:
    other = Browser(desk.browser.app)
    if viewer is not None:
        other.cookies.set("adarga", desk.store.issue(1, viewer))
    method = "GET" if path in ("", "/f/1", "/f/1/stream") else "POST"
    assert other.request(method, desk.path + path).status_code == 403
