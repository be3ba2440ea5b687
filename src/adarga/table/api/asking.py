"""Who asks the API: a token in `Authorization: Bearer`, and what it opens."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import Depends, Request

from adarga.errors import AdargaError
from adarga.fight.view import MASTER
from adarga.table.store import TableRow
from adarga.table.web.deps import Guest, Stopped, served, words_of


def bearer(request: Request) -> str:
    """The token of a request, "" where it brings none. A page's cookie opens nothing here."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def stranger(request: Request) -> Stopped:
    """What someone without a right token is told: 401, 429 where it was tried too often."""
    host = request.client.host if request.client else ""
    if not served(request).strangers.take(host):
        return Stopped(429, AdargaError("table.too_often"))
    return Stopped(401, AdargaError("api.no_token"))


def known(request: Request) -> Guest:
    """Whoever a token is for. Raises `Stopped` (401, 429)."""
    token = bearer(request)
    rooms = served(request).rooms
    access = rooms.store.access(token) if token else None
    table = next((row for row in rooms.store.tables() if access is not None and row.id == access.table), None)
    if access is None or table is None:
        raise stranger(request)
    if not served(request).tokens.take(token):
        raise Stopped(429, AdargaError("table.too_often"))
    return Guest(table, access.viewer, token, words_of(request), "/api")


Known = Annotated[Guest, Depends(known)]


def master(me: Known) -> Guest:
    """The game master. Raises `Stopped` (403) for anyone else."""
    if me.viewer != MASTER:
        raise Stopped(403, AdargaError("table.refused.master_only"))
    return me


Master = Annotated[Guest, Depends(master)]


def keeper(request: Request) -> None:
    """Whoever holds the server's key. Raises `Stopped` (401, 403 where the server has none)."""
    key = served(request).settings.key
    if not key:
        raise Stopped(403, AdargaError("api.no_key"))
    if not secrets.compare_digest(bearer(request).encode(), key.encode()):
        raise stranger(request)


Keeper = Annotated[None, Depends(keeper)]


def own_table(me: Guest, code: str) -> TableRow:
    """The table of a code, which must be one's own. Raises `Stopped` (404)."""
    if me.table.code != code.upper():
        raise Stopped(404, AdargaError("api.no_table", code=code[:20]))
    return me.table
