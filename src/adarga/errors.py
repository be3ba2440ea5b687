"""The one error family: a key, the numbers that go with it, and the place it happened.

Nothing below the edge (command line, pages, interop) knows any human language: an error carries a
message key and its values, and `adarga.words` turns them into a sentence in the reader's language.
"""

from __future__ import annotations


class AdargaError(Exception):
    """Something asked of Adarga that cannot be done, as a message key and its values.

    `key` names the message, `values` fill it, `text` is the input at fault and `span` the half-open range
    of characters in it (both None where there is no such text).

    >>> str(AdargaError("level.range", level=0, least=1))
    'level.range: level=0, least=1'
    """

    def __init__(
        self, key: str, /, *, text: str | None = None, span: tuple[int, int] | None = None, **values: object
    ) -> None:
        super().__init__(key)
        self.key = key
        self.text = text
        self.span = span
        self.values = values

    def __str__(self) -> str:
        if not self.values:
            return self.key
        return f"{self.key}: " + ", ".join(f"{name}={value}" for name, value in self.values.items())


class Mistakes(AdargaError):
    """Several mistakes of one input, reported together, in the order they stand in it; `file` names the file, if any.

    >>> str(Mistakes((AdargaError("a"), AdargaError("b", n=1))))
    'a; b: n=1'
    """

    def __init__(self, mistakes: tuple[AdargaError, ...], file: str | None = None) -> None:
        super().__init__("mistakes", count=len(mistakes))
        self.mistakes = mistakes
        self.file = file

    def __str__(self) -> str:
        return "; ".join(str(mistake) for mistake in self.mistakes)


class Key(str):
    """A value that is itself a message key, said in the reader's language where it stands in a sentence.

    >>> AdargaError("armour.unknown", near=Key("armour.leather")).values["near"]
    'armour.leather'
    """

    __slots__ = ()
