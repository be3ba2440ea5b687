"""Pictures for the terminal: heat maps and curves, which say the same without colour, in a pipe, in a narrow window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Literal

from adarga.cli.layout import coloured
from adarga.telling.layout import terminal_width
from adarga.words import Words, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

# From little to much, with a sign and, where there is colour, a background that ink stands on.
_SHADES = (" ", "░", "▒", "▓", "█")
_HEATS = ("#fcf9f1", "#f3dcd2", "#e6bbb0", "#d49387", "#c06f68")
_INK = "#211a14"
_MARKS = ("●", "■", "▲", "◆", "○", "□")
_COLOURS = ("default", "red", "cyan", "yellow", "green", "magenta")
_GAP = 2
_HEIGHT = 13
_QUARTER = (_HEIGHT - 1) // 4
_LEFT = 8
_MOST_WIDE = 72
_LABEL_SHARE = 2
_TICK = 6
# A sum of floats may stay a trifle below the half it stands for.
_HALF = 0.5 - 1e-12


def _rendered(what: RenderableType) -> list[str]:
    """What rich makes of something as lines, coloured only where colour is wanted."""
    from io import StringIO

    from rich.console import Console

    colour = coloured()
    console = Console(
        file=StringIO(), width=terminal_width(), force_terminal=colour, color_system="auto" if colour else None,
        highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    # Of sixteen colours none is a shade of another: there the signs alone say it.
    console.no_color = console.color_system in (None, "standard", "windows")
    with console.capture() as captured:
        console.print(what, no_wrap=True, overflow="ignore", crop=False)
    return [line.rstrip() for line in captured.get().splitlines()]


def _level(value: float, low: float, high: float) -> int:
    if not isfinite(value) or high <= low:
        return 0
    return min(int((value - low) / (high - low) * len(_SHADES)), len(_SHADES) - 1)


def _said(words: Words, value: float, digits: int, percent: bool) -> str:
    if not isfinite(value):
        return "–" if value != value else "∞"
    return words.percent(value, digits) if percent else words.number(float(value), digits)


def _chunks(widths: Sequence[int], room: int) -> Iterator[range]:
    """Columns that stand beside each other in the room there is, at least one at a time."""
    first = used = 0
    for at, width in enumerate(widths):
        if at > first and used + width > room:
            yield range(first, at)
            first, used = at, 0
        used += width
    yield range(first, len(widths))


def heat_map(
    words: Words,
    rows: Sequence[str],
    columns_: Sequence[str],
    values: Sequence[Sequence[float]],
    *,
    digits: int | None = None,
    percent: bool = False,
) -> list[str]:
    """A matrix as lines: each value with a shade, the darker the more, and a background where there is colour.

    `values[i][j]` stands at `rows[i]`, `columns_[j]`; infinite is ∞, not a number –, neither shaded. Where the columns
    are wider than the terminal, they go on below. `percent` takes values for probabilities; `digits` are the decimals
    shown, 2 or in a percentage 1.
    """
    shown = digits if digits is not None else 1 if percent else 2
    finite = [float(value) for row in values for value in row if isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    cells = [[(_said(words, value, shown, percent), _level(value, low, high)) for value in row] for row in values]
    widths = [
        max([columns(name), *(columns(row[at][0]) + 2 for row in cells)]) + _GAP for at, name in enumerate(columns_)
    ]
    label = min(max(map(columns, rows), default=0), terminal_width() // _LABEL_SHARE)
    lines: list[str] = []
    for chunk in _chunks(widths, terminal_width() - label):
        lines += [*([""] if lines else []), *_block(rows, columns_, cells, chunk, label)]
    return lines


def _block(
    rows: Sequence[str], names: Sequence[str], cells: Sequence[Sequence[tuple[str, int]]], chunk: range, label: int
) -> list[str]:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False)
    table.add_column("", max_width=label, overflow="fold")
    for at in chunk:
        table.add_column(Text(names[at]), justify="right", no_wrap=True, header_style="none")
    for name, row in zip(rows, cells, strict=True):
        shaded = (Text(f"{text} {_SHADES[level]}", f"{_INK} on {_HEATS[level]}") for text, level in row)
        some = [cell for at, cell in enumerate(shaded) if at in chunk]
        table.add_row(Text(name), *some)
    return _rendered(table)


def _columns_of(curves: Mapping[str, Sequence[float]]) -> tuple[int, int]:
    """The last n there is, and how many columns the picture takes for it."""
    last = max(map(len, curves.values()))
    room = min(terminal_width() - _LEFT - 1, _MOST_WIDE)
    return last, max(room // (last + 1), 1) * (last + 1) if last < room else room


def _grid(curves: Mapping[str, Sequence[float]], last: int, wide: int) -> list[list[int | None]]:
    """Which curve is drawn in each cell. Where several meet, neighbouring columns show them in turn."""
    cells: list[list[int | None]] = [[None] * wide for _ in range(_HEIGHT)]
    steps = [(0.0, *curve) for curve in curves.values()]
    for column in range(wide):
        n = column * (last + 1) // wide
        for turn in range(len(steps)):
            at = (turn + column) % len(steps)
            if n < len(steps[at]):
                share = min(max(steps[at][n], 0.0), 1.0)
                cells[round((1 - share) * (_HEIGHT - 1))][column] = at
    return cells


def curve(
    words: Words, curves: Mapping[str, Sequence[float]], *, unit: Literal["round", "strike"] = "round"
) -> list[str]:
    """Curves of P(down by n), n = 1, 2, ..., as lines: a picture of signs, a sign for each curve, and what each means.

    `curves` maps labels to chances (0 to 1), of which there is at least one; `unit` is what n counts.
    """
    from rich.text import Text

    last, wide = _columns_of(curves)
    lines = []
    for height, row in enumerate(_grid(curves, last, wide)):
        named = height % _QUARTER == 0
        share = words.percent((_HEIGHT - 1 - height) / (_HEIGHT - 1), 0) if named else ""
        line = Text(f"{share:>{_LEFT - 2}} " + ("┤" if named else "│"))
        for at in row:
            line.append(" " if at is None else _mark(at), "" if at is None else _COLOURS[at % len(_COLOURS)])
        lines.append(line)
    lines.append(Text(" " * (_LEFT - 1) + "└" + "─" * wide))
    lines.append(Text(" " * _LEFT + _ticks(words, last, wide)))
    lines.append(Text(""))
    for at, (name, chances) in enumerate(curves.items()):
        half = next((n for n, share in enumerate(chances, 1) if share >= _HALF), None)
        key, n = ("never_half", len(chances)) if half is None else ("half", half)
        mark = Text(f"  {_mark(at)} ", _COLOURS[at % len(_COLOURS)])
        lines.append(mark.append(words.say(f"charts.{key}.{unit}", name=name, n=n), "default"))
    return [line for text in lines for line in _rendered(text)]


def _mark(at: int) -> str:
    return _MARKS[at % len(_MARKS)]


def _ticks(words: Words, last: int, wide: int) -> str:
    """The numbers below the picture, each at its column, as many as stand apart."""
    every = next(every for every in (1, 2, 5, 10, 20, 50, 100, 10**9) if every * wide >= _TICK * (last + 1))
    line = ""
    for n in range(0, last + 1, every):
        line = line.ljust(n * wide // (last + 1)) + words.number(n)
    return line if columns(line) <= wide else line[: line.rindex(" ")]
