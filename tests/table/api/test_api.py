"""The API does what the pages do, redacts as they do, and refuses in the reader's words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from adarga.dice import Seeded
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings

ANA = Viewer("player", "Ana")


@dataclass(slots=True)
class Table:
    client: TestClient
    code: str
    fight: int
    tokens: dict[str, str]

    def asked(self, who: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """What `who` is answered."""
        token = self.tokens.get(who)
        given = headers | ({"Authorization": f"Bearer {token}"} if token else {})
        return self.client.request(method, path, json=body, headers=given)

    def do(self, by: str, id: str, verb: str, /, **fields: Any) -> Any:
        body = {"id": id, "verb": verb, "fields": fields}
        return self.asked(by, "POST", f"/api/fights/{self.fight}/intents", body)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    rooms = Rooms(store, Seeded(1))
    settings = Settings(key="the-key", rate=1000, burst=10_000, attempts=10_000)
    with TestClient(create_app(rooms, settings), base_url="http://table.test") as client:
        row = store.add_table("Thursday", "absorption")
        store.add_seat(row.id, "Ana")
        fight = store.add_fight(row.id, "Bridge", "absorption")
        other = store.add_table("Friday", "percentile")
        tokens = {
            "gm": store.issue(row.id, MASTER),
            "seat": store.issue(row.id, ANA),
            "room": store.issue(row.id, ROOM),
            "other": store.issue(other.id, MASTER),
            "key": "the-key",
        }
        found = Table(client, row.code, fight.id, tokens)
        lines = (
            "Ogre 21 level=8 club=d10\nThrain 17 heroes dexterity=12 constitution=9 axe=d8 owner=Ana\n"
            "Lurker 33 level=4 hidden bow=d6"
        )
        assert found.do("gm", "join", "add", lines=lines).status_code == 200
        assert found.do("gm", "begin", "next").status_code == 200
        yield found
    store.close()


def test_a_table_is_made_with_the_key_and_joined_by_its_code(table: Table) -> None:
    made = table.asked("key", "POST", "/api/tables", {"name": "Sunday", "rulebook": "percentile"})
    assert made.status_code == 201
    gm = {"Authorization": f"Bearer {made.json()['token']}"}
    code = made.json()["code"]
    assert table.client.post(f"/api/tables/{code}/seats", json={"name": "Eva"}, headers=gm).status_code == 201
    joined = table.client.post("/api/join", json={"code": code.lower(), "seat": "Eva"})
    assert joined.status_code == 201
    me = table.client.get("/api/me", headers={"Authorization": f"Bearer {joined.json()['token']}"}).json()
    assert (me["kind"], me["seat"], me["name"]) == ("seat", "Eva", "Sunday")
    assert table.client.post("/api/join", json={"code": code, "seat": "Eva"}).status_code == 409


def test_a_whole_blow_by_the_api(table: Table) -> None:
    attack = table.do("gm", "a1", "attack", who="Ogre", weapon="d10", target=["Thrain"])
    assert attack.status_code == 200
    waits = attack.json()["waits"]
    assert (waits["die"], waits["who"]) == (20, "Thrain")
    refused = table.do("gm", "a2", "next")
    assert refused.status_code == 409
    assert refused.json()["error"]["key"] == "fight.refused.waits_die"
    thrown = table.do("seat", "a3", "throw", faces="4")
    assert thrown.json()["waits"]["die"] == 10
    done = table.do("gm", "a4", "throw", faces="9")
    assert done.json()["waits"] is None
    thrain = next(seat for seat in done.json()["state"]["seats"] if seat["id"] == "Thrain")
    assert thrain["points"] == 17 - 7


def test_a_retried_intent_is_done_once(table: Table) -> None:
    first = table.do("gm", "once", "points", who="Ogre", points="-5").json()
    again = table.do("gm", "once", "points", who="Ogre", points="-5").json()
    assert (first["again"], again["again"]) == (False, True)
    assert first["state"] == again["state"]


def test_two_taps_at_once_both_count(table: Table) -> None:
    table.do("gm", "x", "points", who="Ogre", points="-5")
    found = table.do("gm", "y", "points", who="Ogre", points="-5").json()
    assert next(seat["points"] for seat in found["state"]["seats"] if seat["id"] == "Ogre") == 11


def test_an_answer_to_a_question_that_was_answered_is_refused(table: Table) -> None:
    question = table.do("gm", "b1", "attack", who="Ogre", weapon="d10", target=["Thrain"]).json()["question"]
    path = f"/api/fights/{table.fight}/intents"
    body = {"verb": "roll", "about": question}
    assert table.asked("seat", "POST", path, body | {"id": "b2"}).status_code == 200
    late = table.asked("seat", "POST", path, body | {"id": "b3"})
    assert (late.status_code, late.json()["error"]["key"]) == (409, "table.refused.stale_question")


@pytest.mark.parametrize("who", ["seat", "room"])
def test_what_others_receive_holds_no_secret(table: Table, who: str) -> None:
    table.do("gm", "c1", "attack", who="Ogre", weapon="d10", target=["Thrain"])
    table.do("gm", "c2", "throw", faces="4")
    table.do("gm", "c3", "throw", faces="9")
    table.do("gm", "c4", "points", who="Lurker", points="-2")
    for path in ("", "/log"):
        text = table.asked(who, "GET", f"/api/fights/{table.fight}{path}").text
        for secret in ("Lurker", "club", *table.tokens.values()):
            assert secret not in text
        seats = json.loads(text).get("state", {}).get("seats", []) if not path else []
        assert [seat for seat in seats if seat["id"] == "Ogre" and "points" in seat] == []


def test_odds_of_a_click_are_exact_and_a_foe_keeps_its_points(table: Table) -> None:
    path = f"/api/fights/{table.fight}/odds"
    asked = {"attacker": "Ogre", "target": "Thrain", "weapon": "d10"}
    told = table.client.get(path, params=asked, headers={"Authorization": f"Bearer {table.tokens['gm']}"}).json()
    assert told["hurts"] == pytest.approx(0.55)
    mine = {"attacker": "Thrain", "target": "Ogre", "weapon": "axe"}
    told = table.client.get(path, params=mine, headers={"Authorization": f"Bearer {table.tokens['seat']}"}).json()
    assert set(told) == {"hurts"}
    foe = table.client.get(path, params=asked, headers={"Authorization": f"Bearer {table.tokens['seat']}"})
    assert foe.status_code == 403


def test_correcting_shows_first_and_then_does(table: Table) -> None:
    table.do("gm", "d1", "attack", who="Ogre", weapon="d10", target=["Thrain"])
    table.do("gm", "d2", "throw", faces="4")
    table.do("gm", "d3", "throw", faces="9")
    path = f"/api/fights/{table.fight}/corrections"
    lines = table.asked("gm", "GET", f"/api/fights/{table.fight}/lines").text.splitlines()
    line = len(lines) - 1
    shown = table.asked("gm", "POST", path, {"line": line, "face": [6]}).json()
    assert shown["changed"] == [line]
    before = table.asked("gm", "GET", f"/api/fights/{table.fight}").json()
    done = table.asked("gm", "POST", path, {"line": line, "face": [6], "id": "d4"}).json()
    points = [next(one["points"] for one in data["state"]["seats"] if one["id"] == "Thrain") for data in (before, done)]
    assert points == [17 - 7, 17 - 4]


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"damage": "d10", "absorption": 4}, 200),
        ({"damage": "d0"}, 422),
        ({"damage": "d8", "skill": 50}, 422),
        ({}, 422),
    ],
)
def test_odds_without_a_token(table: Table, values: dict[str, Any], status: int) -> None:
    found = table.asked("", "POST", "/api/odds", {"rulebook": "absorption", "values": values})
    assert found.status_code == status
    assert ("hurts" in found.json()) == (status == 200)


def test_errors_speak_the_readers_language(table: Table) -> None:
    body = {"rulebook": "absorption", "values": {}}
    found = table.asked("", "POST", "/api/odds", body, **{"Accept-Language": "es-ES,es;q=0.9"})
    assert "falta el daño" in found.json()["error"]["text"]


def test_studies(table: Table) -> None:
    strike = {"rulebook": "absorption", "values": {"damage": "d8", "absorption": 2, "points": 12}}
    assert table.asked("", "POST", "/api/survival", strike).json()["mean"] == pytest.approx(4, abs=1)
    grid = strike | {"rows": "damage=d6,d8", "columns": "absorption=0..2"}
    assert table.asked("", "POST", "/api/matrix", grid).status_code == 200
    side = {"damage": "d8", "absorption": 2, "points": 12}
    duel = table.asked("", "POST", "/api/duel", {"rulebook": "absorption", "first": side, "second": side}).json()
    assert duel["first"] + duel["second"] == pytest.approx(1)


ROLES = ("gm", "seat", "room", "other", "nobody")
ROUTES: dict[tuple[str, str], tuple[int, ...]] = {
    ("GET", "/api/me"): (200, 200, 200, 200, 401),
    ("GET", "/api/fights/FIGHT"): (200, 200, 200, 404, 401),
    ("GET", "/api/fights/FIGHT/log"): (200, 200, 200, 404, 401),
    ("GET", "/api/fights/FIGHT/lines"): (200, 403, 403, 404, 401),
    ("GET", "/api/fights/FIGHT/odds?attacker=Ogre&target=Thrain&weapon=d6"): (200, 403, 403, 404, 401),
    ("POST", "/api/fights/FIGHT/intents"): (200, 409, 409, 404, 401),
    ("POST", "/api/fights/FIGHT/corrections"): (422, 403, 403, 404, 401),
    ("PATCH", "/api/fights/FIGHT"): (200, 403, 403, 404, 401),
    ("POST", "/api/tables/CODE/seats"): (201, 403, 403, 404, 401),
    ("POST", "/api/tables/CODE/tokens"): (201, 403, 403, 404, 401),
    ("POST", "/api/tables/CODE/revoked"): (200, 403, 403, 404, 401),
    ("POST", "/api/tables/CODE/fights"): (201, 403, 403, 404, 401),
    ("GET", "/api/tables"): (401, 401, 401, 401, 401),
    ("POST", "/api/tables"): (401, 401, 401, 401, 401),
}
BODIES: dict[str, Any] = {
    "intents": {"id": "r", "verb": "points", "fields": {"who": "Ogre", "points": "-1"}},
    "corrections": {"line": 1, "face": [1]},
    "seats": {"name": "Eva"},
    "tokens": {},
    "revoked": {},
    "fights": {"name": "Next"},
    "tables": {"name": "More"},
}
OPEN = {("POST", "/api/join"), ("GET", "/api/measures")} | {
    ("POST", f"/api/{name}") for name in ("odds", "survival", "matrix", "duel")
}


@pytest.mark.parametrize("role", ROLES)
def test_every_route_and_role(table: Table, role: str) -> None:
    for (method, path), statuses in ROUTES.items():
        body = BODIES.get(path.rsplit("/", 1)[-1], {"name": "Bridge"} if method == "PATCH" else None)
        where = path.replace("FIGHT", str(table.fight)).replace("CODE", table.code)
        found = table.asked(role, method, where, body if method != "GET" else None)
        assert found.status_code == statuses[ROLES.index(role)], (role, method, path, found.text)


def test_the_role_test_knows_every_route(table: Table) -> None:
    paths = table.client.get("/api/openapi.json").json()["paths"]
    served = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    known = {(method, path.partition("?")[0]) for method, path in ROUTES} | OPEN
    named = {(method, path.replace("{fight}", "FIGHT").replace("{code}", "CODE")) for method, path in served}
    assert named - {("GET", "/api/fights/FIGHT/events")} == known


def test_every_path_is_described(table: Table) -> None:
    paths = table.client.get("/api/openapi.json").json()["paths"]
    assert [path for path, methods in paths.items() for one in methods.values() if not one.get("description")] == []
