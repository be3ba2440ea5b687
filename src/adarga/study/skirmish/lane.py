"""The fast lane: fights of one against one in which a strike changes nothing but points, so that losses add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from adarga.study.skirmish.laws import Bits, Ints, Pool
from adarga.study.skirmish.muster import Cast, Turns
from adarga.study.skirmish.policy import chosen_action
from adarga.study.skirmish.tables import CERTAIN, KINDS
from adarga.study.skirmish.tally import Tally
from adarga.study.strikes import StrikeLaw

CELLS = 1 << 16
"""A random number of 16 bits looks a strike's damage up in so many cells, all equally likely."""
MOST = 5000
"""The most points that are followed here: those left stand in 16 bits, and so does any damage past them."""

Short = NDArray[np.int16]


@dataclass(frozen=True)
class Blows:
    """A law of damage by cells: `cells[k]` is the damage, or -1 where the cells left over are shared out by `pool`.

    Each damage has all cells that its probability fills; what is left of the probabilities stands in the pool's law,
    exactly, so that all is as likely as it should be.
    """

    cells: Short
    pool: Pool

    def strikes(self, bits: Bits, count: int) -> Short:
        """The damage of so many strikes."""
        words = bits.words((count + 3) // 4)
        found: Short = self.cells.take(words.view(np.uint16)[:count], mode="wrap")
        again = np.flatnonzero(found < 0)
        if len(again):
            drawn = bits.pick(self.pool, np.zeros(len(again), np.int32))
            found[again] = self.pool.values[0][drawn]
        return found


def blows(counts: dict[int, int], need: int) -> Blows:
    """A law of damage by its counts; damage of `need` or more is all the same."""
    held: dict[int, int] = {}
    for damage, count in counts.items():
        held[min(damage, need)] = held.get(min(damage, need), 0) + count
    total = sum(held.values())
    whole = np.array([count * CELLS // total for count in held.values()])
    cells = np.full(CELLS, -1, np.int16)
    cells[: whole.sum()] = np.repeat(np.fromiter(held, np.int16), whole)
    rest = [(count * CELLS % total, (damage,)) for damage, count in held.items() if count * CELLS % total]
    pool = Pool(1)
    if rest:
        least = gcd(*(weight for weight, _ in rest))
        pool.add([(weight // least, values) for weight, values in rest])
    return Blows(cells, pool)


@dataclass(frozen=True)
class Lane:
    """Two fighters whose losses add up.

    `need[i]` are the points that i must lose to be down, `points[i]` those it has, `laws[i]` the damage of its strikes
    as counts. `now` and `later` are the turns of the two in the round now running and in the later ones.
    """

    sides: tuple[int, int]
    need: tuple[int, int]
    points: tuple[int, int]
    laws: tuple[dict[int, int], dict[int, int]]
    round: int
    now: tuple[int, ...]
    later: tuple[int, int]

    @cached_property
    def blows(self) -> tuple[Blows, Blows]:
        """The strikes of each, one law where they are alike."""
        first = blows(self.laws[0], self.need[1])
        if (self.laws[1], self.need[0]) == (self.laws[0], self.need[1]):
            return first, first
        return first, blows(self.laws[1], self.need[0])

    def tally(self, rounds: NDArray[np.int64], lost: Sequence[NDArray[np.int64]], up: Ints, fights: int) -> Tally:
        """What fights came to: the rounds they ended in, `lost[i][p]` how often i, standing, had lost p points.

        `up` counts the fights in which the first was down, the second was, and neither.
        """
        found = Tally.empty(2, 2)
        found.fights = fights
        found.undecided = int(up[2])
        found.wins[list(self.sides)] = up[1], up[0]
        found.down += up[:2]
        for who, counts in enumerate(lost):
            left = self.points[who] - np.arange(len(counts))
            # Who is down may have points left: as many as it has once it has lost just enough.
            fallen = self.points[who] - self.need[who]
            found.points[who] = int((counts * left).sum()) + int(up[who]) * fallen
            found.squares[who] = int((counts * left * left).sum()) + int(up[who]) * fallen * fallen
        found.add_rounds(rounds)
        return found


def lane_of(cast: Cast) -> Lane | None:
    """A skirmish as one of the fast lane, None where it is none."""
    if len(cast.seats) != 2 or len(cast.sides) != 2 or cast.rolled is not None:
        return None
    later, now = _one_by_one(cast.later), _one_by_one(cast.now)
    if later is None or now is None or len(later) != 2 or any(seat.limit >= 0 for seat in cast.seats):
        return None
    if now not in (later, later[:1], later[1:], ()):
        return None
    found = []
    for attacker in (0, 1):
        law = _plain_law(cast, attacker)
        if law is None:
            return None
        counts: dict[int, int] = {}
        for chance in law.chances:
            counts[chance.damage[0][0]] = counts.get(chance.damage[0][0], 0) + chance.weight
        need = _adds_up(cast, 1 - attacker, sorted(counts))
        if need is None:
            return None
        found.append((counts, need))
    points = [cast.tables.standings.fighters[seat.start].points or 0 for seat in cast.seats]
    return Lane(
        sides=(cast.seats[0].side, cast.seats[1].side),
        need=(found[1][1], found[0][1]),
        points=(points[0], points[1]),
        laws=(found[0][0], found[1][0]),
        round=cast.round,
        now=now,
        later=(later[0], later[1]),
    )


def _one_by_one(turns: Turns) -> tuple[int, ...] | None:
    """Who acts in turn, None where two share a turn and something might end for both when it comes."""
    return tuple(turn[0] for turn in turns) if all(len(turn) == 1 for turn in turns) else None


def _plain_law(cast: Cast, attacker: int) -> StrikeLaw | None:
    """The law of one's strikes, None where there are choices in it or it changes more than points."""
    tables = cast.tables
    standings, strikes = tables.standings, tables.strikes
    mine, theirs = (cast.seats[who].start for who in (attacker, 1 - attacker))
    found = chosen_action(strikes, mine, theirs, cast.seats[attacker].policy.arm)
    if found is None or len(found[1].attacker) * len(found[1].target) > 1:
        return None
    action, law = found
    same = ((CERTAIN, standings.form(mine), standings.form(theirs)),)
    ends = {chance.end for chance in law.chances}
    if any(strikes.spent(mine, theirs, action, end, (), kind) != same for end in ends for kind in KINDS):
        return None
    return law


def _adds_up(cast: Cast, who: int, damages: list[int]) -> int | None:
    """The points one must lose to be down, None where more than the sum of its losses counts."""
    standings = cast.tables.standings
    start = cast.seats[who].start
    points = standings.fighters[start].points or 0
    if points > MOST or not standings.able(start):
        return None
    by_points, waiting = {points: start}, [start]
    while waiting:
        number = waiting.pop()
        if not _keeps(cast, number, start):
            return None
        for damage, kind in product(damages, KINDS):
            left = max((standings.fighters[number].points or 0) - damage, 0)
            ends = standings.lose(number, damage, kind)
            next = ends[0][1]
            if left not in by_points and standings.able(next):
                waiting.append(next)
            if len(ends) > 1 or by_points.setdefault(left, next) != next or standings.fighters[next].points != left:
                return None
    able = {left for left, number in by_points.items() if standings.able(number)}
    fallen = max(by_points.keys() - able, default=-1)
    if min(able) < fallen or (fallen < 0 and max(damages) > 0):
        return None
    return points - fallen


def _keeps(cast: Cast, number: int, start: int) -> bool:
    """Whether turns and rounds leave a standing as it is, and it strikes and is struck as at the start."""
    standings = cast.tables.standings
    return (
        standings.form(number) == standings.form(start)
        and standings.turn(number) == number
        and all(standings.tick(number, kind) == ((CERTAIN, number),) for kind in KINDS)
    )


def ran(lane: Lane, fights: int, bits: Bits, last_round: int) -> Tally:
    """So many fights of the fast lane, side by side."""
    return _Run(lane, bits, last_round).fight(fights)


class _Run:
    """Points still to be lost by each of the two, a place for each fight not yet over."""

    def __init__(self, lane: Lane, bits: Bits, last_round: int) -> None:
        self.lane, self.bits, self.last = lane, bits, last_round
        self.rounds = np.zeros(lane.round + 64, np.int64)
        self.lost = [np.zeros(need + 1, np.int64) for need in lane.need]
        self.up = np.zeros(3, np.int64)

    def fight(self, fights: int) -> Tally:
        left = [np.full(fights, need, np.int16) for need in self.lane.need]
        round, turns = self.lane.round, self.lane.now
        while True:
            left = self._one_round(round, turns, left)
            if not len(left[0]) or round >= self.last:
                break
            round, turns = round + 1, self.lane.later
        self.up[2] += len(left[0])
        for who in (0, 1):
            self._stands(who, left[who])
        self._over(round, len(left[0]))
        return self.lane.tally(self.rounds, self.lost, self.up, fights)

    def _one_round(self, round: int, turns: tuple[int, ...], left: list[Short]) -> list[Short]:
        """Both strike; where the one who acts last is down by then, its strike did not happen."""
        if not turns:
            return left
        back: list[Short] = []
        for actor in turns:
            damage = self.lane.blows[actor].strikes(self.bits, len(left[0]))
            left[1 - actor] -= damage
            back.append(damage)
        if all(part.min(initial=1) > 0 for part in left):
            return left
        last = turns[-1]
        fallen = left[last] <= 0
        if len(turns) == 2 and fallen.any():
            left[1 - last][fallen] += back[1][fallen]
        self._down(round, last, left[1 - last][fallen])
        other = (left[1 - last] <= 0) & ~fallen
        self._down(round, 1 - last, left[last][other])
        keep = ~(fallen | other)
        return [part[keep] for part in left]

    def _down(self, round: int, who: int, winner: Short) -> None:
        """Fights in which one went down, by what the other could still lose."""
        self.up[who] += len(winner)
        self._stands(1 - who, winner)
        self._over(round, len(winner))

    def _stands(self, who: int, left: Short) -> None:
        counts = np.bincount(self.lane.need[who] - left, minlength=len(self.lost[who]))
        self.lost[who] += counts

    def _over(self, round: int, fights: int) -> None:
        if round >= len(self.rounds):
            self.rounds = np.concatenate((self.rounds, np.zeros(round + 1, np.int64)))
        self.rounds[round] += fights
