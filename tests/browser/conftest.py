"""A real Chromium, a real server, and people who come in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import PHONE, SIZES, Person
from tests.browser.serving import Server

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

Visit = Callable[..., Person]


def installed() -> str:
    """The Chromium of this machine, "" where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = installed()
    if not path:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = Server(Path(tmp_path_factory.mktemp("served")) / "table.db")
    served.make()
    served.start()
    yield served
    served.kill()
    assert "Traceback" not in served.log(), served.log()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visit]:
    """`visit(who, lang=, size=, scheme=)`: somebody with a browser of their own; at the end nothing was wrong on it."""
    people: list[Person] = []

    def came(
        who: str, lang: str = "es", size: tuple[int, int] | None = None, scheme: str = "light", stranger: bool = False
    ) -> Person:
        width, height = size or SIZES.get(who, PHONE)
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale={"es": "es-ES", "en": "en-GB"}[lang],
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=who not in SIZES,
            reduced_motion="reduce",
        )
        context.set_default_timeout(8000)
        person = Person(who, server, context, context.new_page())
        person.watch()
        people.append(person)
        return person

    yield came
    problems = [f"{person.who}: {problem}" for person in people for problem in person.problems]
    for person in people:
        person.context.close()
    assert problems == []
