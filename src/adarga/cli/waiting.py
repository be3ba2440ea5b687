"""What a person at a terminal sees while a command works: that it does, or how far it has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from adarga.words import Words

PATIENCE = 3.0
"""Seconds after which it is said that something is being worked out."""


@contextmanager
def working(words: Words) -> Iterator[None]:
    """Say on standard error, where that is a terminal, that it works, once that has taken `PATIENCE`."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    status = Console(stderr=True).status(words.say("cli.working"))
    timer = Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


@contextmanager
def progress(points: int, done: int = 0, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where that is a terminal; the function that moves it on."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=points, completed=done)
        yield lambda more: bar.advance(task, more)
