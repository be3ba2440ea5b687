"""What saying one thing of a strike does: the value of a field of the one table, put where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from adarga.dice import parse
from adarga.rules.fields import Field
from adarga.rules.names import find
from adarga.rules.protocol import Matchup, Piece, Rulebook, Situation
from adarga.rules.values import Rating

_INSTEAD_OF_NUMBER = frozenset(
    (
        "target.constitution",
        "target.armour",
        "target.shield",
        "target.item",
        "target.stone_born",
        "situation.soak_energy",
    )
)
"""What an absorption value is made of: saying one of them takes the place of a number on the sheet."""


def fill(
    rulebook: Rulebook, matchup: Matchup, situation: Situation, field: Field, value: Any
) -> tuple[Matchup, Situation]:
    """A strike with one field said: its matchup and its situation, the ones given staying as they are.

    `value` is a number, a truth value, or the text a person writes (`"chain mail"`, `"S=5,E=1H"`, `"d8"`, a row or its
    dice), as `field.kind` says. With it goes what saying it means: a characteristic to attack with makes the
    attacker no monster, a defence alone a bonus of 0, a dodge or block the reaction chosen, a rating or points of
    armour all the armour there is, worn if any rating is not hardness. Raises `AdargaError` for a text that cannot be
    read.

    >>> from adarga.rules.fields import field_of
    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> book, strike = rulebook("damage-steps"), Matchup(Combatant(), Combatant(), Weapon(damage="d8"))
    >>> fill(book, strike, Situation(), field_of(book, "ar"), "3+2H")[0].target.armour[0].worn
    True
    """
    side, _, attribute = field.goes.partition(".")
    read = _READ.get(field.goes)
    made = value if read is None else read(rulebook.book, value)
    if side == "situation":
        situation = replace(situation, **{attribute: made})
    elif side == "piece":
        matchup = _put(matchup, "target", armour=_pieces(matchup.target.armour, attribute, made))
    elif side == "test":
        matchup = _put(matchup, "attacker", **{matchup.weapon.test: made, "level": None})
    else:
        matchup = _put(matchup, side, **{attribute: made})
    return _followed(matchup, situation, field.goes)


def wearing(matchup: Matchup, piece: Piece | None) -> Matchup:
    """A matchup whose target wears this armour and no other (None: nothing); its natural hide stays.

    It takes the place of a number of absorption on the sheet.
    """
    natural = tuple(one for one in matchup.target.armour if not one.worn)
    return _put(matchup, "target", armour=natural if piece is None else (*natural, piece), absorption=None)


def holding(matchup: Matchup, shield: Piece | None) -> Matchup:
    """A matchup whose target holds this shield (None: none), in place of a number of absorption on the sheet."""
    return _put(matchup, "target", shield=shield, absorption=None)


def _put(matchup: Matchup, side: str, **values: Any) -> Matchup:
    return replace(matchup, **{side: replace(getattr(matchup, side), **values)})


def _followed(matchup: Matchup, situation: Situation, goes: str) -> tuple[Matchup, Situation]:
    """What goes with having said it."""
    if goes in _INSTEAD_OF_NUMBER and matchup.target.absorption is not None:
        return _put(matchup, "target", absorption=None), situation
    if goes == "target.defence" and matchup.weapon.bonus is None:
        return _put(matchup, "weapon", bonus=0), situation
    if goes in ("target.dodge", "target.block"):
        return matchup, replace(situation, reaction="dodge" if goes == "target.dodge" else "block")
    return matchup, situation


def _pieces(armour: tuple[Piece, ...], attribute: str, value: Any) -> tuple[Piece, ...]:
    """A target's armour once its one nameless piece is said, or whether it is worn."""
    if attribute == "worn":
        return tuple(replace(piece, worn=value) for piece in armour or (Piece(),))
    if attribute == "ar":
        # A piece of which only `worn` was said keeps it.
        only_worn = armour in ((Piece(),), (Piece(worn=False),))
        worn = armour[0].worn if only_worn else any(rating.armour for rating in value)
        return (Piece(ar=value, worn=worn),)
    return (Piece(**{attribute: value}),)


def _damage(book: Any, text: str) -> str:
    parse(text)
    return text


def _armour(book: Any, name: str) -> tuple[Piece, ...]:
    return (find(book.armours, name, "armour"),)


def _shield(book: Any, name: str) -> Piece:
    shields: Mapping[str, Piece] = book.shields
    return find(shields, name, "shield")


def _elected(book: Any, row: int | str) -> int | str:
    return int(row) if isinstance(row, str) and row.isascii() and row.isdigit() else row


def _types(book: Any, text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


def _ratings(book: Any, text: int | str) -> Any:
    return _ratings_of(str(text))


@lru_cache(maxsize=1024)
def _ratings_of(text: str) -> tuple[Rating, ...]:
    # Not at the top: a strike of another book loads nothing of this one.
    from adarga.rules.damage_steps.ratings import ratings

    return ratings(text)


_READ: dict[str, Callable[[Any, Any], Any]] = {
    "weapon.damage": _damage,
    "weapon.type": _types,
    "target.armour": _armour,
    "target.shield": _shield,
    "target.resistant": _types,
    "target.vulnerable": _types,
    "situation.elect": _elected,
    "piece.ar": _ratings,
}
