"""Strikes under `damage-steps`: every ruling D1 to D10 and every switch both ways."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.errors import AdargaError
from adarga.plan import Check, Outcome, explain, odds, outline, read
from adarga.rules.protocol import (
    Piece,
    Rulebook,
    Situation,
    Taken,
)
from adarga.rules.values import Rating
from tests.rules.damage_steps_strikes import (
    blow_of,
    book,
    branch,
    dealt,
    dice_of,
    error_of,
    idle_of,
    mail,
    odds_of,
    plan_of,
)

NON_LETHAL = Situation(non_lethal=True)


def test_keeps_the_protocol() -> None:
    kept: Rulebook = book()
    assert kept.id == "damage-steps"


# --- D10: to hit -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "defence", "hit", "miss"),
    [(5, 14, 11, 8), (0, 21, 0, 19), (30, 14, 18, 1), (None, 10, 10, 9), (5, 25, 0, 19), (5, 24, 1, 18)],
)
def test_attack_roll(bonus: int | None, defence: int, hit: int, miss: int) -> None:
    found = odds_of("d8", bonus=bonus, defence=defence)
    assert {name: found.branch(name) * 20 for name in found.branches} == {"miss": miss, "hit": hit, "telling": 1}
    assert list(found.branches) == ["miss", "hit", "telling"]


@pytest.mark.parametrize(
    ("bonus", "counts", "key", "roll", "need"),
    [
        (50, False, "attack", "d20+50", 2),
        (50, True, "attack_counts", "d20+50", 1),
        (0, False, "attack", "d20", 14),
        (-2, False, "attack", "d20-2", 16),
        (-6, True, "attack_twenty", "d20-6", None),
        (-50, False, "attack_twenty", "d20-50", None),
    ],
)
def test_attack_roll_says_the_faces_that_hit(bonus: int, counts: bool, key: str, roll: str, need: int | None) -> None:
    plan = plan_of("d8", bonus=bonus, defence=14, by=book(attack={"natural_one": "counts" if counts else "misses"}))
    assert isinstance(plan, Check)
    values = dict(plan.reason.values)
    assert (plan.reason.key, values["roll"], values.get("need")) == (f"damage_steps.{key}", roll, need)


def test_natural_one_counts_where_the_book_says_so() -> None:
    found = odds_of("d8", bonus=30, defence=14, by=book(attack={"natural_one": "counts"}))
    assert (found.branch("miss"), found.branch("hit")) == (Fraction(0), Fraction(19, 20))
    assert "miss" in found.branches


def test_without_defence_the_blow_lands() -> None:
    assert list(odds_of("d8").branches) == ["lands"]
    assert idle_of(blow_of("d8", bonus=4)) == ["bonus_idle"]


def test_forced_telling_blow_has_no_roll() -> None:
    found = blow_of("d8", defence=30, bonus=0, situation=Situation(telling=True))
    assert found.marks == ("critical:unarmoured", "telling")
    assert idle_of(found) == ["telling_forced"]


def test_natural_twenty_is_marked_telling() -> None:
    found = odds_of("d8", defence=10)
    assert found.mark("telling") == Fraction(1, 20)


# --- D1, D2: types and parts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "parts"),
    [
        ("2d6[S]+1d4[E]+2", [("S", "2d6", 2), ("E", "d4", 0)]),
        ("2+2d6[S]+1d4[E]", [("S", "2d6", 2), ("E", "d4", 0)]),
        ("2d6[S]+1d4[E]-2", [("S", "2d6", 0), ("E", "d4", -2)]),
        ("2d6[S]-1+1d4[E]", [("S", "2d6", -1), ("E", "d4", 0)]),
        ("2d6[S]+1d4[E]+1d6[S]", [("S", "2d6+d6", 0), ("E", "d4", 0)]),
        ("2d6[S]+3[E]", [("S", "2d6", 0), ("E", None, 3)]),
        ("(2d6+1)[E]+d4", [("E", "2d6", 1), ("P", "d4", 0)]),
        ("d4+2d6[cortante]", [("P", "d4", 0), ("S", "2d6", 0)]),
        ("d4+d6[P]", [("P", "d4+d6", 0)]),
        ("2d6-d4", [("P", "2d6-d4", 0)]),
        ("4d6kh3+1", [("P", "4d6kh3", 1)]),
        ("5", [("P", None, 5)]),
        ("2d6[S]-d4+1d4[E]", [("S", "2d6-d4", 0), ("E", "d4", 0)]),
    ],
)
def test_parts_of_damage(damage: str, parts: list[tuple[str, str | None, int]]) -> None:
    found = blow_of(damage, type=("P",)).parts
    assert [(part.type, part.dice and str(part.dice), part.plus) for part in found] == parts


def test_each_part_meets_its_own_rating() -> None:
    assert dealt("6[S]+3[E]", mail("S=4,E=1H")) == 2 + 2
    assert dealt("6[S]+3[E]", mail("S=9")) == 3


def test_parts_of_one_type_meet_a_rating_once() -> None:
    assert dealt("6[S]+3[S]", mail("S=4")) == 5


def test_an_attack_without_type_is_slashing() -> None:
    assert dealt("6", mail("S=4,C=1")) == 2
    assert dealt("6", mail("S=4,C=1"), by=book(attack={"default_type": "C"})) == 5


@pytest.mark.parametrize(("switch", "type", "damage"), [("best", "P", 5), ("worst", "S", 2)])
def test_of_many_types(switch: str, type: str, damage: int) -> None:
    given = {"type": ("S", "P"), "by": book(attack={"many_types": switch})}
    found = blow_of("6", mail("S=4,P=1"), **given)
    assert [part.type for part in found.parts] == [type]
    assert dealt("6", mail("S=4,P=1"), **given) == damage
    assert f"type_{switch}" in idle_of(found)
    assert [(part.reason.ruling, part.reason.key) for part in found.parts] == [("D1", f"damage_steps.part_{switch}")]


def test_the_ruling_that_gave_a_part_its_type_is_told() -> None:
    assert [part.reason.ruling for part in blow_of("d8+d6[E]").parts] == ["D1", "D2"]
    assert [part.reason.key for part in blow_of("d8").parts] == ["damage_steps.part_default"]
    assert [part.reason.key for part in blow_of("d8", type=("S",)).parts] == ["damage_steps.part"]


def test_choice_of_type_looks_at_resistance_too() -> None:
    (part,) = blow_of("d8", mail("S=1"), type=("S", "P"), resistant=("P",), vulnerable=("S",)).parts
    assert part.type == "S"


def test_labels_leave_nothing_to_choose() -> None:
    assert idle_of(blow_of("d6[C]", type=("S", "P"))) == []


def test_armour_or_traits_may_name_further_types() -> None:
    assert dealt("6[spectral]", mail("Spectral=2")) == 4
    assert dice_of(blow_of("d6", type=("mental",), resistant=("mental",))) == ["D4"]


@pytest.mark.parametrize(
    ("damage", "type", "wrong", "span"),
    [("6[S]+d4[Spectral]", (), "Spectral", (8, 16)), ("d6", ("S", "Fantasmal"), "Fantasmal", None)],
)
def test_a_type_that_nothing_names(
    damage: str, type: tuple[str, ...], wrong: str, span: tuple[int, int] | None
) -> None:
    error = error_of(damage, type=type)
    assert (error.key, error.values["type"], error.span) == ("damage_steps.type", wrong, span)


def test_a_book_may_name_further_types() -> None:
    rules = book(types={"M": {"name": {"en": "mental", "es": "mental"}}})
    assert dealt("6[mental]", mail("M=2"), by=rules) == 4


# --- D3, D4, D5: ratings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("switch", "damage"), [("sum", 3), ("best", 6)])
def test_several_pieces(switch: str, damage: int) -> None:
    pieces = (mail("4"), mail("3", "helm"))
    rules = book(armour={"pieces": switch})
    assert dealt("10", *pieces, by=rules) == damage
    assert ("piece_weaker" in idle_of(blow_of("d8", *pieces, by=rules))) is (switch == "best")


def test_a_piece_without_id_is_not_named() -> None:
    rules = book(armour={"pieces": "best"})
    assert idle_of(blow_of("d8", mail("4", ""), mail("3", ""), mail("P=1", ""), by=rules)) == ["ar_idle", "ar_weaker"]


def test_ap_works_once_on_the_sum() -> None:
    assert dealt("10", mail("1"), mail("1", "helm"), ap=3) == 10
    assert dealt("10", mail("2"), mail("2", "helm"), ap=-1) == 5


def test_ap_works_against_every_part_and_on_hardness() -> None:
    assert dealt("5[S]+5[E]", mail("S=2,E=2H"), ap=1) == 8


def test_a_shield_is_a_piece_but_not_worn_armour() -> None:
    shield = Piece(id="shield", ar=(Rating(None, 2),))
    assert dealt("6", mail("1"), shield=shield) == 3
    assert idle_of(blow_of("6", shield=shield, situation=NON_LETHAL)) == ["non_lethal_idle"]


@pytest.mark.parametrize(
    ("ar", "ap", "column"),
    [
        ("3", 0, "armoured"),
        ("3", 9, "armoured"),
        ("3+2H", 0, "armoured"),
        ("4H", 0, "hardness"),
        ("P=3", 0, "unarmoured"),
        ("0", 0, "unarmoured"),
    ],
)
def test_column_for_critical_hits(ar: str, ap: int, column: str) -> None:
    found = blow_of("d8", mail(ar), ap=ap)
    assert found.marks == ("critical:armoured" if column == "armoured" else "critical:unarmoured",)
    assert (found.reason.ruling, found.reason.key) == ("D5", f"damage_steps.{column}")
    (line,) = [line for line in explain(found, {"damage": [1]}) if line.kind == "mark"]
    assert line.reason == found.reason
    assert [line.reason for line in outline(found) if line.kind == "mark"] == [found.reason]


def test_column_is_that_of_the_first_part() -> None:
    assert blow_of("d8[S]+d4[E]", mail("E=3")).marks == ("critical:unarmoured",)


def test_column_counts_all_that_is_worn() -> None:
    assert blow_of("d8", mail("2"), mail("5H", "stone"), by=book(armour={"pieces": "best"})).marks == (
        "critical:armoured",
    )


@pytest.mark.parametrize(
    ("ar", "ap", "idle"),
    [
        ("E=0", -1, ["piece_idle", "ap_idle"]),
        ("P=3", 2, ["piece_idle", "ap_idle"]),
        ("3", 5, ["ap_over"]),
        ("2H", 0, []),
        ("3", 2, []),
    ],
)
def test_what_does_not_absorb_says_why(ar: str, ap: int, idle: list[str]) -> None:
    assert idle_of(blow_of("d8", mail(ar), ap=ap)) == idle


def test_a_rating_by_name_stands_before_one_against_all() -> None:
    piece = Piece(id="robe", ar=(Rating("all", 1), Rating("fire", 3)))
    assert (dealt("6", piece), dealt("6[E]", piece)) == (5, 3)


# --- D9: non-lethal ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("halves", "round", "damage"), [("all", "down", 3), ("all", "up", 4), ("dice", "down", 4), ("dice", "up", 5)]
)
def test_non_lethal_halves(halves: str, round: str, damage: int) -> None:
    rules = book(non_lethal={"halves": halves, "round": round})
    plan = plan_of("d8+2", mail("C=1,S=9"), by=rules, situation=NON_LETHAL)
    outcome = read(plan, {"damage": [7]})
    assert isinstance(outcome, Outcome)
    assert outcome.damage == damage


@pytest.mark.parametrize(
    ("damage", "faces", "expected"),
    [
        ("d8", [7], 3 - 1),
        ("d8-2", [7], 3 - 2 - 1),
        ("d8[S]+d6[E]+3", [4, 5], 4 + 3 - 1),
        ("d8[S]+d6[E]-4", [4, 5], 0),
        ("4", [], 3),
    ],
)
def test_non_lethal_dice_alone(damage: str, faces: list[int], expected: int) -> None:
    outcome = read(
        plan_of(damage, mail("1"), by=book(non_lethal={"halves": "dice"}), situation=NON_LETHAL), {"damage": faces}
    )
    assert isinstance(outcome, Outcome)
    assert outcome.damage == expected


def test_non_lethal_parts_are_merged_and_meet_one_rating() -> None:
    assert dealt("5[S]+4[E]", mail("C=1,S=5,E=5"), situation=NON_LETHAL) == 3
    assert dealt("5[S]+4[E]", mail("C=1,S=5,E=5"), non_lethal=True) == 3


def test_the_type_non_lethal_damage_is_treated_as() -> None:
    assert dealt("8", mail("C=1,P=3"), by=book(non_lethal={"type": "P"}), situation=NON_LETHAL) == 1


def test_non_lethal_resistance_is_to_the_original_type() -> None:
    found = blow_of("d8", mail("C=1"), resistant=("S",), vulnerable=("C",), situation=NON_LETHAL)
    assert dice_of(found) == ["D6"]


def test_worn_is_said_by_the_piece() -> None:
    for worn, damage in ((True, 4), (False, 8)):
        assert dealt("8", mail("P=1", worn=worn), situation=NON_LETHAL) == damage


# --- One strike as a whole: figures worked out by hand beside the program ----------------------------------------


def test_the_strike_of_the_screen() -> None:
    given = {"bonus": 5, "defence": 14, "ap": 2, "resistant": ("S",)}
    harness = mail("S=5,C=4")
    found = odds_of("d8+2", harness, situation=Situation(steps=1), **given)
    assert round(float(found.hurts), 3) == 0.526
    assert round(float(found.mean), 2) == 2.15
    assert round(float(found.drops(6)), 3) == 0.158
    softer = odds_of("d8+2", harness, situation=Situation(steps=1, non_lethal=True), **given)
    assert (round(float(softer.hurts), 3), float(softer.drops(6))) == (0.379, 0.0)
    up = book(non_lethal={"round": "up"})
    raised = odds_of("d8+2", harness, by=up, situation=Situation(steps=1, non_lethal=True), **given)
    assert round(float(raised.hurts), 3) == 0.453
    elected = odds_of("d8+2", harness, situation=Situation(steps=1, elect="d6"), **given)
    assert (round(float(elected.hurts), 3), float(elected.drops(6))) == (0.454, 0.0)


def test_the_strike_of_the_benchmark() -> None:
    plan = plan_of("6d4+2", mail("5"), bonus=5, defence=14, ap=2, resistant=("all",))
    assert (dice_of(branch(plan, "hit")), dice_of(branch(plan, "telling"))) == (["4D6+2"], ["6D4+2"])
    assert odds(plan).mean == Fraction(157, 20)


def test_nothing_is_on_offer() -> None:
    assert error_of(situation=Situation(take=(Taken("sacrifice"),))).key == "offer.nothing"


def test_damage_must_be_dice() -> None:
    assert error_of(damage="sword").key.startswith("dice.")


@pytest.mark.parametrize("damage", ["d8[S]-d6[E]", "-5"])
def test_a_part_that_can_only_be_negative_is_refused(damage: str) -> None:
    with pytest.raises(AdargaError, match=r"damage_steps\.negative_part"):
        plan_of(damage)
