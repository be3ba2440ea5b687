"""What a duel solved as grids answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from adarga.study.contest import Contest, Ends, Fall, Moment, Move
from adarga.study.grid.batch import Floats, Values
from adarga.study.grid.flow import NEAR, Courses, Passed, Start, passed
from adarga.study.grid.pairs import Pairs
from adarga.study.grid.passing import Passing
from adarga.study.nodes import Compiler
from adarga.study.solution import Outlook
from adarga.study.strikes import Action


class Grid:
    """A solved duel, from the moment `start` on."""

    def __init__(self, pairs: Pairs, values: Values, start: Moment) -> None:
        self.contest: Contest = pairs.contest
        self.start = start
        self._pairs = pairs
        self._values = values
        self._courses = Courses(values, pairs.pairs)
        self._compiler: Compiler[float] = Compiler(pairs.contest, float)

    def at(self, moment: Moment) -> Outlook[float]:
        """How the duel ends from a moment that can come about. Raises `KeyError` for any other."""
        standings = self.contest.standings
        able = [standings.able(number) for number in moment.standing]
        if not all(able):
            first, second = map(float, able)
            return Outlook(first, second, 1 - first - second, 0.0)
        side, pair, *points = self._place(moment)
        chance = float(self._values.cells(side, pair)[points[0] - 1, points[1] - 1])
        return Outlook(chance, 1 - chance, 0.0, 0.0)

    def action(self, moment: Moment) -> Action:
        """What the one whose turn it is does."""
        moves = list(self.contest.moves(moment))
        worths = [
            sum(float(fall.odds) * max(self._rows(moment, move, fall)[0]) for fall in move.falls) for move in moves
        ]
        return moves[_first(worths)].action

    def choice(self, moment: Moment, action: Action, fall: Fall) -> tuple[int, int]:
        """The numbers of the attacker's and then the target's choice once the dice fell so."""
        move = next(move for move in self.contest.moves(moment) if move.action == action)
        worths, pairs = self._rows(moment, move, fall)
        return pairs[_first(worths)]

    def _rows(self, moment: Moment, move: Move, fall: Fall) -> tuple[list[float], list[tuple[int, int]]]:
        """What each choice of the attacker is worth to it, and that choice with the target's best answer."""
        actor = self.contest.actor(moment)
        worths, pairs = [], []
        for row in self._compiler.rows(moment, actor, move, fall):
            answers = [-self._worth(fall.ends[a][t], actor) for a, t in row]
            answer = _first(answers)
            worths.append(-answers[answer])
            pairs.append(row[answer])
        return worths, pairs

    def _worth(self, ends: Ends, actor: int) -> float:
        """P(the one who acts wins) where these moments may come next."""
        return sum(float(odds) * (self.at(then).second if actor else self.at(then).first) for odds, then in ends)

    def _place(self, moment: Moment) -> Start:
        """Whose turn it is, the number of the pair of forms, and the points left to both."""
        standings = self.contest.standings
        first, second = moment.standing
        pair = self._pairs.numbers[standings.form(first), standings.form(second)]
        points = standings.fighters[first].points or 0, standings.fighters[second].points or 0
        if any(left > most for left, most in zip(points, self._pairs.points, strict=True)):
            raise KeyError(moment)
        return self.contest.actor(moment), pair, *points

    @cached_property
    def _passed(self) -> Passed:
        return passed(self._courses, self._place(self.start))

    @cached_property
    def _passing(self) -> Passing:
        return Passing(self._courses, self._place(self.start), self._passed.met)

    def over_by(self, rounds: int) -> Sequence[float]:
        """P(the duel is over by the end of round n) for n = 1 .. `rounds`, the one under way being the first."""
        return [self._passing.over_after(2 * round - self.start.turn) for round in range(1, rounds + 1)]

    def mean_rounds(self) -> float:
        """The mean number of the round in which the duel ends, the one under way at the start being the first."""
        opens = self.contest.actor(Moment(self.start.standing, self.start.round, 0))
        return self.start.turn + self._passed.turns[opens]

    def left(self) -> tuple[Mapping[int, float], Mapping[int, float]]:
        """P(the first, then the second, wins with so many points left), from the fewest on."""
        first, second = map(_points, self._passed.left)
        return first, second


def _points(found: Floats) -> dict[int, float]:
    return {points: share for points, share in enumerate(found.tolist(), 1) if share}


def _first(worths: Sequence[float]) -> int:
    """The number of the first that is as good as any."""
    best = max(worths)
    return next(number for number, worth in enumerate(worths) if worth >= best - NEAR)
