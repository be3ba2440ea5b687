"""Two books on one roster: exactly the strikes whose odds differ, by how much, in order."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from adarga.errors import AdargaError
from adarga.plan import odds
from adarga.rules.library import rulebook
from adarga.rules.loading import house, roster
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Weapon
from adarga.study.compare import Moved, compare
from adarga.study.tables import MEASURES
from tests.source import ROOT

EXAMPLES = ROOT / "examples"
SHIPPED = rulebook("absorption")
PAIRS = {
    "absorption": (
        "puente.toml",
        'base = "absorption"\n[penetration]\ncapped_by_roll = true\n[armours.chain-mail]\nabsorption = 5\n',
    ),
    "damage-steps": (
        "cripta.toml",
        'base = "damage-steps"\n[armour]\npieces = "best"\n[ladder]\n4 = "2d4-1"\n[attack]\nnatural_one = "counts"\n',
    ),
    "percentile": ("trinchera.toml", 'base = "percentile"\n[armour]\npieces = "best"\n[automatic]\nsuccess = [1]\n'),
}


def side(book: Rulebook, file: str) -> tuple[Rulebook, Any]:
    return book, roster(EXAMPLES / file, book).combatants


def strikes(book: Rulebook, combatants: Any) -> dict[tuple[str, str, int], Any]:
    """Every strike of everyone at everyone else, by brute loop."""
    return {
        (attacker, target, number): odds(book.plan(Matchup(one, other, weapon), Situation()))
        for attacker, one in combatants.items()
        for target, other in combatants.items()
        if attacker != target
        for number, weapon in enumerate(one.weapons)
    }


def names(moved: Moved, combatants: Any) -> tuple[str, str, int]:
    return moved.attacker, moved.target, combatants[moved.attacker].weapons.index(moved.weapons[0])


@pytest.mark.parametrize("base", PAIRS)
def test_exactly_the_strikes_whose_odds_differ_are_told(base: str) -> None:
    file, text = PAIRS[base]
    before, after = side(rulebook(base), file), side(house(text), file)
    old, new = strikes(*before), strikes(*after)
    found = compare(before, after)
    assert found.strikes == len(old)
    differ = {key for key in old if old[key] != new[key]}
    assert differ
    assert {names(one, before[1]) for one in found.moved} == differ
    for one in found.moved:
        key = names(one, before[1])
        for move in one.moves:
            if move.measure.name in ("mean", "hurts"):
                pair = getattr(old[key], move.measure.name), getattr(new[key], move.measure.name)
                assert pair[0] != pair[1]
                assert (move.before, move.after) == (float(pair[0]), float(pair[1]))


def test_a_book_and_itself_move_nothing() -> None:
    assert compare(side(SHIPPED, "puente.toml"), side(SHIPPED, "puente.toml")).moved == ()


def bout(book: Rulebook, damage: str, points: int | None = 4) -> tuple[Rulebook, dict[str, Combatant]]:
    return book, {
        "One": Combatant(name="One", weapons=(Weapon(damage=damage), Weapon(damage="d4", spell=True))),
        "Other": Combatant(name="Other", points=points, absorption=2),
    }


def test_moves_say_absolute_change_and_ratio() -> None:
    found = compare(bout(SHIPPED, "d6"), bout(SHIPPED, "d8"), ("mean", "drops", "hurts"))
    (moved,) = found.moved
    by_name = {move.measure.name: move for move in moved.moves}
    # d6 less 2, never below 1: 2; d8 less 2, never below 2: 26/8. Four points at once: 1/6 and 3/8.
    assert set(by_name) == {"mean", "drops"}
    assert (by_name["mean"].before, by_name["mean"].after) == (2.0, 3.25)
    assert by_name["mean"].change == 1.25
    assert by_name["mean"].ratio == 3.25 / 2
    assert by_name["drops"].ratio == pytest.approx(float(Fraction(3, 8) / Fraction(1, 6)))
    assert moved.by("relative", "mean") == pytest.approx(math.log(9 / 4))
    assert moved.by("absolute", "mean") == 1.25


def test_something_from_nothing_moves_the_most() -> None:
    before = (
        SHIPPED,
        {
            "A": Combatant(weapons=(Weapon(damage="3", spell=True),)),
            "B": Combatant(absorption=3, points=1, weapons=(Weapon(damage="9", spell=True),)),
        },
    )
    after = SHIPPED, before[1] | {"B": Combatant(absorption=2, points=1, weapons=(Weapon(damage="18", spell=True),))}
    found = compare(before, after)
    assert [one.attacker for one in found.moved] == ["A", "B"]
    rounds = next(move for move in found.moved[0].moves if move.measure.name == "rounds")
    assert (rounds.before, rounds.after, rounds.ratio, rounds.relative) == (math.inf, 1.0, None, math.inf)
    assert [one.attacker for one in compare(before, after, rank="absolute").moved] == ["B", "A"]


def test_measures_that_need_points_are_left_out_where_there_are_none() -> None:
    found = compare(bout(SHIPPED, "d6", None), bout(SHIPPED, "d8", None))
    assert {move.measure.name for one in found.moved for move in one.moves} == {"mean"}


def test_another_measure_is_one_more_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    spread = type(MEASURES["mean"])("spread", lambda cell: cell.odds.damage.sd, "points", True)
    monkeypatch.setitem(MEASURES, "spread", spread)
    found = compare(bout(SHIPPED, "d6"), bout(SHIPPED, "d8"), ("spread",))
    assert [move.measure for one in found.moved for move in one.moves] == [spread]


def test_odds_that_differ_where_no_measure_does_are_told_without_a_move() -> None:
    book = house('base = "percentile"\n[automatic]\nsuccess = [100]\nfailure = [1]\n')
    one = {"A": Combatant(weapons=(Weapon(damage="d6", skill=50),)), "B": Combatant(points=9)}
    found = compare((rulebook("percentile"), one), (book, one))
    assert found.moved == () or all(not moved.moves for moved in found.moved)


def test_books_of_two_kinds_cannot_be_compared() -> None:
    with pytest.raises(AdargaError) as error:
        compare((SHIPPED, {}), (rulebook("percentile"), {}))
    assert error.value.key == "tables.bases"
