"""`adarga survival --needed`: every value of a number, whether it makes the target last, and the least that does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from adarga.cli.fields import consistent, exclusions
from adarga.cli.frame import echo_json
from adarga.cli.layout import echo_lines
from adarga.cli.survival_asked import MOST_ROUNDS, Asked, hold_to_digits, share_of, written
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.telling.layout import table

if TYPE_CHECKING:
    from adarga.study.needed import Measure, Needed, Tried
    from adarga.study.survival import ExactSurvival, Survival

_WHOLE = re.compile(r"[+-]?\d+")
_ROUNDS = re.compile(r"\d{1,4}(\.\d{0,6})?|\.\d{1,6}")


@dataclass(frozen=True)
class Goal:
    """How long it is to last: `rounds` on average, or (`chance` given) still up after so many with that chance."""

    rounds: Fraction
    chance: Fraction | None

    @classmethod
    def read(cls, asked: Asked) -> Goal:
        """The goal of `--last` and `--chance`. Raises `AdargaError` for what cannot be read or is missing."""
        given = asked.given
        if given["needed"] is None:
            flag = "--chance" if given["last"] is None else "--last"
            raise AdargaError("cli.needs", flag=flag, needs="--needed")
        if given["last"] is None:
            raise AdargaError("cli.needs", flag="--needed", needs="--last")
        text, chance = given["last"].strip(), given["chance"]
        if not _ROUNDS.fullmatch(text):
            raise AdargaError("study.survival.last", text=given["last"], span=(0, len(given["last"])), value=text)
        rounds = Fraction(text)
        if chance is None:
            return cls(rounds, None)
        if rounds.denominator > 1 or not 1 <= rounds <= MOST_ROUNDS:
            raise AdargaError("study.survival.last_whole", most=MOST_ROUNDS, value=text)
        return cls(rounds, share_of(chance))

    @property
    def measure(self) -> Measure:
        """What is asked of each survival."""
        from adarga.study.needed import mean_rounds, up_after

        return mean_rounds if self.chance is None else up_after(int(self.rounds))

    @property
    def covered(self) -> int:
        """The rounds a curve must cover."""
        return 1 if self.chance is None else int(self.rounds)


def found_for(asked: Asked, goal: Goal) -> tuple[str, Needed]:
    """The name of the number, and what its values came to.

    Raises `AdargaError` for what is no number of a strike, or does not go together with the flags given.
    """
    from adarga.study.axes import axis
    from adarga.study.lasting import survival_of
    from adarga.study.needed import needed

    text, book = asked.given["needed"], asked.case.rulebook
    varied = axis(book, text)
    entries = {entry.value if isinstance(entry.value, str) else repr(entry.value): entry for entry in varied.entries}
    if varied.field is None or not all(map(_WHOLE.fullmatch, entries)):
        raise AdargaError("study.survival.needed_field", text=text, span=(0, len(text)), value=text)
    as_given = asked.given | {varied.field.name: next(iter(entries))}
    exclusions(as_given)
    consistent(asked.case, as_given)
    by_value = {int(value): entry for value, entry in entries.items()}
    own_points = None if varied.field.goes == "target.points" else asked.points_left()

    def ask(value: int) -> Survival | ExactSurvival:
        matchup, situation = varied.put(book, asked.case.matchup, asked.case.situation, by_value[value])
        attacks, rounds = asked.given["attacks"], goal.covered
        return survival_of(book, matchup, situation, own_points, rounds=rounds, attacks=attacks, exact=asked.exact)

    wanted = goal.rounds if goal.chance is None else goal.chance
    found = needed(ask, by_value, goal.measure, wanted)
    if asked.exact:
        hold_to_digits([one.measure for one in found.tried])
    return varied.name, found


def as_data(asked: Asked, goal: Goal, name: str, found: Needed) -> Json:
    """The values as data; a measure without end is null."""
    return {
        "rulebook": asked.case.rulebook.id,
        "needed": name,
        "last": written(goal.rounds if asked.exact else float(goal.rounds)),
        "chance": written(goal.chance if asked.exact or goal.chance is None else float(goal.chance)),
        "least": found.least,
        "enough": list(found.enough),
        "tried": [{"value": one.value, "measure": _ending(one), "enough": one.holds} for one in found.tried],
    }


def _ending(one: Tried) -> float | str | None:
    return None if one.measure == math.inf else written(one.measure)


def as_csv(name: str, found: Needed) -> Iterator[str]:
    """The values as comma-separated lines; a measure without end is left out."""
    yield f"{name},measure,enough"
    for one in found.tried:
        measure = _ending(one)
        yield f"{one.value},{'' if measure is None else measure},{int(one.holds)}"


def as_text(asked: Asked, goal: Goal, name: str, found: Needed) -> Iterator[str]:
    """The values as lines, then the least that is enough."""
    words = asked.words
    if goal.chance is None:
        head = words.say("study.survival.mean_rounds")
    else:
        head = words.say("study.survival.up_after", count=int(goal.rounds))
    rows = [(name, head, words.say("study.survival.enough"))]
    for one in found.tried:
        if one.measure == math.inf:
            shown = words.say("study.survival.endless")
        else:
            shown = asked.number(one.measure) if goal.chance is None else asked.share(one.measure)
        rows.append((words.value(one.value), shown, words.value(one.holds)))
    yield from table(rows, ">>>")
    yield ""
    if found.least is None:
        yield words.say("study.survival.none", name=name)
        return
    yield words.say("study.survival.least", name=name, least=found.least)
    if not found.steady:
        yield words.say("study.survival.all", values=found.enough)


def answer(asked: Asked) -> None:
    """Answer `--needed`. Raises `AdargaError` for what does not go together or cannot be read."""
    goal = Goal.read(asked)
    name, found = found_for(asked, goal)
    if asked.as_json:
        echo_json(as_data(asked, goal, name, found))
    else:
        echo_lines(as_csv(name, found) if asked.given["as_csv"] else as_text(asked, goal, name, found))
