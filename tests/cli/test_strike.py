"""`adarga strike` and `adarga odds`: flags of each book, dice, offers, traces, JSON."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from adarga.cli import (
    absorption,
    completion,
    dist,
    main,
    odds,
    roll,
    rules,
    rules_check,
    rules_diff,
    rules_show,
    rules_why,
    schema,
    step,
    strike,
)
from adarga.cli.books import book_first
from adarga.cli.flags import FLAGS, books_of, flags_of, option_of
from adarga.plan import from_json
from adarga.plan import odds as odds_of
from adarga.rules.library import RULEBOOKS
from adarga.words import Words
from tests.cli.conftest import Cli

LONE = (roll, dist, step, absorption, rules, rules_check, rules_diff, rules_show, rules_why, schema, completion)
EXAMPLES = [
    *main.EXAMPLES,
    *(example for module in LONE for example in module.EXAMPLES),
    *(example for module in (strike, odds) for some in module.EXAMPLES.values() for example in some),
]
ABSORPTION, DAMAGE_STEPS, PERCENTILE = RULEBOOKS


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_examples_of_the_help_run(adarga: Cli, example: str, lang: str) -> None:
    program, *arguments = shlex.split(example)
    done = adarga(*arguments, "--lang", lang)
    assert program == "adarga"
    assert (done.code, done.err) == (0, "")
    if "--json" in arguments:
        assert done.json


def test_every_flag_belongs_to_a_book_and_has_words() -> None:
    for lang in ("en", "es"):
        assert all(option_of(Words(lang), flag).help for flag in FLAGS)
    assert {spelling for flag in FLAGS for spelling in flag.spellings if not books_of(spelling)} == set()
    spelled = [(book, spelling) for book in RULEBOOKS for flag in flags_of(book) for spelling in flag.spellings]
    assert len(set(spelled)) == len(spelled)


@pytest.mark.parametrize(
    "line",
    [
        "damage-steps --damage d8",
        "--damage d8 damage-steps",
        "--damage=d8 damage-steps",
        "--damage d8 DAMAGE_STEPS",
        "--ap -1 damage-steps --damage d8",
        "--resistant=P damage-steps --damage d8",
    ],
)
def test_book_may_stand_anywhere(adarga: Cli, line: str) -> None:
    done = adarga("odds", *line.split(), "--json")
    assert (done.code, done.json["mean"]) == (0, 4.5)


def test_book_first_passes_over_values() -> None:
    assert book_first(["--weapon", "percentile", "absorption"]) == ["absorption", "--weapon", "percentile"]
    assert book_first(["--", "absorption"]) == ["--", "absorption"]


def test_forced_telling_ignores_resistance(adarga: Cli) -> None:
    line = ("odds", DAMAGE_STEPS, "--damage", "2d6", "--telling", "--resistant", "--json")
    assert adarga(*line).json["mean"] == 7.0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--damage d8", "which rulebook? One of absorption, damage-steps, percentile"),
        ("percentil --damage d8", "percentile"),
        ("percentile --damage d8 --ap 3", "--ap is a flag of damage-steps, not of percentile"),
        ("absorption --damage d8 --simplified", "--simplified is a flag of percentile, not of absorption"),
        ("damage-steps --damage d8 --armour 3", "--armour is a flag of absorption, percentile, not of damage-steps"),
        ("damage-steps --damage d8 --bonus 3", "--bonus needs --defence"),
        ("damage-steps --damage d8 --telling --defence 3", "--telling and --defence do not go together"),
        ("damage-steps --damage d8 --telling --bonus 3", "--telling and --bonus do not go together"),
        ("percentile --damage d8 --dodge 30 --block 30", "--dodge and --block do not go together"),
        ("absorption --damage d8 --absorption 3 --item 1", "--absorption and --item do not go together"),
        ("absorption --damage d8 --absorption 3 --stone-born", "--absorption and --stone-born do not go together"),
        (
            "absorption --damage d8 --monster-level 3 --attack-characteristic 9",
            "--monster-level and --attack-characteristic do not go together",
        ),
        ("absorption", "what does it do? Give --damage DICE, --weapon NAME or --roster FILE"),
        ("absorption --damage d8 --monster-level 0", "--monster-level is at least 1, not 0"),
        ("percentile --damage d8 --skill 1000", "--skill is at most 999, not 1000"),
        ("percentile --damage d8 --skill many", "--skill takes a whole number, not “many”"),
        ("percentile --damage d8 --attacker Ana", "--attacker needs --roster"),
        ("percentile --damage d8 --roster a.toml", "--roster needs --attacker"),
        ("absorption --damage d8 --armour 'chain mial'", "chain"),
        ("absorption --damage d8 --take sacrifice", "sacrifice"),
        ("percentile --damage d8 --take soak", "soak"),
        ("absorption --damage d8 --take soak:x", "“soak:x”"),
        ("damage-steps --damage d8 --ar 3+x", "3+x"),
        ("damage-steps --damage d8 --elect 40", "40"),
        ("damage-steps --damage d8x", "d8x"),
    ],
)
def test_what_does_not_go_is_said_in_one_message(adarga: Cli, line: str, said: str) -> None:
    done = adarga("odds", *shlex.split(line))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("attack", "--dice takes faces"),
        ("attack=", "--dice takes faces"),
        ("hit=17", "there are no dice called “hit”"),
        ("attack=1,attack=2", "the dice of attack stand twice"),
        ("attack=21", "21"),
        ("attack=x", "x"),
        ("attack=17", "a d8 is missing: the die of damage (damage=)"),
        ("damage=3", "a d20 is missing: the die of the attack (attack=)"),
    ],
)
def test_mistaken_dice_are_refused(adarga: Cli, dice: str, said: str) -> None:
    done = adarga("strike", DAMAGE_STEPS, "--damage", "d8", "--defence", "10", "--dice", dice)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_strike_json(adarga: Cli) -> None:
    line = "strike damage-steps --damage 2d6+1 --bonus 5 --defence 14 --ar 3 --ap 1 --dice attack=17,damage=3+6 --json"
    data = adarga(*line.split()).json
    assert (data["rulebook"], data["branch"], data["damage"]) == (DAMAGE_STEPS, "hit", 8)
    assert data["dice"] == {"attack": [17], "damage": [3, 6]}
    assert data["marks"] == ["critical:armoured"]
    assert data["seed"] is None
    assert [entry["ruling"] for entry in data["trace"]] == ["D10", "D1", "D4", "D5", ""]
    assert set(data["trace"][0]) == {
        "kind", "ruling", "key", "values", "name", "band", "dice", "faces", "before", "after", "text"
    }  # fmt: skip
    step = data["trace"][2]
    assert (step["before"], step["after"], step["kind"]) == (10, 8, "step")


@pytest.mark.parametrize(
    "line",
    [
        "absorption --damage 2d8 --constitution 9 --armour cuero --shield small --stone-born --take soak",
        "absorption --damage d6 --penetration 4 --absorption 9",
        "damage-steps --damage 2d6[S]+1d4[E]+2 --ar S=5,E=1H --ap -1 --non-lethal",
        "percentile --damage 2d6 --armour 4",
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_trace_adds_up(adarga: Cli, line: str, seed: int) -> None:
    data = adarga("strike", *line.split(), "--seed", str(seed), "--json").json
    rolled = sum(entry["after"] for entry in data["trace"] if entry["kind"] == "part")
    totals = [entry for entry in data["trace"] if entry["kind"] == "damage"]
    values = totals[0]["values"]
    assert len(totals) == 1
    assert values["rolled"] == rolled == values["absorbed"] + values["through"]
    assert data["damage"] == values.get("damage", values["through"])


def test_missing_dice_come_from_the_seed(adarga: Cli) -> None:
    line = "strike damage-steps --damage 2d6 --defence 10 --dice attack=17,damage=3 --seed 4 --json"
    data = adarga(*line.split()).json
    assert data["dice"]["attack"] == [17]
    assert data["dice"]["damage"][0] == 3
    assert data == adarga(*line.split()).json


def test_drawn_seed_plays_the_same_again(adarga: Cli) -> None:
    line = ("strike", PERCENTILE, "--damage", "4d10", "--skill", "95", "--json")
    first = adarga(*line).json
    assert adarga(*line, "--seed", str(first["seed"])).json == first
    assert "seed " in adarga(*line[:-1]).out


def test_dice_left_over_are_said(adarga: Cli) -> None:
    line = ["strike", "damage-steps", "--damage", "d8", "--defence", "18", "--dice", "attack=3,damage=5"]
    assert "left over of damage, asked for by nothing: 5" in adarga(*line).out
    data = adarga(*line, "--json").json
    assert (data["branch"], data["unused"]) == ("miss", {"damage": [5]})
    assert data["trace"][-1]["kind"] == "unused"


def test_zeros_as_printed_on_dice(adarga: Cli) -> None:
    line = "strike percentile --damage d10 --skill 60 --dice attack=00,damage=0 --json"
    data = adarga(*line.split()).json
    assert (data["branch"], data["dice"]["attack"]) == ("miss", [100])


def test_trace_tells_what_did_not_act(adarga: Cli) -> None:
    line = "strike damage-steps --damage d8 --type E --ar S=5 --ap -1 --resistant=P --dice damage=5 --lang es"
    text = adarga(*line.split()).out
    acted, idle = text.split("No se aplicó\n")
    assert "[D4]" in idle
    assert "[D7]" in idle
    assert "5 tirado = 0 absorbido + 5 que pasa" in acted


def test_odds_json(adarga: Cli) -> None:
    line = "odds damage-steps --damage 6d4+2 --bonus 5 --defence 14 --ar 5 --ap 2 --resistant --points 12 --json"
    data = adarga(*line.split()).json
    plan = from_json(data["plan"])
    found = odds_of(plan)
    assert data["branches"] == {"miss": 0.4, "hit": 0.55, "telling": 0.05}
    assert data["mean"] == pytest.approx(float(found.mean))
    assert data["hurts"] == pytest.approx(0.6)
    assert data["drops"] == pytest.approx(float(found.drops(12)))
    assert sum(data["damage"].values()) == pytest.approx(1)
    exact = adarga(*line.split(), "--exact").json
    assert exact["branches"]["hit"] == "11/20"
    assert Fraction(exact["mean"]) == found.mean
    assert {points: float(Fraction(share)) for points, share in exact["damage"].items()} == data["damage"]
    assert isinstance(exact["sd"], float)


def test_odds_text_is_whole_when_piped(adarga: Cli) -> None:
    text = adarga("odds", PERCENTILE, "--damage", "4d10", "--skill", "55", "--block", "40").out
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text


def test_soak_is_offered_and_taken(adarga: Cli) -> None:
    line = ["odds", "absorption", "--damage", "d10", "--constitution", "12", "--stone-born", "--json"]
    plain, taken = adarga(*line).json, adarga(*line, "--take", "soak").json
    assert "soak" in plain["offers"]
    assert taken["taken"] == {"soak": 1}
    assert taken["mean"] < plain["mean"]


def test_offers_say_how_they_are_taken(adarga: Cli) -> None:
    flags = ["absorption", "--damage", "d10", "--constitution", "12", "--stone-born", "--energy", "3"]
    assert "--take effectiveness:1…3" in adarga("odds", *flags).out
    struck = adarga("strike", *flags, "--dice", "damage=7").out
    assert "--take soak" in struck.split("On offer\n")[1]


def test_drops_are_said(adarga: Cli) -> None:
    line = ["strike", "percentile", "--damage", "d8", "--points", "5", "--dice"]
    assert "At 0 points" in adarga(*line, "damage=5").out
    assert "At 0 points" not in adarga(*line, "damage=4").out
    assert adarga(*line, "damage=5", "--json").json["drops"] is True
    assert adarga(*line, "damage=4", "--json").json["drops"] is False


def test_what_a_strike_changes_is_said(adarga: Cli) -> None:
    line = ["strike", "percentile", "--damage", "d6", "--object", "--points", "4", "--dice", "damage=6"]
    assert "The object is broken" in adarga(*line).out
    assert [one["change"] for one in adarga(*line, "--json").json["after"]] == ["PointsChanged", "ConditionSet"]


def test_effectiveness_is_bought(adarga: Cli) -> None:
    line = ["odds", "absorption", "--damage", "d4", "--absorption", "9", "--energy", "3", "--json"]
    assert adarga(*line).json["mean"] == 1.0
    assert adarga(*line, "--take", "effectiveness:2").json["mean"] == 3.0
    assert adarga(*line, "--take", "effectiveness:4").code == 2


def test_shield_is_sacrificed(adarga: Cli) -> None:
    line = "strike absorption --damage d8 --constitution 9 --shield small --can-sacrifice --dexterity 12 --json"
    dice = ("--dice", "dexterity=3,damage=8")
    assert adarga(*line.split(), *dice).json["damage"] > 0
    assert adarga(*line.split(), *dice, "--take", "sacrifice").json["damage"] == 0


@pytest.mark.parametrize(
    ("line", "branches"),
    [
        ("absorption --damage d6", {"lands"}),
        ("absorption --damage d6 --attack-characteristic 9", {"miss", "hit"}),
        ("absorption --damage d6 --attack-characteristic 9 --dexterity 9", {"miss", "hit/avoided", "hit/failed"}),
        ("absorption --damage d6 --monster-level 3 --dexterity 9", {"avoided", "failed"}),
        ("damage-steps --damage d6 --defence 9", {"miss", "hit", "telling"}),
        ("percentile --damage d6 --skill 50", {"miss", "hit"}),
        ("percentile --damage d6 --skill 50 --dodge 9", {"miss", "hit/dodged", "hit/undodged"}),
        ("percentile --damage d6 --skill 50 --block 9", {"miss", "hit/blocked", "hit/unblocked"}),
        ("percentile --damage d6 --object", {"lands"}),
        ("percentile --damage d6 --object --skill 50", {"miss", "hit"}),
    ],
)
def test_branches_are_those_of_the_contract(adarga: Cli, line: str, branches: set[str]) -> None:
    data = adarga("odds", *line.split(), "--json").json
    assert set(data["branches"]) == branches


def test_worn_armour_halves_the_non_lethal(adarga: Cli) -> None:
    line = ["odds", "damage-steps", "--damage", "2d6", "--non-lethal", "--ar", "0", "--json"]
    assert adarga(*line, "--not-worn").json["mean"] == 7.0
    assert adarga(*line, "--worn").json["mean"] < 4.0


def test_step_walks_the_ladder(adarga: Cli) -> None:
    assert adarga("step", "d6", "-1", "--json").json == {"dice": "D4", "average": 2.5, "row": 2, "note": None}
    assert adarga("step", "2d6+1", "1", "--json", "--exact").json["dice"].endswith("+1")
    assert adarga("step", "d6", "-1").out == "D4, average 2.50\n"
    assert adarga("step", "d6", "--", "−1").code == 0
    assert "[D6]" in adarga("step", "16d12", "1").out
    assert adarga("step", "7", "1").code == 2


def test_absorption_value_and_its_sum(adarga: Cli) -> None:
    line = ["absorption", "--constitution", "10", "--armour", "CÓTA_DE_MALLA", "--shield", "small", "--stone-born"]
    data = adarga(*line, "--json").json
    assert data["value"] == sum(part["by"] for part in data["parts"]) == 2 + 4 + 1 + 1
    assert {part["ruling"] for part in data["parts"]} == {"A5", "A7"}
    assert "chain mail" in adarga(*line).out
    assert "cota de malla" in adarga(*line, "--lang", "es").out
    assert adarga("absorption", "--damage", "d8").code == 2


ROSTER = """
rulebook = "damage-steps"

[combatants.Bruna]
weapons = ["longsword", {base = "dagger", bonus = 3}]
points = 10
defence = 12

[combatants."Ogro de la Sierra"]
points = 12
defence = 13
resistant = ["S"]
weapons = [{name = "porra", damage = "2d8", type = "C", bonus = 4}]
"""


@pytest.fixture
def roster(tmp_path: Path) -> str:
    path = tmp_path / "roster.toml"
    path.write_text(ROSTER, encoding="utf-8")
    return str(path)


def test_absorption_value_of_a_roster(adarga: Cli) -> None:
    line = ("absorption", "--roster", "examples/puente.toml")
    plain = adarga(*line, "--target", "brunilda", "--json").json["value"]
    assert adarga(*line, "--target", "brunilda", "--armour", "placas", "--json").json["value"] == plain + 1
    assert adarga(*line, "--target", "ogro", "--json").json["value"] == 2
    assert adarga(*line, "--target", "ogro", "--constitution", "9", "--json").json["value"] == 0
    assert adarga(*line).err == "--roster needs --target\n"


def test_matchup_from_a_roster(adarga: Cli, roster: str) -> None:
    line = ("odds", DAMAGE_STEPS, "--roster", roster, "--attacker", "bruna", "--target", "ogro_de_la_SIERRA")
    data = adarga(*line, "--weapon", "daga", "--json").json
    assert data["branches"]["miss"] == pytest.approx(9 / 20)
    assert "drops" in data
    overridden = adarga(*line, "--weapon", "daga", "--bonus", "13", "--points", "3", "--json").json
    assert overridden["branches"]["miss"] == pytest.approx(1 / 20)
    assert overridden["drops"] > data["drops"]
    assert adarga(*line, "--weapon", "daga").out.startswith("Bruna → Ogro de la Sierra: dagger (d6)\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--attacker", "Brunna", "--target", "Bruna"), "Bruna"),
        (("--attacker", "Bruna"), "--roster needs --target"),
        (("--attacker", "Bruna", "--target", "Bruna"), "longsword, dagger"),
        (("--attacker", "Bruna", "--target", "Bruna", "--weapon", "dagguer"), "dagger"),
    ],
)
def test_mistaken_names_of_a_roster(adarga: Cli, roster: str, arguments: tuple[str, ...], said: str) -> None:
    done = adarga("odds", DAMAGE_STEPS, "--roster", roster, *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_every_mistake_of_a_roster_is_said(adarga: Cli, tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text('rulebook = "percentile"\n[combatants.A]\npoints = -1\ndodgy = 3\n', encoding="utf-8")
    done = adarga("odds", PERCENTILE, "--roster", str(path), "--attacker", "A", "--target", "A")
    assert done.code == 2
    assert len(done.err.splitlines()) >= 2


def test_missing_files_are_said(adarga: Cli, tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.toml")
    for line in (("--roster", gone, "--attacker", "A", "--target", "B"), ("--house", gone, "--damage", "d8")):
        done = adarga("odds", PERCENTILE, *line)
        assert (done.code, done.out) == (2, "")
        assert "gone.toml" in done.err


HOUSE = """
id = "hard"
base = "damage-steps"
name.en = "hard"
name.es = "duro"

[armours.hide]
name.en = "hide"
name.es = "pellejo"
ar = 4

[weapons.trident]
name.en = "trident"
name.es = "tridente"
damage = "2d4"
type = "P"
"""


def test_house_book(adarga: Cli, tmp_path: Path) -> None:
    path = tmp_path / "hard.toml"
    path.write_text(HOUSE, encoding="utf-8")
    house = ("--house", str(path), "--weapon", "tridente", "--json")
    assert adarga("odds", DAMAGE_STEPS, *house).json["mean"] == 5.0
    done = adarga("odds", ABSORPTION, *house)
    assert done.code == 2
    assert "is based on damage-steps, not on absorption" in done.err
