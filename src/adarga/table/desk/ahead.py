"""What would happen if the fight went on from here: simulated, each figure with its interval; and what is best now."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from adarga.errors import AdargaError
from adarga.fight.state import State
from adarga.fight.striking import as_it_stands
from adarga.rules.protocol import Rulebook
from adarga.study.skirmish import Estimate, skirmish
from adarga.study.strikes import Action
from adarga.table.rooms import Room
from adarga.telling.fight_words import sayer_of, with_names
from adarga.telling.said import Sayer
from adarga.words import Words, error_text

FIGHTS, PRECISION, LAST_ROUND, SEED = 20_000, 0.01, 200, 1
MOST_ADVISED = 6
"""Advice is worked out where no more than so many stand: it is of one against one, for whoever acts."""
_ONE = threading.Semaphore(1)
"""One of these at a time: they take a processor for themselves."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One figure: what it is of, as it was found, and its interval."""

    what: str
    value: str
    interval: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a fight would come to from here, or why that cannot be said; `unarmed` are left out of it."""

    wins: tuple[Chance, ...] = ()
    down: tuple[Chance, ...] = ()
    rounds: str = ""
    fights: int = 0
    advice: tuple[Chance, ...] = ()
    unarmed: tuple[str, ...] = ()
    error: str = ""


def ahead(words: Words, room: Room, target: str) -> Ahead:
    """The fight gone on from where it stands, over and over; and what its attacker does best against `target`."""
    with room.lock:
        state, book, log = room.state, room.book, room.log
    sayer = sayer_of(words, book, log)
    unarmed = tuple(seat.id for seat in state.seats if not as_it_stands(seat.fighter).weapons)
    sides: dict[str, list[str]] = {}
    for seat in state.seats:
        if seat.id not in unarmed:
            sides.setdefault(seat.side, []).append(seat.id)
    with _ONE:
        try:
            found = skirmish(
                book, state, seed=SEED, sides=sides, fights=FIGHTS, precision=PRECISION, last_round=LAST_ROUND
            )
        except AdargaError as error:
            return Ahead(error=error_text(words, with_names(sayer, error)))
        advice = _advice(sayer, book, state, target)
    unnamed = words.say("skirmish.no_name")
    ends = [(side or unnamed, one) for side, one in found.wins.items()]
    ends += [
        (words.say(f"skirmish.{name}"), one)
        for name, one in (("nobody", found.nobody), ("undecided", found.undecided))
        if one.value
    ]
    down = sorted(found.fighters, key=lambda one: -one.down.value)
    return Ahead(
        wins=tuple(_chance(words, side, one) for side, one in ends),
        down=tuple(_chance(words, one.id, one.down) for one in down),
        rounds=words.number(found.rounds.value, 1),
        fights=found.fights,
        advice=advice,
        unarmed=unarmed,
    )


def _chance(words: Words, what: str, one: Estimate) -> Chance:
    interval = words.say("skirmish.interval", low=words.percent(one.low), high=words.percent(one.high))
    return Chance(what, words.percent(one.value), interval)


def _advice(sayer: Sayer, book: Rulebook, state: State, target: str) -> tuple[Chance, ...]:
    from adarga.study.advice_now import advise_now

    words, attacker = sayer.words, next(iter(state.acting), "")
    if not target or state.pending is not None or len(state.seats) > MOST_ADVISED or state.seat(target) is None:
        return ()
    try:
        found = advise_now(book, state, attacker, target)
    except (AdargaError, KeyError):
        return ()
    return tuple(
        Chance(sayer.name(one.does.weapon) or words.say("desk.no_attack"), words.percent(one.outlook.first), "")
        for one in found.actions
        if isinstance(one.does, Action)
    )
