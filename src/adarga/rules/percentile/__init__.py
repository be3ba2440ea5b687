"""The percentile rulebook: d100 skills, dodge and block, DES, armour points, objects that break, wounds."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.dice import Expression, parse
from adarga.plan import Outcome, Plan
from adarga.rules.percentile import after as aftermath
from adarga.rules.percentile import wounds
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.percentile.plan import compile as compile_plan
from adarga.rules.percentile.turns import order
from adarga.rules.protocol import Change, CheckDue, Clock, Fighter, Matchup, Situation, Strike
from adarga.rules.values import Names


class Percentile:
    """A percentile book kept as a rulebook; see `adarga.rules.protocol.Rulebook`."""

    def __init__(self, book: PercentileBook) -> None:
        self.book = book

    @property
    def id(self) -> str:
        """The book's id."""
        return self.book.id

    def names(self, thing: str) -> Names | None:
        """The names of a weapon, armour, shield or monster of the book by its id, None where it has none such."""
        for table in (self.book.weapons, self.book.armours, self.book.shields):
            if thing in table:
                return table[thing].name
        return self.book.monsters[thing].name if thing in self.book.monsters else None

    def plan(self, matchup: Matchup, situation: Situation) -> Plan:
        """The plan of one strike; see `adarga.rules.percentile.plan.compile`."""
        return compile_plan(self.book, matchup, situation)

    def order(self, fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
        """Who acts in a round (from 1), the highest DES first (P3, P5)."""
        return order(self.book, fighters, round)

    def after(self, strike: Strike, clock: Clock) -> tuple[Change, ...]:
        """What a strike changes: points and wounds, or resistance points of a thing (P7, P9, P10)."""
        return aftermath.after(self.book, strike, clock)

    def lose(self, fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
        """What losing points at once changes (P9, P10)."""
        return wounds.lose(self.book, fighter, loss, clock)

    def healed(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """Unconscious while too few points are back, awake with enough (P10)."""
        return wounds.healed(self.book, fighter)

    def plain(self, fighter: Fighter) -> bool:
        """Where wounds lead to nothing (P10 off)."""
        return self.book.wounds.beyond_light == "off"

    def settle(self, due: CheckDue, outcome: Outcome, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What the check to stay conscious or a week's healing changes (P10)."""
        return wounds.settle(self.book, due, outcome, fighter, clock)

    def tick(self, fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
        """What the passing of rounds or game time changes (P4, P10)."""
        return wounds.tick(self.book, fighter, before, now)

    def defend(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What only defending oneself sets (P4)."""
        return aftermath.defend(self.book, fighter, clock)

    def essence(self, fighter: Fighter, clock: Clock) -> Fighter:
        """Light wounds as one, no more of it than can ever count; no others, and no lasting effect (P9, P10)."""
        return wounds.essence(self.book, fighter, clock)

    def usage(self, fighter: Fighter, pieces: Sequence[str] | None) -> tuple[CheckDue, ...]:
        """Nothing: this book has no usage dice."""
        return ()


def simplified_row(book: PercentileBook, damage: str | Expression) -> str:
    """P8: the row that damage is read on, as dice: rows of more d6 than the book prints are named so.

    >>> from adarga.rules.library import rulebook
    >>> book = rulebook("percentile").book
    >>> [simplified_row(book, damage) for damage in ("d12", "d20", "d8+1")]
    ['2d6', '3d6', 'd8']
    """
    read = book.reading(_expression(damage))
    if not read.extra:
        return read.row
    row = parse(read.row)
    if row.pool is not None and row.pool[1] == 6:
        return f"{row.pool[0] + read.extra}d6"
    return f"{read.row}+{read.extra}d6"


def simplified_damage(book: PercentileBook, damage: str | Expression, digit: int) -> int:
    """P8: the damage of a hit whose units digit is `digit` (0 to 9), before armour.

    >>> from adarga.rules.library import rulebook
    >>> [simplified_damage(rulebook("percentile").book, "d8+d6", digit) for digit in (0, 1, 7)]
    [13, 4, 10]
    """
    return book.reading(_expression(damage)).damage[digit]


def _expression(damage: str | Expression) -> Expression:
    return parse(damage) if isinstance(damage, str) else damage
