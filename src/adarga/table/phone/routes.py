"""The addresses of a player's phone: one for each view of each fight, its stream, and what it asks."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Refusal
from adarga.table.access import may
from adarga.table.forms import Form, what_in
from adarga.table.intents import Intent
from adarga.table.phone.choosing import choosing
from adarga.table.phone.playing import open_fights, playing
from adarga.table.phone.sheets import sheets
from adarga.table.phone.views import log_of, looked
from adarga.table.rooms import Room
from adarga.table.web.deps import Guest, Stopped, guest, served
from adarga.table.web.live import live
from adarga.table.web.render import fragment, page
from adarga.telling.fight_words import refusal_text, sayer_of, with_names
from adarga.words import error_text

router = APIRouter(prefix="/t/{code}/seat", include_in_schema=False)
VIEWS = ("turn", "sheet", "order", "log")


def player(request: Request, code: str) -> Guest:
    """The player who asks."""
    return guest(request, code, "seat")


async def sent(request: Request) -> Form:
    """The fields of a form."""
    found = await request.form()
    fields: dict[str, list[str]] = {}
    for name, value in found.multi_items():
        fields.setdefault(name, []).append(value if isinstance(value, str) else "")
    return Form(fields)


def chosen(request: Request) -> Form:
    """The fields of an address."""
    fields: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        fields.setdefault(name, []).append(value)
    return Form(fields)


Player = Annotated[Guest, Depends(player)]
Sent = Annotated[Form, Depends(sent)]
Chosen = Annotated[Form, Depends(chosen)]


def shown(me: Guest, room: Room, view: str, form: Form | None) -> dict[str, Any]:
    """What a view of a fight is made of; without `form` what it shows of an attack being chosen is left out."""
    with room.lock:
        values = looked(me.words, room, me.viewer)
        sayer = sayer_of(me.words, room.book, room.log)
        if view == "turn" and form is not None:
            values["attack"] = choosing(me.words, room, me.viewer, values["seen"], form)
        elif view == "sheet":
            values["sheets"] = list(sheets(sayer, room.book, values["seen"]))
        elif view == "log":
            values["lines"] = log_of(me.words, room, me.viewer)
    here = f"{me.path}/f/{room.row.id}"
    named = {
        "me": me,
        "view": view,
        "here": here,
        "fight": room.row.name,
        "fight_id": room.row.id,
        "base": room.book.book.base,
    }
    return values | named | {"fresh": lambda: secrets.token_hex(8)}


@router.get("")
def home(request: Request, me: Player) -> Response:
    """To the fight that is played, where there is one."""
    rooms = served(request).rooms
    row = playing(rooms, me.table.id)
    if row is None:
        return page("phone/none.html", me.words, me=me)
    return RedirectResponse(f"{me.path}/f/{row.id}/turn", 303, {"Cache-Control": "no-store"})


@router.get("/f/{fight}/attack")
def attack(request: Request, me: Player, fight: int, form: Chosen) -> Response:
    """The attack that is being chosen."""
    return page("phone/attack.html", me.words, **shown(me, me.room(request, fight), "turn", form))


@router.get("/f/{fight}/stream/{view}")
def stream(request: Request, me: Player, fight: int, view: str) -> Response:
    """The parts of a view that change, again after each change."""
    room = me.room(request, fight)
    view = known(view)

    def render() -> str:
        return fragment("phone/live.html", me.words, **shown(me, room, view, None))

    return live(room, me.viewer, render, served(request).settings.heartbeat, lambda: me.still(request))


@router.get("/f/{fight}/{view}")
def look(request: Request, me: Player, fight: int, view: str, form: Chosen) -> Response:
    """A view of a fight: each has an address, so that a reload shows the same."""
    room = me.room(request, fight)
    fights = sorted(open_fights(served(request).rooms, me.table.id), key=lambda row: row.id != fight)
    return page("phone/page.html", me.words, fights=fights, **shown(me, room, known(view), form))


def known(view: str) -> str:
    """A view by its name. Raises `Stopped` (404)."""
    if view not in VIEWS:
        raise Stopped(404, AdargaError("table.not_found"))
    return view


@router.post("/f/{fight}/do")
async def do(request: Request, me: Player, fight: int, form: Sent) -> Response:
    """Do what a form asks; what cannot be done is said, and changes nothing."""
    room = me.room(request, fight)
    wrong = await run_in_threadpool(done, me, room, form)
    if request.headers.get("hx-request"):
        return HTMLResponse(fragment("phone/said.html", me.words, text=wrong), 200, {"Cache-Control": "no-store"})
    if wrong:
        return page("error.html", me.words, 409, text=wrong)
    view = form.maybe("view")
    return RedirectResponse(f"{me.path}/f/{fight}/{view if view in VIEWS else 'turn'}", 303)


def done(me: Guest, room: Room, form: Form) -> str:
    """Do what a form asks; gives why it was not done, "" where it was."""
    with room.lock:
        sayer = sayer_of(me.words, room.book, room.log)
    try:
        what = asked_for(me, room, form)
        if isinstance(what, Refusal):
            return refusal_text(sayer, what)
        answer = room.ask(me.viewer, what)
    except AdargaError as error:
        return error_text(me.words, with_names(sayer, error))
    return refusal_text(sayer, answer.refusal) if answer.refusal else ""


def asked_for(me: Guest, room: Room, form: Form) -> Intent | Refusal:
    """What a form asks; dice of others are refused before they are looked at, since that would say which they are."""
    with room.lock:
        throws = form.maybe("verb") == "throw"
        late = throws and form.maybe("about") not in ("", room.question)
        refused = may(room.book, room.state, me.viewer, cmd.Throw(())) if throws and not late else None
        if refused is not None:
            return refused
        # A throw that comes too late is refused by the room, whatever its dice: they were another question's.
        what = cmd.Throw(()) if late else what_in(room.book, room.state, form)
    seen = form.number("seen") if form.maybe("seen") else None
    return Intent(
        id=form.maybe("intent") or secrets.token_hex(8), what=what, about=form.maybe("about") or None, seen=seen
    )
