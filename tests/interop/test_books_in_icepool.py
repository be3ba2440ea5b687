"""Strikes of the three rulebooks, exported and computed by icepool: the joint odds are the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.plan import odds
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Taken, Weapon
from adarga.rules.values import Rating
from tests.interop.test_icepool import icepool_odds

MAIL = Piece(id="chain-mail", absorption=4)
SHIELD = Piece(id="large", absorption=1)
FIGHTER = Combatant(name="a", strength=12, dexterity=9, constitution=14, energy=3)
DWARF = Combatant(
    name="b",
    dexterity=11,
    constitution=7,
    energy=2,
    armour=(MAIL,),
    shield=SHIELD,
    stone_born=True,
    can_sacrifice=True,
)
OGRE = Combatant(name="o", level=9, absorption=2)

ABSORPTION = [
    (FIGHTER, OGRE, Weapon(damage="d8"), Situation()),
    (FIGHTER, DWARF, Weapon(damage="d10"), Situation()),
    (FIGHTER, DWARF, Weapon(damage="2d6+1"), Situation(effectiveness=2)),
    (FIGHTER, DWARF, Weapon(damage="d6", penetration=4), Situation(soak_energy=1)),
    (OGRE, DWARF, Weapon(damage="d12"), Situation()),
    (OGRE, DWARF, Weapon(damage="d12"), Situation(take=(Taken("sacrifice"),))),
    (OGRE, DWARF, Weapon(damage="2d6"), Situation(take=(Taken("soak"),))),
    (OGRE, OGRE, Weapon(damage="3d4"), Situation()),
    (FIGHTER, OGRE, Weapon(damage="2d6", spell=True), Situation()),
    (FIGHTER, DWARF, Weapon(damage="d4+1", spell=True, unabsorbable=True), Situation()),
]

KNIGHT = Combatant(name="k", defence=14, armour=(Piece(ar=(Rating("S", 5), Rating("C", 2), Rating("E", 0, 1))),))
SLIME = Combatant(name="s", defence=9, resistant=("all",), armour=(Piece(ar=(Rating(None, 3),), worn=False),))
WISP = Combatant(name="w", resistant=("S",), vulnerable=("E",))
SWORD = Weapon(damage="d8", type=("S",), bonus=5)

DAMAGE_STEPS = [
    (KNIGHT, KNIGHT, SWORD, Situation()),
    (KNIGHT, SLIME, SWORD, Situation()),
    (KNIGHT, SLIME, Weapon(damage="6d4+2", type=("S",), bonus=5, ap=2), Situation(steps=1)),
    (KNIGHT, KNIGHT, Weapon(damage="2d6", type=("C",), bonus=2, ap=-1), Situation(non_lethal=True)),
    (KNIGHT, KNIGHT, Weapon(damage="d10+3", type=("S", "C"), bonus=0), Situation()),
    (KNIGHT, WISP, Weapon(damage="2d6[S]+d4[E]+2", bonus=3), Situation()),
    (KNIGHT, WISP, Weapon(damage="2d8", type=("E",)), Situation(telling=True)),
    (KNIGHT, KNIGHT, Weapon(damage="d12", type=("S",), bonus=20), Situation(elect="d10")),
    (KNIGHT, SLIME, Weapon(damage="4d6", type=("P",), bonus=-4), Situation(elect=3)),
    (KNIGHT, KNIGHT, Weapon(damage="d6", type=("P",), bonus=1, ap=9), Situation(steps=-2)),
]

SOLDIER = Combatant(name="p", dexterity=12, constitution=11, dodge=40, block=55, armour=(Piece(points=3),))
BARE = Combatant(name="q", dexterity=9)
RIFLE = Weapon(damage="2d6", skill=65)

PERCENTILE = [
    (SOLDIER, BARE, RIFLE, Situation()),
    (SOLDIER, SOLDIER, RIFLE, Situation()),
    (SOLDIER, SOLDIER, RIFLE, Situation(prone=True, reaction="dodge")),
    (SOLDIER, SOLDIER, RIFLE, Situation(defending=True, reaction="block")),
    (SOLDIER, SOLDIER, Weapon(damage="d8+1", skill=37), Situation(simplified=True)),
    (SOLDIER, BARE, Weapon(damage="d10", skill=83), Situation(simplified=True, modifier=-15)),
    (SOLDIER, BARE, Weapon(damage="3d6", skill=120), Situation(simplified=True)),
    (SOLDIER, SOLDIER, Weapon(damage="d6", skill=5), Situation(modifier=-20)),
    (SOLDIER, BARE, Weapon(damage="4d6"), Situation(object=True)),
    (SOLDIER, SOLDIER, Weapon(damage="d8+d6", skill=50), Situation(object=True, modifier=-20, reaction="dodge")),
]

STRIKES = [
    (book, *strike)
    for book, strikes in (("absorption", ABSORPTION), ("damage-steps", DAMAGE_STEPS), ("percentile", PERCENTILE))
    for strike in strikes
]


@pytest.mark.parametrize("strike", STRIKES, ids=lambda strike: f"{strike[0]}-{strike[3].damage}")
def test_icepool_agrees(strike: tuple[str, Combatant, Combatant, Weapon, Situation]) -> None:
    book, attacker, target, weapon, situation = strike
    plan = rulebook(book).plan(Matchup(attacker, target, weapon), situation)
    found = odds(plan)
    mine = {event: Fraction(count, found.denominator) for event, count in found.joint.items()}
    assert icepool_odds(plan) == mine


def test_there_are_thirty() -> None:
    assert len(STRIKES) >= 30
