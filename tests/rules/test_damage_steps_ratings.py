"""Armour ratings read from text, and where a mistake in them stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.rules.damage_steps import ratings
from adarga.rules.values import Rating


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3", (Rating(None, 3),)),
        ("0", (Rating(None, 0),)),
        ("2H", (Rating(None, 0, 2),)),
        ("3+2h", (Rating(None, 3, 2),)),
        (" 3 + 2 H + 1", (Rating(None, 4, 2),)),
        ("S=5,C=2,E=1H", (Rating("S", 5), Rating("C", 2), Rating("E", 0, 1))),
        ("cortante = 3+1H , all=1", (Rating("cortante", 3, 1), Rating("all", 1))),
    ],
)
def test_ratings(text: str, found: tuple[Rating, ...]) -> None:
    assert ratings(text) == found


@pytest.mark.parametrize(
    ("text", "span", "key"),
    [
        ("", (0, 1), "ar"),
        ("x", (0, 1), "ar"),
        ("-3", (0, 2), "ar"),
        ("3+", (2, 3), "ar"),
        ("3+x", (2, 3), "ar"),
        ("99999", (0, 5), "ar"),
        ("9999+1", (0, 6), "ar"),
        ("S=5,C", (4, 5), "ar"),
        ("S=5,=3", (4, 6), "ar"),
        ("S=5,C=x", (6, 7), "ar"),
        ("S=5,", (4, 4), "ar"),
        (",", (1, 1), "ar"),
        ("3,4", (0, 1), "ar"),
        ("S=5,S=3", (4, 7), "ar_twice"),
    ],
)
def test_mistakes_have_their_place(text: str, span: tuple[int, int], key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        ratings(text)
    assert (caught.value.key, caught.value.text, caught.value.span) == (f"damage_steps.{key}", text, span)


def mistake(text: str) -> str | None:
    """The key of the mistake in a text, None where it is ratings."""
    try:
        return None if ratings(text) else ""
    except AdargaError as error:
        return error.key


@given(st.text(alphabet="S=,+0123H h", max_size=12))
def test_any_text_is_ratings_or_a_mistake(text: str) -> None:
    assert mistake(text) in {None, "damage_steps.ar", "damage_steps.ar_twice"}
