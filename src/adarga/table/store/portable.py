"""A whole table as one file: JSON lines, a head first, then its seats and its fights, each fight with its lines.

Tokens stay behind: whoever takes the file in gives out links of their own. The same file taken in twice is one table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from adarga.errors import AdargaError
from adarga.fight.saved import logs_of
from adarga.table.store.rows import TableRow
from adarga.table.store.schema import FIGHTS, LINES, SEATS, TABLES
from adarga.table.store.store import Store

FORM = 1
_AMOUNTS = ("number", "words", "nothing")


def exported(store: Store, table: TableRow) -> Iterator[str]:
    """The lines of a table's file."""
    head = {"adarga-table": FORM, "code": table.code, "name": table.name, "rulebook": table.rulebook}
    yield _line(head | {"house": table.house})
    for seat in store.seats(table.id):
        yield _line({"seat": seat})
    for fight in store.fights(table.id):
        named = {"fight": fight.name, "rulebook": fight.rulebook, "house": fight.house}
        yield _line(named | {"shows": [fight.shows.foes, fight.shows.party], "open": fight.open})
        for line in store.full_lines(fight.id):
            yield _line({"line": line.line, "intent": line.intent, "viewer": line.viewer})


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


@dataclass(slots=True)
class _Fight:
    head: dict[str, Any]
    lines: list[dict[str, str]] = field(default_factory=list)


def imported(store: Store, lines: Sequence[str]) -> TableRow:
    """Take a table in, all of it or nothing; one that is there under its code already is left as it is.

    Raises `AdargaError` with the number of the line: `table.bad_line`, `table.form`; `table.other_code` where another
    table has its code.
    """
    head, seats, fights = _read(lines)
    there = store.table(head["code"])
    if there is not None:
        given = [line.rstrip("\n") + "\n" for line in lines if line.strip()]
        if list(exported(store, there)) != given:
            raise AdargaError("table.other_code", code=there.code)
        return there
    with store.engine.begin() as connection:
        _write(connection, head, seats, fights)
    found = store.table(head["code"])
    assert found is not None
    return found


def _write(connection: Connection, head: dict[str, Any], seats: list[str], fights: list[_Fight]) -> None:
    row = {name: head[name] for name in ("code", "name", "rulebook", "house")}
    table = connection.execute(TABLES.insert().values(row).returning(TABLES.c.id)).scalar_one()
    for seat in seats:
        connection.execute(SEATS.insert().values(table_id=table, name=seat))
    for fight in fights:
        foes, party = fight.head["shows"]
        made = {name: fight.head[name] for name in ("rulebook", "house", "open")}
        made |= {"table_id": table, "name": fight.head["fight"], "foes": foes, "party": party}
        id = connection.execute(FIGHTS.insert().values(made).returning(FIGHTS.c.id)).scalar_one()
        for number, line in enumerate(fight.lines, 1):
            connection.execute(LINES.insert().values(fight_id=id, number=number, **line))


def _read(lines: Sequence[str]) -> tuple[dict[str, Any], list[str], list[_Fight]]:
    told = [(number, _parsed(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    head = told[0][1] if told else {}
    if isinstance(head.get("adarga-table"), int) and head["adarga-table"] != FORM:
        raise AdargaError("table.form", form=head["adarga-table"], known=FORM)
    if not _is(head, {"adarga-table": int, "code": str, "name": str, "rulebook": str, "house": str | None}):
        raise AdargaError("table.bad_line", line=1)
    seats: list[str] = []
    fights: list[_Fight] = []
    for number, data in told[1:]:
        if _is(data, {"seat": str}):
            seats.append(data["seat"])
        elif _is(data, {"fight": str, "rulebook": str, "house": str | None, "shows": list, "open": bool}):
            if len(data["shows"]) != 2 or not all(one in _AMOUNTS for one in data["shows"]):
                raise AdargaError("table.bad_line", line=number)
            fights.append(_Fight(data))
        elif fights and _is(data, {"line": str, "intent": str, "viewer": str}):
            fights[-1].lines.append(data)
        else:
            raise AdargaError("table.bad_line", line=number)
    _hold(told, fights)
    return head, seats, fights


def _hold(told: list[tuple[int, dict[str, Any]]], fights: list[_Fight]) -> None:
    """Refuse fights whose lines cannot be read, or whose rulebook is none. Raises `AdargaError`."""
    from adarga.interop.books import book_of

    numbers = iter([number for number, data in told if "line" in data])
    for fight in fights:
        book_of(fight.head["rulebook"], fight.head["house"])
        own = [next(numbers) for _ in fight.lines]
        read = 0
        try:
            for _ in logs_of(line["line"] for line in fight.lines):
                read += 1
        except AdargaError:
            raise AdargaError("table.bad_line", line=own[read]) from None


def _is(data: dict[str, Any], kinds: dict[str, Any]) -> bool:
    return data.keys() == kinds.keys() and all(isinstance(data[name], kind) for name, kind in kinds.items())


def _parsed(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise AdargaError("table.bad_line", line=number) from None
    if not isinstance(data, dict):
        raise AdargaError("table.bad_line", line=number)
    return data
