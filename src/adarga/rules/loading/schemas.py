"""JSON Schemas of rosters and house books, as people write them: names of things or tables, one or a list."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS, book_type, known_id, rulebook
from adarga.rules.loading.mistakes import adapter
from adarga.rules.protocol import Combatant

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
RATING: Schema = {"anyOf": [{"type": "integer", "minimum": 0}, TEXT]}


def schema(what: str, book: str | None = None) -> Schema:
    """The JSON Schema (draft 2020-12) of a `roster` or of a house `book`.

    `book` is the id of a rulebook: a house book is then held to its tables, and a roster's schema gives its names of
    things as examples. Raises `AdargaError` (`books.schema`) for any other `what`, `books.unknown` for the id.

    >>> schema("roster")["required"]
    ['combatants']
    """
    known = None if book is None else known_id(book)
    if what == "roster":
        return _finished(_roster(), known)
    if what == "book":
        return _finished(_book((known,) if known else RULEBOOKS), None)
    raise AdargaError("books.schema", what=what)


def _roster() -> Schema:
    made = adapter(Combatant).json_schema()
    definitions = made.pop("$defs")
    definitions["Combatant"] = made
    combatants = {"type": "object", "minProperties": 1, "additionalProperties": {"$ref": "#/$defs/Combatant"}}
    return {
        "type": "object",
        "properties": {"rulebook": TEXT | {"examples": list(RULEBOOKS)}, "house": TEXT, "combatants": combatants},
        "required": ["combatants"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _book(ids: tuple[str, ...]) -> Schema:
    kinds: list[Any] = [book_type(id) for id in ids]
    made = adapter(reduce(or_, kinds)).json_schema()
    definitions: Schema = made.pop("$defs")
    whole: Schema = made if "properties" in made else {}
    for table in (whole, *definitions.values()):
        if {"id", "base"} <= set(table.get("properties", ())):
            table["properties"]["base"] = TEXT
            table["$needs"] = ["base"]
    return made | {"$defs": definitions}


def _finished(made: Schema, known: str | None) -> Schema:
    """A schema of the dataclasses as the schema of what is written for them."""
    definitions: Schema = made["$defs"]
    for name, reshape in (
        ("Weapon", _weapon),
        ("Piece", _piece),
        ("Combatant", _combatant),
        ("Monster", _monster),
        ("DamageType", _type),
    ):
        if name in definitions:
            reshape(definitions)
    definitions.pop("Rating", None)
    if "Names" in definitions:
        definitions["Names"] = {"anyOf": [TEXT, definitions["Names"]]}
    for place in list(_tables(made)):
        _loosen(place)
    if known is not None:
        _give_examples(definitions, known)
    return {"$schema": DRAFT} | made


def _weapon(definitions: Schema) -> None:
    definitions["Weapon"]["properties"] |= {"type": {"anyOf": [TEXT, TEXTS]}, "base": TEXT, "aliases": TEXTS}


def _piece(definitions: Schema) -> None:
    by_type = {"type": "object", "additionalProperties": RATING}
    definitions["Piece"]["properties"] |= {"ar": {"anyOf": [*RATING["anyOf"], by_type]}, "base": TEXT, "aliases": TEXTS}


def _combatant(definitions: Schema) -> None:
    fields: Schema = definitions["Combatant"]["properties"]
    for field, kind in (("weapons", "Weapon"), ("armour", "Piece")):
        one = [TEXT, {"$ref": f"#/$defs/{kind}"}]
        fields[field] = {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}]}
    fields["shield"] = {"anyOf": [TEXT, {"$ref": "#/$defs/Piece"}]}
    for field in ("resistant", "vulnerable"):
        fields[field] = {"anyOf": [{"type": "boolean"}, TEXT, TEXTS]}
    fields["base"] = TEXT


def _type(definitions: Schema) -> None:
    definitions["DamageType"]["properties"] |= {"aliases": TEXTS}


def _monster(definitions: Schema) -> None:
    own = {"name": {"$ref": "#/$defs/Names"}, "aliases": TEXTS}
    sheet = definitions["Combatant"]
    definitions["Monster"] = sheet | {"properties": sheet["properties"] | own}


def _tables(node: Any) -> Any:
    """Every table with named keys in a schema."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield node
        for value in node.values():
            yield from _tables(value)
    elif isinstance(node, list):
        for value in node:
            yield from _tables(value)


def _loosen(table: Schema) -> None:
    """Nothing is due but what a file must say itself, and hyphens stand for underscores in keys."""
    if "$defs" not in table or "combatants" not in table["properties"]:
        table.pop("required", None)
    table.pop("title", None)
    if "$needs" in table:
        table["required"] = table.pop("$needs")
    table["additionalProperties"] = False
    fields: Schema = table["properties"]
    for name in list(fields):
        fields[name] = {key: value for key, value in fields[name].items() if key not in ("title", "default")}
        if "_" in name:
            fields[name.replace("_", "-")] = fields[name]


def _give_examples(definitions: Schema, known: str) -> None:
    book: Any = rulebook(known).book
    fields: Schema = definitions["Combatant"]["properties"]
    for field, table in (("weapons", book.weapons), ("armour", book.armours), ("shield", getattr(book, "shields", {}))):
        named = [name for thing in table.values() for name in (thing.name.en, thing.name.es)]
        if named:
            fields[field] = fields[field] | {"examples": named}
