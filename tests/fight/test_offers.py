"""What the table is asked once the damage is known: only what can still change something."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.log import Log, corrected
from adarga.fight.state import Aim, Refusal
from adarga.fight.striking import WaitsForReaction, plan_of, shared, waits_for
from adarga.plan import Outcome, read
from adarga.rules.library import rulebook
from adarga.rules.loading import house
from adarga.rules.protocol import Combatant, Condition, Piece, Situation, Taken, Until, Weapon
from tests.fight.casts import ABSORPTION, CASTS
from tests.fight.table import Table, changes, damage

BOOK = rulebook("absorption")
LASTING = 'id = "lasting"\nbase = "absorption"\n\n[stone_born]\nenergy_per_attack = 3\nlasts = "{}"\n'
DWARF = Combatant(name="Dwarf", points=30, energy=5, constitution=12, stone_born=True)
OGRE = Combatant(name="Ogre", points=20, level=2, weapons=(Weapon(id="club", damage="d12"),))


@st.composite
def struck(draw: st.DrawFn) -> tuple[Table, Aim]:
    """A fight of two and a strike all of whose dice have fallen, with anything on offer."""
    attacker = Combatant(name="A", energy=draw(st.integers(0, 4)), weapons=(Weapon(id="w", damage="d12"),), strength=2)
    target = Combatant(
        name="B",
        points=20,
        energy=draw(st.integers(0, 2)),
        constitution=draw(st.sampled_from((4, 12, 18))),
        stone_born=draw(st.booleans()),
        can_sacrifice=draw(st.booleans()),
        shield=draw(st.sampled_from((None, Piece(id="shield", absorption=2)))),
        item=draw(st.sampled_from((0, 5))),
    )
    aim = Aim("B", draw(st.sampled_from(("full", "half", "none"))))
    fight = Table("absorption", attacker, target)
    faces = (("attack", (15,)), ("damage", (draw(st.integers(1, 12)),)))
    fight.do(cmd.Attack(who="A", weapon="w", aims=(aim,), faces=faces))
    return fight, aim


@settings(max_examples=60, deadline=None)
@given(case=struck())
def test_an_offer_is_open_where_some_taking_of_it_changes_the_damage(case: tuple[Table, Aim]) -> None:
    """Against every taking of everything on offer, one by one."""
    fight, aim = case
    aimed = next(event for event in fight.log.entries[-1].events if isinstance(event, ev.Aimed))
    state = fight.log.at(len(fight.log.entries) - 1)

    def after(times: dict[str, int]) -> Outcome:
        take = tuple(Taken(name, many) for name, many in times.items() if many)
        pending = replace(aimed.pending, situation=Situation(take=take))
        found = read(plan_of(BOOK, state, pending), pending.thrown())
        assert isinstance(found, Outcome)
        return found

    offers = after({}).offers
    ways = [dict(zip([one.name for one in offers], times, strict=True)) for times in
            product(*(range(one.most + 1) for one in offers))]  # fmt: skip
    hurts = {tuple(way.items()): shared(after(way).damage, aim.share) for way in ways}
    needed = {
        one.name
        for one in offers
        if any(hurts[tuple(way.items())] != hurts[tuple((way | {one.name: 0}).items())] for way in ways)
    }
    waits = waits_for(BOOK, fight.state)
    assert {offer.name for offer in waits.offers} == needed if isinstance(waits, WaitsForReaction) else not needed


def test_a_shield_is_not_asked_for_against_no_damage() -> None:
    fight = Table("absorption", replace(ABSORPTION[0], absorption=30, stone_born=False), ABSORPTION[1])
    fight.do(cmd.Attack(who="Ximena", weapon="flame", aims=(Aim("Thrain"),)))
    fight.throw(15, 2, 1, 1)
    assert fight.state.pending is None


def test_soaking_for_the_fight_adds_up_and_is_asked_for_while_it_can_be_bought() -> None:
    fight = Table(house(LASTING.format("fight")), DWARF, OGRE)
    fight.strike("Ogre", "club", "Dwarf", 9)
    fight.do(cmd.React("soak", 2))
    assert fight.fighter("Dwarf").conditions == (Condition("soaking", Until("ever"), 2),)
    fight.strike("Ogre", "club", "Dwarf", 1)
    found = fight.do(cmd.React("soak"))
    assert Condition("soaking", Until("ever"), 3) in fight.fighter("Dwarf").conditions
    assert len(changes(found)) == 3
    assert damage(fight.strike("Ogre", "club", "Dwarf", 9)) == 9 - 1 - 1 - 3
    assert fight.fighter("Dwarf").energy == 2


def test_soaking_for_the_round_ends_with_it() -> None:
    fight = Table(house(LASTING.format("round")), DWARF, OGRE)
    fight.next()
    fight.strike("Ogre", "club", "Dwarf", 9)
    fight.do(cmd.React("soak", 3))
    assert damage(fight.strike("Ogre", "club", "Dwarf", 9)) == 4
    fight.next(2)
    assert fight.fighter("Dwarf").conditions == ()


def test_several_targets_share_the_attackers_dice_and_throw_their_own() -> None:
    fight = Table("absorption", *CASTS["absorption"])
    aims = (Aim("Goblin"), Aim("Ximena"), Aim("Thrain"))
    fight.do(cmd.Attack(who="Ogre", weapon="club", aims=aims))
    fight.throw(5, 6)
    fight.throw(20, 1)
    assert isinstance(waits_for(fight.book, fight.state), WaitsForReaction)
    fight.do(cmd.Decline("target"))
    struck = [event for entry in fight.log.entries for event in entry.events if isinstance(event, ev.Struck)]
    assert [dict(one.faces) for one in struck] == [
        {"damage": (5, 6)},
        {"dexterity": (20,)},
        {"dexterity": (1,), "damage": (5, 6)},
    ]


def test_other_dice_are_thrown_anew_and_a_later_target_takes_those_that_fit_it() -> None:
    plain = Combatant(name="Plain", points=20, defence=5)
    tough = replace(plain, name="Tough", resistant=("all",))
    odile = Combatant(name="Odile", weapons=(Weapon(id="w", damage="d8", type=("S",), bonus=5),))
    fight = Table("damage-steps", odile, plain, tough, replace(plain, name="Other"))
    fight.do(cmd.Attack(who="Odile", weapon="w", aims=(Aim("Plain"), Aim("Tough"), Aim("Other"))))
    fight.throw(10, 7)
    fight.throw(3)
    struck = [event for entry in fight.log.entries for event in entry.events if isinstance(event, ev.Struck)]
    assert [(one.damage, dict(one.faces)["attack"]) for one in struck] == [(7, (10,)), (3, (10,)), (7, (10,))]


def test_a_correction_that_brings_an_offer_declines_it_where_nobody_was_asked() -> None:
    target = Combatant(name="B", points=20, constitution=18)
    attacker = Combatant(name="A", energy=3, strength=2, weapons=(Weapon(id="w", damage="d12"),))
    fight = Table("absorption", attacker, target)
    fight.strike("A", "w", "B", 15, 12)
    line = len(fight.log.entries) - 1
    fight.do(cmd.Lose("B", 1))
    assert isinstance(fight.log, Log)
    found = corrected(BOOK, fight.log, line, cmd.Throw((("damage", (1,)),)))
    assert not isinstance(found, Refusal)
    assert (found.refused, found.added) == ((), (line + 1,))
    assert found.changed == ((line, line), (line + 1, line + 2))
    assert found.log.entries[line + 1].command == cmd.Decline("attacker")
    assert found.log.state.fighter("B").points == 20 - 3 - 1


def test_a_correction_says_of_an_answer_that_it_is_not_on_offer_any_more() -> None:
    fight = Table("absorption", DWARF, replace(OGRE, level=8))
    fight.strike("Ogre", "club", "Dwarf", 10)
    fight.do(cmd.React("soak"))
    fight.do(cmd.Lose("Dwarf", 1))
    found = corrected(BOOK, fight.log, 3, cmd.Throw((("damage", (1,)),)))
    assert not isinstance(found, Refusal)
    assert [(at, one.reason.key) for at, one in found.refused] == [(4, "fight.refused.nothing_waits")]
    assert found.added == ()
