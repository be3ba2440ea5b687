"""Each rule of `damage-steps` as a fight shows it (D1 to D10)."""

from __future__ import annotations

from dataclasses import replace

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.protocol import Combatant, Situation
from adarga.rules.values import Rating
from tests.fight.casts import DAMAGE_STEPS, piece, weapon
from tests.fight.table import Table, branch, damage, rulings

ODILE, WRAITH, RAT = DAMAGE_STEPS
SWORD = replace(weapon("sword", "d8"), type=("S",), bonus=6)
PIN = replace(weapon("pin", "d8+1"), type=("C",), bonus=3)
GUARD = Combatant(
    name="Guard",
    points=20,
    defence=12,
    armour=(replace(piece("mail"), ar=(Rating("S", 3), Rating("C", 1))),),
    weapons=(SWORD, PIN),
)
SHADE = Combatant(name="Shade", points=20, defence=12, resistant=("S",), weapons=(SWORD,))
REED = Combatant(name="Reed", points=20, defence=12, vulnerable=("S",), weapons=(SWORD,))


def table() -> Table:
    return Table("damage-steps", *DAMAGE_STEPS, GUARD, SHADE, REED)


def sides(fight: Table) -> int:
    waits = waits_for(fight.book, fight.state)
    assert isinstance(waits, WaitsForDie)
    return waits.sides


def test_d1_armour_counts_only_against_its_types() -> None:
    fight = table()
    assert damage(fight.strike("Guard", "sword", "Guard", 15, 8)) == 5
    fight.do(cmd.TakeOff("Guard", "mail"))
    fight.do(cmd.PutOn("Guard", replace(piece("hood"), ar=(Rating("mental", 9),))))
    assert damage(fight.strike("Guard", "sword", "Guard", 15, 8)) == 8


def test_d2_each_part_meets_its_own_rating() -> None:
    found = table().strike("Odile", "brand", "Guard", 15, 5, 3)
    assert damage(found) == (5 + 1 - 0) + 3
    assert "D2" in rulings(found)


def test_d3_pieces_add_up_and_damage_stops_at_nothing() -> None:
    fight = table()
    fight.do(cmd.PutOn("Guard", replace(piece("cloak"), ar=(Rating("S", 2),))))
    assert damage(fight.strike("Guard", "sword", "Guard", 15, 8)) == 3
    assert damage(fight.strike("Guard", "sword", "Guard", 15, 4)) == 0


def test_d4_penetration_works_on_a_rating() -> None:
    fight = table()
    fight.do(cmd.Join(sheet=replace(GUARD, name="Piercer", weapons=(replace(SWORD, ap=2),))))
    assert damage(fight.strike("Piercer", "sword", "Guard", 15, 8)) == 8 - (3 - 2)
    assert damage(fight.strike("Piercer", "sword", "Shade", 15, 6)) == 6


def test_d5_hardness_absorbs_and_marks_the_critical_column() -> None:
    found = table().strike("Odile", "sword", "Wraith", 15, 5)
    assert found is not None
    assert found.damage == 3
    assert found.marks == ("critical:unarmoured",)


def test_d6_steps_walk_the_ladder_once() -> None:
    fight = table()
    fight.attack("Guard", "sword", "Guard", Situation(steps=1))
    fight.throw(15)
    assert sides(fight) == 10
    fight.do(cmd.Abandon())
    fight.attack("Guard", "sword", "Shade", Situation(steps=1))
    fight.throw(15)
    assert sides(fight) == 8


def test_d7_resistant_vulnerable_and_a_telling_blow() -> None:
    fight = table()
    for target, face, size in (("Shade", 15, 6), ("Reed", 15, 10), ("Shade", 20, 8), ("Reed", 20, 10)):
        fight.attack("Guard", "sword", target)
        fight.throw(face)
        assert sides(fight) == size
        fight.do(cmd.Abandon())


def test_d8_a_lower_row_may_be_elected() -> None:
    fight = table()
    found = fight.strike("Guard", "sword", "Guard", 15, 4, situation=Situation(elect="d4"))
    assert damage(found) == 1
    too_high = cmd.Attack(who="Guard", weapon="sword", aims=(Aim("Guard"),), situation=Situation(elect="2d12"))
    assert fight.refused(too_high).startswith("damage_steps.")


def test_d9_a_non_lethal_blow_is_halved_and_meets_the_crushing_rating() -> None:
    fight = table()
    assert damage(fight.strike("Guard", "sword", "Guard", 15, 8, situation=Situation(non_lethal=True))) == 4 - 1
    assert damage(fight.strike("Guard", "sword", "Shade", 15, 6, situation=Situation(non_lethal=True))) == 6


def test_d10_natural_20_is_telling_and_natural_1_misses() -> None:
    fight = table()
    assert branch(fight.strike("Guard", "sword", "Guard", 1)) == "miss"
    assert branch(fight.strike("Guard", "sword", "Guard", 5)) == "miss"
    assert branch(fight.strike("Guard", "sword", "Guard", 6, 1)) == "hit"
    assert branch(fight.strike("Guard", "sword", "Guard", 20, 1)) == "telling"


def test_d10_turns_are_as_set_and_at_no_points_one_is_out() -> None:
    fight = table()
    fight.do(cmd.SetInitiative("Rat", 4))
    fight.do(cmd.SetInitiative("Wraith", 9))
    fight.do(cmd.Lose("Odile", 16))
    fight.next()
    assert fight.state.order == (("Wraith",), ("Rat",), ("Guard",), ("Shade",), ("Reed",))
    assert fight.fighter("Odile").has("out")
    assert fight.refused(cmd.Defend("Wraith")) == "fight.refused.no_defend"
    assert fight.refused(cmd.Wait("Wraith", 2)) == "fight.refused.no_wait"
