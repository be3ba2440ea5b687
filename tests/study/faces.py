"""The fight itself with every face of every die, in fractions: what tables and solvers must agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from adarga.fight import Refusal, State, decide, evolve
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.protocol import Combatant, Condition, Fighter, Rulebook, Situation, Taken
from adarga.study.strikes import Choice

Law = dict[object, Fraction]
Answer = Callable[[State], tuple[Taken, ...]]


def told(book: Rulebook, state: State, command: cmd.Command) -> State:
    """The state after a command that must be taken."""
    events = decide(book, state, command)
    assert not isinstance(events, Refusal), events.reason
    for event in events:
        state = evolve(event, state)
    return state


def thrown(book: Rulebook, state: State, answer: Answer = lambda state: ()) -> Iterator[tuple[Fraction, State]]:
    """Every way for the dice that are due to fall, offers taken as `answer` says."""
    waits = waits_for(book, state)
    if waits is None:
        yield Fraction(1), state
    elif isinstance(waits, WaitsForDie):
        for face in range(1, waits.sides + 1):
            for odds, end in thrown(book, told(book, state, cmd.Throw(((waits.name, (face,)),))), answer):
                yield odds / waits.sides, end
    else:
        open_ = {offer.name for offer in waits.offers}
        taken = next((one for one in answer(state) if one.name in open_), None)
        if taken is not None:
            state = told(book, state, cmd.React(taken.name, taken.times))
        else:
            state = told(book, state, cmd.Decline(waits.offers[0].by))
        yield from thrown(book, state, answer)


def fight(book: Rulebook, *sheets: Combatant, conditions: tuple[tuple[Condition, ...], ...] = ((), ())) -> State:
    """A fight in its first round."""
    state = State()
    for sheet, its in zip(sheets, conditions, strict=False):
        state = told(book, state, cmd.Join(sheet=sheet, conditions=its))
    return told(book, state, cmd.NextTurn())


def strike(
    book: Rulebook, state: State, weapon: str, situation: Situation, taken: Choice
) -> Iterator[tuple[Fraction, State]]:
    """Every end of a strike of the first at the second, offers taken from the start wherever the blow has them."""
    chosen = replace(situation, take=taken)
    first, second = (seat.id for seat in state.seats)
    command = cmd.Attack(who=first, weapon=weapon, aims=(Aim(second),), situation=chosen)
    yield from thrown(book, told(book, state, command))


def plain(book: Rulebook, fighter: Fighter, state: State) -> Fighter:
    """A fighter as far as its future goes, rounds counted from now."""
    essence = book.essence(replace(fighter, id="", combatant=replace(fighter.combatant, name="")), state.clock)
    conditions = tuple(
        replace(one, until=replace(one.until, at=one.until.at - state.clock.round * (one.until.when == "round")))
        for one in essence.conditions
    )
    return replace(essence, conditions=conditions, waiting=None)


def add(law: Law, key: object, odds: Fraction) -> None:
    law[key] = law.get(key, Fraction(0)) + odds
