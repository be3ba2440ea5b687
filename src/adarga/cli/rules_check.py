"""`adarga rules check`: every mistake of a house book or a roster at once."""

from __future__ import annotations

import click

from adarga.cli.frame import Command, argument, echo_json, json_option
from adarga.cli.streams import echo
from adarga.errors import AdargaError, Mistakes
from adarga.telling.data import Json
from adarga.words import Words, error_text

EXAMPLES = (
    "adarga rules check examples/house.toml",
    "adarga rules check examples/puente.toml",
    "adarga rules check examples/house.toml --json",
)


def mistake(words: Words, error: AdargaError) -> Json:
    """A mistake as data."""
    return {"path": error.values.get("path"), "key": error.key, "text": error_text(words, error)}


def checked(words: Words, file: str) -> tuple[Json, str]:
    """What a house book or a roster without mistakes is, as data and as a line. Raises `AdargaError` for any other."""
    from pathlib import Path

    from adarga.rules.loading import house, is_roster, roster

    path = Path(file)
    if is_roster(path):
        found = roster(path)
        names = list(found.combatants)
        told = {"id": found.rulebook.id, "base": found.rulebook.book.base, "combatants": names}
        return told, words.say("cli.checked_roster", file=file, base=found.rulebook.id, names=names)
    book = house(path).book
    line = words.say("cli.checked", file=file, name=book.name.say(words.lang), base=book.base)
    return {"id": book.id, "base": book.base}, line


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def check(file: str, as_json: bool) -> None:
        try:
            told, line = checked(words, file)
        except AdargaError as error:
            if not as_json:
                raise
            found = error.mistakes if isinstance(error, Mistakes) else (error,)
            named = error.file if isinstance(error, Mistakes) else error.values.get("file")
            echo_json({"ok": False, "file": named, "mistakes": [mistake(words, one) for one in found]})
            raise click.exceptions.Exit(2) from None
        if as_json:
            echo_json({"ok": True, **told, "mistakes": []})
        else:
            echo(line)

    params = [argument(words, "file"), json_option(words)]
    return Command(words, "check", check, params, EXAMPLES, help_key="rules-check")
