"""What `percentile` does beside strikes: order (P3, P5), objects (P7), wounds and healing (P9, P10), and time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adarga.errors import AdargaError
from adarga.fight.striking import as_it_stands
from adarga.plan import Blow, Part
from adarga.rules.percentile import Percentile
from adarga.rules.percentile.after import defend, resistance_left
from adarga.rules.percentile.turns import effective_dexterity
from adarga.rules.protocol import (
    Change,
    CheckDue,
    Clock,
    Combatant,
    Condition,
    ConditionCleared,
    ConditionSet,
    Fighter,
    Matchup,
    Piece,
    PieceLost,
    PointsChanged,
    ResistanceChanged,
    Situation,
    Strike,
    Until,
    Weapon,
    Wound,
    Wounded,
)
from adarga.words import LANGUAGES, Words
from tests.rules.percentile_strikes import book, fighter, outcome_of

RULES = book()
OFF = book(wounds={"beyond_light": "off"})
SURPRISED = Condition("surprised")
DAY = 24 * 60


def one(id: str, dexterity: int | None, skill: int | None = None, *conditions: Condition, **given: Any) -> Fighter:
    weapons = (Weapon(damage="d6", skill=skill),)
    return Fighter(id=id, combatant=Combatant(dexterity=dexterity, weapons=weapons), conditions=conditions, **given)


def conditions(changes: tuple[Change, ...]) -> dict[str, Until]:
    return {change.condition.name: change.condition.until for change in changes if isinstance(change, ConditionSet)}


def ended(changes: tuple[Change, ...]) -> list[str]:
    return [change.name for change in changes if isinstance(change, ConditionCleared)]


def gained(changes: tuple[Change, ...]) -> int:
    return sum(change.by for change in changes if isinstance(change, PointsChanged))


def due(changes: tuple[Change, ...]) -> list[CheckDue]:
    return [change for change in changes if isinstance(change, CheckDue)]


# --- P3 and P5: order ---------------------------------------------------------------------------------------------


def test_highest_dexterity_first() -> None:
    assert RULES.order([one("a", 9), one("b", 14), one("c", 11)], 2) == (("b",), ("c",), ("a",))


def test_surprise_halves_in_the_first_round_only() -> None:
    fighters = [one("a", 13, None, SURPRISED), one("b", 7)]
    assert RULES.order(fighters, 1) == (("b",), ("a",))
    assert RULES.order(fighters, 2) == (("a",), ("b",))
    assert effective_dexterity(RULES.book, fighters[0], 1) == 6
    assert effective_dexterity(book(surprise={"round": "up"}).book, fighters[0], 1) == 7
    assert effective_dexterity(RULES.book, one("c", 1, None, SURPRISED), 1) == 1


def test_waiting_lowers_but_never_raises_nor_below_one() -> None:
    assert [effective_dexterity(RULES.book, one("a", 14, waiting=to), 1) for to in (20, 14, 8, 1, 0)] == [
        14,
        14,
        8,
        1,
        1,
    ]
    assert RULES.order([one("a", 14, waiting=8), one("b", 9)], 3) == (("b",), ("a",))


def test_who_has_no_dexterity_acts_at_its_initiative_or_last() -> None:
    assert RULES.order([one("a", None), one("b", 2), one("c", None, initiative=5)], 2) == (("c",), ("b",), ("a",))


def test_ties() -> None:
    fighters = [one("a", 10, 30), one("b", 10, 60), one("c", 12, 5), one("d", 10, None)]
    assert RULES.order(fighters, 2) == (("c",), ("b",), ("a",), ("d",))
    assert book(order={"ties": "listed"}).order(fighters, 2) == (("c",), ("a",), ("b",), ("d",))
    assert book(order={"ties": "together"}).order(fighters, 2) == (("c",), ("a", "b", "d"))


@pytest.mark.parametrize("name", ["unconscious", "dying", "dead", "broken", "out"])
def test_the_helpless_have_no_turn(name: str) -> None:
    assert RULES.order([one("a", 10, 30, Condition(name)), one("b", 1)], 2) == (("b",),)


def test_nobody_acts_without_points() -> None:
    assert RULES.order([replace(fighter(0), id="a"), replace(fighter(2), id="b")], 2) == ()
    assert RULES.order([fighter(3)], 2) == (("x",),)
    assert RULES.order([fighter(2, 2)], 2) == (("x",),)
    assert OFF.order([fighter(2)], 2) == (("x",),)


# --- P4: defending ------------------------------------------------------------------------------------------------


def test_defending_lasts_until_the_next_turn_or_the_round_ends() -> None:
    (until_turn,) = defend(RULES.book, fighter(), Clock(4))
    assert isinstance(until_turn, ConditionSet)
    assert until_turn.condition == Condition("defending", Until("turn"))
    by_round = book(defending={"until": "round"})
    (until_round,) = defend(by_round.book, fighter(), Clock(4))
    assert isinstance(until_round, ConditionSet)
    guarded = fighter(12, 12, until_round.condition)
    assert by_round.tick(guarded, Clock(4), Clock(4)) == ()
    assert ended(by_round.tick(guarded, Clock(4), Clock(5))) == ["defending"]
    assert RULES.tick(fighter(12, 12, until_turn.condition), Clock(4), Clock(9)) == ()


# --- P7: objects --------------------------------------------------------------------------------------------------


def struck(damage: int, target: Fighter, aim: str = "", by: Percentile = RULES) -> tuple[Change, ...]:
    matchup = Matchup(Combatant(), target.combatant, Weapon(damage=str(damage)))
    situation = Situation(object=True, aim=aim)
    outcome = outcome_of(by.plan(matchup, situation))
    return by.after(Strike(matchup, situation, target, target, outcome), Clock())


def test_an_object_breaks_at_no_points_and_stops_the_rest() -> None:
    door = Fighter(id="door", combatant=Combatant(points=20), points=9)
    assert (gained(struck(5, door)), conditions(struck(5, door))) == (-5, {})
    assert (gained(struck(30, door)), list(conditions(struck(30, door)))) == (-9, ["broken"])
    assert struck(5, replace(door, points=0)) == ()
    assert struck(5, replace(door, points=None)) == ()
    assert struck(0, door) == ()


def armed() -> Fighter:
    sheet = Combatant(
        armour=(Piece(id="mail", points=2, pr=30),),
        shield=Piece(id="buckler", points=1, pr=8),
        weapons=(Weapon(id="sword", damage="d8", pr=12), Weapon(id="knife", damage="d4")),
        block=40,
    )
    return Fighter(id="x", combatant=sheet, pr=(("sword", 5),))


def test_a_carried_thing_loses_resistance_and_breaks() -> None:
    assert [resistance_left(armed(), id) for id in ("mail", "buckler", "sword")] == [30, 8, 5]
    (hurt,) = struck(7, armed(), "buckler")
    assert isinstance(hurt, ResistanceChanged)
    assert (hurt.piece, hurt.by) == ("buckler", -7)
    hurt, lost = struck(7, armed(), "sword")
    assert isinstance(hurt, ResistanceChanged)
    assert isinstance(lost, PieceLost)
    assert (hurt.by, lost.piece) == (-5, "sword")
    assert struck(7, replace(armed(), pr=(("sword", 0),)), "sword") == ()


@pytest.mark.parametrize(("aim", "key"), [("knife", "no_resistance"), ("halberd", "no_piece")])
def test_only_things_with_resistance_can_be_broken(aim: str, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        struck(7, armed(), aim)
    assert caught.value.key == f"percentile.{key}"


def test_what_is_broken_is_of_no_use() -> None:
    assert as_it_stands(armed()) == armed().combatant
    swordless = as_it_stands(replace(armed(), lost=("sword", "mail")))
    assert ([weapon.id for weapon in swordless.weapons], swordless.armour, swordless.block) == (["knife"], (), 40)
    shieldless = as_it_stands(replace(armed(), lost=("buckler",)))
    assert (shieldless.shield, shieldless.block) == (None, None)


# --- P9: wounds ---------------------------------------------------------------------------------------------------


def test_strikes_on_the_living_wound() -> None:
    target = fighter()
    matchup = Matchup(Combatant(), target.combatant, Weapon(damage="4"))
    strike = Strike(matchup, Situation(), target, target, outcome_of(RULES.plan(matchup, Situation())))
    hurt, wound = RULES.after(strike, Clock(1, 7))
    assert (hurt, wound) == RULES.lose(target, 4, Clock(1, 7))
    assert isinstance(wound, Wounded)
    assert wound.wound == Wound(4, False, 7)


def test_a_wound_counts_whole_however_few_points_were_left() -> None:
    changes = RULES.lose(fighter(3), 9, Clock())
    assert gained(changes) == -3
    assert [change.wound.severe for change in changes if isinstance(change, Wounded)] == [True]


def test_nothing_lost_changes_nothing() -> None:
    assert RULES.lose(fighter(), 0, Clock()) == ()
    assert RULES.lose(fighter(None), 5, Clock()) == ()


def test_where_half_lies_is_the_books() -> None:
    third = book(wounds={"severe_above": 33})
    assert [any_severe(third.lose(fighter(), loss, Clock())) for loss in (3, 4)] == [False, True]


def any_severe(changes: tuple[Change, ...]) -> bool:
    return any(change.wound.severe for change in changes if isinstance(change, Wounded))


@pytest.mark.parametrize(
    ("wounds", "loss", "minutes", "checks"),
    [
        ((Wound(4, False, 0),), 3, DAY - 1, 1),
        ((Wound(4, False, 0),), 3, DAY, 0),
        ((Wound(4, False, 0),), 2, 5, 0),
        ((Wound(4, False, 0), Wound(3, False, 5)), 1, 10, 1),
        ((Wound(9, True, 0),), 3, 5, 0),
        ((Wound(2, False, 0), Wound(9, True, 0)), 4, 5, 0),
    ],
)
def test_light_wounds_within_a_day_are_added(wounds: tuple[Wound, ...], loss: int, minutes: int, checks: int) -> None:
    changes = RULES.lose(fighter(12, 12, wounds=wounds), loss, Clock(9, minutes))
    assert len(due(changes)) == checks


def test_the_window_is_the_books() -> None:
    hour = book(wounds={"window_hours": 1})
    hurt = fighter(12, 12, wounds=(Wound(4, False, 0),))
    assert [len(due(hour.lose(hurt, 3, Clock(1, minute)))) for minute in (59, 60)] == [1, 0]


# --- P10: what follows --------------------------------------------------------------------------------------------

BRUISED = (Wound(4, False, 0),)


def test_the_check_is_constitution_times_four() -> None:
    (check,) = due(RULES.lose(fighter(8, 12, wounds=BRUISED), 3, Clock(2, 5)))
    assert outcome_of(check.plan, consciousness=[48]).branch == "conscious"
    assert outcome_of(check.plan, consciousness=[49]).branch == "unconscious"
    fifth = book(wounds={"check_factor": 5})
    (check,) = due(fifth.lose(fighter(8, 12, wounds=BRUISED), 3, Clock(2, 5)))
    assert outcome_of(check.plan, consciousness=[60]).branch == "conscious"
    (sure,) = due(RULES.lose(fighter(8, 12, wounds=BRUISED, constitution=30), 3, Clock(2, 5)))
    assert outcome_of(sure.plan, consciousness=[100]).branch == "conscious"


def test_who_fails_lies_for_an_hour() -> None:
    hurt = fighter(8, 12, wounds=BRUISED)
    (check,) = due(RULES.lose(hurt, 3, Clock(2, 5)))
    failed = outcome_of(check.plan, consciousness=[90])
    assert conditions(RULES.settle(check, failed, hurt, Clock(2, 5))) == {"unconscious": Until("minute", 65)}
    passed = outcome_of(check.plan, consciousness=[9])
    assert RULES.settle(check, passed, hurt, Clock(2, 5)) == ()


def test_without_constitution_the_game_master_decides() -> None:
    changes = RULES.lose(fighter(8, 12, wounds=BRUISED, constitution=None), 3, Clock(2, 5))
    assert list(conditions(changes)) == ["consciousness-due"]
    assert due(changes) == []


def test_no_check_for_who_is_unconscious_already() -> None:
    asleep = fighter(8, 12, Condition("unconscious", Until("minute", 60)), wounds=BRUISED)
    assert due(RULES.lose(asleep, 3, Clock(2, 5))) == []


def test_severe_acts_as_many_rounds_as_points_then_lies_for_an_hour() -> None:
    changes = RULES.lose(fighter(), 8, Clock(3, 10))
    assert conditions(changes) == {"lasting-effect": Until("ever"), "failing": Until("round", 7)}
    failing = fighter(4, 12, Condition("failing", Until("round", 7)))
    assert RULES.tick(failing, Clock(6, 10), Clock(7, 10)) == ()
    after = RULES.tick(failing, Clock(7, 10), Clock(8, 11))
    assert (ended(after), conditions(after)) == (["failing"], {"unconscious": Until("minute", 71)})
    asleep = fighter(4, 12, Condition("unconscious", Until("minute", 71)))
    assert RULES.tick(asleep, Clock(8, 11), Clock(8, 70)) == ()
    assert ended(RULES.tick(asleep, Clock(8, 70), Clock(8, 71))) == ["unconscious"]


def test_a_second_severe_wound_gives_no_more_time() -> None:
    failing = fighter(30, 30, Condition("failing", Until("round", 7)))
    assert conditions(RULES.lose(failing, 16, Clock(3)))["failing"] == Until("round", 7)
    assert conditions(RULES.lose(failing, 27, Clock(3)))["failing"] == Until("round", 6)


def test_one_or_two_points_go_before_what_a_severe_wound_allows() -> None:
    for left in (1, 2):
        changes = RULES.lose(fighter(), 12 - left, Clock(3))
        assert conditions(changes) == {"lasting-effect": Until("ever"), "unconscious": Until("ever", 3)}


def test_who_lies_low_wakes_at_three_points() -> None:
    low = Condition("unconscious", Until("ever", 3))
    assert RULES.tick(fighter(2, 12, low), Clock(1), Clock(2, 500)) == ()
    assert ended(RULES.tick(fighter(3, 12, low), Clock(1), Clock(2))) == ["unconscious"]
    assert conditions(RULES.lose(fighter(2, 12, low), 1, Clock(2))) == {}
    four = book(wounds={"unconscious_at": 3})
    assert conditions(four.lose(fighter(4), 1, Clock())) == {"unconscious": Until("ever", 4)}


def test_an_hour_does_not_wake_who_lies_low() -> None:
    asleep = Condition("unconscious", Until("minute", 60))
    assert conditions(RULES.tick(fighter(1, 12, asleep), Clock(), Clock(2, 60))) == {"unconscious": Until("ever", 3)}


def test_what_the_game_master_sets_for_ever_stays() -> None:
    assert RULES.tick(fighter(12, 12, Condition("unconscious"), Condition("prone")), Clock(), Clock(9, 900)) == ()


def test_no_points_left_is_death_at_the_end_of_the_next_round() -> None:
    changes = RULES.lose(fighter(4), 4, Clock(3))
    assert conditions(changes) == {"dying": Until("round", 4)}
    dying = fighter(0, 12, Condition("dying", Until("round", 4)))
    assert RULES.tick(dying, Clock(3), Clock(4)) == ()
    after = RULES.tick(dying, Clock(4), Clock(5))
    assert (ended(after), list(conditions(after))) == (["dying"], ["dead"])
    assert RULES.tick(fighter(0), Clock(4), Clock(5)) == (), "stabilised"
    assert conditions(RULES.lose(dying, 3, Clock(4))) == {}
    assert conditions(RULES.lose(fighter(0, 12, Condition("dead")), 8, Clock(4))) == {}
    slow = book(wounds={"dying_rounds": 3})
    assert conditions(slow.lose(fighter(4), 4, Clock(3))) == {"dying": Until("round", 6)}


def test_who_dies_or_sleeps_does_not_collapse_again() -> None:
    ends = Condition("failing", Until("round", 3))
    for state in (Condition("dying", Until("round", 9)), Condition("unconscious")):
        after = RULES.tick(fighter(4, 12, ends, state), Clock(3), Clock(4))
        assert (ended(after), conditions(after)) == (["failing"], {})


def test_off_stops_at_the_class_of_the_wound() -> None:
    for points, loss in ((12, 8), (8, 3), (4, 3)):
        changes = OFF.lose(fighter(points, 12, wounds=BRUISED), loss, Clock(2, 5))
        assert [type(change) for change in changes] == [PointsChanged, Wounded]
    assert list(conditions(OFF.lose(fighter(4), 4, Clock()))) == ["out"]
    assert conditions(OFF.lose(fighter(0, 12, Condition("out")), 4, Clock())) == {}
    assert OFF.tick(fighter(5), Clock(), Clock(1, 30 * DAY)) == ()


# --- P10: healing -------------------------------------------------------------------------------------------------


def test_a_week_heals_a_d3() -> None:
    assert RULES.tick(fighter(5), Clock(1, 0), Clock(1, 7 * DAY - 1)) == ()
    (week,) = due(RULES.tick(fighter(5), Clock(1, 7 * DAY - 1), Clock(1, 7 * DAY)))
    healed = outcome_of(week.plan, damage=[3])
    assert gained(RULES.settle(week, healed, fighter(5), Clock())) == 3
    assert gained(RULES.settle(week, healed, fighter(10), Clock())) == 2
    assert RULES.settle(week, healed, fighter(12), Clock()) == ()
    assert RULES.settle(week, healed, fighter(None), Clock()) == ()


def test_several_weeks_heal_as_many_dice_as_can_help() -> None:
    (weeks,) = due(RULES.tick(fighter(5), Clock(), Clock(1, 22 * DAY)))
    assert isinstance(weeks.plan, Blow)
    assert len(weeks.plan.parts) == 3
    (many,) = due(RULES.tick(fighter(10), Clock(), Clock(1, 700 * DAY)))
    assert isinstance(many.plan, Blow)
    assert len(many.plan.parts) == 2


def test_healing_is_the_books() -> None:
    quick = book(wounds={"healing": "2d4", "healing_days": 1})
    (day,) = due(quick.tick(fighter(5), Clock(), Clock(1, DAY)))
    assert isinstance(day.plan, Blow)
    assert [str(part.dice) for part in day.plan.parts] == ["2d4"]


@pytest.mark.parametrize("name", ["dying", "dead"])
def test_the_dying_and_the_whole_do_not_heal(name: str) -> None:
    assert due(RULES.tick(fighter(0, 12, Condition(name)), Clock(), Clock(1, 7 * DAY))) == []
    assert RULES.tick(fighter(12), Clock(), Clock(1, 7 * DAY)) == ()


def test_healing_wakes_at_three_points() -> None:
    low = fighter(2, 12, Condition("unconscious", Until("ever", 3)))
    (week,) = due(RULES.tick(low, Clock(), Clock(1, 7 * DAY)))
    changes = RULES.settle(week, outcome_of(week.plan, damage=[1]), low, Clock())
    assert (gained(changes), ended(changes)) == (1, ["unconscious"])
    weak = replace(low, points=1)
    assert ended(RULES.settle(week, outcome_of(week.plan, damage=[1]), weak, Clock())) == []


def test_other_checks_are_no_business_of_this_book() -> None:
    plan = Blow((Part(None, 3),))
    other = CheckDue("x", "usage", plan, plan.reason)
    assert RULES.settle(other, outcome_of(plan), fighter(5), Clock()) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_change_can_be_said(lang: str) -> None:
    low = fighter(3, 12, Condition("unconscious", Until("ever", 3)), Condition("dying", Until("round", 1)))
    changes = [
        *RULES.lose(fighter(), 8, Clock()),
        *RULES.lose(fighter(), 3, Clock()),
        *RULES.lose(fighter(), 11, Clock()),
        *RULES.lose(fighter(), 12, Clock()),
        *RULES.lose(fighter(8, 12, wounds=BRUISED), 3, Clock()),
        *RULES.lose(fighter(8, 12, wounds=BRUISED, constitution=None), 3, Clock()),
        *OFF.lose(fighter(), 12, Clock()),
        *RULES.tick(low, Clock(), Clock(2)),
        *RULES.tick(fighter(4, 12, Condition("failing", Until("round", 1))), Clock(), Clock(2, 7 * DAY)),
        *struck(9, armed(), "buckler"),
        *struck(9, Fighter(id="door", combatant=Combatant(points=5), points=5)),
        *defend(RULES.book, fighter(), Clock()),
    ]
    words = Words(lang)
    assert all(words.say(change.reason.key, **dict(change.reason.values)) for change in changes)
