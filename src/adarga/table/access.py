"""Who may ask what: tokens that nobody guesses, and the commands each kind of viewer may give."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from adarga.fight import commands as cmd
from adarga.fight.state import Refusal, State
from adarga.fight.striking import WaitsForDie, WaitsForReaction, waits_for
from adarga.fight.turns import on_turn
from adarga.fight.view import Viewer, owns, sees
from adarga.plan import Reason
from adarga.rules.protocol import Rulebook, Situation

_BYTES = 24
_CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 6
TURN = (cmd.NextTurn, cmd.Delay)
OWN = (cmd.Attack, cmd.Defend, cmd.Wait, cmd.SpendEnergy, cmd.Usage, cmd.PutOn, cmd.TakeOff)
_MASTERS_CHOICES = (
    *("telling", "effectiveness", "modifier", "defence_modifier"),
    *("reaction", "defending", "take", "soak_energy"),
)


@dataclass(frozen=True, slots=True)
class Access:
    """What a token opens: one table, as one viewer of it."""

    table: int
    viewer: Viewer


def new_token() -> str:
    """A token of 192 random bits from the system, safe in an address."""
    return secrets.token_urlsafe(_BYTES)


def new_code() -> str:
    """A short code to be typed on a phone: no letters that look like others."""
    return "".join(secrets.choice(_CODE) for _ in range(_CODE_LENGTH))


def digest(token: str) -> str:
    """What is kept of a token: enough to know it again, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def refused(key: str, **values: int | str) -> Refusal:
    """A refusal of the table itself."""
    return Refusal(Reason("", f"table.refused.{key}", **values))


def may(book: Rulebook, state: State, viewer: Viewer, command: cmd.Command) -> Refusal | None:
    """Why a viewer may not give a command as things stand; None where it may.

    The game master may give every one. A player acts with its own fighters in their turn, and answers and throws for
    them; a display gives none.
    """
    if viewer.kind == "master":
        return None
    if viewer.kind == "room":
        return refused("display")
    if isinstance(command, OWN):
        return _with_own(state, viewer, command)
    if isinstance(command, TURN):
        mine = any(owns(state, viewer, who) for who in state.acting)
        return None if mine else refused("not_your_turn")
    if isinstance(command, cmd.Throw):
        return _throws(book, state, viewer, command)
    if isinstance(command, cmd.React | cmd.Decline):
        return _answers(book, state, viewer, command)
    return refused("master_only")


def _with_own(state: State, viewer: Viewer, command: cmd.Command) -> Refusal | None:
    who = str(getattr(command, "who", ""))
    if not owns(state, viewer, who):
        return refused("not_yours")
    if isinstance(command, cmd.Attack | cmd.Defend | cmd.Wait) and who not in on_turn(state):
        return refused("not_your_turn")
    if isinstance(command, cmd.Attack):
        if any(not sees(state, viewer, aim.target) for aim in command.aims):
            return refused("no_such_target")
        plain = Situation()
        if any(getattr(command.situation, name) != getattr(plain, name) for name in _MASTERS_CHOICES):
            return refused("master_chooses")
    return None


def _throws(book: Rulebook, state: State, viewer: Viewer, command: cmd.Throw) -> Refusal | None:
    if command.override is not None:
        return refused("master_only")
    waits = waits_for(book, state)
    if not isinstance(waits, WaitsForDie):
        return refused("nothing_waits")
    return None if owns(state, viewer, thrower(state, waits)) else refused("not_your_die")


def _answers(book: Rulebook, state: State, viewer: Viewer, command: cmd.React | cmd.Decline) -> Refusal | None:
    waits = waits_for(book, state)
    if not isinstance(waits, WaitsForReaction):
        return refused("nothing_waits")
    if isinstance(command, cmd.Decline):
        return None if owns(state, viewer, _side(state, command.by)) else refused("not_your_reaction")
    asked = [offer.by for offer in waits.offers if offer.name == command.offer]
    if not any(owns(state, viewer, _side(state, by)) for by in asked):
        return refused("not_your_reaction")
    return None


def _side(state: State, by: str) -> str:
    pending = state.pending
    assert pending is not None
    return pending.attacker if by == "attacker" else pending.aims[0].target


def thrower(state: State, waits: WaitsForDie) -> str:
    """The fighter whose die is waited for."""
    if state.pending is not None:
        return _side(state, waits.by)
    return state.due[0].who
