"""What a strike changes in `percentile`: points and wounds of the living, resistance points of things (P4, P7)."""

from __future__ import annotations

from adarga.errors import AdargaError
from adarga.plan import Reason, Thing
from adarga.rules.percentile.book import PercentileBook
from adarga.rules.percentile.wounds import lose, wear
from adarga.rules.protocol import (
    Change,
    Clock,
    Combatant,
    Condition,
    ConditionSet,
    Fighter,
    Piece,
    PieceLost,
    ResistanceChanged,
    Strike,
    Until,
    Weapon,
)


def after(book: PercentileBook, strike: Strike, clock: Clock) -> tuple[Change, ...]:
    """What a strike changes.

    Raises `AdargaError` (`percentile.no_piece`, `percentile.no_resistance`) where it was aimed at a thing that the
    target does not carry, or whose resistance points nobody gave.
    """
    if strike.situation.object and strike.situation.aim:
        return _carried_object(strike.target, strike.situation.aim, strike.outcome.damage)
    if strike.situation.object:
        return wear(strike.target, strike.outcome.damage)
    return lose(book, strike.target, strike.outcome.damage, clock)


def carried(combatant: Combatant, id: str) -> Weapon | Piece:
    """A weapon, shield or armour of a sheet by its id. Raises `AdargaError` (`percentile.no_piece`)."""
    pieces: tuple[Weapon | Piece, ...] = (
        *combatant.weapons,
        *combatant.armour,
        *((combatant.shield,) if combatant.shield else ()),
    )
    for piece in pieces:
        if piece.id == id:
            return piece
    raise AdargaError("percentile.no_piece", piece=id)


def resistance_left(fighter: Fighter, id: str) -> int:
    """The resistance points a thing it carries has left.

    Raises `AdargaError` (`percentile.no_piece`, `percentile.no_resistance`).
    """
    piece = carried(fighter.combatant, id)
    left = dict(fighter.pr).get(id, piece.pr)
    if left is None:
        raise AdargaError("percentile.no_resistance", piece=id)
    return left


def _carried_object(target: Fighter, id: str, damage: int) -> tuple[Change, ...]:
    before = resistance_left(target, id)
    loss = min(damage, before)
    if not loss:
        return ()
    left = before - loss
    thing = Thing(id)
    reason = Reason("P7", "percentile.piece_hurt", piece=thing, by=loss, left=left)
    hurt = ResistanceChanged(target.id, id, -loss, reason)
    if left:
        return (hurt,)
    return hurt, PieceLost(target.id, id, Reason("P7", "percentile.piece_broken", piece=thing))


def defend(book: PercentileBook, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
    """P4: it only defends itself, until its next turn or the end of this round."""
    until = Until("turn") if book.defending.until == "own-turn" else Until("round", clock.round)
    return (ConditionSet(fighter.id, Condition("defending", until), Reason("P4", "percentile.defends")),)
