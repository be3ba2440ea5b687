"""`adarga advise`: the best decisions in a duel, and what a wrong one costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.books import Given
from adarga.cli.charting import save_chart
from adarga.cli.duel import ends_data, heading, sides_data
from adarga.cli.duel_asked import SIDES, Asked, DuelGroup, joined, rows_asked
from adarga.cli.frame import echo_json, option
from adarga.cli.layout import echo_lines
from adarga.errors import AdargaError
from adarga.rules.protocol import Combatant, Rulebook
from adarga.telling.data import Json
from adarga.telling.layout import table
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.charts.look import Picture
    from adarga.study.advice import Advice, Doing, Worth
    from adarga.study.habits import Threshold
    from adarga.study.regions import Region
    from adarga.study.solution import Outlook
    from adarga.study.strikes import Action

EXAMPLES = {
    "absorption": (
        "adarga advise --roster examples/puente.toml Brunilda Goblin --points 6",
        "adarga advise --roster examples/puente.toml Ogro Aldo --for second --habit Ogro=last --points 8",
    ),
    "damage-steps": ("adarga advise --roster examples/cripta.toml Odile Tome --for first --elect all",),
    "percentile": ("adarga advise --roster examples/trinchera.toml Inés Mastín --points 7 --json",),
}


def _chosen(
    book: Rulebook, sheets: tuple[Combatant, Combatant], given: Given
) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """What both may do: the one advised all that its sheet and the flags allow, the other strike with each weapon."""
    from adarga.study.advice import actions_of

    who = SIDES.index(given["who"])
    rows = rows_asked(book, given.get("elect"))
    first, second = (
        actions_of(book, sheets[side], sheets[1 - side], rows if side == who else (), defend=side == who)
        for side in (0, 1)
    )
    return first, second


class Said:
    """Says advice in the reader's words."""

    def __init__(self, asked: Asked, found: Advice) -> None:
        self.asked = asked
        self.words = asked.words
        self.found = found
        self.foe = asked.names[1 - found.who]

    def offer(self, name: str) -> str:
        """An offer."""
        return self.words.say(f"fight.offer.{name}")

    def action(self, action: Action) -> str:
        """An action."""
        if not action.weapon:
            return self.words.say("duel.advice.defend")
        weapon = self.asked.weapon(self.found.who, action.weapon)
        row = action.situation.elect
        return weapon if row is None else self.words.say("duel.advice.row", weapon=weapon, row=str(row))

    def wins(self, outlook: Outlook[float]) -> str:
        """The chance to win of the one advised."""
        return self.words.percent(outlook.first if self.found.who == 0 else outlook.second)

    def step(self, region: Region, step: Threshold) -> str:
        """When an offer is taken."""
        struck = self.found.who if region.struck else 1 - self.found.who
        name = self.asked.names[struck]
        if step.left_at_most is not None:
            key = "left" if step.left_at_most > 0 else "falls" if step.left_at_most == 0 else "beyond"
            return self.words.say(f"duel.advice.{key}", points=abs(step.left_at_most), name=name)
        key = "points" if step.points_at_most is not None else "always"
        values = {"damage": step.damage_at_least, "points": step.points_at_most, "name": name}
        return self.words.say(f"duel.advice.{key}", **values)

    def region(self, region: Region) -> str:
        """An offer, how often it is taken, and what else is open."""
        name = self.offer(region.offer)
        if region.times > 1:
            name = self.words.say("duel.advice.times", offer=name, times=region.times)
        if region.beside:
            return self.words.say("duel.advice.beside", offer=name, others=joined(map(self.offer, region.beside)))
        return name


def _worth_data(said: Said, worth: Worth) -> Json:
    does: Any = worth.does
    return {"action": said.action(does), "ends": ends_data(worth.outlook), "cost": worth.cost}


def _doing_data(said: Said, doing: Doing) -> Json:
    return {"action": said.action(doing.action), "from": doing.least, "to": doing.most, "share": doing.share}


def _region_data(region: Region) -> Json:
    return {
        "offer": region.offer,
        "times": region.times,
        "beside": list(region.beside),
        "steps": [
            {"damage": step.damage_at_least, "points": step.points_at_most, "left": step.left_at_most}
            for step in region.steps
        ],
        "agrees": region.agrees,
        "exact": region.exact,
        "cells": [[points, damage, share] for (points, damage), share in region.cells.items()],
    }


def as_data(said: Said) -> Json:
    """Advice as data."""
    found = said.found
    return {
        "rulebook": said.asked.book.id,
        **sides_data(said.asked),
        "for": SIDES[found.who],
        "best": ends_data(found.outlook),
        "simple": {habit: ends_data(outlook) for habit, outlook in found.simple.items()},
        "stated": ends_data(found.stated),
        "now": [_worth_data(said, worth) for worth in found.now],
        "doing": [_doing_data(said, doing) for doing in found.doing],
        "offers": [_region_data(region) for region in found.regions],
    }


def as_text(said: Said) -> Iterator[str]:
    """Advice as lines."""
    words, found = said.words, said.found
    yield from heading(said.asked, found.contest.order[1][0])
    yield words.say("duel.advice.for", name=said.asked.names[found.who])
    yield ""
    rows = [(words.say("duel.advice.best"), said.wins(found.outlook))]
    if found.regions:
        rows.append((words.say("duel.advice.stated"), said.wins(found.stated)))
        rows += [(words.say(f"duel.advice.habit.{habit}"), said.wins(one)) for habit, one in found.simple.items()]
    yield words.say("duel.advice.chances", name=said.asked.names[found.who])
    yield from table(rows, "<>", "  ")
    if len(found.now) > 1:
        yield ""
        yield from _now(said)
    if found.doing:
        yield ""
        yield words.say("duel.advice.doing", foe=said.foe)
        yield from table([_did(said, one) for one in found.doing], "<<>", "  ")
    for region in found.regions:
        yield ""
        yield from _told(said, region)


def _now(said: Said) -> Iterator[str]:
    words = said.words
    yield words.say("duel.advice.now")
    rows = [(said.action(one.does), said.wins(one.outlook), _cost(words, one.cost)) for one in said.found.now]  # type: ignore[arg-type]
    yield from table(rows, "<><", "  ")


def _cost(words: Words, cost: float) -> str:
    return words.say("duel.advice.cost", share=words.percent(cost)) if cost > 1e-9 else ""


def _did(said: Said, doing: Doing) -> tuple[str, str, str]:
    least, most = doing.least, doing.most
    points = said.words.value(least) if least == most else f"{said.words.value(least)}…{said.words.value(most)}"
    return points, said.action(doing.action), "" if doing.share >= 1 else said.words.percent(doing.share)


def _told(said: Said, region: Region) -> Iterator[str]:
    """When an offer is taken: its steps, and how much of the decisions they get right."""
    words = said.words
    share = "" if region.exact else words.percent(region.agrees)
    key = "duel.advice.exact" if region.exact else "duel.advice.agrees"
    yield words.say(key, offer=said.region(region), share=share)
    for step in region.steps:
        yield f"  {said.step(region, step)}"
    if not region.steps:
        yield f"  {words.say('duel.advice.nowhere')}"


def drawn(said: Said) -> Picture:
    """Where the offer is worth taking that is decided about in the most cases, one by the side's own points first.

    Raises `AdargaError` (`duel.advice.no_chart`) where there is nothing to take.
    """
    from adarga.charts import offer_map

    regions = sorted(said.found.regions, key=lambda one: (not one.struck, -len(one.cells)))
    if not regions:
        raise AdargaError("duel.advice.no_chart")
    taken, kept = (said.words.say(f"duel.advice.{name}") for name in ("taken", "kept"))
    return offer_map(said.words, regions[0].cells, taken, kept, title=said.region(regions[0]))


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def ask(asked: Asked) -> None:
        from adarga.study.advice import advise

        if asked.given["exact"]:
            raise AdargaError("duel.advice.no_exact")
        first, second = asked.sides
        said = Said(asked, advise(asked.book, first, second, asked.given["who"], opening=asked.opening))
        as_json: bool = asked.given["as_json"]
        data = as_data(said) if as_json else None
        lines = [] if as_json else list(as_text(said))
        save_chart(words, asked.given["chart"], lambda: drawn(said), quiet=as_json)
        if as_json:
            echo_json(data)
        else:
            echo_lines(lines)

    def own() -> list[click.Parameter]:
        return [option(words, "--for who", help_key="advise-for", type=click.Choice(SIDES), default=SIDES[0])]

    return DuelGroup(words, "advise", ask, own, EXAMPLES, _chosen)
