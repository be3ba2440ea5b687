"""Tables and bars of plain text, aligned by what a terminal shows."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from adarga.cli.streams import echo
from adarga.words import columns

if TYPE_CHECKING:
    from fractions import Fraction

_FULL, _HALF, _SLIVER = "\N{FULL BLOCK}", "\N{LEFT HALF BLOCK}", "\N{LEFT ONE EIGHTH BLOCK}"
_LEAST_WIDTH, _LEAST_BAR, _MOST_BAR, _LEAST_TEXT = 40, 10, 60, 24


def padded(text: str, width: int, align: str = "<") -> str:
    """A text filled with blanks to a width in columns: `<` on the right, `>` on the left."""
    blanks = " " * (width - columns(text))
    return blanks + text if align == ">" else text + blanks


def table(rows: Sequence[Sequence[str]], aligns: str, indent: str = "") -> list[str]:
    """Rows as lines, each column as wide as its widest cell, two blanks between.

    Where the lines would be wider than the terminal, the first column is wrapped and nothing is cut.

    >>> table([("hit", "55%"), ("miss", "5%")], "<>")
    ['hit   55%', 'miss   5%']
    """
    widths = [max(columns(row[at]) for row in rows) for at in range(len(aligns))] if rows else []
    others = sum(width + 2 for width in widths[1:]) + columns(indent)
    if rows and widths[0] + others > terminal_width():
        widths[0] = min(widths[0], max(terminal_width() - others, _LEAST_TEXT))
    lines = []
    for row in rows:
        first, *more = wrapped(row[0], widths[0])
        cells = zip((first, *row[1:]), widths, aligns, strict=True)
        lines += [(indent + "  ".join(padded(*cell) for cell in cells)).rstrip(), *(indent + line for line in more)]
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """A text as lines of at most `width` columns, broken between words; later lines stand two blanks further in.

    >>> wrapped("  one two three", 9)
    ['  one two', '    three']
    """
    if columns(text) <= width:
        return [text]
    margin = text[: len(text) - len(text.lstrip())]
    lines = [margin]
    for word in text.split():
        started = lines[-1].strip()
        if started and columns(lines[-1]) + 1 + columns(word) > width:
            lines.append(margin + "  " + word)
        else:
            lines[-1] += f" {word}" if started else word
    return lines


def terminal_width() -> int:
    """The columns there are to write in (80 where nobody says)."""
    return max(shutil.get_terminal_size().columns, _LEAST_WIDTH)


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
