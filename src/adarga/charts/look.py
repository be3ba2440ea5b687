"""The look of every chart: the colours of the table's pages in light and dark, type, and the reader's numbers."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import altair as alt

from adarga.errors import AdargaError
from adarga.words import Words

Json = dict[str, Any]
Picture = alt.LayerChart | alt.VConcatChart
P = TypeVar("P", alt.LayerChart, alt.VConcatChart)

SERIF = "Iowan Old Style, Palatino Linotype, Palatino, URW Palladio L, P052, Georgia, DejaVu Serif, serif"
SANS = "Segoe UI, Inter, Roboto, Noto Sans, Cantarell, Ubuntu, DejaVu Sans, sans-serif"
WIDTH, HEIGHT = 560, 260
LINE = 15
_TITLE_LETTERS, _SUBTITLE_LETTERS, _LEGEND_LETTERS = 50, 86, 60
# Told apart without any colour.
DASHES = ([1, 0], [8, 4], [2, 3], [10, 3, 2, 3], [14, 5], [5, 2, 1, 2, 1, 2])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
MOST_SERIES = 12
USERMETA = "adarga"


@dataclass(frozen=True)
class Look:
    """The colours of one theme: surfaces, words, lines, series in their order, and how red a cell may get (0 to 1)."""

    paper: str
    sheet: str
    ink: str
    ink_2: str
    line: str
    edge: str
    blood: str
    steel: str
    steel_wash: str
    series: tuple[str, ...]
    decisions: tuple[str, ...]
    heat: float

    def heat_at(self, share: float) -> str:
        """The colour of a cell at a share (0 to 1) of the scale: from the sheet towards blood."""
        return mixed(self.sheet, self.blood, self.heat * share)


LIGHT = Look(
    paper="#f3ecdd",
    sheet="#fcf9f1",
    ink="#211a14",
    ink_2="#5d5142",
    line="#d9ccb4",
    edge="#8d7d66",
    blood="#98211f",
    steel="#3c566e",
    steel_wash="#d9e2e8",
    series=("#211a14", "#98211f", "#4f7294", "#7d5a0c", "#5f8a4e", "#8d7d66"),
    decisions=("#fcf9f1", "#ecd9a2", "#b9cad8", "#d6a597", "#93ab7f", "#b98d5a"),
    heat=0.62,
)
DARK = Look(
    paper="#15110d",
    sheet="#1f1913",
    ink="#f0e6d4",
    ink_2="#b9aa93",
    line="#3b3024",
    edge="#918069",
    blood="#f28b7b",
    steel="#9fbcd4",
    steel_wash="#243443",
    series=("#f0e6d4", "#f28b7b", "#9fbcd4", "#e2ba62", "#7fae68", "#918069"),
    decisions=("#1f1913", "#213a50", "#5c4613", "#7d4035", "#47633a", "#6d606e"),
    heat=0.5,
)


def mixed(one: str, other: str, share: float) -> str:
    """A colour on the way from `one` to `other`, both `#rrggbb`.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    channels = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def look_of(dark: bool) -> Look:
    """The colours of a theme."""
    return DARK if dark else LIGHT


def several(names: Sequence[str]) -> None:
    """Refuse no series at all, and more than a reader can tell apart.

    Raises `AdargaError` (`charts.empty`, `charts.many`).
    """
    if not names:
        raise AdargaError("charts.empty")
    if len(names) > MOST_SERIES:
        raise AdargaError("charts.many", asked=len(names), most=MOST_SERIES)


def marks_of(look: Look, count: int) -> tuple[list[str], list[list[int]], list[str]]:
    """Colours, dashes and shapes of `count` series; no two series share all three."""
    colours = [look.series[at % len(look.series)] for at in range(count)]
    dashes = [DASHES[(at + at // len(DASHES)) % len(DASHES)] for at in range(count)]
    shapes = [SHAPES[(at + at // len(SHAPES)) % len(SHAPES)] for at in range(count)]
    return colours, dashes, shapes


def _numbers(words: Words) -> Json:
    if words.lang == "es":
        return {
            "decimal": ",", "thousands": ".", "grouping": [3], "currency": ["", ""], "percent": "\N{NO-BREAK SPACE}%",
        }  # fmt: skip
    return {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["", ""]}


def _config(look: Look, words: Words) -> Json:
    text = {"labelFont": SANS, "titleFont": SANS}
    return {
        "background": look.paper,
        "font": SANS,
        "padding": 16,
        "locale": {"number": _numbers(words)},
        "view": {"stroke": None},
        "title": {
            "font": SERIF, "fontSize": 20, "fontWeight": 600, "color": look.ink, "anchor": "start", "offset": 14,
            "subtitleFont": SANS, "subtitleFontSize": 13, "subtitleColor": look.ink_2, "subtitlePadding": 6,
            "frame": "bounds",
        },
        "axis": {
            **text, "labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": 400,
            "labelColor": look.ink_2, "titleColor": look.ink_2, "gridColor": look.line, "domainColor": look.edge,
            "tickColor": look.edge, "titlePadding": 8,
        },
        "legend": {
            **text, "labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": 600, "labelColor": look.ink,
            "titleColor": look.ink, "labelLimit": 0, "rowPadding": 4, "titleLimit": 560, "symbolStrokeWidth": 2,
        },
        "text": {"font": SANS, "color": look.ink},
    }  # fmt: skip


def finished(chart: P, words: Words, look: Look, title: str, subtitle: Sequence[str], alternative: str) -> P:
    """A chart with its title, its look, and the alternative text for who cannot see it."""
    meta = {
        USERMETA: {"lang": words.lang, "title": title},
        "embedOptions": {
            "actions": {"export": True, "source": False, "compiled": False, "editor": False},
            "i18n": {
                "CLICK_TO_VIEW_ACTIONS": words.say("charts.menu"),
                "SVG_ACTION": words.say("charts.as_svg"),
                "PNG_ACTION": words.say("charts.as_png"),
            },
        },
    }
    lines = broken(title, _TITLE_LETTERS)
    text = lines if len(lines) > 1 else lines[0]
    below = [part for line in subtitle if line for part in broken(line, _SUBTITLE_LETTERS)]
    head = alt.Title(text, subtitle=below) if below else alt.Title(text)
    return chart.properties(title=head, description=alternative, usermeta=meta, config=_config(look, words))


def sentence(title: str) -> str:
    """A title as a sentence, with a full stop unless it ends itself.

    >>> sentence("Mean damage"), sentence("Who wins?")
    ('Mean damage.', 'Who wins?')
    """
    return title if title.endswith((".", "?", "!", "…")) else f"{title}."


def of_values(rows: Sequence[Json]) -> alt.InlineData:
    """Rows as the inline data of a chart."""
    return alt.InlineData(values=list(rows))


def layered(layers: Sequence[alt.Chart], *, width: float, height: float) -> alt.LayerChart:
    """Charts over one another, the first at the bottom; width and height in pixels."""
    return alt.LayerChart(layer=list(layers), width=width, height=height)


def quoted(text: object) -> str:
    """A text, or a list of texts, as a literal of the charts' own expressions."""
    return json.dumps(text)


def broken(text: str, letters: int) -> list[str]:
    """A text as lines of about so many letters, broken between words and where it breaks itself; never without a line.

    >>> broken("one two three", 8), broken("", 8)
    (['one two', 'three'], [''])
    """
    lines = (textwrap.wrap(line, letters, break_long_words=False) for line in text.splitlines())
    return [line for some in lines for line in some] or [""]


def listed(labels: Sequence[Sequence[str]]) -> str:
    """Labels, each of one or more lines, as a list in the charts' own expressions."""
    return f"[{', '.join(map(quoted, labels))}]"


def keys(count: int) -> list[str]:
    """What tells things apart in the data and the scales of a chart.

    Not their names: vega looks those up in objects, where a thing called `constructor` breaks it.
    """
    return [f"k{at}" for at in range(count)]


def renaming(labels: Sequence[str]) -> str:
    """The expression that says, in a legend, each key as its label."""
    lines = listed([broken(label, _LEGEND_LETTERS) for label in labels])
    return f"{lines}[indexof({quoted(keys(len(labels)))}, datum.label)]"


def level(labels: Sequence[Sequence[str]]) -> tuple[list[list[str]], float]:
    """Labels beside an axis, blank lines put above the shorter ones, and how far up all go to stand in the middle."""
    most = max(map(len, labels))
    return [[""] * ((most - len(lines)) // 2) + list(lines) for lines in labels], -LINE / 2 * (most - 1)


def series_legend(labels: Sequence[str], title: str | None = None) -> alt.Legend:
    """The legend of lines, above the chart, one below the other."""
    return alt.Legend(
        title=title,
        orient="top",
        direction="vertical",
        symbolType="stroke",
        symbolSize=500,
        labelExpr=renaming(labels),
    )


def line_channels(look: Look, names: Sequence[str], legend: alt.Legend) -> tuple[alt.Color, alt.StrokeDash]:
    """Colour and dash of lines by series."""
    colours, dashes, _ = marks_of(look, len(names))
    order = keys(len(names))
    return (
        alt.Color("key:N", scale=alt.Scale(domain=order, range=colours), legend=legend),
        alt.StrokeDash("key:N", scale=alt.Scale(domain=order, range=dashes), legend=legend),
    )


def dots(base: alt.Chart, look: Look, names: Sequence[str], size: float, faint: Container[str] = ()) -> list[alt.Chart]:
    """Marks by series, those of `faint` only to be pointed at.

    A layer each: with scales of their own they would push the lines out of the legend.
    """
    colours, _, shapes = marks_of(look, len(names))
    return [
        base.transform_filter(f"datum.key === {quoted(key)}").mark_point(
            filled=True, size=size, opacity=0 if name in faint else 1, color=colour, shape=shape
        )
        for key, name, colour, shape in zip(keys(len(names)), names, colours, shapes, strict=True)
    ]


def told(said: str) -> Json:
    """What a reader of screens and a pointer hear of a datum: its series and the sentence in field `said`."""
    return {"description": alt.Description(f"{said}:N"), "tooltip": ["series:N", alt.Tooltip(f"{said}:N", title="")]}
