"""What a blow leaves open once its damage is known: more effectiveness, soaking, a shield sacrificed (A2, A7, A8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from adarga.plan import Offer, Reason
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.absorption.value import of_piece
from adarga.rules.offers import times_taken
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon

EFFECTIVENESS, SOAK, SACRIFICE = "effectiveness", "soak", "sacrifice"

Found = Offer | Reason
"""An offer, or why it is not on offer."""


def every_offer(book: AbsorptionBook, matchup: Matchup, situation: Situation) -> tuple[list[Offer], list[Reason]]:
    """All that a blow that lands offers before any of it is taken, and what could have been offered and is not."""
    offers: list[Offer] = []
    missing: list[Reason] = []
    for found in (
        *_effectiveness(book, matchup.attacker, matchup.weapon),
        *_soak(book, matchup.target, matchup.weapon, situation.soak_energy),
        *_sacrifice(book, matchup.target),
    ):
        if isinstance(found, Offer):
            offers.append(found)
        else:
            missing.append(found)
    return offers, missing


def left_open(offers: list[Offer], situation: Situation) -> tuple[Offer, ...]:
    """What is still on offer after what was taken: nothing once the whole blow is ignored."""
    if not situation.take:
        return tuple(offers)
    if times_taken(situation, SACRIFICE):
        return ()
    left = ((offer, offer.most - times_taken(situation, offer.name)) for offer in offers)
    return tuple(Offer(o.name, o.by, o.cost, most, o.reason) for o, most in left if most > 0)


def affordable(book: AbsorptionBook, attacker: Combatant) -> int:
    """The effectiveness that an attacker's energy can buy on one blow; 0 where energy is not counted."""
    points = (attacker.energy or 0) // book.energy.per_effectiveness
    return min(points, book.energy.most_per_blow) if book.energy.most_per_blow else points


def _effectiveness(book: AbsorptionBook, attacker: Combatant, weapon: Weapon) -> Iterator[Found]:
    if attacker.energy is None:
        return
    if weapon.spell or weapon.unabsorbable:
        kind = "spell" if weapon.spell else "roll"
        yield Reason("A4", f"absorption.idle_energy.{kind}", energy=attacker.energy)
        return
    if book.energy.when == "before":
        return
    most, cost = affordable(book, attacker), book.energy.per_effectiveness
    if most:
        yield _offer(EFFECTIVENESS, "attacker", cost, most, "A2", "absorption.offer_effectiveness", "energy", cost)
    else:
        yield Reason("A2", "absorption.no_energy_to_buy", energy=attacker.energy, cost=cost)


def _soak(book: AbsorptionBook, target: Combatant, weapon: Weapon, spent: int) -> Iterator[Found]:
    if not target.stone_born:
        return
    if weapon.unabsorbable:
        yield Reason("A4", "absorption.idle_soak")
        return
    allowed = book.stone_born.energy_per_attack - spent
    if allowed <= 0:
        yield Reason("A7", "absorption.soak_spent", most=book.stone_born.energy_per_attack)
        return
    most = allowed if target.energy is None else min(allowed, target.energy)
    if most:
        by = book.stone_born.per_energy
        yield _offer(SOAK, "target", 1, most, "A7", "absorption.offer_soak", "by", by)
    else:
        yield Reason("A7", "absorption.no_energy_to_soak")


def _sacrifice(book: AbsorptionBook, target: Combatant) -> Iterator[Found]:
    """The shield, after a failed Dexterity test: on every blow that lands, unless its target makes no such test.

    A character whose Dexterity is not given is taken to have failed, since only the blow that lands is asked about.
    """
    if target.shield is None:
        return
    if not target.can_sacrifice and book.sacrifice.who == "ability":
        yield Reason("A8", "absorption.no_ability")
    elif target.level is not None:
        yield Reason("A8", "absorption.no_failed_test")
    else:
        yield Offer(
            SACRIFICE, "target", ("shield", 1), 1, _of_shield("offered", target.shield.id or target.shield.name.en)
        )


def sacrificed(target: Combatant) -> Reason | None:
    """Why a blow is ignored whose target sacrifices its shield; None for a target without one."""
    return None if target.shield is None else _of_shield("sacrificed", target.shield.id or target.shield.name.en)


@lru_cache(maxsize=256)
def _of_shield(kind: str, name: str) -> Reason:
    return of_piece("A8", kind, name)


@lru_cache(maxsize=256)
def _offer(name: str, by: str, cost: int, most: int, ruling: str, key: str, value: str, amount: int) -> Offer:
    """An offer for energy; kept, since the same few stand in every plan."""
    return Offer(name, by, ("energy", cost), most, Reason(ruling, key, **{value: amount}))
