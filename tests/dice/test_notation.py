"""What the notation takes, what it writes, and how it refuses the rest."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.dice import Addend, Expression, Seeded, clear_caches, constant, dice, parse
from adarga.errors import AdargaError
from adarga.words import LANGUAGES, Words, error_text
from tests.dice.grammar import expressions
from tests.source import PACKAGE


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2d6+1", "2d6+1"),
        ("1d6", "d6"),
        ("D6", "d6"),
        ("1W6", "d6"),
        ("2w8", "2d8"),
        ("d%", "d100"),
        ("3D%+2", "3d100+2"),
        ("007d06", "7d6"),
        ("  2 d 6\t+ 1\n", "2d6+1"),
        ("2d6\u00a0\u2212\u202f1", "2d6-1"),
        ("4d6kh3", "4d6kh3"),
        ("4d6 KH 3", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("4d6dl", "4d6dl1"),
        ("4d6dh2", "4d6dh2"),
        ("d20adv", "2d20kh1"),
        ("1d20dis+5", "2d20kl1+5"),
        ("d20advro1", "2d20kh1ro1"),
        ("4d6ro=1", "4d6ro1"),
        ("4d6r1", "4d6r1"),
        ("4d6r<=2", "4d6r<=2"),
        ("4d6ro>=5", "4d6ro>=5"),
        ("5d6!", "5d6!"),
        ("5d6!20", "5d6!"),
        ("5d6!3", "5d6!3"),
        ("5d6!20>=5", "5d6!20>=5"),
        ("5d6!20=5", "5d6!20=5"),
        ("5d6!3 = 5", "5d6!3=5"),
        ("5d6!20kh2>4", "5d6!kh2>4"),
        ("5d6 ! + 3", "5d6!+3"),
        ("6d6mi2ma5", "6d6mi2ma5"),
        ("6d6>=5", "6d6>=5"),
        ("6d6 < 3", "6d6<3"),
        ("6d6=6", "6d6=6"),
        ("2d6[Cortante]", "2d6[Cortante]"),
        ("2d6[ frío \u2212 calor ]", "2d6[frío \u2212 calor]"),
        ("(2d6)[a]", "2d6[a]"),
        ("(2d6+1)[a]+2[b]", "(2d6+1)[a]+2[b]"),
        ("((2d6))", "2d6"),
        ("2d6+(d4+1)", "2d6+d4+1"),
        ("2d6-(d4-1)", "2d6-d4+1"),
        ("-(d4-1)", "-d4+1"),
        ("-d6", "-d6"),
        ("-(-d6)", "d6"),
        ("--d6", "d6"),
        ("d6--1", "d6+1"),
        ("d6+-1", "d6-1"),
        ("-3", "-3"),
        ("0", "0"),
        ("-(0-d3dis)", "0+2d3kl1"),
        ("1-(0-d3)", "1-0+d3"),
        ("-(-0)", "0"),
        ("-(0[a])", "-0[a]"),
        ("-(0-d3)*-0", "(0+d3)*0"),
        ("2*d6/3", "2*d6/3"),
        ("2*(d6*3)", "2*d6*3"),
        ("2*(d6/3)", "2*(d6/3)"),
        ("(2*d6)/3", "2*d6/3"),
        ("d6/(2*3)", "d6/(2*3)"),
        ("(d6+1)*2", "(d6+1)*2"),
        ("-d6*2", "-d6*2"),
        ("-(d6*2)", "-(d6*2)"),
        ("1-d6*2", "1-d6*2"),
        ("1+-d6/2", "1+(-d6/2)"),
        ("d6*-2", "d6*(-2)"),
        ("-2*d6", "-2*d6"),
        ("(-2)[a]", "(-2)[a]"),
        ("-2[a]", "-2[a]"),
        ("(d6*d4)[a]", "(d6*d4)[a]"),
        ("(2d6[a])[b]", "(2d6[a])[b]"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    expression = parse(text)
    assert str(expression) == expression.plain() == canonical
    assert parse(canonical) == expression
    assert hash(parse(canonical)) == hash(expression)


@given(expressions(leaves=6))
@settings(max_examples=300)
def test_canonical_text_reads_back_as_the_same(text: str) -> None:
    expression = parse(text)
    canonical = expression.plain()
    assert parse(canonical) == expression
    assert parse(canonical).plain() == canonical
    assert not re.search(r"\s", re.sub(r"\[[^\]]*\]", "", canonical))
    assert expression.roll(Seeded(1)).total == parse(canonical).roll(Seeded(1)).total


LONG = "1" * 901
REFUSED = [
    ("", "dice.empty", (0, 0)),
    ("  ", "dice.empty", (0, 2)),
    ("2d6 3", "dice.operator.missing", (4, 5)),
    ("2d6 (3)", "dice.operator.missing", (4, 5)),
    ("2d6d6", "dice.drop.bare", (3, 4)),
    ("2d6x", "dice.unexpected", (3, 4)),
    ("2d6 fire", "dice.unexpected", (4, 8)),
    ("2d6e6", "dice.unexpected", (3, 4)),
    ("2d6p", "dice.unexpected", (3, 4)),
    ("2d6rr1", "dice.reroll.number", (3, 4)),
    ("2d6&1", "dice.unexpected", (3, 4)),
    ("2d6\u00d72", "dice.unexpected", (3, 4)),
    ("(2d6;1)", "dice.unexpected", (4, 5)),
    ("2d6+", "dice.operand.missing", (4, 4)),
    ("2d6+ ", "dice.operand.missing", (5, 5)),
    ("(", "dice.operand.missing", (1, 1)),
    ("-", "dice.operand.missing", (1, 1)),
    ("k3", "dice.operand.expected", (0, 1)),
    ("hello", "dice.operand.expected", (0, 5)),
    ("+2", "dice.operand.expected", (0, 1)),
    ("2++3", "dice.operand.expected", (2, 3)),
    ("2//3", "dice.operand.expected", (2, 3)),
    ("[a]", "dice.operand.expected", (0, 1)),
    ("!", "dice.operand.expected", (0, 1)),
    ("6kh1", "dice.operator.dice", (1, 3)),
    ("6!", "dice.operator.dice", (1, 2)),
    ("6>5", "dice.operator.dice", (1, 2)),
    ("(2d6)kh1", "dice.operator.dice", (5, 7)),
    ("(2d6+1)>=5", "dice.operator.dice", (7, 9)),
    ("\u0663d6", "dice.digits", (0, 1)),
    ("2d\u0666", "dice.digits", (2, 3)),
    ("2d6+\u00b2", "dice.digits", (4, 5)),
    ("1.5d6", "dice.decimal", (1, 2)),
    ("2d6+1,5", "dice.decimal", (5, 6)),
    ("d.5", "dice.decimal", (1, 2)),
    ("0d6", "dice.count.zero", (0, 2)),
    ("2d", "dice.sides.missing", (0, 2)),
    ("2d+1", "dice.sides.missing", (2, 3)),
    ("d(6)", "dice.sides.missing", (1, 2)),
    ("3dF", "dice.sides.missing", (2, 3)),
    ("d0", "dice.sides.zero", (0, 2)),
    ("(2d6", "dice.parenthesis.unclosed", (0, 1)),
    ("2d6)", "dice.parenthesis.unopened", (3, 4)),
    ("()", "dice.parenthesis.empty", (0, 2)),
    ("4d6k3", "dice.keep.bare", (3, 4)),
    ("4d6d1", "dice.drop.bare", (3, 4)),
    ("2d6kh3", "dice.keep.count", (3, 6)),
    ("2d6kh0", "dice.keep.count", (3, 6)),
    ("4d6kh2kl3", "dice.keep.count", (6, 9)),
    ("2d6dl2", "dice.drop.count", (3, 6)),
    ("2d6dh0", "dice.drop.count", (3, 6)),
    ("2d20adv", "dice.advantage.pool", (4, 7)),
    ("d20ro1dis", "dice.advantage.pool", (6, 9)),
    ("d20advadv", "dice.advantage.pool", (6, 9)),
    ("2d6r", "dice.reroll.number", (3, 4)),
    ("2d6ro<", "dice.reroll.number", (3, 6)),
    ("2d6r<7", "dice.reroll.every", (3, 6)),
    ("d1r1", "dice.reroll.every", (2, 4)),
    ("2d6!!", "dice.explode.twice", (3, 5)),
    ("2d6!2!3", "dice.explode.twice", (5, 6)),
    ("2d6!=5", "dice.explode.comparison", (3, 5)),
    ("6d6!>3", "dice.explode.comparison", (3, 5)),
    ("6d6!<3", "dice.explode.comparison", (3, 5)),
    ("6d6! >= 5", "dice.explode.comparison", (3, 7)),
    ("6d6! 3", "dice.explode.space", (3, 6)),
    ("2d6+6d6!\u00a03>=4", "dice.explode.space", (7, 10)),
    ("2d6!0", "dice.explode.zero", (3, 5)),
    ("2d6mi", "dice.bound.number", (3, 5)),
    ("2d6mi7", "dice.bound.range", (3, 6)),
    ("2d6ma0", "dice.bound.range", (3, 6)),
    ("2d6>", "dice.successes.number", (3, 4)),
    ("2d6>=5kh1", "dice.successes.last", (6, 8)),
    ("2d6>5>1", "dice.successes.last", (5, 6)),
    ("2d6==5", "dice.successes.number", (3, 4)),
    ("2d6[a", "dice.label.unclosed", (3, 4)),
    ("2d6[ ]", "dice.label.empty", (3, 6)),
    ("2d6[a[b]", "dice.label.characters", (3, 8)),
    ("2d6[a\nb]", "dice.label.characters", (3, 8)),
    ("2d6[a][b]", "dice.label.second", (6, 7)),
    ("2d6/0", "dice.division.zero", (4, 5)),
    ("2d6/(d6-1)", "dice.division.zero", (4, 10)),
    ("1+2/(d6/2)", "dice.division.zero", (4, 10)),
    ("1001d6", "dice.limit.dice", (0, 6)),
    ("2+600d6+600d4", "dice.limit.dice", (0, 13)),
    ("999999d999999", "dice.limit.dice", (0, 13)),
    ("d10001", "dice.limit.sides", (0, 6)),
    ("99999999999999999999d6", "dice.limit.number", (0, 20)),
    ("2d6+" + LONG, "dice.limit.number", (4, 905)),
    ("9d6!999999", "dice.limit.explosions", (0, 10)),
    ("d10000!5", "dice.limit.support", (0, 8)),
    ("1000d1!100", "dice.limit.thrown", (0, 10)),
    ("500d1!30+500d1!30", "dice.limit.thrown", (0, 17)),
    ("900d30r>1", "dice.limit.thrown", (0, 9)),
    ("900d2r1" + "ro1" * 27, "dice.limit.thrown", (0, 88)),
    ("d300*(d300+1)*d20", "dice.limit.work", (0, 17)),
    ("d1200*d1200", "dice.limit.work", (0, 11)),
    ("d1200*1000000+d1200", "dice.limit.work", (0, 19)),
    ("1000d1000kh500", "dice.limit.size", (0, 9)),
    ("1000d1000", "dice.limit.size", (0, 9)),
    ("100d100kh50", "dice.limit.work", (0, 11)),
    ("20d6kh10ro1kh5", "dice.limit.work", (0, 14)),
    ("5/(20d6!*2-1001)", "dice.limit.divisor", (2, 16)),
    ("999999999*999999999", "dice.limit.range", (0, 19)),
    ("(" * 51 + "1" + ")" * 51, "dice.limit.depth", (50, 51)),
    ("-" * 500 + "1", "dice.limit.depth", (50, 51)),
    ("(" * 2000 + "1" + ")" * 2000, "dice.limit.text", (60, 61)),
    ("1" * 5000, "dice.limit.text", (60, 61)),
]


@pytest.mark.parametrize(("text", "key", "span"), REFUSED)
def test_refusals_name_the_trouble_and_the_place(text: str, key: str, span: tuple[int, int]) -> None:
    with pytest.raises(AdargaError) as caught:
        parse(text)
    error = caught.value
    assert (error.key, error.span) == (key, span)
    assert error.text is not None
    assert error.text == text or (key == "dice.limit.text" and text.startswith(error.text[:60]))
    for lang in LANGUAGES:
        sentence, shown, carets = error_text(Words(lang), error).split("\n")
        assert "{" not in sentence
        assert carets.strip("^ ") == ""
        assert shown.strip() or not text.strip()


def keys_in_source() -> set[str]:
    files = (PACKAGE / "dice").glob("*.py")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in files)
    named = {f"dice.limit.{name}" for name in re.findall(r'within\("(\w+)"', texts)}
    return named | set(re.findall(r'"(dice\.[a-z_.]+[a-z])"', texts))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_is_said(lang: str) -> None:
    words = Words(lang)
    fields = dict.fromkeys(
        (
            "found",
            "operator",
            "asked",
            "dice",
            "sides",
            "limit",
            "value",
            "which",
            "q",
            "left",
            "name",
            "comparison",
            "number",
        ),
        1,
    )
    keys = keys_in_source()
    assert len(keys) > 50
    assert [key for key in sorted(keys) if not words.say(key, **fields)] == []


def test_every_refusal_of_a_text_is_shown() -> None:
    about_texts = {
        key
        for key in keys_in_source()
        if not key.startswith(("dice.why.", "dice.typed.", "dice.recorded.", "dice.law.", "dice.out", "dice.whole"))
    }
    assert about_texts - {key for _, key, _ in REFUSED} == {"dice.limit.rerolls"}


def held(text: str) -> bool:
    """Whether the text is an expression that reads back as itself, or one error with a place in the text."""
    try:
        expression = parse(text)
    except AdargaError as error:
        start, end = error.span or (-1, -1)
        return error.key.startswith("dice.") and error.text == text and 0 <= start <= end <= len(text)
    return parse(str(expression)) == expression


@given(st.text(alphabet="0123456789dDwWkhlraosmi!<>=+-*/()[]% \u2212.,\u0663xéA", max_size=14))
@settings(max_examples=600)
def test_any_text_is_an_expression_or_one_error(text: str) -> None:
    assert held(text)


@given(expressions(), st.integers(0, 30), st.sampled_from([*"dkhl!<>=+-*/()[]%9 x"]))
@settings(max_examples=300)
def test_a_slip_of_the_hand_is_an_expression_or_one_error(text: str, at: int, slip: str) -> None:
    assert held(text[:at] + slip + text[at:])


@pytest.mark.parametrize("text", ["400d6", "100d100", "40d6kh20", "20d6!", "(d6)*(d6)", "d6*d6", "100/d4", "1000d6"])
def test_large_but_sensible_expressions_are_taken(text: str) -> None:
    assert parse(text).least > 0


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("2d6+1", 2), ("7", 0), ("10d6!", 12), ("6d6!1", 7), ("6d1!", 126), ("4d6kh3", 4), ("6d6ro1", 7),
        ("6d6ro<4", 9),
        ("4d6r<4", 8), ("9d4r1", 12), ("4d6kh2ro1", 6), ("3d6mi2!2*d4", 8),
    ],
)  # fmt: skip
def test_dice_thrown_on_average(text: str, thrown: int) -> None:
    assert parse(text).thrown == thrown


def test_the_deepest_nesting_is_taken() -> None:
    assert parse("(" * 50 + "d6" + ")" * 50) == parse("d6")
    assert parse("1" + "+1" * 499).constant == 500
    assert parse("1" + "*1" * 499).constant == 1


def test_parts_of_a_sum() -> None:
    expression = parse("2d6[S]+d4[E]-3+(d8*2)[fuego]-(d6-1)[x]")
    assert expression.addends() == (
        Addend(1, parse("2d6"), "S"),
        Addend(1, parse("d4"), "E"),
        Addend(-1, constant(3)),
        Addend(1, parse("d8*2"), "fuego"),
        Addend(-1, parse("d6-1"), "x"),
    )
    assert expression.pools() == ((2, 6), (1, 4), (1, 8), (1, 6))
    assert expression.labels() == ("S", "E", "fuego", "x")
    assert expression.addends()[1] == Addend(1, dice(1, 4), "E") != Addend(-1, dice(1, 4), "E")


def test_parts_of_what_is_no_sum() -> None:
    assert parse("2d6[S]").addends() == (Addend(1, dice(2, 6), "S"),)
    assert parse("4d6kh3").addends() == (Addend(1, parse("4d6kh3")),)
    assert constant(-3).addends() == (Addend(-1, constant(3)),)
    assert parse("-d6").addends() == (Addend(-1, dice(1, 6)),)


@pytest.mark.parametrize(
    ("text", "pool", "value"),
    [
        ("2d6", (2, 6), None),
        ("2d6[a]", (2, 6), None),
        ("(2d6)", (2, 6), None),
        ("2d6kh1", None, None),
        ("2d6+0", None, None),
        ("2d6*0", None, None),
        ("-d6", None, None),
        ("7", None, 7),
        ("-7", None, -7),
        ("7[a]", None, 7),
        ("7/2*(3-1)", None, 6),
        ("-7/2", None, -4),
    ],
)
def test_plain_pools_and_constants(text: str, pool: tuple[int, int] | None, value: int | None) -> None:
    assert (parse(text).pool, parse(text).constant) == (pool, value)


def test_sums_of_expressions() -> None:
    assert parse("2d6") + 3 == parse("2d6+3")
    assert parse("2d6") - 3 == parse("2d6-3")
    assert parse("2d6") + -3 == parse("2d6-3")
    assert parse("2d6") - parse("d4-1") == parse("2d6-d4+1")
    assert 3 + parse("2d6") == parse("3+2d6")
    assert 3 - parse("2d6") == parse("3-2d6")
    assert sum([dice(1, 6), dice(1, 4)], start=constant(2)) == parse("2+d6+d4")
    text: Any = "d4"
    with pytest.raises(TypeError):
        dice(1, 6) + text


def test_sums_are_held_to_the_limits() -> None:
    total: Expression = constant(1)
    for _ in range(499):
        total = total + 1
    assert parse(str(total)) == total
    with pytest.raises(AdargaError) as caught:
        total + 10
    assert caught.value.key == "dice.limit.text"
    with pytest.raises(AdargaError) as caught:
        dice(600, 6) + dice(600, 6)
    assert caught.value.key == "dice.limit.dice"


@pytest.mark.parametrize(
    ("count", "sides", "key"),
    [(0, 6, "dice.count.zero"), (2, 0, "dice.sides.zero"), (-1, 6, "dice.count.zero"), (1001, 6, "dice.limit.dice")],
)
def test_impossible_dice(count: int, sides: int, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        dice(count, sides)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "make",
    [
        lambda: constant(True),
        lambda: dice(True, 6),
        lambda: dice(2, True),
        lambda: parse("d6") + True,
        lambda: True - parse("d6"),
    ],
)
def test_a_bool_is_no_number(make: Callable[[], Expression]) -> None:
    with pytest.raises(AdargaError) as caught:
        make()
    assert (caught.value.key, caught.value.values) == ("dice.whole", {"value": True})


def test_impossible_constant() -> None:
    with pytest.raises(AdargaError) as caught:
        constant(10**9)
    assert caught.value.key == "dice.limit.number"


@pytest.mark.parametrize("text", ["2d6+1", "4d6kh3[a]-2*d4", "-3", "6d6!20>=5", "(d6+1)/2"])
def test_expressions_never_change_and_can_be_copied(text: str) -> None:
    expression = parse(text)
    for twin in (pickle.loads(pickle.dumps(expression)), copy.deepcopy(expression)):
        assert twin == expression
        assert hash(twin) == hash(expression)
        assert str(twin) == str(expression)
    for name in ("_parts", "_text", "label", "anything"):
        with pytest.raises(AttributeError):
            setattr(expression, name, 1)
    with pytest.raises(AttributeError):
        del expression._text
    assert repr(expression) == f"parse({str(expression)!r})"


def test_expressions_differ_from_other_kinds() -> None:
    assert parse("3") != constant(4)
    assert parse("3") != 3
    assert parse("2d6") != parse("d6+d6")


def test_caches_forget() -> None:
    kept = parse("3d6+4")
    assert parse("3d6+4") is kept
    clear_caches()
    assert parse("3d6+4") is not kept
    assert parse("3d6+4") == kept


def test_the_cache_does_not_grow_without_end() -> None:
    clear_caches()
    first = parse("d2")
    for sides in range(3, 1100):
        parse(f"d{sides}")
    assert parse("d2") is not first
