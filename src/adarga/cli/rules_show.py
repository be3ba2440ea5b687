"""`adarga rules show`: the tables and switches of a book."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import click

from adarga.cli.cells import as_data, as_text, book_named
from adarga.cli.frame import Command, argument, echo_json, json_option
from adarga.cli.layout import echo_lines
from adarga.rules.compare import Section, sections
from adarga.rules.protocol import Book
from adarga.telling.layout import table
from adarga.words import Words

EXAMPLES = ("adarga rules show damage-steps", "adarga rules show absorption --lang es", "adarga rules show percentile")


def section_lines(words: Words, section: Section) -> Iterator[str]:
    """A table of a book as lines, numbers to the right."""
    yield words.say(section.title)
    rows = [tuple(as_text(words, cell) for cell in row) for row in section.rows]
    numeric = [all(cell is None or _is_number(cell) for cell in column) for column in zip(*section.rows, strict=True)]
    aligns = "".join(">" if number else "<" for number in numeric)
    yield from table([tuple(words.say(column) for column in section.columns), *rows], aligns, "  ")


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | Fraction) and not isinstance(cell, bool)


def as_lines(words: Words, book: Book) -> Iterator[str]:
    """A whole book as lines."""
    yield f"{book.name.say(words.lang)} ({book.id})"
    for section in sections(book):
        if section.rows:
            yield ""
            yield from section_lines(words, section)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def show(book: str, as_json: bool) -> None:
        found = book_named(book)
        if as_json:
            tables = [
                {
                    "path": one.path,
                    "columns": [column.rpartition(".")[2] for column in one.columns],
                    "rows": as_data(one.rows),
                }
                for one in sections(found)
            ]
            echo_json({"id": found.id, "base": found.base, "name": as_data(found.name), "sections": tables})
        else:
            echo_lines(as_lines(words, found))

    return Command(words, "show", show, [argument(words, "book"), json_option(words)], EXAMPLES, help_key="rules-show")
