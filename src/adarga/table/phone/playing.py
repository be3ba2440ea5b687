"""Which of a table's fights is played just now."""

from __future__ import annotations

from adarga.table.rooms import Rooms
from adarga.table.store import FightRow


def open_fights(rooms: Rooms, table: int) -> list[FightRow]:
    """The fights of a table that are still played, the newest first."""
    return [row for row in rooms.store.fights(table) if row.open][::-1]


def playing(rooms: Rooms, table: int) -> FightRow | None:
    """The open fight in which something happened last; after a new start of the server the newest that has begun."""
    rows = open_fights(rooms, table)

    def last(row: FightRow) -> tuple[float, int]:
        room = rooms.room(row.id)
        return room.changed, min(room.state.clock.round, 1)

    return max(rows, key=last, default=None)
