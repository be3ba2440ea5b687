"""What to do in a duel: the best decisions, what they are worth, and what a wrong one costs now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from adarga.errors import AdargaError
from adarga.rules.protocol import Combatant, Rulebook, Situation
from adarga.study.contest import DEFEND, Contest, Opening, Side
from adarga.study.duel import solved
from adarga.study.habits import Habit
from adarga.study.regions import Region, regions
from adarga.study.solution import Outlook, Solution
from adarga.study.strikes import Action, Choice
from adarga.study.telling import Teller

Simple = Literal["never", "always", "last"]
SIMPLE: tuple[Simple, ...] = get_args(Simple)
"""The habits that need no thought: what the best is measured against."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Something that may be done now: an action, or what is taken of the offers once the dice fell.

    `outlook` is how the duel then ends, both deciding as is best for them afterwards (or as their habit is), and
    `cost` what it loses against the best: a share of a won duel, 0 for the best.
    """

    does: Action | Choice
    outlook: Outlook[float]
    cost: float


@dataclass(frozen=True, slots=True)
class Doing:
    """What is done on one's turn while the foe has from `least` to `most` points left, in the `share` of the cases."""

    action: Action
    least: int
    most: int
    share: float


@dataclass(frozen=True, eq=False)
class Advice:
    """The best decisions of one side of a duel, `who`: 0 for the first, 1 for the second."""

    contest: Contest
    solution: Solution[float]
    who: int
    opening: Opening

    @property
    def outlook(self) -> Outlook[float]:
        """How the duel ends if they are followed."""
        return self.solution.at(self.contest.start)

    @cached_property
    def _teller(self) -> Teller:
        return Teller(self.contest, self.solution, self.who)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """When each offer is taken, where it makes a difference."""
        return regions(self._teller.decisions())

    @cached_property
    def simple(self) -> Mapping[str, Outlook[float]]:
        """How the duel ends if the side never takes an offer, always, or at the last moment; its actions the best."""
        return {habit: self._under(habit) for habit in SIMPLE}

    @cached_property
    def stated(self) -> Outlook[float]:
        """How the duel ends if the side follows the steps of the regions, and no more than they say."""
        return self._under(tuple(step for region in self.regions for step in region.steps))

    @cached_property
    def doing(self) -> tuple[Doing, ...]:
        """What is done on one's turn, by the points the foe has left, where there are several things to do."""
        if len(self.contest.actions[self.who]) < 2:
            return ()
        weights: dict[int, dict[Action, float]] = {}
        for weight, moment in self._teller.moments():
            if self.contest.actor(moment) == self.who:
                points = self.contest.standings.fighters[moment.standing[1 - self.who]].points or 0
                row = weights.setdefault(points, {})
                action = self.solution.action(moment)
                row[action] = row.get(action, 0.0) + weight
        return tuple(_runs(weights))

    @cached_property
    def now(self) -> tuple[Worth, ...]:
        """What each action is worth at the start of the duel, the best first; none where it is the other's turn."""
        start = self.contest.start
        if self.contest.over(start) or self.contest.actor(start) != self.who:
            return ()
        moves = self.contest.moves(start)
        return ranked(self._teller, ((move.action, self._teller.outlook(start, move)) for move in moves))

    def _under(self, habit: Habit) -> Outlook[float]:
        if not self.regions:
            return self.outlook
        sides = [replace(side, habit=habit) if n == self.who else side for n, side in enumerate(self.contest.sides)]
        contest = Contest(self.contest.book, sides[0], sides[1], self.opening)
        return solved(contest).at(contest.start)


def advise(
    book: Rulebook,
    first: Side,
    second: Side,
    who: Literal["first", "second"] = "first",
    *,
    opening: Opening = "order",
) -> Advice:
    """The best decisions of one side against the other, which decides by its own habit (`best` too, if it is so).

    Raises `AdargaError` as `duel` does.
    """
    number = 0 if who == "first" else 1
    sides = [replace(side, habit="best") if n == number else side for n, side in enumerate((first, second))]
    contest = Contest(book, sides[0], sides[1], opening)
    return Advice(contest, solved(contest), number, opening)


def ranked(
    teller: Teller, listed: Iterable[tuple[Action, Outlook[float]]] | Iterable[tuple[Choice, Outlook[float]]]
) -> tuple[Worth, ...]:
    """What may be done, the best first, with what each loses against it."""
    found = [(does, outlook, teller.mine(outlook)) for does, outlook in listed]
    best = max((mine for _, _, mine in found), default=0.0)
    order = sorted(found, key=lambda one: -one[2])
    return tuple(Worth(does, outlook, max(best - mine, 0.0)) for does, outlook, mine in order)


def actions_of(
    book: Rulebook, sheet: Combatant, foe: Combatant, elect: Sequence[int | str] = (), *, defend: bool = True
) -> tuple[Action, ...]:
    """What a sheet may do against a foe: strike with each weapon, also electing a row of `elect`, and defend itself.

    Rows and defending are left out where the rules do not allow or know them.
    Raises `AdargaError` (`study.no_points`) and for a strike that the rules do not allow at all.
    """
    found = [Action(weapon.id or weapon.name.en) for weapon in sheet.weapons]
    contest = Contest(book, Side(sheet=sheet, actions=(DEFEND,)), Side(sheet=foe, actions=(DEFEND,)))
    mine, theirs = contest.start.standing
    for plain in tuple(found):
        for row in elect:
            elected = Action(plain.weapon, Situation(elect=row))
            try:
                contest.strikes.law(mine, theirs, elected)
            except AdargaError:
                continue
            found.append(elected)
    if defend and contest.standings.defend(mine) is not None:
        found.append(DEFEND)
    return tuple(found)


def _runs(weights: Mapping[int, Mapping[Action, float]]) -> Iterable[Doing]:
    """Neighbouring points at which the same is done most, together."""
    found: list[tuple[Action, int, int, float, float]] = []
    for points in sorted(weights):
        row = weights[points]
        action = max(row, key=lambda one: row[one])
        whole = sum(row.values())
        if found and found[-1][0] == action:
            _, least, _, sure, all_ = found.pop()
            found.append((action, least, points, sure + row[action], all_ + whole))
        else:
            found.append((action, points, points, row[action], whole))
    return (Doing(action, least, most, sure / all_ if all_ else 1.0) for action, least, most, sure, all_ in found)
