"""`adarga rules check`: every mistake of a house book at once."""

from __future__ import annotations

import click

from adarga.cli.frame import Command, Json, argument, echo_json, json_option
from adarga.cli.streams import echo
from adarga.errors import AdargaError, Mistakes
from adarga.words import Words, error_text

EXAMPLES = ("adarga rules check examples/house.toml", "adarga rules check examples/house.toml --json")


def mistake(words: Words, error: AdargaError) -> Json:
    """A mistake as data."""
    return {"path": error.values.get("path"), "key": error.key, "text": error_text(words, error)}


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def check(file: str, as_json: bool) -> None:
        from pathlib import Path

        from adarga.rules.loading import house

        try:
            book = house(Path(file)).book
        except AdargaError as error:
            if not as_json:
                raise
            found = error.mistakes if isinstance(error, Mistakes) else (error,)
            echo_json({"ok": False, "mistakes": [mistake(words, one) for one in found]})
            raise click.exceptions.Exit(2) from None
        if as_json:
            echo_json({"ok": True, "id": book.id, "base": book.base, "mistakes": []})
        else:
            echo(words.say("cli.checked", file=file, name=book.name.say(words.lang), base=book.base))

    params = [argument(words, "file"), json_option(words)]
    return Command(words, "check", check, params, EXAMPLES, help_key="rules-check")
