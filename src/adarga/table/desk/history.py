"""The log as the game master's page shows it, and the last strike in it."""

from __future__ import annotations

from dataclasses import dataclass

from adarga.fight import commands as cmd
from adarga.fight.events import Passed, Struck
from adarga.fight.evolve import replay
from adarga.fight.log import Log
from adarga.rules.protocol import Rulebook
from adarga.telling.fight_show import happened
from adarga.words import Words


@dataclass(frozen=True, slots=True)
class Die:
    """A die of a command: what it was thrown for, and its face."""

    name: str
    face: int


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log: its number from 1, its sentences, its dice where they can be corrected, a round's begin."""

    number: int
    texts: tuple[str, ...]
    dice: tuple[Die, ...]
    begins: int | None


def history(words: Words, book: Rulebook, log: Log, last: int) -> list[Line]:
    """The last lines of a log, the newest first."""
    first = max(len(log.entries) - last, 0)
    state = log.at(first)
    found: list[Line] = []
    for at in range(first, len(log.entries)):
        entry = log.entries[at]
        texts = tuple(happened(words, book, log, at, state)) or (words.say("fight_cli.nothing"),)
        faces = entry.command.faces if isinstance(entry.command, cmd.Throw | cmd.Attack) else ()
        dice = tuple(Die(name, face) for name, fell in faces for face in fell)
        begun = [event.clock.round for event in entry.events if isinstance(event, Passed)]
        begins = next((one for one in begun if one != state.clock.round), None)
        found.append(Line(at + 1, texts, dice, begins))
        state = replay(entry.events, state)
    return found[::-1]


def last_strike(log: Log) -> Struck | None:
    """The newest strike that came out."""
    events = (event for entry in reversed(log.entries) for event in reversed(entry.events))
    return next((event for event in events if isinstance(event, Struck)), None)
