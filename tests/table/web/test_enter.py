"""Coming in by a link, languages, and the stream of a page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.interop.newcomers import joining
from adarga.table.intents import Intent
from adarga.table.rooms import Room, Rooms
from adarga.table.store import Store, TableRow
from adarga.table.web.app import create_app
from adarga.table.web.live import changes, live
from adarga.table.web.settings import Settings
from tests.table.browser import Browser


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'table.db'}")
    yield made
    made.close()


@pytest.fixture
def table(store: Store) -> TableRow:
    return store.add_table("Mesa", "absorption")


@pytest.fixture
def room(store: Store, table: TableRow) -> Room:
    return Rooms(store, Seeded(1)).room(store.add_fight(table.id, "x", "absorption").id)


@pytest.fixture
def browser(store: Store) -> Browser:
    return Browser(create_app(Rooms(store, Seeded(1)), Settings(attempts=3)))


@pytest.mark.parametrize(("viewer", "kind"), [(MASTER, "gm"), (Viewer("player", "Ana"), "seat"), (ROOM, "room")])
def test_a_link_becomes_a_cookie_for_its_own_pages(
    browser: Browser, store: Store, table: TableRow, viewer: Viewer, kind: str
) -> None:
    found = browser.get(f"/enter?token={store.issue(table.id, viewer)}")
    assert (found.status_code, found.headers["location"]) == (303, f"/t/{table.code}/{kind}")
    cookie = found.headers["set-cookie"]
    assert f"Path=/t/{table.code}/{kind};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert found.headers["cache-control"] == "no-store"


def test_a_link_that_opens_nothing_is_refused_and_soon_no_more_are_tried(browser: Browser) -> None:
    assert [browser.get("/enter?token=guess").status_code for _ in range(5)] == [403, 403, 403, 429, 429]


@pytest.mark.parametrize(
    ("back", "where"),
    [("/t/X/gm", "/t/X/gm"), ("https://other.test/", "/"), ("//other.test", "/"), ("/\\other.test", "/"), ("", "/")],
)
def test_language_is_chosen_and_leads_back_inside(browser: Browser, back: str, where: str) -> None:
    found = browser.get("/lang/es", params={"back": back})
    assert (found.status_code, found.headers["location"]) == (303, where)
    assert "lang=es" in found.headers["set-cookie"]


def test_a_stream_tells_what_there_is_then_each_change_and_ends_with_the_token(room: Room) -> None:
    allowed = True

    async def heard() -> list[str]:
        nonlocal allowed
        answer = live(room, MASTER, lambda: f"{len(room.state.seats)} here", 15.0, lambda: allowed)
        messages: Any = answer.body_iterator
        found = [(await anext(messages)).data]
        assert room.present[MASTER] == 1
        await asyncio.to_thread(join, room, "Ogre")
        found.append((await anext(messages)).data)
        allowed = False
        await asyncio.to_thread(join, room, "Goblin")
        with pytest.raises(StopAsyncIteration):
            await anext(messages)
        return found

    assert asyncio.run(heard()) == ["0 here", "1 here"]
    assert room.present[MASTER] == 0


def join(room: Room, name: str) -> None:
    """Someone enters."""
    assert room.ask(MASTER, Intent(id=name, what=joining(room.book, [name, "7"]))).outcome == "done"


def test_a_viewer_is_not_woken_by_what_it_does_not_see(room: Room) -> None:
    async def numbers() -> list[int]:
        found: Any = changes(room, ROOM)
        seen = [await anext(found)]
        hidden = cmd.Join(sheet=joining(room.book, ["Ogre", "7"]).sheet, hidden=True)
        await asyncio.to_thread(room.ask, MASTER, Intent(id="h", what=hidden))
        await asyncio.to_thread(join, room, "Goblin")
        seen.append(await anext(found))
        await found.aclose()
        return seen

    assert asyncio.run(numbers()) == [0, 1]
    assert room.watchers == {}
