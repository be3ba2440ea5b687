"""How fighters can stand in a fight, each way once, and what losing points, turns and rounds make of it.

Everything is asked of the rulebook and done by the fight's own functions, once for each standing: a study then only
follows numbers from one to the next.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from adarga.errors import AdargaError
from adarga.fight.events import Changed, Settled
from adarga.fight.evolve import evolve
from adarga.fight.state import Seat, State
from adarga.fight.striking import owed_first
from adarga.fight.turns import begun, ticked
from adarga.plan import Outcome, leaves
from adarga.plan.odds import blow_counts
from adarga.rules.protocol import Clock, Combatant, Condition, Fighter, Rulebook, Until

Later = tuple[tuple[Fraction, int], ...]
"""Standings that may follow, each with its probability; together they are certain."""

FIRST, LATER = 1, 2
"""The two kinds of round: surprise is of the first alone."""


def fresh(sheet: Combatant, conditions: tuple[Condition, ...] = ()) -> Fighter:
    """A fighter to whom nothing has happened yet. Raises `AdargaError` (`study.no_points`) where none are counted."""
    if sheet.points is None:
        raise AdargaError("study.no_points", name=sheet.name)
    return Fighter(id="", combatant=sheet, points=sheet.points, energy=sheet.energy, conditions=conditions)


def settled(book: Rulebook, state: State) -> list[tuple[Fraction, State]]:
    """The states in which no roll is owed any more that a state may come to, with their probabilities."""
    if not state.due:
        return [(Fraction(1), state)]
    owed = owed_first(book, state)
    rest = evolve(Settled(state.due[0], None, ()), state)
    found: list[tuple[Fraction, State]] = []
    for leaf in leaves(owed.plan):
        counts, ways = blow_counts(leaf.blow)
        for damage, count in counts.items():
            outcome = Outcome(leaf.path, leaf.marks, damage, (), (), (), leaf.blow)
            after = rest
            for change in book.settle(owed, outcome, rest.fighter(owed.who), rest.clock):
                after = evolve(Changed(change), after)
            share = Fraction(leaf.weight * count, leaf.ways * ways)
            found += [(share * odds, then) for odds, then in settled(book, after)]
    return found


class Standings:
    """The standings met so far in fights of one rulebook, numbered from 0 as they are met.

    A standing is a fighter without its name, its time limits counted from the round it stands in: from the second
    round on every round is alike. `fighters[number]` is the standing itself.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.fighters: list[Fighter] = []
        self._numbers: dict[Fighter, int] = {}
        self._able: dict[int, bool] = {}
        self._lost: dict[tuple[int, int, int], Later] = {}
        self._ticked: dict[tuple[int, int], Later] = {}
        self._turned: dict[int, int] = {}
        self._forms: dict[int, int] = {}
        self._put: dict[tuple[int, int], int] = {}

    def number(self, fighter: Fighter, round: int = LATER) -> int:
        """The number of the standing a fighter is in, a new one if it was never met."""
        plain = replace(fighter, id="", combatant=_unnamed(fighter.combatant), waiting=None)
        essence = self.book.essence(plain, Clock(round))
        found = self._numbers.get(essence)
        if found is None:
            found = self._numbers[essence] = len(self.fighters)
            self.fighters.append(essence)
        return found

    def able(self, number: int) -> bool:
        """Whether someone who stands so can act: who cannot is down."""
        found = self._able.get(number)
        if found is None:
            found = self._able[number] = bool(self.book.order([self.fighters[number]], LATER))
        return found

    def lose(self, number: int, points: int, round: int = LATER) -> Later:
        """What losing points at once leads to, the rolls that fall due by it thrown."""
        found = self._lost.get((number, points, round))
        if found is None:
            fighter = self.fighters[number]
            state = self._alone(fighter, round)
            for change in self.book.lose(fighter, points, state.clock):
                state = evolve(Changed(change), state)
            found = self._lost[number, points, round] = self.later(settled(self.book, state), round)
        return found

    def tick(self, number: int, round: int = LATER) -> Later:
        """What the end of a round leads to, as it stands in the next one."""
        found = self._ticked.get((number, round))
        if found is None:
            state = self._alone(self.fighters[number], round)
            before, now = state.clock, Clock(round + 1)
            state = replace(state, clock=now)
            for event in ticked(self.book, state, "", before, now):
                state = evolve(event, state)
            ends = [(odds, _back(end, round + 1 - LATER)) for odds, end in settled(self.book, state)]
            found = self._ticked[number, round] = self.later(ends, LATER)
        return found

    def turn(self, number: int) -> int:
        """How it stands once its own turn has come: what lasts until then is over."""
        found = self._turned.get(number)
        if found is None:
            state = self._alone(self.fighters[number], LATER)
            for event in begun(self.book, state, (("",),), 0, ahead=False):
                state = evolve(event, state)
            found = self._turned[number] = self.number(state.fighter(""))
        return found

    def defend(self, number: int, round: int = LATER) -> int | None:
        """How it stands when it only defends itself, None where the rulebook does not know that."""
        state = self._alone(self.fighters[number], round)
        changes = self.book.defend(state.fighter(""), state.clock)
        for change in changes:
            state = evolve(Changed(change), state)
        return self.number(state.fighter(""), round) if changes else None

    def form(self, number: int) -> int:
        """The standing without points and wounds: all that a strike by it or at it depends on."""
        found = self._forms.get(number)
        if found is None:
            found = self._forms[number] = self.number(replace(self.fighters[number], points=None, wounds=()))
        return found

    def put(self, form: int, number: int) -> int:
        """The standing with the points and wounds of `number` and all else of `form`."""
        found = self._put.get((form, number))
        if found is None:
            had = self.fighters[number]
            made = replace(self.fighters[form], points=had.points, wounds=had.wounds)
            found = self._put[form, number] = self.number(made)
        return found

    def later(self, states: list[tuple[Fraction, State]], round: int) -> Later:
        """The standings of the one fighter of each state, those that are the same together."""
        found: dict[int, Fraction] = {}
        for odds, state in states:
            number = self.number(state.seats[0].fighter, round)
            found[number] = found.get(number, Fraction(0)) + odds
        return tuple((odds, number) for number, odds in found.items())

    def _alone(self, fighter: Fighter, round: int) -> State:
        return State(seats=(Seat(fighter=fighter),), clock=Clock(round))


def _unnamed(sheet: Combatant) -> Combatant:
    return replace(sheet, name="") if sheet.name else sheet


def _back(state: State, rounds: int) -> State:
    """A state of one fighter with its time limits that many rounds earlier."""
    fighter = state.seats[0].fighter
    moved = tuple(
        replace(one, until=Until("round", one.until.at - rounds)) if one.until.when == "round" else one
        for one in fighter.conditions
    )
    return state.with_fighter(replace(fighter, conditions=moved))


def entered(book: Rulebook, fighter: Fighter, clock: Clock) -> Fighter:
    """A fighter of a fight under way as it would stand if its time were counted from here.

    Rounds from the second on become the second, and no game time has passed: equal futures, equal fighters.
    """
    essence = book.essence(fighter, clock)
    rounds = max(clock.round - LATER, 0)
    earlier = {"round": rounds, "minute": clock.minutes}
    conditions = tuple(
        replace(one, until=replace(one.until, at=one.until.at - earlier.get(one.until.when, 0)))
        for one in essence.conditions
    )
    wounds = tuple(replace(wound, minutes=wound.minutes - clock.minutes) for wound in essence.wounds)
    return replace(essence, conditions=conditions, wounds=wounds)
