"""Each rule of `percentile` as a fight shows it (P1 to P10)."""

from __future__ import annotations

from dataclasses import replace

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.protocol import CheckDue, Combatant, Condition, Situation, Until
from tests.fight.casts import PERCENTILE, piece, weapon
from tests.fight.table import Table, branch, changes, damage, struck

ROJAS, INES, MASTIFF, DOOR = PERCENTILE
ANA = Combatant(
    name="Ana",
    points=12,
    dexterity=12,
    constitution=12,
    dodge=40,
    weapons=(replace(weapon("rifle", "d8"), skill=60, pr=6),),
)
BEA = replace(
    ANA,
    name="Bea",
    dexterity=9,
    dodge=None,
    block=50,
    shield=replace(piece("shield"), pr=5),
    armour=(replace(piece("coat"), points=2),),
)
CAI = replace(ANA, name="Cai", dexterity=6)


def table() -> Table:
    return Table("percentile", ANA, BEA, CAI, DOOR)


def test_p1_attack_then_dodge_or_block() -> None:
    fight = table()
    assert branch(fight.strike("Ana", "rifle", "Cai", 61)) == "miss"
    assert branch(fight.strike("Ana", "rifle", "Cai", 60, 40)) == "hit/dodged"
    assert branch(fight.strike("Ana", "rifle", "Cai", 60, 41, 3)) == "hit/undodged"
    assert branch(fight.strike("Ana", "rifle", "Bea", 60, 50)) == "hit/blocked"
    assert branch(fight.strike("Ana", "rifle", "Bea", 60, 51, 3)) == "hit/unblocked"


def test_p1_the_die_given_for_one_reaction_chooses_it() -> None:
    fight = Table("percentile", ANA, replace(ROJAS, dodge=60, block=45))
    for faces, found in (
        ((("attack", (60,)), ("block", (36,))), "hit/blocked"),
        ((("attack", (60,)), ("block", (46,)), ("damage", (3,))), "hit/unblocked"),
        ((("attack", (60,)), ("dodge", (60,))), "hit/dodged"),
        ((("attack", (61,)), ("block", (36,))), "miss"),
    ):
        events = fight.do(cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Rojas"),), faces=faces))
        assert branch(struck(events)) == found
    fight.attack("Ana", "rifle", "Rojas")
    fight.throw(60)
    assert branch(struck(fight.do(cmd.Throw((("block", (36,)),))))) == "hit/blocked"
    chosen = Situation(reaction="dodge")
    fight.attack("Ana", "rifle", "Rojas", chosen)
    fight.do(cmd.Throw((("attack", (60,)), ("block", (36,)))))
    assert waits_for(fight.book, fight.state) == WaitsForDie("target", "dodge", 100)


def test_p1_00_is_100() -> None:
    fight = table()
    fight.attack("Ana", "rifle", "Cai")
    fight.do(cmd.Throw((("attack", (100,)),)))
    assert fight.state.pending is None


def test_p2_lying_down_or_in_cover_counts_once_and_not_for_block() -> None:
    fight = table()
    for name in ("prone", "cover"):
        fight.condition("Cai", name)
        fight.condition("Bea", name)
        assert branch(fight.strike("Ana", "rifle", "Cai", 41)) == "miss"
        assert branch(fight.strike("Ana", "rifle", "Cai", 40, 21, 1)) == "hit/undodged"
        assert branch(fight.strike("Ana", "rifle", "Bea", 40, 50)) == "hit/blocked"
    fight.do(cmd.ClearCondition("Cai", "prone"))
    fight.do(cmd.ClearCondition("Cai", "cover"))
    assert branch(fight.strike("Ana", "rifle", "Cai", 41, 40)) == "hit/dodged"


def test_p3_surprise_halves_in_the_first_round_only() -> None:
    fight = table()
    fight.condition("Ana", "surprised")
    fight.next()
    assert fight.state.order == (("Bea",), ("Ana",), ("Cai",), ("Door",))
    fight.next(4)
    assert fight.state.clock.round == 2
    assert fight.state.order[0] == ("Ana",)
    assert not fight.fighter("Ana").has("surprised")


def test_p4_defending_lasts_until_ones_own_turn_and_no_longer() -> None:
    fight = table()
    fight.next()
    assert fight.refused(cmd.Defend("Cai")) == "fight.refused.not_turn"
    fight.do(cmd.Defend("Ana"))
    assert fight.refused(cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Cai"),))) == "fight.refused.defending"
    fight.next()
    assert branch(fight.strike("Bea", "rifle", "Ana", 60, 60)) == "hit/dodged"
    fight.next(3)
    assert fight.acting == ("Ana",)
    assert not fight.fighter("Ana").has("defending")
    assert branch(fight.strike("Bea", "rifle", "Ana", 60, 60, 1)) == "hit/undodged"


def test_p5_waiting_for_any_lower_value_of_this_round() -> None:
    fight = table()
    fight.next()
    assert fight.refused(cmd.Wait("Ana", 12)) == "fight.refused.wait_lower"
    assert fight.refused(cmd.Wait("Ana", 0)) == "fight.refused.wait_least"
    assert fight.refused(cmd.Wait("Bea", 3)) == "fight.refused.not_turn"
    fight.do(cmd.Wait("Ana", 10))
    assert fight.acting == ("Ana",)
    fight.do(cmd.Wait("Ana", 8))
    assert fight.acting == ("Bea",)
    assert fight.state.order == (("Bea",), ("Ana",), ("Cai",), ("Door",))
    fight.next()
    fight.do(cmd.Wait("Ana", 1))
    fight.next(2)
    assert fight.fighter("Ana").waiting == 1
    fight.next(1 if fight.acting == ("Door",) else 2)
    assert fight.fighter("Ana").waiting is None
    assert fight.acting == ("Ana",)


def test_p5_who_waits_for_the_count_of_another_of_the_same_skill_comes_as_listed() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Wait("Ana", 9))
    assert fight.state.order[:2] == (("Ana",), ("Bea",))


def test_p6_armour_points_add_up() -> None:
    fight = table()
    fight.do(cmd.PutOn("Bea", replace(piece("helmet"), points=1)))
    assert damage(fight.strike("Ana", "rifle", "Bea", 60, 51, 8)) == 5


def test_p7_a_thing_that_stands_there_is_struck_without_a_roll_and_breaks() -> None:
    fight = table()
    still = Situation(object=True)
    assert branch(fight.strike("Ana", "d6+1", "Door", 6, situation=still)) == "lands"
    assert fight.fighter("Door").points == 1
    assert damage(fight.strike("Ana", "d6+1", "Door", 6, situation=still)) == 7
    assert fight.fighter("Door").points == 0
    assert fight.fighter("Door").has("broken")


def test_p7_a_thing_carried_is_aimed_at_and_useless_once_broken() -> None:
    fight = table()
    carried = Situation(object=True, aim="rifle", modifier=-20)
    assert branch(fight.strike("Ana", "rifle", "Cai", 41, situation=carried)) == "miss"
    assert branch(fight.strike("Ana", "rifle", "Cai", 40, 40, situation=carried)) == "hit/dodged"
    fight.strike("Ana", "rifle", "Cai", 40, 41, 8, situation=carried)
    cai = fight.fighter("Cai")
    assert (cai.points, cai.pr, cai.lost) == (12, (("rifle", 0),), ("rifle",))
    assert fight.refused(cmd.Attack(who="Cai", weapon="rifle", aims=(Aim("Ana"),))) == "fight.refused.no_weapon"
    again = cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Cai"),), situation=carried)
    assert fight.refused(again) == "fight.refused.no_piece"
    nothing = cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Cai"),), situation=Situation(object=True, aim="hat"))
    assert fight.refused(nothing) == "percentile.no_piece"


def with_a_door() -> Table:
    fight = Table("percentile", ANA, CAI)
    fight.do(cmd.Join(sheet=DOOR, conditions=(Condition("object"),)))
    fight.next()
    return fight


def test_p7_a_thing_by_itself_takes_no_turn() -> None:
    fight = with_a_door()
    assert fight.state.order == (("Ana",), ("Cai",))
    fight.do(cmd.Join(sheet=replace(DOOR, name="Chest"), conditions=(Condition("object"),)))
    assert fight.state.order == (("Ana",), ("Cai",))
    assert fight.refused(cmd.Attack(who="Chest", weapon="d6", aims=(Aim("Ana"),))) == "fight.refused.helpless"
    fight.condition("Cai", "object")
    fight.next()
    assert (fight.state.clock.round, fight.acting) == (2, ("Ana",))


def test_p7_a_thing_by_itself_is_struck_without_a_roll_unless_one_is_asked() -> None:
    fight = with_a_door()
    assert branch(fight.strike("Ana", "rifle", "Door", 3)) == "lands"
    assert fight.fighter("Door").points == 5
    assert branch(fight.strike("Ana", "rifle", "Door", 41, situation=Situation(modifier=-20))) == "miss"
    assert damage(fight.strike("Ana", "rifle", "Door", 40, 2, situation=Situation(modifier=-20))) == 2
    fight.strike("Ana", "rifle", "Door", 8)
    door = fight.fighter("Door")
    assert (door.points, door.wounds, door.has("broken"), door.has("dying")) == (0, (), True, False)


def test_p7_a_thing_by_itself_wears_away_by_hand_without_wounds() -> None:
    fight = with_a_door()
    fight.do(cmd.Lose("Door", 0))
    fight.do(cmd.Lose("Door", 3))
    assert not fight.fighter("Door").has("broken")
    fight.do(cmd.SetPoints("Door", 0))
    door = fight.fighter("Door")
    assert (door.points, door.wounds, [one.name for one in door.conditions]) == (0, (), ["object", "broken"])


def test_p7_who_aims_at_a_thing_strikes_the_thing() -> None:
    fight = table()
    fight.strike("Ana", "rifle", "Cai", 60, 41, 4, situation=Situation(aim="rifle"))
    cai = fight.fighter("Cai")
    assert (cai.points, cai.pr) == (12, (("rifle", 2),))
    nothing = cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Cai"),), situation=Situation(aim="hat"))
    assert fight.refused(nothing) == "percentile.no_piece"


def test_p7_a_broken_shield_blocks_no_more() -> None:
    fight = table()
    fight.strike("Ana", "rifle", "Bea", 60, 51, 8, situation=Situation(object=True, aim="shield"))
    assert fight.fighter("Bea").lost == ("shield",)
    assert damage(fight.strike("Ana", "rifle", "Bea", 60, 8)) == 6


def test_p8_simplified_damage_is_the_units_digit() -> None:
    fight = table()
    simple = Situation(simplified=True)
    assert damage(fight.strike("Ana", "rifle", "Cai", 57, 41, situation=simple)) == 6
    assert damage(fight.strike("Ana", "rifle", "Cai", 30, 41, situation=simple)) == 9


def test_p9_light_severe_and_the_sum_of_a_day() -> None:
    fight = table()
    fight.do(cmd.Lose("Ana", 4))
    fight.do(cmd.Pass(5 * 60))
    assert not fight.state.due
    fight.do(cmd.Lose("Ana", 3))
    assert [(due.who, due.name) for due in fight.state.due] == [("Ana", "consciousness")]
    fight.throw(48)
    assert not fight.fighter("Ana").has("unconscious")
    fight.do(cmd.Lose("Cai", 4))
    fight.do(cmd.Pass(24 * 60))
    fight.do(cmd.Lose("Cai", 3))
    assert not fight.state.due
    fight.do(cmd.Lose("Bea", 7))
    assert [wound.severe for wound in fight.fighter("Bea").wounds] == [True]


def test_p9_a_blow_and_points_taken_off_by_hand_have_the_same_consequences() -> None:
    struck, by_hand = table(), table()
    struck.strike("Ana", "rifle", "Cai", 60, 41, 8)
    by_hand.do(cmd.Lose("Cai", 8))
    assert struck.fighter("Cai") == by_hand.fighter("Cai")
    by_hand = table()
    by_hand.do(cmd.SetPoints("Cai", 4))
    assert struck.fighter("Cai") == by_hand.fighter("Cai")


def test_p10_the_failed_check_is_an_hour_unconscious() -> None:
    fight = table()
    fight.do(cmd.Lose("Ana", 4))
    fight.do(cmd.Lose("Ana", 3))
    waits = waits_for(fight.book, fight.state)
    assert waits == WaitsForDie("target", "consciousness", 100)
    fight.throw(49)
    assert fight.fighter("Ana").has("unconscious")
    fight.do(cmd.Pass(59))
    assert fight.fighter("Ana").has("unconscious")
    fight.do(cmd.Pass(1))
    assert not fight.fighter("Ana").has("unconscious")


def test_p10_after_a_severe_wound_one_acts_as_many_rounds_as_points_left() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Lose("Ana", 8))
    rounds = 0
    while not fight.fighter("Ana").has("unconscious"):
        fight.next()
        rounds = fight.state.clock.round - 1
    assert rounds == 5
    assert fight.fighter("Ana").has("lasting-effect")


def test_p10_one_or_two_points_are_unconscious_until_three() -> None:
    fight = table()
    fight.do(cmd.SetPoints("Ana", 2))
    assert fight.fighter("Ana").has("unconscious")
    assert fight.refused(cmd.Attack(who="Ana", weapon="rifle", aims=(Aim("Cai"),))) == "fight.refused.helpless"
    fight.do(cmd.Heal("Ana", 1))
    assert not fight.fighter("Ana").has("unconscious")


def test_p10_dying_dies_at_the_end_of_the_next_round_unless_healed() -> None:
    fight = table()
    fight.next()
    for who in ("Bea", "Cai"):
        fight.do(cmd.Lose(who, 20))
        assert fight.fighter(who).has("dying")
    fight.do(cmd.Heal("Cai", 5))
    while fight.state.clock.round < 3:
        fight.next()
        assert "Bea" not in fight.acting
    assert fight.fighter("Bea").has("dead")
    assert not fight.fighter("Cai").has("dead")


def test_p10_whoever_is_dying_while_minutes_pass_dies() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Lose("Bea", 20))
    fight.do(cmd.Pass(0))
    assert fight.fighter("Bea").has("dying")
    fight.do(cmd.Pass(60))
    assert fight.fighter("Bea").has("dead")
    assert not fight.fighter("Bea").has("dying")
    assert fight.state.clock.round == 1


def test_p10_who_collapses_while_minutes_pass_does_so_before_them() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Lose("Cai", 8))
    fight.do(cmd.Pass(59))
    assert fight.fighter("Cai").has("unconscious")
    fight.do(cmd.Pass(1))
    assert not fight.fighter("Cai").has("unconscious")


def test_a_minute_ends_what_lasts_for_rounds_or_until_a_turn() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Defend("Ana"))
    fight.condition("Bea", "dazed", Until("round", 9))
    fight.condition("Bea", "blind", Until("minute", 2))
    fight.do(cmd.Pass(1))
    assert not fight.fighter("Ana").conditions
    assert [one.name for one in fight.fighter("Bea").conditions] == ["blind"]


def test_p10_the_dead_are_not_healed() -> None:
    fight = table()
    fight.do(cmd.Lose("Bea", 20))
    fight.do(cmd.Pass(1))
    for command in (cmd.Heal("Bea", 3), cmd.SetPoints("Bea", 3)):
        assert fight.refused(command) == "fight.refused.dead"
    fight.do(cmd.SetPoints("Bea", 0))
    fight.do(cmd.ClearCondition("Bea", "dead"))
    fight.do(cmd.Heal("Bea", 3))
    assert fight.fighter("Bea").points == 3


def test_p10_a_healed_one_with_few_points_still_cannot_act() -> None:
    fight = table()
    fight.do(cmd.Lose("Cai", 20))
    fight.do(cmd.Heal("Cai", 1))
    assert fight.refused(cmd.Attack(who="Cai", weapon="rifle", aims=(Aim("Ana"),))) == "fight.refused.helpless"


def test_p10_a_week_of_rest_heals_a_d3() -> None:
    fight = table()
    fight.do(cmd.Lose("Ana", 6))
    due = [one for one in changes(fight.do(cmd.Pass(7 * 24 * 60))) if isinstance(one, CheckDue)]
    assert [(one.who, one.name) for one in due] == [("Ana", "healing")]
    assert waits_for(fight.book, fight.state) == WaitsForDie("target", "damage", 3, "healing")
    fight.throw(3)
    assert fight.fighter("Ana").points == 9


def test_a_condition_of_a_round_ends_with_it() -> None:
    fight = table()
    fight.next()
    fight.condition("Ana", "dazed", Until("round", 1))
    while fight.state.clock.round == 1:
        fight.next()
    assert not fight.fighter("Ana").has("dazed")
