"""Damage as parts by type (D1, D2): labels read, constants placed, parts of one type merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adarga.dice import Expression
from adarga.errors import AdargaError
from adarga.rules.damage_steps.ladder import summed, terms


@dataclass(frozen=True, slots=True)
class Raw:
    """A part before steps and ratings: its type (None: that of the attack), its dice and its bonus."""

    type: str | None
    dice: Expression | None
    plus: int


def split(damage: Expression, type_id: Callable[[str], str]) -> tuple[Raw, ...]:
    """The parts of a damage expression, in order, those of one label merged.

    A label is a damage type, as `type_id` reads it. A constant without label goes with the first part, and what is
    subtracted without a label with the part before it. Raises `AdargaError` (`damage_steps.negative_part`) for a part
    that can only be below 0.
    """
    parts: list[Raw] = []
    loose = 0
    last = 0
    for term in terms(damage):
        number = term.expression.constant
        if term.label is None and number is not None and (term.sign > 0 or not parts):
            loose += term.sign * number
            continue
        type = None if term.label is None else type_id(term.label)
        if term.label is None and term.sign < 0 and parts:
            index = last
        else:
            index = next((index for index, part in enumerate(parts) if part.type == type), len(parts))
        if index == len(parts):
            parts.append(Raw(type, None, 0))
        parts[index] = _joined(parts[index], term.sign, term.expression, number)
        last = index
    first = parts[0] if parts else Raw(None, None, 0)
    whole = (Raw(first.type, first.dice, first.plus + loose), *parts[1:])
    for part in whole:
        if part.plus + (0 if part.dice is None else part.dice.greatest) < 0:
            raise AdargaError("damage_steps.negative_part", damage=str(damage), type=part.type or "-")
    return whole


def _joined(part: Raw, sign: int, term: Expression, number: int | None) -> Raw:
    if number is not None:
        return Raw(part.type, part.dice, part.plus + sign * number)
    return Raw(part.type, summed(part.dice, sign, term), part.plus)


def typed(parts: Iterable[Raw], type: str) -> tuple[Raw, ...]:
    """The parts of an attack of `type`: those without a label are of it, and merged with any part that names it."""
    found: dict[str, Raw] = {}
    for part in parts:
        its = part.type or type
        before = found.get(its)
        if before is None:
            found[its] = part if part.type else Raw(its, part.dice, part.plus)
        else:
            dice = before.dice if part.dice is None else summed(before.dice, 1, part.dice)
            found[its] = Raw(its, dice, before.plus + part.plus)
    return tuple(found.values())
