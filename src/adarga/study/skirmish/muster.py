"""Who is in a skirmish, on which side, and in which order they act: from sheets, or from a fight under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.decide import decide
from adarga.fight.evolve import replay
from adarga.fight.state import Refusal, Seat, State
from adarga.fight.turns import ordered
from adarga.rules.protocol import Clock, Combatant, Condition, Rulebook
from adarga.study.skirmish.laws import Bits, Ints, Pool
from adarga.study.skirmish.policy import Policy
from adarga.study.skirmish.tables import Tables
from adarga.study.standings import FIRST, LATER, entered

Turns = tuple[tuple[int, ...], ...]
"""The turns of a round: those who share one stand together, by their numbers."""

SURPRISED = Condition("surprised")


@dataclass(frozen=True, kw_only=True, slots=True)
class Troop:
    """Some of one kind who enter a fight together: `count` of a sheet. `one_turn`: they share a turn."""

    sheet: Combatant
    count: int = 1
    one_turn: bool = False
    surprised: bool = False
    initiative: int | None = None


def mustered(book: Rulebook, sides: Mapping[str, Sequence[Troop]]) -> State:
    """A fight that has not begun, by the troops of each side. Raises `AdargaError` for what the fight refuses."""
    state = State()
    for side, troops in sides.items():
        for troop in troops:
            join = cmd.Join(
                sheet=troop.sheet,
                count=troop.count,
                side=side,
                share_turn=troop.one_turn,
                initiative=troop.initiative,
                conditions=(SURPRISED,) if troop.surprised else (),
            )
            state = done(book, state, join)
    return state


def done(book: Rulebook, state: State, command: cmd.Command) -> State:
    """A fight after a command. Raises `AdargaError` where it is refused."""
    found = decide(book, state, command)
    if isinstance(found, Refusal):
        values: dict[str, Any] = dict(found.reason.values)
        raise AdargaError(found.reason.key, **values)
    return replay(found, state)


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated:
    """A fighter of a skirmish: `side` by number, `start` the number of its standing, `limit` the points to leave at.

    `manner` is the number of its policy among the tables' ones; `limit` is -1 where it never leaves.
    """

    id: str
    side: int
    start: int
    full: int
    group: str
    policy: Policy
    manner: int
    limit: int


@dataclass(frozen=True, kw_only=True)
class Cast:
    """Everyone in a skirmish as it begins: `now` are the turns of the round now running that are still to come."""

    book: Rulebook
    tables: Tables
    sides: tuple[str, ...]
    seats: tuple[Seated, ...]
    round: int
    now: Turns
    later: Turns
    rolled: Rolled | None = None

    @property
    def kind(self) -> int:
        """The kind of the round now running."""
        return FIRST if self.round == FIRST else LATER


def cast_of(
    book: Rulebook,
    state: State,
    policies: Mapping[str, Policy],
    sides: Mapping[str, Iterable[str]] | None = None,
    initiative: str | None = None,
) -> Cast:
    """A skirmish from a fight as it stands: `policies` by id, `sides` where the fight's own are not meant.

    `initiative` are dice rolled for everyone's initiative in each fight: for a fight that has not begun. Raises
    `AdargaError` where no fight can go on from there: a roll is waited for, there are not two sides, someone has no
    points or no weapon, the fight has begun and its initiative is to be rolled.
    """
    if state.pending is not None or state.due:
        raise AdargaError("skirmish.waits")
    begun = state.clock.round > 0
    if begun and initiative is not None:
        raise AdargaError("skirmish.begun")
    state = _placed(state, sides)
    names = tuple(dict.fromkeys(seat.side for seat in state.seats))
    if len(names) < 2:
        raise AdargaError("skirmish.one_side")
    if not begun:
        state = done(book, state, cmd.NextTurn())
    manners = tuple(dict.fromkeys(policies.get(seat.id, Policy()) for seat in state.seats))
    tables = Tables(book, manners)
    seats = tuple(_seated(tables, state, seat, names, policies.get(seat.id, Policy())) for seat in state.seats)
    places = {seat.id: at for at, seat in enumerate(state.seats)}
    turns = state.order[state.turn :]
    return Cast(
        book=book,
        tables=tables,
        sides=names,
        seats=seats,
        round=state.clock.round,
        now=_numbered(turns, places),
        later=_numbered(ordered(book, _in_a_later_round(state)), places),
        rolled=None if initiative is None else Rolled(book, state, initiative),
    )


def _placed(state: State, sides: Mapping[str, Iterable[str]] | None) -> State:
    """A fight of those who fight: on the sides given, where they are; things are none."""
    seats = tuple(seat for seat in state.seats if not seat.fighter.has("object"))
    if sides is not None:
        ids = {seat.id for seat in seats}
        side_of: dict[str, str] = {}
        for side, members in sides.items():
            for id in members:
                if id not in ids:
                    raise AdargaError("fight.refused.unknown", who=id)
                if id in side_of:
                    raise AdargaError("skirmish.two_sides", name=id)
                side_of[id] = side
        seats = tuple(replace(seat, side=side_of[seat.id]) for seat in seats if seat.id in side_of)
    kept = {seat.id for seat in seats}
    order = tuple(tuple(id for id in turn if id in kept) for turn in state.order)
    return replace(state, seats=seats, order=order)


def _seated(tables: Tables, state: State, seat: Seat, sides: tuple[str, ...], policy: Policy) -> Seated:
    fighter = seat.fighter
    if fighter.points is None or fighter.combatant.points is None:
        raise AdargaError("study.no_points", name=seat.id)
    if not fighter.combatant.weapons:
        raise AdargaError("study.no_weapon", name=seat.id)
    kind = FIRST if state.clock.round == FIRST else LATER
    plain = replace(entered(tables.standings.book, fighter, state.clock), initiative=None)
    full = fighter.combatant.points
    return Seated(
        id=seat.id,
        side=sides.index(seat.side),
        start=tables.meet(tables.standings.number(plain, kind)),
        full=full,
        group=seat.group,
        policy=policy,
        manner=tables.policies.index(policy),
        limit=int(policy.retreat * full) if policy.retreat else -1,
    )


def _numbered(turns: Iterable[tuple[str, ...]], places: Mapping[str, int]) -> Turns:
    return tuple(tuple(places[id] for id in turn) for turn in turns if turn)


def _in_a_later_round(state: State) -> State:
    seats = tuple(replace(seat, fighter=replace(seat.fighter, waiting=None)) for seat in state.seats)
    return replace(state, seats=seats, clock=Clock(max(state.clock.round + 1, LATER)))


@dataclass
class Rolled:
    """Initiative rolled anew for every fight, those of one group together.

    The rulebook is asked of any two who comes first at any two values; from that everyone's place follows.
    """

    book: Rulebook
    state: State
    dice: str
    pool: Pool = field(init=False)
    values: list[int] = field(init=False)

    def __post_init__(self) -> None:
        law = parse(self.dice).distribution().counts
        self.values = list(law)
        self.pool = Pool(1)
        self.pool.add([(count, (at,)) for at, count in enumerate(law.values())])
        self.groups = [seat.group or seat.id for seat in self.state.seats]
        self.known: dict[tuple[int, int, int, int], bool] = {}

    def orders(self, fights: int, bits: Bits) -> tuple[Ints, Ints]:
        """Who acts at each place of a round, in the first round and in the later ones: a row a place, a column a fight.

        The rows end with -1 where not everybody acts.
        """
        faces: dict[str, Ints] = {}
        for group in self.groups:
            if group not in faces:
                cells = bits.pick(self.pool, np.zeros(fights, np.int32))
                faces[group] = self.pool.values[0][cells]
        rolled = [faces[group] for group in self.groups]
        first, later = (self._order(kind, rolled) for kind in (FIRST, LATER))
        return first, later

    def _order(self, kind: int, rolled: list[Ints]) -> Ints:
        """Everyone's place is how many come before it; a group has that of its first, and stays together."""
        size = len(rolled)
        place = np.zeros((size, len(rolled[0])), np.int64)
        for one in range(size):
            for other in range(size):
                if one != other:
                    place[one] += self._comes_first(kind, other, one, rolled)
        together = place.copy()
        for group in set(self.groups):
            members = [at for at, its in enumerate(self.groups) if its == group]
            together[members] = place[members].min(axis=0)
        order = np.argsort((together * size + place) * size + np.arange(size)[:, None], axis=0, kind="stable")
        return order.astype(np.int32)

    def _comes_first(self, kind: int, one: int, other: int, rolled: list[Ints]) -> Ints:
        size = len(self.values)
        pairs, where = np.unique(rolled[one].astype(np.int64) * size + rolled[other], return_inverse=True)
        answers = np.zeros(len(pairs), np.int64)
        for at, pair in enumerate(pairs.tolist()):
            key = kind, one, other, pair
            if key not in self.known:
                mine, theirs = divmod(pair, size)
                self.known[key] = self._asked(kind, one, other, self.values[mine], self.values[theirs])
            answers[at] = self.known[key]
        found: Ints = answers[where]
        return found

    def _asked(self, kind: int, one: int, other: int, mine: int, theirs: int) -> bool:
        """Whether the rulebook has one before the other, as listed where they act together."""
        places = sorted((one, other))
        value = {one: mine, other: theirs}
        fighters = [
            replace(self.state.seats[at].fighter, id=str(at), initiative=value[at], waiting=None) for at in places
        ]
        found = [id for turn in self.book.order(fighters, kind) for id in turn]
        return found[:1] == [str(one)]
