"""`adarga rules why`: a ruling in words."""

from __future__ import annotations

import textwrap

import click

from adarga.cli.frame import Command, argument, echo_json, json_option
from adarga.cli.layout import echo_lines
from adarga.rules.rulings import RULINGS, Ruling, ruling
from adarga.telling.layout import terminal_width
from adarga.words import Words

EXAMPLES = ("adarga rules why A5", "adarga rules why d6 --lang es", "adarga rules why --json")
_WIDTH = 90


def paragraph(words: Words, one: Ruling) -> str:
    """A ruling with its id in front, as wide as is easily read."""
    width = min(terminal_width(), _WIDTH)
    return textwrap.fill(words.say(one.key), width, initial_indent=f"{one.id}  ", subsequent_indent="    ")


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def why(ruling_id: str | None, as_json: bool) -> None:
        wanted = list(RULINGS.values()) if ruling_id is None else [ruling(ruling_id)]
        if as_json:
            data = [{"id": one.id, "rulebook": one.rulebook, "text": words.say(one.key)} for one in wanted]
            echo_json(data if ruling_id is None else data[0])
        else:
            echo_lines("\n\n".join(paragraph(words, one) for one in wanted).split("\n"))

    params = [argument(words, "ruling_id", help_key="ruling", required=False), json_option(words)]
    return Command(words, "why", why, params, EXAMPLES, help_key="rules-why")
