"""A fight at the terminal: later words of names, hidden ones by name, amounts, and what a correction says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from adarga.cli.fight_file import Asked, open_fight
from adarga.cli.fight_session import Session
from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.events import Aimed
from adarga.fight.state import Aim, Pending, Seat
from adarga.plan import Blow
from adarga.rules.protocol import Combatant, Condition, Fighter, Piece, Situation, Taken, Until, Weapon
from adarga.rules.values import Names, Rating
from adarga.telling.fight_diff import FIELDS, differences
from adarga.words import LANGUAGES, Words
from tests.source import ROOT


@pytest.fixture
def trench(tmp_path: Path) -> Iterator[Session]:
    yield from session(tmp_path, "trinchera")


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Session]:
    yield from session(tmp_path, "puente")


def session(path: Path, roster: str) -> Iterator[Session]:
    file = ROOT / "examples" / f"{roster}.toml"
    fight = open_fight(Asked(path / "a.adarga", roster=file))
    with fight.file:
        found = Session(Words("en"), fight, Seeded(1))
        found.answer(f"load '{file}'")
        yield found


def said(one: Session, *lines: str) -> str:
    return "\n".join(text for line in lines for text in one.answer(line))


def test_a_later_word_of_a_name_names_the_target(trench: Session) -> None:
    said(trench, "attack inés roj revolver", "drop", "attack inés bruno and roj revolver")
    assert trench.log.entries[-1].command.aims == (Aim("Bruno"), Aim("Sargento Rojas"))  # type: ignore[union-attr]
    first = trench.log.entries[-3].command
    assert isinstance(first, cmd.Attack)
    assert (first.who, first.aims) == ("Inés", (Aim("Sargento Rojas"),))


def test_a_later_word_that_is_the_weapons_or_an_option_is_that(trench: Session) -> None:
    said(trench, "next", "add 'Fusil con patas' 5")
    acting = trench.state.acting[0]
    weapon = trench.state.fighter(acting).combatant.weapons[0]
    other = next(seat.id for seat in trench.state.seats if seat.id != acting)
    said(trench, f"attack '{other}' {weapon.name.en.split()[-1]}", "drop")
    command = trench.log.entries[-2].command
    assert isinstance(command, cmd.Attack)
    assert (command.who, command.weapon) == (acting, weapon.id)
    said(trench, f"attack '{other}' '{weapon.name.en}' r")
    again = trench.log.entries
    assert any(isinstance(one.command, cmd.Throw) for one in again)


def test_a_later_word_that_several_have_is_asked_about(trench: Session) -> None:
    said(trench, "add 'Cabo Rojas' 5")
    assert said(trench, "attack inés rojas revolver") == "“rojas” may be any of these: Sargento Rojas, Cabo Rojas"


def test_who_waits_may_be_named_by_a_later_word(trench: Session) -> None:
    said(trench, "next")
    while "Sargento Rojas" not in trench.state.acting:
        said(trench, "next")
    assert "waits to 2" in said(trench, "wait roj 2")


def test_hidden_ones_are_named_without_their_brackets_where_nobody_seen_is(bridge: Session) -> None:
    said(bridge, "add Lobo 5 hidden", "hurt lobo 1")
    assert bridge.state.fighter("(Lobo)").points == 4
    said(bridge, "add Lobo 5", "hurt lobo 2", "hurt (lo 1")
    assert (bridge.state.fighter("Lobo").points, bridge.state.fighter("(Lobo)").points) == (3, 3)
    assert said(bridge, "reveal (lobo)") == "(Lobo) is seen; called Lobo 2 from now on"
    assert "kept for who is hidden" in said(bridge, "add (Lobo) 5")


def test_what_was_worn_is_remembered_under_a_new_name(bridge: Session) -> None:
    said(bridge, "doff brunilda chain", "hide brunilda", "don brunilda chain")
    assert [piece.id for piece in bridge.state.fighter("(Brunilda)").combatant.armour] == ["chain-mail"]
    said(bridge, "reveal brunilda", "doff brunilda chain", "don brunilda chain")
    assert [piece.id for piece in bridge.state.fighter("Brunilda").combatant.armour] == ["chain-mail"]


def test_a_condition_may_be_more_than_one(bridge: Session) -> None:
    assert said(bridge, "cond brunilda soaking x2 3r") == "Brunilda: soaking × 2 (by the game master's hand)"
    assert "soaking × 2" in said(bridge, "show")
    assert bridge.state.fighter("Brunilda").conditions == (Condition("soaking", Until("round", 2), 2),)


def test_the_damage_is_set_along_with_the_last_dice(bridge: Session) -> None:
    said(bridge, "attack ogro aldo dexterity=2")
    assert "the game master says 3" in said(bridge, "override 3 6 6")
    assert bridge.state.fighter("Aldo").points == 11
    said(bridge, "attack ogro aldo dexterity=2", "override 2 r")
    assert bridge.state.fighter("Aldo").points == 9
    said(bridge, "attack ogro aldo dexterity=2")
    before = bridge.log
    for line in ("override 2 x", "override", "override 2 6 6 6", "override -1 6 6"):
        assert said(bridge, line)
        assert bridge.log == before


def test_a_correction_that_reads_the_same_says_what_differs(bridge: Session) -> None:
    said(bridge, "add Lobo 7")
    line = len(bridge.log.entries)
    assert said(bridge, f"correct {line} add Lobo 9 level=3") == "\n".join(
        (
            f"line {line} reads the same: Lobo enters the fight",
            "  what differs: points: 7 → 9",
            "  what differs: level: nothing → 3",
            "Type yes to make it so, no to leave it.",
        )
    )


def test_every_field_that_may_differ_has_a_name() -> None:
    holders = {"fighter", "combatant", "id", "until", "when", "at", "target", "hardness", "helpless"}
    for kind in (Seat, Combatant, Weapon, Piece, Condition, Situation, Aim):
        assert {one.name for one in fields(kind)} <= {*FIELDS, *holders}, kind
    for lang in LANGUAGES:
        assert all(Words(lang).say(f"fight_cli.field.{name}") for name in FIELDS)


def test_differences_are_said_in_words() -> None:
    words = Words("en")

    def seat(**sheet: object) -> Seat:
        return Seat(fighter=Fighter(id="A", combatant=Combatant(**sheet)))  # type: ignore[arg-type]

    sword = Weapon(id="s", name=Names("sword", "espada"), damage="d6")
    hide = Piece(id="h", ar=(Rating("S", 2, 1),))
    assert differences(words, seat(), seat(weapons=(sword,), stone_born=True)) == [
        "stone-born: no → yes",
        "weapons: nothing → sword",
    ]
    assert differences(words, seat(armour=(Piece(id="h"),)), seat(armour=(hide,))) == [
        "armour, armour rating: nothing → S=2+1H"
    ]
    assert differences(words, Condition("prone"), Condition("prone", Until("round", 3))) == [
        "lasts: until it is cleared → to the end of round 3"
    ]
    assert differences(words, Situation(), Situation(take=(Taken("soak"),))) == ["taken: nothing → soak"]
    aimed = Aimed(Pending(attacker="A", weapon="w", aims=(Aim("B"),), situation=Situation(), faces=(("damage", (3,)),)))
    other = replace(aimed.pending, aims=(Aim("B", "half"),), situation=Situation(reaction="dodge"))
    assert differences(Words("es"), aimed, Aimed(replace(other, faces=(("damage", (4,)),)))) == [
        "objetivos, parte: todo → mitad",
        "reacción: mejor → esquiva",
        "dados: daño 3 → daño 4",
    ]
    assert differences(words, (Blow(),), (Blow(marks=("telling",)),)) == [
        "the same in words; the rules behind it give other reasons"
    ]


def test_the_next_of_several_targets_is_named_when_its_die_is_asked_for(trench: Session) -> None:
    shown = said(trench, "attack inés roj and bruno revolver attack=12 dodge=99 damage=5")
    assert shown.splitlines()[-2:] == [
        "Inés against Bruno: attack 12",
        "Bruno: d100 for dodge. Type what fell, or r to roll.",
    ]
