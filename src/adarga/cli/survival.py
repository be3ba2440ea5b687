"""`adarga survival`: how long a target lasts, and which value of a number makes it last."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from adarga.cli.books import BookGroup, Given
from adarga.cli.charting import save_chart
from adarga.cli.dist import shares
from adarga.cli.frame import echo_json
from adarga.cli.layout import bars, echo_lines
from adarga.cli.strike import title_of
from adarga.cli.survival_asked import Asked, options, shares_asked, written
from adarga.cli.survival_needed import answer
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture
    from adarga.study.survival import ExactSurvival, Survival

EXAMPLES = {
    "absorption": (
        "adarga survival absorption --damage d10 --absorption 4 --dexterity 11 --points 14",
        "adarga survival absorption --damage d8 --points 3d6 --attacks 2 --needed absorption=0..8 --last 4",
    ),
    "damage-steps": (
        "adarga survival damage-steps --damage 6d4+2 --bonus 5 --defence 14 --ar 5 --ap 2 --resistant --points 60",
        "adarga survival damage-steps --damage 2d10 --points 40 --needed ar=0..12 --last 6 --chance 75%",
    ),
    "percentile": (
        "adarga survival percentile --damage 1d8+1 --skill 60 --block 40 --armour 3 --points 12 --until 25%,75%",
        "adarga survival percentile --damage 1d6 --skill 55 --points 10 --rounds 5 --json",
    ),
}
ROWS = 40


def as_data(asked: Asked, found: Survival | ExactSurvival) -> Json:
    """Survival as data."""
    law = found.laws[0]
    until = shares_asked(asked.given["until"])
    return {
        "rulebook": asked.case.rulebook.id,
        "points": asked.points_left(),
        "down_at_loss": shares(found.capacity, asked.exact),
        "attacks": len(found.laws),
        "mean_damage": written(law.mean if asked.exact else float(law.mean)),
        "mean_strikes": written(found.mean),
        "mean_rounds": written(found.mean_rounds),
        "until": {text: found.rounds(found.quantile(share)) for text, share in until},
        "down": [written(share) for share in found.down_by_round],
        "up": [written(share) for share in found.up_by_round],
    }


def as_csv(found: Survival | ExactSurvival) -> Iterator[str]:
    """Survival as comma-separated lines: round, down by then, still up."""
    yield "round,down,up"
    curves = zip(found.down_by_round, found.up_by_round, strict=True)
    for number, (down, up) in enumerate(curves, 1):
        yield f"{number},{written(down)},{written(up)}"


def as_text(asked: Asked, found: Survival | ExactSurvival) -> Iterator[str]:
    """Survival as lines."""
    words = asked.words
    if title := title_of(asked.case, words):
        yield title
    values = {"points": asked.points_left(), "mean": asked.number(found.laws[0].mean)}
    yield words.say("study.survival.fixed", count=len(found.laws), **values)
    if isinstance(asked.points, int) and found.capacity.greatest < asked.points:
        yield words.say("study.survival.down_early", loss=found.capacity.greatest)
    if found.mean is None or found.mean_rounds is None:
        yield words.say("study.survival.for_ever")
        return
    rounds, strikes = asked.number(found.mean_rounds), asked.number(found.mean)
    if len(found.laws) == 1:
        yield words.say("study.survival.mean", rounds=rounds)
    else:
        yield words.say("study.survival.mean_at_strike", rounds=rounds, strikes=strikes)
    yield ""
    rows = [(words.say("study.survival.likely"), words.say("study.survival.by"))]
    for _, share in shares_asked(asked.given["until"]):
        by = found.rounds(found.quantile(share))
        rows.append((asked.share(share), words.say("study.survival.never") if by is None else words.value(by)))
    yield from table(rows, "<>")
    yield ""
    yield from _curve(asked, found)


def _curve(asked: Asked, found: Survival | ExactSurvival) -> Iterator[str]:
    """The rounds and how likely it is still up; of very many, every so many."""
    words = asked.words
    down, up = found.down_by_round, found.up_by_round
    step = -(-len(up) // ROWS)
    numbers = [*range(step, len(up), step), len(up)]
    rows = [tuple(words.say(f"study.survival.{name}") for name in ("round", "down", "up"))]
    rows += [(words.value(at), asked.share(down[at - 1]), asked.share(up[at - 1])) for at in numbers]
    yield from bars(rows, [Fraction(0), *(Fraction(up[at - 1]) for at in numbers)], ">>>")


def drawn(asked: Asked, found: Survival | ExactSurvival) -> Picture:
    """Survival as a chart of being down by each round."""
    from adarga.charts import survival

    title = title_of(asked.case, asked.words)
    curve = [float(share) for share in found.down_by_round]
    return survival(asked.words, {title or asked.words.say("study.survival.down"): curve}, title=title or None)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def ask(book: str, given: Given) -> None:
        if given["as_csv"] and given["as_json"]:
            raise AdargaError("cli.together", flag="--csv", other="--json")
        asked = Asked.read(words, book, given)
        if given["needed"] is not None or given["last"] is not None or given["chance"] is not None:
            if given["chart"] is not None:
                raise AdargaError("cli.together", flag="--chart", other="--needed")
            answer(asked)
            return
        found = asked.survival()
        quiet = given["as_json"] or given["as_csv"]
        save_chart(words, given["chart"], lambda: drawn(asked, found), quiet=quiet)
        if asked.as_json:
            echo_json(as_data(asked, found))
        else:
            echo_lines(as_csv(found) if given["as_csv"] else as_text(asked, found))

    return BookGroup(words, "survival", ask, lambda: options(words), EXAMPLES)
