"""Charts hold what they were given, say it in both languages, and are told apart without colour."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import nan
from typing import Any, cast

import numpy as np
import pytest

from adarga import charts
from adarga.charts.curves import half_by
from adarga.charts.distributions import View
from adarga.charts.files import as_svg
from adarga.charts.look import DARK, DASHES, LIGHT, MOST_SERIES, SHAPES, Look, marks_of
from adarga.dice import Distribution
from adarga.errors import AdargaError
from adarga.words import LANGUAGES, Words
from tests.charts.cases import CHARTS, LABELS, Json, law, spec_of

EN, ES = Words("en"), Words("es")


def strings(spec: Any) -> Iterator[str]:
    """Every text of a specification, keys too."""
    if isinstance(spec, dict):
        for key, value in spec.items():
            yield key
            yield from strings(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from strings(value)
    elif isinstance(spec, str):
        yield spec


def rows(spec: Json, *fields: str) -> list[tuple[Any, ...]]:
    """The data that have all of some fields, each datum once."""
    found = [
        tuple(row[field] for field in fields)
        for values in spec["datasets"].values()
        for row in values
        if all(field in row for field in fields)
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_is_valid_in_both_languages_and_themes(name: str) -> None:
    specs = {(lang, dark): spec_of(name, lang, dark) for lang in LANGUAGES for dark in (False, True)}
    texts = {lang: specs[lang, False]["description"] for lang in LANGUAGES}
    assert texts["en"] != texts["es"]
    assert specs["en", False]["config"]["background"] == LIGHT.paper
    assert specs["en", True]["config"]["background"] == DARK.paper
    assert specs["es", False]["config"]["locale"]["number"]["decimal"] == ","
    for (lang, _), spec in specs.items():
        assert spec["usermeta"]["adarga"]["lang"] == lang
        assert spec["title"]["text"] == spec["usermeta"]["adarga"]["title"]


@pytest.mark.parametrize("name", [name for name in CHARTS if name != "heat map"])
def test_titles_are_the_languages_own(name: str) -> None:
    titles = {spec_of(name, lang)["title"]["text"] for lang in LANGUAGES}
    assert len(titles) == 2


@pytest.mark.parametrize("name", CHARTS)
def test_no_chart_asks_for_anything_from_a_network(name: str) -> None:
    spec = spec_of(name)
    assert [text for text in strings(spec) if "://" in text] == [spec["$schema"]]
    assert "url" not in set(strings(spec))


@pytest.mark.parametrize("name", CHARTS)
def test_pictures_carry_their_alternative_text(name: str) -> None:
    spec = spec_of(name, "es", True)
    drawn = as_svg(spec)
    assert f"<title>{escape(spec['title']['text'])}</title>" in drawn
    assert f"<desc>{escape(spec['description'])}</desc>" in drawn
    assert f'aria-label="{escape(spec["description"])}"' in drawn
    assert 'lang="es"' in drawn
    assert DARK.paper in drawn
    assert "NaN" not in drawn
    assert "undefined" not in drawn


def test_percentages_are_written_as_the_language_writes_them() -> None:
    spanish, english = (as_svg(spec_of("survival", lang)) for lang in ("es", "en"))
    assert ">25\N{NO-BREAK SPACE}%<" in spanish
    assert ">25%<" in english


def test_distribution_holds_the_law_and_its_tail() -> None:
    given = law("2d6+1")
    found = rows(spec_of("single"), "outcome", "probability", "at_least")
    assert found == [(n, float(given.probability(n)), float(given.at_least(n))) for n in range(3, 14)]


def test_impossible_outcomes_stand_between_possible_ones() -> None:
    gap = Distribution({0: 1, 3: 1})
    found = rows(charts.distribution(EN, {"gap": gap}).to_dict(), "outcome", "probability", "at_least")
    assert found == [(0, 0.5, 1.0), (1, 0.0, 0.5), (2, 0.0, 0.5), (3, 0.5, 0.5)]


@pytest.mark.parametrize("points", [None, 2100])
def test_many_outcomes_stand_together_and_lose_only_the_far_ends(points: int | None) -> None:
    given = law("40d100")
    chart = charts.distribution(EN, {"40d100": given}, view="exact", points=points)
    found = rows(chart.to_dict(), "outcome", "last", "probability", "at_least")
    assert len(found) <= 201
    for (_, last, _, _), (start, *_) in pairwise(found):
        assert start == last + 1
    for start, last, share, more in found:
        assert share == float(given.at_least(start) - given.at_least(last + 1))
        assert more == float(given.at_least(start))
    assert sum(share for _, _, share, _ in found) > 0.9998
    if points is not None:
        assert points in [start for start, *_ in found]


@pytest.mark.parametrize(("view", "panels"), [("exact", 1), ("at-least", 1), ("both", 2)])
def test_views_are_one_panel_or_two(view: Any, panels: int) -> None:
    spec = charts.distribution(EN, {"d6": law("d6")}, view=view).to_dict()
    assert len(spec.get("vconcat", [spec])) == panels


def test_points_to_reach_are_said_with_their_chance() -> None:
    spec = spec_of("single")
    assert rows(spec, "label") == [("9 or more: 41.7%",)]
    assert spec["description"].endswith("9 or more: 41.7%.")


def test_points_that_cannot_be_shown_are_still_told() -> None:
    spec = charts.distribution(EN, {"d6": law("d6")}, points=40).to_dict()
    assert rows(spec, "label") == []
    assert spec["description"].endswith("40 or more: 0.0%.")


def test_overlaid_laws_differ_in_colour_dash_and_shape() -> None:
    spec = spec_of("overlaid")
    assert rows(spec, "series") == [(label,) for label in LABELS]
    line, *dots = spec["vconcat"][0]["layer"][:4]
    assert [dot["mark"]["shape"] for dot in dots] == list(SHAPES[:3])
    for channel in ("color", "strokeDash"):
        assert line["encoding"][channel]["scale"]["domain"] == ["k0", "k1", "k2"]


def test_a_law_of_one_outcome_among_far_ones_still_shows() -> None:
    spec = charts.distribution(EN, {"near": law("5"), "far": law("d6+1000")}).to_dict()
    opacities = [[dot["mark"]["opacity"] for dot in panel["layer"][1:]] for panel in spec["vconcat"]]
    assert opacities == [[1, 1], [0, 0]]


def test_long_titles_and_labels_are_broken_not_cut() -> None:
    long = " ".join(["word"] * 40)
    spec = charts.survival(EN, {long: [0.5]}, title=long).to_dict()
    assert " ".join(spec["title"]["text"]) == spec["usermeta"]["adarga"]["title"] == long
    assert max(map(len, spec["title"]["text"])) <= 50
    assert as_svg(spec).count("word") >= 80


@pytest.mark.parametrize("name", ["__proto__", "constructor", "", "\u2028", "'"])
def test_names_are_only_names(name: str) -> None:
    drawn = as_svg(charts.survival(EN, {name: [0.5], "other": [0.1]}).to_dict())
    assert f">{name.strip()}: half the time down by round 1<" in drawn.replace("&#39;", "'")


def test_no_two_series_look_alike() -> None:
    colours, dashes, _ = marks_of(LIGHT, MOST_SERIES)
    assert len(set(zip(colours, map(tuple, dashes), strict=True))) == MOST_SERIES
    _, dashes, shapes = marks_of(LIGHT, len(DASHES))
    assert len(set(map(tuple, dashes))) == len(set(shapes)) == len(DASHES)


def test_survival_starts_at_none_and_holds_the_curves() -> None:
    spec = spec_of("survival")
    found = rows(spec, "series", "n", "probability", "said")
    assert [row[:3] for row in found] == [
        *((LABELS[0], n, share) for n, share in enumerate((0.0, 0.1, 0.5, 0.9))),
        *((LABELS[1], n, share) for n, share in enumerate((0.0, 0.0, 0.1))),
    ]
    assert found[2][3] == "down by round 2: 50.0%"
    assert f"{LABELS[0]}: half the time down by round 2" in spec["description"]
    assert f"{LABELS[1]}: after round 2 still up more than half the time" in spec["description"]


def test_survival_takes_exact_fractions() -> None:
    spec = charts.survival(EN, {"a": [Fraction(1, 3), Fraction(2, 3)]}, unit="strike").to_dict()
    assert rows(spec, "n", "probability")[:3] == [(0, 0.0), (1, float(Fraction(1, 3))), (2, float(Fraction(2, 3)))]
    assert half_by([Fraction(1, 2)]) == 1


def test_heat_map_prints_every_value() -> None:
    spec = spec_of("heat map", "es")
    found = rows(spec, "row", "column", "value", "text")
    assert found == [
        (0, 0, 1.25, "1,25"), (0, 1, 2.0, "2,00"), (0, 2, None, "∞"),
        (1, 0, None, "–"), (1, 1, -3.5, "−3,50"), (1, 2, 0.0, "0,00"),
    ]  # fmt: skip
    assert spec["title"]["subtitle"] == ["Rayado: floor"]
    assert f"El menor: {LABELS[0]}, {LABELS[1]}: −3,50" in spec["description"]


def test_heat_map_takes_values_of_one_height_and_labels_of_one_name() -> None:
    spec = charts.heat_map(EN, ["a", "a"], ["b"], [[2.0], [2.0]], title="T").to_dict()
    assert rows(spec, "row", "value") == [(0, 2.0), (1, 2.0)]
    assert "Lowest" not in charts.heat_map(EN, ["a"], ["b"], [[float("inf")]], title="T").to_dict()["description"]


def test_heat_map_writes_probabilities_as_percentages() -> None:
    spec = charts.heat_map(EN, ["a"], ["b", "c"], [[0.123, 1]], title="T", percent=True).to_dict()
    assert [text for (text,) in rows(spec, "text")] == ["12.3%", "100.0%"]


def test_policy_map_holds_each_decision_where_it_is() -> None:
    found = rows(spec_of("policy map"), "x", "y", "decision")
    assert found == [(1, 0, "keep"), (2, 0, "keep"), (1, 5, "give"), (2, 5, "keep"), (3, 5, "spend")]


def test_policy_map_keeps_the_order_it_is_given() -> None:
    spec = charts.policy_map(EN, [1], [1], [["b"]], x_title="x", y_title="y", order=["a", "b"]).to_dict()
    assert spec["layer"][1]["encoding"]["shape"]["scale"] == {"domain": ["k0", "k1"], "range": ["circle", "square"]}
    assert ">a<" in as_svg(spec)


def test_skirmish_shows_shares_with_intervals_and_where_they_come_from() -> None:
    spec = spec_of("skirmish")
    assert rows(spec, "label", "share", "low", "high")[0] == (LABELS[0], 0.75, 0.7, 0.8)
    assert rows(spec, "text")[2] == ("0.0% (0.0% to 1.0%)",)
    assert spec["title"]["subtitle"] == ["1 fight simulated, 95% intervals · seed 7"]


def test_duel_shows_both_chances_and_what_is_neithers() -> None:
    spec = spec_of("duel")
    assert rows(spec, "place", "key", "share", "start", "end") == [
        (0, "k0", 0.75, 0.0, 0.75), (0, "k2", 0.25, 0.75, 1.0),
        (1, "k0", 0.5, 0.0, 0.5), (1, "k1", 0.375, 0.5, 0.875), (1, "k2", 0.125, 0.875, 1.0),
    ]  # fmt: skip
    assert ("75.0% against 25.0%",) in rows(spec, "text")
    assert "other: neither 37.5%" in spec["description"]
    sure = charts.duel(EN, {"a": (1, 0)}, "one", "two").to_dict()
    assert sure["layer"][0]["encoding"]["color"]["scale"]["domain"] == ["k0", "k2"]


def test_offer_map_tells_taken_kept_and_neither_for_sure() -> None:
    found = rows(spec_of("offer map"), "x", "y", "decision")
    assert found == [(1, 2, "give"), (2, 2, "depends on more"), (4, 3, "keep")]


def test_numbers_of_numpy_are_numbers() -> None:
    across: Any = np.arange(1, 4)
    outcome: Any = ("a", np.float64(0.5), np.float32(0.25), np.float64(0.75))
    fights: Any = np.int64(9)
    made = (
        charts.survival(EN, {"a": np.array([0.25, 0.75])}),
        charts.policy_map(EN, across, across, [["a"] * 3] * 3, x_title="x", y_title="y"),
        charts.skirmish(EN, [outcome], fights=fights, seed=1),
        charts.heat_map(EN, ["a"], ["b"], np.array([[3]]), title="T", hatched=np.array([[True]])),
    )
    for chart in made:
        assert json.loads(json.dumps(chart.to_dict()))


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as the accessibility guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_every_ground(look: Look) -> None:
    grounds = [look.paper, look.sheet, look.steel_wash, *(look.heat_at(step / 10) for step in range(11))]
    assert [ground for ground in grounds if contrast(look.ink, ground) < 4.5] == []
    assert contrast(look.ink_2, look.paper) >= 4.5
    assert [colour for colour in look.decisions if contrast(look.ink, colour) < 4.5] == []
    assert [colour for colour in look.series if contrast(colour, look.paper) < 3] == []


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_heat_and_decisions_are_ordered_by_luminance(look: Look) -> None:
    for colours in ([look.heat_at(step / 10) for step in range(11)], list(look.decisions)):
        lights = [luminance(colour) for colour in colours]
        assert lights == sorted(lights, reverse=look is LIGHT)


@pytest.mark.parametrize(
    ("ask", "key"),
    [
        (lambda: charts.distribution(EN, {}), "charts.empty"),
        (lambda: charts.distribution(EN, {"d6": law("d6")}, view=cast("View", "other")), "charts.view"),
        (lambda: charts.survival(EN, {str(n): [0.5] for n in range(MOST_SERIES + 1)}), "charts.many"),
        (lambda: charts.survival(EN, {"a": []}), "charts.empty"),
        (lambda: charts.duel(EN, {}, "a", "b"), "charts.empty"),
        (lambda: charts.duel(EN, {"x": (0.75, 0.5)}, "a", "b"), "charts.chance"),
        (lambda: charts.duel(EN, {"x": (nan, 0.5)}, "a", "b"), "charts.chance"),
        (lambda: charts.offer_map(EN, {}, "a", "b"), "charts.empty"),
        (lambda: charts.survival(EN, {"a": [0.5, nan]}), "charts.chance"),
        (lambda: charts.survival(EN, {"a": [1.1]}), "charts.chance"),
        (lambda: charts.policy_map(EN, [1], [1], [[None]], x_title="x", y_title="y"), "charts.empty"),
        (lambda: charts.heat_map(EN, [], ["a"], [], title="T"), "charts.empty"),
        (lambda: charts.heat_map(EN, ["a"], ["b"], [[1.0, 2.0]], title="T"), "charts.shape"),
        (lambda: charts.heat_map(EN, ["a"] * 60, ["b"] * 60, [[1.0]], title="T"), "charts.cells"),
        (lambda: charts.policy_map(EN, [1], [], [], x_title="x", y_title="y"), "charts.empty"),
        (lambda: charts.policy_map(EN, [1], [1], [["a", "b"]], x_title="x", y_title="y"), "charts.shape"),
        (lambda: charts.policy_map(EN, range(9), [1], [list("abcdefghi")], x_title="x", y_title="y"), "charts.many"),
        (lambda: charts.skirmish(EN, []), "charts.empty"),
        (lambda: charts.skirmish(EN, [("a", 0.5, 0.6, 0.7)]), "charts.interval"),
    ],
)
def test_what_cannot_be_drawn_is_refused(ask: Any, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        ask()
    assert caught.value.key == key
