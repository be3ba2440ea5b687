"""Books by id or file, and what stands in them as people and as programs read it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from adarga.rules.library import rulebook
from adarga.rules.protocol import Book, Rulebook
from adarga.rules.values import Names
from adarga.words import Words

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def rulebook_named(text: str) -> Rulebook:
    """The rulebook of an id, or the one that a house book's file makes.

    Raises `AdargaError` for what is neither, `Mistakes` for a file with mistakes in it.
    """
    from pathlib import Path

    path = Path(text)
    if path.suffix or path.exists():
        from adarga.rules.loading import house

        return house(path)
    return rulebook(text)


def book_named(text: str) -> Book:
    """The book of a rulebook's id, or of a house book's file. Raises as `rulebook_named`."""
    return rulebook_named(text).book


def as_text(words: Words, value: Any) -> str:
    """A value of a book as a person reads it; nothing is the empty text."""
    match value:
        case None:
            return ""
        case Names():
            return value.say(words.lang)
        case tuple() | list():
            return ", ".join(as_text(words, one) for one in value)
        case Fraction():
            return words.number(value)
    return words.value(value)


def as_toml(words: Words, value: Any) -> str:
    """A value of a book as a person writes it in one; a name in the reader's language."""
    match value:
        case Names():
            return as_toml(words, value.say(words.lang))
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "{ " + ", ".join(f"{_key(name)} = {as_toml(words, one)}" for name, one in value.items()) + " }"
        case tuple() | list():
            return "[" + ", ".join(as_toml(words, one) for one in value) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def as_data(value: Any) -> Any:
    """A value of a book as JSON has it."""
    match value:
        case Names():
            return {"en": value.en, "es": value.es, "aliases": list(value.aliases)}
        case Mapping():
            return {str(name): as_data(one) for name, one in value.items()}
        case tuple() | list():
            return [as_data(one) for one in value]
        case Fraction():
            return float(value)
    return value
