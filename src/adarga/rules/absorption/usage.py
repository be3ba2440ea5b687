"""Usage dice: which fall due, how they step down, and how many rolls a piece lasts (A10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from adarga.dice import parse
from adarga.plan import Band, Blow, Check, Reason
from adarga.rules.absorption.book import USAGE_DICE, AbsorptionBook
from adarga.rules.protocol import CheckDue, Combatant, Fighter, Weapon

MARK = "usage:"
STEPS_DOWN, HOLDS = "steps-down", "holds"


def usage_plan(die: str, steps_down_on: int = 2) -> Check:
    """The roll of a usage die: on `steps_down_on` or less it steps down. Raises `AdargaError` for what is no die.

    >>> [band.name for band in usage_plan("d8").bands]
    ['steps-down', 'holds']
    """
    rolled = parse(die)
    end = rolled.greatest
    down, holds = ((1, min(steps_down_on, end)),), ((steps_down_on + 1, end),) if end > steps_down_on else ()
    return Check(
        "usage",
        rolled,
        (
            Band(STEPS_DOWN, down, Blow(reason=Reason("A10", "absorption.usage_steps_down"))),
            Band(HOLDS, holds, Blow(reason=Reason("A10", "absorption.usage_holds"))),
        ),
        Reason("A10", "absorption.usage_roll", die=die, on=steps_down_on),
    )


def smaller_die(die: str, dice: Sequence[str]) -> str | None:
    """The next die down, None where a piece is worn out; a die not among `dice` goes to the next smaller one.

    >>> smaller_die("d8", ("d8", "d6")), smaller_die("d6", ("d8", "d6")), smaller_die("d7", ("d8", "d6"))
    ('d6', None, 'd6')
    """
    sides = parse(die).greatest
    below = [other for other in dice if parse(other).greatest < sides]
    return max(below, key=lambda other: parse(other).greatest) if below else None


@lru_cache(maxsize=256)
def expected_uses(die: str, steps_down_on: int = 2, dice: tuple[str, ...] = USAGE_DICE) -> Fraction:
    """The rolls a usage die lasts on average, until the piece is worn out.

    >>> [int(expected_uses(die)) for die in ("d4", "d6", "d8", "d10", "d12", "d20")]
    [2, 5, 9, 14, 20, 30]
    """
    sides = parse(die).greatest
    rolls = Fraction(sides, min(steps_down_on, sides))
    below = smaller_die(die, dice)
    return rolls if below is None else rolls + expected_uses(below, steps_down_on, dice)


def defence_marks(book: AbsorptionBook, target: Combatant) -> tuple[str, ...]:
    """What the worst face of a Dexterity test marks: the worn armour's die, the shield's if none is worn, or each."""
    if book.usage.when != "worst-face":
        return ()
    armour = target.armour[0] if target.armour else None
    worn = () if armour is None or armour.usage_die is None else (f"{MARK}armour",)
    shield = () if target.shield is None or target.shield.usage_die is None else (f"{MARK}shield",)
    if book.usage.pieces == "each":
        return worn + shield
    return worn if armour is not None else shield


def attack_marks(book: AbsorptionBook, weapon: Weapon) -> tuple[str, ...]:
    """What the worst face of an attack test marks: the weapon's usage die, if its sheet gives one."""
    return (f"{MARK}weapon",) if book.usage.when == "worst-face" and weapon.usage_die is not None else ()


def due_for_marks(
    book: AbsorptionBook, marks: Sequence[str], attacker: Fighter, target: Fighter, weapon: Weapon
) -> Iterator[CheckDue]:
    """The usage rolls that the marks of a strike call for."""
    armour = target.combatant.armour[:1]
    shield = () if target.combatant.shield is None else (target.combatant.shield,)
    if f"{MARK}weapon" in marks:
        yield from _due(book, attacker, "weapon", weapon.id, weapon.usage_die)
    for slot, pieces in (("armour", armour), ("shield", shield)):
        if f"{MARK}{slot}" in marks:
            for piece in pieces:
                yield from _due(book, target, slot, piece.id, piece.usage_die)


def usage_due(book: AbsorptionBook, fighter: Fighter, asked: Sequence[str] | None = None) -> tuple[CheckDue, ...]:
    """The usage rolls of a fighter's pieces: those `asked` for by id, else all that fall due after a fight.

    With `usage.when = "worst-face"` or `"asked"` none fall due after a fight.
    """
    if asked is None and book.usage.when != "after-fight":
        return ()
    combatant = fighter.combatant
    pieces = [("armour", piece.id, piece.usage_die) for piece in combatant.armour]
    if combatant.shield is not None:
        pieces.append(("shield", combatant.shield.id, combatant.shield.usage_die))
    pieces.extend(("weapon", weapon.id, weapon.usage_die) for weapon in combatant.weapons)
    return tuple(
        due
        for slot, id, die in pieces
        if asked is None or (id or slot) in asked
        for due in _due(book, fighter, slot, id, die)
    )


def _due(book: AbsorptionBook, fighter: Fighter, slot: str, id: str, first: str | None) -> Iterator[CheckDue]:
    """The roll of one piece with the die it has stepped down to, none where it has no die, is worn out or lost."""
    about = id or slot
    die = dict(fighter.usage).get(about, first)
    if die and about not in fighter.lost:
        reason = Reason("A10", f"absorption.usage_{slot}", die=die)
        yield CheckDue(fighter.id, "usage", usage_plan(die, book.usage.steps_down_on), reason, about)
