"""What `adarga survival` is asked: the strike, the points, and probabilities as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.books import Given
from adarga.cli.case import Case
from adarga.cli.charting import chart_option
from adarga.cli.exact import MOST_DIGITS, digits_of
from adarga.cli.frame import Number, option
from adarga.cli.matchup import places, read_case
from adarga.dice import Expression, parse
from adarga.errors import AdargaError
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.study.survival import ExactSurvival, Survival

MOST_POINTS, MOST_ROUNDS, MOST_ATTACKS = 9999, 1000, 100
ROUNDS, UNTIL = 12, "10%,50%,90%"
_SHARE = re.compile(r"(?P<value>\d{1,9}(\.\d{0,9})?|\.\d{1,9}|\d{1,9}/0*[1-9]\d{0,8})(?P<percent>\s*%)?")
_WHOLE = re.compile(r"[+\-\N{MINUS SIGN}]?\d+")


class PointsOrDice(click.ParamType[int | Expression]):
    """Points: a number, or the dice they are rolled with."""

    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | Expression:
        """The number or the dice. Raises `AdargaError` for what is neither."""
        if isinstance(value, int | Expression):
            return value
        text = str(value)
        return Number(0, MOST_POINTS).convert(text, param, ctx) if _WHOLE.fullmatch(text) else parse(text)


def options(words: Words) -> list[click.Parameter]:
    """The flags of its own; those of a strike come from the book."""
    dice, many = words.say("cli.metavar.dice"), words.say("cli.metavar.shares")
    return [
        option(words, "--points", help_key="survival-points", type=PointsOrDice(), metavar=f"N|{dice}"),
        option(words, "--rounds", type=Number(1, MOST_ROUNDS), default=ROUNDS),
        option(words, "--attacks", type=Number(1, MOST_ATTACKS), default=1),
        option(words, "--until", default=UNTIL, metavar=many),
        option(words, "--needed", metavar=words.say("cli.metavar.field")),
        option(words, "--last", metavar="N"),
        option(words, "--chance", metavar=words.say("cli.metavar.share")),
        option(words, "--csv as_csv", is_flag=True),
        chart_option(words),
    ]


def share_of(text: str, at: int = 0, whole: str | None = None) -> Fraction:
    """A probability as a person writes it: `50%`, `0.5`, `1/2`. Raises `AdargaError` (`study.survival.share`).

    >>> share_of("12.5%")
    Fraction(1, 8)
    """
    found = _SHARE.fullmatch(text.strip())
    share = Fraction(found["value"]) / (100 if found["percent"] else 1) if found else Fraction(-1)
    if not 0 <= share <= 1:
        raise AdargaError("study.survival.share", text=whole or text, span=(at, at + len(text)), value=text.strip())
    return share


@dataclass(frozen=True)
class Asked:
    """What a command line asks: the strike, its flags, and the points as given, else as the sheet's, if any."""

    words: Words
    case: Case
    known: int | Expression | None
    given: Given

    @classmethod
    def read(cls, words: Words, base: str, given: Given) -> Asked:
        """What a command line asks. Raises `AdargaError` for what does not go together."""
        points = given["points"]
        case = read_case(base, given | {"points": points if isinstance(points, int) else None})
        return cls(words, case, case.target.points if points is None else points, given)

    @property
    def points(self) -> int | Expression:
        """The points to begin with. Raises `AdargaError` (`study.survival.no_points`) where nobody says them."""
        if self.known is None:
            raise AdargaError("study.survival.no_points")
        return self.known

    @property
    def exact(self) -> bool:
        """Whether fractions are asked for."""
        return bool(self.given["exact"])

    @property
    def as_json(self) -> bool:
        """Whether JSON is asked for."""
        return bool(self.given["as_json"])

    def points_left(self) -> int | str:
        """The points as the study takes them."""
        return self.points if isinstance(self.points, int) else str(self.points)

    def survival(self) -> Survival | ExactSurvival:
        """The curve. Raises `AdargaError` (`cli.exact_digits`) where its fractions are too long to be written."""
        from adarga.study.lasting import survival_of

        found = survival_of(
            self.case.rulebook,
            self.case.matchup,
            self.case.situation,
            self.points_left(),
            rounds=self.given["rounds"],
            attacks=self.given["attacks"],
            exact=self.exact,
        )
        if self.exact:
            hold_to_digits((*found.up, found.mean, found.mean_rounds))
        return found

    def number(self, value: Fraction | float) -> str:
        """A mean as a person reads it."""
        return self.words.value(value) if self.exact else self.words.number(_plain(value))

    def share(self, value: Fraction | float) -> str:
        """A probability as a person reads it."""
        return str(value) if self.exact else self.words.percent(_plain(value))


def _plain(value: Fraction | float) -> Fraction | float:
    """Not numpy's own kind of float, which is written otherwise."""
    return value if isinstance(value, Fraction) else float(value)


def hold_to_digits(values: Sequence[Fraction | float | None]) -> None:
    """Refuse fractions longer than can be written. Raises `AdargaError` (`cli.exact_digits`)."""
    for value in values:
        digits = digits_of(value.denominator) if isinstance(value, Fraction) else 0
        if digits > MOST_DIGITS:
            raise AdargaError("cli.exact_digits", asked=digits, limit=MOST_DIGITS)


def written(value: Fraction | float | None) -> float | str | None:
    """A number as JSON has it: a float, a fraction as text, null for what never comes."""
    return str(value) if isinstance(value, Fraction) else None if value is None else float(value)


def shares_asked(text: str) -> list[tuple[str, Fraction]]:
    """The probabilities of `--until`, as written and as numbers."""
    return [(word.strip(), share_of(word, at, text)) for at, word in places(text, ",")]
