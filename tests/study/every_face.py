"""Strikes by brute force: every face of every die, in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adarga.plan import Needs, Plan, read


def every_way(
    plan: Plan, faces: dict[str, list[int]] | None = None, weight: Fraction = Fraction(1)
) -> Iterator[tuple[str, int, Fraction]]:
    """Every outcome of a plan by throwing every face of every die it asks for: branch, damage, probability."""
    found = read(plan, faces or {})
    if not isinstance(found, Needs):
        yield found.branch, found.damage, weight
        return
    for face in range(1, found.sides + 1):
        thrown = (faces or {}) | {found.name: [*(faces or {}).get(found.name, ()), face]}
        yield from every_way(plan, thrown, weight / found.sides)


def damage_law(plan: Plan) -> dict[int, Fraction]:
    """The damage of a plan, every face thrown."""
    law: dict[int, Fraction] = {}
    for _, damage, weight in every_way(plan):
        law[damage] = law.get(damage, Fraction(0)) + weight
    return law


def mean_strikes(law: dict[int, Fraction], points: int) -> Fraction:
    """The mean number of strikes until so many points are gone, from the definition: one point total at a time."""
    mean = {left: Fraction(0) for left in range(-max(law), 1)}
    for left in range(1, points + 1):
        further = sum((share * mean[left - damage] for damage, share in law.items() if damage), Fraction(0))
        mean[left] = (1 + further) / (1 - law.get(0, Fraction(0)))
    return mean[points]
