"""Each rule of `absorption` as a fight shows it (A1 to A10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, WaitsForReaction, waits_for
from adarga.rules.absorption import Absorption
from adarga.rules.absorption.usage import expected_uses
from adarga.rules.protocol import DieStepped, PieceLost, Situation
from tests.fight.casts import ABSORPTION, weapon
from tests.fight.table import Table, branch, changes, damage, rulings

THRAIN, XIMENA, OGRE, GOBLIN = ABSORPTION
BARE = replace(THRAIN, name="Bera", energy=None, stone_born=False, can_sacrifice=False)
"""The same without energy, blood or ability: nothing is offered."""


def table() -> Table:
    return Table("absorption", *ABSORPTION, BARE)


def test_a1_the_penetration_of_the_die_goes_through_whatever_absorbs() -> None:
    fight = table()
    found = fight.strike("Thrain", "axe", "Bera", 15, 3, 1)
    assert found is None
    fight.do(cmd.Decline("attacker"))
    assert fight.fighter("Bera").points == 12


def test_a2_effectiveness_is_bought_once_the_damage_is_known() -> None:
    fight = table()
    fight.strike("Thrain", "axe", "Ogre", 15, 3)
    waits = waits_for(fight.book, fight.state)
    assert isinstance(waits, WaitsForReaction)
    assert [(offer.name, offer.by, offer.most) for offer in waits.offers] == [("effectiveness", "attacker", 4)]
    assert fight.refused(cmd.React("effectiveness", 5)) == "fight.refused.offer_times"
    assert fight.refused(cmd.React("sacrifice")) == "fight.refused.offer"
    assert fight.refused(cmd.Decline("target")) == "fight.refused.no_reaction"
    fight.do(cmd.React("effectiveness", 3))
    assert (fight.fighter("Ogre").points, fight.fighter("Thrain").energy) == (15, 1)


def test_a2_effectiveness_comes_with_the_attack() -> None:
    found = table().strike("Ogre", "club", "Bera", 3, 1, 1, situation=Situation(effectiveness=2))
    assert damage(found) == 4


def test_a3_a_monster_goes_through_by_its_level() -> None:
    found = table().strike("Ogre", "club", "Bera", 3, 1, 1)
    assert damage(found) == 2
    assert "A3" in rulings(found)


def test_a4_a_spell_is_absorbed_but_for_one_marked_otherwise() -> None:
    fight = table()
    assert damage(fight.strike("Ximena", "flame", "Bera", 9, 4, 2, 3)) == 0
    assert damage(fight.strike("Ximena", "missile", "Bera", 9, 4, 3)) == 3


def test_a5_the_absorption_value_is_constitution_armour_and_shield() -> None:
    assert damage(table().strike("Ogre", "club", "Bera", 3, 6, 6)) == 12 - (2 + 4 + 1)


def test_a6_armour_of_the_book_is_worn_by_its_name() -> None:
    fight = table()
    assert isinstance(fight.book, Absorption)
    fight.do(cmd.TakeOff("Bera", "chain-mail"))
    fight.do(cmd.PutOn("Bera", fight.book.book.armours["full-plate"]))
    assert damage(fight.strike("Ogre", "club", "Bera", 3, 6, 6)) == 12 - (2 + 5 + 1)


def test_a7_one_energy_point_soaks_one_more_of_one_attack() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    fight.do(cmd.React("soak"))
    assert isinstance(waits_for(fight.book, fight.state), WaitsForReaction)
    fight.do(cmd.Decline("target"))
    assert (fight.fighter("Thrain").points, fight.fighter("Thrain").energy) == (14 - (12 - 9), 3)
    fight.condition("Thrain", "soaking")
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    assert fight.refused(cmd.React("soak")) == "fight.refused.offer"


def test_a8_a_shield_is_sacrificed_and_absorbs_nothing_from_the_next_blow_on() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    fight.do(cmd.React("sacrifice"))
    thrain = fight.fighter("Thrain")
    assert (thrain.points, thrain.lost) == (14, ("small-shield",))
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    assert fight.refused(cmd.React("sacrifice")) == "fight.refused.offer"
    fight.do(cmd.Decline("target"))
    assert fight.fighter("Thrain").points == 14 - (12 - 7)


def test_a8_a_shield_put_on_anew_is_whole() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    fight.do(cmd.React("sacrifice"))
    shield = THRAIN.shield
    assert shield is not None
    fight.do(cmd.PutOn("Thrain", shield, True))
    assert fight.fighter("Thrain").lost == ()


def test_a9_characters_test_and_monsters_only_do_damage() -> None:
    fight = table()
    assert branch(fight.strike("Thrain", "axe", "Goblin", 8)) == "miss"
    assert branch(fight.strike("Goblin", "sabre", "Thrain", 12)) == "avoided"
    assert branch(fight.strike("Thrain", "axe", "Bera", 9, 12)) == "hit/avoided"
    assert branch(fight.strike("Ogre", "club", "Goblin", 1, 2)) == "lands"


def test_a9_turns_go_by_value_and_leave_out_who_is_at_no_points() -> None:
    fight = table()
    for who, value in (("Goblin", 15), ("Thrain", 11), ("Ogre", 13)):
        fight.do(cmd.SetInitiative(who, value))
    fight.do(cmd.Lose("Ogre", 99))
    fight.next()
    assert fight.state.order == (("Goblin",), ("Thrain",), ("Ximena",), ("Bera",))
    assert fight.refused(cmd.Attack(who="Ogre", weapon="club", aims=(Aim("Bera"),))) == "fight.refused.helpless"
    fight.do(cmd.Heal("Ogre", 2))
    assert not fight.fighter("Ogre").has("out")


def test_a10_a_natural_1_makes_the_armour_wear_until_it_is_gone() -> None:
    fight = table()
    for die in ("d6", "d4"):
        fight.strike("Goblin", "sabre", "Bera", 1, 1)
        stepped = changes(fight.do(cmd.Throw((("usage", (2,)),))))
        assert [(one.piece, one.to) for one in stepped if isinstance(one, DieStepped)] == [("chain-mail", die)]
    fight.strike("Goblin", "sabre", "Bera", 1, 1)
    gone = changes(fight.do(cmd.Throw((("usage", (1,)),))))
    assert [one.piece for one in gone if isinstance(one, PieceLost)] == ["chain-mail"]
    assert damage(fight.strike("Ogre", "club", "Bera", 3, 6, 6)) == 12 - (2 + 1)


def test_a10_a_natural_1_makes_the_weapon_wear() -> None:
    fight = table()
    assert branch(fight.strike("Thrain", "axe", "Goblin", 1)) == "miss"
    waits = waits_for(fight.book, fight.state)
    assert waits == WaitsForDie("target", "usage", 4)
    fight.throw(2)
    axe = cmd.Attack(who="Thrain", weapon="axe", aims=(Aim("Goblin"),))
    assert fight.refused(axe) == "fight.refused.no_weapon"


def test_a10_two_rolls_owed_alike_are_settled_one_by_one() -> None:
    fight = table()
    fight.strike("Goblin", "sabre", "Bera", 1, 1)
    fight.strike("Goblin", "sabre", "Bera", 1, 1)
    assert [due.about for due in fight.state.due] == ["chain-mail", "chain-mail"]
    fight.throw(2)
    assert [due.about for due in fight.state.due] == ["chain-mail"]
    assert waits_for(fight.book, fight.state) == WaitsForDie("target", "usage", 6)
    fight.throw(1)
    assert dict(fight.fighter("Bera").usage) == {"chain-mail": "d4"}


@pytest.mark.parametrize(("die", "uses"), [("d4", 2), ("d6", 5), ("d8", 9), ("d10", 14), ("d12", 20), ("d20", 30)])
def test_a10_the_uses_to_be_expected_of_a_die(die: str, uses: int) -> None:
    assert int(expected_uses(die)) == uses


@pytest.mark.parametrize(("die", "worst"), [("d4", 1), ("d6", 2), ("d8", 3), ("d10", 4), ("d12", 5), ("d20", 6)])
def test_a10_the_worst_luck_wears_a_piece_out_in_as_many_rolls_as_steps(die: str, worst: int) -> None:
    fight = Table("absorption", replace(BARE, weapons=(replace(weapon("axe", "d10"), usage_die=die),)))
    rolls = 0
    while "axe" not in fight.fighter("Bera").lost:
        fight.do(cmd.Usage("Bera", ("axe",)))
        fight.throw(1)
        rolls += 1
    assert rolls == worst
    assert fight.refused(cmd.Usage("Bera", ("axe",))) == "fight.refused.no_usage"
