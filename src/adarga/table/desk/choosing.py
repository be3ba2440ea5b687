"""The attack that is being chosen: who, at whom, with what, the options of this book, and the odds of just this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.state import Aim, State
from adarga.fight.striking import as_it_stands
from adarga.plan import outline
from adarga.rules.protocol import Rulebook
from adarga.table.blow.odds import ClickOdds, click_odds
from adarga.table.blow.rulings import Reading, other_readings
from adarga.table.blow.strike import proposed
from adarga.table.blow.trace import Row, plan_rows
from adarga.table.desk.options import FLAGS, NUMBERS
from adarga.table.desk.rows import others
from adarga.table.forms import Form, attack_in
from adarga.table.rooms import Room
from adarga.telling.fight_words import sayer_of
from adarga.telling.said import Sayer
from adarga.words import Words, error_text

PLAIN = "d6"


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is taken or not, and what taking it would change (what it changes, where it is taken)."""

    name: str
    on: bool
    effect: str


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon at hand, or a thing to aim at: what is sent for it, its name, its dice."""

    id: str
    name: str
    dice: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Choosing:
    """All that a page shows of an attack that is being chosen; nobody attacks where `who` is empty."""

    who: str
    fighters: tuple[str, ...]
    weapons: tuple[Arm, ...] = ()
    weapon: str = ""
    own: str = ""
    targets: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    several: bool = False
    numbers: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    reactions: bool = False
    carried: tuple[Arm, ...] = ()
    form: Form = field(default_factory=lambda: Form({}))
    error: str = ""
    odds: Mapping[str, ClickOdds] = field(default_factory=dict)
    plan: tuple[Row, ...] = ()
    readings: tuple[Reading, ...] = ()
    first: str = ""


def attacking(words: Words, room: Room, form: Form) -> Choosing:
    """The attack as far as it is chosen; what is not is what is likeliest."""
    with room.lock:
        state, book = room.state, room.book
        sayer = sayer_of(words, book, room.log)
    fighters = tuple(seat.id for seat in state.seats)
    who = form.maybe("who") or next(iter(state.acting), "") or next(iter(fighters), "")
    if who not in fighters:
        return Choosing(who="", fighters=fighters)
    weapons = _weapons(words, state, who)
    own = form.maybe("dice")
    known = [one.id for one in weapons]
    weapon = own or (form.maybe("weapon") if form.maybe("weapon") in known else next(iter(known), PLAIN))
    targets, chosen = _targets(state, who, form)
    found = Choosing(
        who=who,
        fighters=fighters,
        weapons=weapons,
        weapon=weapon,
        own=own,
        targets=targets,
        chosen=chosen,
        several=bool(form.maybe("several")) or len(chosen) > 1,
        numbers=_numbers(book, state, chosen),
        reactions=book.book.base == "percentile",
        carried=_carried(sayer, state, chosen) if book.book.base == "percentile" else (),
        form=form,
    )
    if not chosen:
        return found
    try:
        attack = attack_in(Form(dict(form.fields) | {"who": [who], "weapon": [weapon], "target": chosen}))
    except AdargaError as error:
        return replace(found, error=error_text(words, error))
    return _with_odds(found, words, book, state, attack, sayer)


def _weapons(words: Words, state: State, who: str) -> tuple[Arm, ...]:
    sheet = as_it_stands(state.fighter(who))
    return tuple(Arm(one.id, one.name.say(words.lang) or one.id, one.damage) for one in sheet.weapons if one.id)


def _numbers(book: Rulebook, state: State, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The options of the book that are a number; soaking is for the stone-born alone."""
    soaks = any(state.fighter(one).combatant.stone_born for one in chosen)
    return tuple(name for name in NUMBERS[book.book.base] if name != "soak_energy" or soaks)


def _carried(sayer: Sayer, state: State, chosen: tuple[str, ...]) -> tuple[Arm, ...]:
    """The things of the one target that can be aimed at."""
    if len(chosen) != 1:
        return ()
    sheet = as_it_stands(state.fighter(chosen[0]))
    things = (*sheet.weapons, *sheet.armour, *((sheet.shield,) if sheet.shield else ()))
    return tuple(Arm(one.id, sayer.name(one.id), "") for one in things if one.id and one.pr is not None)


def _targets(state: State, who: str, form: Form) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who can be aimed at, and who is: foes that stand come first."""
    seat = state.seat(who)
    side = seat.side if seat else ""
    seats = list(others(state, who))
    foes = [one.id for one in seats if one.side != side]
    targets = tuple(one.id for one in seats)
    chosen = [one for one in form.many("target") if one in targets] or foes[:1] or list(targets[:1])
    return targets, tuple(chosen if form.maybe("several") or len(chosen) == 1 else chosen[-1:])


def _with_odds(
    found: Choosing, words: Words, book: Rulebook, state: State, attack: cmd.Attack, sayer: Sayer
) -> Choosing:
    odds: dict[str, ClickOdds] = {}
    first, error = attack.aims[0].target, ""
    for target in found.targets:
        try:
            odds[target] = click_odds(words, book, state, attack, target)
        except AdargaError as wrong:
            error = error_text(words, wrong) if target == first else error
    if first not in odds:
        return replace(found, odds=odds, error=error)
    return replace(
        found,
        odds=odds,
        first=first,
        flags=tuple(
            Flag(name, bool(found.form.maybe(name)), _effect(words, book, state, attack, name, odds[first]))
            for name in FLAGS[book.book.base]
        ),
        readings=other_readings(words, book, state, attack, first),
        plan=tuple(plan_rows(sayer, outline(proposed(book, state, attack, first)))),
    )


def _effect(words: Words, book: Rulebook, state: State, attack: cmd.Attack, name: str, now: ClickOdds) -> str:
    """What the attack's odds would be with an option turned the other way; "" where that is not allowed."""
    chosen: Any = {name: not getattr(attack.situation, name)}
    other = replace(attack, situation=replace(attack.situation, **chosen), aims=(Aim(attack.aims[0].target),))
    try:
        then = click_odds(words, book, state, other, attack.aims[0].target)
    except AdargaError:
        return ""
    if (then.hurts, then.drops, then.mean) == (now.hurts, now.drops, now.mean):
        return words.say("desk.no_difference")
    key = "desk.with" if chosen[name] else "desk.without"
    hurts, drops = words.percent(then.hurts), words.percent(then.drops or 0)
    return words.say(key, hurts=hurts, drops=drops)
