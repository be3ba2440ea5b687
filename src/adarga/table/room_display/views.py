"""What the screen in the room shows of a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adarga.fight.events import Struck
from adarga.fight.view import ROOM, SeenState, seen_state
from adarga.fight.watching import HealthSeen
from adarga.table.blow.bar import BlowBar
from adarga.table.blow.trace import trace
from adarga.table.phone.asking import asked
from adarga.table.phone.bars import seen_bar
from adarga.table.phone.views import acting, log_of, rows
from adarga.table.rooms import Room
from adarga.table.stream import Anew
from adarga.telling.fight_text import Teller
from adarga.telling.fight_words import sayer_of
from adarga.telling.said import Sayer
from adarga.telling.trace import past
from adarga.words import Words

PAST = 4
"""How many earlier lines are shown."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What just happened: its head in large letters, a sentence, the steps that all may know, whether someone fell."""

    head: str
    text: str
    steps: tuple[tuple[str, str, str], ...] = ()
    bar: BlowBar | None = None
    fell: bool = False


def stage(words: Words, room: Room, seen: SeenState) -> Stage:
    """What is on just now: a strike under way, else the last one, else whose turn it is."""
    sayer = sayer_of(words, room.book, room.log)
    pending = seen.pending
    if pending is not None:
        who = pending.attacker or words.say("fight.unseen")
        head = words.say("display.attacks", who=who, target=", ".join(aim.target for aim in pending.aims))
        return Stage(head, Teller(sayer).dice(pending.faces) or sayer.name(pending.weapon))
    grown = ""
    for one in reversed(room.stream(ROOM).messages):
        if isinstance(one.what, Anew):
            break
        if isinstance(one.what, HealthSeen) and not grown:
            grown = one.what.health
        if isinstance(one.what, Struck):
            return _struck(words, sayer, one.what, grown)
    who = ", ".join(acting(seen))
    return Stage(words.say("display.acts", who=who) if who else words.say("display.not_begun"), "")


def _struck(words: Words, sayer: Sayer, struck: Struck, now: str) -> Stage:
    who = struck.attacker or words.say("fight.unseen")
    key = "display.hits" if struck.damage else "display.no_harm"
    said = words.say(key, who=who, target=struck.target)
    steps = trace(sayer, past(struck.trace)).rows
    text = Teller(sayer).say(struck) or ""
    if now == "down":
        said = words.say("display.falls", who=struck.target)
    shown = tuple((row.what, row.does, row.left) for row in steps)
    return Stage(said, text, shown, seen_bar(sayer, past(struck.trace), struck.damage), now == "down")


def screen(words: Words, room: Room) -> dict[str, Any]:
    """All that the screen shows."""
    with room.lock:
        seen = seen_state(room.state, ROOM, room.shows)
        day, minute = divmod(seen.clock.minutes, 1440)
        return {
            "rows": rows(words, seen),
            "acting": acting(seen),
            "round": seen.clock.round,
            "day": day + 1,
            "hour": f"{minute // 60:02d}:{minute % 60:02d}",
            "stage": stage(words, room, seen),
            "asked": asked(sayer_of(words, room.book, room.log), room, ROOM),
            "past": log_of(words, room, ROOM)[:PAST],
            "name": room.row.name,
        }
