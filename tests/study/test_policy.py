"""The best choices against every policy there is, and among moments that may go on for ever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from adarga.study.contest import DEFEND, Contest, Moment, Side
from adarga.study.graph import Graph, solve
from adarga.study.nodes import Node, Option, Way
from adarga.study.policy import Component, solve_linear
from adarga.study.strikes import Action
from tests.study.small import BOOKS, DWARF, OGRE, SCOUT, SOLDIER, weapon

HALF = Fraction(1, 2)
NOWHERE = Moment((0, 0))
FIRST_WINS, SECOND_WINS = 100, 101
SOLVED = {FIRST_WINS: [Fraction(1), Fraction(0)], SECOND_WINS: [Fraction(0), Fraction(1)]}


def ends() -> list[list[Fraction]]:
    found: list[list[Fraction]] = [[] for _ in range(102)]
    for number, (first, second) in SOLVED.items():
        found[number] = [first, second, Fraction(0), Fraction(0)]
    return found


def way(*branches: tuple[int, Fraction]) -> Way[Fraction]:
    return Way(Action(""), list(branches), [])


def node(actor: int, *ways: Way[Fraction]) -> Node[Fraction]:
    return Node(NOWHERE, actor, list(ways))


def solved(*nodes: Node[Fraction]) -> list[list[Fraction]]:
    return Component(nodes, range(len(nodes)), ends(), Fraction(1)).solve()


def lottery(first: Fraction) -> Way[Fraction]:
    return way((FIRST_WINS, first), (SECOND_WINS, 1 - first))


def test_a_loop_of_misses_is_a_series() -> None:
    """Each hits half of the time: the first to strike wins two of three."""
    one = node(0, way((FIRST_WINS, HALF), (1, HALF)))
    other = node(1, way((SECOND_WINS, HALF), (0, HALF)))
    assert solved(one, other)[0] == [Fraction(2, 3), Fraction(1, 3), 0, 0]


def test_who_would_lose_goes_round_for_ever() -> None:
    """The second may only end it at a bad price, or hand the turn back: going round is a half, and better."""
    one = node(0, way((1, Fraction(1))))
    other = node(1, lottery(Fraction(4, 5)), way((0, Fraction(1))))
    found = solved(one, other)
    assert found[0] == [0, 0, 0, 1]
    assert other.way == 1


def test_who_would_win_ends_it() -> None:
    one = node(0, way((1, Fraction(1))))
    other = node(1, way((0, Fraction(1))), lottery(Fraction(1, 5)))
    assert solved(one, other)[0] == [Fraction(1, 5), Fraction(4, 5), 0, 0]


def test_who_cannot_stop_the_other_from_ending_it_takes_the_better_end() -> None:
    """The first would rather go round than end it at 2/5, but the second ends it at 1/5."""
    one = node(0, way((1, Fraction(1))), lottery(Fraction(2, 5)))
    other = node(1, way((0, Fraction(1))), lottery(Fraction(1, 5)))
    assert solved(one, other)[0][0] == Fraction(2, 5)
    assert one.way == 1


def test_nothing_that_leads_out_never_ends() -> None:
    assert solved(node(0, way((1, Fraction(1)))), node(1, way((0, Fraction(1))))) == [[0, 0, 0, 1]] * 2


@pytest.mark.parametrize("size", [1, 3, 7])
def test_linear_systems_in_floats_and_fractions(size: int) -> None:
    matrix = [[Fraction(int(i == j) * 3) + Fraction(1, 1 + i + 2 * j) for j in range(size)] for i in range(size)]
    side = [[Fraction(i), Fraction(1)] for i in range(size)]
    found = solve_linear(matrix, side, True)
    for row, expected in zip(matrix, side, strict=True):
        got = [sum((a * x[k] for a, x in zip(row, found, strict=True)), Fraction(0)) for k in (0, 1)]
        assert got == expected
    floats = solve_linear([list(map(float, row)) for row in matrix], [list(map(float, row)) for row in side], False)
    assert [x for row in floats for x in row] == pytest.approx([float(x) for row in found for x in row])


Slot = tuple[int, str, int, int]
"""A thing to decide: the node, what of it, which dice, and (of the target) after which choice of the attacker."""


def slots(graph: Graph[Fraction], side: int) -> list[tuple[Slot, int]]:
    """All that a side has to decide, and among how many."""
    found: list[tuple[Slot, int]] = []
    for number, one in graph.nodes.items():
        if one.actor == side and len(one.ways) > 1:
            found.append(((number, "way", 0, 0), len(one.ways)))
        for w, its in enumerate(one.ways):
            for n, dice in enumerate(its.open):
                if one.actor == side:
                    found.append(((number, "row", w, n), len(dice.rows)))
                else:
                    found += [((number, f"answer{r}", w, n), len(row)) for r, row in enumerate(dice.rows)]
    return [(slot, many) for slot, many in found if many > 1]


def policies(listed: list[tuple[Slot, int]]) -> Iterator[dict[Slot, int]]:
    for picks in product(*(range(many) for _, many in listed)):
        yield dict(zip((slot for slot, _ in listed), picks, strict=True))


def chosen(number: int, one: Node[Fraction], policy: dict[Slot, int]) -> Iterator[tuple[int, Fraction]]:
    if not one.ways:
        return
    w = policy.get((number, "way", 0, 0), 0)
    yield from one.ways[w].sure
    for n, dice in enumerate(one.ways[w].open):
        r = policy.get((number, "row", w, n), 0)
        option: Option[Fraction] = dice.rows[r][policy.get((number, f"answer{r}", w, n), 0)]
        for then, odds in option.ends:
            yield then, dice.odds * odds


def value(graph: Graph[Fraction], policy: dict[Slot, int]) -> Fraction:
    """P(first wins) + half of what nobody wins under one policy of both, by sweeps in the order of the moments.

    These duels never come back to a moment but the one they are in, so that one division sums up each loop.
    """
    known: dict[int, Fraction] = {}
    for component in graph.components:
        inside = {number: dict[int, Fraction]() for number in component}
        outside = dict.fromkeys(component, Fraction(0))
        for number in component:
            one = graph.nodes[number]
            if not one.ways:
                known[number] = graph.solved[number][0] + graph.solved[number][2] / 2
            for then, odds in chosen(number, one, policy):
                if then in inside:
                    inside[number][then] = inside[number].get(then, Fraction(0)) + odds
                else:
                    outside[number] += odds * known[then]
        numbers = [number for number in component if graph.nodes[number].ways]
        matrix = [[Fraction(int(i == j)) - inside[i].get(j, Fraction(0)) for j in numbers] for i in numbers]
        found = solve_linear(matrix, [[outside[i]] for i in numbers], True)
        known.update({number: row[0] for number, row in zip(numbers, found, strict=True)})
    return known[graph.start]


BARE = replace(DWARF, strength=None, dexterity=None, armour=(), weapons=(weapon("axe", "d2"),))
BEARER = replace(BARE, points=3, stone_born=False, energy=None)
FOE = replace(OGRE, name="Foe", points=3, energy=None, absorption=0, level=1, weapons=(weapon("fist", "d3"),))
GIANT = replace(FOE, energy=1, absorption=1, points=3)
DUELS = {
    "a shield against a foe": ("absorption", Side(sheet=BEARER, habit="best"), Side(sheet=FOE)),
    "a shield against energy": (
        "absorption",
        Side(sheet=replace(BEARER, points=2), habit="best"),
        Side(sheet=replace(GIANT, points=2, absorption=0), habit="best"),
    ),
    "two weapons": (
        "absorption",
        Side(sheet=replace(FOE, points=2), actions=(Action("d2"), Action("d4-1"), Action("d3"))),
        Side(sheet=replace(FOE, points=3)),
    ),
    "defending": (
        "percentile",
        Side(sheet=replace(SOLDIER, points=2, block=60), actions=(Action("bayonet"), DEFEND)),
        Side(sheet=replace(SCOUT, points=3, weapons=(replace(weapon("knife", "d2"), skill=40),))),
    ),
}


@pytest.mark.parametrize("name", DUELS)
def test_no_policy_is_better(name: str) -> None:
    """Every policy of the first against every policy of the second: the best of the worst is what was solved."""
    id, one, other = DUELS[name]
    graph = solve(Contest(BOOKS[id], one, other), exact=True)
    mine, theirs = slots(graph, 0), slots(graph, 1)
    assert mine
    worst = [min(value(graph, policy | answer) for answer in policies(theirs)) for policy in policies(mine)]
    assert graph.at(graph.contest.start).value == max(worst)
    assert len(set(worst)) > 1


def test_a_choice_is_the_best_of_its_dice() -> None:
    """What `choice` says is, for every dice, the best answer to the best choice."""
    one = Side(sheet=replace(BARE, points=4), habit="best")
    graph = solve(Contest(BOOKS["absorption"], one, Side(sheet=GIANT, habit="best")), exact=True)
    checked = 0
    for number, its in graph.nodes.items():
        if not its.ways:
            continue
        moment = graph.compiler.moments[number]
        sign = 1 if its.actor == 0 else -1
        for move in graph.contest.moves(moment):
            for fall in move.falls:
                a, t = graph.choice(moment, move.action, fall)
                worth = [[sign * graph.worth(ends).value for ends in row] for row in fall.ends]
                assert worth[a][t] == max(min(row) for row in worth)
                checked += len(worth) > 1 or len(worth[0]) > 1
    assert checked > 30
