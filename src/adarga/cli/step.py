"""`adarga step`: walk the ladder of dice of damage-steps."""

from __future__ import annotations

import click

from adarga.cli.case import book_of
from adarga.cli.dist import fraction_or_number
from adarga.cli.frame import (
    Command,
    Number,
    argument,
    echo_json,
    exact_option,
    json_option,
    option,
    probability,
)
from adarga.cli.streams import echo
from adarga.dice import parse
from adarga.rules.fields import DAMAGE_STEPS
from adarga.rules.values import Range
from adarga.telling.said import Sayer, ruling
from adarga.words import Words

EXAMPLES = ("adarga step d8 1", "adarga step 2d6+1 -1", "adarga step 26d6 2 --exact --json")
STEPS = Range(-999, 999)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def step(dice: str, steps: int, house: str | None, exact: bool, as_json: bool) -> None:
        from adarga.rules.damage_steps import DamageSteps

        book = book_of(DAMAGE_STEPS, house)
        assert isinstance(book, DamageSteps)
        walked = book.ladder.walk(parse(dice), steps)
        note = None if walked.end is None else Sayer(words, book, {}).reason(walked.end)
        if as_json:
            data = {"dice": walked.text, "average": probability(walked.average, exact)}
            echo_json(data | {"row": None if walked.row is None else walked.row.number, "note": note})
            return
        echo(words.say("cli.step", dice=walked.text, average=fraction_or_number(words, walked.average, exact)))
        if walked.end is not None and note is not None:
            echo(f"{note}  {ruling(walked.end)}")

    params = [
        argument(words, "dice", help_key="ladder-dice"),
        argument(words, "steps", help_key="ladder-steps", type=Number.within(STEPS)),
        option(words, "--house", metavar=words.say("cli.metavar.file")),
        exact_option(words),
        json_option(words),
    ]
    return Command(words, "step", step, params, EXAMPLES)
