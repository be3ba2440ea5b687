"""Advice: what it is worth, what it says, and what it says now in a fight under way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForReaction, waits_for
from adarga.rules.protocol import Situation, Taken
from adarga.rules.values import Rating
from adarga.study.advice import SIMPLE, Advice, actions_of, advise
from adarga.study.advice_now import advise_now
from adarga.study.contest import DEFEND, Contest, Moment, Side
from adarga.study.duel import duel
from adarga.study.graph import solve
from adarga.study.habits import Threshold, pick
from adarga.study.regions import regions
from adarga.study.strikes import Action
from adarga.study.telling import Decision, Teller
from tests.fight.table import Table
from tests.study.small import BOOKS, DWARF, KNIGHT, OGRE, SCOUT, SOLDIER, WRAITH, side, weapon

BOOK = BOOKS["absorption"]
HERO = replace(DWARF, points=8, strength=None, dexterity=None, armour=(), weapons=(weapon("axe", "d6"),))
FOE = replace(OGRE, points=14, energy=2, level=5, weapons=(weapon("club", "d6"),))


@pytest.fixture(scope="module")
def hero() -> Advice:
    return advise(BOOK, side(HERO), side(FOE, "last"))


def test_the_best_is_no_worse_than_any_habit(hero: Advice) -> None:
    assert set(hero.simple) == set(SIMPLE)
    for habit, outlook in hero.simple.items():
        assert outlook.first <= hero.outlook.first + 1e-12
        assert outlook.first == pytest.approx(duel(BOOK, side(HERO, habit), side(FOE, "last")).first, abs=1e-12)  # type: ignore[arg-type]
    assert hero.outlook.first == pytest.approx(duel(BOOK, side(HERO, "best"), side(FOE, "last")).first, abs=1e-12)


def test_what_the_regions_say_is_nearly_the_best(hero: Advice) -> None:
    """The steps, played as a habit, lose little, and beat the habits that need no thought."""
    assert max(one.first for one in hero.simple.values()) < hero.stated.first <= hero.outlook.first + 1e-12
    steps = tuple(step for region in hero.regions for step in region.steps)
    assert hero.stated.first == pytest.approx(duel(BOOK, side(HERO, steps), side(FOE, "last")).first, abs=1e-12)


def test_the_second_is_advised_as_the_first_is() -> None:
    mine = advise(BOOK, side(HERO), side(FOE, "last"), opening="first")
    theirs = advise(BOOK, side(FOE, "last"), side(HERO), "second", opening="second")
    assert theirs.outlook.second == pytest.approx(mine.outlook.first, abs=1e-12)
    assert [(one.offer, one.steps) for one in theirs.regions] == [(one.offer, one.steps) for one in mine.regions]


def test_a_region_tells_every_decision_that_makes_a_difference() -> None:
    """A bearer of a shield alone: the region is what the solution takes, moment by moment."""
    bearer = replace(HERO, stone_born=False, energy=None, points=6)
    contest = Contest(BOOK, side(bearer, "best"), side(replace(FOE, energy=None)))
    graph = solve(contest)
    teller = Teller(contest, graph, 0)
    (region,) = regions(teller.decisions())
    assert (region.offer, region.times, region.struck, region.beside) == ("sacrifice", 1, True, ())
    taken: dict[tuple[int, int], list[bool]] = {}
    for number in graph.visits:
        node = graph.nodes[number]
        if not node.ways or node.actor != 1:
            continue
        moment = graph.compiler.moments[number]
        (move,) = contest.moves(moment)
        for fall in move.falls:
            values = [graph.worth(ends).value for ends in fall.ends[0]]
            if len(values) > 1 and abs(values[0] - values[1]) > 1e-12:
                points = contest.standings.fighters[moment.standing[0]].points or 0
                chosen = graph.choice(moment, move.action, fall)[1] == 1
                taken.setdefault((points, fall.chance.damage[0][0]), []).append(chosen)
    assert region.cells.keys() == taken.keys()
    for cell, share in region.cells.items():
        assert (share == 1, share == 0) == (all(taken[cell]), not any(taken[cell]))


def made(taken: dict[tuple[int, int], bool]) -> list[Decision]:
    sacrifice = (Taken("sacrifice"),)
    return [
        Decision(1.0, damage, points, True, ("sacrifice",), ((sacrifice, 0.6 if yes else 0.4), ((), 0.5)))
        for (points, damage), yes in taken.items()
    ]


EVERY = [(points, damage) for points in range(1, 13) for damage in range(1, 9)]


def test_a_staircase_is_told_in_its_steps() -> None:
    cells = {(p, d): (p <= 3 and d >= 2) or (p <= 9 and d >= 6) for p, d in EVERY}
    (region,) = regions(made(cells))
    assert region.exact
    assert region.steps == (
        Threshold("sacrifice", 2, 3, beside=()),
        Threshold("sacrifice", 6, 9, beside=()),
    )


def test_what_depends_on_what_is_left_is_told_so() -> None:
    (region,) = regions(made({(p, d): p - d <= 1 for p, d in EVERY}))
    assert region.exact
    assert region.steps == (Threshold("sacrifice", left_at_most=1, beside=()),)


def test_what_is_no_staircase_is_marked() -> None:
    (region,) = regions(made({(p, d): (p + d) % 2 == 0 for p, d in EVERY}))
    assert not region.exact
    assert 0.5 <= region.agrees < 1


@given(st.dictionaries(st.tuples(st.integers(1, 5), st.integers(1, 4)), st.booleans(), min_size=1))
def test_no_other_staircase_is_wrong_less_often(cells: dict[tuple[int, int], bool]) -> None:
    (region,) = regions(made(cells))
    wrong = (1 - region.agrees) * len(cells)
    least = [1] * 6
    best = len(cells)

    def stairs(points: int, before: int) -> None:
        nonlocal best
        if points > 5:
            best = min(best, sum(yes != (d >= least[p]) for (p, d), yes in cells.items()))
            return
        for damage in range(before, 6):
            least[points] = damage
            stairs(points + 1, damage)

    stairs(1, 1)
    assert wrong <= best + 1e-9


def test_thresholds_leave_out_what_changes_nothing_more() -> None:
    choices = ((), (Taken("soak"),), (Taken("sacrifice"),), (Taken("soak"), Taken("sacrifice")))
    habit = (Threshold("soak", 2), Threshold("sacrifice", 4, 9), Threshold("sacrifice", left_at_most=0))

    def picked(damage: int, points: int) -> int | None:
        damages = [-damage, -max(damage - 1, 1), 0, 0]
        return pick(habit, choices, damages, -points, lambda n: 0)  # type: ignore[arg-type,return-value]

    assert picked(1, 20) == 0
    assert picked(2, 20) == 1
    assert picked(5, 20) == 1
    assert picked(5, 9) == 2
    assert picked(2, 2) == 2


def test_what_must_stand_beside_an_offer_is_minded() -> None:
    habit = (Threshold("soak", beside=()),)
    with_ = ((), (Taken("soak"),), (Taken("sacrifice"),), (Taken("soak"), Taken("sacrifice")))
    assert pick(habit, with_, [-3, -2, 0, 0], -5, lambda n: 0) == 0  # type: ignore[arg-type,return-value]
    assert pick(habit, with_[:2], [-3, -2], -5, lambda n: 0) == 1  # type: ignore[arg-type,return-value]


def test_what_a_wrong_action_costs_now() -> None:
    """With armour of 5 a mace of d4 never hurts: the sword is right, and the mace costs what is told."""
    foe = replace(WRAITH, vulnerable=(), armour=(replace(KNIGHT.armour[0], ar=(Rating(None, 4),)),))
    book = BOOKS["damage-steps"]
    swords = actions_of(book, KNIGHT, foe)
    found = advise(book, Side(sheet=KNIGHT, actions=swords), side(foe), opening="first")
    best, worse = found.now
    assert (best.does, worse.does) == (Action("sword"), Action("mace"))
    assert best.cost == 0
    assert worse.cost == pytest.approx(best.outlook.value - worse.outlook.value)
    assert worse.cost > 0.005
    assert [one.action for one in found.doing] == [Action("sword")]


def test_a_lower_row_is_elected_where_it_pays() -> None:
    """Against AR 10 a D12 is better than the 3D4 that stand above it."""
    archer = replace(KNIGHT, resistant=(), weapons=(replace(weapon("bow", "3d4"), type=("P",)),))
    foe = replace(WRAITH, points=3, vulnerable=(), armour=(replace(KNIGHT.armour[0], ar=(Rating(None, 10),)),))
    book = BOOKS["damage-steps"]
    actions = actions_of(book, archer, foe, range(1, 34))
    assert {one.situation.elect for one in actions} == {None, *range(1, 8)}
    found = advise(book, Side(sheet=archer, actions=actions), side(foe))
    assert {one.action.situation.elect for one in found.doing} == {6}


def test_defending_is_among_the_actions_of_a_book_that_knows_it() -> None:
    assert DEFEND in actions_of(BOOKS["percentile"], SOLDIER, SCOUT)
    assert DEFEND not in actions_of(BOOKS["percentile"], SOLDIER, SCOUT, defend=False)
    assert DEFEND not in actions_of(BOOK, HERO, FOE)


def table() -> Table:
    fight = Table(BOOK, HERO, FOE)
    fight.next()
    return fight


def test_advice_in_a_fight_is_that_of_the_duel() -> None:
    fight = table()
    found = advise_now(BOOK, fight.state, HERO.name, FOE.name, foe_habit="last")
    whole = advise(BOOK, side(HERO), side(FOE, "last"), opening="first")
    assert found.outlook.first == pytest.approx(whole.outlook.first, abs=1e-12)
    assert [one.does for one in found.actions] == [Action("axe")]
    assert found.actions[0].cost == 0


def test_advice_goes_on_from_where_the_fight_stands() -> None:
    """Later, hurt, with energy spent, the second acting: as a duel of two who begin so."""
    fight = table()
    fight.do(cmd.Lose(HERO.name, 3))
    fight.do(cmd.SpendEnergy(HERO.name, 1))
    fight.next(5)
    assert fight.acting == (FOE.name,)
    found = advise_now(BOOK, fight.state, FOE.name, HERO.name, habit="last", foe_habit="best")
    hurt = replace(HERO, points=5, energy=1)
    expected = duel(BOOK, side(FOE, "last"), side(hurt, "best"), opening="first")
    assert found.outlook.first == pytest.approx(expected.first, abs=1e-12)


@pytest.mark.parametrize("damage", [2, 4, 6])
def test_advice_once_the_dice_fell(damage: int) -> None:
    """The choices open are weighed, and the best leads to the best: what the whole duel does with those dice."""
    foe = replace(FOE, energy=None)
    fight = Table(BOOK, HERO, foe)
    fight.next(2)
    assert fight.strike(foe.name, "club", HERO.name, damage) is None
    found = advise_now(BOOK, fight.state, foe.name, HERO.name)
    assert (found.actions, found.attacker) == ((), ())
    assert [one.cost for one in found.target] == sorted(one.cost for one in found.target)
    waits = waits_for(BOOK, fight.state)
    assert isinstance(waits, WaitsForReaction)
    contest = Contest(BOOK, side(HERO, "best"), side(foe))
    moment = Moment(contest.start.standing, 1, 1)
    graph = solve(contest, start=moment)
    (move,) = contest.moves(moment)
    fall = next(one for one in move.falls if one.chance.damage[0][0] == waits.damage)
    a, t = graph.choice(moment, move.action, fall)
    assert move.law is not None
    assert found.target[0].does == move.law.target[t]
    assert found.outlook.first == pytest.approx(graph.worth(fall.ends[a][t]).second, abs=1e-12)


def test_the_order_of_later_rounds_is_the_books() -> None:
    """The second of this round acts, and is not the first of the next: what it is worth is what a duel says."""
    fight = table()
    fight.next()
    found = advise_now(BOOK, fight.state, FOE.name, HERO.name, habit="never", foe_habit="never")
    contest = Contest(BOOK, side(HERO), side(FOE))
    moment = Moment(contest.start.standing, 1, 1)
    graph = solve(contest, start=moment)
    assert found.outlook.first == pytest.approx(graph.at(moment).second, abs=1e-12)


def test_who_has_passed_has_nothing_to_choose() -> None:
    fight = table()
    fight.next()
    fight.strike(FOE.name, "club", HERO.name, 5)
    fight.do(cmd.Decline("attacker"))
    found = advise_now(BOOK, fight.state, FOE.name, HERO.name)
    assert found.attacker == ()
    assert found.target


def test_a_strike_made_with_more_is_weighed_too() -> None:
    fight = table()
    fight.next()
    command = cmd.Attack(who=FOE.name, weapon="club", aims=(Aim(HERO.name),), situation=Situation(effectiveness=2))
    fight.do(command)
    fight.throw(1)
    found = advise_now(BOOK, fight.state, FOE.name, HERO.name, habit="never")
    assert found.target


def test_nobody_is_advised_against_the_fallen() -> None:
    fight = table()
    fight.do(cmd.SetPoints(FOE.name, 0))
    with pytest.raises(AdargaError) as caught:
        advise_now(BOOK, fight.state, HERO.name, FOE.name)
    assert caught.value.key == "duel.down"


@pytest.mark.parametrize(("id", "one", "other"), [("damage-steps", KNIGHT, WRAITH), ("percentile", SOLDIER, SCOUT)])
def test_advice_in_a_fight_of_every_book(id: str, one, other) -> None:  # type: ignore[no-untyped-def]
    fight = Table(id, one, other)
    fight.next(3)
    (acting,) = fight.acting
    foe = other.name if acting == one.name else one.name
    found = advise_now(BOOKS[id], fight.state, acting, foe)
    assert len(found.actions) > 1
    assert found.actions[0].cost == 0
    assert found.outlook.first == pytest.approx(found.actions[0].outlook.first, abs=1e-12)
