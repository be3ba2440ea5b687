"""The best choices inside moments that may come back to each other, by improving a policy until nothing improves it.

A duel of two who both play their best is a game of perfect information: each in turn, with everything seen. Fixed
habits leave nothing to improve, and one linear system is all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic

import numpy as np

from adarga.study.nodes import Branches, Node
from adarga.study.solution import Number

Columns = list[Number]
"""P(first wins), P(second wins), P(neither), P(never)."""

_HURRY = Fraction(1, 2**128), 2.0**-36
"""Where both might go on for ever, choices are compared as if every turn were the last with this probability: it lets
nobody put off for ever what is good for it. Only comparisons know of it, no result does."""


class Component(Generic[Number]):
    """Nodes of which each may come after each, to be solved where all that follows them is."""

    def __init__(
        self, nodes: Sequence[Node[Number]], numbers: Sequence[int], solved: Sequence[Columns[Number]], one: Number
    ) -> None:
        self.nodes: Sequence[Node[Number]] = nodes
        self.inside = {number: at for at, number in enumerate(numbers)}
        self.solved: Sequence[Columns[Number]] = solved
        self.one: Number = one
        self.exact = isinstance(one, Fraction)
        self.near: Number = type(one)(0 if self.exact else 1e-14)

    def solve(self) -> list[Columns[Number]]:
        """How the duel ends from every node, in their order; what is chosen then stands in the nodes."""
        if any(len(node.ways) > 1 or any(way.open for way in node.ways) for node in self.nodes):
            self._improve_all()
        return self._ends()

    def _improve_all(self) -> None:
        if len(self.nodes) == 1 and not self._circles():
            values = [self.one]
            for side in (1 - self.nodes[0].actor, self.nodes[0].actor):
                self._improve(self.nodes[0], side, values)
            return
        keep: Number = self.one
        if self._may_stay():
            keep -= type(keep)(_HURRY[0 if self.exact else 1])
        values = self._values(keep)
        while True:
            while self._improve_side(1, values):
                values = self._values(keep)
            if not self._improve_side(0, values):
                return
            values = self._values(keep)

    def _improve_side(self, side: int, values: Columns[Number]) -> bool:
        improved = False
        for node in self.nodes:
            improved = self._improve(node, side, values) or improved
        return improved

    def _circles(self) -> bool:
        return any(number in self.inside for number in self.nodes[0].following())

    def _may_stay(self) -> bool:
        """Whether the two together could stay among these nodes for ever."""
        staying = set(self.inside)
        while True:
            left = {number for number in staying if not self._can_stay(self.nodes[self.inside[number]], staying)}
            if not left:
                return bool(staying)
            staying -= left

    @staticmethod
    def _can_stay(node: Node[Number], among: set[int]) -> bool:
        def within(ends: Branches[Number]) -> bool:
            return all(number in among for number, _ in ends)

        return any(
            within(way.sure) and all(any(within(o.ends) for row in one.rows for o in row) for one in way.open)
            for way in node.ways
        )

    def _improve(self, node: Node[Number], side: int, values: Columns[Number]) -> bool:
        """Let one side change for the better what it chooses at a node; whether it did."""
        worth = self._worth(side, values)
        improved = False
        for way in node.ways:
            for one in way.open:
                if node.actor != side:
                    for r, row in enumerate(one.rows):
                        better = self._better([worth(option.ends) for option in row], one.answers[r])
                        if better is not None:
                            one.answers[r], improved = better, True
                else:
                    rows = [worth(row[answer].ends) for row, answer in zip(one.rows, one.answers, strict=True)]
                    better = self._better(rows, one.row)
                    if better is not None:
                        one.row, improved = better, True
        if node.actor == side and len(node.ways) > 1:
            ways = [
                worth(way.sure) + sum((one.odds * worth(one.chosen.ends) for one in way.open), self.one - self.one)
                for way in node.ways
            ]
            better = self._better(ways, node.way)
            if better is not None:
                node.way, improved = better, True
        return improved

    def _worth(self, side: int, values: Columns[Number]) -> Callable[[Branches[Number]], Number]:
        zero = self.one - self.one

        def worth(ends: Branches[Number]) -> Number:
            total: Number = zero
            for number, odds in ends:
                at = self.inside.get(number)
                if at is not None:
                    total += odds * values[at]
                else:
                    total += odds * (self.solved[number][0] - self.solved[number][1])
            return total if side == 0 else -total

        return worth

    def _better(self, worths: list[Number], now: int) -> int | None:
        best = max(worths)
        if best <= worths[now] + self.near:
            return None
        return next(n for n, worth in enumerate(worths) if worth >= best - self.near)

    def _values(self, keep: Number) -> Columns[Number]:
        """P(first wins) - P(second wins) from every node under what is chosen, every turn weighed by `keep`."""
        if keep == self.one:
            return [ends[0] - ends[1] for ends in self._ends()]
        system, sides = self._system()
        matrix = [[(1 if i == j else 0) - keep * p for j, p in enumerate(row)] for i, row in enumerate(system)]
        found = solve_linear(matrix, [[keep * (row[0] - row[1])] for row in sides], self.exact)
        return [row[0] for row in found]

    def _system(self) -> tuple[list[list[Number]], list[Columns[Number]]]:
        """The probabilities of going from node to node inside, and of the ends reached by leaving."""
        zero = self.one - self.one
        matrix = [[zero] * len(self.nodes) for _ in self.nodes]
        sides: list[Columns[Number]] = [[zero] * 4 for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            for number, odds in node.chosen():
                to = self.inside.get(number)
                if to is not None:
                    matrix[at][to] += odds
                else:
                    for column, share in enumerate(self.solved[number]):
                        if share:
                            sides[at][column] += odds * share
        return matrix, sides

    def _ends(self) -> list[Columns[Number]]:
        """How the duel ends from every node under what is chosen; from where nothing leads out it never does."""
        zero = self.one - self.one
        matrix, sides = self._system()
        leaving = staying_out(matrix, [any(row) for row in sides])
        found: list[Columns[Number]] = [[zero, zero, zero, self.one] for _ in self.nodes]
        many = [at for at, out in enumerate(leaving) if out]
        for at in many:
            for to, odds in enumerate(matrix[at]):
                if odds and not leaving[to]:
                    sides[at][3] += odds
        system = [[(1 if i == j else 0) - matrix[i][j] for j in many] for i in many]
        for at, row in zip(many, solve_linear(system, [sides[at] for at in many], self.exact), strict=True):
            found[at] = row
        return found


def staying_out(matrix: Sequence[Sequence[Number]], out: Sequence[bool]) -> list[bool]:
    """Which rows can reach one of those that lead `out`."""
    leaving = list(out)
    more = True
    while more:
        more = False
        for at, row in enumerate(matrix):
            if not leaving[at] and any(odds and leaving[to] for to, odds in enumerate(row)):
                leaving[at] = more = True
    return leaving


def solve_linear(matrix: list[list[Number]], sides: list[list[Number]], exact: bool) -> list[list[Number]]:
    """X where `matrix` X = `sides`, a square system that has one solution; fractions stay fractions.

    >>> half = Fraction(1, 2)
    >>> solve_linear([[Fraction(1), -half], [-half, Fraction(1)]], [[Fraction(1)], [Fraction(0)]], True)
    [[Fraction(4, 3)], [Fraction(2, 3)]]
    """
    size = len(matrix)
    if not exact and size > 4:
        answer: list[list[Number]] = np.linalg.solve(np.array(matrix, float), np.array(sides, float)).tolist()
        return answer
    rows: list[list[Number]] = [row + side for row, side in zip(matrix, sides, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda n: abs(rows[n][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        head = rows[at][at]
        rows[at] = [value / head for value in rows[at]]
        for other in range(size):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [value - factor * mine for value, mine in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
