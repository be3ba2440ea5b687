"""The plan of an attack that has not begun, from the fight as it stands."""

from __future__ import annotations

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Aim, Pending, State
from adarga.fight.striking import plan_of
from adarga.plan import Plan
from adarga.rules.protocol import Rulebook


def pending_of(attack: cmd.Attack, target: str) -> Pending:
    """The strike that an attack would be, at one of its targets."""
    return Pending(attacker=attack.who, weapon=attack.weapon, aims=(Aim(target),), situation=attack.situation)


def proposed(book: Rulebook, state: State, attack: cmd.Attack, target: str) -> Plan:
    """The plan of an attack at one target: shield, energy, wounds and conditions as they are now.

    Raises `AdargaError` for what the rules do not allow, and for someone who is not there.
    """
    for who in (attack.who, target):
        if state.seat(who) is None:
            raise AdargaError("fight.refused.unknown", who=who)
    return plan_of(book, state, pending_of(attack, target))
