"""A strike's trace in the three columns of the pages: what and by which rule, what it does, what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adarga.plan import Line
from adarga.plan.nodes import NONE
from adarga.telling.said import Sayer
from adarga.telling.trace import branch_word

_DIE = re.compile(r"1?[dD](\d+)")
_ACTED = ("check", "part", "step", "sum", "mark")


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its sentence, the ruling's id, what it does, what is left; `kind` as the trace has it."""

    what: str
    rule: str
    does: str
    left: str
    kind: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What acted, what did not and why, and the sentence that closes it."""

    rows: tuple[Row, ...]
    idle: tuple[Row, ...]
    close: str


def trace(sayer: Sayer, lines: Sequence[Line]) -> Trace:
    """A trace for a page."""
    acted = tuple(_row(sayer, line) for line in lines if line.kind in _ACTED and line.reason is not NONE)
    idle = tuple(_row(sayer, line) for line in lines if line.kind == "idle")
    close = [sayer.reason(line.reason) for line in lines if line.kind == "damage" and line.reason is not NONE]
    return Trace(acted, idle, "; ".join(close))


def plan_rows(sayer: Sayer, lines: Sequence[Line]) -> Iterator[Row]:
    """A plan before the dice, in the same columns: of a band the faces, and how often they fall."""
    words, sides = sayer.words, dict[int, int]()
    for line in lines:
        ruling = line.reason.ruling
        if line.kind == "check":
            one_die = _DIE.fullmatch(line.dice)
            sides[line.depth + 1] = int(one_die[1]) if one_die else 0
            yield Row(sayer.reason(line.reason), ruling, line.dice, "", line.kind)
        elif line.kind == "band":
            runs = ", ".join(f"{first}\N{EN DASH}{last}" if first != last else str(first) for first, last in line.runs)
            many = sum(last - first + 1 for first, last in line.runs)
            of = sides[line.depth]
            share = words.percent(Fraction(many, of), 0) if of else ""
            yield Row(branch_word(sayer, line.band), "", runs, share, line.kind)
        elif line.kind in ("part", "step"):
            yield Row(sayer.reason(line.reason), ruling, line.dice, "", line.kind)
        elif line.kind == "idle":
            yield Row(sayer.reason(line.reason), ruling, words.say("blow.idle"), "", line.kind)


def _row(sayer: Sayer, line: Line) -> Row:
    words = sayer.words
    what, left = sayer.reason(line.reason), "" if line.after is None else words.number(line.after)
    thrown = f"{line.dice}: {' '.join(map(str, line.faces))}" if line.faces else line.dice
    if line.kind == "check":
        return Row(what, line.reason.ruling, thrown, branch_word(sayer, line.band), line.kind)
    if line.kind == "part" or line.before is None or line.after is None:
        return Row(what, line.reason.ruling, thrown, left, line.kind)
    change = line.after - line.before
    return Row(what, line.reason.ruling, words.signed(change) if change else "=", left, line.kind)
