"""What happened in a fight: the dice and their results, so that a log replays whatever the rules later become."""

from __future__ import annotations

from dataclasses import dataclass

from adarga.fight.state import Pending, Seat
from adarga.plan import Line
from adarga.rules.protocol import Change, CheckDue, Clock, Piece

Faces = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Someone entered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Left:
    """Someone left."""

    who: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """A fighter is hidden or seen from now on, under the id `name` (`""`: as before)."""

    who: str
    hidden: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class Owned:
    """A fighter belongs to a player's seat, or to the game master, under the id `name` (`""`: as before)."""

    who: str
    owner: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class InitiativeSet:
    """The value a fighter acts at."""

    who: str
    value: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """The turns of this round, and which of them is on; `ahead` as in the state."""

    order: tuple[tuple[str, ...], ...]
    turn: int
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Waited:
    """A fighter acts this round when the count comes down to `value` (None: waiting is over)."""

    who: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Passed:
    """The clock as it stands now."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Aimed:
    """A strike began, or goes on to its next target; what it waits for follows from it."""

    pending: Pending


@dataclass(frozen=True, kw_only=True, slots=True)
class Struck:
    """How a strike came out. `overridden`: the damage is the game master's word, `rolled` what the dice had said."""

    attacker: str
    target: str
    weapon: str
    branch: str
    damage: int
    rolled: int
    share: str
    marks: tuple[str, ...]
    faces: Faces
    taken: tuple[tuple[str, int], ...]
    trace: tuple[Line, ...]
    overridden: bool = False


@dataclass(frozen=True, slots=True)
class StrikeOver:
    """No strike is under way any more."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of a fighter, with its reason."""

    change: Change


@dataclass(frozen=True, slots=True)
class Settled:
    """A roll that was owed came out (`branch`), or was called off (None)."""

    due: CheckDue
    branch: str | None
    faces: Faces


@dataclass(frozen=True, slots=True)
class Donned:
    """A piece was put on."""

    who: str
    piece: Piece
    shield: bool


@dataclass(frozen=True, slots=True)
class Doffed:
    """A piece was taken off."""

    who: str
    piece: str


Event = (
    Joined
    | Left
    | Revealed
    | Owned
    | InitiativeSet
    | Ordered
    | Waited
    | Passed
    | Aimed
    | Struck
    | StrikeOver
    | Changed
    | Settled
    | Donned
    | Doffed
)
"""Everything that can have happened."""
