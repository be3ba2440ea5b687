"""House books and rosters: what they make, and every mistake in them at once, in both languages."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adarga.errors import AdargaError, Mistakes
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.rules.loading import house, roster
from adarga.rules.protocol import Matchup, Rulebook, Situation
from adarga.rules.values import Names, Rating
from adarga.words import LANGUAGES, Words, error_text
from tests.source import ROOT

EXAMPLES = ROOT / "examples"
ROSTERS = {"absorption": "puente.toml", "damage-steps": "cripta.toml", "percentile": "trinchera.toml"}


def mistakes_of(error: AdargaError) -> list[tuple[str, Any]]:
    """The key and path of each mistake, having been said in every language."""
    for lang in LANGUAGES:
        assert error_text(Words(lang), error)
    each = error.mistakes if isinstance(error, Mistakes) else (error,)
    return [(mistake.key, mistake.values.get("path")) for mistake in each]


def wrong_house(text: str) -> list[tuple[str, Any]]:
    with pytest.raises(AdargaError) as caught:
        house(text)
    return mistakes_of(caught.value)


def wrong_roster(text: str) -> list[tuple[str, Any]]:
    with pytest.raises(AdargaError) as caught:
        roster(text)
    return mistakes_of(caught.value)


@pytest.mark.parametrize("base", RULEBOOKS)
def test_empty_house_book_is_its_base(base: str) -> None:
    made = house(f'base = "{base}"\n')
    assert made.id == "house"
    shipped: Any = rulebook(base).book
    assert made.book == replace(shipped, id="house", name=Names.same("house"))


def test_example_house_book_changes_what_it_says() -> None:
    book: Any = house(EXAMPLES / "house.toml").book
    shipped: Any = rulebook("absorption").book
    assert (book.id, book.base, book.name.es) == ("mesa-del-jueves", "absorption", "La mesa del jueves")
    assert (book.armours["full-plate"].absorption, shipped.armours["full-plate"].absorption) == (6, 5)
    assert book.armours["full-plate"].usage_die == "d12"
    assert book.armours["dragonhide"].usage_die == "d20"
    assert book.armours["leather"] == shipped.armours["leather"]
    assert book.penetration.capped_by_roll
    assert book.penetration.by_die == shipped.penetration.by_die
    assert [weapon.id for weapon in book.monsters["ogre"].sheet.weapons] == ["greatsword", "kick"]


@pytest.mark.parametrize(("base", "file"), ROSTERS.items())
def test_example_rosters_fight(base: str, file: str) -> None:
    made = roster(EXAMPLES / file)
    assert made.rulebook.id == base
    fighters = list(made.combatants.values())
    plans = [
        made.rulebook.plan(Matchup(attacker, target, weapon), Situation())
        for attacker in fighters
        for target in fighters
        if attacker is not target
        for weapon in attacker.weapons
    ]
    assert len(plans) >= len(fighters) * (len(fighters) - 1)


def test_names_are_resolved_in_both_languages_with_changes() -> None:
    made = roster(
        """
rulebook = "damage steps"
[combatants.Ana]
weapons = ["Espada Larga", {base = "dagger", bonus = 3}, {name = "hacha", damage = "d8"}, {name = "daga", ap = 1}]
resistant = true
vulnerable = ["fuego", "spectral"]
armour = {name = "hide", ar = {S = 2, spectral = "1+1H"}, worn = false}
[combatants.Bea]
resistant = "slash"
"""
    )
    ana = made.find("ANA")
    assert [weapon.id for weapon in ana.weapons] == ["longsword", "dagger", "hacha", "dagger"]
    assert [weapon.damage for weapon in ana.weapons] == ["d8", "d6", "d8", "d6"]
    assert (ana.weapons[1].bonus, ana.weapons[1].type) == (3, ("P",))
    assert ana.weapons[2].name == Names.same("hacha")
    assert (ana.resistant, ana.vulnerable) == (("all",), ("E", "spectral"))
    assert ana.armour[0].ar == (Rating("S", 2), Rating("spectral", 1, 1))
    assert made.find("bea").resistant == ("S",)


def test_hyphens_are_underscores() -> None:
    one, other = (
        roster(f'rulebook = "absorption"\n[combatants.A]\nstone{sign}born = true\ncan{sign}sacrifice = true\n')
        for sign in "-_"
    )
    assert one.combatants == other.combatants
    assert one.combatants["A"].stone_born


def test_monsters_of_a_house_book_join_under_their_own_name(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text((EXAMPLES / "house.toml").read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "fight.json"
    sheets = {"Grum": {"base": "Ogro", "points": 50}, "Ana": {"dexterity": 9}}
    path.write_text(json.dumps({"house": "house.toml", "combatants": sheets}), encoding="utf-8")
    made = roster(path, "absorption")
    grum = made.combatants["Grum"]
    assert (grum.name, grum.points, grum.level, grum.absorption) == ("Grum", 50, 8, 2)
    assert made.rulebook.id == "mesa-del-jueves"


def test_json_of_the_same_shape_is_the_same_roster(tmp_path: Path) -> None:
    text = (EXAMPLES / "cripta.toml").read_text(encoding="utf-8")
    path = tmp_path / "cripta.json"
    path.write_text(json.dumps(tomllib.loads(text)), encoding="utf-8")
    assert roster(path).combatants == roster(EXAMPLES / "cripta.toml").combatants


def test_house_books_stand_on_house_books(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text('base = "absorption"\n[stone-born]\nbase = 2\n', encoding="utf-8")
    (tmp_path / "second.toml").write_text('base = "first.toml"\n[energy]\nwhen = "before"\n', encoding="utf-8")
    book: Any = house(tmp_path / "second.toml").book
    assert (book.id, book.base, book.stone_born.base, book.energy.when) == ("second", "absorption", 2, "before")


def test_things_of_a_house_book_stand_on_one_another() -> None:
    book: Any = house(
        """
base = "damage-steps"
[weapons.sabre]
base = "longsword"
ap = 1
[weapons.cutlass]
name = {en = "cutlass", es = "alfanje"}
base = "dagger"
damage = "d8"
"""
    ).book
    sabre, cutlass = book.weapons["sabre"], book.weapons["cutlass"]
    assert (sabre.id, sabre.name.es, sabre.damage, sabre.type, sabre.ap) == ("sabre", "sabre", "d8", ("S",), 1)
    assert (cutlass.name.es, cutlass.damage, cutlass.type) == ("alfanje", "d8", ("P",))
    assert book.weapons["longsword"].ap == 0


def test_circle_of_house_books_is_refused(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.toml").write_text(f'base = "{base}.toml"\n', encoding="utf-8")
    with pytest.raises(AdargaError) as caught:
        house(tmp_path / "a.toml")
    assert mistakes_of(caught.value) == [("books.circle", None)]


def test_every_mistake_of_a_house_book_is_told() -> None:
    wrong = wrong_house(
        """
base = "absorption"
tets = 3
test = "at-lest"
[penetration]
capped_by_roll = "yes"
by_die = {d4 = "x", 2d6 = 3}
by_level = {x = 3}
[armours.chain-mail]
absorption = -1
usage-die = "d7"
absorbtion = 3
[armours.cota]
name = "malla"
[weapons.axe]
name = "axe"
damage = "d1x"
[weapons.b]
price = 3.5
[monsters.ogre]
weapons = ["sword", {name = "x"}, 3]
levle = 3
[monsters]
rat = 3
[absorption]
constitution = 3
[usage]
dice = "d6"
"""
    )
    assert sorted((key, path or "") for key, path in wrong) == [
        ("books.dice", "weapons.axe.damage"),
        ("books.list", "usage.dice"),
        ("books.missing", "monsters.ogre.weapons.2.damage"),
        ("books.missing", "weapons.b.damage"),
        ("books.one_die", "penetration.by_die"),
        ("books.range", "armours.chain-mail.absorption"),
        ("books.row_number", "penetration.by_level.x"),
        ("books.rows", "absorption.constitution"),
        ("books.sheet.unknown.few", "monsters.ogre.weapons.1"),
        ("books.table", "monsters.ogre.weapons.3"),
        ("books.table", "monsters.rat"),
        ("books.twice", "armours.cota"),
        ("books.unknown_key", "armours.chain-mail.absorbtion"),
        ("books.unknown_key", "monsters.ogre.levle"),
        ("books.unknown_key", "tets"),
        ("books.whole", "penetration.by_die.d4"),
        ("books.whole", "weapons.b.price"),
        ("books.word", "armours.chain-mail.usage_die"),
        ("books.word", "test"),
        ("books.yes_no", "penetration.capped_by_roll"),
        ("dice.unexpected", ""),
    ]


def test_every_mistake_of_a_roster_is_told() -> None:
    wrong = wrong_roster(
        """
rulebok = "x"
rulebook = "damage-steps"
[combatants.A]
points = "x"
resistant = "fuego"
vulnerable = ["slahing"]
weapons = ["longswrd", {base = "dagger", bonus = 3000}, {name = "hacha", damage = "d8[Q]"}, {damage = "d8"}, 7]
armour = "x"
[combatants."Á"]
shield = {name = "s", ar = "x"}
base = "orc"
[combatants]
B = 3
"""
    )
    assert sorted((key, path or "") for key, path in wrong) == [
        ("books.missing", "combatants.A.weapons.4.name"),
        ("books.range", "combatants.A.weapons.2.bonus"),
        ("books.sheet.unknown", "combatants.A.weapons.1"),
        ("books.sheet.unknown.empty", "combatants.A.armour.1"),
        ("books.sheet.unknown.empty", "combatants.Á.base"),
        ("books.table", "combatants.A.weapons.5"),
        ("books.table", "combatants.B"),
        ("books.twice", "combatants.Á"),
        ("books.type", "combatants.A.vulnerable"),
        ("books.type.few", "combatants.A.weapons.3.damage"),
        ("books.unknown_key", "rulebok"),
        ("books.whole", "combatants.A.points"),
        ("books.whole", "combatants.Á.shield.ar.1.armour"),
    ]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("x = 1\n", "books.base"),
        ('rulebook = "absorption"\n[combatants.A]\n', "books.is_roster"),
        ('base = "absorption"\n[usage]\ndice = ["d4", "d6", "d8", "d10", "d12", "d20"]\n', "books.falling"),
        ('base = "damage-steps"\n[weapons.sabre]\nbase = "longswrd"\ndamage = "d8"\n', "books.base_thing"),
        ('base = "absorbtion"\n', "books.unknown"),
        ('base = "no-such.toml"\n', "books.no_file"),
        ("base = \n", "books.toml"),
        ('base = "absorption"\nbase = "percentile"\n', "books.twice_set"),
        ("[armours.cañón]\nx = 1\n", "books.toml_quotes"),
        ("a = " + "[" * 5000 + "\n", "books.deep"),
        ('base = "damage-steps"\n[ladder]\n34 = "d4"\n', "books.ladder"),
        ('base = "damage-steps"\n[ladder]\n35 = "30d12"\n', "books.gap"),
        ('base = "damage-steps"\n[ladder]\n34 = "7"\n', "books.no_dice"),
        ('base = "damage-steps"\n[ladder]\nlast = "30d12"\n', "books.row_number"),
        ('base = "damage-steps"\n[attack]\ndefault-type = "shadow"\n', "books.type.few"),
        ('base = "damage-steps"\n[shields.buckler]\nname = "buckler"\n', "books.unknown_key.few"),
        ('base = "percentile"\n[wounds]\nhealing = "1d"\n', "books.dice"),
        ('base = "percentile"\nmonsters = 3\n', "books.table"),
        ('base = "percentile"\n[weapons.x]\nname = 3\n', "books.table"),
        ('base = "percentile"\n[weapons]\nx = {name = {fr = "x"}, damage = "d4"}\n', "books.missing"),
    ],
)
def test_mistakes_of_a_house_book_have_their_own_key(text: str, key: str) -> None:
    assert wrong_house(text)[0][0] == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("\n", "books.no_rulebook"),
        ('rulebook = "absorption"\n', "books.no_combatants"),
        ('rulebook = "absorption"\ncombatants = []\n', "books.no_combatants"),
        ('rulebook = "nope"\n[combatants.A]\n', "books.unknown.few"),
        ('rulebook = "absorption"\n[combatants.A]\narmour = ["leather", "cuero"]\n', "books.one_armour"),
    ],
)
def test_mistakes_of_a_roster_have_their_own_key(text: str, key: str) -> None:
    assert wrong_roster(text)[0][0] == key


def test_files_that_cannot_be_read_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('name = "cañón"'.encode("latin-1"))
    (tmp_path / "big.toml").write_bytes(b"#" * 1_000_001)
    (tmp_path / "twice.json").write_text('{"a": 1, "a": 2}', encoding="utf-8")
    (tmp_path / "broken.json").write_text('{"a": ', encoding="utf-8")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    expected = {
        "none.toml": "books.no_file",
        "": "books.folder",
        "latin.toml": "books.encoding",
        "big.toml": "books.too_big",
        "twice.json": "books.json_twice",
        "broken.json": "books.json",
        "list.json": "books.json",
        "nul\0.toml": "books.unreadable",
    }
    for name, key in expected.items():
        with pytest.raises(AdargaError) as caught:
            house(tmp_path / name)
        assert mistakes_of(caught.value)[0][0] == key, name


def test_byte_order_mark_and_line_ends_are_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b'\xef\xbb\xbfbase = "absorption"\r\ntest = "at-most"\r\n')
    book: Any = house(path).book
    assert book.test == "at-most"


def test_roster_of_another_rulebook_is_refused() -> None:
    with pytest.raises(AdargaError) as caught:
        roster(EXAMPLES / "puente.toml", "percentile")
    assert mistakes_of(caught.value) == [("books.other_book", None)]


def test_rulebook_and_house_must_agree(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "percentile"\n', encoding="utf-8")
    path = tmp_path / "roster.toml"
    for named, agrees in (("percentile", True), ("absorption", False)):
        path.write_text(f'rulebook = "{named}"\nhouse = "house.toml"\n[combatants.A]\n', encoding="utf-8")
        if agrees:
            assert roster(path).rulebook.id == "house"
        else:
            with pytest.raises(AdargaError, match=r"books\.other_book"):
                roster(path)


def test_rulebook_asked_for_stands_in_where_none_is_named() -> None:
    assert roster("[combatants.A]\npoints = 3\n", "percentile").rulebook.id == "percentile"


def test_rulebook_given_decides_alone() -> None:
    book: Rulebook = house(EXAMPLES / "house.toml")
    assert roster(EXAMPLES / "puente.toml", book).rulebook is book


def test_unknown_combatant_says_the_nearest() -> None:
    with pytest.raises(AdargaError) as caught:
        roster(EXAMPLES / "puente.toml").find("Brunhilda")
    assert caught.value.values["nearest"] == "Brunilda"


def refused(load: Callable[[Path], object], path: Path) -> bool:
    """Whether a file is refused; every mistake has then been said."""
    try:
        load(path)
    except Mistakes as error:
        return bool(mistakes_of(error))
    return False


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**6) | st.floats() | st.sampled_from(["", "d6", "S", "leather", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["name", "base", "damage", "ar", "type", "weapons", "armour", "en", "points", "id", "aliases"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
FIELDS = st.sampled_from(["name", "base", "weapons", "armour", "shield", "resistant", "points", "level", "item", "x"])


@given(base=st.sampled_from(RULEBOOKS), sheet=st.dictionaries(FIELDS, PLAIN, max_size=5) | PLAIN)
def test_any_sheet_loads_or_is_refused_with_a_path(tmp_path_factory: Any, base: str, sheet: Any) -> None:
    path = tmp_path_factory.mktemp("any") / "any.json"
    path.write_text(json.dumps({"rulebook": base, "combatants": {"A": sheet}}), encoding="utf-8")
    assert refused(roster, path) or roster(path).combatants


TABLES = [
    "weapons",
    "armours",
    "monsters",
    "types",
    "ladder",
    "penetration",
    "simplified",
    "wounds",
    "name",
    "test",
    "id",
]


@given(base=st.sampled_from(RULEBOOKS), data=st.dictionaries(st.sampled_from(TABLES), PLAIN, max_size=4))
def test_any_house_book_loads_or_is_refused(tmp_path_factory: Any, base: str, data: dict[str, Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "any.json"
    path.write_text(json.dumps(data | {"base": base}), encoding="utf-8")
    assert refused(house, path) or house(path).book.base == base
