"""Small fighters of every rulebook, with something of every kind that a duel may depend on."""

from __future__ import annotations

from dataclasses import replace

from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Piece, Weapon
from adarga.rules.values import Names, Rating
from adarga.study.contest import Side
from adarga.study.habits import Habit


def weapon(id: str, damage: str) -> Weapon:
    return Weapon(id=id, name=Names.same(id), damage=damage)


SHIELD = Piece(id="buckler", name=Names.same("buckler"), absorption=1, usage_die="d4")
MAIL = Piece(id="mail", name=Names.same("mail"), absorption=1, usage_die="d4")
DWARF = Combatant(
    name="Thrain",
    points=5,
    energy=2,
    strength=17,
    dexterity=16,
    constitution=16,
    armour=(MAIL,),
    shield=SHIELD,
    stone_born=True,
    can_sacrifice=True,
    weapons=(replace(weapon("axe", "d6"), usage_die="d4"),),
)
OGRE = Combatant(name="Ogre", points=4, energy=1, level=7, absorption=1, weapons=(weapon("club", "d4"),))
KNIGHT = Combatant(
    name="Odile",
    points=6,
    defence=19,
    resistant=("S",),
    armour=(Piece(id="plate", name=Names.same("plate"), ar=(Rating("S", 1),)),),
    weapons=(replace(weapon("sword", "d6"), type=("S",), bonus=0, ap=0), replace(weapon("mace", "d4"), type=("C",))),
)
WRAITH = Combatant(
    name="Wraith", points=5, defence=18, vulnerable=("C",), weapons=(replace(weapon("touch", "d4"), type=("E",)),)
)
SOLDIER = Combatant(
    name="Rojas",
    points=6,
    dexterity=13,
    constitution=11,
    block=35,
    shield=Piece(id="shield", name=Names.same("shield"), points=0, pr=5),
    weapons=(replace(weapon("bayonet", "d4+1"), skill=3),),
)
SCOUT = Combatant(
    name="Inés", points=5, dexterity=12, constitution=9, dodge=30, weapons=(replace(weapon("knife", "d4"), skill=4),)
)
CAST = {
    "absorption": (DWARF, OGRE),
    "damage-steps": (KNIGHT, WRAITH),
    "percentile": (SOLDIER, SCOUT),
}
BOOKS = {id: rulebook(id) for id in CAST}


def side(sheet: Combatant, habit: Habit = "never") -> Side:
    return Side(sheet=sheet, habit=habit)
