"""The steps of one strike (D6, D7, D8): abilities, resistant, vulnerable and an elected row, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from adarga.dice import Expression
from adarga.errors import AdargaError
from adarga.plan import Part, Reason, Thing
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.damage_steps.ladder import Walked, average
from adarga.rules.damage_steps.parts import Raw
from adarga.rules.protocol import Combatant, Situation, Weapon

EVERY = "all"
"""A trait that names this, instead of types, holds against every type."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps that act on one part: from abilities, and by the traits of the target (each 1, 0 or -1)."""

    abilities: int
    vulnerable: int
    resistant: int

    @property
    def traits(self) -> int:
        """What the target's traits come to."""
        return self.vulnerable + self.resistant

    @property
    def net(self) -> int:
        """What all come to, walked once."""
        return self.abilities + self.traits

    @property
    def causes(self) -> str:
        """Which there are, also where they cancel: `a` abilities, `v` vulnerable, `r` resistant; `""` for none."""
        held = zip("avr", (self.abilities, self.vulnerable, self.resistant), strict=True)
        return "".join(letter for letter, steps in held if steps)


class Stepper:
    """Moves the parts of a strike along the ladder.

    The steps of weapon and abilities and an elected row act on the first part that has dice; resistant and
    vulnerable act on every part by its own type.
    """

    __slots__ = ("_abilities", "_book", "_elect", "_resistant", "_vulnerable", "chosen")

    def __init__(self, book: DamageStepsBook, target: Combatant, weapon: Weapon, situation: Situation) -> None:
        self._book = book
        self.chosen: tuple[str, str] = ("", "")
        """The type of the parts that name none and how the attack came by it: `default`, `best` or `worst` (D1)."""
        self._abilities = situation.steps + weapon.steps
        self._elect = situation.elect
        self._resistant = self._types(target.resistant)
        self._vulnerable = self._types(target.vulnerable)

    def _types(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(name if name == EVERY else self._book.type_id(name) for name in names)

    def moved(self, parts: tuple[Raw, ...], telling: bool) -> tuple[tuple[Part, ...], bool]:
        """The parts after their steps, without soak, and whether the ladder's end was met.

        Raises `AdargaError` where a row is elected that is not at or below what weapon and abilities give.
        """
        made: list[Part] = []
        ended = False
        main = next((index for index, part in enumerate(parts) if part.dice is not None), 0)
        for index, part in enumerate(parts):
            type = part.type or ""
            idle: list[Reason] = []
            steps = Steps(self._abilities if index == main else 0, *self._traits(type, telling, idle))
            elect = self._elect if index == main else None
            if part.dice is None:
                if steps.causes:
                    idle.append(Reason("D6", "damage_steps.no_dice_idle"))
                if elect is not None:
                    idle.append(Reason("D8", "damage_steps.elect_idle"))
                made.append(Part(None, part.plus, (), type, self._unmoved(str(part.plus), type), tuple(idle)))
                continue
            if elect is not None and steps.vulnerable and steps.resistant:
                idle.append(Reason("D7", "damage_steps.cancel", type=Thing(type)))
            walked, reason = self._walk(part.dice, type, steps, elect)
            if walked.end is not None:
                idle.append(walked.end)
                ended = True
            made.append(Part(walked.dice, part.plus, (), type, reason, tuple(idle)))
        return tuple(made), ended

    def _traits(self, type: str, telling: bool, idle: list[Reason]) -> tuple[int, int]:
        """The steps of vulnerable and resistant against a type; what does not act goes to `idle` (D7)."""
        vulnerable = resistant = 0
        if self._vulnerable:
            vulnerable = int(type in self._vulnerable or EVERY in self._vulnerable)
            if not vulnerable:
                idle.append(Reason("D7", "damage_steps.vulnerable_idle", type=Thing(type)))
        if self._resistant:
            if type not in self._resistant and EVERY not in self._resistant:
                idle.append(Reason("D7", "damage_steps.resistant_idle", type=Thing(type)))
            elif telling:
                idle.append(Reason("D7", "damage_steps.resistant_telling", type=Thing(type)))
            else:
                resistant = -1
        return vulnerable, resistant

    def _walk(self, dice: Expression, type: str, steps: Steps, elect: int | str | None) -> tuple[Walked, Reason]:
        """Dice after their steps, all netted and walked once, and why."""
        ladder = self._book.rungs
        if elect is not None:
            return self._elected(dice, type, steps, elect)
        if not steps.causes:
            return ladder.walk_dice(dice, 0), self._unmoved(str(dice).upper(), type)
        walked = ladder.walk_dice(dice, steps.net)
        return walked, _moved(str(dice).upper(), str(walked.dice).upper(), steps, type)

    def _unmoved(self, dice: str, type: str) -> Reason:
        """Why a part that no step moves is there: it is of the type the attack came by (D1), or names its own (D2)."""
        chosen, how = self.chosen
        if how and type == chosen:
            return _unmoved("D1", f"damage_steps.part_{how}", dice, type)
        return _unmoved("D2", "damage_steps.part", dice, type)

    def _elected(self, dice: Expression, type: str, steps: Steps, elect: int | str) -> tuple[Walked, Reason]:
        """An elected row, at or below what weapon and abilities give; then only the traits are netted (D8)."""
        ladder = self._book.rungs
        given = ladder.walk_dice(dice, steps.abilities)
        row = ladder.named(elect)
        if row.average > average(given.dice):
            raise AdargaError("damage_steps.elect", row=row.number, dice=row.text, given=str(given.dice).upper())
        values: dict[str, int | str] = {"row": row.number, "elected": row.text, "given": str(given.dice).upper()}
        if not steps.traits:
            walked = ladder.walk_dice(row.dice, 0)
            return walked, Reason("D8", "damage_steps.part_elected", **values, type=Thing(type))
        walked = ladder.walk_dice(row.dice, steps.traits)
        key = f"damage_steps.part_elected.{'v' if steps.traits > 0 else 'r'}"
        return walked, Reason("D8", key, **values, dice=str(walked.dice).upper(), type=Thing(type))


@lru_cache(maxsize=4096)
def _unmoved(ruling: str, key: str, dice: str, type: str) -> Reason:
    return Reason(ruling, key, dice=dice, type=Thing(type))


@lru_cache(maxsize=4096)
def _moved(was: str, dice: str, steps: Steps, type: str) -> Reason:
    """Why dice were moved, cause by cause; steps that cancel are told as such."""
    values: dict[str, int | str] = {"was": was, "dice": dice, "type": Thing(type)}
    values |= {"steps": steps.net, "abilities": steps.abilities}
    count = abs(steps.net if steps.traits else steps.abilities)
    key = f"damage_steps.steps.{steps.causes}" if steps.net else f"damage_steps.cancelled.{steps.causes}"
    return Reason("D6" if steps.abilities else "D7", key, **values, count=count)
