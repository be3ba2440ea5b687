"""P8, simplified damage: which row of the conversion a weapon's dice use, and what each units digit gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from adarga.dice import Expression, parse
from adarga.errors import AdargaError
from adarga.plan import AtLeast, Part, Reason, Reduce, Step
from adarga.rules.protocol import FORBID
from adarga.rules.values import Count, Range, Rounding, Signed

D6 = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """How a units digit becomes damage: divided by `divide`, rounded (None: as the book rounds), then `add`.

    `minimum` is one of the row's own, where it has any; the book's holds besides.

    >>> Row(divide=2, add=1).raw(7, "down"), Row(divide=5, round="up").raw(6, "down")
    (4, 2)
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    divide: Annotated[int, Range(1, 10)] = 1
    add: Signed = 0
    round: Rounding | None = None
    minimum: Count = 0

    def raw(self, units: int, rounding: Rounding) -> int:
        """What `units` (0 to 10) gives before any minimum: it can be negative."""
        up = (self.round or rounding) == "up"
        return (-(-units // self.divide) if up else units // self.divide) + self.add


@dataclass(frozen=True, kw_only=True, slots=True)
class Simplified:
    """P8: damage read off the units digit of the roll that hit.

    `on` is what counts where a fight does not say; `zero` what the digit 0 counts as; `round` which way halves go
    in the rows that do not say; `extra_d6_adds` points for each d6 beyond a row, where `extra_d6` lets it.
    `rows` is keyed by dice (`d8`, `2d6`).
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    on: bool
    zero: Literal[0, 10]
    round: Rounding
    extra_d6: Literal["any", "after-2d6"]
    extra_d6_adds: Count
    minimum: Count
    within_dice: bool
    no_roll: Literal["dice", "d10"]
    rows: Mapping[str, Row]

    def table(self) -> Table:
        """The rows by their dice. Raises `AdargaError` (`dice.…`) where a key is not dice."""
        return {parse(dice): row for dice, row in self.rows.items()}


Table = Mapping[Expression, Row]


@dataclass(frozen=True, slots=True)
class Reading:
    """The `row` that dice are read on, as dice (`"2d6"`), the `extra` d6 beyond it, and what digits 0 to 9 give.

    `exact` is False where the dice stand on no row and the nearest was taken; `raw` is what the row gives, `damage`
    the same after the minimum and whatever else holds it, `parts` the constant parts that come to it.
    """

    row: str
    extra: int
    exact: bool
    raw: tuple[int, ...]
    damage: tuple[int, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A row, so many d6 beyond it, and the largest result the two can show."""

    dice: Expression
    extra: int = 0

    @property
    def greatest(self) -> int:
        return self.dice.greatest + D6 * self.extra


def _largest_d6(table: Table, most: int) -> Expression | None:
    """The row of the most d6, at most `most` of them."""
    rows = [dice for dice in table if dice.pool is not None and dice.pool[1] == D6 and dice.pool[0] <= most]
    return max(rows, key=lambda dice: dice.greatest, default=None)


def _standing(table: Table, switches: Simplified, dice: Expression) -> _Place | None:
    """The row that plain dice stand on, with d6 beyond it where the book lets them; None for all other damage."""
    if dice.pool is not None:
        own = next((row for row in table if row.pool == dice.pool), None)
        if own is not None:
            return _Place(own)
    parts = [addend.expression.pool for addend in dice.addends() if addend.sign > 0]
    if len(parts) < len(dice.addends()) or None in parts:
        return None
    pools = [pool for pool in parts if pool is not None]
    sixes = sum(count for count, sides in pools if sides == D6)
    others = [pool for pool in pools if pool[1] != D6]
    if not others:
        base = _largest_d6(table, sixes)
        return None if base is None or base.pool is None else _Place(base, sixes - base.pool[0])
    if switches.extra_d6 != "any" or len(others) > 1:
        return None
    own = next((row for row in table if row.pool == others[0]), None)
    return None if own is None else _Place(own, sixes)


def _nearest(table: Table, greatest: int) -> _Place:
    """The row, or row of still more d6, whose largest result is nearest; of two equally near the smaller."""
    places = [_Place(row) for row in table]
    sixes = _largest_d6(table, greatest)
    if sixes is not None:
        beyond = max(0, (greatest - sixes.greatest) // D6)
        places += [_Place(sixes, extra) for extra in (beyond, beyond + 1) if extra]
    return min(places, key=lambda place: (abs(place.greatest - greatest), place.greatest))


def _holds(switches: Simplified, row: Row, dice: Expression, raw: int) -> tuple[Step, ...]:
    """What holds a row's result: the range of the dice, where the book says so, then the greater minimum."""
    minimum = max(switches.minimum, row.minimum)
    steps: list[Step] = []
    value = raw
    if switches.within_dice and raw > dice.greatest:
        value = max(dice.greatest, 0)
        steps.append(Reduce(raw - value, reason=Reason("P8", "percentile.at_most_dice", most=value)))
    elif switches.within_dice and raw < dice.least:
        value = dice.least
        steps.append(AtLeast(value, Reason("P8", "percentile.at_least_dice", least=value)))
    if value < minimum:
        steps.append(AtLeast(minimum, Reason("P8", "percentile.minimum", least=minimum)))
    return tuple(steps)


def _reason(place: _Place, exact: bool, adds: int, digit: int | str, raw: int) -> Reason:
    values: dict[str, int | str] = {"digit": digit, "row": str(place.dice), "result": raw}
    if not exact:
        return Reason("P8", "percentile.digit_nearest", **values, extra=place.extra)
    if place.extra:
        return Reason("P8", "percentile.digit_extra", **values, extra=place.extra, adds=adds)
    return Reason("P8", "percentile.digit", **values)


def _damage(part: Part) -> int:
    value = max(part.plus, 0)
    for step in part.soak:
        value = step(value)
    return value


def reading(switches: Simplified, table: Table, dice: Expression) -> Reading:
    """How `dice` are read off a units digit under the switches of a book.

    Raises `AdargaError` (`percentile.no_damage`) for a number below 0.
    """
    if dice.constant is not None and dice.constant < 0:
        raise AdargaError("percentile.no_damage", damage=str(dice))
    own = _standing(table, switches, dice)
    place = own or _nearest(table, dice.greatest)
    row, adds = table[place.dice], place.extra * switches.extra_d6_adds
    raw = tuple(row.raw(digit or switches.zero, switches.round) + adds for digit in range(10))
    shown = [f"0 ({switches.zero})" if switches.zero else 0, *range(1, 10)]
    reasons = (_reason(place, own is not None, adds, shown[digit], raw[digit]) for digit in range(10))
    parts = tuple(
        Part(None, value, _holds(switches, row, dice, value), reason=reason)
        for value, reason in zip(raw, reasons, strict=True)
    )
    return Reading(
        row=str(place.dice),
        extra=place.extra,
        exact=own is not None,
        raw=raw,
        damage=tuple(map(_damage, parts)),
        parts=parts,
    )
