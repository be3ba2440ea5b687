"""One strike read from a plan with the dice that fell: what is still needed, or how it came out.

Playing, replaying and typing dice walk through the plan in one way: `read` throws nothing, `play` what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adarga.dice import OutOfDice, Source, Typed
from adarga.errors import AdargaError
from adarga.plan.nodes import Blow, Check, Offer, Part, Plan, Reason, Step

Faces = Mapping[str, Sequence[int | str]]
"""Dice that fell, by the name they go under, each in the order thrown; `0` and `00` as printed on d10 and d100."""

DAMAGE = "damage"
"""The name under which all damage dice of a blow stand, in the order thrown."""


@dataclass(frozen=True, slots=True)
class Needs:
    """A die still to be thrown: its `sides`, the `name` it goes under, and the branch it is on."""

    name: str
    sides: int
    path: tuple[str, ...]
    reason: Reason

    @property
    def missing(self) -> AdargaError:
        """The error to raise where no further die will come."""
        return AdargaError("plan.needs", name=self.name, sides=self.sides)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a strike came out.

    `path` holds the names of the bands it went through, `dice` the faces used by name in the order thrown,
    `unused` the faces given that nothing asked for, `blow` the blow it ended in.
    """

    path: tuple[str, ...]
    marks: tuple[str, ...]
    damage: int
    offers: tuple[Offer, ...]
    dice: tuple[tuple[str, tuple[int, ...]], ...]
    unused: tuple[tuple[str, tuple[int, ...]], ...]
    blow: Blow

    @property
    def branch(self) -> str:
        """The branch id: the path's names joined by `/`; `lands` where there was no check."""
        return branch_id(self.path)


def branch_id(path: tuple[str, ...]) -> str:
    """The id of a branch: its band names joined by `/`, `lands` for a blow with no check before it."""
    return "/".join(path) or "lands"


def merge_marks(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Two sets of marks as one, sorted, each mark once."""
    if not second:
        return first
    return tuple(sorted({*first, *second}))


def rolled_part(part: Part, source: Source) -> int:
    """What a part shows before soak, its dice thrown from `source`: never below 0."""
    total = part.plus if part.dice is None else part.dice.roll(source).total + part.plus
    return max(total, 0)


def soaked(value: int, steps: tuple[Step, ...]) -> int:
    """A value after every soak step, in order."""
    for step in steps:
        value = step(value)
    return value


MISTYPED = {"dice.typed.range": "plan.typed.range", "dice.typed.number": "plan.typed.number"}


class _Thrown:
    """The dice lying under one name: the faces taken of them, and those nothing asked for.

    What is still asked for when they are used up comes from `source`, where there is one.
    """

    __slots__ = ("_given", "_name", "_source", "_typed", "taken")

    def __init__(self, name: str, values: Sequence[int | str], source: Source | None) -> None:
        self._name = name
        self._typed = Typed(values)
        self._given = len(values)
        self._source = source
        self.taken: list[int] = []

    @property
    def unused(self) -> tuple[int, ...]:
        try:
            return self._typed.left_over
        except AdargaError as error:
            raise self._named(error) from None

    def die(self, sides: int) -> int:
        if self._source is not None and len(self.taken) >= self._given:
            face = self._source.die(sides)
        else:
            face = self._typed_face(sides)
        self.taken.append(face)
        return face

    def _typed_face(self, sides: int) -> int:
        try:
            return self._typed.die(sides)
        except AdargaError as error:
            if error.key in MISTYPED:
                raise self._named(error) from None
            raise

    def _named(self, error: AdargaError) -> AdargaError:
        value, which, sides = (error.values.get(name) for name in ("value", "which", "sides"))
        return AdargaError(MISTYPED[error.key], name=self._name, value=value, which=which, sides=sides)


class _Walk:
    """The way through a plan, with the dice thrown on it; where it stopped for want of a die, what it stood at."""

    __slots__ = ("_source", "_table", "name", "node", "path")

    def __init__(self, plan: Plan, faces: Faces, source: Source | None = None) -> None:
        self._source = source
        self._table = {name: _Thrown(name, values, source) for name, values in faces.items()}
        self.node = plan
        self.name = DAMAGE
        self.path: tuple[str, ...] = ()

    def _dice(self, name: str) -> _Thrown:
        self.name = name
        found = self._table.get(name)
        if found is None:
            found = self._table[name] = _Thrown(name, (), self._source)
        return found

    def outcome(self) -> Outcome:
        """How the strike came out. Raises `OutOfDice` where a die is missing."""
        marks: tuple[str, ...] = ()
        node = self.node
        while isinstance(node, Check):
            band = node.band(node.die.roll(self._dice(node.name)).total)
            self.path, marks = (*self.path, band.name), merge_marks(marks, band.marks)
            self.node = node = band.then
        thrown = self._dice(DAMAGE)
        damage = sum(soaked(rolled_part(part, thrown), part.soak) for part in node.parts)
        table = self._table
        return Outcome(
            path=self.path,
            marks=merge_marks(marks, node.marks),
            damage=soaked(damage, node.soak),
            offers=node.offers,
            dice=tuple((name, tuple(dice.taken)) for name, dice in table.items() if dice.taken),
            unused=tuple((name, dice.unused) for name, dice in table.items() if dice.unused),
            blow=node,
        )


def read(plan: Plan, faces: Faces) -> Needs | Outcome:
    """Read a strike from the faces thrown so far, by check name and `damage`.

    The damage dice of all parts stand together under `damage`, in the order thrown. Raises `AdargaError`
    (`plan.typed.range`, `plan.typed.number`) where a face is not on its die.
    """
    walk = _Walk(plan, faces)
    try:
        return walk.outcome()
    except OutOfDice as out:
        return Needs(walk.name, out.sides, walk.path, walk.node.reason)


def play(plan: Plan, source: Source, faces: Faces | None = None) -> Outcome:
    """Play one strike: the faces already known are used, the rest is thrown from `source`.

    The dice are thrown in the order in which `read` asks for them.

    >>> from adarga.dice import Seeded, parse
    >>> play(Blow((Part(parse("2d6")),)), Seeded(1)).branch
    'lands'
    """
    return _Walk(plan, faces or {}, source).outcome()
