"""A player's phone: its turn, its dice, its reactions; nothing that the player may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.table.phone.routes import VIEWS
from tests.table.browser import Browser
from tests.table.phone.scene import ANA, CASTS, LUIS, SECRETS, Scene, said, scene


@pytest.fixture(params=list(CASTS))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    made = scene(tmp_path, request.param)
    yield made
    made.store.close()


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Scene]:
    made = scene(tmp_path, "absorption")
    yield made
    made.store.close()


def base(one: Scene) -> str:
    return f"/t/{one.code}/seat/f/{one.fight}"


def look(one: Scene, phone: Browser, view: str = "turn") -> str:
    found = phone.get(f"{base(one)}/{view}")
    assert found.status_code == 200, found.text
    return found.text


def hidden_of(page: str, verb: str) -> dict[str, str]:
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if f'name="verb" value="{verb}"' in one)
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def do(one: Scene, phone: Browser, **fields: object) -> str:
    sent = {name: value for name, value in fields.items() if value is not None}
    found = phone.post(f"{base(one)}/do", data=sent, headers={"hx-request": "true"})
    assert found.status_code == 200, found.text
    return found.text.strip()


def throw(one: Scene, phone: Browser, *faces: int) -> str:
    sent = hidden_of(look(one, phone), "throw") | {"faces": list(map(str, faces))}
    return do(one, phone, **sent)


def test_a_seat_leads_to_the_fight_that_is_played(played: Scene) -> None:
    phone = played.browser(ANA)
    assert phone.get(f"/t/{played.code}/seat").headers["location"] == f"{base(played)}/turn"


def test_no_view_shows_what_the_player_may_not_see(played: Scene) -> None:
    phone = played.browser(ANA)
    pages = []
    for who in ("Ogro", "Thrain"):
        played.turn_of(who)
        pages += [look(played, phone, view) for view in VIEWS]
    pages.append(phone.get(f"{base(played)}/attack?target=Zascandil").text)
    assert [(secret, page) for page in pages for secret in SECRETS if said(secret, page)] == []


def test_in_its_turn_the_phone_attacks_with_typed_dice(played: Scene) -> None:
    phone = played.browser(ANA)
    played.turn_of("Thrain")
    page = look(played, phone)
    assert "Your turn" in page
    assert 'id="attack-form"' in page
    assert do(played, phone, **(hidden_of(page, "attack") | {"weapon": "axe", "target": "Ogro"})) == ""
    first = {"absorption": (5,), "damage-steps": (19,), "percentile": (12,)}[
        played.rooms.room(played.fight).book.book.base
    ]
    assert throw(played, phone, *first) == ""
    assert played.rooms.room(played.fight).log.entries[-1].command.faces[0][1][0] == first[0]  # type: ignore[union-attr]


def test_the_server_rolls_for_the_phone(played: Scene) -> None:
    phone = played.browser(ANA)
    played.turn_of("Thrain")
    sent = hidden_of(look(played, phone), "attack") | {"weapon": "axe", "target": "Ogro"}
    assert do(played, phone, **sent) == ""
    assert do(played, phone, **hidden_of(look(played, phone), "roll")) == ""


def test_a_double_tap_is_done_once(bridge: Scene) -> None:
    phone = bridge.browser(ANA)
    bridge.turn_of("Thrain")
    sent = hidden_of(look(bridge, phone), "next")
    assert do(bridge, phone, **sent) == do(bridge, phone, **sent) == ""
    assert bridge.rooms.room(bridge.fight).state.acting == ("Ogro",)


def test_out_of_its_turn_there_is_nothing_to_press_and_a_post_is_refused(played: Scene) -> None:
    phone = played.browser(ANA)
    played.turn_of("Ogro")
    page = look(played, phone)
    assert 'id="attack-form"' not in page
    assert "Ogro acts" in page
    assert "alert" in do(played, phone, verb="attack", who="Thrain", weapon="axe", target="Ogro")
    assert "alert" in do(played, phone, verb="next")


@pytest.mark.parametrize(
    "fields",
    [
        {"verb": "points", "who": "Ogro", "points": "-7"},
        {"verb": "undo"},
        {"verb": "add", "lines": "3 goblin 7"},
        {"verb": "reveal", "who": "Zascandil"},
        {"verb": "own", "who": "Ogro", "owner": "Ana"},
        {"verb": "defend", "who": "Elvira"},
        {"verb": "override", "damage": "0"},
        {"verb": "throw", "faces": "3"},
        {"verb": "attack", "who": "Thrain", "weapon": "axe", "target": "Zascandil"},
        {"verb": "attack", "who": "Thrain", "weapon": "axe", "target": "Ogro", "telling": "1"},
    ],
)
def test_what_is_not_the_players_to_do_is_refused_and_changes_nothing(bridge: Scene, fields: dict[str, str]) -> None:
    phone = bridge.browser(ANA)
    bridge.turn_of("Thrain")
    before = bridge.rooms.room(bridge.fight).lines
    said = do(bridge, phone, **fields)
    assert "alert" in said
    assert not any(secret in said for secret in ("773", "617"))
    assert bridge.rooms.room(bridge.fight).lines == before


def struck(one: Scene) -> None:
    one.turn_of("Ogro")
    one.gm(cmd.Attack(who="Ogro", weapon="garrote", aims=(Aim("Thrain"),)))


def test_a_reaction_is_asked_with_what_each_answer_brings(bridge: Scene) -> None:
    phone, other = bridge.browser(ANA), bridge.browser(LUIS)
    struck(bridge)
    assert throw(bridge, phone, 3) == ""
    bridge.gm(cmd.Throw((("damage", (9,)),)))
    page = look(bridge, phone)
    assert "What do you do?" in page
    assert "0 damage" in page
    assert "2 damage" in page
    assert "points 17 → 15" in page
    assert "Of 9 on the dice: CON 2, chain mail 4, medium 1, through 2; 2 reaches the body." in page
    assert "What do you do?" not in look(bridge, other)
    sent = next(
        dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
        for form in re.findall(r"<form.*?</form>", page, re.S)
        if 'value="sacrifice"' in form
    )
    assert do(bridge, phone, **sent) == ""
    assert "alert" in do(bridge, phone, **(sent | {"intent": "late"}))
    assert "lost" in look(bridge, phone, "sheet")


def test_dice_of_others_are_refused_without_saying_which_they_are(bridge: Scene) -> None:
    luis = bridge.browser(LUIS)
    struck(bridge)
    said = {do(bridge, luis, verb="throw", faces=faces) for faces in ("3", "99", "3 4 5")}
    assert len(said) == 1
    assert "alert" in said.pop()


def test_several_fighters_of_one_seat_choose_who_strikes(bridge: Scene) -> None:
    bridge.gm(cmd.Own("Elvira", "Ana"))
    bridge.turn_of("Thrain")
    phone = bridge.browser(ANA)
    assert look(bridge, phone, "sheet").count('class="sheet stat"') == 2


def test_another_tables_seat_opens_nothing(bridge: Scene) -> None:
    phone = bridge.browser(ANA)
    assert bridge.browser().get(f"{base(bridge)}/turn").status_code == 403
    other = bridge.store.add_fight(bridge.store.add_table("Otra", "absorption").id, "otra", "absorption")
    assert phone.get(f"/t/{bridge.code}/seat/f/{other.id}/turn").status_code == 404
    assert phone.get(f"{base(bridge)}/nowhere").status_code == 404
    assert phone.get(f"/t/{bridge.code}/gm").status_code == 403


def test_a_browser_without_scripts_comes_back_to_its_view(bridge: Scene) -> None:
    phone = bridge.browser(ANA)
    bridge.turn_of("Thrain")
    found = phone.post(f"{base(bridge)}/do", data={"verb": "energy", "who": "Thrain", "points": "1", "view": "sheet"})
    assert found.headers["location"] == f"{base(bridge)}/sheet"
    assert phone.post(f"{base(bridge)}/do", data={"verb": "undo"}).status_code == 409


def test_spanish_is_spoken_where_it_is_asked_for(bridge: Scene) -> None:
    phone = bridge.browser(ANA, "es")
    bridge.turn_of("Thrain")
    assert "Te toca" in look(bridge, phone)
    assert "Lo que ha pasado" in look(bridge, phone, "log")


def test_the_log_has_no_numbers_of_others(bridge: Scene) -> None:
    luis = bridge.browser(LUIS)
    struck(bridge)
    bridge.gm(cmd.Throw((("dexterity", (3,)),)), cmd.Throw((("damage", (9,)),)), cmd.Decline("target"))
    page = look(bridge, luis, "log")
    assert "Ogro strikes Thrain" in page or "Ogro hits Thrain" in page or "Thrain" in page
    assert "15" not in re.sub(r"<head.*?</head>|<svg.*?</svg>", "", page, flags=re.S)


def test_what_is_typed_changes_the_chance_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    made = scene(tmp_path, "damage-steps")
    made.turn_of("Thrain")
    phone = made.browser(ANA)
    plain = phone.get(f"{base(made)}/attack?target=Ogro").text
    assert "Non-lethal blow" in plain
    assert 'name="steps" value="2"' in phone.get(f"{base(made)}/attack?target=Ogro&steps=2").text
    wrong = phone.get(f"{base(made)}/attack?target=Ogro&steps=many").text
    assert "alert" in wrong
    assert "disabled" in wrong
    made.store.close()
