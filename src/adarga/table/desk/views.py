"""What the game master's page shows of a fight as it stands, ready for its templates."""

from __future__ import annotations

from typing import Any

from adarga.errors import AdargaError
from adarga.fight.striking import WaitsForDie, plan_of, waits_for
from adarga.fight.view import MASTER
from adarga.plan import explain_so_far
from adarga.rules.protocol import Piece, Rulebook
from adarga.table.blow.bar import blow_bar
from adarga.table.blow.trace import trace
from adarga.table.desk.asking import fields, questions
from adarga.table.desk.history import history, last_blow
from adarga.table.desk.rows import hours, rows
from adarga.table.rooms import Room
from adarga.telling.fight_words import sayer_of
from adarga.telling.said import Sayer
from adarga.telling.trace import past
from adarga.words import Words

LINES = 60
"""How many lines of the log a page shows; the whole can be fetched."""


def waiting(sayer: Sayer, room: Room) -> dict[str, Any]:
    """What the fight waits for: dice or a reaction, from whom; nothing where it waits for nothing."""
    book, state = room.book, room.state
    waits = waits_for(book, state)
    found: dict[str, Any] = {
        "die": isinstance(waits, WaitsForDie),
        "fields": fields(sayer, book, state) if isinstance(waits, WaitsForDie) else (),
        "questions": tuple(questions(sayer, room)),
        "question": room.question,
        "reason": "",
        "so_far": None,
        "between": None,
    }
    pending = state.pending
    if pending is not None:
        lines = explain_so_far(plan_of(book, state, pending), pending.thrown())
        found["so_far"] = trace(sayer, past(lines))
        found["between"] = (pending.attacker, pending.aims[0].target)
    elif state.due:
        found["reason"] = sayer.reason(state.due[0].reason)
    return found


def wearable(sayer: Sayer, book: Rulebook) -> list[dict[str, str]]:
    """The armour and shields of a book that can be put on, by name."""
    known: Any = book.book
    kinds = (("armour", getattr(known, "armours", {})), ("shield", getattr(known, "shields", {})))
    return [
        {"value": f"{kind}:{id}", "text": sayer.name(id)}
        for kind, pieces in kinds
        for id, piece in pieces.items()
        if isinstance(piece, Piece)
    ]


def monsters(words: Words, book: Rulebook) -> list[str]:
    """The monsters of a book by name."""
    known: Any = book.book
    return sorted(one.name.say(words.lang) or id for id, one in getattr(known, "monsters", {}).items())


def keys(words: Words) -> list[tuple[str, str]]:
    """What each key does."""
    listed = (
        ("N", "next"), ("B", "back_turn"), ("A", "change_attacker"), ("1\N{EN DASH}9", "choose_target"), ("R", "roll"),
        ("T", "type"), ("\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}", "resolve"), ("Ctrl Z", "undo_key"),
        ("L", "find"), ("Esc", "escape"), ("?", "this_list"),
    )  # fmt: skip
    return [(key, words.say(f"desk.key.{what}")) for key, what in listed]


def of_one(words: Words, room: Room, who: str) -> dict[str, Any]:
    """All that can be done with one fighter. Raises `AdargaError` for one that is not in the fight."""
    with room.lock:
        sayer = sayer_of(words, room.book, room.log)
        row = next((row for row in rows(words, sayer, room.state) if row.id == who), None)
        if row is None:
            raise AdargaError("fight.refused.unknown", who=who)
        return {
            "row": row,
            "number": room.stream(MASTER).number,
            "seats": room.store.seats(room.row.table),
            "wearable": wearable(sayer, room.book),
        }


def board(words: Words, room: Room) -> dict[str, Any]:
    """All that changes by itself: order, what is waited for, the last blow, the log."""
    with room.lock:
        log = room.log
        state = log.state
        sayer = sayer_of(words, room.book, log)
        blow = last_blow(log)
        day, hour = hours(state.clock.minutes)
        return {
            "state": state,
            "rows": rows(words, sayer, state),
            "round": state.clock.round,
            "day": day,
            "hour": hour,
            "waits": waiting(sayer, room),
            "blow": blow,
            "trace": None if blow is None else trace(sayer, past(blow.struck.trace)),
            "bar": None if blow is None else blow_bar(sayer, blow.struck.trace),
            "lines": history(words, room.book, log, LINES),
            "can_undo": len(log.entries),
            "can_redo": len(log.undone),
            "number": room.stream(MASTER).number,
            "seats": room.store.seats(room.row.table),
        }
