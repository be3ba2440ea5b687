"""How a side decides what it takes of the offers, as data, and the choice that a fixed habit makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from adarga.study.strikes import Choice


@dataclass(frozen=True, slots=True)
class Threshold:
    """An offer is taken where the damage, and the points left to the one struck, allow it.

    The damage is what the blow does where the one who decides takes nothing. It must be `damage_at_least`, the points
    `points_at_most`, and no more than `left_at_most` may be left of them, below 0 where the damage is more than there
    are; None: however many. `beside` names what else must be open to the one who decides, in alphabetical order, and
    nothing more; None: whatever. The offer is taken up to `times` over, as often as it can be.
    """

    offer: str
    damage_at_least: int = 0
    points_at_most: int | None = None
    left_at_most: int | None = None
    times: int = 1
    beside: tuple[str, ...] | None = None

    def holds(self, damage: int, points: int, offers: Sequence[str]) -> bool:
        """Whether it says to take the offer where those are open, in alphabetical order."""
        return (
            (self.beside is None or self.beside == tuple(offer for offer in offers if offer != self.offer))
            and damage >= self.damage_at_least
            and (self.points_at_most is None or points <= self.points_at_most)
            and (self.left_at_most is None or points - damage <= self.left_at_most)
        )


Habit = Literal["never", "always", "last", "best"] | tuple[Threshold, ...]
"""How a side decides what it takes of the offers.

- `never`: nothing.
- `always`: what changes the damage most in its favour, the cheapest of equals.
- `last`: the cheapest of what makes it likeliest that it still stands, or that the other does not; nothing where
  nothing changes that.
- `best`: the best there is.
- thresholds: every offer that one of them says to take, but for what then changes the damage no more.
"""


def pick(
    habit: Habit, choices: Sequence[Choice], damage: Sequence[int], points: int, down: Callable[[int], Fraction]
) -> int | None:
    """The number of the choice that a habit makes, None where it is `best` and there is a choice to make.

    `damage[n]` is the damage under choice n, `points` what the one struck has left, `down(n)` the probability that
    choice n leaves it down; all of them with the opposite sign where the one who chooses is the one struck.
    """
    if habit == "never" or len(choices) == 1:
        return 0
    if habit == "always":
        return max(range(len(choices)), key=lambda n: (damage[n], -n))
    if habit == "last":
        return max(range(len(choices)), key=lambda n: (down(n), -n))
    return None if isinstance(habit, str) else _by_thresholds(habit, choices, damage, abs(points))


def offers_of(choices: Sequence[Choice]) -> tuple[str, ...]:
    """What can be taken in some of the choices, in alphabetical order."""
    return tuple(sorted({taken.name for choice in choices for taken in choice}))


def _by_thresholds(habit: tuple[Threshold, ...], choices: Sequence[Choice], damage: Sequence[int], points: int) -> int:
    wanted: dict[str, int] = {}
    offers = offers_of(choices)
    for one in habit:
        if one.holds(abs(damage[0]), points, offers):
            wanted[one.offer] = max(one.times, wanted.get(one.offer, 0))
    within = [
        n for n, choice in enumerate(choices) if all(taken.times <= wanted.get(taken.name, 0) for taken in choice)
    ]
    # All that is wanted stands last: it costs the most of what is within.
    return next(n for n in within if damage[n] == damage[within[-1]])
