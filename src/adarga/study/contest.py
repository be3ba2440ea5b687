"""A duel as a game: who stands how, whose turn it is, what each may do, and what comes of it with what probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from adarga.errors import AdargaError
from adarga.rules.protocol import Combatant, Condition, Fighter, Rulebook
from adarga.study.habits import Habit
from adarga.study.standings import FIRST, LATER, Later, Standings, fresh
from adarga.study.strikes import Action, Chance, Spent, StrikeLaw, Strikes

Opening = Literal["order", "first", "second"]
"""Who acts first in every round: as the rulebook orders the two, or always the first or the second named."""

DEFEND = Action("")
"""The action of only defending oneself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side of a duel: its sheet, what it may do on its turn, how it decides about offers.

    `actions` empty: it strikes with the first weapon of its sheet; of several it does the best, whatever its habit.
    `conditions` are those it begins in.
    """

    sheet: Combatant
    actions: tuple[Action, ...] = ()
    habit: Habit = "never"
    conditions: tuple[Condition, ...] = ()
    initiative: int | None = None

    def moves(self) -> tuple[Action, ...]:
        """What it may do. Raises `AdargaError` (`study.no_weapon`) where its sheet has no weapon either."""
        if self.actions:
            return self.actions
        if not self.sheet.weapons:
            raise AdargaError("study.no_weapon", name=self.sheet.name)
        weapon = self.sheet.weapons[0]
        return (Action(weapon.id or weapon.name.en),)


class Moment(NamedTuple):
    """A moment of a duel: the standings of both, the round (1, or 2 for any later one) and which turn of it is due."""

    standing: tuple[int, int]
    round: int = FIRST
    turn: int = 0


Ends = tuple[tuple[Fraction, Moment], ...]
"""The moments that may come next, with their probabilities."""


@dataclass(frozen=True, slots=True)
class Fall:
    """The dice of a strike as they fell: the probability, and what every pair of choices leads to.

    `ends[a][t]` is what follows where the attacker makes its choice number a, then the target its number t.
    """

    odds: Fraction
    chance: Chance
    ends: tuple[tuple[Ends, ...], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What the one whose turn it is may do: the action, and every way the dice may fall on it.

    `law` is None where it does not strike.
    """

    action: Action
    law: StrikeLaw | None
    falls: tuple[Fall, ...]


class Contest:
    """A duel of two sides under a rulebook, as moments and what may follow them.

    Raises `AdargaError` for a side without points or weapons and for strikes the rules do not allow.
    """

    def __init__(self, book: Rulebook, first: Side, second: Side, opening: Opening = "order") -> None:
        self.book = book
        self.sides = (first, second)
        self.actions = (first.moves(), second.moves())
        self.standings = Standings(book)
        self.strikes = Strikes(self.standings)
        fighters = tuple(replace(fresh(side.sheet, side.conditions), initiative=side.initiative) for side in self.sides)
        self.order = {round: _order(book, fighters, round, opening) for round in (FIRST, LATER)}
        self.start = Moment((self.standings.number(fighters[0], FIRST), self.standings.number(fighters[1], FIRST)))

    def actor(self, moment: Moment) -> int:
        """Whose turn it is: 0 for the first side, 1 for the second."""
        return self.order[moment.round][moment.turn]

    def over(self, moment: Moment) -> bool:
        """Whether one of the two, or both, cannot act any more."""
        return not all(map(self.standings.able, moment.standing))

    def law(self, moment: Moment, action: Action) -> StrikeLaw | None:
        """The law of the strike that an action is at a moment, None where it is none."""
        actor = self.actor(moment)
        if action == DEFEND:
            return None
        return self.strikes.law(self.standings.turn(moment.standing[actor]), moment.standing[1 - actor], action)

    def moves(self, moment: Moment) -> Iterator[Move]:
        """What the one whose turn it is may do; nothing is one move where it has no weapon left to strike with."""
        actor = self.actor(moment)
        mine, theirs = self.standings.turn(moment.standing[actor]), moment.standing[1 - actor]
        none = True
        for action in self.actions[actor]:
            move = (
                self._defence(moment, actor, mine) if action == DEFEND else self._strike(moment, mine, theirs, action)
            )
            if move is not None:
                none = False
                yield move
        if none:
            yield self._still(moment, DEFEND, actor, mine)

    def _still(self, moment: Moment, action: Action, actor: int, mine: int) -> Move:
        ends = self._next(moment, actor, ((Fraction(1), mine, moment.standing[1 - actor]),))
        return Move(action, None, (Fall(Fraction(1), NOTHING, ((ends,),)),))

    def _defence(self, moment: Moment, actor: int, mine: int) -> Move | None:
        defending = self.standings.defend(mine, moment.round)
        return None if defending is None else self._still(moment, DEFEND, actor, defending)

    def _strike(self, moment: Moment, mine: int, theirs: int, action: Action) -> Move | None:
        law = self.strikes.law(mine, theirs, action)
        if law is None:
            return None
        spending = self.strikes.spending(mine, theirs, action, moment.round)
        known: dict[tuple[int, int], Ends] = {}

        def ends(spent: int, damage: int) -> Ends:
            found = known.get((spent, damage))
            if found is None:
                found = known[spent, damage] = self._struck(moment, mine, theirs, self.strikes.kinds[spent], damage)
            return found

        falls = []
        for odds, chance in zip(law.odds, law.chances, strict=True):
            rows = zip(spending[chance.end], chance.damage, strict=True)
            falls.append(Fall(odds, chance, tuple(tuple(map(ends, spent, damage)) for spent, damage in rows)))
        return Move(action, law, tuple(falls))

    def _struck(self, moment: Moment, mine: int, theirs: int, spent: Spent, damage: int) -> Ends:
        standings, round = self.standings, moment.round
        found = []
        for odds, form, other in spent:
            struck = standings.put(form, mine)
            for more, hurt in standings.lose(standings.put(other, theirs), damage, round):
                found.append((odds if more == 1 else more if odds == 1 else odds * more, struck, hurt))
        return self._next(moment, self.actor(moment), tuple(found))

    def _next(self, moment: Moment, actor: int, after: tuple[tuple[Fraction, int, int], ...]) -> Ends:
        """The moments after a turn that leaves actor and other standing as given, the round's end passed if it was."""
        found: dict[Moment, Fraction] = {}
        able = self.standings.able
        for odds, mine, theirs in after:
            pair = (mine, theirs) if actor == 0 else (theirs, mine)
            if moment.turn == 0 or not (able(mine) and able(theirs)):
                following: list[tuple[Fraction, Moment]] = [(CERTAIN, Moment(pair, moment.round, 1))]
            else:
                following = self._round_over(moment, pair)
            for more, next in following:
                share = odds if more is CERTAIN else odds * more
                found[next] = found[next] + share if next in found else share
        return tuple((odds, next) for next, odds in found.items())

    def _round_over(self, moment: Moment, pair: tuple[int, int]) -> list[tuple[Fraction, Moment]]:
        ticks: list[Later] = [self.standings.tick(number, moment.round) for number in pair]
        if len(ticks[0]) == len(ticks[1]) == 1:
            return [(CERTAIN, Moment((ticks[0][0][1], ticks[1][0][1]), LATER, 0))]
        return [(one * other, Moment((first, second), LATER, 0)) for (one, first), (other, second) in product(*ticks)]


CERTAIN = Fraction(1)
NOTHING = Chance(1, "", (), 0, ((0,),))


def _order(book: Rulebook, fighters: tuple[Fighter, ...], round: int, opening: Opening) -> tuple[int, int]:
    """The order of the two in a round: 0 for the first named, 1 for the second."""
    if opening != "order":
        return (0, 1) if opening == "first" else (1, 0)
    named = [replace(fighter, id=str(number)) for number, fighter in enumerate(fighters)]
    turns = [int(id) for turn in book.order(named, round) for id in turn]
    return (0, 1) if turns[:1] != [1] else (1, 0)
