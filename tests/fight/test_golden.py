"""Whole fights kept as files: they replay to the same states, are decided alike, and read the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from adarga.fight import Refusal, State, decide, replay
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.log import Log
from adarga.fight.saved import head_of, log_of
from adarga.plan import Reason
from adarga.rules.library import rulebook
from adarga.rules.rulings import RULINGS
from tools.make_golden import FIGHTS, FOLDER, states, text, written

ORDER_ONLY = {"A6", "P3", "P5"}
"""Rulings that are a table of the book or an order of turns: no reason names them."""


def lines(name: str) -> list[str]:
    return (FOLDER / f"{name}.adarga.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


def kept(name: str) -> Log:
    return log_of(lines(name))


@pytest.mark.parametrize("name", FIGHTS)
def test_a_golden_fight_replays_to_the_same_states(name: str) -> None:
    assert "".join(states(kept(name))) == (FOLDER / f"{name}.states.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FIGHTS)
def test_a_golden_fight_is_decided_alike(name: str) -> None:
    book = rulebook(head_of(lines(name))[0])
    state = State()
    for entry in kept(name).entries:
        found = decide(book, state, entry.command)
        assert not isinstance(found, Refusal)
        assert found == entry.events
        state = replay(found, state)


@pytest.mark.parametrize("name", FIGHTS)
def test_the_script_still_makes_a_golden_fight(name: str) -> None:
    assert written(name).log == kept(name)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", FIGHTS)
def test_a_golden_fight_reads_the_same(name: str, language: str) -> None:
    book = rulebook(head_of(lines(name))[0])
    assert text(book, kept(name), language) == (FOLDER / f"{name}.{language}.txt").read_text(encoding="utf-8")


def reasons(value: object) -> Iterator[Reason]:
    if isinstance(value, Reason):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from reasons(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from reasons(getattr(value, field.name))


def events_of(prefix: str) -> list[ev.Event]:
    return [
        event for name in FIGHTS if name.startswith(prefix) for entry in kept(name).entries for event in entry.events
    ]


def test_every_ruling_is_in_a_golden_fight() -> None:
    seen = {reason.ruling for event in events_of("") for reason in reasons(event)}
    wanted = {id for id, one in RULINGS.items() if one.rulebook is not None}
    assert wanted - ORDER_ONLY <= seen


def test_every_command_and_event_is_in_a_golden_fight() -> None:
    commands = {type(entry.command) for name in FIGHTS for entry in kept(name).entries}
    assert commands == set(cmd.Command.__args__)
    assert {type(event) for event in events_of("")} == set(ev.Event.__args__)


KEYS = {
    "absorption": {
        "absorption.shield_destroyed",
        "absorption.energy_spent",
        "absorption.energy_soaked",
        "absorption.stepped",
        "absorption.worn_out",
        "absorption.out",
    },
    "damage-steps": {"damage_steps.out"},
    "percentile": {
        "percentile.light",
        "percentile.light_past_half",
        "percentile.severe",
        "percentile.failing",
        "percentile.faints",
        "percentile.low",
        "percentile.dying",
        "percentile.dies",
        "percentile.heals",
        "percentile.wakes",
        "percentile.defends",
        "percentile.object_broken",
        "percentile.piece_broken",
        "percentile.digit",
    },
}


@pytest.mark.parametrize("book", KEYS)
def test_every_consequence_is_in_a_golden_fight(book: str) -> None:
    assert KEYS[book] <= {reason.key for event in events_of(book) for reason in reasons(event)}


BRANCHES = {
    "absorption": {"miss", "hit", "hit/avoided", "hit/failed", "avoided", "failed"},
    "damage-steps": {"miss", "hit", "telling"},
    "percentile": {"miss", "hit/dodged", "hit/undodged", "hit/blocked", "hit/unblocked", "lands"},
}


@pytest.mark.parametrize("book", BRANCHES)
def test_every_branch_is_in_a_golden_fight(book: str) -> None:
    assert BRANCHES[book] <= {event.branch for event in events_of(book) if isinstance(event, ev.Struck)}
