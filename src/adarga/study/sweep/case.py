"""One point's strike: plain data loaded as the rules load what people write, and single values put into it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adarga.errors import AdargaError, Mistakes
from adarga.rules.building import Data, shaped
from adarga.rules.library import rulebook
from adarga.rules.loading import house, roster
from adarga.rules.loading.books import laid_over
from adarga.rules.loading.mistakes import validated
from adarga.rules.protocol import Matchup, Rulebook, Situation
from adarga.study.measures import STUDIES

ROOTS = ("book", "attacker", "target", "weapon", "situation", "options")
"""What a range may be of: the first word of its name."""
_WEAPON = ("attacker", "weapons", "1")
_SHEETS = {"combatants.attacker.weapons.1": "weapon", "combatants.attacker": "attacker", "combatants.target": "target"}


@dataclass(frozen=True, slots=True)
class Case:
    """A strike and its study's options, ready to be asked about."""

    rulebook: Rulebook
    matchup: Matchup
    situation: Situation
    options: Any


def case_of(study: str, data: Data) -> Case:
    """The case of plain data: `book` (over its `base`), the sheets `attacker` and `target`, `situation`, `options`.

    The attacker's first weapon is the one it strikes with. Raises `Mistakes` for all that is wrong in it, each with
    its path.
    """
    mistakes: list[AdargaError] = []
    rules, matchup = _sheets(data, mistakes)
    situation, wrong = validated(Situation, _situation(data["situation"]), "situation")
    options, more = validated(STUDIES[study].options, _underscored(data["options"]), "options")
    mistakes += [*wrong, *more]
    if mistakes or rules is None or matchup is None:
        raise Mistakes(tuple(mistakes))
    return Case(rules, matchup, situation, options)


def _sheets(data: Data, mistakes: list[AdargaError]) -> tuple[Rulebook | None, Matchup | None]:
    try:
        rules = rules_of(data["book"])
    except AdargaError as error:
        mistakes += _moved(error, {"": "book"})
        return None, None
    combatants = {"combatants": {side: data[side] for side in ("attacker", "target")}}
    try:
        loaded = roster(_text(combatants), rules).combatants
    except AdargaError as error:
        mistakes += _moved(error, _SHEETS)
        return rules, None
    attacker = loaded["attacker"]
    return rules, Matchup(attacker, loaded["target"], attacker.weapons[0])


def rules_of(book: Data) -> Rulebook:
    """The rulebook of a house book's data; one that ships where it changes nothing of its base."""
    return rulebook(book["base"]) if set(book) == {"base"} else house(_text(book))


def _text(data: Data) -> str:
    # A text of more than one line is what a loader takes for a text.
    return json.dumps(data, ensure_ascii=False, indent=0, default=str)


def _situation(given: Mapping[str, Any]) -> Data:
    made = _underscored(given)
    if isinstance(made.get("take"), list):
        made["take"] = [_taken(one) for one in made["take"]]
    return made


def _taken(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    name, _, times = one.partition(":")
    return {"name": name} | ({"times": int(times) if times.isdecimal() else times} if times else {})


def _underscored(given: Mapping[str, Any]) -> Data:
    return {key.replace("-", "_"): value for key, value in given.items()}


def _moved(error: AdargaError, places: Mapping[str, str]) -> list[AdargaError]:
    """The mistakes of a loaded part with their paths as the whole file has them."""
    several = error.mistakes if isinstance(error, Mistakes) else (error,)
    return [_replaced(one, places) for one in several]


def _replaced(error: AdargaError, places: Mapping[str, str]) -> AdargaError:
    path = error.values.get("path")
    if not isinstance(path, str):
        return error
    for before, after in places.items():
        if not before:
            return with_path(error, f"{after}.{path}")
        if path == before or path.startswith(f"{before}."):
            return with_path(error, after + path.removeprefix(before))
    return error


def with_path(error: AdargaError, path: str) -> AdargaError:
    """The same mistake at another place."""
    return AdargaError(error.key, text=error.text, span=error.span, **error.values | {"path": path})


def written_at(data: Data, steps: Sequence[str], value: Any) -> Data:
    """Data with a value where a range's steps lead; what it is given stays as it was.

    Raises `AdargaError` (`sweep.no_entry`) where they lead through an entry of a list that it has not.

    >>> written_at({"target": {"armour": ["leather"]}}, ("target", "armour", "1", "absorption"), 3)
    {'target': {'armour': [{'base': 'leather', 'absorption': 3}]}}
    """
    if steps[0] == "book":
        nested: Any = value
        for step in reversed(steps[1:]):
            nested = {step: nested}
        return data | {"book": laid_over(data["book"], shaped(nested))}
    way = (*_WEAPON, *steps[1:]) if steps[0] == "weapon" else steps
    made: Data = _set(data, way, value, steps)
    return made


def _set(data: Any, way: Sequence[str], value: Any, steps: Sequence[str]) -> Any:
    if not way:
        return value
    head, *rest = way
    if isinstance(data, list):
        number = int(head) if head.isdecimal() else 0
        if not 0 < number <= len(data):
            raise AdargaError("sweep.no_entry", path=f"ranges.{'.'.join(steps)}", entry=head, count=len(data))
        return [_set(one, rest, value, steps) if at == number else one for at, one in enumerate(data, 1)]
    table = {"base": data} if isinstance(data, str) else dict(data) if isinstance(data, Mapping) else {}
    key = head.replace("-", "_")
    below = table.get(key, [] if rest and rest[0].isdecimal() else None)
    return table | {key: _set(below, rest, value, steps)}


def found_at(case: Case, steps: Sequence[str]) -> Any:
    """What stands in a case where a range's steps lead, None where they lead nowhere."""
    root, *way = steps
    thing: Any = case.matchup if root in ("attacker", "target", "weapon") else case
    for step in (root, *way):
        if isinstance(thing, tuple):
            number = int(step) if step.isdecimal() else 0
            thing = thing[number - 1] if 0 < number <= len(thing) else None
        else:
            thing = getattr(thing, step.replace("-", "_"), None)
    return thing


def put(case: Case, steps: Sequence[str], value: Any) -> Case:
    """A case with a value, in its loaded form, where a plain range's steps lead."""
    root, *way = (step.replace("-", "_") for step in steps)
    if root in ("situation", "options"):
        return replace(case, **{root: _put(getattr(case, root), way, value)})
    made = _put(getattr(case.matchup, root), way, value)
    matchup = case.matchup
    if root == "weapon":
        attacker = replace(matchup.attacker, weapons=(made, *matchup.attacker.weapons[1:]))
        return replace(case, matchup=Matchup(attacker, matchup.target, made))
    matchup = replace(matchup, **{root: made})
    return replace(case, matchup=replace(matchup, weapon=matchup.attacker.weapons[0]))


def _put(thing: Any, way: Sequence[str], value: Any) -> Any:
    if not way:
        return value
    head, *rest = way
    if isinstance(thing, tuple):
        at = int(head) - 1
        return (*thing[:at], _put(thing[at], rest, value), *thing[at + 1 :])
    return replace(thing, **{head: _put(getattr(thing, head), rest, value)})


def is_plain(case: Case, steps: Sequence[str], value: Any) -> bool:
    """Whether a number, truth value or text stands in the loaded case as it was written."""
    if steps[0] == "book" or not isinstance(value, int | str):
        return False
    found = found_at(case, steps)
    return type(found) is type(value) and found == value
