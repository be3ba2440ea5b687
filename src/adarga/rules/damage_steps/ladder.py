"""The ladder of damage steps (D6, D8): its rows, walking it, and electing a row."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adarga.dice import Expression, constant, parse
from adarga.errors import AdargaError
from adarga.plan import Reason


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the ladder: its `number` from 1, its dice, and their exact average, computed."""

    number: int
    dice: Expression
    average: Fraction

    @property
    def text(self) -> str:
        """The dice as the ladder writes them, in capitals: `D10`."""
        return str(self.dice).upper()


@dataclass(frozen=True, slots=True)
class Walked:
    """Where some dice stand after their steps: the `dice`, the bonus kept aside, and the row, if they are on one.

    `end` says why the ladder did not give every step asked for, None where it did.
    """

    dice: Expression
    bonus: int
    row: Row | None
    end: Reason | None = None

    @property
    def text(self) -> str:
        """Dice and bonus as the ladder writes them, in capitals: `4D4+1`."""
        return str(self.whole).upper()

    @property
    def whole(self) -> Expression:
        """Dice and bonus as one expression."""
        return self.dice + self.bonus if self.bonus else self.dice

    @property
    def average(self) -> Fraction:
        """The exact average of dice and bonus."""
        return average(self.dice) + self.bonus


def average(dice: Expression) -> Fraction:
    """The exact average of an expression, at once where it is plain NdS."""
    pool = dice.pool
    return Fraction(pool[0] * (pool[1] + 1), 2) if pool else dice.mean


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a damage expression, with no sum within it: its sign and its label, if any."""

    sign: int
    expression: Expression
    label: str | None


def terms(expression: Expression, sign: int = 1, label: str | None = None) -> Iterator[Term]:
    """The terms of a sum, of sums within it too; a label on a sum is that of each of its terms."""
    addends = expression.addends()
    for addend in addends:
        its_sign, its_label = sign * addend.sign, addend.label or label
        if len(addends) == 1 and addend.expression == expression:
            yield Term(its_sign, expression, its_label)
        elif addend.expression.pool is not None or addend.expression.constant is not None:
            yield Term(its_sign, addend.expression, its_label)
        else:
            yield from terms(addend.expression, its_sign, its_label)


def summed(dice: Expression | None, sign: int, more: Expression) -> Expression:
    """Dice with further dice added or taken off; `dice` None where there were none yet."""
    if dice is None:
        return more if sign > 0 else constant(0) - more
    return dice + more if sign > 0 else dice - more


def aside(expression: Expression) -> tuple[Expression | None, int]:
    """The dice of an expression, None where it has none, and its bonus, kept aside.

    >>> aside(parse("2d8+1"))
    (parse('2d8'), 1)
    """
    dice: Expression | None = None
    bonus = 0
    for term in terms(expression):
        number = term.expression.constant
        if number is None:
            dice = summed(dice, term.sign, term.expression)
        else:
            bonus += term.sign * number
    return dice, bonus


class Ladder:
    """The rows of a ladder, lowest first. Raises `AdargaError` (`damage_steps.ladder`) unless averages only go up.

    `outside` says what lies past its ends: `"extend"` stays on the last row, with a note; `"error"` refuses.
    """

    def __init__(self, table: Mapping[str, str], outside: str = "extend") -> None:
        ordered = sorted(table.items(), key=lambda item: int(item[0]))
        parsed = [(int(number), parse(text)) for number, text in ordered]
        self.rows = tuple(Row(number, dice, average(dice)) for number, dice in parsed)
        self.outside = outside
        self._averages = [row.average for row in self.rows]
        self._index = {row.dice: index for index, row in enumerate(self.rows)}
        for row, following in zip(self.rows, self.rows[1:], strict=False):
            if following.average <= row.average:
                raise AdargaError("damage_steps.ladder", row=row.number, dice=row.text, next=following.text)

    def row(self, dice: Expression) -> Row | None:
        """The row that is exactly these dice, None where they are on no row."""
        index = self._index.get(dice)
        return None if index is None else self.rows[index]

    def named(self, name: int | str) -> Row:
        """The row of a number or of dice (`5`, `"5"`, `"D10"`).

        Raises `AdargaError` (`damage_steps.row`) where there is none such.
        """
        text = str(name).strip()
        if text.isascii() and text.isdigit():
            found = next((row for row in self.rows if row.number == int(text)), None)
        else:
            found = self.row(parse(text))
        if found is None:
            raise AdargaError("damage_steps.row", row=text, least=self.rows[0].number, most=self.rows[-1].number)
        return found

    def walk(self, expression: Expression, steps: int) -> Walked:
        """Dice so many steps up (or down, `steps` < 0), their bonus kept aside (D6).

        Dice on no row go to the first row whose average is strictly above theirs (the last strictly below), and on
        from there. Dice that are not plain NdS are on no row, unless a row is written so. Raises `AdargaError`:
        `damage_steps.no_dice` where no die is thrown, `damage_steps.outside` past an end where that is an error.

        >>> Ladder({"1": "d4", "2": "d6", "3": "d8"}).walk(parse("d6+1"), 1).text
        'D8+1'
        """
        dice, bonus = aside(expression)
        if dice is None:
            raise AdargaError("damage_steps.no_dice", dice=str(expression))
        return self.walk_dice(dice, steps, bonus)

    def walk_dice(self, dice: Expression, steps: int, bonus: int = 0) -> Walked:
        """`walk` for dice whose bonus is aside already."""
        index = self._index.get(dice)
        if steps == 0:
            return Walked(dice, bonus, None if index is None else self.rows[index])
        wanted = self._from(index, dice, steps)
        if 0 <= wanted < len(self.rows):
            return Walked(self.rows[wanted].dice, bonus, self.rows[wanted])
        if self.outside == "error":
            raise AdargaError("damage_steps.outside", dice=str(dice).upper(), steps=steps, count=abs(steps))
        last = self.rows[-1] if steps > 0 else self.rows[0]
        beyond = average(dice) > last.average if steps > 0 else average(dice) < last.average
        stays = beyond or (index is None and average(dice) == last.average)
        key = "damage_steps.top" if steps > 0 else "damage_steps.bottom"
        end = Reason("D6", key, row=last.number, dice=last.text, steps=steps, count=abs(steps))
        return Walked(dice, bonus, None, end) if stays else Walked(last.dice, bonus, last, end)

    def _from(self, index: int | None, dice: Expression, steps: int) -> int:
        """The place `steps` lead to, which may lie past an end."""
        if index is not None:
            return index + steps
        if steps > 0:
            return bisect_right(self._averages, average(dice)) + steps - 1
        return bisect_left(self._averages, average(dice)) + steps
