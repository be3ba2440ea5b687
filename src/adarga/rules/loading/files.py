"""Books and rosters as files: their text, and the plain data in it, whatever may be wrong with either."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adarga.errors import AdargaError
from adarga.rules.building import Data

MOST_BYTES = 1_000_000
"""The largest file that is read, in bytes."""
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

    Raises `AdargaError`: `books.no_file`, `books.folder`, `books.unreadable`, `books.too_big`, `books.encoding`,
    `books.toml`, `books.json`, `books.deep`.
    """
    if isinstance(source, str) and "\n" in source:
        return Source(json_data(source) if source.startswith("{") else toml(source), Path(), None)
    path = Path(source)
    text = _text(path)
    data = json_data(text) if path.suffix.lower() == ".json" else toml(text)
    return Source(data, path.parent, path)


def _text(path: Path) -> str:
    try:
        if path.is_dir():
            raise AdargaError("books.folder", file=str(path))
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise AdargaError("books.too_big", file=str(path), size=size, most=MOST_BYTES)
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except (FileNotFoundError, NotADirectoryError):
        raise AdargaError("books.no_file", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise AdargaError("books.encoding", file=str(path), byte=error.start) from None
    except (OSError, ValueError):
        raise AdargaError("books.unreadable", file=str(path)) from None


def toml(text: str) -> Data:
    """The data of a TOML text. Raises `AdargaError`: `books.toml`, `books.toml_quotes`, `books.twice_set` with the
    place, `books.deep`.
    """
    try:
        return tomllib.loads(text)
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
        raise AdargaError("books.deep") from None


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
        raise AdargaError("books.deep") from None
    if not isinstance(data, dict):
        raise AdargaError("books.json", text=text, span=(0, 1), line=1, column=1)
    return data


def _once(pairs: list[tuple[str, Any]]) -> Data:
    made: Data = {}
    for key, value in pairs:
        if key in made:
            raise AdargaError("books.json_twice", name=key)
        made[key] = value
    return made
