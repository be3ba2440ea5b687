"""What fights came to, counted, and what that says: shares and means with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

Z = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal law."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure of a simulation: what was found, and the 95 % interval, `low` to `high`, from `n` fights."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half of the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, n: int) -> Estimate:
    """The share of `count` in `n` with Wilson's interval: 0 of n is an interval, too. Raises `ValueError` for n = 0.

    >>> found = share(0, 100)
    >>> found.low, round(found.high, 3)
    (0.0, 0.037)
    """
    if n < 1:
        raise ValueError(n)
    value, more = count / n, Z * Z / n
    middle = (value + more / 2) / (1 + more)
    half = Z * sqrt(value * (1 - value) / n + more / (4 * n)) / (1 + more)
    low = 0.0 if count == 0 else max(middle - half, 0.0)
    high = 1.0 if count == n else min(middle + half, 1.0)
    return Estimate(value, low, high, n)


def mean(total: int, squares: int, n: int) -> Estimate:
    """The mean of n values, by their sum and the sum of their squares, with the interval that a normal law gives it.

    One value alone says nothing of how far others may lie: its interval is endless. Raises `ValueError` for n = 0.
    """
    if n < 1:
        raise ValueError(n)
    value = total / n
    if n == 1:
        return Estimate(value, -float("inf"), float("inf"), n)
    half = Z * sqrt(max(n * squares - total * total, 0) / (n * n * (n - 1)))
    return Estimate(value, value - half, value + half, n)


@dataclass
class Tally:
    """What some fights came to.

    `wins` by side, `nobody`: all sides are down, `undecided`: the last round ended with more than one side up. By
    fighter: how often it was `down`, how often it had left (`gone`), its points left in all and their squares.
    `rounds[r]` counts the fights that were over in round r.
    """

    fights: int
    wins: Counts
    nobody: int
    undecided: int
    down: Counts
    gone: Counts
    points: Counts
    squares: Counts
    rounds: Counts

    @classmethod
    def empty(cls, sides: int, fighters: int) -> Tally:
        """No fight yet."""
        down, gone, points, squares = (np.zeros(fighters, np.int64) for _ in range(4))
        return cls(0, np.zeros(sides, np.int64), 0, 0, down, gone, points, squares, np.zeros(1, np.int64))

    def add(self, other: Tally) -> None:
        """Count others in."""
        self.fights += other.fights
        self.wins += other.wins
        self.nobody += other.nobody
        self.undecided += other.undecided
        self.down += other.down
        self.gone += other.gone
        self.points += other.points
        self.squares += other.squares
        self.add_rounds(other.rounds)

    def add_rounds(self, counts: Counts | Sequence[int]) -> None:
        """Count in fights by the round in which they were over."""
        more = np.asarray(counts, np.int64)
        if len(more) > len(self.rounds):
            self.rounds = np.concatenate((self.rounds, np.zeros(len(more) - len(self.rounds), np.int64)))
        self.rounds[: len(more)] += more
