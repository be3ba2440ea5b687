"""Where faces come from: a seeded generator, dice thrown by hand, or a recorded log."""

from __future__ import annotations

from adarga.dice.limits import is_whole
from adarga.errors import AdargaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol
else:
    # A bot starts faster without `typing`, and at run time nothing asks for more than a class.
    Protocol = object


class Source(Protocol):
    """Anything that throws dice: `die(sides)` gives a face from 1 to `sides`."""

    def die(self, sides: int) -> int:
        """The next face of a die of `sides` sides (at least 1)."""


class OutOfDice(AdargaError):
    """A die of `sides` sides is due and the source holds no face for it: the key is "dice.out".

    `left` is how many of its faces are still unread: 0 for the sources of this module.
    """

    def __init__(self, sides: int, left: int = 0) -> None:
        super().__init__("dice.out", sides=sides, left=left)
        self.sides = sides
        self.left = left


class Seeded:
    """Faces from a generator that gives the same ones for the same seed, on every machine and version.

    The generator is the Mersenne Twister of `random.Random(seed)`. A face is drawn as the fewest bits that can hold
    `sides` different values, again while they fall outside: every face has exactly the same chance.

    >>> Seeded(1).die(6) == Seeded(1).die(6)
    True
    """

    __slots__ = ("_bits",)

    def __init__(self, seed: int) -> None:
        from random import Random

        self._bits = Random(seed).getrandbits

    def die(self, sides: int) -> int:
        """The next face, 1 to `sides`."""
        bits = (sides - 1).bit_length()
        face = self._bits(bits)
        while face >= sides:
            face = self._bits(bits)
        return face + 1


class _Listed:
    __slots__ = ("_at", "_values")
    _values: tuple[int | str, ...]
    _at: int

    def __init__(self, values: Iterable[int | str]) -> None:
        self._values = tuple(values)
        self._at = 0

    def _next(self, sides: int) -> int | str:
        if self._at == len(self._values):
            raise OutOfDice(sides)
        return self._values[self._at]


class Recorded(_Listed):
    """Faces replayed from a log, in order; each has to be a face of the die that asks for it.

    Raises `OutOfDice` when none is left and `AdargaError("dice.recorded.range", sides=, value=, which=)`.

    >>> log = Recorded((3, 6, 1))
    >>> log.die(6), log.die(6), log.unused
    (3, 6, (1,))
    """

    __slots__ = ()

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(faces)

    def die(self, sides: int) -> int:
        """The next recorded face."""
        face = self._next(sides)
        if not is_whole(face) or not 1 <= int(face) <= sides:
            raise AdargaError("dice.recorded.range", sides=sides, value=face, which=self._at + 1)
        self._at += 1
        return int(face)

    @property
    def unused(self) -> tuple[int, ...]:
        """The faces not yet replayed."""
        return tuple(int(face) for face in self._values[self._at :])


class Typed(_Listed):
    """Dice thrown by hand: each value, a number or its text, is checked against the die it stands for.

    On a d10 and a d100, `0` and `00` are what such dice show for 10 and 100. Raises `OutOfDice` when no value is left,
    `AdargaError("dice.typed.range", sides=, value=, which=)` for a value the die does not have (`which` counts from 1)
    and `AdargaError("dice.typed.number", value=, which=)` for what is no number.

    >>> hand = Typed(["7", 0, "00"])
    >>> hand.die(8), hand.die(10), hand.die(100)
    (7, 10, 100)
    """

    __slots__ = ()

    def die(self, sides: int) -> int:
        """The next value, as a face."""
        value = self._next(sides)
        face = self._number(value, self._at + 1)
        if face == 0 and sides in (10, 100):
            face = sides
        if not 1 <= face <= sides:
            raise AdargaError("dice.typed.range", sides=sides, value=value, which=self._at + 1)
        self._at += 1
        return face

    def _number(self, value: int | str, which: int) -> int:
        if is_whole(value):
            return int(value)
        digits = value.strip() if isinstance(value, str) else ""
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise AdargaError("dice.typed.number", value=value, which=which)
        return int(digits)

    @property
    def unused(self) -> tuple[int | str, ...]:
        """The values no die has asked for."""
        return self._values[self._at :]

    @property
    def left_over(self) -> tuple[int, ...]:
        """The values no die has asked for, as numbers. Raises `AdargaError("dice.typed.number", value=, which=)`."""
        return tuple(self._number(value, which) for which, value in enumerate(self.unused, self._at + 1))
