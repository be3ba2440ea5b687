"""The entry of the command line: the language, the commands by name, and what becomes of an error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from adarga.cli.frame import Command, LazyGroup
from adarga.cli.streams import close_quietly, echo, make_safe
from adarga.errors import AdargaError
from adarga.words import Words, choose_language, error_text, install_click

COMMANDS = {
    "roll": "adarga.cli.roll",
    "dist": "adarga.cli.dist",
    "strike": "adarga.cli.strike",
    "odds": "adarga.cli.odds",
    "survival": "adarga.cli.survival",
    "step": "adarga.cli.step",
    "absorption": "adarga.cli.absorption",
    "matrix": "adarga.cli.matrix",
    "compare": "adarga.cli.compare",
    "duel": "adarga.cli.duel",
    "advise": "adarga.cli.advise",
    "fight": "adarga.cli.fight",
    "skirmish": "adarga.cli.skirmish",
    "sweep": "adarga.cli.sweep",
    "serve": "adarga.cli.serve",
    "table": "adarga.cli.table",
    "rules": "adarga.cli.rules",
    "schema": "adarga.cli.schema",
    "completion": "adarga.cli.completion",
}
EXAMPLES = ("adarga roll 2d6+1", "adarga odds absorption --damage d10 --absorption 4", "adarga rules why A5")
PROGRAM, COMPLETE = "adarga", "_ADARGA_COMPLETE"
MISTAKE, QUIET, INTERRUPTED = 2, 141, 130


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language of the last `--lang`, wherever it stands.

    >>> asked_language(["roll", "--lang", "es", "2d6"]), asked_language(["--lang=en"]), asked_language(["roll"])
    ('es', 'en', None)
    """
    asked = None
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            asked = arguments[at + 1] if at + 1 < len(arguments) else None
        elif argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
    return asked


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        echo(f"adarga {version('adarga')}")
        context.exit()


def root(words: Words) -> Command:
    """The `adarga` command itself, with every other below it."""
    option = click.Option(
        ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version, help=words.say("cli.version")
    )
    return LazyGroup(words, "adarga", COMMANDS, EXAMPLES, [option])


def report(words: Words, error: AdargaError) -> int:
    """Say an error on standard error; the exit code is 2."""
    echo(error_text(words, error), err=True)
    return MISTAKE


def speaker(arguments: Sequence[str]) -> Words:
    """The reader's words. Raises `words.language` where a language was asked for that there is not."""
    lang = choose_language(asked_language(arguments))
    install_click(lang)
    return Words(lang)


def called(command: click.Command, arguments: Sequence[str]) -> None:
    """Do what a shell asks of completion, or what the arguments say.

    Not click's own `main`: that one speaks on an interrupt and hides a broken pipe's exit code.
    """
    asked = os.environ.get(COMPLETE)
    if asked:
        from click.shell_completion import shell_complete

        raise click.exceptions.Exit(shell_complete(command, {}, PROGRAM, COMPLETE, asked))
    with command.make_context(PROGRAM, list(arguments)) as context:
        command.invoke(context)


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    make_safe()
    try:
        words = speaker(arguments)
    except AdargaError as error:
        system = {name: value for name, value in os.environ.items() if name != "ADARGA_LANG"}
        return report(Words(choose_language(None, system)), error)
    try:
        called(root(words), arguments)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except AdargaError as error:
        return report(words, error)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        close_quietly()
        return QUIET
    except OSError as error:
        close_quietly()
        return report(words, AdargaError("cli.unwritten", reason=error.strerror or str(error)))
    return 0


def main() -> None:
    """Run the command line on the arguments of this process, and leave it."""
    sys.exit(run(sys.argv[1:]))
