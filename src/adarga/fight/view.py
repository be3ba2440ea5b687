"""What a viewer of a fight may see of its state: the hidden left out, the points of others as the game master set."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from adarga.fight.naming import stem
from adarga.fight.state import Pending, Refusal, State
from adarga.fight.striking import TARGETS_DICE, Waits, WaitsForDie, WaitsForReaction, waits_for
from adarga.plan import Reason
from adarga.rules.protocol import CheckDue, Clock, Condition, Fighter, Rulebook, Situation

PRIVATE = ("soaking", "failing", "lasting-effect", "consciousness-due")
"""Conditions that are not to be seen from outside."""

Amount = Literal["number", "words", "nothing"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the game `"master"`, a `"player"` at the seat `name`, or the `"room"` (a display all can see)."""

    kind: Literal["master", "player", "room"]
    name: str = ""


MASTER = Viewer("master")
ROOM = Viewer("room")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shows:
    """How the points of those who are not one's own are shown: of game master's fighters, and of players' ones."""

    foes: Amount = "words"
    party: Amount = "words"


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenSeat:
    """A fighter as seen: `points` and `full` where numbers may be seen, `health` where words may, `fighter` one's own.

    `hidden` is told only to who sees it all the same.
    """

    id: str
    side: str = ""
    owner: str = ""
    hidden: bool = False
    points: int | None = None
    full: int | None = None
    health: str | None = None
    conditions: tuple[Condition, ...] = ()
    waiting: int | None = None
    fighter: Fighter | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeenState:
    """A fight as seen: `due` the rolls one owes oneself, `owing` who of the others owes which."""

    seats: tuple[SeenSeat, ...] = ()
    clock: Clock
    order: tuple[tuple[str, ...], ...] = ()
    turn: int = 0
    pending: Pending | None = None
    due: tuple[CheckDue, ...] = ()
    owing: tuple[tuple[str, str], ...] = ()


def health(points: int | None, full: int | None) -> str | None:
    """How well someone is, in a word's key; None where points are not counted.

    >>> [health(points, 20) for points in (20, 15, 10, 5, 4, 0)]
    ['unhurt', 'scratched', 'hurt', 'badly-hurt', 'on-the-brink', 'down']
    """
    if points is None or not full:
        return None
    if points <= 0:
        return "down"
    if points >= full:
        return "unhurt"
    quarters = 4 * points // full
    return ("on-the-brink", "badly-hurt", "hurt", "scratched")[quarters]


def owns(state: State, viewer: Viewer, who: str) -> bool:
    """Whether all of a fighter is the viewer's to see: the game master's is everyone, a player's what it owns."""
    if viewer.kind == "master":
        return True
    seat = state.seat(who)
    return seat is not None and viewer.kind == "player" and bool(viewer.name) and seat.owner == viewer.name


def sees(state: State, viewer: Viewer, who: str) -> bool:
    """Whether a viewer may know that a fighter is there."""
    seat = state.seat(who)
    return seat is not None and (not seat.hidden or owns(state, viewer, who))


def amount(state: State, shows: Shows, who: str) -> Amount:
    """How the points of a fighter that is not one's own are shown."""
    seat = state.seat(who)
    return shows.party if seat is not None and seat.owner else shows.foes


def names_hidden(state: State, viewer: Viewer, text: str) -> bool:
    """Whether a text names someone that the viewer may not know of; a name that a seen one has too names that one."""
    seen = [seat.id for seat in state.seats if sees(state, viewer, seat.id)]
    secret = {
        name
        for seat in state.seats
        if not sees(state, viewer, seat.id)
        for name in (seat.id, seat.name, stem(seat.name))
        if name
    }
    secret -= {*seen, *map(stem, seen)}
    if not secret:
        return False
    unseen = {name.casefold() for name in secret}
    # The longest first: what stands in a seen one's name, or around it, is not to be taken for another's.
    names = "|".join(re.escape(name) for name in sorted({*seen, *secret}, key=len, reverse=True))
    return any(
        found[0].casefold() in unseen for found in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text, re.IGNORECASE)
    )


def seen_condition(state: State, viewer: Viewer, condition: Condition) -> Condition | None:
    """Someone else's condition as seen: without its end; None where it is private or names who is hidden."""
    if condition.name in PRIVATE or names_hidden(state, viewer, condition.name):
        return None
    return Condition(condition.name)


def _own(state: State, viewer: Viewer, fighter: Fighter) -> Fighter:
    """One's own fighter: all of it but the conditions that name who is hidden."""
    kept = tuple(one for one in fighter.conditions if not names_hidden(state, viewer, one.name))
    return fighter if kept == fighter.conditions else replace(fighter, conditions=kept)


def seen_seat(state: State, viewer: Viewer, shows: Shows, who: str) -> SeenSeat | None:
    """One fighter as seen, None where the viewer may not know that it is there."""
    seat = state.seat(who)
    if seat is None or not sees(state, viewer, who):
        return None
    fighter, full = seat.fighter, seat.fighter.combatant.points
    word = health(fighter.points, full)
    outside = SeenSeat(id=who, side=seat.side, owner=seat.owner, waiting=fighter.waiting)
    if owns(state, viewer, who):
        fighter = _own(state, viewer, fighter)
        return replace(
            outside,
            hidden=seat.hidden,
            points=fighter.points,
            full=full,
            health=word,
            conditions=fighter.conditions,
            fighter=fighter,
        )
    conditions = (seen_condition(state, viewer, one) for one in fighter.conditions)
    outside = replace(outside, conditions=tuple(one for one in conditions if one is not None))
    shown = amount(state, shows, who)
    if shown == "number":
        return replace(outside, points=fighter.points, full=full, health=word)
    return replace(outside, health=word) if shown == "words" else outside


def seen_order(state: State, viewer: Viewer) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The turns of those a viewer sees, and which is on to it, also while someone hidden acts."""

    def seen(id: str) -> bool:
        return sees(state, viewer, id)

    order = [tuple(filter(seen, ids)) for ids in state.order]
    return tuple(filter(None, order)), sum(map(bool, order[: state.shown(seen)]))


def seen_pending(state: State, viewer: Viewer) -> Pending | None:
    """The strike under way as seen: hidden targets left out, and what the other side chose.

    A strike by someone hidden is seen by the target's owner alone, with the target's own dice.
    """
    pending = state.pending
    if pending is None or viewer.kind == "master":
        return pending
    aims = tuple(aim for aim in pending.aims if sees(state, viewer, aim.target))
    now = pending.aims[0].target
    if not aims:
        return None
    if not sees(state, viewer, pending.attacker):
        if not owns(state, viewer, now):
            return None
        faces = tuple(pair for pair in pending.faces if pair[0] in TARGETS_DICE)
        return Pending(attacker="", weapon="", aims=aims[:1], situation=Situation(), faces=faces)
    chosen = Situation()
    if owns(state, viewer, pending.attacker):
        chosen = replace(pending.situation, take=(), soak_energy=0, defence_modifier=0)
    faces = pending.faces if sees(state, viewer, now) else ()
    return Pending(attacker=pending.attacker, weapon=pending.weapon, aims=aims, situation=chosen, faces=faces)


def seen_waits(book: Rulebook, state: State, viewer: Viewer) -> Waits | None:
    """What the fight waits for, as far as a viewer may know: dice of those it sees, offers of its own fighters."""
    waits = waits_for(book, state)
    if waits is None or viewer.kind == "master":
        return waits
    pending = state.pending
    if pending is None:
        return waits if sees(state, viewer, state.due[0].who) else None
    sides = {"attacker": pending.attacker, "target": pending.aims[0].target}
    if isinstance(waits, WaitsForDie):
        seen = seen_pending(state, viewer) is not None and sees(state, viewer, sides["target"])
        return waits if seen and sees(state, viewer, sides[waits.by]) else None
    offers = tuple(offer for offer in waits.offers if owns(state, viewer, sides[offer.by]))
    return WaitsForReaction(waits.damage, offers) if offers else None


def seen_refusal(state: State, viewer: Viewer, refused: Refusal) -> Refusal:
    """Why a command cannot be done, without the names of those that the viewer may not know of."""
    values: dict[str, int | str] = {}
    for name, value in refused.reason.values:
        values[name] = value
        if isinstance(value, str) and names_hidden(state, viewer, value):
            values[name] = ", ".join(one for one in value.split(", ") if not names_hidden(state, viewer, one))
    return Refusal(Reason(refused.reason.ruling, refused.reason.key, **values))


def seen_state(state: State, viewer: Viewer, shows: Shows) -> SeenState:
    """All of a fight that a viewer may see."""
    seats = (seen_seat(state, viewer, shows, seat.id) for seat in state.seats)
    order, turn = seen_order(state, viewer)
    others = [due for due in state.due if not owns(state, viewer, due.who) and sees(state, viewer, due.who)]
    return SeenState(
        seats=tuple(seat for seat in seats if seat is not None),
        clock=state.clock,
        order=order,
        turn=turn,
        pending=seen_pending(state, viewer),
        due=tuple(due for due in state.due if owns(state, viewer, due.who)),
        owing=tuple((due.who, due.name) for due in others),
    )
