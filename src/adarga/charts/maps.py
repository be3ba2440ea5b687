"""Heat maps of a matrix, its values printed in the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from adarga.charts.look import LINE, Json, Look, broken, finished, layered, level, listed, look_of, of_values, sentence
from adarga.errors import AdargaError
from adarga.words import Words

_LETTER, _DIGIT = 7.4, 9.2
_ROW_LETTERS = 32
_LEAST_WIDTH, _MOST_WIDTH, _HEIGHT, _LOW = 34, 92, 38, 24
_MOST_TALL = 16
_MOST_CELLS = 2500
_NONE = "–"
_ENDLESS = "∞"


@dataclass(frozen=True)
class Grid:
    """Two sets of labels, and the width and height of a cell in pixels."""

    rows: Sequence[str]
    columns: Sequence[str]
    wide: float
    high: float

    @property
    def size(self) -> dict[str, float]:
        """Width and height of the whole."""
        return {"width": self.wide * len(self.columns), "height": self.high * len(self.rows)}

    def channels(self, row_title: str | None, column_title: str | None) -> tuple[alt.X, alt.Y]:
        """The two axes: places are numbers in the data, so that two labels may read the same."""
        letters = max(3, int(self.wide / _LETTER))
        across = [broken(label, letters) for label in self.columns]
        slanted = any(len(line) > letters + 1 for lines in across for line in lines)
        deepest = max(map(len, across))
        # Every label has as many lines, so that all stand on the cells.
        tops = (
            [[label] for label in self.columns]
            if slanted
            else [[""] * (deepest - len(lines)) + lines for lines in across]
        )
        lift = 0 if slanted else LINE * (deepest - 1)
        sides, raised = level([broken(label, _ROW_LETTERS) for label in self.rows])
        band = alt.Scale(paddingInner=0.04, paddingOuter=0.02)
        columns = alt.Axis(
            labelExpr=f"{listed(tops)}[datum.value]", orient="top", labelAngle=-35 if slanted else 0,
            domain=False, ticks=False, labelPadding=8 + lift, labelLimit=320,
            labelLineHeight=LINE, labelOverlap=False,
        )  # fmt: skip
        rows = alt.Axis(
            labelExpr=f"{listed(sides)}[datum.value]", domain=False,
            ticks=False, labelPadding=8, labelOffset=raised, labelLineHeight=LINE,
            labelLimit=0, labelOverlap=False,
        )  # fmt: skip
        return (
            alt.X("column:O", title=column_title, axis=columns, scale=band),
            alt.Y("row:O", title=row_title, axis=rows, scale=band),
        )


def shaped(values: ArrayLike, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Refuse an array that is not one value a row and column.

    Raises `AdargaError` (`charts.cells`, `charts.empty`, `charts.shape`).
    """
    shape = np.shape(values)
    if len(rows) * len(columns) > _MOST_CELLS:
        raise AdargaError("charts.cells", rows=len(rows), columns=len(columns), most=_MOST_CELLS)
    if not rows or not columns:
        raise AdargaError("charts.empty")
    if shape != (len(rows), len(columns)):
        raise AdargaError("charts.shape", shape=shape, rows=len(rows), columns=len(columns))


def _text(words: Words, value: float, digits: int, percent: bool) -> str:
    if not isfinite(value):
        return _NONE if value != value else _ENDLESS
    return words.percent(value, digits) if percent else words.number(float(value), digits)


def _cells(
    words: Words, array: np.ndarray, rows: Sequence[str], columns: Sequence[str], digits: int, percent: bool
) -> Iterator[Json]:
    for (row, column), value in np.ndenumerate(array):
        text = _text(words, float(value), digits, percent)
        said = words.say("charts.said.cell", row=_line(rows[row]), column=_line(columns[column]), value=text)
        number = float(value) if isfinite(value) else None
        yield {"row": row, "column": column, "value": number, "text": text, "said": said}


def _line(label: str) -> str:
    return " ".join(label.split())


def _hatching(look: Look, grid: Grid) -> alt.MarkDef:
    """A mark that hatches a cell: lines at 45 degrees, cut at its edges."""
    half_wide, half_high = grid.wide * 0.47, grid.high * 0.47
    # A shape is drawn in a square from -1 to 1 whose area is the mark's size.
    unit = sqrt(grid.wide * grid.high) / 2
    pieces = []
    step, reach = 8.0, half_wide + half_high
    for at in np.arange(-reach + step / 2, reach, step):
        left, right = max(-half_wide, at - half_high), min(half_wide, at + half_high)
        ends = ((left, at - left), (right, at - right))
        (x1, y1), (x2, y2) = ((x / unit, y / unit) for x, y in ends)
        pieces.append(f"M{x1:.3f},{y1:.3f}L{x2:.3f},{y2:.3f}")
    return alt.MarkDef(
        type="point", shape="".join(pieces), size=4 * unit * unit, stroke=look.steel, strokeWidth=0.8, opacity=0.6,
        filled=False,
    )  # fmt: skip


def heat_map(
    words: Words,
    rows: Sequence[str],
    columns: Sequence[str],
    values: ArrayLike,
    *,
    title: str,
    row_title: str | None = None,
    column_title: str | None = None,
    subtitle: str = "",
    digits: int | None = None,
    percent: bool = False,
    hatched: ArrayLike | None = None,
    hatching: str = "",
    dark: bool = False,
) -> alt.LayerChart:
    """A matrix as coloured cells with their values, the more the further from the sheet's colour.

    `values` is an array of shape (rows, columns); one that is infinite is shown as ∞, one that is not a number as –,
    neither coloured. `percent` takes values for probabilities; `digits` are the decimals shown, 2 or in a percentage 1.
    `hatched` marks cells (booleans of the same shape) whose meaning `hatching` says. A line break in a row's label
    begins a second line.
    Raises `AdargaError` (`charts.cells`, `charts.empty`, `charts.shape`).
    """
    shaped(values, rows, columns)
    array = np.asarray(values, dtype=np.float64)
    look = look_of(dark)
    shown = digits if digits is not None else 1 if percent else 2
    cells = list(_cells(words, array, rows, columns, shown, percent))
    tall = len(rows) <= _MOST_TALL
    longest = max(len(cell["text"]) for cell in cells) * (_DIGIT if tall else _LETTER)
    words_wide = max((len(word) for label in columns for word in label.split()), default=0)
    wide = min(max(longest + 12, words_wide * _LETTER + 4, _LEAST_WIDTH), _MOST_WIDTH)
    grid = Grid(rows, columns, wide, _HEIGHT if tall else _LOW)
    across, up = grid.channels(row_title, column_title)
    finite = array[np.isfinite(array)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    ramp = alt.Scale(
        domain=[low, high if high > low else low + 1],
        range=[look.heat_at(0.04), look.heat_at(1)],
        interpolate="rgb",
    )
    base = alt.Chart(of_values(cells))
    sheet = base.mark_rect(cornerRadius=4, color=look.sheet).encode(x=across, y=up)
    # The legend would only repeat what stands in every cell.
    heat = base.mark_rect(cornerRadius=4).encode(
        x=across,
        y=up,
        color=alt.Color("value:Q", scale=ramp, legend=None),
        description=alt.Description("said:N"),
        tooltip=alt.Tooltip("said:N", title=""),
    )
    layers: list[alt.Chart] = [sheet, heat.transform_filter("isValid(datum.value)")]
    if hatched is not None:
        shaped(hatched, rows, columns)
        marked = [cells[at] for at in np.flatnonzero(np.asarray(hatched, dtype=bool))]
        some = alt.Chart(of_values(marked))
        layers.append(some.mark_rect(cornerRadius=4, color=look.steel_wash).encode(x=across, y=up))
        layers.append(alt.Chart(of_values(marked), mark=_hatching(look, grid)).encode(x=across, y=up))
    size = 14 if tall else 11
    layers.append(base.mark_text(fontSize=size, fontWeight=600, color=look.ink).encode(x=across, y=up, text="text:N"))
    key = words.say("charts.hatched", meaning=hatching) if hatching and hatched is not None else ""
    return finished(
        layered(layers, **grid.size), words, look, title, [subtitle, key],
        _alternative(words, title, array, cells, rows, columns),
    )  # fmt: skip


def _alternative(
    words: Words, title: str, array: np.ndarray, cells: Sequence[Json], rows: Sequence[str], columns: Sequence[str]
) -> str:
    size = words.say("charts.alt.matrix", title=sentence(title), rows=len(rows), columns=len(columns))
    if not np.isfinite(array).any():
        return size
    finite = np.where(np.isfinite(array), array, np.nan)
    least, most = (cells[int(at)]["said"] for at in (np.nanargmin(finite), np.nanargmax(finite)))
    return f"{size} {words.say('charts.alt.extremes', least=least, most=most)}"
