"""Damage types that a book does not name (D1): one of an armour's own is fine, a known one misspelt is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.names import folded, nearest
from adarga.rules.protocol import Combatant, Matchup, Piece

ALL = "all"
"""Stands for every type in resistances and weaknesses."""
_MISSPELT = 0.75


def meant(book: DamageStepsBook, type: str) -> tuple[str, ...]:
    """The names of the book's types that a type is most likely a misspelling of; none where it is a type, or unlike.

    >>> from adarga.rules.library import rulebook
    >>> book = rulebook("damage-steps").book
    >>> meant(book, "slahsing"), meant(book, "fuego"), meant(book, "spectral")
    (('slashing',), (), ())
    """
    return () if type == ALL or type in book.types else _like(type, book.type_names)


@lru_cache(maxsize=1024)
def _like(type: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return () if folded(type) in map(folded, names) else nearest(type, names, most=1, cutoff=_MISSPELT)


def twice(book: DamageStepsBook, piece: Piece) -> Iterator[str]:
    """The types that a piece is rated against more than once, however they are written."""
    seen: set[str] = set()
    for rating in piece.ar:
        if rating.type is not None:
            type = book.type_id(rating.type)
            if type in seen:
                yield type
            seen.add(type)


def hold_to_spelling(book: DamageStepsBook, target: Combatant) -> None:
    """Refuse a target's types that are known ones misspelt, and several ratings of a piece against one type.

    Raises `AdargaError`: `damage_steps.type_near`, `damage_steps.ar_twice`.
    """
    for piece in target.armour if target.shield is None else (*target.armour, target.shield):
        for rating in piece.ar:
            if rating.type is not None and rating.type not in book.types:
                _hold(book, rating.type)
        if len(piece.ar) > 1:
            for type in twice(book, piece):
                raise AdargaError("damage_steps.ar_twice", type=type)
    for type in (*target.resistant, *target.vulnerable):
        if type not in book.types:
            _hold(book, type)


def hold_to_named(book: DamageStepsBook, types: Iterable[str], matchup: Matchup) -> None:
    """Refuse types that neither the book nor anything in the matchup names.

    Raises `AdargaError`: `damage_steps.type_near`, `damage_steps.type`.
    """
    target, weapon = matchup.target, matchup.weapon
    pieces = target.armour if target.shield is None else (*target.armour, target.shield)
    rated = (rating.type for piece in pieces for rating in piece.ar if rating.type is not None)
    named = set(map(book.type_id, (*rated, *weapon.type, *parse(weapon.damage).labels())))
    for type in types:
        _hold(book, type)
        if type != ALL and book.type_id(type) not in book.types and book.type_id(type) not in named:
            raise AdargaError("damage_steps.type", type=type, known=", ".join(book.types))


def _hold(book: DamageStepsBook, type: str) -> None:
    close = meant(book, type)
    if close:
        raise AdargaError("damage_steps.type_near", type=type, nearest=", ".join(close))
