"""What a player's phone shows of a fight as it stands: nothing that the player may not see comes this far."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from adarga.fight.events import Aimed, Passed, StrikeOver, Struck
from adarga.fight.view import SeenSeat, SeenState, Viewer, seen_state
from adarga.fight.watching import told
from adarga.table.blow.bar import BlowBar
from adarga.table.blow.trace import Trace, trace
from adarga.table.phone.asking import asked
from adarga.table.phone.bars import seen_bar
from adarga.table.rooms import Room
from adarga.table.stream import Anew
from adarga.telling.fight_text import Teller
from adarga.telling.fight_words import condition_text, sayer_of
from adarga.telling.said import Sayer
from adarga.telling.trace import past
from adarga.words import Words

LINES = 80
"""How many lines of the log a phone shows."""


@dataclass(frozen=True, slots=True)
class Row:
    """One fighter in the order, as this viewer sees it."""

    id: str
    mine: bool
    acts: bool
    word: str
    grave: bool
    points: int | None
    full: int | None
    tags: tuple[str, ...]
    down: bool
    waiting: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log; `begins` where a round does."""

    text: str
    begins: bool


def acting(seen: SeenState) -> tuple[str, ...]:
    """Whose turn it is, as far as it may be seen."""
    return seen.order[seen.turn] if seen.turn < len(seen.order) else ()


def rows(words: Words, seen: SeenState) -> tuple[Row, ...]:
    """Everyone that is seen, in the order of this round, then those without a turn in it."""
    seats = {seat.id: seat for seat in seen.seats}
    listed = [id for turn in seen.order for id in turn if id in seats]
    return tuple(_row(words, seats[id], id in acting(seen)) for id in dict.fromkeys([*listed, *seats]))


def _row(words: Words, seat: SeenSeat, acts: bool) -> Row:
    return Row(
        id=seat.id,
        mine=seat.fighter is not None,
        acts=acts,
        word=words.say(f"fight.health.{seat.health}") if seat.health else "",
        grave=seat.health in ("badly-hurt", "on-the-brink"),
        points=seat.points,
        full=seat.full,
        tags=tuple(condition_text(words, one) for one in seat.conditions),
        down=seat.health == "down",
        waiting=seat.waiting,
    )


def log_of(words: Words, room: Room, viewer: Viewer) -> list[Said]:
    """The last lines of the log as the viewer is told it, the newest first, without numbers."""
    teller = Teller(sayer_of(words, room.book, room.log))
    found: list[Said] = []
    for one in told(room.log.entries, viewer, room.shows):
        text = teller.say(one.event)
        # The strike itself says what was aimed, what fell and that it is over.
        over = isinstance(one.event, StrikeOver) or (isinstance(one.event, Aimed) and any(one.event.pending.faces))
        if text and not over:
            begins = isinstance(one.event, Passed) and text == words.say("fight.event.round", round=one.round)
            found.append(Said(text, begins))
    return found[: -LINES - 1 : -1]


@dataclass(frozen=True, slots=True)
class Result:
    """The newest strike as it was seen: its sentence, and its trace as far as it may be known."""

    text: str
    trace: Trace
    bar: BlowBar | None


def result(words: Words, sayer: Sayer, room: Room, viewer: Viewer) -> Result | None:
    """The newest strike a viewer saw; None where there was none, or steps were undone since."""
    for one in islice(reversed(room.stream(viewer).messages), 60):
        if isinstance(one.what, Anew):
            return None
        if isinstance(one.what, Struck):
            steps = past(one.what.trace)
            bar = seen_bar(sayer, steps, one.what.damage)
            return Result(Teller(sayer).say(one.what) or "", trace(sayer, steps), bar)
    return None


def looked(words: Words, room: Room, viewer: Viewer) -> dict[str, Any]:
    """All that a phone shows apart from the attack that is being chosen."""
    with room.lock:
        seen = seen_state(room.state, viewer, room.shows)
        sayer = sayer_of(words, room.book, room.log)
        mine = [seat.id for seat in seen.seats if seat.fighter is not None]
        day, minute = divmod(seen.clock.minutes, 1440)
        return {
            "seen": seen,
            "rows": rows(words, seen),
            "mine": mine,
            "my_turn": [id for id in acting(seen) if id in mine],
            "acting": acting(seen),
            "round": seen.clock.round,
            "day": day + 1,
            "hour": f"{minute // 60:02d}:{minute % 60:02d}",
            "asked": asked(sayer, room, viewer),
            "under_way": seen.pending is not None,
            "strike": None if seen.pending is None else (seen.pending.attacker, seen.pending.aims[0].target),
            "result": result(words, sayer, room, viewer),
            "number": room.stream(viewer).number,
        }
