"""`adarga matrix`: each cell is what `adarga odds` says, in each book; what an axis or a line has wrong."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

# The line, what varies down and across, and for each value the flags that say the same to `odds`.
CELLS = {
    "weapons put in place of the sheet's, flags on each": (
        [
            "absorption",
            "--roster",
            "examples/puente.toml",
            "--attacker",
            "aldo",
            "--target",
            "ogro",
            "--effectiveness",
            "1",
        ],
        (
            "weapons=estoque,throwing knife",
            {"estoque": ["--weapon", "estoque"], "knife": ["--weapon", "throwing knife"]},
        ),
        ("absorption=0,3", {"0": ["--absorption", "0"], "3": ["--absorption", "3"]}),
    ),
    "armours by name": (
        ["absorption", "--damage", "d10", "--constitution", "10", "--dexterity", "12"],
        ("armours=leather,placas", {"leather": ["--armour", "leather"], "placas": ["--armour", "placas"]}),
        ("shield=small,grande", {"small": ["--shield", "small"], "grande": ["--shield", "grande"]}),
    ),
    "a test made with the weapon's own characteristic": (
        ["absorption", "--house", "house.toml", "--attack-characteristic", "7"],
        ("weapons", {"sling": ["--weapon", "sling"], "club": ["--weapon", "club"]}),
        ("penetration=0,3", {"0": ["--penetration", "0"], "3": ["--penetration", "3"]}),
    ),
    "ratings, whether worn said apart": (
        ["damage-steps", "--damage", "d8+1", "--not-worn", "--non-lethal"],
        ("ar=2,2H,S=3", {"2": ["--ar", "2"], "2H": ["--ar", "2H"], "S=3": ["--ar", "S=3"]}),
        ("ap=-1,1", {"-1": ["--ap", "-1"], "1": ["--ap", "1"]}),
    ),
    "defence without a bonus": (
        ["damage-steps", "--weapon", "dagger", "--resistant"],
        ("defence=5,12", {"5": ["--defence", "5"], "12": ["--defence", "12"]}),
        ("steps=0,2", {"0": ["--steps", "0"], "2": ["--steps", "2"]}),
    ),
    "bonus against a defence that varies": (
        ["damage-steps", "--bonus", "3", "--ar", "1"],
        ("defence=5,12", {"5": ["--defence", "5"], "12": ["--defence", "12"]}),
        ("damage=d6,2d4", {"d6": ["--damage", "d6"], "2d4": ["--damage", "2d4"]}),
    ),
    "a reaction and its percentage": (
        ["percentile", "--damage", "d8", "--skill", "70", "--armour", "1"],
        ("block=0,45", {"0": ["--block", "0"], "45": ["--block", "45"]}),
        ("simplified=no,yes", {"no": ["--not-simplified"], "yes": ["--simplified"]}),
    ),
}
HOUSE = """base = "absorption"
[weapons.sling]
damage = "d4"
test = "dexterity"
[weapons.club]
damage = "d6"
"""


@pytest.mark.parametrize("case", CELLS)
@pytest.mark.parametrize("turned", [False, True])
def test_every_cell_is_the_odds_of_its_line(adarga: Cli, case: str, turned: bool, tmp_path: Path) -> None:
    line, down, across = CELLS[case]
    (tmp_path / "house.toml").write_text(HOUSE, encoding="utf-8")
    line = [f"{tmp_path}/house.toml" if word == "house.toml" else word for word in line]
    rows, columns = (across, down) if turned else (down, across)
    told = adarga("matrix", *line, "--rows", rows[0], "--columns", columns[0], "--json", "--exact").json
    assert len(told["values"]) == len(rows[1])
    for row, flags in zip(told["values"], rows[1].values(), strict=True):
        for cell, more in zip(row, columns[1].values(), strict=True):
            assert cell == adarga("odds", *line, *flags, *more, "--json", "--exact").json["mean"]


def test_text_csv_and_json_say_the_same(adarga: Cli) -> None:
    line = ("matrix", "damage-steps", "--rows", "damage=d6,2d6", "--columns", "ar=0,2,11")
    told = adarga(*line, "--json").json
    assert told["rulebook"] == "damage-steps"
    assert told["measure"] == "mean"
    assert told["columns"] == {
        "name": "ar", "labels": [{"en": text, "es": text} for text in ("0", "2", "11")], "prices": [None] * 3,
    }  # fmt: skip
    lines = list(csv.reader(io.StringIO(adarga(*line, "--csv").out)))
    assert lines[0] == ["damage / ar", "0", "2", "11"]
    assert [[float(cell) for cell in one[1:]] for one in lines[1:]] == told["values"]
    text = adarga(*line).out.splitlines()
    assert text[0] == "mean damage: --damage down, --ar across"
    assert text[-2].split()[:2] == ["d6", "3.50"]
    exact = adarga(*line, "--exact").out.splitlines()
    assert exact[-1].split() == ["2d6", "7", "5", "1/36"]
    assert Fraction(exact[-2].split()[2]) == Fraction(10, 6)


def test_exact_columns_too_wide_go_on_below_none_cut(adarga: Cli) -> None:
    line = ("matrix", "damage-steps", "--damage", "3d6+1", "--points", "9", "--measure", "rounds", "--exact")
    told = adarga(*line, "--rows", "ap=0,1", "--columns", "ar=2..7", "--json").json["values"]
    shown = adarga(*line, "--rows", "ap=0,1", "--columns", "ar=2..7").out
    assert shown.count("\n\n") > 1
    assert all(cell in shown for row in told for cell in row)


def test_never_best_names_what_beats_and_what_does_the_same(adarga: Cli) -> None:
    line = ("matrix", "absorption", "--rows", "armours", "--columns", "damage=d6,d10", "--never-best")
    said = adarga(*line).out
    assert "breastplate (100): never worse, and better somewhere: chain mail (75)" in said
    assert "ring mail (30): does the same for less: leather armour (10), hide armour (10)" in said
    told = {one["label"]["en"]: one for one in adarga(*line, "--json").json["never_best"]["rows"]}
    assert [one["label"]["es"] for one in told["breastplate"]["beaten_by"]] == ["cota de malla"]
    assert told["full plate"] == {
        "label": {"en": "full plate", "es": "armadura completa de placas"},
        "price": 1000,
        "beaten_by": [],
        "matched_by": [],
    }
    alone = adarga("matrix", "absorption", "--rows", "armours=leather", "--columns", "damage=d6", "--never-best")
    assert alone.out.endswith("none: each is the best somewhere at its price\n")


def test_it_speaks_spanish(adarga: Cli) -> None:
    said = adarga(
        "matrix",
        "absorption",
        "--damage",
        "d8",
        "--rows",
        "armours=ninguna,cuero",
        "--columns",
        "item=0,2",
        "--lang",
        "es",
    ).out
    assert said.startswith("daño medio: armaduras hacia abajo, --item a lo ancho\n")
    assert "nada" in said
    assert "4,63" in said


MISTAKES = {
    "--columns is missing: weapons, armours, shields or FLAG=VALUES, as ar=0..20": ["absorption", "--rows", "armours"],
    "--damage has no place here: damage is what varies": [
        "absorption", "--damage", "d6", "--rows", "damage=d4", "--columns", "item=1",
    ],
    "--weapon has no place here: weapons is what varies": [
        "damage-steps", "--weapon", "dagger", "--rows", "weapons", "--columns", "ap=1",
    ],
    "--absorption and --armour do not go together": [
        "absorption", "--damage", "d6", "--absorption", "3", "--rows", "armours", "--columns", "effectiveness=1",
    ],
    "--dodge and --block do not go together": [
        "percentile", "--damage", "d6", "--skill", "50", "--rows", "dodge=10", "--columns", "block=10",
    ],
    "--bonus needs --defence": ["damage-steps", "--damage", "d6", "--rows", "bonus=1", "--columns", "ap=1"],
    "--csv and --json do not go together": [
        "damage-steps", "--damage", "d6", "--rows", "ar=1", "--columns", "ap=1", "--csv", "--json",
    ],
    "this measure needs the target's hit points: --points N": [
        "damage-steps", "--damage", "d6", "--rows", "ar=1", "--columns", "ap=1", "--measure", "drops",
    ],
    "this measure is a duel and needs the hit points of the one who strikes: take both from a roster "
    "(--roster FILE --attacker NAME --target NAME)": [
        "damage-steps", "--damage", "d6", "--points", "9", "--rows", "ar=1", "--columns", "ap=1", "--measure", "wins",
    ],
    "--never-best needs weapons, armours or shields as rows or columns": [
        "damage-steps", "--damage", "d6", "--rows", "ar=1", "--columns", "ap=1", "--never-best",
    ],
    "none of these weapons has a price": [
        "damage-steps", "--rows", "weapons", "--columns", "ap=1", "--never-best",
    ],
    "this book names no weapons: use --roster or --house, or vary damage=d6,d8": [
        "absorption", "--rows", "weapons", "--columns", "item=1",
    ],
}  # fmt: skip


@pytest.mark.parametrize("said", MISTAKES)
def test_mistakes_are_said_once(adarga: Cli, said: str) -> None:
    done = adarga("matrix", *MISTAKES[said])
    assert (done.code, done.out, done.err) == (2, "", said + "\n")


def test_place_of_a_mistaken_value_is_shown(adarga: Cli) -> None:
    done = adarga("matrix", "absorption", "--damage", "d8", "--rows", "item=0..3,x", "--columns", "energy=0")
    assert done.err.splitlines()[1:] == ["  item=0..3,x", "            ^"]


def test_fractions_too_long_to_write_are_refused(adarga: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adarga.cli.matrix.MOST_DIGITS", 20)
    line = ("matrix", "absorption", "--damage", "d20", "--points", "60", "--measure", "rounds", "--exact")
    done = adarga(*line, "--rows", "item=1", "--columns", "energy=0")
    assert (done.code, done.out) == (2, "")
    assert "at most 20: without --exact there are decimals" in done.err


def test_chart_is_written_and_said(adarga: Cli, tmp_path: Path) -> None:
    line = ("matrix", "damage-steps", "--rows", "weapons", "--columns", "ar=0,3", "--measure", "hurts")
    file = tmp_path / "matrix.json"
    assert adarga(*line, "--chart", str(file)).out.startswith("chart: ")
    assert "Chance to hurt" in file.read_text(encoding="utf-8")
    assert adarga(*line, "--chart", str(tmp_path / "matrix.xyz")).code == 2
