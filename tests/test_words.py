"""Every sentence stands in both languages, says the same fields, is used, and is compiled."""

from __future__ import annotations

import ast
import gettext
import os
import re
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.pofile import read_po

from adarga.errors import AdargaError, Key, Mistakes
from adarga.words import LANGUAGES, Words, choose_language, error_text, install_click
from tests.source import PACKAGE, calls, modules
from tools.compile_words import CLICK, compiled

PO = PACKAGE / "words" / "po"
KEY = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+")
EDGES = {"charts", "cli", "interop", "table", "telling"}
SAYERS = {"say": 0, "AdargaError": 0, "Reason": 1, "Key": 0}


def sentences(lang: str) -> dict[str, tuple[str, ...]]:
    """Every key of a language with its sentence, or its singular and plural."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((PO / lang).glob("*.po")):
        if path.name != CLICK:
            for message in read_po(BytesIO(path.read_bytes())):
                if message.id:
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


SENTENCES = {lang: sentences(lang) for lang in LANGUAGES}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_languages_say_the_same_keys() -> None:
    assert set(SENTENCES["en"]) == set(SENTENCES["es"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_are_dotted_and_lower_case(lang: str) -> None:
    assert [key for key in SENTENCES[lang] if not KEY.fullmatch(key)] == []


def test_languages_say_the_same_fields() -> None:
    english, spanish = SENTENCES["en"], SENTENCES["es"]
    differing = {
        key
        for key in english.keys() & spanish.keys()
        if set().union(*map(fields, english[key])) != set().union(*map(fields, spanish[key]))
    }
    assert differing == set()


def test_fields_have_names() -> None:
    unnamed = [
        (lang, key)
        for lang in LANGUAGES
        for key, forms in SENTENCES[lang].items()
        for form in forms
        if not all(name.isidentifier() for name in fields(form))
    ]
    assert unnamed == []


def errors_of_our_own() -> set[str]:
    """The names of the error classes that descend from AdargaError."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    family = {"AdargaError"}
    while more := {name for name, named in bases.items() if named & family} - family:
        family |= more
    return family


def keys_in(expression: ast.expr) -> Iterator[str]:
    """The keys an argument may be: a literal, or either side of a condition."""
    match expression:
        case ast.Constant(value=str() as key):
            yield key
        case ast.IfExp(body=body, orelse=orelse):
            yield from keys_in(body)
            yield from keys_in(orelse)


def said_keys() -> Iterator[tuple[str, str]]:
    """Every literal key at a place where a key is due, with its module."""
    own = errors_of_our_own()
    for module, tree in modules().items():
        for name, call in calls(tree):
            if name in SAYERS and len(call.args) > SAYERS[name]:
                yield from ((module, key) for key in keys_in(call.args[SAYERS[name]]))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in own - {"AdargaError"}:
                for name, call in calls(node):
                    if name == "__init__" and call.args:
                        yield from ((module, key) for key in keys_in(call.args[0]) if KEY.fullmatch(key))


def template_keys() -> Iterator[tuple[str, str]]:
    """Every literal key that a page's template says, or the head of one, with the template's name."""
    for path in (PACKAGE / "table" / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        yield from ((path.name, key) for key in re.findall(r"""["']([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)["']""", text))


def test_every_key_said_has_a_sentence() -> None:
    said = list(said_keys())
    areas = {key.partition(".")[0] for key in SENTENCES["en"]}
    said += [
        (name, key)
        for name, key in template_keys()
        if KEY.fullmatch(key) and key.partition(".")[0] in areas and not key.endswith((".css", ".js", ".html"))
    ]
    assert ("adarga.words.language", "words.language") in said
    assert [(module, key) for module, key in said if key not in SENTENCES["en"]] == []


def written_keys() -> tuple[set[str], set[str]]:
    """All string literals of the source and the shipped books, and the dotted heads of its f-strings."""
    literals: set[str] = set()
    heads: set[str] = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str() as text):
                    literals.add(text)
                case ast.JoinedStr(values=[ast.Constant(value=str() as head), *_]) if "." in head:
                    heads.add(head)
    for _, key in template_keys():
        (heads if key.endswith(".") else literals).add(key)
    for path in PACKAGE.rglob("*.toml"):
        literals |= set(re.findall(r'"([^"]+)"', path.read_text(encoding="utf-8")))
    return literals, heads


def test_every_sentence_is_used() -> None:
    literals, heads = written_keys()
    unused = [key for key in SENTENCES["en"] if key not in literals and not key.startswith(tuple(heads))]
    assert unused == []


def prose(node: ast.expr) -> bool:
    """Whether an expression holds words of a human language: two or more words in a row."""
    texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return any(re.search(r"[^\W\d_]{2,}[,;:.]? [^\W\d_]{2,}", text) for text in texts)


def test_edges_print_no_prose_of_their_own() -> None:
    raw = [
        f"{module}:{call.lineno}"
        for module, tree in modules().items()
        if EDGES.intersection(module.split(".")[1:2])
        for name, call in calls(tree)
        for argument in (
            *(call.args if name in {"echo", "print", "secho", "fail", "UsageError", "BadParameter"} else ()),
            *(keyword.value for keyword in call.keywords if keyword.arg in {"help", "short_help", "epilog", "prompt"}),
        )
        if prose(argument)
    ]
    assert raw == []


def test_prose_is_told_from_keys() -> None:
    assert prose(ast.parse('f"the {n} blow lands"', mode="eval").body)
    assert not prose(ast.parse('say("dice.limit", limit=3)', mode="eval").body)


def test_compiled_words_are_up_to_date() -> None:
    fresh = compiled()
    stored = {path: path.read_bytes() for path in (PACKAGE / "words" / "locale").rglob("*.mo")}
    assert fresh == stored, "run `python3 dev.py words`"


@pytest.mark.parametrize(
    ("fragments", "mistake"),
    [
        ({"a.po": 'msgid "a.b"\nmsgstr "x"\n', "b.po": 'msgid "a.b"\nmsgstr "y"\n'}, "another fragment"),
        ({"a.po": 'msgid "a.b"\nmsgstr "x"\n\nmsgid "a.b"\nmsgstr "x"\n'}, "stands twice"),
        ({"a.po": 'msgid "a.b"\nmsgstr ""\n'}, "has no sentence"),
    ],
)
def test_mistaken_fragments_are_refused(tmp_path: Path, fragments: dict[str, str], mistake: str) -> None:
    folder = tmp_path / "po" / "en"
    folder.mkdir(parents=True)
    for name, text in fragments.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=mistake):
        compiled(tmp_path)


def test_unknown_key_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError, match=r"no\.such"):
        Words("en").say("no.such")
    with pytest.raises(KeyError, match=r"no\.such"):
        Words("en").say("no.such", count=1)


def test_unknown_language_is_an_error() -> None:
    with pytest.raises(AdargaError) as caught:
        Words("fr")
    assert caught.value.key == "words.language"
    assert error_text(Words("en"), caught.value) == "there are no words in “fr”: only en, es"


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        (-3, "−3", "−3"),
        (7.25, "7.25", "7,25"),
        (-0.5, "−0.50", "−0,50"),
        (Fraction(-7, 20), "−7/20", "−7/20"),
        (True, "yes", "sí"),
        (Key("words.yes"), "yes", "sí"),
        ((1, -2, Key("words.yes")), "1, −2, yes", "1, −2, sí"),
        ("d6-1", "d6-1", "d6-1"),
    ],
)
def test_values_are_said_in_the_language(value: object, english: str, spanish: str) -> None:
    assert (Words("en").value(value), Words("es").value(value)) == (english, spanish)


def test_format_specifications_are_kept() -> None:
    assert Words("es").value(-3, "+d") == "−3"
    assert Words("es").value(3, "+d") == "+3"
    assert Words("es").value(Fraction(1, 4), ".3f") == "0,250"
    assert Words("es").value("ab", ">4") == "  ab"


def test_no_probability_is_rounded_to_certainty() -> None:
    words = Words("en")
    assert words.percent(Fraction(999_999, 10**6)) == ">99.9%"
    assert words.percent(0) == "0.0%"
    assert words.percent(1, 0) == "100%"
    assert words.percent(Fraction(1, 10**6), 0) == "<1%"


@pytest.mark.parametrize(
    ("asked", "environ", "lang"),
    [
        (None, {}, "en"),
        (None, {"LANG": "es_AR.UTF-8"}, "es"),
        (None, {"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "es_ES.UTF-8", "ADARGA_LANG": "en"}, "en"),
        ("es", {"ADARGA_LANG": "en"}, "es"),
    ],
)
def test_language_is_chosen_in_order(asked: str | None, environ: dict[str, str], lang: str) -> None:
    assert choose_language(asked, environ) == lang


def language_error(text: str, span: tuple[int, int]) -> AdargaError:
    return AdargaError("words.language", text=text, span=span, lang="x", known=("en",))


@pytest.mark.parametrize(
    ("text", "span", "below"),
    [
        ("2d6+x", (4, 5), ["  2d6+x", "      ^"]),
        ("2d6+", (4, 4), ["  2d6+", "      ^"]),
        ("", (0, 0), ["  ", "  ^"]),
        ("2d6[劍]k3", (6, 8), ["  2d6[劍]k3", "         ^^"]),
        ("e\u0301!!", (2, 4), ["  e\u0301!!", "   ^^"]),
        ("one\ntwo x\nthree", (8, 9), ["  two x", "      ^"]),
        ("one\ntwo", (1, 6), ["  one", "   ^^"]),
        ("a\x1b[2J\tb", (6, 7), ["  a\N{REPLACEMENT CHARACTER}[2J b", "        ^"]),
        ("y" * 500 + "x", (500, 501), ["  …" + "y" * 20 + "x", "  " + " " * 21 + "^"]),
        ("x" + "y" * 500, (0, 1), ["  x" + "y" * 75 + "…", "  ^"]),
    ],
)
def test_caret_stands_under_the_place(text: str, span: tuple[int, int], below: list[str]) -> None:
    assert error_text(Words("en"), language_error(text, span)).split("\n")[1:] == below


def test_several_mistakes_stand_in_their_order() -> None:
    mistakes = Mistakes((AdargaError("words.language", lang="a", known=()), AdargaError("words.yes")))
    assert error_text(Words("es"), mistakes) == "no hay palabras en «a»: solo en \nsí"


# Said to the author of a program written with click, never to who runs it.
CLICK_FOR_PROGRAMMERS = {
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Choice({choices})",
    "Could not determine name for option with declarations {decls!r}",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Invalid start character for option ({option})",
    "Name '{name}' defined twice",
    (
        "No options defined but a name was passed ({name}). Did you mean to declare an argument instead?"
        " Did you mean to pass '--{name}'?"
    ),
    "Unknown color {colour!r}",
    "Unknown standard stream '{name}'",
    "Value must be an iterable.",
}


def click_messages() -> set[str]:
    """Every message of the installed click that it looks up in gettext."""
    return {
        argument.value
        for path in Path(click.__file__).parent.glob("*.py")
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8")))
        if name in {"_", "ngettext"}
        for argument in call.args[:1]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    } | {"required"}


def test_click_speaks_spanish() -> None:
    catalog = read_po(BytesIO((PO / "es" / CLICK).read_bytes()))
    translated = {message.id if isinstance(message.id, str) else message.id[0] for message in catalog if message.id}
    assert translated | CLICK_FOR_PROGRAMMERS == click_messages()
    assert translated & CLICK_FOR_PROGRAMMERS == set()


def test_click_translations_keep_the_fields() -> None:
    for message in read_po(BytesIO((PO / "es" / CLICK).read_bytes())):
        if message.id and isinstance(message.string, str):
            assert isinstance(message.id, str)
            assert fields(message.id) == fields(message.string)
        elif message.id:
            assert [fields(form) for form in message.id] == [fields(form) for form in message.string or ()]


def test_installing_click_changes_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    install_click("es")
    assert os.environ["LANGUAGE"] == "es"
    assert gettext.gettext("Missing command.") == "Falta la orden."
    assert gettext.ngettext("Option {name!r} requires an argument.", "…", 1_000_000) == (
        "La opción {name!r} necesita {nargs} argumentos."
    )
    install_click("en")
    assert gettext.gettext("Missing command.") == "Missing command."
