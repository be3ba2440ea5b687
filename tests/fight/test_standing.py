"""Things, the helpless, and what nobody can do: heal a door, dodge asleep, wear mail over mail, wait for no count."""

from __future__ import annotations

import pytest

from adarga.fight import commands as cmd
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.protocol import Combatant, Condition, Piece, Situation, Until, Weapon
from tests.fight.table import Table

WEEK = 7 * 24 * 60
RIFLE = Weapon(id="rifle", damage="d8", skill=60)
DOOR = Combatant(name="Door", points=9)
ANA = Combatant(name="Ana", points=10, dexterity=12, constitution=12, dodge=40, block=30, weapons=(RIFLE,))
BRUN = Combatant(name="Brun", points=10, dexterity=9, weapons=(RIFLE,))


def percentile() -> Table:
    fight = Table("percentile", ANA, BRUN)
    fight.do(cmd.Join(sheet=DOOR, conditions=(Condition("object"),)))
    return fight


@pytest.mark.parametrize("loss", [5, 7, 9])
def test_a_thing_neither_heals_nor_is_wounded(loss: int) -> None:
    fight = percentile()
    fight.do(cmd.Lose("Door", loss))
    fight.do(cmd.Pass(WEEK))
    door = fight.fighter("Door")
    assert (door.points, door.wounds, fight.state.due) == (9 - loss, (), ())
    assert {one.name for one in door.conditions} <= {"object", "broken"}


def test_the_rulebook_itself_wears_a_thing_away() -> None:
    fight = percentile()
    changes = fight.book.lose(fight.fighter("Door"), 9, fight.state.clock)
    assert [type(one).__name__ for one in changes] == ["PointsChanged", "ConditionSet"]


def test_what_is_broken_does_not_heal() -> None:
    fight = percentile()
    fight.do(cmd.Lose("Ana", 1))
    fight.condition("Ana", "broken")
    fight.do(cmd.Pass(WEEK))
    assert fight.state.due == ()


def test_a_healing_roll_is_asked_for_by_its_own_name() -> None:
    fight = percentile()
    fight.do(cmd.Lose("Ana", 4))
    fight.do(cmd.Pass(WEEK))
    waits = waits_for(fight.book, fight.state)
    assert isinstance(waits, WaitsForDie)
    assert (waits.name, waits.said) == ("damage", "healing")


@pytest.mark.parametrize("back", [cmd.Heal("Ana", 2), cmd.SetPoints("Ana", 2)])
def test_who_comes_back_to_too_few_points_lies_unconscious(back: cmd.Command) -> None:
    fight = percentile()
    fight.do(cmd.Lose("Ana", 10))
    fight.do(back)
    assert Condition("unconscious", Until("ever", 3)) in fight.fighter("Ana").conditions
    fight.do(cmd.Heal("Ana", 1))
    assert not fight.fighter("Ana").has("unconscious")


@pytest.mark.parametrize("condition", ["unconscious", "dying", "dead", "broken", "out", "object"])
def test_who_cannot_act_is_not_asked_to_dodge(condition: str) -> None:
    fight = percentile()
    fight.condition("Ana", condition)
    struck = fight.strike("Brun", "rifle", "Ana", 50, 3, situation=Situation(modifier=1))
    assert struck is not None
    assert struck.branch == "hit"
    assert "percentile.helpless" in {line.reason.key for line in struck.trace if line.kind == "idle"}


def test_the_helpless_do_not_react_whatever_they_are_told() -> None:
    fight = percentile()
    fight.do(cmd.SetPoints("Ana", 1))
    struck = fight.strike("Brun", "rifle", "Ana", 50, 3, situation=Situation(reaction="dodge"))
    assert struck is not None


def test_who_is_out_makes_no_dexterity_test_and_is_offered_nothing() -> None:
    shield = Piece(id="buckler", absorption=1)
    sheet = Combatant(name="Eva", points=8, dexterity=10, constitution=12, shield=shield, can_sacrifice=True)
    fight = Table("absorption", Combatant(name="Orc", level=3, points=9), sheet)
    fight.do(cmd.Lose("Eva", 8))
    struck = fight.strike("Orc", "d6", "Eva", 5)
    assert struck is not None
    assert "absorption.helpless" in {line.reason.key for line in struck.trace if line.kind == "idle"}


MAIL, LEATHER = Piece(id="chain-mail", absorption=4), Piece(id="leather", absorption=2)


def test_armour_that_the_book_would_refuse_with_what_is_worn_is_not_put_on() -> None:
    fight = Table("absorption", Combatant(name="Eva", points=8, constitution=12, armour=(MAIL,)))
    assert fight.refused(cmd.PutOn("Eva", LEATHER)) == "fight.refused.wear"
    fight.do(cmd.TakeOff("Eva", "chain-mail"))
    fight.do(cmd.PutOn("Eva", LEATHER))


def test_armour_over_armour_is_put_on_where_the_book_adds_it_up() -> None:
    fight = percentile()
    for id in ("coat", "vest"):
        fight.do(cmd.PutOn("Ana", Piece(id=id, points=2)))


@pytest.mark.parametrize("book", ["absorption", "damage-steps"])
def test_books_without_counts_know_no_waiting_for_one(book: str) -> None:
    fight = Table(book, Combatant(name="Eva", points=8), Combatant(name="Odo", points=8))
    fight.next()
    assert fight.refused(cmd.Wait("Eva", 3)) == "fight.refused.no_wait"


def test_with_counts_the_value_alone_is_refused() -> None:
    fight = percentile()
    fight.next()
    assert fight.refused(cmd.Wait("Ana", 13)) == "fight.refused.wait_lower"
    fight.do(cmd.Wait("Ana", 3))


def test_energy_that_is_not_counted_is_not_spent() -> None:
    assert percentile().refused(cmd.SpendEnergy("Ana", 5)) == "fight.refused.no_energy"


def test_points_are_not_set_above_the_full_ones() -> None:
    fight = percentile()
    assert fight.refused(cmd.SetPoints("Ana", 11)) == "fight.refused.above_full"
    fight.do(cmd.SetPoints("Ana", 10))


def test_before_the_first_round_there_is_no_order_to_set() -> None:
    fight = percentile()
    assert fight.refused(cmd.Reorder(("Ana", "Brun"))) == "fight.refused.reorder_early"
    fight.next(2)
    assert fight.refused(cmd.Reorder(("Ana",))) == "fight.refused.reorder_none"


def test_plain_dice_may_have_a_skill_of_their_own() -> None:
    fight = percentile()
    for dice, branch in ((20, "hit"), (21, "miss")):
        struck = fight.strike("Ana", "d6:20", "Brun", dice, *((3,) if branch == "hit" else ()))
        assert struck is not None
        assert struck.branch == branch
