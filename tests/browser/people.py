"""Someone in front of a browser: the page, what went wrong on it, and all it was sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

from tests.browser.serving import Server

LAPTOP, PHONE, SMALL, TELEVISION = (1280, 800), (390, 844), (360, 740), (1920, 1080)
SIZES = {"master": LAPTOP, "room": TELEVISION}
OUTAGE = ("net::ERR_", "htmx:sse:error", "htmx:error")
GRAVE = ("serious", "critical")


@cache
def axe() -> str:
    """The axe-core that comes with axe-playwright-python."""
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.origin is not None
    return (Path(found.origin).parent / "axe.min.js").read_text("utf-8")


@dataclass
class Person:
    """A browser of somebody's own. `problems` holds console errors and requests to elsewhere.

    `outage`: the network or the server goes away in this test, so that loads may fail.
    """

    who: str
    server: Server
    context: BrowserContext
    page: Page
    problems: list[str] = field(default_factory=list)
    outage: bool = False

    def watch(self) -> None:
        """From now on write down whatever is wrong."""
        self.context.on("request", self._asked)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server.origin + "/", "data:", "blob:")):
            self.problems.append(f"asked elsewhere: {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and not (self.outage and any(one in text for one in OUTAGE)):
            self.problems.append(f"console: {text} ({message.location.get('url', '')})")

    def come_in(self, book: str, fight: int | None = None) -> Page:
        """Follow the own link, then open a fight."""
        self.page.goto(self.server.enter(self.who))
        self.page.goto(self.server.page(self.who, book, fight))
        return self.page

    def faults(self) -> list[str]:
        """Serious and critical faults that axe finds on the page as it stands."""
        self.page.evaluate(f"() => {{ {axe()} }}")
        found: dict[str, Any] = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {node['html'][:160]} — {node['failureSummary'][:300]}"
            for one in found["violations"]
            if one["impact"] in GRAVE
            for node in one["nodes"]
        ]

    def too_wide(self) -> list[str]:
        """What reaches beyond the right edge of the page, where the page can be scrolled sideways."""
        found: list[str] = self.page.evaluate(
            """() => {
              const wide = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth <= wide) return [];
              return [...document.querySelectorAll('body *')]
                .filter(one => one.getBoundingClientRect().right > wide + 1)
                .slice(0, 5).map(one => one.outerHTML.slice(0, 120));
            }"""
        )
        return found
