"""Tables of plain text, aligned by what a terminal shows."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from adarga.words import columns

_LEAST_WIDTH, _LEAST_TEXT = 40, 24


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
