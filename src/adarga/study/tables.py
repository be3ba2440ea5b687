"""Matrices: any measure of a strike over any two things that can be said of it."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adarga.errors import AdargaError
from adarga.rules.filling import holding, wearing
from adarga.rules.protocol import Matchup, Piece, Rulebook, Situation
from adarga.study.axes import Axis
from adarga.study.cells import Cell
from adarga.study.contest import Side
from adarga.study.duel import duel
from adarga.study.lasting import survival_of
from adarga.study.strikes import Action

MOST_CELLS = 100_000
"""A matrix has at most so many cells."""

Told = Callable[[int], None]
"""Called with the number of cells that have just been measured."""

Value = Fraction | float | None
"""What a cell holds: a fraction where it is asked for, else a float; infinity; None where the measure has no sense."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something a strike is measured by.

    `of` gives it for one cell, or raises `AdargaError` where what it needs is not known; `kind` is what it counts:
    `points`, `share` (0 to 1), `rounds` or `price`; `for_striker` whether more of it is better for the one who strikes,
    `needs_points` whether it has no sense where the target's points are not known, `needs_duel` whether it has none
    where the two could not fight a duel: the attacker's points are not known, or the target has no weapon.
    """

    name: str
    of: Callable[[Cell], Value]
    kind: str
    for_striker: bool
    needs_points: bool = False
    needs_duel: bool = False

    def has_sense(self, matchup: Matchup) -> bool:
        """Whether a matchup says all that it needs."""
        attacker, target = matchup.attacker, matchup.target
        fit = not self.needs_duel or (attacker.points is not None and bool(target.weapons))
        return fit and not (self.needs_points and target.points is None)


def _drops(cell: Cell) -> Value:
    return cell.at_least(cell.points)


def _rounds(cell: Cell) -> Value:
    found = survival_of(cell.rulebook, cell.matchup, cell.situation, cell.points, rounds=1, exact=cell.exact)
    return math.inf if found.mean is None else found.mean


def _wins(cell: Cell) -> Value:
    attacker, target, weapon = cell.matchup.attacker, cell.matchup.target, cell.matchup.weapon
    if attacker.points is None:
        raise AdargaError("tables.duel_needs.points")
    if not target.weapons:
        raise AdargaError("tables.duel_needs.weapon")
    if target.points is None:
        raise AdargaError("tables.points")
    named = weapon if weapon.id or weapon.name.en else replace(weapon, id=weapon.damage)
    action = Action(named.id or named.name.en, cell.situation)
    sides = Side(sheet=replace(attacker, weapons=(named,)), actions=(action,)), Side(sheet=target)
    if cell.exact:
        return duel(cell.rulebook, *sides, exact=True).first
    return duel(cell.rulebook, *sides).first


def _per(price: int, points: Fraction | float, exact: bool) -> Value:
    if not points:
        return math.inf
    return Fraction(price) / points if exact else price / points


def _price_damage(cell: Cell) -> Value:
    price = cell.matchup.weapon.price
    return None if price is None else _per(price, cell.mean, cell.exact)


def worn_by(matchup: Matchup) -> tuple[Piece, ...]:
    """The armour the target wears and the shield it holds, natural hide left out."""
    target = matchup.target
    worn = tuple(piece for piece in target.armour if piece.worn)
    return worn if target.shield is None else (*worn, target.shield)


def _price_absorbed(cell: Cell) -> Value:
    prices = [piece.price for piece in worn_by(cell.matchup)]
    if not prices or None in prices:
        return None
    bare = replace(cell, matchup=holding(wearing(cell.matchup, None), None))
    return _per(sum(price for price in prices if price), bare.mean - cell.mean, cell.exact)


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("mean", lambda cell: cell.mean, "points", True),
        Measure("hurts", lambda cell: cell.at_least(1), "share", True),
        Measure("lands", lambda cell: cell.lands, "share", True),
        Measure("drops", _drops, "share", True, needs_points=True),
        Measure("rounds", _rounds, "rounds", False, needs_points=True),
        Measure("wins", _wins, "share", True, needs_points=True, needs_duel=True),
        Measure("price-damage", _price_damage, "price", False),
        Measure("price-absorbed", _price_absorbed, "price", False),
    )
}
"""Every measure by name.

`mean` damage of a strike, misses as 0; the probabilities that it `hurts` (1 point or more), `lands`, `drops` the
target's points at once; `rounds`: the mean number of rounds, one strike each, until it can no longer act (see
`survival_of`);
`wins`: the probability that the attacker wins a duel to the end in which nobody takes an offer, the target striking
back with the first weapon of its sheet;
`price-damage`: the weapon's price for each point of mean damage; `price-absorbed`: the price of all that the target
wears and holds for each point a strike does less because of it.
"""


@dataclass(frozen=True, eq=False)
class Matrix:
    """A measure over two axes.

    `values` has the shape (rows, columns): nan where the measure makes no sense (a thing without a price), inf where
    there is no end (nothing ever comes through). `exact` holds the same as fractions where they were asked for, None
    in place of nan.
    """

    rulebook: str
    measure: Measure
    rows: Axis
    columns: Axis
    values: NDArray[np.float64]
    exact: tuple[tuple[Value, ...], ...] | None = None

    def cells(self) -> list[list[Value]]:
        """The cells row by row: fractions where they were asked for, else floats; None in place of nan."""
        if self.exact is not None:
            return [list(row) for row in self.exact]
        return [[None if math.isnan(value) else value for value in row] for row in self.values.tolist()]

    def as_data(self) -> dict[str, Any]:
        """The matrix as JSON has it; null where there is no number, or no finite one."""
        return {
            "rulebook": self.rulebook,
            "measure": self.measure.name,
            **{
                side: {
                    "name": axis.name,
                    "labels": [{"en": one.names.en, "es": one.names.es} for one in axis.entries],
                    "prices": [one.price for one in axis.entries],
                }
                for side, axis in (("rows", self.rows), ("columns", self.columns))
            },
            "values": [[plain(value) for value in row] for row in self.cells()],
        }

    def csv(self, language: str = "en") -> str:
        """The matrix as CSV: a line of column labels, then a line a row; empty where there is no finite number."""
        text = io.StringIO()
        write = csv.writer(text, lineterminator="\n").writerow
        write([f"{self.rows.name} / {self.columns.name}", *(one.names.say(language) for one in self.columns.entries)])
        for entry, row in zip(self.rows.entries, self.cells(), strict=True):
            write([entry.names.say(language), *("" if (value := plain(one)) is None else value for one in row)])
        return text.getvalue()


def plain(value: Value) -> float | str | None:
    """A cell as JSON and CSV have it: a float, a fraction as text, None where there is no finite number.

    >>> plain(Fraction(1, 3)), plain(0.5), plain(math.inf)
    ('1/3', 0.5, None)
    """
    if isinstance(value, Fraction):
        return str(value)
    return value if value is not None and math.isfinite(value) else None


def matrix(
    rulebook: Rulebook,
    matchup: Matchup,
    situation: Situation,
    rows: Axis,
    columns: Axis,
    measure: str = "mean",
    *,
    exact: bool = False,
    told: Told | None = None,
) -> Matrix:
    """A measure (of `MEASURES`) of a strike, with every entry of `rows` and of `columns` in its place in turn.

    Every cell is the plan of its own strike, compiled by the rulebook; `told` is called with the number of cells that
    have just been measured. Raises `AdargaError`:
    `tables.measure_unknown`, `tables.same` where rows and columns vary one thing, `tables.cells` for too many of them,
    `tables.points` for `drops`, `rounds` and `wins` where the target's points are not known, `tables.duel_needs.points`
    and `.weapon` for `wins` where the attacker's are not or the target has no weapon, and whatever the rulebook refuses
    in any cell.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> from adarga.study.axes import along
    >>> book, strike = rulebook("damage-steps"), Matchup(Combatant(), Combatant(), Weapon(damage="d12"))
    >>> rows, columns = along(book, "elect", ["d12", "d8"]), along(book, "ar", [0, 5])
    >>> matrix(book, strike, Situation(), rows, columns).values.round(2)
    array([[6.5 , 2.33],
           [4.5 , 0.75]])
    """
    wanted = measure_named(measure)
    return Strikes(rulebook, matchup, situation, rows, columns, exact=exact).measured(wanted, told)


class Strikes:
    """The strikes of a matrix, each compiled once however many measures are taken of them.

    Raises `AdargaError` (`tables.same`, `tables.cells`) as `matrix` does.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        matchup: Matchup,
        situation: Situation,
        rows: Axis,
        columns: Axis,
        *,
        exact: bool = False,
    ) -> None:
        if rows.name == columns.name:
            raise AdargaError("tables.same", name=rows.name)
        count = len(rows.entries) * len(columns.entries)
        if count > MOST_CELLS:
            raise AdargaError("tables.cells", count=count, most=MOST_CELLS)
        self.rulebook = rulebook
        self.rows, self.columns, self.exact = rows, columns, exact
        said = _said(rulebook, matchup, situation, rows, columns)
        self.cells = tuple(tuple(Cell(rulebook, *one, exact) for one in line) for line in said)

    def measured(self, measure: Measure, told: Told | None = None) -> Matrix:
        """The matrix of one measure. Raises as `matrix` does."""
        found = []
        for line in self.cells:
            found.append(tuple(measure.of(cell) for cell in line))
            if told is not None:
                told(len(line))
        cells = tuple(found)
        floats = [[math.nan if value is None else float(value) for value in line] for line in cells]
        values = np.array(floats).reshape(len(self.rows.entries), len(self.columns.entries))
        return Matrix(self.rulebook.id, measure, self.rows, self.columns, values, cells if self.exact else None)


def _said(
    rulebook: Rulebook, matchup: Matchup, situation: Situation, rows: Axis, columns: Axis
) -> Iterator[Iterator[tuple[Matchup, Situation]]]:
    """The strikes of a matrix, row by row: of each, what stands first in the table of fields is said first."""
    if rows.place <= columns.place:
        for row in rows.entries:
            said = rows.put(rulebook, matchup, situation, row)
            yield (columns.put(rulebook, *said, column) for column in columns.entries)
    else:
        those = [columns.put(rulebook, matchup, situation, column) for column in columns.entries]
        for row in rows.entries:
            yield (rows.put(rulebook, *said, row) for said in those)


def measure_named(name: str) -> Measure:
    """A measure by its name. Raises `AdargaError` (`tables.measure_unknown`) for any other."""
    found = MEASURES.get(name)
    if found is None:
        raise AdargaError("tables.measure_unknown", name=name, names=", ".join(MEASURES))
    return found
