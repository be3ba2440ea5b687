"""The game master's page in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.serving import BOOKS, FOE, OWNED, Server


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_faults(visit: Visit, book: str, scheme: str) -> None:
    master = visit("master", scheme=scheme)
    master.come_in(book)
    assert master.faults() == []
    assert master.too_wide() == []


def test_many_fights_open(visit: Visit, server: Server) -> None:
    """The tabs of many fights scroll by themselves: the page is no wider for it."""
    for _ in range(8):
        server.fresh("absorption")
    master = visit("master")
    master.come_in("absorption")
    assert master.page.locator("main.fight").bounding_box()["width"] <= 1280  # type: ignore[index]
    assert master.too_wide() == []


@pytest.mark.parametrize("book", BOOKS)
def test_attack_by_keyboard_alone(visit: Visit, server: Server, book: str) -> None:
    """The one whose turn it is attacks, dice typed until nothing waits, and the turn goes on: no mouse."""
    fight = server.fresh(book)
    master = visit("master")
    page = master.come_in(book, fight)
    keys = page.keyboard
    expect(page.locator("#status")).to_contain_text(OWNED[book][0])
    before = len(server.lines(fight))
    keys.press("1")
    expect(page.locator("#attack-form input[name=target]").first).to_be_checked()
    keys.press("t")
    expect(page.locator("#attack-form input[name=dice_from][value=type]")).to_be_checked()
    page.evaluate("document.activeElement.blur()")
    keys.press("Enter")
    expect(page.locator("#waits input[name=about]").first).to_be_attached()
    for _ in range(12):
        if page.locator("#faces").count():
            question = page.locator("#waits input[name=about]").first.input_value()
            if not page.evaluate("document.activeElement.id === 'faces'"):
                keys.press("t")
            expect(page.locator("#faces")).to_be_focused()
            expect(page.locator("#faces")).to_have_value("")
            keys.type("3")
            keys.press("Enter")
        elif page.locator("[data-verb=decline]").count():
            question = page.locator("#waits input[name=about]").first.input_value()
            page.locator("[data-verb=decline]").first.focus()
            keys.press("Enter")
        else:
            break
        page.wait_for_function(
            "asked => document.querySelector('#waits input[name=about]')?.value !== asked", arg=question
        )
    assert len(server.lines(fight)) > before + 1
    expect(page.locator("#said [role=alert]")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    keys.press("n")
    expect(page.locator("#order [aria-current] .name")).not_to_have_text(OWNED[book][0])
    keys.press("?")
    expect(page.locator("dialog#help")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("dialog#help")).to_be_hidden()


def test_killed_and_restarted(visit: Visit, server: Server) -> None:
    """kill -9 in the middle of a fight: the page says it is cut off, comes back by itself, and nothing is lost."""
    fight = server.fresh("absorption")
    master = visit("master")
    page = master.come_in("absorption", fight)
    page.locator("[data-verb=next]").click()
    expect(page.locator("#status")).to_contain_text("Elvira")
    before = list(server.lines(fight))
    master.outage = True
    server.kill()
    expect(page.locator("#line")).to_have_class("push small cut")
    server.start()
    expect(page.locator("#line")).not_to_have_class("push small cut", timeout=5000)
    assert list(server.lines(fight)) == before
    page.locator("[data-verb=next]").click()
    expect(page.locator("#status")).to_contain_text(FOE["absorption"])


def test_focus_stays(visit: Visit, server: Server) -> None:
    """What is half typed, and where, stays when something happens elsewhere."""
    fight = server.fresh("absorption")
    master, other = visit("master"), visit("master", lang="en")
    page = master.come_in("absorption", fight)
    elsewhere = other.come_in("absorption", fight)
    field = page.locator("#order input[name=points]").first
    field.focus()
    page.keyboard.type("-1")
    elsewhere.locator("[data-verb=next]").click()
    expect(page.locator("#status")).to_contain_text("Elvira")
    expect(field).to_be_focused()
    page.keyboard.type("2")
    expect(field).to_have_value("-12")
