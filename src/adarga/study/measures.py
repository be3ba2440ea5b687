"""The studies that can be asked of one strike after another, by name: what each measures, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, nan
from typing import Annotated, Any, ClassVar

from adarga.plan import odds
from adarga.rules.protocol import FORBID, Matchup, Rulebook, Situation
from adarga.rules.values import Range

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


@dataclass(frozen=True, kw_only=True, slots=True)
class SurvivalOptions:
    """How long to look on (`rounds`), and how often the attacker strikes in each (`attacks`)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    rounds: Annotated[int, Range(1, 1000)] = 4
    attacks: Annotated[int, Range(1, 100)] = 1


def survival_odds(rulebook: Rulebook, matchup: Matchup, situation: Situation, options: SurvivalOptions) -> Measured:
    """How long the target lasts, as `adarga.study.lasting.survival_of` has it.

    `mean` and `median` strikes until it is down, `mean_rounds` the same in rounds (infinity where it never is), and
    `down` = P(down by the end of round `options.rounds`). Raises `AdargaError` where the target has no points.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> ogre = Matchup(Combatant(level=8), Combatant(absorption=3, points=7), Weapon(damage="2d6"))
    >>> found = survival_odds(rulebook("absorption"), ogre, Situation(), SurvivalOptions(rounds=3))
    >>> round(found["down"], 3), found["median"]
    (0.979, 2.0)
    """
    # It loads numpy, which the odds alone do without.
    from adarga.study.lasting import survival_of

    found = survival_of(rulebook, matchup, situation, rounds=options.rounds, attacks=options.attacks)
    mean, mean_rounds, median = found.mean, found.mean_rounds, found.median
    return {
        "mean": inf if mean is None else mean,
        "mean_rounds": inf if mean_rounds is None else mean_rounds,
        "median": inf if median is None else float(median),
        "down": float(found.down_by_round[-1]),
    }


STUDIES: dict[str, Study] = {
    "odds": Study(odds_of, ("mean", "sd", "hurts", "lands", "drops")),
    "survival": Study(survival_odds, ("mean", "mean_rounds", "median", "down"), SurvivalOptions),
}
"""Every study by its name."""
