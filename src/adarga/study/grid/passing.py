"""A duel solved in grids followed turn after turn, from some cell on."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from adarga.study.grid.batch import Floats, Ints
from adarga.study.grid.flow import Courses, Start

MOST_LINKS = 6_000_000
"""Ways from cell to cell that are listed one by one: quick, but 24 bytes each."""

NOTHING = 1e-30
"""What is less likely than this is left out: all of it together is less than floats can tell."""


class _Turns(Protocol):
    """What the turns of both sides do to the probabilities of all cells of all pairs."""

    def after(self, side: int, now: Floats) -> Floats:
        """The probabilities after a turn of `side`."""
        ...


class Passing:
    """A duel turn after turn, from some cell on.

    `met` are the pairs that may come about, each with whose turn it is.
    """

    def __init__(self, courses: Courses, start: Start, met: list[tuple[int, int]]) -> None:
        values = courses.values
        self._courses = courses
        self._side, number, first, second = start
        self._now = np.zeros_like(values.grid[0])
        self._now[number, values.border[0] + first - 1, values.border[1] + second - 1] = 1.0
        self._over = [0.0]
        few = sum(_links(courses, *one) for one in met) <= MOST_LINKS
        self._turns: _Turns = _Linked(courses, met) if few else _Boxed(courses)

    def over_after(self, turns: int) -> float:
        """P(the duel is over after so many turns)."""
        while len(self._over) <= turns:
            self._turn()
        return self._over[turns]

    def _turn(self) -> None:
        side, (left, top) = self._side, self._courses.values.border
        after = self._turns.after(side, self._now)
        ended = after[:, left:, :top] if side == 0 else after[:, :left, top:]
        self._over.append(self._over[-1] + float(ended.sum()))
        ended[:] = 0.0
        self._now, self._side = after, 1 - side


def _links(courses: Courses, number: int, side: int) -> int:
    """How many ways from cell to cell a side's turn has from a pair."""
    rows, columns = courses.values.points
    return sum(rows * columns if course.bits is None else course.cells for course in courses.of(number, side))


class _Linked:
    """Every way from cell to cell on its own: for many pairs of few points."""

    def __init__(self, courses: Courses, met: list[tuple[int, int]]) -> None:
        self._links = [_listed(courses, [pair for pair, turn in met if turn == side], side) for side in (0, 1)]

    def after(self, side: int, now: Floats) -> Floats:
        source, goal, odds = self._links[side]
        found = np.bincount(goal, odds * now.reshape(-1)[source], now.size)
        return found.astype(np.float64, copy=False).reshape(now.shape)


def _listed(courses: Courses, pairs: list[int], side: int) -> tuple[Ints, Ints, Floats]:
    values = courses.values
    rows, columns = values.points
    inside = (values.border[0] + np.arange(rows))[:, None] * values.row + values.border[1] + np.arange(columns)
    cells = inside.reshape(-1)
    source, goal, odds = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0)]
    for number in pairs:
        for course in courses.of(number, side):
            bits = course.bits
            here = cells if bits is None else cells[np.unpackbits(bits, count=len(cells)).view(np.bool_)]
            source.append(number * values.size + here)
            goal.append(course.to * values.size + here - course.damage * values.step(side))
            odds.append(np.full(len(here), course.odds))
    return np.concatenate(source), np.concatenate(goal), np.concatenate(odds)


class _Boxed:
    """Whole grids at a time, as far as anything is likely in them: for many points."""

    def __init__(self, courses: Courses) -> None:
        self._courses = courses

    def after(self, side: int, now: Floats) -> Floats:
        values = self._courses.values
        left, top = values.border
        found = np.zeros_like(now)
        for number in range(len(self._courses.pairs)):
            times = now[number, left:, top:]
            likely = times > NOTHING
            rows, columns = (np.flatnonzero(likely.any(axis=axis)) for axis in (1, 0))
            if not len(rows):
                continue
            box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            for course in self._courses.of(number, side):
                down, over = (0, course.damage) if side == 0 else (course.damage, 0)
                goal = found[
                    course.to,
                    left + box[0].start - down : left + box[0].stop - down,
                    top + box[1].start - over : top + box[1].stop - over,
                ]
                goal += course.weigh(times, box)
        return found
