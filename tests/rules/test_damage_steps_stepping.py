"""Steps of a strike under `damage-steps`: abilities, traits, telling blows, elected rows (D6, D7, D8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.rules.protocol import (
    Situation,
)
from adarga.words import LANGUAGES, Words
from tests.rules.damage_steps_strikes import (
    blow_of,
    book,
    branch,
    dice_of,
    error_of,
    idle_of,
    mail,
    odds_of,
    plan_of,
)

NON_LETHAL = Situation(non_lethal=True)


def test_all_steps_are_netted_and_walked_once() -> None:
    assert dice_of(blow_of("2d6", resistant=("all",), situation=Situation(steps=1))) == ["2D6"]
    assert dice_of(blow_of("2d6", steps=1, situation=Situation(steps=1))) == ["2D8"]


def test_a_bonus_is_kept_aside() -> None:
    assert dice_of(blow_of("2d8+1", situation=Situation(steps=1))) == ["4D4+1"]
    assert dice_of(blow_of("2d8-1", situation=Situation(steps=1))) == ["4D4-1"]


def test_dice_that_are_no_plain_pool_step_by_their_average() -> None:
    assert dice_of(blow_of("4d6kh3", situation=Situation(steps=1))) == ["2D12"]
    assert dice_of(blow_of("d6+d4", situation=Situation(steps=-1))) == ["D10"]


def test_steps_act_on_the_first_part_and_traits_on_each() -> None:
    found = blow_of("d8[S]+d8[E]", situation=Situation(steps=1), vulnerable=("E",), resistant=("energía", "S"))
    assert dice_of(found) == ["D8", "D8"]
    assert dice_of(blow_of("2[E]+d8[S]", situation=Situation(steps=1))) == ["D10"]


def test_steps_without_dice_are_idle() -> None:
    assert idle_of(blow_of("5", situation=Situation(steps=1))) == ["no_dice_idle"]
    assert idle_of(blow_of("5", situation=Situation(elect=1))) == ["elect_idle"]


def test_traits_against_other_types_are_idle() -> None:
    assert idle_of(blow_of("d8", resistant=("P",), vulnerable=("C",))) == ["vulnerable_idle", "resistant_idle"]


def test_a_telling_blow_takes_no_notice_of_resistance() -> None:
    plan = plan_of("d8", mail("2"), defence=10, resistant=("all",), vulnerable=("all",))
    assert (dice_of(branch(plan, "hit")), dice_of(branch(plan, "telling"))) == (["D8"], ["D10"])
    assert idle_of(branch(plan, "telling")) == ["resistant_telling"]
    assert branch(plan, "telling").parts[0].soak == branch(plan, "hit").parts[0].soak


@pytest.mark.parametrize(
    ("damage", "steps", "dice", "idle"),
    [("16d12", 1, "16D12", "top"), ("d3", -1, "D3", "bottom"), ("40d6", 1, "40D6", "top"), ("d2", -1, "D2", "bottom")],
)
def test_ends_of_the_ladder(damage: str, steps: int, dice: str, idle: str) -> None:
    found = blow_of(damage, situation=Situation(steps=steps))
    assert (dice_of(found), idle_of(found)) == ([dice], [idle])
    assert "ladder-end" in found.marks
    strict = book(tables={"outside": "error"})
    assert error_of(damage=damage, by=strict, situation=Situation(steps=steps)).key == "damage_steps.outside"


@pytest.mark.parametrize("elect", [3, "3", "d6", "D6"])
def test_electing_a_lower_row(elect: int | str) -> None:
    assert dice_of(blow_of("d8+1", situation=Situation(steps=1, elect=elect))) == ["D6+1"]
    assert dice_of(blow_of("d8+1", resistant=("all",), situation=Situation(elect=elect))) == ["D4+1"]


def test_election_says_that_traits_cancel() -> None:
    found = blow_of("d8", resistant=("all",), vulnerable=("all",), situation=Situation(elect=3))
    assert (dice_of(found), idle_of(found)) == (["D6"], ["cancel"])


@pytest.mark.parametrize(
    ("steps", "traits", "causes", "dice"),
    [
        (1, (), "steps.a", "D10"),
        (0, ("vulnerable",), "steps.v", "D10"),
        (0, ("resistant",), "steps.r", "D6"),
        (1, ("vulnerable",), "steps.av", "D12"),
        (-1, ("vulnerable",), "cancelled.av", "D8"),
        (1, ("resistant",), "cancelled.ar", "D8"),
        (2, ("resistant",), "steps.ar", "D10"),
        (0, ("vulnerable", "resistant"), "cancelled.vr", "D8"),
        (-1, ("vulnerable", "resistant"), "steps.avr", "D6"),
    ],
)
def test_steps_name_their_causes(steps: int, traits: tuple[str, ...], causes: str, dice: str) -> None:
    (part,) = blow_of("d8", situation=Situation(steps=steps), **dict.fromkeys(traits, ("all",))).parts
    assert part.reason.key == f"damage_steps.{causes}"
    assert dict(part.reason.values)["dice"] == dice


@pytest.mark.parametrize(("trait", "key", "dice"), [("resistant", "r", "D4"), ("vulnerable", "v", "D8")])
def test_election_names_the_trait_that_moves_it(trait: str, key: str, dice: str) -> None:
    (part,) = blow_of("d8", situation=Situation(elect=3), **{trait: ("all",)}).parts
    assert (part.reason.ruling, part.reason.key) == ("D8", f"damage_steps.part_elected.{key}")
    assert dict(part.reason.values)["dice"] == dice
    for lang in LANGUAGES:
        assert "[D7]" in Words(lang).say(part.reason.key, **dict(part.reason.values))


@pytest.mark.parametrize(
    ("steps", "english", "spanish"),
    [
        (1, "D8 → D10, S: +1 step from abilities", "D8 → D10, S: +1 escalón por capacidades"),
        (2, "D8 → D12, S: +2 steps from abilities", "D8 → D12, S: +2 escalones por capacidades"),
        (-1, "D8 → D6, S: −1 step from abilities", "D8 → D6, S: −1 escalón por capacidades"),
    ],
)
def test_one_step_is_said_in_the_singular(steps: int, english: str, spanish: str) -> None:
    (part,) = blow_of("d8", situation=Situation(steps=steps)).parts
    said = [Words(lang).say(part.reason.key, **dict(part.reason.values)) for lang in ("en", "es")]
    assert said == [english, spanish]


def test_election_is_held_to_what_weapon_and_abilities_give() -> None:
    assert dice_of(blow_of("d8", resistant=("all",), situation=Situation(steps=1, elect=5))) == ["D8"]
    wrong = error_of(resistant=("all",), situation=Situation(steps=1, elect=6))
    assert (wrong.key, wrong.values["given"]) == ("damage_steps.elect", "D10")


@pytest.mark.parametrize("elect", [0, 34, "99", "2d6"])
def test_only_rows_can_be_elected(elect: int | str) -> None:
    assert error_of(damage="20d12", situation=Situation(elect=elect)).key == "damage_steps.row"


def test_electing_can_pay() -> None:
    assert odds_of("3d4", mail("10")).mean == Fraction(5, 64)
    assert odds_of("3d4", mail("10"), situation=Situation(elect="d12")).mean == Fraction(1, 4)
