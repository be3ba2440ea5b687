"""A table with a fight in each rulebook, and its game master in front of a browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.view import MASTER
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.rules.protocol import Rulebook
from adarga.table.intents import Intent, JoinAll
from adarga.table.rooms import Room, Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings
from tests.table.browser import Browser

THRAIN = "Thrain 17 heroes constitution=9 dexterity=12 energy=3 armour=chain-mail shield=medium hacha=d8"
CASTS = {
    "absorption": ("Ogro 21 level=8 garrote=d10", THRAIN, "Chamán 9 level=3 hidden"),
    "damage-steps": ("Aldara 24 heroes defence=15 espada=d8", "Guardia 6 defence=14 armour=2 maza=d6"),
    "percentile": ("Rivas 11 heroes dexterity=14 fusil=d8:65", "Fusilero 10 dexterity=12 dodge=40 fusil=d8:50"),
}


def entering(book: Rulebook, line: str) -> cmd.Join:
    """Someone as typed; Thrain may give his shield for a blow."""
    join = joining(book, words_of(line))
    return replace(join, sheet=replace(join.sheet, can_sacrifice=join.sheet.shield is not None))


@dataclass
class Desk:
    """The game master at a table: `fights` by rulebook."""

    store: Store
    rooms: Rooms
    browser: Browser
    path: str
    fights: dict[str, int] = field(default_factory=dict)
    asked: int = 0

    def room(self, book: str) -> Room:
        """The room of a fight."""
        return self.rooms.room(self.fights[book])

    def here(self, book: str, rest: str = "") -> str:
        """The address of a fight's page, or of something under it."""
        return f"{self.path}/f/{self.fights[book]}{rest}"

    def do(self, book: str, verb: str, **fields: Any) -> str:
        """Send a form as htmx does; gives what was said against it."""
        self.asked += 1
        sent = {"verb": verb, "intent": f"i{self.asked}"} | fields
        found = self.browser.post(self.here(book, "/do"), data=sent, headers={"hx-request": "true"})
        assert found.status_code == 200
        return found.text.strip()

    def page(self, path: str) -> httpx.Response:
        """A page that is there."""
        found = self.browser.get(path)
        assert found.status_code == 200, found.text
        return found


@pytest.fixture(params=["es", "en"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    rooms = Rooms(store, Seeded(1))
    table = store.add_table("Mesa", "absorption")
    store.add_seat(table.id, "Ana")
    browser = Browser(create_app(rooms, Settings(rate=1000, burst=1000)), request.param)
    made = Desk(store, rooms, browser, f"/t/{table.code}/gm")
    for book, lines in CASTS.items():
        made.fights[book] = fight = store.add_fight(table.id, book, book).id
        room = rooms.room(fight)
        joins = tuple(entering(room.book, line) for line in lines)
        assert room.ask(MASTER, Intent(id="join", what=JoinAll(joins))).outcome == "done"
        assert room.ask(MASTER, Intent(id="next", what=cmd.NextTurn())).outcome == "done"
    found = browser.get(f"/enter?token={store.issue(table.id, MASTER)}")
    assert found.status_code == 303
    yield made
    store.close()
