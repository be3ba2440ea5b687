"""Standings against the fight itself: losing points, rounds that end, turns that come."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import State
from adarga.rules.protocol import Clock, Combatant, Condition, Fighter, Rulebook, Until, Wound
from adarga.study.standings import LATER, Standings, entered, fresh
from tests.study.faces import Law, add, fight, plain, thrown, told
from tests.study.small import BOOKS, CAST

EVERY = [(book, sheet) for book, cast in CAST.items() for sheet in cast]


def in_round_two(book: Rulebook, sheet: Combatant) -> State:
    return told(book, fight(book, sheet), cmd.NextTurn())


def found(standings: Standings, later: tuple[tuple[Fraction, int], ...]) -> Law:
    law: Law = {}
    for odds, number in later:
        add(law, standings.fighters[number], odds)
    return law


def shifted(fighter: Fighter, rounds: int) -> Fighter:
    conditions = tuple(
        replace(one, until=replace(one.until, at=one.until.at + rounds * (one.until.when == "round")))
        for one in fighter.conditions
    )
    return replace(fighter, conditions=conditions)


@pytest.mark.parametrize(("id", "sheet"), EVERY)
def test_losing_points_leads_to_the_ends_of_the_fight(id: str, sheet: Combatant) -> None:
    book = BOOKS[id]
    standings = Standings(book)
    number = standings.number(fresh(sheet))
    state = in_round_two(book, sheet)
    for points in range(sheet.points + 2 if sheet.points else 0):
        expected: Law = {}
        for odds, end in thrown(book, told(book, state, cmd.Lose(sheet.name, points))) if points else [(1, state)]:
            add(expected, shifted(plain(book, end.fighter(sheet.name), end), LATER), Fraction(odds))
        assert found(standings, standings.lose(number, points)) == expected


@pytest.mark.parametrize(("id", "sheet"), EVERY)
def test_a_round_that_ends_leads_to_the_ends_of_the_fight(id: str, sheet: Combatant) -> None:
    book = BOOKS[id]
    standings = Standings(book)
    number = standings.number(fresh(sheet))
    state = in_round_two(book, sheet)
    waiting = [(number, state)]
    for points in (1, 4):
        hurt = list(thrown(book, told(book, state, cmd.Lose(sheet.name, points))))
        waiting += [(standings.number(end.fighter(sheet.name)), end) for _, end in hurt]
    for at, before in waiting:
        if not standings.able(at):
            continue
        expected: Law = {}
        for odds, end in thrown(book, told(book, before, cmd.NextTurn())):
            add(expected, shifted(plain(book, end.fighter(sheet.name), end), LATER), odds)
        after: Law = {}
        for odds, then in standings.tick(at):
            add(after, standings.fighters[standings.turn(then) if standings.able(then) else then], odds)
        assert after == expected


@pytest.mark.parametrize(("id", "sheet"), EVERY)
def test_who_can_act_is_who_has_a_turn(id: str, sheet: Combatant) -> None:
    book = BOOKS[id]
    standings = Standings(book)
    for points in range(sheet.points or 0):
        hurt = told(book, fight(book, sheet), cmd.SetPoints(sheet.name, points))
        fighter = hurt.fighter(sheet.name)
        assert standings.able(standings.number(fighter)) == bool(book.order([fighter], LATER))


def test_what_only_a_name_tells_apart_is_one_standing() -> None:
    standings = Standings(BOOKS["absorption"])
    sheet = CAST["absorption"][0]
    assert standings.number(fresh(sheet)) == standings.number(fresh(replace(sheet, name="Dain")))


def test_defending_ends_when_the_turn_comes_again() -> None:
    standings = Standings(BOOKS["percentile"])
    number = standings.number(fresh(CAST["percentile"][0]))
    defending = standings.defend(number)
    assert defending is not None
    assert defending != number
    assert standings.turn(defending) == number
    assert Standings(BOOKS["absorption"]).book.defend(fresh(CAST["absorption"][0]), Clock(2)) == ()


def test_surprise_ends_with_the_first_round() -> None:
    standings = Standings(BOOKS["percentile"])
    surprised = standings.number(fresh(CAST["percentile"][0], (Condition("surprised"),)), 1)
    assert standings.tick(surprised, 1) == ((Fraction(1), standings.number(fresh(CAST["percentile"][0]))),)


def test_points_are_needed() -> None:
    with pytest.raises(AdargaError) as caught:
        fresh(Combatant(name="Door"))
    assert caught.value.key == "study.no_points"


histories = st.lists(st.tuples(st.integers(1, 3), st.booleans()), max_size=4)


@pytest.mark.parametrize("id", CAST)
@given(wounds=histories, more=histories)
def test_equal_essences_have_equal_futures(
    id: str, wounds: list[tuple[int, bool]], more: list[tuple[int, bool]]
) -> None:
    """Whatever is different in two fighters whose essences are equal, losing points and a round lead to equal ends."""
    book = BOOKS[id]
    sheet = replace(CAST[id][0], points=14)
    ends: dict[Fighter, list[Law]] = {}
    for listed in (wounds, more, [*wounds, *more], sorted(wounds), []):
        taken = tuple(Wound(loss, severe, 0) for loss, severe in listed)
        fighter = replace(fresh(sheet), points=8, wounds=taken, lost=("mail",), usage=(("mail", "d4"),))
        state = in_round_two(book, sheet).with_fighter(replace(fighter, id=sheet.name))
        law: Law = {}
        for points in (1, 5):
            for odds, end in thrown(book, told(book, state, cmd.Lose(sheet.name, points))):
                add(law, (points, plain(book, end.fighter(sheet.name), end)), odds)
        ends.setdefault(book.essence(fighter, Clock(2)), []).append(law)
    for laws in ends.values():
        assert all(law == laws[0] for law in laws)


def test_a_fighter_of_a_fight_under_way_enters_as_if_its_time_began_now() -> None:
    book = BOOKS["percentile"]
    sheet = CAST["percentile"][0]
    fighter = replace(fresh(sheet), conditions=(Condition("x", Until("round", 9)), Condition("y", Until("minute", 70))))
    early = replace(fresh(sheet), conditions=(Condition("x", Until("round", 4)), Condition("y", Until("minute", 10))))
    assert entered(book, fighter, Clock(7, 60)) == entered(book, early, Clock(2, 0))
