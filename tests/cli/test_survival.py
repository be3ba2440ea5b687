"""`adarga survival`: curves, quantiles, the inverse question, JSON, CSV, and what it refuses."""

from __future__ import annotations

import csv
import io
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adarga.cli.main import COMMANDS, MISTAKE
from adarga.cli.survival import EXAMPLES
from adarga.rules.library import RULEBOOKS
from tests.cli.conftest import Cli
from tests.cli.test_any_line import called, lines

STRIKE = ("survival", "damage-steps", "--damage", "6d4+2", "--bonus", "5", "--defence", "14", "--ar", "5", "--ap", "2")
OGRE = ("survival", "absorption", "--damage", "2d6", "--absorption", "3")


@pytest.mark.parametrize("example", [example for some in EXAMPLES.values() for example in some])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_examples_of_the_help_run(adarga: Cli, example: str, lang: str) -> None:
    done = adarga(*shlex.split(example)[1:], "--lang", lang)
    assert (done.code, done.err) == (0, "")
    assert "survival" in COMMANDS


def test_sixty_points_are_down_as_published(adarga: Cli) -> None:
    found = adarga(*STRIKE, "--resistant", "--points", "60", "--rounds", "50", "--json").json
    assert found["mean_rounds"] == pytest.approx(8.471408670797643, rel=1e-12)
    assert (len(found["down"]), len(found["up"])) == (50, 50)
    assert found["until"] == {"10%": 6, "50%": 8, "90%": 12}
    assert (found["points"], found["down_at_loss"], found["attacks"]) == (60, {"60": 1.0}, 1)


def test_exact_json_is_the_floats_as_fractions(adarga: Cli) -> None:
    line = (*OGRE, "--points", "2d4", "--attacks", "2", "--rounds", "3", "--json")
    floats, exact = adarga(*line).json, adarga(*line, "--exact").json
    for name in ("down", "up"):
        assert [float(Fraction(share)) for share in exact[name]] == pytest.approx(floats[name], rel=1e-12)
    for name in ("mean_strikes", "mean_rounds", "mean_damage"):
        assert float(Fraction(exact[name])) == pytest.approx(floats[name], rel=1e-12)
    assert floats["mean_strikes"] > floats["mean_rounds"]
    assert floats["points"] == "2d4"


def test_text_says_what_there_is(adarga: Cli) -> None:
    out = adarga(*OGRE, "--points", "7", "--rounds", "3", "--until", "1/2,99%").out.splitlines()
    assert out[:6] == [
        "7 points; 1 strike a round, 4.11 points on average",
        "goes down in round 2.22 on average",
        "",
        "with a probability of at least  down by round",
        "50.0%                                       2",
        "99.0%                                       4",
    ]
    assert out[7] == "round  down by then  still up"
    assert out[8].startswith("    1         16.7%     83.3%  █")
    assert len(out) == 11


def test_sheet_gives_points_and_the_book_says_when_one_drops(adarga: Cli) -> None:
    out = adarga(
        "survival", "absorption", "--roster", "examples/puente.toml", "--attacker", "ogro", "--target", "aldo"
    ).out
    assert out.startswith("Ogro → Aldo: great club (2d6)\n14 points; 1 strike a round")
    low = adarga("survival", "percentile", "--damage", "d6", "--points", "12").out
    assert "can no longer act once 10 are lost" in low


def test_several_attacks_name_the_strike_too(adarga: Cli) -> None:
    out = adarga(*OGRE, "--points", "20", "--attacks", "3", "--lang", "es").out
    assert "20 puntos; 3 golpes por ronda" in out
    assert "al golpe 5," in out


def test_what_never_hurts_never_drops(adarga: Cli) -> None:
    line = ("survival", "percentile", "--damage", "d6", "--skill", "0", "--points", "9")
    assert "never goes down" in adarga(*line).out
    found = adarga(*line, "--json").json
    assert (found["mean_rounds"], found["until"]["50%"]) == (None, None)
    certain = adarga(*OGRE, "--dexterity", "11", "--points", "9", "--until", "100%").out
    assert "100.0%                                  never" in certain


def test_many_rounds_are_shown_every_so_many(adarga: Cli) -> None:
    out = adarga("survival", "damage-steps", "--damage", "1", "--points", "150", "--rounds", "130").out.splitlines()
    numbers = [int(line.split()[0]) for line in out[out.index("round  down by then  still up") + 1 :]]
    assert numbers == [*range(4, 130, 4), 130]


def test_csv_is_one_line_a_round(adarga: Cli) -> None:
    rows = list(csv.DictReader(io.StringIO(adarga(*OGRE, "--points", "9", "--rounds", "4", "--csv").out)))
    assert [row["round"] for row in rows] == ["1", "2", "3", "4"]
    assert all(float(row["down"]) + float(row["up"]) == pytest.approx(1) for row in rows)


def test_curve_is_drawn_to_a_file(adarga: Cli, tmp_path: Path) -> None:
    file = tmp_path / "curve.html"
    done = adarga(*OGRE, "--points", "9", "--chart", str(file), "--csv")
    assert (done.code, done.out.splitlines()[0]) == (0, "round,down,up")
    assert "down by then" in file.read_text(encoding="utf-8")


def test_needed_gives_the_least_and_all_that_are_enough(adarga: Cli) -> None:
    line = (*STRIKE, "--points", "60", "--needed", "ar=0..12", "--last", "8")
    found = adarga(*line, "--json").json
    each = {one["value"]: one["measure"] for one in found["tried"]}
    place = STRIKE.index("--ar") + 1
    curve = adarga(*STRIKE[:place], "9", *STRIKE[place + 1 :], "--points", "60", "--json").json
    assert each[9] == pytest.approx(curve["mean_rounds"])
    assert found["least"] == min(value for value, mean in each.items() if mean >= 8)
    assert found["enough"] == list(range(found["least"], 13))
    assert adarga(*line).out.endswith(f"\nthe least that is enough: ar {found['least']}\n")


def test_needed_points_take_the_place_of_points(adarga: Cli) -> None:
    found = adarga(
        *OGRE, "--points", "1", "--needed", "points=10..40 by 10", "--last", "3", "--chance", "1/2", "--json"
    ).json
    assert [one["value"] for one in found["tried"]] == [10, 20, 30, 40]
    assert (found["chance"], found["last"], found["least"]) == (0.5, 3.0, 20)
    assert adarga(*OGRE, "--needed", "points=9..30", "--last", "3", "--json").json["least"] == 11


def test_needed_says_none_for_ever_and_what_is_not_steady(adarga: Cli) -> None:
    assert (
        "none of these values of absorption is enough"
        in adarga(*OGRE, "--points", "9", "--needed", "absorption=0..8", "--last", "99").out
    )
    line = ("survival", "damage-steps", "--damage", "d6", "--points", "30", "--needed")
    out = adarga(*line, "ar=4..7", "--last", "9").out
    assert " 7                       for ever     yes" in out
    rows = adarga(*line, "ar=4..7", "--last", "9", "--csv").out.splitlines()
    assert (rows[0], rows[-1]) == ("ar,measure,enough", "7,,1")
    assert adarga(*line, "ar=7", "--last", "9", "--json", "--exact").json["tried"][0]["measure"] is None
    against = ("--damage", "4d8", "--ar", "10", "--points", "30", "--needed", "elect=1..8", "--last", "200")
    out = adarga("survival", "damage-steps", *against).out
    assert out.endswith("not every value above it is enough; those that are: 1, 2, 3, 4, 5, 7\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("absorption --damage d8 --needed absorption=1 --last 3", "how many points has the target?"),
        ("absorption --damage d8", "how many points has the target?"),
        ("absorption --damage d8 --points x", "should stand here, not “x”"),
        ("absorption --damage d8 --points 10000", "--points is at most 9999"),
        ("absorption --damage d8 --points 300d100", "30000 points are too many"),
        ("absorption --damage d8 --points 9 --rounds 0", "--rounds is at least 1"),
        ("absorption --damage d8 --points 9 --until 50,60%", "a probability is written 50%, 0.5 or 1/2"),
        ("absorption --damage d8 --points 9 --until 1/0", "a probability is written"),
        ("absorption --damage d8 --points 9 --csv --json", "--csv and --json do not go together"),
        (
            "absorption --damage d8 --points 9 --needed absorption=1 --last 3 --chart a.svg",
            "--chart and --needed do not",
        ),
        ("damage-steps --damage d8 --points 9 --needed bonus=0..3 --last 3", "--bonus needs --defence"),
        ("percentile --damage d8 --points 9 --block 30 --needed dodge=0..3 --last 3", "--dodge and --block do not go"),
        ("absorption --damage d8 --points 9 --last 3", "--last needs --needed"),
        ("absorption --damage d8 --points 9 --chance 30%", "--chance needs --needed"),
        ("absorption --damage d8 --points 9 --needed absorption=0..3", "--needed needs --last"),
        ("absorption --damage d8 --points 9 --needed armour=leather --last 3", "--needed looks for a number"),
        ("absorption --damage d8 --points 9 --needed shields --last 3", "--needed looks for a number"),
        ("absorption --damage d8 --points 9 --needed absorption=0..3 --last x", "--last takes a number of rounds"),
        (
            "absorption --damage d8 --points 9 --needed absorption=0..3 --last 2.5 --chance 1/2",
            "a whole number of rounds",
        ),
        ("percentile --damage d8 --points 9 --rounds 1000 --attacks 100 --exact", "too long to work out"),
        (
            "percentile --damage d8-4 --skill 33 --points 5 --attacks 2 --rounds 1000 --exact",
            "an exact fraction here would take",
        ),
        ("absorption --damage d6 --points -3", "--points"),
        ("absorption --damage d6 --points=\N{MINUS SIGN}3", "--points"),
    ],
)
def test_mistakes_are_said_once(adarga: Cli, line: str, message: str) -> None:
    done = adarga("survival", *line.split())
    assert (done.code, done.out) == (MISTAKE, "")
    assert message in done.err
    assert "Traceback" not in done.err


OWN = {
    "--points": st.sampled_from(["12", "0", "3d6", "-1", "x", "d20-5"]),
    "--rounds": st.sampled_from(["1", "5", "70", "0"]),
    "--attacks": st.sampled_from(["1", "3", "x"]),
    "--until": st.sampled_from(["50%", ".1,1", "2", "", "100%"]),
    "--needed": st.sampled_from(
        ["points=0..3", "ar=1,2", "absorption=0..2", "skill=30..50 by 10", "zzz", "modifier=-3..3"]
    ),
    "--last": st.sampled_from(["2", "1.5", "0", "x"]),
    "--chance": st.sampled_from(["30%", "1/3", "x"]),
}


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(RULEBOOKS).flatmap(lines),
    st.lists(st.sampled_from(sorted(OWN)), max_size=4, unique=True).flatmap(
        lambda names: st.tuples(*(st.tuples(st.just(name), OWN[name]) for name in names))
    ),
    st.sampled_from([[], ["--json"], ["--exact"], ["--csv"]]),
)
def test_any_line_is_answered(line: list[str], own: tuple[tuple[str, str], ...], form: list[str]) -> None:
    words = [word for pair in own for word in pair]
    code, out, err = called(["survival", *line, *words, *form])
    assert code in (0, MISTAKE)
    assert bool(out) == (code == 0)
    assert bool(err) == (code != 0)
    assert "Traceback" not in err
