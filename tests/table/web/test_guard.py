"""What stands before every page: limits, other sites, headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adarga.dice import Seeded
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.guard import HEADERS
from adarga.table.web.settings import Settings
from tests.table.browser import Browser


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Browser]:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    app = create_app(Rooms(store, Seeded(1)), Settings(body=1000))
    yield Browser(app)
    store.close()


@pytest.mark.parametrize("path", ["/enter?token=none", "/nowhere", "/static/adarga.css"])
def test_every_answer_carries_the_guarding_headers(client: Browser, path: str) -> None:
    found = client.get(path).headers
    assert {name: found[name] for name in HEADERS} == HEADERS


def test_only_a_static_file_under_its_own_hash_is_kept_for_good(client: Browser) -> None:
    assert "immutable" in client.get("/static/adarga.css?abc").headers["cache-control"]
    assert "cache-control" not in client.get("/static/adarga.css").headers
    assert client.get("/static/none.css?abc").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("length", ["1001", "-1", "many"])
def test_what_is_too_long_is_refused_by_its_length(client: Browser, length: str) -> None:
    assert client.post("/nowhere", headers={"content-length": length}).status_code == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 404),
        ({"origin": "http://adarga.test"}, 404),
        ({"origin": "http://other.test"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 404),
    ],
)
def test_another_site_changes_nothing(client: Browser, headers: dict[str, str], status: int) -> None:
    assert client.post("/nowhere", headers=headers).status_code == status
    assert client.get("/nowhere", headers=headers).status_code == 404
