"""`adarga roll` and `adarga dist`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adarga.cli.dist import ROWS, rows
from adarga.dice import Seeded, parse
from adarga.words import Words
from tests.cli.conftest import Cli


def test_roll_shows_every_die(adarga: Cli) -> None:
    rolled = parse("4d6kh3").roll(Seeded(7))
    done = adarga("roll", "4d6kh3", "--seed", "7", "--json")
    dice = [{"sides": die.sides, "face": die.face, "dropped": die.dropped} for die in rolled.dice]
    assert done.json == {"notation": "4d6kh3", "total": rolled.total, "dice": dice, "seed": 7}
    assert sum(die["dropped"] for die in done.json["dice"]) == 1


def test_dropped_dice_stand_in_parentheses(adarga: Cli) -> None:
    text = adarga("roll", "4d6kh3", "--seed", "7").out
    assert text.startswith("4d6kh3 = ")
    assert text.count("(") == 1
    assert "seed" not in text


def test_seed_drawn_is_shown_and_throws_the_same(adarga: Cli) -> None:
    first = adarga("roll", "20d20")
    rolled, seed = first.out.splitlines()
    again = adarga("roll", "20d20", "--seed", seed.removeprefix("seed "))
    assert again.out == rolled + "\n"


def test_seeds_drawn_differ(adarga: Cli) -> None:
    assert len({adarga("roll", "d6", "--json").json["seed"] for _ in range(5)}) > 1


def test_several_rolls_are_a_list(adarga: Cli) -> None:
    several = adarga("roll", "d100", "-n", "3", "--seed", "1", "--json").json
    assert len(several) == 3
    assert several[0] == adarga("roll", "d100", "--seed", "1", "--json").json
    assert adarga("roll", "d100", "-n", "1", "--json").json[0]["notation"] == "d100"


def test_leading_minus_is_no_option(adarga: Cli) -> None:
    assert adarga("roll", "-1+2d6", "--seed", "1", "--json").json["notation"] == "-1+2d6"


@pytest.mark.parametrize("times", ["0", "-3", "x", "1.5", "9999999999"])
def test_nonsense_counts_are_refused(adarga: Cli, times: str) -> None:
    done = adarga("roll", "d6", "-n", times)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("-n ")


@pytest.mark.parametrize(
    ("notation", "times", "asked"),
    [("1000d6", "10000", "10000000"), ("1000d1!", "15", "315000"), ("4d6", "75001", "300004")],
)
def test_more_dice_than_can_be_shown_are_refused(adarga: Cli, notation: str, times: str, asked: str) -> None:
    done = adarga("roll", notation, "-n", times)
    assert (done.code, done.out) == (2, "")
    assert all(number in done.err for number in (notation, times, asked, "300000"))
    assert adarga("roll", notation, "-n", "2").code == 0


def test_mistaken_notation_has_a_caret(adarga: Cli) -> None:
    done = adarga("roll", "2d6x")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[1:] == ["  2d6x", "     ^"]


def test_dist_json(adarga: Cli) -> None:
    data = adarga("dist", "2d6", "--json", "--at-least", "10").json
    assert (data["notation"], data["mean"], data["min"], data["max"]) == ("2d6", 7.0, 2, 12)
    assert data["sd"] == pytest.approx((35 / 6) ** 0.5)
    assert data["pmf"]["7"] == pytest.approx(1 / 6)
    assert data["at_least"] == pytest.approx(1 / 6)


def test_dist_exact(adarga: Cli) -> None:
    data = adarga("dist", "2d6+1", "--json", "--exact", "--at-least", "11").json
    assert data["mean"] == "8"
    assert data["pmf"]["8"] == "1/6"
    assert data["at_least"] == "1/6"
    assert sum(map(Fraction, data["pmf"].values())) == 1
    assert isinstance(data["sd"], float)


@pytest.mark.parametrize("notation", ["4d6kh3", "100d100", "d4/9", "20d6!-70", "7", "2d6*d4"])
def test_dist_exact_fractions_are_in_lowest_terms(adarga: Cli, notation: str) -> None:
    pmf = {str(outcome): str(share) for outcome, share in parse(notation).distribution().pmf().items()}
    assert adarga("dist", notation, "--exact", "--json").json["pmf"] == pmf
    lines = adarga("dist", notation, "--exact").out.splitlines()[1:]
    assert [line.split()[:2] for line in lines] == [[n.replace("-", "\u2212"), share] for n, share in pmf.items()]


@pytest.mark.parametrize("line", [("dist", "1000d20"), ("odds", "percentile", "--damage", "1000d20")])
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_exact_text_without_end_is_refused(adarga: Cli, line: tuple[str, ...], form: tuple[str, ...]) -> None:
    done = adarga(*line, *form, "--exact")
    assert (done.code, done.out) == (2, "")
    assert "at most 10000000" in done.err
    assert adarga(*line, *form).code == 0


def test_fractions_too_long_for_a_line_are_refused(adarga: Cli) -> None:
    done = adarga("dist", "(500d50!4>=240)/500", "--exact")
    assert (done.code, done.out) == (2, "")
    assert "at most 4000" in done.err
    assert adarga("dist", "(500d50!4>=240)/500").code == 0


@pytest.mark.parametrize("notation", ["400d6", "d300*d300", "100d1!100+d100", "50d6kh49-90", "d6/1000*1000+d61*9"])
def test_gathered_rows_are_the_whole_law(notation: str) -> None:
    law = parse(notation).distribution()
    found = rows(Words("en"), law)
    assert sum(ways for _, ways in found) == law.denominator
    assert len(found) <= ROWS + 2
    for name, ways in found:
        ends = [int(part.strip("≤≥ ").replace("\u2212", "-")) for part in name.split("…")]
        low = law.least if name[0] == "≤" else ends[0]
        high = law.greatest if name[0] == "≥" else ends[-1]
        assert ways == sum(count for outcome, count in law.counts.items() if low <= outcome <= high)


def test_dist_text(adarga: Cli) -> None:
    lines = adarga("dist", "2d4").out.splitlines()
    assert lines[0] == "2d4: mean 5.00, standard deviation 1.58, from 2 to 8"
    assert [line.split()[:2] for line in lines[1:]] == [
        ["2", "6.3%"], ["3", "12.5%"], ["4", "18.8%"], ["5", "25.0%"], ["6", "18.8%"], ["7", "12.5%"], ["8", "6.3%"]
    ]  # fmt: skip
    assert max(map(len, lines)) <= 100


def test_dist_in_spanish(adarga: Cli) -> None:
    assert adarga("dist", "2d4", "--lang", "es").out.startswith("2d4: media 5,00, desviación típica 1,58, de 2 a 8\n")


def test_very_many_outcomes_are_gathered(adarga: Cli) -> None:
    lines = adarga("dist", "400d6").out.splitlines()
    assert len(lines) < 70
    assert lines[1].strip().startswith("≤")
    assert lines[-1].strip().startswith("≥")
    assert len(adarga("dist", "40d6", "--exact").out.splitlines()) == 1 + 201


def test_at_least_is_said(adarga: Cli) -> None:
    assert "at least 5: 1/3\n" in adarga("dist", "d6", "--at-least", "5", "--exact").out
    assert "at least −2: 100.0%\n" in adarga("dist", "d6", "--at-least", "-2").out
