"""The rulebook `damage-steps`: damage types, armour rating and penetration, and a ladder of dice (D1-D10).

>>> from adarga.rules.library import rulebook
>>> from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon
>>> from adarga.plan import odds
>>> sword = Weapon(damage="d8", type=("S",), bonus=5)
>>> book = rulebook("damage-steps")
>>> strike = book.plan(Matchup(Combatant(), Combatant(defence=14), sword), Situation(steps=1))
>>> odds(strike).branch("hit"), odds(strike).given("hit").mean
(Fraction(11, 20), Fraction(11, 2))
"""

from __future__ import annotations

from collections.abc import Sequence

from adarga.plan import Outcome, Plan
from adarga.rules.damage_steps import after as consequences
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.damage_steps.ladder import Ladder, Row, Walked
from adarga.rules.damage_steps.plan import compile as plan_of
from adarga.rules.damage_steps.ratings import ratings
from adarga.rules.damage_steps.types import hold_to_spelling
from adarga.rules.protocol import Change, CheckDue, Clock, Fighter, Matchup, Situation, Strike
from adarga.rules.values import Names

__all__ = ["DamageSteps", "DamageStepsBook", "Ladder", "Row", "Walked", "ratings"]


class DamageSteps:
    """A `damage-steps` book that keeps the rulebook protocol; `ladder` holds its rows as dice."""

    def __init__(self, book: DamageStepsBook) -> None:
        self.book = book

    @property
    def id(self) -> str:
        """The id of the book."""
        return self.book.id

    @property
    def ladder(self) -> Ladder:
        """The ladder: its rows, and walking it."""
        return self.book.rungs

    def names(self, thing: str) -> Names | None:
        """The names of a type, weapon or piece by its id, None where this book has none such."""
        return self.book.names(thing)

    def plan(self, matchup: Matchup, situation: Situation) -> Plan:
        """The plan of one strike. Raises `AdargaError` for what the rules do not allow."""
        hold_to_spelling(self.book, matchup.target)
        return plan_of(self.book, matchup, situation)

    def order(self, fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
        """Turns as set, highest initiative first, the same in every round; who is out is left out."""
        return consequences.order(fighters)

    def after(self, strike: Strike, clock: Clock) -> tuple[Change, ...]:
        """The points the target loses; at 0 it is out of the fight."""
        return consequences.lose(strike.target, strike.outcome.damage)

    def lose(self, fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
        """Points lost, to whatever; at 0 the fighter is out of the fight."""
        return consequences.lose(fighter, loss)

    def healed(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Nothing: who has points again is as before."""
        return ()

    def plain(self, fighter: Fighter) -> bool:
        """Always: only points are lost."""
        return True

    def settle(self, due: CheckDue, outcome: Outcome, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Nothing: no roll ever falls due under this book."""
        return ()

    def tick(self, fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
        """Nothing: nothing of this book passes with time."""
        return ()

    def defend(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Nothing: this book does not know defending."""
        return ()

    def essence(self, fighter: Fighter, clock: Clock) -> Fighter:
        """The fighter itself: nothing of it is ever past."""
        return fighter

    def usage(self, fighter: Fighter, pieces: Sequence[str] | None) -> tuple[CheckDue, ...]:
        """Nothing: this book has no usage dice."""
        return ()
