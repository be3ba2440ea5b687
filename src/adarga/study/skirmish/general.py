"""Whole fights side by side by numpy: everyone's standing in every fight is a number, and what follows is looked up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adarga.study.skirmish.laws import Bits, Ints
from adarga.study.skirmish.muster import Cast, Seated
from adarga.study.skirmish.tally import Tally
from adarga.study.standings import FIRST, LATER

Mask = NDArray[np.bool_]


def fought(cast: Cast, fights: int, bits: Bits, last_round: int) -> Tally:
    """So many fights, to their end or to the end of the last round, counted."""
    return _Field(cast, fights, bits).fight(last_round)


@dataclass
class _Plan:
    """Who acts when in the rounds of one kind: by turns, the same in every fight, or by a row a place."""

    turns: tuple[tuple[int, ...], ...]
    places: Ints | None = None


class _Field:
    """Fights going on: arrays have a row for each fighter and a column for each fight not yet counted."""

    def __init__(self, cast: Cast, fights: int, bits: Bits) -> None:
        self.cast, self.bits, self.tables = cast, bits, cast.tables
        self.fights = fights
        size = len(cast.seats)
        starts = np.array([seat.start for seat in cast.seats], np.int32)
        self.standing = np.repeat(starts[:, None], fights, axis=1)
        self.able = self.tables.able[self.standing]
        self.left = np.zeros((size, fights), np.bool_)
        self.sides = np.array([seat.side for seat in cast.seats])
        self.up = np.stack([self.able[self.sides == side].sum(axis=0) for side in range(len(cast.sides))])
        self.rounds = np.zeros(fights, np.int32)
        self.running = (self.up > 0).sum(axis=0) > 1
        self.round = cast.round
        self.rounds[~self.running] = self.round
        self.tally = Tally.empty(len(cast.sides), size)
        self.now, self.later = self._plans()

    def _plans(self) -> tuple[_Plan, _Plan]:
        cast = self.cast
        if cast.rolled is None:
            return _Plan(cast.now), _Plan(cast.later)
        first, later = cast.rolled.orders(self.fights, self.bits)
        return _Plan((), first), _Plan((), later)

    def fight(self, last_round: int) -> Tally:
        plan, kind = self.now, self.cast.kind
        while True:
            self._one_round(plan, kind)
            if self.round >= last_round or not self.running.any():
                break
            self._round_over(kind)
            self._settle(np.flatnonzero(self.running))
            self.round += 1
            self._clear()
            plan, kind = self.later, LATER
        self.rounds[self.running] = self.round
        self._count(np.arange(self.standing.shape[1]))
        return self.tally

    def _one_round(self, plan: _Plan, kind: int) -> None:
        if plan.places is None:
            for turn in plan.turns:
                self._turn_comes(turn)
                for actor in turn:
                    self._act(actor, np.flatnonzero(self.running & self.able[actor]), kind)
            return
        for row in plan.places:
            for actor in np.unique(row).tolist():
                columns = np.flatnonzero((row == actor) & self.running & self.able[actor])
                if self.tables.turning:
                    self.standing[actor, columns] = self.tables.turned[self.standing[actor, columns]]
                self._act(actor, columns, kind)

    def _turn_comes(self, turn: tuple[int, ...]) -> None:
        if self.tables.turning:
            comes = np.flatnonzero(self.running & self.able[list(turn)].any(axis=0))
            for actor in turn:
                self.standing[actor, comes] = self.tables.turned[self.standing[actor, comes]]

    def _act(self, actor: int, columns: Ints, kind: int) -> None:
        """One fighter's turn in the fights given, in all of which it can act."""
        seat = self.cast.seats[actor]
        if seat.limit >= 0 and len(columns):
            goes = self.tables.points[self.standing[actor, columns]] <= seat.limit
            self._leave(actor, columns[goes])
            columns = columns[~goes]
            columns = columns[self.running[columns]]
        if not len(columns):
            return
        targets = self._targets(seat, columns)
        for target in np.unique(targets).tolist():
            self._strike(actor, target, columns[targets == target], kind)

    def _leave(self, actor: int, columns: Ints) -> None:
        self.left[actor, columns] = True
        self._changed(actor, columns)

    def _targets(self, seat: Seated, columns: Ints) -> Ints:
        """Whom it strikes in each fight: of those of other sides who can act."""
        foes = [at for at, other in enumerate(self.cast.seats) if other.side != seat.side]
        can = self.able[foes][:, columns]
        if seat.policy.aim == "weakest":
            points = self.tables.points[self.standing[foes][:, columns]]
            at = np.where(can, points, np.iinfo(np.int32).max).argmin(axis=0)
        elif seat.policy.aim == "nearest":
            at = can.argmax(axis=0)
        else:
            weights = np.array([self.cast.seats[foe].policy.weight for foe in foes], np.uint64)
            sums = np.where(can, weights[:, None], np.uint64(0)).cumsum(axis=0, dtype=np.uint64)
            drawn = self.bits.below(np.maximum(sums[-1], np.uint64(1)))
            at = np.where(sums[-1] > 0, (sums > drawn).argmax(axis=0), can.argmax(axis=0))
        found: Ints = np.array(foes, np.int32)[at]
        return found

    def _strike(self, actor: int, target: int, columns: Ints, kind: int) -> None:
        tables, cast = self.tables, self.cast
        mine, theirs = self.standing[actor, columns], self.standing[target, columns]
        pair = tables.pair(cast.seats[actor].manner, cast.seats[target].manner)
        forms = tables.form[mine]
        laws = tables.strike(np.full(len(columns), pair, np.int32), forms, theirs, kind)
        cells = self.bits.pick(tables.strike_pool, laws)
        after, hurt = (column[cells] for column in tables.strike_pool.values)
        self.standing[target, columns] = hurt
        changed = np.flatnonzero(after != forms)
        if len(changed):
            self.standing[actor, columns[changed]] = tables.put(after[changed], mine[changed])
            self._changed(actor, columns[changed])
        self._changed(target, columns)

    def _changed(self, who: int, columns: Ints) -> None:
        """Whether one can act, wherever its standing changed, and what is over by that."""
        able = self.tables.able[self.standing[who, columns]] & ~self.left[who, columns]
        differs = able != self.able[who, columns]
        if differs.any():
            columns, able = columns[differs], able[differs]
            self.able[who, columns] = able
            self.up[self.sides[who], columns] += np.where(able, 1, -1)
            self._settle(columns)

    def _settle(self, columns: Ints) -> None:
        """Which of some fights are over: only one side, or none, has anyone who can act."""
        over = columns[(self.up[:, columns] > 0).sum(axis=0) <= 1]
        self.running[over] = False
        self.rounds[over] = self.round

    def _round_over(self, kind: int) -> None:
        if not self.tables.ticking and kind != FIRST:
            return
        for who in range(len(self.cast.seats)):
            columns = np.flatnonzero(self.running & ~self.left[who])
            found = self.tables.tick(self.standing[who, columns], kind)
            chance = np.flatnonzero(found < 0)
            if len(chance):
                cells = self.bits.pick(self.tables.tick_pool, -2 - found[chance])
                found[chance] = self.tables.tick_pool.values[0][cells]
            self.standing[who, columns] = found
            able = self.tables.able[found]
            self.up[self.sides[who], columns] += able.astype(np.int64) - self.able[who, columns]
            self.able[who, columns] = able

    def _clear(self) -> None:
        """Count the fights that are over, once they are half of all, and go on without them."""
        if 2 * np.count_nonzero(self.running) > len(self.running):
            return
        self._count(np.flatnonzero(~self.running))
        keep = np.flatnonzero(self.running)
        self.standing, self.able, self.left = self.standing[:, keep], self.able[:, keep], self.left[:, keep]
        self.up, self.rounds, self.running = self.up[:, keep], self.rounds[keep], self.running[keep]
        for plan in (self.now, self.later):
            if plan.places is not None:
                plan.places = plan.places[:, keep]

    def _count(self, columns: Ints) -> None:
        standing, left, up = self.standing[:, columns], self.left[:, columns], self.up[:, columns] > 0
        down = ~self.tables.able[standing] & ~left
        sides = up.sum(axis=0)
        ended = sides <= 1
        self.tally.fights += len(columns)
        self.tally.wins += (up & ended).sum(axis=1)
        self.tally.nobody += int((sides == 0).sum())
        self.tally.undecided += int((~ended).sum())
        self.tally.down += down.sum(axis=1)
        self.tally.gone += left.sum(axis=1)
        points = self.tables.points[standing].astype(np.int64)
        self.tally.points += points.sum(axis=1)
        self.tally.squares += (points * points).sum(axis=1)
        self.tally.add_rounds(np.bincount(self.rounds[columns]))
