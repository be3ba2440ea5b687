"""Duels in which losing points changes nothing else, solved by whole grids of points at a time."""

from __future__ import annotations

from adarga.study.contest import Contest, Moment
from adarga.study.grid.answers import Grid
from adarga.study.grid.pairs import Misfit, Pairs
from adarga.study.grid.sweep import filled


def solve(contest: Contest, start: Moment | None = None) -> Grid | None:
    """The duel solved from its start or another moment on, in floats; None where it is no grid of points.

    It is one where the rulebook says that losing points changes nothing else (`Rulebook.plain`), where neither turns
    nor rounds change how the two stand, where what they lose does not come back, and where the duel is sure to end.
    """
    begun = start or contest.start
    try:
        pairs = Pairs(contest, begun)
    except Misfit:
        return None
    return Grid(pairs, filled(pairs.pairs, pairs.points, pairs.most), begun)
