"""Every page's address and every viewer: who has no right to it is shown nothing, and no text becomes markup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.rules.protocol import Combatant, Condition, Weapon
from adarga.rules.values import Names
from adarga.table.intents import Intent, JoinAll, What
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app, routers
from adarga.table.web.settings import Settings

SCRIPT = "<script>alert(1)</script>"
KINDS = {"gm": MASTER, "seat": Viewer("player", SCRIPT), "room": ROOM}
ROUTES = [
    (method, route.path)
    for router in routers()
    for route in router.routes
    if isinstance(route, APIRoute) and route.path.startswith("/t/")
    for method in sorted(route.methods or ())
]
PLACES = {"fight": "1", "line": "1", "form": "txt", "view": "turn", "who": "Ogre"}


def address(path: str, code: str) -> str:
    for name, value in PLACES.items() | {("code", code)}:
        path = path.replace(f"{{{name}}}", value)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str, dict[str, str]]]:
    folder: Path = tmp_path_factory.mktemp("roles")
    store = Store(f"sqlite:///{folder / 'table.db'}")
    rooms = Rooms(store, Seeded(1))
    row = store.add_table(f"Table {SCRIPT}", "absorption")
    store.add_seat(row.id, SCRIPT)
    fight = store.add_fight(row.id, f"Fight {SCRIPT}", "absorption")
    weapon = Weapon(id="w", name=Names.same(f"w {SCRIPT}"), damage="d6")
    joins = tuple(
        cmd.Join(sheet=Combatant(name=f"{name} {SCRIPT}", points=9, weapons=(weapon,)), side=SCRIPT, owner=owner)
        for name, owner in (("Ogre", ""), ("Ana", SCRIPT))
    )
    room = rooms.room(fight.id)
    asked: tuple[What, ...] = (
        JoinAll(joins),
        cmd.NextTurn(),
        cmd.SetCondition(f"Ogre {SCRIPT}", Condition(f"odd {SCRIPT}")),
    )
    for at, what in enumerate(asked):
        assert room.ask(MASTER, Intent(id=f"i{at}", what=what)).outcome == "done"
    strike = cmd.Attack(who=f"Ana {SCRIPT}", weapon="w", aims=(Aim(f"Ogre {SCRIPT}"),))
    assert room.ask(MASTER, Intent(id="strike", what=strike)).outcome == "done"
    tokens = {kind: store.issue(row.id, viewer) for kind, viewer in KINDS.items()}
    other = store.add_table("Other", "absorption")
    tokens["other"] = store.issue(other.id, MASTER)
    app = create_app(rooms, Settings(rate=1e6, burst=10**9, attempts=10**6))
    with TestClient(app, base_url="http://table.test") as client:
        yield client, row.code, tokens
    store.close()


def test_there_are_pages_for_each_kind() -> None:
    assert {path.split("/")[3] for _, path in ROUTES} == set(KINDS)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nobody_else_gets_in(table: tuple[TestClient, str, dict[str, str]], method: str, path: str) -> None:
    client, code, tokens = table
    own = path.split("/")[3]
    for kind in ("nobody", *tokens):
        if kind != own:
            headers = {"Cookie": f"adarga={tokens.get(kind, 'made-up')}"}
            found = client.request(method, address(path, code), headers=headers, follow_redirects=False)
            assert found.status_code == 403, (method, path, kind)
            assert "Ogre" not in found.text


@pytest.mark.parametrize(("method", "path"), [one for one in ROUTES if one[0] == "GET" and "stream" not in one[1]])
def test_no_text_becomes_markup(table: tuple[TestClient, str, dict[str, str]], method: str, path: str) -> None:
    client, code, tokens = table
    headers = {"Cookie": f"adarga={tokens[path.split('/')[3]]}"}
    found = client.get(address(path, code), headers=headers)
    assert found.status_code < 500
    if found.headers["content-type"].startswith("text/html"):
        assert SCRIPT not in found.text


@pytest.mark.parametrize(("method", "path"), [one for one in ROUTES if one[0] == "POST"])
def test_another_site_cannot_ask(table: tuple[TestClient, str, dict[str, str]], method: str, path: str) -> None:
    client, code, tokens = table
    headers = {"Cookie": f"adarga={tokens[path.split('/')[3]]}", "Origin": "https://elsewhere.test"}
    assert client.post(address(path, code), headers=headers).status_code == 403
