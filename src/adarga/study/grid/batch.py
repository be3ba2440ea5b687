"""Pairs of forms that do not follow one another, as arrays to be solved together.

A grid holds a number for every cell, the points left to both: axis 0 those of the first, axis 1 those of the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adarga.study.grid.pairs import Dice, Mask, Option, Pair, Row

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Values:
    """P(the first wins) by whose turn it is, pair and cell, solved or still to be.

    Around the cells there is a border as wide as the most damage at once, where one of the two is down.
    `grid[side, pair, border[0] + a, border[1] + b]` is where the first has a + 1 points left and the second b + 1.
    """

    def __init__(self, pairs: int, points: tuple[int, int], most: Sequence[int]) -> None:
        self.points = points
        self.border = (most[0], most[1])
        self.grid: Floats = np.zeros((2, pairs, points[0] + most[0], points[1] + most[1]))
        self.grid[:, :, :, : most[1]] = 1.0
        self.flat: Floats = self.grid.reshape(2, -1)
        self.size = self.grid.shape[2] * self.grid.shape[3]
        self.row = self.grid.shape[3]

    def after(self, side: int, pair: int, damage: int) -> Floats:
        """The grid of what follows a blow of `side` that does so much damage and leads to `pair`: a view."""
        left, top = self.border
        damage = min(damage, self.border[1 - side])
        first, second = (left, top - damage) if side == 0 else (left - damage, top)
        return self.grid[1 - side, pair, first : first + self.points[0], second : second + self.points[1]]

    def cells(self, side: int, pair: int) -> Floats:
        """The grid of the values of a pair, where it is this side's turn: a view."""
        return self.grid[side, pair, self.border[0] :, self.border[1] :]

    def step(self, side: int) -> int:
        """How far back in `flat` one point of damage by `side` leads."""
        return 1 if side == 0 else self.row


@dataclass(frozen=True)
class Turn:
    """What one side's turn does from each of some pairs, moves and dice padded to the same number.

    `known[pair, move]` is a grid: what comes from outside the pair whatever is chosen. `kernel[pair, move, damage]` is
    the probability of staying in the pair with that damage whatever is chosen. The rest leaves a choice, some of it to
    stay: `odds[pair * moves + move, dice]`; `stays` holds for dice, row and option where in `Values.flat` that is
    looked up, `share` its probability, `base` a grid of what comes besides, `answers` for dice and row a grid of the
    best the target can do without staying, `leaves` for dice a grid of the best the attacker can do without. `loops`
    are the options that stay without damage, `at` the pair of each dice.
    """

    side: int
    known: Floats
    kernel: Floats
    odds: Floats
    stays: Ints
    share: Floats
    base: Floats
    answers: Floats
    leaves: Floats
    loops: NDArray[np.bool_]
    at: Ints

    @property
    def plain(self) -> bool:
        """Whether there is nothing at all to choose."""
        return self.known.shape[1] == 1 and not len(self.stays)


@dataclass(slots=True)
class _Open:
    """Dice that leave a choice of staying, before they are padded."""

    line: int
    at: int
    odds: float
    leaves: Floats
    answers: list[Floats]
    options: list[list[tuple[int, float, Floats]]]


class Builder:
    """Lays out the turns of one side from some pairs whose followers are all solved."""

    def __init__(self, values: Values, side: int, numbers: Sequence[int], pairs: Sequence[Pair]) -> None:
        self.values = values
        self.side = side
        self.numbers = numbers
        self.pairs = pairs
        self.worst = -np.inf if side == 0 else np.inf
        self.better: np.ufunc = np.maximum if side == 0 else np.minimum
        self.worse: np.ufunc = np.minimum if side == 0 else np.maximum
        self.moves = max(len(pair.turns[side]) for pair in pairs)
        self.open: list[_Open] = []

    def turn(self) -> Turn:
        """The arrays."""
        count, most = len(self.pairs), self.values.border[1 - self.side]
        known = np.zeros((count, self.moves, *self.values.points))
        kernel = np.zeros((count, self.moves, most + 1))
        for at, pair in enumerate(self.pairs):
            moves = pair.turns[self.side]
            for move, dice in enumerate(moves):
                for one in dice:
                    self._add(at, move, one, known[at, move], kernel[at, move])
            # A move that is not there must never be the best.
            known[at, len(moves) :] = self.worst
        return self._padded(known, kernel)

    def _add(self, at: int, move: int, dice: Dice, known: Floats, kernel: Floats) -> None:
        number = self.numbers[at]
        if len(dice.rows) == 1 and len(dice.rows[0].options) == 1:
            option = dice.rows[0].options[0]
            for odds, to in option.goes:
                if to == number:
                    kernel[min(option.damage, len(kernel) - 1)] += dice.odds * odds
                else:
                    known += (dice.odds * odds) * self.values.after(self.side, to, option.damage)
            return
        leaves, answers, options = np.full(self.values.points, self.worst), [], []
        for row in dice.rows:
            best = self._answers(number, row)
            staying = list(self._staying(number, row))
            if staying:
                answers.append(best)
                options.append(staying)
            else:
                self.better(leaves, best, out=leaves)
        if options:
            line = at * self.moves + move
            self.open.append(_Open(line, at, dice.odds, leaves, answers, options))
        else:
            known += dice.odds * leaves

    def _answers(self, number: int, row: Row) -> Floats:
        """The best the target can do against a row without staying.

        Where the attacker's habit does not allow the row: the worst there is for it.
        """
        best = np.full(self.values.points, -self.worst)
        for option in row.options:
            if all(to != number for _, to in option.goes):
                self.worse(best, self._masked(self._goes(option), option.mask, -self.worst), out=best)
        return self._masked(best, row.mask, self.worst)

    def _staying(self, number: int, row: Row) -> Iterator[tuple[int, float, Floats]]:
        """Of each option that may stay: its damage, the probability that it stays, and a grid of what comes besides."""
        for option in row.options:
            share = sum(odds for odds, to in option.goes if to == number)
            if share:
                yield option.damage, share, self._masked(self._goes(option, number), option.mask, -self.worst)

    def _goes(self, option: Option, without: int = -1) -> Floats:
        total: Floats | None = None
        for odds, to in option.goes:
            if to != without:
                grid = self.values.after(self.side, to, option.damage)
                total = odds * grid if total is None else total + odds * grid
        return np.zeros(self.values.points) if total is None else total

    def _masked(self, grid: Floats, mask: Mask | None, other: float) -> Floats:
        """A grid with something else where the points of the target are not in the mask."""
        if mask is None:
            return grid
        return np.where(mask if self.side == 0 else mask[:, None], grid, other)

    def _padded(self, known: Floats, kernel: Floats) -> Turn:
        count, values = len(self.open), self.values
        rows = max((len(one.options) for one in self.open), default=0)
        most = max((len(row) for one in self.open for row in one.options), default=0)
        turn = Turn(
            side=self.side,
            known=known,
            kernel=kernel,
            odds=np.zeros((len(self.pairs) * self.moves, count)),
            stays=np.zeros((count, rows, most), np.int64),
            share=np.zeros((count, rows, most)),
            base=np.full((count, rows, most, *values.points), -self.worst),
            answers=np.full((count, rows, *values.points), self.worst),
            leaves=np.empty((count, *values.points)),
            loops=np.zeros((count, rows, most), np.bool_),
            at=np.array([one.at for one in self.open], np.int64),
        )
        for n, one in enumerate(self.open):
            turn.odds[one.line, n] = one.odds
            turn.leaves[n] = one.leaves
            start = self.numbers[one.at] * values.size
            turn.stays[n] = start
            for r, row in enumerate(one.options):
                turn.answers[n, r] = one.answers[r]
                for o, (damage, share, base) in enumerate(row):
                    capped = min(damage, values.border[1 - self.side])
                    turn.stays[n, r, o] = start - capped * values.step(self.side)
                    turn.share[n, r, o], turn.base[n, r, o] = share, base
                    turn.loops[n, r, o] = not damage
        return turn
