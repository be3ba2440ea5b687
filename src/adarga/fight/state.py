"""The state of a fight: who is in it and how they stand, whose turn it is, and what is being waited for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from adarga.plan import Reason
from adarga.rules.protocol import CheckDue, Clock, Fighter, Situation


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A fighter's place in a fight.

    `side` is a free word, `hidden` from everyone but the game master, `owner` the player's seat it belongs to (`""`:
    the game master's), `group` what copies of one monster share a turn under (`""`: its own turn), `name` what a
    hidden one is to be called when it is seen (`""` for one that is seen).
    """

    fighter: Fighter
    side: str = ""
    hidden: bool = False
    owner: str = ""
    group: str = ""
    name: str = ""

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

    `passed` names who has declined to react, `situation.take` holds what was taken. `carried` are the attacker's dice
    thrown for earlier targets of the same attack, each as its name and, for every die, its sides and its face: they
    hold for later targets too, as far as these ask for the same dice.
    """

    attacker: str
    weapon: str
    aims: tuple[Aim, ...]
    situation: Situation
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    passed: tuple[str, ...] = ()
    carried: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()

    def thrown(self) -> dict[str, tuple[int, ...]]:
        """The dice so far, by the name they go under."""
        return dict(self.faces)


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A fight as it stands.

    `round` is 0 until the first one begins; `order` holds the turns of this round and `turn` which of them is on;
    `pending` is the strike that waits for a die or a reaction, `due` the rolls that are owed, oldest first.
    While someone hidden acts it is, to those who do not know of it, the turn of those before; `ahead`: already that of
    those who come next, since those before are gone or have put off their turn.
    """

    seats: tuple[Seat, ...] = ()
    clock: Clock = field(default_factory=lambda: Clock(round=0))
    order: tuple[tuple[str, ...], ...] = ()
    turn: int = 0
    ahead: bool = False
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

    def shown(self, sees: Callable[[str], bool]) -> int:
        """The number of the turn that is on to one who sees those fighters and knows of no other."""
        seen = [at for at, turn in enumerate(self.order) if any(map(sees, turn))]
        before = [at for at in seen if at <= self.turn]
        coming = seen[len(before) :]
        if coming and (not before or (self.ahead and before[-1] < self.turn)):
            return coming[0]
        return before[-1] if before else self.turn

    def hides(self, id: str) -> bool:
        """Whether a fighter is in the fight and hidden."""
        seat = self.seat(id)
        return seat is not None and seat.hidden

    def gives_up(self, who: str) -> bool:
        """Whether to all who look the turn goes on to the next when `who` leaves it: it is on, and nobody else's."""
        at = self.shown(lambda id: not self.hides(id))
        seen = [id for id in (self.order[at] if at < len(self.order) else ()) if not self.hides(id)]
        return self.ahead or seen == [who]

    def with_seat(self, seat: Seat) -> State:
        """The state with one seat in the place of that fighter's."""
        return replace(self, seats=tuple(seat if one.id == seat.id else one for one in self.seats))

    def renamed(self, old: str, new: str) -> State:
        """The state with one fighter under another id, wherever it is named; nothing is renamed during a strike."""

        def now(id: str) -> str:
            return new if id == old else id

        def under(seat: Seat) -> Seat:
            sheet = replace(seat.fighter.combatant, name=new)
            return replace(seat, fighter=replace(seat.fighter, id=new, combatant=sheet))

        return replace(
            self,
            seats=tuple(under(seat) if seat.id == old else seat for seat in self.seats),
            order=tuple(tuple(map(now, turn)) for turn in self.order),
            due=tuple(replace(due, who=now(due.who)) for due in self.due),
        )

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
