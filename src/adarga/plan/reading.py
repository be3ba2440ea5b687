"""One strike read from a plan with the dice that fell: what is still needed, or how it came out.

`read` is under playing, replaying and typing dice alike: it throws nothing itself.
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


class _Thrown:
    """The dice lying under one name: the faces taken of them, and those nothing asked for."""

    def __init__(self, values: Sequence[int | str]) -> None:
        self._typed = Typed(values)
        self.taken: list[int] = []

    @property
    def unused(self) -> tuple[int, ...]:
        return tuple(int(value) for value in self._typed.unused)

    def die(self, sides: int) -> int:
        face = self._typed.die(sides)
        self.taken.append(face)
        return face


def read(plan: Plan, faces: Faces) -> Needs | Outcome:
    """Read a strike from the faces thrown so far, by check name and `damage`.

    The damage dice of all parts stand together under `damage`, in the order thrown. Raises `AdargaError` where a
    face is not on its die.
    """
    table = {name: _Thrown(values) for name, values in faces.items()}
    path: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    node = plan
    name, reason = DAMAGE, node.reason
    try:
        while isinstance(node, Check):
            name, reason = node.name, node.reason
            band = node.band(node.die.roll(table.setdefault(name, _Thrown(()))).total)
            path, marks, node = (*path, band.name), merge_marks(marks, band.marks), band.then
        name, reason = DAMAGE, node.reason
        thrown = table.setdefault(DAMAGE, _Thrown(()))
        damage = sum(soaked(rolled_part(part, thrown), part.soak) for part in node.parts)
    except OutOfDice as out:
        return Needs(name, out.sides, path, reason)
    return Outcome(
        path=path,
        marks=merge_marks(marks, node.marks),
        damage=soaked(damage, node.soak),
        offers=node.offers,
        dice=tuple((name, tuple(dice.taken)) for name, dice in table.items() if dice.taken),
        unused=tuple((name, dice.unused) for name, dice in table.items() if dice.unused),
        blow=node,
    )


def play(plan: Plan, source: Source, faces: Faces | None = None) -> Outcome:
    """Play one strike: the faces already known are used, the rest is thrown from `source`.

    >>> from adarga.dice import Seeded, parse
    >>> play(Blow((Part(parse("2d6")),)), Seeded(1)).branch
    'lands'
    """
    known: dict[str, list[int | str]] = {name: list(values) for name, values in (faces or {}).items()}
    while True:
        found = read(plan, known)
        if isinstance(found, Outcome):
            return found
        known.setdefault(found.name, []).append(source.die(found.sides))
