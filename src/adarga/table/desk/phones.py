"""Who is at a table: its seats and displays, whether they are taken, and who is connected just now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.table.rooms import Rooms
from adarga.table.store import FightRow


@dataclass(frozen=True, slots=True)
class Phone:
    """A seat, or the display (`seat` empty): whether someone has a link to it, and on how many screens it is open."""

    seat: str
    taken: bool
    screens: int


def counted(rooms: Rooms, fights: Iterable[FightRow]) -> Counter[Viewer]:
    """On how many screens each viewer has a fight of a table open."""
    found: Counter[Viewer] = Counter()
    for fight in fights:
        found.update(rooms.room(fight.id).present)
    return found


def phones(rooms: Rooms, table: int) -> list[Phone]:
    """The seats of a table in their order, then its display."""
    there, holders = counted(rooms, rooms.store.fights(table)), rooms.store.holders(table)
    viewers = [*(Viewer("player", seat) for seat in rooms.store.seats(table)), ROOM]
    return [Phone(viewer.name, viewer in holders, there[viewer]) for viewer in viewers]


def present(rooms: Rooms, fights: Iterable[FightRow]) -> int:
    """How many screens that are not the game master's are connected."""
    return sum(screens for viewer, screens in counted(rooms, fights).items() if viewer != MASTER and screens > 0)
