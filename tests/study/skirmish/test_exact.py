"""Simulated duels beside exact ones, and laws drawn as they should be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Piece, Rulebook, Weapon
from adarga.rules.values import Rating
from adarga.study.contest import Side
from adarga.study.duel import Duel, duel
from adarga.study.habits import Threshold
from adarga.study.skirmish import Policy, Skirmish, Troop, mustered, skirmish
from adarga.study.skirmish import run as running
from adarga.study.skirmish.compiled import Compiled
from adarga.study.skirmish.general import fought
from adarga.study.skirmish.lane import CELLS, blows, lane_of, ran
from adarga.study.skirmish.laws import Bits, Pool, alias_table
from adarga.study.skirmish.muster import SURPRISED, Cast, cast_of
from adarga.study.skirmish.policy import Taking
from adarga.study.skirmish.tally import Tally
from tests.fight.casts import ABSORPTION, DAMAGE_STEPS, PERCENTILE

THRAIN, XIMENA, OGRE, GOBLIN = ABSORPTION
ODILE, WRAITH, RAT = DAMAGE_STEPS
ROJAS, INES, MASTIFF, _ = PERCENTILE
SWORDSMAN = Combatant(
    name="swordsman",
    points=60,
    defence=14,
    resistant=("all",),
    armour=(Piece(ar=(Rating(None, 5),)),),
    weapons=(Weapon(id="sword", damage="6d4+2", bonus=5, ap=2, type=("S",)),),
)
WORN = replace(THRAIN, points=4, energy=1, armour=())
"""His axe wears out: two of them may stand there for ever."""
DESIGN = 0.5588953029223088
FIGHTS = 16_000
SIGMAS = 4


def simulated(book: Rulebook, first: Troop, second: Troop, takes: tuple[Taking, Taking], fights: int) -> Skirmish:
    start = mustered(book, {"first": [first], "second": [second]})
    policies = {seat.id: Policy(take=take) for seat, take in zip(start.seats, takes, strict=True)}
    return skirmish(book, start, policies, seed=7, fights=fights, last_round=100)


def agrees(found: Skirmish, exact: Duel[float]) -> None:
    pairs = [(found.wins["first"], exact.first), (found.wins["second"], exact.second), (found.nobody, exact.neither)]
    pairs.append((found.undecided, exact.never))
    for estimate, chance in pairs:
        assert abs(estimate.value - chance) <= SIGMAS * sqrt(chance * (1 - chance) / found.fights) + 1e-12
    rounds = exact.mean_rounds
    assert rounds is None or abs(found.rounds.value - rounds) <= SIGMAS * found.rounds.half_width / 1.96


@pytest.mark.parametrize(
    ("book", "first", "second", "takes"),
    [
        ("absorption", replace(THRAIN, points=6, energy=1), OGRE, ("last", "last")),
        ("absorption", WORN, replace(WORN, name="Twin", points=5), ("always", "last")),
        (
            "absorption",
            replace(THRAIN, points=9, energy=2),
            OGRE,
            ((Threshold("sacrifice", 4, 9), Threshold("soak", 2)), "never"),
        ),
        ("absorption", XIMENA, GOBLIN, ("never", "never")),
        ("damage-steps", ODILE, WRAITH, ("never", "never")),
        ("percentile", MASTIFF, INES, ("never", "never")),
        ("percentile", ROJAS, MASTIFF, ("never", "never")),
    ],
    ids=lambda value: value.name if isinstance(value, Combatant) else "",
)
def test_simulated_duels_are_as_likely_as_exact_ones(
    book: str, first: Combatant, second: Combatant, takes: tuple[Taking, Taking]
) -> None:
    rules = rulebook(book)
    found = simulated(rules, Troop(sheet=first), Troop(sheet=second), takes, FIGHTS)
    agrees(found, duel(rules, Side(sheet=first, habit=takes[0]), Side(sheet=second, habit=takes[1])))


def test_surprise_counts_in_the_first_round() -> None:
    rules = rulebook("percentile")
    one = replace(INES, dodge=None, points=5)
    other = replace(one, name="Other", dexterity=10)
    found = simulated(rules, Troop(sheet=one, surprised=True), Troop(sheet=other), ("never", "never"), FIGHTS)
    exact = duel(rules, Side(sheet=one, conditions=(SURPRISED,)), Side(sheet=other))
    agrees(found, exact)
    assert duel(rules, Side(sheet=one), Side(sheet=other)).first - exact.first > 0.2


def swordsmen() -> Cast:
    rules = rulebook("damage-steps")
    twins = {side: [Troop(sheet=replace(SWORDSMAN, name=side))] for side in ("first", "second")}
    return cast_of(rules, mustered(rules, twins), {})


def whole(cast: Cast) -> dict[str, Tally]:
    """The design's duel by everything that can run it."""
    lane = lane_of(cast)
    assert lane is not None
    seeds = [np.random.SeedSequence(11, spawn_key=(number,)) for number in range(8)]
    found = {name: Tally.empty(2, 2) for name in ("general", "lane", "compiled")}
    for seed in seeds:
        found["general"].add(fought(cast, 1 << 14, Bits(seed), 1000))
        found["lane"].add(ran(lane, 1 << 14, Bits(seed), 1000))
        found["compiled"].add(Compiled(lane).run(1 << 14, seed, 1000))
    return found


def test_every_engine_has_the_same_law() -> None:
    found = whole(swordsmen())
    exact = duel(rulebook("damage-steps"), Side(sheet=SWORDSMAN), Side(sheet=SWORDSMAN))
    assert exact.first == pytest.approx(DESIGN, abs=1e-12)
    by_round = np.diff(exact.over_by(80), prepend=0)
    points = [sum(left * odds for left, odds in side.items()) for side in exact.left]
    squares = [sum(left * left * odds for left, odds in side.items()) for side in exact.left]
    for tally in found.values():
        n = tally.fights
        assert abs(tally.wins[0] / n - DESIGN) <= SIGMAS * sqrt(DESIGN * (1 - DESIGN) / n)
        assert tally.wins.sum() == n
        assert tally.down.tolist() == tally.wins[::-1].tolist()
        for who in (0, 1):
            spread = sqrt((squares[who] - points[who] ** 2) / n)
            assert abs(tally.points[who] / n - points[who]) <= SIGMAS * spread
        rounds = np.zeros(81)
        rounds[: len(tally.rounds)] = tally.rounds
        assert (np.abs(rounds[1:] - n * by_round) <= 5 * np.sqrt(n * by_round) + 1).all()


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=40))
def test_alias_tables_are_exact(weights: list[int]) -> None:
    shares, others = alias_table(weights)
    found = [Fraction(0)] * len(shares)
    for column, (share, other) in enumerate(zip(shares, others, strict=True)):
        assert 0 <= share <= 1
        found[column] += share / len(shares)
        found[other] += (1 - share) / len(shares)
    assert found == [Fraction(weight, sum(weights)) for weight in weights] + [0] * (len(shares) - len(weights))


@given(st.dictionaries(st.integers(0, 40), st.integers(1, 10**20), min_size=1), st.integers(1, 30))
def test_cells_and_what_is_left_over_are_the_whole_law(counts: dict[int, int], need: int) -> None:
    found = blows(counts, need)
    cells = np.bincount(found.cells[found.cells >= 0], minlength=need + 1)
    over = int((found.cells < 0).sum())
    law = {damage: Fraction(int(count), CELLS) for damage, count in enumerate(cells)}
    for damage, share in outcomes(found.pool) if over else ():
        law[damage] += share * Fraction(over, CELLS)
    total = sum(counts.values())
    for damage in range(need + 1):
        held = sum(count for rolled, count in counts.items() if min(rolled, need) == damage)
        assert law[damage] == Fraction(held, total)


def outcomes(pool: Pool) -> Iterator[tuple[int, Fraction]]:
    """The only law of a pool, as its columns say it."""
    columns = pool.columns
    for cell in range(columns):
        share = (Fraction(int(pool.share[cell])) + pool.rest.get(cell, Fraction(0))) / (1 << 48)
        yield int(pool.values[0][cell]), share / columns
        yield int(pool.values[0][pool.other[cell]]), (1 - share) / columns


class Words(Bits):
    """Random words that are known beforehand."""

    def __init__(self, *words: int) -> None:
        super().__init__(np.random.SeedSequence(0))
        self.left = list(words)

    def words(self, count: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        taken, self.left = self.left[:count], self.left[count:]
        return np.array(taken, np.uint64)


def test_what_the_first_bits_leave_open_further_bits_decide() -> None:
    pool = Pool(1)
    law = pool.add([(1, (10,)), (2, (20,))])
    third = (2 << 48) // 3
    assert pool.share[0] == third
    below, above = (1 << 64) * 2 // 3 // 2, (1 << 64) - 1
    drawn = [Words(third << 16, further).pick(pool, np.array([law])) for further in (below, above)]
    assert [int(pool.values[0][cell[0]]) for cell in drawn] == [10, 20]
    rest = int(pool.rest[0] * (1 << 64))
    again = [Words(third << 16, rest, further).pick(pool, np.array([law])) for further in (0, above)]
    assert [int(pool.values[0][cell[0]]) for cell in again] == [10, 20]


def test_numbers_below_a_limit_are_drawn_again_where_they_would_be_uneven() -> None:
    # 2**32 is 1 more than a multiple of 3: the lowest of all words is one too many.
    assert Words(0, 1 << 32).below(np.array([3], np.uint64)).tolist() == [0]
    assert Words(0xFFFFFFFF << 32).below(np.array([3], np.uint64)).tolist() == [2]


def test_usual_number_of_fights() -> None:
    rules = rulebook("damage-steps")
    start = mustered(rules, {"rats": [Troop(sheet=RAT)], "ghost": [Troop(sheet=WRAITH)]})
    assert skirmish(rules, start, seed=1).fights == running.FIGHTS
