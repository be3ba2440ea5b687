"""A duel solved moment by moment, from the last ones back: exact for any rules, in fractions or in floats."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Literal, overload

from adarga.errors import AdargaError
from adarga.study.contest import Contest, Fall, Moment
from adarga.study.nodes import Compiler, Node
from adarga.study.passage import Passage
from adarga.study.policy import Columns, Component
from adarga.study.solution import Number, Outlook
from adarga.study.strikes import Action

MOST_FALLS, MOST_EXACT_FALLS = 4_000_000, 300_000
"""More ways for dice to fall, in all moments together, are not worked out one by one: it would take minutes."""


class Graph(Passage[Number]):
    """A solved duel: every moment that may come about, in the order in which they were solved.

    Raises `AdargaError` (`duel.too_large`) where dice may fall in more ways than `MOST_FALLS`, all moments together (in
    fractions `MOST_EXACT_FALLS`).
    """

    def __init__(self, contest: Contest, kind: Callable[[Fraction], Number], start: Moment | None = None) -> None:
        self.contest = contest
        self.kind = kind
        self.compiler: Compiler[Number] = Compiler(contest, kind)
        self.nodes: dict[int, Node[Number]] = {}
        self.solved: list[Columns[Number]] = []
        self.components: list[list[int]] = []
        self.start = self.compiler.number(start or contest.start)
        self._search()

    def at(self, moment: Moment) -> Outlook[Number]:
        """How the duel ends from a moment that can come about. Raises `KeyError` for any other."""
        return Outlook(*self.solved[self.compiler.numbers[moment]])

    def action(self, moment: Moment) -> Action:
        """What the one whose turn it is does."""
        node = self.nodes[self.compiler.numbers[moment]]
        return node.ways[node.way].action

    def choice(self, moment: Moment, action: Action, fall: Fall) -> tuple[int, int]:
        """The numbers of the attacker's and then the target's choice once the dice fell so."""
        node = self.nodes[self.compiler.numbers[moment]]
        move = next(move for move in self.contest.moves(moment) if move.action == action)
        way = next(way for way in node.ways if way.action == action)
        number = next(n for n, one in enumerate(move.falls) if one.chance == fall.chance)
        for one in way.open:
            if number in one.falls:
                return one.chosen.attacker, one.chosen.target
        return self.compiler.rows(moment, node.actor, move, move.falls[number])[0][0]

    def worth(self, ends: tuple[tuple[Fraction, Moment], ...]) -> Outlook[Number]:
        """How the duel ends where these moments may come next."""
        zero = self.kind(Fraction(0))
        total = [zero] * 4
        for odds, moment in ends:
            for column, share in enumerate(self.solved[self.compiler.numbers[moment]]):
                total[column] += self.kind(odds) * share
        return Outlook(*total)

    def _node(self, number: int) -> Node[Number]:
        most = MOST_EXACT_FALLS if isinstance(self.kind(Fraction(0)), Fraction) else MOST_FALLS
        if self.compiler.falls > most:
            raise AdargaError("duel.too_large", most=most)
        node = self.nodes[number] = self.compiler.node(number)
        return node

    def _search(self) -> None:
        """Find the moments that may come back to each other, each such component after all that may follow it."""
        index: dict[int, int] = {self.start: 0}
        low: dict[int, int] = {self.start: 0}
        waiting: list[int] = [self.start]
        on: set[int] = {self.start}
        path: deque[tuple[int, Iterator[int]]] = deque([(self.start, iter(set(self._node(self.start).following())))])
        while path:
            number, following = path[-1]
            for then in following:
                if then not in index:
                    index[then] = low[then] = len(index)
                    waiting.append(then)
                    on.add(then)
                    path.append((then, iter(set(self._node(then).following()))))
                    break
                if then in on:
                    low[number] = min(low[number], index[then])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[number])
                if low[number] == index[number]:
                    component = [waiting.pop()]
                    while component[-1] != number:
                        component.append(waiting.pop())
                    on.difference_update(component)
                    self._solve(component)

    def _solve(self, component: list[int]) -> None:
        missing = len(self.compiler.moments) - len(self.solved)
        self.solved.extend([] for _ in range(missing))
        nodes = [self.nodes[number] for number in component]
        if not nodes[0].ways:
            self.solved[component[0]] = self._over(nodes[0].moment)
        else:
            one = self.kind(Fraction(1))
            for number, ends in zip(component, Component(nodes, component, self.solved, one).solve(), strict=True):
                self.solved[number] = ends
        self.components.append(component)

    def _over(self, moment: Moment) -> Columns[Number]:
        one, zero = self.kind(Fraction(1)), self.kind(Fraction(0))
        first, second = map(self.contest.standings.able, moment.standing)
        return [one if first else zero, one if second else zero, zero if first or second else one, zero]


@overload
def solve(contest: Contest, *, exact: Literal[True], start: Moment | None = None) -> Graph[Fraction]: ...


@overload
def solve(contest: Contest, *, exact: Literal[False] = False, start: Moment | None = None) -> Graph[float]: ...


def solve(contest: Contest, *, exact: bool = False, start: Moment | None = None) -> Graph[Fraction] | Graph[float]:
    """A duel solved in floats, or in fractions with `exact=True`, from its start or another moment on."""
    return Graph(contest, Fraction, start) if exact else Graph(contest, float, start)
