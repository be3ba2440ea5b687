"""The addresses of the game master's page."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.fight.saved import lines_of
from adarga.fight.state import Refusal
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.fight.view import MASTER, Viewer, seen_state
from adarga.table.campaign import carried
from adarga.table.desk.ahead import ahead
from adarga.table.desk.asking import faces_as_far
from adarga.table.desk.choosing import attacking
from adarga.table.desk.correcting import amending, correction, gone, moved
from adarga.table.desk.fields import Asked, Master, Sent
from adarga.table.desk.newcomers import everyone, pasted
from adarga.table.desk.phones import present
from adarga.table.desk.views import board, keys, monsters, of_one
from adarga.table.forms import Form, what_in
from adarga.table.intents import Answer, Intent, Roll, What
from adarga.table.phone.sheets import sheets
from adarga.table.rooms import Room
from adarga.table.web.deps import Guest, Stopped, served
from adarga.table.web.live import live
from adarga.table.web.render import fragment, page
from adarga.telling.fight_text import log_json, log_lines
from adarga.telling.fight_words import refusal_text, sayer_of
from adarga.words import error_text

router = APIRouter(prefix="/t/{code}/gm", include_in_schema=False)
MOST_TARGETS = 50
"""How many throws one attack may take at most: one for each of its targets."""


def shared(me: Guest, room: Room) -> dict[str, Any]:
    """What every part of the page needs."""
    return {"me": me, "room": room, "here": f"{me.path}/f/{room.row.id}", "fresh": lambda: secrets.token_hex(8)}


@router.get("/f/{fight}")
def desk(request: Request, me: Master, fight: int, form: Asked) -> Response:
    """The page of a fight."""
    room = me.room(request, fight)
    fights = served(request).rooms.store.fights(me.table.id)
    values = board(me.words, room) | {
        "attack": attacking(me.words, room, form),
        "fights": fights,
        "earlier": [one for one in fights if one.id != fight and one.rulebook == room.row.rulebook],
        "present": present(served(request).rooms, fights),
        "monsters": monsters(me.words, room.book),
        "keys": keys(me.words),
    }
    return page("desk/page.html", me.words, **shared(me, room), **values)


@router.get("/f/{fight}/stream")
def stream(request: Request, me: Master, fight: int) -> Response:
    """The parts of the page that change, again after each change."""
    room = me.room(request, fight)

    def render() -> str:
        return fragment("desk/live.html", me.words, **shared(me, room), **board(me.words, room))

    return live(room, MASTER, render, served(request).settings.heartbeat, lambda: me.still(request))


@router.get("/f/{fight}/attack")
def attack(request: Request, me: Master, fight: int, form: Asked) -> Response:
    """The attack that is being chosen, with its odds."""
    room = me.room(request, fight)
    return page("desk/chosen.html", me.words, **shared(me, room), attack=attacking(me.words, room, form))


@router.get("/f/{fight}/present")
def here_now(request: Request, me: Master, fight: int) -> Response:
    """How many phones and displays are connected."""
    rooms = served(request).rooms
    me.room(request, fight)
    return page("desk/present.html", me.words, present=present(rooms, rooms.store.fights(me.table.id)))


@router.get("/f/{fight}/who")
def who(request: Request, me: Master, fight: int, form: Asked) -> Response:
    """What the game master may do with one fighter."""
    room = me.room(request, fight)
    return page("desk/who.html", me.words, **shared(me, room), **of_one(me.words, room, form.text("who")))


@router.get("/f/{fight}/ahead")
def went_on(request: Request, me: Master, fight: int, form: Asked) -> Response:
    """What would happen if the fight went on from here."""
    room = me.room(request, fight)
    target = form.maybe("target")
    who = next(iter(room.state.acting), "")
    return page("desk/went.html", me.words, ahead=ahead(me.words, room, target), who=who, target=target)


@router.post("/f/{fight}/do")
async def do(request: Request, me: Master, fight: int, sent: Sent) -> Response:
    """Do what a form asks; what cannot be done is said, and changes nothing."""
    room = me.room(request, fight)
    return await run_in_threadpool(_done, request, me, room, sent)


def _done(request: Request, me: Guest, room: Room, sent: Form) -> Response:
    try:
        intent = intent_in(room, sent)
        answer = room.ask(me.viewer, intent)
        if answer.outcome == "done" and sent.maybe("dice_from") == "roll":
            rolled(room, me.viewer, intent.id)
    except AdargaError as error:
        return said(request, me, room, error_text(me.words, error), 422)
    if answer.refusal is not None:
        return said(request, me, room, refused(me, room, answer), 409)
    return said(request, me, room, "", 200)


def intent_in(room: Room, sent: Form) -> Intent:
    """What a form asks, with the question it answers and what had been seen. Raises `AdargaError`."""
    with room.lock:
        read = faces_as_far(room.book, room.state, sent) if sent.maybe("verb") == "throw" else worn(sent)
        if read.maybe("verb") == "add" and pasted(read.maybe("lines")):
            what: What = everyone(room.book, read.maybe("lines"), side=read.maybe("side"))
        else:
            what = what_in(room.book, room.state, read)
    seen = sent.number("seen") if sent.maybe("seen") else None
    return Intent(
        id=sent.maybe("intent") or secrets.token_hex(8), what=what, about=sent.maybe("about") or None, seen=seen
    )


def worn(sent: Form) -> Form:
    """A form whose piece comes from the one list of what can be put on, as `armour:ID` or `shield:ID`."""
    kind, _, piece = sent.maybe("wear").partition(":")
    if not piece:
        return sent
    return Form(dict(sent.fields) | {"piece": [piece], "shield": ["1"] if kind == "shield" else []})


def rolled(room: Room, viewer: Viewer, intent: str) -> None:
    """Throw the dice of an attack that has begun, as far as they go without an answer of anyone's."""
    for number in range(MOST_TARGETS):
        waits = waits_for(room.book, room.state)
        if room.state.pending is None or not isinstance(waits, WaitsForDie):
            return
        room.ask(viewer, Intent(id=f"{intent}-{number}", what=Roll(), about=room.question))


def refused(me: Guest, room: Room, answer: Answer) -> str:
    """A refusal as a sentence."""
    assert answer.refusal is not None
    return refusal_text(sayer_of(me.words, room.book, room.log), answer.refusal)


def said(request: Request, me: Guest, room: Room, text: str, status: int) -> Response:
    """The answer to a form: what went wrong, if anything; a browser without scripts goes back to the page."""
    if request.headers.get("hx-request"):
        return HTMLResponse(fragment("desk/said.html", me.words, text=text), 200, {"Cache-Control": "no-store"})
    if text:
        return page("error.html", me.words, status, text=text)
    return RedirectResponse(f"{me.path}/f/{room.row.id}", 303)


@router.post("/f/{fight}/roster")
def roster(request: Request, me: Master, fight: int, sent: Sent) -> Response:
    """Everyone of a roster file enters, all of them or none."""
    room = me.room(request, fight)
    try:
        what = everyone(room.book, sent.maybe("file"), side=sent.maybe("side"))
        answer = room.ask(me.viewer, Intent(id=sent.maybe("intent") or secrets.token_hex(8), what=what))
    except AdargaError as error:
        return said(request, me, room, error_text(me.words, error), 422)
    return said(request, me, room, refused(me, room, answer) if answer.refusal else "", 409)


@router.post("/f/{fight}/bring")
def bring(request: Request, me: Master, fight: int, sent: Sent) -> Response:
    """The players' fighters enter as they came out of another fight of the table."""
    room, before = me.room(request, fight), me.room(request, sent.number("from"))
    with before.lock:
        state = before.state
    what = carried(state, room.state)
    if not what.commands:
        return said(request, me, room, me.words.say("desk.nobody_to_bring"), 422)
    if before.book.book.base != room.book.book.base:
        return said(request, me, room, me.words.say("desk.another_book"), 422)
    answer = room.ask(me.viewer, Intent(id=sent.maybe("intent") or secrets.token_hex(8), what=what))
    return said(request, me, room, refused(me, room, answer) if answer.refusal else "", 409)


@router.get("/f/{fight}/amend/{line}")
def amend(request: Request, me: Master, fight: int, line: int) -> Response:
    """The form that corrects a line."""
    room = me.room(request, fight)
    with room.lock:
        if not 1 <= line <= len(room.log.entries):
            raise Stopped(404, AdargaError("table.refused.no_line", line=line, lines=len(room.log.entries)))
        values = amending(me.words, room, line)
        return page("desk/amend.html", me.words, **shared(me, room), number=room.stream(MASTER).number, **values)


@router.get("/f/{fight}/correct/{line}")
def propose(request: Request, me: Master, fight: int, line: int, form: Asked) -> Response:
    """What a correction would change, line by line, before it is done."""
    room = me.room(request, fight)
    values: dict[str, Any] = {"line": line, "faces": form.many("face"), "error": "", "changes": [], "gone": []}
    try:
        with room.lock:
            found = room.propose(line - 1, correction(room, form, line).command)
            if isinstance(found, Refusal):
                values["error"] = refusal_text(sayer_of(me.words, room.book, room.log), found)
            else:
                values |= {"changes": moved(me.words, room, found), "gone": gone(me.words, room, found)}
    except AdargaError as error:
        values["error"] = error_text(me.words, error)
    return page("desk/correct.html", me.words, **shared(me, room), number=room.stream(MASTER).number, **values)


@router.post("/f/{fight}/correct/{line}")
async def correct(request: Request, me: Master, fight: int, line: int, sent: Sent) -> Response:
    """Correct the dice of an earlier line."""
    room = me.room(request, fight)

    def done() -> Response:
        try:
            what = correction(room, sent, line)
            seen = sent.number("seen") if sent.maybe("seen") else None
            answer = room.ask(me.viewer, Intent(id=sent.maybe("intent") or secrets.token_hex(8), what=what, seen=seen))
        except AdargaError as error:
            return said(request, me, room, error_text(me.words, error), 422)
        return said(request, me, room, refused(me, room, answer) if answer.refusal else "", 409)

    return await run_in_threadpool(done)


@router.get("/f/{fight}/paper")
def paper(request: Request, me: Master, fight: int) -> Response:
    """All sheets and the whole log, to be printed."""
    room = me.room(request, fight)
    with room.lock:
        log = room.log
    sayer = sayer_of(me.words, room.book, log)
    values: dict[str, Any] = {
        "sheets": list(sheets(sayer, room.book, seen_state(log.state, MASTER, room.shows))),
        "lines": list(log_lines(me.words, room.book, log)),
    }
    return page("desk/paper.html", me.words, **shared(me, room), **values)


@router.get("/f/{fight}/log.{form}")
def saved(request: Request, me: Master, fight: int, form: str) -> Response:
    """The whole log: as text, as data, or as a file that `adarga fight` opens."""
    room = me.room(request, fight)
    row, log = room.row, room.log
    if form == "txt":
        text = "\n".join(log_lines(me.words, room.book, log)) + "\n"
        kind = "text/plain; charset=utf-8"
    elif form == "json":
        import json

        text, kind = json.dumps(log_json(me.words, room.book, log), ensure_ascii=False, indent=1), "application/json"
    elif form == "adarga":
        text, kind = "".join(lines_of(log, row.rulebook, row.house)), "application/x-ndjson"
    else:
        raise Stopped(404, AdargaError("table.not_found"))
    named = f'attachment; filename="fight-{row.id}.{form}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": named, "Cache-Control": "no-store"})
