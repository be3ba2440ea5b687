"""Rounds and turns: who acts next, waiting, defending, delaying, stepping back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.evolve import evolve
from adarga.fight.state import Refusal, State
from adarga.fight.striking import refusal
from adarga.plan import Reason
from adarga.rules.protocol import ConditionCleared, Rulebook

OWN_TURN = Reason("", "fight.own_turn")


def turns(book: Rulebook, state: State, command: object) -> Iterator[ev.Event] | Refusal:
    """What a command about turns leads to."""
    if isinstance(command, cmd.NextTurn):
        return _next(book, state)
    if isinstance(command, cmd.BackTurn):
        if state.turn == 0:
            return refusal("first_turn")
        return iter((ev.Ordered(state.order, state.turn - 1),))
    if isinstance(command, cmd.Reorder):
        return _reorder(state, command)
    if isinstance(command, cmd.Delay):
        return _delay(state)
    if isinstance(command, cmd.Wait):
        return _wait(book, state, command)
    assert isinstance(command, cmd.Defend)
    return _defend(book, state, command)


def ordered(book: Rulebook, state: State) -> tuple[tuple[str, ...], ...]:
    """The turns of the round now running, as the rulebook puts them; a group shares the first turn of its members."""
    found = book.order([seat.fighter for seat in state.seats], state.clock.round)
    groups = {seat.id: seat.group for seat in state.seats if seat.group}
    together: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for turn in found:
        ids: list[str] = []
        for id in turn:
            if id not in seen:
                group = groups.get(id)
                mates = [other for part in found for other in part if group and groups.get(other) == group]
                ids += [other for other in (mates or [id]) if other not in seen]
                seen.update(ids)
        if ids:
            together.append(tuple(ids))
    return tuple(together)


def _able(book: Rulebook, state: State) -> set[str]:
    return {id for turn in book.order([seat.fighter for seat in state.seats], state.clock.round) for id in turn}


def _next(book: Rulebook, state: State) -> Iterator[ev.Event] | Refusal:
    if not state.seats:
        return refusal("nobody")
    return _advance(book, state)


def _advance(book: Rulebook, state: State) -> Iterator[ev.Event]:
    """The next turn of someone who can act; a new round when none is left."""
    able = _able(book, state)
    for at in range(state.turn + 1, len(state.order)):
        if any(id in able for id in state.order[at]):
            events: list[ev.Event] = [ev.Ordered(state.order, at)]
            yield from events
            yield from _own_turn(evolve(events[0], state))
            return
    yield from _new_round(book, state)


def _new_round(book: Rulebook, state: State) -> Iterator[ev.Event]:
    before = state.clock
    now = replace(before, round=before.round + 1)
    steps: list[ev.Event] = [ev.Passed(now)]
    state = evolve(steps[0], state)
    yield steps[0]
    for seat in state.seats:
        if seat.fighter.waiting is not None:
            waited = ev.Waited(seat.id, None)
            state = evolve(waited, state)
            yield waited
        for change in book.tick(seat.fighter, before, now):
            changed = ev.Changed(change)
            state = evolve(changed, state)
            yield changed
    first = ev.Ordered(ordered(book, state), 0)
    yield first
    yield from _own_turn(evolve(first, state))


def _own_turn(state: State) -> Iterator[ev.Event]:
    """What ends when its bearer's own turn comes."""
    for id in state.acting:
        for condition in state.fighter(id).conditions:
            if condition.until.when == "turn":
                yield ev.Changed(ConditionCleared(id, condition.name, OWN_TURN))


def _reorder(state: State, command: cmd.Reorder) -> Iterator[ev.Event] | Refusal:
    coming = state.order[state.turn + 1 :]
    listed = sorted(id for turn in coming for id in turn)
    if sorted(command.ids) != listed:
        return refusal("reorder", ids=", ".join(listed))
    turns_of = {id: turn for turn in coming for id in turn}
    fresh = tuple(dict.fromkeys(turns_of[id] for id in command.ids))
    return iter((ev.Ordered((*state.order[: state.turn + 1], *fresh), state.turn),))


def _delay(state: State) -> Iterator[ev.Event] | Refusal:
    if not state.acting:
        return refusal("no_turn")
    now = state.order[state.turn]
    order = (*state.order[: state.turn], *state.order[state.turn + 1 :], now)
    return iter((ev.Ordered(order, state.turn),))


def _wait(book: Rulebook, state: State, command: cmd.Wait) -> Iterator[ev.Event] | Refusal:
    """Lower one's count for this round: the turn comes again when the order reaches it."""
    if command.who not in state.acting:
        return refusal("not_turn", who=command.who)
    if command.value < 1:
        return refusal("wait_least", value=command.value)
    lowered = state.with_fighter(replace(state.fighter(command.who), waiting=command.value))
    others = [id for turn in state.order[: state.turn] for id in turn]
    fresh = ordered(book, lowered)
    before = ordered(book, state)
    if fresh == before and state.fighter(command.who).waiting is None and len(before) > 1:
        at = [command.who in turn for turn in before].index(True)
        if at != len(before) - 1:
            return refusal("wait_lower", value=command.value)
    done = tuple(turn for turn in state.order[: state.turn])
    coming = tuple(
        left for turn in fresh if (left := tuple(id for id in turn if id not in others)) and left not in done
    )
    return iter((ev.Waited(command.who, command.value), ev.Ordered((*done, *coming), len(done))))


def _defend(book: Rulebook, state: State, command: cmd.Defend) -> Iterator[ev.Event] | Refusal:
    if state.clock.round and command.who not in state.acting:
        return refusal("not_turn", who=command.who)
    changes = book.defend(state.fighter(command.who), state.clock)
    if not changes:
        return refusal("no_defend")
    return iter(tuple(map(ev.Changed, changes)))
