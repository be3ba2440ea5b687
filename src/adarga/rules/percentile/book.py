"""The tables and switches of the percentile rulebook, as its TOML book or a house book sets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Annotated, ClassVar, Literal

from adarga.dice import Expression
from adarga.plan import runs
from adarga.plan.nodes import Runs
from adarga.rules.percentile.simplified import Reading, Simplified, reading
from adarga.rules.protocol import FORBID, Monster, Piece, Weapon
from adarga.rules.values import Count, Level, Names, Range, Rounding, Signed

Face = Annotated[int, Range(1, 100)]
"""What a d100 can show: 1 to 100, 00 being 100."""
D100 = range(1, 101)


@dataclass(frozen=True, kw_only=True, slots=True)
class Automatic:
    """P1: faces that succeed, or fail, whatever the chance; a face in both fails."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    success: tuple[Face, ...] = ()
    failure: tuple[Face, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Prone:
    """P2: what a prone or covered target changes, in points: of the `attack` on it, of its `dodge` and `block`."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    attack: Signed
    dodge: Signed
    block: Signed


@dataclass(frozen=True, kw_only=True, slots=True)
class Surprise:
    """P3: which way half a surprised one's DES goes."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    round: Rounding


@dataclass(frozen=True, kw_only=True, slots=True)
class Defending:
    """P4: points on `dodge` and `block` of who only defends, and until when."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    dodge: Signed
    block: Signed
    until: Literal["own-turn", "round"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """P5: who goes first of those with the same DES."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    ties: Literal["skill", "listed", "together"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Protection:
    """P6: whether every protection absorbs or only the best."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    pieces: Literal["sum", "best"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Wounds:
    """P9 and P10: how losses are classed and added up, and what they lead to.

    `severe_above` is a share of full life in per cent; `window_hours` how near light wounds must be to be added up;
    `check_factor` what CON is multiplied by; `unconscious_minutes` how long one lies; `unconscious_at` the most
    points at which one does; `dying_rounds` full rounds left at 0 points; `healing` the dice of `healing_days` of rest.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    severe_above: Annotated[int, Range(1, 100)]
    window_hours: Level
    beyond_light: Literal["family", "off"]
    check_factor: Level
    unconscious_minutes: Level
    unconscious_at: Count
    dying_rounds: Count
    healing: str
    healing_days: Level


@dataclass(frozen=True, kw_only=True)
class PercentileBook:
    """Everything a percentile book says: switches by the ruling they belong to, and named things by id."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str
    name: Names
    base: str
    automatic: Automatic
    prone: Prone
    surprise: Surprise
    defending: Defending
    order: Order
    armour: Protection
    simplified: Simplified
    wounds: Wounds
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armours: Mapping[str, Piece] = field(default_factory=dict)
    shields: Mapping[str, Piece] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)

    @cached_property
    def split(self) -> Callable[[int], tuple[Runs, Runs]]:
        """The faces of a d100 that succeed and those that fail at a chance from 0 to 100."""
        return lru_cache(maxsize=128)(partial(_split, self.automatic))

    @cached_property
    def digits(self) -> Callable[[int], tuple[Runs, tuple[Runs, ...]]]:
        """The faces that fail at a chance, and those that succeed by their units digit, 0 to 9."""
        return lru_cache(maxsize=128)(partial(_digits, self.automatic))

    @cached_property
    def reading(self) -> Callable[[Expression], Reading]:
        """How damage dice are read off a units digit: the row they use and what each digit gives."""
        return lru_cache(maxsize=256)(partial(reading, self.simplified, self.simplified.table()))


def succeeding(automatic: Automatic, chance: int) -> set[int]:
    """The faces of a d100 that succeed at a chance (P1).

    >>> len(succeeding(Automatic(success=(1, 2), failure=(100,)), 0))
    2
    """
    return (set(range(1, chance + 1)) | set(automatic.success)) - set(automatic.failure)


def _split(automatic: Automatic, chance: int) -> tuple[Runs, Runs]:
    good = succeeding(automatic, chance)
    return runs(good), runs(set(D100) - good)


def _digits(automatic: Automatic, chance: int) -> tuple[Runs, tuple[Runs, ...]]:
    good = succeeding(automatic, chance)
    return runs(set(D100) - good), tuple(runs({face for face in good if face % 10 == digit}) for digit in range(10))
