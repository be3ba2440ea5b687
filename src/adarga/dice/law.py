"""The exact law of one dice term with its operators.

What happens to a die by itself changes that die's law; a keep makes the dice depend on each other. One keep (or several
running) is settled face by face, counting how many dice show each; a keep after kept dice were changed
is settled by listing every multiset of values.
"""

from __future__ import annotations

from math import comb

from adarga.dice import sums
from adarga.dice.terms import KEEPS, matcher, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from adarga.dice.sums import Law
    from adarga.dice.terms import Operator

    Phase = tuple[tuple[Operator, ...], tuple[int, int] | None]


def phases(count: int, operators: tuple[Operator, ...]) -> list[Phase]:
    """The operators as rounds: what is done to each die, then the ranks that are kept (None: all, in the last round).

    >>> phases(4, (("ro", "=", 1), ("kh", "", 3), ("dl", "", 1), ("mi", "", 2)))
    [((('ro', '=', 1),), (2, 4)), ((('mi', '', 2),), None)]
    """
    found: list[Phase] = []
    each: list[Operator] = []
    size = count
    for operator in operators:
        name, _, number = operator
        if name not in KEEPS:
            each.append(operator)
            continue
        low, high = window(name, number, size)
        size = high - low
        if found and not each:
            before, ranks = found.pop()
            if ranks is not None:
                low, high = low + ranks[0], high + ranks[0]
            each = list(before)
        found.append((tuple(each), (low, high)))
        each = []
    return [*found, (tuple(each), None)]


def changed(law: Law, sides: int, operator: Operator) -> Law:
    """The law of a die's value after an operator that works on each die; its total grows by `factor`."""
    name, comparison, number = operator
    if name == "mi":
        return _moved(law, lambda value: max(value, number))
    if name == "ma":
        return _moved(law, lambda value: min(value, number))
    matches = matcher(comparison or "=", number)
    if name == "hits":
        return _moved(law, lambda value: 1 if matches(value) else 0)
    if name == "!":
        return _exploded(law, sides, number)
    fresh = [face for face in range(1, sides + 1) if name == "ro" or not matches(face)]
    thrown = sum(ways for value, ways in law.items() if matches(value))
    result = {value: ways * len(fresh) for value, ways in law.items() if not matches(value)}
    if thrown:
        for face in fresh:
            result[face] = result.get(face, 0) + thrown
    return result


def factor(sides: int, operator: Operator) -> int:
    """By how much an operator multiplies the denominator of each die it works on."""
    name, comparison, number = operator
    if name == "!":
        whole: int = sides**number
        return whole
    if name == "ro":
        return sides
    if name == "r":
        matches = matcher(comparison, number)
        return sum(1 for face in range(1, sides + 1) if not matches(face))
    return 1


def _moved(law: Law, to: Callable[[int], int]) -> Law:
    result: Law = {}
    for value, ways in law.items():
        result[to(value)] = result.get(to(value), 0) + ways
    return result


def _exploded(law: Law, sides: int, further: int) -> Law:
    whole = sides**further
    result = {value: ways * whole for value, ways in law.items() if value != sides}
    ways = law.get(sides, 0)
    if not ways:
        return result
    for run in range(further):
        whole //= sides
        for face in range(1, sides):
            value = sides * (run + 1) + face
            result[value] = result.get(value, 0) + ways * whole
    result[sides * (further + 1)] = result.get(sides * (further + 1), 0) + ways
    return result


def each_die(law: Law, sides: int, operators: tuple[Operator, ...]) -> Law:
    """The law of a die's value after several operators, one after the other."""
    for operator in operators:
        law = changed(law, sides, operator)
    return law


def pool_law(count: int, sides: int, operators: tuple[Operator, ...]) -> Law:
    """The counts of a dice term's value; they sum to its natural denominator.

    >>> pool_law(2, 4, (("kh", "", 1),))
    {1: 1, 2: 3, 3: 5, 4: 7}
    """
    if not operators:
        return sums.uniform_sum(count, sides)
    rounds = phases(count, operators)
    if len(rounds) == 1:
        return sums.repeated(each_die(dict.fromkeys(range(1, sides + 1), 1), sides, rounds[0][0]), count)
    if len(rounds) == 2:
        return _by_face(count, sides, rounds)
    return _by_multiset(count, sides, rounds)


def _by_face(count: int, sides: int, rounds: list[Phase]) -> Law:
    """One keep: go through the values from below, choosing how many of the dice left show each.

    A state is how many dice have been placed; its law is one packed integer, so placing more dice on a value is one
    product with the law that each kept one of them ends with.
    """
    low, high = rounds[0][1] or (0, count)
    single = each_die(dict.fromkeys(range(1, sides + 1), 1), sides, rounds[0][0])
    last = rounds[1][0]
    ends = {value: each_die({value: 1}, sides, last) for value in single}
    least = min(min(law) for law in ends.values())
    scale = sums.total(next(iter(ends.values())))
    width = sums.width_for(sums.total(single) ** count * scale ** (high - low))
    placed = {0: 1}
    values = sorted(single)
    for value in values:
        ways, law = single[value], ends[value]
        powers = [1]
        one = sums.pack({end - least: n for end, n in law.items()}, 0, width)
        final = value == values[-1]
        following: dict[int, int] = {}
        for done, state in placed.items():
            for more in range(count - done if final else 0, count - done + 1):
                kept = min(done + more, high) - max(done, low)
                while len(powers) <= kept:
                    powers.append(powers[-1] * one)
                times = comb(count - done, more) * ways**more
                grown = state * times * powers[kept] if kept > 0 else state * times
                following[done + more] = following.get(done + more, 0) + grown
        placed = following
    return sums.unpack(placed[count], least * (high - low), width)


def _by_multiset(count: int, sides: int, rounds: list[Phase]) -> Law:
    states: dict[tuple[int, ...], int] = {(): 1}
    single = each_die(dict.fromkeys(range(1, sides + 1), 1), sides, rounds[0][0])
    for _ in range(count):
        states = _joined(states, single)
    for at, (_, ranks) in enumerate(rounds):
        if ranks is not None:
            kept: dict[tuple[int, ...], int] = {}
            for state, ways in states.items():
                left = state[ranks[0] : ranks[1]]
                kept[left] = kept.get(left, 0) + ways
            states = kept
            states = _each_of(states, sides, rounds[at + 1][0])
    law: Law = {}
    for state, ways in states.items():
        law[sum(state)] = law.get(sum(state), 0) + ways
    return dict(sorted(law.items()))


def _joined(states: dict[tuple[int, ...], int], law: Law) -> dict[tuple[int, ...], int]:
    joined: dict[tuple[int, ...], int] = {}
    for state, ways in states.items():
        for value, more in law.items():
            grown = tuple(sorted((*state, value)))
            joined[grown] = joined.get(grown, 0) + ways * more
    return joined


def _each_of(
    states: dict[tuple[int, ...], int], sides: int, operators: tuple[Operator, ...]
) -> dict[tuple[int, ...], int]:
    if not operators:
        return states
    result: dict[tuple[int, ...], int] = {}
    for state, ways in states.items():
        grown: dict[tuple[int, ...], int] = {(): ways}
        for value in state:
            grown = _joined(grown, each_die({value: 1}, sides, operators))
        for end, more in grown.items():
            result[end] = result.get(end, 0) + more
    return result
