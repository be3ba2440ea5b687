"""What is typed and cannot be meant so: no text, marks that are not seen, numbers without end, odd counts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from adarga.cli.fight_file import Asked, open_fight, read_only
from adarga.cli.fight_session import Session
from adarga.dice import Seeded
from adarga.fight.commands import React
from adarga.words import Words
from tests.cli.conftest import Cli, Done
from tests.source import ROOT


@pytest.fixture
def piped(adarga: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty fight in a file."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    adarga("fight", str(tmp_path / "a.adarga"), "--rulebook", "absorption")
    return tmp_path / "a.adarga"


def typed(adarga: Cli, monkeypatch: pytest.MonkeyPatch, file: Path, lines: bytes) -> Done:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
    return adarga("fight", str(file))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"add \xff\xfe 10", "U+DCFE, U+DCFF"),
        ("add ab\u202ecd 10".encode(), "U+202E"),
        (b"add a\x1b[31mb 10", "U+001B"),
        (b"add a\x00b 10", "U+0000"),
        (b"undo 99999999999999", "99999999999999 is too long a number"),
        (b"add -1 x Hidqz 8", "from 1 to 99"),
        (b"add 999999999 x Goblin 5", "from 1 to 99"),
        (b"add 1.5x Goblin 5", "from 1 to 99"),
        (b"add 100 x Goblin 5", "99"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused_and_the_next_is_done(
    adarga: Cli, monkeypatch: pytest.MonkeyPatch, piped: Path, line: bytes, told: str
) -> None:
    done = typed(adarga, monkeypatch, piped, line + b"\nadd \xc3\x91u 10\n")
    assert (done.code, done.err) == (0, "")
    assert told in done.out
    assert [seat.id for seat in read_only(piped)[1].state.seats] == ["\u00d1u"]


def test_a_roster_with_marks_in_its_names_is_refused(
    adarga: Cli, monkeypatch: pytest.MonkeyPatch, piped: Path, tmp_path: Path
) -> None:
    roster = tmp_path / "r.toml"
    roster.write_text('rulebook = "absorption"\n[combatants."a\\u202Eb"]\npoints = 3\n', encoding="utf-8")
    done = typed(adarga, monkeypatch, piped, f"load '{roster}'\n".encode())
    assert "U+202E" in done.out
    assert not read_only(piped)[1].state.seats


def session(path: Path, roster: str, lang: str) -> Iterator[Session]:
    file = ROOT / "examples" / f"{roster}.toml"
    fight = open_fight(Asked(path / f"{roster}.adarga", roster=file))
    with fight.file:
        found = Session(Words(lang), fight, Seeded(1))
        found.answer(f"load '{file}'")
        yield found


@pytest.fixture
def puente(tmp_path: Path) -> Iterator[Session]:
    yield from session(tmp_path, "puente", "es")


@pytest.fixture
def crypt(tmp_path: Path) -> Iterator[Session]:
    yield from session(tmp_path, "cripta", "es")


def said(one: Session, *lines: str) -> str:
    return "\n".join(text for line in lines for text in one.answer(line))


@pytest.mark.parametrize(
    "line", ["sacrificar el escudo", "sacrificar", "sacrifica", "escudo", "toma sacrifica el escudo", "sacrificar 1"]
)
def test_an_offer_is_taken_by_the_words_it_is_shown_in(puente: Session, line: str) -> None:
    said(puente, "n", "ataca ogro brun destreza=4", "5 6")
    assert "queda destruido" in said(puente, line)


@pytest.mark.parametrize("line", ["aguantar", "aguanta", "aguantar 1", "toma aguantar"])
def test_soak_is_taken_in_either_form(puente: Session, line: str) -> None:
    said(puente, "n", "ataca ogro brun destreza=4", "6 6")
    assert "aguanta:" not in said(puente, line)
    assert puente.log.entries[-1].command == React("soak")


def test_an_offer_that_is_not_there_is_named_whole(puente: Session) -> None:
    said(puente, "n", "ataca ogro brun destreza=4", "5 6")
    assert "número" not in said(puente, "sacrifica el tejado")
    assert puente.state.pending is not None


def test_how_many_dice_are_due_is_told(crypt: Session) -> None:
    assert "Guardián de hueso: d20 de" in said(crypt, "n", "ataca guardián odile")
    assert "3d4 de daño" in said(crypt, "19")
    assert "2d4 de daño" in said(crypt, "2")
    assert "golpea" in said(crypt, "3 4")


def test_a_strike_called_off_is_told(crypt: Session) -> None:
    assert "abandonado" in said(crypt, "n", "ataca guardián odile", "deja")
    assert "abandonado" in said(crypt, "registro")


def test_things_and_conditions_are_listed_by_name(crypt: Session) -> None:
    told = said(crypt, "n", "ataca odile tomé hacha de mano x", "quítate odile yelmo", "cond odile")
    assert "espada larga, daga" in told
    assert "peto de acero" in told
    assert "tumbado" in told
    assert "longsword" not in told


def test_a_later_word_of_a_name_is_enough_where_one_has_it(crypt: Session) -> None:
    assert "Guardián de hueso" in said(crypt, "daña hue 1")
    assert "están: Odile, Tomé" in said(crypt, "daña zzz 1")
    assert "lo más parecido: Odile" in said(crypt, "daña odlie 1")


def test_a_piece_that_was_taken_off_is_put_on_again(crypt: Session) -> None:
    piece = crypt.state.fighter("Odile").combatant.armour
    said(crypt, "quítate odile peto")
    assert crypt.state.fighter("Odile").combatant.armour == ()
    said(crypt, "ponte odile peto de acero")
    assert crypt.state.fighter("Odile").combatant.armour == piece


def test_a_shield_that_was_taken_off_is_put_on_again(puente: Session) -> None:
    shield = puente.state.fighter("Brunilda").combatant.shield
    said(puente, "quítate brun escudo")
    assert puente.state.fighter("Brunilda").combatant.shield is None
    said(puente, "ponte brun escudo")
    assert puente.state.fighter("Brunilda").combatant.shield == shield
