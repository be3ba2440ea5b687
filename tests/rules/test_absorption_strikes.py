"""Strikes of `absorption`: who tests what, what is on offer, what is marked, and odds against every face there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.plan import Check, Needs, Outcome, Plan, explain, from_json, odds, read, to_json
from adarga.rules.absorption import Absorption
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Taken, Weapon
from tests.rules.absorption_books import BOOK, RULES, blows, idle_keys, turned

NOBODY = Combatant()
D8 = Weapon(damage="d8")
CHARACTER = Combatant(strength=12, dexterity=9)
MONSTER = Combatant(level=8, strength=12, dexterity=9, absorption=2)
SHIELD = BOOK.shields["small-shield"]


def strike(
    attacker: Combatant = NOBODY,
    target: Combatant = NOBODY,
    weapon: Weapon = D8,
    situation: Situation | None = None,
    rules: Absorption = RULES,
) -> Plan:
    return rules.plan(Matchup(attacker, target, weapon), situation or Situation())


def outcomes(plan: Plan, faces: dict[str, list[int]] | None = None) -> Iterator[tuple[Fraction, Outcome]]:
    """Every way a plan can come out, face by face, with its probability."""
    found = read(plan, faces or {})
    if isinstance(found, Outcome):
        yield Fraction(1), found
        return
    assert isinstance(found, Needs)
    for face in range(1, found.sides + 1):
        known = (faces or {}) | {found.name: [*(faces or {}).get(found.name, []), face]}
        for probability, outcome in outcomes(plan, known):
            yield probability / found.sides, outcome


def read_out(plan: Plan, **faces: int) -> Outcome:
    outcome = read(plan, {name: [face] for name, face in faces.items()})
    assert isinstance(outcome, Outcome)
    return outcome


@pytest.mark.parametrize(
    ("attacker", "target", "branches"),
    [
        (NOBODY, NOBODY, ["lands"]),
        (CHARACTER, NOBODY, ["miss", "hit"]),
        (CHARACTER, MONSTER, ["miss", "hit"]),
        (NOBODY, CHARACTER, ["avoided", "failed"]),
        (MONSTER, CHARACTER, ["avoided", "failed"]),
        (MONSTER, MONSTER, ["lands"]),
        (CHARACTER, CHARACTER, ["miss", "hit/avoided", "hit/failed"]),
    ],
)
def test_characters_roll_everything(attacker: Combatant, target: Combatant, branches: list[str]) -> None:
    assert list(odds(strike(attacker, target)).branches) == branches


def test_tests_not_made_say_why() -> None:
    assert {"monster_no_attack_test", "monster_no_dexterity"} <= idle_keys(strike(MONSTER, MONSTER))
    assert "untested" in idle_keys(strike())
    assert idle_keys(strike(CHARACTER, Combatant(constitution=12, dexterity=12))) == set()


@pytest.mark.parametrize(
    ("need", "at_least", "at_most"), [(1, 20, 1), (12, 9, 12), (20, 1, 20), (21, 0, 20), (25, 0, 20)]
)
def test_the_way_a_test_succeeds(need: int, at_least: int, at_most: int) -> None:
    attacker = Combatant(strength=need)
    plan, other = strike(attacker), strike(attacker, rules=turned(("test", "at-most")))
    assert odds(plan).branch("hit") == Fraction(at_least, 20)
    assert odds(other).branch("hit") == Fraction(at_most, 20)
    assert set(odds(plan).branches) == set(odds(other).branches) == {"miss", "hit"}


def test_each_weapon_has_its_test() -> None:
    attacker = Combatant(strength=20, intelligence=5)
    assert odds(strike(attacker, weapon=Weapon(damage="d8", test="intelligence"))).branch("hit") == Fraction(16, 20)
    assert list(odds(strike(attacker, weapon=Weapon(damage="d8", test="wisdom"))).branches) == ["lands"]


def test_the_margin_may_be_effectiveness() -> None:
    rules = turned(("effectiveness.from_roll", "margin"))
    target = Combatant(absorption=99)
    for face in range(12, 21):
        outcome = read_out(strike(CHARACTER, target, rules=rules), attack=face, damage=1)
        assert (outcome.branch, outcome.damage) == ("hit", 2 + face - 12)
        assert read_out(strike(CHARACTER, target), attack=face, damage=1).damage == 2
    most = turned(("effectiveness.from_roll", "margin"), ("test", "at-most"))
    assert read_out(strike(CHARACTER, target, rules=most), attack=3, damage=1).damage == 2 + 9
    assert list(odds(strike(CHARACTER, target, rules=rules)).branches) == ["miss", "hit"]
    spell = Weapon(damage="d8", spell=True)
    assert odds(strike(CHARACTER, target, spell, rules=rules)) == odds(strike(CHARACTER, target, spell))
    assert "idle_margin.spell" in idle_keys(strike(CHARACTER, target, spell, rules=rules))
    assert "idle_margin.spell" not in idle_keys(strike(NOBODY, target, spell, rules=rules))
    missile = Weapon(damage="d8", unabsorbable=True)
    assert "idle_margin.roll" in idle_keys(strike(CHARACTER, target, missile, rules=rules))


def test_effectiveness_given_and_by_margin_stand_apart() -> None:
    rules = turned(("effectiveness.from_roll", "margin"))
    plan = strike(CHARACTER, Combatant(absorption=9), situation=Situation(effectiveness=2), rules=rules)
    steps = [line for line in explain(plan, {"attack": [15], "damage": [1]}) if line.kind == "step"]
    assert [(line.reason.key.removeprefix("absorption."), line.after) for line in steps] == [
        ("sheet", 0),
        ("least_die", 2),
        ("effectiveness_given", 4),
        ("effectiveness_margin", 7),
    ]


@pytest.mark.parametrize(("way", "possible"), [("at-least", 20), ("at-most", 25)])
def test_a_test_no_face_passes_says_so(way: str, possible: int) -> None:
    rules = turned(("test", way))
    for need in (20, 25):
        target = Combatant(dexterity=need)
        for plan, tested in (
            (strike(Combatant(strength=need), NOBODY, rules=rules), "strength"),
            (strike(MONSTER, target, rules=rules), "to_avoid"),
        ):
            head = "test" if need <= possible else "cannot"
            assert isinstance(plan, Check)
            assert plan.reason.key == f"absorption.{head}_{tested}"


def test_the_worst_face_marks_usage_dice() -> None:
    armed = Weapon(damage="d8", usage_die="d6")
    both = Combatant(dexterity=9, armour=(BOOK.armours["leather"],), shield=SHIELD)
    plan = strike(CHARACTER, both, armed)
    assert read_out(plan, attack=1).marks == ("usage:weapon",)
    assert read_out(plan, attack=2).marks == ()
    assert read_out(plan, attack=12, dexterity=1, damage=4).marks == ("usage:armour",)
    assert read_out(plan, attack=12, dexterity=2, damage=4).marks == ()
    assert odds(plan).mark("usage:weapon") == Fraction(1, 20)
    each = strike(CHARACTER, both, armed, rules=turned(("usage.pieces", "each")))
    assert read_out(each, attack=12, dexterity=1, damage=4).marks == ("usage:armour", "usage:shield")


def test_the_worst_face_may_succeed_and_is_the_highest_at_most() -> None:
    armed = Weapon(damage="d8", usage_die="d6")
    sure = read_out(strike(Combatant(strength=1), weapon=armed), attack=1, damage=3)
    assert (sure.branch, sure.marks) == ("hit", ("usage:weapon",))
    most = strike(CHARACTER, weapon=armed, rules=turned(("test", "at-most")))
    assert read_out(most, attack=20).marks == ("usage:weapon",)
    assert read_out(most, attack=1, damage=3).marks == ()


@pytest.mark.parametrize(
    ("armour", "shield", "first", "each"),
    [
        ((), SHIELD, ("usage:shield",), ("usage:shield",)),
        ((), None, (), ()),
        ((), Piece(), (), ()),
        ((Piece(absorption=1),), SHIELD, (), ("usage:shield",)),
        ((BOOK.armours["hide"],), None, ("usage:armour",), ("usage:armour",)),
    ],
)
def test_which_piece_wears(
    armour: tuple[Piece, ...], shield: Piece | None, first: tuple[str, ...], each: tuple[str, ...]
) -> None:
    target = Combatant(dexterity=9, armour=armour, shield=shield)
    for rules, marks in ((RULES, first), (turned(("usage.pieces", "each")), each)):
        assert read_out(strike(target=target, rules=rules), dexterity=1, damage=4).marks == marks


@pytest.mark.parametrize("when", ["after-fight", "asked"])
def test_usage_dice_may_fall_due_otherwise(when: str) -> None:
    target = Combatant(dexterity=9, armour=(BOOK.armours["leather"],))
    plan = strike(CHARACTER, target, Weapon(damage="d8", usage_die="d6"), rules=turned(("usage.when", when)))
    assert all(marks == () for _, _, marks in odds(plan).joint)


def offered(plan: Plan) -> dict[str, tuple[str, tuple[str, int], int]]:
    (offers,) = {blow.offers for blow in blows(plan)}
    return {offer.name: (offer.by, offer.cost, offer.most) for offer in offers}


def test_energy_buys_effectiveness() -> None:
    assert offered(strike(Combatant(energy=3))) == {"effectiveness": ("attacker", ("energy", 1), 3)}
    assert offered(strike(Combatant(energy=None))) == {}
    assert "no_energy_to_buy" in idle_keys(strike(Combatant(energy=0)))
    assert offered(strike(Combatant(energy=3), weapon=Weapon(damage="d8", spell=True))) == {}
    dear = turned(("energy.per_effectiveness", 2))
    assert offered(strike(Combatant(energy=5), rules=dear)) == {"effectiveness": ("attacker", ("energy", 2), 2)}
    limited = turned(("energy.most_per_blow", 1))
    assert offered(strike(Combatant(energy=5), rules=limited)) == {"effectiveness": ("attacker", ("energy", 1), 1)}


def test_energy_may_be_spent_before_the_roll() -> None:
    before = turned(("energy.when", "before"))
    plan = strike(Combatant(energy=3), Combatant(absorption=99), rules=before)
    assert (offered(plan), odds(plan).damage.least) == ({}, 5)
    spell = Weapon(damage="d8", spell=True)
    assert odds(strike(Combatant(energy=3), Combatant(absorption=99), spell, rules=before)).mean == 0
    with pytest.raises(AdargaError, match=r"^offer\.nothing"):
        strike(Combatant(energy=3), situation=Situation(take=(Taken("effectiveness"),)), rules=before)


@pytest.mark.parametrize(
    ("energy", "limit", "spent", "most"), [(None, 1, 0, 1), (None, 3, 1, 2), (2, 3, 0, 2), (0, 1, 0, 0), (5, 1, 1, 0)]
)
def test_the_stone_born_soak(energy: int | None, limit: int, spent: int, most: int) -> None:
    rules = turned(("stone_born.energy_per_attack", limit))
    plan = strike(target=Combatant(stone_born=True, energy=energy), situation=Situation(soak_energy=spent), rules=rules)
    assert offered(plan) == ({"soak": ("target", ("energy", 1), most)} if most else {})
    assert bool({"soak_spent", "no_energy_to_soak"} & idle_keys(plan)) == (most == 0)


def test_soaking_adds_to_the_value() -> None:
    target = Combatant(constitution=12, stone_born=True)
    assert read_out(strike(target=target), damage=8).damage == 6
    taken = Situation(take=(Taken("soak"),))
    assert read_out(strike(target=target, situation=taken), damage=8).damage == 5
    assert offered(strike(target=target, situation=taken)) == {}
    deep = turned(("stone_born.per_energy", 3))
    assert read_out(strike(target=target, situation=taken, rules=deep), damage=8).damage == 3
    assert read_out(strike(target=target, rules=turned(("stone_born.base", 2))), damage=8).damage == 5


@pytest.mark.parametrize(
    ("attacker", "target", "on_offer", "idle"),
    [
        (MONSTER, Combatant(dexterity=9, shield=SHIELD, can_sacrifice=True), True, None),
        (NOBODY, Combatant(shield=SHIELD, can_sacrifice=True), True, None),
        (CHARACTER, Combatant(shield=SHIELD, can_sacrifice=True), True, None),
        (NOBODY, Combatant(shield=SHIELD), False, "no_ability"),
        (NOBODY, Combatant(can_sacrifice=True), False, None),
        (CHARACTER, Combatant(level=3, shield=SHIELD, can_sacrifice=True), False, "no_failed_test"),
    ],
)
def test_who_may_sacrifice(attacker: Combatant, target: Combatant, on_offer: bool, idle: str | None) -> None:
    plan = strike(attacker, target)
    assert ("sacrifice" in offered(plan)) == on_offer
    assert idle is None or idle in idle_keys(plan)
    anyone = strike(attacker, target, rules=turned(("sacrifice.who", "anyone")))
    assert ("sacrifice" in offered(anyone)) == (target.shield is not None and target.level is None)


def test_a_sacrifice_ignores_the_blow() -> None:
    target = Combatant(constitution=10, dexterity=9, shield=SHIELD, can_sacrifice=True, stone_born=True)
    matchup = (Combatant(level=20, energy=2), target)
    for take in (("sacrifice",), ("sacrifice", "soak"), ("effectiveness", "sacrifice"), ("soak", "sacrifice")):
        plan = strike(*matchup, situation=Situation(take=tuple(map(Taken, take))))
        assert odds(plan).mean == 0
        assert offered(plan) == {}
        found = {(reason.ruling, reason.key) for blow in blows(plan) for reason in blow.idle}
        ignored = ("constitution", "stone_born", "piece_shield", "penetration")
        assert {("A8", f"absorption.ignored.{what}") for what in ignored} <= found
    magic = Weapon(damage="d4", spell=True, unabsorbable=True)
    assert odds(strike(*matchup, magic, Situation(take=(Taken("sacrifice"),)))).mean == 0


def test_choices_have_one_meaning_in_any_order() -> None:
    attacker, target = Combatant(energy=2), Combatant(constitution=8, stone_born=True)
    first = Situation(take=(Taken("soak"), Taken("effectiveness", 2)))
    second = Situation(take=(Taken("effectiveness"), Taken("soak"), Taken("effectiveness")))
    assert strike(attacker, target, situation=first) == strike(attacker, target, situation=second)


@pytest.mark.parametrize(
    ("taken", "key"),
    [
        (Taken("sacrifice"), "offer.none"),
        (Taken("soak"), "offer.none"),
        (Taken("parry"), "offer.none"),
        (Taken("effectiveness", 4), "offer.most"),
    ],
)
def test_only_what_is_on_offer_can_be_taken(taken: Taken, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        strike(Combatant(energy=3), situation=Situation(take=(taken,)))
    assert caught.value.key == key


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


SMALL = st.integers(1, 21)
COMBATANTS = st.builds(
    Combatant,
    level=maybe(st.integers(1, 40)),
    strength=maybe(SMALL),
    dexterity=maybe(SMALL),
    constitution=maybe(SMALL),
    absorption=maybe(st.integers(0, 4)),
    energy=maybe(st.integers(0, 2)),
    armour=st.sampled_from([(), *((piece,) for piece in BOOK.armours.values())]),
    shield=maybe(st.sampled_from(list(BOOK.shields.values()))),
    item=st.integers(0, 3),
    stone_born=st.booleans(),
    can_sacrifice=st.booleans(),
)
WEAPONS = st.builds(
    Weapon,
    damage=st.sampled_from(["d4", "d6", "d3+d4", "d8-2", "3"]),
    penetration=maybe(st.integers(0, 3)),
    usage_die=maybe(st.just("d6")),
    spell=st.booleans(),
    unabsorbable=st.sampled_from([False, False, True]),
)
SITUATIONS = st.builds(Situation, effectiveness=st.integers(0, 2))
SWITCHES = st.lists(
    st.sampled_from(
        [
            ("test", "at-most"),
            ("penetration.capped_by_roll", True),
            ("effectiveness.from_roll", "margin"),
            ("energy.when", "before"),
            ("absorption.shield_and_item", "sum"),
            ("sacrifice.who", "anyone"),
            ("usage.pieces", "each"),
        ]
    ),
    max_size=4,
    unique=True,
)


@settings(max_examples=100)
@given(COMBATANTS, COMBATANTS, WEAPONS, SITUATIONS, SWITCHES, st.data())
def test_odds_count_every_face(
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    situation: Situation,
    switches: list[tuple[str, Any]],
    data: st.DataObject,
) -> None:
    rules = turned(*{path.split(".")[0]: (path, value) for path, value in switches}.values())
    plan = strike(attacker, target, weapon, situation, rules)
    on_offer = sorted({offer.name for blow in blows(plan) for offer in blow.offers})
    taken = data.draw(st.lists(st.sampled_from(on_offer), unique=True)) if on_offer else []
    chosen = Situation(effectiveness=situation.effectiveness, take=tuple(map(Taken, taken)))
    plan = strike(attacker, target, weapon, chosen, rules)
    counted: dict[tuple[str, int, tuple[str, ...]], Fraction] = defaultdict(Fraction)
    for probability, outcome in outcomes(plan):
        counted[outcome.branch, outcome.damage, outcome.marks] += probability
        assert outcome.damage == by_hand(rules, Matchup(attacker, target, weapon), chosen, outcome)
    law = odds(plan)
    assert {event: Fraction(count, law.denominator) for event, count in law.joint.items() if count} == counted
    assert from_json(to_json(plan)) == plan


def by_hand(rules: Absorption, matchup: Matchup, situation: Situation, outcome: Outcome) -> int:
    """The damage of an outcome by the text's own formula, from the dice that fell."""
    book, weapon, target, attacker = rules.book, matchup.weapon, matchup.target, matchup.attacker
    names = [taken.name for taken in situation.take]
    if outcome.branch not in ("hit", "failed", "hit/failed", "lands") or "sacrifice" in names:
        return 0
    dice = dict(outcome.dice)
    roll = max(sum(dice.get("damage", ())) + {"d8-2": -2, "3": 3}.get(weapon.damage, 0), 0)
    if weapon.unabsorbable:
        return roll
    absorption = value_by_hand(book.absorption.shield_and_item == "sum", target) + ("soak" in names)
    if weapon.spell:
        return max(roll - absorption, 0)
    base = {"d4": 1, "d6": 1, "d3+d4": 1, "d8-2": 2, "3": 0}[weapon.damage]
    if attacker.level is not None:
        base = -(-attacker.level // 6)
    if weapon.penetration is not None:
        base = weapon.penetration
    base += situation.effectiveness + ("effectiveness" in names)
    if book.energy.when == "before":
        base += attacker.energy or 0
    if book.effectiveness.from_roll == "margin" and "attack" in dice and attacker.strength is not None:
        base += abs(dice["attack"][0] - attacker.strength)
    least = min(base, roll) if book.penetration.capped_by_roll else base
    return max(roll - absorption, least)


def value_by_hand(both: bool, target: Combatant) -> int:
    if target.absorption is not None:
        return target.absorption
    if target.level is not None:
        return 0
    base = 0 if target.constitution is None else max(0, 3 - (max(target.constitution, 4) // 4 - 1))
    shield = target.shield.absorption if target.shield else 0
    more = shield + target.item if both else max(shield, target.item)
    return base + target.stone_born + sum(piece.absorption for piece in target.armour) + more


@settings(max_examples=40)
@given(COMBATANTS, COMBATANTS, WEAPONS, SWITCHES)
def test_traces_add_up(attacker: Combatant, target: Combatant, weapon: Weapon, switches: list[tuple[str, Any]]) -> None:
    rules = turned(*{path.split(".")[0]: (path, value) for path, value in switches}.values())
    plan = strike(attacker, target, weapon, rules=rules)
    for _, outcome in list(outcomes(plan))[::37]:
        lines = explain(plan, dict(outcome.dice))
        (end,) = [line for line in lines if line.kind == "damage"]
        assert end.after == outcome.damage
        if outcome.blow.lands:
            account = dict(end.reason.values)
            assert int(account["absorbed"]) + int(account["through"]) == int(account["rolled"])
            steps = [line for line in lines if line.kind in ("part", "step")]
            assert all(one.after == two.before for one, two in pairwise(steps))
