"""`adarga odds`: the exact odds of one strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from adarga.cli.books import BookGroup, Given
from adarga.cli.case import Case
from adarga.cli.charting import chart_option, save_chart
from adarga.cli.dist import fraction_or_number, fraction_or_percent, picture, shares
from adarga.cli.frame import echo_json, probability
from adarga.cli.layout import echo_lines
from adarga.cli.matchup import read_case
from adarga.cli.strike import title_of
from adarga.plan import Blow, Line, Odds, Offer, Plan, Reason, odds, outline, to_json
from adarga.plan.nodes import NONE
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.telling.said import Sayer, ruling, sheet_names
from adarga.telling.trace import branch_word, mark_word, take
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture

EXAMPLES = {
    "absorption": (
        "adarga odds absorption --damage d10 --constitution 10 --armour 'chain mail' --stone-born",
        "adarga odds absorption --damage d8 --monster-level 7 --absorption 4 --dexterity 11 --points 6",
    ),
    "damage-steps": (
        "adarga odds damage-steps --damage 6d4+2 --bonus 5 --defence 14 --ar 5 --ap 2 --resistant",
        "adarga odds damage-steps --damage '2d6[S]+1d4[E]' --ar S=5,E=1H --exact",
    ),
    "percentile": (
        "adarga odds percentile --damage 1d8+1 --skill 60 --block 40 --armour 3",
        "adarga odds percentile --damage 1d6 --skill 55 --prone --simplified --json",
    ),
}


def offers_of(plan: Plan) -> dict[str, Offer]:
    """Every offer that some blow of a plan makes, by name."""
    if isinstance(plan, Blow):
        return {offer.name: offer for offer in plan.offers}
    return {name: offer for band in plan.bands for name, offer in offers_of(band.then).items()}


def marks_of(found: Odds) -> list[str]:
    """Every mark that a strike may leave."""
    return sorted({mark for _, _, marks in found.joint for mark in marks})


def as_data(case: Case, plan: Plan, found: Odds, exact: bool) -> Json:
    """Odds as data."""
    damage = found.damage
    data: Json = {
        "rulebook": case.rulebook.id,
        "damage": shares(damage, exact),
        "mean": probability(found.mean, exact),
        "sd": damage.sd,
        "lands": probability(found.lands, exact),
        "hurts": probability(found.hurts, exact),
        "branches": {name: probability(found.branch(name), exact) for name in found.branches},
        "marks": {mark: probability(found.mark(mark), exact) for mark in marks_of(found)},
        "offers": sorted(offers_of(plan)),
        "taken": {taken.name: taken.times for taken in case.situation.take},
    }
    if case.target.points is not None:
        data["drops"] = probability(found.drops(case.target.points), exact)
    return data | {"plan": to_json(plan)}


def _branches(sayer: Sayer, found: Odds, exact: bool) -> Iterator[str]:
    words = sayer.words
    rows = [(words.say("cli.branch"), words.say("cli.probability"), words.say("cli.mean_there"))]
    for name in found.branches:
        share = found.branch(name)
        mean = fraction_or_number(words, found.given(name).mean, exact) if share else "–"
        rows.append((branch_word(sayer, name), fraction_or_percent(words, share, exact), mean))
    yield from table(rows, "<>>")


def _taking(offer: Offer) -> str:
    """How an offer is taken, and how often it can be."""
    return take(offer.name) + (f":1…{offer.most}" if offer.most > 1 else "")


def _outlined(sayer: Sayer, line: Line) -> tuple[str, str, str]:
    indent = "  " * (line.depth + 1)
    if line.kind == "band":
        runs = ", ".join(f"{first}–{last}" if first < last else str(first) for first, last in line.runs)
        return f"{indent}{branch_word(sayer, line.band)}", runs or "–", ""
    mark = {"idle": "• ", "offer": "+ "}.get(line.kind, "")
    return f"{indent}{mark}{sayer.reason(line.reason)}", line.dice, ruling(line.reason)


def _told(plan: Plan) -> Iterator[Line]:
    """The outline of a plan: what does not apply is told the first time it stands there."""
    told: set[Reason] = set()
    for line in outline(plan):
        if line.kind == "band":
            yield line
        elif line.reason is not NONE and not (line.kind == "idle" and line.reason in told):
            told.add(line.reason)
            yield line


def as_text(sayer: Sayer, case: Case, plan: Plan, found: Odds, exact: bool) -> Iterator[str]:
    """Odds as lines."""
    words = sayer.words
    title = title_of(case, words)
    if title:
        yield title
    mean = fraction_or_number(words, found.mean, exact)
    hurts = fraction_or_percent(words, found.hurts, exact)
    yield words.say("cli.odds", hurts=hurts, mean=mean, sd=found.damage.sd)
    if case.target.points is not None:
        drops = fraction_or_percent(words, found.drops(case.target.points), exact)
        yield words.say("cli.drops", points=case.target.points, share=drops)
    yield ""
    yield from _branches(sayer, found, exact)
    marks = [(mark_word(words, mark), found.mark(mark)) for mark in marks_of(found)]
    if marks:
        yield ""
        yield words.say("cli.marks_odds")
        rows = [(mark, fraction_or_percent(words, share, exact)) for mark, share in marks]
        yield from table(rows, "<>", "  ")
    yield ""
    yield words.say("cli.damage")
    yield from picture(words, found.damage, exact, "  ")
    offers = offers_of(plan)
    if offers:
        yield ""
        yield words.say("cli.offers")
        offered = [(f"  + {sayer.reason(one.reason)}", ruling(one.reason), _taking(one)) for one in offers.values()]
        yield from table(offered, "<<<")
    yield ""
    yield words.say("cli.plan")
    yield from table([_outlined(sayer, line) for line in _told(plan)], "<<<")


def drawn(words: Words, case: Case, found: Odds) -> Picture:
    """Odds as a chart of the damage."""
    from adarga.charts import distribution

    title = title_of(case, words) or words.say("charts.title.damage")
    return distribution(words, {words.say("charts.damage"): found.damage}, points=case.target.points, title=title)


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def ask(book: str, given: Given) -> None:
        case = read_case(book, given)
        plan = case.rulebook.plan(case.matchup, case.situation)
        found = odds(plan)
        as_json, exact = given["as_json"], given["exact"]
        sayer = Sayer(words, case.rulebook, sheet_names(case.matchup))
        data = as_data(case, plan, found, exact) if as_json else None
        lines = [] if as_json else list(as_text(sayer, case, plan, found, exact))
        save_chart(words, given["chart"], lambda: drawn(words, case, found), quiet=as_json)
        if as_json:
            echo_json(data)
        else:
            echo_lines(lines)

    return BookGroup(words, "odds", ask, lambda: [chart_option(words)], EXAMPLES)
