"""Policy maps: the best decision at each point of a plane."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from adarga.charts.look import SHAPES, Json, finished, keys, layered, look_of, of_values, renaming, sentence
from adarga.errors import AdargaError
from adarga.words import Words

_SIDE = 460
_LEAST, _MOST = 7, 26
_LABEL = 26
_GAP = 0.04
_ROUND = (1, 2, 5, 10, 20, 50, 100)


def policy_map(
    words: Words,
    xs: Sequence[int],
    ys: Sequence[int],
    decisions: Sequence[Sequence[str | None]],
    *,
    x_title: str,
    y_title: str,
    title: str | None = None,
    subtitle: str = "",
    order: Sequence[str] = (),
    dark: bool = False,
) -> alt.LayerChart:
    """What to decide at each (x, y), such as damage by own points, each decision by colour and by shape.

    `decisions[i][j]` is the decision at `ys[i]`, `xs[j]` in the reader's words, None where nothing is to be decided;
    y grows upwards. `order` fixes which decisions get the first colours; others follow as they appear.
    Raises `AdargaError` (`charts.empty`, `charts.shape`, `charts.many`).
    """
    if len(xs) == 0 or len(ys) == 0:
        raise AdargaError("charts.empty")
    if len(decisions) != len(ys) or any(len(row) != len(xs) for row in decisions):
        found = (len(decisions), max(map(len, decisions), default=0))
        raise AdargaError("charts.shape", shape=found, rows=len(ys), columns=len(xs))
    look = look_of(dark)
    rows: list[Json] = [
        {
            "x": int(x),
            "y": int(y),
            "decision": decision,
            "said": words.say(
                "charts.said.policy", x_title=x_title, x=int(x), y_title=y_title, y=int(y), decision=decision
            ),
        }
        for y, row in zip(ys, decisions, strict=True)
        for x, decision in zip(xs, row, strict=True)
        if decision is not None
    ]
    if not rows:
        raise AdargaError("charts.empty")
    names = list(dict.fromkeys([*order, *(row["decision"] for row in rows)]))
    key_of = dict(zip(names, keys(len(names)), strict=True))
    rows = [{"key": key_of[row["decision"]]} | row for row in rows]
    if len(names) > len(look.decisions):
        raise AdargaError("charts.many", asked=len(names), most=len(look.decisions))
    step = min(max(_SIDE / max(len(xs), len(ys)), _LEAST), _MOST)
    across = alt.X("x:O", title=x_title, axis=_axis(xs, step), scale=alt.Scale(padding=_GAP))
    up = alt.Y("y:O", title=y_title, axis=_axis(ys, step), scale=alt.Scale(reverse=True, padding=_GAP))
    legend = alt.Legend(
        labelExpr=renaming(names), title=None, orient="top", direction="vertical", symbolSize=130, symbolStrokeWidth=1
    )
    shape = alt.Shape(
        "key:N", scale=alt.Scale(domain=keys(len(names)), range=list(SHAPES[: len(names)])), legend=legend
    )
    fill = alt.Color(
        "key:N", scale=alt.Scale(domain=keys(len(names)), range=list(look.decisions[: len(names)])), legend=legend
    )
    base = alt.Chart(of_values(rows))
    cells = base.mark_rect(stroke=look.ink, strokeWidth=0).encode(
        x=across, y=up, color=fill, description=alt.Description("said:N"), tooltip=alt.Tooltip("said:N", title="")
    )
    marks = base.mark_point(filled=True, size=(step * 0.42) ** 2, fill=look.ink, opacity=0.9, aria=False)
    plane = layered([cells, marks.encode(x=across, y=up, shape=shape)], width=step * len(xs), height=step * len(ys))
    counts = {name: sum(row["decision"] == name for row in rows) for name in names}
    shares = "; ".join(words.say("charts.alt.decision", name=name, n=counts[name], all=len(rows)) for name in names)
    heading = title or words.say("charts.title.policy")
    alternative = words.say(
        "charts.alt.policy", title=sentence(heading), x_title=x_title, y_title=y_title, shares=shares
    )
    return finished(plane, words, look, heading, [subtitle], alternative)


def _axis(values: Sequence[int], step: float) -> alt.Axis:
    """An axis whose labels are round numbers, as many as there is room for."""
    every = next((every for every in _ROUND if every * step >= _LABEL), _ROUND[-1])
    shown = [int(value) for value in values if value % every == 0]
    return alt.Axis(labelAngle=0, domain=False, ticks=False, values=shown)
