"""What the game master's page shows of a fight as it stands, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.dicing import still_due
from adarga.fight.state import State
from adarga.fight.striking import WaitsForDie, WaitsForReaction, as_it_stands, plan_of, waits_for
from adarga.fight.view import MASTER
from adarga.plan import explain_so_far, outline
from adarga.rules.protocol import Rulebook
from adarga.table.access import thrower
from adarga.table.blow.odds import ClickOdds, click_odds
from adarga.table.blow.strike import proposed
from adarga.table.blow.trace import plan_rows, trace
from adarga.table.desk.history import history, last_strike
from adarga.table.desk.rows import hours, others, rows
from adarga.table.forms import Form, attack_in
from adarga.table.rooms import Room
from adarga.telling.fight_words import die_word, offer_word, sayer_of
from adarga.telling.said import Sayer
from adarga.telling.trace import past
from adarga.words import Words, error_text

LINES = 60
"""How many lines of the log a page shows; the whole can be fetched."""
_NUMBERS = {
    "absorption": ("effectiveness",),
    "damage-steps": ("steps", "elect"),
    "percentile": ("modifier", "defence_modifier"),
}
_FLAGS = {"absorption": (), "damage-steps": ("telling", "non_lethal"), "percentile": ("prone", "defending")}


@dataclass(frozen=True, slots=True)
class Answering:
    """An offer that is open: whose it is, what taking it does, how often it may be taken."""

    name: str
    by: str
    who: str
    word: str
    reason: str
    most: int


def waiting(words: Words, room: Room) -> dict[str, Any]:
    """What the fight waits for: a die or a reaction, from whom; nothing where it waits for nothing."""
    book, state = room.book, room.state
    waits = waits_for(book, state)
    sayer = sayer_of(words, book, room.log)
    found: dict[str, Any] = {"die": None, "offers": [], "question": room.question, "damage": None, "so_far": None}
    if isinstance(waits, WaitsForDie):
        name = die_word(words, waits.said)
        several = still_due(book, state)
        reason = "" if state.pending is not None else sayer.reason(state.due[0].reason)
        dice = {"sides": waits.sides, "name": name, "who": thrower(state, waits), "many": several, "reason": reason}
        found["die"] = dice
    elif isinstance(waits, WaitsForReaction):
        found["damage"] = waits.damage
        pending = state.pending
        assert pending is not None
        sides = {"attacker": pending.attacker, "target": pending.aims[0].target}
        found["offers"] = [
            Answering(one.name, one.by, sides[one.by], offer_word(words, one.name), sayer.reason(one.reason), one.most)
            for one in waits.offers
        ]
    if state.pending is not None:
        lines = explain_so_far(plan_of(book, state, state.pending), state.pending.thrown())
        found["so_far"] = trace(sayer, past(lines))
        found["between"] = (state.pending.attacker, state.pending.aims[0].target)
    return found


def board(words: Words, room: Room) -> dict[str, Any]:
    """All that changes by itself: order, what is waited for, the last blow, the log."""
    with room.lock:
        log = room.log
        state = log.state
        struck = last_strike(log)
        sayer = sayer_of(words, room.book, log)
        day, hour = hours(state.clock.minutes)
        return {
            "state": state,
            "rows": rows(words, state),
            "round": state.clock.round,
            "day": day,
            "hour": hour,
            "waits": waiting(words, room),
            "struck": struck,
            "trace": None if struck is None else trace(sayer, past(struck.trace)),
            "lines": history(words, room.book, log, LINES),
            "can_undo": len(log.entries),
            "can_redo": len(log.undone),
            "number": room.stream(MASTER).number,
            "seats": room.store.seats(room.row.table),
        }


def attacking(words: Words, room: Room, form: Form) -> dict[str, Any]:
    """The attack that is being chosen: who, at whom, with what, the options of this book, and its exact odds."""
    with room.lock:
        state, book = room.state, room.book
        fighters = [seat.id for seat in state.seats]
        who = form.maybe("who") or next(iter(state.acting), "") or next(iter(fighters), "")
        if who not in fighters:
            return {"who": "", "fighters": fighters}
        sheet = as_it_stands(state.fighter(who))
        weapons = [(one.id, one.name.say(words.lang) or one.id, one.damage) for one in sheet.weapons]
        own = form.maybe("dice")
        weapon = own or form.maybe("weapon") or (weapons[0][0] if weapons else "d6")
        targets = [seat.id for seat in others(state, who)]
        side = next((seat.side for seat in state.seats if seat.id == who), "")
        foes = [seat.id for seat in others(state, who) if seat.side != side or not side]
        chosen = [one for one in form.many("target") if one in targets] or foes[:1] or targets[:1]
        fields = dict(form.fields) | {"who": [who], "weapon": [weapon], "target": chosen}
        found = {
            "who": who,
            "fighters": fighters,
            "weapons": weapons,
            "weapon": weapon,
            "own": own,
            "targets": targets,
            "chosen": chosen,
            "numbers": _NUMBERS[book.book.base],
            "flags": _FLAGS[book.book.base],
            "reactions": book.book.base == "percentile",
            "form": form,
            "error": "",
            "odds": {},
            "plan": (),
        }
        try:
            attack = attack_in(Form(fields)) if chosen else None
        except AdargaError as error:
            return found | {"error": error_text(words, error)}
        return (
            found
            if attack is None
            else found | _chances(words, book, state, attack, targets, sayer_of(words, book, room.log))
        )


def _chances(
    words: Words, book: Rulebook, state: State, attack: cmd.Attack, targets: list[str], sayer: Sayer
) -> dict[str, Any]:
    odds: dict[str, ClickOdds] = {}
    error = ""
    for target in targets:
        try:
            odds[target] = click_odds(words, book, state, attack, target)
        except AdargaError as wrong:
            if target == attack.aims[0].target:
                error = error_text(words, wrong)
    first = attack.aims[0].target
    plan = tuple(plan_rows(sayer, outline(proposed(book, state, attack, first)))) if first in odds else ()
    return {"odds": odds, "error": error, "plan": plan, "first": first}
