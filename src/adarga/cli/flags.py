"""The flags of a strike: the fields that describe one, as the command line writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import click

from adarga.cli.frame import Number, exact_option, json_option, option
from adarga.rules.fields import FIELDS, Field
from adarga.rules.library import RULEBOOKS
from adarga.rules.values import Range
from adarga.words import Words


class Flag(NamedTuple):
    """One flag.

    `kind` is that of its `field` (`types` alone: every type); a flag with no field says where sheets come from.
    `metavar` stands for a text in help, as the word of `cli.metavar.METAVAR`.
    """

    spelling: str
    books: tuple[str, ...]
    kind: str
    field: Field | None = None
    metavar: str = ""
    help_key: str | None = None

    @property
    def spellings(self) -> tuple[str, ...]:
        """How it may be written: `--worn` and `--not-worn`."""
        return tuple(self.spelling.split("/"))

    @property
    def takes_value(self) -> bool:
        """Whether the next word belongs to it."""
        return self.kind in ("number", "text")


_METAVARS = {
    "damage": "dice",
    "take": "offers",
    "armour": "name",
    "shield": "name",
    "type": "types",
    "elect": "row",
    "ar": "ratings",
    "resistant": "types",
    "vulnerable": "types",
}
_HELP = {"piece.points": "armour-points"}


def _flag(field: Field) -> Flag:
    """A field of a strike as a flag."""
    name = field.name.replace("_", "-")
    spelling = f"--{name}/--not-{name}" if field.kind == "either" else f"--{name}"
    return Flag(spelling, field.books, field.kind, field, _METAVARS.get(field.name, ""), _HELP.get(field.goes))


FLAGS = (
    Flag("--roster", RULEBOOKS, "text", metavar="file"),
    Flag("--attacker", RULEBOOKS, "text", metavar="name"),
    Flag("--target", RULEBOOKS, "text", metavar="name"),
    Flag("--weapon", RULEBOOKS, "text", metavar="name"),
    Flag("--house", RULEBOOKS, "text", metavar="file"),
    *map(_flag, FIELDS),
)
ABSORPTION_VALUE = (
    "--roster", "--target", "--house", "--absorption", "--constitution", "--armour", "--shield", "--item",
    "--stone-born", "--soak-energy",
)  # fmt: skip
"""The flags an absorption value is made of."""
TAKE_VALUES = frozenset(
    (
        "--lang",
        "--seed",
        "--dice",
        "--chart",
        "--rows",
        "--columns",
        "--measure",
        "--rounds",
        "--attacks",
        "--until",
        "--needed",
        "--last",
        "--chance",
        "--habit",
        "--opening",
        "--surprised",
        "--for",
        *(spelling for flag in FLAGS if flag.takes_value for spelling in flag.spellings),
    )
)
"""Every spelling after which the next word is its value, whichever the book."""


def flags_of(book: str) -> tuple[Flag, ...]:
    """The flags a rulebook knows."""
    return tuple(flag for flag in FLAGS if book in flag.books)


def books_of(spelling: str) -> tuple[str, ...]:
    """The rulebooks that know a flag; none where it is no flag at all."""
    return tuple(book for book in RULEBOOKS if any(spelling in flag.spellings for flag in flags_of(book)))


def dest(spelling: str) -> str:
    """The name a flag's value goes under."""
    return spelling.split("/")[0].removeprefix("--").replace("-", "_")


def spelling_of(name: str) -> str:
    """How the flag of a value is written."""
    return next(flag.spellings[0] for flag in FLAGS if dest(flag.spelling) == name)


def option_of(words: Words, flag: Flag) -> click.Option:
    """A flag as click takes it."""
    if flag.kind == "number":
        bounds = Range() if flag.field is None else flag.field.range
        return option(words, flag.spelling, help_key=flag.help_key, type=Number.within(bounds))
    if flag.kind == "switch":
        return option(words, flag.spelling, is_flag=True)
    if flag.kind == "either":
        return option(words, flag.spelling, is_flag=True, default=None)
    metavar = words.say(f"cli.metavar.{flag.metavar}")
    return option(words, flag.spelling, metavar=f"[={metavar}]" if flag.kind == "types" else metavar)


def options_of(words: Words, flags: tuple[Flag, ...]) -> Iterator[click.Option]:
    """Several flags as click takes them, and the two that every question of a book has."""
    for flag in flags:
        yield option_of(words, flag)
    yield exact_option(words)
    yield json_option(words)
