"""A fight over time: replaying a long log, and deciding with many in the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter

from adarga.fight import Refusal, State, decide, replay
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.log import Log
from adarga.fight.saved import lines_of, log_of
from adarga.fight.state import Aim
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Rulebook, Weapon

EVENTS, COMBATANTS = 10_000, 40
SHEETS = {
    "absorption": Combatant(name="Ogre", points=9000, level=8, weapons=(Weapon(id="w", damage="2d6"),)),
    "damage-steps": Combatant(name="Guard", points=9000, defence=12, weapons=(Weapon(id="w", damage="d8", bonus=9),)),
    "percentile": Combatant(
        name="Soldier",
        points=9000,
        dexterity=12,
        constitution=12,
        dodge=40,
        weapons=(Weapon(id="w", damage="d8", skill=60),),
    ),
}
DICE: dict[str, tuple[tuple[str, tuple[int, ...]], ...]] = {
    "absorption": (("damage", (3, 4)),),
    "damage-steps": (("attack", (10,)), ("damage", (5,))),
    "percentile": (("attack", (50,)), ("dodge", (70,)), ("damage", (5,))),
}


def opened(book: Rulebook, count: int) -> Log:
    """A fight of `count` of one kind, in its first round."""
    return _told(_told(Log(), book, cmd.Join(sheet=SHEETS[book.id], count=count)), book, cmd.NextTurn())


def _told(log: Log, book: Rulebook, command: cmd.Command) -> Log:
    found = log.told(book, command)
    if isinstance(found, Refusal):
        raise ValueError(found)
    return found


def blow(book: Rulebook, state: State) -> cmd.Attack:
    """The one whose turn it is strikes the last of all, all dice thrown."""
    return cmd.Attack(who=state.acting[0], weapon="w", aims=(Aim(state.seats[-1].id),), faces=DICE[book.id])


def long_log(book: Rulebook, count: int = 8) -> Log:
    """A log of blows and turns, of `EVENTS` events at least."""
    log, events = opened(book, count), 0
    while events < EVENTS:
        for command in (blow(book, log.state), cmd.NextTurn()):
            log = _told(log, book, command)
            events += len(log.entries[-1].events)
    return log


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def decisions(book: Rulebook) -> float:
    """The slowest of the commands of a turn with `COMBATANTS` in the fight, in milliseconds."""
    state = opened(book, COMBATANTS).state
    last = replay((ev.Ordered(state.order, len(state.order) - 1),), state)
    asked: tuple[tuple[State, cmd.Command], ...] = (
        (state, blow(book, state)),
        (state, cmd.NextTurn()),
        (last, cmd.NextTurn()),
        (state, cmd.Lose(state.seats[0].id, 3)),
    )
    return max(milliseconds(partial(decide, book, *one), 200) for one in asked)


def figures() -> Iterator[tuple[str, str, str, str]]:
    """For each rulebook: events replayed a second, a file of them loaded (ms), the slowest decision (ms)."""
    for id in SHEETS:
        book = rulebook(id)
        log = long_log(book)
        events = [event for entry in log.entries for event in entry.events]
        lines = list(lines_of(log, id))
        replayed = len(events) * 1000 / milliseconds(partial(replay, events), 5)
        loaded = milliseconds(partial(log_of, lines), 3)
        yield id, f"{replayed:,.0f}", f"{loaded:,.0f}", f"{decisions(book):.2f}"
