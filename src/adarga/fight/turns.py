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
from adarga.rules.protocol import Clock, Condition, ConditionCleared, Rulebook

OWN_TURN = Reason("", "fight.own_turn")
TIME_OVER = Reason("", "fight.time_over")
Order = tuple[tuple[str, ...], ...]


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
        return _delay(book, state)
    if isinstance(command, cmd.Wait):
        return _wait(book, state, command)
    assert isinstance(command, cmd.Defend)
    return _defend(book, state, command)


def in_order(book: Rulebook, state: State) -> Order:
    """Who acts this round, as the rulebook puts them; a thing has no turn."""
    return book.order([seat.fighter for seat in state.seats if not seat.fighter.has("object")], state.clock.round)


def ordered(book: Rulebook, state: State) -> Order:
    """The turns of the round now running, as the rulebook puts them; a group shares the first turn of its members."""
    found = in_order(book, state)
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
    return {id for turn in in_order(book, state) for id in turn}


def _next(book: Rulebook, state: State) -> Iterator[ev.Event] | Refusal:
    if not state.seats:
        return refusal("nobody")
    return _advance(book, state)


def _advance(book: Rulebook, state: State) -> Iterator[ev.Event]:
    """The next turn of someone who can act; a new round when none is left."""
    able = _able(book, state)
    for at in range(state.turn + 1, len(state.order)):
        if any(id in able for id in state.order[at]):
            yield from begun(book, state, state.order, at, ahead=state.ahead)
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
        for changed in ticked(book, state, seat.id, before, now):
            state = evolve(changed, state)
            yield changed
    first = ev.Ordered(ordered(book, state), 0)
    yield first
    yield from _own_turn(evolve(first, state))


def ticked(book: Rulebook, state: State, who: str, before: Clock, now: Clock) -> Iterator[ev.Changed]:
    """What the passing of rounds or time changes for one: what the rules say, and conditions whose time is over."""
    for change in book.tick(state.fighter(who), before, now):
        changed = ev.Changed(change)
        state = evolve(changed, state)
        yield changed
    for condition in state.fighter(who).conditions:
        if _over(condition, now):
            yield ev.Changed(ConditionCleared(who, condition.name, TIME_OVER))


def _over(condition: Condition, now: Clock) -> bool:
    """Whether a condition's time is over; surprise is of the first round alone."""
    until = condition.until
    if condition.name == "surprised" and now.round > 1:
        return True
    return (until.when == "round" and now.round > until.at) or (until.when == "minute" and now.minutes >= until.at)


def _own_turn(state: State) -> Iterator[ev.Event]:
    """What ends when its bearer's own turn comes."""
    for id in state.acting:
        for condition in state.fighter(id).conditions:
            if condition.until.when == "turn":
                yield ev.Changed(ConditionCleared(id, condition.name, OWN_TURN))


def _reorder(state: State, command: cmd.Reorder) -> Iterator[ev.Event] | Refusal:
    """The turns to come in another order: all that are seen must be named, the hidden ones may be."""
    coming = state.order[state.turn + 1 :]
    if not state.clock.round:
        return refusal("reorder_early")
    listed = sorted(id for turn in coming for id in turn)
    seen = {id for id in listed if not state.hides(id)}
    named = set(command.ids)
    # Hidden ones that come and are not named are not told of: to all who look nobody comes.
    if not seen and named.isdisjoint(listed):
        return refusal("reorder_none")
    if len(named) != len(command.ids) or not seen <= named <= set(listed):
        return refusal("reorder", ids=", ".join(listed))
    turns_of = {id: turn for turn in coming for id in turn}
    fresh = list(dict.fromkeys(turns_of[id] for id in command.ids))
    for at, turn in enumerate(coming):
        # A hidden one that is not named still comes behind the one it came behind.
        if turn not in fresh:
            fresh.insert(fresh.index(coming[at - 1]) + 1 if at else 0, turn)
    return iter((ev.Ordered((*state.order[: state.turn + 1], *fresh), state.turn, state.ahead),))


def _delay(book: Rulebook, state: State) -> Iterator[ev.Event] | Refusal:
    if not state.acting:
        return refusal("no_turn")
    now = state.order[state.turn]
    order = (*state.order[: state.turn], *state.order[state.turn + 1 :], now)
    ahead = state.ahead or not all(map(state.hides, now))
    return begun(book, state, order, state.turn, ahead=ahead)


def begun(book: Rulebook, state: State, order: Order, at: int, *, ahead: bool) -> Iterator[ev.Event]:
    """The first turn from number `at` on of someone who can act, with what ends by its coming.

    `ahead`: if only hidden ones act in it, it is to all who look the turn of the next who can.
    """
    able = _able(book, state)
    turn = next((n for n in range(at, len(order)) if any(id in able for id in order[n])), at)
    hidden = turn < len(order) and all(map(state.hides, order[turn]))
    if ahead and hidden:
        order, turn = _passing(state, order, turn, able)
    came = ev.Ordered(order, turn, ahead and hidden)
    yield came
    yield from _own_turn(evolve(came, state))


def _passing(state: State, order: Order, at: int, able: set[str]) -> tuple[Order, int]:
    """A turn of hidden ones behind those that are passed over, up to the next who can act and is seen."""
    seen = [n for n in range(at, len(order)) if not all(map(state.hides, order[n]))]
    end = next((n for n in seen if able.intersection(order[n])), at)
    passed = [n for n in seen if n < end]
    kept = [n for n in range(at, len(order)) if n not in passed]
    return (*order[:at], *(order[n] for n in (*passed, *kept))), at + len(passed)


def placed(book: Rulebook, state: State, coming: Order, ids: tuple[str, ...]) -> Order:
    """The turns to come with one more for `ids`, where the rulebook would have it: at the end if it has none.

    Among the turns of those who are seen its place does not depend on who is hidden.
    """
    found = in_order(book, state)
    rank = {id: at for at, turn in enumerate(found) for id in turn}
    mine = rank.get(ids[0], len(found))
    theirs = [_rank(state, rank, turn) for turn in coming]
    seen = [any(not state.hides(id) for id in turn) for turn in coming]
    end = next((at for at, his in enumerate(theirs) if seen[at] and his >= mine), len(coming))
    if end < len(coming) and theirs[end] == mine:
        return (*coming[:end], (*coming[end], *ids), *coming[end + 1 :])
    begin = next((at + 1 for at in range(end - 1, -1, -1) if seen[at]), 0)
    at = next((at for at in range(begin, end) if theirs[at] >= mine), end)
    if at < end and theirs[at] == mine:
        return (*coming[:at], (*coming[at], *ids), *coming[at + 1 :])
    return (*coming[:at], ids, *coming[at:])


def _rank(state: State, rank: dict[str, int], turn: tuple[str, ...]) -> int:
    """The place of a turn in the rulebook's order: that of those in it who are seen, if any is."""
    of = [id for id in turn if not state.hides(id)] or turn
    return min((rank[id] for id in of if id in rank), default=-1)


def on_turn(state: State) -> tuple[str, ...]:
    """Whose turn it is, and whose it is to all who look while only hidden ones act."""
    shown = state.shown(lambda id: not state.hides(id))
    return tuple(dict.fromkeys((*state.acting, *(state.order[shown] if shown < len(state.order) else ()))))


def _acts_later(book: Rulebook, state: State, who: str, value: int) -> bool:
    """Whether waiting for `value` lowers the count that it acts at now: asked of the rulebook by its own double."""
    now = replace(state.fighter(who), id="now")
    waiting = replace(now, id="waiting", waiting=value)
    return book.order([waiting, now], state.clock.round) == (("now",), ("waiting",))


def _counts(book: Rulebook, state: State, who: str) -> bool:
    """Whether waiting for a count can change the order by this rulebook at all, for one who acts early."""
    fighter = state.fighter(who)
    early = replace(fighter, initiative=20, waiting=None, combatant=replace(fighter.combatant, dexterity=20))
    return _acts_later(book, state.with_fighter(early), who, 1)


def _wait(book: Rulebook, state: State, command: cmd.Wait) -> Iterator[ev.Event] | Refusal:
    """Lower one's count for this round: the turn comes again when the order reaches it."""
    if command.who not in on_turn(state):
        return refusal("not_turn", who=command.who)
    if not _counts(book, state, command.who):
        return refusal("no_wait")
    if command.value < 1:
        return refusal("wait_least", value=command.value)
    if not _acts_later(book, state, command.who, command.value):
        return refusal("wait_lower", value=command.value)
    return _waits(book, state, command)


def _waits(book: Rulebook, state: State, command: cmd.Wait) -> Iterator[ev.Event]:
    who, ahead = command.who, state.gives_up(command.who)
    waited = ev.Waited(who, command.value)
    yield waited
    state = evolve(waited, state)
    left = [tuple(id for id in turn if id != who) for turn in state.order]
    done = tuple(turn for turn in left[: state.turn] if turn)
    now = tuple(turn for turn in left[state.turn : state.turn + 1] if turn)
    coming = placed(book, state, tuple(turn for turn in left[state.turn + 1 :] if turn), (who,))
    if now:
        yield ev.Ordered((*done, *now, *coming), len(done), ahead and all(map(state.hides, now[0])))
    else:
        yield from begun(book, state, (*done, *coming), len(done), ahead=ahead)


def _defend(book: Rulebook, state: State, command: cmd.Defend) -> Iterator[ev.Event] | Refusal:
    if state.clock.round and command.who not in on_turn(state):
        return refusal("not_turn", who=command.who)
    changes = book.defend(state.fighter(command.who), state.clock)
    if not changes:
        return refusal("no_defend")
    return iter(tuple(map(ev.Changed, changes)))
