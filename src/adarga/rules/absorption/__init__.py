"""The rulebook `absorption`: a fixed absorption value against a die of damage, and a penetration that gets through."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.plan import Outcome, Plan
from adarga.rules.absorption import after as changes
from adarga.rules.absorption.book import AbsorptionBook
from adarga.rules.absorption.plan import compile as compile_strike
from adarga.rules.absorption.usage import expected_uses, usage_due, usage_plan
from adarga.rules.absorption.value import Absorbed, absorption_value
from adarga.rules.protocol import Change, CheckDue, Clock, Fighter, Matchup, Situation, Strike
from adarga.rules.values import Names

__all__ = [
    "Absorbed",
    "Absorption",
    "AbsorptionBook",
    "absorption_value",
    "expected_uses",
    "usage_due",
    "usage_plan",
]


class Absorption:
    """The rulebook that plays by an `AbsorptionBook`."""

    def __init__(self, book: AbsorptionBook) -> None:
        self.book = book

    @property
    def id(self) -> str:
        """The id of the book."""
        return self.book.id

    def names(self, thing: str) -> Names | None:
        """The names of an armour, shield, weapon or monster by its id, None where the book has none such."""
        return self.book.names(thing)

    def plan(self, matchup: Matchup, situation: Situation) -> Plan:
        """The plan of one strike. Raises `AdargaError` for what the rules do not allow."""
        return compile_strike(self.book, matchup, situation)

    def order(self, fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
        """Who acts in a round, in turn order, by id."""
        return changes.order(fighters, round)

    def after(self, strike: Strike, clock: Clock) -> tuple[Change, ...]:
        """What a strike changes."""
        return changes.after(self.book, strike, clock)

    def lose(self, fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
        """What losing points at once changes."""
        return changes.lose(fighter, loss, clock)

    def healed(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Nothing: who has points again is as before."""
        return ()

    def plain(self, fighter: Fighter) -> bool:
        """Always: only points are lost (A9)."""
        return True

    def settle(self, due: CheckDue, outcome: Outcome, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What a usage roll changes."""
        return changes.settle(self.book, due, outcome)

    def tick(self, fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
        """What the passing of rounds changes."""
        return changes.tick(fighter, before, now)

    def defend(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Nothing: this book does not know defending."""
        return ()

    def essence(self, fighter: Fighter, clock: Clock) -> Fighter:
        """Without wounds, which this book does not know, and without the dice of pieces that are gone."""
        return changes.essence(fighter)

    def usage(self, fighter: Fighter, pieces: Sequence[str] | None) -> tuple[CheckDue, ...]:
        """Usage rolls of pieces (A10)."""
        return usage_due(self.book, fighter, pieces)
