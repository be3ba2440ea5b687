"""Nothing of the game master's reaches a player or the screen in the room: all they are sent is read through."""

from __future__ import annotations

import re
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.browser.serving import BOOKS, FOE, HIDDEN, HIDDEN_POINTS, OWNED, Server

VIEWS = ("turn", "sheet", "order", "log")
FACES = {"absorption": "2 10", "damage-steps": "18 8 8 8", "percentile": "3 5 5"}
WEAPON = {"absorption": "garrote", "damage-steps": "maza", "percentile": "fusil"}


class Reader:
    """All bytes that somebody is sent, pages and streams."""

    def __init__(self, server: Server, who: str) -> None:
        self.server, self.who, self.got, self.over = server, who, [""], False
        self.threads: list[threading.Thread] = []
        self.sockets: list[socket.socket] = []

    def get(self, path: str, allowed: tuple[int, ...] = (200,)) -> None:
        asked = urllib.request.Request(self.server.origin + path)
        asked.add_header("Cookie", f"adarga={self.server.tokens[self.who]}")
        asked.add_header("Authorization", f"Bearer {self.server.tokens[self.who]}")
        try:
            answer = urllib.request.urlopen(asked, timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            self.got.append(str(answer.headers) + answer.read().decode())
        assert answer.status in allowed, path

    def listen(self, path: str) -> None:
        """Hold a stream from now on."""
        held = socket.create_connection(("127.0.0.1", self.server.port))
        token = self.server.tokens[self.who]
        head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: adarga={token}\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        held.sendall(head.encode())
        self.sockets.append(held)
        self.threads.append(threading.Thread(target=self._hold, args=(held,)))
        self.threads[-1].start()

    def _hold(self, held: socket.socket) -> None:
        whole = b""
        while data := held.recv(65536):
            whole += data
        self.got.append(whole.decode("utf-8", "replace"))

    def close(self) -> str:
        """Hang up, and give all that came."""
        for held in self.sockets:
            held.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        for held in self.sockets:
            held.close()
        return "\n".join(self.got)


@contextmanager
def reading(server: Server, fight: int) -> Iterator[list[Reader]]:
    """A player and the room, with every stream that they may hold."""
    player, room = Reader(server, "Ana"), Reader(server, "room")
    for view in VIEWS:
        player.listen(f"/t/{server.code}/seat/f/{fight}/stream/{view}")
    room.listen(f"/t/{server.code}/room/stream")
    for reader in (player, room):
        reader.listen(f"/api/fights/{fight}/events")
    time.sleep(0.3)
    yield [player, room]


def look(reader: Reader, server: Server, fight: int) -> None:
    """Open every page there is, and ask the API for all that can be asked."""
    mine, others = (200,), (403, 404, 422)
    for view in (*VIEWS, "attack", f"attack?target={HIDDEN}"):
        reader.get(f"/t/{server.code}/seat/f/{fight}/{view}", mine if reader.who == "Ana" else others)
    reader.get(f"/t/{server.code}/room", mine if reader.who == "room" else others)
    reader.get(f"/t/{server.code}/gm/f/{fight}", others)
    reader.get(f"/join/{server.code}")
    for path in ("", "/log", "/lines", f"/odds?attacker={HIDDEN}&target=Ogro&weapon=daga"):
        reader.get(f"/api/fights/{fight}{path}", (*mine, *others))


def hurt(server: Server, fight: int, book: str) -> set[str]:
    """A round in which both sides strike, the hidden one acts and the master sets points; gives the points passed."""
    points: set[str] = set()

    def note() -> None:
        state = server.state(fight)
        for seat in state.seats:
            if not seat.owner and seat.fighter.points is not None:
                points.add(str(seat.fighter.points))

    foe, (mine, _) = FOE[book], OWNED[book]
    hidden = next(seat.id for seat in server.state(fight).seats if seat.hidden)
    for who, text in ((foe, "-3"), (hidden, "-5"), (foe, "+1"), (hidden, "=711")):
        server.do(fight, verb="points", who=who, points=text)
        note()
    server.do(fight, verb="condition", who=hidden, condition="prone")
    server.do(fight, verb="attack", who=foe, weapon=WEAPON[book], target=mine)
    for _ in range(6):
        state = server.state(fight)
        if state.pending is None and not state.due:
            break
        for fields in ({"verb": "roll"}, {"verb": "decline", "by": "target"}, {"verb": "decline", "by": "attacker"}):
            try:
                server.do(fight, **fields)
            except AssertionError:
                continue
            break
        note()
    for _ in range(4):
        server.do(fight, verb="next")
    server.do(fight, verb="undo")
    server.do(fight, verb="undo", steps="3")
    server.do(fight, verb="redo")
    note()
    return points


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_gets_out(server: Server, book: str) -> None:
    """Neither the hidden one nor what the foes have left, nor anybody else's way in, in anything that was sent."""
    fight = server.fresh(book)
    with reading(server, fight) as readers:
        for reader in readers:
            look(reader, server, fight)
        points = hurt(server, fight, book)
        for reader in readers:
            look(reader, server, fight)
        time.sleep(0.5)
        everything = {reader.who: reader.close() for reader in readers}
    numbers = {*points, HIDDEN_POINTS[book]}
    for who, text in everything.items():
        assert FOE[book] in text
        assert text.count("text/event-stream") == (5 if who == "Ana" else 2)
        sent = text.replace(f"target={HIDDEN}", "")
        assert not re.search(HIDDEN, sent, re.IGNORECASE), who
        for number in numbers:
            found = re.search(rf"(?<![\w.#-]){number}(?![\w.-])", sent)
            assert found is None, (who, number, sent[max(0, found.start() - 200) : found.end() + 100])
        for name, token in server.tokens.items():
            assert token not in sent, (who, name)
