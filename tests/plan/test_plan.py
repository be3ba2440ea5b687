"""Plans: the readings agree with enumeration and with each other."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.dice import OutOfDice, Recorded, Seeded, Source, parse
from adarga.errors import AdargaError
from adarga.plan import (
    AtLeast,
    Band,
    Blow,
    Check,
    Faces,
    Halve,
    Ignore,
    Needs,
    Outcome,
    Part,
    Plan,
    Reason,
    Reduce,
    explain,
    from_json,
    odds,
    outline,
    play,
    read,
    runs,
    to_json,
    tree,
)
from tests.plan.plans import PLANS, brute_force, every_strike

MISS = Blow()
HIT = Blow((Part(parse("2d6"), 1, (Reduce(3),)),))
ATTACK = Check("attack", parse("d20"), (Band("miss", ((1, 9),), MISS), Band("hit", ((10, 20),), HIT)))


@given(PLANS)
@settings(max_examples=80)
def test_odds_are_what_enumeration_counts(plan: Plan) -> None:
    found = odds(plan)
    assert {event: Fraction(count, found.denominator) for event, count in found.joint.items()} == brute_force(plan)
    assert sum(found.branches.values()) == found.denominator


@given(PLANS)
@settings(max_examples=60)
def test_lands_and_hurts_are_what_enumeration_counts(plan: Plan) -> None:
    found = odds(plan)
    strikes = list(every_strike(plan))
    assert found.lands == sum(chance for _, outcome, chance in strikes if outcome.blow.lands)
    assert found.hurts == sum(chance for _, outcome, chance in strikes if outcome.damage >= 1)
    assert found.mean == sum(chance * outcome.damage for _, outcome, chance in strikes)
    for mark in ("telling", "usage:armour"):
        assert found.mark(mark) == sum(chance for _, outcome, chance in strikes if mark in outcome.marks)


@given(PLANS)
@settings(max_examples=60)
def test_every_trace_adds_up(plan: Plan) -> None:
    for faces, outcome, _ in every_strike(plan):
        lines = explain(plan, faces)
        total = next(line for line in lines if line.kind == "damage")
        assert total.after == outcome.damage
        if not outcome.blow.lands:
            continue
        values = dict(total.reason.values)
        rolled, absorbed, through = (int(values[name]) for name in ("rolled", "absorbed", "through"))
        assert absorbed + through == rolled
        assert absorbed >= 0
        assert through + int(values.get("raised", 0)) == outcome.damage
        assert rolled == sum(line.after or 0 for line in lines if line.kind == "part")


@given(PLANS)
@settings(max_examples=60)
def test_json_gives_the_same_plan_back(plan: Plan) -> None:
    assert from_json(json.loads(json.dumps(to_json(plan)))) == plan


@given(PLANS, st.integers(0, 99))
@settings(max_examples=60)
def test_playing_again_with_the_dice_that_fell_is_the_same(plan: Plan, seed: int) -> None:
    outcome = play(plan, Seeded(seed))
    assert read(plan, dict(outcome.dice)) == outcome


@given(PLANS)
@settings(max_examples=60)
def test_outline_names_every_node(plan: Plan) -> None:
    lines = outline(plan)
    assert sum(line.kind == "band" for line in lines) == json.dumps(to_json(plan)).count('"faces":')
    assert tree(plan)


def test_play_falls_as_often_as_the_odds_say() -> None:
    source = Seeded(7)
    times = 4000
    hits = sum(play(ATTACK, source).damage >= 1 for _ in range(times))
    expected = float(odds(ATTACK).hurts)
    assert abs(hits / times - expected) < 4 * (expected * (1 - expected) / times) ** 0.5


def test_read_asks_for_each_die_in_turn() -> None:
    assert read(ATTACK, {}) == Needs("attack", 20, (), ATTACK.reason)
    assert read(ATTACK, {"attack": [17]}) == Needs("damage", 6, ("hit",), HIT.reason)
    assert read(ATTACK, {"attack": [17], "damage": [3]}) == Needs("damage", 6, ("hit",), HIT.reason)
    outcome = read(ATTACK, {"attack": [17], "damage": [3, 6]})
    assert isinstance(outcome, Outcome)
    assert (outcome.branch, outcome.damage, outcome.dice) == ("hit", 7, (("attack", (17,)), ("damage", (3, 6))))


def test_dice_left_over_are_told() -> None:
    outcome = read(ATTACK, {"attack": [2], "damage": [3, 6]})
    assert isinstance(outcome, Outcome)
    assert outcome.unused == (("damage", (3, 6)),)
    assert [line.faces for line in explain(ATTACK, {"attack": [2], "damage": [3, 6]}) if line.kind == "unused"] == [
        (3, 6)
    ]


@pytest.mark.parametrize(
    ("faces", "key", "name", "which"),
    [
        ({"attack": [21]}, "plan.typed.range", "attack", 1),
        ({"attack": ["x"]}, "plan.typed.number", "attack", 1),
        ({"attack": [True]}, "plan.typed.number", "attack", 1),
        ({"attack": [17], "damage": [3, 7]}, "plan.typed.range", "damage", 2),
        ({"attack": [2], "damage": [3, "x"]}, "plan.typed.number", "damage", 2),
        ({"attack": [17], "damage": [3, 6, 1, True]}, "plan.typed.number", "damage", 4),
    ],
)
def test_a_die_out_of_range_is_refused_by_its_roll(
    faces: dict[str, list[int | str]], key: str, name: str, which: int
) -> None:
    with pytest.raises(AdargaError) as caught:
        read(ATTACK, faces)
    assert caught.value.key == key
    assert (caught.value.values["name"], caught.value.values["which"]) == (name, which)
    with pytest.raises(AdargaError) as played:
        play(ATTACK, Seeded(1), faces)
    assert (played.value.key, played.value.values) == (caught.value.key, caught.value.values)


def one_die_at_a_time(plan: Plan, source: Source, faces: Faces) -> Outcome:
    """Playing, the slow and obvious way: `read` says which die is missing, and that one is thrown."""
    known = {name: list(values) for name, values in faces.items()}
    while True:
        found = read(plan, known)
        if isinstance(found, Outcome):
            return found
        known.setdefault(found.name, []).append(source.die(found.sides))


@given(PLANS, st.integers(0, 99), st.booleans(), st.booleans())
@settings(max_examples=120)
def test_play_throws_what_read_asks_for(plan: Plan, seed: int, attack: bool, damage: bool) -> None:
    faces: dict[str, list[int | str]] = {"damage": [1, "2"]} if damage else {}
    if attack:
        faces["attack"] = [2]
    mine, other = Seeded(seed), Seeded(seed)
    assert play(plan, mine, faces) == one_die_at_a_time(plan, other, faces)
    assert mine.die(10**6) == other.die(10**6)
    assert play(plan, mine) == one_die_at_a_time(plan, other, {})


def test_play_says_when_its_source_is_used_up() -> None:
    with pytest.raises(OutOfDice):
        play(ATTACK, Recorded((17, 3)))
    assert play(ATTACK, Recorded((3, 6)), {"attack": [17]}).damage == 7


def test_parts_of_many_dice_are_summed() -> None:
    hundred = Part(parse("100d6"))
    assert odds(Blow((hundred, hundred))).damage == parse("200d6").distribution()


def test_very_many_dice_are_played_and_explained() -> None:
    plan = Blow((Part(parse("1000d1!")), Part(parse("100d1!100"))))
    outcome = play(plan, Seeded(1))
    assert outcome.damage == 21_000 + 10_100
    assert next(line for line in explain(plan, dict(outcome.dice)) if line.kind == "damage").after == outcome.damage


def test_explaining_without_a_die_names_it() -> None:
    with pytest.raises(AdargaError, match=r"plan\.needs: name=damage, sides=6"):
        explain(ATTACK, {"attack": [17], "damage": [3]})


def test_a_zero_is_the_ten_of_a_d10() -> None:
    outcome = read(Blow((Part(parse("d10")),)), {"damage": ["0"]})
    assert isinstance(outcome, Outcome)
    assert (outcome.damage, outcome.dice) == (10, (("damage", (10,)),))


@pytest.mark.parametrize(
    ("step", "value", "left"),
    [
        (Halve(), 7, 3),
        (Halve(up=True), 7, 4),
        (Reduce(3), 7, 4),
        (Reduce(9), 7, 0),
        (Reduce(9, down_to=2), 7, 2),
        (Reduce(9, down_to=2), 1, 1),
        (Reduce(0, down_to=2), 1, 1),
        (AtLeast(3), 1, 3),
        (AtLeast(3), 5, 5),
        (Ignore(), 5, 0),
    ],
)
def test_each_soak_step(step: Halve | Reduce | AtLeast | Ignore, value: int, left: int) -> None:
    assert step(value) == left


@pytest.mark.parametrize(
    "faces",
    [(((1, 9),), ((11, 20),)), (((1, 10),), ((10, 20),)), (((1, 9),), ((10, 19),)), (((2, 9),), ((10, 20),))],
)
def test_bands_partition_the_faces(faces: tuple[tuple[tuple[int, int], ...], ...]) -> None:
    with pytest.raises(AdargaError, match=r"plan\.bands"):
        Check("attack", parse("d20"), (Band("miss", faces[0], MISS), Band("hit", faces[1], HIT)))


def test_a_reduction_is_never_negative() -> None:
    with pytest.raises(AdargaError, match=r"plan\.reduce"):
        Reduce(-1)


def test_nothing_cannot_be_soaked() -> None:
    with pytest.raises(AdargaError, match=r"plan\.empty"):
        Blow((), (Reduce(1),))


def test_a_check_of_several_dice_weighs_their_totals() -> None:
    advantage = Check("attack", parse("2d20kh1"), ATTACK.bands)
    assert odds(advantage).branch("hit") == Fraction(319, 400)
    assert odds(advantage).drops(100) == 0
    with pytest.raises(AdargaError, match=r"plan\.face"):
        advantage.band(21)


def test_damage_given_a_branch() -> None:
    found = odds(ATTACK)
    assert found.given("hit").mean == Fraction(found.mean) / found.branch("hit")
    with pytest.raises(ZeroDivisionError):
        found.given("telling")


def test_odds_are_equal_by_probability() -> None:
    twice = Check("attack", parse("d40"), (Band("miss", ((1, 18),), MISS), Band("hit", ((19, 40),), HIT)))
    assert odds(twice) == odds(ATTACK)
    assert hash(odds(twice)) == hash(odds(ATTACK))
    assert odds(ATTACK) != odds(HIT)
    assert odds(ATTACK) != 1


def test_runs_of_faces() -> None:
    assert runs(range(3, 8)) == ((3, 7),)
    assert runs(range(3, 3)) == ()
    assert runs({5, 1, 2}) == ((1, 2), (5, 5))


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], r"\."),
        ({"node": "cheque"}, r"\.node"),
        ({"node": "check", "name": "attack", "die": "d6"}, r"\."),
        ({"node": "blow", "parts": [{"plus": "x"}]}, r"\.parts\[0\]\.plus"),
        ({"node": "blow", "parts": [{"plus": True}]}, r"\.parts\[0\]\.plus"),
        ({"node": "blow", "soak": [{"step": "Double"}]}, r"\.soak\[0\]\.step"),
        (
            {
                "node": "check",
                "name": "a",
                "die": "d2",
                "bands": [{"name": "x", "faces": [[1]], "then": {"node": "blow"}}],
            },
            r"\.bands\[0\]\.faces\[0\]",
        ),
    ],
)
def test_wrong_json_names_the_place(data: object, path: str) -> None:
    with pytest.raises(AdargaError, match=rf"plan\.json: path={path},"):
        from_json(data)


def test_tree_shows_a_shared_subtree_once() -> None:
    reaction = Check("dodge", parse("d100"), (Band("dodged", ((1, 40),), MISS), Band("undodged", ((41, 100),), HIT)))
    plan = Check("attack", parse("d2"), (Band("hit", ((1, 1),), reaction), Band("hit", ((2, 2),), reaction)))
    assert tree(plan).splitlines() == [
        "attack d2 (#1)",
        "  1 hit:",
        "    dodge d100 (#2)",
        "      1-40 dodged: nothing",
        "      41-100 undodged: 2d6+1 > Reduce(3)",
        "  2 hit:",
        "    dodge d100 (as #2)",
    ]


def test_reasons_hold_values_in_order() -> None:
    reason = Reason("D4", "plan.none", by=2, ar=5)
    assert reason.values == (("by", 2), ("ar", 5))
