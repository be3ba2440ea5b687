"""The tables of `absorption`: every row of the text, its worked sums, and what lies off the tables."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.plan import Blow, Outcome, Reason, Thing, explain, odds, read
from adarga.rules.absorption import absorption_value, expected_uses
from adarga.rules.names import find
from adarga.rules.protocol import Combatant, Matchup, Piece, Rulebook, Situation, Taken, Weapon
from adarga.rules.values import Names
from tests.rules.absorption_books import BOOK, RULES, blows, idle_keys, told, turned

CASES = json.loads((Path(__file__).parents[1] / "cases" / "seed_absorption.json").read_text(encoding="utf-8"))
NOBODY = Combatant()


def damage_of(weapon: Weapon, roll: int, target: Combatant, situation: Situation, attacker: Combatant = NOBODY) -> int:
    outcome = read(RULES.plan(Matchup(attacker, target, weapon), situation), {"damage": [roll]})
    assert isinstance(outcome, Outcome)
    return outcome.damage


def wearing(case: dict[str, Any]) -> Combatant:
    armour, shield = case["armour"], case["shield"]
    return Combatant(
        constitution=case["constitution"],
        armour=(find(BOOK.armours, armour),) if armour else (),
        shield=find(BOOK.shields, shield) if shield else None,
        stone_born=case["dwarf"],
    )


def penetration(weapon: Weapon, attacker: Combatant = NOBODY, effectiveness: int = 0) -> int:
    """The least a blow does to someone who absorbs everything."""
    target = Combatant(absorption=9999)
    return odds(RULES.plan(Matchup(attacker, target, weapon), Situation(effectiveness=effectiveness))).damage.least


def answer(case: dict[str, Any]) -> object:
    match case["kind"]:
        case "absorption_base":
            return absorption_value(BOOK, Combatant(constitution=case["constitution"])).value
        case "absorption_total":
            return absorption_value(BOOK, wearing(case), case["energy_spent"]).value
        case "armour" | "shield":
            piece = find(BOOK.armours if case["kind"] == "armour" else BOOK.shields, case["name"])
            return {"absorption": piece.absorption, "usage_die": piece.usage_die, "price_mo": piece.price}
        case "penetration_by_die":
            return penetration(Weapon(damage=case["die"]), effectiveness=case.get("effectiveness", 0))
        case "monster_penetration":
            return penetration(Weapon(damage="d8"), Combatant(level=case["level"]))
        case "mean_damage":
            weapon = Weapon(damage=case["die"], penetration=case["penetration"])
            target = Combatant(absorption=case["absorption"])
            return odds(RULES.plan(Matchup(NOBODY, target, weapon), Situation())).mean
        case "expected_uses":
            assert case["downgrade_on"] == [1, 2]
            return expected_uses(case["start"])
        case _:
            return dealt(case)


def dealt(case: dict[str, Any]) -> int:
    """The damage of a case that gives a roll; a die of twenty faces can show it."""
    assert case["kind"] == "damage"
    spell = case.get("spell", False)
    weapon = Weapon(
        damage="d20",
        penetration=None if spell else case["penetration"],
        spell=bool(spell),
        unabsorbable=isinstance(spell, str),
    )
    shield = BOOK.shields["small-shield"] if case.get("sacrifice_shield") else None
    target = Combatant(absorption=case["absorption"], shield=shield, can_sacrifice=True)
    return damage_of(weapon, case["roll"], target, Situation(take=(Taken("sacrifice"),) if shield else ()))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases_of_the_text(case: dict[str, Any]) -> None:
    expected = Fraction(case["exact"]) if "exact" in case else case["expected"]
    assert answer(case["input"]) == expected


def test_the_rulebook_keeps_the_protocol() -> None:
    kept: Rulebook = RULES
    assert kept.id == "absorption"
    assert kept.names("chain-mail") == Names("chain mail", "cota de malla", ("mail", "malla"))
    assert kept.names("large-shield") is not None
    assert kept.names("no-such-thing") is None


@pytest.mark.parametrize(
    ("damage", "least"), [("d2", 1), ("d3", 1), ("d5", 1), ("d7", 2), ("d14", 3), ("d100", 3), ("7", 0)]
)
def test_dice_off_the_table(damage: str, least: int) -> None:
    assert penetration(Weapon(damage=damage)) == least


@pytest.mark.parametrize(("damage", "largest", "first"), [("d4+d12", 3, 1), ("2d8-1", 2, 2), ("d10+d4", 2, 2)])
def test_one_of_many_dice_decides_once(damage: str, largest: int, first: int) -> None:
    matchup = Matchup(NOBODY, Combatant(absorption=99), Weapon(damage=damage))
    assert odds(RULES.plan(matchup, Situation())).damage.least == largest
    other = turned(("penetration.of_many_dice", "first"))
    assert odds(other.plan(matchup, Situation())).damage.least == first


def test_extending_a_table_is_noted_or_refused() -> None:
    weapon, target = Weapon(damage="d8"), Combatant(constitution=10)
    strict = turned(("tables.outside", "error"))
    for matchup, key, refused in (
        (Matchup(NOBODY, target, Weapon(damage="d3")), "least_die_read_as", "absorption.outside_die"),
        (Matchup(Combatant(level=37), target, weapon), "least_level_beyond", "absorption.outside_level"),
        (
            Matchup(NOBODY, Combatant(constitution=3), weapon),
            "constitution_read_as",
            "absorption.outside_constitution",
        ),
        (
            Matchup(NOBODY, Combatant(constitution=20), weapon),
            "constitution_read_as",
            "absorption.outside_constitution",
        ),
    ):
        assert ("G3", key) in told(RULES.plan(matchup, Situation()))
        with pytest.raises(AdargaError) as caught:
            strict.plan(matchup, Situation())
        assert caught.value.key == refused
    inside = Matchup(Combatant(level=36), Combatant(constitution=19), weapon)
    assert strict.plan(inside, Situation()) == RULES.plan(inside, Situation())


def test_a_table_of_one_row_goes_on_as_it_is() -> None:
    flat = turned(("penetration.by_level", {"6": 4}))
    plan = flat.plan(Matchup(Combatant(level=50), Combatant(absorption=99), Weapon(damage="d4")), Situation())
    assert odds(plan).damage.least == 4


@pytest.mark.parametrize(
    ("attacker", "target", "weapon", "situation", "key"),
    [
        (NOBODY, Combatant(constitution=0), Weapon(damage="d8"), Situation(), "absorption.constitution_zero"),
        (Combatant(level=0), NOBODY, Weapon(damage="d8"), Situation(), "absorption.level_zero"),
        (Combatant(strength=0), NOBODY, Weapon(damage="d8"), Situation(), "absorption.characteristic_zero"),
        (NOBODY, Combatant(dexterity=0), Weapon(damage="d8"), Situation(), "absorption.characteristic_zero"),
        (NOBODY, Combatant(armour=(Piece(), Piece())), Weapon(damage="d8"), Situation(), "absorption.two_armours"),
        (NOBODY, NOBODY, Weapon(damage="d8"), Situation(soak_energy=1), "absorption.not_stone_born"),
        (NOBODY, Combatant(stone_born=True), Weapon(damage="d8"), Situation(soak_energy=2), "absorption.soak_most"),
    ],
)
def test_nonsense_is_an_error(
    attacker: Combatant, target: Combatant, weapon: Weapon, situation: Situation, key: str
) -> None:
    with pytest.raises(AdargaError) as caught:
        RULES.plan(Matchup(attacker, target, weapon), situation)
    assert caught.value.key == key


def test_damage_that_is_no_die_is_an_error() -> None:
    with pytest.raises(AdargaError, match=r"^dice\."):
        RULES.plan(Matchup(NOBODY, NOBODY, Weapon(damage="d0")), Situation())


def test_each_source_takes_its_own_off_in_order() -> None:
    target = Combatant(
        constitution=10,
        stone_born=True,
        armour=(BOOK.armours["chain-mail"],),
        shield=BOOK.shields["large-shield"],
        item=1,
    )
    absorbed = absorption_value(BOOK, target, 1)
    assert [(part.by, part.reason.key, part.reason.ruling) for part in absorbed.parts] == [
        (2, "absorption.constitution", "A5"),
        (1, "absorption.stone_born", "A7"),
        (4, "absorption.piece_armour", "A5"),
        (1, "absorption.piece_shield", "A5"),
        (1, "absorption.soak", "A7"),
    ]
    assert [reason.key for reason in absorbed.idle] == ["absorption.item_less"]
    assert absorbed.value == 9


@pytest.mark.parametrize(
    ("shield", "item", "better", "both", "idle"),
    [(1, 2, 2, 3, "shield_less"), (2, 1, 2, 3, "item_less"), (1, 1, 1, 2, "item_less"), (0, 2, 2, 2, "shield_less")],
)
def test_shield_and_item(shield: int, item: int, better: int, both: int, idle: str) -> None:
    target = Combatant(constitution=19, shield=Piece(absorption=shield), item=item)
    absorbed = absorption_value(BOOK, target)
    assert absorbed.value == better
    assert f"absorption.{idle}" in [reason.key for reason in absorbed.idle]
    summed = absorption_value(turned(("absorption.shield_and_item", "sum")).book, target)
    assert summed.value == both
    assert f"absorption.{idle}" not in [reason.key for reason in summed.idle]


def test_what_gives_nothing_is_idle() -> None:
    absorbed = absorption_value(BOOK, Combatant(constitution=17))
    assert (absorbed.parts, [reason.key for reason in absorbed.idle]) == ((), ["absorption.constitution"])
    assert [reason.key for reason in absorption_value(BOOK, NOBODY).idle] == ["absorption.no_constitution"]


def test_a_number_on_the_sheet_stands_for_the_sum() -> None:
    target = Combatant(absorption=5, constitution=4, armour=(BOOK.armours["full-plate"],), item=2)
    absorbed = absorption_value(BOOK, target)
    assert absorbed.value == 5
    assert [reason.key for reason in absorbed.idle] == ["absorption.sheet_instead"]
    assert absorption_value(BOOK, Combatant(absorption=5)).idle == ()
    assert absorption_value(BOOK, Combatant(absorption=5, stone_born=True), 1).value == 6


def test_monsters_absorb_what_their_sheet_says() -> None:
    assert absorption_value(BOOK, Combatant(level=5, absorption=3)).parts[0].reason.ruling == "A3"
    nothing = absorption_value(BOOK, Combatant(level=5, constitution=4))
    assert (nothing.value, [reason.key for reason in nothing.idle]) == (0, ["absorption.monster_none"])


def test_a_stated_penetration_goes_before_die_and_level() -> None:
    assert penetration(Weapon(damage="d4", penetration=5)) == 5
    assert penetration(Weapon(damage="d4", penetration=5), Combatant(level=1), 2) == 7
    assert penetration(Weapon(damage="d20", penetration=0)) == 0


def test_penetration_says_how_it_came() -> None:
    matchup = Matchup(Combatant(energy=4), Combatant(constitution=10), Weapon(damage="d12"))
    (blow,) = blows(RULES.plan(matchup, Situation(effectiveness=1, take=(Taken("effectiveness", 2),))))
    assert [(step.reason.ruling, step.reason.key, dict(step.reason.values)) for step in blow.soak[1:]] == [
        ("A1", "absorption.least_die", {"penetration": 3, "die": "d12"}),
        ("A2", "absorption.effectiveness_given", {"effectiveness": 1, "penetration": 4}),
        ("A2", "absorption.effectiveness_bought", {"effectiveness": 2, "penetration": 6}),
    ]
    assert [offer.most for offer in blow.offers] == [2]


def test_a_least_damage_is_done_whatever_the_die_shows() -> None:
    matchup = Matchup(NOBODY, Combatant(constitution=19), Weapon(damage="d12"))
    assert odds(RULES.plan(matchup, Situation())).damage.least == 3


def test_the_roll_may_cap_penetration() -> None:
    capped = turned(("penetration.capped_by_roll", True))
    for absorption in range(6):
        for roll in range(1, 13):
            for bought in range(3):
                target = Combatant(absorption=absorption)
                matchup = Matchup(Combatant(energy=2), target, Weapon(damage="d12"))
                take = (Taken("effectiveness", bought),) if bought else ()
                plan = capped.plan(matchup, Situation(take=take))
                outcome = read(plan, {"damage": [roll]})
                assert isinstance(outcome, Outcome)
                assert outcome.damage == max(roll - absorption, min(3 + bought, roll))
                assert {("A1", "least_die"), ("A1", "capped")} <= told(plan)
                assert "capped" not in idle_keys(plan)


def test_a_cap_no_roll_meets_is_idle() -> None:
    matchup = Matchup(NOBODY, Combatant(absorption=9), Weapon(damage="2d6", penetration=2))
    plan = turned(("penetration.capped_by_roll", True)).plan(matchup, Situation())
    assert "cap_idle" in idle_keys(plan)
    assert odds(plan).damage == odds(RULES.plan(matchup, Situation())).damage


def test_spells_are_absorbed_and_have_no_penetration() -> None:
    spell = Weapon(damage="d12", spell=True, penetration=2)
    for attacker in (NOBODY, Combatant(level=20)):
        matchup = Matchup(attacker, Combatant(constitution=10), spell)
        plan = RULES.plan(matchup, Situation(effectiveness=3))
        assert odds(plan).damage.least == 0
        assert {"idle_stated.spell", "idle_effectiveness.spell"} <= idle_keys(plan)


def test_the_unabsorbable_does_its_roll() -> None:
    target = Combatant(constitution=4, armour=(BOOK.armours["full-plate"],), stone_born=True)
    for spell in (True, False):
        weapon = Weapon(damage="d4", spell=spell, unabsorbable=True)
        plan = RULES.plan(Matchup(Combatant(energy=3), target, weapon), Situation(effectiveness=2))
        (blow,) = blows(plan)
        assert (blow.soak, blow.offers) == ((), ())
        assert odds(plan).damage == parse("d4").distribution()
        kind = "spell" if spell else "roll"
        assert set(blow.idle) == {
            Reason("A4", "absorption.passed.constitution", constitution=4, by=3),
            Reason("A4", "absorption.passed.stone_born", by=1),
            Reason("A4", "absorption.passed.piece_armour", piece=Thing("full-plate"), by=5),
            Reason("A4", "absorption.unabsorbable"),
            Reason("A4", f"absorption.idle_penetration.{kind}"),
            Reason("A4", f"absorption.idle_effectiveness.{kind}", effectiveness=2),
            Reason("A4", f"absorption.idle_energy.{kind}", energy=3),
            Reason("A4", "absorption.idle_soak"),
            Reason("A9", "absorption.untested"),
        }


def test_constant_damage_needs_no_dice() -> None:
    plan = RULES.plan(Matchup(NOBODY, Combatant(absorption=2), Weapon(damage="5")), Situation())
    assert isinstance(plan, Blow)
    assert [line.after for line in explain(plan, {}) if line.kind == "damage"] == [3]
    assert "least_none" in idle_keys(plan)


def test_pieces_without_a_name_are_named_by_their_kind() -> None:
    target = Combatant(armour=(Piece(absorption=2),), shield=Piece(absorption=1), can_sacrifice=True)
    (blow,) = blows(RULES.plan(Matchup(NOBODY, target, Weapon(damage="d8")), Situation()))
    keys = [step.reason.key for step in blow.soak] + [offer.reason.key for offer in blow.offers]
    assert [key.removeprefix("absorption.") for key in keys] == [
        "unnamed_armour",
        "unnamed_shield",
        "least_die",
        "unnamed_offered",
    ]
    named = Combatant(armour=(Piece(absorption=2, name=Names.same("Escamas")),))
    assert dict(absorption_value(BOOK, named).parts[0].reason.values)["piece"] == "Escamas"
