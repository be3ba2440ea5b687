"""The distribution of damage or dice, of one strike or several over one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import altair as alt

from adarga.charts.look import (
    HEIGHT,
    WIDTH,
    Json,
    Look,
    Picture,
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
from adarga.dice import Distribution
from adarga.errors import AdargaError
from adarga.words import Words

View = Literal["exact", "at-least", "both"]
VIEWS: tuple[View, ...] = ("exact", "at-least", "both")
_WHOLE = 60
_TAIL = Fraction(1, 20_000)
_MOST_GROUPS = 200
_MOST_DOTS = 45
_HALF_BAR = 0.42
_LOWER = 60
_HEADROOM = 1.12


@dataclass(frozen=True)
class _Run:
    """The outcomes a chart shows: groups of `width` that begin at `first`, up to `last`."""

    first: int
    last: int
    width: int

    @classmethod
    def of(cls, laws: Mapping[str, Distribution], points: int | None) -> _Run:
        """All outcomes, or all but the far ends where they are many; a group begins at `points`."""
        first = min(law.least for law in laws.values())
        last = max(law.greatest for law in laws.values())
        if last - first >= _WHOLE:
            first = min(law.quantile(_TAIL) for law in laws.values())
            last = max(law.quantile(1 - _TAIL) for law in laws.values())
        width = max(1, -(-(last - first + 1) // _MOST_GROUPS))
        if points is not None:
            first -= (first - points) % width
        return cls(first, last, width)

    def rows(self, words: Words, key: str, name: str, law: Distribution) -> Iterator[Json]:
        """Each group with its probability and that of as much or more, in rising order; those of probability 0 too."""
        starts = range(self.first, self.last + 1, self.width)
        groups = dict.fromkeys(starts, 0)
        below = 0
        for outcome, ways in law.counts.items():
            start = self.first + (outcome - self.first) // self.width * self.width
            if start in groups:
                groups[start] += ways
            elif outcome < self.first:
                below += ways
        reached = law.denominator - below
        for start, ways in groups.items():
            yield {"key": key, "series": name} | self._row(words, law, start, ways, reached)
            reached -= ways

    def _row(self, words: Words, law: Distribution, start: int, ways: int, reached: int) -> Json:
        share, more = Fraction(ways, law.denominator), Fraction(reached, law.denominator)
        end = start + self.width - 1
        half = _HALF_BAR if self.width == 1 else 0.5
        run = words.number(start) if self.width == 1 else f"{words.number(start)}…{words.number(end)}"
        return {
            "outcome": start,
            "last": end,
            "inside": law.least <= end and start <= law.greatest,
            "probability": float(share),
            "at_least": float(more),
            "from": start - half,
            "to": end + half,
            "said": words.say("charts.said.exactly", outcome=run, share=words.percent(share)),
            "said_more": words.say("charts.said.at_least", outcome=words.number(start), share=words.percent(more)),
        }


@dataclass(frozen=True)
class _Panel:
    """One view of the laws; `most` is their greatest probability, `dense` those too long for a mark at each outcome."""

    words: Words
    look: Look
    run: _Run
    view: View
    points: int | None
    most: float
    dense: frozenset[str]

    @property
    def said(self) -> str:
        """The field that says a datum."""
        return "said" if self.view == "exact" else "said_more"

    def axes(self, field: str) -> tuple[alt.X, alt.Y]:
        """The axes, the horizontal one of a field of the data."""
        ticks = alt.Axis(
            format="d",
            tickMinStep=1,
            tickCount=12,
            grid=False,
            labelFlush=False,
            labelOverlap="greedy",
            labelSeparation=8,
        )
        whole = [self.run.first - 0.5, self.run.last + self.run.width - 0.5]
        span = alt.Scale(domain=whole, nice=False)
        across = alt.X(f"{field}:Q", title=self.words.say("charts.outcome"), axis=ticks, scale=span)
        if self.view == "at-least":
            top = _HEADROOM if self.points is not None else 1
            axis = alt.Axis(format="~%", values=[0, 0.25, 0.5, 0.75, 1], domain=False, ticks=False)
            return across, alt.Y(
                "at_least:Q", title=self.words.say("charts.at_least"), axis=axis, scale=alt.Scale(domain=[0, top])
            )
        top = self.most * (_HEADROOM if self.points is not None else 1.02)
        axis = alt.Axis(format="~%", tickCount=4, domain=False, ticks=False)
        width = self.run.width
        title = self.words.say("charts.probability") if width == 1 else self._each(width)
        return across, alt.Y("probability:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, top], nice=False))

    def _each(self, width: int) -> str:
        return self.words.say("charts.probability_of", width=width)

    def bars(self) -> list[alt.Chart]:
        """One law; what reaches the points in the colour of what gets through."""
        across, up = self.axes("from")
        # Where no points are to be reached, none are: every bar is steel.
        reached = "false" if self.points is None else f"datum.outcome >= {self.points}"
        bars: alt.Chart = alt.Chart().mark_rect(strokeWidth=0)
        drawn: alt.Chart = bars.encode(
            x=across,
            x2="to:Q",
            y=up,
            y2=alt.Y2Datum(0),
            color=alt.condition(reached, alt.value(self.look.blood), alt.value(self.look.steel)),
            description=alt.Description(f"{self.said}:N"),
            tooltip=alt.Tooltip(f"{self.said}:N", title=""),
        )
        return [drawn]

    def lines(self, names: list[str], labels: list[str]) -> list[alt.Chart]:
        """Several laws; with a mark at each outcome where there is room."""
        across, up = self.axes("outcome")
        colour, dash = line_channels(self.look, names, series_legend(labels))
        base = alt.Chart()
        if self.view == "exact":
            base = base.transform_filter("datum.inside")
        line = base.mark_line(strokeWidth=2, interpolate="linear" if self.view == "exact" else "step-before")
        drawn = line.encode(x=across, y=up, color=colour, strokeDash=dash, description=alt.Description("series:N"))
        many = (self.run.last - self.run.first) // self.run.width >= _MOST_DOTS
        faint = self.dense if self.view == "exact" else frozenset(names if many else ())
        marks = dots(base, self.look, names, 44, faint)
        return [drawn, *(one.encode(x=across, y=up, **told(self.said)) for one in marks)]

    def threshold(self, points: int, label: str) -> list[alt.Chart]:
        """A line at the points that have to be reached, and what it says on the side where there is more room."""
        here = alt.Chart(of_values([{"points": points - 0.5, "label": label}]))
        right = 2 * points <= self.run.first + self.run.last
        text = here.mark_text(
            align="left" if right else "right", baseline="top", dx=6 if right else -6, fontSize=13, fontWeight=600,
            color=self.look.ink, clip=False,
        )  # fmt: skip
        rule = here.mark_rule(color=self.look.ink, strokeDash=[4, 3], clip=True)
        return [rule.encode(x="points:Q"), text.encode(x="points:Q", y=alt.value(0), text="label:N")]


def distribution(
    words: Words,
    laws: Mapping[str, Distribution],
    *,
    view: View = "both",
    points: int | None = None,
    title: str | None = None,
    dark: bool = False,
) -> Picture:
    """The chance of each outcome, of as much or more, or both one above the other, of one law or several.

    `laws` maps labels to laws; one law is drawn as bars, several as lines that differ in dash and shape too. `points`
    marks an outcome to be reached, with the chance of reaching it. Of more than 60 outcomes the far ends, 1 in 20000
    each, are left out; of more than 200 neighbours stand together.
    Raises `AdargaError` (`charts.empty`, `charts.many`, `charts.view`).

    >>> from adarga.dice import parse
    >>> chart = distribution(Words("en"), {"d6": parse("d6").distribution()}, view="exact")
    >>> chart.to_dict()["description"]
    'Distribution of d6: mean 3.50, standard deviation 1.71, from 1 to 6.'
    """
    names = list(laws)
    several(names)
    if view not in VIEWS:
        raise AdargaError("charts.view", view=view, known=VIEWS)
    look = look_of(dark)
    run = _Run.of(laws, points)
    rows = [
        row
        for key, (name, law) in zip(keys(len(names)), laws.items(), strict=True)
        for row in run.rows(words, key, name, law)
    ]
    labels = [words.say("charts.with_mean", name=name, mean=words.number(law.mean)) for name, law in laws.items()]
    views: tuple[View, ...] = ("exact", "at-least") if view == "both" else (view,)
    most = max(row["probability"] for row in rows)
    inside = Counter(row["series"] for row in rows if row["inside"])
    dense = frozenset(name for name in names if inside[name] > _MOST_DOTS)
    panels = []
    for one in views:
        panel = _Panel(words, look, run, one, points, most, dense)
        layers = panel.bars() if len(names) == 1 else panel.lines(names, labels)
        if points is not None and run.first <= points <= run.last + 1:
            layers += panel.threshold(points, _reached(words, laws, points))
        drawn = layered(layers, width=WIDTH, height=HEIGHT - (_LOWER if view == "both" else 0))
        panels.append(drawn.properties(data=of_values(rows)))
    heading = title or words.say("charts.title.distribution")
    subtitle = [_summary(words, laws[names[0]]) if len(names) == 1 else ""]
    alternative = " ".join(_sentences(words, laws, points))
    if len(panels) == 1:
        return finished(panels[0], words, look, heading, subtitle, alternative)
    return finished(alt.vconcat(*panels, spacing=24), words, look, heading, subtitle, alternative)


def _summary(words: Words, law: Distribution) -> str:
    limits = {"least": law.least, "most": law.greatest}
    return words.say("charts.summary", mean=words.number(law.mean), sd=words.number(law.sd), **limits)


def _reached(words: Words, laws: Mapping[str, Distribution], points: int) -> str:
    """How likely the points are reached; of several laws only the points are said, each legend's room being small."""
    if len(laws) > 1:
        return words.say("charts.threshold", points=points)
    (law,) = laws.values()
    return words.say("charts.reached", points=points, share=words.percent(law.at_least(points)))


def _sentences(words: Words, laws: Mapping[str, Distribution], points: int | None) -> Iterator[str]:
    for name, law in laws.items():
        yield words.say("charts.alt.distribution", name=name, summary=_summary(words, law))
        if points is not None:
            share = words.percent(law.at_least(points))
            yield words.say("charts.alt.reached", points=points, share=share)
