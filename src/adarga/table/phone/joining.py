"""Coming to a table: by its code, to a seat that is free or just to watch; never as game master."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

import segno
from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.fight.view import ROOM
from adarga.table.forms import Form
from adarga.table.phone.playing import playing
from adarga.table.phone.routes import sent
from adarga.table.store import TableRow
from adarga.table.web.deps import Stopped, served, words_of
from adarga.table.web.enter import let_in
from adarga.table.web.render import page

router = APIRouter(include_in_schema=False)
WATCH = "/watch"
"""What is sent by someone who only watches: no seat can be called so, since names of seats are sent with a prefix."""
Sent = Annotated[Form, Depends(sent)]


def qr(link: str) -> Markup:
    """A link as a QR code, an image to be put into a page as it is."""
    made = segno.make(link, error="m")
    return Markup(made.svg_inline(scale=4, border=3, dark="#1a130d", light="#fff", omitsize=True, svgclass="qr"))


def address(request: Request, code: str) -> str:
    """The address that is given to players."""
    origin = served(request).settings.origin or str(request.base_url).rstrip("/")
    return f"{origin}/join/{code}"


def plain(code: str) -> str:
    """A code as it is kept, however it was typed.

    >>> plain(" abc-def ")
    'ABCDEF'
    """
    return "".join(one for one in code.upper() if one.isalnum())


@router.get("/")
def home(request: Request) -> Response:
    """Where a code is typed."""
    return page("join/home.html", words_of(request), code="", wrong="")


@router.get("/join")
def by_code(request: Request, code: str = "") -> Response:
    """To the table of a code that was typed."""
    return RedirectResponse(f"/join/{quote(plain(code))}" if plain(code) else "/", 303)


def table_of(request: Request, code: str) -> TableRow | None:
    """The table of a code. Raises `Stopped` (429) for one who has tried too many wrong ones."""
    known = served(request)
    found = known.rooms.store.table(plain(code)) if len(plain(code)) <= 16 else None
    host = request.client.host if request.client else ""
    if found is None and not known.strangers.take(host):
        raise Stopped(429, AdargaError("table.too_often"))
    return found


def unknown(request: Request, code: str) -> Response:
    """The page that asks for a code, saying that there is no such one."""
    words = words_of(request)
    return page("join/home.html", words, 404, code=plain(code)[:16], wrong=words.say("join.no_such_code"))


@router.get("/join/{code}")
def seats(request: Request, code: str) -> Response:
    """The seats of a table: those that are free can be taken."""
    table = table_of(request, code)
    return unknown(request, code) if table is None else choose(request, table, "")


def choose(request: Request, table: TableRow, wrong: str, status: int = 200) -> Response:
    """The page on which a seat is chosen."""
    store = served(request).rooms.store
    taken = {one.name for one in store.holders(table.id) if one.kind == "player"}
    link = address(request, table.code)
    row = playing(served(request).rooms, table.id)
    values = {"table": table, "seats": store.seats(table.id), "taken": taken, "wrong": wrong, "watch": WATCH}
    named = {"link": link, "qr": qr(link), "fight": row.name if row else ""}
    return page("join/seats.html", words_of(request), status, **values, **named)


@router.post("/join/{code}")
def sit(request: Request, code: str, form: Sent) -> Response:
    """Take a seat, or watch; a seat that someone has is given anew by the game master alone."""
    table = table_of(request, code)
    if table is None:
        return unknown(request, code)
    known, words = served(request), words_of(request)
    host = request.client.host if request.client else ""
    if not known.strangers.take(host):
        raise Stopped(429, AdargaError("table.too_often"))
    seat = form.maybe("seat")
    watching = seat == WATCH
    token = known.rooms.store.issue(table.id, ROOM) if watching else None
    if seat and not watching:
        token = known.rooms.store.claim(table.id, seat.removeprefix("seat:"))
    if token is None:
        return choose(request, table, words.say("join.taken" if seat else "join.choose_one"), 409)
    path = f"/t/{table.code}/{'room' if watching else 'seat'}"
    response = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
    let_in(response, path, token)
    return response
