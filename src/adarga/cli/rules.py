"""`adarga rules`: house books checked, tables shown, books compared, rulings read."""

from __future__ import annotations

import click

from adarga.cli.frame import LazyGroup
from adarga.words import Words

COMMANDS = {
    "check": "adarga.cli.rules_check",
    "show": "adarga.cli.rules_show",
    "diff": "adarga.cli.rules_diff",
    "why": "adarga.cli.rules_why",
}
EXAMPLES = (
    "adarga rules check examples/house.toml",
    "adarga rules show absorption --lang es",
    "adarga rules diff absorption examples/house.toml",
    "adarga rules why A5",
)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""
    return LazyGroup(words, "rules", COMMANDS, EXAMPLES)
