"""A fight's file: opened by one program at a time, and grown line by line, each on the disk before it is shown."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path
from typing import BinaryIO

from adarga.errors import AdargaError
from adarga.fight.kinds import well_formed
from adarga.fight.log import Log
from adarga.fight.saved import head_line, head_of, numbered_log_of, with_number
from adarga.fight.striking import waits_for
from adarga.interop.books import book_of
from adarga.rules.library import rulebook
from adarga.rules.protocol import Rulebook


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks of a fight: the file, and what a new one is played by."""

    path: Path
    rulebook: str | None = None
    house: Path | None = None
    roster: Path | None = None

    @property
    def makes(self) -> bool:
        """Whether it says what a new fight is played by."""
        return any((self.rulebook, self.house, self.roster))


@dataclass(slots=True)
class FightFile:
    """An open fight: what it is played by, its log as it was found, and the file that grows.

    `fresh`: nothing happened in it yet; `cut`: its last line was cut short, and is dropped. `lines` is how many lines
    it has after the head.
    """

    book: Rulebook
    log: Log
    file: BinaryIO
    fresh: bool = False
    cut: bool = False
    lines: int = 0

    def append(self, line: str) -> None:
        """Write a line under the next number and wait until it is on the disk."""
        self._write(with_number(line, self.lines + 1))
        self.lines += 1

    def begin(self, head: str) -> None:
        """Write the head and wait until it is on the disk."""
        self._write(head)

    def _write(self, line: str) -> None:
        self.file.write(line.encode())
        self.file.flush()
        os.fsync(self.file.fileno())


def head_for(asked: Asked) -> tuple[str, str | None]:
    """The rulebook's id and the house book's text of a new fight. Raises `AdargaError` where they do not agree."""
    if asked.house is not None:
        from adarga.rules.loading import house as load
        from adarga.rules.loading.books import house_text

        base = load(asked.house).book.base
        if asked.rulebook is not None and rulebook(asked.rulebook).id != base:
            raise AdargaError("cli.house_base", house=str(asked.house), base=base, book=asked.rulebook)
        return base, house_text(asked.house)
    if asked.roster is not None:
        from adarga.rules.loading import roster
        from adarga.rules.loading.books import house_text
        from adarga.rules.loading.files import read

        played = roster(asked.roster, asked.rulebook).rulebook
        house = read(asked.roster).data.get("house")
        text = house_text(asked.roster.parent / house) if isinstance(house, str) else None
        return played.book.base, text
    return rulebook(asked.rulebook or "").id, None


def read_only(path: Path) -> tuple[Rulebook, Log]:
    """A saved fight, only to look at. Raises `AdargaError` for a file that holds none."""
    _must_be_a_file(path)
    try:
        data = path.read_bytes()
    except OSError:
        raise AdargaError("fight_cli.unreadable", file=str(path)) from None
    book, log, _, _ = parsed(path, data)
    return book, log


def _must_be_a_file(path: Path) -> None:
    """Raises `AdargaError` (`fight_cli.not_a_file`) for a folder, a device or a pipe: these keep no fight."""
    if path.exists() and not path.is_file():
        raise AdargaError("fight_cli.not_a_file", file=str(path))


def parsed(path: Path, data: bytes) -> tuple[Rulebook, Log, int, int]:
    """The fight in a file's bytes, how many of them are whole lines, and the number of the last.

    Raises `AdargaError`.
    """
    whole = data.rfind(b"\n") + 1
    try:
        lines = data[:whole].decode().split("\n")[:-1]
        book = book_of(*head_of(lines))
        log, last = numbered_log_of([f"{line}\n" for line in lines])
        # Replaying never asks the rules: what is waited for does, and must be such as can be asked for.
        if not all(map(well_formed, (log.state, *log.entries, *log.undone))):
            raise AdargaError("fight_cli.broken", file=str(path))
        waits_for(book, log.state)
        return book, log, whole, last
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        # What decodes and yet is no fight: a field of the wrong kind, someone who never joined.
        raise AdargaError("fight_cli.broken", file=str(path)) from None


def open_fight(asked: Asked) -> FightFile:
    """The fight of a file, made new where there is none; no other program may open it meanwhile.

    A last line that was cut short is dropped: it was never shown. Raises `AdargaError` for a file that is in use, that
    holds no fight, or that is not there while nothing says what a new fight is played by.
    """
    _must_be_a_file(asked.path)
    if not asked.makes and not asked.path.exists():
        raise AdargaError("fight_cli.no_file", file=str(asked.path))
    head = head_for(asked) if asked.makes else None
    try:
        descriptor = os.open(asked.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    except OSError:
        raise AdargaError("fight_cli.unreadable", file=str(asked.path)) from None
    file = os.fdopen(descriptor, "r+b")
    try:
        _lock(file, asked.path)
        return _opened(asked, head, file)
    except BaseException:
        file.close()
        raise


def _opened(asked: Asked, head: tuple[str, str | None] | None, file: BufferedRandom) -> FightFile:
    data = file.read()
    if b"\n" not in data and head_line("")[:9].encode().startswith(data[:9]):
        if head is None:
            raise AdargaError("fight_cli.no_file", file=str(asked.path))
        file.truncate(0)
        file.seek(0)
        made = FightFile(book_of(*head), Log(), file, fresh=True)
        made.begin(head_line(*head))
        return made
    book, log, whole, last = parsed(asked.path, data)
    if head is not None:
        known, house = head_of([data[:whole].decode().partition("\n")[0]])
        if (known, house) != head:
            raise AdargaError("fight_cli.other_book", file=str(asked.path), book=book.id)
    file.truncate(whole)
    file.seek(whole)
    fresh = data.count(b"\n", 0, whole) == 1
    return FightFile(book, log, file, fresh=fresh, cut=whole < len(data), lines=last)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other programs from opening the file; the system lets go when this one ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(2**31 - 2)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise AdargaError("fight_cli.busy", file=str(path)) from None
