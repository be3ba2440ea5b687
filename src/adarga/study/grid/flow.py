"""Where a solved duel goes from every cell of a pair of forms, under what is chosen there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adarga.study.grid.batch import Floats, Values
from adarga.study.grid.pairs import Dice, Mask, Option, Pair, Row

NEAR = 1e-13
"""Values that differ by no more than this are equally good."""

Where = NDArray[np.bool_] | None
"""The cells at which something is chosen; None: all."""


@dataclass(frozen=True, slots=True)
class Course:
    """A way on from a pair: to which, by how much damage, with what probability, from which cells."""

    to: int
    damage: int
    odds: float
    where: Where


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
                        found.append(Course(to, damage, odds * share, where))
            found += [Course(to, damage, odds, None) for (to, damage), odds in sure.items()]
            self._known[number, side] = found
        return found

    def _options(self, number: int, side: int) -> Iterator[tuple[float, Option, Where]]:
        moves = self.pairs[number].turns[side]
        worth = [self._worth(side, dice) for dice in moves] if len(moves) > 1 else []
        for move, dice in enumerate(moves):
            here = _first_best(worth, move, side) if worth else None
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
        worth = [best for best, _ in answered]
        for row, (_, options) in enumerate(answered):
            here = _first_best(worth, row, side)
            for number, option in enumerate(dice.rows[row].options):
                where = here & _first_best(options, number, 1 - side)
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


def _first_best(worth: list[Floats], number: int, side: int) -> NDArray[np.bool_]:
    """Where one of several is the first that is as good as any: the most for side 0, the least for side 1."""
    signed = np.array(worth) if side == 0 else -np.array(worth)
    first: NDArray[np.bool_] = (signed >= signed.max(axis=0) - NEAR).argmax(axis=0) == number
    return first


def _masked(grid: Floats, mask: Mask | None, side: int, other: float) -> Floats:
    """A grid with something else where the points of the target are not in the mask."""
    if mask is None:
        return grid
    return np.where(mask if side == 0 else mask[:, None], grid, other)


class Arrivals:
    """How often each cell comes, by whose turn it is and pair; in the border, how often the duel ends there."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.grid = np.zeros_like(values.grid)

    def cells(self, side: int, number: int) -> Floats:
        """The cells of a pair in which both stand: a view."""
        return self.grid[side, number, self.values.border[0] :, self.values.border[1] :]

    def go(self, side: int, course: Course, times: Floats) -> None:
        """Arrive where a course leads from cells that come so often."""
        left, top = self.values.border
        rows, columns = self.values.points
        first, second = (left, top - course.damage) if side == 0 else (left - course.damage, top)
        goal = self.grid[1 - side, course.to, first : first + rows, second : second + columns]
        goal += course.odds * (times if course.where is None else times * course.where)

    def left(self) -> tuple[Floats, Floats]:
        """P(the first, then the second, wins with 1, 2 ... points left)."""
        left, top = self.values.border
        return self.grid[:, :, left:, :top].sum(axis=(0, 1, 3)), self.grid[:, :, :left, top:].sum(axis=(0, 1, 2))


def visits(courses: Courses, start: tuple[int, int, int, int]) -> Arrivals:
    """How often each cell comes on the mean, from a side's turn at a pair and the points left to both."""
    found = Arrivals(courses.values)
    side, number, first, second = start
    found.cells(side, number)[first - 1, second - 1] = 1.0
    deepest_first = sorted(range(len(courses.pairs)), key=lambda one: -courses.pairs[one].depth)
    for one in deepest_first:
        if any(found.cells(turn, one).any() for turn in (0, 1)):
            _within(found, courses, one)
            for turn in (0, 1):
                times = found.cells(turn, one)
                for course in courses.of(one, turn):
                    if course.to != one:
                        found.go(turn, course, times)
    return found


def _within(found: Arrivals, courses: Courses, number: int) -> None:
    """Let all cells of a pair come as often as they do by each other, from the most points on."""
    values = found.values
    rows, columns = values.points
    left, top = values.border
    staying = [_staying(courses.of(number, side), number, values.points) for side in (0, 1)]
    flat = [found.grid[side, number].reshape(-1) for side in (0, 1)]
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
    found = np.zeros((most + 1, *points))
    for course in courses:
        if course.to == number:
            found[course.damage] += course.odds if course.where is None else course.odds * course.where
    return found


class Passing:
    """A duel turn after turn, from a side's turn at a pair and the points left to both."""

    def __init__(self, courses: Courses, start: tuple[int, int, int, int]) -> None:
        self._courses = courses
        self._side, number, first, second = start
        self._now = Arrivals(courses.values)
        self._now.cells(self._side, number)[first - 1, second - 1] = 1.0
        self._over = [0.0]

    def over_after(self, turns: int) -> float:
        """P(the duel is over after so many turns)."""
        while len(self._over) <= turns:
            self._turn()
        return self._over[turns]

    def _turn(self) -> None:
        after = Arrivals(self._courses.values)
        for number in range(len(self._courses.pairs)):
            times = self._now.cells(self._side, number)
            if times.any():
                for course in self._courses.of(number, self._side):
                    after.go(self._side, course, times)
        self._over.append(self._over[-1] + float(sum(map(np.sum, after.left()))))
        self._now, self._side = after, 1 - self._side
