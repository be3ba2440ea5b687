"""The grids of some pairs of forms filled in, from the fewest points on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adarga.study.grid.batch import Builder, Floats, Ints, Turn, Values
from adarga.study.grid.pairs import Pair

MOST_TOGETHER = 16
"""More pairs than these at once would gain no time and take much memory."""

FEW_POINTS = 500
"""Up to so many points row after row is the quicker; beyond, its matrices are too large to be gone through so often."""

MOST_TURNS = 200
"""A policy is improved a few times; that it is not after so many says that something is wrong."""

ROUNDING = 2e-15
"""As much as sums of some dozen probabilities may be off."""


def filled(pairs: Sequence[Pair], points: tuple[int, int], most: Sequence[int]) -> Values:
    """P(the first wins) from every cell of every pair, both turns."""
    values = Values(len(pairs), points, most)
    for depth in range(max(pair.depth for pair in pairs) + 1):
        level = [number for number, pair in enumerate(pairs) if pair.depth == depth]
        for start in range(0, len(level), MOST_TOGETHER):
            numbers = level[start : start + MOST_TOGETHER]
            chosen = [pairs[number] for number in numbers]
            first, second = (Builder(values, side, numbers, chosen).turn() for side in (0, 1))
            if first.plain and second.plain and max(points) <= FEW_POINTS:
                by_rows(values, numbers, first, second)
            else:
                Diagonals(values, numbers, first, second).fill()
    return values


def by_rows(values: Values, numbers: Sequence[int], first: Turn, second: Turn) -> None:
    """The grids of pairs in which nothing is chosen: row after row, the points of the first being the row.

    A row where the second acts depends on the row where the first does by its misses alone, and that one by a
    triangular system with one matrix for all rows.
    """
    (rows, columns), (left, top) = values.points, values.border
    chance, miss = first.kernel[:, 0], second.kernel[:, 0, 0]
    series = _again(chance, miss, columns)
    solved = _triangular(series, columns)
    through = _triangular(chance, columns) @ solved
    known, hits = first.known[:, 0] + _felling(chance, columns)[:, None, :], second.known[:, 0]
    sides = known @ solved + hits @ through
    mine, more = np.zeros((len(numbers), left + rows, columns)), np.empty((len(numbers), rows, columns))
    back = _rows_back(second.kernel[:, 0])
    for row in range(0, rows, back.shape[1]):
        size = min(back.shape[1], rows - row)
        here = slice(row, row + size)
        hit = np.matmul(back[:, :size], mine[:, row : left + row], out=more[:, here])
        np.add(hit @ through, sides[:, here], out=mine[:, left + row : left + row + size])
    values.grid[0, numbers, left:, top:] = mine[:, left:]
    values.grid[1, numbers, left:, top:] = hits + more + miss[:, None, None] * mine[:, left:]


def _again(chance: Floats, miss: Floats, size: int) -> Floats:
    """For each pair the series 1 / (1 - miss * chance), the first `size` terms: misses until something happens."""
    found = np.zeros((len(chance), size))
    for number, (kernel, again) in enumerate(zip(chance, miss, strict=True)):
        series = np.zeros(size)
        series[: len(kernel)] = -again * kernel[:size]
        series[0] += 1
        inverse = 1 / series[:1]
        while len(inverse) < size:
            length = 2 * len(inverse)
            rest = -np.convolve(series[:length], inverse)[:length]
            rest[0] += 2
            inverse = np.convolve(inverse, rest)[:length]
        found[number] = inverse[:size]
    return found


def _rows_back(kernel: Floats) -> Floats:
    """For each pair the rows that a blow of the second leads back to, from as many rows as none of them are among."""
    most = kernel.shape[1] - 1
    least = int(kernel[:, 1:].any(axis=0).argmax()) + 1 if most else 1
    damage = most + np.arange(least)[:, None] - np.arange(most)
    return np.where(damage <= most, kernel[:, np.minimum(damage, most)], 0.0)


def _triangular(kernel: Floats, size: int) -> Floats:
    """For each pair the matrix by which a row of points left is multiplied for a blow that does not fell."""
    padded = np.zeros((len(kernel), 2 * size))
    padded[:, size : size + kernel.shape[1]] = kernel[:, :size]
    steps = np.arange(size)
    return padded[:, size + steps - steps[:, None]]


def _felling(kernel: Floats, size: int) -> Floats:
    """For each pair the probability of a blow that fells one with 1 .. `size` points left."""
    found = np.zeros((len(kernel), size))
    tail = kernel[:, :0:-1].cumsum(axis=1)[:, ::-1]
    found[:, : tail.shape[1]] = tail[:, :size]
    return found


class Diagonals:
    """The grids of pairs in which something is chosen, by diagonals: the points of both in sum, from 2 on."""

    def __init__(self, values: Values, numbers: Sequence[int], first: Turn, second: Turn) -> None:
        self.values = values
        self.turns = (first, second)
        self.starts: Ints = np.array(numbers, np.int64) * values.size
        self.flat = [_Flat(turn) for turn in self.turns]
        self.hurts = [np.flatnonzero(turn.kernel[:, :, 1:].any(axis=(0, 1))) + 1 for turn in self.turns]
        self.kernels = [turn.kernel[:, :, damage] for turn, damage in zip(self.turns, self.hurts, strict=True)]
        self.back = [self.starts[:, None] - values.step(side) * damage for side, damage in enumerate(self.hurts)]
        self.simple = all(turn.known.shape[1] == 1 and not turn.loops.any() for turn in self.turns)

    def fill(self) -> None:
        """Fill all cells."""
        rows, columns = self.values.points
        left, top = self.values.border
        for total in range(rows + columns - 1):
            start, stop = max(0, total - columns + 1), min(rows, total + 1)
            first = np.arange(start, stop)
            cells = (left + first) * self.values.row + top + total - first
            # With one column a diagonal is one cell, whatever the step.
            places = slice(start * (columns - 1) + total, (stop - 1) * (columns - 1) + total + 1, max(columns - 1, 1))
            stages = [_Stage(self, side, cells, places) for side in (0, 1)]
            mine, theirs = self._closed(*stages) if self.simple else self._improved(*stages)
            where = self.starts[:, None] + cells
            self.values.flat[0][where], self.values.flat[1][where] = mine, theirs

    @staticmethod
    def _closed(one: _Stage, other: _Stage) -> tuple[Floats, Floats]:
        """Both turns where they depend on each other by misses alone."""
        zero = np.zeros(1)
        hit, miss = one.after(zero)
        answer, again = other.after(zero)
        mine = (hit + miss * answer) / (1 - miss * again)
        return mine, answer + again * mine

    @staticmethod
    def _improved(one: _Stage, other: _Stage) -> tuple[Floats, Floats]:
        """Both turns where what is chosen depends on what they are worth.

        What the second's turn is worth is a growing function of itself, made of straight pieces less steep than 1: the
        piece it lies on is found by going from each to the value it would mean, between what is too low and too high.
        """
        shape = one.after(np.zeros(1))[0].shape
        low, high, value = np.zeros(shape), np.ones(shape), np.full(shape, 0.5)
        for _ in range(MOST_TURNS):
            mine, slope = one.after(value)
            theirs, more = other.after(mine)
            steep = slope * more
            # On the right piece nothing but rounding is left between the two.
            if (np.abs(theirs - value) <= ROUNDING).all():
                return mine, theirs
            better = (theirs - steep * value) / (1 - steep)
            high = np.where(theirs < value, np.minimum(high, value), high)
            low = np.where(theirs > value, np.maximum(low, value), low)
            outside = (better < low - 1e-15) | (better > high + 1e-15)
            value = np.where(outside, (low + high) / 2, better)
        raise ArithmeticError(MOST_TURNS)


class _Flat:
    """A turn with the two axes of its grids as one."""

    def __init__(self, turn: Turn) -> None:
        cells = turn.known.shape[2] * turn.known.shape[3]
        self.known = turn.known.reshape(*turn.known.shape[:2], cells)
        self.base = turn.base.reshape(*turn.base.shape[:3], cells)
        self.answers = turn.answers.reshape(*turn.answers.shape[:2], cells)
        self.leaves = turn.leaves.reshape(len(turn.leaves), cells)


class _Stage:
    """One side's turn on one diagonal: all that does not depend on the other side's turn on it."""

    def __init__(self, whole: Diagonals, side: int, cells: Ints, places: slice) -> None:
        turn, flat, other = whole.turns[side], whole.flat[side], whole.values.flat[1 - side]
        self.turn = turn
        self.known = flat.known[:, :, places]
        if len(whole.hurts[side]):
            self.known = self.known + whole.kernels[side] @ other.take(whole.back[side][:, :, None] + cells)
        self.choice = bool(len(turn.stays))
        if self.choice:
            self.base = flat.base[..., places]
            self.fixed = self.base + turn.share[..., None] * other.take(turn.stays[..., None] + cells)
            self.answers, self.leaves = flat.answers[..., places], flat.leaves[..., places]

    def after(self, value: Floats) -> tuple[Floats, Floats]:
        """What this turn is worth where the next one here is worth `value`, and how steeply that grows with it."""
        turn = self.turn
        miss = turn.kernel[:, :, :1]
        worth = self.known + miss * (value[:, None, :] if value.ndim > 1 else value)
        steep = np.broadcast_to(miss, worth.shape)
        if self.choice:
            found, slope = self._chosen(value)
            worth = worth + (turn.odds @ found).reshape(worth.shape)
            if slope is not None:
                steep = steep + (turn.odds @ slope).reshape(worth.shape)
        if worth.shape[1] == 1:
            return worth[:, 0], steep[:, 0]
        best = (worth.argmax if turn.side == 0 else worth.argmin)(axis=1)[:, None]
        return np.take_along_axis(worth, best, 1)[:, 0], np.take_along_axis(steep, best, 1)[:, 0]

    def _chosen(self, value: Floats) -> tuple[Floats, Floats | None]:
        """What dice that leave a choice are worth, and how steeply (None: not at all)."""
        turn = self.turn
        better, worse = (np.maximum, np.minimum) if turn.side == 0 else (np.minimum, np.maximum)
        if not turn.loops.any():
            option = self.fixed[:, :, 0] if self.fixed.shape[2] == 1 else worse.reduce(self.fixed, axis=2)
            row = worse(option, self.answers)
            return better(row[:, 0] if row.shape[1] == 1 else better.reduce(row, axis=1), self.leaves), None
        share = turn.share[..., None]
        again = value[turn.at][:, None, None, :] if value.ndim > 1 else value
        worth = np.where(turn.loops[..., None], self.base + share * again, self.fixed)
        steep = np.where(turn.loops[..., None], share, 0.0) + np.zeros_like(worth)
        worth, steep = _pick(worth, steep, 2, turn.side == 1)
        away = worse(worth, self.answers) != worth
        worth, steep = np.where(away, self.answers, worth), np.where(away, 0.0, steep)
        worth, steep = _pick(worth, steep, 1, turn.side == 0)
        away = better(worth, self.leaves) != worth
        return np.where(away, self.leaves, worth), np.where(away, 0.0, steep)


def _pick(worth: Floats, steep: Floats, axis: int, most: bool) -> tuple[Floats, Floats]:
    """The most or the least along an axis, and what stands at the same place in the other array."""
    at = np.expand_dims((worth.argmax if most else worth.argmin)(axis=axis), axis)
    return np.take_along_axis(worth, at, axis).squeeze(axis), np.take_along_axis(steep, at, axis).squeeze(axis)
