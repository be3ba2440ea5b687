"""The same dice make the same fight, whether it is fought by commands or simulated."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adarga.fight import commands as cmd
from adarga.rules.library import rulebook
from adarga.study.skirmish.general import fought
from adarga.study.skirmish.muster import Troop, cast_of, done, mustered
from tests.fight.casts import ABSORPTION, DAMAGE_STEPS, PERCENTILE
from tests.study.skirmish.driving import Driver, Recorded, policy

THRAIN, XIMENA, OGRE, GOBLIN = ABSORPTION
ODILE, WRAITH, RAT = DAMAGE_STEPS
ROJAS, INES, MASTIFF, _ = PERCENTILE
HEROIC = replace(THRAIN, points=20, energy=3)

SIDES = {
    "absorption": {
        "heroes": [Troop(sheet=THRAIN), Troop(sheet=XIMENA)],
        "monsters": [Troop(sheet=OGRE), Troop(sheet=GOBLIN, count=2, one_turn=True)],
    },
    "damage-steps": {
        "living": [Troop(sheet=ODILE), Troop(sheet=RAT, count=3)],
        "dead": [Troop(sheet=WRAITH, count=2)],
    },
    "percentile": {
        "soldiers": [Troop(sheet=ROJAS), Troop(sheet=INES, surprised=True)],
        "dogs": [Troop(sheet=MASTIFF, count=3)],
    },
}
POLICIES = {
    "weakest, at the last moment": (policy("weakest", "last"), policy("weakest", "last")),
    "nearest, always": (policy("nearest", "always"), policy("nearest", "always", retreat=Fraction(1, 2))),
    "anyone": (policy("random", "never", retreat=Fraction(1, 4), weight=3), policy("random", "last", weight=2)),
}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("book", SIDES)
def test_recorded_dice_make_the_same_fight(book: str, name: str) -> None:
    rules = rulebook(book)
    start = mustered(rules, SIDES[book])
    first = start.seats[0].side
    ours, theirs = POLICIES[name]
    policies = {seat.id: ours if seat.side == first else theirs for seat in start.seats}
    cast = cast_of(rules, start, policies)
    for seed in range(3):
        driver = Driver(rules, cast, start, seed)
        real = driver.fight()
        bits = Recorded(real.fell)
        found = fought(cast, 1, bits, 100)
        assert bits.fell == []
        assert int(found.rounds.argmax()) == real.round
        left = real.left | {seat.id: seat.fighter.points or 0 for seat in real.state.seats}
        assert found.points.tolist() == [left[seat.id] for seat in cast.seats]
        assert found.gone.tolist() == [int(seat.id in real.left) for seat in cast.seats]
        down = [int(seat.id not in real.left and not driver.able(seat.id)) for seat in cast.seats]
        assert found.down.tolist() == down
        up = {seat.side for seat in cast.seats if driver.able(seat.id)}
        assert found.wins.tolist() == [int(up == {side}) for side in range(len(cast.sides))]


@pytest.mark.parametrize("last_round", [1, 2])
def test_recorded_dice_stop_at_the_same_round(last_round: int) -> None:
    rules = rulebook("percentile")
    start = mustered(rules, SIDES["percentile"])
    cast = cast_of(rules, start, {})
    real = Driver(rules, cast_of(rules, start, {seat.id: policy() for seat in start.seats}), start, 3)
    cast = real.cast
    fight = real.fight(last_round)
    found = fought(cast, 1, Recorded(fight.fell), last_round)
    assert (found.undecided, int(found.rounds.argmax())) == (int(not real.over()), fight.round)


def test_a_fight_under_way_goes_on_from_the_turn_now_running() -> None:
    """After two turns of a fight under way, with wounds, a defender and someone who has waited."""
    rules = rulebook("percentile")
    start = mustered(rules, SIDES["percentile"])
    for command in (
        cmd.NextTurn(),
        cmd.Lose("Mastiff 2", 4),
        cmd.NextTurn(),
        cmd.NextTurn(),
        cmd.NextTurn(),
        cmd.Wait("Rojas", 3),
        cmd.NextTurn(),
        cmd.NextTurn(),
    ):
        start = done(rules, start, command)
    start = done(rules, start, cmd.Defend(start.acting[0]))
    start = done(rules, start, cmd.NextTurn())
    policies = {seat.id: policy() for seat in start.seats}
    cast = cast_of(rules, start, policies)
    assert cast.round == start.clock.round
    for seed in range(3):
        driver = Driver(rules, cast, start, seed)
        real = driver.fight()
        bits = Recorded(real.fell)
        found = fought(cast, 1, bits, 100)
        assert bits.fell == []
        assert int(found.rounds.argmax()) == real.round
        assert found.points.tolist() == [seat.fighter.points for seat in real.state.seats]
