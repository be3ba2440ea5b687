"""What a `damage-steps` strike changes, and who acts when (D10): pure functions on fighters."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.plan import Reason
from adarga.rules.protocol import Change, Condition, ConditionSet, Fighter, PointsChanged

OUT = "out"
"""The condition of who has no points left."""


def out(fighter: Fighter) -> bool:
    """Whether a fighter is out of the fight."""
    return fighter.points == 0 or fighter.has(OUT)


def order(fighters: Sequence[Fighter]) -> tuple[tuple[str, ...], ...]:
    """Turns by initiative as set, highest first; equal ones, and after all others those without one, as listed."""
    standing = [fighter for fighter in fighters if not out(fighter)]
    rolled = [fighter for fighter in standing if fighter.initiative is not None]
    others = [fighter for fighter in standing if fighter.initiative is None]
    rolled.sort(key=lambda fighter: -(fighter.initiative or 0))
    return tuple((fighter.id,) for fighter in (*rolled, *others))


def lose(fighter: Fighter, loss: int) -> tuple[Change, ...]:
    """Points lost at once, never more than are left; at 0 points the fighter is out of the fight."""
    if fighter.points is None or loss <= 0:
        return ()
    taken = min(loss, fighter.points)
    left = fighter.points - taken
    changes: list[Change] = []
    if taken:
        changes.append(PointsChanged(fighter.id, -taken, Reason("D10", "damage_steps.points", loss=loss, left=left)))
    if left == 0 and not fighter.has(OUT):
        changes.append(ConditionSet(fighter.id, Condition(OUT), Reason("D10", "damage_steps.out")))
    return tuple(changes)
