"""House books: what they change, laid over the book they are based on, every mistake at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adarga.errors import AdargaError, Mistakes
from adarga.rules.building import Data, shaped
from adarga.rules.library import RULEBOOKS, book_type, kept, shipped
from adarga.rules.loading.checks import book_mistakes, book_pieces, combatant_mistakes, known_types, rated_types
from adarga.rules.loading.files import Source, read, told_of
from adarga.rules.loading.mistakes import validated
from adarga.rules.names import advice, folded, unknown
from adarga.rules.protocol import Combatant, Monster, Rulebook
from adarga.rules.sheets import Mistaken, expanded, unsaid
from adarga.rules.values import Names

THINGS = ("weapons", "armours", "shields", "types")
"""The tables of things a house book may add to."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A book's whole data, and the id of the shipped book under it."""

    root: str
    data: Data


def house(source: Path | str) -> Rulebook:
    """The rulebook a house book makes: its own tables and switches over those of its `base`.

    `source` is a file, or a TOML text of more than one line. `base` is the id of a book that ships, or a file of
    another house book, relative to this one. Raises `AdargaError` for what cannot be read at all (see
    `adarga.rules.loading.files.read`), `Mistakes` for all that is wrong in it, `books.base` where it names none,
    `books.circle` where house books are based on each other.
    """
    found = read(source)
    with told_of(found.path):
        return _checked(_laid(found, ()))


def _checked(laid: _Laid) -> Rulebook:
    monsters = laid.data.pop("monsters", {})
    gathered: Mistaken = [*unsaid(laid.data.get("name"), "name")]
    for table in THINGS:
        if isinstance(laid.data.get(table), Mapping):
            laid.data[table] = _named(laid.data[table], table, gathered)
    book, mistakes = validated(book_type(laid.root), laid.data, fallback=shipped(laid.root))
    gathered += mistakes
    if book is not None:
        book = replace(book, monsters=_monsters(book, monsters, gathered))
        gathered += book_mistakes(book)
    if gathered:
        raise Mistakes(tuple(gathered))
    return kept(laid.root, book)


def house_text(path: Path) -> str:
    """All that a house book says, the books it is based on included, as a text that `house` reads anywhere."""
    data = _laid(read(path), ()).data
    named = {key: {"name": one["name"]} if "name" in one else {} for key, one in data.get("monsters", {}).items()}
    monsters = {key: data["monsters"][key]["sheet"] | name for key, name in named.items()}
    return json.dumps(data | {"monsters": monsters}, ensure_ascii=False, indent=0)


def _laid(source: Source, above: tuple[Path, ...]) -> _Laid:
    path = source.path.resolve() if source.path else None
    if path in above:
        raise AdargaError("books.circle", file=str(source.path))
    with told_of(source.path):
        base = source.data.get("base")
        if base is None and "combatants" in source.data:
            raise AdargaError("books.is_roster", file=str(source.path or source.stem))
        if not isinstance(base, str):
            raise AdargaError("books.base", books=", ".join(RULEBOOKS))
        under = _under(base, source.folder, (*above, path) if path else above)
    data = shaped(source.data)
    own = {"id": source.stem, "name": {"en": source.stem, "es": source.stem}}
    return _Laid(under.root, laid_over(under.data, own | data | {"base": under.root}))


def _under(base: str, folder: Path, above: tuple[Path, ...]) -> _Laid:
    known = next((id for id in RULEBOOKS if folded(id) == folded(base)), None)
    if known is not None:
        return _Laid(known, shipped(known))
    if not base.lower().endswith((".toml", ".json")):
        raise unknown("rulebook", base, RULEBOOKS)
    return _laid(read(folder / base), above)


def laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> Data:
    """Data with other data laid over it, key by key at every level; a list replaces a list.

    >>> laid_over({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}})
    {'a': {'b': 1, 'c': 3}}
    """
    made = dict(under)
    for key, value in over.items():
        before = made.get(key)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        made[key] = laid_over(before, value) if both and before is not None else value
    return made


def _named(things: Mapping[str, Any], table: str, mistakes: Mistaken) -> Data:
    """Things with what they leave out: the id for a name, the rest as in the thing that is their base."""
    made = dict(things)
    for key, thing in things.items():
        if not isinstance(thing, Mapping):
            continue
        whole: Data = {"name": {"en": key, "es": key}}
        if "base" in thing:
            base = made.get(thing["base"]) if isinstance(thing["base"], str) else None
            if not isinstance(base, Mapping) or "base" in base:
                known = (one for one in things if one != key)
                mistakes.append(unknown_base(thing["base"], known, f"{table}.{key}.base"))
                base = {"damage": "0"} if table == "weapons" else {}
            whole = {field: value for field, value in base.items() if field not in ("id", "name")} | whole
        made[key] = whole | {field: value for field, value in thing.items() if field != "base"}
        mistakes += unsaid(made[key]["name"], f"{table}.{key}.name")
    return made


def unknown_base(name: Any, known: Iterable[str], path: str) -> AdargaError:
    """The error that says a base is not an id of the same table, with the nearest of those that are."""
    tail, told = advice(str(name), known)
    return AdargaError(f"books.base_thing{tail}", path=path, name=str(name), nearest=told)


def _monsters(book: Any, monsters: Any, mistakes: Mistaken) -> dict[str, Monster]:
    made: dict[str, Monster] = {}
    if not isinstance(monsters, Mapping):
        mistakes.append(AdargaError("books.table", path="monsters", value=str(monsters)))
        return made
    types = known_types(book) | rated_types(book, (piece for _, piece in book_pieces(book)))
    for key, data in monsters.items():
        path = f"monsters.{key}"
        if not isinstance(data, Mapping):
            mistakes.append(AdargaError("books.table", path=path, value=str(data)))
            continue
        names = data.get("name", {"en": key, "es": key})
        text = names.get("en", key) if isinstance(names, Mapping) else key
        sheet = {"name": text} | expanded(book, data["sheet"], path, mistakes)
        combatant, wrong = validated(Combatant, sheet, path)
        called, more = validated(Names, names, f"{path}.name")
        mistakes += [*wrong, *more, *unsaid(names, f"{path}.name")]
        if combatant is not None and called is not None:
            mistakes += combatant_mistakes(book, combatant, path, types)
            made[key] = Monster(id=key, name=called, sheet=combatant)
    return made
