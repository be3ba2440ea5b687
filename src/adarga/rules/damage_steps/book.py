"""The tables and switches of a `damage-steps` book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

from adarga.rules.damage_steps.ladder import Ladder
from adarga.rules.names import called, folded, search
from adarga.rules.protocol import FORBID, NO_NAME, Monster, Piece, Weapon
from adarga.rules.values import Names, Rounding


@dataclass(frozen=True, kw_only=True, slots=True)
class DamageType:
    """A damage type: its id (`S`, `P`, `C`, `E` or a word) and its names."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str = ""
    name: Names = NO_NAME


@dataclass(frozen=True, kw_only=True, slots=True)
class Attack:
    """How an attack is read.

    `many_types`: an attack of several types uses the one with the better or worse mean on an ordinary hit (D1);
    `default_type` is the type of one that names none; `natural_one`: whether a natural 1 always misses (D10).
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    many_types: Literal["best", "worst"] = "best"
    default_type: str = "S"
    natural_one: Literal["misses", "counts"] = "misses"


@dataclass(frozen=True, kw_only=True, slots=True)
class Armour:
    """`pieces`: whether the ratings of several pieces add up or the best one counts alone (D3)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    pieces: Literal["sum", "best"] = "sum"


@dataclass(frozen=True, kw_only=True, slots=True)
class NonLethal:
    """Non-lethal damage (D9): what is halved, which way a half goes, and the type whose ratings it meets."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    halves: Literal["all", "dice"] = "all"
    round: Rounding = "down"
    type: str = "C"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outside:
    """Past the ends of the ladder: `"extend"` stays on the last row with a note, `"error"` refuses (D6, G3)."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    outside: Literal["extend", "error"] = "extend"


@dataclass(frozen=True, kw_only=True)
class DamageStepsBook:
    """A whole book. `ladder` holds the dice of each row by the row's number, as text."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str
    name: Names
    base: str = "damage-steps"
    attack: Attack = Attack()
    armour: Armour = Armour()
    non_lethal: NonLethal = NonLethal()
    tables: Outside = Outside()
    types: Mapping[str, DamageType]
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armours: Mapping[str, Piece] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
    ladder: Mapping[str, str]

    @cached_property
    def rungs(self) -> Ladder:
        """The ladder as rows, parsed once."""
        return Ladder(self.ladder, self.tables.outside)

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """Everything its types answer to."""
        return tuple(name for type in self.types.values() for name in called(type))

    def type_id(self, text: str) -> str:
        """The id of the type that answers to a name; a type this book does not name goes by its folded name."""
        if text in self.types:
            return text
        found = search(self.types, text)
        return folded(text) if found is None else found.id

    def names(self, thing: str) -> Names | None:
        """The names of a type, weapon, piece or monster by its id, None where this book has none such."""
        for table in (self.types, self.weapons, self.armours):
            if thing in table:
                return table[thing].name
        return self.monsters[thing].name if thing in self.monsters else None
