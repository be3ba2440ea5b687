"""A blow drawn: its bar, its plan before the dice, and the same blow under other readings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.fight import commands as cmd
from adarga.fight.events import Struck
from adarga.fight.log import Log
from adarga.fight.state import Aim, Refusal
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.plan import outline
from adarga.rules.library import rulebook
from adarga.rules.protocol import Rulebook
from adarga.table.blow.bar import LEAST, WIDTH, blow_bar
from adarga.table.blow.odds import click_odds
from adarga.table.blow.rulings import other_readings
from adarga.table.blow.strike import proposed
from adarga.table.blow.trace import plan_rows
from adarga.telling.fight_words import sayer_of
from adarga.words import Words

CASTS = {
    "absorption": (
        "Ogro 21 level=8 garrote=d10",
        "Thrain 17 constitution=9 dexterity=12 armour=chain-mail shield=medium-shield hacha=d8",
    ),
    "damage-steps": (
        "Ogro 20 defence=13 garrote=2d6[S]+1d4[E]+2",
        "Thrain 24 defence=1 armour=S=3,E=1 resistant=S maza=d8",
    ),
    "percentile": ("Ogro 12 dexterity=12 garrote=2d8+1:90", "Thrain 14 dexterity=14 dodge=40 armour=3 pistola=d6:50"),
}
DICE = {
    "absorption": (("dexterity", (7,)), ("damage", (10,))),
    "damage-steps": (("attack", (18,)), ("damage", (3, 2))),
    "percentile": (("attack", (20,)), ("dodge", (90,)), ("damage", (6, 5))),
}
MISS = {
    "absorption": (("dexterity", (19,)),),
    "damage-steps": (("attack", (1,)),),
    "percentile": (("attack", (99,)),),
}
ATTACK = cmd.Attack(who="Ogro", weapon="garrote", aims=(Aim("Thrain"),))


def fight(base: str) -> tuple[Rulebook, Log]:
    """Two who fight by a book."""
    book, log = rulebook(base), Log()
    for line in CASTS[base]:
        log = told(book, log, joining(book, words_of(line)))
    return book, told(book, log, cmd.NextTurn())


def told(book: Rulebook, log: Log, command: cmd.Command) -> Log:
    """The log after a command that fits."""
    found = log.told(book, command)
    assert not isinstance(found, Refusal)
    return found


def struck(base: str, dice: cmd.Faces) -> tuple[Rulebook, Log, Struck]:
    """A blow with dice that are given."""
    book, log = fight(base)
    log = told(book, told(book, log, ATTACK), cmd.Throw(dice))
    return book, log, next(event for event in log.entries[-1].events if isinstance(event, Struck))


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("base", CASTS)
def test_blocks_add_up_to_the_dice_and_what_a_minimum_adds(base: str, lang: str) -> None:
    book, log, blow = struck(base, DICE[base])
    bar = blow_bar(sayer_of(Words(lang), book, log), blow.trace)
    assert bar is not None
    assert sum(block.points for block in bar.blocks if block.kind != "raised") == bar.rolled
    assert bar.damage == blow.damage > 0
    assert bar.blocks[-1].kind == "through"
    assert {block.kind for block in bar.blocks} == {"stopped", "through"}
    assert str(bar.rolled) in bar.label


@pytest.mark.parametrize("base", CASTS)
def test_blocks_stand_side_by_side_within_the_bar(base: str) -> None:
    book, log, blow = struck(base, DICE[base])
    bar = blow_bar(sayer_of(Words("en"), book, log), blow.trace)
    assert bar is not None
    for left, right in zip(bar.blocks, bar.blocks[1:], strict=False):
        assert left.x + left.width <= right.x
    assert bar.blocks[-1].x + bar.blocks[-1].width <= WIDTH + 2.1
    assert min(block.width for block in bar.blocks) > LEAST / 2


@pytest.mark.parametrize("base", CASTS)
def test_a_miss_has_no_bar(base: str) -> None:
    book, log, blow = struck(base, MISS[base])
    assert blow_bar(sayer_of(Words("es"), book, log), blow.trace) is None


def test_a_minimum_is_drawn_beside_what_got_through() -> None:
    book, log, blow = struck("absorption", (("dexterity", (7,)), ("damage", (8,))))
    bar = blow_bar(sayer_of(Words("es"), book, log), blow.trace)
    assert bar is not None
    assert [(block.kind, block.points) for block in bar.blocks][-2:] == [("through", 1), ("raised", 1)]
    assert bar.damage == blow.damage == 2
    assert [block.name for block in bar.blocks] == ["CON", "cota de malla", "escudo mediano", "pasa", "mínimo"]


@pytest.mark.parametrize("base", CASTS)
def test_bands_of_a_plan_say_how_often_they_fall(base: str) -> None:
    book, log = fight(base)
    plan = proposed(book, log.state, ATTACK, "Thrain")
    rows = [row for row in plan_rows(sayer_of(Words("en"), book, log), outline(plan)) if row.kind == "band"]
    assert rows
    assert all(row.left.endswith("%") for row in rows)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("base", CASTS)
def test_other_readings_begin_with_how_it_is_played_and_all_differ_from_it(base: str, lang: str) -> None:
    book, log = fight(base)
    words = Words(lang)
    first, *others = other_readings(words, book, log.state, ATTACK, "Thrain")
    odds = click_odds(words, book, log.state, ATTACK, "Thrain")
    assert (first.switch, first.hurts, first.drops) == ("", odds.hurts, odds.drops)
    assert others
    assert all((one.hurts, one.drops, one.mean) != (first.hurts, first.drops, first.mean) for one in others)
    assert all(one.switch and one.value for one in others)


def test_a_reading_has_the_exact_odds_of_that_book() -> None:
    book, log = fight("absorption")
    found = other_readings(Words("en"), book, log.state, ATTACK, "Thrain")
    at_most = next(one for one in found if one.hurts == Fraction(2, 5))
    assert found[0].hurts == Fraction(11, 20)
    assert at_most.switch
