"""What a correction would change, as the game master's page says it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.log import Correction, Log
from adarga.fight.striking import as_it_stands
from adarga.table.desk.options import FLAGS, NUMBERS
from adarga.table.forms import Form, attack_in, corrected_in, points_in
from adarga.table.intents import Correct
from adarga.table.rooms import Room
from adarga.telling.fight_diff import differences
from adarga.telling.fight_show import happened
from adarga.telling.fight_words import die_word, refusal_text, sayer_of
from adarga.words import Words

_CHOSEN = sorted({name for names in (*FLAGS.values(), *NUMBERS.values()) for name in names})


@dataclass(frozen=True, slots=True)
class Die:
    """A die of a command: what it was thrown for, and its face."""

    name: str
    face: int


def amendable(command: cmd.Command) -> bool:
    """Whether a command can be corrected on the page: attacks and their dice, points by hand."""
    return isinstance(command, cmd.Attack | cmd.Throw | cmd.Lose | cmd.Heal | cmd.SetPoints)


def amending(words: Words, room: Room, line: int) -> dict[str, Any]:
    """What can be put in the place of a line (from 1): an attack's choices, dice, points."""
    command = room.log.entries[line - 1].command
    found: dict[str, Any] = {"line": line, "attack": None, "points": None, "who": "", "dice": ()}
    if isinstance(command, cmd.Attack | cmd.Throw):
        found["dice"] = [Die(die_word(words, name), face) for name, fell in command.faces for face in fell]
    if isinstance(command, cmd.Attack):
        state, base = room.log.at(line - 1), room.book.book.base
        sheet = as_it_stands(state.fighter(command.who))
        return found | {
            "attack": command,
            "fighters": [seat.id for seat in state.seats if seat.id != command.who],
            "weapons": [{"id": one.id, "name": one.name.say(words.lang)} for one in sheet.weapons],
            "flags": FLAGS[base],
            "numbers": NUMBERS[base],
        }
    if isinstance(command, cmd.Lose | cmd.Heal | cmd.SetPoints):
        sign = {cmd.Lose: "-", cmd.Heal: "+"}.get(type(command), "=")
        found |= {"who": command.who, "points": f"{sign}{command.points}"}
    return found


def correction(room: Room, form: Form, line: int) -> Correct:
    """A line (from 1) as a form says it is to be: its dice, or all of it. Raises `AdargaError` for what is wrong."""
    entries = room.log.entries
    if not 1 <= line <= len(entries):
        raise AdargaError("table.refused.no_line", line=line, lines=len(entries))
    was, verb = entries[line - 1].command, form.maybe("verb")
    if verb == "points":
        return Correct(line - 1, points_in(form.text("who"), form.text("points")))
    if verb == "attack" and isinstance(was, cmd.Attack):
        new = attack_in(form)
        situation = replace(was.situation, **{name: getattr(new.situation, name) for name in _CHOSEN})
        was = replace(was, who=new.who, weapon=new.weapon, aims=new.aims, situation=situation)
        return corrected_in(form, was, line - 1) if was.faces else Correct(line - 1, was)
    if not isinstance(was, cmd.Throw | cmd.Attack):
        raise AdargaError("table.as_many_dice", number=0)
    return corrected_in(form, was, line - 1)


def moved(words: Words, room: Room, found: Correction) -> list[tuple[int, str, str]]:
    """Each line that would read otherwise: its number, as it is, as it would be."""
    shown: list[tuple[int, str, str]] = []
    for at, kept in found.changed:
        was, now = _said(words, room, room.log, at), _said(words, room, found.log, kept)
        if was == now:
            now = "; ".join(differences(words, room.log.entries[at].events, found.log.entries[kept].events))
        shown.append((at + 1, was, now))
    shown += [(at + 1, "", _said(words, room, found.log, at)) for at in found.added]
    return shown


def gone(words: Words, room: Room, found: Correction) -> list[tuple[int, str]]:
    """Each line that would no longer fit, and why."""
    sayer = sayer_of(words, room.book, room.log)
    return [(at + 1, refusal_text(sayer, refusal)) for at, refusal in found.refused]


def _said(words: Words, room: Room, log: Log, at: int) -> str:
    return "; ".join(happened(words, room.book, log, at, log.at(at)))
