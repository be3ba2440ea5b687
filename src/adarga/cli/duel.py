"""`adarga duel`: who wins, in how many rounds, and with how many points left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.charting import save_chart
from adarga.cli.duel_asked import SIDES, Asked, DuelGroup
from adarga.cli.exact import MOST_DIGITS, digits_of
from adarga.cli.frame import echo_json
from adarga.cli.layout import bars, echo_lines
from adarga.cli.waiting import working
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture
    from adarga.study.duel import Duel
    from adarga.study.solution import Outlook

EXAMPLES = {
    "absorption": (
        "adarga duel --roster examples/puente.toml Aldo Ogro --habit Aldo=last",
        "adarga duel absorption --damage d10 --absorption 3 --points 20",
    ),
    "damage-steps": (
        "adarga duel damage-steps --damage 6d4+2 --bonus 5 --defence 14 --ar 5 --ap 2 --resistant --points 60",
    ),
    "percentile": ("adarga duel --roster examples/trinchera.toml 'Sargento Rojas' Ines --surprised Ines --json",),
}
ROWS, BINS = 30, 20
NOTHING = "\N{EN DASH}"
ENDS = ("first", "second", "neither", "never")


def number(value: Any) -> Any:
    """A probability or a mean as JSON has it: a float, or a fraction as text. Raises `AdargaError` (too long a one)."""
    if not isinstance(value, Fraction):
        return value
    digits = digits_of(value.denominator)
    if digits > MOST_DIGITS:
        raise AdargaError("cli.exact_digits", asked=digits, limit=MOST_DIGITS)
    return str(value)


def ends_data(outlook: Outlook[Any]) -> Json:
    """The four ends as data."""
    return {name: number(getattr(outlook, name)) for name in ENDS}


def sides_data(asked: Asked) -> Json:
    """Who fights, as data."""
    return {
        name: {"name": asked.names[side], "points": one.sheet.points, "habit": one.habit}
        for side, (name, one) in enumerate(zip(SIDES, asked.sides, strict=True))
    }


def as_data(asked: Asked, found: Duel[Any]) -> Json:
    """A duel as data."""
    return {
        "rulebook": asked.book.id,
        **sides_data(asked),
        "begins": SIDES[found.contest.order[1][0]],
        "wins": ends_data(found.outlook),
        "mean_rounds": number(found.mean_rounds),
        "over_by": [number(share) for share in found.rounds],
        "left": {
            name: {str(points): number(share) for points, share in left.items()}
            for name, left in zip(SIDES, found.left, strict=True)
        },
    }


class Shown:
    """How probabilities and means are shown: as people read them, or as fractions."""

    def __init__(self, words: Words, exact: bool) -> None:
        self.words = words
        self.exact = exact

    def share(self, value: Any) -> str:
        """A probability."""
        return str(number(value)) if self.exact else self.words.percent(value)

    def mean(self, value: Any) -> str:
        """A mean."""
        return str(number(value)) if self.exact else self.words.number(value)


def heading(asked: Asked, begins: int) -> Iterator[str]:
    """Who fights whom, and who acts first."""
    sheets = [side.sheet for side in asked.sides]
    yield asked.words.say(
        "duel.title",
        first=asked.names[0],
        points=sheets[0].points,
        second=asked.names[1],
        others=sheets[1].points,
    )
    yield asked.words.say("duel.begins", name=asked.names[begins])


def ends_rows(asked: Asked, outlook: Outlook[Any]) -> list[tuple[str, Any]]:
    """The ends that may come, in words, with their probabilities."""
    words = asked.words
    rows = [(words.say("duel.wins", name=name), share) for name, share in zip(asked.names, _wins(outlook), strict=True)]
    rest = (("neither", outlook.neither), ("never", outlook.never))
    return rows + [(words.say(f"duel.{name}"), share) for name, share in rest if float(share) > 1e-12]


def _wins(outlook: Outlook[Any]) -> tuple[Any, Any]:
    return outlook.first, outlook.second


def as_text(asked: Asked, found: Duel[Any], exact: bool) -> Iterator[str]:
    """A duel as lines."""
    words, shown = asked.words, Shown(asked.words, exact)
    yield from heading(asked, found.contest.order[1][0])
    yield ""
    rows = ends_rows(asked, found.outlook)
    yield from bars([(name, shown.share(share)) for name, share in rows], [Fraction(share) for _, share in rows], "<>")
    yield ""
    if found.mean_rounds is not None:
        yield words.say("duel.mean", rounds=shown.mean(found.mean_rounds))
    if found.rounds and float(found.never) < 1:
        yield ""
        yield from _rounds(words, shown, found.rounds)
        yield ""
        yield from _left(asked, shown, found.left)


def _rounds(words: Words, shown: Shown, over: Sequence[Any]) -> Iterator[str]:
    step = -(-len(over) // ROWS)
    numbers = [*range(step, len(over), step), len(over)]
    rows = [(words.say("duel.round"), words.say("duel.over"))]
    rows += [(words.value(at), shown.share(over[at - 1])) for at in numbers]
    yield from bars(rows, [Fraction(0), *(Fraction(over[at - 1]) for at in numbers)], ">>")


def _left(asked: Asked, shown: Shown, left: tuple[Mapping[int, Any], Mapping[int, Any]]) -> Iterator[str]:
    """Points left of who wins: of very many, several together."""
    words = asked.words
    most = max((points for one in left for points in one), default=0)
    width = -(-most // BINS)
    if not width:
        return
    rows = [(words.say("duel.left"), *asked.names)]
    for least in range(1, most + 1, width):
        last = min(least + width - 1, most)
        shares = [sum(share for points, share in one.items() if least <= points <= last) for one in left]
        if any(shares):
            name = words.value(least) if least == last else f"{words.value(least)}…{words.value(last)}"
            first, second = (shown.share(share) if share else NOTHING for share in shares)
            rows.append((name, first, second))
    yield from table(rows, ">>>")


def drawn(asked: Asked, found: Duel[Any]) -> Picture:
    """Who wins, as a chart."""
    from adarga.charts import duel

    first, second = asked.names
    return duel(asked.words, {asked.book.book.name.say(asked.words.lang): _floats(found.outlook)}, first, second)


def _floats(outlook: Outlook[Any]) -> tuple[float, float]:
    return float(outlook.first), float(outlook.second)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def ask(asked: Asked) -> None:
        from adarga.study.duel import duel

        exact: bool = asked.given["exact"]
        as_json: bool = asked.given["as_json"]
        first, second = asked.sides
        found: Duel[Any]
        with working(words):
            if exact:
                found = duel(asked.book, first, second, opening=asked.opening, exact=True)
            else:
                found = duel(asked.book, first, second, opening=asked.opening)
            data = as_data(asked, found) if as_json else None
            lines = [] if as_json else list(as_text(asked, found, exact))
        save_chart(words, asked.given["chart"], lambda: drawn(asked, found), quiet=as_json)
        if as_json:
            echo_json(data)
        else:
            echo_lines(lines)

    return DuelGroup(words, "duel", ask, list, EXAMPLES)
