"""Whatever stands in the line: an answer or one message, never a traceback."""

from __future__ import annotations

import contextlib
import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adarga.cli.flags import FLAGS, Flag, flags_of
from adarga.cli.main import MISTAKE, run
from adarga.rules.library import RULEBOOKS

NUMBERS = st.integers(-30, 120).map(str) | st.sampled_from(["x", "", "1000000", "−2", "1.5"])
TEXTS = {
    "--damage": st.sampled_from(["d8", "2d6+1", "d4[S]+d6[E]-1", "3", "d8-9", "4d6kh3", "d20!", "x", "", "0d6", "-d6"]),
    "--take": st.sampled_from(["soak", "sacrifice", "effectiveness:2", "soak,effectiveness", ":", "soak:0", ""]),
    "--armour": st.sampled_from(["chain mail", "cuero", "completa", "", "zzz"]),
    "--shield": st.sampled_from(["small", "grande", "mediano", "?"]),
    "--type": st.sampled_from(["S", "S,P", "cortante", "E", "mental", ",", ""]),
    "--elect": st.sampled_from(["1", "D4", "40", "x", ""]),
    "--ar": st.sampled_from(["3", "0", "2H", "3+2H", "S=5,C=2,E=1H", "mental=4", "S", "-1", "", "S=2,S=3"]),
    "--weapon": st.sampled_from(["longsword", "daga", "desarmado", "", "x"]),
    "--dice": st.sampled_from(["attack=17", "damage=3+4", "attack=1,damage=1", "dodge=00", "x", "attack=", "damage=0"]),
}
OTHER = st.sampled_from(["", "a", "S", "12"])


def written(flag: Flag) -> st.SearchStrategy[list[str]]:
    spelling = st.sampled_from(flag.spellings)
    if flag.kind in ("switch", "either"):
        return spelling.map(lambda name: [name])
    values = NUMBERS if flag.kind == "number" else TEXTS.get(flag.spelling, OTHER)
    if flag.kind == "types":
        return values.map(lambda value: [f"{flag.spelling}={value}"]) | st.just([flag.spelling])
    return values.map(lambda value: [flag.spelling, value])


def lines(book: str) -> st.SearchStrategy[list[str]]:
    files = ("--roster", "--house", "--attacker", "--target")
    flags = [flag for flag in flags_of(book) if flag.spelling not in files]
    some = st.lists(st.sampled_from(flags).flatmap(written), max_size=7)
    rare = st.lists(st.sampled_from(FLAGS).flatmap(written), max_size=1)
    damage = TEXTS["--damage"].map(lambda dice: [["--damage", dice]])
    parts = st.tuples(damage, some, rare).map(
        lambda found: [word for part in found for words in part for word in words]
    )
    return parts.map(lambda words: [book, *words])


def called(arguments: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([*arguments, "--lang", "en"])
    return code, out.getvalue(), err.getvalue()


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(RULEBOOKS).flatmap(lines),
    st.sampled_from([["strike"], ["strike", "--json"], ["odds"], ["odds", "--json", "--exact"]]),
    TEXTS["--dice"].map(lambda dice: ["--dice", dice]) | st.just(["--seed", "1"]),
)
def test_any_line_is_answered(line: list[str], command: list[str], dice: list[str]) -> None:
    code, out, err = called([*command, *line, *(dice if command[0] == "strike" else [])])
    assert code in (0, MISTAKE)
    assert bool(out) == (code == 0)
    assert bool(err) == (code != 0)
    assert "Traceback" not in err


AXES = st.sampled_from(
    [
        "weapons",
        "armours",
        "shields=none",
        "armours=,",
        "points=0..3",
        "damage=d6,x",
        "ar=S=1;2H",
        "skill=9..1",
        "=",
        "take=1",
    ]
) | st.builds(
    "{}={}".format,
    st.sampled_from(["ap", "item", "steps", "elect", "dodge", "type", "x"]),
    st.text("0123..by,;-S ", max_size=9),
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(RULEBOOKS).flatmap(lines),
    AXES,
    AXES,
    st.sampled_from(["mean", "rounds", "price-absorbed", "x"]),
    st.lists(st.sampled_from(["--json", "--csv", "--exact", "--never-best"]), unique=True, max_size=2),
)
def test_any_matrix_is_answered(line: list[str], rows: str, columns: str, measure: str, more: list[str]) -> None:
    code, out, err = called(["matrix", *line, "--rows", rows, "--columns", columns, "--measure", measure, *more])
    assert code in (0, MISTAKE)
    assert bool(out) == (code == 0)
    assert bool(err) == (code != 0)
    assert "Traceback" not in err


@given(st.text(max_size=12) | st.text("0123456789dDkhlr!<>=+-*/()[]% ", max_size=12), st.sampled_from(["roll", "dist"]))
def test_any_notation_is_answered(text: str, command: str) -> None:
    code, out, err = called([command, "--json", "--", text])
    assert code in (0, MISTAKE)
    assert bool(out) == (code == 0)
    assert bool(err) == (code != 0)
