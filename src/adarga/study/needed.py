"""The inverse question: which values of a number make a target last as long as is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from adarga.errors import AdargaError
from adarga.study.survival import ExactSurvival, Survival

Measure = Callable[[Survival | ExactSurvival], "float | Fraction"]
"""What is asked of a survival; `math.inf` for one that has no end."""
_NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Tried:
    """A value that was tried, what the measure came to, and whether that is enough."""

    value: int
    measure: float | Fraction
    holds: bool


@dataclass(frozen=True, slots=True)
class Needed:
    """Every value that was tried, in rising order."""

    tried: tuple[Tried, ...]

    @property
    def enough(self) -> tuple[int, ...]:
        """All values that are enough, in rising order."""
        return tuple(one.value for one in self.tried if one.holds)

    @property
    def least(self) -> int | None:
        """The least value that is enough; None where none of them is."""
        return next((one.value for one in self.tried if one.holds), None)

    @property
    def steady(self) -> bool:
        """Whether every value above one that is enough is enough too."""
        held = [one.holds for one in self.tried]
        return held == sorted(held)


def mean_rounds(found: Survival | ExactSurvival) -> float | Fraction:
    """The mean round in which it goes down; infinite where it never does."""
    mean = found.mean_rounds
    return math.inf if mean is None else mean


def up_after(rounds: int) -> Measure:
    """P(still up after so many rounds), 1 or more.

    The measure raises `AdargaError("study.survival.short", rounds=, covered=)` for a curve that does not reach so far.
    """

    def measure(found: Survival | ExactSurvival) -> float | Fraction:
        curve = found.up_by_round
        if not 1 <= rounds <= len(curve):
            raise AdargaError("study.survival.short", rounds=rounds, covered=len(curve))
        share = curve[rounds - 1]
        return share if isinstance(share, Fraction) else float(share)

    return measure


def needed(
    ask: Callable[[int], Survival | ExactSurvival],
    values: Iterable[int],
    measure: Measure,
    at_least: float | Fraction,
) -> Needed:
    """Try every one of `values` and keep which make `measure` come to `at_least` or more.

    `ask` gives the survival with a value in its place: an armour rating, points, a bonus, whatever it likes. Nothing is
    taken for granted about how the measure moves. Floats less than a relative 1e-12 short count as enough.

    >>> from adarga.dice import Distribution
    >>> from adarga.study.survival import survival
    >>> found = needed(lambda points: survival(Distribution({0: 1, 1: 1}), points), range(1, 6), mean_rounds, 5)
    >>> found.least, found.enough, found.steady
    (3, (3, 4, 5), True)
    """
    tried = []
    for value in sorted(set(values)):
        found = measure(ask(value))
        limit = at_least if isinstance(found, Fraction) else float(at_least) * (1 - _NEAR)
        tried.append(Tried(value, found, found >= limit))
    return Needed(tuple(tried))
