"""A fight as lines of text, one JSON object each: a head, then what happened, undoing and redoing included.

A line is written when what it says is shown, and never changed. A last line that was cut short (the machine stopped
while it was written) was not shown, and is left out. Lines are numbered: one that stands there twice is one, and one
that is missing is missed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from adarga.errors import AdargaError
from adarga.fight.codec import NOT_SO, decode, encode
from adarga.fight.events import Joined, Left, Owned, Revealed
from adarga.fight.evolve import replay
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


def undone_line(log: Log, steps: int) -> str:
    """What undoes the last steps of a log, as one line: what a correction replaced is written out again."""
    if log.replaced is None:
        return steps_line("undo", steps)
    old = log.replaced.undo(steps - 1)
    pairs = zip(log.entries, old.entries, strict=False)
    first = next(
        (at for at, (now, before) in enumerate(pairs) if now != before), min(len(log.entries), len(old.entries))
    )
    entries = [[encode(entry.command), encode(entry.events)] for entry in old.entries[first:]]
    return _line({"back": first, "entries": entries})


def corrected_line(line: int, entries: Sequence[Entry]) -> str:
    """One line of several entries: `entries` in the place of all from number `line` (from 0) on, whole or not at all.

    A correction is one, and so are all who join together, `line` then being the number of entries so far.
    """
    return _line({"from": line, "entries": [[encode(entry.command), encode(entry.events)] for entry in entries]})


def with_number(line: str, number: int) -> str:
    r"""A line after the head under its number, from 1.

    >>> with_number(steps_line("undo", 2), 7)
    '{"n":7,"undo":2}\n'
    """
    return f'{{"n":{number},{line[1:]}'


def lines_of(log: Log, rulebook: str, house: str | None = None) -> Iterator[str]:
    """A whole log as lines, what is undone too."""
    yield head_line(rulebook, house)
    lines = [entry_line(entry) for entry in (*log.entries, *log.undone)]
    lines += [steps_line("undo", len(log.undone))] if log.undone else []
    yield from (with_number(line, number) for number, line in enumerate(lines, 1))


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def head_of(lines: Sequence[str]) -> tuple[str, str | None]:
    """The rulebook's id and the house book's text. Raises `AdargaError` (`fight.bad_line`, `fight.form`)."""
    head = _parsed(lines[0], 1) if lines else {}
    if head.get("adarga") != FORM and isinstance(head.get("adarga"), int):
        raise AdargaError("fight.form", form=head["adarga"], known=FORM)
    rulebook, house = head.get("rulebook"), head.get("house")
    if head.get("adarga") != FORM or not isinstance(rulebook, str) or not (house is None or isinstance(house, str)):
        raise _wrong(1)
    return rulebook, house


def log_of(lines: Sequence[str]) -> Log:
    """The log that lines (the head first) hold; see `numbered_log_of`."""
    return numbered_log_of(lines)[0]


def numbered_log_of(lines: Sequence[str]) -> tuple[Log, int]:
    """The log that lines (the head first) hold, and the number of the last. Empty lines say nothing.

    The same line again is the same. Lines without a number, as older files have, count all the same.

    Raises `AdargaError` with the line that is wrong (`fight.bad_line`), before which some are missing
    (`fight.line_missing`), that says otherwise than an earlier one of its number (`fight.line_other`), or that brings
    in again who is there (`fight.line_again`).
    """
    whole = lines if not lines or lines[-1].endswith("\n") else lines[:-1]
    entries: list[_Placed] = []
    undone: list[_Placed] = []
    replaced: list[_Placed] | None = None
    known: list[dict[str, Any]] = []
    for number, line in enumerate(whole[1:], 2):
        if line.strip():
            data, before = _parsed(line, number), list(entries)
            if "n" in data and _again(data, number, known):
                continue
            known.append(data)
            _apply({name: value for name, value in data.items() if name != "n"}, number, entries, undone)
            replaced = before if "from" in data and data["from"] < len(before) else None
    try:
        _each_joins_once((*entries, *undone))
        log = opened((entry for _, entry in entries), (entry for _, entry in undone))
        log = log if replaced is None else replace(log, replaced=opened(entry for _, entry in replaced))
        return log, len(known)
    except NOT_SO:
        raise _wrong(len(whole)) from None


def logs_of(lines: Iterable[str]) -> Iterator[Log]:
    """The log after each of the lines that follow a head, none of which is numbered, as a table keeps them.

    Raises `AdargaError` (`fight.bad_line`) with the number of the line that is wrong, from 1.
    """
    log = Log()
    for number, line in enumerate(lines, 1):
        log = _after(log, _parsed(line, number), number)
        yield log


def _after(log: Log, data: dict[str, Any], number: int) -> Log:
    """The log after one line more; what is only added is not replayed from the beginning."""
    entries: list[_Placed] = [(0, entry) for entry in log.entries]
    undone: list[_Placed] = [(0, entry) for entry in log.undone]
    _apply(data, number, entries, undone)
    kept, many = tuple(entry for _, entry in entries), len(log.entries)
    aside = tuple(entry for _, entry in undone)
    replaced = log if "from" in data and data["from"] < many else None
    if replaced is None and len(kept) >= many and ("command" in data or data.get("from") == many or "redo" in data):
        return Log(kept, aside, replay((event for one in kept[many:] for event in one.events), log.state))
    try:
        return replace(opened(kept, aside), replaced=replaced)
    except NOT_SO:
        raise _wrong(number) from None


def _again(data: dict[str, Any], number: int, known: Sequence[dict[str, Any]]) -> bool:
    """Whether a line with a number stands there already. Raises `AdargaError` where it is not the next one either."""
    own = data["n"]
    if type(own) is not int or own < 1:
        raise _wrong(number)
    if own > len(known) + 1:
        raise AdargaError("fight.line_missing", line=number, number=own, next=len(known) + 1)
    if own <= len(known) and known[own - 1] != data:
        raise AdargaError("fight.line_other", line=number, number=own)
    return own <= len(known)


_Placed = tuple[int, Entry]
"""An entry and the number of its line."""


def _wrong(number: int) -> AdargaError:
    return AdargaError("fight.bad_line", line=number)


def _each_joins_once(entries: Iterable[_Placed]) -> None:
    """Raises `AdargaError` (`fight.line_again`) where someone joins who is there: a line that stands there twice."""
    there: set[str] = set()
    for number, entry in entries:
        for event in entry.events:
            if isinstance(event, Left):
                there.discard(event.who)
            elif isinstance(event, Revealed | Owned) and event.name:
                there.discard(event.who)
                there.add(event.name)
            elif isinstance(event, Joined):
                who = event.seat.fighter.id
                if who in there:
                    raise AdargaError("fight.line_again", line=number, who=who)
                there.add(who)


def _apply(data: dict[str, Any], number: int, entries: list[_Placed], undone: list[_Placed]) -> None:
    if data.keys() == {"command", "events"}:
        entries.append((number, _entry(data["command"], data["events"], number)))
        undone.clear()
        return
    if data.keys() in ({"from", "entries"}, {"back", "entries"}):
        first, given = data.get("from", data.get("back")), data["entries"]
        if type(first) is not int or not isinstance(given, list) or not 0 <= first <= len(entries):
            raise _wrong(number)
        entries[first:] = [(number, _entry(*_pair(one, number), number)) for one in given]
        undone.clear()
        return
    word, steps = next(iter(data.items()), ("", 0))
    if len(data) != 1 or word not in ("undo", "redo") or type(steps) is not int:
        raise _wrong(number)
    if not 0 <= steps <= len(entries if word == "undo" else undone):
        raise _wrong(number)
    if word == "undo":
        keep = len(entries) - steps
        undone[:0], entries[keep:] = entries[keep:], []
    else:
        entries += undone[:steps]
        del undone[:steps]


def _pair(data: object, number: int) -> tuple[object, object]:
    if not isinstance(data, list) or len(data) != 2:
        raise _wrong(number)
    return data[0], data[1]


def _entry(command: object, events: object, number: int) -> Entry:
    try:
        told, happened = decode(command), decode(events)
    except AdargaError:
        raise _wrong(number) from None
    if not isinstance(happened, tuple):
        raise _wrong(number)
    return Entry(told, happened)


def _parsed(line: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong(number) from None
    if not isinstance(data, dict):
        raise _wrong(number)
    return data
