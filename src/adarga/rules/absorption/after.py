"""What strikes, losses, usage rolls and passing time change, and who acts when (A2, A7 to A10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adarga.plan import Outcome, Reason, Thing
from adarga.plan.nodes import Check
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.absorption.offers import EFFECTIVENESS, SACRIFICE, SOAK, affordable
from adarga.rules.absorption.usage import STEPS_DOWN, due_for_marks, smaller_die
from adarga.rules.offers import times_taken
from adarga.rules.protocol import (
    Change,
    CheckDue,
    Clock,
    Condition,
    ConditionCleared,
    ConditionSet,
    DieStepped,
    EnergySpent,
    Fighter,
    PieceLost,
    Strike,
    Until,
)
from adarga.rules.standing import lose_points, turns_as_set

SOAKING = "soaking"


def order(fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
    """Who acts: as set, the highest initiative first, the others as listed; those at 0 points are out (A9)."""
    return turns_as_set(fighters)


def lose(fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
    """Points lost, and out of the fight at 0 (A9). Nothing where points are not counted."""
    return lose_points(fighter, loss, "A9", "absorption.loses", "absorption.out")


def after(book: AbsorptionBook, strike: Strike, clock: Clock) -> tuple[Change, ...]:
    """What a strike changes: energy spent, the shield sacrificed, points lost, usage rolls due."""
    outcome = strike.outcome
    return (
        *_energy(book, strike, clock),
        *(_sacrifice(strike) if outcome.blow.lands else ()),
        *lose(strike.target, outcome.damage, clock),
        *due_for_marks(book, outcome.marks, strike.attacker, strike.target, strike.matchup.weapon),
    )


def _energy(book: AbsorptionBook, strike: Strike, clock: Clock) -> list[Change]:
    """Energy spent on the blow by either side; what is spent before the roll is gone also on a miss."""
    changes: list[Change] = []
    weapon, lands = strike.matchup.weapon, strike.outcome.blow.lands
    if book.energy.when == "before":
        bought = 0 if weapon.spell or weapon.unabsorbable else affordable(book, strike.matchup.attacker)
    else:
        bought = times_taken(strike.situation, EFFECTIVENESS) if lands else 0
    if bought:
        spent = bought * book.energy.per_effectiveness
        reason = Reason("A2", "absorption.energy_spent", energy=spent, effectiveness=bought)
        changes.append(EnergySpent(strike.attacker.id, spent, reason))
    soaked = times_taken(strike.situation, SOAK) if lands else 0
    if soaked:
        by = soaked * book.stone_born.per_energy
        reason = Reason("A7", "absorption.energy_soaked", energy=soaked, by=by)
        if strike.target.energy is not None:
            changes.append(EnergySpent(strike.target.id, soaked, reason))
        if book.stone_born.lasts != "attack":
            until = Until("round", clock.round) if book.stone_born.lasts == "round" else Until("ever")
            amount = soaked + sum(one.amount for one in strike.target.conditions if one.name == SOAKING)
            changes.append(ConditionSet(strike.target.id, Condition(SOAKING, until, amount), reason))
    return changes


def _sacrifice(strike: Strike) -> tuple[Change, ...]:
    shield = strike.matchup.target.shield
    if shield is None or not times_taken(strike.situation, SACRIFICE):
        return ()
    piece = shield.id or "shield"
    return (PieceLost(strike.target.id, piece, Reason("A8", "absorption.shield_destroyed", piece=Thing(piece))),)


def settle(book: AbsorptionBook, due: CheckDue, outcome: Outcome) -> tuple[Change, ...]:
    """What a usage roll changes: the die steps down, or the piece is worn out and gone (A10)."""
    if outcome.path[-1:] != (STEPS_DOWN,) or not isinstance(due.plan, Check):
        return ()
    die = str(due.plan.die)
    below = smaller_die(die, book.usage.dice)
    piece = Thing(due.about)
    if below is None:
        return (PieceLost(due.who, due.about, Reason("A10", "absorption.worn_out", piece=piece, die=die)),)
    return (DieStepped(due.who, due.about, below, Reason("A10", "absorption.stepped", piece=piece, die=die, to=below)),)


def tick(fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
    """What passing time changes: soaking that lasts for the round ends with it (A7)."""
    return tuple(
        ConditionCleared(fighter.id, one.name, Reason("A7", "absorption.soaking_ends"))
        for one in fighter.conditions
        if one.name == SOAKING and one.until.when == "round" and now.round > one.until.at
    )


def essence(fighter: Fighter) -> Fighter:
    """A fighter without wounds, its pieces in one order, no dice of those that are gone."""
    usage = tuple(sorted(pair for pair in fighter.usage if pair[0] not in fighter.lost))
    return replace(fighter, wounds=(), usage=usage, lost=tuple(sorted(fighter.lost)))
