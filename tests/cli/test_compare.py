"""`adarga compare`: two books on one roster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

LINE = ("compare", "absorption", "examples/house.toml", "--roster", "examples/puente.toml")


def test_moves_are_told_the_most_first(adarga: Cli) -> None:
    told = adarga(*LINE, "--json").json
    assert (told["before"], told["after"], told["strikes"]) == ("absorption", "mesa-del-jueves", 28)
    most = [max(abs(move["ratio"] - 1) for move in one["moves"]) for one in told["moved"]]
    assert most == sorted(most, reverse=True)
    first = told["moved"][0]
    for move in first["moves"]:
        assert move["change"] == pytest.approx(move["after"] - move["before"])
        assert move["ratio"] == pytest.approx(move["after"] / move["before"])


def test_each_move_is_what_odds_say_under_each_book(adarga: Cli) -> None:
    told = adarga(*LINE, "--json").json
    one = next(one for one in told["moved"] if (one["attacker"], one["target"]) == ("Aldo", "Ximena"))
    line = ("odds", "absorption", "--roster", "examples/puente.toml", "--attacker", "Aldo", "--target", "Ximena")
    weapon = ("--weapon", one["weapon"]["es"], "--json")
    mean = next(move for move in one["moves"] if move["measure"] == "mean")
    assert mean["before"] == adarga(*line, *weapon).json["mean"]
    assert mean["after"] == adarga(*line, *weapon, "--house", "examples/house.toml").json["mean"]


def test_text_says_how_many_move_and_shows_so_many(adarga: Cli) -> None:
    lines = adarga(*LINE, "--most", "2").out.splitlines()
    assert lines[0] == "Absorption → Thursday's table: 8 of 28 strikes move"
    assert lines[-1] == "and 6 more: --most 0 shows all"
    assert sum(": " in line and "→" in line for line in lines[3:]) == 2
    every = adarga(*LINE, "--most", "0", "--lang", "es").out
    assert every.startswith("Absorción → La mesa del jueves: cambian 8 de 28 golpes\n")
    assert "proyectil" not in every


def test_one_measure_and_the_order_by_its_change(adarga: Cli) -> None:
    told = adarga(*LINE, "--measure", "mean", "--rank", "absolute", "--json").json
    changes = [abs(one["moves"][0]["change"]) for one in told["moved"]]
    assert changes == sorted(changes, reverse=True)
    assert {move["measure"] for one in told["moved"] for move in one["moves"]} == {"mean"}


def test_same_book_twice_moves_nothing(adarga: Cli) -> None:
    done = adarga("compare", "percentile", "percentile", "--roster", "examples/trinchera.toml")
    assert done.out == "percentile → percentile: 0 of 18 strikes move\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("absorption", "absorption"), "--roster is missing: the file of those who strike each other"),
        (("absorption", "percentile", "--roster", "examples/puente.toml"), "percentile"),
        (("percentile", "percentile", "--roster", "examples/puente.toml"), "absorption"),
        ((*LINE[1:], "--measure", "best"), "“best” is no measure"),
        (("absorption", "nowhere.toml", "--roster", "examples/puente.toml"), "nowhere.toml"),
        (("absorption", "absorption", "--roster", "nobody.toml"), "nobody.toml"),
    ],
)
def test_mistakes_are_said(adarga: Cli, line: tuple[str, ...], said: str) -> None:
    done = adarga("compare", *line)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_infinite_ends_are_told(adarga: Cli, tmp_path: Path) -> None:
    roster, house = tmp_path / "roster.toml", tmp_path / "house.toml"
    roster.write_text(
        'rulebook = "damage-steps"\n[combatants.A]\nweapons = [{ name = "rod", damage = "d4", type = "S" }]\n'
        '[combatants.B]\npoints = 5\narmour = [{ name = "a", ar = 3 }, { name = "b", ar = 1 }]\n',
        encoding="utf-8",
    )
    house.write_text('base = "damage-steps"\n[armour]\npieces = "best"\n', encoding="utf-8")
    line = ("compare", "damage-steps", str(house), "--roster", str(roster))
    said = adarga(*line).out.splitlines()
    assert said[-1].split() == ["mean", "rounds", "until", "down", "∞", "→", "20.00", "–", "–"]
    moves = {move["measure"]: move for move in adarga(*line, "--json").json["moved"][0]["moves"]}
    assert moves["rounds"] == {"measure": "rounds", "before": None, "after": 20.0, "change": None, "ratio": None}
    assert moves["hurts"] == {"measure": "hurts", "before": 0.0, "after": 0.25, "change": 0.25, "ratio": None}
