"""Duels played out by the fight itself, every face of every die, and solved in fractions: slow, and obviously right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from adarga.fight import State
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.rules.protocol import Combatant, Condition, Rulebook, Taken
from tests.study.faces import fight, plain, thrown, told

Answer = Callable[[State], tuple[Taken, ...]]
Ends = tuple[Fraction, Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Played:
    """How a duel ends, P(over by the end of round n), and the points left of the first where it wins."""

    ends: Ends
    over_by: list[Fraction]
    left: dict[int, Fraction]


def able(book: Rulebook, state: State, id: str) -> bool:
    return bool(book.order([state.fighter(id)], 2))


class Whole:
    """The states of a duel between turns, each with those that follow a turn."""

    def __init__(self, book: Rulebook, sheets: tuple[Combatant, Combatant], answer: Answer) -> None:
        self.book = book
        self.ids = tuple(sheet.name for sheet in sheets)
        self.answer = answer
        self.states: dict[object, State] = {}
        self.then: dict[object, dict[object, Fraction]] = {}

    def key(self, state: State) -> object:
        fighters = tuple(plain(self.book, state.fighter(id), state) for id in self.ids)
        over = not all(able(self.book, state, id) for id in self.ids)
        return fighters, "over" if over else (state.acting, min(state.clock.round, 2), state.turn)

    def explore(self, state: State) -> object:
        start = self.key(state)
        self.states = {start: state}
        waiting = [start]
        for key in waiting:
            if self.over(key):
                continue
            self.then[key] = {}
            for odds, end in self.turn(self.states[key]):
                after = self.key(end)
                if after not in self.states:
                    self.states[after] = end
                    waiting.append(after)
                self.then[key][after] = self.then[key].get(after, Fraction(0)) + odds
        return start

    def over(self, key: object) -> bool:
        return isinstance(key, tuple) and key[1] == "over"

    def turn(self, state: State) -> list[tuple[Fraction, State]]:
        """One turn: the one whose it is strikes with its first weapon; then the next one's comes."""
        (actor,) = state.acting
        foe = next(id for id in self.ids if id != actor)
        weapon = state.fighter(actor).combatant.weapons[0].id
        if weapon in state.fighter(actor).lost:
            struck = [(Fraction(1), state)]
        else:
            attack = cmd.Attack(who=actor, weapon=weapon, aims=(Aim(foe),))
            struck = list(thrown(self.book, told(self.book, state, attack), self.answer))
        found = []
        for odds, end in struck:
            if not all(able(self.book, end, id) for id in self.ids):
                found.append((odds, end))
            else:
                for more, later in thrown(self.book, told(self.book, end, cmd.NextTurn()), self.answer):
                    found.append((odds * more, later))
        return found


def play(
    book: Rulebook,
    sheets: tuple[Combatant, Combatant],
    answer: Answer = lambda state: (),
    conditions: tuple[tuple[Condition, ...], ...] = ((), ()),
    rounds: int = 3,
) -> Played:
    """A duel of two who strike in turn."""
    whole = Whole(book, sheets, answer)
    start = whole.explore(fight(book, *sheets, conditions=conditions))
    visits = solve(whole, start)
    ends = [Fraction(0)] * 4
    left: dict[int, Fraction] = {}
    for key, times in visits.items():
        if whole.over(key):
            state = whole.states[key]
            first, second = (able(book, state, id) for id in whole.ids)
            ends[0 if first else 1 if second else 2] += times
            if first:
                points = state.fighter(whole.ids[0]).points or 0
                left[points] = left.get(points, Fraction(0)) + times
    ends[3] = 1 - sum(ends, Fraction(0))
    return Played((ends[0], ends[1], ends[2], ends[3]), over_by(whole, start, rounds), left)


def over_by(whole: Whole, start: object, rounds: int) -> list[Fraction]:
    mass, found = {start: Fraction(1)}, []
    for _ in range(rounds):
        for _ in range(2):
            after: dict[object, Fraction] = {}
            for key, share in mass.items():
                for then, odds in whole.then.get(key, {key: Fraction(1)}).items():
                    after[then] = after.get(then, Fraction(0)) + share * odds
            mass = after
        found.append(sum((share for key, share in mass.items() if whole.over(key)), Fraction(0)))
    return found


def solve(whole: Whole, start: object) -> dict[object, Fraction]:
    """How often each state comes, by Gauss on all of them at once; those from which nothing ends are left out."""
    ending = {key for key in whole.states if whole.over(key)}
    while more := {key for key, then in whole.then.items() if key not in ending and ending & then.keys()}:
        ending |= more
    keys = [key for key in whole.states if key in ending]
    at = {key: n for n, key in enumerate(keys)}
    rows: list[dict[int, Fraction]] = [{n: Fraction(1)} for n in range(len(keys))]
    sides = [Fraction(int(key == start)) for key in keys]
    for key, then in whole.then.items():
        for after, odds in then.items():
            if key in at and after in at:
                row = rows[at[after]]
                row[at[key]] = row.get(at[key], Fraction(0)) - odds
    for n in range(len(keys)):
        head = rows[n].pop(n)
        for m in range(n + 1, len(keys)):
            factor = rows[m].pop(n, None)
            if factor:
                factor /= head
                for column, value in rows[n].items():
                    rows[m][column] = rows[m].get(column, Fraction(0)) - factor * value
                sides[m] -= factor * sides[n]
        rows[n][n] = head
    found = [Fraction(0)] * len(keys)
    for n in reversed(range(len(keys))):
        rest = sum((value * found[m] for m, value in rows[n].items() if m > n), Fraction(0))
        found[n] = (sides[n] - rest) / rows[n][n]
    return dict(zip(keys, found, strict=True))
