"""What strikes, turns and rounds make of standings, as arrays that are filled as fights come to them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from threading import RLock

import numpy as np

from adarga.rules.protocol import Rulebook
from adarga.study.skirmish.laws import Ints, Pool, grown
from adarga.study.skirmish.policy import Policy, chosen, chosen_action
from adarga.study.standings import FIRST, LATER, Later, Standings
from adarga.study.strikes import Strikes

UNKNOWN = -1
CERTAIN = Fraction(1)
KINDS = (FIRST, LATER)


class Tables:
    """The standings of a skirmish as numbers, and what follows from them.

    By standing: `able`, `points`, `form` (small numbers of their own), `turned` (how it stands when its turn comes),
    and for each kind of round `ticked[kind]` (how it stands when that is over; `-2 - law` where a roll decides).
    Whatever is not known yet is worked out by the rulebook when it is asked for, by whichever thread asks first.
    """

    def __init__(self, book: Rulebook, policies: Sequence[Policy]) -> None:
        self.standings = Standings(book)
        self.strikes = Strikes(self.standings)
        self.policies = tuple(policies)
        self.able = np.zeros(256, np.bool_)
        self.points = np.zeros(256, np.int32)
        self.form = np.full(256, UNKNOWN, np.int32)
        self.turned = np.full(256, UNKNOWN, np.int32)
        self.ticked = np.full((len(KINDS) + 1, 256), UNKNOWN, np.int32)
        self.turning = self.ticking = False
        self.strike_pool, self.tick_pool = Pool(2), Pool(1)
        pairs = len(policies) ** 2
        # Row 0 stands for rows nobody has asked for yet: nothing in it is known.
        self.rows = np.zeros((pairs, len(KINDS) + 1, 8), np.int32)
        self.laws = np.full((8, 256), UNKNOWN, np.int32)
        self.placed = np.full((8, 256), UNKNOWN, np.int32)
        self._used = 1
        self._forms: list[int] = []
        self._numbers: dict[int, int] = {}
        self._lock = RLock()

    def pair(self, attacker: int, target: int) -> int:
        """The number of a pair of policies."""
        return attacker * len(self.policies) + target

    def meet(self, number: int) -> int:
        """A standing that fights may come to: all that is said of it alone, worked out if it is new."""
        with self._lock:
            if number < len(self.form) and self.form[number] != UNKNOWN:
                return number
            self._make_room(number)
            standings = self.standings
            self.able[number] = standings.able(number)
            self.points[number] = standings.fighters[number].points or 0
            turned = standings.turn(number)
            form = self._form(standings.form(number))
            for kind in KINDS:
                ends = standings.tick(number, kind)
                self.ticking |= ends != ((CERTAIN, number),)
            self.turning |= turned != number
            self.form[number] = form
            self.turned[number] = self.meet(turned)
        return number

    def _form(self, form: int) -> int:
        found = self._numbers.get(form)
        if found is None:
            found = len(self._forms)
            self.rows = grown(self.rows, found + 1, axis=2)
            self.placed = grown(self.placed, found + 1, UNKNOWN)
            self._forms.append(form)
            self._numbers[form] = found
        return found

    def _make_room(self, number: int) -> None:
        """Room for a standing: the array by which it is known to be met grows last."""
        room = number + 1
        self.able, self.points = grown(self.able, room), grown(self.points, room)
        self.turned = grown(self.turned, room, UNKNOWN)
        self.ticked = grown(self.ticked, room, UNKNOWN, axis=1)
        self.laws, self.placed = grown(self.laws, room, UNKNOWN, axis=1), grown(self.placed, room, UNKNOWN, axis=1)
        self.form = grown(self.form, room, UNKNOWN)

    def strike(self, pairs: Ints, attackers: Ints, targets: Ints, kind: int) -> Ints:
        """The number of the law of each strike in the strike pool, whose values are the attacker's form and the target.

        `attackers` are forms, `targets` standings. Raises `AdargaError` for what the rules do not allow.
        """
        while True:
            rows = self.rows[pairs, kind, attackers]
            found: Ints = self.laws[rows, targets]
            missing = found == UNKNOWN
            if not missing.any():
                return found
            asked = np.stack((pairs[missing], attackers[missing], targets[missing]))
            for pair, attacker, target in np.unique(asked, axis=1).T.tolist():
                self.fill_strike(pair, attacker, target, kind)

    def fill_strike(self, pair: int, attacker: int, target: int, kind: int) -> None:
        """Work out the law of one strike, if nobody has yet."""
        with self._lock:
            row = int(self.rows[pair, kind, attacker])
            if row == 0:
                row = self._used
                self.laws = grown(self.laws, row + 1, UNKNOWN)
                self._used += 1
                self.rows[pair, kind, attacker] = row
            if self.laws[row, target] == UNKNOWN:
                law = self._worked_out(pair, self._forms[attacker], target, kind)
                number = self.strike_pool.add(law)
                self.laws[row, target] = number

    def _worked_out(self, pair: int, attacker: int, target: int, kind: int) -> list[tuple[int, tuple[int, ...]]]:
        mine, theirs = divmod(pair, len(self.policies))
        policy, other = self.policies[mine], self.policies[theirs]
        found = chosen_action(self.strikes, attacker, target, policy.arm)
        if found is None:
            return [(1, (self._numbers[attacker], target))]
        action, law = found
        alike: dict[tuple[int, tuple[int, int], int], int] = {}
        for chance in law.chances:
            choice = chosen(self.standings, target, law, chance, (policy.take, other.take), kind)
            key = chance.end, choice, chance.damage[choice[0]][choice[1]]
            alike[key] = alike.get(key, 0) + chance.weight
        ends: dict[tuple[int, int], Fraction] = {}
        for (end, (first, second), damage), weight in alike.items():
            taken = (*law.attacker[first], *law.target[second])
            share = Fraction(weight, law.denominator)
            for odds, form, hit in self.strikes.spent(attacker, target, action, end, taken, kind):
                standing = self.standings.put(hit, target)
                for more, hurt in self.standings.lose(standing, damage, kind):
                    ends[form, hurt] = ends.get((form, hurt), Fraction(0)) + share * odds * more
        whole: dict[tuple[int, ...], Fraction] = {
            (self._form(form), self.meet(hurt)): odds for (form, hurt), odds in ends.items()
        }
        return _integers(whole)

    def put(self, forms: Ints, standings: Ints) -> Ints:
        """Each standing with another form: its points and wounds stay."""
        while True:
            found: Ints = self.placed[forms, standings]
            missing = found == UNKNOWN
            if not missing.any():
                return found
            asked = np.stack((forms[missing], standings[missing]))
            for form, standing in np.unique(asked, axis=1).T.tolist():
                self.fill_put(form, standing)

    def fill_put(self, form: int, standing: int) -> None:
        """Work out one standing with another form."""
        with self._lock:
            made = self.meet(self.standings.put(self._forms[form], standing))
            self.placed[form, standing] = made

    def tick(self, standings: Ints, kind: int) -> Ints:
        """How each standing stands when a round of a kind is over; `-2 - law` where the tick pool's law decides."""
        while True:
            found: Ints = self.ticked[kind, standings]
            missing = found == UNKNOWN
            if not missing.any():
                return found
            for standing in np.unique(standings[missing]).tolist():
                self.fill_tick(standing, kind)

    def fill_tick(self, standing: int, kind: int) -> None:
        """Work out what the end of a round makes of one standing."""
        with self._lock:
            if self.ticked[kind, standing] == UNKNOWN:
                ends: Later = self.standings.tick(standing, kind)
                if len(ends) == 1:
                    made = self.meet(ends[0][1])
                else:
                    made = -2 - self.tick_pool.add(_integers({(self.meet(number),): odds for odds, number in ends}))
                self.ticked[kind, standing] = made


def _integers(odds: dict[tuple[int, ...], Fraction]) -> list[tuple[int, tuple[int, ...]]]:
    """Probabilities as whole weights."""
    whole = lcm(*(share.denominator for share in odds.values()))
    return [(int(share * whole), values) for values, share in odds.items()]
