"""What an expression would cost, known before anything is computed: its range, and the size of its exact law."""

from __future__ import annotations

from math import ceil, comb, log2

from adarga.dice import limits
from adarga.dice.law import each_die, factor, phases
from adarga.dice.limits import within
from adarga.dice.sums import PAIRS
from adarga.dice.terms import matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adarga.dice.terms import Operator


class Bounds:
    """The range of a value, exact, and estimates: outcomes, bits of the denominator, dice, steps of work.

    `dice` are those written, `thrown` those that a roll takes on average, or somewhat more.
    """

    __slots__ = ("bits", "dice", "greatest", "least", "outcomes", "thrown", "work")

    def __init__(
        self,
        least: int,
        greatest: int,
        outcomes: int,
        *,
        bits: float = 0.0,
        dice: int = 0,
        thrown: float = 0.0,
        work: float = 0.0,
    ) -> None:
        self.least = least
        self.greatest = greatest
        span = greatest - least + 1
        self.outcomes = outcomes = (span if outcomes > span else outcomes) or 1
        self.bits = bits
        self.dice = dice
        self.thrown = thrown
        self.work = work
        if (
            greatest > limits.RANGE
            or -least > limits.RANGE
            or dice > limits.DICE
            or thrown > limits.THROWN
            or outcomes * (bits + 1) >= limits.SIZE
            or work >= limits.WORK
        ):
            self._within_limits()

    def _within_limits(self) -> None:
        within("range", max(-self.least, self.greatest), limits.RANGE)
        within("dice", self.dice, limits.DICE)
        within("thrown", ceil(self.thrown), limits.THROWN)
        within("size", int(self.size), limits.SIZE)
        within("work", int(self.work), limits.WORK)

    @property
    def size(self) -> float:
        """Bits that the counts of the law take."""
        return self.outcomes * (self.bits + 1)


def product_work(span: float, bits: float) -> float:
    """Steps of one product of packed integers of `span` slots of `bits` bits."""
    return float((span * (bits + 8) / 30) ** 1.585)


def added(one: Bounds, other: Bounds, sign: int) -> Bounds:
    """The bounds of a sum (`sign` 1) or difference (-1)."""
    low, high = (other.least, other.greatest) if sign > 0 else (-other.greatest, -other.least)
    least, greatest = one.least + low, one.greatest + high
    bits = one.bits + other.bits
    pairs = one.outcomes * other.outcomes
    span = greatest - least + 1
    small = min(one.outcomes, other.outcomes) == 1 or pairs <= PAIRS or span > 8 * (one.outcomes + other.outcomes)
    work = _pairs_work(pairs, bits) if small else product_work(span, bits)
    return Bounds(
        least,
        greatest,
        min(pairs, span),
        bits=bits,
        dice=one.dice + other.dice,
        thrown=one.thrown + other.thrown,
        work=one.work + other.work + work,
    )


def _pairs_work(pairs: int, bits: float) -> float:
    return pairs * (300 + bits)


def combined(one: Bounds, other: Bounds, sign: str) -> Bounds:
    """The bounds of a product (`*`) or of a quotient (`/`, rounded down) whose divisor is never 0."""
    ends = (other.least, other.greatest)
    # A quotient is farthest out at the ends of the divisor or at what lies next to 0.
    others = ends if sign == "*" else [n for n in (*ends, -1, 1) if n and other.least <= n <= other.greatest]
    edges = [a * b if sign == "*" else a // b for a in (one.least, one.greatest) for b in others]
    pairs = one.outcomes * other.outcomes
    bits = one.bits + other.bits
    return Bounds(
        min(edges),
        max(edges),
        pairs,
        bits=bits,
        dice=one.dice + other.dice,
        thrown=one.thrown + other.thrown,
        work=one.work + other.work + _pairs_work(pairs, bits),
    )


def pool_bounds(count: int, sides: int, operators: tuple[Operator, ...]) -> Bounds:
    """The bounds of a dice term.

    Raises `AdargaError("dice.limit.…", limit=, asked=)` where it asks too much.
    """
    within("dice", count, limits.DICE)
    within("sides", sides, limits.SIDES)
    if not operators:
        bits = count * log2(sides)
        outcomes = count * (sides - 1) + 1
        work = outcomes * (30 + bits / 8)
        return Bounds(count, count * sides, outcomes, bits=bits, dice=count, thrown=count, work=work)
    for name, _, number in operators:
        if name == "!":
            within("explosions", number, limits.EXPLOSIONS)
            within("support", (number + 1) * sides, limits.SUPPORT)
    rounds = phases(count, operators)
    kept = count
    values = dict.fromkeys(range(1, sides + 1), 1)
    bits = kept * log2(sides)
    thrown = float(count)
    seen = []
    for done, ranks in rounds:
        for operator in done:
            bits += kept * log2(factor(sides, operator))
            thrown += kept * _further(sides, operator, plain=operator is operators[0])
            values = dict.fromkeys(each_die(values, sides, (operator,)), 1)
        seen.append((kept, len(values)))
        if ranks is not None:
            kept = ranks[1] - ranks[0]
    least, greatest = min(values), max(values)
    span = kept * (greatest - least) + 1
    if len(rounds) == 1:
        work = product_work(span, bits) if count > 1 else span * 10.0
    elif len(rounds) == 2:
        work = _work_by_face(count, seen[0][1], span * (bits + 8) / 30, changed=bool(rounds[1][0]))
        work += seen[0][1] * seen[1][1] * 10.0
    else:
        work = _work_by_multiset(seen)
    return Bounds(kept * least, kept * greatest, span, bits=bits, dice=count, thrown=thrown, work=work)


def _further(sides: int, operator: Operator, *, plain: bool) -> float:
    """The dice that an operator adds to each it works on, on average.

    A die that is no longer `plain`, since operators worked on it before, is supposed to be one that this one adds to.
    """
    name, comparison, number = operator
    if name == "!":
        return sum(float(sides) ** -further for further in range(number)) / (sides if plain else 1)
    if name not in ("ro", "r"):
        return 0.0
    matches = matcher(comparison, number)
    again = sum(map(matches, range(1, sides + 1))) / sides
    return (again if plain else 1.0) / (1.0 if name == "ro" else 1.0 - again)


def _work_by_face(count: int, values: int, words: float, *, changed: bool) -> float:
    placings = values * count * (count + 1) / 2
    return placings * (60 + words * (1 + words**0.585 if changed else 1.2))


def _work_by_multiset(seen: list[tuple[int, int]]) -> float:
    """Steps where every multiset is listed, from the dice and values of each round."""
    work = 0.0
    for at, (dice, values) in enumerate(seen):
        states = float(comb(dice + values - 1, dice))
        # Each multiset of a later round grows out of any of the round before.
        before = float(comb(dice + seen[at - 1][1] - 1, dice)) if at else dice
        work += states * before * values * dice * 60
    return work
