"""Rolling: every die kept, in the order thrown, with what became of it; and where faces come from."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.dice import OutOfDice, Recorded, RolledDie, Seeded, Source, Typed, parse, roll
from adarga.errors import AdargaError
from tests.dice.grammar import expressions

LOWEST, HIGHEST, AGAIN, MORE = (
    "dice.why.dropped_lowest",
    "dice.why.dropped_highest",
    "dice.why.rerolled",
    "dice.why.exploded",
)
RAISED, LOWERED, SUCCESS, NONE = "dice.why.raised", "dice.why.lowered", "dice.why.success", "dice.why.no_success"


@pytest.mark.parametrize(
    ("text", "faces", "total", "fates"),
    [
        ("2d6+1", (3, 5), 9, {}),
        ("d6-d4*2", (3, 4), -5, {}),
        ("7/2", (), 3, {}),
        ("-7/2", (), -4, {}),
        ("d6/-4", (3,), -1, {}),
        ("4d6kh3", (2, 6, 2, 5), 13, {2: (True, LOWEST)}),
        ("4d6dl1", (2, 6, 2, 5), 13, {2: (True, LOWEST)}),
        ("4d6kl1", (2, 6, 2, 5), 2, {1: (True, HIGHEST), 2: (True, HIGHEST), 3: (True, HIGHEST)}),
        ("4d6dh2", (2, 6, 2, 5), 4, {1: (True, HIGHEST), 3: (True, HIGHEST)}),
        ("3d6kh2kl1", (1, 6, 4), 4, {0: (True, LOWEST), 1: (True, HIGHEST)}),
        ("d20adv", (7, 13), 13, {0: (True, LOWEST)}),
        ("d20dis", (7, 13), 7, {1: (True, HIGHEST)}),
        ("2d6ro1", (1, 4, 1), 5, {0: (True, AGAIN)}),
        ("2d6r<3", (1, 2, 2, 5, 1, 3), 8, {0: (True, AGAIN), 1: (True, AGAIN), 2: (True, AGAIN), 4: (True, AGAIN)}),
        ("2d6!", (6, 3, 6, 2), 17, {2: (False, MORE), 3: (False, MORE)}),
        ("2d6!1", (6, 6, 6, 6), 24, {2: (False, MORE), 3: (False, MORE)}),
        ("d1!2", (1, 1, 1), 3, {1: (False, MORE), 2: (False, MORE)}),
        ("2d6!kh1", (6, 5, 1), 7, {1: (True, LOWEST), 2: (False, MORE)}),
        ("2d6!kl1", (6, 5, 1), 5, {0: (True, HIGHEST), 2: (True, HIGHEST)}),
        ("3d6mi2", (1, 2, 3), 7, {0: (False, RAISED)}),
        ("3d6ma2", (1, 2, 3), 5, {2: (False, LOWERED)}),
        ("3d6>=5", (1, 5, 6), 2, {0: (False, NONE), 1: (False, SUCCESS), 2: (False, SUCCESS)}),
        # The further dice belong to the dice that exploded, and share their fate.
        (
            "2d6!20>=8",
            (6, 6, 1, 3),
            1,
            {0: (False, NONE), 1: (False, SUCCESS), 2: (False, NONE), 3: (False, SUCCESS)},
        ),
        ("2d6kh1ro6", (6, 1, 2), 2, {0: (True, AGAIN), 1: (True, LOWEST)}),
        ("2d6kh1>=3", (2, 1), 0, {0: (False, NONE), 1: (True, LOWEST)}),
        ("2d6[a]+(d4kh1)[b]", (2, 1, 4), 7, {}),
    ],
)
def test_every_die_is_kept(text: str, faces: tuple[int, ...], total: int, fates: dict[int, tuple[bool, str]]) -> None:
    source = Recorded(faces)
    rolled = parse(text).roll(source)
    assert (rolled.total, rolled.faces, source.unused) == (total, faces, ())
    assert rolled.expression == parse(text)
    assert tuple(die.face for die in rolled.dice) == faces
    found = {at: (die.dropped, die.why) for at, die in enumerate(rolled.dice) if die.dropped or die.why}
    assert found == fates


def test_dice_are_thrown_term_by_term() -> None:
    asked: list[int] = []

    class Noting:
        def die(self, sides: int) -> int:
            asked.append(sides)
            return 1 if sides != 4 else 4

    source: Source = Noting()
    assert parse("2d6ro1+(d4!1-d8)*d10").roll(source).dice[-1].sides == 10
    assert asked == [6, 6, 6, 6, 4, 4, 8, 10]


@given(expressions(), st.integers(0, 2**64))
@settings(max_examples=200)
def test_a_roll_replays_and_lies_in_its_law(text: str, seed: int) -> None:
    expression = parse(text)
    rolled = expression.roll(Seeded(seed))
    assert rolled.total in expression.distribution().counts
    again = Recorded(rolled.faces)
    assert expression.roll(again) == rolled
    assert again.unused == ()
    assert tuple(die.face for die in rolled.dice) == rolled.faces
    assert hash(expression.roll(Seeded(seed))) == hash(rolled)


@given(st.integers(1, 6), st.integers(1, 8), st.integers(0, 10**6))
def test_kept_dice_make_the_total(count: int, sides: int, seed: int) -> None:
    rolled = parse(f"{count}d{sides}kh{(count + 1) // 2}").roll(Seeded(seed))
    kept = [die.face for die in rolled.dice if not die.dropped]
    assert sum(kept) == rolled.total
    assert sorted(rolled.faces)[count - len(kept) :] == sorted(kept)


def test_text_is_rolled_at_once() -> None:
    assert roll("2d6+1", Recorded((3, 4))).total == 8
    assert roll("2d6+1", Seeded(5)) == parse("2d6+1").roll(Seeded(5))


def test_rolls_say_what_they_are() -> None:
    rolled = roll("2d6+1", Recorded((3, 4)))
    assert repr(rolled) == "Rolled(2d6+1, total=8, faces=(3, 4))"
    assert rolled != 8
    assert rolled.dice[0] == RolledDie(6, 3) != RolledDie(6, 3, dropped=True)
    assert repr(rolled.dice[0]) == "RolledDie(6, 3, False, None)"
    assert pickle.loads(pickle.dumps(rolled.dice)) == rolled.dice
    field: Any = "total"
    with pytest.raises(AttributeError):
        setattr(rolled, field, 9)


def test_seeds_give_the_same_faces_for_ever() -> None:
    source = Seeded(2026)
    assert [source.die(sides) for sides in (6, 6, 20, 100, 4, 1, 1000, 2)] == [1, 3, 17, 66, 3, 1, 881, 2]
    assert Seeded(1).die(10**6) != Seeded(2).die(10**6)


def test_seeded_faces_are_even() -> None:
    source = Seeded(7)
    faces = Counter(source.die(6) for _ in range(60_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    # Five standard deviations of a binomial count of 60,000 at 1/6.
    assert all(abs(count - 10_000) < 5 * 91.3 for count in faces.values())


@pytest.mark.parametrize(
    ("sides", "value", "face"),
    [
        (6, 6, 6),
        (6, "6", 6),
        (6, " 06 ", 6),
        (10, 0, 10),
        (10, "0", 10),
        (10, "00", 10),
        (10, 10, 10),
        (100, 0, 100),
        (100, "0", 100),
        (100, "00", 100),
        (100, "100", 100),
        (100, "07", 7),
    ],
)
def test_dice_thrown_by_hand(sides: int, value: int | str, face: int) -> None:
    assert Typed([value]).die(sides) == face


@pytest.mark.parametrize(
    ("sides", "value", "key"),
    [
        (6, 7, "dice.typed.range"),
        (6, 0, "dice.typed.range"),
        (20, "0", "dice.typed.range"),
        (6, -1, "dice.typed.range"),
        (10, "11", "dice.typed.range"),
        (6, "", "dice.typed.number"),
        (6, "3.5", "dice.typed.number"),
        (6, "-3", "dice.typed.number"),
        (6, "six", "dice.typed.number"),
        (6, "\u0663", "dice.typed.number"),
        (6, "1" * 5000, "dice.typed.number"),
        (6, True, "dice.typed.number"),
        (6, 3.0, "dice.typed.number"),
    ],
)
def test_faces_a_die_does_not_have(sides: int, value: Any, key: str) -> None:
    source = Typed([1, value])
    assert source.die(6) == 1
    with pytest.raises(AdargaError) as caught:
        source.die(sides)
    assert caught.value.key == key
    assert (caught.value.values["value"], caught.value.values["which"]) == (value, 2)
    assert source.unused == (value,)


@pytest.mark.parametrize("value", [7, 0, True, "3"])
def test_recorded_faces_are_checked(value: Any) -> None:
    with pytest.raises(AdargaError) as caught:
        Recorded((value,)).die(6)
    assert caught.value.key == "dice.recorded.range"
    assert caught.value.values == {"sides": 6, "value": value, "which": 1}


@pytest.mark.parametrize("source", [Typed([3]), Recorded([3])])
def test_too_few_dice(source: Typed | Recorded) -> None:
    with pytest.raises(OutOfDice) as caught:
        parse("d6+d20").roll(source)
    assert (caught.value.key, caught.value.sides, caught.value.left) == ("dice.out", 20, 0)
    assert source.unused == ()


def test_dice_left_over() -> None:
    typed = Typed(["3", 4, "00"])
    parse("d6").roll(typed)
    assert typed.unused == (4, "00")
    recorded = Recorded((3, 4, 5))
    parse("d6").roll(recorded)
    assert recorded.unused == (4, 5)


def test_a_source_stuck_on_one_face_is_given_up() -> None:
    class Stuck:
        def die(self, sides: int) -> int:
            return 1

    with pytest.raises(AdargaError) as caught:
        parse("d6r1").roll(Stuck())
    assert caught.value.key == "dice.limit.rerolls"
