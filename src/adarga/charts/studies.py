"""The charts of what studies answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from adarga.charts.curves import survival
from adarga.charts.duels import duel
from adarga.charts.maps import heat_map
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.study.axes import Axis
    from adarga.study.duel import Duel
    from adarga.study.survival import ExactSurvival, Survival
    from adarga.study.tables import Matrix


def survival_chart(
    words: Words, found: Survival | ExactSurvival, name: str = "", *, title: str | None = None, dark: bool = False
) -> alt.LayerChart:
    """A survival as the curve of being down by each round, named `name`."""
    curve = [float(share) for share in found.down_by_round]
    return survival(words, {name or words.say("charts.down"): curve}, title=title, dark=dark)


def matrix_chart(words: Words, found: Matrix, *, dark: bool = False) -> alt.LayerChart:
    """A matrix as a heat map, named by its measure. Raises `AdargaError` (`charts.cells`) where it is too large."""
    rows, columns = labels(words, found.rows), labels(words, found.columns)
    measure = words.say(f"tables.measure.{found.measure.name}")
    return heat_map(
        words, rows, columns, found.values, title=measure[:1].upper() + measure[1:],
        row_title=axis_name(words, found.rows), column_title=axis_name(words, found.columns),
        percent=found.measure.kind == "share", dark=dark,
    )  # fmt: skip


def duel_chart(words: Words, found: Duel[Any], *, title: str | None = None, dark: bool = False) -> alt.LayerChart:
    """A duel as the chances of both to win, named as their sheets are."""
    first, second = (side.sheet.name for side in found.contest.sides)
    one, other = first or words.say("charts.first"), second or words.say("charts.second")
    label = words.say("charts.versus", one=one, other=other)
    return duel(words, {label: (float(found.first), float(found.second))}, one, other, title=title, dark=dark)


def labels(words: Words, axis: Axis) -> Sequence[str]:
    """What stands at each row or column."""
    return [
        words.value(entry.label) if isinstance(entry.label, bool) else entry.names.say(words.lang)
        for entry in axis.entries
    ]


def axis_name(words: Words, axis: Axis) -> str:
    """What an axis varies: things by their word, a number of the strike as it is written in a command."""
    return f"--{axis.name.replace('_', '-')}" if axis.field is not None else words.say(f"tables.axis.{axis.name}")
