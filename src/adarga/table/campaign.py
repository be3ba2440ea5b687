"""From one fight of a campaign to the next: those who go on, as they came out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adarga.fight import commands as cmd
from adarga.fight.state import State
from adarga.rules.protocol import Condition, Fighter
from adarga.table.intents import JoinAll

_OF_A_FIGHT = ("turn", "round")


def carried(before: State, now: State) -> JoinAll:
    """The players' fighters of an earlier fight enter as they stood; nobody is in it twice.

    What lasts a round or a turn is over; what ends at some minute of the game ends after as long as it had left.
    """
    there = {seat.id for seat in now.seats}
    return JoinAll(tuple(_joins(before, now.clock.minutes, there)))


def _joins(before: State, minutes: int, there: set[str]) -> Iterator[cmd.Command]:
    later = minutes - before.clock.minutes
    for seat in before.seats:
        name = seat.name or seat.id
        if seat.owner and name not in there:
            stood = _later(seat.fighter, later)
            sheet = replace(stood.combatant, name=name)
            yield cmd.Join(sheet=sheet, side=seat.side, owner=seat.owner, hidden=seat.hidden, stood=stood)


def _later(fighter: Fighter, by: int) -> Fighter:
    """A fighter with every time in it moved to another clock."""
    lasting = (one for one in fighter.conditions if one.until.when not in _OF_A_FIGHT)
    return replace(
        fighter,
        conditions=tuple(_moved(one, by) for one in lasting),
        wounds=tuple(replace(one, minutes=one.minutes + by) for one in fighter.wounds),
    )


def _moved(condition: Condition, by: int) -> Condition:
    if condition.until.when != "minute":
        return condition
    return replace(condition, until=replace(condition.until, at=condition.until.at + by))
