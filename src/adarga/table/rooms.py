"""Live fights: each in memory over its lines in the store, asked one thing at a time, telling all who watch."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from adarga.dice import Source
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.codec import encode
from adarga.fight.dicing import dice_for
from adarga.fight.log import Correction, Log, corrected
from adarga.fight.saved import corrected_line, entry_line, steps_line, undone_line
from adarga.fight.state import Refusal, State
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.fight.view import MASTER, Shows, Viewer, owns, seen_refusal
from adarga.interop.books import book_of
from adarga.rules.protocol import Rulebook
from adarga.table.access import may, refused, thrower
from adarga.table.intents import Answer, Correct, Intent, JoinAll, Redo, Roll, Undo
from adarga.table.replay import grew, log_and_steps
from adarga.table.store import FightRow, Store, Taken
from adarga.table.stream import Stream

_ANSWERS = (cmd.Throw, cmd.React, cmd.Decline, cmd.Override, cmd.Abandon, Roll)
_ORDERED = (cmd.NextTurn, cmd.BackTurn, cmd.Delay, Undo, Redo, Correct)
_TRIES = 5


@dataclass(slots=True)
class Room:
    """One live fight. Every method that changes it is safe from several threads; `watch` is told after each change.

    `present` counts who has a page of it open; those who are not there at all are 0.
    """

    row: FightRow
    book: Rulebook
    store: Store
    source: Source
    log: Log = field(default_factory=Log)
    lines: int = 0
    shows: Shows = field(default_factory=Shows)
    streams: dict[Viewer, Stream] = field(default_factory=dict)
    watchers: dict[int, Callable[[], None]] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    present: Counter[Viewer] = field(default_factory=Counter)
    secret: str = field(default_factory=lambda: secrets.token_hex(8))
    changed: float = 0.0

    @property
    def state(self) -> State:
        """The fight as it stands."""
        return self.log.state

    @property
    def question(self) -> str:
        """A name for what is waited for just now: another as soon as it is answered; "" where nothing is."""
        if self.state.pending is None and not self.state.due:
            return ""
        asked = json.dumps([encode(self.state.pending), encode(self.state.due[:1])])
        return hashlib.sha256(f"{self.secret}{len(self.log.entries)}{asked}".encode()).hexdigest()[:12]

    def stream(self, viewer: Viewer) -> Stream:
        """A viewer's stream, made from the lines where nobody asked for it before."""
        with self.lock:
            if viewer not in self.streams:
                made = Stream(viewer, self.shows)
                log_and_steps(self.store.lines(self.row.id), [made])
                self.streams[viewer] = made
            return self.streams[viewer]

    def ask(self, viewer: Viewer, intent: Intent) -> Answer:
        """Do what is asked, on the disk before anything of it is told; or say why it cannot be done.

        Raises `AdargaError` for dice that are not on their die, and the like.
        """
        with self.lock:
            for _ in range(_TRIES):
                self.catch_up()
                if self.store.has_intent(self.row.id, intent.id):
                    return Answer(outcome="done", number=self.stream(viewer).number, again=True)
                found = self._stale(viewer, intent) or self._found(viewer, intent)
                if isinstance(found, Refusal):
                    told = seen_refusal(self.state, viewer, found)
                    return Answer(outcome="refused", number=self.stream(viewer).number, refusal=told)
                line, log, correction = found
                try:
                    self.store.append(self.row.id, self.lines + 1, line, intent.id, viewer)
                except Taken:
                    continue
                self._step(log)
                return Answer(outcome="done", number=self.stream(viewer).number, correction=correction)
            raise AdargaError("table.busy")

    def propose(self, line: int, command: cmd.Command) -> Correction | Refusal:
        """What correcting an earlier entry would change; nothing is done. Raises `IndexError` for no such line."""
        return corrected(self.book, self.log, line, command)

    def _stale(self, viewer: Viewer, intent: Intent) -> Refusal | None:
        if intent.about is not None and isinstance(intent.what, _ANSWERS) and intent.about != self.question:
            return refused("stale_question")
        if intent.seen is not None and isinstance(intent.what, _ORDERED) and intent.seen != self.stream(viewer).number:
            return refused("stale")
        return None

    def _found(self, viewer: Viewer, intent: Intent) -> tuple[str, Log, Correction | None] | Refusal:
        what = intent.what
        if isinstance(what, Undo | Redo | Correct | JoinAll):
            return self._whole(what) if viewer == MASTER else refused("master_only")
        if isinstance(what, Roll):
            thrown = self._rolled(viewer)
            if isinstance(thrown, Refusal):
                return thrown
            what = thrown
        forbidden = may(self.book, self.state, viewer, what)
        if forbidden is not None:
            return forbidden
        found = self.log.told(self.book, what)
        return found if isinstance(found, Refusal) else (entry_line(found.entries[-1]), found, None)

    def _rolled(self, viewer: Viewer) -> cmd.Throw | Refusal:
        waits = waits_for(self.book, self.state)
        if not isinstance(waits, WaitsForDie):
            return refused("nothing_waits")
        if not owns(self.state, viewer, thrower(self.state, waits)):
            return refused("not_your_die")
        dice = dice_for(self.book, self.state, self.source, own=self._throws(viewer))
        return cmd.Throw(dice)

    def _throws(self, viewer: Viewer) -> Callable[[str], bool]:
        """Whether a die by its name is this viewer's to throw."""
        state = self.state

        def own(by: str) -> bool:
            pending = state.pending
            if pending is None:
                return True
            return owns(state, viewer, pending.attacker if by == "attacker" else pending.aims[0].target)

        return own

    def _whole(self, what: Undo | Redo | Correct | JoinAll) -> tuple[str, Log, Correction | None] | Refusal:
        log = self.log
        if isinstance(what, JoinAll):
            for command in what.commands:
                further = log.told(self.book, command)
                if isinstance(further, Refusal):
                    return further
                log = further
            first = len(self.log.entries)
            return corrected_line(first, log.entries[first:]), log, None
        if isinstance(what, Correct):
            if not 0 <= what.line < len(log.entries):
                return refused("no_line", line=what.line + 1, lines=len(log.entries))
            found = corrected(self.book, log, what.line, what.command)
            if isinstance(found, Refusal):
                return found
            return corrected_line(what.line, found.log.entries[what.line :]), found.log, found
        steps = min(what.steps, len(log.entries if isinstance(what, Undo) else log.undone))
        if steps < 1:
            return refused("nothing_to_undo" if isinstance(what, Undo) else "nothing_to_redo")
        if isinstance(what, Undo):
            return undone_line(log, steps), log.undo(steps), None
        return steps_line("redo", steps), log.redo(steps), None

    def _step(self, log: Log) -> None:
        before, self.log = self.log, log
        self.lines += 1
        self.changed = time.monotonic()
        for stream in self.streams.values():
            grew(stream, before, log)
        self.wake()

    def catch_up(self) -> None:
        """Read what another server wrote since; tells all who watch if there was something."""
        with self.lock:
            if self.store.count(self.row.id) == self.lines:
                return
            lines = self.store.lines(self.row.id)
            for viewer in self.streams:
                self.streams[viewer] = Stream(viewer, self.shows)
            self.log = log_and_steps(lines, list(self.streams.values()))
            self.changed = time.monotonic() if self.lines else 0.0
            self.lines = len(lines)
            self.wake()

    def wake(self) -> None:
        """Tell all who watch that something may have changed."""
        for watcher in list(self.watchers.values()):
            watcher()

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have `wake` called after each change, from any thread; gives what ends it."""
        with self.lock:
            key = max(self.watchers, default=0) + 1
            self.watchers[key] = wake
        return lambda: self.watchers.pop(key, None) and None


class Rooms:
    """The live fights of one server, each opened when it is first asked for."""

    def __init__(self, store: Store, source: Source) -> None:
        self.store = store
        self.source = source
        self._open: dict[int, Room] = {}
        self._lock = threading.Lock()
        self._waking = store.waking(self.woken)

    def close(self) -> None:
        """Listen to other servers no more."""
        if self._waking is not None:
            self._waking.close()

    def woken(self, fight: int | None) -> None:
        """Another server wrote to a fight, or to any (None): those that are open here read it."""
        with self._lock:
            rooms = [room for id, room in self._open.items() if fight in (None, id)]
        for room in rooms:
            room.catch_up()

    def room(self, fight: int) -> Room:
        """A fight's room. Raises `AdargaError` (`table.no_fight`)."""
        with self._lock:
            if fight not in self._open:
                self._open[fight] = self._opened(fight)
            return self._open[fight]

    def show(self, fight: int, shows: Shows) -> None:
        """Another way to show the points of others in a fight, from now on."""
        self.store.change_fight(fight, shows=shows)
        room = self.room(fight)
        with room.lock:
            room.shows = shows
            room.streams.clear()
        room.wake()

    def _opened(self, fight: int) -> Room:
        row = self.store.fight(fight)
        room = Room(row, book_of(row.rulebook, row.house), self.store, self.source, shows=row.shows)
        room.catch_up()
        return room
