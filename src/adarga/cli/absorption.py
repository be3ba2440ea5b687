"""`adarga absorption`: an absorption value and its sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.books import BookCommand
from adarga.cli.case import Case, book_of, put_flags
from adarga.cli.fields import exclusions
from adarga.cli.flags import ABSORPTION_VALUE, flags_of, option_of
from adarga.cli.frame import echo_json, json_option
from adarga.cli.layout import echo_lines
from adarga.cli.matchup import needed, roster_of
from adarga.plan import Reason
from adarga.rules.fields import ABSORPTION
from adarga.rules.protocol import Combatant, Situation, Weapon
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.telling.said import Sayer, reason_data, ruling, sheet_names
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.rules.absorption.value import Absorbed

EXAMPLES = (
    "adarga absorption --constitution 10 --armour 'cota de malla' --shield small",
    "adarga absorption --constitution 9 --armour banded --stone-born --soak-energy 1 --json",
)


def entry(sayer: Sayer, reason: Reason, by: int) -> Json:
    """A term of the sum as data."""
    return {"by": by, **reason_data(reason), "text": sayer.reason(reason)}


def as_text(sayer: Sayer, found: Absorbed) -> Iterator[str]:
    """An absorption value and its sum as lines."""
    words = sayer.words
    yield words.say("cli.absorption", value=found.value)
    rows = [(sayer.reason(part.reason), words.signed(part.by), ruling(part.reason)) for part in found.parts]
    yield from table(rows, "<><", "  ")
    if found.idle:
        yield words.say("cli.idle")
        yield from table([(f"• {sayer.reason(reason)}", ruling(reason)) for reason in found.idle], "<<", "  ")


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def absorption(as_json: bool, **given: Any) -> None:
        from adarga.rules.absorption.book import AbsorptionBook
        from adarga.rules.absorption.value import absorption_value

        target = Combatant()
        if given["roster"]:
            roster = roster_of(ABSORPTION, given)
            rulebook, target = roster.rulebook, roster.find(needed(given, "target"))
        else:
            rulebook = book_of(ABSORPTION, given["house"])
        case = Case(ABSORPTION, rulebook, Combatant(), target, Weapon(damage="0"), Situation())
        exclusions(given)
        put_flags(case, given)
        book = rulebook.book
        assert isinstance(book, AbsorptionBook)
        found = absorption_value(book, case.target, case.situation.soak_energy)
        sayer = Sayer(words, rulebook, sheet_names(case.matchup))
        if as_json:
            parts = [entry(sayer, part.reason, part.by) for part in found.parts]
            idle = [entry(sayer, reason, 0) for reason in found.idle]
            echo_json({"rulebook": rulebook.id, "value": found.value, "parts": parts, "idle": idle})
        else:
            echo_lines(as_text(sayer, found))

    flags = [flag for flag in flags_of(ABSORPTION) if flag.spelling in ABSORPTION_VALUE]
    params = [*(option_of(words, flag) for flag in flags), json_option(words)]
    return BookCommand(words, "absorption", absorption, params, EXAMPLES)
