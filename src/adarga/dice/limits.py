"""How much one expression may ask for: every bound of the notation, and the error that names it."""

from __future__ import annotations

from adarga.errors import AdargaError

TEXT = 1000
DIGITS = 9
NUMBER = 10**DIGITS - 1
DEPTH = 50
DICE = 1000
SIDES = 10_000
EXPLOSIONS = 100
THROWN = 25_000
FURTHER = 20
SUPPORT = 30_000
RANGE = 10**15
SIZE = 128_000_000
WORK = 400_000_000
DIVISOR = 2_000_000
REROLLS = 100_000


def is_whole(value: object) -> bool:
    """Whether a value is a whole number: a bool is none.

    >>> is_whole(3), is_whole(True), is_whole(3.0)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def within(name: str, asked: int, limit: int) -> None:
    """Refuse what is above a limit, naming both.

    Raises `AdargaError("dice.limit.NAME", limit=, asked=)`.

    >>> within("dice", 1001, DICE)
    Traceback (most recent call last):
    adarga.errors.AdargaError: dice.limit.dice: limit=1000, asked=1001
    """
    if asked > limit:
        raise AdargaError(f"dice.limit.{name}", limit=limit, asked=asked)
