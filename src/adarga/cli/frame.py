"""What every command shares: its help in the reader's language, examples, negative numbers, JSON."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.streams import echo
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.words import LANGUAGES, Words

if TYPE_CHECKING:
    from fractions import Fraction

    from adarga.rules.values import Range

_NEGATIVE = re.compile(r"-(?=\d)")
_DIGITS = 20
_MINUS = "\N{MINUS SIGN}"
_SETTINGS: Json = {"help_option_names": ["--help", "-h"], "max_content_width": 100}


def option(words: Words, name: str, *, help_key: str | None = None, **attributes: Any) -> click.Option:
    """An option whose help is the sentence `flags.NAME`.

    `name` may hold several spellings, blanks between, and the name its value goes under, without dashes.
    """
    spellings = name.split()
    key = help_key or [one for one in spellings if one.startswith("-")][-1].split("/")[0].lstrip("-")
    return click.Option(spellings, help=words.say(f"flags.{key}"), **attributes)


def argument(words: Words, name: str, *, help_key: str | None = None, **attributes: Any) -> click.Argument:
    """A positional argument whose help is the sentence `flags.NAME`."""
    metavar = words.say(f"cli.metavar.{name}")
    return click.Argument([name], help=words.say(f"flags.{help_key or name}"), metavar=metavar, **attributes)


def language_option(words: Words) -> click.Option:
    """`--lang`, which is read before any command is: here it is only shown and taken."""
    return option(words, "--lang", type=click.Choice(LANGUAGES), expose_value=False)


def _show_help(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        echo(context.get_help())
        context.exit()


def help_option(words: Words) -> click.Option:
    """`--help`. Not click's own: that one looks for the machine's locales at every start."""
    return option(words, "-h --help", is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


def json_option(words: Words) -> click.Option:
    """`--json`."""
    return option(words, "--json as_json", is_flag=True)


def exact_option(words: Words) -> click.Option:
    """`--exact`."""
    return option(words, "--exact", is_flag=True)


class Number(click.ParamType[int]):
    """A whole number within a range; a minus may be U+2212."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    @classmethod
    def within(cls, bounds: Range) -> Number:
        """The numbers of a field's range."""
        return cls(bounds.least, bounds.most)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What stands for it in help."""
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises `AdargaError` (`cli.number`, `cli.range`)."""
        if isinstance(value, int):
            return value
        flag = param.opts[0] if isinstance(param, click.Option) else (param.human_readable_name if param else "")
        text = str(value).replace(_MINUS, "-")
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            raise AdargaError("cli.number", flag=flag, text=str(value), span=None, value=str(value))
        # Whatever is longer is out of every range: no need to read thousands of digits.
        number = int(text[:_DIGITS])
        least = -(10 ** (_DIGITS - 2)) if self.least is None else self.least
        if number < least:
            raise AdargaError("cli.least", flag=flag, value=number, least=least)
        most = 10 ** (_DIGITS - 2) if self.most is None else self.most
        if number > most:
            raise AdargaError("cli.most", flag=flag, value=number, most=most)
        return number


def _once(parameter: click.Option) -> bool:
    return parameter.expose_value and not parameter.multiple


class Command(click.Command):
    """A command that says its help in the reader's language and ends it with examples."""

    def __init__(
        self,
        words: Words,
        name: str,
        callback: Callable[..., None] | None,
        params: Sequence[click.Parameter] = (),
        examples: Sequence[str] = (),
        *,
        help_key: str | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(
            name,
            callback=callback,
            params=[*params, language_option(words)],
            help=words.say(f"cli.help.{help_key or name}"),
            context_settings=_SETTINGS,
            options_metavar=words.say("cli.metavar.options"),
            **attributes,
        )
        self.words = words
        self.examples = tuple(examples)
        self._help = help_option(words)

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """`--help` in the reader's words."""
        return self._help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take a minus before a digit for a sign, never for an option; refuse a flag that is given twice or empty.

        Raises `AdargaError` (`cli.twice`, `cli.empty`).
        """
        words = [_NEGATIVE.sub(_MINUS, arg, count=1) if arg[:1] == "-" else arg for arg in args]
        if not ctx.resilient_parsing:
            given, _, order = self.make_parser(ctx).parse_args(list(words))
            for parameter in order:
                flag = parameter.opts[-1]
                if isinstance(parameter, click.Option) and _once(parameter) and order.count(parameter) > 1:
                    raise AdargaError("cli.twice", flag=flag)
                value = given.get(parameter.name or "")
                if isinstance(parameter, click.Option) and isinstance(value, str) and not value.strip():
                    raise AdargaError("cli.empty", flag=flag)
        return super().parse_args(ctx, words)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End the help with the examples."""
        with formatter.section(self.words.say("cli.examples")):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class LazyGroup(Command, click.Group):
    """A command of commands, each loaded only when it is called: `modules` names the module that makes each."""

    def __init__(
        self,
        words: Words,
        name: str,
        modules: Mapping[str, str],
        examples: Sequence[str],
        params: Sequence[click.Parameter] = (),
    ) -> None:
        metavar = words.say("cli.metavar.command")
        super().__init__(words, name, None, params, examples, no_args_is_help=True, subcommand_metavar=metavar)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them, loaded now."""
        if cmd_name not in self.modules:
            return None
        made: click.Command = import_module(self.modules[cmd_name]).command(self.words)
        return made

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them without loading any."""
        with formatter.section(self.words.say("cli.commands")):
            formatter.write_dl([(name, self.words.say(f"cli.short.{name}")) for name in self.modules])


def echo_json(data: object) -> None:
    """Print data as JSON, characters as they are where the stream can hold them."""
    import json

    encoding = sys.stdout.encoding or "utf-8"
    echo(json.dumps(data, ensure_ascii=encoding.lower() != "utf-8", indent=2))


def probability(value: Fraction, exact: bool) -> float | str:
    """A probability or mean as JSON has it: a float, or with `--exact` a fraction as text."""
    return str(value) if exact else float(value)


def drawn_seed() -> int:
    """A seed from the system, short enough to be typed again."""
    import os

    return int.from_bytes(os.urandom(4), "big")
