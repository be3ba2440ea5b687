"""A table with a fight in each rulebook, for tests of phones and of the room's screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.rules.protocol import Combatant, Piece, Weapon
from adarga.rules.values import Names
from adarga.table.intents import Intent, JoinAll, What
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from tests.table.browser import Browser

ANA, LUIS = Viewer("player", "Ana"), Viewer("player", "Luis")
CASTS = {
    "absorption": ("Ogro 617 level=8 garrote=d10", "Elvira 312 heroes dexterity=8 espada=d6"),
    "damage-steps": ("Ogro 617 defence=13 maza=d8", "Elvira 312 heroes defence=12 dagger=d4"),
    "percentile": ("Ogro 617 dexterity=9 fusil=d8:60", "Elvira 312 heroes dexterity=11 dodge=30 pistola=d6:55"),
}
HIDDEN = "Zascandil 773 hidden"
HERO = {
    "absorption": Combatant(
        name="Thrain",
        points=17,
        energy=3,
        constitution=9,
        dexterity=12,
        strength=7,
        armour=(Piece(id="chain-mail", absorption=4),),
        shield=Piece(id="medium", absorption=1),
        can_sacrifice=True,
        weapons=(Weapon(id="axe", name=Names(en="axe", es="hacha"), damage="d8"),),
    ),
    "damage-steps": Combatant(
        name="Thrain",
        points=17,
        defence=15,
        weapons=(Weapon(id="axe", name=Names(en="axe", es="hacha"), damage="d8", bonus=4),),
    ),
    "percentile": Combatant(
        name="Thrain",
        points=17,
        dexterity=14,
        dodge=40,
        weapons=(Weapon(id="axe", name=Names(en="axe", es="hacha"), damage="d8", skill=60),),
    ),
}
SECRETS = ("Zascandil", "773", "617", "312")
"""What neither a phone of Ana's nor the screen may say: who is hidden, points of others, their sheets."""


def said(secret: str, page: str) -> bool:
    """Whether a page says something: by itself, not as part of a random name."""
    return re.search(rf"(?<![0-9a-zA-Z_-]){secret}(?![0-9a-zA-Z_-])", page) is not None


@dataclass(slots=True)
class Scene:
    """A table, its store and rooms, and a fight that has begun; Thrain is Ana's, Elvira Luis's."""

    store: Store
    rooms: Rooms
    table: int
    code: str
    fight: int
    asked: int = 0
    app: FastAPI | None = None

    def gm(self, *what: What) -> None:
        """Have the game master do things."""
        for one in what:
            self.asked += 1
            answer = self.rooms.room(self.fight).ask(MASTER, Intent(id=f"gm{self.asked}", what=one))
            assert answer.outcome == "done", answer.refusal

    def browser(self, viewer: Viewer | None = None, lang: str = "en") -> Browser:
        """A browser, let in as a viewer."""
        self.app = self.app or create_app(self.rooms)
        made = Browser(self.app, lang)
        if viewer is not None:
            assert made.get(f"/enter?token={self.store.issue(self.table, viewer)}").status_code == 303
        return made

    def screen(self) -> str:
        """What the room's screen shows."""
        return self.browser(ROOM).get(f"/t/{self.code}/room").text

    def turn_of(self, who: str) -> None:
        """Go on until it is someone's turn."""
        for _ in range(9):
            if who in self.rooms.room(self.fight).state.acting:
                return
            self.gm(cmd.NextTurn())
        raise AssertionError(who)


def scene(folder: Path, book: str) -> Scene:
    """A fight in a rulebook, before its first round."""
    store = Store(f"sqlite:///{folder / 'table.db'}")
    table = store.add_table("Mesa", book)
    for name in ("Ana", "Luis"):
        store.add_seat(table.id, name)
    fight = store.add_fight(table.id, "El puente", book)
    rooms = Rooms(store, Seeded(1))
    made = Scene(store, rooms, table.id, table.code, fight.id)
    room = rooms.room(fight.id)
    made.gm(JoinAll(tuple(joining(room.book, words_of(line)) for line in (*CASTS[book], HIDDEN))))
    made.gm(cmd.Join(sheet=HERO[book], side="heroes", owner="Ana"), cmd.Own("Elvira", "Luis"))
    return made
