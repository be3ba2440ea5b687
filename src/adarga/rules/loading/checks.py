"""What a book or sheet of the right shape may still have wrong: dice, types, rows, names that clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from adarga.dice import Expression, parse
from adarga.errors import AdargaError
from adarga.rules.building import NAMED
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.damage_steps.types import meant, twice
from adarga.rules.loading.mistakes import is_row
from adarga.rules.names import advice, called, folded
from adarga.rules.protocol import Combatant, Piece, Weapon

Found = Iterator[AdargaError]


def book_mistakes(book: Any) -> list[AdargaError]:
    """What is wrong in a book all of whose fields have the right type."""
    mistakes = list(_names(book))
    types = known_types(book) | rated_types(book, (piece for _, piece in book_pieces(book)))
    for key, weapon in book.weapons.items():
        mistakes += weapon_mistakes(book, weapon, f"weapons.{key}", types)
    for path, piece in book_pieces(book):
        mistakes += piece_mistakes(book, piece, path)
    looks = {"absorption": _absorption, "damage-steps": _damage_steps, "percentile": _percentile}
    return [*mistakes, *looks[book.base](book)]


def combatant_mistakes(book: Any, combatant: Combatant, path: str, types: frozenset[str]) -> list[AdargaError]:
    """What is wrong in a sheet all of whose fields have the right type; `types` are the damage types there are."""
    mistakes: list[AdargaError] = []
    for number, weapon in enumerate(combatant.weapons, 1):
        mistakes += weapon_mistakes(book, weapon, f"{path}.weapons.{number}", types)
    for number, piece in enumerate(combatant.armour, 1):
        mistakes += piece_mistakes(book, piece, f"{path}.armour.{number}")
    if combatant.shield is not None:
        mistakes += piece_mistakes(book, combatant.shield, f"{path}.shield")
    if combatant.level is None and book.base == "absorption" and len(combatant.armour) > 1:
        mistakes.append(AdargaError("books.one_armour", path=f"{path}.armour", count=len(combatant.armour)))
    for field in ("resistant", "vulnerable"):
        mistakes += _known(book, getattr(combatant, field), f"{path}.{field}", types | {"all"})
    return mistakes


def weapon_mistakes(book: Any, weapon: Weapon, path: str, types: frozenset[str]) -> Found:
    """Damage and usage die that are not dice, types that nothing has."""
    damage, wrong = _dice(weapon.damage, f"{path}.damage")
    yield from wrong
    yield from _usage(book, weapon.usage_die, f"{path}.usage_die")
    if damage is not None:
        yield from _known(book, damage.labels(), f"{path}.damage", types)
    yield from _known(book, weapon.type, f"{path}.type", types)


def piece_mistakes(book: Any, piece: Piece, path: str) -> Found:
    """A usage die that is none, ratings against a type misspelt or named twice."""
    yield from _usage(book, piece.usage_die, f"{path}.usage_die")
    if isinstance(book, DamageStepsBook):
        for rating in piece.ar:
            if rating.type is not None and (close := meant(book, rating.type)):
                yield AdargaError("books.type", path=f"{path}.ar", value=rating.type, nearest=", ".join(close))
        for type in twice(book, piece):
            yield AdargaError("books.rated_twice", path=f"{path}.ar", value=type)


def known_types(book: Any) -> frozenset[str]:
    """The ids of the damage types of a book, none where it has no types."""
    return frozenset(getattr(book, "types", {}))


def rated_types(book: Any, pieces: Iterable[Piece]) -> frozenset[str]:
    """The damage types that pieces name: a type of its own is one that some armour is rated against."""
    if not isinstance(book, DamageStepsBook):
        return frozenset()
    rated = (rating.type for piece in pieces for rating in piece.ar if rating.type is not None)
    return frozenset(book.type_id(type) for type in rated if not meant(book, type))


def book_pieces(book: Any) -> Iterator[tuple[str, Piece]]:
    """The armours and shields of a book, with where they stand in it."""
    for table in ("armours", "shields"):
        for key, piece in getattr(book, table, {}).items():
            yield f"{table}.{key}", piece


def _known(book: Any, types: Iterable[str], path: str, known: frozenset[str]) -> Found:
    if not isinstance(book, DamageStepsBook):
        return
    for one in types:
        if one not in known and book.type_id(one) not in known:
            tail, told = advice(one, (*sorted(known), *book.type_names), sorted(known))
            yield AdargaError(f"books.type{tail}", path=path, value=one, nearest=told)


def _dice(text: str, path: str) -> tuple[Expression | None, tuple[AdargaError, ...]]:
    try:
        return parse(text), ()
    except AdargaError as error:
        return None, (AdargaError("books.dice", path=path, value=text), error)


def _usage(book: Any, die: str | None, path: str) -> Found:
    chain: tuple[str, ...] = book.usage.dice if hasattr(book, "usage") else ()
    if die is not None and chain and die.lower() not in chain:
        yield AdargaError("books.word", path=path, value=die, words=", ".join(chain))


def _names(book: Any) -> Found:
    """Two things of one table that answer to the same name."""
    for table in NAMED:
        taken: dict[str, str] = {}
        for key, thing in getattr(book, table, {}).items():
            for name in {folded(name): name for name in called(thing) if folded(name)}.values():
                other = taken.setdefault(folded(name), key)
                if other != key:
                    yield AdargaError("books.twice", path=f"{table}.{key}", name=name, other=other)


def _numbered(table: Mapping[str, Any], path: str) -> Found:
    for key in table:
        if not is_row(key):
            yield AdargaError("books.row_number", path=f"{path}.{key}", value=key)


def _absorption(book: Any) -> Found:
    for name in book.penetration.by_die:
        yield from _one_die(name, "penetration.by_die")
    wrong = [mistake for name in book.usage.dice for mistake in _one_die(name, "usage.dice")]
    yield from wrong
    sides = [] if wrong else [parse(name).greatest for name in book.usage.dice]
    if any(after >= before for before, after in pairwise(sides)):
        yield AdargaError("books.falling", path="usage.dice", value=", ".join(book.usage.dice))
    tables = (
        (book.penetration.by_level, "penetration.by_level"),
        (book.absorption.constitution, "absorption.constitution"),
    )
    for table, path in tables:
        yield from _numbered(table, path)


def _one_die(text: str, path: str) -> Found:
    dice, wrong = _dice(text, path)
    yield from wrong
    if dice is not None and (dice.pool is None or dice.pool[0] != 1 or str(dice) != text):
        yield AdargaError("books.one_die", path=path, value=text)


def _damage_steps(book: Any) -> Found:
    yield from _known(book, (book.attack.default_type,), "attack.default_type", known_types(book))
    yield from _known(book, (book.non_lethal.type,), "non_lethal.type", known_types(book))
    wrong = list(_numbered(book.ladder, "ladder"))
    rows: list[tuple[int, Expression]] = []
    for number, text in book.ladder.items():
        dice, mistaken = _dice(text, f"ladder.{number}")
        wrong += mistaken
        if dice is not None and dice.constant is not None:
            wrong.append(AdargaError("books.no_dice", path=f"ladder.{number}", value=text))
        elif dice is not None and not wrong:
            rows.append((int(number), dice))
    yield from wrong
    if not wrong:
        yield from _climbing(sorted(rows))


def _climbing(rows: list[tuple[int, Expression]]) -> Found:
    """A ladder's rows follow on one another, each with a higher average."""
    for at, (number, dice) in enumerate(rows, 1):
        if number != at:
            yield AdargaError("books.gap", path="ladder", row=at)
            return
        if at > 1 and dice.mean <= rows[at - 2][1].mean:
            below = rows[at - 2][1]
            yield AdargaError(
                "books.ladder",
                path=f"ladder.{number}",
                value=str(dice),
                mean=dice.mean,
                below=str(below),
                below_mean=below.mean,
            )


def _percentile(book: Any) -> Found:
    for dice in book.simplified.rows:
        yield from _dice(dice, f"simplified.rows.{dice}")[1]
    yield from _dice(book.wounds.healing, "wounds.healing")[1]
