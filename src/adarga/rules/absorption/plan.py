"""Compiling a strike: a matchup and the choices made become a plan."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adarga.dice import Expression, parse
from adarga.plan import AtLeast, Blow, Ignore, Offer, Part, Plan, Reason, Reduce, Step
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.absorption.checks import attack_check, attack_need, dexterity_check, dexterity_need
from adarga.rules.absorption.offers import (
    EFFECTIVENESS,
    SACRIFICE,
    SOAK,
    affordable,
    every_offer,
    left_open,
    sacrificed,
)
from adarga.rules.absorption.penetration import Source, penetration_source
from adarga.rules.absorption.usage import attack_marks, defence_marks
from adarga.rules.absorption.value import Absorbed, absorption_value
from adarga.rules.offers import hold_to_offers, times_taken
from adarga.rules.protocol import Matchup, Situation

AREA = "absorption."
ROLLED = Reason("", "absorption.rolled")
MISSED = Blow(reason=Reason("A9", "absorption.missed"))
AVOIDED = Blow(reason=Reason("A9", "absorption.avoided"))


def compile(book: AbsorptionBook, matchup: Matchup, situation: Situation) -> Plan:
    """The plan of one strike.

    The combatants of `matchup` are taken as they stand: their energy is what they have left, their pieces those they
    still wear. Raises `AdargaError` for notation that cannot be read, for what nobody can have (see
    `absorption_value`, `penetration_source`; `absorption.characteristic_zero`) and for what is taken and not on offer.
    """
    attack = attack_need(matchup)
    dexterity = None if situation.helpless else dexterity_need(matchup)
    strike = _strike(book, matchup, situation, attack is not None or dexterity is not None)
    test_marks = defence_marks(book, matchup.target) if dexterity is not None else ()

    def landed(margin: int) -> Plan:
        blow = strike.blow(margin)
        return blow if dexterity is None else dexterity_check(dexterity, book.test, test_marks, AVOIDED, blow)

    if attack is None:
        return landed(0)
    margins = book.effectiveness.from_roll == "margin" and strike.source is not None
    weapon = matchup.weapon
    return attack_check(attack, book.test, weapon.test, attack_marks(book, weapon), margins, MISSED, landed)


@dataclass(frozen=True, slots=True)
class _Strike:
    """What every blow of a strike shares. `source` is None where nothing has penetration: spells, the unabsorbable."""

    part: Part
    absorbed: Absorbed
    source: Source | None
    effectiveness: int
    bought: int
    capped: bool
    part_least: int
    unabsorbable: bool
    sacrificed: Reason | None
    offers: tuple[Offer, ...]
    idle: tuple[Reason, ...]

    def blow(self, margin: int) -> Blow:
        """The blow of an attack test passed by `margin`, 0 where margins do not count."""
        steps, unused = self._soak(margin)
        return Blow((self.part,), steps, self.offers, idle=unused + self.idle)

    def _soak(self, margin: int) -> tuple[tuple[Step, ...], tuple[Reason, ...]]:
        """The steps that act, and the reasons of those that would have."""
        parts = self.absorbed.parts
        floors = () if self.source is None else self.source.floors(self.effectiveness, margin, self.bought)
        penetration = floors[-1][0] if floors else 0
        if self.sacrificed is not None:
            ignored = tuple(_ignored(part.reason) for part in parts)
            if penetration:
                ignored += (Reason("A8", "absorption.ignored.penetration", penetration=penetration),)
            return (Ignore(self.sacrificed),), ignored
        if not penetration:
            unused = tuple(reason for _, reason in floors)
            return ((), tuple(_passed(part.reason) for part in parts)) if self.unabsorbable else (parts, unused)
        if not self.capped:
            return (*parts, *_at_least(floors)), ()
        if self.part_least >= penetration:
            return (*parts, *_at_least(floors)), (Reason("A1", "absorption.cap_idle", penetration=penetration),)
        # Reductions by nothing come first: they move no number, and are where the trace says what the floor is.
        told = (*floors, (penetration, Reason("A1", "absorption.capped", penetration=penetration)))
        floor = tuple(Reduce(0, least, reason) for least, reason in told)
        return (*floor, *(Reduce(part.by, penetration, part.reason) for part in parts)), ()


@lru_cache(maxsize=1024)
def _at_least(floors: tuple[tuple[int, Reason], ...]) -> tuple[Step, ...]:
    """The minimum, risen step by step, so that each that makes it up is told by itself; kept."""
    return tuple(AtLeast(least, reason) for least, reason in floors)


def _ignored(reason: Reason) -> Reason:
    """Why what would absorb does not, in a blow that is ignored as a whole."""
    return Reason("A8", f"absorption.ignored.{reason.key.removeprefix(AREA)}", **dict(reason.values))


def _passed(reason: Reason) -> Reason:
    """Why what would absorb does not, from damage that cannot be absorbed."""
    return Reason("A4", f"absorption.passed.{reason.key.removeprefix(AREA)}", **dict(reason.values))


@lru_cache(maxsize=1024)
def _part(damage: str) -> tuple[Expression, Part]:
    rolled = parse(damage)
    number = rolled.constant
    return rolled, Part(rolled if number is None else None, number or 0, reason=ROLLED)


def _strike(book: AbsorptionBook, matchup: Matchup, situation: Situation, tested: bool) -> _Strike:
    weapon, target = matchup.weapon, matchup.target
    offers, not_on_offer = every_offer(book, matchup, situation)
    hold_to_offers(situation, offers)
    rolled, part = _part(weapon.damage)
    absorbed = absorption_value(book, target, situation.soak_energy + times_taken(situation, SOAK))
    plain = not (weapon.spell or weapon.unabsorbable)
    source = penetration_source(book, matchup.attacker, weapon, rolled) if plain else None
    if book.energy.when == "before":
        bought = affordable(book, matchup.attacker) if plain else 0
    else:
        bought = times_taken(situation, EFFECTIVENESS)
    return _Strike(
        part=part,
        absorbed=absorbed,
        source=source,
        effectiveness=situation.effectiveness,
        bought=bought,
        capped=book.penetration.capped_by_roll,
        part_least=rolled.least if book.penetration.capped_by_roll else 0,
        unabsorbable=weapon.unabsorbable,
        sacrificed=sacrificed(target) if times_taken(situation, SACRIFICE) else None,
        offers=left_open(offers, situation),
        idle=(
            *absorbed.idle,
            *(() if source else _without(book, matchup, situation)),
            *not_on_offer,
            *_untested(matchup, situation, tested),
        ),
    )


def _without(book: AbsorptionBook, matchup: Matchup, situation: Situation) -> tuple[Reason, ...]:
    """Why a spell has no penetration or damage that stays its roll needs none, and what would have raised it."""
    weapon = matchup.weapon
    kind = "spell" if weapon.spell else "roll"
    found = [Reason("A4", "absorption.unabsorbable")] if weapon.unabsorbable else []
    if weapon.penetration is None:
        found.append(Reason("A4", f"absorption.idle_penetration.{kind}"))
    else:
        found.append(Reason("A4", f"absorption.idle_stated.{kind}", penetration=weapon.penetration))
    if situation.effectiveness:
        found.append(Reason("A4", f"absorption.idle_effectiveness.{kind}", effectiveness=situation.effectiveness))
    if book.effectiveness.from_roll == "margin" and attack_need(matchup) is not None:
        found.append(Reason("A4", f"absorption.idle_margin.{kind}"))
    return tuple(found)


def _untested(matchup: Matchup, situation: Situation, tested: bool) -> tuple[Reason, ...]:
    """The tests that were not made and why."""
    reasons: tuple[Reason, ...] = ()
    if matchup.attacker.level is not None and getattr(matchup.attacker, matchup.weapon.test) is not None:
        reasons += (Reason("A9", "absorption.monster_no_attack_test"),)
    if matchup.target.level is not None and matchup.target.dexterity is not None:
        reasons += (Reason("A9", "absorption.monster_no_dexterity"),)
    if situation.helpless and dexterity_need(matchup) is not None:
        reasons += (Reason("A9", "absorption.helpless"),)
    return reasons if tested or reasons else (Reason("A9", "absorption.untested"),)
