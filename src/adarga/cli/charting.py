"""`--chart FILE`: what a command answers, as a picture in a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from adarga.cli.frame import option
from adarga.cli.streams import echo
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture


def _checked(context: click.Context, parameter: click.Parameter, file: str | None) -> str | None:
    """The file's name, refused before anything is computed where no picture can come of it."""
    if file is not None and not context.resilient_parsing:
        from adarga.charts import check

        check(file)
    return file


def chart_option(words: Words) -> click.Option:
    """`--chart`; its value is the name of a file that can be a picture, or None."""
    return option(words, "--chart", metavar=words.say("cli.metavar.file"), callback=_checked)


def save_chart(words: Words, file: str | None, make: Callable[[], Picture], *, quiet: bool) -> None:
    """Write what `make` draws to the file of `--chart`, if there is one; said unless `quiet`.

    Call it before anything else is printed: where the file cannot be written, nothing is.
    Raises `AdargaError` (`charts.missing`, `charts.unwritten`).
    """
    if file is None:
        return
    from adarga.charts import save

    save(make(), file)
    if not quiet:
        echo(words.say("charts.saved", file=file))
