"""Players' phones: asked of, tapped at the same moment, asleep, reloaded, and a server that dies."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import SMALL
from tests.browser.playing import Game
from tests.browser.serving import LUIS, Server


@pytest.mark.parametrize("who", ["Ana", "master"])
def test_sacrifice(visit: Visit, server: Server, who: str) -> None:
    """The shield's sacrifice is asked of the player and of the master; whoever answers first has answered."""
    fight = server.fresh("absorption")
    master, ana = visit("master"), visit("Ana")
    for person in (master, ana):
        person.come_in("absorption", fight)
    for _ in range(2):
        server.do(fight, verb="next")
    server.do(fight, verb="attack", who="Ogro", weapon="garrote", target="Thrain")
    server.do(fight, verb="throw", faces="2 10")
    asked = ana.page.locator("#ask [data-verb=react]")
    expect(asked.first).to_contain_text("scudo")
    expect(master.page.locator("#waits [data-verb=react]").first).to_be_visible()
    assert ana.faults() == []
    (ana if who == "Ana" else master).page.locator("[data-verb=react]").first.click()
    expect(asked).to_have_count(0)
    expect(master.page.locator("#waits [data-verb=react]")).to_have_count(0)
    ana.page.locator("nav.dock a").nth(1).click()
    expect(ana.page.locator("#body s")).to_contain_text("scudo")


def test_two_taps_at_once(visit: Visit, server: Server) -> None:
    """Two phones tap at the same moment: both count. One taps twice: it counts once."""
    fight = server.fresh("absorption")
    people = [visit("Ana"), visit("Luis", size=SMALL)]
    for person in people:
        person.come_in("absorption", fight)
        person.page.locator("nav.dock a").nth(1).click()
        person.page.locator("#body input[name=points]").fill("1")
    before = [server.state(fight).fighter(who).energy or 0 for who in ("Thrain", "Elvira")]
    for person in people:
        person.page.evaluate("document.querySelector('#body input[name=points]').form.requestSubmit()")
    game = Game(fight, people[0], people)

    def spent() -> list[int]:
        state = server.state(fight)
        return [left - (state.fighter(who).energy or 0) for who, left in zip(("Thrain", "Elvira"), before, strict=True)]

    game.until(lambda: spent() == [1, 1], f"{spent()}")
    people[0].page.locator("nav.dock a").nth(0).click()
    lines = len(server.lines(fight))
    people[0].page.locator("#attack-form [data-verb=attack]").dblclick()
    expect(people[0].page.locator("#ask input[name=about]").first).to_be_attached()
    people[0].page.wait_for_timeout(300)
    assert len(server.lines(fight)) == lines + 1


def test_asleep_and_reloaded(visit: Visit, server: Server) -> None:
    """A phone without a network says so, and shows the truth soon after it is back; so does one that is reloaded."""
    fight = server.fresh("absorption")
    luis = visit("Luis")
    page = luis.come_in("absorption", fight)
    expect(page.locator("#hero")).to_contain_text("Thrain")
    luis.outage = True
    luis.context.set_offline(True)
    expect(page.locator("#line")).to_have_class("push small cut")
    server.do(fight, verb="next")
    luis.context.set_offline(False)
    expect(page.locator("#attack-form [data-verb=attack]")).to_be_visible(timeout=3000)
    expect(page.locator("#line")).not_to_have_class("push small cut")
    server.do(fight, verb="next")
    expect(page.locator("#hero")).to_contain_text("Ogro")
    page.reload()
    expect(page.locator("#hero")).to_contain_text("Ogro")
    server.do(fight, verb="undo")
    expect(page.locator("#attack-form [data-verb=attack]")).to_be_visible()


def test_killed_and_restarted(visit: Visit, server: Server) -> None:
    """kill -9 while a die is waited for: nothing is lost, and every page comes back by itself and goes on."""
    fight = server.fresh("absorption")
    people = [visit("Ana"), visit("Luis", size=SMALL), visit("room")]
    ana, luis, room = people
    for person in people:
        person.come_in("absorption", fight)
        person.outage = True
    ana.page.locator("#attack-form [data-verb=attack]").click()
    expect(ana.page.locator("#ask [data-verb=roll]")).to_be_visible()
    before = list(server.lines(fight))
    server.kill()
    for person in (ana, luis):
        expect(person.page.locator("#line")).to_have_class("push small cut")
    server.start()
    for person in (ana, luis):
        expect(person.page.locator("#line")).not_to_have_class("push small cut", timeout=4000)
    assert list(server.lines(fight)) == before
    game = Game(fight, ana, (ana, luis))
    game.settle_players()
    for place in (ana.page.locator("#last"), luis.page.locator("#last"), room.page.locator("#stage")):
        expect(place).to_contain_text("Thrain")
    ana.page.locator("[data-verb=next]").click()
    expect(luis.page.locator("#attack-form [data-verb=attack]")).to_be_visible()


def test_language_keeps_what_is_typed(visit: Visit, server: Server) -> None:
    """Another language changes the words alone: what is chosen and typed stays."""
    fight = server.fresh("absorption")
    luis, master = visit("Luis"), visit("master")
    server.do(fight, verb="next")
    page = luis.come_in("absorption", fight)
    page.locator("#attack-form [data-verb=attack]").click()
    page.locator("form.dice input[name=faces]").first.fill("4")
    page.locator("a[hreflang=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("form.dice input[name=faces]").first).to_have_value("4")
    desk = master.come_in("absorption", fight)
    desk.locator("#add summary").first.click()
    desk.locator("textarea[name=lines]").fill("3 goblin 7")
    desk.locator("a[hreflang=en]").click()
    expect(desk.locator("html")).to_have_attribute("lang", "en")
    expect(desk.locator("textarea[name=lines]")).to_have_value("3 goblin 7")


def test_revoked(visit: Visit, server: Server) -> None:
    """A phone whose seat was given to another phone shows nothing more."""
    fight = server.fresh("absorption")
    luis = visit("Luis")
    page = luis.come_in("absorption", fight)
    server.revoke(LUIS)
    luis.outage = True
    answer = page.reload()
    assert answer is not None
    assert answer.status == 403
    luis.problems.clear()
    server.issue(LUIS)
    again = visit("Luis", size=SMALL)
    again.come_in("absorption", fight)
    expect(again.page.locator("#hero")).to_contain_text("Thrain")
