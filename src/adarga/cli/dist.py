"""`adarga dist`: the exact distribution of a notation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from adarga.cli.frame import (
    Command,
    Json,
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
from adarga.words import Words

EXAMPLES = ("adarga dist 3d6", "adarga dist 4d6kh3 --at-least 15", "adarga dist 2d6+1 --exact --json")
ROWS = 60
_TAIL = Fraction(1, 2000)


def as_data(expression: Expression, at_least: int | None, exact: bool) -> Json:
    """A distribution as data."""
    law = expression.distribution()
    pmf = law.pmf() if exact else law.floats()
    data: Json = {
        "notation": str(expression),
        "pmf": {str(outcome): str(share) if exact else share for outcome, share in pmf.items()},
        "mean": probability(law.mean, exact),
        "sd": law.sd,
        "min": law.least,
        "max": law.greatest,
    }
    if at_least is not None:
        data["at_least"] = probability(law.at_least(at_least), exact)
    return data


Row = tuple[str, Fraction]


def rows(words: Words, law: Distribution) -> list[Row]:
    """The outcomes and their probabilities; of very many, the far ends of both tails stand together."""
    pmf = law.pmf()
    if len(pmf) <= ROWS:
        return [(words.number(outcome), share) for outcome, share in pmf.items()]
    low, high = law.quantile(_TAIL), law.quantile(1 - _TAIL)
    step = max(1, -(-(high - low - 1) // ROWS))
    found: list[Row] = [(f"≤ {words.number(low)}", law.at_most(low))]
    for first in range(low + 1, high, step):
        last = min(first + step - 1, high - 1)
        name = words.number(first) + (f"…{words.number(last)}" if last > first else "")
        share = sum((pmf.get(outcome, Fraction()) for outcome in range(first, last + 1)), Fraction())
        found.append((name, share))
    return [*found, (f"≥ {words.number(high)}", law.at_least(high))]


def picture(words: Words, law: Distribution, exact: bool, indent: str = "") -> list[str]:
    """The distribution as lines: outcome, probability, bar."""
    found: Sequence[Row] = [(words.number(n), share) for n, share in law.pmf().items()] if exact else rows(words, law)
    cells = [(name, str(share) if exact else words.percent(share)) for name, share in found]
    return bars(cells, [share for _, share in found], ">>", indent)


def fraction_or_number(words: Words, value: Fraction, exact: bool) -> str:
    """A mean as a person reads it, or as a fraction."""
    return words.value(value) if exact else words.number(value)


def fraction_or_percent(words: Words, value: Fraction, exact: bool) -> str:
    """A probability as a person reads it, or as a fraction."""
    return str(value) if exact else words.percent(value)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def dist(notation: str, at_least: int | None, exact: bool, as_json: bool) -> None:
        expression = parse(notation)
        if as_json:
            echo_json(as_data(expression, at_least, exact))
            return
        law = expression.distribution()
        mean = fraction_or_number(words, law.mean, exact)
        limits = {"least": law.least, "most": law.greatest}
        echo(words.say("cli.dist", notation=str(expression), mean=mean, sd=law.sd, **limits))
        if at_least is not None:
            share = fraction_or_percent(words, law.at_least(at_least), exact)
            echo(words.say("cli.at_least", least=at_least, share=share))
        echo_lines(picture(words, law, exact))

    params = [
        argument(words, "notation"),
        option(words, "--at-least", type=Number()),
        exact_option(words),
        json_option(words),
    ]
    return Command(words, "dist", dist, params, EXAMPLES)
