"""Whole fights: a game master and two phones, each on a page of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import SMALL
from tests.browser.playing import Game
from tests.browser.serving import FOE, OWNED, Server

DOWN = {"es": "caído", "en": "down"}


@pytest.mark.parametrize(
    ("book", "lang", "typed"),
    [("absorption", "es", 0), ("damage-steps", "en", 18), ("percentile", "es", 3), ("absorption", "en", 3)],
)
def test_whole_fight(visit: Visit, server: Server, book: str, lang: str, typed: int) -> None:
    """Round after round until the foe is down; every page shows it."""
    fight = server.fresh(book, points=9)
    master, ana, luis = visit("master", lang=lang), visit("Ana", lang=lang), visit("Luis", lang=lang, size=SMALL)
    for person in (master, ana, luis):
        person.come_in(book, fight)
    game = Game(fight, master, (ana, luis), typed=typed, reacts=True)
    owner = dict(zip(OWNED[book], (ana, luis), strict=True))
    foe, fell = FOE[book], False
    for _ in range(40):
        who = game.turn()
        actor, target = (owner[who], foe) if who in owner else (master, OWNED[book][0])
        if who in (*owner, foe):
            expect(actor.page.locator("#attack-form [name=who]").first).to_have_value(who)
            game.attack(actor, target)
        seat = server.state(fight).seat(foe)
        fell = seat is None or (seat.fighter.points or 0) <= 0
        if fell:
            break
        game.end_turn(actor)
    assert fell
    for person in (ana, luis):
        person.page.locator("nav.dock a").nth(2).click()
        row = person.page.locator(".order li").filter(has_text=foe)
        expect(row).to_contain_text(DOWN[lang])
        person.page.locator("nav.dock a").nth(3).click()
        expect(person.page.locator(".log")).to_contain_text(foe)
        assert person.too_wide() == []
