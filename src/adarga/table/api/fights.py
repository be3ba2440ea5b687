"""A fight: how it stands, what is asked of it, its log, and its stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import PlainTextResponse
from sse_starlette import EventSourceResponse, JSONServerSentEvent, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from adarga.errors import AdargaError
from adarga.fight.codec import encode
from adarga.fight.saved import lines_of
from adarga.fight.state import Refusal
from adarga.fight.striking import WaitsForDie
from adarga.fight.view import Viewer, owns, seen_state, seen_waits, sees
from adarga.table.access import thrower
from adarga.table.api.asking import Known, Master
from adarga.table.api.models import Answer, CorrectionBody, IntentBody
from adarga.table.blow.odds import click_odds
from adarga.table.forms import Form, attack_in, corrected_in, what_in
from adarga.table.intents import Intent
from adarga.table.rooms import Room
from adarga.table.stream import Anew, Message
from adarga.table.web.deps import Guest, Stopped, served
from adarga.table.web.live import changes
from adarga.telling.fight_text import Teller, log_json
from adarga.telling.fight_words import refusal_text, sayer_of
from adarga.words import Words

router = APIRouter(prefix="/api/fights/{fight}", tags=["fights"])


def standing(room: Room, viewer: Viewer) -> Answer:
    """A fight as a viewer may see it: the number of its stream, the state, what is waited for."""
    with room.lock:
        waits = seen_waits(room.book, room.state, viewer)
        asked: Answer | None = None
        if isinstance(waits, WaitsForDie):
            who = thrower(room.state, waits)
            asked = {"die": waits.sides, "name": waits.said, "who": who if sees(room.state, viewer, who) else ""}
        elif waits is not None:
            asked = {"damage": waits.damage, "offers": [encode(offer) for offer in waits.offers]}
        return {
            "number": room.stream(viewer).number,
            "question": room.question if waits is not None else "",
            "waits": asked,
            "state": encode(seen_state(room.state, viewer, room.shows)),
        }


@router.get("")
def state(request: Request, who: Known, fight: int) -> Answer:
    """How the fight stands, as far as one may see it."""
    return standing(who.room(request, fight), who.viewer)


def _form(body: IntentBody) -> Form:
    fields: dict[str, list[str]] = {"verb": [body.verb]}
    for name, value in body.fields.items():
        texts = value if isinstance(value, list) else ["1" if value is True else "" if value is False else str(value)]
        fields[name] = texts
    return Form(fields | {"verb": [body.verb]})


def _refused(who: Guest, room: Room, refusal: Refusal) -> Response:
    text = refusal_text(sayer_of(who.words, room.book, room.log), refusal)
    error = {"key": refusal.reason.key, "text": text}
    return JSONResponse({"error": error} | standing(room, who.viewer), 409)


@router.post(
    "/intents",
    responses={409: {"description": "Refused: nothing changed; the reason, and how the fight stands."}},
)
def ask(request: Request, who: Known, fight: int, body: IntentBody) -> Any:
    """Ask something of the fight: done, or refused with the reason (409). The same `id` again is done once."""
    room = who.room(request, fight)
    with room.lock:
        what = what_in(room.book, room.state, _form(body))
    answer = room.ask(who.viewer, Intent(id=body.id, what=what, about=body.about, seen=body.seen))
    if answer.refusal is not None:
        return _refused(who, room, answer.refusal)
    return {"outcome": "done", "again": answer.again} | standing(room, who.viewer)


@router.post("/corrections", responses={409: {"description": "Refused, with the reason."}})
def correct(request: Request, who: Master, fight: int, body: CorrectionBody) -> Any:
    """Other dice for an earlier line: without an `id` only what would change, with one it is done."""
    room = who.room(request, fight)
    if body.line > len(room.log.entries):
        raise Stopped(404, AdargaError("table.refused.no_line", line=body.line, lines=len(room.log.entries)))
    form = Form({"face": [str(face) for face in body.face]})
    what = corrected_in(form, room.log.entries[body.line - 1].command, body.line - 1)
    if body.id is not None:
        answer = room.ask(who.viewer, Intent(id=body.id, what=what, seen=body.seen))
        if answer.refusal is not None:
            return _refused(who, room, answer.refusal)
        return {"outcome": "done", "again": answer.again} | standing(room, who.viewer)
    found = room.propose(what.line, what.command)
    if isinstance(found, Refusal):
        return _refused(who, room, found)
    sayer = sayer_of(who.words, room.book, room.log)
    gone = [{"line": at + 1, "text": refusal_text(sayer, refusal)} for at, refusal in found.refused]
    return {"changed": [at + 1 for at, _ in found.changed], "added": [at + 1 for at in found.added], "refused": gone}


@router.get("/log")
def log(request: Request, who: Known, fight: int) -> list[Answer]:
    """The log as one may read it: each event with its number in one's own stream, its text and its data."""
    room = who.room(request, fight)
    return log_json(who.words, room.book, room.log, who.viewer, room.shows)


@router.get("/lines", response_class=PlainTextResponse)
def lines(request: Request, who: Master, fight: int) -> Response:
    """The fight as a file that `adarga fight` opens."""
    room = who.room(request, fight)
    text = "".join(lines_of(room.log, room.row.rulebook, room.row.house))
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="fight-{fight}.adarga"'})


@router.get("/odds")
def chances(
    request: Request,
    who: Known,
    fight: int,
    attacker: Annotated[str, Query(max_length=80)],
    target: Annotated[str, Query(max_length=80)],
    weapon: Annotated[str, Query(max_length=80)],
) -> Answer:
    """The exact odds of an attack now: of a player's own fighters alone, and never what points would tell."""
    room = who.room(request, fight)
    with room.lock:
        unseen = not (sees(room.state, who.viewer, attacker) and sees(room.state, who.viewer, target))
        if unseen or not owns(room.state, who.viewer, attacker):
            raise Stopped(403, AdargaError("table.refused.not_yours"))
        attack = attack_in(Form({"who": [attacker], "weapon": [weapon], "target": [target]}))
        found = click_odds(
            who.words, room.book, room.state, attack, target, secret=not owns(room.state, who.viewer, target)
        )
    data: Answer = {"hurts": float(found.hurts)}
    if found.drops is not None:
        data |= {"drops": float(found.drops), "mean": float(found.mean)}
    if who.viewer.kind == "master":
        data["damage"] = {str(bar.damage): float(bar.chance) for bar in found.bars}
    return data


def _told(teller: Teller, message: Message) -> Answer:
    data: Answer = {"number": message.number, "round": message.round}
    if isinstance(message.what, Anew):
        return data | {"anew": encode(message.what.state)}
    return data | {"text": teller.say(message.what), "event": encode(message.what)}


def messages(words: Words, room: Room, viewer: Viewer, after: int | None) -> tuple[list[Answer], bool]:
    """What a viewer was told after a number, and whether it is all of it: not where some is not kept any more."""
    with room.lock:
        found = None if after is None else room.stream(viewer).after(after)
        if found is None:
            return [], False
        teller = Teller(sayer_of(words, room.book, room.log))
        return [_told(teller, one) for one in found], True


@router.get("/events", response_class=EventSourceResponse)
async def events(
    request: Request,
    who: Known,
    fight: int,
    after: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> EventSourceResponse:
    """A stream: `state` first (unless it goes on after a number), then each `message`, numbered without a gap."""
    room = await run_in_threadpool(who.room, request, fight)
    begun = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else after

    async def told() -> AsyncIterator[ServerSentEvent]:
        last = begun
        async for _ in changes(room, who.viewer):
            found, whole = await run_in_threadpool(messages, who.words, room, who.viewer, last)
            if not whole:
                now = await run_in_threadpool(standing, room, who.viewer)
                last = int(now["number"])
                yield JSONServerSentEvent(data=now, event="state", id=str(last))
            for one in found:
                last = int(one["number"])
                yield JSONServerSentEvent(data=one, event="message", id=str(last))

    beat = max(round(served(request).settings.heartbeat), 1)
    return EventSourceResponse(told(), ping=beat, headers={"Cache-Control": "no-store"})
