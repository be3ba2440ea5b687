"""The flags that do not go together, and those that need another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adarga.cli.case import Case
from adarga.cli.flags import spelling_of
from adarga.errors import AdargaError

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


def consistent(case: Case, given: Given) -> None:
    """Refuse what the sheets and flags, all put in their places, do not make sense of together.

    Raises `AdargaError`: `cli.needs` for a bonus to hit nothing, what `hold_to_named` raises for types unknown.
    """
    if given.get("bonus") is not None and case.target.defence is None:
        raise AdargaError("cli.needs", flag="--bonus", needs="--defence")
    _hold_types(case, given)


def _hold_types(case: Case, given: Given) -> None:
    named = [name for name in ("resistant", "vulnerable") if given.get(name) is not None]
    if not named:
        return
    from adarga.rules.damage_steps.book import DamageStepsBook
    from adarga.rules.damage_steps.types import hold_to_named

    book = case.rulebook.book
    assert isinstance(book, DamageStepsBook)
    for name in named:
        hold_to_named(book, getattr(case.target, name), case.matchup)
