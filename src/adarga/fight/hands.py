"""What the game master does by hand: who is in the fight, points, energy, conditions, time, pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.evolve import evolve, replay
from adarga.fight.naming import bracketed, hidden_names, seen_names
from adarga.fight.state import Refusal, Seat, State
from adarga.fight.striking import as_it_stands, refusal
from adarga.fight.turns import TIME_OVER, begun, placed, ticked
from adarga.plan import Reason
from adarga.rules.protocol import (
    Clock,
    Combatant,
    Condition,
    ConditionCleared,
    ConditionSet,
    EnergySpent,
    Fighter,
    Matchup,
    PointsChanged,
    Rulebook,
    Situation,
    Weapon,
)

BY_HAND = Reason("", "fight.by_hand")
MOST_COPIES = 99
Events = Iterator[ev.Event]


def by_hand(book: Rulebook, state: State, command: object) -> Events | Refusal:
    """What a command of the game master's hand leads to."""
    if isinstance(command, cmd.Join):
        return _join(book, state, command)
    if isinstance(command, cmd.Leave):
        return _leave(book, state, command.who)
    if isinstance(command, cmd.Reveal):
        return iter((_revealed(state, command),))
    if isinstance(command, cmd.Own):
        return iter((_owned(state, command),))
    if isinstance(command, cmd.SetInitiative):
        return iter((ev.InitiativeSet(command.who, command.value),))
    if isinstance(command, cmd.Pass):
        return refusal("negative", number=command.minutes) if command.minutes < 0 else _pass(book, state, command)
    return _to_one(book, state, command)


def _to_one(book: Rulebook, state: State, command: object) -> Events | Refusal:
    fighter = state.fighter(str(getattr(command, "who", "")))
    if isinstance(command, cmd.Lose | cmd.Heal | cmd.SetPoints | cmd.SpendEnergy):
        return _points(book, state, fighter, command)
    if isinstance(command, cmd.SetCondition):
        return iter((ev.Changed(ConditionSet(fighter.id, command.condition, BY_HAND)),))
    if isinstance(command, cmd.ClearCondition):
        if not fighter.has(command.name):
            return refusal("no_condition", who=fighter.id, condition=command.name)
        return iter((ev.Changed(ConditionCleared(fighter.id, command.name, BY_HAND)),))
    if isinstance(command, cmd.Usage):
        owed = {(due.who, due.name, due.about) for due in state.due}
        found = book.usage(fighter, command.pieces or None)
        due = [one for one in found if (one.who, one.name, one.about) not in owed]
        return iter(tuple(map(ev.Changed, due))) if due else refusal("no_usage", who=fighter.id)
    if isinstance(command, cmd.PutOn):
        return _put_on(book, state, fighter, command)
    assert isinstance(command, cmd.TakeOff)
    sheet = fighter.combatant
    worn = (*sheet.armour, *((sheet.shield,) if sheet.shield else ()))
    if command.piece not in {piece.id for piece in worn}:
        return refusal("no_piece", who=fighter.id, piece=command.piece)
    return iter((ev.Doffed(fighter.id, command.piece),))


def _put_on(book: Rulebook, state: State, fighter: Fighter, command: cmd.PutOn) -> Events | Refusal:
    """A piece put on, unless the rulebook then refuses every strike at its bearer that it allows now."""
    donned = ev.Donned(fighter.id, command.piece, command.shield)
    if _strikable(book, fighter) and not _strikable(book, evolve(donned, state).fighter(fighter.id)):
        worn = ", ".join(piece.id for piece in as_it_stands(fighter).armour)
        return refusal("wear", who=fighter.id, piece=command.piece.id, worn=worn)
    return iter((donned,))


def _strikable(book: Rulebook, fighter: Fighter) -> bool:
    matchup = Matchup(Combatant(), as_it_stands(fighter), Weapon(damage="d6"))
    try:
        book.plan(matchup, Situation())
    except AdargaError:
        return False
    return True


def _join(book: Rulebook, state: State, command: cmd.Join) -> Events | Refusal:
    name = command.sheet.name.strip()
    if not name:
        return refusal("no_name")
    if bracketed(name):
        return refusal("brackets", name=name)
    if not 1 <= command.count <= MOST_COPIES:
        return refusal("copies", count=command.count, most=MOST_COPIES)
    taken = [seat.id for seat in state.seats]
    if command.hidden:
        ids = hidden_names(taken, name, command.count, command.owner)
    else:
        ids = seen_names(taken, name, command.count)
    seats = [
        Seat(
            fighter=_entering(command, id),
            side=command.side,
            hidden=command.hidden,
            owner=command.owner,
            group=_group(state, name) if command.share_turn and command.count > 1 else "",
            name=name if command.hidden else "",
        )
        for id in ids
    ]
    events: list[ev.Event] = [ev.Joined(seat) for seat in seats]
    acts = not any(one.name == "object" for one in command.conditions)
    if state.order and acts:
        events.append(_among_turns(book, replay(events, state), seats))
    return iter(events)


def _entering(command: cmd.Join, id: str) -> Fighter:
    """Someone as it enters: fresh, or as it came out of an earlier fight."""
    sheet = replace(command.sheet, name=id)
    if command.stood is not None:
        had = tuple(one for one in command.stood.conditions if one not in command.conditions)
        return replace(
            command.stood,
            id=id,
            combatant=sheet,
            initiative=command.initiative,
            waiting=None,
            conditions=(*had, *command.conditions),
        )
    return Fighter(
        id=id,
        combatant=sheet,
        points=sheet.points,
        energy=sheet.energy,
        initiative=command.initiative,
        conditions=command.conditions,
    )


def _group(state: State, name: str) -> str:
    """A turn of their own for copies that join together, whoever of their name is there already."""
    return seen_names([seat.group for seat in state.seats], name)[0]


def _revealed(state: State, command: cmd.Reveal) -> ev.Revealed:
    """Hidden ones go by a name in brackets, and by one of their own again when they are seen."""
    seat, ids = state.seat(command.who), [seat.id for seat in state.seats]
    assert seat is not None
    if seat.hidden == command.hidden:
        return ev.Revealed(command.who, command.hidden)
    if command.hidden:
        return ev.Revealed(command.who, True, hidden_names(ids, seat.id, owner=seat.owner)[0])
    return ev.Revealed(command.who, False, seen_names(ids, seat.name)[0] if seat.name else "")


def _owned(state: State, command: cmd.Own) -> ev.Owned:
    seat, ids = state.seat(command.who), [seat.id for seat in state.seats]
    assert seat is not None
    if not (seat.hidden and seat.name) or seat.owner == command.owner:
        return ev.Owned(command.who, command.owner)
    return ev.Owned(command.who, command.owner, hidden_names(ids, seat.name, owner=command.owner)[0])


def _among_turns(book: Rulebook, state: State, seats: list[Seat]) -> ev.Ordered:
    """The turns of the round with those of newcomers among the ones to come."""
    ids = tuple(seat.id for seat in seats)
    fresh = [ids] if seats[0].group else [(id,) for id in ids]
    so_far, coming = state.order[: state.turn + 1], state.order[state.turn + 1 :]
    for turn in fresh:
        coming = placed(book, state, coming, turn)
    return ev.Ordered((*so_far, *coming), state.turn, state.ahead)


def _leave(book: Rulebook, state: State, who: str) -> Events:
    """Someone leaves; whose turn comes by it has it in full."""
    acted = state.acting == (who,)
    left = ev.Left(who)
    yield left
    state = evolve(left, state)
    if acted and state.acting:
        yield from begun(book, state, state.order, state.turn, ahead=state.ahead)


def _points(book: Rulebook, state: State, fighter: Fighter, command: object) -> Events | Refusal:
    number = int(getattr(command, "points", 0))
    if number < 0:
        return refusal("negative", number=number)
    if isinstance(command, cmd.SpendEnergy):
        if fighter.energy is None:
            return refusal("no_energy", who=fighter.id)
        if number > fighter.energy:
            return refusal("energy", who=fighter.id, energy=fighter.energy, points=number)
        return iter((ev.Changed(EnergySpent(fighter.id, number, BY_HAND)),))
    if fighter.points is None:
        return refusal("no_points", who=fighter.id)
    loss = number if isinstance(command, cmd.Lose) else fighter.points - number
    gain = number if isinstance(command, cmd.Heal) else -loss
    if isinstance(command, cmd.Heal) or gain > 0:
        if fighter.has("dead"):
            return refusal("dead", who=fighter.id)
        full = fighter.combatant.points or 0
        if isinstance(command, cmd.SetPoints) and number > full:
            return refusal("above_full", who=fighter.id, full=full, points=number)
        return _heal(book, state, fighter, gain)
    if fighter.has("object"):
        return _wear_away(fighter, loss)
    return iter(tuple(map(ev.Changed, book.lose(fighter, loss, state.clock))))


def _wear_away(thing: Fighter, points: int) -> Events:
    """Points a thing loses by hand: it is neither wounded nor dying, only broken when none is left."""
    left = thing.points or 0
    loss = min(points, left)
    if loss:
        yield ev.Changed(PointsChanged(thing.id, -loss, BY_HAND))
    if loss and loss == left:
        yield ev.Changed(ConditionSet(thing.id, Condition("broken"), BY_HAND))


def _heal(book: Rulebook, state: State, fighter: Fighter, points: int) -> Events:
    """Points given back up to the full ones; who was out of the fight, and no worse, is back in it."""
    full = fighter.combatant.points or 0
    left = fighter.points or 0
    gain = max(min(points, full - left), 0)
    if gain:
        yield ev.Changed(PointsChanged(fighter.id, gain, BY_HAND))
    for name in ("out", "dying"):
        if gain and fighter.has(name):
            yield ev.Changed(ConditionCleared(fighter.id, name, BY_HAND))
    if gain:
        yield from map(ev.Changed, book.healed(replace(fighter, points=left + gain), state.clock))


def _pass(book: Rulebook, state: State, command: cmd.Pass) -> Events:
    before = state.clock
    now = replace(before, minutes=before.minutes + command.minutes)
    passed = ev.Passed(now)
    yield passed
    state = evolve(passed, state)
    for seat in state.seats:
        for first, last in _spans(seat.fighter, before, now):
            for changed in ticked(book, state, seat.id, first, last):
                state = evolve(changed, state)
                yield changed
        for condition in state.fighter(seat.id).conditions if now != before else ():
            if condition.until.when == "turn":
                yield ev.Changed(ConditionCleared(seat.id, condition.name, TIME_OVER))


def _spans(fighter: Fighter, before: Clock, now: Clock) -> tuple[tuple[Clock, Clock], ...]:
    """What passes for one in some minutes: first all the rounds that anything of it lasts, then the minutes."""
    rounds = [one.until.at for one in fighter.conditions if one.until.when == "round"]
    if now == before or not rounds:
        return ((before, now),)
    later = max(before.round, *rounds) + 1
    return (before, replace(before, round=later)), (replace(before, round=later), replace(now, round=later))
