"""The attack a player is choosing: with its own weapons, at whom it sees, and how likely it is to hurt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import as_it_stands
from adarga.fight.view import SeenSeat, SeenState, Viewer
from adarga.rules.protocol import Situation, Weapon
from adarga.table.blow.odds import click_odds
from adarga.table.forms import Form, situation_in
from adarga.table.rooms import Room
from adarga.words import Words, error_text

FLAGS: Mapping[str, tuple[str, ...]] = {"absorption": (), "damage-steps": ("non_lethal",), "percentile": ()}
TYPED: Mapping[str, tuple[str, ...]] = {"absorption": (), "damage-steps": ("steps", "elect"), "percentile": ()}
"""What a player may type for a strike, by the book: steps of its abilities, the row of the ladder it chooses."""
FISTS = "d4"


@dataclass(frozen=True, slots=True)
class Target:
    """Someone to aim at: its health as a word, as far as it is shown."""

    id: str
    word: str


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon at hand: what is sent for it, its name, what is worth a word."""

    id: str
    name: str
    about: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Choosing:
    """All that the phone shows of an attack; `who` is empty where it is not the player's turn."""

    who: str = ""
    fighters: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()
    target: str = ""
    weapons: tuple[Arm, ...] = ()
    weapon: str = ""
    own: str = ""
    flags: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    effects: Mapping[str, str] = field(default_factory=dict)
    hurts: str = ""
    error: str = ""


def choosing(words: Words, room: Room, viewer: Viewer, seen: SeenState, form: Form) -> Choosing:
    """The attack as far as it is chosen; what is not is what is likeliest."""
    acting = seen.order[seen.turn] if seen.turn < len(seen.order) else ()
    mine = {seat.id: seat for seat in seen.seats if seat.fighter is not None and seat.id in acting}
    if not mine or seen.pending is not None or room.state.due:
        return Choosing()
    who = form.maybe("who") if form.maybe("who") in mine else next(iter(mine))
    fighter = mine[who].fighter
    assert fighter is not None
    targets = _targets(words, seen, mine[who])
    known = [one.id for one in targets]
    weapons = tuple(arm_of(words, one) for one in as_it_stands(fighter).weapons if one.id)
    arms = [one.id for one in weapons]
    own = form.maybe("dice")
    named = own or form.maybe("weapon")
    found = Choosing(
        who=who,
        fighters=tuple(mine),
        targets=targets,
        target=form.maybe("target") if form.maybe("target") in known else next(iter(known), ""),
        weapons=weapons,
        weapon=named if own or named in arms else next(iter(arms), FISTS),
        own=own,
        flags=FLAGS[room.book.book.base],
        typed={name: form.maybe(name)[:8] for name in TYPED[room.book.book.base]},
        chosen=tuple(name for name in FLAGS[room.book.book.base] if form.maybe(name)),
    )
    return _with_odds(words, room, found) if found.target else found


def _targets(words: Words, seen: SeenState, me: SeenSeat) -> tuple[Target, ...]:
    """Foes that stand, then everyone else."""
    others = [seat for seat in seen.seats if seat.id != me.id]
    others.sort(key=lambda seat: (seat.side == me.side, seat.health == "down"))
    return tuple(Target(one.id, words.say(f"fight.health.{one.health}") if one.health else "") for one in others)


def arm_of(words: Words, weapon: Weapon) -> Arm:
    """A weapon as a phone shows it."""
    about = [weapon.damage]
    if weapon.penetration is not None:
        about.append(words.say("phone.penetration", penetration=weapon.penetration))
    if weapon.skill is not None:
        about.append(words.say("phone.skill", skill=weapon.skill))
    if weapon.bonus is not None and weapon.skill is None:
        about.append(words.signed(weapon.bonus))
    return Arm(weapon.id, weapon.name.say(words.lang) or weapon.id, " · ".join(about))


def _with_odds(words: Words, room: Room, found: Choosing) -> Choosing:
    try:
        situation = situation_in(
            Form({name: ["1"] for name in found.chosen} | {name: [text] for name, text in found.typed.items()})
        )
        attack = cmd.Attack(who=found.who, weapon=found.weapon, aims=(Aim(found.target),), situation=situation)
        now = _hurts(words, room, attack)
    except AdargaError as error:
        return replace(found, error=error_text(words, error))
    effects = {name: _effect(words, room, attack, {name: not getattr(situation, name)}, now) for name in found.flags}
    return replace(found, hurts=now, effects=effects)


def _hurts(words: Words, room: Room, attack: cmd.Attack) -> str:
    found = click_odds(words, room.book, room.state, attack, attack.aims[0].target, secret=True)
    return words.percent(found.hurts, 0)


def _effect(words: Words, room: Room, attack: cmd.Attack, other: Mapping[str, Any], now: str) -> str:
    """What an option turned the other way would make of the chance to hurt; "" where it is not allowed."""
    situation: Situation = replace(attack.situation, **other)
    try:
        then = _hurts(words, room, replace(attack, situation=situation))
    except AdargaError:
        return ""
    if then == now:
        return words.say("phone.same_chance")
    return words.say("phone.with" if any(other.values()) else "phone.without", hurts=then)
