"""The rulings: how a rulebook is read where its text is silent or can be read two ways, by id."""

from __future__ import annotations

from dataclasses import dataclass

from adarga.rules.names import folded, unknown

_COUNTS = {"absorption": ("A", 10), "damage-steps": ("D", 10), "percentile": ("P", 10), "every": ("G", 3)}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: its id (`A5`), the message key of its text, the rulebook it is of (None: all of them)."""

    id: str
    key: str
    rulebook: str | None


RULINGS = {
    f"{letter}{number}": Ruling(
        f"{letter}{number}", f"ruling.{letter.lower()}{number}", None if letter == "G" else book
    )
    for book, (letter, count) in _COUNTS.items()
    for number in range(1, count + 1)
}
"""Every ruling by its id: A1-A10 of `absorption`, D1-D10 of `damage-steps`, P1-P10 of `percentile`, G1-G3 of all."""


def ruling(id: str) -> Ruling:
    """A ruling by its id, case forgiven. Raises `AdargaError` (`books.unknown`) for any other.

    >>> ruling("a5").key
    'ruling.a5'
    """
    found = RULINGS.get(folded(id).upper())
    if found is None:
        raise unknown("ruling", id, RULINGS)
    return found
