"""P9 and P10: what losing points leads to, what passing time undoes, and the checks it owes."""

from __future__ import annotations

from dataclasses import replace

from adarga.dice import dice, parse
from adarga.plan import Band, Blow, Check, Outcome, Part, Reason
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.percentile.chances import held
from adarga.rules.percentile.turns import helpless, lies_low
from adarga.rules.protocol import (
    Change,
    CheckDue,
    Clock,
    Condition,
    ConditionCleared,
    ConditionSet,
    Fighter,
    PointsChanged,
    Until,
    Wound,
    Wounded,
)

HOUR = 60
NOTED = ("lasting-effect", "consciousness-due")
"""Conditions that are for the game master to read: no rule does."""
DAY = 24 * HOUR


def is_severe(book: PercentileBook, full: int, loss: int) -> bool:
    """P9: whether a single loss of a life of `full` points is severe: more than half of it (`wounds.severe_above`).

    >>> from adarga.rules.library import rulebook
    >>> [is_severe(rulebook("percentile").book, 12, loss) for loss in (6, 7)]
    [False, True]
    """
    return 100 * loss > book.wounds.severe_above * full


def light_sum(book: PercentileBook, fighter: Fighter, minutes: int) -> int:
    """P9: the points lost to light wounds within less than 24 hours before a moment (`wounds.window_hours`)."""
    since = minutes - book.wounds.window_hours * HOUR
    return sum(wound.loss for wound in fighter.wounds if not wound.severe and wound.minutes > since)


def consciousness(book: PercentileBook, constitution: int) -> Check:
    """P10: the check to stay conscious, d100 at or under CON times `wounds.check_factor`."""
    chance = held(constitution * book.wounds.check_factor)
    succeeds, fails = book.split(chance)
    reason = Reason(
        "P10",
        "percentile.consciousness",
        constitution=constitution,
        factor=book.wounds.check_factor,
        chance=chance,
    )
    falls = Blow(reason=Reason("P10", "percentile.falls"))
    stays = Blow(reason=Reason("P10", "percentile.stays"))
    bands = (Band("unconscious", fails, falls), Band("conscious", succeeds, stays))
    return Check("consciousness", dice(1, 100), bands, reason)


def wear(thing: Fighter, damage: int) -> tuple[Change, ...]:
    """P7 for a thing that stands by itself: what is left of the damage stops in it."""
    loss = min(damage, thing.points or 0)
    if loss <= 0:
        return ()
    left = (thing.points or 0) - loss
    hurt = PointsChanged(thing.id, -loss, Reason("P7", "percentile.resistance", by=loss, left=left))
    if left:
        return (hurt,)
    return hurt, ConditionSet(thing.id, Condition("broken"), Reason("P7", "percentile.object_broken"))


def lose(book: PercentileBook, fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
    """What losing `loss` points at once changes: points never fall below 0, the wound counts whole.

    A thing is not wounded: it wears away.
    """
    if fighter.has("object"):
        return wear(fighter, loss)
    full = fighter.combatant.points
    if loss <= 0 or fighter.points is None or full is None:
        return ()
    left = max(fighter.points - loss, 0)
    severe = is_severe(book, full, loss)
    total = loss + light_sum(book, fighter, clock.minutes)
    due = not severe and is_severe(book, full, total)
    changes: list[Change] = []
    if left != fighter.points:
        changes.append(
            PointsChanged(fighter.id, left - fighter.points, Reason("", "percentile.loses", by=loss, left=left))
        )
    reason = _wound_reason(book, severe, due, loss, total, full)
    changes.append(Wounded(fighter.id, Wound(loss, severe, clock.minutes), reason))
    if book.wounds.beyond_light == "family" and not fighter.has("dead"):
        changes += _beyond(book, fighter, left, severe, due, clock)
    elif left == 0 and not fighter.has("dead") and not fighter.has("out"):
        changes.append(ConditionSet(fighter.id, Condition("out"), Reason("", "percentile.out")))
    return tuple(changes)


def _wound_reason(book: PercentileBook, severe: bool, due: bool, loss: int, total: int, full: int) -> Reason:
    share, hours = book.wounds.severe_above, book.wounds.window_hours
    if severe:
        return Reason("P9", "percentile.severe", by=loss, share=share, full=full)
    if due:
        return Reason("P9", "percentile.light_past_half", by=loss, total=total, hours=hours, share=share, full=full)
    return Reason("P9", "percentile.light", by=loss, total=total, hours=hours, full=full)


def _beyond(book: PercentileBook, fighter: Fighter, left: int, severe: bool, due: bool, clock: Clock) -> list[Change]:
    """P10: what a wound leads to; what lies lower on the scale of life goes before the rest."""
    changes: list[Change] = []
    if severe:
        lasting = Reason("P10", "percentile.lasting")
        changes.append(ConditionSet(fighter.id, Condition("lasting-effect"), lasting))
    if left == 0:
        if not fighter.has("dying"):
            until = Until("round", clock.round + book.wounds.dying_rounds)
            reason = Reason("P10", "percentile.dying", rounds=book.wounds.dying_rounds)
            changes.append(ConditionSet(fighter.id, Condition("dying", until), reason))
    elif left <= book.wounds.unconscious_at:
        if not any(map(_until_points, fighter.conditions)):
            changes.append(_lies_down(book, fighter, left))
    elif severe:
        until = Until("round", min(clock.round + left, _failing_until(fighter, clock.round + left)))
        reason = Reason("P10", "percentile.failing", rounds=left)
        changes.append(ConditionSet(fighter.id, Condition("failing", until), reason))
    elif due and not fighter.has("unconscious"):
        changes += _check(book, fighter)
    return changes


def _lies_down(book: PercentileBook, fighter: Fighter, left: int) -> ConditionSet:
    wakes = book.wounds.unconscious_at + 1
    reason = Reason("P10", "percentile.low", left=left, wakes=wakes)
    return ConditionSet(fighter.id, Condition("unconscious", Until("ever", wakes)), reason)


def _until_points(condition: Condition) -> bool:
    """Whether it lasts until points are back: `at` is how many. What a game master sets for ever stays."""
    return condition.name == "unconscious" and condition.until.when == "ever" and condition.until.at > 0


def _failing_until(fighter: Fighter, otherwise: int) -> int:
    return min((one.until.at for one in fighter.conditions if one.name == "failing"), default=otherwise)


def _check(book: PercentileBook, fighter: Fighter) -> list[Change]:
    constitution = fighter.combatant.constitution
    if constitution is None:
        reason = Reason("P10", "percentile.no_constitution")
        return [ConditionSet(fighter.id, Condition("consciousness-due"), reason)]
    reason = Reason("P10", "percentile.check_due", constitution=constitution, factor=book.wounds.check_factor)
    return [CheckDue(fighter.id, "consciousness", consciousness(book, constitution), reason)]


def _faints(book: PercentileBook, fighter: Fighter, clock: Clock, reason: Reason) -> ConditionSet:
    until = Until("minute", clock.minutes + book.wounds.unconscious_minutes)
    return ConditionSet(fighter.id, Condition("unconscious", until), reason)


def settle(book: PercentileBook, due: CheckDue, outcome: Outcome, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
    """What the roll of a check that fell due changes: fallen unconscious, or points healed."""
    if due.name == "consciousness":
        if outcome.branch == "conscious":
            return ()
        reason = Reason("P10", "percentile.faints", minutes=book.wounds.unconscious_minutes)
        return (_faints(book, fighter, clock, reason),)
    full = fighter.combatant.points
    if due.name != "healing" or fighter.points is None or full is None or not _heals(fighter):
        return ()
    gain = min(outcome.damage, full - fighter.points)
    if gain <= 0:
        return ()
    left = fighter.points + gain
    gained = PointsChanged(fighter.id, gain, Reason("P10", "percentile.heals", by=gain, left=left))
    return gained, *healed(book, replace(fighter, points=left))


def healed(book: PercentileBook, fighter: Fighter) -> tuple[Change, ...]:
    """P10: what points that came back lead to: it lies unconscious while there are too few, and wakes with enough."""
    if not _heals(fighter):
        return ()
    if lies_low(book, fighter):
        return () if fighter.has("unconscious") else (_lies_down(book, fighter, fighter.points or 0),)
    if any(map(_until_points, fighter.conditions)):
        return (ConditionCleared(fighter.id, "unconscious", Reason("P10", "percentile.wakes")),)
    return ()


def _heals(fighter: Fighter) -> bool:
    """Whether points can come back by nature: not to a thing, nor to what is broken or dead."""
    return not any(map(fighter.has, ("object", "broken", "dead")))


def tick(book: PercentileBook, fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
    """What the passing of rounds or game time changes; what lasts until its own turn ends there, not here.

    Nothing passes or heals in a thing.
    """
    if fighter.has("object"):
        return ()
    changes: list[Change] = []
    for condition in fighter.conditions:
        changes += _passing(book, fighter, condition, now)
    changes += _healing(book, fighter, before, now)
    return tuple(changes)


def _expired(until: Until, now: Clock) -> bool:
    return (until.when == "round" and now.round > until.at) or (until.when == "minute" and now.minutes >= until.at)


def _passing(book: PercentileBook, fighter: Fighter, condition: Condition, now: Clock) -> list[Change]:
    if condition.name == "unconscious":
        return _sleeping(book, fighter, condition, now)
    if not _expired(condition.until, now):
        return []
    ends = ConditionCleared(fighter.id, condition.name, Reason("", "percentile.condition_ends"))
    if condition.name == "dying":
        return [ends, ConditionSet(fighter.id, Condition("dead"), Reason("P10", "percentile.dies"))]
    if condition.name == "failing" and not helpless(book, fighter):
        reason = Reason("P10", "percentile.collapses", minutes=book.wounds.unconscious_minutes)
        return [ends, _faints(book, fighter, now, reason)]
    return [ends]


def _sleeping(book: PercentileBook, fighter: Fighter, condition: Condition, now: Clock) -> list[Change]:
    """Who lies unconscious wakes when the hour is over, but with 1 or 2 points left not before it has 3."""
    until, low = condition.until, lies_low(book, fighter)
    if _expired(until, now):
        if low:
            return [_lies_down(book, fighter, fighter.points or 0)]
    elif low or not _until_points(condition):
        return []
    return [ConditionCleared(fighter.id, "unconscious", Reason("P10", "percentile.wakes"))]


def _healing(book: PercentileBook, fighter: Fighter, before: Clock, now: Clock) -> list[Change]:
    """P10: the dice of natural healing for each whole week of game time that ended, while points are missing."""
    full, points = fighter.combatant.points, fighter.points
    if book.wounds.beyond_light == "off" or full is None or points is None or points >= full:
        return []
    if not _heals(fighter) or fighter.has("dying"):
        return []
    span = book.wounds.healing_days * DAY
    weeks = min(now.minutes // span - before.minutes // span, full - points)
    if weeks <= 0:
        return []
    rest = Reason("P10", "percentile.rest", dice=book.wounds.healing, days=book.wounds.healing_days)
    plan = Blow(tuple(Part(parse(book.wounds.healing), reason=rest) for _ in range(weeks)), reason=rest)
    return [CheckDue(fighter.id, "healing", plan, Reason("P10", "percentile.healing_due", weeks=weeks))]


def essence(book: PercentileBook, fighter: Fighter, clock: Clock) -> Fighter:
    """A fighter without the past that no wound to come can count on.

    Its light wounds are one; once any further light one owes a check, how many points they were is all the same.
    """
    full = fighter.combatant.points
    light = 0
    if full is not None and book.wounds.beyond_light == "family":
        light = min(light_sum(book, fighter, clock.minutes), book.wounds.severe_above * full // 100)
    return replace(
        fighter,
        wounds=(Wound(light, False, clock.minutes),) if light else (),
        conditions=tuple(sorted(_read(fighter), key=lambda one: one.name)),
        pr=tuple(sorted(fighter.pr)),
        lost=tuple(sorted(fighter.lost)),
    )


def _read(fighter: Fighter) -> list[Condition]:
    return [one for one in fighter.conditions if one.name not in NOTED]
