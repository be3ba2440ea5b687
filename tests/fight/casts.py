"""Who fights in the tests of a fight: a small cast for each rulebook, with something of every kind."""

from __future__ import annotations

from dataclasses import replace

from adarga.rules.protocol import Combatant, Piece, Weapon
from adarga.rules.values import Names, Rating


def named(id: str) -> Names:
    return Names.same(id)


def weapon(id: str, damage: str) -> Weapon:
    return Weapon(id=id, name=named(id), damage=damage)


def piece(id: str) -> Piece:
    return Piece(id=id, name=named(id))


MAIL = replace(piece("chain-mail"), absorption=4, usage_die="d8")
BUCKLER = replace(piece("small-shield"), absorption=1, usage_die="d6")

ABSORPTION = (
    Combatant(
        name="Thrain",
        points=14,
        energy=4,
        strength=9,
        dexterity=12,
        constitution=9,
        armour=(MAIL,),
        shield=BUCKLER,
        stone_born=True,
        can_sacrifice=True,
        weapons=(replace(weapon("axe", "d10"), usage_die="d4"),),
    ),
    Combatant(
        name="Ximena",
        points=9,
        energy=2,
        dexterity=7,
        intelligence=5,
        item=1,
        weapons=(
            replace(weapon("missile", "d6"), spell=True, unabsorbable=True, test="intelligence"),
            replace(weapon("flame", "2d4"), spell=True, test="intelligence"),
        ),
    ),
    Combatant(name="Ogre", points=20, level=8, absorption=2, weapons=(weapon("club", "2d6"),)),
    Combatant(name="Goblin", points=5, level=2, weapons=(weapon("sabre", "d6"),)),
)

DAMAGE_STEPS = (
    Combatant(
        name="Odile",
        points=16,
        defence=14,
        armour=(replace(piece("plate"), ar=(Rating("S", 4), Rating("C", 2), Rating("E", 0, 1))),),
        weapons=(
            replace(weapon("sword", "d8"), type=("S", "P"), bonus=6),
            replace(weapon("brand", "d6[C]+d4[E]+1"), bonus=4, ap=1),
        ),
    ),
    Combatant(
        name="Wraith",
        points=11,
        defence=12,
        resistant=("S", "P"),
        vulnerable=("E",),
        armour=(replace(piece("husk"), ar=(Rating(None, 0, 2),), worn=False),),
        weapons=(replace(weapon("touch", "2d4"), type=("E",), bonus=5, steps=1),),
    ),
    Combatant(name="Rat", points=3, weapons=(replace(weapon("bite", "d4"), type=("P",), non_lethal=True),)),
)

PERCENTILE = (
    Combatant(
        name="Rojas",
        points=12,
        dexterity=13,
        constitution=11,
        dodge=40,
        block=45,
        armour=(replace(piece("helmet"), points=1, pr=6),),
        shield=replace(piece("shield"), points=1, pr=5),
        weapons=(
            replace(weapon("rifle", "2d6"), skill=60, pr=8),
            replace(weapon("bayonet", "d6+1"), skill=45, pr=4),
        ),
    ),
    Combatant(name="Inés", points=9, dexterity=13, dodge=55, weapons=(replace(weapon("revolver", "d8"), skill=70),)),
    Combatant(name="Mastiff", points=7, dexterity=15, constitution=12, weapons=(weapon("bite", "d6"),)),
    Combatant(name="Door", points=8),
)

CASTS = {"absorption": ABSORPTION, "damage-steps": DAMAGE_STEPS, "percentile": PERCENTILE}
