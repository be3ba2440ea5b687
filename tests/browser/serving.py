"""A table with a fight in each rulebook, served by a real process that can be killed and begun again."""

from __future__ import annotations

import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.state import State
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.rules.protocol import Rulebook
from adarga.table.intents import Intent, JoinAll, What
from adarga.table.rooms import Rooms
from adarga.table.store import Store

HERE = Path(__file__).resolve().parent
PATIENCE = 20.0

ANA, LUIS = Viewer("player", "Ana"), Viewer("player", "Luis")
CASTS = {
    "absorption": (
        "Ogro 617 level=8 garrote=d10",
        "Thrain 417 heroes constitution=9 dexterity=12 energy=3 armour=chain-mail shield=medium hacha=d8",
        "Elvira 312 heroes dexterity=8 energy=2 espada=d6",
        "Zascandil 773 level=3 hidden daga=d4",
    ),
    "damage-steps": (
        "Esqueleto 629 defence=13 maza=d8",
        "Brunilda 424 heroes defence=15 longsword=d8",
        "Odilón 318 heroes defence=12 dagger=d4",
        "Zascandil 787 defence=11 hidden daga=d4",
    ),
    "percentile": (
        "Soldado 631 dexterity=12 fusil=d8:60",
        "Sargento 414 heroes dexterity=14 dodge=40 pistola=d6:50",
        "Cabo 317 heroes dexterity=11 dodge=30 pistola=d6:55",
        "Zascandil 797 dexterity=9 hidden daga=d4:30",
    ),
}
OWNED = {"absorption": ("Thrain", "Elvira"), "damage-steps": ("Brunilda", "Odilón"), "percentile": ("Sargento", "Cabo")}
FOE = {"absorption": "Ogro", "damage-steps": "Esqueleto", "percentile": "Soldado"}
HIDDEN = "Zascandil"
HIDDEN_POINTS = {"absorption": "773", "damage-steps": "787", "percentile": "797"}
FOE_POINTS = {"absorption": "617", "damage-steps": "629", "percentile": "631"}
BOOKS = tuple(CASTS)


def entering(book: Rulebook, line: str) -> cmd.Join:
    """Who enters by a line; whoever bears a shield may give it up."""
    join = joining(book, words_of(line))
    return replace(join, sheet=replace(join.sheet, can_sacrifice=join.sheet.shield is not None))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Server:
    """A table and its server: the database is made here, all that people do goes through the process."""

    database: Path
    seed: int = 1
    port: int = field(default_factory=free_port)
    code: str = ""
    fights: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    table: int = 0
    _process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _log(self) -> Path:
        return self.database.parent / "server.log"

    def make(self) -> None:
        """A table with two players and a fight in each book, at the first turn."""
        store = Store(f"sqlite:///{self.database}")
        row = store.add_table("La mesa de los jueves", "absorption")
        self.table, self.code = row.id, row.code
        for seat in (ANA, LUIS):
            store.add_seat(row.id, seat.name)
        rooms = Rooms(store, Seeded(self.seed))
        for book in CASTS:
            self.fights[book] = self.add_fight(rooms, store, book)
        for viewer in (MASTER, ROOM, ANA, LUIS):
            self.tokens[viewer.name or viewer.kind] = store.issue(row.id, viewer)
        store.close()

    def add_fight(self, rooms: Rooms, store: Store, book: str, points: int = 0) -> int:
        """One more fight of a book's cast, the first two of the heroes the players' own; all with so many points."""
        fight = store.add_fight(self.table, f"El puente {book}", book)
        room = rooms.room(fight.id)
        first, second = OWNED[book]
        cast = [re.sub(r" \d+ ", f" {points} ", line, count=1) if points else line for line in CASTS[book]]
        asked: list[What] = [
            JoinAll(tuple(entering(room.book, line) for line in cast)),
            cmd.Own(first, ANA.name),
            cmd.Own(second, LUIS.name),
            *(
                cmd.SetInitiative(who, value)
                for who, value in zip((first, second, FOE[book]), (30, 20, 10), strict=True)
            ),
            cmd.NextTurn(),
        ]
        for at, what in enumerate(asked):
            answer = room.ask(MASTER, Intent(id=f"made-{at}", what=what))
            assert answer.outcome == "done", (what, answer)
        return fight.id

    def fresh(self, book: str, points: int = 0) -> int:
        """Another fight of a book, made while the server runs."""
        store = Store(f"sqlite:///{self.database}")
        try:
            return self.add_fight(Rooms(store, Seeded(self.seed)), store, book, points)
        finally:
            store.close()

    def ask(self, fight: int, viewer: Viewer, *asked: What) -> list[str]:
        """Ask things of a fight beside the server, as another one on its database would; gives what became of each."""
        store = Store(f"sqlite:///{self.database}")
        try:
            room = Rooms(store, Seeded(self.seed)).room(fight)
            return [room.ask(viewer, Intent(id=secrets.token_hex(8), what=what)).outcome for what in asked]
        finally:
            store.close()

    def do(self, fight: int, **fields: str) -> None:
        """What the master's page would send, through the server; it must be done."""
        body = urllib.parse.urlencode({"intent": secrets.token_hex(8)} | fields).encode()
        asked = urllib.request.Request(f"{self.origin}/t/{self.code}/gm/f/{fight}/do", body)
        asked.add_header("Cookie", f"adarga={self.tokens['master']}")
        asked.add_header("HX-Request", "true")
        with urllib.request.urlopen(asked, timeout=10) as answer:
            told = answer.read().decode()
        assert "wrong" not in told, told

    def revoke(self, viewer: Viewer) -> None:
        """End all that somebody was let in by."""
        store = Store(f"sqlite:///{self.database}")
        store.revoke(self.table, viewer)
        store.close()

    def issue(self, viewer: Viewer) -> None:
        """Let somebody in by a new link."""
        store = Store(f"sqlite:///{self.database}")
        self.tokens[viewer.name or viewer.kind] = store.issue(self.table, viewer)
        store.close()

    def state(self, fight: int) -> State:
        """How a fight stands on the disk."""
        store = Store(f"sqlite:///{self.database}")
        try:
            return Rooms(store, Seeded(self.seed)).room(fight).state
        finally:
            store.close()

    def lines(self, fight: int) -> Sequence[str]:
        """What the disk holds of a fight."""
        store = Store(f"sqlite:///{self.database}")
        try:
            return store.lines(fight)
        finally:
            store.close()

    def start(self) -> None:
        """Begin the process, and wait until it answers."""
        command = [sys.executable, str(HERE / "serve.py"), str(self.port), str(self.database), str(self.seed)]
        with self._log.open("ab") as told:
            self._process = subprocess.Popen(command, stdout=told, stderr=told)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process.poll() is None, self.log()
            try:
                urllib.request.urlopen(f"{self.origin}/static/adarga.css", timeout=2).close()
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
            else:
                return
        self.kill()
        raise AssertionError(f"no answer: {self.log()}")

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def log(self) -> str:
        """What the process complained of."""
        return self._log.read_text("utf-8")

    def enter(self, who: str) -> str:
        """The link that lets somebody in: `master`, `room`, or a player's name."""
        return f"{self.origin}/enter?token={self.tokens[who]}"

    def page(self, who: str, book: str, fight: int | None = None) -> str:
        """The address of a fight's page for somebody."""
        if who == "room":
            return f"{self.origin}/t/{self.code}/room"
        kind, view = ("gm", "") if who == "master" else ("seat", "/turn")
        return f"{self.origin}/t/{self.code}/{kind}/f/{fight or self.fights[book]}{view}"
