"""People who play: each does on the own page what is asked of them, until nothing waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.people import Person

PATIENCE = 15.0
ASKED = {"master": "#waits", "player": "#ask"}


@dataclass
class Game:
    """A fight with its people around it. `typed`: the face each throws; 0 has the server roll."""

    fight: int
    master: Person
    players: Sequence[Person]
    typed: int = 0
    reacts: bool = False
    seen: list[str] = field(default_factory=list)

    def until(self, so: Callable[[], object], why: str) -> None:
        """Wait until something is so, while the pages live."""
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end, why
            self.master.page.wait_for_timeout(40)

    def waits(self) -> bool:
        """Whether dice or a reaction are waited for, as the disk has it."""
        state = self.master.server.state(self.fight)
        return state.pending is not None or bool(state.due)

    def settle(self) -> None:
        """Everyone answers what is asked of them; the master what is asked of nobody else."""
        end, quiet = time.monotonic() + PATIENCE, 0
        while self.waits():
            assert time.monotonic() < end, (self.master.page.locator("#waits").inner_text(), self.seen)
            if sum(self.answer(player.page, "#ask") for player in self.players):
                quiet = 0
            else:
                quiet += 1
            if quiet > 5:
                quiet = 0 if self.answer(self.master.page, "#waits") else quiet
            self.master.page.wait_for_timeout(60)

    def settle_players(self) -> None:
        """The players answer what is asked of them, without a master."""
        self.until(lambda: [self.answer(player.page, "#ask") for player in self.players] and not self.waits(), "waits")

    def answer(self, page: Page, where: str) -> bool:
        """Answer what a page asks, once for each question."""
        asked = page.locator(f"{where} input[name=about]")
        if not asked.count():
            return False
        question = f"{id(page)}-{asked.first.get_attribute('value')}"
        if question in self.seen:
            return False
        self.seen.append(question)
        react, decline = (page.locator(f"{where} [data-verb={verb}]") for verb in ("react", "decline"))
        if self.reacts and react.count():
            react.first.click()
        elif decline.count():
            decline.first.click()
        elif self.typed and where == "#ask":
            self.throw(page)
        else:
            page.locator(f"{where} [data-verb=roll]").first.click()
        return True

    def throw(self, page: Page) -> None:
        """Dice that were thrown on the table: by tapping a face where there are faces, else typed."""
        for _ in range(8):
            if page.locator("form.dice [data-verb=throw]").is_enabled():
                break
            die = page.locator("form.dice .die.is-next input").first
            face = min(self.typed, int(die.get_attribute("data-sides") or 0))
            faces = page.locator(f".faces:not([hidden]) [data-face='{face}']")
            if faces.count():
                faces.first.click()
            else:
                die.fill(str(face))
        page.locator("form.dice [data-verb=throw]").click()

    def now(self) -> tuple[str, str]:
        """The round and who acts, as the disk has it."""
        state = self.master.server.state(self.fight)
        return str(state.clock.round), state.acting[0]

    def shown(self) -> tuple[str, str]:
        """The same as the master's page shows it."""
        return self.master.page.locator("#order .round b").inner_text(), self.turn()

    def turn(self) -> str:
        """Whose turn the master's page shows."""
        return self.master.page.locator("#order [aria-current] .name").first.inner_text()

    def attack(self, who: Person, target: str) -> None:
        """Attack on the own page, and all that follows from it."""
        page, before = who.page, len(who.server.lines(self.fight))
        page.locator(f"#attack-form input[name=target][value='{target}']").locator("..").click()
        page.wait_for_timeout(250)
        page.locator("#resolve, #attack-form [data-verb=attack]").first.click()
        self.until(lambda: len(who.server.lines(self.fight)) > before, f"{who.who} attacks: {self.said(page)}")
        self.settle()

    def said(self, page: Page) -> str:
        """What the page complains of."""
        return page.locator("#said").inner_text()

    def end_turn(self, who: Person) -> None:
        """End the turn on the own page, and wait for the master's page to tell."""
        before, lines = self.turn(), len(who.server.lines(self.fight))
        who.page.locator("[data-verb=next]").first.click()
        self.until(lambda: len(who.server.lines(self.fight)) > lines, f"{before} ends the turn: {self.said(who.page)}")
        round, turn = self.now()
        self.until(lambda: self.shown() == (round, turn), f"{before} still acts")
