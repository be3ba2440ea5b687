"""The outcomes of many fights: each share with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt

from adarga.charts.look import (
    LINE,
    WIDTH,
    Json,
    broken,
    finished,
    layered,
    level,
    listed,
    look_of,
    mixed,
    of_values,
    sentence,
)
from adarga.errors import AdargaError
from adarga.words import Words

_ROW = 40
_LETTERS = 30


class Share(NamedTuple):
    """An outcome in the reader's words, its share (0 to 1), and the interval it lies in."""

    label: str
    share: float
    low: float
    high: float


def skirmish(
    words: Words,
    outcomes: Sequence[Share | tuple[str, float, float, float]],
    *,
    fights: int | None = None,
    seed: int | None = None,
    title: str | None = None,
    dark: bool = False,
) -> alt.LayerChart:
    """Shares of simulated fights as bars, the 95 % interval of each as a line with ends, and both as text.

    `outcomes` are (label, share, low, high) with 0 <= low <= share <= high <= 1; `fights` and `seed` are told below
    the title. Raises `AdargaError` (`charts.empty`, `charts.interval`).
    """
    if len(outcomes) == 0:
        raise AdargaError("charts.empty")
    look = look_of(dark)
    rows: list[Json] = []
    for place, (label, *numbers) in enumerate(outcomes):
        share, low, high = map(float, numbers)
        if not 0 <= low <= share <= high <= 1:
            raise AdargaError("charts.interval", low=low, share=share, high=high)
        interval = {"share": words.percent(share), "low": words.percent(low), "high": words.percent(high)}
        text = words.say("charts.interval_text", **interval)
        row = {"place": place, "label": label, "share": share, "low": low, "high": high, "text": text}
        rows.append(row | {"said": words.say("charts.said.outcome", label=label, text=text)})
    percents = alt.Axis(format="~%", values=[0, 0.25, 0.5, 0.75, 1], domain=False, ticks=False)
    across = alt.X("share:Q", title=words.say("charts.share"), axis=percents, scale=alt.Scale(domain=[0, 1]))
    sides, raised = level([broken(row["label"], _LETTERS) for row in rows])
    names = alt.Axis(
        domain=False,
        ticks=False,
        labelFontSize=14,
        labelColor=look.ink,
        labelPadding=8,
        labelLimit=0,
        labelOffset=raised,
        labelLineHeight=LINE,
    )
    names["labelExpr"] = f"{listed(sides)}[datum.value]"
    up = alt.Y("place:O", title=None, sort=None, axis=names, scale=alt.Scale(padding=0.25))
    base = alt.Chart(of_values(rows))
    described = {"description": alt.Description("said:N"), "tooltip": alt.Tooltip("said:N", title="")}
    bars = base.mark_bar(color=mixed(look.steel, look.paper, 0.4), cornerRadiusEnd=2).encode(
        x=across, y=up, **described
    )
    ends = base.mark_tick(color=look.ink, thickness=2, size=14, opacity=1, aria=False)
    layers = [
        bars,
        base.mark_rule(color=look.ink, strokeWidth=2, aria=False).encode(x="low:Q", x2="high:Q", y=up),
        ends.encode(x="low:Q", y=up),
        ends.encode(x="high:Q", y=up),
        base.mark_text(align="left", dx=WIDTH + 10, fontSize=13, color=look.ink, aria=False).encode(
            x=alt.value(0), y=up, text="text:N"
        ),
    ]
    told = [words.say("charts.fights", count=int(fights))] if fights is not None else []
    if seed is not None:
        told.append(words.say("charts.seed", seed=str(seed)))
    heading = title or words.say("charts.title.skirmish")
    shares = "; ".join(row["said"] for row in rows)
    alternative = words.say("charts.alt.skirmish", title=sentence(heading), shares=shares)
    return finished(
        layered(layers, width=WIDTH, height=_ROW * len(rows)), words, look, heading, [" · ".join(told)], alternative
    )
