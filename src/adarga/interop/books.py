"""A rulebook from what a stored fight says of it."""

from __future__ import annotations

from adarga.rules.library import rulebook
from adarga.rules.protocol import Rulebook


def book_of(id: str, house: str | None) -> Rulebook:
    """The rulebook `id`, or the one that a house book's text makes of it. Raises `AdargaError` where it is wrong."""
    if house is None:
        return rulebook(id)
    from adarga.rules.loading import house as load

    return load(house if "\n" in house else house + "\n")
