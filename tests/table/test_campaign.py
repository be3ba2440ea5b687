"""Fights of one campaign: whoever goes on keeps points, energy, wounds and what it lost."""

from __future__ import annotations

import pytest

from adarga.fight import commands as cmd
from adarga.fight.codec import decode, encode
from adarga.fight.log import Log
from adarga.fight.state import Refusal
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.rules.library import rulebook
from adarga.rules.protocol import Condition, Until
from adarga.table.campaign import carried

THRAIN = {
    "absorption": "Thrain 17 heroes owner=Ana constitution=9 energy=3 armour=chain-mail shield=medium-shield hacha=d8",
    "damage-steps": "Thrain 17 heroes owner=Ana defence=13 armour=2 hacha=d8",
    "percentile": "Thrain 17 heroes owner=Ana dexterity=14 constitution=20 hacha=d8:50",
}


def told(log: Log, base: str, *commands: cmd.Command) -> Log:
    """The log after commands that all fit."""
    for command in commands:
        found = log.told(rulebook(base), command)
        assert not isinstance(found, Refusal)
        log = found
    return log


def fought(base: str) -> Log:
    """A fight in which Thrain lost something."""
    book = rulebook(base)
    joins = (joining(book, words_of(line)) for line in (THRAIN[base], "Ogro 20 hacha=d8"))
    return told(
        Log(),
        base,
        *joins,
        cmd.NextTurn(),
        cmd.Pass(100),
        cmd.Lose("Thrain", 3),
        cmd.SetCondition("Thrain", Condition("prone")),
        cmd.SetCondition("Thrain", Condition("dazed", Until("minute", 160))),
        cmd.SetCondition("Thrain", Condition("surprised", Until("round", 1))),
    )


@pytest.mark.parametrize("base", THRAIN)
def test_a_players_fighter_goes_on_as_it_stood(base: str) -> None:
    before = fought(base).state
    found = carried(before, Log().state)
    assert len(found.commands) == 1
    now = told(Log(), base, *found.commands).state
    seat, was = now.seats[0], before.fighter("Thrain")
    assert (seat.id, seat.owner, seat.side) == ("Thrain", "Ana", "heroes")
    assert seat.fighter.points == 14
    assert (seat.fighter.energy, seat.fighter.lost, seat.fighter.usage) == (was.energy, was.lost, was.usage)
    assert [(one.loss, one.minutes) for one in seat.fighter.wounds] == [(one.loss, 0) for one in was.wounds]


@pytest.mark.parametrize("base", THRAIN)
def test_what_lasts_goes_on_for_as_long_as_it_had_left(base: str) -> None:
    now = told(Log(), base, *carried(fought(base).state, Log().state).commands).state.fighter("Thrain")
    lasting = {one.name: one.until for one in now.conditions}
    assert lasting["prone"] == Until("ever")
    assert lasting["dazed"] == Until("minute", 60)
    assert "surprised" not in lasting


def test_nobody_comes_twice_and_foes_stay_behind() -> None:
    before = fought("absorption").state
    now = told(Log(), "absorption", *carried(before, Log().state).commands)
    assert carried(before, now.state).commands == ()


def test_a_lost_shield_stays_lost() -> None:
    log = told(fought("absorption"), "absorption", cmd.TakeOff("Thrain", "medium-shield"))
    now = told(Log(), "absorption", *carried(log.state, Log().state).commands).state.fighter("Thrain")
    assert now.combatant.shield == log.state.fighter("Thrain").combatant.shield
    assert now.lost == log.state.fighter("Thrain").lost


@pytest.mark.parametrize("base", THRAIN)
def test_it_is_kept_in_a_file_as_it_is(base: str) -> None:
    for command in carried(fought(base).state, Log().state).commands:
        assert decode(encode(command)) == command
