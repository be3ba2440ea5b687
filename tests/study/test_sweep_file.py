"""The file of a sweep: what it means, and every mistake of it at once."""

from __future__ import annotations

import pickle
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError, Mistakes
from adarga.plan import odds
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating
from adarga.study.measures import STUDIES
from adarga.study.sweep import load
from adarga.study.sweep.case import case_of, written_at
from adarga.study.sweep.points import Points
from adarga.study.sweep.ranges import Grid, values_of
from tests.source import ROOT
from tests.study.sweeps import LARGE, SMALL

ROSTERED = f"""
roster = "{ROOT / "examples" / "trinchera.toml"}"
study = "odds"
attacker = "sargento rojas"
target = "Sargento Rojas"
weapon = "bayoneta"
[situation]
prone = true
[ranges]
"weapon.skill" = [20, 50, 80]
"target.block" = "0..40 by 20"
"target.armour.1.points" = "0..2"
"situation.reaction" = ["dodge", "block"]
"book.prone.attack" = [-20, 0]
"target.shield.pr" = [3]
"""


@given(st.lists(st.integers(1, 5), max_size=4))
def test_points_are_the_product_of_the_ranges_in_order(sizes: list[int]) -> None:
    grid = Grid(tuple(sizes))
    every = list(product(*map(range, sizes)))
    assert grid.points == len(every)
    assert [grid.places(point) for point in range(grid.points)] == every


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("0..4", [0, 1, 2, 3, 4]),
        (" -2 .. 3 by 2 ", [-2, 0, 2]),
        ("7..7", [7]),
        ([3, 1], [3, 1]),
        (5, [5]),
        (True, [True]),
        (["d6", "2d6"], ["d6", "2d6"]),
    ],
)
def test_ranges_are_read_as_written(written: object, values: list[object]) -> None:
    assert list(values_of("target.points", written)) == values


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("d6", "sweep.range"),
        ("", "sweep.range"),
        ("1..9 by 0", "sweep.range"),
        ("1..", "sweep.range"),
        ([], "sweep.range"),
        ({}, "sweep.range"),
        (1.5, "sweep.range"),
        ("5..1", "sweep.range_falls"),
        ("0..999999999", "sweep.range_length"),
    ],
)
def test_what_is_no_range_is_refused(written: object, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        values_of("target.points", written)
    assert caught.value.key == key


@pytest.mark.parametrize("text", [SMALL, LARGE, ROSTERED], ids=["absorption", "damage-steps", "percentile"])
def test_a_point_is_what_its_values_load_as(text: str) -> None:
    sweep = load(text)
    points = Points(pickle.loads(pickle.dumps(sweep)))
    assert any(axis.plain for axis in sweep.axes)
    assert any(not axis.plain for axis in sweep.axes)
    step = max(sweep.grid.points // 60, 1)
    for point in range(0, sweep.grid.points, step):
        data = sweep.base
        for axis, value in zip(sweep.axes, sweep.values(point), strict=True):
            data = written_at(data, axis.steps, value)
        loaded, put = case_of(sweep.study, data), points.case(point)
        assert (loaded.matchup, loaded.situation, loaded.options) == (put.matchup, put.situation, put.options)
        assert loaded.rulebook.book == put.rulebook.book


def test_every_point_stands_for_other_values() -> None:
    sweep = load(SMALL)
    told = [sweep.values(point) for point in range(sweep.grid.points)]
    assert set(told) == set(product((2, 4, 6), (False, True), ("d6", "2d4"), (0, 1)))
    for point, values in enumerate(told):
        places = dict(zip(sweep.order, sweep.grid.places(point), strict=True))
        assert values == tuple(axis.values[places[at]] for at, axis in enumerate(sweep.axes))


def test_ranges_that_must_be_loaded_vary_slowest() -> None:
    sweep = load(SMALL)
    assert [axis.name for axis in sweep.axes if not axis.plain] == ["book.penetration.capped_by_roll"]
    assert [sweep.values(point)[1] for point in (0, 11, 12, 23)] == [False, False, True, True]
    assert sweep.values(0) == (2, False, "d6", 0)
    assert sweep.values(1) == (2, False, "d6", 1)


def test_a_row_is_the_odds_of_its_strike() -> None:
    sweep = load(LARGE)
    point = next(one for one in range(sweep.grid.points) if sweep.values(one) == (4, 19, -1, 2))
    weapon = Weapon(damage="4d10", type=("C",), bonus=4)
    target = Combatant(defence=19, armour=(Piece(ar=(Rating(None, 2),)),))
    plan = rulebook("damage-steps").plan(Matchup(Combatant(), target, weapon), Situation(steps=-1))
    found = odds(plan)
    row = dict(zip(sweep.measures, Points(sweep).row(point), strict=True))
    assert row["mean"] == float(found.mean)
    assert (row["lands"], row["hurts"]) == (float(found.lands), float(found.hurts))
    assert row["drops"] != row["drops"], "no points on the sheet: nothing to say"


def test_names_are_found_in_a_roster_and_the_weapon_stands_first() -> None:
    case = Points(load(ROSTERED)).case(0)
    assert case.matchup.weapon.name.es == "bayoneta"
    assert case.matchup.attacker.weapons[0] == case.matchup.weapon
    assert len(case.matchup.attacker.weapons) == 2
    assert case.situation.prone


def test_a_house_book_goes_with_its_sweep(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_bytes((ROOT / "examples" / "house.toml").read_bytes())
    file = tmp_path / "plate.toml"
    file.write_text(
        'book = "house.toml"\nstudy = "odds"\nattacker.base = "ogro"\nweapon = "mandoble"\n'
        'target.armour = "full plate"\n[ranges]\n"book.armours.full-plate.absorption" = "4..6"\n'
    )
    sweep = load(file)
    (tmp_path / "house.toml").unlink()
    points = Points(sweep)
    assert [points.case(at).matchup.target.armour[0].absorption for at in range(3)] == [4, 5, 6]
    means = [points.row(at)[0] for at in range(3)]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == 3


def test_offers_taken_are_written_as_on_the_command_line() -> None:
    text = (
        'book = "absorption"\nstudy = "odds"\nmeasures = ["mean"]\nweapon = { name = "axe", damage = "d6" }\n'
        'attacker.energy = 3\ntarget.absorption = 4\n[ranges]\n"situation.take" = [[], ["effectiveness:2"]]\n'
    )
    points = Points(load(text))
    assert points.row(0) < points.row(1)


def mistakes_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Mistakes) as caught:
        load(text)
    return [(one.key, str(one.values.get("path"))) for one in caught.value.mistakes]


def test_all_mistakes_of_the_top_are_told_at_once() -> None:
    text = """
        book = "absorption"
        study = "ods"
        colour = 1
        attacker = "Ana"
        target = 3
        [ranges]
        "target.points" = "9..1"
        "targt.points" = "1..9"
        "target" = [1]
        """
    found = mistakes_of(text)
    assert ("books.unknown_key.few", "colour") in found or ("books.unknown_key", "colour") in found
    assert [path for _, path in found] == [
        "colour", "study", "ranges.target.points", "ranges.targt.points", "ranges.target", "attacker", "target",
    ]  # fmt: skip


def test_a_mistaken_top_does_not_hide_behind_its_book() -> None:
    found = mistakes_of("study = 5\nranges = 3\nbook = [1]\n")
    assert [path for _, path in found] == ["study", "book", "ranges"]
    assert mistakes_of('study = "odds"\ncolour = 1\n[ranges]\n"target.points" = 3\n')[-1][0] == "sweep.no_book"


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ('"target.points" = [3, -1, "many"]', [("books.range", "ranges.target.points = -1")]),
        ('"target.pionts" = [3]', [("books.unknown_key", "ranges.target.pionts = 3")]),
        ('"weapon.damage" = ["d6", "d1x"]', [("books.dice", 'ranges.weapon.damage = "d1x"')]),
        ('"book.stone_born.base" = "0..99999"', [("books.range", "ranges.book.stone_born.base = 99999")]),
        ('"situation.effectiveness" = [true]', [("books.whole", "ranges.situation.effectiveness = true")]),
        ('"options.strikes" = [1]', [("books.unknown_key.none", "ranges.options.strikes = 1")]),
        ('"target.armour.2.absorption" = [1]', [("sweep.no_entry", "ranges.target.armour.2.absorption")]),
        ('"target.points" = [1]\ntarget.points = [2]', [("sweep.twice", "ranges.target.points")]),
        ("", [("sweep.no_ranges", "ranges")]),
    ],
)
def test_mistaken_values_are_told_with_their_range(ranges: str, expected: list[tuple[str, str]]) -> None:
    found = mistakes_of(SMALL.partition("[ranges]")[0] + "[ranges]\n" + ranges)
    assert found[: len(expected)] == expected
    assert len(found) <= 2 + len(expected)


def test_a_weapon_is_asked_for_where_there_are_several_or_none() -> None:
    assert mistakes_of(ROSTERED.replace('weapon = "bayoneta"\n', "")) == [("sweep.which_weapon", "weapon")]
    assert mistakes_of(SMALL.replace('weapon = { name = "axe", damage = "d8" }\n', "")) == [
        ("sweep.no_weapon", "weapon")
    ]
    assert mistakes_of(SMALL.replace('{ name = "axe", damage = "d8" }', '"axx"'))[0][1] == "weapon"


def test_measures_must_be_the_studys_own() -> None:
    text = SMALL.replace('study = "odds"', 'study = "odds"\nmeasures = ["mean", "median", "mean"]')
    assert mistakes_of(text) == [("sweep.measure", "measures.2"), ("sweep.twice", "measures.3")]


def test_a_sweep_names_its_book() -> None:
    with pytest.raises(AdargaError, match=r"sweep\.no_book"):
        load(SMALL.replace('book = "absorption"\n', ""))


def test_a_grid_may_be_too_large() -> None:
    ranges = '[ranges]\n"target.points" = "0..9999"\n"target.item" = "0..9999"\n"target.energy" = "0..9999"\n'
    with pytest.raises(AdargaError, match=r"sweep\.points"):
        load(SMALL.partition("[ranges]")[0] + ranges)


def test_studies_measure_what_they_say() -> None:
    for study in STUDIES.values():
        assert pickle.loads(pickle.dumps(study)) == study
        study.options()


def test_the_digest_knows_what_the_rows_depend_on() -> None:
    sweep = load(SMALL)
    assert load("# a remark\n" + SMALL).digest == sweep.digest
    changed = [
        SMALL.replace("d8", "d10").replace('"d6", ', ""),
        SMALL.replace("leather", "hide"),
        SMALL.replace("2..6 by 2", "2..6"),
        SMALL.replace('study = "odds"', 'study = "odds"\nmeasures = ["mean"]'),
    ]
    assert sweep.digest not in {load(text).digest for text in changed}
