"""`adarga compare`: the same roster under two books, every strike that moves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from adarga.cli.cells import rulebook_named
from adarga.cli.frame import Command, Number, argument, echo_json, json_option, option
from adarga.cli.layout import echo_lines
from adarga.cli.matrix import NO_NUMBER, cell_text
from adarga.errors import AdargaError
from adarga.rules.protocol import Rulebook
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.study.compare import Comparison, Move, Moved

EXAMPLES = (
    "adarga compare absorption examples/house.toml --roster examples/puente.toml",
    "adarga compare absorption examples/house.toml --roster examples/puente.toml --measure mean --rank absolute",
)
SHOWN = 20
RANKS = ("relative", "absolute")


def _signed(words: Words, move: Move) -> str:
    if math.isinf(move.change):
        return NO_NUMBER
    text = cell_text(words, move.measure, abs(move.change), exact=False)
    return ("+" if move.change > 0 else "\N{MINUS SIGN}") + text


def _times(words: Words, move: Move) -> str:
    return NO_NUMBER if move.ratio is None else words.say("tables.times", ratio=move.ratio)


def _name(words: Words, one: Moved) -> str:
    weapon = one.weapons[0]
    return weapon.name.say(words.lang) or weapon.id or weapon.damage


def moved_lines(words: Words, one: Moved) -> Iterator[tuple[str, ...]]:
    """A strike that moves, as rows of a table: its head, then a row for each measure."""
    head = words.say("tables.strike", attacker=one.attacker, target=one.target, weapon=_name(words, one))
    if not one.moves:
        head = words.say("tables.unseen", strike=head)
    yield (head, *("" for _ in range(5)))
    for move in one.moves:
        before, after = (cell_text(words, move.measure, value, exact=False) for value in (move.before, move.after))
        measure = words.say(f"tables.measure.{move.measure.name}")
        yield (f"  {measure}", before, "→", after, _signed(words, move), _times(words, move))


def as_lines(words: Words, names: tuple[str, str], found: Comparison, most: int, rank: str) -> Iterator[str]:
    """A comparison as lines, the strikes that move the most first."""
    count = len(found.moved)
    yield words.say("tables.compared", before=names[0], after=names[1], count=count, strikes=found.strikes)
    if not count:
        return
    yield words.say(f"tables.rank.{rank}")
    yield ""
    shown = found.moved[:most] if most else found.moved
    yield from table([row for one in shown for row in moved_lines(words, one)], "<>>>>>")
    if len(shown) < count:
        yield ""
        yield words.say("tables.more", count=count - len(shown))


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def as_data(before: Rulebook, after: Rulebook, found: Comparison) -> Json:
    """A comparison as data; null where there is no end."""
    return {
        "before": before.id,
        "after": after.id,
        "strikes": found.strikes,
        "moved": [
            {
                "attacker": one.attacker,
                "target": one.target,
                "weapon": {"id": one.weapons[0].id, "en": one.weapons[0].name.en, "es": one.weapons[0].name.es},
                "moves": [
                    {
                        "measure": move.measure.name,
                        "before": _number(move.before),
                        "after": _number(move.after),
                        "change": _number(move.change),
                        "ratio": move.ratio,
                    }
                    for move in one.moves
                ],
            }
            for one in found.moved
        ],
    }


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def compare(
        before: str, after: str, roster: str | None, measure: str | None, rank: str, most: int, as_json: bool
    ) -> None:
        from pathlib import Path

        from adarga.rules.loading import roster as load
        from adarga.study.compare import COMPARED, hold_to_one_base
        from adarga.study.compare import compare as compared

        if not roster:
            raise AdargaError("tables.roster")
        books = rulebook_named(before), rulebook_named(after)
        hold_to_one_base(*books)
        # Once for the rulebook the roster says it is for: a `Rulebook` given would decide alone.
        load(Path(roster), books[0].book.base)
        old, new = ((book, load(Path(roster), book).combatants) for book in books)
        found = compared(
            old, new, (measure,) if measure else COMPARED, "absolute" if rank == "absolute" else "relative"
        )
        if as_json:
            echo_json(as_data(*books, found))
        else:
            names = books[0].book.name.say(words.lang), books[1].book.name.say(words.lang)
            echo_lines(as_lines(words, names, found, most, rank))

    params = [
        argument(words, "before", help_key="book"),
        argument(words, "after", help_key="book"),
        option(words, "--roster", help_key="compared-roster", metavar=words.say("cli.metavar.file")),
        option(words, "--measure", help_key="compared-measure", metavar=words.say("cli.metavar.measure")),
        option(words, "--rank", type=click.Choice(RANKS), default="relative"),
        option(words, "--most", type=Number(0), default=SHOWN),
        json_option(words),
    ]
    return Command(words, "compare", compare, params, EXAMPLES)
