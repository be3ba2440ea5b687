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
    ("dodge", False, False): "percentile.dodge",
    ("dodge", True, False): "percentile.dodge_prone",
    ("dodge", False, True): "percentile.dodge_defending",
    ("dodge", True, True): "percentile.dodge_prone_defending",
    ("block", False, False): "percentile.block",
    ("block", True, False): "percentile.block_prone",
    ("block", False, True): "percentile.block_defending",
    ("block", True, True): "percentile.block_prone_defending",
}
"""The key of a reaction's reason, by what acts on it: lying down, defending."""


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
    values = {"skill": skill, "modifier": situation.modifier, "chance": held(total)}
    if situation.prone:
        return Reason("P2", "percentile.attack_prone", **values, prone=book.prone.attack), _held(total)
    return Reason("P1", "percentile.attack", **values), _held(total)


def reaction_why(book: PercentileBook, kind: Kind, skill: int, situation: Situation) -> Why:
    """The reason of a dodge or block, with what its chance is made of; lying down does not act on a block."""
    total = _reaction_sum(book, kind, skill, situation)
    prone = book.prone.dodge if kind == "dodge" else book.prone.block
    defending = book.defending.dodge if kind == "dodge" else book.defending.block
    values = {"skill": skill, "modifier": situation.defence_modifier, "chance": held(total)}
    idle = _held(total)
    lies = situation.prone and prone != 0
    if situation.prone and not lies:
        idle += (Reason("P2", "percentile.prone_block" if kind == "block" else "percentile.prone_dodge"),)
    if lies:
        values["prone"] = prone
    if situation.defending:
        values["defending"] = defending
    ruling = "P4" if situation.defending else "P2" if lies else "P1"
    return Reason(ruling, WHY[kind, lies, situation.defending], **values), idle


def choose(book: PercentileBook, target: Combatant, situation: Situation) -> tuple[Kind | None, tuple[Reason, ...]]:
    """What the target does about a blow that would land, and why nothing else; of equal chances it dodges.

    Raises `AdargaError` (`percentile.no_dodge`, `percentile.no_block`) where it is told to do what it cannot.
    """
    dodge, block = target.dodge, target.block
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
