"""Strikes under `percentile`: rulings P1, P2, P4, P6, P7 and P8, and every switch of theirs both ways."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.plan import Check, Outcome, Plan, Thing, explain, from_json, odds, outline, read, to_json, tree
from adarga.rules.percentile import simplified_damage, simplified_row
from adarga.rules.protocol import Combatant, Matchup, Piece, Rulebook, Situation, Taken, Weapon
from adarga.rules.values import Names
from adarga.words import LANGUAGES, Words
from tests.rules.percentile_strikes import (
    SHIPPED,
    book,
    chance_of,
    check_of,
    keys,
    odds_of,
    outcome_of,
    plan_of,
    reasons,
)


def test_keeps_the_protocol() -> None:
    kept: Rulebook = book()
    assert kept.id == "percentile"


def test_names_the_things_of_its_book() -> None:
    helmet = {"steel-helmet": {"name": {"en": "helmet", "es": "casco"}, "points": 2}}
    sabre = {"sabre": {"name": "sabre", "damage": "d8"}}
    rules = book(armours=helmet, weapons=sabre, shields={"buckler": {"name": {"en": "buckler", "es": "broquel"}}})
    assert rules.names("steel-helmet") == Names("helmet", "casco")
    assert rules.names("sabre") == Names.same("sabre")
    assert rules.names("buckler") == Names("buckler", "broquel")
    assert rules.names("halberd") is None


# --- P1: chances and branches -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skill", "modifier", "chance"),
    [
        (65, 0, 65),
        (65, -30, 35),
        (15, -20, 0),
        (90, 30, 100),
        (130, -20, 100),
        (130, -50, 80),
        (0, 0, 0),
        (100, 0, 100),
    ],
)
def test_modifiers_are_summed_and_then_held(skill: int, modifier: int, chance: int) -> None:
    found = odds_of("d6", skill, modifier=modifier)
    assert found.branch("hit") == Fraction(chance, 100)
    assert found.branch("miss") == 1 - Fraction(chance, 100)
    assert ("held" in keys(plan_of("d6", skill, modifier=modifier))) == (not 0 <= skill + modifier <= 100)


def test_double_nought_is_a_hundred() -> None:
    assert outcome_of(plan_of("d6", 99), attack=[100]).branch == "miss"
    assert outcome_of(plan_of("d6", 100), attack=[100], damage=[4]).damage == 4


def test_reaction_is_a_roll_after_the_hit() -> None:
    dodged = odds_of("d6", 60, dodge=30)
    assert dict(dodged.branches).keys() == {"miss", "hit/dodged", "hit/undodged"}
    assert dodged.branch("hit/dodged") == Fraction(60 * 30, 10_000)
    blocked = odds_of("d6", 60, block=45)
    assert dict(blocked.branches).keys() == {"miss", "hit/blocked", "hit/unblocked"}
    assert blocked.lands == Fraction(60 * 55, 10_000)


def test_target_takes_the_better_chance_unless_it_chooses() -> None:
    assert check_of(plan_of("d6", 60, dodge=30, block=31), "hit").name == "block"
    assert check_of(plan_of("d6", 60, dodge=31, block=31), "hit").name == "dodge"
    assert check_of(plan_of("d6", 60, dodge=50, block=31, prone=True), "hit").name == "block"
    assert check_of(plan_of("d6", 60, dodge=30, block=31, reaction="dodge"), "hit").name == "dodge"
    assert check_of(plan_of("d6", 60, dodge=32, block=31, reaction="block"), "hit").name == "block"
    assert set(odds_of("d6", 60, dodge=32, reaction="none").branches) == {"miss", "hit"}
    assert "rather_block" in keys(plan_of("d6", 60, dodge=30, block=31))
    assert "rather_dodge" in keys(plan_of("d6", 60, dodge=31, block=31))
    assert "no_reaction" in keys(plan_of("d6", 60, dodge=31, reaction="none"))


@pytest.mark.parametrize(("reaction", "sheet"), [("dodge", {"block": 50}), ("block", {"dodge": 50})])
def test_nobody_does_what_its_sheet_has_not(reaction: str, sheet: dict[str, Any]) -> None:
    with pytest.raises(AdargaError) as caught:
        plan_of("d6", 50, reaction=reaction, **sheet)
    assert caught.value.key == f"percentile.no_{reaction}"


def test_nothing_is_on_offer() -> None:
    with pytest.raises(AdargaError) as caught:
        plan_of("d6", 50, take=(Taken("soak"),))
    assert caught.value.key == "offer.nothing"


def test_automatic_faces() -> None:
    rules = book(automatic={"success": [1, 2, 3, 4, 5], "failure": [96, 97, 98, 99, 100]})
    assert odds_of("d6", 0, by=rules).branch("hit") == Fraction(5, 100)
    assert odds_of("d6", 100, by=rules).branch("hit") == Fraction(95, 100)
    assert odds_of("d6", 100, dodge=0, by=rules).branch("hit/dodged") == Fraction(95 * 5, 10_000)
    assert odds_of("d6", 100, block=200, by=rules).branch("hit/blocked") == Fraction(95 * 95, 10_000)
    assert odds_of("d6", 0, by=rules, simplified=True).branch("hit") == Fraction(5, 100)
    both = book(automatic={"success": [50], "failure": [50]})
    assert outcome_of(plan_of("d6", 100, by=both), attack=[50]).branch == "miss"


def test_no_skill_lands() -> None:
    assert dict(odds_of("d6").branches) == {"lands": 6}
    assert set(odds_of("d6", dodge=40).branches) == {"dodged", "undodged"}
    assert odds_of("d6", block=40).branch("blocked") == Fraction(40, 100)


# --- P2 and P4: prone, in cover, defending ------------------------------------------------------------------------


def test_prone_hampers_attack_and_dodge_but_not_block() -> None:
    assert odds_of("d6", 65, prone=True).branch("hit") == Fraction(45, 100)
    dodge = check_of(plan_of("d6", 65, dodge=50, prone=True), "hit")
    assert chance_of(dodge, "dodged") == 30
    block = check_of(plan_of("d6", 65, block=50, prone=True), "hit")
    assert chance_of(block, "blocked") == 50
    assert [reason.key for reason in block.idle] == ["percentile.prone_block"]


def test_defending_helps_dodge_and_block() -> None:
    assert chance_of(check_of(plan_of("d6", 65, dodge=50, defending=True), "hit"), "dodged") == 70
    assert chance_of(check_of(plan_of("d6", 65, block=50, defending=True), "hit"), "blocked") == 70
    both = check_of(plan_of("d6", 65, dodge=50, defending=True, prone=True, defence_modifier=-7), "hit")
    assert chance_of(both, "dodged") == 43
    assert (both.reason.ruling, both.reason.key) == ("P2+P4", "percentile.dodge_prone_defending_modifier")


def test_numbers_of_prone_and_defending_are_the_books() -> None:
    rules = book(prone={"attack": -5, "dodge": 0, "block": -30}, defending={"dodge": 1, "block": 2})
    assert chance_of(check_of(plan_of("d6", 65, prone=True, by=rules)), "hit") == 60
    dodge = check_of(plan_of("d6", 65, dodge=50, prone=True, defending=True, by=rules), "hit")
    assert chance_of(dodge, "dodged") == 51
    assert [reason.key for reason in dodge.idle] == ["percentile.prone_dodge"]
    block = check_of(plan_of("d6", 65, block=50, prone=True, defending=True, by=rules), "hit")
    assert (chance_of(block, "blocked"), block.reason.key) == (22, "percentile.block_prone_defending")
    alone = check_of(plan_of("d6", 65, block=50, prone=True, by=rules), "hit")
    assert (chance_of(alone, "blocked"), alone.reason.key) == (20, "percentile.block_prone")


def test_choices_without_a_roll_to_act_on_are_idle() -> None:
    plan = plan_of("d6", None, modifier=5, prone=True, defending=True, defence_modifier=3)
    assert {"modifier_idle", "prone_idle", "defending_idle", "defence_idle"} <= keys(plan)
    acting = plan_of("d6", 50, dodge=50, modifier=5, prone=True, defending=True, defence_modifier=3)
    assert not {key for key in keys(acting) if key.endswith("_idle")}
    reacting = plan_of("d6", None, dodge=50, modifier=5, prone=True)
    assert "modifier_idle" in keys(reacting)
    assert "prone_idle" not in keys(reacting)


# --- P6: armour ---------------------------------------------------------------------------------------------------


def test_protections_add_up_or_the_best_counts() -> None:
    assert outcome_of(plan_of("d10", None, 2, 3), damage=[9]).damage == 4
    best = plan_of("d10", None, 2, 3, by=book(armour={"pieces": "best"}))
    assert outcome_of(best, damage=[9]).damage == 6
    assert "armour_not_best" in keys(best)
    assert outcome_of(plan_of("d10", None, 2, by=book(armour={"pieces": "best"})), damage=[9]).damage == 7
    assert outcome_of(plan_of("d10", None, 8), damage=[3]).damage == 0


def test_a_shield_with_points_is_a_protection() -> None:
    sheet = Combatant(armour=(Piece(points=1),), shield=Piece(points=4))
    plan = SHIPPED.plan(Matchup(Combatant(), sheet, Weapon(damage="d10")), Situation())
    assert outcome_of(plan, damage=[9]).damage == 4


def test_pieces_are_said_by_id_name_or_points() -> None:
    pieces = (Piece(id="mail", points=1), Piece(name=Names.same("hide"), points=1), Piece(points=1), Piece(id="rag"))
    plan = SHIPPED.plan(Matchup(Combatant(), Combatant(armour=pieces), Weapon(damage="d10")), Situation())
    said = [dict(reason.values).get("piece") for reason in reasons(plan) if reason.ruling == "P6"]
    assert said == [Thing("mail"), "hide", None]
    assert isinstance(said[0], Thing)
    assert "no_armour" in keys(plan_of("d10"))


def test_damage_is_never_below_nothing() -> None:
    assert odds_of("d4-3").damage.least == 0
    assert outcome_of(plan_of("7", None, 2)).damage == 5


# --- P7: objects --------------------------------------------------------------------------------------------------


def test_objects_need_no_roll_and_do_not_react() -> None:
    plan = plan_of("d6", None, 2, dodge=50, object=True)
    assert set(odds(plan).branches) == {"lands"}
    assert "object_still" in keys(plan)
    assert "object_still" not in keys(plan_of("d6", None, object=True))


def test_carried_objects_are_defended_by_their_bearer() -> None:
    found = odds_of("d6", 60, dodge=50, object=True, aim="shield", modifier=-20)
    assert found.branch("hit/dodged") == Fraction(40 * 50, 10_000)
    plan = plan_of("d6", 60, 4, object=True, aim="shield")
    assert outcome_of(plan, attack=[1], damage=[5]).damage == 5
    assert "armour_of_bearer" in keys(plan)


def test_armour_of_the_object_itself_counts() -> None:
    assert outcome_of(plan_of("d6", None, 2, object=True), damage=[5]).damage == 3


# --- P8: simplified damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "gives"),
    [
        ("d2", [2, 1, 1, 1, 1, 1, 2, 2, 2, 2]),
        ("d3", [4, 1, 1, 1, 1, 1, 2, 2, 3, 3]),
        ("d4", [5, 1, 1, 1, 2, 2, 3, 3, 4, 4]),
        ("d6", [6, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
        ("d8", [9, 1, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("d10", [10, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("2d6", [12, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("5d6", [24, 15, 16, 17, 18, 19, 20, 21, 22, 23]),
        ("d6+d6", [12, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ("d8+d6", [13, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("2d6+d4", [13, 8, 9, 9, 10, 10, 11, 11, 12, 12]),
    ],
)
def test_rows_as_printed(dice: str, gives: list[int]) -> None:
    assert [simplified_damage(book().book, dice, digit) for digit in range(10)] == gives


@pytest.mark.parametrize(
    ("dice", "row"),
    [
        ("d12", "2d6"),
        ("d20", "3d6"),
        ("d100", "17d6"),
        ("d6+1", "d6"),
        ("d6+2", "d8"),
        ("d6+d6+1", "2d6"),
        ("3d6-5", "2d6"),
        ("2d8", "3d6"),
        ("d8+d10", "3d6"),
        ("4d6kh3", "3d6"),
        ("d6-d4", "d4"),
        ("d8+d6", "d8+1d6"),
        ("d10[fire]", "d10"),
        ("1", "d2"),
        ("d2-9", "d2"),
        ("15", "2d6"),
        ("16", "3d6"),
    ],
)
def test_other_damage_uses_the_nearest_row(dice: str, row: str) -> None:
    assert simplified_row(book().book, dice) == row


def test_further_d6_only_after_2d6_where_the_book_says_so() -> None:
    rules = book(simplified={"extra_d6": "after-2d6"}).book
    assert simplified_row(rules, "d8+d6") == "2d6"
    assert simplified_row(rules, "4d6") == "4d6"
    assert simplified_damage(book(simplified={"extra_d6_adds": 5}).book, "3d6", 1) == 8


def test_minimum_and_the_range_of_the_dice() -> None:
    bare = book(simplified={"minimum": 0}).book
    assert [simplified_damage(bare, "d3", digit) for digit in (1, 2, 4)] == [0, 0, 1]
    assert simplified_damage(bare, "d8", 1) == 1
    within = book(simplified={"within_dice": True}).book
    assert [simplified_damage(within, "d3", digit) for digit in (0, 1)] == [3, 1]
    assert [simplified_damage(within, "d8+d6", digit) for digit in (0, 1)] == [13, 4]
    assert [simplified_damage(within, "2d6+3", digit) for digit in (1, 9)] == [5, 11]
    assert simplified_damage(within, "d2-5", 9) == 1


def test_house_rows() -> None:
    rules = book(simplified={"rows": {"d12": {"add": 2}, "3d6": {"add": 7}, "d6": {"divide": 1}}}).book
    assert simplified_row(rules, "d12") == "d12"
    assert simplified_damage(rules, "3d6", 1) == 8
    assert simplified_damage(rules, "5d6", 1) == 16
    assert simplified_damage(rules, "d6", 7) == 7


def test_the_digit_is_that_of_a_hit() -> None:
    assert odds_of("d10", 5, simplified=True).given("hit").mean == 3
    plan = plan_of("d8", 65, 2, simplified=True)
    assert outcome_of(plan, attack=[37]).damage == 4
    assert outcome_of(plan, attack=[60]).damage == 7
    assert outcome_of(plan, attack=[66]).branch == "miss"
    assert set(odds(plan).branches) == {"miss", "hit"}
    reacting = odds_of("d8", 65, simplified=True, dodge=20)
    assert set(reacting.branches) == {"miss", "hit/dodged", "hit/undodged"}
    assert reacting.branch("hit/dodged") == Fraction(65 * 20, 10_000)


def test_branches_of_no_chance_are_kept() -> None:
    assert dict(odds_of("d8", 0, simplified=True, block=0).branches).keys() == {"miss", "hit/blocked", "hit/unblocked"}


def test_the_switch_holds_where_the_fight_does_not_say() -> None:
    rules = book(simplified={"on": True})
    assert plan_of("d8", 65, by=rules) == plan_of("d8", 65, simplified=True)
    assert plan_of("d8", 65, by=rules, simplified=False) == plan_of("d8", 65)
    assert plan_of("d8", 65) != plan_of("d8", 65, simplified=True)


def test_without_a_roll_to_hit_the_dice_are_rolled_or_a_d10() -> None:
    rolled = plan_of("d8", None, 1, simplified=True)
    assert odds(rolled).mean == odds_of("d8", None, 1).mean
    assert "no_roll" in keys(rolled)
    rules = book(simplified={"no_roll": "d10"})
    read_off = plan_of("d8", None, 1, simplified=True, by=rules)
    assert set(odds(read_off).branches) == {"lands"}
    assert [outcome_of(read_off, damage=[face]).damage for face in (1, 2, 10)] == [0, 0, 8]
    assert set(odds_of("d8", None, simplified=True, by=rules, dodge=9).branches) == {"dodged", "undodged/lands"}
    idle = plan_of("d8", None, simplified=True, by=rules, modifier=4)
    assert "modifier_idle" in keys(idle)


def test_wrong_dice_are_refused() -> None:
    with pytest.raises(AdargaError) as caught:
        plan_of("d0", 50)
    assert caught.value.key.startswith("dice.")


# --- plans of this book in general --------------------------------------------------------------------------------

PLANS: list[Plan] = [
    plan_of("d8+1", 65, 2, dodge=30, block=40, prone=True, defending=True),
    plan_of("d8+d6", 45, 2, 3, block=40, simplified=True, by=book(simplified={"within_dice": True})),
    plan_of("d3", 45, 1, simplified=True, by=book(armour={"pieces": "best"})),
    plan_of("d12", 5, dodge=3, simplified=True),
    plan_of("2d6", None, 1, object=True),
    plan_of(
        "2d6", None, 1, 2, dodge=20, simplified=True, by=book(simplified={"no_roll": "d10"}, armour={"pieces": "best"})
    ),
]


@pytest.mark.parametrize("plan", PLANS)
def test_plans_go_to_json_and_back(plan: Plan) -> None:
    assert from_json(json.loads(json.dumps(to_json(plan)))) == plan
    assert tree(plan)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("plan", PLANS)
def test_every_reason_can_be_said(plan: Plan, lang: str) -> None:
    words = Words(lang)
    assert all(words.say(reason.key, **dict(reason.values)) for reason in reasons(plan))
    assert len(outline(plan)) > 1


@pytest.mark.parametrize("face", [3, 10, 37, 45, 100])
@pytest.mark.parametrize("plan", PLANS)
def test_traces_add_up(plan: Plan, face: int) -> None:
    faces: dict[str, Any] = {"attack": [face], "dodge": [99], "block": [99], "damage": [3, 5]}
    last = next(line for line in explain(plan, faces) if line.kind == "damage")
    values = {name: int(value) for name, value in last.reason.values}
    if values:
        assert values["rolled"] == values["absorbed"] + values["through"]
        assert last.after == values["through"] + values.get("raised", 0)


def test_checks_are_d100() -> None:
    plan = plan_of("d6", 50, dodge=50)
    assert isinstance(plan, Check)
    assert plan.die == check_of(plan, "hit").die == parse("d100")


def test_a_number_below_0_is_no_damage() -> None:
    with pytest.raises(AdargaError, match=r"percentile\.no_damage"):
        plan_of("-5", 50, simplified=True)


def test_faces_that_always_succeed_or_fail_say_so() -> None:
    rules = book(automatic={"success": [1, 60], "failure": [5, 100]})
    for face, branch, key in (
        (3, "hit", "plan.none"),
        (60, "hit", "percentile.always_succeeds"),
        (5, "miss", "percentile.always_fails"),
        (100, "miss", "percentile.miss"),
    ):
        outcome = read(plan_of("d6", 50, by=rules), {"attack": [face], "damage": [1]})
        assert isinstance(outcome, Outcome)
        assert (outcome.branch, outcome.blow.reason.key) == (branch, key)
