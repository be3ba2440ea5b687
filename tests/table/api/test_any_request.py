"""Whatever is sent, the API answers as its description says, and never with an error of its own."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from starlette.testclient import TestClient

from adarga.dice import Seeded
from adarga.fight.view import MASTER, Viewer
from adarga.interop.newcomers import joining
from adarga.table.forms import VERBS
from adarga.table.intents import Intent, JoinAll
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings

FREE = Settings(key="the-key", rate=1e6, burst=10**9, attempts=10**9)
FOLDER = TemporaryDirectory()
STORE = Store(f"sqlite:///{FOLDER.name}/table.db")
ROOMS = Rooms(STORE, Seeded(1))
APP = create_app(ROOMS, FREE)
TABLE = STORE.add_table("Any", "absorption")
STORE.add_seat(TABLE.id, "Ana")
FIGHT = STORE.add_fight(TABLE.id, "Bridge", "absorption")
TOKENS = [STORE.issue(TABLE.id, viewer) for viewer in (MASTER, Viewer("player", "Ana"))]
LINES = (
    ["Ogre", "21", "level=8", "club=d10"],
    ["Thrain", "17", "dexterity=12", "constitution=9", "axe=d8", "owner=Ana"],
)
room = ROOMS.room(FIGHT.id)
room.ask(MASTER, Intent(id="join", what=JoinAll(tuple(joining(room.book, words) for words in LINES))))
SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP).exclude(path_regex="/events$")


@pytest.fixture(scope="module", autouse=True)
def over() -> Iterator[None]:
    yield
    APP.state.served.work.close()
    STORE.close()
    FOLDER.cleanup()


@SCHEMA.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_server_error(case: schemathesis.Case[Any]) -> None:
    for token in TOKENS:
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=[not_a_server_error])


NAMES = st.sampled_from(["Ogre", "Thrain", "", "nobody", "<script>alert(1)</script>"])
NAMED = (
    *("who", "weapon", "target", "points", "faces", "offer", "times", "by", "damage", "condition", "value", "time"),
    *("owner", "lines", "piece", "effectiveness", "modifier", "elect", "steps", "reaction", "share-Ogre", "ids"),
)
TEXTS = ["d8", "-5", "=3", "+2", "7", "target", "attacker", "10m", "99999999999", "soak", "club"]
FIELDS = st.dictionaries(st.sampled_from(NAMED), NAMES | st.sampled_from(TEXTS), max_size=5)


@given(st.lists(st.tuples(st.sampled_from([*VERBS, "none"]), FIELDS, st.sampled_from(TOKENS)), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_intent_is_done_or_refused(asked: list[tuple[str, dict[str, str], str]]) -> None:
    client = TestClient(APP)
    for at, (verb, fields, token) in enumerate(asked):
        lines = STORE.count(FIGHT.id)
        body = {"id": f"{lines}-{at}-{len(token)}", "verb": verb, "fields": fields}
        found = client.post(f"/api/fights/{FIGHT.id}/intents", json=body, headers={"Authorization": f"Bearer {token}"})
        assert found.status_code in (200, 409, 422)
        done = found.status_code == 200 and not found.json()["again"]
        assert STORE.count(FIGHT.id) == lines + done


def test_another_site_cannot_ask() -> None:
    headers = {"Authorization": f"Bearer {TOKENS[0]}", "Origin": "https://elsewhere.test"}
    body = {"id": "x", "verb": "next"}
    assert TestClient(APP).post(f"/api/fights/{FIGHT.id}/intents", json=body, headers=headers).status_code == 403
