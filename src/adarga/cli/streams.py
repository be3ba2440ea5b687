"""Standard output and error that never fail on a character their encoding lacks."""

from __future__ import annotations

import io
import os
import sys

import click

HANDLER = "adarga.plain"
_PLAIN = {
    "\N{MINUS SIGN}": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{BULLET}": "*",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{NO-BREAK SPACE}": " ",
    "\N{FULL BLOCK}": "#",
    "\N{LEFT HALF BLOCK}": "-",
    "\N{LEFT ONE EIGHTH BLOCK}": "|",
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{INFINITY}": "inf",
    "\N{LIGHT SHADE}": ".",
    "\N{MEDIUM SHADE}": ":",
    "\N{DARK SHADE}": "%",
    "\N{BLACK CIRCLE}": "*",
    "\N{BLACK SQUARE}": "#",
    "\N{BLACK UP-POINTING TRIANGLE}": "^",
    "\N{BLACK DIAMOND}": "+",
    "\N{WHITE CIRCLE}": "o",
    "\N{WHITE SQUARE}": "n",
    "\N{BOX DRAWINGS LIGHT VERTICAL}": "|",
    "\N{BOX DRAWINGS LIGHT VERTICAL AND LEFT}": "|",
    "\N{BOX DRAWINGS LIGHT UP AND RIGHT}": "+",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{INVERTED QUESTION MARK}": "",
    "\N{INVERTED EXCLAMATION MARK}": "",
}


def plain(text: str) -> str:
    """A text in ASCII: accents fall off, signs become what is nearest, anything else a question mark.

    >>> plain("−2 «daño» 劍")
    '-2 "dano" ?'
    """
    import unicodedata

    found = []
    for character in text:
        if character.isascii():
            found.append(character)
        elif character in _PLAIN:
            found.append(_PLAIN[character])
        elif not unicodedata.combining(character):
            letters = "".join(part for part in unicodedata.normalize("NFKD", character) if part.isascii())
            found.append(letters or "?")
    return "".join(found)


def _plain_instead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def make_safe() -> None:
    """Let both streams write the nearest plain text where their encoding lacks a character.

    A stream that was closed before the start says nothing, and breaks nothing.
    """
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() not in ("utf-8", "utf8"):
            import codecs

            codecs.register_error(HANDLER, _plain_instead)
            stream.reconfigure(errors=HANDLER)


def _nowhere() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(os.devnull, "w"))


def echo(text: str, *, err: bool = False) -> None:
    """Print a text on a stream as it was made safe; colour falls off where the stream is no terminal."""
    click.echo(text, file=sys.stderr if err else sys.stdout)


def close_quietly() -> None:
    """After a broken pipe: let nothing more be written, not even at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
