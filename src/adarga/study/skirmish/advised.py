"""Decisions of a skirmish taken from the exact advice for a duel."""

from __future__ import annotations

from adarga.rules.protocol import Combatant, Rulebook
from adarga.study.advice import advise
from adarga.study.contest import Side
from adarga.study.habits import Threshold


def advised(book: Rulebook, sheet: Combatant, foe: Combatant) -> tuple[Threshold, ...]:
    """When a fighter had best take each offer in a duel with a foe who takes them at the last moment, as thresholds.

    The best of a duel is not the best of a skirmish, only something to go by. Raises `AdargaError` as `duel` does.
    """
    found = advise(book, Side(sheet=sheet), Side(sheet=foe, habit="last"))
    return tuple(step for region in found.regions for step in region.steps)
