"""The studies that can be asked of one strike after another, by name: what each measures, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Annotated, Any, ClassVar, Literal

from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.protocol import FORBID, Combatant, Matchup, Rulebook, Situation
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


@dataclass(frozen=True, kw_only=True, slots=True)
class DuelOptions:
    """What each side does about offers, and who acts first in every round, as `adarga.study.duel.duel` has them."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    attacker: Literal["never", "always", "last", "best"] = "never"
    target: Literal["never", "always", "last", "best"] = "never"
    opening: Literal["order", "first", "second"] = "order"


def duel_odds(rulebook: Rulebook, matchup: Matchup, situation: Situation, options: DuelOptions) -> Measured:
    """A duel to the end, the target striking back with the first weapon of its sheet.

    The chances that the attacker wins (`first`), the target does (`second`), `neither` stands, it `never` ends, and
    `mean_rounds` (infinity where it may never end). Raises `AdargaError` where one has no points or no weapon, and
    (`sweep.no_situation`) for a situation: a duel makes its own.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> ogre = Combatant(name="ogre", level=1, points=2, weapons=(Weapon(id="club", damage="d2"),))
    >>> duel_odds(rulebook("absorption"), Matchup(ogre, ogre, ogre.weapons[0]), Situation(), DuelOptions())["first"]
    0.75
    """
    from adarga.study.contest import Side
    from adarga.study.duel import duel

    attacker, target = _both(matchup, situation, "duel")
    sides = Side(sheet=attacker, habit=options.attacker), Side(sheet=target, habit=options.target)
    found = duel(rulebook, *sides, opening=options.opening)
    chances = {name: float(getattr(found, name)) for name in ("first", "second", "neither", "never")}
    return chances | {"mean_rounds": inf if found.mean_rounds is None else float(found.mean_rounds)}


@dataclass(frozen=True, kw_only=True, slots=True)
class SkirmishOptions:
    """How many there are of each side, and how it is simulated: as many `fights`, from a `seed`, to a `last_round`."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    attackers: Annotated[int, Range(1, 100)] = 1
    targets: Annotated[int, Range(1, 100)] = 1
    fights: Annotated[int, Range(1, 10_000_000)] = 10_000
    seed: Annotated[int, Range(0, 2**53)] = 1
    last_round: Annotated[int, Range(1, 100_000)] = 1000


def skirmish_odds(rulebook: Rulebook, matchup: Matchup, situation: Situation, options: SkirmishOptions) -> Measured:
    """Whole fights between so many of the attacker's kind and so many of the target's, simulated.

    The chances that the attackers win (`first`) and the targets do (`second`), each with its 95 % interval (`_low`,
    `_high`), that it is `undecided` after the last round, and the mean `rounds`. The seed is the same at every point,
    so that what differs between two points is not the luck. Raises `AdargaError` as `duel_odds` does.
    """
    from adarga.study.skirmish import Troop, mustered, skirmish

    attacker, target = _both(matchup, situation, "skirmish")
    first, second = Troop(sheet=attacker, count=options.attackers), Troop(sheet=target, count=options.targets)
    start = mustered(rulebook, {"first": [first], "second": [second]})
    found = skirmish(rulebook, start, seed=options.seed, fights=options.fights, last_round=options.last_round)
    chances = {
        f"{side}{tail}": float(value)
        for side, its in found.wins.items()
        for tail, value in (("", its.value), ("_low", its.low), ("_high", its.high))
    }
    return chances | {"undecided": found.undecided.value, "rounds": found.rounds.value}


def _both(matchup: Matchup, situation: Situation, study: str) -> tuple[Combatant, Combatant]:
    """The two sheets of a fight, the attacker's with the one weapon it strikes with."""
    if situation != Situation():
        raise AdargaError("sweep.no_situation", study=study)
    return replace(matchup.attacker, weapons=(matchup.weapon,)), matchup.target


_WINS = tuple(f"{side}{tail}" for side in ("first", "second") for tail in ("", "_low", "_high"))

STUDIES: dict[str, Study] = {
    "odds": Study(odds_of, ("mean", "sd", "hurts", "lands", "drops")),
    "survival": Study(survival_odds, ("mean", "mean_rounds", "median", "down"), SurvivalOptions),
    "duel": Study(duel_odds, ("first", "second", "neither", "never", "mean_rounds"), DuelOptions),
    "skirmish": Study(skirmish_odds, (*_WINS, "undecided", "rounds"), SkirmishOptions),
}
"""Every study by its name."""
