"""What a correction would change, as the game master's page says it."""

from __future__ import annotations

from adarga.fight.log import Correction, Log
from adarga.table.rooms import Room
from adarga.telling.fight_diff import differences
from adarga.telling.fight_show import happened
from adarga.telling.fight_words import refusal_text, sayer_of
from adarga.words import Words


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
