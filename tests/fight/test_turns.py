"""Turns of a fight: order, joining and leaving, moving, delaying, stepping back, shared turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adarga.fight import commands as cmd
from adarga.rules.loading import house
from adarga.rules.protocol import Combatant, Until
from tests.fight.casts import weapon
from tests.fight.table import Table

TIES = 'base = "percentile"\nid = "ties"\n\n[order]\nties = "together"\n'
ANA = Combatant(name="Ana", points=12, dexterity=12, weapons=(replace(weapon("rifle", "d8"), skill=60),))
BEA, CAI = replace(ANA, name="Bea", dexterity=9), replace(ANA, name="Cai", dexterity=6)
DON = replace(ANA, name="Don", dexterity=9)


def table() -> Table:
    fight = Table("percentile", ANA, BEA, CAI)
    fight.next()
    return fight


def test_the_round_begins_anew_when_all_have_acted() -> None:
    fight = table()
    assert (fight.state.clock.round, fight.acting) == (1, ("Ana",))
    fight.next(3)
    assert (fight.state.clock.round, fight.acting) == (2, ("Ana",))


def test_the_fallen_are_skipped() -> None:
    fight = table()
    fight.do(cmd.Lose("Bea", 12))
    fight.next()
    assert fight.acting == ("Cai",)


def test_who_joins_acts_in_its_place_if_that_is_still_to_come() -> None:
    fight = table()
    fight.do(cmd.Join(sheet=DON))
    assert fight.state.order == (("Ana",), ("Bea",), ("Don",), ("Cai",))
    fight.next(3)
    fight.do(cmd.Join(sheet=replace(DON, name="Eva", dexterity=15)))
    assert fight.state.order[-1] == ("Eva",)
    assert fight.acting == ("Cai",)


def test_whose_turn_comes_by_a_leaving_has_all_of_it() -> None:
    fight = table()
    fight.condition("Bea", "dazed", Until("turn"))
    fight.do(cmd.Leave("Ana"))
    assert fight.acting == ("Bea",)
    assert not fight.fighter("Bea").has("dazed")
    assert fight.state.order == (("Bea",), ("Cai",))


def test_another_leaving_does_not_move_the_turn() -> None:
    fight = table()
    fight.next()
    fight.do(cmd.Leave("Ana"))
    assert fight.acting == ("Bea",)
    fight.do(cmd.Leave("Cai"))
    assert fight.acting == ("Bea",)


def test_delaying_goes_to_the_end_of_the_round() -> None:
    fight = table()
    fight.do(cmd.Delay())
    assert fight.state.order == (("Bea",), ("Cai",), ("Ana",))
    assert fight.acting == ("Bea",)


def test_delaying_does_not_wake_the_fallen() -> None:
    fight = table()
    fight.do(cmd.Lose("Bea", 12))
    fight.do(cmd.Delay())
    assert fight.acting == ("Cai",)


def test_turns_to_come_are_moved_by_hand() -> None:
    fight = table()
    assert fight.refused(cmd.Reorder(("Cai",))) == "fight.refused.reorder"
    fight.do(cmd.Reorder(("Cai", "Bea")))
    fight.next()
    assert fight.acting == ("Cai",)


def test_waiting_keeps_an_order_made_by_hand() -> None:
    fight = table()
    fight.do(cmd.Reorder(("Cai", "Bea")))
    fight.do(cmd.Wait("Ana", 1))
    assert fight.state.order == (("Cai",), ("Bea",), ("Ana",))


def test_stepping_back_a_turn() -> None:
    fight = table()
    assert fight.refused(cmd.BackTurn()) == "fight.refused.first_turn"
    fight.next()
    fight.do(cmd.BackTurn())
    assert fight.acting == ("Ana",)


def test_copies_share_a_turn_and_one_of_them_may_wait() -> None:
    fight = Table("percentile", ANA, CAI)
    fight.do(cmd.Join(sheet=replace(BEA, name="Rat"), count=3, share_turn=True))
    fight.next(2)
    assert ("Rat 1", "Rat 2", "Rat 3") in fight.state.order
    fight.do(cmd.Wait("Rat 2", 2))
    assert fight.state.order == (("Ana",), ("Rat 1", "Rat 3"), ("Cai",), ("Rat 2",))
    assert fight.acting == ("Rat 1", "Rat 3")


def test_ties_act_together_where_the_book_says_so() -> None:
    fight = Table(house(TIES), ANA, BEA, CAI, DON)
    fight.next()
    assert ("Bea", "Don") in fight.state.order
    fight.do(cmd.Wait("Ana", 6))
    assert fight.state.order == (("Bea", "Don"), ("Cai", "Ana"))


def test_copies_are_numbered_and_names_never_taken_twice() -> None:
    fight = Table("percentile", ANA, ANA)
    fight.do(cmd.Join(sheet=ANA, count=2))
    assert [seat.id for seat in fight.state.seats] == ["Ana", "Ana 2", "Ana 3", "Ana 4"]


@pytest.mark.parametrize("command", [cmd.Delay(), cmd.BackTurn(), cmd.NextTurn()])
def test_nothing_to_do_in_an_empty_fight(command: cmd.Command) -> None:
    assert Table("absorption").refused(command).startswith("fight.refused.")


def ambushed() -> Table:
    """Ana acts, then someone hidden, then Bea; it is the hidden one's turn."""
    fight = Table("percentile", replace(ANA, dexterity=15), replace(BEA, dexterity=9))
    fight.do(cmd.Join(sheet=replace(BEA, name="Shade", dexterity=12), hidden=True))
    fight.next(2)
    assert fight.acting == ("(Shade)",)
    return fight


def test_while_a_hidden_one_acts_the_one_seen_before_it_may_wait_and_defend() -> None:
    fight = ambushed()
    assert fight.refused(cmd.Wait("Bea", 3)) == "fight.refused.not_turn"
    assert fight.refused(cmd.Defend("Bea")) == "fight.refused.not_turn"
    fight.do(cmd.Wait("Ana", 3))
    assert (fight.acting, fight.state.order) == (("(Shade)",), (("(Shade)",), ("Bea",), ("Ana",)))
    other = ambushed()
    other.do(cmd.Defend("Ana"))
    assert other.fighter("Ana").has("defending")


def test_a_new_order_needs_only_those_who_are_seen() -> None:
    fight = ambushed()
    fight.do(cmd.Join(sheet=replace(BEA, name="Cid", dexterity=5)))
    fight.do(cmd.Join(sheet=replace(BEA, name="Wisp", dexterity=7), hidden=True))
    assert fight.refused(cmd.Reorder(("Cid",))) == "fight.refused.reorder"
    assert fight.refused(cmd.Reorder(("Cid", "Bea", "Bea"))) == "fight.refused.reorder"
    fight.do(cmd.Reorder(("Cid", "Bea")))
    assert fight.state.order[2:] == (("Cid",), ("Bea",), ("(Wisp)",))
    fight.do(cmd.Reorder(("(Wisp)", "Bea", "Cid")))
    assert fight.state.order[2:] == (("(Wisp)",), ("Bea",), ("Cid",))


def test_where_a_newcomer_acts_does_not_depend_on_a_hidden_one_among_those_to_come() -> None:
    orders = []
    for hidden in (False, True):
        fight = Table("percentile", replace(ANA, dexterity=15), replace(BEA, dexterity=9))
        if hidden:
            fight.do(cmd.Join(sheet=replace(BEA, name="Shade", dexterity=5), hidden=True))
        fight.next()
        fight.do(cmd.Delay())
        if hidden:
            fight.do(cmd.Reorder(("(Shade)", "Ana")))
        fight.do(cmd.Join(sheet=replace(BEA, name="Cid", dexterity=7)))
        orders.append([id for turn in fight.state.order for id in turn if id != "(Shade)"])
    assert orders[0] == orders[1]
