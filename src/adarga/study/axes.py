"""What a matrix varies along its rows or its columns: things of a book or a roster, or the values of one field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adarga.errors import AdargaError
from adarga.rules.fields import FIELDS, Field, field_of
from adarga.rules.filling import fill, holding, wearing
from adarga.rules.names import find, folded
from adarga.rules.protocol import Combatant, Matchup, Piece, Rulebook, Situation, Weapon
from adarga.rules.values import Names

THINGS = ("weapons", "armours", "shields")
"""The axes that are things; any other is a field of the one table, by its name."""
KINDS = {"weapons": "weapon", "armours": "armour", "shields": "shield"}
MOST_VALUES = 10_000
"""An axis has at most so many values."""

Label = Names | str | int | bool
"""What stands at the head of a row or column: names in each language, or a value as it was asked for."""

_SPAN = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*(?:(?:by|:)\s*(\d{1,9})\s*)?", re.ASCII)
_NUMBER = re.compile(r"\s*[+-]?\d{1,9}\s*", re.ASCII)
_WRITTEN = {True: "yes", False: "no"}
_TRUTHS = {"yes": True, "si": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row or column: its label, and the value it stands for (a weapon, a piece, None for none, a field's value)."""

    label: Label
    value: Any

    @property
    def price(self) -> int | None:
        """The price of the thing, None where it has none or is no thing; going without costs nothing."""
        if self.value is None:
            return 0
        return self.value.price if isinstance(self.value, Weapon | Piece) else None

    @property
    def names(self) -> Names:
        """The label in each language; a number or truth value as it is written in a line."""
        if isinstance(self.label, Names):
            return self.label
        return Names.same(_WRITTEN[self.label] if isinstance(self.label, bool) else str(self.label))


@dataclass(frozen=True, slots=True)
class Axis:
    """What is varied: `name` is one of `THINGS` or that of `field`, and its entries in their order."""

    name: str
    entries: tuple[Entry, ...]
    field: Field | None = None

    @property
    def place(self) -> int:
        """Which axis is put in its place first: things, then fields in the order of the table."""
        return -1 if self.field is None else FIELDS.index(self.field)

    def put(
        self, rulebook: Rulebook, matchup: Matchup, situation: Situation, entry: Entry
    ) -> tuple[Matchup, Situation]:
        """A strike with one entry in its place."""
        if self.field is not None:
            return fill(rulebook, matchup, situation, self.field, entry.value)
        if self.name == "weapons":
            return replace(matchup, weapon=entry.value), situation
        put = wearing if self.name == "armours" else holding
        return put(matchup, entry.value), situation


def axis(rulebook: Rulebook, text: str, combatants: Sequence[Combatant] = ()) -> Axis:
    """An axis as a person writes it: `weapons`, `armours=leather,none`, `ar=0..20`, `points=10..60 by 10`.

    Things are those of the book, then those of the combatants, all of them or those named (`none`: going without);
    values of a field stand with commas between, or semicolons where a value has commas of its own; `A..B` is every
    number from A to B, `A..B by C` every Cth. Raises `AdargaError` for what cannot be read, is not known or is out of
    the field's range.

    >>> from adarga.rules.library import rulebook
    >>> [entry.value for entry in axis(rulebook("damage-steps"), "ar=0..4 by 2,10").entries]
    ['0', '2', '4', '10']
    """
    name, sign, values = text.partition("=")
    kind = next((kind for kind in THINGS if folded(name) == kind), None)
    if kind is None:
        field = field_of(rulebook, name)
        if not sign or not values.strip():
            raise AdargaError("tables.no_values", name=field.name)
        return along(rulebook, field, _values(field, text, len(name) + 1))
    if sign and not values.strip():
        raise AdargaError("tables.no_values", name=kind)
    return things(rulebook, kind, combatants, [one.strip() for one in values.split(",")] if sign else None)


def along(rulebook: Rulebook, field: Field | str, values: Iterable[Any]) -> Axis:
    """The axis of a field's values. Raises `AdargaError` for an unknown field and values out of its range."""
    known = field_of(rulebook, field) if isinstance(field, str) else field
    if known.goes == "situation.take":
        raise AdargaError("tables.not_an_axis", name=known.name)
    entries = tuple(Entry(value, value) for value in values)
    bounds = known.range
    for entry in entries if known.kind == "number" else ():
        if entry.value not in bounds:
            least, most = bounds.least, bounds.most
            raise AdargaError("tables.range", name=known.name, value=entry.value, least=least, most=most)
    return Axis(known.name, entries, known)


def things(
    rulebook: Rulebook, kind: str, combatants: Sequence[Combatant] = (), names: Sequence[str] | None = None
) -> Axis:
    """The axis of a book's `"weapons"`, `"armours"` or `"shields"`, then of those that combatants have.

    Each stands once; what only shares its name stands with its owner's. `names` chooses some, `"none"` being to go
    without. Natural hide is nobody's to put on. Raises `AdargaError` (`tables.none_known.KIND`) where there is none at
    all, and `books.unknown` for a name.
    """
    known: dict[str, Entry] = {}
    table: Mapping[str, Any] = getattr(rulebook.book, kind, {})
    for owner, thing in (*((None, one) for one in table.values()), *_owned(kind, combatants)):
        label = _label(thing)
        if any(entry.value == thing for entry in known.values()):
            continue
        key = _key(label)
        if key in known and owner is not None:
            label = _with_owner(label, owner)
            key = _key(label)
        known[key] = Entry(label, thing)
    if not known:
        raise AdargaError(f"tables.none_known.{kind}")
    if names is None:
        return Axis(kind, tuple(known.values()))
    return Axis(kind, tuple(_chosen(known, kind, name) for name in names))


@dataclass(frozen=True, slots=True)
class _Called:
    """An entry as `find` looks for it."""

    id: str
    name: Names
    entry: Entry


def _chosen(known: Mapping[str, Entry], kind: str, name: str) -> Entry:
    if kind != "weapons" and folded(name) in ("none", "ninguno", "ninguna"):
        return Entry(Names("none", "nada"), None)
    called = {key: _Called(entry.value.id, _with_aliases(entry), entry) for key, entry in known.items()}
    return find(called, name, KINDS[kind]).entry


def _with_aliases(entry: Entry) -> Names:
    label = entry.label if isinstance(entry.label, Names) else Names.same(str(entry.label))
    return replace(label, aliases=entry.value.name.aliases)


def _owned(kind: str, combatants: Sequence[Combatant]) -> Iterator[tuple[Combatant, Weapon | Piece]]:
    for one in combatants:
        if kind == "weapons":
            yield from ((one, weapon) for weapon in one.weapons)
        elif kind == "armours":
            yield from ((one, piece) for piece in one.armour if piece.worn)
        elif one.shield is not None:
            yield one, one.shield


def _label(thing: Weapon | Piece) -> Label:
    """The names of a thing, without the further words it answers to."""
    fallback = thing.id or (thing.damage if isinstance(thing, Weapon) else "")
    return Names(thing.name.en or fallback, thing.name.es or fallback)


def _with_owner(label: Label, owner: Combatant) -> Names:
    names = label if isinstance(label, Names) else Names.same(str(label))
    return Names(f"{names.en} ({owner.name})", f"{names.es} ({owner.name})")


def _key(label: Label) -> str:
    return label.en if isinstance(label, Names) else str(label)


def _values(field: Field, text: str, start: int) -> Iterator[Any]:
    """The values in a text from a place on."""
    separator = ";" if ";" in text else ","
    at, count = start, 0
    for piece in text[start:].split(separator):
        for value in _expanded(field, piece, text, at):
            count += 1
            if count > MOST_VALUES:
                raise AdargaError("tables.many_values", name=field.name, most=MOST_VALUES)
            yield value
        at += len(piece) + 1


def _expanded(field: Field, piece: str, text: str, at: int) -> Iterator[Any]:
    numeric = field.kind == "number"
    found = _SPAN.fullmatch(piece)
    if found is not None and field.kind in ("number", "text"):
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if first > last or not step:
            raise AdargaError("tables.values", text=text, span=(at, at + len(piece)), value=piece.strip())
        yield from (number if numeric else str(number) for number in range(first, last + 1, step))
        return
    value: Any = piece.strip()
    if numeric and _NUMBER.fullmatch(piece):
        value = int(piece)
    elif field.kind in ("switch", "either"):
        value = _TRUTHS.get(folded(piece))
    if value is None or value == "" or (numeric and isinstance(value, str)):
        raise AdargaError("tables.values", text=text, span=(at, at + max(len(piece), 1)), value=piece.strip())
    yield value
