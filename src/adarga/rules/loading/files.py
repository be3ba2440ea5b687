"""Books and rosters as files: their text, and the plain data in it, whatever may be wrong with either."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adarga.errors import AdargaError, Mistakes
from adarga.rules.building import Data

MOST_BYTES = 1_000_000
"""The largest file that is read, in bytes."""
MOST_LEVELS = 20
"""How many tables or lists may stand one within another."""
MOST_DIGITS = 18
"""The longest whole number that is read, in digits."""
# The parser takes time that grows with the square of a dotted name's length, so such a text never reaches it.
_LONG_KEY = re.compile(
    r"""(?:^|[\[{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){200}""", re.ASCII | re.MULTILINE
)
_BEYOND = 10**MOST_DIGITS
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class Source:
    """What was read: the `data`, the `folder` that names in it are relative to, the `path` (None: a text)."""

    data: Data
    folder: Path
    path: Path | None

    @property
    def stem(self) -> str:
        """What to call it where it does not say."""
        return self.path.stem if self.path else "house"


def read(source: Path | str) -> Source:
    """The data of a TOML or JSON file (by its suffix), or of a text of either: a `str` of more than one line.

    Only a regular file is read. Raises `AdargaError`: `books.no_file`, `books.folder`, `books.not_regular`,
    `books.unreadable`, `books.too_big`, `books.encoding`; `Mistakes` with the file's name and one of `books.toml`,
    `books.json`, `books.deep`, `books.digits`...
    """
    if isinstance(source, str) and "\n" in source:
        return Source(json_data(source) if source.startswith("{") else toml(source), Path(), None)
    path = Path(source)
    text = _text(path)
    with told_of(path):
        data = json_data(text) if path.suffix.lower() == ".json" else toml(text)
    return Source(data, path.parent, path)


@contextmanager
def told_of(path: Path | None) -> Iterator[None]:
    """Let whatever is raised within name the file it is about, once; no path, no name."""
    try:
        yield
    except AdargaError as error:
        several = error.mistakes if isinstance(error, Mistakes) else (error,)
        named = error.file is not None if isinstance(error, Mistakes) else "file" in error.values
        if path is None or named:
            raise
        raise Mistakes(several, str(path)) from None


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig").replace("\r\n", "\n")
    except (FileNotFoundError, NotADirectoryError):
        raise AdargaError("books.no_file", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise AdargaError("books.encoding", file=str(path), byte=error.start) from None
    except (OSError, ValueError):
        raise AdargaError("books.unreadable", file=str(path)) from None


def _opened(path: Path) -> int:
    # A pipe with nobody at its other end must not be waited for, not even while it is opened.
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise AdargaError("books.folder", file=str(path))
    with os.fdopen(_opened(path), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise AdargaError("books.not_regular", file=str(path))
        # What a file says of its size need not be so.
        found = file.read(MOST_BYTES + 1)
        if len(found) > MOST_BYTES:
            size = max(state.st_size, len(found))
            raise AdargaError("books.too_big", file=str(path), size=size, most=MOST_BYTES)
    return found


def toml(text: str) -> Data:
    """The data of a TOML text. Raises `AdargaError`: `books.toml`, `books.toml_quotes`, `books.twice_set` with the
    place, `books.deep`, `books.digits`.
    """
    if _LONG_KEY.search(text):
        raise AdargaError("books.deep", most=MOST_LEVELS)
    try:
        return _held(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _PLACE.search(said)
        lines = text.split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
        at = sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
        twice = said.startswith(("Cannot declare", "Cannot overwrite", "Cannot redefine", "Duplicate"))
        bare = not twice and _unquoted(text[at : at + 1])
        key = "books.twice_set" if twice else "books.toml_quotes" if bare else "books.toml"
        raise AdargaError(key, text=text, span=(max(at, 0), at + 1), line=line, column=column) from None
    except RecursionError:
        raise AdargaError("books.deep", most=MOST_LEVELS) from None
    except ValueError:
        # Python itself refuses to read a number of thousands of digits.
        raise AdargaError("books.digits", most=MOST_DIGITS) from None


def _unquoted(letter: str) -> bool:
    """Whether a letter is one that TOML allows in a name only between quotes."""
    return letter.isalpha() and not letter.isascii()


def json_data(text: str) -> Data:
    """The data of a JSON text that is an object. Raises `AdargaError` (`books.json`, `books.json_twice`...)."""
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise AdargaError("books.json", text=text, span=(error.pos, error.pos + 1), **place) from None
    except RecursionError:
        raise AdargaError("books.deep", most=MOST_LEVELS) from None
    except ValueError:
        # Python itself refuses to read a number of thousands of digits.
        raise AdargaError("books.digits", most=MOST_DIGITS) from None
    if not isinstance(data, dict):
        raise AdargaError("books.json", text=text, span=(0, 1), line=1, column=1)
    return _held(data)


def _held(data: Data) -> Data:
    """The data itself, held to what can be worked on: not too deep, no number of endless digits."""
    _hold(data, MOST_LEVELS)
    return data


def _hold(value: Any, levels: int) -> None:
    if isinstance(value, int) and abs(value) >= _BEYOND:
        raise AdargaError("books.digits", most=MOST_DIGITS)
    if not isinstance(value, Mapping | list):
        return
    if not levels:
        raise AdargaError("books.deep", most=MOST_LEVELS)
    for one in value.values() if isinstance(value, Mapping) else value:
        _hold(one, levels - 1)


def _once(pairs: list[tuple[str, Any]]) -> Data:
    made: Data = {}
    for key, value in pairs:
        if key in made:
            raise AdargaError("books.json_twice", name=key)
        made[key] = value
    return made
