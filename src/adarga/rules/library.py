"""The rulebooks that ship: their tables and switches, read by the standard library alone."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from io import FileIO
from typing import Any

from adarga.rules.building import Data, build, shaped
from adarga.rules.names import folded, unknown
from adarga.rules.protocol import Rulebook

RULEBOOKS = ("absorption", "damage-steps", "percentile")
"""The ids of the rulebooks that ship."""
# Not a Path: loading pathlib would cost a short command a noticeable part of its time.
_BOOKS = __file__.removesuffix("library.py") + "books"


@cache
def rulebook(id: str) -> Rulebook:
    """A rulebook that ships, by its id; case, spaces and underscores are forgiven.

    Raises `AdargaError` (`books.unknown`) for any other name.

    >>> rulebook("damage-steps").id
    'damage-steps'
    """
    known = known_id(id)
    if known != id:
        return rulebook(known)
    return kept(known, build(book_type(known), shipped(known)))


def known_id(id: str) -> str:
    """The exact id of a rulebook that ships. Raises `AdargaError` (`books.unknown`) for any other name."""
    for known in RULEBOOKS:
        if folded(known) == folded(id):
            return known
    raise unknown("rulebook", id, RULEBOOKS)


@cache
def shipped(id: str) -> Data:
    """The data of a book that ships, in the shape of its dataclass; shared, so never to be changed."""
    with FileIO(f"{_BOOKS}/{id}.toml") as file:
        return shaped(tomllib.loads(file.readall().decode()))


def book_type(id: str) -> type[Any]:
    """The dataclass of a rulebook's tables and switches."""
    return _kind(id)[0]


def kept(id: str, book: Any) -> Rulebook:
    """The rulebook that plays by a book of the kind of `id`."""
    return _kind(id)[1](book)


def _kind(id: str) -> tuple[type[Any], Callable[[Any], Rulebook]]:
    # Only the rulebook asked for is imported: one strike of one book should not load the other two.
    if id == "absorption":
        from adarga.rules.absorption import Absorption
        from adarga.rules.absorption.book import AbsorptionBook

        return AbsorptionBook, Absorption
    if id == "damage-steps":
        from adarga.rules.damage_steps import DamageSteps
        from adarga.rules.damage_steps.book import DamageStepsBook

        return DamageStepsBook, DamageSteps
    from adarga.rules.percentile import Percentile
    from adarga.rules.percentile.book import PercentileBook

    return PercentileBook, Percentile
