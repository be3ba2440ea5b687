"""The tables and switches of an `absorption` book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from adarga.rules.protocol import FORBID, Monster, Piece, Weapon
from adarga.rules.values import Count, Names, Range

Positive = Annotated[int, Range(1, 9999)]
"""A cost, a step or a least number that cannot be 0."""

USAGE_DICE = ("d20", "d12", "d10", "d8", "d6", "d4")
"""The usage dice, in the order they step down."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Penetration:
    """The least damage of a blow that lands (A1, A3).

    `by_die` gives it by the damage die (`"d8"`), `by_level` by the greatest level of each row. `capped_by_roll`: it
    never exceeds the roll. `of_many_dice`: which of several dice decides.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    capped_by_roll: bool = False
    of_many_dice: Literal["largest", "first"] = "largest"
    by_die: Mapping[str, Count]
    by_level: Mapping[str, Count]


@dataclass(frozen=True, kw_only=True, slots=True)
class Effectiveness:
    """`from_roll`: whether the margin of the attack test is effectiveness too (A2)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    from_roll: Literal["none", "margin"] = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class Energy:
    """Effectiveness bought with energy (A2).

    `per_effectiveness` points buy one, at most `most_per_blow` (0: no limit), once the damage is known or before the
    roll (`when`: then all that is there to spend is spent at once).
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    per_effectiveness: Positive = 1
    most_per_blow: Count = 0
    when: Literal["after", "before"] = "after"


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsorptionValue:
    """What an absorption value is made of (A5).

    `constitution` gives the base by the greatest Constitution of each row, the lowest printed one being
    `constitution_from`. `shield_and_item`: whether only the better of the two counts.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    constitution_from: Positive = 4
    constitution: Mapping[str, Count]
    shield_and_item: Literal["better", "sum"] = "better"


@dataclass(frozen=True, kw_only=True, slots=True)
class StoneBorn:
    """What the stone-born absorb more (A7): always `base`, and `per_energy` for each energy point spent.

    At most `energy_per_attack` points count against one attack; they last for that `attack`, the `round` or the
    `fight`.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    base: Count = 1
    per_energy: Positive = 1
    energy_per_attack: Count = 1
    lasts: Literal["attack", "round", "fight"] = "attack"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sacrifice:
    """`who` may destroy a shield to ignore a blow: those with the ability, or anyone (A8)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    who: Literal["ability", "anyone"] = "ability"


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """Usage dice (A10).

    `pieces`: the worn armour's alone, or the shield's each time too. `when` they fall due: on the worst face of a
    test, for every piece after the fight, or only when asked for. On `steps_down_on` or less a die steps down `dice`.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    pieces: Literal["armour-first", "each"] = "armour-first"
    when: Literal["worst-face", "after-fight", "asked"] = "worst-face"
    steps_down_on: Annotated[int, Range(1, 3)] = 2
    dice: tuple[str, ...] = USAGE_DICE


@dataclass(frozen=True, kw_only=True, slots=True)
class Outside:
    """Past the ends of a table: `"extend"` goes on with a note, `"error"` refuses (G3)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    outside: Literal["extend", "error"] = "extend"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of rows, each good up to a number, in ascending order."""

    rows: tuple[tuple[int, int], ...]

    def row(self, number: int) -> tuple[int, int]:
        """The row (up to, value) a number stands in; the last where it is above them all."""
        return next((row for row in self.rows if number <= row[0]), self.rows[-1])

    def beyond(self, number: int) -> int:
        """The value of a number above the last row, going on as the last two rows do."""
        upto, value = self.rows[-1]
        if len(self.rows) < 2:
            return value
        before, less = self.rows[-2]
        width = upto - before
        return value + (value - less) * ((number - upto + width - 1) // width)


@dataclass(frozen=True, kw_only=True)
class AbsorptionBook:
    """A whole book. `test`: whether a d20 succeeds at the characteristic or above it, or at it or below (A9)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str
    name: Names
    base: str = "absorption"
    test: Literal["at-least", "at-most"] = "at-least"
    penetration: Penetration
    effectiveness: Effectiveness = Effectiveness()
    energy: Energy = Energy()
    absorption: AbsorptionValue
    stone_born: StoneBorn = StoneBorn()
    sacrifice: Sacrifice = Sacrifice()
    usage: Usage = Usage()
    tables: Outside = Outside()
    armours: Mapping[str, Piece] = field(default_factory=dict)
    shields: Mapping[str, Piece] = field(default_factory=dict)
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)

    @cached_property
    def by_die(self) -> Rows:
        """Penetration by the number of sides."""
        return _rows(self.penetration.by_die)

    @cached_property
    def by_level(self) -> Rows:
        """Penetration by level."""
        return _rows(self.penetration.by_level)

    @cached_property
    def by_constitution(self) -> Rows:
        """Base absorption by Constitution."""
        return _rows(self.absorption.constitution)

    def names(self, thing: str) -> Names | None:
        """The names of an armour, shield, weapon or monster by its id, None where this book has none such."""
        for table in (self.armours, self.shields, self.weapons):
            if thing in table:
                return table[thing].name
        return self.monsters[thing].name if thing in self.monsters else None


def _rows(table: Mapping[str, int]) -> Rows:
    return Rows(tuple(sorted((int(key.lstrip("d")), value) for key, value in table.items())))
