"""`adarga rules diff`: what changes from one book to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from adarga.cli.cells import as_data, as_toml, book_named
from adarga.cli.frame import Command, argument, echo_json, json_option
from adarga.cli.layout import echo_lines
from adarga.rules.compare import Difference, changes
from adarga.words import Words

EXAMPLES = (
    "adarga rules diff absorption examples/house.toml",
    "adarga rules diff absorption examples/house.toml --json --lang es",
)


def as_lines(words: Words, found: Sequence[Difference]) -> Iterator[str]:
    """What changes, a line each."""
    if not found:
        yield words.say("cli.same")
    for one in found:
        before, after = (_side(words, value) for value in (one.before, one.after))
        yield f"{one.path}: {before} → {after}"


def _side(words: Words, value: Any) -> str:
    return words.say("cli.nothing") if value is None else as_toml(words, value)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def diff(before: str, after: str, as_json: bool) -> None:
        found = changes(book_named(before), book_named(after))
        if as_json:
            echo_json([{"path": one.path, "before": as_data(one.before), "after": as_data(one.after)} for one in found])
        else:
            echo_lines(as_lines(words, found))

    params = [argument(words, "before", help_key="book"), argument(words, "after", help_key="book"), json_option(words)]
    return Command(words, "diff", diff, params, EXAMPLES, help_key="rules-diff")
