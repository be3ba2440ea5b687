"""Reading a text from left to right: spaces, words, numbers, and errors that know their place."""

from __future__ import annotations

from adarga.dice.limits import DIGITS, NUMBER, TEXT
from adarga.errors import AdargaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

SHOWN = 60
SPACES = " \t\r\n\u00a0\u202f"
DIGIT = frozenset("0123456789")


class Reader:
    """A text and how far it has been read: `at` is the next character, `end` the end of what was taken last."""

    __slots__ = ("at", "end", "text")

    def __init__(self, text: str) -> None:
        if len(text) > TEXT:
            raise AdargaError(
                "dice.limit.text", text=text[:SHOWN] + "…", span=(SHOWN, SHOWN + 1), limit=TEXT, asked=len(text)
            )
        self.text = text
        self.at = 0
        self.end = 0

    def peek(self) -> str:
        """The next character that is no space, or nothing at the end."""
        text, at = self.text, self.at
        while at < len(text) and text[at] in SPACES:
            at += 1
        self.at = at
        return text[at : at + 1]

    def take(self, *words: str) -> str:
        """The first of the words that stands here, in any case, taken; or nothing."""
        if self.peek():
            for word in words:
                if self.text[self.at : self.at + len(word)].lower() == word:
                    self.at = self.end = self.at + len(word)
                    return word
        return ""

    def error(self, key: str, start: int, end: int, **values: object) -> AdargaError:
        """An error at a place of the text."""
        return AdargaError(key, text=self.text, span=(start, end), **values)

    def unexpected(self, key: str) -> AdargaError:
        """The error for what stands here, by its own key where its trouble has a name."""
        start = self.at
        if not self.text[start:]:
            return self.error("dice.operand.missing", start, start)
        if self.text[start].isdigit() and self.text[start] not in DIGIT:
            return self.error("dice.digits", start, start + 1, found=self.text[start])
        if self.text[start] in ".,":
            return self.error("dice.decimal", start, start + 1)
        end = start + 1
        while self.text[start].isalpha() and end < len(self.text) and self.text[end].isalpha():
            end += 1
        return self.error(key, start, end, found=self.text[start:end])

    def number(self) -> int | None:
        """The whole number that stands here, taken; None where none does."""
        if self.peek() not in DIGIT:
            return None
        start = end = self.at
        while self.text[end : end + 1] in DIGIT:
            end += 1
        digits = self.text[start:end].lstrip("0") or "0"
        if len(digits) > DIGITS:
            asked = digits if len(digits) <= 2 * DIGITS else f"{digits[:DIGITS]}…"
            raise self.error("dice.limit.number", start, end, limit=NUMBER, asked=asked)
        self.at = self.end = end
        return int(digits)

    def placed(self, start: int, make: Callable[..., T], *parts: object) -> T:
        """What `make` gives; an error of its own gets the place from `start` to what was read last."""
        try:
            return make(*parts)
        except AdargaError as error:
            raise AdargaError(error.key, text=self.text, span=(start, self.end), **error.values) from None
