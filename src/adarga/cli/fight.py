"""`adarga fight`: a fight as a terminal program, kept in a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from adarga.cli.fight_file import Asked, open_fight, read_only
from adarga.cli.fight_session import Session
from adarga.cli.frame import Command, Number, argument, echo_json, json_option, option
from adarga.cli.layout import echo_lines
from adarga.dice import Seeded, Source
from adarga.errors import AdargaError
from adarga.words import Words

EXAMPLES = (
    "adarga fight thursday.adarga --rulebook absorption",
    "adarga fight bridge.adarga --roster examples/puente.toml",
    "adarga fight bridge.adarga --log",
)


class SystemDice:
    """Faces from the system's own randomness."""

    def die(self, sides: int) -> int:
        """The next face, 1 to `sides`."""
        from secrets import randbelow

        return randbelow(sides) + 1


def play(session: Session, lines: Iterable[str]) -> None:
    """Answer each line until there are none, or the session is over."""
    for line in lines:
        echo_lines(session.answer(line))
        sys.stdout.flush()
        if session.over:
            return


def typed_lines(session: Session) -> Iterable[str]:
    """The lines of whoever types: with history and completed names on a terminal, as they come from a pipe."""
    if not sys.stdin.isatty():
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are no text are refused with their line, not with the whole program.
            sys.stdin.reconfigure(errors="surrogateescape")
        yield from sys.stdin
        return
    from adarga.cli.fight_completion import install

    install(session)
    while True:
        try:
            yield input("> ")
        except EOFError:
            return


def show_log(words: Words, path: Path, as_json: bool) -> None:
    """Print the log of a saved fight."""
    from adarga.telling.fight_text import log_json, log_lines

    book, log = read_only(path)
    if as_json:
        echo_json({"rulebook": book.id, "log": log_json(words, book, log)})
    else:
        echo_lines(log_lines(words, book, log))


def run_fight(words: Words, asked: Asked, source: Source) -> None:
    """Open a fight and do what is typed."""
    fight = open_fight(asked)
    with fight.file:
        session = Session(words, fight, source)
        if fight.cut:
            echo_lines([words.say("fight_cli.cut")])
        if fight.fresh and asked.roster is not None:
            echo_lines(session.load([str(asked.roster)]))
        echo_lines([*session.show([]), words.say("fight_cli.begin")])
        play(session, typed_lines(session))


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def fight(
        fight: str,
        rulebook: str | None,
        house: str | None,
        roster: str | None,
        seed: int | None,
        log: bool,
        as_json: bool,
    ) -> None:
        path = Path(fight)
        if as_json and not log:
            raise AdargaError("cli.needs", flag="--json", needs="--log")
        if log:
            show_log(words, path, as_json)
            return
        asked = Asked(path, rulebook, Path(house) if house else None, Path(roster) if roster else None)
        run_fight(words, asked, SystemDice() if seed is None else Seeded(seed))

    params = [
        argument(words, "fight"),
        option(words, "--rulebook", metavar=words.say("cli.metavar.book"), help_key="fight-rulebook"),
        option(words, "--house", metavar=words.say("cli.metavar.file"), help_key="fight-house"),
        option(words, "--roster", metavar=words.say("cli.metavar.file"), help_key="fight-roster"),
        option(words, "--seed", type=Number(0)),
        option(words, "--log", is_flag=True, help_key="fight-log"),
        json_option(words),
    ]
    return Command(words, "fight", fight, params, EXAMPLES)
