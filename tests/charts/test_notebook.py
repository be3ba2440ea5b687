"""In a notebook values show themselves; elsewhere nothing happens and nothing is loaded."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import altair as alt
import pytest
from IPython.core.formatters import DisplayFormatter

from adarga import charts
from adarga.charts import formatters
from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.plan import Band, Blow, Check, Part, Reduce, odds, runs
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant, Matchup, Situation, Weapon
from adarga.study.axes import axis
from adarga.study.contest import Side
from adarga.study.duel import duel
from adarga.study.survival import survival
from adarga.study.tables import matrix
from adarga.words import LANGUAGES, Words
from tests.charts.cases import law

HIT = Check(
    "attack<b>",
    parse("d20"),
    (Band("miss", runs(range(1, 11)), Blow()), Band("<own>", runs(range(11, 21)), Blow((Part(parse("d6+1")),)))),
)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Iterator[DisplayFormatter]:
    """A notebook's display, and altair's way of showing charts put back afterwards."""
    display = DisplayFormatter()
    monkeypatch.setattr(formatters, "_shell", lambda: SimpleNamespace(display_formatter=display))
    with alt.renderers.enable("default"):
        yield display


def html(shell: DisplayFormatter, value: Any) -> str:
    data, _ = shell.format(value)  # type: ignore[no-untyped-call]
    return str(data.get("text/html", ""))


def strike() -> Matchup:
    return Matchup(Combatant(), Combatant(constitution=9, armour=()), Weapon(damage="d8"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_values_show_themselves_in_the_language(shell: DisplayFormatter, lang: str) -> None:
    charts.notebook(lang)
    words = Words(lang)
    book = rulebook("absorption")
    plan = book.plan(strike(), Situation())
    found = html(shell, odds(plan))
    assert words.say("cli.mean_there") in found
    assert words.say("cli.branch.lands") in found
    assert f'lang="{lang}"' in found
    assert words.say("absorption.constitution", constitution=9, by=2) in html(shell, plan)
    assert words.say("charts.summary", mean=words.number(3.5), sd=words.number(1.71), least=1, most=6) in html(
        shell, law("d6")
    )
    lasting = survival(law("d6"), 9, strikes=4)
    assert words.say("study.survival.mean", rounds=words.number(lasting.mean or 0)) in html(shell, lasting)
    table = matrix(book, strike(), Situation(), axis(book, "damage=d4,d6"), axis(book, "armours"))
    assert words.number(float(table.values[0, 0])) in html(shell, table)


@pytest.mark.parametrize("names", [("Ogre", "Thrain"), ("", "")])
def test_duels_name_both_sides(shell: DisplayFormatter, names: tuple[str, str]) -> None:
    charts.notebook("en")
    sides = [
        Side(sheet=Combatant(name=name, points=points, constitution=13, weapons=(Weapon(damage="d8"),)))
        for name, points in zip(names, (6, 9), strict=True)
    ]
    fought = duel(rulebook("absorption"), sides[0], sides[1])
    found = html(shell, fought)
    assert all(f">{name}<" in found for name in (names if names[0] else ("the first", "the second")))
    assert Words("en").percent(fought.first) in found


def test_without_a_call_nothing_changes(shell: DisplayFormatter) -> None:
    assert html(shell, law("d6")) == ""


def test_plans_by_hand_show_their_own_names_as_text(shell: DisplayFormatter) -> None:
    charts.notebook("en")
    found = html(shell, HIT) + html(shell, odds(HIT))
    assert "&lt;own&gt;" in found
    assert "<own>" not in found
    assert "attack&lt;b&gt;" in found
    assert "11–20" in found
    assert "miss" in found
    assert "2d6" in html(shell, Blow((Part(parse("2d6"), soak=(Reduce(1),)),)))


def test_what_never_falls_is_said(shell: DisplayFormatter) -> None:
    charts.notebook("en")
    assert Words("en").say("study.survival.for_ever") in html(shell, survival(law("0"), 9, strikes=3))


def test_charts_are_drawn_without_network(shell: DisplayFormatter) -> None:
    charts.notebook("en")
    shown: Any = charts.survival(Words("en"), {"a": [0.5]})._repr_mimebundle_()
    assert set(shown) == {"image/svg+xml"}


def test_without_the_extra_there_are_words_but_no_pictures(
    shell: DisplayFormatter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    for name in ("distributions", "studies", "curves", "maps", "look"):
        monkeypatch.delitem(sys.modules, f"adarga.charts.{name}", raising=False)
    charts.notebook("en")
    assert "mean 3.50" in html(shell, law("d6"))
    assert "<svg" not in html(shell, law("d6"))
    book = rulebook("absorption")
    table = matrix(book, strike(), Situation(), axis(book, "damage=d4,d6"), axis(book, "armours"))
    assert "<pre>damage / armours" in html(shell, table)


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(AdargaError):
        charts.notebook("fr")


def test_outside_a_notebook_nothing_is_loaded() -> None:
    program = "import sys; from adarga import charts; charts.notebook(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60)
    assert {"IPython", "altair", "numpy", "vl_convert"} & set(done.stdout.split()) == set()
