"""`adarga roll`: throw dice, and keep every die."""

from __future__ import annotations

import click

from adarga.cli.frame import Command, Number, argument, drawn_seed, echo_json, json_option, option
from adarga.cli.streams import echo
from adarga.dice import Expression, Rolled, Seeded, parse
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.words import Words

EXAMPLES = ("adarga roll 2d6+1", "adarga roll 4d6kh3 -n 6 --seed 7", "adarga roll d20adv+5 --json")
MOST = 100_000
MOST_DICE = 300_000


def shown(rolled: Rolled) -> str:
    """Every die as it fell, those that do not count in parentheses."""
    return " ".join(f"({die.face})" if die.dropped else str(die.face) for die in rolled.dice)


def as_data(rolled: Rolled, seed: int) -> Json:
    """One roll as data."""
    dice = [{"sides": die.sides, "face": die.face, "dropped": die.dropped} for die in rolled.dice]
    return {"notation": str(rolled.expression), "total": rolled.total, "dice": dice, "seed": seed}


def held_to_limit(expression: Expression, times: int) -> None:
    """Refuse more dice than are shown in a moment. Raises `AdargaError` (`cli.dice_rolled`)."""
    dice = expression.thrown * times
    if dice > MOST_DICE:
        raise AdargaError("cli.dice_rolled", asked=dice, limit=MOST_DICE, notation=str(expression), times=times)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def roll(notation: str, times: int | None, seed: int | None, as_json: bool) -> None:
        expression = parse(notation)
        held_to_limit(expression, times or 1)
        given = seed
        seed = drawn_seed() if given is None else given
        source = Seeded(seed)
        rolls = (expression.roll(source) for _ in range(times or 1))
        if as_json:
            data = [as_data(rolled, seed) for rolled in rolls]
            echo_json(data[0] if times is None else data)
            return
        for rolled in rolls:
            faces = shown(rolled)
            print(f"{expression} = {words.value(rolled.total)}" + (f"  [{faces}]" if faces else ""))
        if given is None:
            echo(words.say("cli.seed", seed=str(seed)))

    params = [
        argument(words, "notation"),
        option(words, "-n times", help_key="times", type=Number(1, MOST)),
        option(words, "--seed", type=Number(0)),
        json_option(words),
    ]
    return Command(words, "roll", roll, params, EXAMPLES)
