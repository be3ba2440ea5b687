"""A fight at hand for a test: commands that must be taken, or refused."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.fight import Refusal
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.log import Log
from adarga.fight.state import Aim, State
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.library import rulebook
from adarga.rules.protocol import Change, Combatant, Condition, Fighter, Rulebook, Situation, Until

NOTHING = Situation()
FOR_EVER = Until("ever")


class Table:
    """A fight of one rulebook: its log, and short ways to go on with it."""

    def __init__(self, book: str | Rulebook, *sheets: Combatant) -> None:
        self.book = rulebook(book) if isinstance(book, str) else book
        self.log = Log()
        for sheet in sheets:
            self.do(cmd.Join(sheet=sheet))

    @property
    def state(self) -> State:
        return self.log.state

    @property
    def acting(self) -> tuple[str, ...]:
        return self.log.state.acting

    def fighter(self, id: str) -> Fighter:
        return self.log.state.fighter(id)

    def do(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        found = self.log.told(self.book, command)
        assert not isinstance(found, Refusal), found.reason
        self.log = found
        return found.entries[-1].events

    def refused(self, command: cmd.Command) -> str:
        found = self.log.told(self.book, command)
        assert isinstance(found, Refusal)
        return found.reason.key

    def next(self, times: int = 1) -> None:
        for _ in range(times):
            self.do(cmd.NextTurn())

    def attack(self, who: str, weapon: str, target: str, situation: Situation = NOTHING) -> None:
        self.do(cmd.Attack(who=who, weapon=weapon, aims=(Aim(target),), situation=situation))

    def strike(
        self, who: str, weapon: str, target: str, *dice: int, situation: Situation = NOTHING
    ) -> ev.Struck | None:
        """A strike with its dice thrown one by one: None while an answer is waited for."""
        self.attack(who, weapon, target, situation)
        return self.throw(*dice)

    def throw(self, *dice: int) -> ev.Struck | None:
        events: Sequence[ev.Event] = ()
        for face in dice:
            waits = waits_for(self.book, self.state)
            assert isinstance(waits, WaitsForDie)
            events = self.do(cmd.Throw(((waits.name, (face,)),)))
        return struck(events)

    def condition(self, who: str, name: str, until: Until = FOR_EVER) -> None:
        self.do(cmd.SetCondition(who, Condition(name, until)))


def struck(events: Sequence[ev.Event]) -> ev.Struck | None:
    return next((event for event in events if isinstance(event, ev.Struck)), None)


def damage(event: ev.Struck | None) -> int:
    assert event is not None
    return event.damage


def branch(event: ev.Struck | None) -> str:
    assert event is not None
    return event.branch


def changes(events: Sequence[ev.Event]) -> list[Change]:
    return [event.change for event in events if isinstance(event, ev.Changed)]


def rulings(event: ev.Struck | None) -> set[str]:
    """The rulings that a strike's trace names."""
    assert event is not None
    return {line.reason.ruling for line in event.trace}
