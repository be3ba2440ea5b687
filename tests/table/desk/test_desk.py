"""The game master's page: what it shows, and what its forms do."""

from __future__ import annotations

import json
import re

import pytest

from adarga.fight import commands as cmd
from adarga.fight.view import MASTER
from adarga.table.intents import Intent
from tests.table.desk.conftest import CASTS, Desk

FIRST = {"absorption": "Ogro", "damage-steps": "Aldara", "percentile": "Rivas"}
FOE = {"absorption": "Thrain", "damage-steps": "Guardia", "percentile": "Fusilero"}
WEAPON = {"absorption": "garrote", "damage-steps": "espada", "percentile": "fusil"}
HIT = {"absorption": "7 9", "damage-steps": "15 8", "percentile": "20 90 5"}


@pytest.mark.parametrize("book", CASTS)
def test_page_shows_everyone_and_the_odds_of_the_attack(desk: Desk, book: str) -> None:
    page = desk.page(desk.here(book)).text
    assert FIRST[book] in page
    assert FOE[book] in page
    assert '<svg class="chart"' in page
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]*src=)", page)


def test_odds_are_those_of_the_mock_up(desk: Desk) -> None:
    page = desk.page(desk.here("absorption", "/attack?who=Ogro&target=Thrain&weapon=garrote")).text
    assert ("55,0\N{NO-BREAK SPACE}%" if desk.browser.lang == "es" else "55.0%") in page


@pytest.mark.parametrize("book", CASTS)
def test_options_are_those_of_the_book(desk: Desk, book: str) -> None:
    page = desk.page(desk.here(book, "/attack")).text
    known = {"effectiveness": "absorption", "non_lethal": "damage-steps", "prone": "percentile"}
    assert [known[name] for name in known if f'name="{name}"' in page] == [book]


@pytest.mark.parametrize("book", CASTS)
def test_typed_dice_decide_a_blow(desk: Desk, book: str) -> None:
    assert desk.do(book, "attack", who=FIRST[book], target=FOE[book], weapon=WEAPON[book]) == ""
    assert desk.page(desk.here(book)).text.count('name="faces"') > 1
    assert desk.do(book, "throw", faces=HIT[book].split(), about=desk.room(book).question) == ""
    while desk.room(book).question:
        assert desk.do(book, "decline", by="target", about=desk.room(book).question) == ""
    points, full = (desk.room(book).state.fighter(FOE[book]).points, 0)
    full = desk.room(book).log.at(2).fighter(FOE[book]).points or 0
    assert points is not None
    assert points < full


@pytest.mark.parametrize("book", CASTS)
def test_the_server_rolls_all_that_an_attack_asks_for(desk: Desk, book: str) -> None:
    fields = {"who": FIRST[book], "target": FOE[book], "weapon": WEAPON[book], "dice_from": "roll"}
    assert desk.do(book, "attack", **fields) == ""
    page = desk.page(desk.here(book)).text
    assert 'name="faces"' not in page


def test_dice_that_turn_out_not_to_be_needed_are_left_out(desk: Desk) -> None:
    desk.do("absorption", "attack", who="Ogro", target="Thrain", weapon="garrote")
    assert desk.do("absorption", "throw", faces=["19", "9"], about=desk.room("absorption").question) == ""
    assert desk.room("absorption").state.fighter("Thrain").points == 17


def test_a_reaction_is_asked_with_what_each_answer_brings(desk: Desk) -> None:
    desk.do("absorption", "attack", who="Ogro", target="Thrain", weapon="garrote")
    desk.do("absorption", "throw", faces=["7", "9"], about=desk.room("absorption").question)
    page = desk.page(desk.here("absorption")).text
    asked = page.partition('class="sheet ask')[2].partition("</section>")[0]
    assert "17 → 15" in asked
    assert desk.do("absorption", "decline", by="target", about="other") != ""
    assert desk.do("absorption", "decline", by="target", about=desk.room("absorption").question) == ""
    assert desk.room("absorption").state.fighter("Thrain").points == 15
    assert "17 → 15" in desk.page(desk.here("absorption")).text


def test_several_targets_each_with_its_share(desk: Desk) -> None:
    fields = {"who": "Thrain", "weapon": "hacha", "target": ["Ogro", "(Chamán)"], "share-(Chamán)": "half"}
    desk.do("absorption", "next")
    assert desk.do("absorption", "attack", **fields) == ""
    pending = desk.room("absorption").state.pending
    assert pending is not None
    assert [(aim.target, aim.share) for aim in pending.aims] == [("Ogro", "full"), ("(Chamán)", "half")]


@pytest.mark.parametrize(("typed", "points"), [("-7", 14), ("\N{MINUS SIGN}7", 14), ("=12", 12), ("3", 3), ("+5", 21)])
def test_points_by_arithmetic(desk: Desk, typed: str, points: int) -> None:
    assert desk.do("absorption", "points", who="Ogro", points=typed) == ""
    assert desk.room("absorption").state.fighter("Ogro").points == points


def test_what_is_wrong_is_said_and_changes_nothing(desk: Desk) -> None:
    before = desk.room("absorption").lines
    assert 'role="alert"' in desk.do("absorption", "points", who="Ogro", points="much")
    assert 'role="alert"' in desk.do("absorption", "attack", who="Ogro", weapon="garrote")
    assert 'role="alert"' in desk.do("absorption", "nonsense")
    assert desk.room("absorption").lines == before


def test_a_form_sent_twice_is_done_once(desk: Desk) -> None:
    for _ in range(2):
        assert desk.do("absorption", "points", who="Ogro", points="-7", intent="same") == ""
    assert desk.room("absorption").state.fighter("Ogro").points == 14


def test_turns_conditions_owners_and_time(desk: Desk) -> None:
    assert desk.do("absorption", "next") == ""
    assert desk.room("absorption").state.acting == ("Thrain",)
    assert desk.do("absorption", "condition", who="Ogro", condition="tumbado") == ""
    assert desk.room("absorption").state.fighter("Ogro").has("prone")
    assert desk.do("absorption", "clear", who="Ogro", condition="prone") == ""
    assert desk.do("absorption", "own", who="Thrain", owner="Ana") == ""
    assert desk.do("absorption", "pass", time="8h") == ""
    assert desk.do("absorption", "reveal", who="(Chamán)") == ""
    page = desk.page(desk.here("absorption")).text
    assert "08:00" in page
    assert '<span class="name">Chamán</span>' in page
    assert desk.do("absorption", "undo", seen=desk.room("absorption").stream(MASTER).number) == ""
    assert desk.do("absorption", "undo", seen=1) != ""


def test_armour_comes_off_and_on_from_the_page_of_one(desk: Desk) -> None:
    one = desk.page(desk.here("absorption", "/who?who=Thrain")).text
    assert 'value="armour:chain-mail"' in one
    assert desk.do("absorption", "doff", who="Thrain", piece="chain-mail") == ""
    assert desk.do("absorption", "don", who="Thrain", wear="armour:chain-mail") == ""
    assert desk.browser.get(desk.here("absorption", "/who?who=Nobody")).status_code == 422


def test_typed_lines_enter_all_or_none(desk: Desk) -> None:
    assert desk.do("absorption", "add", lines="3 goblin 7\nTroll 30 level=9") == ""
    assert len(desk.room("absorption").state.seats) == 7
    said = desk.do("absorption", "add", lines="goblin 7\nx y=z\nw q=d")
    assert len(desk.room("absorption").state.seats) == 7
    assert said.count(":") > 1


ROSTER = "[combatants.Bruto]\nlevel = 3\npoints = 12\n\n[combatants.Otro]\nlevel = 2\npoints = 8\n"


def test_a_roster_enters_as_a_file_or_pasted(desk: Desk) -> None:
    files = {"file": ("ruin.toml", ROSTER.encode(), "application/toml")}
    path = desk.here("absorption", "/roster")
    found = desk.browser.post(path, data={"intent": "r"}, files=files, headers={"hx-request": "true"})
    assert found.text.strip() == ""
    assert desk.do("absorption", "add", lines=ROSTER, side="ruin") == ""
    assert [seat.side for seat in desk.room("absorption").state.seats[3:]] == ["", "", "ruin", "ruin"]
    assert desk.do("absorption", "add", lines="[combatants.Bad]\nlevl = 3\n") != ""


def test_a_correction_shows_what_would_change_before_it_is_done(desk: Desk) -> None:
    desk.do("absorption", "attack", who="Ogro", target="Thrain", weapon="garrote")
    desk.do("absorption", "throw", faces=["7", "9"], about=desk.room("absorption").question)
    desk.do("absorption", "decline", by="target", about=desk.room("absorption").question)
    line = next(
        at for at, one in enumerate(desk.room("absorption").log.entries, 1) if isinstance(one.command, cmd.Throw)
    )
    proposed = desk.page(desk.here("absorption", f"/correct/{line}?face=19&face=9")).text
    assert proposed != ""
    proposed = desk.page(desk.here("absorption", f"/correct/{line}?face=7&face=1")).text
    assert f"<b>{line}</b>" in proposed
    assert desk.room("absorption").state.fighter("Thrain").points == 15
    sent = {"intent": "c", "face": ["7", "10"]}
    headers = {"hx-request": "true"}
    assert desk.browser.post(desk.here("absorption", f"/correct/{line}"), data=sent, headers=headers).text.strip() == ""
    assert desk.room("absorption").state.fighter("Thrain").points == 14


@pytest.mark.parametrize("kind", ["txt", "json", "adarga"])
def test_log_can_be_taken_away(desk: Desk, kind: str) -> None:
    found = desk.page(desk.here("absorption", f"/log.{kind}"))
    assert "attachment" in found.headers["content-disposition"]
    if kind == "json":
        assert json.loads(found.text)
    else:
        assert "Ogro" in found.text


def test_what_would_come_has_its_interval(desk: Desk) -> None:
    found = desk.page(desk.here("absorption", "/ahead?target=Thrain")).text
    assert "heroes" in found
    assert "(Chamán)" in found
    assert found.count('<td class="note">') > 3


def test_text_from_others_is_never_markup(desk: Desk) -> None:
    name = "<img/src=x/onerror=alert(1)>"
    sheet = desk.room("absorption").state.fighter("Ogro").combatant
    join = cmd.Join(sheet=type(sheet)(name=name, points=5), side=name, owner=name)
    desk.room("absorption").ask(MASTER, Intent(id="bad", what=join))
    assert "<img" not in desk.page(desk.here("absorption")).text
    assert "<img" not in desk.page(desk.here("absorption", "/who?who=" + name.replace("=", "%3D"))).text


def test_without_scripts_a_form_leads_back_to_the_page(desk: Desk) -> None:
    found = desk.browser.post(desk.here("absorption", "/do"), data={"verb": "next", "intent": "plain"})
    assert found.status_code == 303
    assert found.headers["location"] == desk.here("absorption")


@pytest.mark.parametrize("book", CASTS)
def test_a_whole_attack_is_corrected_and_what_came_of_it_told(desk: Desk, book: str) -> None:
    desk.do(book, "attack", who=FIRST[book], target=FOE[book], weapon=WEAPON[book])
    desk.do(book, "abandon", about=desk.room(book).question)
    line = len(desk.room(book).log.entries) - 1
    form = desk.page(desk.here(book, f"/amend/{line}")).text
    assert 'name="target"' in form
    sent = {"verb": "attack", "who": FIRST[book], "target": FOE[book], "weapon": "d4", "intent": "w"}
    assert (
        "d4"
        in desk.page(
            desk.here(book, f"/correct/{line}?verb=attack&weapon=d4&who={FIRST[book]}&target={FOE[book]}")
        ).text
    )
    headers = {"hx-request": "true"}
    assert desk.browser.post(desk.here(book, f"/correct/{line}"), data=sent, headers=headers).text.strip() == ""
    was = desk.room(book).log.entries[line - 1].command
    assert isinstance(was, cmd.Attack)
    assert was.weapon == "d4"


def test_points_given_by_hand_are_corrected(desk: Desk) -> None:
    desk.do("absorption", "points", who="Ogro", points="-7")
    line = len(desk.room("absorption").log.entries)
    assert 'value="-7"' in desk.page(desk.here("absorption", f"/amend/{line}")).text
    sent = {"verb": "points", "who": "Ogro", "points": "-8", "intent": "p"}
    desk.browser.post(desk.here("absorption", f"/correct/{line}"), data=sent)
    assert desk.room("absorption").state.fighter("Ogro").points == 13
    assert desk.browser.get(desk.here("absorption", "/amend/99")).status_code == 404
    assert desk.browser.post(desk.here("absorption", "/correct/1"), data={"face": "3"}).status_code == 422


@pytest.mark.parametrize("book", CASTS)
def test_sheets_and_log_can_be_printed(desk: Desk, book: str) -> None:
    page = desk.page(desk.here(book, "/paper")).text
    for name in (FIRST[book], FOE[book], WEAPON[book]):
        assert name in page
    assert "style=" not in page


def test_players_fighters_come_from_an_earlier_fight_with_their_wounds(desk: Desk) -> None:
    desk.do("absorption", "own", who="Thrain", owner="Ana")
    desk.do("absorption", "points", who="Thrain", points="-5")
    new = desk.browser.post(desk.path + "/fights", data={"name": "next", "rulebook": "absorption"}).headers["location"]
    assert 'name="from"' in desk.page(new).text
    sent = {"from": desk.fights["absorption"], "intent": "b"}
    headers = {"hx-request": "true"}
    assert desk.browser.post(new + "/bring", data=sent, headers=headers).text.strip() == ""
    state = desk.rooms.room(int(new.rpartition("/")[2])).state
    assert [(seat.id, seat.owner, seat.fighter.points) for seat in state.seats] == [("Thrain", "Ana", 12)]
    again = desk.browser.post(new + "/bring", data=sent | {"intent": "c"}, headers=headers)
    assert 'role="alert"' in again.text
    other = desk.browser.post(desk.here("percentile", "/bring"), data=sent, headers=headers)
    assert 'role="alert"' in other.text
