"""One example of every chart, in a language and a theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf, nan
from typing import Any

import altair as alt

from adarga import charts
from adarga.dice import Distribution, parse
from adarga.words import Words

Picture = alt.LayerChart | alt.VConcatChart
Json = dict[str, Any]
LABELS = ('a "quoted" one', "back\\slash & <b>", "plain")


def law(notation: str) -> Distribution:
    return parse(notation).distribution()


def single(words: Words, dark: bool) -> Picture:
    return charts.distribution(words, {"2d6+1": law("2d6+1")}, points=9, dark=dark)


def overlaid(words: Words, dark: bool) -> Picture:
    laws = dict(zip(LABELS, (law("d10"), law("2d6"), law("d20-3")), strict=True))
    return charts.distribution(words, laws, points=6, dark=dark)


def survival(words: Words, dark: bool) -> Picture:
    return charts.survival(words, {LABELS[0]: [0.1, 0.5, 0.9], LABELS[1]: [0.0, 0.1]}, dark=dark)


def heat_map(words: Words, dark: bool) -> Picture:
    values = [[1.25, 2.0, inf], [nan, -3.5, 0.0]]
    hatched = [[True, False, False], [False, False, True]]
    return charts.heat_map(
        words, ["one\nd4", LABELS[0]], list(LABELS), values, title="A title?", row_title="rows", hatched=hatched,
        hatching="floor", dark=dark,
    )  # fmt: skip


def policy_map(words: Words, dark: bool) -> Picture:
    decisions: list[list[str | None]] = [["keep", "keep", None], ["give", "keep", "spend"]]
    return charts.policy_map(words, [1, 2, 3], [0, 5], decisions, x_title="own", y_title="damage", dark=dark)


def skirmish(words: Words, dark: bool) -> Picture:
    outcomes = [(LABELS[0], 0.75, 0.7, 0.8), (LABELS[1], 0.25, 0.2, 0.3), ("never", 0.0, 0.0, 0.01)]
    return charts.skirmish(words, outcomes, fights=1, seed=7, dark=dark)


def duel(words: Words, dark: bool) -> Picture:
    return charts.duel(words, {LABELS[0]: (0.75, 0.25), "other": (0.5, 0.125)}, LABELS[1], "second", dark=dark)


def offer_map(words: Words, dark: bool) -> Picture:
    return charts.offer_map(words, {(1, 2): 1.0, (2, 2): 0.5, (4, 3): 0.0}, "give", "keep", dark=dark)


CHARTS: dict[str, Callable[[Words, bool], Picture]] = {
    "single": single,
    "overlaid": overlaid,
    "survival": survival,
    "heat map": heat_map,
    "policy map": policy_map,
    "skirmish": skirmish,
    "duel": duel,
    "offer map": offer_map,
}


@cache
def spec_of(name: str, lang: str = "en", dark: bool = False) -> Json:
    """The specification of one example."""
    return CHARTS[name](Words(lang), dark).to_dict()
