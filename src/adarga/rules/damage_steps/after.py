"""What a `damage-steps` strike changes, and who acts when (D10): pure functions on fighters."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.rules.protocol import Change, Fighter
from adarga.rules.standing import lose_points, turns_as_set


def order(fighters: Sequence[Fighter]) -> tuple[tuple[str, ...], ...]:
    """Turns as set, the highest initiative first; those at 0 points are out."""
    return turns_as_set(fighters)


def lose(fighter: Fighter, loss: int) -> tuple[Change, ...]:
    """Points lost at once, and out of the fight at 0."""
    return lose_points(fighter, loss, "D10", "damage_steps.points", "damage_steps.out")
