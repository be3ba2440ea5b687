"""Who wins a duel, of one or of several side by side, and where an offer is worth taking in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import altair as alt

from adarga.charts.look import (
    LINE,
    WIDTH,
    Json,
    broken,
    finished,
    keys,
    layered,
    level,
    listed,
    look_of,
    mixed,
    of_values,
    renaming,
    sentence,
)
from adarga.charts.policies import policy_map
from adarga.errors import AdargaError
from adarga.words import Words

_ROW = 40
_LETTERS = 30
_NEAR = 1e-9


def duel(
    words: Words,
    duels: Mapping[str, tuple[float, float]],
    first: str,
    second: str,
    *,
    title: str | None = None,
    dark: bool = False,
) -> alt.LayerChart:
    """P(`first` wins) from the left and P(`second` wins) from the right, the rest between them neither's, as bars.

    `duels` maps labels, such as books, to both chances (0 to 1, together at most 1).
    Raises `AdargaError` (`charts.empty`, `charts.chance`).
    """
    if not duels:
        raise AdargaError("charts.empty")
    look = look_of(dark)
    names = [first, words.say("charts.neither"), second]
    rows: list[Json] = []
    for place, (label, pair) in enumerate(duels.items()):
        one, other = map(float, pair)
        for share in (one, other, one + other):
            if not -_NEAR <= share <= 1 + _NEAR:
                raise AdargaError("charts.chance", share=share)
        rows += _parts(words, place, label, names, min(max(one, 0.0), 1.0), min(max(other, 0.0), 1.0))
    shown = [at for at in range(3) if at != 1 or any(row["key"] == "k1" for row in rows)]
    colours = (mixed(look.steel, look.paper, 0.4), look.line, look.blood)
    scale = alt.Scale(domain=[keys(3)[at] for at in shown], range=[colours[at] for at in shown])
    legend = alt.Legend(title=None, orient="top", symbolType="square", symbolSize=160, labelExpr=renaming(names))
    sides, raised = level([broken(label, _LETTERS) for label in duels])
    heads = alt.Axis(
        labelExpr=f"{listed(sides)}[datum.value]", domain=False, ticks=False, labelFontSize=14, labelColor=look.ink,
        labelPadding=8, labelLimit=0, labelOffset=raised, labelLineHeight=LINE,
    )  # fmt: skip
    percents = alt.Axis(format="~%", values=[0, 0.25, 0.5, 0.75, 1], domain=False, ticks=False, grid=False)
    up = alt.Y("place:O", title=None, sort=None, axis=heads, scale=alt.Scale(padding=0.25))
    across = alt.X("start:Q", title=None, axis=percents, scale=alt.Scale(domain=[0, 1]))
    base = alt.Chart(of_values(rows))
    bars = base.mark_bar(stroke=look.paper, strokeWidth=2).encode(
        x=across,
        x2="end:Q",
        y=up,
        color=alt.Color("key:N", scale=scale, legend=legend),
        description=alt.Description("said:N"),
        tooltip=alt.Tooltip("said:N", title=""),
    )
    text = base.transform_filter("datum.text !== ''").mark_text(
        align="left", dx=WIDTH + 10, fontSize=13, color=look.ink, aria=False
    )
    heading = title or words.say("charts.title.duel")
    shares = "; ".join(row["said"] for row in rows)
    alternative = words.say("charts.alt.duel", title=sentence(heading), shares=shares)
    plane = layered([bars, text.encode(x=alt.value(0), y=up, text="text:N")], width=WIDTH, height=_ROW * len(duels))
    return finished(plane, words, look, heading, [], alternative)


def _parts(words: Words, place: int, label: str, names: list[str], one: float, other: float) -> list[Json]:
    """The pieces of one bar from the left, without that of neither where there is none; the first says all in text."""
    ends = (0.0, one, max(1 - other, one), 1.0)
    shares = [end - start for start, end in pairwise(ends)]
    whole = words.say("charts.both", one=words.percent(one), other=words.percent(other))
    return [
        {
            "place": place,
            "key": key,
            "share": share,
            "start": start,
            "end": start + share,
            "text": "" if at else whole,
            "said": words.say("charts.said.duel", label=label, name=name, share=words.percent(share)),
        }
        for at, (key, name, share, start) in enumerate(zip(keys(3), names, shares, ends[:3], strict=True))
        if at != 1 or share > _NEAR
    ]


def offer_map(
    words: Words,
    cells: Mapping[tuple[int, int], float],
    taken: str,
    kept: str,
    *,
    title: str | None = None,
    dark: bool = False,
) -> alt.LayerChart:
    """Where an offer is worth taking: by the points left across and the damage at hand upwards.

    `cells` maps (points, damage) to the share of the decisions there in which it is taken (0 to 1), as the regions of
    an advice do; where it makes no difference nothing stands. `taken` and `kept` say the two decisions, a third one
    that it depends on more than these two numbers. Raises `AdargaError` (`charts.empty`).
    """
    if not cells:
        raise AdargaError("charts.empty")
    depends = words.say("charts.depends")
    points, damages = ({cell[at] for cell in cells} for at in (0, 1))
    across, up = range(min(points), max(points) + 1), range(min(damages), max(damages) + 1)

    def decision(cell: tuple[int, int]) -> str | None:
        share = cells.get(cell)
        if share is None:
            return None
        return kept if share <= _NEAR else taken if share >= 1 - _NEAR else depends

    return policy_map(
        words,
        across,
        up,
        [[decision((point, damage)) for point in across] for damage in up],
        x_title=words.say("charts.points_left"),
        y_title=words.say("charts.damage_at_hand"),
        title=title,
        order=(kept, taken),
        dark=dark,
    )
