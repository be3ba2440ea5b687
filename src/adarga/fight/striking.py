"""A strike inside a fight: from the fighters as they stand to a plan, what it waits for, and what it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.fight import events as ev
from adarga.fight.evolve import evolve
from adarga.fight.state import Aim, Pending, Refusal, State
from adarga.plan import DAMAGE, Blow, Line, Needs, Offer, Outcome, Plan, Reason, explain, read
from adarga.rules.protocol import (
    Change,
    CheckDue,
    Combatant,
    ConditionSet,
    Fighter,
    Matchup,
    Rulebook,
    Situation,
    Strike,
    Taken,
    Weapon,
)
from adarga.rules.values import Names

SHARE = "share"
"""The name of a trace's line about the share of the damage."""
_PLAIN = re.compile(r"(.+):([+-]?\d{1,4})", re.ASCII)
COVER = ("prone", "cover")
TARGETS_DICE = ("dexterity", "dodge", "block")
"""The checks the target of a strike throws; all other dice are the attacker's."""
NOTHING = Outcome(path=(), marks=(), damage=0, offers=(), dice=(), unused=(), blow=Blow())
"""A strike that did nothing: what its consequences would refuse, they refuse of it too."""


@dataclass(frozen=True, slots=True)
class WaitsForDie:
    """A die to be thrown: by whom (`"attacker"` or `"target"`), under which name, of how many sides.

    `purpose` is what it is for: the name of a roll that is owed, where the die goes by another.
    """

    by: str
    name: str
    sides: int
    purpose: str = ""

    @property
    def said(self) -> str:
        """The name to say it by."""
        return self.purpose or self.name


@dataclass(frozen=True, slots=True)
class WaitsForReaction:
    """The damage is known and these offers are open: whose they are stands in each."""

    damage: int
    offers: tuple[Offer, ...]


Waits = WaitsForDie | WaitsForReaction


def as_it_stands(fighter: Fighter) -> Combatant:
    """The sheet of a fighter with what is left: lost pieces gone, energy as it is."""
    sheet = fighter.combatant
    shield = None if sheet.shield is not None and (sheet.shield.id or "shield") in fighter.lost else sheet.shield
    return replace(
        sheet,
        armour=tuple(piece for piece in sheet.armour if piece.id not in fighter.lost),
        weapons=tuple(weapon for weapon in sheet.weapons if weapon.id not in fighter.lost),
        shield=shield,
        block=sheet.block if shield is sheet.shield else None,
        energy=fighter.energy,
    )


def weapon_of(book: Rulebook, fighter: Fighter, name: str) -> Weapon | None:
    """A weapon a fighter still has, by its id or name in either language; else one of the book's, or plain dice.

    Plain dice may come with a skill or bonus of their own: `d8:60`.
    """
    for weapon in as_it_stands(fighter).weapons:
        if name in (weapon.id, weapon.name.en, weapon.name.es):
            return weapon
    if name in fighter.lost:
        return None
    known = book.book.weapons.get(name)
    if known is not None:
        return known
    return _plain_dice(name)


def _plain_dice(text: str) -> Weapon | None:
    """A weapon that is nothing but dice (`d8`), with the skill or bonus it strikes by where it has one (`d8:60`)."""
    found = _PLAIN.fullmatch(text)
    try:
        parse(found[1] if found else text)
    except AdargaError:
        return None
    if found is None:
        return Weapon(id=text, name=Names.same(text), damage=text)
    number = int(found[2])
    # A book takes no notice of what it does not know: of the two only one is anything to it.
    return Weapon(id=text, name=Names.same(text), damage=found[1], skill=max(number, 0), bonus=number)


def matchup_of(book: Rulebook, state: State, pending: Pending) -> Matchup:
    """Who strikes whom with what, as they stand; a thing is struck without a roll, unless a modifier asks for one."""
    attacker, target = state.fighter(pending.attacker), state.fighter(pending.aims[0].target)
    weapon = weapon_of(book, attacker, pending.weapon)
    if weapon is None:
        raise AdargaError("fight.refused.no_weapon", who=pending.attacker, weapon=pending.weapon)
    if target.has("object") and not pending.situation.aim and not pending.situation.modifier:
        weapon = replace(weapon, skill=None)
    return Matchup(as_it_stands(attacker), as_it_stands(target), weapon)


def situation_of(book: Rulebook, state: State, pending: Pending) -> Situation:
    """What was chosen, with what the target's conditions add; who aims at a thing strikes the thing.

    Who has no turn by the rulebook, as it stands, cannot react either.
    """
    target = state.fighter(pending.aims[0].target)
    chosen = pending.situation
    return replace(
        chosen,
        prone=chosen.prone or any(map(target.has, COVER)),
        defending=chosen.defending or target.has("defending"),
        object=chosen.object or bool(chosen.aim) or target.has("object"),
        helpless=chosen.helpless or target.has("object") or not book.order([target], state.clock.round),
        soak_energy=chosen.soak_energy + sum(one.amount for one in target.conditions if one.name == "soaking"),
    )


def plan_of(book: Rulebook, state: State, pending: Pending) -> Plan:
    """The plan of the strike under way. Raises `AdargaError` for what the rules do not allow.

    Where the target is free to choose, the dice given for one reaction choose it.
    """
    return _compiled(book, matchup_of(book, state, pending), situation_of(book, state, pending), pending.thrown())


def _compiled(book: Rulebook, matchup: Matchup, situation: Situation, thrown: dict[str, tuple[int, ...]]) -> Plan:
    plan = book.plan(matchup, situation)
    given = [name for name in ("dodge", "block") if thrown.get(name)]
    if situation.reaction != "best" or len(given) != 1 or None in (matchup.target.dodge, matchup.target.block):
        return plan
    found = read(plan, thrown)
    if not isinstance(found, Needs) or found.name not in ("dodge", "block"):
        return plan
    return book.plan(matchup, replace(situation, reaction="block" if given == ["block"] else "dodge"))


def open_offers(book: Rulebook, state: State, pending: Pending, outcome: Outcome) -> tuple[Offer, ...]:
    """The offers of an outcome that nobody has taken or declined yet, and that can still change something.

    An offer changes something where taking it, once or as often as it can be, alone or along with others that are
    open, these as often as they can be, leaves another damage, another mark, or by itself a condition that lasts.
    """
    taken = {one.name for one in pending.situation.take}
    passed = {*pending.passed, *(("target",) if situation_of(book, state, pending).helpless else ())}
    left = tuple(offer for offer in outcome.offers if offer.name not in taken and offer.by not in passed)
    if not left:
        return ()
    tried = _Tried(book, state, pending, left)
    return tuple(offer for at, offer in enumerate(left) if tried.changes(at))


class _Tried:
    """What a strike whose dice have fallen would come to with open offers taken, each so many times."""

    def __init__(self, book: Rulebook, state: State, pending: Pending, offers: tuple[Offer, ...]) -> None:
        self._book, self._state, self._pending, self._offers = book, state, pending, offers
        self._matchup, self._situation = matchup_of(book, state, pending), situation_of(book, state, pending)
        self._thrown = pending.thrown()
        self._found: dict[tuple[int, ...], Outcome] = {}

    def changes(self, at: int) -> bool:
        """Whether taking offer number `at` can change anything."""
        ways = [
            (offer.most, 1)[: offer.most] if other == at else (0, offer.most)
            for other, offer in enumerate(self._offers)
        ]
        for times in product(*ways):
            if self._comes_to(times) != self._comes_to((*times[:at], 0, *times[at + 1 :])):
                return True
        none = (0,) * len(self._offers)
        return self._lasting((*none[:at], 1, *none[at + 1 :])) != self._lasting(none)

    def _comes_to(self, times: tuple[int, ...]) -> tuple[int, tuple[str, ...]]:
        found = self._outcome(times)
        return shared(found.damage, self._pending.aims[0].share), found.marks

    def _taking(self, times: tuple[int, ...]) -> Situation:
        take = tuple(Taken(offer.name, many) for offer, many in zip(self._offers, times, strict=True) if many)
        return replace(self._situation, take=(*self._situation.take, *take))

    def _outcome(self, times: tuple[int, ...]) -> Outcome:
        found = self._found.get(times)
        if found is None:
            read_now = read(_compiled(self._book, self._matchup, self._taking(times), self._thrown), self._thrown)
            assert isinstance(read_now, Outcome)
            found = self._found[times] = read_now
        return found

    def _lasting(self, times: tuple[int, ...]) -> list[Change]:
        strike = Strike(
            matchup=self._matchup,
            situation=self._taking(times),
            attacker=self._state.fighter(self._pending.attacker),
            target=self._state.fighter(self._pending.aims[0].target),
            outcome=replace(self._outcome(times), damage=self._comes_to(times)[0]),
        )
        return [change for change in self._book.after(strike, self._state.clock) if isinstance(change, ConditionSet)]


def strike_of(book: Rulebook, state: State, pending: Pending, outcome: Outcome, damage: int) -> Strike:
    """A strike that came out, as the rulebook asks for it to say what it changes."""
    return Strike(
        matchup=matchup_of(book, state, pending),
        situation=situation_of(book, state, pending),
        attacker=state.fighter(pending.attacker),
        target=state.fighter(pending.aims[0].target),
        outcome=replace(outcome, damage=damage),
    )


def carried_on(plan: Plan, pending: Pending) -> Pending:
    """A strike with the attacker's dice of earlier targets, where they are asked for now and are the same dice."""
    thrown = pending.thrown()
    for name, dice in pending.carried:
        if name not in thrown and _asked(plan, thrown, name) == dice[0][0]:
            known = dict(thrown)
            for at, (sides, _) in enumerate(dice):
                if _asked(plan, known, name) != sides:
                    break
                known[name] = tuple(one for _, one in dice[: at + 1])
            else:
                if _asked(plan, known, name) is None:
                    thrown = known
    return replace(pending, faces=tuple(thrown.items()))


def _asked(plan: Plan, thrown: dict[str, tuple[int, ...]], name: str) -> int | None:
    """The sides of the die that is asked for under a name, None where it is not that die's turn."""
    needs = read(plan, thrown)
    return needs.sides if isinstance(needs, Needs) and needs.name == name else None


def _carried(plan: Plan, pending: Pending, outcome: Outcome) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """The attacker's dice of a strike that came out, with those carried so far, for the targets still to come."""
    found = list(pending.carried)
    known: dict[str, tuple[int, ...]] = {}
    sides: dict[str, list[int]] = {}
    faces = dict(outcome.dice)
    while isinstance(needs := read(plan, known), Needs):
        name = needs.name
        known[name] = faces[name][: len(known.get(name, ())) + 1]
        sides.setdefault(name, []).append(needs.sides)
    for name, many in sides.items():
        dice = (name, tuple(zip(many, faces[name], strict=True)))
        if name not in TARGETS_DICE and dice not in found:
            found.append(dice)
    return tuple(found)


def waits_for(book: Rulebook, state: State) -> Waits | None:
    """What the fight waits for, and from whom: None where nothing is under way or owed."""
    if state.pending is not None:
        found = read(plan_of(book, state, state.pending), state.pending.thrown())
        if isinstance(found, Needs):
            by = "target" if found.name in TARGETS_DICE else "attacker"
            return WaitsForDie(by, found.name, found.sides)
        return WaitsForReaction(found.damage, open_offers(book, state, state.pending, found))
    if state.due:
        due = owed_first(book, state)
        owed = read(due.plan, {})
        if isinstance(owed, Needs):
            return WaitsForDie("target", owed.name, owed.sides, due.name if owed.name == DAMAGE else "")
    return None


def owed_first(book: Rulebook, state: State) -> CheckDue:
    """The oldest roll that is owed, a piece's with the die it has by now: another roll may have worn it since."""
    due = state.due[0]
    if not due.about:
        return due
    now = book.usage(state.fighter(due.who), (due.about,))
    return next((one for one in now if one.name == due.name), due)


def go_on(book: Rulebook, state: State, pending: Pending, override: int | None = None) -> Iterator[ev.Event]:
    """The events that follow when a strike has all the dice and answers it can have so far."""
    plan = plan_of(book, state, pending)
    pending = carried_on(plan, pending)
    yield ev.Aimed(pending)
    state = evolve(ev.Aimed(pending), state)
    found = read(plan, pending.thrown())
    if isinstance(found, Needs):
        return
    if override is None and open_offers(book, state, pending, found):
        return
    for event in concluded(book, state, pending, plan, found, override):
        state = evolve(event, state)
        yield event
    rest = pending.aims[1:]
    if rest and weapon_of(book, state.fighter(pending.attacker), pending.weapon) is not None:
        situation, carried = replace(pending.situation, take=()), _carried(plan, pending, found)
        following = replace(pending, aims=rest, faces=(), passed=(), situation=situation, carried=carried)
        yield from go_on(book, state, following)
    else:
        yield ev.StrikeOver()


def checked(book: Rulebook, state: State, pending: Pending) -> Refusal | None:
    """Why a strike cannot be made at one of its targets, found before any die is thrown.

    Raises `AdargaError` for what the rules do not allow.
    """
    for number, aim in enumerate(pending.aims):
        situation = pending.situation if number == 0 else replace(pending.situation, take=())
        one = replace(pending, aims=(aim,), situation=situation, faces=())
        target = state.fighter(aim.target)
        if situation.aim and situation.aim in target.lost:
            return refusal("no_piece", who=aim.target, piece=situation.aim)
        plan_of(book, state, one)
        book.after(strike_of(book, state, one, NOTHING, 0), state.clock)
    return None


def shared(damage: int, share: str) -> int:
    """A target's share of the damage: `full`, `half` rounded down, `none`."""
    return damage if share == "full" else damage // 2 if share == "half" else 0


def share_line(damage: int, share: str) -> tuple[Line, ...]:
    """What a trace says of a share of the damage: nothing where it is all of it, or there is none to share."""
    if share == "full" or not damage:
        return ()
    left = shared(damage, share)
    reason = Reason("", "fight.half_of_it" if share == "half" else "fight.none_of_it", damage=left)
    return (Line("damage", reason, SHARE, before=damage, after=left),)


def concluded(
    book: Rulebook, state: State, pending: Pending, plan: Plan, outcome: Outcome, override: int | None
) -> Iterator[ev.Event]:
    """The strike as it came out, and all that it changes."""
    aim: Aim = pending.aims[0]
    damage = shared(outcome.damage, aim.share) if override is None else override
    yield ev.Struck(
        attacker=pending.attacker,
        target=aim.target,
        weapon=pending.weapon,
        branch=outcome.branch,
        damage=damage,
        rolled=outcome.damage,
        share=aim.share,
        marks=outcome.marks,
        faces=outcome.dice,
        taken=tuple((one.name, one.times) for one in pending.situation.take),
        trace=explain(plan, pending.thrown()) + (share_line(outcome.damage, aim.share) if override is None else ()),
        overridden=override is not None,
    )
    for change in book.after(strike_of(book, state, pending, outcome, damage), state.clock):
        yield ev.Changed(change)


def refusal(key: str, **values: int | str) -> Refusal:
    """A refusal with its reason."""
    return Refusal(Reason("", f"fight.refused.{key}", **values))


def taken_once_more(situation: Situation, offer: str, times: int) -> Situation:
    """A situation with one more offer taken."""
    return replace(situation, take=(*situation.take, Taken(offer, times)))
