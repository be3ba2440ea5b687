"""The store: one transaction for everything that happens, on SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, Row, create_engine, event, func, literal, select, update
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from adarga.errors import AdargaError
from adarga.fight.view import Shows, Viewer
from adarga.table.access import Access, digest, new_code, new_token
from adarga.table.store.rows import FightRow, TableRow, Taken
from adarga.table.store.schema import FIGHTS, LINES, SEATS, TABLES, TOKENS
from adarga.table.store.upgrade import upgrade as upgrade_database
from adarga.table.store.waking import Waking

_TRIES = 20
CHANNEL = "adarga_lines"
"""Where PostgreSQL tells other servers which fight has a new line."""


def _pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def engine_for(url: str) -> Engine:
    """The engine of a database by its address, such as `sqlite:///table.db`."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _pragmas)
    return engine


class Store:
    """Tables, seats, tokens and fights in one database; each method is one transaction.

    Raises `AdargaError` (`table.database`) for a database that cannot be opened.
    """

    def __init__(self, url: str) -> None:
        try:
            self.engine = engine_for(url)
            upgrade_database(self.engine)
        except (ArgumentError, DBAPIError, ImportError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise AdargaError("table.database", reason=reason) from None

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def waking(self, woken: Callable[[int | None], None]) -> Waking | None:
        """What calls `woken` when another server wrote to a fight; None where servers cannot tell one another."""
        return Waking(self.engine, CHANNEL, woken) if self.engine.dialect.name == "postgresql" else None

    def add_table(self, name: str, rulebook: str, house: str | None = None) -> TableRow:
        """A new table under a code of its own."""
        for _ in range(_TRIES):
            row = {"code": new_code(), "name": name, "rulebook": rulebook, "house": house}
            try:
                with self.engine.begin() as connection:
                    made = connection.execute(TABLES.insert().values(row).returning(TABLES.c.id)).scalar_one()
                    return TableRow(made, row["code"] or "", name, rulebook, house)
            except IntegrityError:
                continue
        raise AdargaError("table.busy")

    def tables(self) -> list[TableRow]:
        """All tables, oldest first."""
        with self.engine.connect() as connection:
            return [TableRow(*row) for row in connection.execute(select(TABLES).order_by(TABLES.c.id))]

    def table(self, code: str) -> TableRow | None:
        """The table of a code."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.code == code.upper())).first()
        return TableRow(*row) if row else None

    def change_house(self, table: int, house: str | None) -> None:
        """Another house book for the new fights of a table."""
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table).values(house=house))

    def add_seat(self, table: int, name: str) -> None:
        """A seat for a player; one that is there already stays."""
        with self.engine.begin() as connection:
            there = select(SEATS.c.id).where(SEATS.c.table_id == table, SEATS.c.name == name)
            if connection.execute(there).first() is None:
                connection.execute(SEATS.insert().values(table_id=table, name=name))

    def seats(self, table: int) -> list[str]:
        """The players' seats of a table, oldest first."""
        chosen = select(SEATS.c.name).where(SEATS.c.table_id == table).order_by(SEATS.c.id)
        with self.engine.connect() as connection:
            return [str(row[0]) for row in connection.execute(chosen)]

    def issue(self, table: int, viewer: Viewer) -> str:
        """A new token for a viewer; the token itself is kept nowhere."""
        token = new_token()
        row = {"digest": digest(token), "table_id": table, "kind": viewer.kind, "seat": viewer.name, "revoked": False}
        with self.engine.begin() as connection:
            connection.execute(TOKENS.insert().values(row))
        return token

    def claim(self, table: int, seat: str) -> str | None:
        """A token for a player's seat that nobody has; None for one that is taken, or is none."""
        if seat not in self.seats(table):
            return None
        token = new_token()
        there = (TOKENS.c.table_id == table) & (TOKENS.c.kind == "player") & (TOKENS.c.seat == seat)
        free = ~select(TOKENS.c.id).where(there, ~TOKENS.c.revoked).exists()
        values = (literal(digest(token)), literal(table), literal("player"), literal(seat), literal(value=False))
        columns = ("digest", "table_id", "kind", "seat", "revoked")
        with self.engine.begin() as connection:
            # One statement, so that of two who ask at once only one gets the seat.
            made = connection.execute(TOKENS.insert().from_select(columns, select(*values).where(free)))
            return token if made.rowcount else None

    def revoke(self, table: int, viewer: Viewer) -> int:
        """End all tokens of a viewer; gives how many there were."""
        there = (TOKENS.c.table_id == table) & (TOKENS.c.kind == viewer.kind) & (TOKENS.c.seat == viewer.name)
        with self.engine.begin() as connection:
            ended = connection.execute(update(TOKENS).where(there, ~TOKENS.c.revoked).values(revoked=True))
            return ended.rowcount

    def holders(self, table: int) -> set[Viewer]:
        """Those who have a token of a table that still opens something."""
        chosen = select(TOKENS.c.kind, TOKENS.c.seat).where(TOKENS.c.table_id == table, ~TOKENS.c.revoked)
        with self.engine.connect() as connection:
            return {Viewer(row.kind, row.seat) for row in connection.execute(chosen)}

    def access(self, token: str) -> Access | None:
        """What a token opens; None for one that is not known, or no more."""
        chosen = select(TOKENS).where(TOKENS.c.digest == digest(token), ~TOKENS.c.revoked)
        with self.engine.connect() as connection:
            row = connection.execute(chosen).first()
        return Access(row.table_id, Viewer(row.kind, row.seat)) if row else None

    def add_fight(
        self, table: int, name: str, rulebook: str, house: str | None = None, shows: Shows | None = None
    ) -> FightRow:
        """A new fight without anyone in it."""
        shown = shows or Shows()
        row = {"table_id": table, "name": name, "rulebook": rulebook, "house": house, "open": True}
        with self.engine.begin() as connection:
            shown_as = {"foes": shown.foes, "party": shown.party}
            made = connection.execute(FIGHTS.insert().values(row | shown_as).returning(FIGHTS.c.id)).scalar_one()
        return self.fight(made)

    def fight(self, id: int) -> FightRow:
        """A fight. Raises `AdargaError` (`table.no_fight`)."""
        with self.engine.connect() as connection:
            row = connection.execute(select(FIGHTS).where(FIGHTS.c.id == id)).first()
        if row is None:
            raise AdargaError("table.no_fight", fight=id)
        return _fight(row)

    def fights(self, table: int) -> list[FightRow]:
        """The fights of a table, oldest first."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(FIGHTS).where(FIGHTS.c.table_id == table).order_by(FIGHTS.c.id))
            return [_fight(row) for row in rows]

    def change_fight(self, id: int, **values: object) -> None:
        """Another name, `shows` or `open` of a fight."""
        shows = values.pop("shows", None)
        if isinstance(shows, Shows):
            values |= {"foes": shows.foes, "party": shows.party}
        with self.engine.begin() as connection:
            connection.execute(update(FIGHTS).where(FIGHTS.c.id == id).values(values))

    def lines(self, fight: int) -> list[str]:
        """All lines of a fight, oldest first."""
        chosen = select(LINES.c.line).where(LINES.c.fight_id == fight).order_by(LINES.c.number)
        with self.engine.connect() as connection:
            return [str(row[0]) for row in connection.execute(chosen)]

    def full_lines(self, fight: int) -> list[Row[Any]]:
        """All lines of a fight with the intent each came of and who asked it, oldest first."""
        chosen = select(LINES.c.line, LINES.c.intent, LINES.c.viewer).where(LINES.c.fight_id == fight)
        with self.engine.connect() as connection:
            return list(connection.execute(chosen.order_by(LINES.c.number)))

    def count(self, fight: int) -> int:
        """How many lines a fight has."""
        with self.engine.connect() as connection:
            chosen = select(func.coalesce(func.max(LINES.c.number), 0)).where(LINES.c.fight_id == fight)
            return int(connection.execute(chosen).scalar_one())

    def has_intent(self, fight: int, intent: str) -> bool:
        """Whether a line came of this intent."""
        chosen = select(LINES.c.number).where(LINES.c.fight_id == fight, LINES.c.intent == intent)
        with self.engine.connect() as connection:
            return connection.execute(chosen).first() is not None

    def append(self, fight: int, number: int, line: str, intent: str, viewer: Viewer) -> None:
        """Write the next line of a fight, on the disk when this returns. Raises `Taken` where there is one already."""
        who = f"{viewer.kind}:{viewer.name}" if viewer.name else viewer.kind
        row = {"fight_id": fight, "number": number, "line": line, "intent": intent, "viewer": who}
        try:
            with self.engine.begin() as connection:
                connection.execute(LINES.insert().values(row))
                if connection.dialect.name == "postgresql":
                    connection.execute(select(func.pg_notify(CHANNEL, str(fight))))
        except IntegrityError:
            raise Taken from None


def _fight(row: Any) -> FightRow:
    shows = Shows(foes=row.foes, party=row.party)
    return FightRow(row.id, row.table_id, row.name, row.rulebook, row.house, shows, row.open)
