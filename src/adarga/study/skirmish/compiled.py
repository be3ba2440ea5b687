"""The fast lane compiled by numba (the extra `fast`): one fight after the other, no thread in another's way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from adarga.study.skirmish.lane import Lane
from adarga.study.skirmish.laws import alias_table
from adarga.study.skirmish.tally import Tally

HALF = 32
"""Each draw takes half of a random word: its low bits choose the column, the others between outcome and alias."""
DEEP = 3
"""The further words that decide where those bits are not enough: nothing is off by more than 2**-200."""

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class _Law:
    """A law of damage as an alias table; `share` and `rest` are the digits of each column's own share.

    `damage[2 * column + 1]` is the column's own damage, `damage[2 * column]` its alias's.
    """

    bits: int
    share: Words
    rest: Words
    damage: NDArray[np.int64]


def _law(counts: dict[int, int], need: int) -> _Law:
    damages = list(counts)
    shares, others = alias_table(list(counts.values()))
    bits = (len(shares) - 1).bit_length()
    share, rest = np.zeros(len(shares), np.uint64), np.zeros((len(shares), DEEP), np.uint64)
    for column, exact in enumerate(shares):
        left: Fraction = exact * (1 << (HALF - bits))
        share[column] = int(left)
        for place in range(DEEP):
            left = (left - int(left)) * (1 << 64)
            rest[column, place] = int(left)
    values = [min(damages[column], need) if column < len(damages) else 0 for column in range(len(shares))]
    mine = np.array(values, np.int64)
    return _Law(bits, share, rest, np.stack((mine[others], mine), axis=1).ravel())


class Compiled:
    """A lane ready to run: `run` may be called by several threads at once."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        # The loop has whoever acts first in later rounds as number 0.
        self.order = lane.later
        laws = [_law(lane.laws[who], lane.need[1 - who]) for who in self.order]
        self.tables = [part for law in laws for part in (np.uint64(law.bits), law.share, law.rest, law.damage)]

    def run(self, fights: int, seed: np.random.SeedSequence, last_round: int) -> Tally:
        """So many fights, counted."""
        lane = self.lane
        need = np.array([lane.need[who] for who in self.order], np.int64)
        now = np.array([who in lane.now for who in self.order], np.int64)
        rounds = np.zeros(last_round - lane.round + 1, np.int64)
        lost, up = np.zeros((2, need.max() + 1), np.int64), np.zeros(3, np.int64)
        kernel: Callable[..., None] = _fights
        kernel(seed.generate_state(4, np.uint64), fights, *self.tables, need, now, rounds, lost, up)
        counts = np.concatenate((np.zeros(lane.round, np.int64), np.trim_zeros(rounds, "b")))
        places = [self.order.index(who) for who in (0, 1)]
        by_fighter = [lost[place, : need[place] + 1] for place in places]
        return lane.tally(counts, by_fighter, up[[*places, 2]], fights)


_ROTATE = np.uint64(23), np.uint64(41), np.uint64(45), np.uint64(19), np.uint64(17)
_LOW = np.uint64((1 << HALF) - 1)
_HALF, _ONE = np.uint64(HALF), np.uint64(1)


@njit(cache=True, nogil=True)
def _step(a: Any, b: Any, c: Any, d: Any) -> Any:
    """One step of xoshiro256++: the word, and the state after it."""
    total = a + d
    word = ((total << _ROTATE[0]) | (total >> _ROTATE[1])) + a
    shifted = b << _ROTATE[4]
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << _ROTATE[2]) | (d >> _ROTATE[3])
    return word, a, b, c, d


@njit(cache=True, nogil=True)
def _tie(a: Any, b: Any, c: Any, d: Any, column: Any, rest: Any) -> Any:
    """Whether a strike has its column's own damage (1 or 0) where half a word could not tell, and the state then."""
    own = np.uint64(0)
    for place in range(DEEP):
        word, a, b, c, d = _step(a, b, c, d)
        if word != rest[column, place]:
            own = np.uint64(word < rest[column, place])
            break
    return own, a, b, c, d


@njit(cache=True, nogil=True)
def _fights(
    seed: Any, fights: Any,
    bits0: Any, share0: Any, rest0: Any, damage0: Any, bits1: Any, share1: Any, rest1: Any, damage1: Any,
    need: Any, now: Any, rounds: Any, lost: Any, up: Any,
) -> None:  # fmt: skip
    """Fights one after the other; `rounds`, `lost` and `up` count what they came to.

    Number 0 acts first in every round; in the one now running those act who are in `now`. The strikes of both are
    drawn from one word. All stands in one loop, with comparisons that are added where branches would be guessed wrong
    half of the time: apart, in functions of its own, it took seven times as long.
    """
    a, b, c, d = seed[0], seed[1], seed[2], seed[3]
    mask0, mask1 = (_ONE << bits0) - _ONE, (_ONE << bits1) - _ONE
    need0, need1 = need[0], need[1]
    last = len(rounds) - 1
    for _ in range(fights):
        left0, left1 = need0, need1
        acts0, acts1 = now[0], now[1]
        round = 0
        while True:
            word, a, b, c, d = _step(a, b, c, d)
            half = word & _LOW
            column, high = half & mask0, half >> bits0
            own = np.uint64(high < share0[column])
            if high == share0[column]:
                own, a, b, c, d = _tie(a, b, c, d, column, rest0)
            left1 -= acts0 * damage0[column + column + own]
            if left1 <= 0:
                break
            half = word >> _HALF
            column, high = half & mask1, half >> bits1
            own = np.uint64(high < share1[column])
            if high == share1[column]:
                own, a, b, c, d = _tie(a, b, c, d, column, rest1)
            left0 -= acts1 * damage1[column + column + own]
            if left0 <= 0 or round == last:
                break
            acts0 = acts1 = 1
            round += 1
        rounds[round] += 1
        up[0] += left0 <= 0
        up[1] += left1 <= 0
        up[2] += left0 > 0 and left1 > 0
        lost[0, need0 - max(left0, 0)] += left0 > 0
        lost[1, need1 - max(left1, 0)] += left1 > 0
