"""The course of a solved duel: how often each moment comes, when it is over, and with what points left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from adarga.study.contest import Contest
from adarga.study.nodes import Compiler, Node
from adarga.study.policy import Columns, solve_linear, staying_out
from adarga.study.solution import Number


class Passage(Generic[Number]):
    """What follows from a solution forward, from its start on, under what was chosen."""

    contest: Contest
    kind: Callable[[Fraction], Number]
    compiler: Compiler[Number]
    nodes: dict[int, Node[Number]]
    solved: list[Columns[Number]]
    components: list[list[int]]
    start: int

    @cached_property
    def visits(self) -> dict[int, Number]:
        """How often on the mean each node comes that comes at all; those a duel stays in for ever are left out."""
        arriving: dict[int, Number] = {self.start: self.kind(Fraction(1))}
        found: dict[int, Number] = {}
        for component in reversed(self.components):
            here = [number for number in component if number in arriving]
            if here:
                for number, times in self._within(component, arriving).items():
                    found[number] = times
                    for then, odds in self.nodes[number].chosen():
                        arriving[then] = arriving.get(then, self._zero) + times * odds
        return found

    @property
    def _zero(self) -> Number:
        return self.kind(Fraction(0))

    def _within(self, component: list[int], arriving: Mapping[int, Number]) -> dict[int, Number]:
        """How often the nodes of a component come, those aside from which nothing leads out."""
        if len(component) == 1 and all(then != component[0] for then, _ in self.nodes[component[0]].chosen()):
            return {component[0]: arriving[component[0]]}
        inside = {number: at for at, number in enumerate(component)}
        zero = self._zero
        matrix = [[zero] * len(component) for _ in component]
        out = [False] * len(component)
        for number, at in inside.items():
            for then, odds in self.nodes[number].chosen():
                if then in inside:
                    matrix[at][inside[then]] += odds
                else:
                    out[at] = True
        leaving = staying_out(matrix, out)
        many = [at for at, leads in enumerate(leaving) if leads]
        one = self.kind(Fraction(1))
        system = [[(one if i == j else zero) - matrix[j][i] for j in many] for i in many]
        sides = [[arriving.get(component[at], zero)] for at in many]
        times = solve_linear(system, sides, isinstance(one, Fraction))
        return {component[at]: row[0] for at, row in zip(many, times, strict=True) if row[0]}

    def mean_rounds(self) -> Number | None:
        """The mean number of the round in which the duel ends, the one under way at the start being the first.

        None where it may never end; 0 where it is over from the start.
        """
        if self.solved[self.start][3]:
            return None
        begun = self.kind(Fraction(self.compiler.moments[self.start].turn))
        for number, times in self.visits.items():
            node = self.nodes[number]
            if node.ways and node.moment.turn == 0:
                begun += times
        return begun

    def left(self) -> tuple[Mapping[int, Number], Mapping[int, Number]]:
        """P(the first, then the second, wins with so many points left), from the fewest on."""
        found: tuple[dict[int, Number], dict[int, Number]] = ({}, {})
        for number, times in self.visits.items():
            node = self.nodes[number]
            if not node.ways:
                for side, standing in enumerate(node.moment.standing):
                    if self.contest.standings.able(standing):
                        points = self.contest.standings.fighters[standing].points or 0
                        found[side][points] = found[side].get(points, self._zero) + times
        first, second = (dict(sorted(one.items())) for one in found)
        return first, second

    def over_by(self, rounds: int) -> Sequence[Number]:
        """P(the duel is over by the end of round n) for n = 1 .. `rounds`, the one under way being the first."""
        exact = isinstance(self.kind(Fraction(0)), Fraction)
        return self._half_exact(rounds) if exact else self._half_float(rounds)

    def _turns(self, number: int) -> int:
        """How many turns of the first round are still to come."""
        return 2 - self.compiler.moments[number].turn

    def _half_exact(self, rounds: int) -> Sequence[Number]:
        standing = {self.start: self.kind(Fraction(1))} if self.nodes[self.start].ways else {}
        over = self.kind(Fraction(1)) - sum(standing.values(), self._zero)
        found = []
        for round in range(rounds):
            for _ in range(2 if round else self._turns(self.start)):
                after: dict[int, Number] = {}
                for number, share in standing.items():
                    for then, odds in self.nodes[number].chosen():
                        if self.nodes[then].ways:
                            after[then] = after.get(then, self._zero) + share * odds
                        else:
                            over += share * odds
                standing = after
            found.append(over)
        return found

    def _half_float(self, rounds: int) -> Sequence[Number]:
        reached = {self.start: 0}
        source, goal, share = [], [], []
        for number in (waiting := [self.start]):
            for then, odds in self.nodes[number].chosen():
                if then not in reached:
                    reached[then] = len(reached)
                    waiting.append(then)
                source.append(reached[number])
                goal.append(reached[then])
                share.append(odds)
        ended = np.array([not self.nodes[number].ways for number in reached])
        from_, to, odds_ = np.array(source, np.int64), np.array(goal, np.int64), np.array(share, np.float64)
        mass: NDArray[np.float64] = np.zeros(len(reached))
        mass[0] = 1.0
        over = float(mass[ended].sum())
        found: list[Number] = []
        for round in range(rounds):
            for _ in range(2 if round else self._turns(self.start)):
                mass[ended] = 0.0
                mass = np.bincount(to, odds_ * mass[from_], len(reached)).astype(np.float64)
                over += float(mass[ended].sum())
            found.append(over)  # type: ignore[arg-type]
        return found
