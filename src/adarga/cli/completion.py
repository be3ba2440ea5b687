"""`adarga completion`: the script that completes commands, flags and rulebooks in a shell."""

from __future__ import annotations

import click

from adarga.cli.frame import Command, argument
from adarga.cli.streams import echo
from adarga.words import Words

EXAMPLES = ("adarga completion bash", "adarga completion zsh", "adarga completion fish")
SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ADARGA_COMPLETE"


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def completion(shell: str) -> None:
        from click.shell_completion import get_completion_class

        kind = get_completion_class(shell)
        assert kind is not None
        # Not source(): for bash it looks for the shell's version by running it, and warns.
        script = kind(click.get_current_context().find_root().command, {}, "adarga", VARIABLE)
        echo(script.source_template % script.source_vars())

    return Command(words, "completion", completion, [argument(words, "shell", type=click.Choice(SHELLS))], EXAMPLES)
