"""How long points last: the strike and round by which they are gone, exactly, for one attacker or several in turn."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Literal, overload

import numpy as np

from adarga.dice import Distribution, parse, sums
from adarga.errors import AdargaError
from adarga.plan import Odds
from adarga.study.visits import Floats, ever_hurts, exact_visits, visits

Damage = Odds | Distribution
"""What one strike takes: the odds of a strike, or the damage alone."""
Points = int | str | Distribution
"""Points to begin with: a number, dice that are rolled for them (notation), or the law of such a roll."""

STRIKES = 50
MOST_STRIKES, MOST_POINTS = 100_000, 20_000
# Each about three seconds: multiplications of arrays; packed products of whole numbers, which cost more than by the
# bit; and the recurrence of an exact mean, which costs by the bit.
_MOST_WORK, _MOST_PRODUCTS, _MOST_BITS = 10**10, 10**11, 2 * 10**9
_NEAR = 1e-12


@dataclass(frozen=True, eq=False)
class _Lasting(ABC):
    """What both kinds of survival share: `laws` are the losses by strike, in turn, over and over.

    `capacity` is the law of the loss that brings the target down.
    """

    laws: tuple[Distribution, ...]
    capacity: Distribution

    @property
    @abstractmethod
    def strikes(self) -> int:
        """How many strikes the curve covers."""

    @abstractmethod
    def _strike_reaching(self, q: Fraction) -> int | None:
        """The first strike of the curve by which P(down) is at least q."""

    @property
    def already(self) -> Fraction:
        """The chance that it is down before the first strike."""
        return self.capacity.at_most(0)

    @property
    def ever(self) -> bool:
        """Whether it is brought down in the end, with certainty; else nothing these attackers do ever will."""
        return self.already == 1 or ever_hurts(self.laws)

    def quantile(self, q: Fraction | float) -> int | None:
        """The least n with P(down by strike n) >= q, for q in 0..1, however far off; None where there is none.

        Beyond an exact curve, and on a curve of floats, a probability less than 1e-12 below q counts as q.
        Raises `AdargaError("dice.law.quantile", q=)` outside 0..1.
        """
        if not 0 <= q <= 1:
            raise AdargaError("dice.law.quantile", q=q)
        wanted = Fraction(q)
        if wanted <= self.already:
            return 0
        if not self.ever:
            return None
        if wanted == 1:
            return self._certain()
        found = self._strike_reaching(wanted)
        return _search(self.laws, self.capacity, float(wanted)) if found is None else found

    @property
    def median(self) -> int | None:
        """The least n with P(down by strike n) >= 1/2."""
        return self.quantile(Fraction(1, 2))

    def rounds(self, strikes: int | None) -> int | None:
        """The round in which a strike falls; None stays None."""
        return None if strikes is None else -(-strikes // len(self.laws))

    def _certain(self) -> int | None:
        """The strike that surely brings it down: possible only where some attacker cannot fail to hurt."""
        taken = list(accumulate(law.least for law in self.laws))
        if not taken[-1]:
            return None
        turns, left = divmod(self.capacity.greatest - 1, taken[-1])
        return turns * len(taken) + bisect_right(taken, left) + 1


@dataclass(frozen=True, eq=False)
class Survival(_Lasting):
    """A survival curve in floats: `down[n - 1]` = P(down by strike n), `up[n - 1]` = P(still up after it).

    Both have the shape (strikes,), and each keeps its relative precision where it is small.
    """

    down: Floats
    up: Floats

    @property
    def strikes(self) -> int:
        """How many strikes the curve covers."""
        return len(self.down)

    @property
    def down_by_round(self) -> Floats:
        """P(down by round r) for the whole rounds r = 1, 2, ... of the curve: one strike of each attacker."""
        return self.down[len(self.laws) - 1 :: len(self.laws)]

    @property
    def up_by_round(self) -> Floats:
        """P(still up after round r)."""
        return self.up[len(self.laws) - 1 :: len(self.laws)]

    @cached_property
    def _means(self) -> tuple[float, float] | None:
        if not self.ever:
            return None
        standing = _standing(self.capacity)
        if not len(standing):
            return 0.0, 0.0
        by_attacker = visits(self.laws, len(standing)) @ standing
        return float(by_attacker.sum()), float(by_attacker[0])

    @property
    def mean(self) -> float | None:
        """The mean number of the strike that brings it down (0: down already); None where none ever does."""
        return self._means and self._means[0]

    @property
    def mean_rounds(self) -> float | None:
        """The mean number of the round in which it goes down; None where it never does."""
        return self._means and self._means[1]

    def _strike_reaching(self, q: Fraction) -> int | None:
        reached = np.flatnonzero(self.down >= float(q) - _NEAR)
        return int(reached[0]) + 1 if len(reached) else None


@dataclass(frozen=True, eq=False)
class ExactSurvival(_Lasting):
    """A survival curve in fractions: `down[n - 1]` = P(down by strike n), `up[n - 1]` = 1 - that."""

    down: tuple[Fraction, ...]
    up: tuple[Fraction, ...]

    @property
    def strikes(self) -> int:
        """How many strikes the curve covers."""
        return len(self.down)

    @property
    def down_by_round(self) -> tuple[Fraction, ...]:
        """P(down by round r) for the whole rounds r = 1, 2, ... of the curve."""
        return self.down[len(self.laws) - 1 :: len(self.laws)]

    @property
    def up_by_round(self) -> tuple[Fraction, ...]:
        """P(still up after round r)."""
        return self.up[len(self.laws) - 1 :: len(self.laws)]

    @cached_property
    def _means(self) -> tuple[Fraction, Fraction] | None:
        if not self.ever:
            return None
        size = max(self.capacity.greatest, 0)
        if not size:
            return Fraction(0), Fraction(0)
        bits = size * sum(law.denominator.bit_length() for law in self.laws)
        products = sum(min(len(law.counts), size) + len(self.laws) for law in self.laws)
        _hold(size * products * bits, _MOST_BITS)
        found, base = exact_visits(self.laws, size)
        weights, whole = _exact_standing(self.capacity)
        below = base**size * whole
        by_attacker = [0] * len(found)
        for lost, weight in enumerate(weights):
            by_attacker = [done * base + weight * row[lost] for done, row in zip(by_attacker, found, strict=True)]
        return Fraction(sum(by_attacker), below), Fraction(by_attacker[0], below)

    @property
    def mean(self) -> Fraction | None:
        """The mean number of the strike that brings it down (0: down already); None where none ever does.

        Raises `AdargaError("study.survival.work")` where the fraction would be too long to work out.
        """
        return self._means and self._means[0]

    @property
    def mean_rounds(self) -> Fraction | None:
        """The mean number of the round in which it goes down; None where it never does. Raises as `mean`."""
        return self._means and self._means[1]

    def _strike_reaching(self, q: Fraction) -> int | None:
        return next((strike for strike, share in enumerate(self.down, 1) if share >= q), None)


@overload
def survival(
    damage: Damage | Sequence[Damage], points: Points, *, strikes: int = STRIKES, exact: Literal[False] = False
) -> Survival: ...


@overload
def survival(
    damage: Damage | Sequence[Damage], points: Points, *, strikes: int = STRIKES, exact: Literal[True]
) -> ExactSurvival: ...


def survival(
    damage: Damage | Sequence[Damage], points: Points, *, strikes: int = STRIKES, exact: bool = False
) -> Survival | ExactSurvival:
    """How soon strikes take `points` points, each strike independent of the others and always the same.

    `damage` is what a strike takes (0 or more), or a sequence of such: attackers that strike in turn, one strike each a
    round. The curve covers `strikes` strikes (1 to 100000); mean and quantiles do not end there. Floats, or fractions
    with `exact=True`.

    Raises `AdargaError`: `study.survival.nobody`, `.heals` (a negative loss), `.strikes`, `.too_many_points`
    (more than 20000)
    and `.work` (too much to work out), and what the notation of `points` has wrong.

    >>> found = survival(Distribution({0: 1, 1: 1}), 2, strikes=4, exact=True)
    >>> [str(share) for share in found.down], found.mean, found.median
    (['0', '1/4', '1/2', '11/16'], Fraction(4, 1), 3)
    >>> survival(Distribution({0: 1, 2: 1}), "d4", strikes=2).down.tolist()
    [0.25, 0.5]
    """
    several = (damage,) if isinstance(damage, Odds | Distribution) else damage
    laws = tuple(one.damage if isinstance(one, Odds) else one for one in several)
    capacity = law_of(points)
    _check(laws, capacity, strikes)
    return _exact(laws, capacity, strikes) if exact else _floats(laws, capacity, strikes)


def law_of(points: Points) -> Distribution:
    """Points as a law. Raises what the notation has wrong.

    >>> law_of(7), law_of("d2")
    (Distribution({7: 1}), Distribution({1: 1, 2: 1}))
    """
    if isinstance(points, Distribution):
        return points
    return Distribution({points: 1}) if isinstance(points, int) else parse(points).distribution()


def _check(laws: Sequence[Distribution], capacity: Distribution, strikes: int) -> None:
    if not laws:
        raise AdargaError("study.survival.nobody")
    if not 1 <= strikes <= MOST_STRIKES:
        raise AdargaError("study.survival.strikes", strikes=strikes, most=MOST_STRIKES)
    if capacity.greatest > MOST_POINTS:
        raise AdargaError("study.survival.too_many_points", points=capacity.greatest, most=MOST_POINTS)
    worst = min(law.least for law in laws)
    if worst < 0:
        raise AdargaError("study.survival.heals", damage=worst)


def _hold(work: int, most: int) -> None:
    if work > most:
        raise AdargaError("study.survival.work")


def _standing(capacity: Distribution) -> Floats:
    """P(it is still up with l points lost), l = 0 .. the greatest capacity - 1."""
    weights, whole = _exact_standing(capacity)
    return np.array([weight / whole for weight in weights])


def _exact_standing(capacity: Distribution) -> tuple[list[int], int]:
    """The same as counts out of a whole."""
    weights, up = [], capacity.denominator - sum(ways for loss, ways in capacity.counts.items() if loss <= 0)
    for lost in range(max(capacity.greatest, 0)):
        up -= capacity.counts.get(lost, 0) if lost else 0
        weights.append(up)
    return weights, capacity.denominator


def _chances(law: Distribution, size: int) -> Floats:
    """P(loss) for losses below `size`; no longer than the law reaches."""
    found = np.zeros(min(law.greatest + 1, size))
    for loss, ways in law.counts.items():
        if loss < size:
            found[loss] = ways / law.denominator
    return found


def _falling(law: Distribution, capacity: Distribution, size: int) -> Floats:
    """P(this strike brings it down and it was up) with l points lost, l = 0 .. size - 1."""
    exceeded = np.zeros(size + 1)
    run, losses = 0, list(law.counts.items())
    for needed in range(max(law.greatest, 0), 0, -1):
        while losses and losses[-1][0] >= needed:
            run += losses.pop()[1]
        if needed <= size:
            exceeded[needed] = run / law.denominator
    found = np.zeros(size)
    for loss, ways in capacity.counts.items():
        if loss > 0:
            found[:loss] += exceeded[loss:0:-1] * (ways / capacity.denominator)
    return found


def _floats(laws: tuple[Distribution, ...], capacity: Distribution, strikes: int) -> Survival:
    standing = _standing(capacity)
    size = len(standing)
    up = np.zeros(strikes)
    falls = np.zeros(strikes)
    if size:
        _hold(strikes * size * max(min(law.greatest + 1, size) for law in laws), _MOST_WORK)
        kept = [_chances(law, size) for law in laws]
        falling = [_falling(law, capacity, size) for law in laws]
        lost = np.zeros(size)
        lost[0] = 1.0
        for strike in range(strikes):
            turn = strike % len(laws)
            falls[strike] = lost @ falling[turn]
            lost = np.convolve(lost, kept[turn])[:size]
            up[strike] = lost @ standing
    down = np.minimum(float(capacity.at_most(0)) + np.cumsum(falls), 1.0)
    return Survival(laws, capacity, down, up)


def _exact(laws: tuple[Distribution, ...], capacity: Distribution, strikes: int) -> ExactSurvival:
    standing, whole = _exact_standing(capacity)
    size = len(standing)
    bits = sum(law.denominator.bit_length() for law in laws) * strikes // len(laws)
    _hold(strikes * math.isqrt(size * bits) ** 3, _MOST_PRODUCTS)
    kept = [{loss: ways for loss, ways in law.counts.items() if loss < size} for law in laws]
    lost = {0: 1}
    up = []
    for strike in range(strikes):
        turn = strike % len(laws)
        whole *= laws[turn].denominator
        further = sums.add(lost, kept[turn]) if lost and kept[turn] else {}
        lost = {loss: ways for loss, ways in further.items() if loss < size}
        up.append(Fraction(sum(ways * standing[loss] for loss, ways in lost.items()), whole))
    return ExactSurvival(laws, capacity, tuple(1 - share for share in up), tuple(up))


def _search(laws: Sequence[Distribution], capacity: Distribution, q: float) -> int:
    """The least n with P(down by strike n) >= q, by rounds doubled and halved: whoever can be hurt gets there."""
    standing = _standing(capacity)
    size = len(standing)
    kept = [_chances(law, size) for law in laws]

    def then(lost: Floats, more: Floats) -> Floats:
        return np.convolve(lost, more)[:size]

    def up(lost: Floats) -> float:
        return float(lost @ standing[: len(lost)])

    enough = 1 - q + _NEAR
    one_round = np.ones(1)
    for chances in kept:
        one_round = then(one_round, chances)
    powers = [one_round]
    while up(powers[-1]) > enough:
        powers.append(then(powers[-1], powers[-1]))
    lost, done = np.ones(1), 0
    for doubled in reversed(range(len(powers))):
        further = then(lost, powers[doubled])
        if up(further) > enough:
            lost, done = further, done + 2**doubled
    strike = done * len(laws)
    for chances in kept:
        lost = then(lost, chances)
        strike += 1
        if up(lost) <= enough:
            break
    return strike
