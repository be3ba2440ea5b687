"""Fights written down: commands one after another, with the dice that fell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from adarga.fight import Refusal
from adarga.fight import commands as cmd
from adarga.fight.log import Log
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, waits_for
from adarga.rules.loading import Roster, roster
from adarga.rules.protocol import Combatant, Condition, Rulebook, Situation, Until

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


class DoesNotFit(Exception):
    """A command of a written fight that was refused."""


@dataclass
class Script:
    """A fight being written: every method is one or several commands, none may be refused."""

    file: str
    log: Log = field(default_factory=Log)

    @cached_property
    def roster(self) -> Roster:
        return roster(EXAMPLES / self.file)

    @property
    def book(self) -> Rulebook:
        return self.roster.rulebook

    def do(self, command: cmd.Command) -> None:
        found = self.log.told(self.book, command)
        if isinstance(found, Refusal):
            raise DoesNotFit(command, found.reason)
        self.log = found

    def join(self, sheet: str | Combatant, initiative: int | None = None, **more: object) -> None:
        known = self.roster.combatants[sheet] if isinstance(sheet, str) else sheet
        count, side, owner = int(str(more.get("count", 1))), str(more.get("side", "")), str(more.get("owner", ""))
        self.do(
            cmd.Join(
                sheet=known,
                count=count,
                side=side,
                hidden=bool(more.get("hidden")),
                owner=owner,
                share_turn=count > 1,
                initiative=initiative,
            )
        )

    def next(self, times: int = 1) -> None:
        for _ in range(times):
            self.do(cmd.NextTurn())

    def strike(self, who: str, weapon: str, targets: str, *dice: int, situation: Situation | None = None) -> None:
        """A strike at targets parted by commas (`Aldo/half`: half of it), the dice thrown as they are asked for."""
        aims = tuple(Aim(*one.strip().split("/")) for one in targets.split(","))
        self.do(cmd.Attack(who=who, weapon=weapon, aims=aims, situation=situation or Situation()))
        self.throw(*dice)

    def throw(self, *dice: int, override: int | None = None) -> None:
        for number, face in enumerate(dice, 1):
            waits = waits_for(self.book, self.log.state)
            if not isinstance(waits, WaitsForDie):
                raise DoesNotFit(face, waits)
            last = override if number == len(dice) else None
            self.do(cmd.Throw(((waits.name, (face,)),), override=last))

    def condition(self, who: str, name: str, until: Until | None = None) -> None:
        self.do(cmd.SetCondition(who, Condition(name, until or Until("ever"))))


Written = Callable[[Script], None]
