"""Strikes between standings: the exact law of a strike under every choice that may follow its dice, and its cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import gcd, lcm, prod

from adarga.errors import AdargaError
from adarga.fight.events import Changed
from adarga.fight.evolve import evolve
from adarga.fight.state import Aim, Pending, Seat, State
from adarga.fight.striking import matchup_of, situation_of, weapon_of
from adarga.plan import Blow, Offer, Outcome, Part, leaves
from adarga.plan.odds import Leaf
from adarga.plan.reading import branch_id, soaked
from adarga.rules.protocol import Change, Clock, Matchup, Situation, Strike, Taken
from adarga.study.standings import LATER, Later, Standings, settled

Choice = tuple[Taken, ...]
"""What one side takes of what is on offer once the dice have fallen: nothing, or some offers."""

MOST_CHOICES = 20_000
"""More pairs of choices after one blow than these are not worked out: it would take seconds for every strike."""

ATTACKER, TARGET = "attacker", "target"


@dataclass(frozen=True, slots=True)
class Action:
    """What an attacker may do on its turn: strike with a weapon, and the choices made before the roll."""

    weapon: str
    situation: Situation = field(default_factory=Situation)


@dataclass(frozen=True, slots=True)
class Chance:
    """One way for the dice to fall, as far as it matters: `weight` out of the law's denominator.

    `damage[a][t]` is the damage where the attacker makes its choice number a and the target its number t; a choice
    that this blow has no offer for counts as none. `end` is the number of the blow among the plan's leaves.
    """

    weight: int
    branch: str
    marks: tuple[str, ...]
    end: int
    damage: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class StrikeLaw:
    """The exact law of a strike: every chance, under every pair of choices of attacker and target.

    `attacker` and `target` list the choices from the cheapest on: nothing, then what costs energy alone, the least
    first, then what costs a thing.
    """

    denominator: int
    attacker: tuple[Choice, ...]
    target: tuple[Choice, ...]
    chances: tuple[Chance, ...]

    @cached_property
    def odds(self) -> tuple[Fraction, ...]:
        """The probability of each chance."""
        return tuple(Fraction(chance.weight, self.denominator) for chance in self.chances)

    @cached_property
    def most(self) -> int:
        """The most damage that any chance does under any choice."""
        return max((max(map(max, chance.damage)) for chance in self.chances), default=0)


Spent = tuple[tuple[Fraction, int, int], ...]
"""The forms that attacker and target may have after a strike, besides what its damage does, with probabilities."""

Spending = tuple[tuple[int, ...], ...]
"""Numbers of such forms under every pair of choices: a row for each of the attacker's."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A strike as it was compiled under one pair of choices, and the blows it may end in."""

    matchup: Matchup
    situation: Situation
    ends: list[Leaf]


class Strikes:
    """The laws of strikes between the standings of one rulebook, each worked out once."""

    def __init__(self, standings: Standings) -> None:
        self.standings = standings
        self._laws: dict[tuple[int, int, Action], StrikeLaw | None] = {}
        self._cases: dict[tuple[int, Choice], _Case] = {}
        self._states: dict[tuple[int, int, int], State] = {}
        self._matched: dict[tuple[int, int, Action], int] = {}
        self._matches: list[tuple[Matchup, Situation]] = []
        self._numbers: dict[tuple[Matchup, Situation], int] = {}
        self._alike: dict[int, StrikeLaw] = {}
        self._changed: dict[tuple[int, tuple[Change, ...], int], Later] = {}
        self._spent: dict[tuple[int, int, Action, int, Choice, int], Spent] = {}
        self._spending: dict[tuple[int, int, Action, int], dict[int, Spending]] = {}
        self._kinds: dict[Spent, int] = {}
        self.kinds: list[Spent] = []

    def law(self, attacker: int, target: int, action: Action) -> StrikeLaw | None:
        """The law of a strike between two standings, None where the attacker has no such weapon any more.

        Raises `AdargaError` for what the rules do not allow, and `duel.too_many_offers` for more than `MOST_CHOICES`.
        """
        form = self.standings.form
        key = form(attacker), form(target), action
        if key not in self._laws:
            self._laws[key] = self._any_law(*key)
        return self._laws[key]

    def spent(self, attacker: int, target: int, action: Action, end: int, choice: Choice, round: int = LATER) -> Spent:
        """The forms of both after a strike that ended in blow number `end`, with what both chose.

        All that the strike changes but the loss of points: energy, pieces, conditions, and usage rolls, thrown.
        """
        form = self.standings.form
        key = form(attacker), form(target), action, end, choice, round
        found = self._spent.get(key)
        if found is None:
            found = self._spent[key] = self._spend(*key)
        return found

    def spending(self, attacker: int, target: int, action: Action, round: int = LATER) -> dict[int, Spending]:
        """What a strike that can be made changes besides its damage, under every pair of choices, by its blow.

        The numbers stand for those of `kinds`, where equal ones have one number.
        """
        form = self.standings.form
        key = form(attacker), form(target), action, round
        found = self._spending.get(key)
        if found is None:
            found = self._spending[key] = {}
            law = self.law(attacker, target, action)
            if law is not None:
                for end in {chance.end: None for chance in law.chances}:
                    found[end] = tuple(
                        tuple(self._kind(self.spent(*key[:3], end, (*one, *other), round)) for other in law.target)
                        for one in law.attacker
                    )
        return found

    def _kind(self, spent: Spent) -> int:
        found = self._kinds.get(spent)
        if found is None:
            found = self._kinds[spent] = len(self.kinds)
            self.kinds.append(spent)
        return found

    def _case(self, match: int, choice: Choice) -> _Case:
        found = self._cases.get((match, choice))
        if found is None:
            matchup, situation = self._matches[match]
            situation = replace(situation, take=choice)
            plan = self.standings.book.plan(matchup, situation)
            found = self._cases[match, choice] = _Case(matchup, situation, leaves(plan))
        return found

    def _match(self, attacker: int, target: int, action: Action) -> int:
        """The number of a matchup and its situation, the same for all forms that come to the same."""
        key = attacker, target, action
        found = self._matched.get(key)
        if found is None:
            book, state = self.standings.book, self._state(attacker, target, LATER)
            pending = Pending(attacker=ATTACKER, weapon=action.weapon, aims=(Aim(TARGET),), situation=action.situation)
            match = matchup_of(book, state, pending), situation_of(book, state, pending)
            found = self._matched[key] = self._numbers.setdefault(match, len(self._matches))
            if found == len(self._matches):
                self._matches.append(match)
        return found

    def _state(self, attacker: int, target: int, round: int) -> State:
        key = attacker, target, round
        found = self._states.get(key)
        if found is None:
            fighters = self.standings.fighters
            both = ((ATTACKER, fighters[attacker]), (TARGET, fighters[target]))
            seats = tuple(Seat(fighter=replace(one, id=id)) for id, one in both)
            found = self._states[key] = State(seats=seats, clock=Clock(round))
        return found

    def _any_law(self, attacker: int, target: int, action: Action) -> StrikeLaw | None:
        if weapon_of(self.standings.book, self.standings.fighters[attacker], action.weapon) is None:
            return None
        match = self._match(attacker, target, action)
        found = self._alike.get(match)
        if found is None:
            found = self._alike[match] = self._worked_out(match)
        return found

    def _worked_out(self, match: int) -> StrikeLaw:
        plain = self._case(match, ())
        offers = {offer.name: offer for leaf in plain.ends for offer in leaf.blow.offers}
        count = prod(offer.most + 1 for offer in offers.values())
        if count > MOST_CHOICES:
            raise AdargaError("duel.too_many_offers", count=count, most=MOST_CHOICES)
        mine, theirs = (choices(one for one in offers.values() if one.by == by) for by in (ATTACKER, TARGET))
        pairs = [(*one, *other) for one in mine for other in theirs]
        blows = [[leaf.blow for leaf in self._case(match, pair).ends] for pair in pairs]
        laws = {end: joint([column[end] for column in blows]) for end, leaf in enumerate(plain.ends) if leaf.weight}
        denominator = lcm(*(plain.ends[end].ways * ways for end, (_, ways) in laws.items()))
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for end, (law, ways) in laws.items():
            leaf = plain.ends[end]
            scale = leaf.weight * (denominator // (leaf.ways * ways))
            found += [(count * scale, end, damages) for damages, count in law.items()]
        common = gcd(denominator, *(weight for weight, _, _ in found))
        branches = [(branch_id(leaf.path), leaf.marks) for leaf in plain.ends]
        starts = range(0, len(pairs), len(theirs))
        chances = tuple(
            Chance(weight // common, *branches[end], end, tuple(damages[at : at + len(theirs)] for at in starts))
            for weight, end, damages in found
        )
        return StrikeLaw(denominator // common, mine, theirs, chances)

    def _spend(self, attacker: int, target: int, action: Action, end: int, choice: Choice, round: int) -> Spent:
        case = self._case(self._match(attacker, target, action), choice)
        leaf = case.ends[end]
        outcome = Outcome(leaf.path, leaf.marks, 0, (), (), (), leaf.blow)
        state = self._state(attacker, target, round)
        strike = Strike(case.matchup, case.situation, state.fighter(ATTACKER), state.fighter(TARGET), outcome)
        changes = self.standings.book.after(strike, state.clock)
        mine, theirs = (
            self._after(form, who, tuple(change for change in changes if change.who == who), round)
            for form, who in ((attacker, ATTACKER), (target, TARGET))
        )
        return tuple((odds * more, one, other) for odds, one in mine for more, other in theirs)

    def _after(self, form: int, who: str, changes: tuple[Change, ...], round: int) -> Later:
        """What one of the two comes to by what changes about it, the rolls that fall due thrown."""
        key = form, changes, round
        found = self._changed.get(key)
        if found is None:
            fighter = replace(self.standings.fighters[form], id=who)
            state = State(seats=(Seat(fighter=fighter),), clock=Clock(round))
            for change in changes:
                state = evolve(Changed(change), state)
            found = self._changed[key] = self.standings.later(settled(self.standings.book, state), round)
        return found


def choices(offers: Iterable[Offer]) -> tuple[Choice, ...]:
    """Everything that can be taken of some offers of one side, the cheapest first."""
    offered = tuple(offers)
    found = []
    for pick in product(*(range(offer.most + 1) for offer in offered)):
        things, energy = 0, 0
        for offer, times in zip(offered, pick, strict=True):
            if offer.cost[0] == "energy":
                energy += times * offer.cost[1]
            else:
                things += times * offer.cost[1]
        taken = tuple(Taken(offer.name, times) for offer, times in zip(offered, pick, strict=True) if times)
        found.append(((things, energy), taken))
    return tuple(taken for _, taken in sorted(found, key=lambda one: one[0]))


def joint(blows: list[Blow]) -> tuple[dict[tuple[int, ...], int], int]:
    """The joint law of the damage of one blow under several choices, thrown with the same dice, and its denominator.

    The blows have the same dice, each its own soak; the law maps the damages, in their order, to counts.
    """
    found: dict[tuple[int, ...], int] = {(0,) * len(blows): 1}
    ways = 1
    for parts in zip(*(blow.parts for blow in blows), strict=True):
        counts, its_ways = _part(parts)
        found, ways = _together(found, counts), ways * its_ways
    ended: dict[tuple[int, ...], int] = {}
    for values, count in found.items():
        damages = tuple(soaked(value, blow.soak) for value, blow in zip(values, blows, strict=True))
        ended[damages] = ended.get(damages, 0) + count
    return ended, ways


def _part(parts: tuple[Part, ...]) -> tuple[dict[tuple[int, ...], int], int]:
    dice = parts[0].dice
    law = {0: 1} if dice is None else dice.distribution().counts
    ways = 1 if dice is None else dice.distribution().denominator
    counts: dict[tuple[int, ...], int] = {}
    for rolled, count in law.items():
        values = tuple(soaked(max(rolled + part.plus, 0), part.soak) for part in parts)
        counts[values] = counts.get(values, 0) + count
    return counts, ways


def _together(one: dict[tuple[int, ...], int], other: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for first, times in one.items():
        for second, more in other.items():
            both = tuple(map(sum, zip(first, second, strict=True)))
            found[both] = found.get(both, 0) + times * more
    return found
