"""Exact sums of independent whole numbers: integer counts in, integer counts out.

A law here is a plain `dict[int, int]` from outcome to count. Three ways are used, by size:
a three-term recurrence for equal plain dice, packed big integers where the outcomes lie close together,
and pair by pair where they are few or far apart.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Law = dict[int, int]

PAIRS = 600


def uniform_sum(count: int, sides: int) -> Law:
    """The counts of the sum of `count` dice of `sides` sides, over `sides ** count`.

    The generating polynomial P = ((1 - x^s) / (1 - x))^n satisfies
    (1 - x)(1 - x^s) P' = n (1 - s x^(s-1) + (s-1) x^s) P, so each coefficient follows from three earlier ones.
    Only the lower half is computed: the law is symmetric.

    >>> uniform_sum(2, 3)
    {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    """
    if count == 1:
        return dict.fromkeys(range(1, sides + 1), 1)
    if sides == 1:
        return {count: 1}
    top = count * (sides - 1)
    half = top // 2
    row = [0] * (half + 1)
    row[0] = value = 1
    # Below the first wrap the coefficients are plain binomials.
    for m in range(min(half, sides - 1)):
        row[m + 1] = value = value * (m + count) // (m + 1)
    if half >= sides:
        # The coefficient of x^s also misses the `count` ways in which one die would show s + 1.
        row[sides] = value = value * (sides - 1 + count) // sides - count
    drag, pull = count * sides + sides - 1, count * (sides - 1) + sides
    for m in range(sides, half):
        value = ((m + count) * value + (m - drag) * row[m + 1 - sides] + (pull - m) * row[m - sides]) // (m + 1)
        row[m + 1] = value
    row += reversed(row[: top - half])
    return dict(enumerate(row, count))


def _slots(law: Law, least: int, length: int, width: int) -> int:
    row = bytearray(length * width)
    for outcome, ways in law.items():
        at = (outcome - least) * width
        row[at : at + width] = ways.to_bytes(width, "little")
    return int.from_bytes(row, "little")


def unpack(packed: int, least: int, width: int) -> Law:
    """Read the counts back out of a packed integer of `width`-byte slots, the first standing for `least`."""
    raw = packed.to_bytes((packed.bit_length() + 7) // 8 + width, "little")
    read = int.from_bytes
    law = {}
    for outcome, at in enumerate(range(0, len(raw) - width + 1, width), least):
        ways = read(raw[at : at + width], "little")
        if ways:
            law[outcome] = ways
    return law


def pack(law: Law, least: int, width: int) -> int:
    """One big integer with the count of `least + i` in its i-th slot of `width` bytes."""
    return _slots(law, least, max(law) - least + 1, width)


def total(law: Law) -> int:
    """The sum of all counts."""
    return sum(law.values())


def width_for(bound: int) -> int:
    """Bytes enough for any count up to `bound`."""
    return (bound.bit_length() + 7) // 8


def add(one: Law, other: Law) -> Law:
    """The counts of the sum of two independent outcomes, in order.

    >>> add({1: 1, 2: 1}, {10: 1, 20: 3})
    {11: 1, 12: 1, 21: 3, 22: 3}
    """
    if len(one) > len(other):
        one, other = other, one
    if len(one) == 1:
        ((shift, times),) = one.items()
        return {shift + outcome: times * ways for outcome, ways in sorted(other.items())}
    span = max(one) - min(one) + max(other) - min(other) + 1
    if len(one) * len(other) <= PAIRS or span > 8 * (len(one) + len(other)):
        return pairwise(one, other)
    low, high = min(one), min(other)
    width = width_for(total(one) * total(other))
    return unpack(pack(one, low, width) * pack(other, high, width), low + high, width)


def pairwise(one: Law, other: Law) -> Law:
    """The counts of a sum, pair by pair."""
    law: Law = {}
    seen = law.get
    for a, ways in one.items():
        for b, more in other.items():
            law[a + b] = seen(a + b, 0) + ways * more
    return dict(sorted(law.items()))


def joined(one: Law, other: Law, join: Callable[[int, int], int]) -> Law:
    """The counts of what `join` makes of two independent outcomes, pair by pair.

    >>> joined({1: 1, 2: 1}, {3: 1, 6: 1}, lambda a, b: a * b)
    {3: 1, 6: 2, 12: 1}
    """
    law: Law = {}
    seen = law.get
    for a, ways in one.items():
        for b, more in other.items():
            value = join(a, b)
            law[value] = seen(value, 0) + ways * more
    return dict(sorted(law.items()))


def repeated(law: Law, times: int) -> Law:
    """The counts of the sum of `times` independent draws of one law, as one integer power.

    >>> repeated({0: 5, 1: 1}, 2)
    {0: 25, 1: 10, 2: 1}
    """
    if times == 0:
        return {0: 1}
    if times == 1:
        return dict(sorted(law.items()))
    if len(law) == 1:
        ((outcome, ways),) = law.items()
        return {outcome * times: ways**times}
    least = min(law)
    width = width_for(total(law) ** times)
    return unpack(pack(law, least, width) ** times, least * times, width)


def negated(law: Law) -> Law:
    """The counts of the outcome with its sign turned."""
    return {-outcome: law[outcome] for outcome in reversed(law)}
