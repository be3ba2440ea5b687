"""Strikes of `percentile` in one line each, for its tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from adarga.plan import Blow, Check, Odds, Outcome, Plan, Reason, odds, read
from adarga.rules.building import build, shaped
from adarga.rules.library import rulebook, shipped
from adarga.rules.percentile import Percentile
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.protocol import (
    Combatant,
    Condition,
    Fighter,
    Matchup,
    Piece,
    Situation,
    Weapon,
    Wound,
)

SHIPPED = rulebook("percentile")
CHOICES = {field.name for field in fields(Situation)}


def book(**changes: Mapping[str, object]) -> Percentile:
    """The shipped book with some keys of its tables changed."""
    data: dict[str, Any] = dict(shipped("percentile"))
    for table, keys in shaped(changes).items():
        data[table] = data.get(table, {}) | keys
    made: PercentileBook = build(PercentileBook, data)
    return Percentile(made)


def matchup(damage: str, skill: int | None, *armour: int, **target: Any) -> Matchup:
    """A weapon against a target with pieces of so many points."""
    pieces = tuple(Piece(id=f"piece-{points}", points=points) for points in armour)
    return Matchup(Combatant(), Combatant(armour=pieces, **target), Weapon(damage=damage, skill=skill))


def plan_of(damage: str, skill: int | None = None, *armour: int, by: Percentile | None = None, **given: Any) -> Plan:
    """The plan of a strike; the choices of its situation and the fields of the target are told apart by name."""
    chosen = {name: given.pop(name) for name in CHOICES & given.keys()}
    return (by or SHIPPED).plan(matchup(damage, skill, *armour, **given), Situation(**chosen))


def odds_of(damage: str, skill: int | None = None, *armour: int, **given: Any) -> Odds:
    """The odds of that strike."""
    return odds(plan_of(damage, skill, *armour, **given))


def check_of(plan: Plan, *path: str) -> Check:
    """The check reached by the first bands of these names."""
    for name in path:
        assert isinstance(plan, Check)
        plan = next(band.then for band in plan.bands if band.name == name)
    assert isinstance(plan, Check)
    return plan


def outcome_of(plan: Plan, **faces: list[int]) -> Outcome:
    """A strike read to its end."""
    outcome = read(plan, faces)
    assert isinstance(outcome, Outcome)
    return outcome


def chance_of(check: Check, *names: str) -> int:
    """How many faces of a d100 lead to bands of these names."""
    return sum(last - first + 1 for band in check.bands if band.name in names for first, last in band.faces)


def reasons(plan: Plan) -> Iterator[Reason]:
    """Every reason of a plan, idle ones too."""
    yield plan.reason
    yield from plan.idle
    if isinstance(plan, Check):
        for band in plan.bands:
            yield from reasons(band.then)
        return
    assert isinstance(plan, Blow)
    for part in plan.parts:
        yield part.reason
        yield from part.idle
        yield from (step.reason for step in part.soak)


def keys(plan: Plan) -> set[str]:
    """The keys of every reason of a plan, without the book's head."""
    return {reason.key.removeprefix("percentile.") for reason in reasons(plan)}


def fighter(
    points: int | None = 12,
    full: int | None = 12,
    *conditions: Condition,
    wounds: tuple[Wound, ...] = (),
    **sheet: Any,
) -> Fighter:
    """A fighter with points left of full ones."""
    sheet = {"constitution": 12} | sheet
    return Fighter(
        id="x",
        combatant=Combatant(points=full, **sheet),
        points=points,
        conditions=conditions,
        wounds=wounds,
    )
