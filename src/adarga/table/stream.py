"""What one viewer is told of a live fight, in messages that are numbered without a gap.

Numbers follow from the lines alone, so that they are the same after the server began again, and on another server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adarga.fight.evolve import evolve
from adarga.fight.log import Entry, Log
from adarga.fight.state import State
from adarga.fight.view import SeenState, Shows, Viewer, seen_state
from adarga.fight.watching import SeenEvent, seen_event


@dataclass(frozen=True, slots=True)
class Anew:
    """Steps were undone, redone or corrected: the fight as the viewer sees it now."""

    state: SeenState
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a viewer's stream: its number there (from 1), the round, what is told."""

    number: int
    round: int
    what: SeenEvent | Anew


@dataclass(slots=True)
class Stream:
    """The messages of one viewer so far, the newest of them kept."""

    viewer: Viewer
    shows: Shows
    number: int = 0
    messages: list[Message] = field(default_factory=list)

    def went_on(self, before: State, entries: Sequence[Entry]) -> State:
        """Tell of entries that were added; gives the state after them."""
        state = before
        for entry in entries:
            for event in entry.events:
                seen = seen_event(state, event, self.viewer, self.shows)
                state = evolve(event, state)
                for one in seen:
                    self._tell(state.clock.round, one)
        return state

    def changed(self, before: Log, after: Log) -> None:
        """Tell that earlier entries changed, where the viewer can see a difference."""
        now = seen_state(after.state, self.viewer, self.shows)
        if now != seen_state(before.state, self.viewer, self.shows) or self.viewer.kind == "master":
            self._tell(after.state.clock.round, Anew(now))

    def _tell(self, round: int, what: SeenEvent | Anew) -> None:
        self.number += 1
        self.messages.append(Message(self.number, round, what))
        del self.messages[:-KEPT]

    def after(self, number: int) -> list[Message] | None:
        """The messages after one that was seen; None where they are not kept any more, or there was no such one."""
        if number > self.number or (self.messages and number < self.messages[0].number - 1):
            return None
        return [message for message in self.messages if message.number > number]


KEPT = 500
"""How many messages of a stream are kept to be sent again; whoever missed more gets the whole state."""
