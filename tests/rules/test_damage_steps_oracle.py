"""Random strikes under `damage-steps` against a second, plain reading of the rules, face by face."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.dice import parse
from adarga.plan import Check, Outcome, Plan, explain, from_json, odds, read, to_json
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating
from adarga.words import LANGUAGES, Words
from tests.rules.damage_steps_strikes import book, every_roll, reasons_of

LADDER = ["d3", "d4", "d6", "d8", "d10", "d12", "3d4", "2d8", "4d4"]
TYPES = st.sampled_from(("S", "P", "C", "E"))
TRAITS = st.one_of(st.just(()), st.just(("all",)), st.lists(TYPES, min_size=1, max_size=2, unique=True).map(tuple))


@st.composite
def damages(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(("d3", "d4", "d6", "2d3", "d5", "2d4", "d2")))
    if draw(st.booleans()):
        text = f"{text}[{draw(TYPES)}]"
    if draw(st.booleans()):
        text += f"+d4[{draw(TYPES)}]"
    return f"{text}{draw(st.integers(-2, 3)):+d}"


PIECES = st.builds(
    lambda ratings, worn: Piece(id="piece", ar=tuple(ratings), worn=worn),
    st.lists(
        st.builds(Rating, TYPES, st.integers(0, 4), st.integers(0, 2)), max_size=3, unique_by=lambda rating: rating.type
    ),
    st.booleans(),
)
TARGETS = st.builds(
    lambda pieces, defence, resistant, vulnerable: Combatant(
        armour=tuple(pieces), defence=defence, resistant=resistant, vulnerable=vulnerable
    ),
    st.lists(PIECES, max_size=2),
    st.one_of(st.none(), st.integers(5, 25)),
    TRAITS,
    TRAITS,
)
WEAPONS = st.builds(
    lambda damage, type, ap, bonus: Weapon(damage=damage, type=(type,), ap=ap, bonus=bonus),
    damages(),
    TYPES,
    st.integers(-2, 4),
    st.one_of(st.none(), st.integers(-3, 8)),
)
SITUATIONS = st.builds(
    lambda steps, telling, non_lethal: Situation(steps=steps, telling=telling, non_lethal=non_lethal),
    st.integers(-2, 1),
    st.booleans(),
    st.booleans(),
)
SWITCHES = st.fixed_dictionaries(
    {
        "armour": st.fixed_dictionaries({"pieces": st.sampled_from(("sum", "best"))}),
        "attack": st.fixed_dictionaries({"natural_one": st.sampled_from(("misses", "counts"))}),
        "non_lethal": st.fixed_dictionaries(
            {"halves": st.sampled_from(("all", "dice")), "round": st.sampled_from(("down", "up"))}
        ),
    }
)
MATCHUPS = st.builds(Matchup, st.just(Combatant()), TARGETS, WEAPONS)


def stepped(dice: str, steps: int) -> str:
    """Dice so many steps along the first rows of the ladder, in plain words of the rule."""
    averages = [parse(row).mean for row in LADDER]
    while steps:
        mean = parse(dice).mean
        if dice in LADDER:
            at = LADDER.index(dice) + (1 if steps > 0 else -1)
            dice = LADDER[max(at, 0)]
        elif steps > 0:
            dice = LADDER[next(index for index, average in enumerate(averages) if average > mean)]
        elif any(average < mean for average in averages):
            dice = LADDER[max(index for index, average in enumerate(averages) if average < mean)]
        steps -= 1 if steps > 0 else -1
    return dice


class Plain:
    """The rules read off one page: what one roll does, from the faces alone."""

    def __init__(self, switches: dict[str, dict[str, str]], matchup: Matchup, situation: Situation) -> None:
        self.switches, self.target, self.weapon, self.situation = switches, matchup.target, matchup.weapon, situation

    def branch(self, attack: int | None) -> str:
        if attack is None:
            return "lands"
        if attack == 20:
            return "telling"
        if attack == 1 and self.switches["attack"]["natural_one"] == "misses":
            return "miss"
        assert self.target.defence is not None
        return "hit" if attack + (self.weapon.bonus or 0) >= self.target.defence else "miss"

    def parts(self, telling: bool) -> list[tuple[str, list[str], int]]:
        """Type, dice terms (no two merged terms are walked apart) and bonus of each part."""
        found: dict[str, tuple[list[str], int]] = {}
        for addend in parse(self.weapon.damage).addends():
            if addend.expression.constant is None:
                type = addend.label or self.weapon.type[0]
                dice, _ = found.get(type, ([], 0))
                found[type] = ([*dice, str(addend.expression)], 0)
        bonus = sum(a.sign * (a.expression.constant or 0) for a in parse(self.weapon.damage).addends())
        types = list(found)
        # A bonus goes with the first part, what is subtracted with the one before it.
        owner = types[0] if bonus >= 0 else (self.last_type() or types[0])
        made = []
        for type, (dice, _) in found.items():
            steps = self.situation.steps if type == types[0] else 0
            steps += self.has(self.target.vulnerable, type)
            steps -= 0 if telling else self.has(self.target.resistant, type)
            moved = dice if not steps else [stepped("+".join(dice), steps)]
            made.append((type, moved, bonus if type == owner else 0))
        return made

    def last_type(self) -> str:
        labels = [
            a.label or self.weapon.type[0] for a in parse(self.weapon.damage).addends() if a.expression.constant is None
        ]
        return labels[-1]

    @staticmethod
    def has(trait: tuple[str, ...], type: str) -> int:
        return int("all" in trait or type in trait)

    def rating(self, type: str) -> int:
        each = [sum(r.armour + r.hardness for r in piece.ar if r.type == type) for piece in self.target.armour]
        total = sum(each) if self.switches["armour"]["pieces"] == "sum" else max(each, default=0)
        return max(0, total - self.weapon.ap) if total else 0

    def damage(self, faces: list[int], telling: bool) -> int:
        left = list(faces)
        rolled: list[tuple[str, int, int]] = []
        for type, dice, bonus in self.parts(telling):
            thrown = 0
            for term in dice:
                for count, _ in parse(term).pools():
                    thrown += sum(left[:count])
                    del left[:count]
            rolled.append((type, thrown, bonus))
        assert not left
        non_lethal = self.situation.non_lethal and any(piece.worn for piece in self.target.armour)
        if not non_lethal:
            return sum(max(0, max(0, thrown + bonus) - self.rating(type)) for type, thrown, bonus in rolled)
        rules = self.switches["non_lethal"]
        up = rules["round"] == "up"
        if rules["halves"] == "all":
            whole = (sum(max(0, thrown + bonus) for _, thrown, bonus in rolled) + up) // 2
        else:
            whole = (sum(thrown for _, thrown, _ in rolled) + up) // 2 + sum(bonus for _, _, bonus in rolled)
        return max(0, max(0, whole) - self.rating("C"))


def taken(outcome: Outcome, name: str) -> list[int]:
    return list(dict(outcome.dice).get(name, ()))


@settings(max_examples=80)
@given(SWITCHES, MATCHUPS, SITUATIONS)
def test_odds_are_those_of_every_roll(switches: Any, matchup: Matchup, situation: Situation) -> None:
    plan = book(**switches).plan(matchup, situation)
    plain = Plain(switches, matchup, situation)
    law: dict[tuple[str, int], Fraction] = {}
    for outcome in every_roll(plan):
        attack = taken(outcome, "attack")
        branch = plain.branch(attack[0] if attack else None)
        telling = branch == "telling" or situation.telling
        damage = 0 if branch == "miss" else plain.damage(taken(outcome, "damage"), telling)
        assert (outcome.branch, outcome.damage) == (branch, damage)
        assert ("telling" in outcome.marks) is telling
        chance = Fraction(1, 20 if attack else 1)
        for part in outcome.blow.parts:
            for count, sides in part.dice.pools() if part.dice else ():
                chance /= sides**count
        law[branch, damage] = law.get((branch, damage), Fraction(0)) + chance
    found = odds(plan)
    joint: dict[tuple[str, int], Fraction] = {}
    for (name, damage, _), count in found.joint.items():
        joint[name, damage] = joint.get((name, damage), Fraction(0)) + Fraction(count, found.denominator)
    assert {event: chance for event, chance in joint.items() if chance} == law


def telling_faces(plan: Plan) -> dict[str, list[int | str]]:
    """Faces for a plan: a natural 20, and ones on all damage dice."""
    faces: dict[str, list[int | str]] = {"attack": [20]} if isinstance(plan, Check) else {}
    while not isinstance(found := read(plan, faces), Outcome):
        faces.setdefault(found.name, []).append(1)
    return faces


@settings(max_examples=60)
@given(SWITCHES, MATCHUPS, SITUATIONS)
def test_trace_adds_up_and_is_said_in_both_languages(switches: Any, matchup: Matchup, situation: Situation) -> None:
    plan = book(**switches).plan(matchup, situation)
    assert from_json(json.loads(json.dumps(to_json(plan)))) == plan
    lines = explain(plan, telling_faces(plan))
    (total,) = (line for line in lines if line.kind == "damage")
    values = dict(total.reason.values)
    assert values["rolled"] == int(values["absorbed"]) + int(values["through"])
    assert values["through"] == total.after
    for reason in reasons_of(plan):
        assert reason.ruling.startswith("D")
        for lang in LANGUAGES:
            assert Words(lang).say(reason.key, **dict(reason.values))
