"""The moments of a duel as numbered nodes: what habits settle is summed up, what is left to choose stays open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic

from adarga.study.contest import Contest, Ends, Fall, Moment, Move
from adarga.study.habits import Habit, pick
from adarga.study.solution import Number
from adarga.study.strikes import Action, Choice

Branches = list[tuple[int, Number]]
"""The numbers of the nodes that may follow, with their probabilities."""

Pairs = list[list[tuple[int, int]]]
"""For each choice left to the attacker, the pairs of it with each answer left to the target."""


@dataclass(slots=True)
class Option(Generic[Number]):
    """A pair of choices, by their numbers in the strike's law, and what follows from it."""

    attacker: int
    target: int
    ends: Branches[Number]


@dataclass(slots=True)
class Open(Generic[Number]):
    """Dice that leave something to choose: `rows[r]` are the target's answers to one choice of the attacker.

    `falls` are the numbers of the falls that leave just this, `odds` what they sum up to; `row` and `answers[r]` are
    what is chosen for the time being.
    """

    falls: list[int]
    odds: Number
    rows: list[list[Option[Number]]]
    row: int = 0
    answers: list[int] = field(default_factory=list)

    @property
    def chosen(self) -> Option[Number]:
        """The pair chosen."""
        return self.rows[self.row][self.answers[self.row]]


@dataclass(slots=True)
class Way(Generic[Number]):
    """An action: what follows from all dice that leave nothing to choose, taken together, and those that do."""

    action: Action
    sure: Branches[Number]
    open: list[Open[Number]]


@dataclass(slots=True)
class Node(Generic[Number]):
    """A moment: whose turn it is, what it may do, and which of that it does for the time being.

    A moment at which the duel is over has no ways.
    """

    moment: Moment
    actor: int
    ways: list[Way[Number]]
    way: int = 0

    def following(self) -> Iterator[int]:
        """The nodes that may come next, whatever is chosen."""
        for way in self.ways:
            for number, _ in way.sure:
                yield number
            for one in way.open:
                for row in one.rows:
                    for option in row:
                        for number, _ in option.ends:
                            yield number

    def chosen(self) -> Iterator[tuple[int, Number]]:
        """What may come next under what is chosen; the same node may come several times."""
        if self.ways:
            way = self.ways[self.way]
            yield from way.sure
            for one in way.open:
                for number, odds in one.chosen.ends:
                    yield number, one.odds * odds


class Compiler(Generic[Number]):
    """Nodes of a contest, made as they are asked for; `kind` makes a number of a fraction.

    `falls` counts the ways for dice to fall that were gone through: the work it was.
    """

    def __init__(self, contest: Contest, kind: Callable[[Fraction], Number]) -> None:
        self.contest = contest
        self.kind: Callable[[Fraction], Number] = kind
        self.numbers: dict[Moment, int] = {}
        self.moments: list[Moment] = []
        self.falls = 0

    def number(self, moment: Moment) -> int:
        """The number of a moment, a new one if it was never met."""
        found = self.numbers.get(moment)
        if found is None:
            found = self.numbers[moment] = len(self.moments)
            self.moments.append(moment)
        return found

    def node(self, number: int) -> Node[Number]:
        """The node of a moment that was met."""
        moment = self.moments[number]
        if self.contest.over(moment):
            return Node(moment, 0, [])
        actor = self.contest.actor(moment)
        return Node(moment, actor, [self._way(moment, actor, move) for move in self.contest.moves(moment)])

    def _way(self, moment: Moment, actor: int, move: Move) -> Way[Number]:
        self.falls += len(move.falls)
        whole = 1 if move.law is None else move.law.denominator
        certain: dict[int, tuple[int, Ends]] = {}
        left: dict[tuple[tuple[int, ...], ...], tuple[list[int], Pairs]] = {}
        for number, fall in enumerate(move.falls):
            rows = self.rows(moment, actor, move, fall)
            weight = fall.chance.weight
            if len(rows) == 1 and len(rows[0]) == 1:
                ends = fall.ends[rows[0][0][0]][rows[0][0][1]]
                so_far, _ = certain.get(id(ends), (0, ends))
                certain[id(ends)] = so_far + weight, ends
            else:
                key = tuple(tuple(id(fall.ends[a][t]) for a, t in row) for row in rows)
                left.setdefault(key, ([], rows))[0].append(number)
        return Way(
            move.action,
            self._branches(self._summed(certain.values(), whole)),
            [self._open(move, falls, rows) for falls, rows in left.values()],
        )

    @staticmethod
    def _summed(shares: Iterable[tuple[int, Ends]], whole: int) -> Ends:
        found: dict[Moment, int | Fraction] = {}
        for weight, ends in shares:
            for odds, then in ends:
                found[then] = found.get(then, 0) + (weight if odds == 1 else weight * odds)
        return tuple((Fraction(share) / whole, then) for then, share in found.items())

    def _open(self, move: Move, falls: list[int], rows: Pairs) -> Open[Number]:
        ends = move.falls[falls[0]].ends
        odds = sum((move.falls[number].odds for number in falls), Fraction(0))
        options = [[Option(a, t, self._branches(ends[a][t])) for a, t in row] for row in rows]
        return Open(falls, self.kind(odds), options, 0, [0] * len(options))

    def _branches(self, ends: Ends) -> Branches[Number]:
        return [(self.number(then), self.kind(odds)) for odds, then in ends]

    def rows(self, moment: Moment, actor: int, move: Move, fall: Fall) -> Pairs:
        """The pairs of choices that habits leave, those that come to the same taken once: the cheapest of them."""
        if move.law is None:
            return [[(0, 0)]]
        law, habits = move.law, (self.contest.sides[actor].habit, self.contest.sides[1 - actor].habit)
        if habits == ("never", "never"):
            return [[(0, 0)]]
        down = self._downs(actor, fall)
        points = self.contest.standings.fighters[moment.standing[1 - actor]].points or 0
        damage = fall.chance.damage
        row = pick(habits[0], law.attacker, [one[0] for one in damage], points, lambda a: down(a, 0))
        found: Pairs = []
        seen: list[list[Ends]] = []
        for a in range(len(law.attacker)) if row is None else (row,):
            column = self._answer(habits[1], law.target, damage[a], points, a, down)
            pairs: list[tuple[int, int]] = []
            ends: list[Ends] = []
            for t in range(len(law.target)) if column is None else (column,):
                if fall.ends[a][t] not in ends:
                    pairs.append((a, t))
                    ends.append(fall.ends[a][t])
            if ends not in seen:
                found.append(pairs)
                seen.append(ends)
        return found

    @staticmethod
    def _answer(
        habit: Habit,
        choices: tuple[Choice, ...],
        damage: tuple[int, ...],
        points: int,
        attacker: int,
        down: Callable[[int, int], Fraction],
    ) -> int | None:
        return pick(habit, choices, [-one for one in damage], -points, lambda target: -down(attacker, target))

    def _downs(self, actor: int, fall: Fall) -> Callable[[int, int], Fraction]:
        able = self.contest.standings.able

        def down(a: int, t: int) -> Fraction:
            return sum((odds for odds, then in fall.ends[a][t] if not able(then.standing[1 - actor])), Fraction(0))

        return down
