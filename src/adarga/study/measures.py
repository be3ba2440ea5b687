"""The studies that can be asked of one strike after another, by name: what each measures, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any, ClassVar

from adarga.plan import odds
from adarga.rules.protocol import FORBID, Matchup, Rulebook, Situation

Measured = Mapping[str, float]
"""What a study found, by measure; NaN where there is nothing to say, infinity where it never ends."""
Ask = Callable[[Rulebook, Matchup, Situation, Any], Measured]


@dataclass(frozen=True, kw_only=True, slots=True)
class NoOptions:
    """The options of a study that has none."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID


@dataclass(frozen=True, slots=True)
class Study:
    """One study.

    `ask` is a function of a module, so that it can be sent to other processes: it gets the rulebook, the matchup, the
    situation and an instance of `options`, and gives every one of `measures`. `options` is a frozen dataclass whose
    fields all have defaults. `ask` raises `AdargaError` for what the rules do not allow.
    """

    ask: Ask
    measures: tuple[str, ...]
    options: type[Any] = NoOptions


def odds_of(rulebook: Rulebook, matchup: Matchup, situation: Situation, options: NoOptions) -> Measured:
    """The odds of one strike: `mean` and `sd` of the damage, and the chances that it `hurts`, `lands`, `drops`.

    `drops` is P(damage >= the target's points), NaN where it has none on its sheet.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> matchup = Matchup(Combatant(), Combatant(absorption=0, points=5), Weapon(damage="d6"))
    >>> dict(odds_of(rulebook("absorption"), matchup, Situation(), NoOptions()))["mean"]
    3.5
    """
    found = odds(rulebook.plan(matchup, situation))
    points = matchup.target.points
    return {
        "mean": float(found.mean),
        "sd": found.damage.sd,
        "hurts": float(found.hurts),
        "lands": float(found.lands),
        "drops": nan if points is None else float(found.drops(points)),
    }


STUDIES: Mapping[str, Study] = {
    "odds": Study(odds_of, ("mean", "sd", "hurts", "lands", "drops")),
}
"""Every study by its name."""
