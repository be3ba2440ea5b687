"""What a table keeps: tables, seats, tokens and fights, each fight line by line and never changed."""

from __future__ import annotations

from adarga.table.store.rows import FightRow, TableRow, Taken
from adarga.table.store.store import Store

__all__ = ["FightRow", "Store", "TableRow", "Taken"]
