"""P1, P2 and P4: the chances of attack, dodge and block, why they are what they are, and which the target takes."""

from __future__ import annotations

from typing import Literal

from adarga.errors import AdargaError
from adarga.plan import Reason
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.protocol import Combatant, Situation

Kind = Literal["dodge", "block"]
Why = tuple[Reason, tuple[Reason, ...]]
"""The reason of a check, and what did not act on it."""


WHY = {
    ("dodge", False, False, False): "percentile.dodge",
    ("dodge", False, False, True): "percentile.dodge_modifier",
    ("dodge", False, True, False): "percentile.dodge_defending",
    ("dodge", False, True, True): "percentile.dodge_defending_modifier",
    ("dodge", True, False, False): "percentile.dodge_prone",
    ("dodge", True, False, True): "percentile.dodge_prone_modifier",
    ("dodge", True, True, False): "percentile.dodge_prone_defending",
    ("dodge", True, True, True): "percentile.dodge_prone_defending_modifier",
    ("block", False, False, False): "percentile.block",
    ("block", False, False, True): "percentile.block_modifier",
    ("block", False, True, False): "percentile.block_defending",
    ("block", False, True, True): "percentile.block_defending_modifier",
    ("block", True, False, False): "percentile.block_prone",
    ("block", True, False, True): "percentile.block_prone_modifier",
    ("block", True, True, False): "percentile.block_prone_defending",
    ("block", True, True, True): "percentile.block_prone_defending_modifier",
}
"""The key of a reaction's reason, by what acts on it: lying down, defending, a modifier."""
ATTACK = {
    (False, False): "percentile.attack",
    (False, True): "percentile.attack_modifier",
    (True, False): "percentile.attack_prone",
    (True, True): "percentile.attack_prone_modifier",
}
"""The key of the attack's reason, by what acts on it: a target lying down, a modifier."""


def held(chance: int) -> int:
    """A chance after all modifiers, held to 0..100 (P1).

    >>> held(15 - 20), held(130)
    (0, 100)
    """
    return min(max(chance, 0), 100)


def attack_chance(book: PercentileBook, skill: int, situation: Situation) -> int:
    """The chance to hit in per cent: the skill, P2 for a prone target, and the modifier, then held to 0..100."""
    return held(_attack_sum(book, skill, situation))


def _attack_sum(book: PercentileBook, skill: int, situation: Situation) -> int:
    return skill + (book.prone.attack if situation.prone else 0) + situation.modifier


def reaction_chance(book: PercentileBook, kind: Kind, skill: int, situation: Situation) -> int:
    """The chance to dodge or block in per cent: P2, P4 and the modifier on the skill, then held to 0..100."""
    return held(_reaction_sum(book, kind, skill, situation))


def _reaction_sum(book: PercentileBook, kind: Kind, skill: int, situation: Situation) -> int:
    prone = book.prone.dodge if kind == "dodge" else book.prone.block
    defending = book.defending.dodge if kind == "dodge" else book.defending.block
    return (
        skill
        + (prone if situation.prone else 0)
        + (defending if situation.defending else 0)
        + situation.defence_modifier
    )


def _held(total: int) -> tuple[Reason, ...]:
    return () if held(total) == total else (Reason("P1", "percentile.held", total=total, chance=held(total)),)


def attack_why(book: PercentileBook, skill: int, situation: Situation) -> Why:
    """The reason of the roll to hit, with what its chance is made of."""
    total = _attack_sum(book, skill, situation)
    values = {"skill": skill}
    if situation.prone:
        values["prone"] = book.prone.attack
    if situation.modifier:
        values["modifier"] = situation.modifier
    key = ATTACK[situation.prone, situation.modifier != 0]
    return Reason("P2" if situation.prone else "P1", key, **values, chance=held(total)), _held(total)


def reaction_why(book: PercentileBook, kind: Kind, skill: int, situation: Situation) -> Why:
    """The reason of a dodge or block, with what its chance is made of; lying down does not act on a block."""
    total = _reaction_sum(book, kind, skill, situation)
    prone = book.prone.dodge if kind == "dodge" else book.prone.block
    values = {"skill": skill}
    idle = _held(total)
    lies = situation.prone and prone != 0
    if situation.prone and not lies:
        idle += (Reason("P2", "percentile.prone_block" if kind == "block" else "percentile.prone_dodge"),)
    if lies:
        values["prone"] = prone
    if situation.defending:
        values["defending"] = book.defending.dodge if kind == "dodge" else book.defending.block
    if situation.defence_modifier:
        values["modifier"] = situation.defence_modifier
    acting = [ruling for ruling, acts in (("P2", lies), ("P4", situation.defending)) if acts]
    key = WHY[kind, lies, situation.defending, situation.defence_modifier != 0]
    return Reason("+".join(acting) or "P1", key, **values, chance=held(total)), idle


def choose(book: PercentileBook, target: Combatant, situation: Situation) -> tuple[Kind | None, tuple[Reason, ...]]:
    """What the target does about a blow that would land, and why nothing else; of equal chances it dodges.

    Who cannot act does nothing, whatever it is told.

    Raises `AdargaError` (`percentile.no_dodge`, `percentile.no_block`) where it is told to do what it cannot.
    """
    dodge, block = target.dodge, target.block
    if situation.helpless and (dodge is not None or block is not None):
        return None, (Reason("P10", "percentile.helpless"),)
    if situation.reaction == "dodge":
        if dodge is None:
            raise AdargaError("percentile.no_dodge")
        return "dodge", ()
    if situation.reaction == "block":
        if block is None:
            raise AdargaError("percentile.no_block")
        return "block", ()
    if dodge is None and block is None:
        return None, ()
    if situation.reaction == "none":
        return None, (Reason("P1", "percentile.no_reaction"),)
    if dodge is None or block is None:
        return ("block" if dodge is None else "dodge"), ()
    chances = {
        "dodge": reaction_chance(book, "dodge", dodge, situation),
        "block": reaction_chance(book, "block", block, situation),
    }
    if chances["block"] > chances["dodge"]:
        return "block", (Reason("P1", "percentile.rather_block", **chances),)
    return "dodge", (Reason("P1", "percentile.rather_dodge", **chances),)
