"""The flags that take more than setting one field, and those that do not go together, book by book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adarga.cli.case import Case
from adarga.cli.flags import spelling_of
from adarga.errors import AdargaError
from adarga.rules.fields import ABSORPTION, DAMAGE_STEPS
from adarga.rules.names import find
from adarga.rules.protocol import Piece

if TYPE_CHECKING:
    from adarga.cli.books import Given

_INGREDIENTS = ("constitution", "armour", "shield", "item", "stone_born", "soak_energy")
_EXCLUDE: tuple[tuple[str, Sequence[str]], ...] = (
    ("monster_level", ("attack_characteristic",)),
    ("absorption", _INGREDIENTS),
    ("telling", ("bonus", "defence")),
    ("dodge", ("block",)),
)


def was_given(given: Given, name: str) -> bool:
    """Whether a flag stands in the line."""
    return given.get(name) is not None and given[name] is not False


def exclusions(given: Given) -> None:
    """Refuse flags that do not go together. Raises `AdargaError` (`cli.together`)."""
    for flag, others in _EXCLUDE:
        for other in others if was_given(given, flag) else ():
            if was_given(given, other):
                raise AdargaError("cli.together", flag=spelling_of(flag), other=spelling_of(other))


def special(case: Case, given: Given) -> None:
    """Whatever takes more than setting one field."""
    if case.base == ABSORPTION:
        _attack(case, given)
        absorption(case, given)
    elif case.base == DAMAGE_STEPS:
        _damage_steps(case, given)
    else:
        _percentile(case, given)


def _attack(case: Case, given: Given) -> None:
    characteristic = given["attack_characteristic"]
    if characteristic is not None:
        case.set("attacker", case.weapon.test, characteristic)
        case.set("attacker", "level", None)


def absorption(case: Case, given: Given) -> None:
    """What the target's absorption is made of."""
    from adarga.rules.absorption.book import AbsorptionBook

    book = case.rulebook.book
    assert isinstance(book, AbsorptionBook)
    if given["armour"] is not None:
        case.set("target", "armour", (find(book.armours, given["armour"], "armour"),))
    if given["shield"] is not None:
        case.set("target", "shield", find(book.shields, given["shield"], "shield"))
    if given["absorption"] is None and any(was_given(given, name) for name in _INGREDIENTS):
        case.set("target", "absorption", None)


def _damage_steps(case: Case, given: Given) -> None:
    if given["bonus"] is not None and case.target.defence is None:
        raise AdargaError("cli.needs", flag="--bonus", needs="--defence")
    if given["defence"] is not None and case.weapon.bonus is None:
        case.set("weapon", "bonus", 0)
    if given["type"] is not None:
        case.set("weapon", "type", _types(given["type"]))
    for name in ("resistant", "vulnerable"):
        if given[name] is not None:
            case.set("target", name, ("all",) if given[name] == "all" else _types(given[name]))
    if given["elect"] is not None:
        text = given["elect"]
        case.set("situation", "elect", int(text) if text.isascii() and text.isdigit() else text)
    _ratings(case, given)
    _hold_types(case, given)


def _hold_types(case: Case, given: Given) -> None:
    from adarga.rules.damage_steps.book import DamageStepsBook
    from adarga.rules.damage_steps.types import hold_to_named

    book = case.rulebook.book
    assert isinstance(book, DamageStepsBook)
    for name in ("resistant", "vulnerable"):
        if given[name] is not None:
            hold_to_named(book, getattr(case.target, name), case.matchup)


def _ratings(case: Case, given: Given) -> None:
    from adarga.rules.damage_steps.ratings import ratings as ratings_of

    worn = given["worn"]
    if given["ar"] is not None:
        ratings = ratings_of(given["ar"])
        is_worn = any(rating.armour for rating in ratings) if worn is None else worn
        case.set("target", "armour", (Piece(ar=ratings, worn=is_worn),))
    elif worn is not None:
        pieces = case.target.armour or (Piece(),)
        case.set("target", "armour", tuple(replace(piece, worn=worn) for piece in pieces))


def _types(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


def _percentile(case: Case, given: Given) -> None:
    if given["armour"] is not None:
        case.set("target", "armour", (Piece(points=given["armour"]),))
    for reaction in ("dodge", "block"):
        if given[reaction] is not None:
            case.set("situation", "reaction", reaction)
    if given["simplified"] is not None:
        case.set("situation", "simplified", given["simplified"])
