"""What is asked of a live fight, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adarga.fight.commands import Command
from adarga.fight.log import Correction
from adarga.fight.state import Refusal


@dataclass(frozen=True, slots=True)
class Undo:
    """The last steps are set aside; at a table that is something that happens, too."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Steps that were undone are put back."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Correct:
    """The entry `line` (from 0) of the log is to be `command` instead, and all after it is decided again."""

    line: int
    command: Command


@dataclass(frozen=True, slots=True)
class JoinAll:
    """Several enter at once, all of them or none; also whatever else belongs to their coming."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """The server throws the dice that wait, as far as they are the viewer's to throw."""


What = Command | Undo | Redo | Correct | JoinAll | Roll


@dataclass(frozen=True, kw_only=True, slots=True)
class Intent:
    """Something a viewer asks: under an `id` of its own making, so that a retry is the same and done once.

    `about`: the question that is answered (`Room.question`), where it answers one; `seen`: the number in the viewer's
    stream that it had seen, where what it asks makes no sense after something else. Both `None`: as things stand.
    """

    id: str
    what: What
    about: str | None = None
    seen: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What became of an intent: `number` is the viewer's stream's now; `again` where it had been done before."""

    outcome: Literal["done", "refused"]
    number: int
    refusal: Refusal | None = None
    again: bool = False
    correction: Correction | None = None
