"""Duels against the fight itself played out with every face, closed forms, and what must matter in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.fight import State
from adarga.fight.striking import WaitsForReaction, waits_for
from adarga.rules.library import rulebook
from adarga.rules.loading import house
from adarga.rules.protocol import Combatant, Condition, Piece, Situation, Taken, Weapon
from adarga.rules.values import Rating
from adarga.study.contest import DEFEND, Contest, Side
from adarga.study.duel import Duel, duel
from adarga.study.graph import Graph, solve
from adarga.study.habits import Habit, Threshold
from adarga.study.strikes import Action
from tests.study.small import BOOKS, DWARF, KNIGHT, OGRE, SCOUT, SOLDIER, WRAITH, side, weapon
from tests.study.whole import Answer, Ends, play

BRUTE = replace(OGRE, name="Brute", points=4, energy=None, absorption=0, weapons=(weapon("fist", "d3"),))
PLAIN = replace(DWARF, points=3, strength=None, dexterity=None, armour=(), weapons=(weapon("axe", "d4"),))
BEARER = replace(PLAIN, stone_born=False, energy=None)
STONE = replace(PLAIN, shield=None, points=4)
WORN = replace(DWARF, points=2, dexterity=None, armour=(), shield=None, stone_born=False)
SWORD = replace(SOLDIER, points=4, block=None, weapons=(weapon("sword", "d3"),))
LANCE = replace(SCOUT, points=5, dodge=None, weapons=(weapon("lance", "d4"),))


def ends(found: Duel[Fraction]) -> Ends:
    return found.first, found.second, found.neither, found.never


def certainly(end: int) -> Ends:
    first, second, neither, never = (Fraction(int(n == end)) for n in range(4))
    return first, second, neither, never


@pytest.mark.parametrize(
    ("id", "first", "second"),
    [
        ("absorption", BRUTE, replace(BRUTE, name="Other", points=3)),
        ("absorption", WORN, BRUTE),
        ("damage-steps", replace(KNIGHT, points=3), replace(WRAITH, points=3)),
        ("percentile", SWORD, LANCE),
        ("percentile", LANCE, SWORD),
    ],
    ids=lambda value: value.name if isinstance(value, Combatant) else "",
)
def test_a_duel_is_the_fight_played_out(id: str, first: Combatant, second: Combatant) -> None:
    expected = play(BOOKS[id], (first, second))
    found = duel(BOOKS[id], side(first), side(second), exact=True)
    assert ends(found) == expected.ends
    assert list(found.over_by(3)) == expected.over_by
    assert found.left[0] == expected.left


def test_the_rulebook_orders_the_two() -> None:
    """The slower one, named first, acts second; and it may be said that it does not."""
    expected = play(BOOKS["percentile"], (LANCE, SWORD))
    found = duel(BOOKS["percentile"], side(LANCE), side(SWORD), exact=True)
    assert ends(found) == expected.ends
    turned = duel(BOOKS["percentile"], side(SWORD), side(LANCE), exact=True)
    assert (turned.second, turned.first) == expected.ends[:2]
    ahead = duel(BOOKS["percentile"], side(LANCE), side(SWORD), opening="first", exact=True)
    assert ahead.first > found.first
    same = duel(BOOKS["percentile"], side(LANCE), side(SWORD), opening="second", exact=True)
    assert same.outlook == found.outlook


def test_the_surprised_one_acts_later_in_the_first_round() -> None:
    surprised = (Condition("surprised"),)
    expected = play(BOOKS["percentile"], (SWORD, LANCE), conditions=(surprised, ()))
    found = duel(BOOKS["percentile"], Side(sheet=SWORD, conditions=surprised), side(LANCE), exact=True)
    assert ends(found) == expected.ends
    assert found.first < duel(BOOKS["percentile"], side(SWORD), side(LANCE), exact=True).first


def answer(habit: str | int, who: str) -> Answer:
    """How someone with one thing to take answers: always, at the last moment, or from a damage on."""

    def taken(state: State) -> tuple[Taken, ...]:
        waits = waits_for(BOOKS["absorption"], state)
        assert isinstance(waits, WaitsForReaction)
        assert state.pending is not None
        if state.pending.aims[0].target != who:
            return ()
        left = state.fighter(who).points or 0
        least = habit if isinstance(habit, int) else {"always": 1, "last": left}[habit]
        return tuple(Taken(offer.name) for offer in waits.offers) if waits.damage >= least else ()

    return taken


@pytest.mark.parametrize("habit", ["always", "last", 2])
def test_a_shield_is_sacrificed_as_the_habit_says(habit: str | int) -> None:
    expected = play(BOOKS["absorption"], (BEARER, BRUTE), answer(habit, BEARER.name))
    said: Habit = (Threshold("sacrifice", 2),) if habit == 2 else habit  # type: ignore[assignment]
    found = duel(BOOKS["absorption"], side(BEARER, said), side(BRUTE), exact=True)
    assert ends(found) == expected.ends
    assert found.left[0] == expected.left


@pytest.mark.parametrize("habit", ["always", "last"])
def test_energy_is_spent_as_the_habit_says(habit: Habit) -> None:
    """It soaks a point of what comes, or makes a blow of 1 one of 2: at the last moment only where that decides."""

    def taken(state: State) -> tuple[Taken, ...]:
        waits = waits_for(BOOKS["absorption"], state)
        assert isinstance(waits, WaitsForReaction)
        assert state.pending is not None
        left = state.fighter(state.pending.aims[0].target).points
        if state.pending.attacker == STONE.name:
            more = waits.damage == 1 and (habit == "always" or left == 2)
            return (Taken("effectiveness"),) if more else ()
        less = waits.damage > 1 and (habit == "always" or waits.damage == left)
        return (Taken("soak"),) if less else ()

    foe = replace(BRUTE, level=1, weapons=(weapon("fist", "d4"),))
    stone = replace(STONE, energy=1)
    expected = play(BOOKS["absorption"], (stone, foe), taken)
    found = duel(BOOKS["absorption"], side(stone, habit), side(foe), exact=True)
    assert ends(found) == expected.ends


def recurrence(law: dict[int, Fraction], first: int, second: int) -> Fraction:
    """P(first wins) of two alike who strike in turn, by the definition: the misses of both summed as a series."""
    known: dict[tuple[int, int], Fraction] = {}
    miss = law.get(0, Fraction(0))

    def wins(mine: int, theirs: int) -> Fraction:
        """From a turn of the one with `mine` points left, at which it has not struck yet."""
        if (mine, theirs) not in known:
            hits = [(damage, odds) for damage, odds in law.items() if damage]
            now = sum((odds * (1 - wins(theirs - d, mine) if d < theirs else 1) for d, odds in hits), Fraction(0))
            foe = sum((odds * (wins(mine - d, theirs) if d < mine else 0) for d, odds in hits), Fraction(0))
            known[mine, theirs] = (now + miss * foe) / (1 - miss * miss)
        return known[mine, theirs]

    return wins(first, second)


def design(points: int) -> Combatant:
    return Combatant(
        points=points,
        defence=14,
        resistant=("all",),
        armour=(Piece(ar=(Rating(None, 5),)),),
        weapons=(Weapon(id="sword", damage="6d4+2", bonus=5, ap=2, type=("S",)),),
    )


def test_two_who_strike_in_turn_are_a_recurrence() -> None:
    telling, hit = (
        {max(value - 1, 0): ways for value, ways in parse(dice).distribution().pmf().items()} for dice in ("6d4", "4d6")
    )
    law = {0: Fraction(8, 20)}
    for damages, share in ((telling, Fraction(1, 20)), (hit, Fraction(11, 20))):
        for damage, odds in damages.items():
            law[damage] = law.get(damage, Fraction(0)) + share * odds
    found = duel(BOOKS["damage-steps"], side(design(24)), side(design(24)))
    assert found.first == pytest.approx(float(recurrence(law, 24, 24)), abs=1e-12)
    assert found.first + found.second == pytest.approx(1, abs=1e-12)


def test_the_figure_of_the_design() -> None:
    found = duel(BOOKS["damage-steps"], side(design(60)), side(design(60)))
    assert found.first == pytest.approx(0.5588953029223088, abs=1e-13)


def test_course_and_end_agree() -> None:
    found = duel(BOOKS["percentile"], side(SOLDIER), side(SCOUT))
    assert found.mean_rounds is not None
    rounds = list(found.over_by(2000))
    assert sum(1 - share for share in [0.0, *rounds]) == pytest.approx(found.mean_rounds, abs=1e-9)
    assert rounds[-1] == pytest.approx(1, abs=1e-9)
    assert [sum(left.values()) for left in found.left] == pytest.approx([found.first, found.second], abs=1e-12)
    assert found.rounds[-1] >= 0.999 > found.rounds[-2]


@pytest.mark.parametrize(("id", "sheet"), [("absorption", PLAIN), ("damage-steps", KNIGHT), ("percentile", SWORD)])
@pytest.mark.parametrize("habits", [("never", "last"), ("best", "never"), ("best", "best")])
def test_floats_and_fractions_agree(id: str, sheet: Combatant, habits: tuple[Habit, Habit]) -> None:
    sides = tuple(side(replace(sheet, points=3), habit) for habit in habits)
    exact, near = duel(BOOKS[id], *sides, exact=True), duel(BOOKS[id], *sides)
    assert [near.first, near.second, near.neither, near.never] == pytest.approx(
        list(map(float, ends(exact))), abs=1e-12
    )
    assert near.mean_rounds == pytest.approx(float(exact.mean_rounds or 0), abs=1e-9)
    assert list(near.over_by(4)) == pytest.approx(list(map(float, exact.over_by(4))), abs=1e-12)
    for floats, fractions in zip(near.left, exact.left, strict=True):
        assert floats == pytest.approx({points: float(share) for points, share in fractions.items()}, abs=1e-12)


def harmless(sheet: Combatant) -> Combatant:
    return replace(sheet, weapons=(weapon("feather", "d2-2"),))


def test_a_duel_that_cannot_end_never_does() -> None:
    book = BOOKS["damage-steps"]
    found = duel(book, side(harmless(KNIGHT)), side(harmless(WRAITH)), exact=True)
    assert ends(found) == certainly(3)
    assert found.mean_rounds is None
    assert list(found.over_by(3)) == [0, 0, 0]
    assert found.left == ({}, {})
    assert duel(book, side(harmless(KNIGHT)), side(harmless(WRAITH))).never == 1


def test_who_cannot_hurt_loses() -> None:
    found = duel(BOOKS["damage-steps"], side(harmless(KNIGHT)), side(WRAITH), exact=True)
    assert ends(found) == certainly(1)


def test_nobody_fights_without_points_or_weapon() -> None:
    for sheet, key in ((replace(OGRE, points=None), "study.no_points"), (replace(OGRE, weapons=()), "study.no_weapon")):
        with pytest.raises(AdargaError) as caught:
            duel(BOOKS["absorption"], side(OGRE), side(sheet))
        assert caught.value.key == key


def test_who_is_down_from_the_start_has_lost() -> None:
    found = duel(BOOKS["absorption"], side(OGRE), side(replace(BRUTE, points=0)), exact=True)
    assert ends(found) == certainly(0)
    assert found.mean_rounds == 0
    assert list(found.over_by(2)) == [1, 1]


def first(
    sheet: Combatant, foe: Combatant, habit: Habit = "never", foes: Habit = "never", id: str = "absorption"
) -> float:
    return duel(BOOKS[id], side(sheet, habit), side(foe, foes)).first


FOE = replace(BRUTE, points=5, weapons=(weapon("fist", "d6"),))
MATTERS: dict[str, Callable[[], tuple[float, float]]] = {
    "sacrifice": lambda: (first(BEARER, FOE, "last"), first(BEARER, FOE)),
    "a shield that is held": lambda: (first(BEARER, FOE), first(replace(BEARER, shield=None), FOE)),
    "soaking": lambda: (first(STONE, FOE, "always"), first(STONE, FOE)),
    "energy": lambda: (first(STONE, FOE, "always"), first(replace(STONE, energy=1), FOE, "always")),
    "effectiveness": lambda: (
        first(replace(BRUTE, energy=2), replace(FOE, absorption=4), "always"),
        first(replace(BRUTE, energy=2), replace(FOE, absorption=4)),
    ),
    "usage": lambda: (
        first(replace(DWARF, shield=None, armour=(Piece(id="mail", absorption=3),)), FOE),
        first(replace(DWARF, shield=None, armour=(Piece(id="mail", absorption=3, usage_die="d4"),)), FOE),
    ),
}


@pytest.mark.parametrize("what", MATTERS)
def test_what_interacts_matters(what: str) -> None:
    more, less = MATTERS[what]()
    assert more > less + 1e-6


def test_wounds_matter() -> None:
    without = house(
        'base = "percentile"\nid = "off"\nname.en = "off"\nname.es = "off"\n[wounds]\nbeyond_light = "off"\n'
    )
    sides = side(SOLDIER), side(SCOUT)
    with_, plain = duel(BOOKS["percentile"], *sides), duel(without, *sides)
    assert with_.mean_rounds is not None
    assert plain.mean_rounds is not None
    assert with_.mean_rounds < plain.mean_rounds - 0.1


def test_defending_is_chosen_where_it_pays() -> None:
    """One with a block of 80 outlasts a foe whom a severe wound lets act for a few rounds more."""
    careful = replace(SOLDIER, points=8, block=80, weapons=(replace(weapon("sword", "d6+2"), skill=50),))
    foe = replace(SCOUT, points=12, weapons=(replace(weapon("lance", "d8"), skill=70),))
    plain = duel(BOOKS["percentile"], side(careful), side(foe))
    chosen = duel(BOOKS["percentile"], Side(sheet=careful, actions=(Action("sword"), DEFEND)), side(foe))
    assert chosen.first > plain.first + 0.001
    assert isinstance(chosen.solution, Graph)
    assert any(node.ways and node.ways[node.way].action == DEFEND for node in chosen.solution.nodes.values())


def test_two_who_only_defend_never_end() -> None:
    found = duel(
        BOOKS["percentile"], Side(sheet=SOLDIER, actions=(DEFEND,)), Side(sheet=SCOUT, actions=(DEFEND,)), exact=True
    )
    assert ends(found) == certainly(3)


def test_a_row_elected_and_a_situation_count() -> None:
    armoured = replace(WRAITH, armour=(Piece(ar=(Rating(None, 5),)),))
    book = BOOKS["damage-steps"]
    plain = duel(book, side(KNIGHT), side(armoured)).first
    low = Side(sheet=KNIGHT, actions=(Action("sword", Situation(elect=1)),))
    assert duel(book, low, side(armoured)).first < plain


def test_too_many_moments_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adarga.study.graph.MOST_FALLS", 50)
    with pytest.raises(AdargaError) as caught:
        solve(Contest(rulebook("absorption"), side(DWARF), side(DWARF)))
    assert caught.value.key == "duel.too_large"
