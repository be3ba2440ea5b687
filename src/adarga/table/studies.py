"""Studies as data, from named values: what the API answers and the page of numbers draws. No fight, no token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from adarga.errors import AdargaError
from adarga.interop.strikes import Struck, strike_of
from adarga.plan import Odds, odds, to_json
from adarga.rules.protocol import Combatant
from adarga.study.axes import axis
from adarga.study.contest import Opening, Side
from adarga.study.duel import duel
from adarga.study.survival import survival
from adarga.study.tables import MEASURES, matrix
from adarga.telling.data import Json

MOST_CELLS, MOST_STRIKES, MOST_ROUNDS = 800, 200, 60
_QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def odds_data(rulebook: str, house: str | None, values: Mapping[str, Any]) -> Json:
    """A strike's odds: chances, mean and deviation, every amount of damage, branches, marks, and its plan.

    Raises `AdargaError` for values that are wrong or do not go together.
    """
    struck = strike_of(rulebook, house, values)
    plan = struck.book.plan(struck.matchup, struck.situation)
    found = odds(plan)
    data: Json = {
        "rulebook": struck.book.id,
        "damage": {str(value): float(share) for value, share in found.damage.pmf().items()},
        "mean": float(found.mean),
        "sd": found.damage.sd,
        "lands": float(found.lands),
        "hurts": float(found.hurts),
        "branches": {name: float(found.branch(name)) for name in found.branches},
    }
    points = struck.matchup.target.points
    if points is not None:
        data["drops"] = float(found.drops(points))
    return data | {"plan": to_json(plan)}


def law(struck: Struck) -> Odds:
    """The odds of a strike."""
    return odds(struck.book.plan(struck.matchup, struck.situation))


def survival_data(rulebook: str, house: str | None, values: Mapping[str, Any], strikes: int = 30) -> Json:
    """How soon the strike takes the target's points. Raises `AdargaError` (`study.no_points`, ...)."""
    struck = strike_of(rulebook, house, values)
    points = struck.matchup.target.points
    if points is None:
        raise AdargaError("interop.needs_points")
    found = survival(law(struck), points, strikes=min(strikes, MOST_STRIKES))
    return {
        "rulebook": struck.book.id,
        "points": points,
        "down": [float(one) for one in found.down],
        "mean": None if found.mean is None else float(found.mean),
        "quantiles": {str(q): found.quantile(q) for q in _QUANTILES},
    }


def matrix_data(
    rulebook: str, house: str | None, values: Mapping[str, Any], rows: str, columns: str, measure: str = "mean"
) -> Json:
    """A measure of the strike along two axes, such as `weapons` and `ar=0..10`. Raises `AdargaError`."""
    struck = strike_of(rulebook, house, values)
    down, across = axis(struck.book, rows), axis(struck.book, columns)
    if len(down.entries) * len(across.entries) > MOST_CELLS:
        raise AdargaError("interop.cells", most=MOST_CELLS, cells=len(down.entries) * len(across.entries))
    return matrix(struck.book, struck.matchup, struck.situation, down, across, measure).as_data()


def measures() -> tuple[str, ...]:
    """The measures a matrix can show."""
    return tuple(MEASURES)


def duel_data(
    rulebook: str,
    house: str | None,
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    opening: Opening = "order",
    habit: Literal["never", "always", "last", "best"] = "never",
) -> Json:
    """A duel to the end. Each side's values are those of a strike at it: its `points` and defences, its `damage`.

    Raises `AdargaError` for values that are wrong, and for duels that would take minutes.
    """
    one, two = strike_of(rulebook, house, first), strike_of(rulebook, house, second)
    sides = [Side(sheet=_fighter(struck), habit=habit) for struck in (one, two)]
    found = duel(one.book, sides[0], sides[1], opening=opening)
    return {
        "rulebook": one.book.id,
        "first": float(found.first),
        "second": float(found.second),
        "neither": float(found.neither),
        "never": float(found.never),
        "mean_rounds": None if found.mean_rounds is None else float(found.mean_rounds),
    }


def _fighter(struck: Struck) -> Combatant:
    """Who a strike's values describe: the target's body with the attacker's arms."""
    matchup = struck.matchup
    if matchup.target.points is None:
        raise AdargaError("interop.needs_points")
    return replace(
        matchup.target,
        weapons=(matchup.weapon,),
        level=matchup.attacker.level,
        energy=matchup.attacker.energy,
        strength=matchup.attacker.strength,
    )
