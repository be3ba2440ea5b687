"""Whatever is typed: no line breaks the program, every answer is text, and the file holds the fight as it stands."""

from __future__ import annotations

import tempfile
from itertools import chain
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.cli.fight_file import Asked, open_fight, read_only
from adarga.cli.fight_session import Session
from adarga.dice import Seeded
from adarga.interop.verbs import CONDITIONS, OFFERS, OPTIONS, SHARES, VERBS
from adarga.words import LANGUAGES, Words
from tests.source import ROOT

ROSTERS = {
    "puente": ("brunilda", "aldo", "xim", "ogro"),
    "cripta": ("odile", "tome", "guardián", "crypt"),
    "trinchera": ("a", "b", "m", "t"),
}
WORDS = [
    *chain.from_iterable(chain(*table.values()) for table in (OPTIONS, CONDITIONS, OFFERS, SHARES)),
    "", "0", "1", "3", "7", "40", "-1", "d8", "2d6", "r", "and", "x", "elect=3", "elect=no", "soak=1", "aim=shield",
    "attack=15", "damage=3+6", "mod=10", "reaction=dodge", "2h", "2r", "long", "chain mail", "'", "=", "Ñu",
]  # fmt: skip
FREQUENT = ["n", "r", "r", "no", "yes", "undo", "redo", "undo 3", "15", "5 4", "sacrifice", "effectiveness 1", "drop"]


@st.composite
def fights(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A roster, and lines about those in it."""
    roster = draw(st.sampled_from(sorted(ROSTERS)))
    names = st.sampled_from(ROSTERS[roster])
    verbs = st.sampled_from([word for verb, words in VERBS.items() if verb != "quit" for word in words])
    words = st.one_of(names, st.sampled_from(WORDS))
    any_line = st.tuples(verbs, st.lists(words, max_size=4)).map(lambda line: " ".join((line[0], *line[1])))
    attack = st.tuples(names, names, st.sampled_from(["", "r", "d8", "d8 r"])).map(lambda line: "a " + " ".join(line))
    return roster, draw(st.lists(st.one_of(any_line, attack, st.sampled_from(FREQUENT)), max_size=40))


@settings(max_examples=40, deadline=None)
@given(fights(), st.sampled_from(LANGUAGES))
def test_any_lines_are_answered_and_kept(fight: tuple[str, list[str]], lang: str) -> None:
    roster, lines = fight
    path = ROOT / "examples" / f"{roster}.toml"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.adarga"
        opened = open_fight(Asked(file, roster=path))
        with opened.file:
            session = Session(Words(lang), opened, Seeded(1))
            for line in [f"load '{path}'", "next", *lines]:
                assert all(isinstance(text, str) for text in session.answer(line))
            assert read_only(file)[1] == session.log
