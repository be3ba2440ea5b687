"""What a viewer of a fight may see of what happens in it, event by event, in a stream of its own numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from adarga.fight import events as ev
from adarga.fight.evolve import evolve
from adarga.fight.log import Entry
from adarga.fight.state import State
from adarga.fight.striking import SHARE, TARGETS_DICE
from adarga.fight.view import (
    SeenSeat,
    Shows,
    Viewer,
    amount,
    health,
    names_hidden,
    owns,
    seen_condition,
    seen_order,
    seen_pending,
    seen_seat,
    sees,
)
from adarga.plan import Line, Reason
from adarga.rules.protocol import (
    Change,
    CheckDue,
    ConditionCleared,
    ConditionSet,
    Piece,
    PieceLost,
    PointsChanged,
)

DICE = Reason("", "fight.seen.dice")
SEEN = Reason("", "fight.seen.change")
_CONSTANT = re.compile(r"(?:^|[+-])\d+$")
_OWN_CHECKS = ("dodge", "block")


@dataclass(frozen=True, slots=True)
class Appeared:
    """A fighter is seen from now on, or all of it is."""

    seat: SeenSeat


@dataclass(frozen=True, slots=True)
class HealthSeen:
    """How well someone is now: the key of a word."""

    who: str
    health: str


@dataclass(frozen=True, slots=True)
class Owes:
    """Someone else owes a roll."""

    who: str
    name: str


SeenEvent = ev.Event | Appeared | HealthSeen | Owes
"""What a viewer can be told."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event of a viewer's stream: its number there (from 1), the round it fell in, the event."""

    number: int
    round: int
    event: SeenEvent


def seen_event(state: State, event: ev.Event, viewer: Viewer, shows: Shows) -> tuple[SeenEvent, ...]:
    """What a viewer sees of an event that happens in `state`: often itself, sometimes less, sometimes nothing."""
    if viewer.kind == "master":
        return (event,)
    after = evolve(event, state)
    if isinstance(event, ev.Joined | ev.Left | ev.Revealed | ev.Owned):
        return tuple(_comings(state, after, event, viewer, shows))
    if isinstance(event, ev.Ordered):
        seen = seen_order(after, viewer)
        return (ev.Ordered(*seen),) if seen != seen_order(state, viewer) else ()
    if isinstance(event, ev.Aimed | ev.StrikeOver):
        pending = seen_pending(after, viewer)
        if pending == seen_pending(state, viewer):
            return ()
        return (ev.StrikeOver() if pending is None else ev.Aimed(pending),)
    if isinstance(event, ev.Passed):
        return (event,)
    if isinstance(event, ev.Struck):
        return _struck(state, event, viewer)
    if isinstance(event, ev.Changed):
        return tuple(_changed(state, after, event.change, viewer, shows))
    return _of_one(state, event, viewer)


def _comings(
    before: State, after: State, event: ev.Joined | ev.Left | ev.Revealed | ev.Owned, viewer: Viewer, shows: Shows
) -> Iterator[SeenEvent]:
    who = event.seat.id if isinstance(event, ev.Joined) else event.who
    called = event.name if isinstance(event, ev.Revealed | ev.Owned) and event.name else who
    was, now = sees(before, viewer, who), sees(after, viewer, called)
    if was and not now:
        yield ev.Left(who)
    if isinstance(event, ev.Owned) and was and now:
        yield event
    seat = seen_seat(after, viewer, shows, called)
    if seat is not None and (not was or owns(before, viewer, who) != owns(after, viewer, called)):
        yield Appeared(seat)
    if isinstance(event, ev.Revealed) and was and now:
        yield event
    if not isinstance(event, ev.Left) and seen_order(before, viewer) != seen_order(after, viewer):
        yield ev.Ordered(*seen_order(after, viewer))


def _of_one(
    state: State, event: ev.InitiativeSet | ev.Waited | ev.Settled | ev.Donned | ev.Doffed, viewer: Viewer
) -> tuple[SeenEvent, ...]:
    who = event.due.who if isinstance(event, ev.Settled) else event.who
    if owns(state, viewer, who):
        return (event,)
    if not sees(state, viewer, who) or isinstance(event, ev.InitiativeSet | ev.Settled):
        return ()
    if isinstance(event, ev.Donned):
        return (replace(event, piece=Piece(id=event.piece.id, name=event.piece.name)),)
    return (event,)


def _changed(before: State, after: State, change: Change, viewer: Viewer, shows: Shows) -> Iterator[SeenEvent]:
    """Someone's change: whole where it is one's own, else what can be seen from outside."""
    who = change.who
    if owns(before, viewer, who):
        named = change.condition.name if isinstance(change, ConditionSet) else ""
        named = change.name if isinstance(change, ConditionCleared) else named
        if not names_hidden(before, viewer, named):
            yield ev.Changed(change)
    elif sees(before, viewer, who):
        yield from _from_outside(before, after, change, viewer, shows)


def _from_outside(before: State, after: State, change: Change, viewer: Viewer, shows: Shows) -> Iterator[SeenEvent]:
    who = change.who
    if isinstance(change, PointsChanged):
        shown = amount(before, shows, who)
        if shown == "number":
            yield ev.Changed(replace(change, reason=SEEN))
        fighter = after.fighter(who)
        word = health(fighter.points, fighter.combatant.points)
        was = health(before.fighter(who).points, fighter.combatant.points)
        if shown != "nothing" and word is not None and word != was:
            yield HealthSeen(who, word)
    elif isinstance(change, ConditionSet):
        condition = seen_condition(before, viewer, change.condition)
        if condition is not None:
            yield ev.Changed(ConditionSet(who, condition, SEEN))
    elif isinstance(change, ConditionCleared):
        named = next((one for one in before.fighter(who).conditions if one.name == change.name), None)
        if named is not None and seen_condition(before, viewer, named) is not None:
            yield ev.Changed(replace(change, reason=SEEN))
    elif isinstance(change, PieceLost):
        yield ev.Changed(replace(change, reason=SEEN))
    elif isinstance(change, CheckDue):
        yield Owes(who, change.name)


def _struck(state: State, event: ev.Struck, viewer: Viewer) -> tuple[SeenEvent, ...]:
    if not sees(state, viewer, event.target):
        return ()
    own = owns(state, viewer, event.attacker), owns(state, viewer, event.target)
    if all(own) and not event.overridden:
        return (event,)
    seen = sees(state, viewer, event.attacker)
    shared = seen and not event.overridden
    return (
        replace(
            event,
            attacker=event.attacker if seen else "",
            weapon=event.weapon if seen else "",
            rolled=event.rolled if shared else event.damage,
            share=event.share if shared else "full",
            marks=tuple(mark for mark in event.marks if _mark_seen(mark, *own)),
            faces=tuple(pair for pair in event.faces if seen or pair[0] in TARGETS_DICE),
            taken=tuple(pair for pair in event.taken if _taken_seen(pair[0], *own)),
            trace=tuple(_trace(event, *own, seen)),
            overridden=False,
        ),
    )


def _mark_seen(mark: str, attackers: bool, targets: bool) -> bool:
    if mark in ("usage:weapon", "ladder-end"):
        return attackers
    return mark == "telling" or targets


def _taken_seen(offer: str, attackers: bool, targets: bool) -> bool:
    return offer == "sacrifice" or (attackers if offer == "effectiveness" else targets)


def _trace(event: ev.Struck, attackers: bool, targets: bool, attacker_seen: bool) -> Iterator[Line]:
    """A trace as the dice on the table showed it; what one's own armour did, in between."""
    for line in event.trace:
        if line.kind == "check" and (attacker_seen or line.name in TARGETS_DICE):
            reason = line.reason if targets and line.name in _OWN_CHECKS else DICE
            yield Line("check", reason, line.name, line.band, line.dice, line.faces)
        elif line.kind == "part" and attacker_seen and line.faces:
            dice = line.dice if attackers else _CONSTANT.sub("", line.dice)
            yield Line("part", DICE, line.name, dice=dice, faces=line.faces)
        elif line.name == "Reduce" and attacker_seen and targets and not event.overridden:
            yield line
        elif line.kind == "damage" and line.name != SHARE:
            yield Line("damage", Reason("", "fight.seen.damage", damage=event.damage), after=event.damage)


def told(entries: Iterable[Entry], viewer: Viewer, shows: Shows) -> Iterator[Told]:
    """A whole log as a viewer is told it, numbered by itself, so that no gap says that something was left out."""
    state, number = State(), 0
    for entry in entries:
        for event in entry.events:
            seen = seen_event(state, event, viewer, shows)
            state = evolve(event, state)
            for one in seen:
                number += 1
                yield Told(number, state.clock.round, one)
