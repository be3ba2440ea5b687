"""The plan of one strike under `damage-steps`: the attack roll, the parts after their steps, and what absorbs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from adarga.dice import dice, parse
from adarga.errors import AdargaError
from adarga.plan import Band, Blow, Check, Halve, Part, Plan, Reason, Reduce, Thing, runs
from adarga.plan.odds import blow_counts
from adarga.rules.damage_steps.book import DamageStepsBook
from adarga.rules.damage_steps.parts import Raw, split, typed
from adarga.rules.damage_steps.ratings import Met, meet, named_types
from adarga.rules.damage_steps.stepping import Stepper
from adarga.rules.offers import hold_to_offers
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon

TELLING = "telling"
"""The mark of a blow struck with a natural 20."""
ARMOURED = "critical:armoured"
UNARMOURED = "critical:unarmoured"
"""The marks of a blow's column for critical hits (D5): what a critical does is no part of this book."""
LADDER_END = "ladder-end"
"""The mark of a blow for which the ladder had no further row."""

_D20 = dice(1, 20)
_MISS = Blow(reason=Reason("D10", "damage_steps.miss"))


def compile(book: DamageStepsBook, matchup: Matchup, situation: Situation) -> Plan:
    """The plan of one strike.

    With the target's defence known there is an attack roll (a bonus not given is 0), with the branches `miss`, `hit`,
    `telling`; else, and with `Situation.telling`, the blow lands. Raises `AdargaError` for damage that is no dice
    notation, a type nothing names (`damage_steps.type`), a row that cannot be elected, an offer taken (this book
    offers nothing).
    """
    if situation.take:
        hold_to_offers(situation, ())
    target, weapon = matchup.target, matchup.weapon
    strike = _Compiler(book, target, weapon, situation)
    if target.defence is None or situation.telling:
        return strike.blow(situation.telling, _without_roll(target, weapon, situation))
    bonus = weapon.bonus or 0
    need = target.defence - bonus
    counts = book.attack.natural_one == "counts"
    low = min(max(need, 1 if counts else 2), 20)
    return Check(
        "attack",
        _D20,
        (
            Band("miss", runs(range(1, low)), _MISS),
            Band("hit", runs(range(low, 20)), strike.blow(False)),
            Band("telling", ((20, 20),), strike.blow(True)),
        ),
        _to_hit(bonus, target.defence, low, counts),
    )


@lru_cache(maxsize=1024)
def _to_hit(bonus: int, defence: int, low: int, counts: bool) -> Reason:
    """Why the attack roll hits from `low` on."""
    values: dict[str, int | str] = {"roll": f"d20{bonus:+d}" if bonus else "d20", "bonus": bonus, "defence": defence}
    if low == 20:
        return Reason("D10", "damage_steps.attack_twenty", **values)
    key = "damage_steps.attack_counts" if counts else "damage_steps.attack"
    return Reason("D10", key, **values, need=low)


def _without_roll(target: Combatant, weapon: Weapon, situation: Situation) -> tuple[Reason, ...]:
    """Why a bonus or a defence that is known does not act."""
    if situation.telling:
        return () if target.defence is None else (Reason("D10", "damage_steps.telling_forced", defence=target.defence),)
    return () if weapon.bonus is None else (Reason("D10", "damage_steps.bonus_idle", bonus=weapon.bonus),)


def _unknown_type(type: str, weapon: Weapon, book: DamageStepsBook) -> AdargaError:
    """The error for a type that nothing names, with its place where it is a label of the damage."""
    known = ", ".join(book.types)
    for label in parse(weapon.damage).labels():
        if book.type_id(label) == type and label in weapon.damage:
            start = weapon.damage.index(label)
            span = (start, start + len(label))
            return AdargaError("damage_steps.type", text=weapon.damage, span=span, type=label, known=known)
    written = next((one for one in weapon.type if book.type_id(one) == type), type)
    return AdargaError("damage_steps.type", type=written, known=known)


class _Compiler:
    """One strike: what its ordinary and its telling blow share."""

    __slots__ = ("_ap", "_book", "_idle", "_met", "_non_lethal", "_parts", "_pieces", "_stepper")

    def __init__(self, book: DamageStepsBook, target: Combatant, weapon: Weapon, situation: Situation) -> None:
        self._book = book
        self._ap = weapon.ap
        self._pieces = target.armour if target.shield is None else (*target.armour, target.shield)
        self._met: dict[str, Met] = {}
        self._stepper = Stepper(book, target, weapon, situation)
        self._idle: tuple[Reason, ...] = ()
        self._non_lethal = situation.non_lethal or weapon.non_lethal
        if self._non_lethal and not any(piece.worn for piece in target.armour):
            self._non_lethal = False
            self._idle = (Reason("D9", "damage_steps.non_lethal_idle"),)
        self._choose_type(split(parse(weapon.damage), book.type_id), target, weapon)

    def _choose_type(self, raw: tuple[Raw, ...], target: Combatant, weapon: Weapon) -> None:
        """Settle the type of the parts that name none: of several, by the mean of an ordinary hit (D1)."""
        types = tuple(dict.fromkeys(map(self._book.type_id, weapon.type or (self._book.attack.default_type,))))
        self._hold_to_known({*types, *(part.type for part in raw if part.type)}, target, weapon)
        self._parts = typed(raw, types[0])
        unnamed = any(part.type is None for part in raw)
        if unnamed and not weapon.type:
            self._stepper.chosen = (types[0], "default")
        if len(types) == 1 or not unnamed:
            return
        means: dict[str, Fraction] = {}
        for type in types:
            self._parts = typed(raw, type)
            counts, ways = blow_counts(self.blow(False))
            means[type] = Fraction(sum(damage * count for damage, count in counts.items()), ways)
        choice = self._book.attack.many_types
        chosen = (max if choice == "best" else min)(types, key=lambda type: means[type])
        key = "damage_steps.type_best" if choice == "best" else "damage_steps.type_worst"
        others = (Reason("D1", key, type=Thing(other), chosen=Thing(chosen)) for other in types if other != chosen)
        self._parts = typed(raw, chosen)
        self._stepper.chosen = (chosen, choice)
        self._idle = (*self._idle, *others)

    def _hold_to_known(self, types: set[str], target: Combatant, weapon: Weapon) -> None:
        book = self._book
        strange = types - book.types.keys()
        if not strange:
            return
        strange -= {*named_types(book, self._pieces), *map(book.type_id, (*target.resistant, *target.vulnerable))}
        if strange:
            raise _unknown_type(min(strange), weapon, book)

    def blow(self, telling: bool, idle: tuple[Reason, ...] = ()) -> Blow:
        """The blow of an ordinary or a telling hit, with further reasons why something is idle."""
        parts, ended = self._stepper.moved(self._parts, telling)
        if self._non_lethal:
            return self._halved(parts, self._marks(telling, ended, self._book.non_lethal.type), (*self._idle, *idle))
        rated = []
        for part in parts:
            met = self._meet(part.type or "")
            rated.append(Part(part.dice, part.plus, met.soak, part.type, part.reason, (*part.idle, *met.idle)))
        main = parts[0].type or ""
        return Blow(
            tuple(rated),
            marks=self._marks(telling, ended, main),
            reason=self._meet(main).column,
            idle=(*self._idle, *idle),
        )

    def _meet(self, type: str) -> Met:
        met = self._met.get(type)
        if met is None:
            met = self._met[type] = meet(self._book, self._pieces, self._ap, type)
        return met

    def _marks(self, telling: bool, ended: bool, type: str) -> tuple[str, ...]:
        """The marks, sorted; the column for critical hits is that of the first part's type."""
        marks: tuple[str, ...] = (ARMOURED if self._meet(type).armoured else UNARMOURED,)
        if ended:
            marks = (*marks, LADDER_END)
        return (*marks, TELLING) if telling else marks

    def _halved(self, parts: tuple[Part, ...], marks: tuple[str, ...], idle: tuple[Reason, ...]) -> Blow:
        """A non-lethal blow on someone who wears armour: halved as a whole, then one rating (D9)."""
        rules = self._book.non_lethal
        met = self._meet(rules.type)
        reason = met.column
        type = Thing(rules.type)
        up = rules.round == "up"
        if rules.halves == "all":
            halve = Halve(up, Reason("D9", "damage_steps.halve", type=type))
            return Blow(parts, (halve, *met.soak), marks=marks, reason=reason, idle=(*met.idle, *idle))
        halve = Halve(up, Reason("D9", "damage_steps.halve_dice", type=type))
        bonus = sum(part.plus for part in parts)
        shown = _dice_alone(parts, halve)
        soak = met.soak
        if bonus > 0:
            shown = (*shown, Part(None, bonus, reason=Reason("D9", "damage_steps.bonus_whole", bonus=bonus)))
        elif bonus < 0:
            soak = (Reduce(-bonus, 0, Reason("D9", "damage_steps.penalty_whole", by=-bonus)), *soak)
        return Blow(shown, soak, marks=marks, reason=reason, idle=(*met.idle, *idle))


def _dice_alone(parts: tuple[Part, ...], halve: Halve) -> tuple[Part, ...]:
    """The dice of all parts as one part that is halved, without their bonuses."""
    thrown = [(part, part.dice) for part in parts if part.dice is not None]
    if not thrown:
        return (Part(None, 0, type=parts[0].type, reason=parts[0].reason, idle=parts[0].idle),)
    first, merged = thrown[0]
    if len(thrown) == 1:
        return (Part(merged, 0, (halve,), first.type, first.reason, first.idle),)
    for _, more in thrown[1:]:
        merged = merged + more
    idle = tuple(reason for part, _ in thrown for reason in part.idle)
    return (Part(merged, 0, (halve,), reason=Reason("D9", "damage_steps.merged", dice=str(merged).upper()), idle=idle),)
