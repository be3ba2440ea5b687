"""Dice for what a fight waits for: typed faces or a source, each put where it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adarga.dice import Source
from adarga.errors import AdargaError
from adarga.fight.commands import Faces
from adarga.fight.state import State
from adarga.fight.striking import TARGETS_DICE, carried_on, plan_of
from adarga.plan import Needs, Plan, read
from adarga.rules.protocol import Rulebook

_MOST_DUE = 100


def _everyones(by: str) -> bool:
    return True


def dice_for(
    book: Rulebook, state: State, dice: Source | tuple[int, ...], own: Callable[[str], bool] = _everyones
) -> Faces:
    """The faces of a throw under the names they are asked for: typed ones as far as they go, all of a source's.

    `own` says whether the dice of the `"attacker"` or the `"target"` are thrown here: it ends at the first that is not.

    A typed 0 is the 10 of a d10 and the 100 of a d100. Raises `AdargaError` where no die is asked for, where more
    are typed than are asked for, or for a face that is not on its die.
    """
    plan, known = _asked(book, state)
    typed = list(dice) if isinstance(dice, tuple) else None
    thrown: dict[str, tuple[int, ...]] = {}
    while isinstance(needs := read(plan, known), Needs):
        if (typed is not None and not typed) or not own(_thrower(needs)):
            break
        face = _face(typed.pop(0), needs) if typed is not None else _thrown(dice, needs)
        known[needs.name] = (*known.get(needs.name, ()), face)
        thrown[needs.name] = (*thrown.get(needs.name, ()), face)
        if state.pending is not None:
            known = carried_on(plan, replace(state.pending, faces=tuple(known.items()))).thrown()
    if typed:
        raise AdargaError("fight_cli.too_many_dice", faces=", ".join(map(str, typed)))
    return tuple(thrown.items())


def still_due(book: Rulebook, state: State) -> int:
    """How many dice like the one that is waited for are due one after the other, if all of them show 1."""
    plan, known = _asked(book, state)
    first, many = read(plan, known), 0
    needs = first
    while isinstance(first, Needs) and isinstance(needs, Needs) and many < _MOST_DUE:
        if (needs.name, needs.sides) != (first.name, first.sides):
            break
        known[needs.name] = (*known.get(needs.name, ()), 1)
        many += 1
        needs = read(plan, known)
    return many


def _thrower(needs: Needs) -> str:
    return "target" if needs.name in TARGETS_DICE else "attacker"


def _thrown(dice: Source | tuple[int, ...], needs: Needs) -> int:
    assert not isinstance(dice, tuple)
    return dice.die(needs.sides)


def _face(typed: int, needs: Needs) -> int:
    face = needs.sides if typed == 0 and needs.sides in (10, 100) else typed
    if not 1 <= face <= needs.sides:
        raise AdargaError("fight_cli.face", face=typed, sides=needs.sides)
    return face


def _asked(book: Rulebook, state: State) -> tuple[Plan, dict[str, tuple[int, ...]]]:
    if state.pending is not None:
        return plan_of(book, state, state.pending), state.pending.thrown()
    if state.due:
        return state.due[0].plan, {}
    raise AdargaError("fight_cli.nothing_to_roll")
