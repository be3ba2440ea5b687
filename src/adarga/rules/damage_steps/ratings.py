"""Armour ratings (D3, D4, D5): read from text, and met by damage of one type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from adarga.errors import AdargaError
from adarga.plan import Reason, Reduce, Thing
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.protocol import Piece
from adarga.rules.values import Rating

_FIELD = re.compile(r"[^,]+")
_TERM = re.compile(r"\s*(\d{1,4})\s*([Hh]?)\s*")
MOST_NAMED = 3
"""A trace names up to so many pieces in one sentence."""


def ratings(text: str) -> tuple[Rating, ...]:
    """Ratings as a person writes them: `3`, `3+2H` against every type, `S=5,C=2,E=1H` by type.

    `H` is hardness. Raises `AdargaError` (`damage_steps.ar`, `damage_steps.ar_twice`) with the place at fault.

    >>> ratings("S=5,E=1H")
    (Rating(type='S', armour=5, hardness=0), Rating(type='E', armour=0, hardness=1))
    """
    if "=" not in text and "," not in text:
        return (_rating(text, None, text, 0),)
    found: list[Rating] = []
    for match in _FIELD.finditer(text if text.strip(" ,") else ""):
        name, sign, value = match[0].partition("=")
        place = match.start() + len(name) + 1
        if not sign or not name.strip():
            raise AdargaError("damage_steps.ar", text=text, span=match.span())
        rating = _rating(value, name.strip(), text, place)
        if any(one.type == rating.type for one in found):
            raise AdargaError("damage_steps.ar_twice", text=text, span=match.span(), type=rating.type)
        found.append(rating)
    if not found or text.rstrip().endswith(","):
        raise AdargaError("damage_steps.ar", text=text, span=(len(text), len(text)))
    return tuple(found)


def _rating(value: str, type: str | None, text: str, start: int) -> Rating:
    """One rating from `value`, which stands in `text` from `start` on."""
    sums = {"": 0, "h": 0}
    place = start
    for term in value.split("+"):
        match = _TERM.fullmatch(term)
        if match is None:
            raise AdargaError("damage_steps.ar", text=text, span=(place, place + max(len(term), 1)))
        sums[match[2].lower()] += int(match[1])
        place += len(term) + 1
    if max(sums.values()) > 9999:
        raise AdargaError("damage_steps.ar", text=text, span=(start, start + len(value)))
    return Rating(type, sums[""], sums["h"])


@dataclass(frozen=True, slots=True)
class Met:
    """What damage of one type meets: the step that absorbs, if any, and what does not act and why.

    `armour` and `hardness` are the ratings against the type of all that is worn or grown, before AP. `armoured` is
    the column for critical hits, and `column` says why: only a rating that is not hardness counts (D5).
    """

    soak: tuple[Reduce, ...]
    idle: tuple[Reason, ...]
    armour: int
    hardness: int
    column: Reason

    @property
    def armoured(self) -> bool:
        """Whether the target counts as armoured for critical hits."""
        return self.armour > 0


def against(book: DamageStepsBook, piece: Piece, type: str) -> tuple[int, int]:
    """Armour and hardness of a piece against a type; a rating that names the type stands before one against all."""
    armour = hardness = 0
    every = (0, 0)
    named = False
    for rating in piece.ar:
        if rating.type is None or rating.type == "all":
            every = (every[0] + rating.armour, every[1] + rating.hardness)
        elif rating.type == type or book.type_id(rating.type) == type:
            named = True
            armour += rating.armour
            hardness += rating.hardness
    return (armour, hardness) if named else every


def meet(book: DamageStepsBook, pieces: tuple[Piece, ...], ap: int, type: str) -> Met:
    """What damage of a type meets on these pieces, with an attack of this AP (D3, D4).

    The pieces are summed or the best taken, then AP works once: effective AR = max(0, AR - AP) where AR > 0.
    """
    idle: list[Reason] = []
    acting: list[tuple[Piece, int]] = []
    armour = hardness = 0
    for piece in pieces:
        soft, hard = against(book, piece, type)
        if soft or hard:
            acting.append((piece, soft + hard))
            armour += soft
            hardness += hard
        elif piece.ar:
            idle.append(_other_types(piece, type))
    if book.armour.pieces == "best" and len(acting) > 1:
        best = max(acting, key=lambda one: one[1])
        idle.extend(_weaker(piece, ar) for piece, ar in acting if piece is not best[0])
        acting = [best]
    rating = sum(ar for _, ar in acting)
    if not rating:
        if ap:
            idle.append(Reason("D4", "damage_steps.ap_idle", ap=ap, type=Thing(type)))
        return Met((), tuple(idle), 0, 0, _column(type, 0, 0))
    if ap > rating:
        idle.append(Reason("D4", "damage_steps.ap_over", ap=ap, ar=rating, over=ap - rating))
    by = max(0, rating - ap)
    soak = Reduce(by, 0, _reason([piece for piece, _ in acting], type, rating, ap, by))
    return Met((soak,), tuple(idle), armour, hardness, _column(type, armour, hardness))


@lru_cache(maxsize=1024)
def _column(type: str, armour: int, hardness: int) -> Reason:
    """Which column a critical hit uses, and why."""
    if armour:
        return Reason("D5", "damage_steps.armoured", type=Thing(type))
    if hardness:
        return Reason("D5", "damage_steps.hardness", hardness=hardness, type=Thing(type))
    return Reason("D5", "damage_steps.unarmoured", type=Thing(type))


def _other_types(piece: Piece, type: str) -> Reason:
    if piece.id:
        return Reason("D1", "damage_steps.piece_idle", piece=Thing(piece.id), type=Thing(type))
    return Reason("D1", "damage_steps.ar_idle", type=Thing(type))


def _weaker(piece: Piece, ar: int) -> Reason:
    if piece.id:
        return Reason("D3", "damage_steps.piece_weaker", piece=Thing(piece.id), ar=ar)
    return Reason("D3", "damage_steps.ar_weaker", ar=ar)


def _reason(pieces: list[Piece], type: str, ar: int, ap: int, by: int) -> Reason:
    """Why so much is absorbed, naming up to three pieces that have an id."""
    named = pieces if len(pieces) <= MOST_NAMED and all(piece.id for piece in pieces) else []
    names = {f"piece{n}": Thing(piece.id) for n, piece in enumerate(named, 1)}
    kind = f"{len(named)}.ap" if ap else str(len(named))
    values: dict[str, int | str] = {"by": by, "ar": ar, "type": Thing(type), **names}
    if ap:
        values["ap"] = ap
    return Reason("D4" if ap else "D3", f"damage_steps.rating.{kind}", **values)


def named_types(book: DamageStepsBook, pieces: tuple[Piece, ...]) -> Iterator[str]:
    """Every type the ratings of these pieces name."""
    return (book.type_id(rating.type) for piece in pieces for rating in piece.ar if rating.type is not None)
