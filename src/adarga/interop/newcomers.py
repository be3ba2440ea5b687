"""Someone who joins, as one line says it: how many, a name, points, a side and what the sheet should hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from adarga.dice import parse
from adarga.errors import AdargaError, Mistakes
from adarga.fight.commands import Join
from adarga.fight.hands import MOST_COPIES
from adarga.interop.typed import number
from adarga.interop.verbs import CONDITIONS, HIDDEN, SHEET, TOGETHER, TURNS, meant
from adarga.rules.fields import FIELDS
from adarga.rules.names import folded, search
from adarga.rules.protocol import Combatant, Condition, Rulebook

_COUNT = re.compile(r"(\d{1,3})\s*[x\N{MULTIPLICATION SIGN}]?")
_COUNT_LIKE = re.compile(r"[-+\N{MINUS SIGN}]?\d[\d.,]*\s*[x\N{MULTIPLICATION SIGN}]?")
_ARMOUR = {"id": "armour", "name": {"en": "armour", "es": "armadura"}}
_LISTS = ("armour", "weapons", "resistant", "vulnerable")


def joining(book: Rulebook, words: Sequence[str]) -> Join:
    """`[3 x] NAME [POINTS] [SIDE] [field=value ...] [hidden] [together] [object]`.

    A monster of the book needs no points; a thing by itself (a door) is an object.

    Raises `AdargaError` where there is no name, a field is not known, or a value is not right.
    """
    plain, sheet, turns = _sorted(book, words)
    count, plain = _count(plain)
    at = next((place for place, word in enumerate(plain) if place and word.isdigit()), len(plain))
    name, rest = " ".join(plain[:at]), plain[at:]
    if not name:
        raise AdargaError("fight_cli.name_missing")
    if rest:
        sheet["points"] = number(rest[0])
        if rest[1:]:
            turns["side"] = " ".join(rest[1:])
    return Join(sheet=sheet_for(book, name, sheet), count=count, **turns)


def sheet_for(book: Rulebook, name: str, sheet: dict[str, Any]) -> Combatant:
    """The sheet of someone named; a name that a monster of the book answers to begins from that monster."""
    known: Any = book.book
    monster = search(getattr(known, "monsters", {}), name)
    if monster is not None:
        sheet = {"base": monster.id} | sheet
    elif sheet.keys() <= {"points"}:
        return Combatant(name=name, points=sheet.get("points"))
    from adarga.rules.loading.rosters import combatant

    try:
        return combatant(book, name, sheet)
    except Mistakes as wrong:
        raise Mistakes(tuple(_typed_mistake(one, name) for one in wrong.mistakes)) from None


def _typed_mistake(mistake: AdargaError, name: str) -> AdargaError:
    """A mistake in a sheet as one of what was typed: with the field it is in, not with a path in a file."""
    path = str(mistake.values.get("path", ""))
    inner = path.removeprefix(f"combatants.{name}").strip(".")
    values = dict(mistake.values) | {"path": inner or name, "field": inner.partition(".")[0]}
    return AdargaError(mistake.key, text=mistake.text, span=mistake.span, **values) if path else mistake


def _ratings(text: str) -> str | dict[str, int | str]:
    """Ratings by type (`S=5,C=2,E=1H`) as a sheet has them; any other text stays as it is."""
    parts = [part.partition("=") for part in text.split(",")]
    if not all(equals for _, equals, _ in parts):
        return text
    return {type.strip(): number(rating) if rating.isdigit() else rating.strip() for type, _, rating in parts}


def _count(words: Sequence[str]) -> tuple[int, list[str]]:
    found = _COUNT.fullmatch(words[0].casefold()) if len(words) > 1 else None
    if found is None:
        if len(words) > 1 and _COUNT_LIKE.fullmatch(words[0].casefold()):
            raise AdargaError("fight_cli.count", word=words[0], most=MOST_COPIES)
        return 1, list(words)
    left = list(words[1:])
    if len(left) > 1 and left[0].casefold() in ("x", "\N{MULTIPLICATION SIGN}"):
        left = left[1:]
    return int(found[1]), left


def _sorted(book: Rulebook, words: Sequence[str]) -> tuple[list[str], dict[str, Any], dict[str, Any]]:
    plain: list[str] = []
    sheet: dict[str, Any] = {}
    turns: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        field, turn = meant(SHEET, name), meant(TURNS, name)
        if equals and turn is not None:
            turns[turn] = number(value) if turn == "initiative" else value
        elif equals and field is not None:
            sheet[field] = _value(book, field, value)
        elif equals and is_dice(value.partition(":")[0]):
            sheet.setdefault("weapons", []).append(_weapon(book, name, *value.split(":", 1)))
        elif equals:
            raise AdargaError("fight_cli.option", option=name, options=(*SHEET, *TURNS))
        elif folded(word) in HIDDEN:
            turns["hidden"] = True
        elif folded(word) in TOGETHER:
            turns["share_turn"] = True
        elif folded(word) in CONDITIONS["object"]:
            turns["conditions"] = (Condition("object"),)
        else:
            plain.append(word)
    return plain, sheet, turns


def attack_number(book: Rulebook) -> str | None:
    """What an attack of this book is made with, beside its dice: `skill` or `bonus`, None where it is neither."""
    known = (field.name for field in FIELDS if book.book.base in field.books)
    return next((name for name in known if name in ("skill", "bonus")), None)


def is_dice(text: str) -> bool:
    """Whether a text is dice, such as `d8+1`."""
    try:
        return bool(text) and parse(text).constant is None
    except AdargaError:
        return False


def _weapon(book: Rulebook, name: str, dice: str, typed: str = "") -> dict[str, Any]:
    """A weapon typed as `rifle=d8`, with its skill or bonus as `rifle=d8:60`. Raises `AdargaError`."""
    made: dict[str, Any] = {"id": name, "name": {"en": name, "es": name}, "damage": dice}
    if not typed:
        return made
    field = attack_number(book)
    if field is None:
        raise AdargaError("fight_cli.no_skill")
    return made | {field: number(typed)}


def _value(book: Rulebook, field: str, text: str) -> Any:
    """A field's value as a sheet has it; armour may be just its points or its ratings, where the book counts those."""
    if field == "armour" and book.book.base == "percentile" and text.isdigit():
        return [_ARMOUR | {"points": number(text)}]
    if field == "armour" and book.book.base == "damage-steps" and any(letter.isdigit() for letter in text):
        return [_ARMOUR | {"ar": number(text) if text.isdigit() else _ratings(text)}]
    if field in _LISTS:
        return [part.strip() for part in text.split(",")]
    return text if field == "shield" else number(text)
