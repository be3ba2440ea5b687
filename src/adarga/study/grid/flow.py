"""Where a solved duel goes from every cell of a pair of forms, under what is chosen there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adarga.study.grid.batch import Floats, Ints, Values
from adarga.study.grid.pairs import Dice, Mask, Option, Pair, Row

NEAR = 1e-13
"""Values that differ by no more than this are equally good."""

WHOLE = (slice(None), slice(None))
_BITS = np.array([number.bit_count() for number in range(256)])

Cells = NDArray[np.bool_]
Where = Cells | None
"""The cells at which something is chosen; None: all."""


@dataclass(frozen=True, slots=True)
class Course:
    """A way on from a pair: to which, by how much damage, with what probability, from which cells (None: all).

    The cells are kept as bits: there are very many courses.
    """

    to: int
    damage: int
    odds: float
    bits: NDArray[np.uint8] | None

    @property
    def cells(self) -> int:
        """How many cells it is taken from, where not from all."""
        return 0 if self.bits is None else int(_BITS[self.bits].sum())

    def weigh(self, grid: Floats, box: tuple[slice, slice] = WHOLE) -> Floats:
        """A grid, or a part of it, times the probability, 0 where the course is not taken."""
        if self.bits is None:
            return self.odds * grid[box]
        where = np.unpackbits(self.bits, count=grid.size).reshape(grid.shape)
        return self.odds * grid[box] * where[box]


class Courses:
    """The ways on from the pairs of a solved duel.

    Of choices equally good the one listed first is taken.
    """

    def __init__(self, values: Values, pairs: list[Pair]) -> None:
        self.values = values
        self.pairs = pairs
        self._known: dict[tuple[int, int], list[Course]] = {}

    def of(self, number: int, side: int) -> list[Course]:
        """Where a side's turn leads from a pair."""
        found = self._known.get((number, side))
        if found is None:
            sure: dict[tuple[int, int], float] = {}
            found = []
            for odds, option, where in self._options(number, side):
                damage = min(option.damage, self.values.border[1 - side])
                for share, to in option.goes:
                    if where is None:
                        sure[to, damage] = sure.get((to, damage), 0.0) + odds * share
                    else:
                        found.append(Course(to, damage, odds * share, np.packbits(where)))
            found += [Course(to, damage, odds, None) for (to, damage), odds in sure.items()]
            self._known[number, side] = found
        return found

    def _options(self, number: int, side: int) -> Iterator[tuple[float, Option, Where]]:
        moves = self.pairs[number].turns[side]
        best = _first_best([self._worth(side, dice) for dice in moves], side) if len(moves) > 1 else None
        for move, dice in enumerate(moves):
            here = None if best is None else best == move
            for one in dice:
                for option, where in self._chosen(side, one):
                    cells = where if here is None else here if where is None else where & here
                    if cells is None or cells.any():
                        yield one.odds, option, cells

    def _worth(self, side: int, dice: tuple[Dice, ...]) -> Floats:
        total = np.zeros(self.values.points)
        for one in dice:
            best = [self._answered(side, row)[0] for row in one.rows]
            total += one.odds * (np.max if side == 0 else np.min)(best, axis=0)
        return total

    def _chosen(self, side: int, dice: Dice) -> Iterator[tuple[Option, Where]]:
        """The options of some dice that are chosen anywhere, and where."""
        if len(dice.rows) == 1 and len(dice.rows[0].options) == 1:
            yield dice.rows[0].options[0], None
            return
        answered = [self._answered(side, row) for row in dice.rows]
        rows = _first_best([best for best, _ in answered], side)
        for number, row in enumerate(dice.rows):
            here = rows == number
            options = _first_best(answered[number][1], 1 - side) if here.any() else None
            for at, option in enumerate(row.options if options is not None else ()):
                where = here & (options == at)
                if where.any():
                    yield option, None if where.all() else where

    def _answered(self, side: int, row: Row) -> tuple[Floats, list[Floats]]:
        """What a row is worth by the target's best answer, and each answer."""
        worst = -np.inf if side == 0 else np.inf
        options = []
        for option in row.options:
            goes = [odds * self.values.after(side, to, option.damage) for odds, to in option.goes]
            options.append(_masked(sum(goes[1:], goes[0]), option.mask, side, -worst))
        best: Floats = (np.min if side == 0 else np.max)(options, axis=0)
        return _masked(best, row.mask, side, worst), options


def _first_best(worth: list[Floats], side: int) -> Ints:
    """The number of the first of several that is as good as any: the most for side 0, the least for side 1."""
    signed = np.array(worth) if side == 0 else -np.array(worth)
    first: Ints = (signed >= signed.max(axis=0) - NEAR).argmax(axis=0)
    return first


def _masked(grid: Floats, mask: Mask | None, side: int, other: float) -> Floats:
    """A grid with something else where the points of the target are not in the mask."""
    if mask is None:
        return grid
    return np.where(mask if side == 0 else mask[:, None], grid, other)


def _arrive(goal: Floats, values: Values, side: int, course: Course, times: Floats) -> None:
    """Add to all pairs' grids, of the other side's turn, what a course brings from cells that come so often."""
    left, top = values.border
    rows, columns = values.points
    first, second = (left, top - course.damage) if side == 0 else (left - course.damage, top)
    goal[course.to, first : first + rows, second : second + columns] += course.weigh(times)


Start = tuple[int, int, int, int]
"""Whose turn it is, the number of the pair, and the points left to both."""


@dataclass(frozen=True, slots=True)
class Passed:
    """How often each side's turn comes on the mean, and P(either wins with 1, 2 ... points left).

    `met` are the numbers of the pairs that may come about, each with whose turn it is.
    """

    turns: tuple[float, float]
    left: tuple[Floats, Floats]
    met: list[tuple[int, int]]


def passed(courses: Courses, start: Start) -> Passed:
    """The course of a duel from some cell on."""
    values, (side, number, first, second) = courses.values, start
    left, top = values.border
    times = np.zeros_like(values.grid)
    times[side, number, left + first - 1, top + second - 1] = 1.0
    deepest_first = sorted(range(len(courses.pairs)), key=lambda one: -courses.pairs[one].depth)
    for one in deepest_first:
        if times[:, one, left:, top:].any():
            _within(times, courses, one)
            for turn in (0, 1):
                for course in courses.of(one, turn):
                    if course.to != one:
                        _arrive(times[1 - turn], values, turn, course, times[turn, one, left:, top:])
    turns = times[:, :, left:, top:].sum(axis=(1, 2, 3)).tolist()
    wins = times[:, :, left:, :top].sum(axis=(0, 1, 3)), times[:, :, :left, top:].sum(axis=(0, 1, 2))
    met = np.argwhere(times[:, :, left:, top:].any(axis=(2, 3))).tolist()
    return Passed((turns[0], turns[1]), wins, [(pair, turn) for turn, pair in met])


def _within(found: Floats, courses: Courses, number: int) -> None:
    """Let all cells of a pair come as often as they do by each other, from the most points on."""
    values = courses.values
    rows, columns = values.points
    left, top = values.border
    staying = [_staying(courses.of(number, side), number, values.points) for side in (0, 1)]
    flat = [found[side, number].reshape(-1) for side in (0, 1)]
    back = [np.arange(len(staying[side]))[:, None] * values.step(side) for side in (0, 1)]
    weights = [one.reshape(len(one), -1) for one in staying]
    for total in range(rows + columns - 2, -1, -1):
        first = np.arange(max(0, total - columns + 1), min(rows, total + 1))
        second = total - first
        cells = (left + first) * values.row + top + second
        mine, theirs = (weights[side][:, first * columns + second] for side in (0, 1))
        one, other = flat[0][cells], flat[1][cells]
        times = (one + theirs[0] * other) / (1 - mine[0] * theirs[0])
        answers = other + mine[0] * times
        flat[1][cells - back[0][1:]] += mine[1:] * times
        flat[0][cells - back[1][1:]] += theirs[1:] * answers
        flat[0][cells], flat[1][cells] = times, answers


def _staying(courses: list[Course], number: int, points: tuple[int, int]) -> Floats:
    """For each damage a grid of the probability of staying in the pair with it."""
    most = max((course.damage for course in courses if course.to == number), default=0)
    found, all_cells = np.zeros((most + 1, *points)), np.ones(points)
    for course in courses:
        if course.to == number:
            found[course.damage] += course.weigh(all_cells)
    return found
