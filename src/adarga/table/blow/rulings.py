"""The same blow under another reading: each switch of the book turned another way, where that makes a difference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import State
from adarga.plan import Plan
from adarga.rules.library import kept
from adarga.rules.protocol import Rulebook
from adarga.rules.values import Names
from adarga.table.blow.odds import known_odds
from adarga.table.blow.strike import proposed
from adarga.words import Words


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: the switch in words ("" for the book as it is played), its value, chances and mean damage."""

    switch: str
    value: str
    hurts: Fraction
    drops: Fraction | None
    mean: Fraction


def other_readings(words: Words, book: Rulebook, state: State, attack: cmd.Attack, target: str) -> tuple[Reading, ...]:
    """The blow as the book has it, then under each other value of a switch that changes its odds; none where none does.

    Raises `AdargaError` for a blow that the book itself does not allow.
    """
    points = state.fighter(target).points
    now = _read("", "", proposed(book, state, attack, target), points)
    found: list[Reading] = []
    for path, value, other in _others(book):
        try:
            plan = proposed(other, state, attack, target)
        except AdargaError:
            continue
        read = _read(*named(words, path, value), plan, points)
        if (read.hurts, read.drops, read.mean) != (now.hurts, now.drops, now.mean):
            found.append(read)
    return (now, *found) if found else ()


def named(words: Words, path: str, value: Any) -> tuple[str, str]:
    """A switch and one of its values in words: the sentence of a switch explains each value in brackets.

    >>> named(Words("es"), "attack.natural_one", "counts")
    ('un 1 natural', 'cuenta')
    """
    about, _, values = words.say(f"book.switch.{path}").partition(":")
    explained = re.search(rf"(?<![\w-]){re.escape(str(value))} \(([^)]*)\)", values)
    return about, explained[1] if explained else words.value(value)


def _read(switch: str, value: str, plan: Plan, points: int | None) -> Reading:
    found = known_odds(plan)
    chances = found.damage.pmf().items()
    drops = sum((Fraction(one) for damage, one in chances if damage >= points), Fraction(0)) if points else None
    return Reading(switch, value, Fraction(found.hurts), drops, Fraction(found.mean))


def _others(book: Rulebook) -> Iterator[tuple[str, Any, Rulebook]]:
    """Every book that differs from this one by one switch: which, its value there."""
    for path, other, value in _turned(book.book):
        yield path, value, kept(book.book.base, other)


def _turned(section: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    kind: Any = type(section)
    for name, values in _switches(kind).items():
        for value in values:
            if value != getattr(section, name):
                yield f"{path}{name}", replace(section, **{name: value}), value
    for field in fields(section):
        inner = getattr(section, field.name)
        if is_dataclass(inner) and not isinstance(inner, Names):
            for where, changed, value in _turned(inner, f"{path}{field.name}."):
                yield where, replace(section, **{field.name: changed}), value


@cache
def _switches(kind: type) -> dict[str, tuple[Any, ...]]:
    """The fields of a part of a book that are one of a few words, or yes or no: all they can be."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, hint in get_type_hints(kind).items():
        if hint is bool:
            found[name] = (True, False)
        elif get_origin(hint) is Literal:
            found[name] = get_args(hint)
    return found
