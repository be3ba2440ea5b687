"""Probabilities as fractions in text, and how much of that is written at once."""

from __future__ import annotations

from math import gcd

from adarga.dice import Distribution
from adarga.errors import AdargaError

MOST_CHARACTERS = 10_000_000
# Python itself refuses to write whole numbers of more than 4300 digits.
MOST_DIGITS = 4_000
_LINE = 40
_DIGITS_A_BIT = 0.30103


def fractions(law: Distribution) -> dict[int, str]:
    """Every outcome with its probability as a fraction in lowest terms, as `str(Fraction)` writes it.

    Raises `AdargaError` (`cli.exact_length`, `cli.exact_digits`), before any is written, where that is too much text.

    >>> fractions(Distribution({1: 2, 2: 4, 3: 0}))
    {1: '1/3', 2: '2/3'}
    """
    shared = gcd(*law.counts.values())
    whole = law.denominator // shared
    digits = digits_of(whole)
    if digits > MOST_DIGITS:
        raise AdargaError("cli.exact_digits", asked=digits, limit=MOST_DIGITS)
    outcomes = len(law.counts)
    asked = outcomes * (2 * digits + _LINE)
    if asked > MOST_CHARACTERS:
        raise AdargaError("cli.exact_length", asked=asked, limit=MOST_CHARACTERS, outcomes=outcomes)
    return {outcome: _fraction(ways // shared, whole) for outcome, ways in law.counts.items()}


def digits_of(whole: int) -> int:
    """About how many digits a whole number is written with, never fewer than it has."""
    return int(whole.bit_length() * _DIGITS_A_BIT) + 1


def _fraction(ways: int, whole: int) -> str:
    shared = gcd(ways, whole)
    below = whole // shared
    return f"{ways // shared}/{below}" if below > 1 else str(ways // shared)
