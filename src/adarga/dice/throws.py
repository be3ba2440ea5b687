"""Throwing one dice term, die by die, and what became of each face.

Order of the throws: the term's dice first, then each operator from left to right throws what it needs,
die by die (a die's whole chain of explosions, then the next die's).
"""

from __future__ import annotations

from adarga.dice.frozen import Frozen
from adarga.dice.limits import REROLLS
from adarga.dice.terms import KEEPS, matcher, window
from adarga.errors import AdargaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from adarga.dice.terms import Operator

    Die = Callable[[int], int]


class RolledDie(Frozen):
    """One face as it fell: `sides`, `face`, whether it was `dropped`, and `why` (a message key, or None).

    A die that was rerolled is dropped; the further dice of an explosion stand as dice of their own.
    """

    __slots__ = ("dropped", "face", "sides", "why")
    sides: int
    face: int
    dropped: bool
    why: str | None

    def __init__(self, sides: int, face: int, dropped: bool = False, why: str | None = None) -> None:
        self._fill(sides=sides, face=face, dropped=dropped, why=why)


class _Throw:
    """The dice of one term while they are thrown: each die's value, the places of its faces, and all faces so far."""

    __slots__ = ("alive", "die", "faces", "fate", "places", "sides", "values")

    def __init__(self, count: int, sides: int, die: Die) -> None:
        self.sides = sides
        self.die = die
        self.faces = [die(sides) for _ in range(count)]
        self.fate: list[tuple[bool, str | None]] = [(False, None)] * count
        self.values = list(self.faces)
        self.places = [[at] for at in range(count)]
        self.alive = list(range(count))

    def further(self, die: int, why: str | None) -> int:
        """Throw one more die that belongs to a die of the term."""
        face = self.die(self.sides)
        self.places[die].append(len(self.faces))
        self.faces.append(face)
        self.fate.append((False, why))
        return face

    def mark(self, die: int, dropped: bool, why: str) -> None:
        for place in self.places[die]:
            self.fate[place] = (dropped, why)

    def keep(self, name: str, number: int) -> None:
        # Of equal values the one thrown first is kept.
        turn = 1 if name in ("kh", "dl") else -1
        best = sorted(self.alive, key=lambda die: (-turn * self.values[die], die))
        low, high = window(name, number, len(best))
        kept = set(best[: high - low])
        for die in self.alive:
            if die not in kept:
                self.mark(die, True, "dice.why.dropped_lowest" if turn == 1 else "dice.why.dropped_highest")
        self.alive = [die for die in self.alive if die in kept]

    def reroll(self, die: int, matches: Callable[[int], bool], once: bool) -> None:
        tries = 0
        while matches(self.values[die]) and not (once and tries):
            tries += 1
            if tries > REROLLS:
                raise AdargaError("dice.limit.rerolls", limit=REROLLS, asked=tries)
            self.mark(die, True, "dice.why.rerolled")
            self.places[die] = []
            self.values[die] = self.further(die, None)

    def explode(self, die: int, most: int) -> None:
        face = self.values[die]
        while face == self.sides and most:
            face = self.further(die, "dice.why.exploded")
            self.values[die] += face
            most -= 1

    def hold(self, die: int, value: int, why: str) -> None:
        if value != self.values[die]:
            self.values[die] = value
            self.mark(die, False, why)

    def apply(self, operator: Operator) -> None:
        name, comparison, number = operator
        if name in KEEPS:
            self.keep(name, number)
            return
        matches = matcher(comparison or "=", number)
        for die in self.alive:
            value = self.values[die]
            if name in ("ro", "r"):
                self.reroll(die, matches, once=name == "ro")
            elif name == "!":
                self.explode(die, number)
            elif name == "mi":
                self.hold(die, max(value, number), "dice.why.raised")
            elif name == "ma":
                self.hold(die, min(value, number), "dice.why.lowered")
            else:
                self.values[die] = 1 if matches(value) else 0
                self.mark(die, False, "dice.why.success" if matches(value) else "dice.why.no_success")


def throw(count: int, sides: int, operators: tuple[Operator, ...], die: Die) -> tuple[int, list[RolledDie]]:
    """The term's value and every die in the order thrown."""
    thrown = _Throw(count, sides, die)
    for operator in operators:
        thrown.apply(operator)
    record = [RolledDie(sides, face, *fate) for face, fate in zip(thrown.faces, thrown.fate, strict=True)]
    return sum(thrown.values[at] for at in thrown.alive), record


def thrower(count: int, sides: int, operators: tuple[Operator, ...]) -> Callable[[Die, list[int]], int]:
    """A function of (die, faces) that throws the term, adds the faces to the list and gives the value: the fast way."""
    if not operators:
        return _plain(count, sides)
    if len(operators) == 1 and operators[0][0] in KEEPS:
        low, high = window(operators[0][0], operators[0][2], count)
        return _kept(count, sides, low, high)

    def general(die: Die, faces: list[int]) -> int:
        value, record = throw(count, sides, operators, die)
        faces.extend(rolled.face for rolled in record)
        return value

    return general


def _plain(count: int, sides: int) -> Callable[[Die, list[int]], int]:
    def one(die: Die, faces: list[int]) -> int:
        face = die(sides)
        faces.append(face)
        return face

    def several(die: Die, faces: list[int]) -> int:
        thrown = [die(sides) for _ in range(count)]
        faces += thrown
        return sum(thrown)

    return one if count == 1 else several


def _kept(count: int, sides: int, low: int, high: int) -> Callable[[Die, list[int]], int]:
    def kept(die: Die, faces: list[int]) -> int:
        thrown = [die(sides) for _ in range(count)]
        faces += thrown
        thrown.sort()
        return sum(thrown[low:high])

    return kept
