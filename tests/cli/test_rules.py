"""`adarga rules` and `adarga schema`."""

from __future__ import annotations

from pathlib import Path

import pytest

from adarga.rules.library import RULEBOOKS
from adarga.rules.rulings import RULINGS
from tests.cli.conftest import Cli

BAD = """
base = "absorption"
id = "bad"
name.en = "bad"
name.es = "malo"

[armours.chain-mail]
absorption = -3
colour = 3

[energy]
when = "afterwards"
"""


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.toml"
    path.write_text(BAD, encoding="utf-8")
    return str(path)


def test_check_says_every_mistake_with_its_path(adarga: Cli, bad: str) -> None:
    done = adarga("rules", "check", bad)
    assert (done.code, done.out) == (2, "")
    lines = done.err.splitlines()
    assert len(lines) == 4
    assert lines[0] == f"{bad}:"
    for path in ("energy.when", "armours.chain-mail.absorption", "armours.chain-mail.colour"):
        assert any(path in line for line in lines)


def test_check_as_json(adarga: Cli, bad: str) -> None:
    done = adarga("rules", "check", bad, "--json", "--lang", "es")
    assert done.code == 2
    assert done.json["ok"] is False
    paths = {mistake["path"] for mistake in done.json["mistakes"]}
    assert paths == {"energy.when", "armours.chain-mail.absorption", "armours.chain-mail.colour"}
    right = adarga("rules", "check", "examples/house.toml", "--json").json
    assert right == {"ok": True, "id": "mesa-del-jueves", "base": "absorption", "mistakes": []}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("book", RULEBOOKS)
def test_show_prints_every_book(adarga: Cli, book: str, lang: str) -> None:
    done = adarga("rules", "show", book, "--lang", lang)
    assert (done.code, done.err) == (0, "")
    data = adarga("rules", "show", book, "--json").json
    assert data["id"] == data["base"] == book
    for section in data["sections"]:
        assert all(len(row) == len(section["columns"]) for row in section["rows"])


def test_show_names_things_in_the_language(adarga: Cli) -> None:
    line = next(line for line in adarga("rules", "show", "absorption").out.splitlines() if "chain-mail" in line)
    assert line.split() == ["chain-mail", "chain", "mail", "75", "4", "d8"]
    assert "cota de malla" in adarga("rules", "show", "absorption", "--lang", "es").out
    assert "dragonhide" in adarga("rules", "show", "examples/house.toml").out


def test_diff_says_what_changes(adarga: Cli) -> None:
    lines = adarga("rules", "diff", "absorption", "examples/house.toml").out.splitlines()
    assert "armours.full-plate.absorption: 5 → 6" in lines
    assert "penetration.capped_by_roll: false → true" in lines
    data = adarga("rules", "diff", "absorption", "examples/house.toml", "--json").json
    assert {"path": "energy.most_per_blow", "before": 0, "after": 3} in data
    assert adarga("rules", "diff", "absorption", "absorption").out == "the two books are the same\n"
    assert adarga("rules", "diff", "absorption", "absorption", "--json").json == []


@pytest.mark.parametrize("book", ["damage-steps", "percentile"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_diff_of_any_two_books_is_as_people_write_and_as_programs_read(adarga: Cli, book: str, lang: str) -> None:
    lines = adarga("rules", "diff", "absorption", book, "--lang", lang).out.splitlines()
    assert not [line for line in lines if "(" in line or "None" in line or "True" in line]
    data = {one["path"]: one["after"] for one in adarga("rules", "diff", "absorption", book, "--json").json}
    if book == "percentile":
        assert data["simplified.rows.d2"] == {"divide": 5, "round": "up"}
        assert any(line.endswith('{ divide = 5, round = "up" }') for line in lines)


def test_roster_is_checked_as_a_roster(adarga: Cli, tmp_path: Path) -> None:
    assert adarga("rules", "check", "examples/puente.toml").out.startswith("examples/puente.toml: no mistakes")
    told = adarga("rules", "check", "examples/puente.toml", "--json").json
    assert (told["ok"], told["base"], told["combatants"][0]) == (True, "absorption", "Brunilda")
    path = tmp_path / "bad.toml"
    path.write_text('rulebook = "absorption"\n[combatants.A]\npoints = "x"\n', encoding="utf-8")
    done = adarga("rules", "check", str(path))
    assert (done.code, done.err.splitlines()[0]) == (2, f"{path}:")
    assert "combatants.A.points" in done.err.splitlines()[1]
    told = adarga("rules", "check", str(path), "--json").json
    assert (told["file"], told["mistakes"][0]["path"]) == (str(path), "combatants.A.points")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_device_is_no_house_book(adarga: Cli, lang: str) -> None:
    line = ["odds", "absorption", "--damage", "d6", "--house", "/dev/zero", "--lang", lang]
    for words in (["rules", "check", "/dev/zero", "--lang", lang], line):
        done = adarga(*words)
        assert (done.code, done.err.startswith("/dev/zero: ")) == (2, True)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--resistant=slahsing", "slashing"),
        ("--vulnerable=fuegos", "fuego"),
        ("--ar slahsing=5", "slashing"),
        ("--resistant=zork", "zork"),
        ("--ar S=5,s=3", "S"),
        ("--ar S=5,corte=3", "S"),
    ],
)
def test_types_misspelt_or_rated_twice_are_refused(adarga: Cli, flags: str, said: str) -> None:
    done = adarga("odds", "damage-steps", "--damage", "d8", *flags.split())
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("flags", ["--ar zork=5 --resistant=zork", "--type S --vulnerable=tajo", "--resistant"])
def test_types_that_something_names_are_taken(adarga: Cli, flags: str) -> None:
    assert adarga("odds", "damage-steps", "--damage", "d8", *flags.split()).code == 0


def test_unknown_books_are_refused(adarga: Cli) -> None:
    done = adarga("rules", "show", "percentil")
    assert (done.code, done.out) == (2, "")
    assert "percentile" in done.err
    assert adarga("rules", "diff", "absorption", "gone.toml").code == 2


@pytest.mark.parametrize("lang", ["en", "es"])
def test_why_reads_every_ruling(adarga: Cli, lang: str) -> None:
    every = adarga("rules", "why", "--lang", lang, "--json").json
    assert [one["id"] for one in every] == list(RULINGS)
    texts = {one["text"] for one in every}
    assert len(texts) == len(RULINGS)
    assert adarga("rules", "why", "a5", "--lang", lang, "--json").json == next(
        one for one in every if one["id"] == "A5"
    )
    assert adarga("rules", "why", "A5", "--lang", lang).out.startswith("A5  ")
    assert adarga("rules", "why", "Z9", "--lang", lang).code == 2


def test_every_ruling_of_a_trace_can_be_read(adarga: Cli) -> None:
    line = "strike absorption --damage d10 --constitution 2 --armour banded --stone-born --seed 1 --json"
    rulings = {entry["ruling"] for entry in adarga(*line.split()).json["trace"]} - {""}
    assert len(rulings) > 2
    assert [ruling for ruling in rulings if adarga("rules", "why", ruling).code] == []


@pytest.mark.parametrize("kind", ["roster", "book"])
def test_schema_is_printed(adarga: Cli, kind: str) -> None:
    schema = adarga("schema", kind).json
    assert schema["$schema"].startswith("https://json-schema.org/draft/2020-12/")
    for book in RULEBOOKS:
        assert adarga("schema", kind, "--rulebook", book).code == 0
