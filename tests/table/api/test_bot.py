"""The example bot plays at a real server."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import bot
from tests.browser.serving import FOE, Server


@pytest.mark.parametrize("book", ["absorption", "damage-steps", "percentile"])
def test_a_bot_strikes_on_its_turn(tmp_path: Path, book: str) -> None:
    server = Server(tmp_path / "table.db")
    server.make()
    server.start()
    try:
        fight = server.fights[book]
        before = len(server.lines(fight))
        standing = bot.play(server.origin, server.tokens["Ana"], fight, 6)
        assert standing["number"] > 0
        assert len(server.lines(fight)) > before
        pending = server.state(fight).pending
        assert pending is None or FOE[book] not in pending.attacker
    finally:
        server.kill()
