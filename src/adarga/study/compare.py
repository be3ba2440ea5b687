"""The same roster under two books: every strike that moves, and by how much."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adarga.errors import AdargaError
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Weapon
from adarga.study.cells import Cell
from adarga.study.tables import Measure, measure_named

COMPARED = ("mean", "hurts", "drops", "rounds")
"""What strikes are compared by unless other measures are asked for."""
Rank = Literal["relative", "absolute"]
_NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class Move:
    """A measure that moves, from `before` to `after`; either may be infinite."""

    measure: Measure
    before: float
    after: float

    @property
    def change(self) -> float:
        """The absolute change, in the measure's own unit; infinite where either end is."""
        return self.after - self.before

    @property
    def ratio(self) -> float | None:
        """After to before; None where it is of no use, one of them being 0 or infinite."""
        if not (self.before and self.after) or math.isinf(self.before) or math.isinf(self.after):
            return None
        return self.after / self.before

    @property
    def relative(self) -> float:
        """How much it moves relatively, up or down: |ln ratio|, so that halved is as much as doubled.

        Infinite where something comes from nothing or goes to nothing, or an end appears or is gone.
        """
        return math.inf if self.ratio is None else abs(math.log(self.ratio))


@dataclass(frozen=True, slots=True)
class Moved:
    """A strike whose odds differ: who strikes whom with what, under the first book and the second, and what moves.

    `moves` is empty where the odds differ and no measure sees it.
    """

    attacker: str
    target: str
    weapons: tuple[Weapon, Weapon]
    moves: tuple[Move, ...]

    def by(self, rank: Rank, first: str) -> float:
        """How much it moves: its greatest relative move, or the absolute change of the measure `first`."""
        if rank == "relative":
            return max((move.relative for move in self.moves), default=0.0)
        return max((abs(move.change) for move in self.moves if move.measure.name == first), default=0.0)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All strikes of a roster under two books: how many there are, and those that move, the most first."""

    strikes: int
    moved: tuple[Moved, ...]


def compare(
    before: tuple[Rulebook, Mapping[str, Combatant]],
    after: tuple[Rulebook, Mapping[str, Combatant]],
    measures: Sequence[str] = COMPARED,
    rank: Rank = "relative",
) -> Comparison:
    """Every strike of each combatant at each other one, with each of its weapons, under two books.

    Each side is a rulebook and the combatants of the roster as that book knows them; the same names, and weapons in
    the same place on the sheet, are the same strike, and what only one side has is left out. `measures` are names of
    `adarga.study.tables.MEASURES`; those that need the target's points are left out where they are not known. `rank`
    orders by the greatest relative move of any measure, or by the absolute change of the first measure. Raises
    `AdargaError`: `tables.measure_unknown`, `tables.bases` for books of different rulebooks, and whatever the
    rulebook refuses in a strike.
    """
    hold_to_one_base(before[0], after[0])
    known = [measure_named(name) for name in measures]
    moved: list[Moved] = []
    count = 0
    (old_book, old), (new_book, new) = before, after
    for attacker in old:
        for target in old:
            if attacker == target or attacker not in new or target not in new:
                continue
            for weapons in zip(old[attacker].weapons, new[attacker].weapons, strict=False):
                count += 1
                cells = (
                    Cell(old_book, Matchup(old[attacker], old[target], weapons[0]), Situation()),
                    Cell(new_book, Matchup(new[attacker], new[target], weapons[1]), Situation()),
                )
                moves = _moves(known, *cells)
                if moves or cells[0].odds != cells[1].odds:
                    moved.append(Moved(attacker, target, weapons, moves))
    moved.sort(key=lambda one: -one.by(rank, measures[0]))
    return Comparison(count, tuple(moved))


def hold_to_one_base(before: Rulebook, after: Rulebook) -> None:
    """Refuse books of different rulebooks. Raises `AdargaError` (`tables.bases`)."""
    if before.book.base != after.book.base:
        raise AdargaError("tables.bases", before=before.book.base, after=after.book.base)


def _moves(measures: Sequence[Measure], old: Cell, new: Cell) -> tuple[Move, ...]:
    found = []
    for measure in measures:
        before, after = _measured(measure, old), _measured(measure, new)
        if before is None or after is None:
            continue
        if not math.isclose(before, after, rel_tol=_NEAR, abs_tol=_NEAR):
            found.append(Move(measure, before, after))
    return tuple(found)


def _measured(measure: Measure, cell: Cell) -> float | None:
    if not measure.has_sense(cell.matchup):
        return None
    value = measure.of(cell)
    return None if value is None else float(value)
