"""Random plans and the slow, obvious oracle for their odds: every face of every die, read one strike at a time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hypothesis import strategies as st

from adarga.dice import parse
from adarga.plan import (
    AtLeast,
    Band,
    Blow,
    Check,
    Faces,
    Halve,
    Ignore,
    Needs,
    Offer,
    Outcome,
    Part,
    Plan,
    Reason,
    Reduce,
    Step,
    Thing,
    read,
)

REASONS = st.builds(
    lambda ruling, by, thing: Reason(ruling, "plan.none", by=by, thing=Thing(thing), text="x"),
    st.sampled_from(["", "A1", "D7"]),
    st.integers(-3, 9),
    st.sampled_from(["S", "chain-mail"]),
)
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Halve, st.booleans(), REASONS),
    st.builds(Reduce, st.integers(0, 5), st.integers(0, 3), REASONS),
    st.builds(AtLeast, st.integers(0, 4), REASONS),
    st.builds(Ignore, REASONS),
)
SOAK = st.lists(STEPS, max_size=3).map(tuple)
MARKS = st.lists(st.sampled_from(["telling", "usage:armour"]), unique=True, max_size=2).map(
    lambda marks: tuple(sorted(marks))
)
DICE = st.sampled_from([None, *map(parse, ("d2", "d3", "2d2", "2d2kh1", "d2!1"))])
PARTS = st.builds(Part, DICE, st.integers(-3, 3), SOAK, st.sampled_from([None, "S"]), REASONS)
OFFERS = st.builds(
    Offer,
    st.just("soak"),
    st.sampled_from(["attacker", "target"]),
    st.tuples(st.just("energy"), st.integers(1, 2)),
    st.integers(1, 3),
    REASONS,
)
BLOWS = st.builds(
    lambda parts, soak, *rest: Blow(parts, soak if parts else (), *rest),
    st.lists(PARTS, max_size=2).map(tuple),
    SOAK,
    st.lists(OFFERS, max_size=1).map(tuple),
    MARKS,
    REASONS,
    st.lists(REASONS, max_size=1).map(tuple),
)


def checks(then: st.SearchStrategy[Plan]) -> st.SearchStrategy[Plan]:
    """Checks of a small die whose faces are dealt out to three bands, two of which share a name."""

    @st.composite
    def draw_check(draw: st.DrawFn) -> Plan:
        sides = draw(st.integers(2, 4))
        name = draw(st.sampled_from(["attack", "dodge"]))
        cuts = sorted(draw(st.lists(st.integers(0, sides), min_size=2, max_size=2)))
        ends = [0, *cuts, sides]
        bands = tuple(
            Band(label, ((a + 1, b),) if b > a else (), draw(then), draw(MARKS))
            for label, a, b in zip(("miss", "hit", "hit"), ends, ends[1:], strict=False)
        )
        return Check(name, parse(f"d{sides}"), bands, draw(REASONS))

    return draw_check()


PLANS: st.SearchStrategy[Plan] = st.one_of(BLOWS, checks(BLOWS), checks(checks(BLOWS)))


def every_strike(plan: Plan) -> Iterator[tuple[Faces, Outcome, Fraction]]:
    """Every way the dice can fall: the faces, the outcome, and its probability."""
    open_: list[tuple[dict[str, tuple[int, ...]], Fraction]] = [({}, Fraction(1))]
    while open_:
        faces, chance = open_.pop()
        found = read(plan, faces)
        if isinstance(found, Needs):
            for face in range(1, found.sides + 1):
                thrown = {**faces, found.name: (*faces.get(found.name, ()), face)}
                open_.append((thrown, chance / found.sides))
        else:
            yield faces, found, chance


def brute_force(plan: Plan) -> dict[tuple[str, int, tuple[str, ...]], Fraction]:
    """The joint odds of a plan by enumeration."""
    law: dict[tuple[str, int, tuple[str, ...]], Fraction] = {}
    for _, outcome, chance in every_strike(plan):
        event = (outcome.branch, outcome.damage, outcome.marks)
        law[event] = law.get(event, Fraction(0)) + chance
    return law
