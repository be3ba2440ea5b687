"""The JSON Schemas accept what loading accepts: a small reading of JSON Schema holds the examples to them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS
from adarga.rules.loading import schema
from tests.source import PACKAGE, ROOT

EXAMPLES = ROOT / "examples"
KINDS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "null": lambda value: value is None,
}
UNDERSTOOD = {
    *("$defs", "$ref", "$schema", "additionalProperties", "anyOf", "const", "description", "enum", "examples", "items"),
    *("maximum", "minimum", "minProperties", "properties", "required", "type"),
}


def accepts(whole: dict[str, Any], node: Any, value: Any) -> bool:
    """Whether a schema accepts a value, as far as the schemas of this project go; any other keyword is a failure."""
    if isinstance(node, bool):
        return node
    assert set(node) <= UNDERSTOOD, set(node) - UNDERSTOOD
    if "$ref" in node:
        return accepts(whole, whole["$defs"][node["$ref"].removeprefix("#/$defs/")], value)
    if "anyOf" in node and not any(accepts(whole, one, value) for one in node["anyOf"]):
        return False
    if "type" in node and not KINDS[node["type"]](value):
        return False
    if value not in node.get("enum", [value]) or value != node.get("const", value):
        return False
    if KINDS["integer"](value):
        return bool(node.get("minimum", value) <= value <= node.get("maximum", value))
    if isinstance(value, list):
        return all(accepts(whole, node.get("items", True), one) for one in value)
    return not isinstance(value, dict) or accepts_table(whole, node, value)


def accepts_table(whole: dict[str, Any], node: dict[str, Any], value: dict[str, Any]) -> bool:
    if len(value) < node.get("minProperties", 0) or not set(node.get("required", ())) <= set(value):
        return False
    fields, other = node.get("properties", {}), node.get("additionalProperties", True)
    return all(accepts(whole, fields.get(key, other), one) for key, one in value.items())


def fits(whole: dict[str, Any], text: str) -> bool:
    return accepts(whole, whole, tomllib.loads(text))


@pytest.mark.parametrize("file", ["puente.toml", "cripta.toml", "trinchera.toml"])
def test_example_rosters_fit(file: str) -> None:
    assert fits(schema("roster"), (EXAMPLES / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("book", [None, "absorption"])
def test_example_house_book_fits(book: str | None) -> None:
    assert fits(schema("book", book), (EXAMPLES / "house.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("id", RULEBOOKS)
def test_shipped_books_fit(id: str) -> None:
    text = (PACKAGE / "rules" / "books" / f"{id}.toml").read_text(encoding="utf-8")
    assert fits(schema("book", id), text)
    assert fits(schema("book"), text)


@pytest.mark.parametrize(
    ("sheet", "accepted"),
    [
        ('weapons = ["dagger", {base = "dagger", bonus = 3}]', True),
        ('weapons = "dagger"', True),
        ("resistant = true", True),
        ('resistant = ["S"]', True),
        ('armour = {name = "hide", ar = {S = 3, E = "1H"}}', True),
        ("stone-born = true", True),
        ("stone_born = true", True),
        ("stoneborn = true", False),
        ("points = -1", False),
        ('points = "3"', False),
        ("weapons = [3]", False),
        ("resistant = 3", False),
        ("armour = {ar = -1}", False),
        ('weapons = [{damage = "d6", test = "luck"}]', False),
    ],
)
def test_sheets_are_accepted_as_loading_accepts_them(sheet: str, accepted: bool) -> None:
    assert fits(schema("roster", "damage-steps"), f"[combatants.A]\n{sheet}\n") is accepted


def test_files_must_say_what_they_must_say() -> None:
    assert not fits(schema("roster"), 'rulebook = "absorption"')
    assert not fits(schema("book"), 'id = "x"')
    assert not fits(schema("book", "percentile"), 'base = "percentile"\n[penetration]\n')


def test_names_of_a_rulebook_are_examples() -> None:
    fields = schema("roster", "absorption")["$defs"]["Combatant"]["properties"]
    assert "cota de malla" in fields["armour"]["examples"]
    assert "small shield" in fields["shield"]["examples"]


def test_there_is_no_other_schema() -> None:
    with pytest.raises(AdargaError, match=r"books\.schema"):
        schema("fight")
