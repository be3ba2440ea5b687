"""The page of rules and tests names every rule, and only tests and golden fights that there are."""

from __future__ import annotations

import re

from adarga.rules.rulings import RULINGS
from tests.source import ROOT
from tools.make_golden import FIGHTS

PAGE = (ROOT / "docs" / "rules-and-tests.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([ADP]\d+) \| (.*)$", PAGE, re.MULTILINE))


def test_every_rule_has_a_test_and_a_golden_fight() -> None:
    assert set(ROWS) == {id for id, ruling in RULINGS.items() if ruling.rulebook is not None}
    for id, row in ROWS.items():
        assert f"`test_{id.lower()}_" in row
        assert any(f"`{fight}`" in row for fight in FIGHTS)


def test_what_the_page_names_exists() -> None:
    defined = {
        name
        for file in (ROOT / "tests" / "fight").glob("test_rules_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named <= defined
    assert {name for name in defined if re.match(r"test_[adp]\d+_", name)} <= named
    for file in re.findall(r"`(tests/fight/\w+\.py|tools/\w+\.py)`", PAGE):
        assert (ROOT / file).is_file()
    for fight in re.findall(r"`((?:absorption|damage-steps|percentile)-\w+)`", PAGE):
        assert fight in FIGHTS
