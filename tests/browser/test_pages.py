"""Every page, in both languages, light and dark, on the screen it is made for: no fault that shuts anyone out."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.people import LAPTOP, PHONE, SMALL
from tests.browser.serving import BOOKS, Server

NUMBERS = ("", "?book=damage-steps", "?book=percentile")
SCHEMES = (("light", "es"), ("dark", "en"))


@pytest.mark.parametrize(("scheme", "lang"), SCHEMES)
def test_pages_of_strangers(visit: Visit, server: Server, scheme: str, lang: str) -> None:
    """The home page, joining, and the odds for designers."""
    for size in (LAPTOP, SMALL):
        stranger = visit("nobody", lang=lang, scheme=scheme, size=size)
        for address in ("/", f"/join/{server.code}", *(f"/numbers{view}" for view in NUMBERS)):
            answer = stranger.page.goto(server.origin + address)
            assert answer is not None
            assert answer.status == 200, address
            assert (address, stranger.faults(), stranger.too_wide()) == (address, [], [])


def test_no_way_in(visit: Visit, server: Server) -> None:
    """A link that opens nothing says so, as a page."""
    stranger = visit("nobody")
    answer = stranger.page.goto(f"{server.origin}/enter?token=nothing")
    assert answer is not None
    assert answer.status == 403
    assert (stranger.faults(), stranger.too_wide()) == ([], [])
    stranger.problems.clear()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("scheme", "lang"), SCHEMES)
def test_pages_of_a_player(visit: Visit, book: str, scheme: str, lang: str) -> None:
    """Each view of the phone, on a small one."""
    ana = visit("Ana", lang=lang, scheme=scheme, size=SMALL)
    page = ana.come_in(book)
    for view in range(4):
        page.locator("nav.dock a").nth(view).click()
        page.locator(f"nav.dock a:nth-of-type({view + 1})[aria-current]").wait_for()
        assert (view, ana.faults(), ana.too_wide()) == (view, [], [])


@pytest.mark.parametrize(("scheme", "lang"), SCHEMES)
def test_pages_of_the_room_and_the_table(visit: Visit, server: Server, scheme: str, lang: str) -> None:
    """The screen in the room, and the game master's page of the table."""
    room = visit("room", lang=lang, scheme=scheme)
    room.come_in("absorption")
    assert (room.faults(), room.too_wide()) == ([], [])
    for size in (LAPTOP, PHONE):
        master = visit("master", lang=lang, scheme=scheme, size=size)
        master.page.goto(server.enter("master"))
        assert (master.faults(), master.too_wide()) == ([], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_opens(visit: Visit, server: Server, scheme: str) -> None:
    """The game master's page with everything open, and while a die and a reaction are waited for."""
    fight = server.fresh("absorption")
    master = visit("master", scheme=scheme)
    page = master.come_in("absorption", fight)
    page.locator("#order details summary").first.click()
    page.locator("#order details .stack > *").first.wait_for()
    page.evaluate("document.querySelectorAll('.mid details, #log details').forEach(one => { one.open = true; })")
    assert master.faults() == []
    server.do(fight, verb="next")
    server.do(fight, verb="next")
    server.do(fight, verb="attack", who="Ogro", weapon="garrote", target="Thrain")
    page.locator("#waits [data-verb=roll]").wait_for()
    assert master.faults() == []
    server.do(fight, verb="throw", faces="2 10")
    page.locator("#waits [data-verb=react]").first.wait_for()
    assert master.faults() == []
    page.keyboard.press("?")
    page.locator("dialog#help").wait_for()
    assert master.faults() == []
