"""The law of a rolled expression by throwing every face, one run of faces at a time."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from adarga.dice import Expression, OutOfDice, Recorded


def enumerated(expression: Expression, least: Fraction = Fraction(0)) -> tuple[dict[int, Fraction], Fraction]:
    """Each total with its chance, and the chance of the runs given up for being rarer than `least`."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    lost = Fraction(0)
    runs: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while runs:
        faces, chance = runs.pop()
        if chance < least:
            lost += chance
            continue
        source = Recorded(faces)
        try:
            rolled = expression.roll(source)
        except OutOfDice as out:
            runs += [((*faces, face), chance / out.sides) for face in range(1, out.sides + 1)]
            continue
        assert rolled.faces == faces
        assert source.unused == ()
        law[rolled.total] += chance
    return law, lost
