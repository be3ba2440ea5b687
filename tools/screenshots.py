"""Every page of the table as a picture, light and dark, laptop and phone, Spanish and English: `dev.py shots [FOLDER]`.

A name that is told (`dev.py shots build/shots phone`) takes only the pages whose name begins so.
"""

from __future__ import annotations

import itertools
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.view import MASTER
from adarga.table.intents import Roll, What
from tests.browser.conftest import FLAGS, installed
from tests.browser.people import LAPTOP, PHONE, SMALL, TELEVISION
from tests.browser.serving import FOE, OWNED, Server

Size = tuple[int, int]
ATTACKS = {
    "absorption": ("Ogro", "garrote"),
    "damage-steps": ("Brunilda", "longsword"),
    "percentile": ("Soldado", "fusil"),
}


@dataclass(frozen=True, slots=True)
class View:
    """A page to be looked at: who comes in, where to, on screens of which sizes, and what is done there first."""

    name: str
    who: str
    address: str
    sizes: tuple[Size, ...]
    first: Callable[[Page], object] = lambda page: None


def press(*selectors: str) -> Callable[[Page], None]:
    """Click one after the other, leaving out what is not there."""

    def done(page: Page) -> None:
        for selector in selectors:
            if page.locator(selector).count():
                page.locator(selector).first.click()

    return done


def printed(page: Page) -> None:
    """As it comes on paper."""
    page.emulate_media(media="print")


def set_up(server: Server) -> None:
    """In each book fights before the first blow, waiting for a die, waiting for what follows, and further on."""
    answers: tuple[What, ...] = (cmd.Decline("target"), cmd.Decline("attacker"), *[Roll()] * 4, cmd.NextTurn())
    for book, (who, weapon) in ATTACKS.items():
        fighters = (*OWNED[book], FOE[book])
        target = FOE[book] if who in OWNED[book] else OWNED[book][0]
        attack = cmd.Attack(who=who, weapon=weapon, aims=(Aim(target),))
        begun: tuple[What, ...] = (*[cmd.NextTurn()] * fighters.index(who), attack)
        stages: dict[str, tuple[What, ...]] = {
            "die": begun,
            "reaction": (*begun, *[Roll()] * 4),
            "after": (*begun, *[Roll()] * 4, *answers),
        }
        for name, asked in stages.items():
            fight = server.fights[f"{book}-{name}"] = server.fresh(book)
            server.ask(fight, MASTER, *asked)


def views(server: Server) -> Iterator[View]:
    """All pages."""
    gm, seat, room = (f"/t/{server.code}/{kind}" for kind in ("gm", "seat", "room"))
    yield View("home", "", "/", (LAPTOP, PHONE))
    yield View("join", "", f"/join/{server.code}", (LAPTOP, PHONE))
    yield View("desk-home", "master", gm, (LAPTOP, PHONE))
    for name, fight in server.fights.items():
        yield View(f"desk-{name}", "master", f"{gm}/f/{fight}", (LAPTOP,))
        yield View(f"phone-{name}", "Ana", f"{seat}/f/{fight}/turn", (PHONE,))
    after = f"{gm}/f/{server.fights['absorption-after']}"
    yield View("desk-small", "master", after, (PHONE,))
    yield View("desk-correct", "master", after, (LAPTOP,), press("#log details summary"))
    yield View("desk-more", "master", after, (LAPTOP,), press("#order details summary"))
    yield View("desk-add", "master", after, (LAPTOP,), press("#add summary"))
    yield View("desk-keys", "master", after, (LAPTOP,), press("[data-help]"))
    yield View("desk-print", "master", after, (LAPTOP,), printed)
    mine = f"{seat}/f/{server.fights['absorption']}/turn"
    yield View("phone-narrow", "Ana", mine, (SMALL,))
    yield View("phone-home", "Ana", seat, (PHONE,))
    yield View("display", "room", room, (TELEVISION,))
    for view in ("", "?book=damage-steps", "?book=percentile"):
        yield View(f"numbers{view.replace('?book=', '-')}", "", f"/numbers{view}", (LAPTOP, PHONE))


def take(browser: Browser, server: Server, view: View, folder: Path, size: Size, scheme: str, lang: str) -> int:
    """One picture, or as many as the page's dock has views; gives how many."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale={"es": "es-ES", "en": "en-GB"}[lang],
        color_scheme="dark" if scheme == "dark" else "light",
    )
    context.set_default_timeout(8000)
    page, taken = context.new_page(), 0
    name = f"{view.name}-{size[0]}-{scheme}-{lang}"
    if view.who:
        page.goto(server.enter(view.who))
    answer = page.goto(server.origin + view.address)
    if answer is None or not answer.ok:
        print(f"{name}: {answer and answer.status}")
    else:
        view.first(page)
        docked = page.locator("nav.dock a").evaluate_all("all => all.map(one => one.href)")
        for at, address in enumerate(docked if view.name == "phone-absorption-after" else [""]):
            if at:
                page.goto(address)
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{name}{f'-{at}' if at else ''}.png", full_page=size != LAPTOP)
            taken += 1
    context.close()
    return taken


def main(folder: str = "build/shots", only: str = "") -> None:
    """Every picture into a folder."""
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = Server(Path(kept) / "table.db")
        server.make()
        set_up(server)
        server.start()
        browser = playwright.chromium.launch(executable_path=installed(), args=list(FLAGS))
        taken = 0
        try:
            for view in views(server):
                if re.match(only, view.name):
                    for size, scheme, lang in itertools.product(view.sizes, ("light", "dark"), ("es", "en")):
                        taken += take(browser, server, view, into, size, scheme, lang)
        finally:
            browser.close()
            server.kill()
    print(f"{taken} pictures in {into}")


if __name__ == "__main__":
    main(*sys.argv[1:])
