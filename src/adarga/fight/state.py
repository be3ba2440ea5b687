"""The state of a fight: who is in it and how they stand, whose turn it is, and what is being waited for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adarga.plan import Reason
from adarga.rules.protocol import CheckDue, Clock, Fighter, Situation


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A fighter's place in a fight.

    `side` is a free word, `hidden` from everyone but the game master, `owner` the player's seat it belongs to (`""`:
    the game master's), `group` the name copies of one monster share a turn under (`""`: its own turn).
    """

    fighter: Fighter
    side: str = ""
    hidden: bool = False
    owner: str = ""
    group: str = ""

    @property
    def id(self) -> str:
        """The fighter's id."""
        return self.fighter.id


@dataclass(frozen=True, slots=True)
class Aim:
    """One target of an attack and its share of the damage: `full`, `half` (rounded down) or `none`."""

    target: str
    share: str = "full"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    """A strike under way: who, with what, at whom (the first of `aims`; the rest come after), the dice so far.

    `passed` names who has declined to react, `situation.take` holds what was taken.
    """

    attacker: str
    weapon: str
    aims: tuple[Aim, ...]
    situation: Situation
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    passed: tuple[str, ...] = ()

    def thrown(self) -> dict[str, tuple[int, ...]]:
        """The dice so far, by the name they go under."""
        return dict(self.faces)


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A fight as it stands.

    `round` is 0 until the first one begins; `order` holds the turns of this round and `turn` which of them is on;
    `pending` is the strike that waits for a die or a reaction, `due` the rolls that are owed, oldest first.
    """

    seats: tuple[Seat, ...] = ()
    clock: Clock = field(default_factory=lambda: Clock(round=0))
    order: tuple[tuple[str, ...], ...] = ()
    turn: int = 0
    pending: Pending | None = None
    due: tuple[CheckDue, ...] = ()

    def seat(self, id: str) -> Seat | None:
        """The seat of a fighter, None where it is not in the fight."""
        return next((seat for seat in self.seats if seat.id == id), None)

    def fighter(self, id: str) -> Fighter:
        """A fighter by id. Raises `KeyError` where it is not in the fight."""
        seat = self.seat(id)
        if seat is None:
            raise KeyError(id)
        return seat.fighter

    @property
    def acting(self) -> tuple[str, ...]:
        """Whose turn it is, by id: nobody before the first round, several where a turn is shared."""
        return self.order[self.turn] if self.turn < len(self.order) else ()

    def with_seat(self, seat: Seat) -> State:
        """The state with one seat in the place of that fighter's."""
        return replace(self, seats=tuple(seat if one.id == seat.id else one for one in self.seats))

    def with_fighter(self, fighter: Fighter) -> State:
        """The state with one fighter as given."""
        return replace(
            self,
            seats=tuple(replace(one, fighter=fighter) if one.id == fighter.id else one for one in self.seats),
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command cannot be done as things stand: nothing has changed."""

    reason: Reason
