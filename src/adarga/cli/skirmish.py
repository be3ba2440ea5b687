"""`adarga skirmish`: whole fights of several on each side, fought over and over."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, log10
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.charting import chart_option, save_chart
from adarga.cli.frame import Command, Number, drawn_seed, echo_json, json_option, option
from adarga.cli.layout import bars, echo_lines
from adarga.cli.skirmish_asked import Given, fight_of, policies_of
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture
    from adarga.study.skirmish import Estimate, Skirmish

EXAMPLES = (
    "adarga skirmish --roster examples/puente.toml --side A=Brunilda,Aldo --side B='3 x goblin'",
    "adarga skirmish --roster examples/puente.toml --side A=Brunilda --side B=ogro --policy A=always --precision 0.5%",
    "adarga skirmish --from puente.adarga --policy random,retreat:25",
)
MOST_FIGHTS, MOST_ROUNDS, MOST_WORKERS = 10**9, 10_000, 1024
_INTERRUPTED = 130
_MOST_DIGITS = 6


def precision_of(text: str | None) -> float | None:
    """Half the width that an interval may have: `0.2%` or `0.002`. Raises `AdargaError` (`skirmish.precision`)."""
    if text is None:
        return None
    number = text.strip().removesuffix("%").replace(",", ".")
    try:
        share = float(number) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 1e-6 <= share < 0.5:
        raise AdargaError("skirmish.precision", value=text)
    return share


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error where that is a terminal; the function that moves it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, most: bar.update(task, completed=done, total=most)


def fought(given: Given, seed: int) -> tuple[str, Skirmish]:
    """The rulebook's id and what the fights came to."""
    from adarga.study.skirmish import skirmish

    precision = precision_of(given["precision"])
    book, state, sides = fight_of(given)
    policies = policies_of(given, book, state, sides)
    with progress() as told:
        found = skirmish(
            book,
            state,
            policies,
            seed=seed,
            sides=sides,
            initiative=given["initiative"],
            fights=given["fights"],
            precision=precision,
            last_round=given["rounds"],
            workers=given["workers"] or os.cpu_count() or 1,
            fast=given["fast"],
            progress=told,
        )
    return book.id, found


def _estimate(one: Estimate) -> Json:
    finite = one.half_width < float("inf")
    return {"value": one.value, "low": one.low if finite else None, "high": one.high if finite else None, "n": one.n}


def as_data(rulebook: str, found: Skirmish) -> Json:
    """A skirmish as data."""
    return {
        "rulebook": rulebook,
        "fights": found.fights,
        "seed": found.seed,
        "engine": found.engine,
        "cut": found.cut,
        "wins": {side: _estimate(wins) for side, wins in found.wins.items()},
        "nobody": _estimate(found.nobody),
        "undecided": _estimate(found.undecided),
        "rounds": _estimate(found.rounds),
        "by_round": {str(round): fights for round, fights in enumerate(found.by_round) if fights},
        "fighters": [
            {
                "id": one.id,
                "side": one.side,
                "points": one.points,
                "down": _estimate(one.down),
                "left": _estimate(one.left),
                "remaining": _estimate(one.remaining),
            }
            for one in found.fighters
        ],
    }


def _digits(half_width: float) -> int:
    """The decimals of a percentage that its interval leaves any sense in.

    >>> [_digits(half) for half in (0.1, 0.002, 0.0005, 0.00001)]
    [1, 1, 2, 4]
    """
    return min(max(1 + ceil(-log10(500 * half_width)), 1), _MOST_DIGITS)


def _share(words: Words, one: Estimate) -> tuple[str, str]:
    digits = _digits(one.half_width)
    low, high = words.percent(one.low, digits), words.percent(one.high, digits)
    return words.percent(one.value, digits), words.say("skirmish.interval", low=low, high=high)


def _mean(words: Words, one: Estimate) -> tuple[str, str]:
    if one.half_width == float("inf"):
        return words.number(one.value), words.say("skirmish.no_interval")
    low, high = words.number(one.low), words.number(one.high)
    return words.number(one.value), words.say("skirmish.interval", low=low, high=high)


def outcomes(words: Words, found: Skirmish) -> list[tuple[str, Estimate]]:
    """How a fight may end, each with its share; what never happened and need not is left out."""
    ends = [(side or words.say("skirmish.no_name"), wins) for side, wins in found.wins.items()]
    others = (("nobody", found.nobody), ("undecided", found.undecided))
    return ends + [(words.say(f"skirmish.{name}"), one) for name, one in others if one.value]


def as_text(words: Words, found: Skirmish) -> Iterator[str]:
    """A skirmish as lines."""
    yield words.say("skirmish.fights", count=found.fights, seed=found.seed, engine=found.engine)
    if found.cut:
        yield words.say("skirmish.cut")
    yield ""
    ends = outcomes(words, found)
    rows = [(words.say("skirmish.wins"), "", words.say("skirmish.confidence"))]
    rows += [(name, *_share(words, one)) for name, one in ends]
    yield from bars(rows, [Fraction(0), *(Fraction(one.value) for _, one in ends)], "<>>")
    yield ""
    value, interval = _mean(words, found.rounds)
    yield words.say("skirmish.rounds", rounds=value, interval=interval)
    yield ""
    leaves = any(one.left.value for one in found.fighters)
    heads = ["fighter", "down", "confidence", *(("left", "confidence") if leaves else ()), "remaining", "confidence"]
    lines = [(*(words.say(f"skirmish.{head}") for head in heads), words.say("skirmish.full"))]
    for one in found.fighters:
        gone = _share(words, one.left) if leaves else ()
        lines.append((one.id, *_share(words, one.down), *gone, *_mean(words, one.remaining), words.value(one.points)))
    yield from table(lines, "<" + ">" * len(heads))


def drawn(words: Words, found: Skirmish) -> Picture:
    """A skirmish as a chart of how it ends."""
    from adarga.charts import skirmish

    rows = [(name, one.value, one.low, one.high) for name, one in outcomes(words, found)]
    return skirmish(words, rows, fights=found.fights, seed=found.seed)


def _options(words: Words) -> list[click.Parameter]:
    def text(name: str, metavar: str, help: str | None = None, **more: Any) -> click.Option:
        return option(words, name, help_key=help, metavar=words.say(f"cli.metavar.{metavar}"), **more)

    return [
        text("--roster", "file", "skirmish-roster"),
        text("--from saved", "fight", "skirmish-from"),
        text("--side", "side", multiple=True),
        text("--policy", "policy", multiple=True),
        text("--weight", "weight", multiple=True),
        text("--surprised", "name", "skirmish-surprised", multiple=True),
        option(words, "--one-turn", is_flag=True),
        text("--initiative", "dice", "skirmish-initiative"),
        option(words, "-n --fights", type=Number(1, MOST_FIGHTS)),
        text("--precision", "share"),
        option(words, "--rounds", help_key="skirmish-rounds", type=Number(1, MOST_ROUNDS), default=1000),
        option(words, "--seed", help_key="skirmish-seed", type=Number(0)),
        option(words, "--workers", help_key="skirmish-workers", type=Number(1, MOST_WORKERS)),
        option(words, "--fast", is_flag=True),
        chart_option(words),
        json_option(words),
    ]


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def run(**given: Any) -> None:
        seed = drawn_seed() if given["seed"] is None else given["seed"]
        rulebook, found = fought(given, seed)
        save_chart(words, given["chart"], lambda: drawn(words, found), quiet=given["as_json"])
        if given["as_json"]:
            echo_json(as_data(rulebook, found))
        else:
            echo_lines(as_text(words, found))
        if found.cut:
            sys.stdout.flush()
            raise click.exceptions.Exit(_INTERRUPTED)

    return Command(words, "skirmish", run, _options(words), EXAMPLES)
