"""Whole duels: the design's beside the exact peers, and duels in which things interact, which no peer finishes.

The peers' answers are compared with ours before any timing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

import icepool
from dyce import H

from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Piece, Weapon
from adarga.rules.values import Rating
from adarga.study.contest import Contest, Side
from adarga.study.duel import solved
from adarga.study.habits import Habit
from benchmarks.timing import Contender, Measured, clear_everything, measure, milliseconds
from benchmarks.works import dyce_strike, icepool_damage

POINTS = 60
LEFT = 1e-16
"""The peers go round by round until no more than this probability is left that both stand."""

FIGURE = 0.5588953029223088

DUELLIST = Combatant(
    name="duellist",
    points=POINTS,
    defence=14,
    resistant=("all",),
    armour=(Piece(ar=(Rating(None, 5),)),),
    weapons=(Weapon(id="sword", damage="6d4+2", bonus=5, ap=2, type=("S",)),),
)

DWARF = Combatant(
    name="dwarf",
    points=POINTS,
    energy=3,
    strength=8,
    dexterity=11,
    constitution=10,
    armour=(Piece(id="mail", absorption=4),),
    shield=Piece(id="shield", absorption=1),
    can_sacrifice=True,
    stone_born=True,
    weapons=(Weapon(id="axe", damage="d10"),),
)
HABITS: tuple[tuple[Habit, Habit], ...] = (
    ("never", "never"),
    ("always", "always"),
    ("last", "last"),
    ("best", "never"),
    ("best", "last"),
    ("best", "best"),
)
WORN = replace(DWARF, armour=(Piece(id="mail", absorption=4, usage_die="d8"),))
"""The same in armour that wears out by a die of d8, d6 and d4: 1024 pairs of forms instead of 64."""

REDUCED = (5, 10, 20)
"""Points a side at which a peer answers in seconds; with 60 icepool had not finished after 290."""


def chance(contest: Contest) -> float:
    """P(the first wins)."""
    return solved(contest).at(contest.start).first


def ours_design() -> float:
    """P(the first wins), each side compiled by the rulebook from its sheet."""
    side = Side(sheet=DUELLIST)
    return chance(Contest(rulebook("damage-steps"), side, side))


def _first_wins(first: Callable[[], float], second: Callable[[], float]) -> float:
    """P(the first wins), from calls that give the probability that either is down by one more strike."""
    found = fallen = felled = 0.0
    while (1 - fallen) * (1 - felled) > LEFT:
        now = second()
        found += (now - felled) * (1 - fallen)
        felled, fallen = now, first()
    return found


def _icepool_curve() -> Callable[[], float]:
    damage = icepool_damage()
    lost: icepool.Die[int] = icepool.Die([0])

    def down() -> float:
        nonlocal lost
        lost = (lost + damage).map(lambda points: min(points, POINTS))
        return float(lost.probability("==", POINTS))

    return down


def icepool_design() -> float:
    """The same with icepool: a curve of points lost for either, since nothing else links the two."""
    return _first_wins(_icepool_curve(), _icepool_curve())


def _dyce_curve() -> Callable[[], float]:
    damage = dyce_strike()
    lost = H({0: 1})

    def down() -> float:
        nonlocal lost
        lost = (lost + damage).apply(lambda points: min(points, POINTS))
        return lost.get(POINTS, 0) / lost.total

    return down


def dyce_design() -> float:
    """The same with dyce."""
    return _first_wins(_dyce_curve(), _dyce_curve())


def ours_interacting(points: int, first: Habit, second: Habit, sheet: Combatant = DWARF) -> float:
    """P(the first wins) between two stone-born with shields to sacrifice and energy to strike and to soak with."""
    dwarf = replace(sheet, points=points)
    return chance(Contest(rulebook("absorption"), Side(sheet=dwarf, habit=first), Side(sheet=dwarf, habit=second)))


def _choice(worn: int, roll: int, energy: tuple[int, int], shield: int, left: int) -> tuple[int, int, int, int]:
    """What two who choose at the last moment make of a blow: damage, energy spent by both, shield lost."""

    def damage(bought: int, soaked: int) -> int:
        return max(roll - worn - shield - soaked, 2 + bought)

    bought = next((n for n in range(energy[0] + 1) if damage(n, 0) >= left), 0)
    if damage(bought, 0) < left:
        return damage(bought, 0), bought, 0, 0
    if energy[1] and damage(bought, 1) < left:
        return damage(bought, 1), bought, 1, 0
    return (0, bought, 0, 1) if shield else (damage(bought, 0), bought, 0, 0)


Fighter = tuple[int, int, int]


def _struck(mine: Fighter, theirs: Fighter, face: int) -> tuple[Fighter, Fighter]:
    """Attacker and target after a blow that lands; each is points, energy, shield."""
    harm, bought, soaked, gone = _choice(7, face, (mine[1], theirs[1]), theirs[2], theirs[0])
    return (mine[0], mine[1] - bought, mine[2]), (max(theirs[0] - harm, 0), theirs[1] - soaked, theirs[2] - gone)


def icepool_interacting(points: int) -> float:
    """The same duel under the habit `last`, written by hand for that habit as icepool's absorbing process.

    No peer chooses: under `best` there is nothing to compare with.
    """
    face = ((icepool.d(20) >= 8) & (icepool.d(20) < 11)).map({True: icepool.d(10), False: 0})

    def turn(state: tuple[int, Fighter, Fighter]) -> Any:
        actor, one, other = state
        if not one[0] or not other[0]:
            return state

        def after(shown: int) -> tuple[int, Fighter, Fighter]:
            if not shown:
                return 1 - actor, one, other
            if actor:
                struck, hurt = _struck(other, one, shown)
                return 0, hurt, struck
            return 1, *_struck(one, other, shown)

        return face.map(after)

    ended: Any = icepool.map(turn, (0, (points, 3, 1), (points, 3, 1)), star=False, repeat="inf")
    return float(sum(ended.probability(state) for state in ended if state[1][0]))


def check_answers() -> None:
    """Stop where any two contenders disagree."""
    for answer in (ours_design(), icepool_design(), dyce_design()):
        assert math.isclose(answer, FIGURE, rel_tol=1e-13)
    for points in REDUCED[:2]:
        assert math.isclose(ours_interacting(points, "last", "last"), icepool_interacting(points), rel_tol=1e-12)


def measured() -> list[Measured]:
    """The design's duel: 60 points each, the strike of the other tables both ways."""
    check_answers()
    contenders = [
        Contender("adarga", ours_design),
        Contender("icepool", icepool_design),
        Contender("dyce", dyce_design),
    ]
    return [measure("duel, 60 points each, P(the first wins)", contenders, rounds=9)]


def seconds(run: Callable[[], float], times: int) -> float:
    """The median time of a cold call."""
    found = []
    for _ in range(times):
        clear_everything()
        found.append(milliseconds(run) / 1000)
    return median(found)


def figures() -> Iterator[tuple[str, str, str, str]]:
    """Interacting duels: habits of both, P(the first wins), seconds, and those of icepool where it answers at all."""
    for points in REDUCED:
        run = partial(ours_interacting, points, "last", "last")
        peer = seconds(partial(icepool_interacting, points), 1)
        yield f"{points} points: last, last", f"{run():.6f}", f"{seconds(run, 3):.3f}", f"{peer:.3f}"
    for first, second in HABITS:
        run = partial(ours_interacting, POINTS, first, second)
        peer_text = "not in 290 s" if (first, second) == ("last", "last") else "-"
        yield f"{POINTS} points: {first}, {second}", f"{run():.6f}", f"{seconds(run, 5):.3f}", peer_text
    run = partial(ours_interacting, POINTS, "best", "best", WORN)
    yield f"{POINTS} points, armour wearing out: best, best", f"{run():.6f}", f"{seconds(run, 1):.3f}", "-"
