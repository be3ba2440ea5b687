"""The kinds of dice expression: numbers, pools of dice, sums, products and labels."""

from __future__ import annotations

from operator import floordiv, mul

from adarga.dice import budget, sums
from adarga.dice.expression import Addend, Expression
from adarga.dice.law import pool_law
from adarga.dice.limits import DIVISOR, NUMBER, TEXT, is_whole, within
from adarga.dice.terms import operators_text
from adarga.errors import AdargaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adarga.dice.expression import PoolThrower, Thrower
    from adarga.dice.sums import Law
    from adarga.dice.terms import Operator


class Node(Expression):
    """An expression that can be joined with others."""

    __slots__ = ()

    def _joined(self, sign: int, other: Expression | int) -> Expression:
        if isinstance(other, int):
            other = Constant(other)
        if not isinstance(other, Expression):
            return NotImplemented
        made = joined(((1, self), (sign, other)))
        within("text", len(made.plain()), TEXT)
        return made

    def __radd__(self, other: int) -> Expression:
        """A number plus this."""
        return Constant(other) + self

    def __rsub__(self, other: int) -> Expression:
        """A number minus this."""
        return Constant(other) - self


class Constant(Node):
    """A whole number."""

    __slots__ = ("value",)
    value: int

    def __init__(self, value: int) -> None:
        if not is_whole(value):
            raise AdargaError("dice.whole", value=value)
        within("number", abs(value), NUMBER)
        self._fill(value=value)
        self._ready(budget.Bounds(value, value, 1))

    def _write(self) -> str:
        return str(self.value)

    def _count(self) -> Law:
        return {self.value: 1}

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        value = self.value
        return lambda die, faces: value

    def addends(self) -> tuple[Addend, ...]:
        """The number as one part, its sign apart."""
        return (Addend(-1 if self.value < 0 else 1, Constant(abs(self.value))),)


class Pool(Node):
    """Equal dice thrown together, with the operators that follow them."""

    __slots__ = ("count", "operators", "sides")
    count: int
    sides: int
    operators: tuple[Operator, ...]

    def __init__(self, count: int, sides: int, operators: tuple[Operator, ...] = ()) -> None:
        for value in (count, sides):
            if not is_whole(value):
                raise AdargaError("dice.whole", value=value)
        if count < 1:
            raise AdargaError("dice.count.zero")
        if sides < 1:
            raise AdargaError("dice.sides.zero")
        self._fill(count=count, sides=sides, operators=operators)
        self._ready(budget.pool_bounds(count, sides, operators))

    def _write(self) -> str:
        return f"{self.count if self.count > 1 else ''}d{self.sides}{operators_text(self.operators)}"

    def _count(self) -> Law:
        return pool_law(self.count, self.sides, self.operators)

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        return pool_thrower(self.count, self.sides, self.operators)

    @property
    def pool(self) -> tuple[int, int] | None:
        """(count, sides), where no operator follows."""
        return None if self.operators else (self.count, self.sides)

    def pools(self) -> tuple[tuple[int, int], ...]:
        """(count, sides), as the one dice term there is."""
        return ((self.count, self.sides),)


class Labelled(Node):
    """An expression with a label: free text that the reader of the roll gives a meaning."""

    __slots__ = ("inner", "label")
    inner: Expression
    label: str

    def __init__(self, inner: Expression, label: str) -> None:
        self._fill(inner=inner, label=label)
        self._ready(inner._bounds)

    def _operands(self) -> tuple[Expression, ...]:
        return (self.inner,)

    def _write(self) -> str:
        text = self.inner.plain()
        whole = isinstance(self.inner, Pool) or (isinstance(self.inner, Constant) and self.inner.value >= 0)
        return f"{text if whole else f'({text})'}[{self.label}]"

    def _count(self) -> Law:
        return self.inner._count()

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        return self.inner._thrower(pool_thrower)

    def addends(self) -> tuple[Addend, ...]:
        """The labelled expression as one part."""
        return (Addend(1, self.inner, self.label),)

    @property
    def pool(self) -> tuple[int, int] | None:
        """(count, sides) of what is labelled, where it is just NdS."""
        return self.inner.pool

    def labels(self) -> tuple[str, ...]:
        """Labels within, then this one."""
        return (*self.inner.labels(), self.label)


class Sum(Node):
    """Terms added and subtracted: (sign, expression) pairs, none of them a sum or a negative number."""

    __slots__ = ("terms",)
    terms: tuple[tuple[int, Expression], ...]

    def __init__(self, terms: tuple[tuple[int, Expression], ...]) -> None:
        self._fill(terms=terms)
        plain, others = _grouped(terms)
        addends = [(sign, budget.pool_bounds(count, sides, ())) for (sign, sides), count in plain.items()]
        addends += [(sign, term._bounds) for sign, term in others]
        bounds = budget.Bounds(0, 0, 1)
        for sign, addend in sorted(addends, key=lambda pair: pair[1].outcomes):
            bounds = budget.added(bounds, addend, sign)
        self._ready(bounds)

    def _operands(self) -> tuple[Expression, ...]:
        return tuple(term for _, term in self.terms)

    def _write(self) -> str:
        text = ""
        for sign, term in self.terms:
            written = term.plain()
            # A minus sign in front binds to the first factor alone, so a negative product stands in parentheses.
            if written[0] == "-" or (sign < 0 and not text and isinstance(term, Product)):
                written = f"({written})"
            text += ("-" if sign < 0 else "+" if text else "") + written
        return text

    def _count(self) -> Law:
        plain, others = _grouped(self.terms)
        laws = [_signed(term._count(), sign) for sign, term in others]
        laws += [_signed(sums.uniform_sum(count, sides), sign) for (sign, sides), count in plain.items()]
        law = {0: 1}
        for other in sorted(laws, key=len):
            law = sums.add(law, other)
        return law

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        flat = sum(sign * (term.constant or 0) for sign, term in self.terms if term.constant is not None)
        parts = [(sign, term._thrower(pool_thrower)) for sign, term in self.terms if term.constant is None]
        if len(parts) == 1 and parts[0][0] == 1:
            only = parts[0][1]
            return lambda die, faces: only(die, faces) + flat

        def run(die: Callable[[int], int], faces: list[int]) -> int:
            value = flat
            for sign, part in parts:
                value += sign * part(die, faces)
            return value

        return run

    def addends(self) -> tuple[Addend, ...]:
        """Each term with its sign, its label apart."""
        return tuple(
            Addend(sign, term.inner, term.label) if isinstance(term, Labelled) else Addend(sign, term)
            for sign, term in self.terms
        )


class Product(Node):
    """A first operand, then products (`*`) and quotients rounded down (`/`), from left to right."""

    __slots__ = ("first", "steps")
    first: Expression
    steps: tuple[tuple[str, Expression], ...]

    def __init__(self, first: Expression, steps: tuple[tuple[str, Expression], ...]) -> None:
        self._fill(first=first, steps=steps)
        bounds = first._bounds
        for sign, operand in steps:
            if sign == "/" and can_be_zero(operand):
                raise AdargaError("dice.division.zero")
            bounds = budget.combined(bounds, operand._bounds, sign)
        self._ready(bounds)

    def _operands(self) -> tuple[Expression, ...]:
        return (self.first, *(operand for _, operand in self.steps))

    def _write(self) -> str:
        text = _factor(self.first, leading=True)
        return text + "".join(sign + _factor(operand, leading=False) for sign, operand in self.steps)

    def _count(self) -> Law:
        law = self.first._count()
        for sign, operand in self.steps:
            law = sums.joined(law, operand._count(), mul if sign == "*" else floordiv)
        return law

    def _thrower(self, pool_thrower: PoolThrower) -> Thrower:
        first = self.first._thrower(pool_thrower)
        rest = [(sign == "*", operand._thrower(pool_thrower)) for sign, operand in self.steps]

        def run(die: Callable[[int], int], faces: list[int]) -> int:
            value = first(die, faces)
            for times, operand in rest:
                other = operand(die, faces)
                value = value * other if times else value // other
            return value

        return run


def _grouped(
    terms: tuple[tuple[int, Expression], ...],
) -> tuple[dict[tuple[int, int], int], list[tuple[int, Expression]]]:
    """Plain dice of one sign and size counted together, and the other terms."""
    plain: dict[tuple[int, int], int] = {}
    others = []
    for sign, term in terms:
        if term.pool is None:
            others.append((sign, term))
        else:
            count, sides = term.pool
            plain[sign, sides] = plain.get((sign, sides), 0) + count
    return plain, others


def can_be_zero(expression: Expression) -> bool:
    """Whether 0 is a possible value; raises `AdargaError("dice.limit.divisor", …)` where that takes long to say."""
    if not expression.least <= 0 <= expression.greatest:
        return False
    within("divisor", int(expression._bounds.work), DIVISOR)
    return 0 in expression.distribution().counts


def _signed(law: Law, sign: int) -> Law:
    return law if sign > 0 else sums.negated(law)


def _factor(operand: Expression, *, leading: bool) -> str:
    text = operand.plain()
    if leading and isinstance(operand, Constant):
        return text
    if isinstance(operand, Sum):
        alone = leading and len(operand.terms) == 1 and not isinstance(operand.terms[0][1], Product)
        return text if alone and text[1] != "(" else f"({text})"
    return f"({text})" if isinstance(operand, Product) or text[0] == "-" else text


def joined(terms: Iterable[tuple[int, Expression]]) -> Expression:
    """The sum of signed terms, sums within it opened and signs of numbers taken out.

    >>> str(joined([(1, Pool(2, 6)), (-1, Constant(-1))]))
    '2d6+1'
    """
    flat: list[tuple[int, Expression]] = []
    for sign, term in terms:
        if isinstance(term, Sum):
            flat += [(sign * inner, part) for inner, part in term.terms]
        elif isinstance(term, Constant) and term.value < 0:
            flat.append((-sign, Constant(-term.value)))
        else:
            flat.append((sign, term))
    first = flat[0][1]
    if isinstance(first, Constant) and first.value == 0:
        # "-0" in front would be read as 0.
        flat[0] = (1, first)
    if len(flat) == 1:
        sign, term = flat[0]
        if sign > 0:
            return term
        if isinstance(term, Constant):
            return Constant(-term.value)
    return Sum(tuple(flat))


def multiplied(first: Expression, steps: Iterable[tuple[str, Expression]]) -> Expression:
    """A product of operands from left to right, with parentheses that change nothing opened.

    >>> str(multiplied(Pool(1, 6), [("*", Product(Pool(1, 4), (("/", Constant(2)),)))]))
    'd6*(d4/2)'
    """
    whole: list[tuple[str, Expression]] = []
    if isinstance(first, Product):
        whole += first.steps
        first = first.first
    for sign, operand in steps:
        if sign == "*" and isinstance(operand, Product) and all(each == "*" for each, _ in operand.steps):
            whole += [("*", operand.first), *operand.steps]
        else:
            whole.append((sign, operand))
    return Product(first, tuple(whole))
