"""Survival: how likely it is to be down by each strike or round, of one case or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import altair as alt
import numpy as np
from numpy.typing import NDArray

from adarga.charts.look import (
    HEIGHT,
    WIDTH,
    Json,
    dots,
    finished,
    keys,
    layered,
    line_channels,
    look_of,
    of_values,
    series_legend,
    several,
    told,
)
from adarga.errors import AdargaError
from adarga.words import Words

Unit = Literal["round", "strike"]
Curve = Sequence[float | Fraction] | NDArray[np.float64]
# A sum of floats may miss what it stands for by a trifle.
_NEAR = 1e-12
_HALF = 0.5 - _NEAR


def half_by(curve: Curve) -> int | None:
    """The first n (from 1) by which the chance is one half or more; None where the curve does not get there.

    >>> half_by([0.1, 0.5, 0.9]), half_by([0.1])
    (2, None)
    """
    return next((n for n, share in enumerate(curve, 1) if share >= _HALF), None)


def _hold_to_chances(curve: Curve) -> None:
    if len(curve) == 0:
        raise AdargaError("charts.empty")
    for share in curve:
        # Not `share < 0 or share > 1`: what is not a number is neither.
        if not -_NEAR <= share <= 1 + _NEAR:
            raise AdargaError("charts.chance", share=float(share))


def _rows(words: Words, curves: Mapping[str, Curve], unit: Unit) -> Iterator[Json]:
    for key, (name, curve) in zip(keys(len(curves)), curves.items(), strict=True):
        for n, share in enumerate((0.0, *(min(max(float(one), 0.0), 1.0) for one in curve))):
            said = words.say(f"charts.said.{unit}", n=n, share=words.percent(share))
            yield {"key": key, "series": name, "n": n, "probability": share, "said": said}


def _label(words: Words, name: str, curve: Curve, unit: Unit) -> str:
    half = half_by(curve)
    if half is None:
        return words.say(f"charts.never_half.{unit}", name=name, n=len(curve))
    return words.say(f"charts.half.{unit}", name=name, n=half)


def survival(
    words: Words,
    curves: Mapping[str, Curve],
    *,
    unit: Unit = "round",
    title: str | None = None,
    dark: bool = False,
) -> alt.LayerChart:
    """Curves of P(down by n), n = 1, 2, ..., as steps; a mark stands where each first reaches one half.

    `curves` maps labels to chances (0 to 1, rising); at n = 0 each is 0. `unit` is what n counts.
    Raises `AdargaError` (`charts.empty`, `charts.many`, `charts.chance`).
    """
    names = list(curves)
    several(names)
    for curve in curves.values():
        _hold_to_chances(curve)
    look = look_of(dark)
    labels = [_label(words, name, curve, unit) for name, curve in curves.items()]
    legend = series_legend(labels)
    colour, dash = line_channels(look, names, legend)
    ticks = alt.Axis(format="d", tickMinStep=1, tickCount=12, grid=False, labelFlush=False)
    across = alt.X("n:Q", title=words.say(f"charts.{unit}"), axis=ticks, scale=alt.Scale(nice=False))
    percents = alt.Axis(format="~%", values=[0, 0.25, 0.5, 0.75, 1], domain=False, ticks=False)
    up = alt.Y("probability:Q", title=words.say("charts.down"), axis=percents, scale=alt.Scale(domain=[0, 1]))
    rows = list(_rows(words, curves, unit))
    halves = [(name, half_by(curve)) for name, curve in curves.items()]
    at_half = [
        {"key": key, "n": n, "probability": float(curves[name][n - 1])}
        for key, (name, n) in zip(keys(len(names)), halves, strict=True)
        if n is not None
    ]
    half = alt.Chart(of_values([{"half": 0.5}])).mark_rule(color=look.edge, strokeDash=[2, 4]).encode(y="half:Q")
    line = alt.Chart(of_values(rows)).mark_line(strokeWidth=2, interpolate="step-after")
    hover = alt.Chart(of_values(rows)).mark_point(opacity=0, size=60).encode(x=across, y=up, **told("said"))
    marks = dots(alt.Chart(of_values(at_half)), look, names, 90)
    layers = [
        half,
        line.encode(x=across, y=up, color=colour, strokeDash=dash, description=alt.Description("series:N")),
        hover,
        *(one.encode(x=across, y=up) for one in marks),
    ]
    alternative = words.say(f"charts.alt.{unit}", halves="; ".join(labels))
    plane = layered(layers, width=WIDTH, height=HEIGHT)
    return finished(plane, words, look, title or words.say(f"charts.title.{unit}"), [], alternative)
