"""What a solved duel answers, whichever solver solved it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from adarga.study.contest import Fall, Moment
from adarga.study.strikes import Action

Number = TypeVar("Number", Fraction, float)
"""Fractions from an exact solver, floats from a fast one."""


@dataclass(frozen=True, slots=True)
class Outlook(Generic[Number]):
    """How a duel ends from some moment on: the probabilities of the four ends, which sum to 1.

    `first`, `second`: that one wins, able to act when the other is not. `neither`: both are down. `never`: nobody ever
    is.
    """

    first: Number
    second: Number
    neither: Number
    never: Number

    @property
    def value(self) -> Number:
        """What the first fights for and the second against: P(first wins), with half of what nobody wins."""
        return self.first + (self.neither + self.never) / 2


class Solution(Protocol[Number]):
    """A duel solved under the habits of both sides.

    A side with several actions takes the best of them, whatever its habit; the habit decides about offers. Of choices
    equally good the one listed first is taken. The attacker chooses when the dice are seen, the target when it has
    seen that choice too.
    """

    def at(self, moment: Moment) -> Outlook[Number]:
        """How the duel ends from a moment that can come about."""
        ...

    def action(self, moment: Moment) -> Action:
        """What the one whose turn it is does at a moment at which the duel is not over."""
        ...

    def choice(self, moment: Moment, action: Action, fall: Fall) -> tuple[int, int]:
        """The numbers of the attacker's and then the target's choice once the dice fell so."""
        ...

    def over_by(self, rounds: int) -> Sequence[Number]:
        """P(the duel is over by the end of round n) for n = 1 .. `rounds`, from the start on."""
        ...

    def mean_rounds(self) -> Number | None:
        """The mean number of the round in which the duel ends, in closed form; None where it may never end."""
        ...

    def left(self) -> tuple[Mapping[int, Number], Mapping[int, Number]]:
        """P(the first, then the second, wins with so many points left), for the points left it may win with."""
        ...
