"""The main job runs on the example rosters, in both languages, the same at every run."""

from __future__ import annotations

import re

import pytest

from examples import show


@pytest.mark.parametrize(("lang", "hurts"), [("en", "hurts"), ("es", "hiere")])
def test_every_attack_has_its_odds_and_one_strike(lang: str, hurts: str, capsys: pytest.CaptureFixture[str]) -> None:
    show.main(["--lang", lang])
    first = capsys.readouterr().out
    show.main(["--lang", lang])
    assert capsys.readouterr().out == first
    attacks = re.findall(r"^.+ → .+: .+ \(.+\)$", first, re.MULTILINE)
    assert len(attacks) == first.count(f"\n{hurts} ") >= 15
    for name in show.ROSTERS:
        assert f"=== {name}: " in first


def test_the_three_rulebooks_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show.main([])
    shown = capsys.readouterr().out
    assert [book for book in ("absorption", "damage-steps", "percentile") if f": {book} ===" in shown] == [
        "absorption",
        "damage-steps",
        "percentile",
    ]
