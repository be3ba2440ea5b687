"""What a fight asks of one player: its own dice, its own reactions with what each answer brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adarga.fight import commands as cmd
from adarga.fight.events import Changed, Event, Struck
from adarga.fight.evolve import evolve
from adarga.fight.state import Refusal, State
from adarga.fight.striking import TARGETS_DICE, WaitsForDie, WaitsForReaction, owed_first, plan_of
from adarga.fight.view import Viewer, owns, seen_waits
from adarga.fight.watching import seen_event
from adarga.plan import Line, Needs, Offer, Plan, explain_so_far, read
from adarga.rules.protocol import EnergySpent, PieceLost
from adarga.table.access import thrower
from adarga.table.blow.bar import BlowBar
from adarga.table.blow.trace import Trace, trace
from adarga.table.phone.bars import seen_bar
from adarga.table.rooms import Room
from adarga.telling.fight_text import Teller, within
from adarga.telling.fight_words import die_word, offer_word
from adarga.telling.said import Sayer
from adarga.telling.trace import past

MOST_FIELDS = 8
MOST_BUTTONS = 12
MOST_TIMES = 6
Known = dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Field:
    """A die of one's own: its sides, what it is for, its faces as buttons where they are few.

    `ends` are the faces after which no further one of these dice is asked for.
    """

    sides: int
    name: str
    buttons: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer to a reaction: what is sent, its words, what it would bring, whether it costs something."""

    fields: Mapping[str, str | int]
    word: str
    price: str
    takes: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A reaction asked of one of the player's fighters: who, the damage on the table, why, the answers, the steps."""

    who: str
    strikes: bool
    damage: int
    reasons: tuple[str, ...]
    replies: tuple[Reply, ...]
    trace: Trace
    bar: BlowBar | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a player, or of whom else the fight waits (`other`, with `die`, as far as it may be known)."""

    name: str = ""
    who: str = ""
    reason: str = ""
    fields: tuple[Field, ...] = ()
    questions: tuple[Question, ...] = ()
    other: str = ""
    die: str = ""


def asked(sayer: Sayer, room: Room, viewer: Viewer) -> Asked:
    """What a fight asks of a player just now."""
    state = room.state
    waits = seen_waits(room.book, state, viewer)
    if isinstance(waits, WaitsForReaction):
        found = tuple(_questions(sayer, room, viewer, waits))
        return Asked(room.question, questions=found) if found else Asked()
    if not isinstance(waits, WaitsForDie):
        return Asked()
    who = thrower(state, waits)
    if not owns(state, viewer, who):
        return Asked(other=who, die=die_word(sayer.words, waits.said))
    reason = "" if state.pending is not None else sayer.reason(state.due[0].reason)
    return Asked(room.question, who, reason, tuple(_fields(sayer, room, viewer)))


def _fields(sayer: Sayer, room: Room, viewer: Viewer) -> Iterator[Field]:
    """The dice that are the player's to throw one after another, as far as the strike goes."""
    state, pending = room.state, room.state.pending
    due = None if pending is not None else owed_first(room.book, state)
    plan: Plan = plan_of(room.book, state, pending) if pending is not None else due.plan  # type: ignore[union-attr]
    known: Known = dict(pending.thrown()) if pending is not None else {}
    for _ in range(MOST_FIELDS):
        needs = read(plan, known)
        if not isinstance(needs, Needs) or not (due or _mine(state, viewer, needs.name)):
            return
        after = {face: read(plan, _with(known, needs, face)) for face in range(1, needs.sides + 1)}
        on = {
            face: then
            for face, then in after.items()
            if isinstance(then, Needs) and (due or _mine(state, viewer, then.name))
        }
        ends = tuple(face for face in after if face not in on)
        few = tuple(after) if needs.sides <= MOST_BUTTONS else ()
        yield Field(needs.sides, die_word(sayer.words, due.name if due else needs.name), few, ends)
        if not on:
            return
        other = [face for face, then in on.items() if then.name != needs.name]
        known = _with(known, needs, next(iter(other or on)))


def _with(known: Known, needs: Needs, face: int) -> Known:
    return known | {needs.name: (*known.get(needs.name, ()), face)}


def _mine(state: State, viewer: Viewer, die: str) -> bool:
    pending = state.pending
    assert pending is not None
    return owns(state, viewer, pending.aims[0].target if die in TARGETS_DICE else pending.attacker)


def _questions(sayer: Sayer, room: Room, viewer: Viewer, waits: WaitsForReaction) -> Iterator[Question]:
    pending = room.state.pending
    assert pending is not None
    for by in dict.fromkeys(offer.by for offer in waits.offers):
        offers = [offer for offer in waits.offers if offer.by == by]
        who = pending.attacker if by == "attacker" else pending.aims[0].target
        replies = [reply for offer in offers for reply in _takings(sayer, room, viewer, offer)]
        price = _price(sayer, room, viewer, cmd.Decline(by))
        no = Reply({"verb": "decline", "by": by}, "", price, takes=False)
        reasons = tuple(sayer.reason(offer.reason) for offer in offers)
        steps = past(_seen_so_far(room, viewer, waits.damage))
        bar = seen_bar(sayer, steps, waits.damage)
        yield Question(who, by == "attacker", waits.damage, reasons, (*replies, no), trace(sayer, steps), bar)


def _seen_so_far(room: Room, viewer: Viewer, damage: int) -> tuple[Line, ...]:
    """The steps of the strike under way, as far as this player would be told them were it over."""
    state, pending = room.state, room.state.pending
    assert pending is not None
    aim = pending.aims[0]
    over = Struck(
        attacker=pending.attacker,
        target=aim.target,
        weapon=pending.weapon,
        branch="",
        damage=damage,
        rolled=damage,
        share=aim.share,
        marks=(),
        faces=pending.faces,
        taken=(),
        trace=explain_so_far(plan_of(room.book, state, pending), pending.thrown()),
    )
    found = seen_event(state, over, viewer, room.shows)
    return found[0].trace if found and isinstance(found[0], Struck) else ()


def _takings(sayer: Sayer, room: Room, viewer: Viewer, offer: Offer) -> Iterator[Reply]:
    word = offer_word(sayer.words, offer.name)
    for times in range(1, min(offer.most, MOST_TIMES) + 1):
        named = f"{word} × {times}" if offer.most > 1 else word
        price = _price(sayer, room, viewer, cmd.React(offer.name, times))
        yield Reply({"verb": "react", "offer": offer.name, "times": times}, named, price, takes=True)


def _price(sayer: Sayer, room: Room, viewer: Viewer, command: cmd.Command) -> str:
    """What an answer would bring: the damage, and what it does to the player's own; nothing of anyone else's."""
    found = room.log.told(room.book, command)
    if isinstance(found, Refusal):
        return ""
    state, events = room.state, found.entries[-1].events
    said = list(_damage(sayer, state, viewer, events))
    teller = Teller(sayer)
    changes = [event.change for event in events if isinstance(event, Changed)]
    said += [
        within(teller.bare(one))
        for one in changes
        if isinstance(one, PieceLost | EnergySpent) and owns(state, viewer, one.who)
    ]
    return " · ".join(said)


def _damage(sayer: Sayer, state: State, viewer: Viewer, events: Sequence[Event]) -> Iterator[str]:
    words = sayer.words
    struck = next((event for event in events if isinstance(event, Struck)), None)
    if struck is None:
        return
    yield words.say("phone.damage", damage=struck.damage)
    if not owns(state, viewer, struck.target):
        return
    before = state.fighter(struck.target).points
    for event in events:
        state = evolve(event, state)
    seat = state.seat(struck.target)
    after = seat.fighter.points if seat else None
    if before is None or after is None:
        return
    if after <= 0 < before:
        yield words.say("phone.you_fall", who=struck.target)
    yield words.say("phone.points_to", before=before, after=after)
