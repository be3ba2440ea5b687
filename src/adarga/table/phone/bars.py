"""A blow as a bar for those who are told only part of its steps: what they do not know is one block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adarga.plan import Line, Reason
from adarga.table.blow.bar import BlowBar, blow_bar
from adarga.telling.said import Sayer


def seen_bar(sayer: Sayer, trace: Sequence[Line], damage: int) -> BlowBar | None:
    """The bar of a trace as a player or the room is told it; None where no dice of the damage were seen."""
    parts = [line for line in trace if line.kind == "part" and line.faces]
    if any(line.after is not None for line in parts):
        return blow_bar(sayer, trace)
    shown = [replace(line, after=sum(line.faces)) for line in parts]
    left = sum(line.after or 0 for line in shown)
    for line in trace:
        if line.kind == "step" and line.before is not None and line.after is not None:
            shown.append(line)
            left += line.after - line.before
    rest = Reason("", "fight.seen.damage", damage=damage)
    return blow_bar(sayer, (*shown, Line("damage", rest, before=left, after=damage)))
