"""How much work a duel solved in grids is, counted while it is laid out: what would take minutes is refused."""

from __future__ import annotations

from math import isqrt

from adarga.errors import AdargaError

MOST_FORMS = 10_000
"""Pairs of forms: to lay out more takes most of a minute."""

MOST_OPTIONS = 600_000
"""Choices after dice, in all pairs of forms together: to lay out more takes as long."""

MOST_WORK = 300_000_000
"""Choices times cells, a cell being the points left to both: to solve more takes as long, and gigabytes."""

MOST_CELLS = 15_000_000
"""Cells of all pairs of forms: more take gigabytes."""

FEW = 5
"""Where even so few points would be too many, they are not what makes a duel large."""


class Load:
    """Counts the work of a duel between two with so many points."""

    def __init__(self, points: tuple[int, int]) -> None:
        self.points = points
        self.options = 0
        self.worked = 0

    def add(self, options: int, forms: int) -> None:
        """Count the choices of a further pair of forms; `forms` is how many have been met so far.

        Raises `AdargaError`: `duel.too_many_forms`, `duel.too_many_points`.
        """
        self.options += options
        self.worked += 1
        self.check(forms)

    def check(self, forms: int) -> None:
        """Whether so many pairs of forms are still few enough. Raises as `add` does."""
        cells = self.points[0] * self.points[1]
        many = forms > MOST_FORMS or self.options > MOST_OPTIONS
        if many or self.options * cells > MOST_WORK or forms * cells > MOST_CELLS:
            # Those not laid out yet are reckoned to be as much work as the others.
            whole = max(self.options * forms // max(self.worked, 1), 1)
            fit = isqrt(min(MOST_WORK // whole, MOST_CELLS // forms))
            if many or fit < FEW:
                raise AdargaError("duel.too_many_forms", forms=forms)
            first, second = self.points
            raise AdargaError("duel.too_many_points", first=first, second=second, count=forms, fit=fit)
