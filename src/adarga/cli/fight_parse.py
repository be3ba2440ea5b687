"""From the words of a line to a command of the fight."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adarga.dice import Source, parse
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.dicing import dice_for
from adarga.fight.events import Donned, Joined, Owned, Revealed
from adarga.fight.log import Log
from adarga.fight.state import Aim, State
from adarga.fight.striking import WaitsForReaction, waits_for
from adarga.interop.named import fighter_first, fighter_perhaps, fighter_somehow, only_thing, weapon_named
from adarga.interop.newcomers import attack_number, is_dice, joining
from adarga.interop.typed import Choices, choices_in, faces_in, last_number, minutes_in, nothing_left, number
from adarga.interop.verbs import AND, CONDITIONS, OFFERS, SHARES, UNTIL, VERBS, meant
from adarga.plan import Thing
from adarga.rules.names import called, find, folded, search
from adarga.rules.protocol import Condition, Fighter, Piece, Rulebook, Situation, Until

_TIMES = re.compile(r"[x\N{MULTIPLICATION SIGN}][1-9]\d?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """What a line is read against: the rulebook, the fight as it stands, where rolled dice come from, and its log."""

    book: Rulebook
    state: State
    source: Source
    log: Log

    def actor(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """The fighter that is named first, else the one whose turn it is; and the words left."""
        return fighter_perhaps(self.state, words) or (self.acting(), list(words))

    def acting(self) -> str:
        """Whose turn it is. Raises `AdargaError` (`fight_cli.no_turn`) where it is nobody's."""
        if not self.state.acting:
            raise AdargaError("fight_cli.no_turn")
        return self.state.acting[0]


def attack_in(table: Table, words: Sequence[str]) -> tuple[cmd.Attack, bool]:
    """An attack, and whether its dice are to be rolled: `[WHO] TARGET [half] [and TARGET] [WEAPON] [options] [r]`."""
    first, left = fighter_first(table.state, words)
    second = fighter_perhaps(table.state, left) or _target_by_later_word(table, first, left)
    attacker, target = (table.acting(), first) if second is None else (first, second[0])
    if second is None and attacker == target:
        raise AdargaError("fight_cli.target", who=attacker)
    aims, left = _aims(table.state, target, left if second is None else second[1])
    chosen = choices_in(left)
    weapon = weapon_named(table.book, table.state.fighter(attacker), " ".join(chosen.rest))
    weapon = with_skill(table.book, weapon, chosen)
    situation = aimed(table.state.fighter(target), chosen).over(Situation())
    faces = tuple(chosen.faces.items())
    return cmd.Attack(who=attacker, weapon=weapon, aims=aims, situation=situation, faces=faces), chosen.roll


def _target_by_later_word(table: Table, first: str, words: Sequence[str]) -> tuple[str, list[str]] | None:
    """The target where a later word of its name stands for it: not where that is an option, or the weapon is meant."""
    if not words or meant(SHARES, words[0]) or not choices_in(words[:1]).rest or len(words[0]) < 2:
        return None
    acting = table.state.acting[0] if table.state.acting else first
    if acting != first and _names_weapon(table, acting, words[0]):
        return None
    return fighter_somehow(table.state, words)


def _names_weapon(table: Table, who: str, word: str) -> bool:
    try:
        return bool(weapon_named(table.book, table.state.fighter(who), word))
    except AdargaError as error:
        return error.key == "fight_cli.which_of"


def with_skill(book: Rulebook, weapon: str, chosen: Choices) -> str:
    """Plain dice with the skill or bonus that was chosen, which is then no option of the strike any more.

    Raises `AdargaError` where the book's attacks have none (`fight_cli.no_skill`) or the weapon has its own
    (`fight_cli.plain_dice`).
    """
    dice, typed, _ = weapon.partition(":")
    number = chosen.options.pop("skill", None)
    if number is None and not typed:
        return weapon
    if attack_number(book) is None:
        raise AdargaError("fight_cli.no_skill")
    if not is_dice(dice):
        raise AdargaError("fight_cli.plain_dice", things=(Thing(weapon),))
    return weapon if number is None else f"{dice}:{number}"


def aimed(target: Fighter, chosen: Choices) -> Choices:
    """The choices with the thing aimed at by its id."""
    if "aim" in chosen.options:
        chosen.options["aim"] = piece_of(target, str(chosen.options["aim"]))
    return chosen


def _aims(state: State, target: str, words: Sequence[str]) -> tuple[tuple[Aim, ...], list[str]]:
    """The targets with their shares, wherever `and TARGET` stands, and the words that are about none."""
    aims, left, others = [], list(words), list[str]()
    while True:
        share = meant(SHARES, left[0]) if left else None
        aims.append(Aim(target, share or "full"))
        left = left[1:] if share else left
        while left and not (left[0].casefold() in AND and fighter_somehow(state, left[1:])):
            others.append(left.pop(0))
        if not left:
            return tuple(aims), others
        target, left = fighter_first(state, left[1:])


def piece_of(fighter: Fighter, text: str) -> str:
    """The id of a thing a fighter carries. Raises `AdargaError` (`fight_cli.piece`)."""
    sheet = fighter.combatant
    carried = (*sheet.armour, *((sheet.shield,) if sheet.shield else ()), *sheet.weapons)
    ids: dict[str, str] = {name: thing.id for thing in carried for name in called(thing) if name}
    found = only_thing(ids, text)
    if found is None:
        things = tuple(map(Thing, dict.fromkeys(ids.values())))
        key = "fight_cli.piece" if things else "fight_cli.no_pieces"
        raise AdargaError(key, who=fighter.id, name=text, things=things)
    return found


def _wait(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_somehow(table.state, words) or (table.acting(), words)
    return cmd.Wait(who, last_number(left))


def _defend(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_somehow(table.state, words) or (table.acting(), words)
    nothing_left(left)
    return cmd.Defend(who)


def _plain(made: Callable[[], cmd.Command]) -> Callable[[Table, list[str]], cmd.Command]:
    def read(table: Table, words: list[str]) -> cmd.Command:
        nothing_left(words)
        return made()

    return read


def _one(made: Callable[[str], cmd.Command]) -> Callable[[Table, list[str]], cmd.Command]:
    def read(table: Table, words: list[str]) -> cmd.Command:
        who, left = fighter_first(table.state, words)
        nothing_left(left)
        return made(who)

    return read


def _of_those(hidden: bool, made: Callable[[str], cmd.Command]) -> Callable[[Table, list[str]], cmd.Command]:
    """About one of those who are hidden, or of those who are seen, if a name can mean one; else about anyone."""

    def read(table: Table, words: list[str]) -> cmd.Command:
        meant_ones = tuple(seat for seat in table.state.seats if seat.hidden == hidden)
        found = fighter_perhaps(replace(table.state, seats=meant_ones), words)
        who, left = found or fighter_first(table.state, words)
        nothing_left(left)
        return made(who)

    return read


def _counted(made: Callable[[str, int], cmd.Command]) -> Callable[[Table, list[str]], cmd.Command]:
    def read(table: Table, words: list[str]) -> cmd.Command:
        who, left = fighter_first(table.state, words)
        return made(who, last_number(left))

    return read


def _own(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    return cmd.Own(who, " ".join(left))


def _initiative(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    text = "".join(left)
    if not text:
        raise AdargaError("fight_cli.number_missing")
    return cmd.SetInitiative(who, parse(text).roll(table.source).total if "d" in text.casefold() else number(text))


def condition_name(word: str) -> str:
    """The name of a condition as rules know it; a word of one's own stays as it is."""
    return meant(CONDITIONS, word) or word


def _condition(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    if not left:
        raise AdargaError("fight_cli.condition_missing", conditions=tuple(CONDITIONS))
    name, after = _condition_first(left)
    times = next((word for word in after if _TIMES.fullmatch(word)), None)
    rest = [word for word in after if word is not times]
    amount = int(times[1:]) if times else 1
    return cmd.SetCondition(who, Condition(name, _until(table, rest), amount))


def _condition_first(words: Sequence[str]) -> tuple[str, list[str]]:
    """The condition that words begin with, known ones of several words too, and the words after it."""
    for length in range(len(words), 1, -1):
        known = meant(CONDITIONS, " ".join(words[:length]))
        if known is not None:
            return known, list(words[length:])
    return condition_name(words[0]), list(words[1:])


def _until(table: Table, words: Sequence[str]) -> Until:
    """How long a condition lasts: `2r` rounds, `30m` minutes, `1h`; nothing: until it is cleared."""
    if not words:
        return Until("ever")
    word = "".join(words).casefold()
    if UNTIL.get(word[-1:]) == "round" and word[:-1].isdigit():
        return Until("round", table.state.clock.round + number(word[:-1]) - 1)
    return Until("minute", table.state.clock.minutes + minutes_in(word))


def _clear(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    held = tuple(one.name for one in table.state.fighter(who).conditions)
    if not left:
        raise AdargaError("fight_cli.condition_missing", conditions=held)
    name, after = _condition_first(left)
    nothing_left(after)
    return cmd.ClearCondition(who, next((one for one in held if folded(one) == folded(name)), name))


def _pass(table: Table, words: list[str]) -> cmd.Command:
    return cmd.Pass(minutes_in("".join(words)))


def _usage(table: Table, words: list[str]) -> cmd.Command:
    who, left = table.actor(words)
    pieces = (piece_of(table.state.fighter(who), " ".join(left)),) if left else ()
    return cmd.Usage(who, pieces)


def _don(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    text = " ".join(left)
    own, own_shields = _once_worn(table, who)
    book: Any = table.book.book
    shields: dict[str, Piece] = getattr(book, "shields", {})
    known = search(own, text) or search(shields, text) or search(book.armours, text)
    if known is None:
        id = only_thing({name: id for id, piece in own.items() for name in called(piece)}, text)
        known = find(book.armours, text, "armour") if id is None else own[id]
    return cmd.PutOn(who, known, shield=known.id in own_shields or known.id in shields)


def _once_worn(table: Table, who: str) -> tuple[dict[str, Piece], set[str]]:
    """The pieces someone came with or put on, and does not wear now, by id; and which of them are shields."""
    pieces: dict[str, Piece] = {}
    shields: set[str] = set()
    called = who
    for event in (event for entry in reversed(table.log.entries) for event in reversed(entry.events)):
        if isinstance(event, Joined) and event.seat.id == called:
            sheet = event.seat.fighter.combatant
            before = {piece.id: piece for piece in (*sheet.armour, *((sheet.shield,) if sheet.shield else ()))}
            pieces = before | pieces
            shields |= {sheet.shield.id} if sheet.shield else set()
        elif isinstance(event, Donned) and event.who == called:
            pieces.setdefault(event.piece.id, event.piece)
            shields |= {event.piece.id} if event.shield else set()
        elif isinstance(event, Revealed | Owned) and event.name == called:
            called = event.who
    sheet = table.state.fighter(who).combatant
    worn = {piece.id for piece in (*sheet.armour, *((sheet.shield,) if sheet.shield else ()))}
    return {id: piece for id, piece in pieces.items() if id not in worn}, shields


def _doff(table: Table, words: list[str]) -> cmd.Command:
    who, left = fighter_first(table.state, words)
    return cmd.TakeOff(who, piece_of(table.state.fighter(who), " ".join(left)))


def _order(table: Table, words: list[str]) -> cmd.Command:
    ids, left = [], list(words)
    while left:
        id, left = fighter_first(table.state, left)
        ids.append(id)
    coming = [id for turn in table.state.order[table.state.turn + 1 :] for id in turn]
    return cmd.Reorder((*ids, *(id for id in coming if id not in ids)))


def _take(table: Table, words: list[str]) -> cmd.Command:
    waits = waits_for(table.book, table.state)
    open_names = [offer.name for offer in waits.offers] if isinstance(waits, WaitsForReaction) else []
    if not words and len(open_names) == 1:
        return cmd.React(open_names[0])
    whole = meant(OFFERS, " ".join(words))
    if whole is not None:
        return cmd.React(whole)
    counted = len(words) > 1 and any(letter.isdigit() for letter in words[-1])
    name, times = (words[:-1], number(words[-1])) if counted else (words, 1)
    text = " ".join(name)
    return cmd.React(meant(OFFERS, text) or folded(text), times)


def _decline(table: Table, words: list[str]) -> cmd.Command:
    nothing_left(words)
    waits = waits_for(table.book, table.state)
    return cmd.Decline(waits.offers[0].by if isinstance(waits, WaitsForReaction) and waits.offers else "target")


def _override(table: Table, words: list[str]) -> cmd.Command:
    """The damage, and after it the last dice of the strike where these are still to fall: typed, or `r`."""
    damage, dice = last_number(words[:1]), words[1:]
    if not dice:
        return cmd.Override(damage)
    typed = faces_in(" ".join(dice))
    if not typed and not (len(dice) == 1 and dice[0].casefold() in VERBS["roll"]):
        nothing_left(dice)
    return cmd.Throw(dice_for(table.book, table.state, typed or table.source), override=damage)


COMMANDS: dict[str, Callable[[Table, list[str]], cmd.Command]] = {
    "attack": lambda table, words: attack_in(table, words)[0],
    "wait": _wait,
    "defend": _defend,
    "delay": _plain(cmd.Delay),
    "next": _plain(cmd.NextTurn),
    "back": _plain(cmd.BackTurn),
    "add": lambda table, words: joining(table.book, words),
    "leave": _one(cmd.Leave),
    "hide": _of_those(False, lambda who: cmd.Reveal(who, hidden=True)),
    "reveal": _of_those(True, cmd.Reveal),
    "own": _own,
    "hurt": _counted(cmd.Lose),
    "heal": _counted(cmd.Heal),
    "set": _counted(cmd.SetPoints),
    "energy": _counted(cmd.SpendEnergy),
    "init": _initiative,
    "cond": _condition,
    "clear": _clear,
    "pass": _pass,
    "usage": _usage,
    "don": _don,
    "doff": _doff,
    "order": _order,
    "take": _take,
    "no": _decline,
    "override": _override,
    "drop": _plain(cmd.Abandon),
}
"""The commands of the fight itself by what they are called; the rest is of the terminal alone."""
