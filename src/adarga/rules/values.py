"""What can be written on a sheet or in a book: ranges of numbers, names in two languages, armour ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest value a number may have, both included; None: no end.

    Stands in `Annotated[int, Range(1, 99)]`; whoever loads or parses the field holds it to the range, and
    pydantic takes it for its own bounds.
    """

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        bounds = {"ge": self.least, "le": self.most}
        return handler(source) | {name: bound for name, bound in bounds.items() if bound is not None}


Count = Annotated[int, Range(0, 9999)]
"""Points, absorption, energy: a number from 0 to 9999."""
Level = Annotated[int, Range(1, 999)]
"""A level or a characteristic as rolled on its die: from 1."""
Signed = Annotated[int, Range(-999, 999)]
"""A bonus, a modifier, armour penetration, damage steps."""
Percent = Annotated[int, Range(0, 999)]
"""A skill in per cent; above 100 before modifiers is allowed."""
Rounding = Literal["down", "up"]
"""Which way a half goes."""
Characteristic = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
"""The characteristics a sheet may hold."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a thing is called in each language, and further words it answers to."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    en: str
    es: str
    aliases: tuple[str, ...] = ()

    @classmethod
    def same(cls, name: str) -> Names:
        """One name for both languages: a thing a sheet names itself."""
        return cls(name, name)

    def say(self, language: str) -> str:
        """The name in `"en"` or `"es"`.

        >>> Names("chain mail", "cota de malla").say("es")
        'cota de malla'
        """
        return self.es if language == "es" else self.en


@dataclass(frozen=True, slots=True)
class Rating:
    """Armour rating against one damage type (`type` None: against every type): `armour` plus `hardness` [H]."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    type: str | None
    armour: Count = 0
    hardness: Count = 0
