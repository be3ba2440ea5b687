"""A fight as lines of text, one JSON object each: a head, then what happened, undoing and redoing included.

A line is written when what it says is shown, and never changed. A last line that was cut short (the machine stopped
while it was written) was not shown, and is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from adarga.errors import AdargaError
from adarga.fight.codec import NOT_SO, decode, encode
from adarga.fight.log import Entry, Log, opened

FORM = 1
"""The form of the lines; a file of a later form is refused."""


def head_line(rulebook: str, house: str | None = None) -> str:
    """The first line: the rulebook's id, and the text of the house book where there is one."""
    return _line({"adarga": FORM, "rulebook": rulebook, "house": house})


def entry_line(entry: Entry) -> str:
    """The line of one command and its events."""
    return _line({"command": encode(entry.command), "events": encode(entry.events)})


def steps_line(word: str, steps: int) -> str:
    """The line of `steps` steps of `"undo"` or `"redo"`."""
    return _line({word: steps})


def corrected_line(line: int, entries: Sequence[Entry]) -> str:
    """The line of a correction: `entries` in the place of all from number `line` (from 0) on, whole or not at all."""
    return _line({"from": line, "entries": [[encode(entry.command), encode(entry.events)] for entry in entries]})


def lines_of(log: Log, rulebook: str, house: str | None = None) -> Iterator[str]:
    """A whole log as lines, what is undone too."""
    yield head_line(rulebook, house)
    for entry in (*log.entries, *log.undone):
        yield entry_line(entry)
    if log.undone:
        yield steps_line("undo", len(log.undone))


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def head_of(lines: Sequence[str]) -> tuple[str, str | None]:
    """The rulebook's id and the house book's text. Raises `AdargaError` (`fight.file`, `fight.form`)."""
    head = _parsed(lines[0], 1) if lines else {}
    if head.get("adarga") != FORM and isinstance(head.get("adarga"), int):
        raise AdargaError("fight.form", form=head["adarga"], known=FORM)
    rulebook, house = head.get("rulebook"), head.get("house")
    if head.get("adarga") != FORM or not isinstance(rulebook, str) or not (house is None or isinstance(house, str)):
        raise AdargaError("fight.file", path="1")
    return rulebook, house


def log_of(lines: Sequence[str]) -> Log:
    """The log that lines (the head first) hold. Raises `AdargaError` (`fight.file`) with the line that is wrong."""
    whole = lines if not lines or lines[-1].endswith("\n") else lines[:-1]
    entries: list[Entry] = []
    undone: list[Entry] = []
    for number, line in enumerate(whole[1:], 2):
        _apply(_parsed(line, number), number, entries, undone)
    try:
        return opened(entries, undone)
    except NOT_SO:
        raise AdargaError("fight.file", path=str(len(whole))) from None


def _apply(data: dict[str, Any], number: int, entries: list[Entry], undone: list[Entry]) -> None:
    if data.keys() == {"command", "events"}:
        entries.append(_entry(data["command"], data["events"], number))
        undone.clear()
        return
    if data.keys() == {"from", "entries"}:
        first, given = data["from"], data["entries"]
        if not isinstance(first, int) or not isinstance(given, list) or not 0 <= first <= len(entries):
            raise AdargaError("fight.file", path=str(number))
        entries[first:] = [_entry(*_pair(one, number), number) for one in given]
        undone.clear()
        return
    word, steps = next(iter(data.items()), ("", 0))
    if len(data) != 1 or word not in ("undo", "redo") or not isinstance(steps, int) or steps < 0:
        raise AdargaError("fight.file", path=str(number))
    for _ in range(steps):
        if word == "undo" and entries:
            undone.insert(0, entries.pop())
        elif word == "redo" and undone:
            entries.append(undone.pop(0))


def _pair(data: object, number: int) -> tuple[object, object]:
    if not isinstance(data, list) or len(data) != 2:
        raise AdargaError("fight.file", path=str(number))
    return data[0], data[1]


def _entry(command: object, events: object, number: int) -> Entry:
    happened = decode(events, f"{number}.events")
    if not isinstance(happened, tuple):
        raise AdargaError("fight.file", path=str(number))
    return Entry(decode(command, f"{number}.command"), happened)


def _parsed(line: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise AdargaError("fight.file", path=str(number)) from None
    if not isinstance(data, dict):
        raise AdargaError("fight.file", path=str(number))
    return data
