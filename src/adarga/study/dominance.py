"""Which weapon or armour is never the best at its price: what another of at most its price always does as well."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from adarga.errors import AdargaError
from adarga.study.axes import THINGS, Entry
from adarga.study.tables import Matrix

Side = Literal["rows", "columns"]
_NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of one thing with a price.

    `beaten_by`: those of at most its price that are at least as good everywhere and better somewhere, the cheapest
    first. `matched_by`: those that cost less and do the same everywhere. What the measure does not see (how long a
    piece lasts, a second damage type) is not counted.
    """

    entry: Entry
    beaten_by: tuple[Entry, ...]
    matched_by: tuple[Entry, ...]


def sides_of_things(matrix: Matrix) -> tuple[Side, ...]:
    """The sides of a matrix that are weapons, armours or shields."""
    every: tuple[Side, Side] = ("rows", "columns")
    return tuple(side for side in every if (matrix.rows if side == "rows" else matrix.columns).name in THINGS)


def never_best(matrix: Matrix, side: Side = "rows") -> tuple[Verdict, ...]:
    """The verdict on every priced thing of one side of a matrix, against everything on its other side.

    More of the measure is better for a weapon where it is better for the one who strikes, and worse for armour.
    Raises `AdargaError`: `tables.no_things` where that side is neither weapons, armours nor shields,
    `tables.price_measure` for a measure that is a price already, `tables.no_prices` where nothing there has a price.
    """
    axis = matrix.rows if side == "rows" else matrix.columns
    if axis.name not in THINGS:
        raise AdargaError("tables.no_things", name=axis.name)
    if matrix.measure.kind == "price":
        raise AdargaError("tables.price_measure", name=matrix.measure.name)
    cells = matrix.values.tolist() if side == "rows" else matrix.values.T.tolist()
    sign = 1 if matrix.measure.for_striker == (axis.name == "weapons") else -1
    priced = [
        (entry, entry.price, [sign * value for value in line])
        for entry, line in zip(axis.entries, cells, strict=True)
        if entry.price is not None
    ]
    if not any(entry.value is not None for entry, _, _ in priced):
        raise AdargaError("tables.no_prices", name=axis.name)
    priced.sort(key=lambda one: one[1])
    found = {}
    for entry, price, worth in priced:
        others = [(other, its_price, _compared(its, worth)) for other, its_price, its in priced if other is not entry]
        beaten = tuple(other for other, its_price, better in others if its_price <= price and better)
        matched = tuple(other for other, its_price, better in others if its_price < price and better is False)
        found[id(entry)] = Verdict(entry, beaten, matched)
    return tuple(found[id(entry)] for entry in axis.entries if id(entry) in found)


def _compared(one: list[float], other: list[float]) -> bool | None:
    """Whether one is better somewhere (True) or the same (False), and nowhere worse; None where it is worse."""
    better = False
    for mine, its in zip(one, other, strict=True):
        if not math.isclose(mine, its, rel_tol=_NEAR, abs_tol=_NEAR):
            if mine < its:
                return None
            better = True
    return better
