"""The exact odds of one click: chance to hurt, chance to drop, and every amount of damage, as bars."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from adarga.fight import commands as cmd
from adarga.fight.state import State
from adarga.plan import Odds, Plan, odds
from adarga.rules.protocol import Rulebook
from adarga.table.blow.strike import proposed
from adarga.words import Words

MOST_BARS = 24
WIDTH, HEIGHT, FLOOR = 560, 186, 162


@lru_cache(maxsize=2000)
def known_odds(plan: Plan) -> Odds:
    """The odds of a plan, computed once."""
    return odds(plan)


@dataclass(frozen=True, slots=True)
class Bar:
    """One amount of damage (or `last` and more) and its chance; `x`, `y`, `width`, `height` where it is drawn."""

    damage: int
    chance: Fraction
    at_least: Fraction
    label: str
    percent: str
    x: float
    y: float
    width: float
    height: float
    drops: bool


@dataclass(frozen=True, slots=True)
class ClickOdds:
    """What an attack would do to one target: chances from 0 to 1, `drops` None where points are not known."""

    hurts: Fraction
    drops: Fraction | None
    mean: Fraction
    bars: tuple[Bar, ...]
    points: int | None
    label: str
    sentence: str


def click_odds(
    words: Words, book: Rulebook, state: State, attack: cmd.Attack, target: str, *, secret: bool = False
) -> ClickOdds:
    """The odds of an attack at one target, before anyone reacts; `secret` leaves out what its points would tell.

    Raises `AdargaError` for what the rules do not allow.
    """
    found = known_odds(proposed(book, state, attack, target))
    points = None if secret else state.fighter(target).points
    law = found.damage
    chances = {value: chance for value, chance in law.pmf().items() if chance}
    drops = None if not points else sum((one for damage, one in chances.items() if damage >= points), Fraction(0))
    hurts = Fraction(found.hurts)
    key = "blow.label" if drops is None else "blow.label_drops"
    label = words.say(
        key,
        nothing=words.percent(1 - hurts),
        hurts=words.percent(hurts),
        mean=words.number(found.mean),
        drops=words.percent(drops or 0),
    )
    return ClickOdds(
        hurts, drops, Fraction(found.mean), bars(words, chances, points), points, label, sentence(words, chances)
    )


def sentence(words: Words, chances: dict[int, Fraction]) -> str:
    """What is worth saying above the chart: that only one amount is possible, or none; "" where nothing is."""
    landing = [damage for damage in chances if damage]
    if not landing:
        return words.say("blow.never")
    if len(landing) == 1:
        return words.say("blow.always", damage=landing[0])
    return ""


def bars(words: Words, chances: dict[int, Fraction], points: int | None) -> tuple[Bar, ...]:
    """Every amount as a bar; those past the most that can be drawn are taken together in the last."""
    values = sorted(chances)
    shown = values[:MOST_BARS]
    rest = sum((chances[value] for value in values[MOST_BARS - 1 :]), Fraction(0))
    heights = {value: chances[value] for value in shown}
    if len(values) > MOST_BARS:
        heights[shown[-1]] = rest
    most = max(heights.values())
    step = WIDTH / max(len(shown), 1)
    width = min(step * 0.72, 64)
    found = []
    for at, value in enumerate(shown):
        height = float(heights[value] / most) * 130
        more = "+" if len(values) > MOST_BARS and at == len(shown) - 1 else ""
        found.append(
            Bar(
                value,
                heights[value],
                sum((chance for damage, chance in chances.items() if damage >= value), Fraction(0)),
                words.say("blow.nothing") if value == 0 else f"{value}{more}",
                words.percent(heights[value]),
                round(at * step + (step - width) / 2, 1),
                round(FLOOR - height, 1),
                round(width, 1),
                round(height, 1),
                points is not None and value >= points,
            )
        )
    return tuple(found)
