"""A strike from named values, as a form or a request brings them: fields of the one table, all mistakes at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adarga.dice import parse
from adarga.errors import AdargaError, Mistakes
from adarga.interop.books import book_of
from adarga.rules.fields import FIELDS, Field, field_of
from adarga.rules.filling import fill
from adarga.rules.names import find, search, unknown
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Taken, Weapon

_YES = ("1", "yes", "true", "on", "sí", "si")
_NO = ("", "0", "no", "false", "off")
_LATER = ("weapon.damage", "situation.take")
_APART = (("monster_level", "attack_characteristic"), ("dodge", "block"), ("telling", "bonus"), ("telling", "defence"))
OTHERS = ("weapon", "monster")
"""What may be named besides the fields: a weapon of the book, a monster of it as the attacker."""


@dataclass(frozen=True, slots=True)
class Struck:
    """A strike that was asked for: by which book, who strikes whom with what, and what was chosen."""

    book: Rulebook
    matchup: Matchup
    situation: Situation


def strike_of(rulebook: str, house: str | None, values: Mapping[str, Any]) -> Struck:
    """The strike that named values describe; a value is a number, a truth value or a text.

    Raises `Mistakes` with an `interop.field` for every field that is unknown, of another book or out of its range.
    """
    book = book_of(rulebook, house)
    if house is not None and book.book.base != rulebook:
        raise AdargaError("interop.base", base=book.book.base, book=rulebook)
    wrong: list[AdargaError] = []
    matchup = Matchup(_monster(book, values, wrong), Combatant(), _weapon(book, values, wrong))
    situation = Situation()
    said = {name: value for name, value in values.items() if name not in OTHERS and value not in (None, "")}
    for field in _fields(book, said, wrong):
        try:
            value = read_value(field, said[field.name])
            off = value is False and field.kind == "switch"
            if field.goes not in _LATER and not off:
                matchup, situation = fill(book, matchup, situation, field, value)
            elif field.goes == "situation.take":
                situation = replace(situation, take=taken_in(str(value)))
        except AdargaError as error:
            wrong.append(AdargaError("interop.field", field=field.name, what=error))
    wrong += [AdargaError("interop.apart", field=one, other=two) for one, two in _APART if one in said and two in said]
    if "bonus" in said and "defence" not in said:
        wrong.append(AdargaError("interop.needs", field="bonus", needs="defence"))
    if wrong:
        raise Mistakes(tuple(wrong))
    return Struck(book, matchup, situation)


def fields_for(book: Rulebook) -> tuple[Field, ...]:
    """The fields that a book knows."""
    return tuple(field for field in FIELDS if book.book.base in field.books)


def read_value(field: Field, value: Any) -> Any:
    """A value as its field takes it. Raises `AdargaError`: `interop.number`, `interop.range`, `interop.switch`."""
    if field.kind == "number":
        return _number(field, value)
    if field.kind in ("switch", "either"):
        if isinstance(value, bool):
            return value
        text = str(value).strip().casefold()
        if text not in (*_YES, *_NO):
            raise AdargaError("interop.switch", value=str(value)[:20])
        return text in _YES
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise AdargaError("interop.text", value=str(value)[:20])
    return value if field.name == "elect" and isinstance(value, int) else str(value)


def _number(field: Field, value: Any) -> int:
    text = str(value).strip().replace("\N{MINUS SIGN}", "-")
    if isinstance(value, bool) or not text.lstrip("+-").isascii() or not text.lstrip("+-").isdigit() or len(text) > 9:
        raise AdargaError("interop.number", value=str(value)[:20])
    bounds = field.range
    if int(text) not in bounds:
        raise AdargaError("interop.range", value=int(text), least=bounds.least or 0, most=bounds.most or 9999)
    return int(text)


def taken_in(text: str) -> tuple[Taken, ...]:
    """The offers of a text such as `sacrifice,effectiveness:2`. Raises `AdargaError` (`interop.take`)."""
    found = []
    for word in text.split(","):
        name, colon, times = word.strip().partition(":")
        if not name or (colon and not (times.isascii() and times.isdigit() and 0 < int(times[:5]) < 10_000)):
            raise AdargaError("interop.take", value=word[:20])
        found.append(Taken(name, int(times) if colon else 1))
    return tuple(found)


def _fields(book: Rulebook, said: Mapping[str, Any], wrong: list[AdargaError]) -> list[Field]:
    found = []
    for name in said:
        try:
            field = field_of(book, name)
        except AdargaError as error:
            wrong.append(error)
            continue
        if field.name != name:
            wrong.append(AdargaError("interop.spelt", name=name[:40], field=field.name))
            continue
        found.append(field)
    order = [field.name for field in FIELDS]
    return sorted(found, key=lambda field: order.index(field.name))


def _monster(book: Rulebook, values: Mapping[str, Any], wrong: list[AdargaError]) -> Combatant:
    known: Any = book.book
    if not values.get("monster"):
        return Combatant()
    try:
        found: Combatant = find(getattr(known, "monsters", {}), str(values["monster"]), "monster")
    except AdargaError as error:
        wrong.append(error)
        return Combatant()
    return found


def _weapon(book: Rulebook, values: Mapping[str, Any], wrong: list[AdargaError]) -> Weapon:
    damage, named = values.get("damage"), values.get("weapon")
    try:
        if damage:
            parse(str(damage))
        if not named:
            if not damage:
                raise AdargaError("interop.no_damage")
            return Weapon(damage=str(damage))
        weapon = search(book.book.weapons, str(named))
        if weapon is None:
            raise unknown("weapon", str(named), (one.name.en for one in book.book.weapons.values()))
        return replace(weapon, damage=str(damage)) if damage else weapon
    except AdargaError as error:
        wrong.append(error)
        return Weapon(damage="1")
