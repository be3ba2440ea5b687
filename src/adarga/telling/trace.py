"""A strike's trace: what each step did and what it left, what did not apply and why, offers and dice left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adarga.plan import Line
from adarga.plan.nodes import NONE
from adarga.rules.protocol import Change
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.telling.said import Sayer, reason_data, ruling
from adarga.words import Words

BRANCHES = ("miss", "hit", "telling", "avoided", "failed", "dodged", "undodged", "blocked", "unblocked", "lands")
MARKS = (
    "telling", "critical:armoured", "critical:unarmoured", "ladder-end", "usage:armour", "usage:shield", "usage:weapon",
)  # fmt: skip
_ACTED = ("check", "part", "step", "sum", "mark")


def branch_word(sayer: Sayer, branch: str) -> str:
    """A branch in words: its band names, in order."""
    say = sayer.words.say
    return " / ".join(say(f"cli.branch.{band}") if band in BRANCHES else band for band in branch.split("/"))


def mark_word(words: Words, mark: str) -> str:
    """A mark in words."""
    return words.say(f"cli.mark.{mark.replace(':', '-')}") if mark in MARKS else mark


def _row(sayer: Sayer, line: Line) -> tuple[str, str, str, str]:
    words = sayer.words
    what = sayer.reason(line.reason)
    thrown = f"{line.dice} → {' '.join(map(str, line.faces))}" if line.faces else line.dice
    left = "" if line.after is None else words.number(line.after)
    if line.kind == "check":
        return what, thrown, branch_word(sayer, line.band), ruling(line.reason)
    if line.kind == "part":
        return what, thrown, left, ruling(line.reason)
    if line.before is None or line.after is None:
        return what, "", left, ruling(line.reason)
    change = line.after - line.before
    return what, words.signed(change) if change else "=", left, ruling(line.reason)


def take(offer: str) -> str:
    """How an offer is taken on the command line; nothing where there is none."""
    return f"--take {offer}" if offer else ""


def _listed(sayer: Sayer, title: str, lines: Sequence[Line]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        rows = [(f"  • {sayer.reason(line.reason)}", ruling(line.reason), take(line.name)) for line in lines]
        yield from table(rows, "<<<")


def trace_lines(sayer: Sayer, lines: Sequence[Line]) -> Iterator[str]:
    """The trace as text."""
    words = sayer.words
    acted = [_row(sayer, line) for line in lines if line.kind in _ACTED and line.reason is not NONE]
    yield from table(acted, "<<><")
    for line in lines:
        if line.kind == "damage" and line.reason is not NONE:
            yield f"{sayer.reason(line.reason)}  {ruling(line.reason)}".rstrip()
    yield from _listed(sayer, words.say("cli.idle"), [line for line in lines if line.kind == "idle"])
    yield from _listed(sayer, words.say("cli.offers"), [line for line in lines if line.kind == "offer"])
    for line in lines:
        if line.kind == "unused":
            yield ""
            yield f"{sayer.reason(line.reason)}: {' '.join(map(str, line.faces))}"


def past(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a trace that still say something when the strike is over: nothing is on offer any more."""
    return tuple(line for line in lines if line.kind != "offer")


def entry(sayer: Sayer, line: Line) -> Json:
    """A line of the trace as data."""
    return {
        "kind": line.kind,
        **reason_data(line.reason),
        "name": line.name,
        "band": line.band,
        "dice": line.dice,
        "faces": list(line.faces),
        "before": line.before,
        "after": line.after,
        "text": sayer.reason(line.reason),
    }


def change_lines(sayer: Sayer, changes: Sequence[Change]) -> Iterator[str]:
    """What a strike changes, as text."""
    if changes:
        yield ""
        yield sayer.words.say("cli.after")
        yield from table([(f"  • {sayer.reason(one.reason)}", ruling(one.reason)) for one in changes], "<<")


def change_entry(sayer: Sayer, change: Change) -> Json:
    """A change as data: what it is, whom it is about (`attacker` or `target`), its reason."""
    return {
        "change": type(change).__name__,
        "who": change.who,
        **reason_data(change.reason),
        "text": sayer.reason(change.reason),
    }
