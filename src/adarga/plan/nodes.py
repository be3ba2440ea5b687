"""The nodes of a plan: checks that end in blows, and the soak steps of a blow.

A plan is plain immutable data. A `Check` rolls a die and looks the face up in its bands; each band leads to
another check or to a `Blow`, whose parts are rolled, soaked and summed. Every node carries the `Reason` it is
there for, and what could have acted and did not stands in `idle`. Reasons are keys and numbers, never prose.
"""

from __future__ import annotations

from dataclasses import dataclass

from adarga.dice import Expression
from adarga.errors import AdargaError


class Thing(str):
    """The id of something a book names (an armour, a weapon, a damage type): its name is said at the edge."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a node, a step or an offer is there (or why something is idle).

    `ruling` is the id of the rule that decides it (`"A1"`, `"D7"`, `"P3"`; `""` for none), `key` names the
    message and `values` are what fills it: numbers, text, and ids of things a book names.

    >>> Reason("D4", "damage_steps.rating", by=3, type=Thing("S")).values
    (('by', 3), ('type', 'S'))
    """

    ruling: str
    key: str
    values: tuple[tuple[str, int | str], ...]

    def __init__(self, ruling: str, key: str, /, **values: int | str) -> None:
        object.__setattr__(self, "ruling", ruling)
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "values", tuple(values.items()))


NONE = Reason("", "plan.none")
"""The reason of a node made by hand, with no rule to name."""


@dataclass(frozen=True, slots=True)
class Halve:
    """Half of the value, rounded down, or up where `up`."""

    up: bool = False
    reason: Reason = NONE

    def __call__(self, value: int) -> int:
        """The value after this step."""
        return (value + 1) // 2 if self.up else value // 2


@dataclass(frozen=True, slots=True)
class Reduce:
    """`by` points less, never taken below `down_to`; a value already at or below `down_to` stays.

    Raises `AdargaError` (`plan.reduce`) where `by` or `down_to` is negative.
    """

    by: int
    down_to: int = 0
    reason: Reason = NONE

    def __post_init__(self) -> None:
        if self.by < 0 or self.down_to < 0:
            raise AdargaError("plan.reduce", by=self.by, down_to=self.down_to)

    def __call__(self, value: int) -> int:
        """The value after this step."""
        left = value - self.by
        if left > self.down_to:
            return left
        return value if value < self.down_to else self.down_to


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The value, or `least` where it is lower: a minimum that overrides what was absorbed."""

    least: int
    reason: Reason = NONE

    def __call__(self, value: int) -> int:
        """The value after this step."""
        return max(value, self.least)


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing of the value is left."""

    reason: Reason = NONE

    def __call__(self, value: int) -> int:
        """The value after this step: 0."""
        return 0


Step = Halve | Reduce | AtLeast | Ignore
"""A soak step: the closed set of things that can happen to rolled damage."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a blow: dice (None: a constant) and a constant `plus`, never below 0, then its own soak.

    `type` is the id of its damage type, where the book has types.
    """

    dice: Expression | None
    plus: int = 0
    soak: tuple[Step, ...] = ()
    type: str | None = None
    reason: Reason = NONE
    idle: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice still open once the damage is known: what (`name`), whose (`by`), at what cost.

    `by` is `"attacker"` or `"target"`; `cost` is what one taking spends, as (resource, amount); `most` is how
    many times it can be taken on this blow. Taking one compiles the plan again with the choice.
    """

    name: str
    by: str
    cost: tuple[str, int]
    most: int = 1
    reason: Reason = NONE


@dataclass(frozen=True, slots=True)
class Blow:
    """The end of a branch: the parts are summed, then `soak` works on the sum. A miss has no parts.

    `marks` are facts for the fight (telling, critical column, usage die due). Raises `AdargaError` (`plan.empty`)
    where there is something to soak with and nothing to soak.
    """

    parts: tuple[Part, ...] = ()
    soak: tuple[Step, ...] = ()
    offers: tuple[Offer, ...] = ()
    marks: tuple[str, ...] = ()
    reason: Reason = NONE
    idle: tuple[Reason, ...] = ()

    def __post_init__(self) -> None:
        if self.soak and not self.parts:
            raise AdargaError("plan.empty", steps=len(self.soak))

    @property
    def lands(self) -> bool:
        """Whether there is anything in this blow: a miss, a dodge, a block are empty ones."""
        return bool(self.parts)


Runs = tuple[tuple[int, int], ...]
"""A set of faces as ascending runs, both ends included: `((1, 1), (9, 19))`."""


@dataclass(frozen=True, slots=True)
class Band:
    """Some faces of a check's die, as runs, what they lead to, and the marks they leave."""

    name: str
    faces: Runs
    then: Plan
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A roll of `die` looked up in `bands`, which share every total it can show out among them, each once.

    Bands may share a name: they are one branch then, and keep their marks apart. A band may be without faces.
    Raises `AdargaError` (`plan.bands`) where a total is in no band or in two.
    """

    name: str
    die: Expression
    bands: tuple[Band, ...]
    reason: Reason = NONE
    idle: tuple[Reason, ...] = ()

    def __post_init__(self) -> None:
        runs = sorted(run for band in self.bands for run in band.faces)
        due = self.die.least
        for first, last in runs:
            if first != due or last < first:
                raise AdargaError("plan.bands", check=self.name, face=due)
            due = last + 1
        if due != self.die.greatest + 1:
            raise AdargaError("plan.bands", check=self.name, face=due)

    def band(self, total: int) -> Band:
        """The band a total of the die falls in. Raises `AdargaError` (`plan.face`) where the die cannot show it."""
        for band in self.bands:
            for first, last in band.faces:
                if first <= total <= last:
                    return band
        raise AdargaError("plan.face", check=self.name, face=total, least=self.die.least, most=self.die.greatest)


Plan = Check | Blow
"""What a rulebook compiles a matchup into."""


def runs(faces: range | set[int]) -> Runs:
    """A set of faces as runs.

    >>> runs({1, 2, 3, 7, 9, 10})
    ((1, 3), (7, 7), (9, 10))
    """
    if isinstance(faces, range) and faces.step == 1:
        return ((faces[0], faces[-1]),) if faces else ()
    found: list[tuple[int, int]] = []
    for face in sorted(faces):
        if found and found[-1][1] == face - 1:
            found[-1] = (found[-1][0], face)
        else:
            found.append((face, face))
    return tuple(found)
