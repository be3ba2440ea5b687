"""How each fighter of a skirmish decides: whom it strikes, with what, what it takes of the offers, when it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from adarga.study.habits import Threshold, pick
from adarga.study.standings import Standings
from adarga.study.strikes import Action, Chance, StrikeLaw, Strikes

Aiming = Literal["weakest", "nearest", "random"]
"""Whom it strikes of the others who can act: who has fewest points left, who is listed first, or anyone by weight."""

Taking = Literal["never", "always", "last"] | tuple[Threshold, ...]
"""What it takes of what is on offer: a habit of `adarga.study.habits` that looks at this strike alone."""

Arming = Literal["first", "best"]
"""What it strikes with, of what it still has: the first weapon of its sheet, or the one of most mean damage."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """How a fighter decides.

    `retreat` is the share (0 to 1) of its full points at which, or below, it leaves the fight when its turn comes; 0:
    never. `weight` (0 to 10000) says how likely it is to be struck by who strikes at random, beside others' weights;
    of those of weight 0 the first listed is struck where nobody else is left.
    """

    aim: Aiming = "weakest"
    take: Taking = "last"
    arm: Arming = "first"
    retreat: Fraction = Fraction(0)
    weight: int = 1


def chosen_action(strikes: Strikes, attacker: int, target: int, arm: Arming) -> tuple[Action, StrikeLaw] | None:
    """What a standing strikes another with, None where it has nothing left to strike with.

    Raises `AdargaError` for a strike that the rules do not allow.
    """
    found: list[tuple[Action, StrikeLaw]] = []
    for weapon in strikes.standings.fighters[attacker].combatant.weapons:
        action = Action(weapon.id or weapon.name.en)
        law = strikes.law(attacker, target, action)
        if law is not None:
            found.append((action, law))
            if arm == "first":
                break
    return max(found, key=lambda one: _mean(one[1]), default=None)


def _mean(law: StrikeLaw) -> Fraction:
    return Fraction(sum(chance.weight * chance.damage[0][0] for chance in law.chances), law.denominator)


def chosen(
    standings: Standings, target: int, law: StrikeLaw, chance: Chance, takes: tuple[Taking, Taking], round: int
) -> tuple[int, int]:
    """The numbers of the attacker's choice and then of the target's, once the dice fell so."""
    if len(law.attacker) == len(law.target) == 1:
        return 0, 0
    points = standings.fighters[target].points or 0

    def down(damage: int) -> Fraction:
        ends = standings.lose(target, damage, round)
        return sum((odds for odds, number in ends if not standings.able(number)), Fraction(0))

    struck = [row[0] for row in chance.damage]
    mine = pick(takes[0], law.attacker, struck, points, lambda a: down(struck[a]))
    row = chance.damage[mine or 0]
    theirs = pick(takes[1], law.target, [-damage for damage in row], -points, lambda t: -down(row[t]))
    return mine or 0, theirs or 0
