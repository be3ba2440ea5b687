"""P3 and P5: DES for the turn order, surprise, waiting, and who acts when."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.rules.percentile.book import PercentileBook
from adarga.rules.protocol import Fighter

HELPLESS = ("unconscious", "dying", "dead", "broken", "out")
"""Conditions in which nobody acts."""


def helpless(book: PercentileBook, fighter: Fighter) -> bool:
    """Whether it can do nothing: such a condition, no points left, or so few that it lies unconscious (P10)."""
    return fighter.points == 0 or lies_low(book, fighter) or any(map(fighter.has, HELPLESS))


def lies_low(book: PercentileBook, fighter: Fighter) -> bool:
    """P10: whether it has lost points and only `wounds.unconscious_at` or fewer are left."""
    points, full = fighter.points, fighter.combatant.points
    if book.wounds.beyond_light == "off" or points is None or full is None:
        return False
    return points <= book.wounds.unconscious_at and points < full


def effective_dexterity(book: PercentileBook, fighter: Fighter, round: int) -> int:
    """The DES that counts for the order of a round (from 1): halved by surprise in the first, lowered by waiting.

    Never under 1. A sheet without DES acts at its initiative, or at 1.
    """
    dexterity = fighter.combatant.dexterity or fighter.initiative or 1
    if round == 1 and fighter.has("surprised"):
        dexterity = (dexterity + 1) // 2 if book.surprise.round == "up" else dexterity // 2
    if fighter.waiting is not None:
        dexterity = min(dexterity, fighter.waiting)
    return max(dexterity, 1)


def best_skill(fighter: Fighter) -> int:
    """The highest skill of its weapons in per cent, 0 without one."""
    return max((weapon.skill or 0 for weapon in fighter.combatant.weapons), default=0)


def order(book: PercentileBook, fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
    """Who acts in a round (from 1), the highest DES first; who can do nothing has no turn."""
    able = [fighter for fighter in fighters if not helpless(book, fighter)]
    counts = {fighter.id: effective_dexterity(book, fighter, round) for fighter in able}
    if book.order.ties == "together":
        return tuple(
            tuple(fighter.id for fighter in able if counts[fighter.id] == count)
            for count in sorted(set(counts.values()), reverse=True)
        )
    by_skill = book.order.ties == "skill"
    ranked = sorted(able, key=lambda one: (-counts[one.id], -best_skill(one) if by_skill else 0))
    return tuple((fighter.id,) for fighter in ranked)
