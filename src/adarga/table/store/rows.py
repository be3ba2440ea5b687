"""What is read from the store."""

from __future__ import annotations

from dataclasses import dataclass, field

from adarga.errors import AdargaError
from adarga.fight.view import Shows


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: `code` is what is typed to join it, `house` the house book its new fights are played by."""

    id: int
    code: str
    name: str
    rulebook: str
    house: str | None = None


@dataclass(frozen=True, slots=True)
class FightRow:
    """A fight of a table, `house` the text of its house book; `open` while it is played."""

    id: int
    table: int
    name: str
    rulebook: str
    house: str | None = None
    shows: Shows = field(default_factory=Shows)
    open: bool = True


class Taken(AdargaError):
    """Another server wrote this line of a fight first."""

    def __init__(self) -> None:
        super().__init__("table.busy")
