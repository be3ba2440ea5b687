"""The shipped absorption book, and variants of it with one switch turned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adarga.plan import Blow, Check, Plan
from adarga.rules.absorption import Absorption
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.library import rulebook

_SHIPPED = rulebook("absorption")
assert isinstance(_SHIPPED, Absorption)
RULES: Absorption = _SHIPPED
BOOK: AbsorptionBook = RULES.book


def turned(*switches: tuple[str, Any]) -> Absorption:
    """The shipped rulebook with some switches at other values: `turned(("sacrifice.who", "anyone"))`."""
    book = BOOK
    for path, value in switches:
        *group, name = path.split(".")
        if group:
            changes: dict[str, Any] = {group[0]: replace(getattr(book, group[0]), **{name: value})}
        else:
            changes = {name: value}
        book = replace(book, **changes)
    return Absorption(book)


def blows(plan: Plan) -> list[Blow]:
    """Every blow of a plan that lands, in its order."""
    if isinstance(plan, Check):
        return [blow for band in plan.bands for blow in blows(band.then)]
    return [plan] if plan.lands else []


def idle_keys(plan: Plan) -> set[str]:
    """The keys of all that is idle on the blows of a plan that land, without their area."""
    return {reason.key.removeprefix("absorption.") for blow in blows(plan) for reason in blow.idle}


def told(plan: Plan) -> set[tuple[str, str]]:
    """The rulings and keys, without their area, of all that acts or gives nothing on the blows of a plan that land."""
    reasons = [reason for blow in blows(plan) for reason in (*(step.reason for step in blow.soak), *blow.idle)]
    return {(reason.ruling, reason.key.removeprefix("absorption.")) for reason in reasons}
