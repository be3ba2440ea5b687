"""What a solved duel has decided, read off moment by moment: what was chosen, and what each other choice is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from adarga.study.contest import Contest, Ends, Fall, Moment, Move
from adarga.study.duel import solved
from adarga.study.graph import Graph
from adarga.study.habits import offers_of
from adarga.study.nodes import Compiler
from adarga.study.solution import Outlook, Solution
from adarga.study.standings import FIRST, LATER
from adarga.study.strikes import Action, Choice

FEW = 4
"""How many different points of the one who strikes are looked at where not every moment is."""

MOST_FORMS = 200
"""After so many forms of a side no more are looked for."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about offers: the damage where nothing is taken, the points of the one struck, and what there is.

    `struck`: the one who decides is the one struck. `offers` is all that is open to it, in alphabetical order;
    `worths` holds, for every choice that differs, what it is worth to it (0 to 1).
    """

    weight: float
    damage: int
    points: int
    struck: bool
    offers: tuple[str, ...]
    worths: tuple[tuple[Choice, float], ...]


@dataclass(frozen=True, slots=True)
class Teller:
    """Reads a solution of a contest, from the side of number `who`.

    A moment that cannot come about under the habits that were solved is solved when it is asked for, into `more`.
    """

    contest: Contest
    solution: Solution[float]
    who: int
    more: list[Solution[float]] = field(default_factory=list)

    def at(self, moment: Moment) -> Outlook[float]:
        """How the duel ends from any moment."""
        for known in (self.solution, *self.more):
            try:
                return known.at(moment)
            except KeyError:
                continue
        self.more.append(solved(self.contest, moment))
        return self.more[-1].at(moment)

    def worth(self, ends: Ends) -> Outlook[float]:
        """How the duel ends where these moments may come next."""
        total = [0.0] * 4
        for odds, moment in ends:
            one = self.at(moment)
            for column, share in enumerate((one.first, one.second, one.neither, one.never)):
                total[column] += float(odds) * share
        return Outlook(*total)

    def gain(self, ends: Ends) -> float:
        """What these moments are worth to the side."""
        return self.mine(self.worth(ends))

    def mine(self, outlook: Outlook[float]) -> float:
        """What an outlook is worth to the side: its chance to win, with half of what nobody wins."""
        return outlook.value if self.who == 0 else 1 - outlook.value

    def rows(self, moment: Moment, move: Move, fall: Fall) -> list[list[tuple[int, int]]]:
        """The pairs of choices that habits leave, those that come to the same once."""
        return Compiler(self.contest, float).rows(moment, self.contest.actor(moment), move, fall)

    def answered(self, moment: Moment, fall: Fall, rows: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
        """The pair that each row comes to, the one struck answering as is best for it."""
        struck_is_who = self.contest.actor(moment) != self.who
        found = []
        for row in rows:
            gains = [self.gain(fall.ends[a][t]) for a, t in row]
            found.append(row[_best(gains if struck_is_who else [-gain for gain in gains])])
        return found

    def chosen(self, moment: Moment, move: Move, fall: Fall) -> tuple[int, int]:
        """The pair of choices that both come to."""
        pairs = self.answered(moment, fall, self.rows(moment, move, fall))
        gains = [self.gain(fall.ends[a][t]) for a, t in pairs]
        return pairs[_best(gains if self.contest.actor(moment) == self.who else [-gain for gain in gains])]

    def outlook(self, moment: Moment, move: Move) -> Outlook[float]:
        """How the duel ends where this move is made now, and all goes on as was solved."""
        total = [0.0] * 4
        for fall in move.falls:
            a, t = self.chosen(moment, move, fall)
            one = self.worth(fall.ends[a][t])
            for column, share in enumerate((one.first, one.second, one.neither, one.never)):
                total[column] += float(fall.odds) * share
        return Outlook(*total)

    def choices(self, moment: Moment, move: Move, fall: Fall) -> list[tuple[Choice, Outlook[float]]]:
        """What the side may take once the dice fell so, each with how the duel then ends; the one chosen first.

        Where it is the one struck, the attacker has chosen as was solved.
        """
        if move.law is None:
            return []
        rows = self.rows(moment, move, fall)
        if self.contest.actor(moment) == self.who:
            pairs = self.answered(moment, fall, rows)
            listed = [(move.law.attacker[a], self.worth(fall.ends[a][t])) for a, t in pairs]
        else:
            taken = self.chosen(moment, move, fall)[0]
            row = next(row for row in rows if row[0][0] == taken)
            listed = [(move.law.target[t], self.worth(fall.ends[a][t])) for a, t in row]
        best = _best([self.mine(outlook) for _, outlook in listed])
        return [listed[best], *listed[:best], *listed[best + 1 :]]

    def moments(self) -> Iterator[tuple[float, Moment]]:
        """The moments to read decisions from, with their weights.

        All that come about, by how often they do; of a duel solved in whole grids, some for everything that may be open
        to the side, where the foe has all that it begins with, at every number of points of the one struck and at a
        few of the other.
        """
        if isinstance(self.solution, Graph):
            for number, times in self.solution.visits.items():
                if self.solution.nodes[number].ways:
                    yield float(times), self.solution.compiler.moments[number]
            return
        forms = [(form, foe) if self.who == 0 else (foe, form) for form, foe in self._forms()]
        fighters = self.contest.standings.fighters
        full = [fighters[number].points or 0 for number in self.contest.start.standing]
        few = [sorted({max(1, round(most * part / FEW)) for part in range(1, FEW + 1)}) for most in full]
        for turn, pair in product((0, 1), forms):
            struck = 1 - self.contest.order[LATER][turn]
            every = [range(1, full[side] + 1) if side == struck else few[side] for side in (0, 1)]
            for points in product(*every):
                first, second = (
                    self.contest.standings.number(replace(fighters[form], points=left))
                    for form, left in zip(pair, points, strict=True)
                )
                yield 1.0, Moment((first, second), LATER, turn)

    def _forms(self) -> Iterator[tuple[int, int]]:
        """The first form found of the side for everything that may be open to it, and the form of the foe."""
        standings, strikes = self.contest.standings, self.contest.strikes
        begun = [standings.form(standings.tick(number, FIRST)[0][1]) for number in self.contest.start.standing]
        whole, foe = begun[self.who], begun[1 - self.who]
        seen: set[tuple[str, ...]] = set()
        waiting = [whole]
        for form in waiting:
            open_: set[str] = set()
            acts = [(side, action) for side in (0, 1) for action in self.contest.actions[side]]
            for side, action in acts:
                pair = (form, foe) if side == self.who else (foe, form)
                law = strikes.law(*pair, action)
                if law is not None:
                    open_.update(offers_of(law.attacker if side == self.who else law.target))
                    for kind in {kind for row in strikes.spending(*pair, action).values() for k in row for kind in k}:
                        then = {mine if side == self.who else theirs for _, mine, theirs in strikes.kinds[kind]}
                        waiting += sorted(then.difference(waiting)) if len(waiting) < MOST_FORMS else []
            signature = tuple(sorted(open_))
            if signature not in seen and (signature or form == whole):
                seen.add(signature)
                yield form, foe

    def decisions(self) -> Iterator[Decision]:
        """Every decision of the side about offers, at those moments, in which something differs."""
        for weight, moment in self.moments():
            actor = self.contest.actor(moment)
            action = self.solution.action(moment)
            law = self.contest.law(moment, action)
            if law is None or len(law.attacker if actor == self.who else law.target) == 1:
                continue
            move = self.move(moment, action)
            points = self.contest.standings.fighters[moment.standing[1 - actor]].points or 0
            for fall in move.falls:
                listed = self.choices(moment, move, fall)
                if len(listed) > 1:
                    damage = fall.chance.damage
                    row = 0 if actor == self.who else self.chosen(moment, move, fall)[0]
                    worths = tuple((choice, self.mine(outlook)) for choice, outlook in listed)
                    offers = offers_of(law.attacker if actor == self.who else law.target)
                    share = weight * float(fall.odds)
                    yield Decision(share, damage[row][0], points, actor != self.who, offers, worths)

    def move(self, moment: Moment, action: Action) -> Move:
        """The move of an action at a moment."""
        return next(move for move in self.contest.moves(moment) if move.action == action)


def _best(gains: list[float]) -> int:
    """The first of those that are best, as near as floats can tell."""
    best = max(gains)
    return next(n for n, gain in enumerate(gains) if gain >= best - NEAR)


NEAR = 1e-12
"""Less difference than this is none: choices that are worth the same are told apart by their cost alone."""
