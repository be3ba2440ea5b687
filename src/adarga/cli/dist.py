"""`adarga dist`: the exact distribution of a notation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from adarga.cli.charting import chart_option, save_chart
from adarga.cli.exact import fractions
from adarga.cli.frame import (
    Command,
    Number,
    argument,
    echo_json,
    exact_option,
    json_option,
    option,
    probability,
)
from adarga.cli.layout import bars, echo_lines
from adarga.cli.streams import echo
from adarga.dice import Distribution, Expression, parse
from adarga.telling.data import Json
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture

EXAMPLES = ("adarga dist 3d6", "adarga dist 4d6kh3 --at-least 15", "adarga dist 2d6+1 --exact --json")
ROWS = 60
_TAIL = Fraction(1, 2000)


def as_data(expression: Expression, at_least: int | None, exact: bool) -> Json:
    """A distribution as data."""
    law = expression.distribution()
    data: Json = {
        "notation": str(expression),
        "pmf": shares(law, exact),
        "mean": probability(law.mean, exact),
        "sd": law.sd,
        "min": law.least,
        "max": law.greatest,
    }
    if at_least is not None:
        data["at_least"] = probability(law.at_least(at_least), exact)
    return data


def shares(law: Distribution, exact: bool) -> dict[str, str | float]:
    """Every outcome with its probability as JSON has it. Raises `AdargaError` where the fractions are too long."""
    found: Mapping[int, str | float] = fractions(law) if exact else law.floats()
    return {str(outcome): share for outcome, share in found.items()}


Row = tuple[str, int]


def rows(words: Words, law: Distribution) -> list[Row]:
    """The outcomes and their counts; of very many, the far ends of both tails stand together."""
    if len(law.counts) <= ROWS:
        return [(words.number(outcome), ways) for outcome, ways in law.counts.items()]
    low = law.quantile(_TAIL)
    high = max(law.quantile(1 - _TAIL), low + 1)
    step = max(1, -(-(high - low - 1) // ROWS))
    # The ends of the rows: up to `low`, then `step` outcomes each, then from `high`.
    middle = [*range(low + step, high - 1, step), high - 1] if high > low + 1 else []
    ends = [low, *middle, law.greatest]
    counts = [0] * len(ends)
    at = 0
    for outcome, ways in law.counts.items():
        while outcome > ends[at]:
            at += 1
        counts[at] += ways
    names = [f"≤ {words.number(low)}"]
    for before, last in pairwise(ends[:-1]):
        names.append(words.number(before + 1) + (f"…{words.number(last)}" if last > before + 1 else ""))
    names.append(f"≥ {words.number(high)}")
    return list(zip(names, counts, strict=True))


def picture(words: Words, law: Distribution, exact: bool, indent: str = "") -> list[str]:
    """The distribution as lines: outcome, probability, bar."""
    if exact:
        cells = [(words.number(outcome), share) for outcome, share in fractions(law).items()]
        return bars(cells, list(law.counts.values()), ">>", indent)
    found = rows(words, law)
    cells = [(name, words.percent(Fraction(ways, law.denominator))) for name, ways in found]
    return bars(cells, [ways for _, ways in found], ">>", indent)


def fraction_or_number(words: Words, value: Fraction, exact: bool) -> str:
    """A mean as a person reads it, or as a fraction."""
    return words.value(value) if exact else words.number(value)


def fraction_or_percent(words: Words, value: Fraction, exact: bool) -> str:
    """A probability as a person reads it, or as a fraction."""
    return str(value) if exact else words.percent(value)


def drawn(words: Words, expression: Expression, at_least: int | None) -> Picture:
    """A distribution as a chart."""
    from adarga.charts import distribution

    name = str(expression)
    return distribution(words, {name: expression.distribution()}, points=at_least, title=name)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def dist(notation: str, at_least: int | None, exact: bool, as_json: bool, chart: str | None) -> None:
        expression = parse(notation)
        law = expression.distribution()
        data = as_data(expression, at_least, exact) if as_json else None
        lines = [] if as_json else picture(words, law, exact)
        save_chart(words, chart, lambda: drawn(words, expression, at_least), quiet=as_json)
        if as_json:
            echo_json(data)
            return
        mean = fraction_or_number(words, law.mean, exact)
        limits = {"least": law.least, "most": law.greatest}
        echo(words.say("cli.dist", notation=str(expression), mean=mean, sd=law.sd, **limits))
        if at_least is not None:
            share = fraction_or_percent(words, law.at_least(at_least), exact)
            echo(words.say("cli.at_least", least=at_least, share=share))
        echo_lines(lines)

    params = [
        argument(words, "notation"),
        option(words, "--at-least", type=Number()),
        exact_option(words),
        json_option(words),
        chart_option(words),
    ]
    return Command(words, "dist", dist, params, EXAMPLES)
