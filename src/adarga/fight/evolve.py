"""One event applied to a state: only results count, so replaying never asks the rules anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import singledispatch

from adarga.fight import events as ev
from adarga.fight.state import State
from adarga.rules.protocol import (
    CheckDue,
    ConditionCleared,
    ConditionSet,
    DieStepped,
    EnergySpent,
    Fighter,
    PieceLost,
    PointsChanged,
    ResistanceChanged,
    Wounded,
)


@singledispatch
def evolve(event: object, state: State) -> State:
    """The state after an event. Raises `TypeError` for what is no event."""
    raise TypeError(type(event).__name__)


def replay(events: Iterable[ev.Event], state: State | None = None) -> State:
    """The state after all events, from the given one or from an empty fight."""
    found = State() if state is None else state
    for event in events:
        found = evolve(event, found)
    return found


def _changed(state: State, who: str, change: Callable[[Fighter], Fighter]) -> State:
    return state.with_fighter(change(state.fighter(who)))


@evolve.register
def _(event: ev.Joined, state: State) -> State:
    return replace(state, seats=(*state.seats, event.seat))


@evolve.register
def _(event: ev.Left, state: State) -> State:
    order = tuple(tuple(id for id in turn if id != event.who) for turn in state.order)
    gone = sum(not turn for turn in order[: state.turn])
    return replace(
        state,
        seats=tuple(seat for seat in state.seats if seat.id != event.who),
        order=tuple(turn for turn in order if turn),
        turn=state.turn - gone,
        ahead=state.gives_up(event.who),
        due=tuple(due for due in state.due if due.who != event.who),
    )


@evolve.register
def _(event: ev.Revealed, state: State) -> State:
    seat = state.seat(event.who)
    if seat is None:
        return state
    called = (event.who if event.hidden else "") if event.name else seat.name
    state = state.with_seat(replace(seat, hidden=event.hidden, name=called))
    return state.renamed(event.who, event.name) if event.name else state


@evolve.register
def _(event: ev.Owned, state: State) -> State:
    seat = state.seat(event.who)
    if seat is None:
        return state
    state = state.with_seat(replace(seat, owner=event.owner))
    return state.renamed(event.who, event.name) if event.name else state


@evolve.register
def _(event: ev.InitiativeSet, state: State) -> State:
    return _changed(state, event.who, lambda fighter: replace(fighter, initiative=event.value))


@evolve.register
def _(event: ev.Ordered, state: State) -> State:
    return replace(state, order=event.order, turn=event.turn, ahead=event.ahead)


@evolve.register
def _(event: ev.Waited, state: State) -> State:
    return _changed(state, event.who, lambda fighter: replace(fighter, waiting=event.value))


@evolve.register
def _(event: ev.Passed, state: State) -> State:
    return replace(state, clock=event.clock)


@evolve.register
def _(event: ev.Aimed, state: State) -> State:
    return replace(state, pending=event.pending)


@evolve.register
def _(event: ev.Struck, state: State) -> State:
    return state


@evolve.register
def _(event: ev.StrikeOver, state: State) -> State:
    return replace(state, pending=None)


@evolve.register
def _(event: ev.Settled, state: State) -> State:
    at = state.due.index(event.due)
    return replace(state, due=(*state.due[:at], *state.due[at + 1 :]))


@evolve.register
def _(event: ev.Donned, state: State) -> State:
    def put_on(fighter: Fighter) -> Fighter:
        sheet = fighter.combatant
        worn = (
            replace(sheet, shield=event.piece) if event.shield else replace(sheet, armour=(*sheet.armour, event.piece))
        )
        # A fresh piece under the name of a lost one is whole again.
        id = event.piece.id or ("shield" if event.shield else "")
        return replace(
            fighter,
            combatant=worn,
            lost=tuple(one for one in fighter.lost if one != id),
            usage=tuple(pair for pair in fighter.usage if pair[0] != id),
            pr=tuple(pair for pair in fighter.pr if pair[0] != id),
        )

    return _changed(state, event.who, put_on)


@evolve.register
def _(event: ev.Doffed, state: State) -> State:
    def take_off(fighter: Fighter) -> Fighter:
        sheet = fighter.combatant
        kept = tuple(piece for piece in sheet.armour if piece.id != event.piece)
        shield = None if sheet.shield is not None and sheet.shield.id == event.piece else sheet.shield
        return replace(fighter, combatant=replace(sheet, armour=kept, shield=shield))

    return _changed(state, event.who, take_off)


@evolve.register
def _(event: ev.Changed, state: State) -> State:
    change = event.change
    if isinstance(change, CheckDue):
        return replace(state, due=(*state.due, change))
    if isinstance(change, PieceLost):
        # What is gone wears no further.
        kept = tuple(due for due in state.due if (due.who, due.about) != (change.who, change.piece))
        state = replace(state, due=kept)
    return _changed(state, change.who, lambda fighter: applied(change, fighter))


@singledispatch
def applied(change: object, fighter: Fighter) -> Fighter:
    """A fighter after one change. Raises `TypeError` for what is no change of a fighter."""
    raise TypeError(type(change).__name__)


@applied.register
def _(change: PointsChanged, fighter: Fighter) -> Fighter:
    return replace(fighter, points=None if fighter.points is None else fighter.points + change.by)


@applied.register
def _(change: EnergySpent, fighter: Fighter) -> Fighter:
    return replace(fighter, energy=None if fighter.energy is None else max(fighter.energy - change.by, 0))


@applied.register
def _(change: PieceLost, fighter: Fighter) -> Fighter:
    return fighter if change.piece in fighter.lost else replace(fighter, lost=(*fighter.lost, change.piece))


@applied.register
def _(change: DieStepped, fighter: Fighter) -> Fighter:
    others = tuple(pair for pair in fighter.usage if pair[0] != change.piece)
    return replace(fighter, usage=(*others, (change.piece, change.to)))


@applied.register
def _(change: ResistanceChanged, fighter: Fighter) -> Fighter:
    sheet = fighter.combatant
    pieces = (*sheet.armour, *sheet.weapons, *((sheet.shield,) if sheet.shield else ()))
    full = next((piece.pr or 0 for piece in pieces if piece.id == change.piece), 0)
    left = dict(fighter.pr).get(change.piece, full) + change.by
    others = tuple(pair for pair in fighter.pr if pair[0] != change.piece)
    return replace(fighter, pr=(*others, (change.piece, max(left, 0))))


@applied.register
def _(change: ConditionSet, fighter: Fighter) -> Fighter:
    others = tuple(one for one in fighter.conditions if one.name != change.condition.name)
    return replace(fighter, conditions=(*others, change.condition))


@applied.register
def _(change: ConditionCleared, fighter: Fighter) -> Fighter:
    return replace(fighter, conditions=tuple(one for one in fighter.conditions if one.name != change.name))


@applied.register
def _(change: Wounded, fighter: Fighter) -> Fighter:
    return replace(fighter, wounds=(*fighter.wounds, change.wound))
