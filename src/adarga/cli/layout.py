"""Bars of plain text beside tables, and lines printed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from adarga.cli.streams import echo
from adarga.telling.layout import padded, table, terminal_width
from adarga.words import columns

if TYPE_CHECKING:
    from fractions import Fraction

_FULL, _HALF, _SLIVER = "\N{FULL BLOCK}", "\N{LEFT HALF BLOCK}", "\N{LEFT ONE EIGHTH BLOCK}"
_LEAST_BAR, _MOST_BAR = 10, 60


def bar(share: Fraction | float, width: int) -> str:
    """A bar for a share (0 to 1) of a width; what is not 0 always shows.

    >>> bar(0.75, 2), bar(0.001, 2) != "", bar(0, 2)
    ('█▌', True, '')
    """
    if share <= 0:
        return ""
    halves = round(share * width * 2)
    return _FULL * (halves // 2) + _HALF * (halves % 2) or _SLIVER


def coloured() -> bool:
    """Whether colour is wanted: on a terminal, and NO_COLOR not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def bars(rows: Sequence[Sequence[str]], shares: Sequence[Fraction | int], aligns: str, indent: str = "") -> list[str]:
    """Rows as lines with a bar at the end of each, the longest as long as there is room, to 60 columns.

    `shares` are what the bars stand for, in any one unit.
    """
    lines = table(rows, aligns, indent)
    left = max(map(columns, lines), default=0)
    width = min(max(terminal_width() - left - 3, _LEAST_BAR), _MOST_BAR)
    most = max(shares, default=0)
    # A share too small for a float still shows.
    drawn = [bar(share / most or sys.float_info.min, width) if share else "" for share in shares]
    if coloured():
        drawn = [click.style(one, fg="cyan") for one in drawn]
    return [f"{padded(line, left)}  {one}".rstrip() for line, one in zip(lines, drawn, strict=True)]


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines."""
    text = "\n".join(lines)
    if text:
        echo(text)
