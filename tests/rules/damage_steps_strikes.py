"""Strikes of `damage-steps` in one line each, for its tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adarga.errors import AdargaError
from adarga.plan import Blow, Check, Odds, Outcome, Plan, Reason, odds, read
from adarga.rules.building import build, shaped
from adarga.rules.damage_steps import DamageSteps, DamageStepsBook, ratings
from adarga.rules.library import rulebook, shipped
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon

SHIPPED = rulebook("damage-steps")


def book(**changes: Mapping[str, object]) -> DamageSteps:
    """The shipped book with some keys of its tables changed."""
    data: dict[str, Any] = dict(shipped("damage-steps"))
    for table, keys in shaped(changes).items():
        data[table] = data[table] | keys
    made: DamageStepsBook = build(DamageStepsBook, data)
    return DamageSteps(made)


def mail(ar: str, id: str = "mail", worn: bool = True) -> Piece:
    """A piece with these ratings."""
    return Piece(id=id, ar=ratings(ar), worn=worn)


def plan_of(damage: str, *armour: Piece, by: object = None, situation: Situation | None = None, **given: Any) -> Plan:
    """The plan of a strike; fields of weapon and target are told apart by their names."""
    weapon = {name: given.pop(name) for name in ("type", "ap", "bonus", "steps", "non_lethal") if name in given}
    target = Combatant(armour=armour, **given)
    rules = by if isinstance(by, DamageSteps) else SHIPPED
    matchup = Matchup(Combatant(), target, Weapon(damage=damage, **weapon))
    return rules.plan(matchup, situation or Situation())


def odds_of(damage: str, *armour: Piece, **given: Any) -> Odds:
    """The odds of that strike."""
    return odds(plan_of(damage, *armour, **given))


def blow_of(damage: str, *armour: Piece, **given: Any) -> Blow:
    """The blow of a strike that has no attack roll."""
    blow = plan_of(damage, *armour, **given)
    assert isinstance(blow, Blow)
    return blow


def dealt(damage: str, *armour: Piece, **given: Any) -> int:
    """What a strike of fixed damage does."""
    outcome = read(plan_of(damage, *armour, **given), {})
    assert isinstance(outcome, Outcome)
    return outcome.damage


def dice_of(blow: Plan) -> list[str]:
    """The dice of each part of a blow, in capitals."""
    assert isinstance(blow, Blow)
    return [str(part.dice + part.plus if part.plus else part.dice).upper() for part in blow.parts if part.dice]


def branch(plan: Plan, name: str) -> Blow:
    """The blow of a branch of an attack roll."""
    assert isinstance(plan, Check)
    blow = next(band.then for band in plan.bands if band.name == name)
    assert isinstance(blow, Blow)
    return blow


def idle_of(blow: Blow) -> list[str]:
    """The keys of all that is idle in a blow."""
    return [reason.key.removeprefix("damage_steps.") for part in blow.parts for reason in part.idle] + [
        reason.key.removeprefix("damage_steps.") for reason in blow.idle
    ]


def reasons_of(plan: Plan) -> Iterator[Reason]:
    """Every reason of a plan."""
    yield plan.reason
    yield from plan.idle
    if isinstance(plan, Check):
        for band in plan.bands:
            yield from reasons_of(band.then)
        return
    for part in plan.parts:
        yield from (part.reason, *part.idle, *(step.reason for step in part.soak))
    yield from (step.reason for step in plan.soak)


def every_roll(plan: Plan) -> Iterator[Outcome]:
    """Every way the dice of a strike can fall, each equally likely among those of its length."""
    waiting: list[dict[str, list[int | str]]] = [{}]
    while waiting:
        faces = waiting.pop()
        found = read(plan, faces)
        if isinstance(found, Outcome):
            yield found
        else:
            waiting += [faces | {found.name: [*faces.get(found.name, []), face]} for face in range(1, found.sides + 1)]


def error_of(damage: str = "d8", **given: Any) -> AdargaError:
    """The error a strike is refused with."""
    with pytest.raises(AdargaError) as caught:
        plan_of(damage, **given)
    return caught.value
