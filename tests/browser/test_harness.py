"""The harness itself: a page of the kernel, seen as a stranger would."""

from __future__ import annotations

from tests.browser.conftest import Visit


def test_stranger(visit: Visit) -> None:
    guest = visit("Ana")
    answer = guest.page.goto(f"{guest.server.origin}/enter?token=nothing")
    assert answer is not None
    assert answer.status == 403
    assert guest.faults() == []
    assert guest.too_wide() == []
    guest.problems.clear()
