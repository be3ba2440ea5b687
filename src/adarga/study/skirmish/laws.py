"""Drawing from exact laws without bias: alias tables of integers, decided by as many random bits as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adarga.errors import AdargaError

Ints = NDArray[np.signedinteger[Any]]
Words = NDArray[np.uint64]

COLUMN_BITS = 16
"""The low bits of a random word, which choose the column of an alias table; a law has at most that many outcomes."""
SHARE_BITS = 64 - COLUMN_BITS
"""The other bits of the word, which decide between a column's own outcome and its alias."""
_ONE = 1 << SHARE_BITS


def alias_table(weights: Sequence[int]) -> tuple[list[Fraction], list[int]]:
    """The alias table of outcomes with integer weights: each column's own share, exact, and whose the rest of it is.

    There are as many columns as the least power of two that holds the outcomes, all equally likely.

    >>> alias_table([1, 2])
    ([Fraction(2, 3), Fraction(1, 1)], [1, 1])
    """
    columns = 1 << (len(weights) - 1).bit_length()
    total = sum(weights)
    left = [weight * columns for weight in weights] + [0] * (columns - len(weights))
    shares, others = [Fraction(1)] * columns, list(range(columns))
    small = [column for column in range(columns) if left[column] < total]
    large = [column for column in range(columns) if left[column] >= total]
    while small:
        column, giver = small.pop(), large[-1]
        shares[column], others[column] = Fraction(left[column], total), giver
        left[giver] -= total - left[column]
        if left[giver] < total:
            small.append(large.pop())
    return shares, others


class Bits:
    """Random words, and draws that follow an exact law to the last bit.

    `seed` is a numpy seed sequence: the same one gives the same draws.
    """

    def __init__(self, seed: np.random.SeedSequence) -> None:
        self._raw = np.random.SFC64(seed)

    def words(self, count: int) -> Words:
        """So many words of 64 random bits."""
        found: Words = self._raw.random_raw(count)
        return found

    def pick(self, pool: Pool, laws: Ints) -> Ints:
        """One outcome of each law, by its number in the pool."""
        words = self.words(len(laws))
        cells = pool.first[laws] + (words & pool.mask[laws]).astype(np.int32)
        shares, mine = words >> np.uint64(COLUMN_BITS), pool.share[cells]
        found = np.where(shares < mine, cells, pool.other[cells])
        for at in np.flatnonzero(shares == mine):
            cell = int(cells[at])
            found[at] = cell if self._less(pool.rest.get(cell, Fraction(0))) else pool.other[cell]
        return found

    def below(self, limits: Words) -> Words:
        """For each limit (1 to 2**32) a number from 0 up and below it, all equally likely."""
        low, bits = np.uint64((1 << 32) - 1), np.uint64(32)
        found = np.zeros_like(limits)
        again = np.arange(len(limits))
        while len(again):
            limit = limits[again]
            product = (self.words(len(again)) >> bits) * limit
            found[again] = product >> bits
            again = again[(product & low) < np.uint64(1 << 32) % limit]
        return found

    def _less(self, share: Fraction) -> bool:
        """Whether a random number from 0 to 1 is less than a share, bit by bit until that is certain."""
        while share:
            scaled = share * (1 << 64)
            word, whole = int(self.words(1)[0]), int(scaled)
            if word != whole:
                return word < whole
            share = scaled - whole
        return False


class Pool:
    """Exact laws as alias tables, one after the other in flat arrays that grow.

    Law number n has its columns from `first[n]` on, `mask[n]` being their number less 1; a column is an outcome, whose
    own share of it is `share / 2**48` and a `rest` below that unit, its alias `other`. `values[k][column]` is what the
    outcome stands for.
    """

    def __init__(self, width: int) -> None:
        self.first = np.zeros(64, np.int32)
        self.mask = np.zeros(64, np.uint64)
        self.share = np.zeros(1024, np.uint64)
        self.other = np.zeros(1024, np.int32)
        self.values = [np.zeros(1024, np.int32) for _ in range(width)]
        self.rest: dict[int, Fraction] = {}
        self.laws = 0
        self.columns = 0

    def add(self, law: Sequence[tuple[int, tuple[int, ...]]]) -> int:
        """A law as integer weights and what each outcome stands for; its number.

        Raises `AdargaError` (`skirmish.outcomes`) where it has more outcomes than a draw can tell apart.
        """
        if len(law) > 1 << COLUMN_BITS:
            raise AdargaError("skirmish.outcomes", count=len(law), most=1 << COLUMN_BITS)
        shares, others = alias_table([weight for weight, _ in law])
        start, end = self.columns, self.columns + len(shares)
        self.share, self.other = grown(self.share, end), grown(self.other, end)
        self.values = [grown(column, end) for column in self.values]
        self.first, self.mask = grown(self.first, self.laws + 1), grown(self.mask, self.laws + 1)
        for at, (share, other) in enumerate(zip(shares, others, strict=True)):
            scaled = share * _ONE
            self.share[start + at], self.other[start + at] = int(scaled), start + other
            if scaled != int(scaled):
                self.rest[start + at] = scaled - int(scaled)
        for at, (_, values) in enumerate(law):
            for column, value in zip(self.values, values, strict=True):
                column[start + at] = value
        self.first[self.laws], self.mask[self.laws] = start, len(shares) - 1
        self.columns, self.laws = end, self.laws + 1
        return self.laws - 1


def grown(array: NDArray[Any], least: int, fill: int = 0, axis: int = 0) -> NDArray[Any]:
    """An array at least so long along an axis, itself where it is: one that has to grow at least doubles."""
    had = array.shape[axis]
    if had >= least:
        return array
    shape = list(array.shape)
    shape[axis] = max(least, 2 * had)
    made = np.full(shape, fill, array.dtype)
    made[tuple(slice(size) for size in array.shape)] = array
    return made
