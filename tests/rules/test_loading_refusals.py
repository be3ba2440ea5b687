"""What loading refuses before it looks at anything, what it suggests, and what it still looks at beside a mistake."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from adarga.errors import AdargaError, Mistakes
from adarga.rules.library import rulebook
from adarga.rules.loading import house, is_roster, roster
from adarga.rules.loading.files import MOST_BYTES, MOST_LEVELS
from adarga.rules.names import MOST_LISTED, advice, find, nearest
from adarga.rules.protocol import Combatant, Matchup, Piece, Situation, Weapon
from adarga.rules.values import Rating
from adarga.words import LANGUAGES, Words, error_text

DAMAGE_STEPS = 'rulebook = "damage-steps"\n[combatants.A]\n'


def told(load: object, source: Path | str) -> list[tuple[str, object]]:
    """The key and path of every mistake, each of which can be said in every language."""
    assert callable(load)
    with pytest.raises(AdargaError) as caught:
        load(source)
    for lang in LANGUAGES:
        assert error_text(Words(lang), caught.value)
    each = caught.value.mistakes if isinstance(caught.value, Mistakes) else (caught.value,)
    return [(one.key, one.values.get("path")) for one in each]


@pytest.mark.parametrize("load", [house, roster])
def test_only_regular_files_are_read(load: object, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        assert told(load, path) == [("books.not_regular", None)]


def test_largest_file_is_read_and_no_larger(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    text = b'base = "absorption"\n'
    path.write_bytes(text + b"#" * (MOST_BYTES - len(text)))
    assert house(path).id == "house"
    path.write_bytes(text + b"#" * (MOST_BYTES - len(text) + 1))
    assert told(house, path) == [("books.too_big", None)]


@pytest.mark.parametrize("levels", [MOST_LEVELS + 1, 400, 3000, 5000, 400_000])
def test_deep_toml_is_refused(levels: int) -> None:
    assert told(house, "a." * (levels - 1) + "a = 1\n") == [("books.deep", None)]
    assert told(house, "[" + "a." * (levels - 1) + "a]\n") == [("books.deep", None)]
    assert told(house, '"a" . ' * min(levels, 9000) + "a = 1\n") == [("books.deep", None)]


def test_deep_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    for levels in (MOST_LEVELS + 1, 400, 5000):
        path.write_text('{"a": ' * levels + "1" + "}" * levels, encoding="utf-8")
        assert told(house, path) == [("books.deep", None)]


def test_long_texts_with_dots_are_no_depth() -> None:
    text = "word. " * 500
    assert house(f'base = "absorption"\nname = "{text}"\n').book.name.en == text


@pytest.mark.parametrize("number", ["1" * 19, "1" * 5000, "-" + "1" * 5000, "0x" + "f" * 5000])
def test_numbers_of_endless_digits_are_refused(number: str, tmp_path: Path) -> None:
    assert told(house, f'base = "absorption"\ntest = {number}\n') == [("books.digits", None)]
    if "x" not in number:
        path = tmp_path / "house.json"
        path.write_text(f'{{"base": "absorption", "test": {number}}}', encoding="utf-8")
        assert told(house, path) == [("books.digits", None)]


def test_mistakes_name_their_file_once_and_first(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    fight = tmp_path / "fight.toml"
    fight.write_text('house = "house.toml"\n[combatants.A]\n', encoding="utf-8")
    for text in ('base = "absorption"\ntets = 3\npionts = 4\n', "base = \n", "x = 1\n"):
        path.write_text(text, encoding="utf-8")
        for load, source in ((house, path), (roster, fight)):
            with pytest.raises(Mistakes) as caught:
                load(source)
            assert caught.value.file == str(path)
            lines = error_text(Words("en"), caught.value).splitlines()
            assert lines[0] == f"{path}:"
            assert not any(str(path) in line for line in lines[1:])
    path.unlink()
    with pytest.raises(AdargaError) as gone:
        roster(fight)
    assert error_text(Words("en"), gone.value).count(str(path)) == 1


def test_mistakes_of_a_text_name_no_file() -> None:
    with pytest.raises(Mistakes) as caught:
        house('base = "absorption"\ntets = 3\n')
    assert caught.value.file is None


@pytest.mark.parametrize("name", ["", " ", "-", "…"])
def test_names_with_nothing_in_them_are_refused(name: str) -> None:
    book = 'base = "damage-steps"\n'
    text = json.dumps(name)
    for table in ("weapons", "armours", "types", "monsters"):
        damage = 'damage = "d6"\n' if table == "weapons" else ""
        start = f"{book}[{table}.x]\n{damage}name = {{"
        assert told(house, f'{start}en = {text}, es = "equis"}}\n') == [("books.empty", f"{table}.x.name.en")]
        assert told(house, f'{start}en = "ex", es = {text}}}\n') == [("books.empty", f"{table}.x.name.es")]
        aliases = f'{start}en = "ex", es = "equis"}}\naliases = [{text}]\n'
        assert told(house, aliases) == [("books.empty", f"{table}.x.name.aliases")]
    assert told(house, f'{book}name = {{en = {text}, es = "equis"}}\n') == [("books.empty", "name.en")]
    weapon = f'weapons = [{{name = {{en = {text}, es = "equis"}}, damage = "d6"}}]\n'
    assert told(roster, DAMAGE_STEPS + weapon) == [("books.empty", "combatants.A.weapons.1.name.en")]
    assert told(roster, f'rulebook = "percentile"\n[combatants.{text}]\n') == [("books.empty", f"combatants.{name}")]
    assert told(roster, f"{DAMAGE_STEPS}name = {text}\n") == [("books.empty", "combatants.A.name")]


def test_what_is_missing_hides_no_other_mistake() -> None:
    text = """
base = "absorption"
[armours.plates]
name = {en = "plates"}
usage-die = "d7"
[weapons.axe]
name = "axe"
damage = "d0"
[weapons.pick]
name = {es = "pico"}
[shields]
wall = 3
[types]
x = 1
"""
    assert sorted((key, path or "") for key, path in told(house, text)) == [
        ("books.dice", "weapons.axe.damage"),
        ("books.missing", "armours.plates.name.es"),
        ("books.missing", "weapons.pick.damage"),
        ("books.missing", "weapons.pick.name.en"),
        ("books.table", "shields.wall"),
        ("books.unknown_key", "types"),
        ("books.word", "armours.plates.usage_die"),
        ("dice.sides.zero", ""),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "[usage]\ndice = [3]",
        "[usage]\ndice = 3",
        "[penetration]\nby_die = 3",
        "[armours.x]\nar = [3, {type = 4}]",
        "[armours]\nx = 3",
        "[weapons.x]\nname = [3]\ndamage = 4",
        "[weapons.x]\nname = {en = 3}",
        '[weapons.x]\nbase = "none"',
        "[monsters]\nx = 3",
        "[monsters.x]\nweapons = 3",
    ],
)
def test_no_mistake_hides_another(wrong: str) -> None:
    other = '[weapons.axe]\ndamage = "d0"\n[shields.buckler]\nusage-die = "d7"\n'
    found = told(house, f'base = "absorption"\n{wrong}\n{other}')
    assert {("books.dice", "weapons.axe.damage"), ("books.word", "shields.buckler.usage_die")} < set(found)
    assert len(found) > 3


@pytest.mark.parametrize("wrong", ['rows = ["d3", "d4"]', 'first = "d3"', '0 = "d3"', '1.5 = "d3"'])
def test_rows_are_numbered(wrong: str) -> None:
    found = told(house, f'base = "damage-steps"\n[ladder]\n{wrong}\n')
    assert {key for key, _ in found} <= {"books.row_number", "books.text"}
    if "1.5" not in wrong:
        assert found == [("books.row_number", f"ladder.{wrong.split()[0]}")]


def test_table_of_rows_is_no_list() -> None:
    assert told(house, 'base = "damage-steps"\nladder = ["d3", "d4"]\n') == [("books.rows", "ladder")]


def test_only_near_names_are_suggested() -> None:
    armours: Any = rulebook("absorption").book
    with pytest.raises(AdargaError) as caught:
        find(armours.armours, "xyzzy", "armour")
    assert (caught.value.key, caught.value.values["nearest"]) == ("books.unknown.few", ", ".join(armours.armours))
    for text in ("", "ZZ", "xyzzy", "-"):
        assert nearest(text, ("A1", "padded", "coraza")) == ()
    many = [f"name {n}" for n in range(MOST_LISTED + 1)]
    assert advice("xyzzy", many) == (".none", "")
    assert advice("xyzzy", many[1:]) == (".few", ", ".join(many[1:]))
    assert advice("xyzzy" * 1000, many) == (".none", "")


@pytest.mark.parametrize(
    ("sheet", "key", "place"),
    [
        ('vulnerable = ["slahsing"]', "books.type", "vulnerable"),
        ('armour = {name = "x", ar = {slahsing = 3}}', "books.type", "armour.1.ar"),
        ('armour = {name = "x", ar = {fuegos = 3}}', "books.type", "armour.1.ar"),
        ('armour = {name = "x", ar = {S = 3, slashing = 3}}', "books.rated_twice", "armour.1.ar"),
        ('shield = {name = "x", ar = {spectral = 3, SPECTRAL = 3}}', "books.rated_twice", "shield.ar"),
    ],
)
def test_types_of_a_roster_misspelt_or_rated_twice_are_refused(sheet: str, key: str, place: str) -> None:
    assert told(roster, f"{DAMAGE_STEPS}{sheet}\n") == [(key, f"combatants.A.{place}")]


def test_types_of_a_house_book_misspelt_or_rated_twice_are_refused() -> None:
    text = 'base = "damage-steps"\n[armours.x]\nar = {slahsing = 3}\n[armours.y]\nar = {E = 1, fire = 2}\n'
    assert told(house, text) == [("books.type", "armours.x.ar"), ("books.rated_twice", "armours.y.ar")]


def test_type_misspelt_on_two_sides_is_not_one_of_its_own() -> None:
    sheet = 'armour = {name = "x", ar = {slahsing = 3}}\nresistant = "slahsing"\n'
    assert ("books.type", "combatants.A.resistant") in told(roster, DAMAGE_STEPS + sheet)


@pytest.mark.parametrize(
    ("target", "key"),
    [
        (Combatant(resistant=("slahsing",)), "damage_steps.type_near"),
        (Combatant(vulnerable=("energi",)), "damage_steps.type_near"),
        (Combatant(armour=(Piece(ar=(Rating("pircing", 2),)),)), "damage_steps.type_near"),
        (Combatant(shield=Piece(ar=(Rating("S", 2), Rating("corte", 2)))), "damage_steps.ar_twice"),
    ],
)
def test_every_way_to_a_plan_refuses_them(target: Combatant, key: str) -> None:
    with pytest.raises(AdargaError) as caught:
        rulebook("damage-steps").plan(Matchup(Combatant(), target, Weapon(damage="d8")), Situation())
    assert caught.value.key == key


def test_file_with_combatants_and_no_base_is_a_roster(tmp_path: Path) -> None:
    assert is_roster(DAMAGE_STEPS)
    assert not is_roster('base = "absorption"\n[combatants.A]\n')
    assert not is_roster('base = "absorption"\n')


def test_rulebook_and_house_of_a_roster_are_texts() -> None:
    assert told(roster, 'rulebook = "absorption"\nhouse = 3\n[combatants.A]\n') == [("books.text", "house")]
