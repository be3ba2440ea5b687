"""The log as the game master's page shows it, and the last strike in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adarga.fight import commands as cmd
from adarga.fight.events import Donned, Event, Joined, Passed, Struck
from adarga.fight.evolve import evolve, replay
from adarga.fight.log import Log
from adarga.fight.state import Refusal, State
from adarga.rules.protocol import Rulebook
from adarga.table.desk.correcting import amendable
from adarga.telling.fight_show import happened
from adarga.words import Words


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log: its number from 1, its sentences, whether it can be corrected, the round it begins."""

    number: int
    texts: tuple[str, ...]
    amends: bool
    begins: int | None


def history(words: Words, book: Rulebook, log: Log, last: int) -> list[Line]:
    """The last lines of a log, the newest first."""
    first = max(len(log.entries) - last, 0)
    state = log.at(first)
    # What things are called stands where someone came with them: no need to look through all the rest, line by line.
    named = tuple(one for one in log.entries if any(isinstance(event, Joined | Donned) for event in one.events))
    found: list[Line] = []
    for at in range(first, len(log.entries)):
        entry = log.entries[at]
        texts = tuple(happened(words, book, Log((*named, entry)), len(named), state)) or (
            words.say("fight_cli.nothing"),
        )
        begun = [event.clock.round for event in entry.events if isinstance(event, Passed)]
        begins = next((one for one in begun if one != state.clock.round), None)
        found.append(Line(at + 1, texts, bool(amendable(entry.command)), begins))
        state = replay(entry.events, state)
    return found[::-1]


@dataclass(frozen=True, slots=True)
class Blow:
    """The newest strike that came out, with the points of its target before it and after all that it brought."""

    struck: Struck
    before: int | None
    after: int | None

    @property
    def dropped(self) -> bool:
        """Whether the target has no points left, and had some."""
        return self.after is not None and self.after <= 0 and self.after != self.before


def last_blow(log: Log) -> Blow | None:
    """The newest strike; of several in one entry the last."""
    for at in range(len(log.entries) - 1, -1, -1):
        events = log.entries[at].events
        if any(isinstance(event, Struck) for event in events):
            return _blow(log.at(at), events)
    return None


def _blow(state: State, events: Sequence[Event]) -> Blow:
    struck: Struck | None = None
    before: int | None = None
    for event in events:
        if isinstance(event, Struck):
            struck, before = event, state.fighter(event.target).points
        state = evolve(event, state)
    assert struck is not None
    seat = state.seat(struck.target)
    return Blow(struck, before, seat.fighter.points if seat else None)


def answered(book: Rulebook, log: Log, command: cmd.Command) -> tuple[Blow | None, Sequence[Event]]:
    """What answering a strike under way would bring: the blow as it would come out, if it would, and the events."""
    found = log.told(book, command)
    if isinstance(found, Refusal):
        return None, ()
    events = found.entries[-1].events
    return (_blow(log.state, events) if any(isinstance(one, Struck) for one in events) else None), events
