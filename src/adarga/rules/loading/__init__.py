"""What people write: house books and rosters, read and checked, every mistake told at once with what would be right.

Here alone in the rules stands pydantic; import it only where a file is to be read.
"""

from __future__ import annotations

from adarga.rules.loading.books import house
from adarga.rules.loading.rosters import Roster, is_roster, roster
from adarga.rules.loading.schemas import schema

__all__ = ["Roster", "house", "is_roster", "roster", "schema"]
