"""`adarga schema`: JSON Schema of the files Adarga reads."""

from __future__ import annotations

import click

from adarga.cli.frame import Command, argument, echo_json, option
from adarga.rules.library import RULEBOOKS
from adarga.words import Words

EXAMPLES = ("adarga schema roster", "adarga schema book --rulebook absorption")
KINDS = ("roster", "book")


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def schema(kind: str, rulebook: str | None) -> None:
        from adarga.rules.loading import schema as schema_of

        echo_json(schema_of(kind, rulebook))

    params = [
        argument(words, "kind", type=click.Choice(KINDS)),
        option(words, "--rulebook", type=click.Choice(RULEBOOKS)),
    ]
    return Command(words, "schema", schema, params, EXAMPLES)
