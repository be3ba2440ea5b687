"""The answers to a question, worked out in a process of its own: plain data, what is wrong beside what is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from adarga.errors import AdargaError
from adarga.interop.strikes import Struck, strike_of
from adarga.plan import Odds, odds
from adarga.study.axes import axis
from adarga.study.cells import Cell
from adarga.study.survival import survival
from adarga.study.tables import Strikes, measure_named
from adarga.table.numbers.question import Question
from adarga.table.studies import MOST_CELLS, duel_data
from adarga.telling.data import Json

STRIKES = 30
_NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Reading:
    """One strike under one book: its damage by amount, figures, and how soon points are gone (where there are any)."""

    name: str
    damage: dict[int, Fraction]
    hurts: Fraction
    mean: Fraction
    sd: float
    branches: dict[str, float]
    drops: Fraction | None = None
    down: tuple[float, ...] = ()
    strikes: float | None = None
    median: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A matrix: labels (en, es), values, and where the dice no longer matter to a strike that hurts."""

    rows: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]
    values: tuple[tuple[float | None, ...], ...]
    fixed: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """All answers, each with its mistakes: `readings` of the book and of the house books, a grid, duels by book."""

    readings: tuple[Reading, ...] = ()
    grid: Grid | None = None
    duels: tuple[tuple[str, Json], ...] = ()
    wrong: tuple[tuple[str, AdargaError], ...] = ()


def answer(asked: Question) -> Answer:
    """All that a question asks. What cannot be answered is an error under its part's name; the rest stands."""
    wrong: list[tuple[str, AdargaError]] = []

    def tried(part: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except AdargaError as error:
            wrong.append((part, error))
            return None

    books = [("book", None), *((name, asked.house(at)) for at, name in enumerate("ab") if asked.house(at))]
    readings = [
        tried("strike" if name == "book" else name, partial(reading, name, house, asked)) for name, house in books
    ]
    grid = tried("grid", partial(grid_of, asked)) if readings[0] else None
    duels = []
    if asked.second and readings[0]:
        for name, house in books:
            found = tried("duel", partial(duel_data, asked.rulebook, house, asked.second, asked.values))
            duels += [(name, found)] if found else []
    return Answer(tuple(one for one in readings if one), grid, tuple(duels), tuple(wrong))


def reading(name: str, house: str | None, asked: Question) -> Reading:
    """The strike under one book. Raises `AdargaError`."""
    struck = strike_of(asked.rulebook, house, asked.values)
    found = law(struck)
    made = Reading(
        name,
        {value: share for value, share in found.damage.pmf().items() if share},
        Fraction(found.hurts),
        Fraction(found.mean),
        found.damage.sd,
        {branch: float(found.branch(branch)) for branch in found.branches},
    )
    points = struck.matchup.target.points
    return made if not points else lasting(made, found, points)


def law(struck: Struck) -> Odds:
    """The odds of a strike."""
    return odds(struck.book.plan(struck.matchup, struck.situation))


def lasting(made: Reading, found: Odds, points: int) -> Reading:
    """A reading with how soon the target's points are gone."""
    curve = survival(found, points, strikes=STRIKES)
    down = tuple(float(one) for one in curve.down)
    mean = None if curve.mean is None else float(curve.mean)
    return replace(made, drops=found.drops(points), down=down, strikes=mean, median=curve.median)


def grid_of(asked: Question) -> Grid:
    """The matrix of a question. Raises `AdargaError`."""
    struck = strike_of(asked.rulebook, None, asked.values)
    down, across = axis(struck.book, asked.rows), axis(struck.book, asked.columns)
    if len(down.entries) * len(across.entries) > MOST_CELLS:
        raise AdargaError("interop.cells", most=MOST_CELLS, cells=len(down.entries) * len(across.entries))
    strikes = Strikes(struck.book, struck.matchup, struck.situation, down, across)
    found = strikes.measured(measure_named(asked.measure)).as_data()
    fixed = tuple(tuple(_fixed(cell) for cell in line) for line in strikes.cells)
    return Grid(
        tuple((one["en"], one["es"]) for one in found["rows"]["labels"]),
        tuple((one["en"], one["es"]) for one in found["columns"]["labels"]),
        tuple(tuple(_number(value) for value in row) for row in found["values"]),
        fixed,
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _fixed(cell: Cell) -> bool:
    """Whether every strike that lands hurts by the same, whatever its damage dice show."""
    found = cell.odds
    several = [value for value, share in found.damage.pmf().items() if value and share]
    return len(several) == 1 and found.hurts == found.lands
