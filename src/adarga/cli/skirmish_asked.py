"""What the flags of `adarga skirmish` ask for: a fight, its sides, and everyone's policy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adarga.errors import AdargaError
from adarga.rules.names import folded
from adarga.rules.protocol import Rulebook

if TYPE_CHECKING:
    from adarga.fight.state import State
    from adarga.study.skirmish import Policy, Troop

Given = Mapping[str, Any]
_COUNTED = re.compile(r"(?P<count>[0-9]{1,3})\s*[x×]\s*(?P<name>.+)")
_WORDS = {
    "aim": ("weakest", "nearest", "random"),
    "take": ("never", "always", "last", "advised"),
    "arm": ("first", "best"),
}
RETREAT = "retreat"
_MOST_WEIGHT = 10_000


def split(flag: str, text: str) -> tuple[str, list[str]]:
    """A side and what is said of it: `A=one,two`. Raises `AdargaError` (`skirmish.form`)."""
    name, equals, rest = text.partition("=")
    parts = [part.strip() for part in rest.split(",")]
    if not equals or not name.strip() or not all(parts):
        raise AdargaError("skirmish.form", flag=flag, value=text)
    return name.strip(), parts


def sides_of(given: Given) -> dict[str, list[str]]:
    """The sides of the line and what stands on each. Raises `AdargaError` (`skirmish.form`, `skirmish.side_twice`)."""
    found: dict[str, list[str]] = {}
    for text in given["side"]:
        name, parts = split("--side", text)
        if name in found:
            raise AdargaError("skirmish.side_twice", side=name)
        found[name] = parts
    return found


def fight_of(given: Given) -> tuple[Rulebook, State, dict[str, list[str]] | None]:
    """The rulebook, the fight to begin from, and its sides where they are not its own. Raises `AdargaError`."""
    sides = sides_of(given)
    if given["saved"] is None:
        if given["roster"] is None:
            raise AdargaError("skirmish.where")
        return *_mustered(given, sides), None
    for name, flag in (("roster", "--roster"), ("surprised", "--surprised"), ("one_turn", "--one-turn")):
        if given[name]:
            raise AdargaError("cli.together", flag="--from", other=flag)
    from adarga.cli.fight_file import read_only

    book, log = read_only(Path(given["saved"]))
    ids = [seat.id for seat in log.state.seats]
    chosen = {side: [_one_of(name, ids) for name in names] for side, names in sides.items()}
    return book, log.state, chosen or None


def _one_of(name: str, ids: Sequence[str]) -> str:
    found = next((id for id in ids if folded(id) == folded(name)), None)
    if found is None:
        from adarga.rules.names import unknown

        raise unknown("combatant", name, ids)
    return found


def _mustered(given: Given, sides: Mapping[str, list[str]]) -> tuple[Rulebook, State]:
    from adarga.rules.loading import roster
    from adarga.study.skirmish import Troop, mustered

    found = roster(Path(given["roster"]))
    surprised = list(given["surprised"])
    heard: set[str] = set()

    def troop(side: str, text: str) -> Troop:
        counted = _COUNTED.fullmatch(text)
        count, name = (int(counted["count"]), counted["name"]) if counted else (1, text)
        sheet = found.find(name)
        caught = {one for one in surprised if folded(one) in (folded(side), folded(sheet.name))}
        heard.update(caught)
        return Troop(sheet=sheet, count=count, one_turn=given["one_turn"], surprised=bool(caught))

    troops = {side: [troop(side, text) for text in texts] for side, texts in sides.items()}
    for one in surprised:
        if one not in heard:
            raise AdargaError("skirmish.nobody_so", flag="--surprised", name=one)
    return found.rulebook, mustered(found.rulebook, troops)


def policies_of(given: Given, book: Rulebook, state: State, sides: Mapping[str, list[str]] | None) -> dict[str, Policy]:
    """Everyone's policy by id: the last one said of a side counts, one said of none is everyone's first."""
    members = sides or _own_sides(state)
    found: dict[str, Policy] = {}
    said = [_said(text, members) for text in given["policy"]]
    foes = {side: next((ids[0] for other, ids in members.items() if other != side), "") for side in members}
    for side, ids in members.items():
        words = [word for its, words in said if its in (None, side) for word in words]
        for id in ids:
            found[id] = _policy(words, lambda id=id, foe=foes[side]: _advised(book, state, id, foe))
    for text in given["weight"]:
        name, (weight, *more) = split("--weight", text)
        if more or not weight.isascii() or not weight.isdigit() or int(weight[:9]) > _MOST_WEIGHT:
            raise AdargaError("skirmish.weight", value=text, most=_MOST_WEIGHT)
        matching = [id for id in found if folded(name) in (folded(id), folded(re.sub(r" [0-9]+$", "", id)))]
        if not matching:
            raise AdargaError("skirmish.nobody_so", flag="--weight", name=name)
        found |= {id: replace(found[id], weight=int(weight)) for id in matching}
    return found


def _own_sides(state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for seat in state.seats:
        found.setdefault(seat.side, []).append(seat.id)
    return found


def _said(text: str, sides: Mapping[str, list[str]]) -> tuple[str | None, list[str]]:
    """The side, if any, and the words of one `--policy`."""
    if "=" not in text:
        return None, [part.strip() for part in text.split(",")]
    side, words = split("--policy", text)
    if side not in sides:
        raise AdargaError("skirmish.no_side", side=side, sides=tuple(sides))
    return side, words


def _policy(words: Sequence[str], advised: Any) -> Policy:
    from adarga.study.skirmish import Policy

    values: dict[str, Any] = {}
    for word in words:
        values |= _value(word)
    if values.get("take") == "advised":
        values["take"] = advised()
    return Policy(**values)


def _value(word: str) -> dict[str, Any]:
    kind = next((kind for kind, known in _WORDS.items() if word in known), None)
    if kind is not None:
        return {kind: word}
    name, _, share = word.partition(":")
    if name == RETREAT and re.fullmatch(r"[0-9]{1,3}%?", share) and int(share.rstrip("%")) <= 100:
        return {"retreat": Fraction(int(share.rstrip("%")), 100)}
    raise AdargaError("skirmish.policy", word=word, words=tuple(_known()))


def _known() -> Iterator[str]:
    for known in _WORDS.values():
        yield from known
    yield f"{RETREAT}:25"


def _advised(book: Rulebook, state: State, id: str, foe: str) -> object:
    from adarga.study.skirmish.advised import advised

    return advised(book, state.fighter(id).combatant, state.fighter(foe).combatant) if foe else ()
