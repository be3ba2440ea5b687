"""The rows of the order: everyone with their points, health as a word, conditions, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from adarga.fight.state import Seat, State
from adarga.fight.striking import as_it_stands
from adarga.fight.view import health
from adarga.rules.protocol import Fighter
from adarga.telling.fight_words import condition_text
from adarga.telling.said import Sayer
from adarga.words import Words


@dataclass(frozen=True, slots=True)
class Tag:
    """A condition: its name for the form that ends it, and its words."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One fighter: `share` of its points from 0 to 100, `level` how its life line is drawn.

    `key` stays the same wherever it stands in the order, so that a half-typed field stays with its fighter.
    """

    id: str
    key: str
    side: str
    owner: str
    points: int | None
    full: int | None
    energy: int | None
    initiative: int | None
    waiting: int | None
    word: str
    share: int
    level: str
    tags: tuple[Tag, ...]
    acts: bool
    down: bool
    hidden: bool
    worn: tuple[Tag, ...]


_LEVELS = {"unhurt": "", "scratched": "", "hurt": "low", "badly-hurt": "low", "on-the-brink": "edge", "down": "edge"}


def rows(words: Words, sayer: Sayer, state: State) -> tuple[Row, ...]:
    """Everyone in the order of this round, then those who have no turn in it."""
    listed = [id for turn in state.order for id in turn]
    seats = {seat.id: seat for seat in state.seats}
    ids = dict.fromkeys([*(id for id in listed if id in seats), *seats])
    return tuple(_row(words, sayer, seats[id], id in state.acting) for id in ids)


def _row(words: Words, sayer: Sayer, seat: Seat, acts: bool) -> Row:
    fighter = seat.fighter
    full = fighter.combatant.points
    word = health(fighter.points, full)
    share = max(0, min(100, round(100 * (fighter.points or 0) / full))) if full else 0
    return Row(
        id=seat.id,
        key=f"{crc32(seat.id.encode()):08x}",
        side=seat.side,
        owner=seat.owner,
        points=fighter.points,
        full=full,
        energy=fighter.energy,
        initiative=fighter.initiative,
        waiting=fighter.waiting,
        word=words.say(f"fight.health.{word}") if word else "",
        share=share,
        level=_LEVELS.get(word or "", ""),
        tags=tuple(Tag(one.name, condition_text(words, one)) for one in fighter.conditions),
        acts=acts,
        down=word == "down",
        hidden=seat.hidden,
        worn=tuple(_worn(sayer, fighter)),
    )


def _worn(sayer: Sayer, fighter: Fighter) -> Iterator[Tag]:
    """What a fighter wears and can take off: each piece by its id."""
    sheet = as_it_stands(fighter)
    shield = () if sheet.shield is None else (sheet.shield,)
    for piece in (*sheet.armour, *shield):
        id = piece.id or ("shield" if piece is sheet.shield else "")
        if id:
            yield Tag(id, sayer.name(id))


def hours(minutes: int) -> tuple[int, str]:
    """Game time as its day (from 1) and its hour.

    >>> hours(1500)
    (2, '01:00')
    """
    day, rest = divmod(minutes, 1440)
    return day + 1, f"{rest // 60:02d}:{rest % 60:02d}"


def others(state: State, who: str) -> Iterator[Seat]:
    """Everyone but one, those who still stand first."""
    seats = [seat for seat in state.seats if seat.id != who]
    yield from sorted(seats, key=lambda seat: seat.fighter.points is not None and seat.fighter.points <= 0)
