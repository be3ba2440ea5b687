"""How long a target lasts by a rulebook: which loss of points brings it down, and the survival of strikes at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, overload

from adarga.dice import Distribution
from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.protocol import Combatant, Fighter, Matchup, Rulebook, Situation
from adarga.study.survival import ExactSurvival, Points, Survival, law_of, survival

ROUNDS = 12
_PLAIN = Situation()


def downing_loss(rulebook: Rulebook, target: Combatant, points: int) -> int:
    """The least loss of points after which one with `points` full points can no longer act; 0: it never could.

    Only the points left count here, asked of the rulebook's turn order: no turn, no act.

    >>> from adarga.rules.library import rulebook
    >>> [downing_loss(rulebook(book), Combatant(), 12) for book in ("absorption", "percentile")]
    [12, 10]
    """
    sheet = replace(target, points=points)
    for left in range(points + 1):
        if rulebook.order((Fighter(id="", combatant=sheet, points=left),), 1):
            return points - left + 1
    return 0


def capacity(rulebook: Rulebook, target: Combatant, points: Points) -> Distribution:
    """The law of the loss that brings a target down whose full points are `points`. Raises what their notation does."""
    counts: dict[int, int] = {}
    for full, ways in law_of(points).counts.items():
        loss = downing_loss(rulebook, target, full) if full > 0 else 0
        counts[loss] = counts.get(loss, 0) + ways
    return Distribution(counts)


@overload
def survival_of(
    rulebook: Rulebook,
    matchup: Matchup | Sequence[Matchup],
    situation: Situation = _PLAIN,
    points: Points | None = None,
    *,
    rounds: int = ROUNDS,
    attacks: int = 1,
    exact: Literal[False] = False,
) -> Survival: ...


@overload
def survival_of(
    rulebook: Rulebook,
    matchup: Matchup | Sequence[Matchup],
    situation: Situation = _PLAIN,
    points: Points | None = None,
    *,
    rounds: int = ROUNDS,
    attacks: int = 1,
    exact: bool,
) -> Survival | ExactSurvival: ...


def survival_of(
    rulebook: Rulebook,
    matchup: Matchup | Sequence[Matchup],
    situation: Situation = _PLAIN,
    points: Points | None = None,
    *,
    rounds: int = ROUNDS,
    attacks: int = 1,
    exact: bool = False,
) -> Survival | ExactSurvival:
    """How long a target lasts, struck `attacks` times a round by each of one or several matchups, for `rounds` rounds.

    `points` are the full points of the target, to begin with (None: those of its sheet). Every strike has the odds of
    the plan as it stands at the first: shields, armour and energy are not used up. Down means that the points left do
    not let it act; a check, a wound or a condition that takes it out earlier is not counted. A thing struck at as an
    object (`situation.object`) is down when no resistance points are left: give them as `points`.

    Raises `AdargaError`: `study.survival.no_points`, `.targets` (matchups that differ in the target), those of
    `survival` and what the rules do not allow.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Weapon
    >>> ogre = Matchup(Combatant(level=8), Combatant(absorption=3, points=7), Weapon(damage="2d6"))
    >>> found = survival_of(rulebook("absorption"), ogre, rounds=3)
    >>> found.down.round(3).tolist(), found.median
    ([0.167, 0.734, 0.979], 2)
    """
    matchups = (matchup,) if isinstance(matchup, Matchup) else tuple(matchup)
    if not matchups:
        raise AdargaError("study.survival.nobody")
    target = matchups[0].target
    if any(one.target != target for one in matchups):
        raise AdargaError("study.survival.targets")
    if points is None and target.points is None:
        raise AdargaError("study.survival.no_points")
    wanted = law_of(target.points or 0) if points is None else law_of(points)
    downing = wanted if situation.object else capacity(rulebook, target, wanted)
    strikes = [odds(rulebook.plan(one, situation)) for one in matchups for _ in range(attacks)]
    many = rounds * len(strikes)
    return survival(strikes, downing, strikes=many, exact=True) if exact else survival(strikes, downing, strikes=many)
