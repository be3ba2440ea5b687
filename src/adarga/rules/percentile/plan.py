"""From a matchup to its plan: the attack, the target's dodge or block, and the blow behind protection.

Branches are `miss`, `hit` and, where the target reacts, `hit/dodged` and `hit/undodged`, `hit/blocked` and
`hit/unblocked`. Without a skill there is no roll to hit: the branch is `lands`, or, where the sheet has a dodge or
block, that check alone: `dodged`, `undodged`, `blocked`, `unblocked`. Simplified damage without a roll to hit can
ask for a d10 (`simplified.no_roll`): a check named `damage` whose every digit `lands`.
"""

from __future__ import annotations

from dataclasses import dataclass

from adarga.dice import dice, parse
from adarga.plan import Band, Blow, Check, Part, Plan, Reason, Reduce, Thing, runs
from adarga.plan.nodes import Runs
from adarga.rules.offers import hold_to_offers
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.percentile.chances import attack_chance, attack_why, choose, reaction_chance, reaction_why
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation

D100 = dice(1, 100)
D10 = dice(1, 10)
UNITS = tuple(((digit or 10, digit or 10),) for digit in range(10))
"""The face of a d10 that shows each digit."""
MISS = Blow(reason=Reason("P1", "percentile.miss"))
UNLUCKY = Blow(reason=Reason("P1", "percentile.always_fails"))
LUCKY = Reason("P1", "percentile.always_succeeds")
DODGED = Blow(reason=Reason("P1", "percentile.dodged"))
BLOCKED = Blow(reason=Reason("P1", "percentile.blocked"))
DAMAGE = Reason("", "percentile.damage")
NO_ROLL = Reason("P8", "percentile.no_roll")

Idle = tuple[Reason, ...]
Soak = tuple[Reduce, ...]


def compile(book: PercentileBook, matchup: Matchup, situation: Situation) -> Plan:
    """The plan of one strike.

    Raises `AdargaError` for damage that is not dice (`dice.…`), an offer taken (`offer.nothing`), and a reaction
    chosen that is not on the target's sheet (`percentile.no_dodge`, `percentile.no_block`).
    """
    if situation.take:
        hold_to_offers(situation, ())
    reaction, idle = _reaction(book, matchup, situation)
    idle += _without_effect(matchup, situation, reaction)
    simplified = book.simplified.on if situation.simplified is None else situation.simplified
    soak, bare = protection(book, matchup.target, situation)
    damage, skill = parse(matchup.weapon.damage), matchup.weapon.skill
    if skill is None:
        if not simplified or book.simplified.no_roll == "dice":
            blow = Blow((Part(damage, 0, soak, reason=DAMAGE, idle=(NO_ROLL, *bare) if simplified else bare),))
            return _reacted(blow, reaction, idle)
        bands = tuple(
            Band("lands", UNITS[digit], Blow((_soaked(part, soak, bare),)))
            for digit, part in enumerate(book.reading(damage).parts)
        )
        return _reacted(Check("damage", D10, bands, Reason("P8", "percentile.units")), reaction, idle)
    chance = attack_chance(book, skill, situation)
    why, held = attack_why(book, skill, situation)
    if simplified:
        fails, digits = book.digits(chance)
        parts = book.reading(damage).parts
        hits = [Band("hit", digits[n], _reacted(Blow((_soaked(parts[n], soak, bare),)), reaction)) for n in range(10)]
    else:
        succeeds, fails = book.split(chance)
        part = Part(damage, 0, soak, reason=DAMAGE, idle=bare)
        hits = [Band("hit", succeeds, _reacted(Blow((part,)), reaction))]
        always = _beyond(succeeds, range(1, chance + 1))
        if always:
            lucky = _reacted(Blow((part,), reason=LUCKY), reaction)
            usual = runs(_faces(succeeds) - always)
            hits = [Band("hit", usual, hits[0].then), Band("hit", runs(always), lucky)]
    never = _beyond(fails, range(chance + 1, 101))
    misses = [Band("miss", fails, MISS)]
    if never:
        misses = [Band("miss", runs(_faces(fails) - never), MISS), Band("miss", runs(never), UNLUCKY)]
    return Check("attack", D100, (*misses, *hits), why, held + idle)


def _faces(found: Runs) -> set[int]:
    return {face for first, last in found for face in range(first, last + 1)}


def _beyond(found: Runs, chance: range) -> set[int]:
    """The faces among some that are not there by the chance: those that always succeed or fail (P1)."""
    if len(found) < 2 and all(first in chance and last in chance for first, last in found):
        return set()
    return _faces(found).difference(chance)


def _soaked(part: Part, soak: Soak, idle: Idle) -> Part:
    return Part(None, part.plus, part.soak + soak, reason=part.reason, idle=idle)


@dataclass(frozen=True, slots=True)
class _Reaction:
    """A dodge or block the target will try: its faces, what they are called, and why."""

    name: str
    good: Band
    bad: str
    fails: Runs
    reason: Reason
    idle: Idle


def _reaction(book: PercentileBook, matchup: Matchup, situation: Situation) -> tuple[_Reaction | None, Idle]:
    target = matchup.target
    if situation.object and matchup.weapon.skill is None:
        able = target.dodge is not None or target.block is not None
        still = (Reason("P7", "percentile.object_still"),) if able else ()
        return None, (Reason("P7", "percentile.object_no_roll"), *still)
    kind, idle = choose(book, target, situation)
    skill = target.dodge if kind == "dodge" else target.block
    if kind is None or skill is None:
        return None, idle
    succeeds, fails = book.split(reaction_chance(book, kind, skill, situation))
    reason, held = reaction_why(book, kind, skill, situation)
    if kind == "dodge":
        return _Reaction(kind, Band("dodged", succeeds, DODGED), "undodged", fails, reason, held), idle
    return _Reaction(kind, Band("blocked", succeeds, BLOCKED), "unblocked", fails, reason, held), idle


def _reacted(then: Plan, reaction: _Reaction | None, idle: Idle = ()) -> Plan:
    """What lands, behind the target's dodge or block if it tries one; `idle` goes to whichever comes first."""
    if reaction is not None:
        bands = (reaction.good, Band(reaction.bad, reaction.fails, then))
        return Check(reaction.name, D100, bands, reaction.reason, reaction.idle + idle)
    if not idle:
        return then
    if isinstance(then, Check):
        return Check(then.name, then.die, then.bands, then.reason, then.idle + idle)
    return Blow(then.parts, reason=then.reason, idle=then.idle + idle)


def _without_effect(matchup: Matchup, situation: Situation, reaction: _Reaction | None) -> Idle:
    """What was chosen and has no roll to act on."""
    idle: list[Reason] = []
    rolls = matchup.weapon.skill is not None
    if situation.modifier and not rolls:
        idle.append(Reason("P1", "percentile.modifier_idle", modifier=situation.modifier))
    if situation.prone and not rolls and reaction is None:
        idle.append(Reason("P2", "percentile.prone_idle"))
    if reaction is None:
        if situation.defending:
            idle.append(Reason("P4", "percentile.defending_idle"))
        if situation.defence_modifier:
            idle.append(Reason("P1", "percentile.defence_idle", modifier=situation.defence_modifier))
    return tuple(idle)


def protection(book: PercentileBook, target: Combatant, situation: Situation) -> tuple[Soak, Idle]:
    """P6: one step for each protection that absorbs, and why the others do not.

    What a carried thing is carried by protects its bearer, not the thing (P7).
    """
    pieces = target.armour if target.shield is None else (*target.armour, target.shield)
    worth = [piece for piece in pieces if piece.points]
    if not worth:
        return (), (Reason("P6", "percentile.no_armour"),)
    if situation.aim:
        return (), tuple(_named(OF_BEARER, piece) for piece in worth)
    if book.armour.pieces == "sum" or len(worth) == 1:
        return tuple(map(_reduce, worth)), ()
    best = max(worth, key=lambda piece: piece.points)
    others = (piece for piece in worth if piece is not best)
    return (_reduce(best),), tuple(_named(NOT_BEST, piece) for piece in others)


ABSORBS = ("P6", "percentile.armour", "percentile.armour_points")
NOT_BEST = ("P6", "percentile.armour_not_best", "percentile.armour_not_best_points")
OF_BEARER = ("P7", "percentile.armour_of_bearer", "percentile.armour_of_bearer_points")


def _reduce(piece: Piece) -> Reduce:
    return Reduce(piece.points, reason=_named(ABSORBS, piece))


def _named(why: tuple[str, str, str], piece: Piece) -> Reason:
    """A reason about a piece: by its id, else the name its sheet gives it, else by its points alone."""
    ruling, named, nameless = why
    if piece.id:
        return Reason(ruling, named, by=piece.points, piece=Thing(piece.id))
    if piece.name.en:
        return Reason(ruling, named, by=piece.points, piece=piece.name.en)
    return Reason(ruling, nameless, by=piece.points)
