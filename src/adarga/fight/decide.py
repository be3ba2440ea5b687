"""From a command to what happens: events, or a refusal with its reason. Pure; no die is thrown here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.hands import by_hand
from adarga.fight.state import Pending, Refusal, State
from adarga.fight.striking import (
    WaitsForDie,
    WaitsForReaction,
    carried_on,
    checked,
    go_on,
    owed_first,
    plan_of,
    refusal,
    taken_once_more,
    waits_for,
    weapon_of,
)
from adarga.fight.turns import turns
from adarga.plan import Needs, Reason, read
from adarga.rules.protocol import Rulebook

Events = Iterator[ev.Event]
Decided = tuple[ev.Event, ...] | Refusal
HELPLESS = ("dead", "dying", "unconscious", "broken", "object", "out")
"""What may be named as the reason that someone cannot act, the worst first."""


def decide(book: Rulebook, state: State, command: cmd.Command) -> Decided:
    """The events that a command leads to as things stand, or why it cannot be done.

    Nothing is refused half way: either every event follows or none does.
    """
    try:
        found = _decided(book, state, command)
        return found if isinstance(found, Refusal) else tuple(found)
    except AdargaError as error:
        values = {name: value for name, value in error.values.items() if isinstance(value, int | str)}
        return Refusal(Reason("", error.key, **values))


def _decided(book: Rulebook, state: State, command: cmd.Command) -> Events | Refusal:
    who = getattr(command, "who", None)
    if who is not None and state.seat(who) is None:
        return refusal("unknown", who=who)
    if isinstance(command, cmd.Throw | cmd.React | cmd.Decline | cmd.Override | cmd.Abandon):
        return _answer(book, state, command)
    if state.pending is not None:
        return _waiting(book, state)
    if isinstance(command, cmd.Attack):
        return _attack(book, state, command)
    if isinstance(command, cmd.NextTurn | cmd.BackTurn | cmd.Delay | cmd.Wait | cmd.Defend | cmd.Reorder):
        return turns(book, state, command)
    return by_hand(book, state, command)


def _waiting(book: Rulebook, state: State) -> Refusal:
    waits = waits_for(book, state)
    if isinstance(waits, WaitsForDie):
        return refusal("waits_die", by=waits.by, name=waits.said, sides=waits.sides)
    offers = ", ".join(offer.name for offer in waits.offers) if waits is not None else ""
    return refusal("waits_reaction", offers=offers)


def _attack(book: Rulebook, state: State, command: cmd.Attack) -> Events | Refusal:
    attacker = state.fighter(command.who)
    if not command.aims:
        return refusal("no_target", who=command.who)
    for aim in command.aims:
        if state.seat(aim.target) is None:
            return refusal("unknown", who=aim.target)
        if aim.share not in ("full", "half", "none"):
            return refusal("share", share=aim.share)
    if weapon_of(book, attacker, command.weapon) is None:
        return refusal("no_weapon", who=command.who, weapon=command.weapon)
    if attacker.has("object") or not book.order([attacker], state.clock.round):
        condition = next((name for name in HELPLESS if attacker.has(name)), HELPLESS[-1])
        return refusal("helpless", who=command.who, condition=condition)
    if attacker.has("defending"):
        return refusal("defending", who=command.who)
    pending = Pending(
        attacker=command.who, weapon=command.weapon, aims=command.aims, situation=command.situation, faces=command.faces
    )
    return checked(book, state, pending) or go_on(book, state, pending)


def _answer(book: Rulebook, state: State, command: object) -> Events | Refusal:
    pending = state.pending
    if pending is None:
        return _owed(book, state, command)
    if isinstance(command, cmd.Abandon):
        return iter((ev.StrikeOver(),))
    waits = waits_for(book, state)
    if isinstance(command, cmd.Throw):
        if not isinstance(waits, WaitsForDie):
            return _waiting(book, state)
        return _overridden(book, state, replace(pending, faces=_added(pending, command.faces)), command.override)
    if isinstance(command, cmd.Override):
        return _overridden(book, state, pending, command.damage)
    if not isinstance(waits, WaitsForReaction):
        return _waiting(book, state)
    return _reaction(book, state, pending, waits, command)


def _overridden(book: Rulebook, state: State, pending: Pending, damage: int | None) -> Events | Refusal:
    """A strike that goes on, by the game master's damage if there is one: not before all its dice have fallen."""
    if damage is None:
        return go_on(book, state, pending)
    if damage < 0:
        return refusal("negative", number=damage)
    plan = plan_of(book, state, pending)
    found = read(plan, carried_on(plan, pending).thrown())
    if isinstance(found, Needs):
        return refusal("override_early", name=found.name)
    return go_on(book, state, pending, damage)


def _reaction(
    book: Rulebook, state: State, pending: Pending, waits: WaitsForReaction, command: object
) -> Events | Refusal:
    if isinstance(command, cmd.Decline):
        if command.by not in {offer.by for offer in waits.offers}:
            return refusal("no_reaction", by=command.by)
        return go_on(book, state, replace(pending, passed=(*pending.passed, command.by)))
    assert isinstance(command, cmd.React)
    offer = next((offer for offer in waits.offers if offer.name == command.offer), None)
    if offer is None:
        return refusal("offer", offer=command.offer, offers=", ".join(offer.name for offer in waits.offers))
    if not 1 <= command.times <= offer.most:
        return refusal("offer_times", offer=offer.name, most=offer.most, times=command.times)
    return go_on(book, state, replace(pending, situation=taken_once_more(pending.situation, offer.name, command.times)))


def _added(pending: Pending, faces: cmd.Faces) -> cmd.Faces:
    together = pending.thrown()
    for name, values in faces:
        together[name] = (*together.get(name, ()), *values)
    return tuple(together.items())


def _owed(book: Rulebook, state: State, command: object) -> Events | Refusal:
    """A roll that fell due: thrown, or called off."""
    if not state.due:
        return refusal("nothing_waits")
    due = state.due[0]
    if isinstance(command, cmd.Abandon):
        return iter((ev.Settled(due, None, ()),))
    if not isinstance(command, cmd.Throw):
        return refusal("due_first", name=due.name)
    now = owed_first(book, state)
    found = read(now.plan, dict(command.faces))
    if isinstance(found, Needs):
        return refusal("waits_die", by="target", name=due.name, sides=found.sides)
    events: list[ev.Event] = [ev.Settled(due, found.branch, found.dice)]
    events += map(ev.Changed, book.settle(now, found, state.fighter(due.who), state.clock))
    return iter(events)
