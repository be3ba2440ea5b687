"""A book as tables to be read, and what differs between two books; no word of any language stands here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any

from adarga.dice import parse
from adarga.errors import Key
from adarga.rules.building import NAMED
from adarga.rules.values import Names

_UP_TO = {"penetration.by_level": 1, "absorption.constitution": None}


@dataclass(frozen=True, slots=True)
class Section:
    """A table of a book: where it stands in it, the keys of its columns, and its rows.

    `path` is `""` for the switches. Column names are message keys (`book.column.price`); cells are numbers, texts,
    truth values, `Names`, message keys, tuples of them, or None.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def title(self) -> str:
        """The message key of what the table is called."""
        return f"book.section.{self.path or 'switches'}"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: where, and what stands there in the first book and in the second (None: nothing)."""

    path: str
    before: Any
    after: Any


def sections(book: Any) -> tuple[Section, ...]:
    """All of a book as tables: its switches first, then its tables of numbers, then its things.

    >>> from adarga.rules.library import rulebook
    >>> [section.path for section in sections(rulebook("absorption").book)][:3]
    ['', 'penetration.by_die', 'penetration.by_level']
    """
    switches: list[tuple[Key, str, Any]] = []
    tables: list[Section] = []
    for path, value in _settings(book):
        if isinstance(value, Mapping):
            tables += _numbers(path, value, book)
        else:
            switches.append((Key(f"book.switch.{path}"), path, value))
    things = (_things(table, getattr(book, table)) for table in NAMED if getattr(book, table, None))
    first = Section("", ("book.column.about", "book.column.switch", "book.column.value"), tuple(switches))
    return (first, *tables, *things)


def _settings(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every switch and table of numbers of a book, with where it stands."""
    for field in fields(value):
        here = f"{path}.{field.name}" if path else field.name
        one = getattr(value, field.name)
        if not path and field.name in (*NAMED, "id", "name", "base"):
            continue
        if is_dataclass(one) and not isinstance(one, Names):
            yield from _settings(one, here)
        else:
            yield here, one


def _numbers(path: str, table: Mapping[str, Any], book: Any) -> Iterator[Section]:
    if not table:
        return
    if path in _UP_TO:
        yield Section(path, ("book.column.from_to", "book.column.value"), tuple(_ranges(path, table, book)))
    elif path == "ladder":
        rows = sorted(table.items(), key=lambda row: int(row[0]))
        columns: tuple[str, ...] = ("book.column.row", "book.column.dice", "book.column.average")
        yield Section(path, columns, tuple((int(key), dice.upper(), parse(dice).mean) for key, dice in rows))
    elif all(is_dataclass(row) for row in table.values()):
        names = [field.name for field in fields(next(iter(table.values())))]
        columns = ("book.column.row", *(f"book.column.{name}" for name in names))
        yield Section(
            path, columns, tuple((key, *(getattr(row, name) for name in names)) for key, row in table.items())
        )
    else:
        yield Section(path, ("book.column.row", "book.column.value"), tuple(table.items()))


def _ranges(path: str, table: Mapping[str, Any], book: Any) -> Iterator[tuple[str, Any]]:
    """Rows that hold up to a number, as the ranges they cover."""
    least = _UP_TO[path] or book.absorption.constitution_from
    for most, value in sorted((int(key), value) for key, value in table.items()):
        yield (str(most) if least >= most else f"{least}-{most}"), value
        least = most + 1


def _things(path: str, table: Mapping[str, Any]) -> Section:
    """Named things, with only those columns in which any of them differs from what goes without saying."""
    told = {key: brief(thing) for key, thing in table.items()}
    columns = [name for name in _order(table) if any(name in cells for cells in told.values())]
    rows = ((key, table[key].name, *(cells.get(name) for name in columns)) for key, cells in told.items())
    return Section(
        path, ("book.column.id", "book.column.name", *(f"book.column.{name}" for name in columns)), tuple(rows)
    )


def _order(table: Mapping[str, Any]) -> list[str]:
    thing = next(iter(table.values()))
    return [field.name for field in fields(getattr(thing, "sheet", thing))]


def brief(thing: Any) -> dict[str, Any]:
    """What a thing has beyond its id and names, as far as it differs from what goes without saying.

    >>> from adarga.rules.library import rulebook
    >>> brief(rulebook("absorption").book.armours["leather"])
    {'price': 10, 'absorption': 2, 'usage_die': 'd6'}
    """
    sheet = getattr(thing, "sheet", thing)
    return {
        field.name: _cell(value)
        for field in fields(sheet)
        if field.name not in ("id", "name")
        and (value := getattr(sheet, field.name)) != (None if field.default is MISSING else field.default)
    }


def _cell(value: Any) -> Any:
    """A value of a thing as one cell of a table: pieces and weapons by their names, ratings as people write them."""
    if isinstance(value, tuple):
        return tuple(_cell(one) for one in value)
    if hasattr(value, "hardness"):
        return rating_text(value)
    return value.name if hasattr(value, "name") else value


def rating_text(rating: Any) -> str:
    """An armour rating as a sheet writes it.

    >>> from adarga.rules.values import Rating
    >>> rating_text(Rating("S", 3, 2)), rating_text(Rating(None, 0, 1))
    ('S=3+2H', '1H')
    """
    terms = ([str(rating.armour)] if rating.armour or not rating.hardness else []) + (
        [f"{rating.hardness}H"] if rating.hardness else []
    )
    return (f"{rating.type}=" if rating.type else "") + "+".join(terms)


def changes(before: Any, after: Any) -> tuple[Difference, ...]:
    """What differs from one book to another, switch by switch, row by row, thing by thing.

    A thing or row that only one of them has is one difference, with what it is. Books of different rulebooks can be
    compared too: whatever one of them lacks is None there. Values are numbers, texts, truth values, `Names`, and
    tuples and mappings of them, as a book writes them.
    """
    return tuple(_differences("", before, after))


def _differences(path: str, before: Any, after: Any, entry: bool = False) -> Iterator[Difference]:
    """What differs at a place; an `entry` is a row or a thing of a table."""
    if before == after:
        return
    old, new = _parts(before, after, entry), _parts(after, before, entry)
    if old is None or new is None:
        yield Difference(path, _whole(before), _whole(after))
        return
    table = isinstance(before, Mapping) or isinstance(after, Mapping)
    for name in (*old, *(name for name in new if name not in old)):
        here = f"{path}.{name}" if path else str(name)
        yield from _differences(here, old.get(name), new.get(name), table)


def _parts(value: Any, other: Any, entry: bool) -> Mapping[str, Any] | None:
    """What stands in a value under names of its own; nothing in a group or table that only the other one has."""
    if value is None:
        return {} if not entry and _is_group(other) else None
    if other is None and (entry or not _is_group(value)):
        return None
    if isinstance(value, Mapping):
        return value
    return {field.name: getattr(value, field.name) for field in fields(value)} if is_dataclass(value) else None


def _is_group(value: Any) -> bool:
    return isinstance(value, Mapping) or (is_dataclass(value) and not isinstance(value, Names) and not _named(value))


def _named(value: Any) -> bool:
    return hasattr(value, "name") or hasattr(value, "sheet")


def _whole(value: Any) -> Any:
    """A value as a book writes it: a thing by what it is, a table by its rows, a plain value as it is."""
    if isinstance(value, Mapping):
        return {key: _whole(one) for key, one in value.items()}
    if isinstance(value, tuple) and value and all(hasattr(one, "hardness") for one in value):
        return ratings_table(value)
    if isinstance(value, Names) or not is_dataclass(value):
        return _cell(value)
    told = {"name": value.name} | brief(value) if hasattr(value, "name") else brief(value)
    ratings = getattr(value, "ar", ())
    return told | {"ar": ratings_table(ratings)} if ratings else told


def ratings_table(ratings: Sequence[Any]) -> Any:
    """Armour ratings as a book writes them: one against every type alone, others by type.

    >>> from adarga.rules.values import Rating
    >>> ratings_table((Rating("S", 3, 2), Rating("E", 4))), ratings_table((Rating(None, 3),))
    ({'S': '3+2H', 'E': 4}, 3)
    """
    told = {one.type or "": one.armour if not one.hardness else rating_text(replace(one, type=None)) for one in ratings}
    return told[""] if list(told) == [""] else told
