"""The forms that both sides of a duel may take, pair by pair, and what a strike does from each of them.

Where losing points changes nothing else, a duel is a grid of points for every pair of forms. Energy, pieces and dice
only ever go down, so that the pairs follow one another in one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from adarga.study.contest import DEFEND, Contest, Moment
from adarga.study.grid.load import Load
from adarga.study.habits import Habit, pick
from adarga.study.standings import FIRST, LATER
from adarga.study.strikes import Action, Choice, StrikeLaw

Mask = NDArray[np.bool_]
"""For the points left to the one struck, from 1 on: whether a habit takes this there."""

Goes = tuple[tuple[float, int], ...]
"""The numbers of the pairs of forms that may follow, with their probabilities."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a pair of choices comes to: damage and pairs of forms; where the target's habit allows it (None: always)."""

    damage: int
    goes: Goes
    mask: Mask | None


@dataclass(frozen=True, slots=True)
class Row:
    """One choice of the attacker, where its habit allows it (None: always), and the target's answers."""

    mask: Mask | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that come to the same: their probability, and the choices they leave; one row of one option is none."""

    odds: float
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of forms: for either side's turn, the dice of each thing it may do. `depth` 0: no other pair follows."""

    turns: tuple[tuple[tuple[Dice, ...], ...], tuple[tuple[Dice, ...], ...]]
    depth: int


class Taking:
    """The pairs of choices that habits leave once the damage is known.

    Row by row: where, and for each of the target's answers the two choices, the damage and where.
    """

    def __init__(self, rows: tuple[tuple[Mask | None, tuple[tuple[int, int, int, Mask | None], ...]], ...]) -> None:
        self._rows = rows
        self.pairs = [(a, t) for _, answers in rows for a, t, _, _ in answers]

    def rows(self, goes: Sequence[Goes]) -> tuple[Row, ...]:
        """The rows where the pairs, in their order, lead there; what comes to the same is there once."""
        following = iter(goes)
        found: dict[object, Row] = {}
        for where, answers in self._rows:
            options: dict[tuple[int, Goes], list[Mask | None]] = {}
            for _, _, damage, mask in answers:
                options.setdefault((damage, next(following)), []).append(mask)
            row = Row(where, tuple(Option(*one, _either(masks)) for one, masks in options.items()))
            same = where is None and all(option.mask is None for option in row.options)
            found.setdefault(tuple(options) if same else id(row), row)
        return tuple(found.values())


class Misfit(Exception):
    """A duel that is no grid of points."""


class Pairs:
    """All pairs of forms that may come about from a moment on, numbered from 0, its own.

    `points` are those of both at that moment, `most` the most damage that either may suffer at once, no more than
    that. Raises `Misfit` where points are not all that changes inside a pair of forms, where pairs come back to each
    other, and where a duel might never end, and `AdargaError` where it is too much work (see `Load`).
    """

    def __init__(self, contest: Contest, start: Moment) -> None:
        self.contest = contest
        standings = contest.standings
        fighters = [standings.fighters[number] for number in start.standing]
        if not all(map(contest.book.plain, fighters)) or contest.over(start):
            raise Misfit
        if start.round == FIRST and contest.order[FIRST] != contest.order[LATER]:
            raise Misfit
        self.points = (fighters[0].points or 0, fighters[1].points or 0)
        self._load = Load(self.points)
        self.most = [0, 0]
        self.numbers: dict[tuple[int, int], int] = {}
        self.forms: list[tuple[int, int]] = []
        self._fit: set[int] = set()
        self._picked: dict[tuple[object, ...], list[int]] = {}
        self._listed: dict[tuple[Choice, ...], int] = {}
        self.start = self.number((standings.form(start.standing[0]), standings.form(start.standing[1])))
        found = list(self._all_turns())
        depths = _depths([_following(turns) for turns in found])
        self.pairs = [Pair(turns, depth) for turns, depth in zip(found, depths, strict=True)]
        for at, pair in enumerate(self.pairs):
            if all(any(_may_stay(dice, at) for dice in moves) for moves in pair.turns):
                raise Misfit

    def number(self, forms: tuple[int, int]) -> int:
        """The number of a pair of forms, a new one if it was never met.

        Raises `Misfit` where time changes a form, `AdargaError` where there are too many.
        """
        found = self.numbers.get(forms)
        if found is None:
            for form in forms:
                if form not in self._fit:
                    self._fits(form)
            found = self.numbers[forms] = len(self.forms)
            self.forms.append(forms)
            self._load.check(len(self.forms))
        return found

    def _all_turns(self) -> Iterator[tuple[tuple[tuple[Dice, ...], ...], tuple[tuple[Dice, ...], ...]]]:
        for forms in self._unworked():
            turns = self._turns(forms)
            self._load.add(sum(_options(dice) for moves in turns for dice in moves), len(self.forms))
            yield turns

    def _unworked(self) -> Iterator[tuple[int, int]]:
        at = 0
        while at < len(self.forms):
            yield self.forms[at]
            at += 1

    def _fits(self, form: int) -> None:
        standings = self.contest.standings
        same = ((Fraction(1), form),)
        if standings.turn(form) != form or any(standings.tick(form, round) != same for round in (FIRST, LATER)):
            raise Misfit
        self._fit.add(form)

    def _turns(self, forms: tuple[int, int]) -> tuple[tuple[tuple[Dice, ...], ...], tuple[tuple[Dice, ...], ...]]:
        return self._moves(0, forms), self._moves(1, forms)

    def _moves(self, side: int, forms: tuple[int, int]) -> tuple[tuple[Dice, ...], ...]:
        mine, theirs = forms[side], forms[1 - side]
        found = []
        for action in self.contest.actions[side]:
            if action is DEFEND:
                if self.contest.standings.defend(mine) is not None:
                    raise Misfit
                continue
            law = self.contest.strikes.law(mine, theirs, action)
            if law is not None:
                self.most[1 - side] = max(self.most[1 - side], min(law.most, self.points[1 - side]))
                found.append(tuple(self._dice(side, forms, action, law)))
        still = Row(None, (Option(0, ((1.0, self.number(forms)),), None),))
        return tuple(found) or ((Dice(1.0, (still,)),),)

    def _dice(self, side: int, forms: tuple[int, int], action: Action, law: StrikeLaw) -> Iterator[Dice]:
        if len(law.attacker) == len(law.target) == 1:
            return self._sure(side, forms, action, law)
        return self._choices(side, forms, action, law)

    def _sure(self, side: int, forms: tuple[int, int], action: Action, law: StrikeLaw) -> Iterator[Dice]:
        """The dice of a strike on which nobody has anything to choose."""
        goes = {
            end: self._after(side, forms, action, end, ())
            for end in dict.fromkeys(chance.end for chance in law.chances)
        }
        weights: dict[tuple[int, Goes], int] = {}
        for chance in law.chances:
            key = chance.damage[0][0], goes[chance.end]
            weights[key] = weights.get(key, 0) + chance.weight
        for (damage, following), weight in weights.items():
            yield Dice(weight / law.denominator, (Row(None, (Option(damage, following, None),)),))

    def _choices(self, side: int, forms: tuple[int, int], action: Action, law: StrikeLaw) -> Iterator[Dice]:
        weights: dict[tuple[Taking, tuple[Goes, ...]], int] = {}
        after: dict[tuple[int, int, int], Goes] = {}
        takings: dict[tuple[tuple[int, ...], ...], Taking] = {}
        for chance in law.chances:
            taking = takings.get(chance.damage)
            if taking is None:
                taking = takings[chance.damage] = self._taking(side, law, chance.damage)
            goes = []
            for a, t in taking.pairs:
                key = chance.end, a, t
                if key not in after:
                    after[key] = self._after(side, forms, action, chance.end, (*law.attacker[a], *law.target[t]))
                goes.append(after[key])
            both = taking, tuple(goes)
            weights[both] = weights.get(both, 0) + chance.weight
        for (taking, following), weight in weights.items():
            yield Dice(weight / law.denominator, taking.rows(following))

    def _after(self, side: int, forms: tuple[int, int], action: Action, end: int, choice: Choice) -> Goes:
        """The pairs of forms that may follow a blow with what both chose."""
        spent = self.contest.strikes.spent(forms[side], forms[1 - side], action, end, choice)
        if side == 0:
            return tuple((float(odds), self.number((one, other))) for odds, one, other in spent)
        return tuple((float(odds), self.number((other, one))) for odds, one, other in spent)

    def _taking(self, side: int, law: StrikeLaw, damage: tuple[tuple[int, ...], ...]) -> Taking:
        """What habits leave to choose from where the pairs of choices do so much damage."""
        habits, target = [side.habit for side in self.contest.sides], 1 - side
        rows = []
        for a, where in self._picks(habits[side], law.attacker, tuple(row[0] for row in damage), target, 1):
            answers = self._picks(habits[target], law.target, tuple(-one for one in damage[a]), target, -1)
            rows.append((where, tuple((a, t, damage[a][t], mask) for t, mask in answers)))
        return Taking(tuple(rows))

    def _picks(
        self, habit: Habit, choices: tuple[Choice, ...], damage: tuple[int, ...], target: int, sign: int
    ) -> Sequence[tuple[int, Mask | None]]:
        """The choices that a habit may make, and for which points of the one struck it does (None: for all)."""
        if habit == "best":
            return [(number, None) for number in range(len(choices))]
        if habit == "never" or len(choices) == 1:
            return [(0, None)]
        listed = self._listed.setdefault(choices, len(self._listed))
        key = habit, listed, damage, target
        found = self._picked.get(key)
        if found is None:
            found = self._picked[key] = [
                pick(habit, choices, damage, sign * points, _downs(damage, points, sign)) or 0
                for points in range(1, self.points[target] + 1)
            ]
        picked = np.array(found)
        different = dict.fromkeys(found)
        return [(number, None if len(different) == 1 else picked == number) for number in different]


def _options(dice: tuple[Dice, ...]) -> int:
    return sum(len(row.options) for one in dice for row in one.rows)


def _downs(damage: tuple[int, ...], points: int, sign: int) -> Callable[[int], Fraction]:
    return lambda number: Fraction(sign * (sign * damage[number] >= points))


def _either(masks: list[Mask | None]) -> Mask | None:
    known = [mask for mask in masks if mask is not None]
    if len(known) < len(masks):
        return None
    found: Mask = np.logical_or.reduce(known)
    return None if found.all() else found


def _following(turns: tuple[tuple[tuple[Dice, ...], ...], ...]) -> set[int]:
    return {
        number
        for moves in turns
        for dice in moves
        for one in dice
        for row in one.rows
        for option in row.options
        for _, number in option.goes
    }


def _may_stay(dice: tuple[Dice, ...], at: int) -> bool:
    """Whether choices can be such that nothing at all comes of a strike, whatever the dice."""
    return all(
        any(not option.damage and option.goes == ((1.0, at),) for row in one.rows for option in row.options)
        for one in dice
    )


def _depths(following: list[set[int]]) -> list[int]:
    """How long a way down leads from each pair to one that stays. Raises `Misfit` where a way leads back."""
    depths = [-1] * len(following)
    waiting = {at: following[at] - {at} for at in range(len(following))}
    before: list[list[int]] = [[] for _ in following]
    for at, others in waiting.items():
        for other in others:
            before[other].append(at)
    level = [at for at, others in waiting.items() if not others]
    depth = 0
    while level:
        following_level = []
        for at in level:
            depths[at] = depth
            for earlier in before[at]:
                waiting[earlier].discard(at)
                if not waiting[earlier]:
                    following_level.append(earlier)
        level, depth = following_level, depth + 1
    if -1 in depths:
        raise Misfit
    return depths
