"""The screen in the room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.fight.view import ROOM
from adarga.table.intents import Roll
from tests.table.phone.scene import CASTS, HERO, SECRETS, Scene, said, scene


@pytest.fixture(params=list(CASTS))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    made = scene(tmp_path, request.param)
    yield made
    made.store.close()


def test_the_screen_keeps_secrets_all_through_a_strike(played: Scene) -> None:
    pages = [played.screen()]
    played.turn_of("Ogro")
    room = played.rooms.room(played.fight)
    weapon = room.state.fighter("Ogro").combatant.weapons[0].id
    played.gm(cmd.Attack(who="Ogro", weapon=weapon, aims=(Aim("Thrain"),)))
    pages.append(played.screen())
    while room.state.pending is not None:
        played.gm(Roll() if isinstance(waits_for(room.book, room.state), WaitsForDie) else cmd.Decline("target"))
        pages.append(played.screen())
    assert [(secret, page) for page in pages for secret in SECRETS if said(secret, page)] == []
    assert "Ogro attacks Thrain" in pages[1]
    assert "Thrain" in pages[-1]


def test_the_screen_follows_the_fight_that_is_played(played: Scene) -> None:
    other = played.store.add_fight(played.table, "La cripta", "absorption")
    assert "El puente" in played.screen()
    played.fight = other.id
    played.gm(cmd.Join(sheet=HERO["absorption"]), cmd.NextTurn())
    assert "La cripta" in played.screen()
    played.store.change_fight(other.id, open=False)
    assert "El puente" in played.screen()


@pytest.mark.parametrize("played", ["absorption"], indirect=True)
def test_a_blow_is_a_bar_with_the_same_numbers_in_a_sentence(played: Scene) -> None:
    played.turn_of("Ogro")
    played.gm(cmd.Attack(who="Ogro", weapon="garrote", aims=(Aim("Thrain"),)))
    played.gm(cmd.Throw((("dexterity", (3,)),)), cmd.Throw((("damage", (9,)),)), cmd.Decline("target"))
    page = played.screen()
    assert 'aria-label="Of 9 on the dice: stopped 7, through 2; 2 reaches the body."' in page
    assert "Ogro hits Thrain" in page


def test_without_a_fight_the_screen_says_so(played: Scene) -> None:
    played.store.change_fight(played.fight, open=False)
    assert "No fight is open yet" in played.screen()


def test_a_screen_can_do_nothing(played: Scene) -> None:
    screen = played.browser(ROOM)
    assert screen.post(f"/t/{played.code}/room/f/{played.fight}/do", data={"verb": "next"}).status_code == 404
    assert screen.get(f"/t/{played.code}/seat").status_code == 403
