"""Dice: notation, exact laws, sources of faces, and rolls that keep every die.

>>> from adarga.dice import Seeded, parse
>>> attack = parse("2d6+1")
>>> attack.distribution().at_least(9)
Fraction(5, 12)
>>> attack.roll(Seeded(7)).total in attack.distribution().counts
True
"""

from __future__ import annotations

from adarga.dice.distribution import Comparison, Distribution
from adarga.dice.expression import Addend, Expression, Rolled
from adarga.dice.notation import clear_caches, constant, dice, parse, roll
from adarga.dice.sources import OutOfDice, Recorded, Seeded, Source, Typed
from adarga.dice.throws import RolledDie

__all__ = [
    "Addend",
    "Comparison",
    "Distribution",
    "Expression",
    "OutOfDice",
    "Recorded",
    "Rolled",
    "RolledDie",
    "Seeded",
    "Source",
    "Typed",
    "clear_caches",
    "constant",
    "dice",
    "parse",
    "roll",
]
