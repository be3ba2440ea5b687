"""The log of a fight: commands with the events they led to, undo and redo, and corrections that replay the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from adarga.fight.commands import Command, Decline
from adarga.fight.decide import decide
from adarga.fight.events import Event
from adarga.fight.evolve import replay
from adarga.fight.state import Refusal, State
from adarga.fight.striking import WaitsForReaction, waits_for
from adarga.rules.protocol import Rulebook


@dataclass(frozen=True, slots=True)
class Entry:
    """One command and what happened by it."""

    command: Command
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """What happened, oldest first, and what was undone and can still be redone, the next one first.

    `state` is the state after all entries; it follows from them and is kept so that nothing is replayed twice.
    `replaced` is the log that a correction took the place of, as long as nothing came after it.
    """

    entries: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    state: State = field(default_factory=State)
    replaced: Log | None = field(default=None, compare=False, repr=False)

    def told(self, book: Rulebook, command: Command) -> Log | Refusal:
        """The log after a command, what was undone forgotten; or why it cannot be done."""
        found = decide(book, self.state, command)
        if isinstance(found, Refusal):
            return found
        return Log((*self.entries, Entry(command, found)), (), replay(found, self.state))

    def undo(self, steps: int = 1) -> Log:
        """The log with the last steps set aside, as many as there are, if fewer; a correction is one step."""
        if steps > 0 and self.replaced is not None:
            return self.replaced.undo(steps - 1)
        keep = max(len(self.entries) - steps, 0)
        return _of(self.entries[:keep], (*self.entries[keep:], *self.undone))

    def redo(self, steps: int = 1) -> Log:
        """The log with steps that were undone back in it: as many as there are, if fewer."""
        return _of((*self.entries, *self.undone[:steps]), self.undone[steps:])

    def at(self, line: int) -> State:
        """The state after the first `line` entries."""
        return replay(event for entry in self.entries[:line] for event in entry.events)


def _of(entries: tuple[Entry, ...], undone: tuple[Entry, ...] = ()) -> Log:
    return Log(entries, undone, replay(event for entry in entries for event in entry.events))


def opened(entries: Iterable[Entry], undone: Iterable[Entry] = ()) -> Log:
    """A log as it was saved: its events are replayed, no rule is asked."""
    return _of(tuple(entries), tuple(undone))


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting an earlier command would do.

    `log` is the log as it would be, `changed` the numbers of the entries (from 0) whose events would differ, each with
    its number in `log`; `refused` the entries that no longer fit, with the reason: they are left out of `log`. `added`
    are the numbers in `log` of new entries, which decline what is on offer only now, and was not asked then.
    """

    log: Log
    changed: tuple[tuple[int, int], ...]
    refused: tuple[tuple[int, Refusal], ...]
    added: tuple[int, ...] = ()


def corrected(book: Rulebook, log: Log, line: int, command: Command) -> Correction | Refusal:
    """The log with entry `line` (from 0) as `command` instead, the rest decided again from there.

    Nothing is changed: look at it, then keep `log` of it or not. Raises `IndexError` for a line that is not there.
    """
    if not 0 <= line < len(log.entries):
        raise IndexError(line)
    found = replace(_of(log.entries[:line]), undone=()).told(book, command)
    if isinstance(found, Refusal):
        return found
    changed = [(line, line)] if found.entries[line].events != log.entries[line].events else []
    refused: list[tuple[int, Refusal]] = []
    added: list[int] = []
    for at in range(line + 1, len(log.entries)):
        command = log.entries[at].command
        declined = found
        further = found.told(book, command)
        while isinstance(further, Refusal) and further.reason.key == "fight.refused.waits_reaction":
            waits = waits_for(book, declined.state)
            assert isinstance(waits, WaitsForReaction)
            now = declined.told(book, Decline(waits.offers[0].by))
            assert isinstance(now, Log)
            declined = now
            further = declined.told(book, command)
        if isinstance(further, Refusal):
            refused.append((at, further))
            continue
        added += range(len(found.entries), len(declined.entries))
        found = further
        if found.entries[-1].events != log.entries[at].events:
            changed.append((at, len(found.entries) - 1))
    return Correction(replace(found, replaced=log), tuple(changed), tuple(refused), tuple(added))
