"""Saved fights: lines that load equal, lines cut short, and lines that are not what a fight writes."""

from __future__ import annotations

import contextlib
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.errors import AdargaError
from adarga.fight.codec import decode, encode
from adarga.fight.log import Log
from adarga.fight.saved import head_line, head_of, lines_of, log_of
from tests.fight.test_golden import kept, lines
from tools.make_golden import FIGHTS


@pytest.mark.parametrize("name", FIGHTS)
def test_undone_steps_are_saved_too(name: str) -> None:
    log = kept(name).undo(5)
    assert log_of(list(lines_of(log, "absorption"))) == log
    assert log.redo(5) == kept(name)


@pytest.mark.parametrize("name", FIGHTS)
def test_every_state_of_a_fight_loads_equal(name: str) -> None:
    log = kept(name)
    for line in range(len(log.entries) + 1):
        state = log.at(line)
        assert decode(json.loads(json.dumps(encode(state)))) == state


def test_loading_twice_doubles_nothing() -> None:
    once = kept("percentile-trench")
    assert log_of(list(lines_of(log_of(lines("percentile-trench")), "percentile"))) == once


@given(cut=st.integers(1, 400))
def test_a_last_line_cut_short_is_left_out(cut: int) -> None:
    whole = lines("absorption-bridge")
    short = whole[-1][: -min(cut, len(whole[-1]))]
    assert log_of([*whole[:-1], short]) == log_of(whole[:-1])


def test_a_file_of_a_later_form_is_refused() -> None:
    with pytest.raises(AdargaError, match=r"fight\.form"):
        head_of([head_line("absorption").replace('"adarga":1', '"adarga":99')])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("is", "thing", "plan", "who", "events", "command", "undo", "from", "entries", "ids", "round")
            ),
            inner | st.sampled_from(("Joined", "NextTurn", "Left", "Reason", "plan", "Ordered", "Passed")),
            max_size=4,
        )
    ),
    max_leaves=8,
)


def loads_or_says_why(changed: list[str]) -> bool:
    with contextlib.suppress(AdargaError):
        return isinstance(log_of(changed), Log)
    return True


@given(data=JSON)
def test_anything_else_is_one_error(data: object) -> None:
    assert loads_or_says_why([head_line("absorption"), json.dumps(data) + "\n"])


def test_nesting_without_end_is_one_error() -> None:
    with pytest.raises(AdargaError, match=r"fight\.bad_line"):
        log_of([head_line("absorption"), "[" * 100_000 + "\n"])


@settings(max_examples=60)
@given(data=st.data())
def test_a_value_changed_anywhere_loads_or_is_one_error(data: st.DataObject) -> None:
    whole = lines("percentile-trench")
    number = data.draw(st.integers(1, len(whole) - 1))
    entry = json.loads(whole[number])
    at, key = entry, data.draw(st.sampled_from(sorted(entry)))
    while isinstance(at[key], dict | list) and at[key] and data.draw(st.booleans()):
        at = at[key]
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
    at[key] = data.draw(JSON)
    assert loads_or_says_why([*whole[:number], json.dumps(entry) + "\n", *whole[number + 1 :]])


@pytest.mark.parametrize("steps", ["99999999999", "1", "true", "-1", "1.0"])
def test_more_steps_than_there_are_entries_are_damage(steps: str) -> None:
    for word in ("undo", "redo"):
        with pytest.raises(AdargaError, match=r"fight\.bad_line: line=2"):
            log_of([head_line("absorption"), f'{{"{word}":{steps}}}\n'])


def test_someone_who_joins_twice_is_damage_with_its_line() -> None:
    whole = lines("absorption-bridge")
    with pytest.raises(AdargaError, match=r"fight\.line_again: line=3"):
        log_of([*whole[:2], *(re.sub(r'^\{"n":\d+,', "{", line) for line in whole[1:])])


def test_empty_lines_say_nothing() -> None:
    whole = lines("absorption-bridge")
    assert log_of([whole[0], "\n", *whole[1:], " \n"]) == log_of(whole)


def test_a_line_that_stands_there_again_is_the_same_line() -> None:
    whole = lines("percentile-trench")
    for at in (1, 7, len(whole) - 1):
        assert log_of([*whole, whole[at]]) == kept("percentile-trench")


def test_a_missing_line_is_missed() -> None:
    whole = lines("percentile-trench")
    with pytest.raises(AdargaError, match=r"fight\.line_missing: line=9, number=9, next=8"):
        log_of([*whole[:8], *whole[9:]])


def test_a_line_that_says_otherwise_under_a_number_is_wrong() -> None:
    whole = lines("percentile-trench")
    with pytest.raises(AdargaError, match=r"fight\.line_other"):
        log_of([*whole, whole[-1].replace(f'"n":{len(whole) - 1}', '"n":3')])


@pytest.mark.parametrize("number", ["0", '"2"', "true", "-1"])
def test_a_number_that_is_none_is_wrong(number: str) -> None:
    whole = lines("percentile-trench")
    with pytest.raises(AdargaError, match=r"fight\.bad_line"):
        log_of([whole[0], whole[1].replace('"n":1', f'"n":{number}')])


def test_a_file_without_numbers_loads_and_goes_on_with_them() -> None:
    whole = lines("percentile-trench")
    bare = [re.sub(r'^\{"n":\d+,', "{", line) for line in whole]
    assert bare != whole
    assert log_of(bare) == kept("percentile-trench")
    assert log_of([*bare[:9], *whole[9:]]) == kept("percentile-trench")
