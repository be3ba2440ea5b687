"""Those who enter from a roster, as a file or pasted."""

from __future__ import annotations

import re

from adarga.fight import commands as cmd
from adarga.interop.typed import shown_as_typed
from adarga.rules.protocol import Rulebook
from adarga.table.intents import JoinAll

_TABLE = re.compile(r"^\s*(\[|\{)", re.MULTILINE)


def pasted(text: str) -> bool:
    r"""Whether what was pasted is a roster's text rather than a line for each who enters.

    >>> pasted("3 goblin 7"), pasted("[combatants.Ogre]\npoints = 21")
    (False, True)
    """
    return bool(_TABLE.search(text))


def everyone(book: Rulebook, text: str, side: str = "") -> JoinAll:
    """All combatants of a roster's text, for one side. Raises `AdargaError` for all that is wrong in it, at once."""
    from adarga.rules.loading import roster

    sheets = roster(text if "\n" in text else text + "\n", book).combatants.values()
    shown_as_typed(" ".join(sheet.name for sheet in sheets))
    return JoinAll(tuple(cmd.Join(sheet=sheet, side=side) for sheet in sheets))
