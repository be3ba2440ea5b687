"""Who stands and acts, where nothing more comes of losing points than being out of the fight at 0."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.plan import Reason
from adarga.rules.protocol import Change, Condition, ConditionSet, Fighter, PointsChanged

OUT = "out"
"""The condition of who has no points left."""


def turns_as_set(fighters: Sequence[Fighter]) -> tuple[tuple[str, ...], ...]:
    """Turns by initiative as set, highest first; equal ones, and after all others those without one, as listed."""
    able = [fighter for fighter in fighters if fighter.points != 0 and not fighter.has(OUT)]
    able.sort(key=lambda fighter: (fighter.initiative is None, -(fighter.initiative or 0)))
    return tuple((fighter.id,) for fighter in able)


def lose_points(fighter: Fighter, loss: int, ruling: str, loses: str, out: str) -> tuple[Change, ...]:
    """Points lost at once, never more than are left, and out of the fight at 0; nothing where they are not counted.

    `loses` and `out` are the keys of the two reasons, `ruling` decides both.
    """
    if fighter.points is None or loss <= 0:
        return ()
    taken = min(loss, fighter.points)
    left = fighter.points - taken
    changes: list[Change] = []
    if taken:
        changes.append(PointsChanged(fighter.id, -taken, Reason(ruling, loses, loss=loss, left=left)))
    if left == 0 and not fighter.has(OUT):
        changes.append(ConditionSet(fighter.id, Condition(OUT), Reason(ruling, out)))
    return tuple(changes)
