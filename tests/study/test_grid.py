"""Duels solved by grids against the same ones solved moment by moment, against fractions and against known figures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.rules.library import rulebook
from adarga.rules.loading import house
from adarga.rules.protocol import Clock, Combatant, Condition, Fighter, Piece, Rulebook, Situation, Weapon
from adarga.rules.values import Rating
from adarga.study import graph, grid, strikes
from adarga.study.contest import DEFEND, Contest, Side
from adarga.study.grid import load, passing, sweep
from adarga.study.grid.answers import Grid
from adarga.study.habits import Habit, Threshold
from adarga.study.standings import LATER, Standings, fresh
from adarga.study.strikes import Action

ABSORPTION, STEPS, PERCENTILE = map(rulebook, ("absorption", "damage-steps", "percentile"))
DUELLIST = Combatant(
    name="duellist",
    points=60,
    defence=14,
    resistant=("all",),
    armour=(Piece(ar=(Rating(None, 5),)),),
    weapons=(Weapon(id="sword", damage="6d4+2", bonus=5, ap=2, type=("S",)),),
)
SHIELD = Piece(id="shield", absorption=1)
DWARF = Combatant(
    name="dwarf",
    points=60,
    energy=3,
    strength=8,
    dexterity=11,
    constitution=10,
    armour=(Piece(id="mail", absorption=4),),
    shield=SHIELD,
    can_sacrifice=True,
    stone_born=True,
    weapons=(Weapon(id="axe", damage="d10"),),
)
FIXED: tuple[Habit, ...] = (
    "never",
    "always",
    "last",
    (Threshold("sacrifice", 2, 3), Threshold("effectiveness", 1, None, times=2), Threshold("soak", 3)),
)


def solved(contest: Contest) -> Grid:
    """The contest solved by grids, which it must fit."""
    found = grid.solve(contest)
    assert found is not None
    return found


def pieces(kind: str) -> st.SearchStrategy[Piece]:
    """A piece that absorbs a little and may wear out."""
    return st.builds(Piece, id=st.just(kind), absorption=st.integers(1, 3), usage_die=st.sampled_from([None, "d4"]))


WEAPONS = st.builds(
    Weapon,
    id=st.just("w"),
    damage=st.sampled_from(["d4", "d3+3", "d8"]),
    spell=st.sampled_from([False, False, True]),
    usage_die=st.sampled_from([None, None, "d4"]),
)
SHEETS = st.builds(
    Combatant,
    points=st.integers(1, 4),
    energy=st.sampled_from([None, 0, 1, 2]),
    strength=st.sampled_from([None, 8, 15]),
    dexterity=st.sampled_from([None, 11, 19]),
    armour=st.one_of(st.just(()), st.tuples(pieces("mail"))),
    shield=st.one_of(st.none(), pieces("shield")),
    can_sacrifice=st.booleans(),
    stone_born=st.booleans(),
    weapons=st.tuples(WEAPONS, st.just(Weapon(id="v", damage="d3"))),
)
ACTIONS = st.sampled_from([(), (Action("w"), Action("v"))])


def sides(habits: tuple[Habit, ...]) -> st.SearchStrategy[Side]:
    """A side of `absorption`, with all that its book lets interact."""
    return st.builds(Side, sheet=SHEETS, actions=ACTIONS, habit=st.sampled_from(habits))


@settings(max_examples=25)
@given(sides(("best", *FIXED)), sides(("best", *FIXED)), st.sampled_from(["first", "second"]))
def test_every_moment_is_worth_what_it_is_worth_moment_by_moment(first: Side, second: Side, opening: str) -> None:
    contest = Contest(ABSORPTION, first, second, "first" if opening == "first" else "second")
    slow = graph.solve(contest)
    found = grid.solve(contest)
    if found is None:
        return
    for moment in slow.compiler.numbers:
        expected, outlook = slow.at(moment), found.at(moment)
        assert outlook.first == pytest.approx(expected.first, abs=1e-12)
        assert outlook.second == pytest.approx(expected.second, abs=1e-12)
        assert (expected.neither, expected.never) == (0, 0)


@settings(max_examples=15)
@given(sides(FIXED), sides(FIXED))
def test_its_course_under_fixed_habits_is_that_of_the_duel_moment_by_moment(first: Side, second: Side) -> None:
    contest = Contest(ABSORPTION, replace(first, actions=()), replace(second, actions=()))
    found = grid.solve(contest)
    if found is None:
        return
    slow = graph.solve(contest)
    assert found.mean_rounds() == pytest.approx(slow.mean_rounds(), rel=1e-11)
    assert found.over_by(9) == pytest.approx(slow.over_by(9), abs=1e-12)
    for mine, its in zip(found.left(), slow.left(), strict=True):
        assert mine == pytest.approx(its, abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [("best", "best"), ("best", "last"), ("never", "best")])
def test_a_small_duel_with_everything_in_it_is_right_in_fractions(first: Habit, second: Habit) -> None:
    dwarf = replace(DWARF, points=4, energy=1, armour=(Piece(id="mail", absorption=4, usage_die="d4"),))
    contest = Contest(ABSORPTION, Side(sheet=dwarf, habit=first), Side(sheet=dwarf, habit=second))
    found, exact = solved(contest), graph.solve(contest, exact=True)
    assert found.at(contest.start).first == pytest.approx(float(exact.at(contest.start).first), abs=1e-14)


def test_choices_are_those_of_the_duel_moment_by_moment() -> None:
    dwarf = replace(DWARF, points=7, energy=1)
    weapons = Action("axe"), Action("d4")
    contest = Contest(ABSORPTION, Side(sheet=dwarf, habit="best", actions=weapons), Side(sheet=dwarf, habit="best"))
    found, slow = solved(contest), graph.solve(contest)
    for moment in list(slow.compiler.numbers)[:60]:
        if not contest.over(moment):
            assert found.action(moment) == slow.action(moment)
            for move in contest.moves(moment):
                for fall in move.falls:
                    ends = [one.choice(moment, move.action, fall) for one in (found, slow)]
                    worths = [slow.worth(fall.ends[a][t]).first for a, t in ends]
                    assert worths[0] == pytest.approx(worths[1], abs=1e-12)


def test_the_best_of_several_rows_is_elected_cell_by_cell() -> None:
    sheet = replace(DUELLIST, points=9, resistant=(), weapons=(replace(DUELLIST.weapons[0], damage="3d4"),))
    rows = tuple(Action("sword", Situation(elect=elect)) for elect in (None, "d6", "d12"))
    contest = Contest(STEPS, Side(sheet=sheet, actions=rows), Side(sheet=sheet, actions=rows))
    found, slow = solved(contest), graph.solve(contest)
    for moment in slow.compiler.numbers:
        assert found.at(moment).first == pytest.approx(slow.at(moment).first, abs=1e-12)
    assert found.mean_rounds() == pytest.approx(slow.mean_rounds(), rel=1e-9)
    assert len({found.action(moment) for moment in slow.compiler.numbers if not contest.over(moment)}) > 1


def test_the_duel_of_the_design_has_its_known_figure() -> None:
    found = solved(Contest(STEPS, Side(sheet=DUELLIST), Side(sheet=DUELLIST)))
    assert found.at(found.start).first == pytest.approx(0.5588953029223088, abs=1e-15)
    won, lost = found.left()
    assert sum(won.values()) == pytest.approx(0.5588953029223088, abs=1e-13)
    assert sum(lost.values()) == pytest.approx(1 - 0.5588953029223088, abs=1e-13)
    over = found.over_by(200)
    assert over[-1] == pytest.approx(1, abs=1e-6)
    assert found.mean_rounds() == pytest.approx(1 + sum(1 - share for share in found.over_by(1500)), rel=1e-12)


def test_sixty_points_three_energy_and_a_shield_on_both_sides() -> None:
    foe = Side(sheet=DWARF, habit="last")
    worth = {
        habit: solved(Contest(ABSORPTION, Side(sheet=DWARF, habit=habit), foe)) for habit in ("last", "never", "best")
    }
    first = {habit: found.at(found.start).first for habit, found in worth.items()}
    assert first["best"] > max(first["never"], first["last"])
    assert sum(map(sum, (one.values() for one in worth["best"].left()))) == pytest.approx(1, abs=1e-11)


def test_a_duel_may_be_taken_up_under_way() -> None:
    contest = Contest(STEPS, Side(sheet=replace(DUELLIST, points=12)), Side(sheet=replace(DUELLIST, points=9)))
    slow = graph.solve(contest)
    for moment in list(slow.compiler.numbers)[5:40:7]:
        if not contest.over(moment):
            found, again = grid.solve(contest, moment), graph.solve(contest, start=moment)
            assert found is not None
            assert found.at(moment).first == pytest.approx(slow.at(moment).first, abs=1e-13)
            assert found.mean_rounds() == pytest.approx(again.mean_rounds(), rel=1e-12)
            assert found.over_by(4) == pytest.approx(again.over_by(4), abs=1e-13)


def test_a_moment_with_more_points_than_at_the_start_is_not_known() -> None:
    contest = Contest(STEPS, Side(sheet=DUELLIST), Side(sheet=DUELLIST))
    later = contest.start._replace(standing=(contest.standings.lose(contest.start.standing[0], 5)[0][1],) * 2)
    found = grid.solve(contest, later)
    assert found is not None
    with pytest.raises(KeyError):
        found.at(contest.start)


SOLDIER = Combatant(points=12, constitution=12, dexterity=12, dodge=40, weapons=(Weapon(damage="d8", skill=60),))
WITHOUT_WOUNDS = house('base = "percentile"\n[wounds]\nbeyond_light = "off"\n')


def test_what_is_no_grid_of_points_is_left_to_others() -> None:
    side = Side(sheet=SOLDIER, actions=(Action("d8"),))
    assert grid.solve(Contest(PERCENTILE, side, side)) is None
    assert grid.solve(Contest(WITHOUT_WOUNDS, side, replace(side, actions=(Action("d8"), DEFEND)))) is None
    harmless = Side(sheet=replace(DUELLIST, weapons=(replace(DUELLIST.weapons[0], damage="1"),)))
    assert grid.solve(Contest(STEPS, harmless, harmless)) is None


def test_surprise_in_the_first_round_is_left_to_others() -> None:
    side = Side(sheet=SOLDIER, actions=(Action("d8"),))
    surprised = replace(side, conditions=(Condition("surprised"),))
    assert grid.solve(Contest(WITHOUT_WOUNDS, surprised, replace(side, sheet=replace(SOLDIER, dexterity=8)))) is None


@pytest.mark.parametrize(("mine", "its"), [(1, 1), (1, 5), (5, 1), (4, 4)])
def test_who_cannot_hurt_loses_and_who_has_one_point_may_win(mine: int, its: int) -> None:
    sheet = replace(DUELLIST, points=mine)
    harmless = replace(DUELLIST, points=its, weapons=(replace(DUELLIST.weapons[0], damage="1"),))
    assert solved(Contest(STEPS, Side(sheet=sheet), Side(sheet=harmless))).left()[1] == {}
    contest = Contest(STEPS, Side(sheet=sheet), Side(sheet=replace(DUELLIST, points=its)))
    found, slow = solved(contest), graph.solve(contest)
    assert found.at(found.start).first == pytest.approx(slow.at(contest.start).first, abs=1e-14)
    lone = replace(DWARF, points=mine, energy=1)
    choosing = Contest(ABSORPTION, Side(sheet=lone, habit="best"), Side(sheet=replace(lone, points=its), habit="best"))
    by_cells = graph.solve(choosing).at(choosing.start).first
    assert solved(choosing).at(choosing.start).first == pytest.approx(by_cells, abs=1e-13)


def test_percentile_without_wounds_is_a_grid() -> None:
    side = Side(sheet=SOLDIER, actions=(Action("d8"),))
    contest = Contest(WITHOUT_WOUNDS, side, side)
    slow = graph.solve(contest)
    assert solved(contest).at(contest.start).first == pytest.approx(slow.at(contest.start).first, abs=1e-13)


@pytest.mark.parametrize("book", [ABSORPTION, STEPS, WITHOUT_WOUNDS])
def test_where_a_rulebook_says_so_losing_points_changes_the_points_alone(book: Rulebook) -> None:
    sheet = Combatant(points=7, constitution=10, dexterity=10, weapons=(Weapon(damage="d8", skill=60, bonus=2),))
    assert book.plain(fresh(sheet))
    standings = Standings(book)
    form = standings.form(standings.number(fresh(sheet)))
    for had in range(1, 8):
        number = standings.number(replace(fresh(sheet), points=had))
        for loss in range(9):
            ((odds, after),) = standings.lose(number, loss)
            assert odds == 1
            assert standings.fighters[after].points == max(had - loss, 0)
            assert standings.able(after) == (had > loss)
            if had > loss:
                assert after == standings.number(replace(fresh(sheet), points=had - loss))
                assert standings.form(after) == form


@given(st.lists(st.integers(1, 4), max_size=4))
def test_where_a_rulebook_says_so_it_is_all_the_same_how_points_were_lost(losses: list[int]) -> None:
    for book in (ABSORPTION, STEPS, WITHOUT_WOUNDS):
        whole = fresh(replace(SOLDIER, points=20))
        standings = Standings(book)
        number = standings.number(whole)
        for loss in losses:
            ((_, number),) = standings.lose(number, loss)
        assert number == standings.number(replace(whole, points=20 - sum(losses)))


def test_wounds_are_more_than_points() -> None:
    assert not PERCENTILE.plain(Fighter(id="", combatant=SOLDIER, points=12))
    assert PERCENTILE.lose(fresh(SOLDIER), 9, Clock(LATER)) != ()


@pytest.mark.parametrize(
    ("points", "energy", "limit", "key"),
    [
        (9999, 0, "MOST_CELLS", "duel.too_many_points"),
        (60, 3, "MOST_WORK", "duel.too_many_points"),
        (20, 3, "MOST_FORMS", "duel.too_many_forms"),
        (20, 3, "MOST_OPTIONS", "duel.too_many_forms"),
    ],
)
def test_what_would_take_minutes_is_refused(
    points: int, energy: int, limit: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit != "MOST_CELLS":
        monkeypatch.setattr(load, limit, 1_000_000 if limit == "MOST_WORK" else 40)
    sheet = replace(DWARF, points=points, energy=energy)
    with pytest.raises(AdargaError) as caught:
        grid.solve(Contest(ABSORPTION, Side(sheet=sheet, habit="best"), Side(sheet=sheet, habit="best")))
    assert caught.value.key == key


def test_the_points_said_to_fit_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MOST_WORK", 200_000)

    def solve(points: int) -> Grid | None:
        sheet = replace(DWARF, points=points, energy=1)
        return grid.solve(Contest(ABSORPTION, Side(sheet=sheet, habit="best"), Side(sheet=sheet, habit="best")))

    with pytest.raises(AdargaError) as caught:
        solve(60)
    fit = caught.value.values["fit"]
    assert isinstance(fit, int)
    assert fit > 1
    assert solve(fit)


def test_too_many_choices_after_one_blow_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strikes, "MOST_CHOICES", 3)
    with pytest.raises(AdargaError, match=r"duel\.too_many_offers"):
        solved(Contest(ABSORPTION, Side(sheet=DWARF), Side(sheet=DWARF)))


@pytest.mark.parametrize("habits", [("never", "never"), ("best", "last")])
def test_rounds_are_the_same_link_by_link_and_in_boxes(
    habits: tuple[Habit, Habit], monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = replace(DWARF, points=12)
    contest = Contest(ABSORPTION, Side(sheet=sheet, habit=habits[0]), Side(sheet=sheet, habit=habits[1]))
    linked = solved(contest).over_by(40)
    monkeypatch.setattr(passing, "MOST_LINKS", 0)
    boxed = solved(contest).over_by(40)
    assert linked == pytest.approx(boxed, abs=1e-15)
    assert linked == pytest.approx(graph.solve(contest).over_by(40), abs=1e-13)


def test_many_points_are_solved_by_diagonals_as_few_are_by_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest(STEPS, Side(sheet=DUELLIST), Side(sheet=DUELLIST))
    rows = solved(contest).at(contest.start).first
    monkeypatch.setattr(sweep, "FEW_POINTS", 10)
    assert solved(contest).at(contest.start).first == pytest.approx(rows, abs=1e-14)
