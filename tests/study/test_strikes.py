"""Strikes between standings against the fight itself, every face of every die, under every pair of choices."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.dice import Seeded
from adarga.errors import AdargaError
from adarga.fight.striking import as_it_stands
from adarga.plan import Offer, play
from adarga.rules.library import rulebook
from adarga.rules.protocol import Clock, Combatant, Condition, Matchup, Rulebook, Situation, Strike, Taken
from adarga.study.standings import Standings, fresh
from adarga.study.strikes import Action, Choice, Strikes, choices
from tests.fight.casts import CASTS
from tests.study.faces import Law, add, fight, plain, strike
from tests.study.small import BOOKS, CAST, DWARF, KNIGHT, OGRE, SCOUT, SOLDIER, WRAITH

CASES: tuple[tuple[str, Combatant, Combatant, str, Situation], ...] = (
    ("absorption", DWARF, replace(DWARF, shield=None, energy=1), "axe", Situation()),
    ("absorption", OGRE, DWARF, "club", Situation(effectiveness=1)),
    ("absorption", DWARF, OGRE, "axe", Situation()),
    ("damage-steps", KNIGHT, WRAITH, "sword", Situation()),
    ("damage-steps", KNIGHT, WRAITH, "mace", Situation(non_lethal=True)),
    ("damage-steps", WRAITH, KNIGHT, "touch", Situation(elect=1)),
    ("percentile", SOLDIER, SCOUT, "bayonet", Situation()),
    ("percentile", SCOUT, SOLDIER, "knife", Situation(simplified=True)),
)


def tables(book: Rulebook, case: tuple[str, Combatant, Combatant, str, Situation], pair: tuple[int, int]) -> Law:
    """The ends of a strike as the tables have them: both fighters as they then stand."""
    _, one, other, weapon, situation = case
    standings = Standings(book)
    strikes = Strikes(standings)
    mine, theirs = standings.number(fresh(one)), standings.number(fresh(other))
    action = Action(weapon, situation)
    law = strikes.law(mine, theirs, action)
    assert law is not None
    assert sum(chance.weight for chance in law.chances) == law.denominator
    a, t = pair
    taken = (*law.attacker[a], *law.target[t])
    found: Law = {}
    for chance in law.chances:
        for odds, form, hit in strikes.spent(mine, theirs, action, chance.end, taken):
            for more, hurt in standings.lose(standings.put(hit, theirs), chance.damage[a][t]):
                key = standings.fighters[standings.put(form, mine)], standings.fighters[hurt]
                add(found, key, Fraction(chance.weight, law.denominator) * odds * more)
    return found


def ends(book: Rulebook, case: tuple[str, Combatant, Combatant, str, Situation], taken: Choice) -> Law:
    """The ends of a strike as the fight has them."""
    _, one, other, weapon, situation = case
    found: Law = {}
    for odds, end in strike(book, fight(book, one, other), weapon, situation, taken):
        fighters = [
            replace(fighter, conditions=tuple(_later(c) for c in fighter.conditions))
            for fighter in (plain(book, seat.fighter, end) for seat in end.seats)
        ]
        add(found, tuple(fighters), odds)
    return found


def _later(condition: Condition) -> Condition:
    until = condition.until
    return replace(condition, until=replace(until, at=until.at + 2)) if until.when == "round" else condition


def pairs(book: Rulebook, case: tuple[str, Combatant, Combatant, str, Situation]) -> list[tuple[int, int, Choice]]:
    standings = Standings(book)
    mine, theirs = standings.number(fresh(case[1])), standings.number(fresh(case[2]))
    law = Strikes(standings).law(mine, theirs, Action(case[3], case[4]))
    assert law is not None
    return [(a, t, (*one, *other)) for a, one in enumerate(law.attacker) for t, other in enumerate(law.target)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1].name}-{case[3]}")
def test_a_strike_has_the_ends_that_the_fight_has(case: tuple[str, Combatant, Combatant, str, Situation]) -> None:
    book = BOOKS[case[0]]
    every = pairs(book, case)
    for a, t, taken in every if len(every) < 5 else (every[0], every[-1]):
        assert tables(book, case, (a, t)) == ends(book, case, taken)


@pytest.mark.parametrize("id", CASTS)
@given(data=st.data())
def test_a_strike_changes_what_it_changes_without_damage_and_what_its_damage_changes(
    id: str, data: st.DataObject
) -> None:
    book = rulebook(id)
    one, other = (data.draw(st.sampled_from(CASTS[id][:3])) for _ in range(2))
    weapon = data.draw(st.sampled_from(one.weapons))
    attacker = replace(fresh(one), id="a")
    points = data.draw(st.integers(0, other.points or 0))
    target = replace(fresh(other), id="t", points=points)
    matchup = Matchup(as_it_stands(attacker), as_it_stands(target), weapon)
    situation = Situation(prone=data.draw(st.booleans()))
    outcome = play(book.plan(matchup, situation), Seeded(data.draw(st.integers(0, 10**6))))
    taken = tuple(Taken(offer.name) for offer in outcome.offers if data.draw(st.booleans()))
    situation = replace(situation, take=taken)
    outcome = play(book.plan(matchup, situation), Seeded(1), dict(outcome.dice))
    clock = Clock(data.draw(st.integers(1, 4)))

    def after(damage: int) -> list[object]:
        return list(book.after(Strike(matchup, situation, attacker, target, replace(outcome, damage=damage)), clock))

    whole = after(outcome.damage)
    losing = book.lose(target, outcome.damage, clock)
    rest = after(0)
    for change in losing:
        assert change in whole
        whole.remove(change)
    assert whole == rest


def test_choices_go_from_the_cheapest_on() -> None:
    energy = Offer("soak", "target", ("energy", 1), 2)
    shield = Offer("sacrifice", "target", ("shield", 1))
    assert choices([energy, shield]) == (
        (),
        (Taken("soak"),),
        (Taken("soak", 2),),
        (Taken("sacrifice"),),
        (Taken("soak"), Taken("sacrifice")),
        (Taken("soak", 2), Taken("sacrifice")),
    )


def test_a_weapon_that_is_gone_strikes_no_more() -> None:
    standings = Standings(BOOKS["absorption"])
    unarmed = standings.number(replace(fresh(DWARF), lost=("axe",)))
    assert Strikes(standings).law(unarmed, standings.number(fresh(OGRE)), Action("axe")) is None


def test_what_the_rules_do_not_allow_is_an_error() -> None:
    standings = Standings(BOOKS["damage-steps"])
    mine, theirs = standings.number(fresh(KNIGHT)), standings.number(fresh(WRAITH))
    with pytest.raises(AdargaError):
        Strikes(standings).law(mine, theirs, Action("sword", Situation(elect=33)))


def test_a_law_depends_on_forms_alone() -> None:
    standings = Standings(BOOKS["absorption"])
    strikes = Strikes(standings)
    one, other = standings.number(fresh(DWARF)), standings.number(fresh(OGRE))
    hurt = standings.number(replace(fresh(OGRE), points=1))
    assert strikes.law(one, other, Action("axe")) is strikes.law(one, hurt, Action("axe"))


def test_every_book_is_tested() -> None:
    assert {case[0] for case in CASES} == set(CAST)
