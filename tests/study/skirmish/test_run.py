"""Skirmishes as a whole: the same whoever works, stopped in time, and every figure with its interval."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Aim, State
from adarga.fight.turns import ordered
from adarga.rules.library import rulebook
from adarga.rules.protocol import Clock, Combatant, Condition, Rulebook
from adarga.study.skirmish import Policy, Skirmish, Troop, mustered, skirmish
from adarga.study.skirmish.advised import advised
from adarga.study.skirmish.laws import Bits, Ints, Pool
from adarga.study.skirmish.muster import cast_of, done
from adarga.study.skirmish.policy import Taking
from adarga.study.skirmish.run import CHUNK
from adarga.study.skirmish.tally import mean, share
from tests.fight.casts import ABSORPTION, DAMAGE_STEPS, PERCENTILE, named

THRAIN, GOBLIN = ABSORPTION[0], ABSORPTION[3]
ODILE, WRAITH, RAT = DAMAGE_STEPS
ROJAS, INES, MASTIFF, DOOR = PERCENTILE
RULES = {name: rulebook(name) for name in ("absorption", "damage-steps", "percentile")}
MANY = CHUNK["numpy"] + 5


def field(book: str, *sides: Sequence[Troop]) -> tuple[Rulebook, State]:
    return RULES[book], mustered(RULES[book], {chr(65 + at): troops for at, troops in enumerate(sides)})


BRIDGE = field(
    "absorption", [Troop(sheet=replace(THRAIN, points=7, energy=1))], [Troop(sheet=GOBLIN, count=3, one_turn=True)]
)
DUEL = field("damage-steps", [Troop(sheet=ODILE)], [Troop(sheet=replace(ODILE, name="Twin"))])
TRENCH = field("percentile", [Troop(sheet=ROJAS), Troop(sheet=INES)], [Troop(sheet=MASTIFF, count=2)])


@pytest.mark.parametrize("fight", [BRIDGE, DUEL, TRENCH], ids=["general", "lane", "wounds"])
def test_the_same_seed_gives_the_same_whatever_the_number_of_workers(fight: tuple[Rulebook, State]) -> None:
    one, two = (skirmish(*fight, seed=5, fights=MANY, workers=workers) for workers in (1, 2))
    assert one == two
    assert one.fights == MANY
    assert one != skirmish(*fight, seed=6, fights=MANY)


def test_compiled_fights_are_the_same_whatever_the_number_of_workers() -> None:
    found = [skirmish(*DUEL, seed=5, fights=CHUNK["fast"] + 100, workers=n, fast=True) for n in (1, 3)]
    assert found[0] == found[1]
    assert found[0].engine == "fast"


def test_a_precision_stops_the_fights_in_time_and_at_one_place() -> None:
    found = [skirmish(*DUEL, seed=5, precision=0.004, workers=n) for n in (1, 2)]
    assert found[0] == found[1]
    assert found[0].fights % CHUNK["numpy"] == 0
    assert all(wins.half_width <= 0.004 for wins in found[0].wins.values())
    shorter = skirmish(*DUEL, seed=5, fights=found[0].fights - CHUNK["numpy"])
    assert any(wins.half_width > 0.004 for wins in shorter.wins.values())


def test_a_precision_never_takes_more_fights_than_asked_for() -> None:
    assert skirmish(*DUEL, seed=5, precision=0.0001, fights=100).fights == 100


def test_an_interrupt_gives_what_there_is() -> None:
    told = []

    def interrupt(done: int, most: int) -> None:
        told.append((done, most))
        if len(told) == 2:
            raise KeyboardInterrupt

    found = skirmish(*DUEL, seed=5, fights=20 * CHUNK["numpy"], workers=2, progress=interrupt)
    assert found.cut
    assert told == [(CHUNK["numpy"], 20 * CHUNK["numpy"]), (2 * CHUNK["numpy"], 20 * CHUNK["numpy"])]
    assert replace(found, cut=False) == skirmish(*DUEL, seed=5, fights=2 * CHUNK["numpy"])


def test_an_interrupt_before_anything_is_known_goes_on_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("adarga.study.skirmish.run.ran", interrupted)
    with pytest.raises(KeyboardInterrupt):
        skirmish(*DUEL, seed=5, fights=10)


def test_what_never_happened_is_an_interval() -> None:
    none, all_of_them = share(0, 1000), share(1000, 1000)
    assert (none.low, all_of_them.high) == (0, 1)
    assert 0.003 < none.high < 0.004 < 1 - none.high < 1
    assert all_of_them.low == pytest.approx(1 - none.high)


@given(st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_hold_what_was_found(counts: tuple[int, int]) -> None:
    found = share(*counts)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=30))
def test_means_have_the_interval_of_their_spread(values: list[int]) -> None:
    found = mean(sum(values), sum(value * value for value in values), len(values))
    assert found.value == pytest.approx(np.mean(values))
    spread = float(np.std(values, ddof=1)) / len(values) ** 0.5
    assert found.half_width == pytest.approx(1.959963985 * spread, rel=1e-6)


def test_one_fight_says_nothing_of_a_mean() -> None:
    assert mean(5, 25, 1).half_width == inf


class Noted(Bits):
    """Draws that are kept."""

    def __init__(self) -> None:
        super().__init__(np.random.SeedSequence(3))
        self.drawn: list[list[int]] = []

    def pick(self, pool: Pool, laws: Ints) -> Ints:
        cells = super().pick(pool, laws)
        self.drawn.append(pool.values[0][cells].tolist())
        return cells


@pytest.mark.parametrize("fight", [BRIDGE, TRENCH], ids=["with a group", "by dexterity"])
def test_orders_by_rolled_initiative_are_the_fights_own(fight: tuple[Rulebook, State]) -> None:
    book, state = fight
    rolled, bits = cast_of(book, state, {}, initiative="d6").rolled, Noted()
    assert rolled is not None
    orders = rolled.orders(50, bits)
    groups = list(dict.fromkeys(seat.group or seat.id for seat in state.seats))
    for number in range(50):
        value = {group: rolled.values[bits.drawn[at][number]] for at, group in enumerate(groups)}
        for round, order in enumerate(orders, 1):
            seats = tuple(
                replace(seat, fighter=replace(seat.fighter, initiative=value[seat.group or seat.id]))
                for seat in state.seats
            )
            now = replace(state, seats=seats, clock=Clock(round))
            expected = [id for turn in ordered(book, now) for id in turn]
            assert [state.seats[at].id for at in order[:, number]] == expected


def test_rolled_initiative_makes_twins_equal() -> None:
    listed = skirmish(*DUEL, seed=3, fights=40_000)
    rolled = skirmish(*DUEL, seed=3, fights=40_000, initiative="d20")
    assert listed.wins["A"].low > 0.5 > rolled.wins["A"].low
    # Who is listed first still acts first where both rolled the same.
    assert 0.49 < rolled.wins["A"].value < 0.53


def test_who_retreats_is_neither_down_nor_there() -> None:
    policies = {seat.id: Policy(retreat=Fraction(1, 2)) for seat in TRENCH[1].seats if seat.side == "A"}
    found = skirmish(*TRENCH, policies, seed=3, fights=2000)
    rojas = found.fighters[0]
    assert rojas.left.low > 0.03
    assert rojas.left.value + rojas.down.value <= 1
    assert found.wins["A"].value + found.wins["B"].value + found.nobody.value == pytest.approx(1)


def test_who_weighs_more_is_struck_more() -> None:
    policies = {seat.id: Policy(aim="random") for seat in TRENCH[1].seats}
    even = skirmish(*TRENCH, policies, seed=3, fights=4000)
    policies["Rojas"] = Policy(aim="random", weight=0)
    policies["Inés"] = Policy(aim="random", weight=7)
    uneven = skirmish(*TRENCH, policies, seed=3, fights=4000)
    assert uneven.fighters[1].down.low > even.fighters[1].down.high
    assert uneven.fighters[0].remaining.low > even.fighters[0].remaining.high


def test_the_best_weapon_does_most_on_average() -> None:
    knife = replace(INES.weapons[0], id="knife", name=named("knife"), damage="d2")
    armed = replace(INES, weapons=(knife, *INES.weapons))
    book, state = field("percentile", [Troop(sheet=armed)], [Troop(sheet=MASTIFF)])
    first, best = (skirmish(book, state, {"Inés": Policy(arm=arm)}, seed=3, fights=2000) for arm in ("first", "best"))
    assert best.wins["A"].low > first.wins["A"].high


def test_thresholds_of_the_best_duel_are_better_than_nothing() -> None:
    bearer = replace(THRAIN, points=4, energy=1, armour=())
    steps = advised(RULES["absorption"], bearer, GOBLIN)
    assert {step.offer for step in steps} >= {"sacrifice"}
    book, state = field("absorption", [Troop(sheet=bearer)], [Troop(sheet=GOBLIN)])
    takes: tuple[Taking, ...] = ("never", steps)
    never, best = (skirmish(book, state, {"Thrain": Policy(take=take)}, seed=1, fights=4000) for take in takes)
    assert best.wins["A"].low > never.wins["A"].high


def test_fights_that_nobody_can_win_are_undecided() -> None:
    weak = replace(RAT, armour=ODILE.armour, weapons=(replace(RAT.weapons[0], damage="d3", type=("C",)),))
    plate = replace(
        weak, armour=tuple(replace(piece, ar=tuple(replace(r, armour=9) for r in piece.ar)) for piece in weak.armour)
    )
    book, state = field("damage-steps", [Troop(sheet=plate)], [Troop(sheet=replace(plate, name="Other"))])
    for policies in ({}, {"Rat": Policy(retreat=Fraction(1, 10))}):
        found = skirmish(book, state, policies, seed=1, fights=100, last_round=20)
        assert (found.undecided.value, found.rounds.value) == (1, 20)
        assert [one.remaining.value for one in found.fighters] == [3, 3]


def test_three_sides_fight_until_one_is_left() -> None:
    book, state = field("absorption", *([Troop(sheet=GOBLIN)] for _ in range(3)))
    found = skirmish(book, state, seed=1, fights=3000)
    assert sum(wins.value for wins in found.wins.values()) + found.nobody.value == pytest.approx(1)
    assert all(wins.value for wins in found.wins.values())


def test_a_fight_that_is_over_is_won_at_once() -> None:
    book, state = BRIDGE
    for number in (1, 2, 3):
        state = done(book, state, cmd.Lose(f"Goblin {number}", 5))
    found = skirmish(book, done(book, state, cmd.NextTurn()), seed=1, fights=10)
    assert (found.wins["A"].value, found.rounds.value) == (1, 1)


def test_sides_of_a_fight_can_be_others_and_leave_some_out() -> None:
    found = skirmish(*TRENCH, seed=1, fights=100, sides={"one": ["Rojas"], "other": ["Inés"]})
    assert [(one.id, one.side) for one in found.fighters] == [("Rojas", "one"), ("Inés", "other")]


def without(book: str, sheet: Combatant) -> tuple[Rulebook, State]:
    return field(book, [Troop(sheet=sheet)], [Troop(sheet=INES)])


@pytest.mark.parametrize(
    ("fight", "options", "key"),
    [
        (field("percentile", [Troop(sheet=INES), Troop(sheet=ROJAS)]), {}, "skirmish.one_side"),
        (TRENCH, {"sides": {"one": ["Rojas"], "other": ["Rojas"]}}, "skirmish.two_sides"),
        (TRENCH, {"sides": {"one": ["Rojas"], "other": ["Nobody"]}}, "fight.refused.unknown"),
        (without("percentile", replace(ROJAS, points=None)), {}, "study.no_points"),
        (without("percentile", replace(ROJAS, weapons=())), {}, "study.no_weapon"),
    ],
)
def test_fights_that_cannot_be_fought_are_refused(
    fight: tuple[Rulebook, State], options: dict[str, object], key: str
) -> None:
    with pytest.raises(AdargaError) as error:
        skirmish(*fight, seed=1, fights=1, **options)  # type: ignore[arg-type]
    assert error.value.key == key


def test_a_fight_that_waits_is_refused() -> None:
    book, state = TRENCH
    state = done(book, state, cmd.NextTurn())
    attack = cmd.Attack(who="Inés", weapon="revolver", aims=(Aim("Mastiff 1"),))
    with pytest.raises(AdargaError) as error:
        skirmish(book, done(book, state, attack), seed=1)
    assert error.value.key == "skirmish.waits"
    with pytest.raises(AdargaError) as error:
        skirmish(book, state, seed=1, initiative="d20")
    assert error.value.key == "skirmish.begun"


def test_without_numba_fast_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adarga.study.skirmish.compiled", None)
    with pytest.raises(AdargaError) as error:
        skirmish(*DUEL, seed=1, fast=True)
    assert error.value.key == "skirmish.no_fast"


def test_things_do_not_fight() -> None:
    book, state = TRENCH
    state = done(book, state, cmd.Join(sheet=DOOR, conditions=(Condition("object"),), side="A"))
    found: Skirmish = skirmish(book, state, seed=1, fights=10)
    assert "Door" not in [one.id for one in found.fighters]
