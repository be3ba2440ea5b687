"""Laws worked out by icepool, another dice library, for the same notations."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import d, lowest

from adarga.dice import parse


def keep(count: int, die: Any, kept: slice) -> Any:
    """The sum of the sorted dice, lowest first, that a slice keeps."""
    flags = [0] * count
    flags[kept] = [1] * len(range(*kept.indices(count)))
    return icepool.Pool([die] * count)[tuple(flags)].sum()


def each(count: int, die: Any, to: Callable[[int], Any]) -> Any:
    return count @ die.map(to)


def exploding(sides: int, further: int) -> Any:
    return d(sides).explode(depth=further)


AGREED: list[tuple[str, Callable[[], Any]]] = [
    ("d6", lambda: d(6)),
    ("d%", lambda: d(100)),
    ("2d6", lambda: 2 @ d(6)),
    ("3d6+2", lambda: 3 @ d(6) + 2),
    ("16d12", lambda: 16 @ d(12)),
    ("10d100", lambda: 10 @ d(100)),
    ("50d6", lambda: 50 @ d(6)),
    ("2d6+d8", lambda: 2 @ d(6) + d(8)),
    ("2d6-d8", lambda: 2 @ d(6) - d(8)),
    ("d20-2d6+3", lambda: d(20) - 2 @ d(6) + 3),
    ("d4+d6+d8+d10+d12", lambda: d(4) + d(6) + d(8) + d(10) + d(12)),
    ("5-2d4", lambda: 5 - 2 @ d(4)),
    ("-3d4", lambda: -(3 @ d(4))),
    ("d6*d6", lambda: d(6) * d(6)),
    ("2*d6", lambda: 2 * d(6)),
    ("3*d6-2*d4", lambda: 3 * d(6) - 2 * d(4)),
    ("(2d6+1)*d4", lambda: (2 @ d(6) + 1) * d(4)),
    ("d20/2", lambda: d(20) // 2),
    ("(2d6+3)/2", lambda: (2 @ d(6) + 3) // 2),
    ("(d6-4)/2", lambda: (d(6) - 4) // 2),
    ("100/d4", lambda: icepool.Die([100]) // d(4)),
    ("2d10/d3", lambda: (2 @ d(10)) // d(3)),
    ("d20adv", lambda: icepool.highest(d(20), d(20))),
    ("d20dis+5", lambda: lowest(d(20), d(20)) + 5),
    ("4d6kh3", lambda: keep(4, d(6), slice(1, None))),
    ("4d6kl3", lambda: keep(4, d(6), slice(0, 3))),
    ("4d6dl1", lambda: keep(4, d(6), slice(1, None))),
    ("4d6dh1", lambda: keep(4, d(6), slice(0, 3))),
    ("3d20kh1", lambda: keep(3, d(20), slice(2, None))),
    ("3d20kl1", lambda: keep(3, d(20), slice(0, 1))),
    ("3d6kh2kl1", lambda: keep(3, d(6), slice(1, 2))),
    ("5d8dh1dl1", lambda: keep(5, d(8), slice(1, 4))),
    ("10d10kh3", lambda: keep(10, d(10), slice(7, None))),
    ("20d6kh10", lambda: keep(20, d(6), slice(10, None))),
    ("40d6kh20", lambda: keep(40, d(6), slice(20, None))),
    ("6d6kh3kl2", lambda: keep(6, d(6), slice(3, 5))),
    ("4d6kh3+2d4", lambda: keep(4, d(6), slice(1, None)) + 2 @ d(4)),
    ("d6ro1", lambda: d(6).reroll([1], depth=1)),
    ("3d6ro1", lambda: 3 @ d(6).reroll([1], depth=1)),
    ("2d10ro<4", lambda: 2 @ d(10).reroll([1, 2, 3], depth=1)),
    ("2d8ro>=7", lambda: 2 @ d(8).reroll([7, 8], depth=1)),
    ("4d6r1", lambda: 4 @ d(6).reroll([1], depth="inf")),
    ("4d6r<3", lambda: 4 @ d(6).reroll([1, 2], depth="inf")),
    ("4d6r<=2kh3", lambda: keep(4, d(6).reroll([1, 2], depth="inf"), slice(1, None))),
    ("4d6ro1kh3", lambda: keep(4, d(6).reroll([1], depth=1), slice(1, None))),
    ("d6!1", lambda: exploding(6, 1)),
    ("d6!5", lambda: exploding(6, 5)),
    ("3d6!2", lambda: 3 @ exploding(6, 2)),
    ("2d10!", lambda: 2 @ exploding(10, 20)),
    ("4d4!3", lambda: 4 @ exploding(4, 3)),
    ("3d6!2kh2", lambda: keep(3, exploding(6, 2), slice(1, None))),
    ("5d6mi2", lambda: each(5, d(6), lambda face: max(face, 2))),
    ("5d6ma5", lambda: each(5, d(6), lambda face: min(face, 5))),
    ("3d8mi3ma6", lambda: each(3, d(8), lambda face: min(max(face, 3), 6))),
    ("4d6mi2kh3", lambda: keep(4, d(6).map(lambda face: max(face, 2)), slice(1, None))),
    ("6d6>=5", lambda: 6 @ (d(6) >= 5)),
    ("8d10>7", lambda: 8 @ (d(10) > 7)),
    ("5d6<3", lambda: 5 @ (d(6) < 3)),
    ("5d6<=3", lambda: 5 @ (d(6) <= 3)),
    ("9d6=6", lambda: 9 @ (d(6) == 6)),
    ("5d6!2>=8", lambda: each(5, exploding(6, 2), lambda value: int(value >= 8))),
    ("6d6ro1>=5", lambda: 6 @ (d(6).reroll([1], depth=1) >= 5)),
    ("6d10>=8-2d4=1", lambda: 6 @ (d(10) >= 8) - 2 @ (d(4) == 1)),
    ("4d6kh3>=5", lambda: keep(4, d(6).map(lambda face: int(face >= 5)), slice(1, None))),
    ("3d6kh1!1", lambda: icepool.highest(d(6), d(6), d(6)).map(lambda face: 6 + d(6) if face == 6 else face)),
    ("2d20kh1ro1", lambda: icepool.highest(d(20), d(20)).map(lambda face: d(20) if face == 1 else face)),
]


def test_enough_notations_are_compared() -> None:
    assert len({text for text, _ in AGREED}) >= 60


@pytest.mark.parametrize(("text", "build"), AGREED, ids=[text for text, _ in AGREED])
def test_icepool_gives_the_same_law(text: str, build: Callable[[], Any]) -> None:
    die = build()
    theirs = {int(outcome): Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}
    assert parse(text).distribution().pmf() == theirs
