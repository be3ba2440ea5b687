"""Dice expressions as immutable data: canonical text, exact law, rolling."""

from __future__ import annotations

from math import ceil

from adarga.dice import sums
from adarga.dice.distribution import Distribution
from adarga.dice.frozen import Frozen
from adarga.dice.sources import Recorded
from adarga.dice.throws import RolledDie, throw, thrower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from adarga.dice.budget import Bounds
    from adarga.dice.sources import Source
    from adarga.dice.sums import Law
    from adarga.dice.terms import Operator

    Thrower = Callable[[Callable[[int], int], list[int]], int]
    PoolThrower = Callable[[int, int, tuple[Operator, ...]], Thrower]

# A law of more bits than this is computed again when asked again, so that cached expressions stay small.
KEPT_BITS = 1_000_000


class Rolled:
    """One roll: its `total`, the `faces` in the order thrown, and (worked out when asked) every die."""

    __slots__ = ("_expression", "_faces", "_total")

    def __init__(self, expression: Expression, total: int, faces: tuple[int, ...]) -> None:
        self._expression = expression
        self._total = total
        self._faces = faces

    @property
    def expression(self) -> Expression:
        """What was rolled."""
        return self._expression

    @property
    def total(self) -> int:
        """The value of the whole expression."""
        return self._total

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order thrown, those later dropped or rerolled too."""
        return self._faces

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        """Every die in the order thrown, which were dropped, and why.

        >>> from adarga.dice import Recorded, parse
        >>> [die.face for die in parse("3d6kh2").roll(Recorded((4, 1, 6))).dice if die.dropped]
        [1]
        """
        record: list[RolledDie] = []
        self._expression._thrower(_recording(record))(Recorded(self._faces).die, [])
        return tuple(record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rolled):
            return NotImplemented
        return (self._expression, self._faces) == (other._expression, other._faces)

    def __hash__(self) -> int:
        return hash((self._expression, self._faces))

    def __repr__(self) -> str:
        return f"Rolled({self._expression}, total={self._total}, faces={self._faces})"


def _recording(record: list[RolledDie]) -> PoolThrower:
    def pool_thrower(count: int, sides: int, operators: tuple[Operator, ...]) -> Thrower:
        def run(die: Callable[[int], int], faces: list[int]) -> int:
            value, thrown = throw(count, sides, operators, die)
            record.extend(thrown)
            return value

        return run

    return pool_thrower


class Addend(Frozen):
    """One part of a top-level sum: `sign` (1 or -1), the `expression` without its label, and the `label` or None."""

    __slots__ = ("expression", "label", "sign")
    sign: int
    expression: Expression
    label: str | None

    def __init__(self, sign: int, expression: Expression, label: str | None = None) -> None:
        self._fill(sign=sign, expression=expression, label=label)


class Expression(Frozen):
    """Dice and numbers to be added up, immutable; made by `parse`, `dice` and `constant`, joined with + and -.

    `str(e)` is its canonical text, and `parse(str(e)) == e`. Equal means written the same, not of equal law.
    """

    __slots__ = ("_bounds", "_law", "_run", "_text")
    _bounds: Bounds
    _text: str | None
    _law: Distribution | None
    _run: Thrower | None

    def _ready(self, bounds: Bounds) -> None:
        put = object.__setattr__
        put(self, "_bounds", bounds)
        put(self, "_text", None)
        put(self, "_law", None)
        put(self, "_run", None)

    def __repr__(self) -> str:
        return f"parse({self.plain()!r})"

    def __str__(self) -> str:
        return self.plain()

    def plain(self) -> str:
        """The canonical text: lower case, no spaces, `d10` for one die, no more parentheses than needed."""
        if self._text is None:
            object.__setattr__(self, "_text", self._write())
        return self._text or ""

    @property
    def least(self) -> int:
        """The smallest value that can come."""
        return self._bounds.least

    @property
    def greatest(self) -> int:
        """The largest value that can come."""
        return self._bounds.greatest

    @property
    def mean(self) -> Fraction:
        """The exact expected value."""
        return self.distribution().mean

    def distribution(self) -> Distribution:
        """The exact law of the value.

        >>> from adarga.dice import parse
        >>> parse("2d6").distribution().probability(7)
        Fraction(1, 6)
        """
        if self._law is not None:
            return self._law
        law = self._count()
        made = Distribution.of(law, sums.total(law))
        if self._bounds.size <= KEPT_BITS:
            object.__setattr__(self, "_law", made)
        return made

    def roll(self, source: Source) -> Rolled:
        """Throw the dice from a source; raises `OutOfDice` where it holds too few."""
        run = self._run
        if run is None:
            run = self._thrower(thrower)
            object.__setattr__(self, "_run", run)
        faces: list[int] = []
        total = run(source.die, faces)
        return Rolled(self, total, tuple(faces))

    def addends(self) -> tuple[Addend, ...]:
        """The parts of the top-level sum, in order.

        >>> from adarga.dice import parse
        >>> parse("2d6[fire]-1").addends()
        (Addend(1, parse('2d6'), 'fire'), Addend(-1, parse('1'), None))
        """
        return (Addend(1, self, None),)

    @property
    def constant(self) -> int | None:
        """The value, where no die is thrown."""
        return None if self._bounds.dice else self._bounds.least

    @property
    def pool(self) -> tuple[int, int] | None:
        """(count, sides) where this is just NdS, whatever its label."""
        return None

    def pools(self) -> tuple[tuple[int, int], ...]:
        """(count, sides) of every dice term as written, in order."""
        return tuple(pool for part in self._operands() for pool in part.pools())

    @property
    def thrown(self) -> int:
        """The dice that one roll throws on average, or a few more: those that explode or are thrown again with them.

        >>> from adarga.dice import parse
        >>> parse("2d6+1").thrown, parse("10d6!").thrown
        (2, 12)
        """
        return ceil(self._bounds.thrown)

    def labels(self) -> tuple[str, ...]:
        """Every label, in order."""
        return tuple(label for part in self._operands() for label in part.labels())

    def __add__(self, other: Expression | int) -> Expression:
        """The sum; raises `AdargaError` where it would pass a limit of the notation."""
        return self._joined(1, other)

    def __sub__(self, other: Expression | int) -> Expression:
        """The difference; raises `AdargaError` where it would pass a limit of the notation."""
        return self._joined(-1, other)

    def __radd__(self, other: int) -> Expression:
        """A number plus this."""
        raise NotImplementedError

    def __rsub__(self, other: int) -> Expression:
        """A number minus this."""
        raise NotImplementedError

    def _joined(self, sign: int, other: Expression | int) -> Expression:
        raise NotImplementedError

    def _operands(self) -> tuple[Expression, ...]:
        return ()

    def _write(self) -> str:
        raise NotImplementedError

    def _count(self) -> Law:
        raise NotImplementedError

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        raise NotImplementedError
