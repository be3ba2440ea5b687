"""`adarga strike`: play one strike and explain it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from adarga.cli.books import BookGroup, Given
from adarga.cli.case import Case
from adarga.cli.frame import Number, drawn_seed, echo_json, option
from adarga.cli.layout import echo_lines
from adarga.cli.matchup import places, read_case
from adarga.dice import Seeded
from adarga.errors import AdargaError
from adarga.plan import DAMAGE, Line, Needs, Outcome, explain, play, read
from adarga.rules.protocol import Change, Clock, Fighter, Strike
from adarga.telling.data import Json
from adarga.telling.said import Sayer, sheet_names
from adarga.telling.trace import branch_word, change_entry, change_lines, entry, mark_word, trace_lines
from adarga.words import Words

DICE = ("attack", "dexterity", "dodge", "block", DAMAGE)
EXAMPLES = {
    "absorption": (
        "adarga strike absorption --damage d10 --constitution 10 --armour 'chain mail' --dice damage=9",
        "adarga strike absorption --damage d8 --absorption 3 --dexterity 12 --dice dexterity=5,damage=6 --seed 1",
    ),
    "damage-steps": (
        "adarga strike damage-steps --damage d8+2 --bonus 5 --defence 14 --ar 3 --ap 1 --dice attack=17,damage=5",
        "adarga strike damage-steps --weapon longsword --ar S=5,C=2,E=1H --resistant=S --seed 3",
    ),
    "percentile": (
        "adarga strike percentile --damage 1d8 --skill 60 --dodge 30 --armour 2 --dice attack=45,dodge=80,damage=6",
        "adarga strike percentile --damage 2d6 --skill 75 --simplified --dice attack=48",
    ),
}
Faces = dict[str, list[str]]


def faces_of(text: str | None) -> Faces:
    """The dice of `--dice`: `attack=17,damage=3+6`. Raises `AdargaError` (`cli.dice`, `cli.dice_name`)."""
    found: Faces = {}
    for at, word in places(text, ",") if text else ():
        name, equals, values = word.strip().partition("=")
        span = (at, at + len(word))
        if not equals or not values:
            raise AdargaError("cli.dice", text=text, span=span, value=word)
        if name not in DICE:
            raise AdargaError("cli.dice_name", text=text, span=span, name=name, names=", ".join(DICE))
        if name in found:
            raise AdargaError("cli.dice_twice", text=text, span=span, name=name)
        found[name] = [value.strip() for value in values.split("+")]
    return found


class Played:
    """A strike that was played, and what came of it."""

    def __init__(self, words: Words, case: Case, given: Given) -> None:
        self.words = words
        self.case = case
        self.plan = case.rulebook.plan(case.matchup, case.situation)
        self.sayer = Sayer(words, case.rulebook, sheet_names(case.matchup))
        faces = faces_of(given["dice"])
        self.seed: int | None = given["seed"]
        self.drawn = self.seed is None and not faces
        if self.drawn:
            self.seed = drawn_seed()
        self.outcome = self._outcome(faces)

    def _outcome(self, faces: Faces) -> Outcome:
        if self.seed is not None:
            return play(self.plan, Seeded(self.seed), faces)
        found = read(self.plan, faces)
        if isinstance(found, Needs):
            raise found.missing
        return found

    def changes(self) -> tuple[Change, ...]:
        """What the strike changes, by the rulebook: points, energy, pieces, wounds, rolls that fall due."""
        matchup = self.case.matchup
        attacker, target = (
            Fighter(id=id, combatant=one, points=one.points, energy=one.energy)
            for id, one in (("attacker", matchup.attacker), ("target", matchup.target))
        )
        strike = Strike(matchup, self.case.situation, attacker, target, self.outcome)
        return self.case.rulebook.after(strike, Clock())

    @property
    def drops(self) -> bool | None:
        """Whether the damage takes all points, where they are known."""
        points = self.case.target.points
        return None if points is None else self.outcome.damage >= points

    def trace(self) -> tuple[Line, ...]:
        """The trace, dice left over too."""
        left = dict(self.outcome.unused)
        faces = {name: [*thrown, *left.pop(name, ())] for name, thrown in self.outcome.dice}
        return explain(self.plan, faces | {name: list(values) for name, values in left.items()})


def as_data(played: Played) -> Json:
    """A strike as data."""
    outcome = played.outcome
    data: Json = {
        "rulebook": played.case.rulebook.id,
        "branch": outcome.branch,
        "damage": outcome.damage,
        "dice": {name: list(faces) for name, faces in outcome.dice},
        "unused": {name: list(faces) for name, faces in outcome.unused},
        "marks": list(outcome.marks),
        "offers": [offer.name for offer in outcome.offers],
        "taken": {taken.name: taken.times for taken in played.case.situation.take},
        "seed": played.seed,
    }
    if played.drops is not None:
        data["drops"] = played.drops
    data["trace"] = [entry(played.sayer, line) for line in played.trace()]
    data["after"] = [change_entry(played.sayer, change) for change in played.changes()]
    return data


def as_text(played: Played) -> Iterator[str]:
    """A strike as lines."""
    words, outcome = played.words, played.outcome
    title = title_of(played.case, words)
    if title:
        yield title
    yield from trace_lines(played.sayer, played.trace())
    yield ""
    yield words.say("cli.struck", branch=branch_word(played.sayer, outcome.branch), damage=outcome.damage)
    changes = played.changes()
    yield from change_lines(played.sayer, changes)
    if played.drops and not changes:
        yield words.say("cli.dropped", points=played.case.target.points)
    if outcome.marks:
        yield words.say("cli.marks", marks="; ".join(mark_word(words, mark) for mark in outcome.marks))
    if played.drawn:
        yield words.say("cli.seed", seed=str(played.seed))


def title_of(case: Case, words: Words) -> str:
    """Who strikes whom with what, as far as they have names."""
    if not case.attacker.name:
        return ""
    values = {"attacker": case.attacker.name, "target": case.target.name, "dice": case.weapon.damage}
    return words.say("cli.title", weapon=case.weapon.name.say(words.lang) or case.weapon.damage, **values)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def strike(book: str, given: Given) -> None:
        played = Played(words, read_case(book, given), given)
        if given["as_json"]:
            echo_json(as_data(played))
        else:
            echo_lines(as_text(played))

    def options() -> list[click.Parameter]:
        return [
            option(words, "--seed", type=Number(0)),
            option(words, "--dice", metavar=words.say("cli.metavar.faces")),
        ]

    return BookGroup(words, "strike", strike, options, EXAMPLES)
