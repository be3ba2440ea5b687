"""A skirmish fought out by the fight's own commands, and the simulator made to draw just what fell there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

import numpy as np

from adarga.fight import commands as cmd
from adarga.fight.decide import decide
from adarga.fight.evolve import replay
from adarga.fight.state import Aim, Refusal, State
from adarga.fight.striking import WaitsForDie, WaitsForReaction, plan_of, waits_for
from adarga.plan import Offer, Outcome, read
from adarga.rules.protocol import Rulebook, Situation, Taken
from adarga.study.skirmish.laws import Bits, Ints, Pool, Words
from adarga.study.skirmish.muster import Cast
from adarga.study.skirmish.policy import Policy
from adarga.study.standings import FIRST, LATER, entered


@dataclass
class Fought:
    """How a fight came out: who could act, who had left, points, the round it was over in; and what fell, in order."""

    state: State
    round: int
    left: dict[str, int] = field(default_factory=dict)
    fell: list[tuple[int, ...]] = field(default_factory=list)


class Driver:
    """Fights one fight with dice from a seed, deciding as policies say, read off the fight anew."""

    def __init__(self, book: Rulebook, cast: Cast, state: State, seed: int) -> None:
        self.book, self.cast, self.state = book, cast, state
        self.random = random.Random(seed)
        self.policies = {seat.id: seat.policy for seat in cast.seats}
        self.side = {seat.id: seat.side for seat in cast.seats}
        self.ids = [seat.id for seat in cast.seats]
        self.fought = Fought(state, state.clock.round)

    def do(self, command: cmd.Command) -> None:
        found = decide(self.book, self.state, command)
        assert not isinstance(found, Refusal), found.reason
        self.state = replay(found, self.state)

    def able(self, id: str) -> bool:
        if id in self.fought.left:
            return False
        return bool(self.book.order([self.state.fighter(id)], self.state.clock.round))

    def over(self) -> bool:
        return len({self.side[id] for id in self.ids if self.able(id)}) < 2

    def fight(self, last_round: int = 100) -> Fought:
        if not self.state.clock.round:
            self.do(cmd.NextTurn())
        while not self.over():
            turn, alone = self.state.acting, False
            for id in turn:
                if self.able(id) and not self.over():
                    alone = self.act(id) and len(turn) == 1
            if self.over():
                break
            last = all(not any(map(self.able, later)) for later in self.state.order[self.state.turn + (not alone) :])
            if self.state.clock.round >= last_round and last:
                break
            self.fought.round = self.state.clock.round
            if not alone or not self.state.acting:
                self.do(cmd.NextTurn())
            if not self.over():
                self.fought.round = self.state.clock.round
        self.fought.state = self.state
        return self.fought

    def act(self, id: str) -> bool:
        """One fighter's turn; whether it left."""
        policy, fighter = self.policies[id], self.state.fighter(id)
        points, full = fighter.points or 0, fighter.combatant.points or 0
        if policy.retreat and points <= policy.retreat * full:
            self.fought.left[id] = points
            self.do(cmd.Leave(id))
            return True
        target = self.target(id, policy)
        weapon = next((one.id for one in fighter.combatant.weapons if one.id not in fighter.lost), None)
        if weapon is not None:
            self.do(cmd.Attack(who=id, weapon=weapon, aims=(Aim(target),), situation=Situation()))
            self.settle(id, target)
            self.fought.fell.append((self.form(id), self.standing(target)))
        else:
            self.fought.fell.append((self.form(id), self.standing(target)))
        return False

    def target(self, id: str, policy: Policy) -> str:
        foes = [other for other in self.ids if self.side[other] != self.side[id] and self.able(other)]
        if policy.aim == "nearest":
            return foes[0]
        if policy.aim == "weakest":
            return min(foes, key=lambda foe: self.state.fighter(foe).points or 0)
        weights = [self.policies[foe].weight for foe in foes]
        at = self.random.choices(range(len(foes)), weights)[0]
        self.fought.fell.append((sum(weights[:at]),))
        return foes[at]

    def settle(self, attacker: str, target: str) -> None:
        """Throw what is waited for, and answer what is offered."""
        while (waits := waits_for(self.book, self.state)) is not None:
            if isinstance(waits, WaitsForDie):
                self.do(cmd.Throw(((waits.name, (self.random.randint(1, waits.sides),)),)))
            else:
                self.answer(waits, attacker, target)

    def answer(self, waits: WaitsForReaction, attacker: str, target: str) -> None:
        for by, who in (("attacker", attacker), ("target", target)):
            offers = [offer for offer in waits.offers if offer.by == by]
            if offers:
                for taken in self.taken(offers, by, self.policies[who], target):
                    self.do(cmd.React(taken.name, taken.times))
                    if self.state.pending is None:
                        return
                left = waits_for(self.book, self.state)
                if isinstance(left, WaitsForReaction) and any(offer.by == by for offer in left.offers):
                    self.do(cmd.Decline(by))
                if not isinstance(waits_for(self.book, self.state), WaitsForReaction) or self.state.pending is None:
                    return

    def taken(self, offers: list[Offer], by: str, policy: Policy, target: str) -> tuple[Taken, ...]:
        """What a policy takes, found by trying everything."""
        points = self.state.fighter(target).points or 0
        sign = 1 if by == "attacker" else -1
        tries = []
        for times in product(*(range(offer.most + 1) for offer in offers)):
            take = tuple(Taken(offer.name, many) for offer, many in zip(offers, times, strict=True) if many)
            things = sum(n * o.cost[1] for o, n in zip(offers, times, strict=True) if o.cost[0] != "energy")
            energy = sum(n * o.cost[1] for o, n in zip(offers, times, strict=True) if o.cost[0] == "energy")
            tries.append(((things, energy), take, self.damage(take)))
        worth: dict[str, Callable[[int], int]] = {
            "never": lambda damage: 0,
            "always": lambda damage: sign * damage,
            "last": lambda damage: sign * (damage >= points),
        }
        assert isinstance(policy.take, str)
        value = worth[policy.take]
        return min(tries, key=lambda one: (-value(one[2]), one[0]))[1]

    def damage(self, take: tuple[Taken, ...]) -> int:
        pending = self.state.pending
        assert pending is not None
        situation = replace(pending.situation, take=(*pending.situation.take, *take))
        trial = replace(pending, situation=situation)
        found = read(plan_of(self.book, self.state, trial), pending.thrown())
        assert isinstance(found, Outcome)
        return found.damage

    def standing(self, id: str) -> int:
        clock = self.state.clock
        kind = FIRST if clock.round == FIRST else LATER
        plain = replace(entered(self.book, self.state.fighter(id), clock), initiative=None)
        tables = self.cast.tables
        return tables.meet(tables.standings.number(plain, kind))

    def form(self, id: str) -> int:
        return int(self.cast.tables.form[self.standing(id)])


class Recorded(Bits):
    """Draws that are known beforehand: each must be possible."""

    def __init__(self, fell: Iterable[tuple[int, ...]]) -> None:
        super().__init__(np.random.SeedSequence(0))
        self.fell = list(fell)

    def pick(self, pool: Pool, laws: Ints) -> Ints:
        wanted = self.fell.pop(0)
        (law,) = laws.tolist()
        first, last = int(pool.first[law]), int(pool.first[law]) + int(pool.mask[law])
        likely = {cell for cell in range(first, last + 1) if pool.share[cell] or cell in pool.rest}
        likely |= {int(pool.other[cell]) for cell in range(first, last + 1)} & likely
        cells = [cell for cell in likely if tuple(int(column[cell]) for column in pool.values) == wanted]
        assert len(cells) == 1, f"{wanted} cannot happen"
        return np.array(cells, np.int32)

    def below(self, limits: Words) -> Words:
        (wanted,) = self.fell.pop(0)
        assert wanted < int(limits[0])
        return np.array([wanted], np.uint64)


def policy(aim: str = "weakest", take: str = "never", retreat: Fraction = Fraction(0), weight: int = 1) -> Policy:
    return Policy(aim=aim, take=take, retreat=retreat, weight=weight)  # type: ignore[arg-type]
