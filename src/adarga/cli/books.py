"""Commands that ask a rulebook: one command a book below, with that book's flags, its name anywhere in the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from adarga.cli.flags import TAKE_VALUES, books_of, flags_of, options_of
from adarga.cli.frame import Command
from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS, known_id
from adarga.rules.names import folded
from adarga.words import Words

Given = dict[str, Any]
"""What the flags of a command line gave, by the flag's name with underscores."""


def _is_flag(word: str) -> bool:
    return len(word) > 1 and word[0] == "-" and not word[1].isdigit()


def written_flags(args: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The flags of a line with their places, values passed over; what is no flag stands as the empty text."""
    value_of = -1
    for at, word in enumerate(args):
        if word == "--":
            return
        if at == value_of:
            continue
        if not _is_flag(word):
            yield at, ""
            continue
        name, equals, _ = word.partition("=")
        if name in TAKE_VALUES and not equals:
            value_of = at + 1
        yield at, name


def book_first(args: Sequence[str]) -> list[str]:
    """The words of a line with the rulebook's name in front; as they were where there is none.

    >>> book_first(["--damage", "d8", "percentile", "--json"])
    ['percentile', '--damage', 'd8', '--json']
    """
    for at, name in written_flags(args):
        if not name:
            return [known_id(args[at]), *args[:at], *args[at + 1 :]]
    return list(args)


class BookCommand(Command):
    """What a command asks of one rulebook."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say whose a flag of another book is; a list of types that is not given means all."""
        own = {spelling for parameter in self.params for spelling in (*parameter.opts, *parameter.secondary_opts)}
        words = list(args)
        for at, name in written_flags(args):
            if name in ("--resistant", "--vulnerable") and args[at] == name:
                words[at] = f"{name}=all"
            if name and name not in own and (books := books_of(name)) and not ctx.resilient_parsing:
                if self.name in books:
                    raise AdargaError("cli.flag_elsewhere", flag=name)
                raise AdargaError("cli.flag_of", flag=name, books=", ".join(books), book=self.name)
        return super().parse_args(ctx, words)


class BookGroup(Command, click.Group):
    """A command with one below for each rulebook; `run` gets the book's id and what was given.

    An option of the command's own takes the place of the book's flag that is written alike.
    """

    def __init__(
        self,
        words: Words,
        name: str,
        run: Callable[[str, Given], None],
        options: Callable[[], Sequence[click.Parameter]],
        examples: Mapping[str, tuple[str, ...]],
    ) -> None:
        every = tuple(example for some in examples.values() for example in some)
        metavar = f"{words.say('cli.metavar.book')} {words.say('cli.metavar.options')}"
        super().__init__(words, name, None, (), every, no_args_is_help=True, subcommand_metavar=metavar)
        self.run = run
        self.options = options
        self.book_examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the book's name in front, wherever it stands."""
        if ctx.resilient_parsing:
            known = {folded(book) for book in RULEBOOKS}
            return super().parse_args(ctx, book_first(args) if known & set(map(folded, args)) else args)
        words = book_first(args)
        if words == list(args) and args and not {"--help", "-h"}.intersection(args) and _is_flag(args[0]):
            raise AdargaError("cli.book_missing", books=", ".join(RULEBOOKS))
        return super().parse_args(ctx, words)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The rulebooks."""
        return list(RULEBOOKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command for one rulebook."""
        if cmd_name not in RULEBOOKS:
            return None

        def run(**given: Any) -> None:
            self.run(cmd_name, given)

        own = self.options()
        taken = {spelling for one in own for spelling in one.opts}
        flags = (one for one in options_of(self.words, flags_of(cmd_name)) if taken.isdisjoint(one.opts))
        options = [*own, *flags]
        examples = self.book_examples[cmd_name]
        return BookCommand(self.words, cmd_name, run, options, examples, help_key=f"{self.name}-book")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the rulebooks."""
        with formatter.section(self.words.say("cli.books")):
            formatter.write_dl([(book, self.words.say(f"cli.book.{book}")) for book in RULEBOOKS])
