"""The page about the notation says what the notation does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.dice import limits, parse
from tests.source import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")


def table(after: str) -> list[list[str]]:
    """The cells of the rows of the table below a heading."""
    section = PAGE.split(f"## {after}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


FORMS = table("The forms")


@pytest.mark.parametrize("row", FORMS, ids=[row[0] for row in FORMS])
def test_examples_of_the_table(row: list[str]) -> None:
    _, _, example, mean, *others = row
    assert len(others) == 4
    expression = parse(example.strip("`"))
    if "." in mean:
        assert round(float(expression.mean), 6) == float(mean)
    else:
        assert expression.mean == Fraction(mean)


def test_every_operator_has_a_row() -> None:
    forms = " ".join(row[0] for row in FORMS)
    for operator in ("kh", "kl", "dh", "dl", "adv", "dis", "ro", "r", "!", "mi", "ma", ">=", "<", "=", "*", "/", "d%"):
        assert f"`{operator}" in forms


def test_limits_are_those_of_the_code() -> None:
    stated = {row[0].strip("`"): int(row[1].split()[0].strip(",")) for row in table("Limits")}
    assert stated == {name.lower(): getattr(limits, name.upper()) for name in stated}
    assert len(stated) == 13
