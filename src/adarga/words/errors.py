"""An error as its reader sees it: a sentence, and a caret under the place it happened."""

from __future__ import annotations

import unicodedata

from adarga.errors import AdargaError, Mistakes
from adarga.words.reader import Words

_WIDTH = 76
_BEFORE = 20
_CUT = "…"


def error_text(words: Words, error: AdargaError) -> str:
    """The sentence of `error`; below it, where it has a text and a place, that line of text and a caret line.

    Several mistakes stand one after the other, in their order, under the name of their file if they come from one.
    A value that is itself an error is said in its place. A long line is cut around the place.
    Raises KeyError where the error's key has no sentence.

    >>> error = AdargaError("words.language", text="a=fr", span=(2, 4), lang="fr", known=("en",))
    >>> print(error_text(Words("en"), error))
    there are no words in “fr”: only en
      a=fr
        ^^
    """
    if isinstance(error, Mistakes):
        head = [] if error.file is None else [f"{_shown(error.file)}:"]
        return "\n".join([*head, *(error_text(words, mistake) for mistake in error.mistakes)])
    inner = {name: value for name, value in error.values.items() if isinstance(value, AdargaError)}
    said = {name: error_text(words, value) for name, value in inner.items()}
    sentence = words.say(error.key, **(error.values | said))
    if error.text is None or error.span is None:
        return sentence
    return "\n".join((sentence, *_caret_lines(error.text, error.span)))


def _caret_lines(text: str, span: tuple[int, int]) -> tuple[str, str]:
    start = min(span[0], len(text))
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line = text[line_start : len(text) if line_end < 0 else line_end]
    first, last = start - line_start, min(max(span[1], start) - line_start, len(line))
    if columns(line) > _WIDTH:
        left = max(first - _BEFORE, 0)
        right = left + _WIDTH
        head, tail = _CUT if left else "", _CUT if right < len(line) else ""
        shift = len(head) - left
        line, first, last = head + line[left:right] + tail, first + shift, min(last, right) + shift
    shown = _shown(line)
    carets = "^" * max(columns(shown[first:last]), 1)
    return "  " + shown, "  " + " " * columns(shown[:first]) + carets


def _shown(text: str) -> str:
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    """A character that moves no cursor: a tab is one space, any other control is shown as U+FFFD."""
    if character == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(character)[0] == "C" else character


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: East Asian wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    standing = (character for character in text if not unicodedata.combining(character))
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in standing)
