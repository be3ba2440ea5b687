"""What is typed and answered: foes with a skill, names in the language spoken, why the strike under way is as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adarga.cli.fight_file import Asked, open_fight
from adarga.cli.fight_session import Session
from adarga.dice import Seeded
from adarga.words import Words

Typed = Callable[..., str]


@pytest.fixture
def typed(tmp_path: Path) -> Iterator[Typed]:
    """The last answer to lines typed at a fight of a book, the same one all through a test."""
    with contextlib.ExitStack() as stack:
        sessions: dict[str, Session] = {}

        def answered(*lines: str, book: str = "percentile") -> str:
            if book not in sessions:
                fight = open_fight(Asked(tmp_path / f"{book}.adarga", rulebook=book))
                stack.enter_context(fight.file)
                sessions[book] = Session(Words("es"), fight, Seeded(1))
            return "\n".join([sessions[book].answer(line) for line in lines][-1])

        yield answered


def test_a_quickly_added_foe_has_a_skill_and_can_miss(typed: Typed) -> None:
    said = typed("añade Cabo 10 fusil=d8:60", "añade Inés 9", "ataca cabo inés ataque=61")
    assert said == "Cabo golpea a Inés (fusil): falla, 0 de daño"


@pytest.mark.parametrize("attack", ["d6 habilidad=60", "d6 skill=60", "d6:60"])
def test_plain_dice_take_a_skill(typed: Typed, attack: str) -> None:
    said = typed("añade Cabo 10", "añade Inés 9", f"ataca cabo inés {attack} ataque=61")
    assert said == "Cabo golpea a Inés (d6:60): falla, 0 de daño"


def test_elsewhere_it_is_the_bonus(typed: Typed) -> None:
    lines = ("añade X 10 garra=d8:2", "añade Y 9 defensa=15", "ataca x y ataque=13 daño=4")
    assert "acierta, 4 de daño" in typed(*lines, book="damage-steps")


def test_a_book_whose_attacks_have_no_number_says_so(typed: Typed) -> None:
    assert "no tienen habilidad" in typed("añade X 9 garra=d6:60", book="absorption")


def test_a_weapon_of_its_own_keeps_its_skill(typed: Typed) -> None:
    assert "lleva lo suyo" in typed("añade Cabo 10 fusil=d8:60", "añade Inés 9", "ataca cabo inés habilidad=90")


def test_a_typed_skill_is_corrected(typed: Typed) -> None:
    said = typed("añade Cabo 10", "añade Inés 9", "ataca cabo inés d6:60 ataque=65 daño=2", "corrige 3 habilidad=70")
    assert "(d6:70): acierta" in said


def test_what_can_be_typed_is_listed_in_the_language_spoken(typed: Typed) -> None:
    said = typed("añade Cabo 10", "añade Inés 9", "ataca cabo inés des=1")
    assert "ataque, destreza, esquiva" in said
    assert "efectividad" in said
    assert "steps" not in said
    assert typed("c").endswith("libra, condición, corrige, cura, carga")


def test_a_mistake_in_a_sheet_names_the_field_as_it_is_typed(typed: Typed) -> None:
    said = typed("añade W 5 armadura=zzz")
    assert said.startswith("armadura: ")
    assert "combatants" not in said


def test_the_hidden_one_is_revealed_and_the_seen_one_hidden(typed: Typed) -> None:
    both = ("añade Ogro 5", "añade Ogro 9 oculto")
    assert typed(*both, "muestra ogro").startswith("(Ogro) se deja ver")
    assert typed("oculta ogro 2").startswith("Ogro 2 ya no se ve")


@pytest.mark.parametrize("condition", ["a-cubierto", "a cubierto", "A_Cubierto", "cubierta"])
def test_a_condition_in_another_spelling_is_the_known_one(typed: Typed, condition: str) -> None:
    assert typed("añade Ana 5", f"estado ana {condition}").startswith("Ana: a cubierto")
    assert typed("libra ana cubierto").startswith("Ana: ya no: a cubierto")


def test_one_made_up_is_cleared_in_any_spelling(typed: Typed) -> None:
    assert "ya no: Envenenado" in typed("añade Ana 5", "estado ana Envenenado", "libra ana envenenado")


def test_why_tells_the_game_masters_word(typed: Typed) -> None:
    said = typed("añade A 10", "añade B 9", "ataca a b d6", "manda 3 5", "porqué")
    assert said.endswith("los dados decían 5: el director de juego dice 3")


def test_why_is_of_the_strike_under_way(typed: Typed) -> None:
    lines = ("añade A 10", "añade B 9 esquiva=40", "ataca a b d6:50", "45", "porqué")
    said = typed(*lines)
    assert "habilidad 50: 50 o menos    d100 → 45  acierta" in said
    assert said.endswith("B: d100 de esquiva. Escriba lo que salió, o r para tirar.")


def test_why_while_an_offer_waits_is_of_that_strike(typed: Typed) -> None:
    foes = ("añade Orco 9 nivel=3", "añade Enano 9 con=12 escudo=small")
    said = typed(*foes, "ataca orco enano d6 daño=1", "ataca enano orco d8", "porqué", book="absorption")
    assert said.startswith("Enano → Orco")


def test_healing_is_asked_for_as_healing(typed: Typed) -> None:
    said = typed("añade Ana 10", "daña ana 4", "pasa 7d")
    assert "d3 de curación" in said
    assert typed("2") == "Ana, tirada de curación: 2\nAna: se cura 2: 8 puntos"
