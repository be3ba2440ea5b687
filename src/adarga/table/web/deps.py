"""Who asks: the token of a request, the table and viewer it opens, and the words it is answered in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from fastapi import Request

from adarga.errors import AdargaError
from adarga.fight.view import Viewer
from adarga.table.rooms import Room, Rooms
from adarga.table.store import TableRow
from adarga.table.web.limits import Buckets
from adarga.table.web.render import language_of, words_in
from adarga.table.web.settings import Settings
from adarga.table.web.work import Work
from adarga.words import Words

COOKIE = "adarga"
KINDS = {"gm": "master", "seat": "player", "room": "room"}
"""What a viewer is called in addresses; the cookie of each lives under its own path."""


class Stopped(Exception):
    """A request that is answered with an error: its status and why."""

    def __init__(self, status: int, error: AdargaError) -> None:
        super().__init__(error.key)
        self.status = status
        self.error = error


@dataclass(frozen=True, slots=True)
class Served:
    """What the application holds, as `request.app.state.served`."""

    rooms: Rooms
    settings: Settings
    tokens: Buckets
    strangers: Buckets
    work: Work


def served(request: Request) -> Served:
    """What the application of a request holds."""
    return cast("Served", request.app.state.served)


def words_of(request: Request) -> Words:
    """The reader's words."""
    return words_in(language_of(request, served(request).settings.lang))


@dataclass(frozen=True, slots=True)
class Guest:
    """Someone with a token: the table and what it may see there. `path` is where its pages are."""

    table: TableRow
    viewer: Viewer
    token: str
    words: Words
    path: str

    def room(self, request: Request, fight: int) -> Room:
        """A fight of this table. Raises `Stopped` (404)."""
        rooms = served(request).rooms
        if fight not in [row.id for row in rooms.store.fights(self.table.id)]:
            raise Stopped(404, AdargaError("table.no_fight", fight=fight))
        return rooms.room(fight)

    def still(self, request: Request) -> bool:
        """Whether the token has not been revoked since."""
        return served(request).rooms.store.access(self.token) is not None


def token_of(request: Request) -> str:
    """The token a request brings: a bot's in `Authorization: Bearer`, a page's in its cookie."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def guest(request: Request, code: str, kind: str) -> Guest:
    """Who asks for a page under `/t/CODE/KIND`. Raises `Stopped`: 403 without a token for just that, 429 too often."""
    known = served(request)
    host = request.client.host if request.client else ""
    token = token_of(request)
    access = known.rooms.store.access(token) if token else None
    table = known.rooms.store.table(code)
    if access is None or table is None or access.table != table.id or access.viewer.kind != KINDS.get(kind):
        if not known.strangers.take(host):
            raise Stopped(429, AdargaError("table.too_often"))
        raise Stopped(403, AdargaError("table.no_access"))
    if not known.tokens.take(token):
        raise Stopped(429, AdargaError("table.too_often"))
    return Guest(table, access.viewer, token, words_of(request), f"/t/{table.code}/{kind}")
