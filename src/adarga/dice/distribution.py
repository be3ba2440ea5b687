"""The exact law of a dice expression: integer counts over one denominator, and what can be asked of it."""

from __future__ import annotations

from math import gcd, sqrt
from types import MappingProxyType

from adarga.dice import sums
from adarga.dice.frozen import Frozen
from adarga.dice.limits import is_whole
from adarga.errors import AdargaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction


class Comparison(Frozen):
    """How often one outcome is above, equal to or below another: `win`, `tie` and `lose`, Fractions that sum to 1."""

    __slots__ = ("lose", "tie", "win")
    win: Fraction
    tie: Fraction
    lose: Fraction

    def __init__(self, win: Fraction, tie: Fraction, lose: Fraction) -> None:
        self._fill(win=win, tie=tie, lose=lose)

    def __repr__(self) -> str:
        return f"Comparison(win={self.win}, tie={self.tie}, lose={self.lose})"


class Distribution:
    """An exact probability law on whole numbers, immutable. Two are equal when every probability is.

    `counts` gives each possible outcome, in rising order, its count over `denominator` (for dice: the number of ways
    the faces can fall, so it is not reduced). Outcomes that cannot happen are left out.
    Raises `AdargaError("dice.law.counts")` unless the counts are whole, none negative and not all 0, and
    `AdargaError("dice.law.outcomes")` unless the outcomes are whole.

    >>> coin = Distribution({1: 2, 0: 2})
    >>> dict(coin.counts), coin.denominator, coin == Distribution({0: 1, 1: 1})
    ({0: 2, 1: 2}, 4, True)
    """

    __slots__ = ("_hash", "_sum", "counts", "denominator")
    counts: Mapping[int, int]
    denominator: int
    _hash: int | None
    _sum: int | None

    def __init__(self, counts: Mapping[int, int]) -> None:
        if not all(map(is_whole, counts)):
            raise AdargaError("dice.law.outcomes")
        if not all(map(is_whole, counts.values())):
            raise AdargaError("dice.law.counts")
        whole = {outcome: counts[outcome] for outcome in sorted(counts) if counts[outcome]}
        if not whole or min(whole.values()) < 0:
            raise AdargaError("dice.law.counts")
        self._fill(whole, sum(whole.values()))

    def _fill(self, counts: dict[int, int], denominator: int) -> None:
        put = object.__setattr__
        put(self, "counts", MappingProxyType(counts))
        put(self, "denominator", denominator)
        put(self, "_hash", None)
        put(self, "_sum", None)

    @classmethod
    def of(cls, law: sums.Law, denominator: int) -> Distribution:
        """A distribution of counts already in rising order, without 0, that sum to `denominator`: not checked."""
        made = cls.__new__(cls)
        made._fill(law, denominator)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    def __reduce__(self) -> tuple[object, ...]:
        return (Distribution, (dict(self.counts),))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        mine, its = self.denominator, other.denominator
        if mine == its:
            return self.counts == other.counts
        return self.counts.keys() == other.counts.keys() and all(
            ways * its == other.counts[outcome] * mine for outcome, ways in self.counts.items()
        )

    def __hash__(self) -> int:
        if self._hash is None:
            shared = gcd(*self.counts.values())
            reduced = tuple((outcome, ways // shared) for outcome, ways in self.counts.items())
            object.__setattr__(self, "_hash", hash(reduced))
        return self._hash or 0

    def __repr__(self) -> str:
        return f"Distribution({dict(self.counts)})"

    @property
    def least(self) -> int:
        """The smallest possible outcome."""
        return next(iter(self.counts))

    @property
    def greatest(self) -> int:
        """The largest possible outcome."""
        return next(reversed(self.counts))

    def probability(self, outcome: int) -> Fraction:
        """The chance of exactly this outcome; 0 where it cannot happen."""
        from fractions import Fraction

        return Fraction(self.counts.get(outcome, 0), self.denominator)

    def pmf(self) -> dict[int, Fraction]:
        """Every possible outcome with its chance, in rising order."""
        from fractions import Fraction

        whole = self.denominator
        return {outcome: Fraction(ways, whole) for outcome, ways in self.counts.items()}

    def floats(self) -> dict[int, float]:
        """Every possible outcome with its chance as the nearest float."""
        whole = self.denominator
        return {outcome: ways / whole for outcome, ways in self.counts.items()}

    @property
    def mean(self) -> Fraction:
        """The expected outcome.

        >>> Distribution({1: 1, 2: 1}).mean
        Fraction(3, 2)
        """
        from fractions import Fraction

        return Fraction(self._first(), self.denominator)

    def _first(self) -> int:
        if self._sum is None:
            object.__setattr__(self, "_sum", sum(outcome * ways for outcome, ways in self.counts.items()))
        return self._sum or 0

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        from fractions import Fraction

        first = self._first()
        second = sum(outcome * outcome * ways for outcome, ways in self.counts.items())
        return Fraction(second * self.denominator - first * first, self.denominator**2)

    @property
    def sd(self) -> float:
        """The standard deviation, a float: the root of the variance."""
        return sqrt(self.variance)

    def quantile(self, q: Fraction | float) -> int:
        """The least outcome x with P(at most x) >= q, for q in 0..1 (q = 0 gives the least outcome).

        Raises `AdargaError("dice.law.quantile", q=)` outside 0..1.

        >>> Distribution({1: 1, 2: 1, 3: 2}).quantile(0.5)
        2
        """
        from fractions import Fraction

        if not 0 <= q <= 1:
            raise AdargaError("dice.law.quantile", q=q)
        wanted = Fraction(q)
        run = 0
        for outcome, ways in self.counts.items():
            run += ways
            if run * wanted.denominator >= wanted.numerator * self.denominator:
                return outcome
        return self.greatest

    @property
    def median(self) -> int:
        """The least outcome x with P(at most x) >= 1/2."""
        return self.quantile(0.5)

    def modes(self) -> tuple[int, ...]:
        """The outcomes of greatest chance, in rising order."""
        most = max(self.counts.values())
        return tuple(outcome for outcome, ways in self.counts.items() if ways == most)

    def at_least(self, n: int) -> Fraction:
        """P(outcome >= n).

        >>> Distribution({1: 1, 2: 1, 3: 2}).at_least(2)
        Fraction(3, 4)
        """
        from fractions import Fraction

        return Fraction(sum(ways for outcome, ways in self.counts.items() if outcome >= n), self.denominator)

    def at_most(self, n: int) -> Fraction:
        """P(outcome <= n)."""
        from fractions import Fraction

        return Fraction(sum(ways for outcome, ways in self.counts.items() if outcome <= n), self.denominator)

    def versus(self, other: Distribution) -> Comparison:
        """The chance that this outcome is above, equal to or below an independent other one.

        >>> Distribution({1: 1, 2: 1}).versus(Distribution({1: 1, 2: 1}))
        Comparison(win=1/4, tie=1/2, lose=1/4)
        """
        from fractions import Fraction

        win = tie = below = 0
        theirs = list(other.counts.items())
        at = 0
        for outcome, ways in self.counts.items():
            while at < len(theirs) and theirs[at][0] < outcome:
                below += theirs[at][1]
                at += 1
            win += ways * below
            tie += ways * other.counts.get(outcome, 0)
        whole = self.denominator * other.denominator
        return Comparison(Fraction(win, whole), Fraction(tie, whole), Fraction(whole - win - tie, whole))

    def __add__(self, other: Distribution | int) -> Distribution:
        """The law of the sum of two independent outcomes, or of an outcome and a number."""
        if isinstance(other, int):
            return Distribution.of({outcome + other: ways for outcome, ways in self.counts.items()}, self.denominator)
        if not isinstance(other, Distribution):
            return NotImplemented
        law = sums.add(dict(self.counts), dict(other.counts))
        return Distribution.of(law, self.denominator * other.denominator)

    def map(self, f: Callable[[int], int]) -> Distribution:
        """The law of `f(outcome)`.

        >>> Distribution({1: 1, 2: 1, 3: 1}).map(lambda x: max(0, x - 2))
        Distribution({0: 2, 1: 1})
        """
        law: dict[int, int] = {}
        for outcome, ways in self.counts.items():
            to = f(outcome)
            law[to] = law.get(to, 0) + ways
        return Distribution.of(dict(sorted(law.items())), self.denominator)
