"""A duel to the end: who wins, how long it takes, and with how many points left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, Literal, overload

from adarga.rules.protocol import Rulebook
from adarga.study import grid
from adarga.study.contest import Contest, Moment, Opening, Side
from adarga.study.graph import solve
from adarga.study.solution import Number, Outlook, Solution

MOST_ROUNDS = 1000
"""The last round that `Duel.rounds` goes to."""


@dataclass(frozen=True, eq=False)
class Duel(Generic[Number]):
    """A solved duel: the probabilities of its four ends, which sum to 1, and its course.

    `first` and `second`: that one wins, able to act when the other is not any more; `neither`: both are down; `never`:
    nobody ever is.
    """

    contest: Contest
    solution: Solution[Number]

    @cached_property
    def outlook(self) -> Outlook[Number]:
        """The four ends together."""
        return self.solution.at(self.contest.start)

    @property
    def first(self) -> Number:
        """P(the first wins)."""
        return self.outlook.first

    @property
    def second(self) -> Number:
        """P(the second wins)."""
        return self.outlook.second

    @property
    def neither(self) -> Number:
        """P(both are down at once)."""
        return self.outlook.neither

    @property
    def never(self) -> Number:
        """P(it never ends)."""
        return self.outlook.never

    @cached_property
    def mean_rounds(self) -> Number | None:
        """The mean number of the round in which it ends, in closed form; None where it may never end."""
        return self.solution.mean_rounds()

    def over_by(self, rounds: int) -> Sequence[Number]:
        """P(it is over by the end of round n) for n = 1 .. `rounds`."""
        return self.solution.over_by(rounds)

    @cached_property
    def rounds(self) -> Sequence[Number]:
        """P(it is over by the end of round n) for n = 1, 2, ... until all but a thousandth of what ends has ended.

        Never more than `MOST_ROUNDS` rounds.
        """
        ends = 1 - float(self.never)
        # So many are enough for most duels: those of fractions begin again for every further length.
        length = min(16 + 2 * int(self.mean_rounds or 0), MOST_ROUNDS)
        while True:
            found = self.over_by(length)
            enough = next((n for n, share in enumerate(found, 1) if float(share) >= 0.999 * ends), None)
            if enough is not None or length == MOST_ROUNDS:
                return found[:enough]
            length = min(length + length // 2, MOST_ROUNDS)

    @cached_property
    def left(self) -> tuple[Mapping[int, Number], Mapping[int, Number]]:
        """P(the first, then the second, wins with so many points left), by those points."""
        return self.solution.left()


@overload
def duel(
    book: Rulebook, first: Side, second: Side, *, opening: Opening = "order", exact: Literal[True]
) -> Duel[Fraction]: ...


@overload
def duel(
    book: Rulebook, first: Side, second: Side, *, opening: Opening = "order", exact: Literal[False] = False
) -> Duel[float]: ...


def duel(
    book: Rulebook, first: Side, second: Side, *, opening: Opening = "order", exact: bool = False
) -> Duel[Fraction] | Duel[float]:
    """A duel under a rulebook between two sides, each with its habit, in floats or in fractions.

    `opening` says who acts first in every round: as the rulebook orders them, or always the first or the second named.
    Both go on to the end: nobody flees, and no game time passes but the rounds.

    Raises `AdargaError`: `study.no_points`, `study.no_weapon`, and for what the rules do not allow; `duel.too_large`,
    `duel.too_many_points`, `duel.too_many_forms`, `duel.too_many_offers` where it would take minutes.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> ogre = Side(sheet=Combatant(name="ogre", level=1, points=2, weapons=(Weapon(id="club", damage="d2"),)))
    >>> found = duel(rulebook("absorption"), ogre, ogre, exact=True)
    >>> found.first, found.mean_rounds
    (Fraction(3, 4), Fraction(5, 4))
    """
    contest = Contest(book, first, second, opening)
    return Duel(contest, solve(contest, exact=True)) if exact else Duel(contest, solved(contest))


def solved(contest: Contest, start: Moment | None = None) -> Solution[float]:
    """A contest solved in floats from its start or another moment on, by whichever solver is the faster."""
    return grid.solve(contest, start) or solve(contest, start=start)
