"""A stored fight read back: its log, and every viewer's stream of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adarga.fight.log import Log
from adarga.fight.saved import logs_of
from adarga.table.stream import Stream


def grew(stream: Stream, before: Log, after: Log) -> None:
    """Tell a stream of one line: entries that were added, or earlier ones that changed."""
    many = len(before.entries)
    if len(after.entries) >= many and after.replaced is None and after.entries[:many] == before.entries:
        stream.went_on(before.state, after.entries[many:])
    else:
        stream.changed(before, after)


def log_and_steps(lines: Iterable[str], streams: Sequence[Stream]) -> Log:
    """The log that stored lines hold; each stream is told of every line on the way."""
    before = Log()
    for log in logs_of(lines):
        for stream in streams:
            grew(stream, before, log)
        before = log
    return before
