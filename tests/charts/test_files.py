"""Charts as files: whole or not there, of the kind their name says, and without network."""

from __future__ import annotations

import json
import re
import struct
import sys
import zlib
from pathlib import Path

import pytest

from adarga import charts
from adarga.errors import AdargaError
from adarga.words import LANGUAGES, Words, error_text
from tests.charts.cases import CHARTS, law

EN = Words("en")


def test_svg_is_a_picture(tmp_path: Path) -> None:
    charts.save(CHARTS["heat map"](EN, False), tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert text.startswith("<svg ")
    assert text.rstrip().endswith("</svg>")
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_png_carries_title_and_alternative_text(tmp_path: Path) -> None:
    chart = CHARTS["skirmish"](Words("es"), False)
    charts.save(chart, str(tmp_path / "a.PNG"))
    data = (tmp_path / "a.PNG").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, found = 8, []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        body = data[at + 4 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(body)
        found.append(body)
        at += 12 + length
    texts = dict(body[4:].split(b"\0\0\0\0\0") for body in found if body[:4] == b"iTXt")
    spec = chart.to_dict()
    assert texts == {b"Title": spec["title"]["text"].encode(), b"Description": spec["description"].encode()}
    assert found[-1] == b"IEND"


def test_json_is_the_specification(tmp_path: Path) -> None:
    chart = CHARTS["single"](EN, True)
    charts.save(chart, tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text("utf-8")) == chart.to_dict()


def test_page_holds_all_it_needs_and_no_label_can_break_out(tmp_path: Path) -> None:
    name = "</script><script>alert(1)</script>"
    chart = charts.distribution(Words("es"), {name: law("d4")}, title=f"{{0}} {name}")
    charts.save(chart, tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text("utf-8")
    assert text.count("<script") == text.count("</script>") == 2
    assert '<html lang="es">' in text
    assert "alert(1)</script>" not in text
    assert not re.search(r"<(?:script|link)[^>]+(?:src|href)=", text)
    (spec,) = re.findall(r'vegaEmbed\("#chart", (.*), \{"renderer"', text)
    assert json.loads(spec) == chart.to_dict()


def test_other_endings_are_refused_with_what_would_be_right(tmp_path: Path) -> None:
    for name in ("a.gif", "a", ".svg", "svg"):
        with pytest.raises(AdargaError) as caught:
            charts.save(CHARTS["single"](EN, False), tmp_path / name)
        assert caught.value.key == "charts.ending"
        assert ".svg, .png, .html, .json" in error_text(EN, caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    file.write_text("before", "utf-8")

    def fail(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(AdargaError) as caught:
        charts.save(CHARTS["single"](EN, False), file)
    assert caught.value.key == "charts.unwritten"
    assert file.read_text("utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.undo()
    charts.save(CHARTS["single"](EN, False), file)
    assert file.read_text("utf-8").startswith("{")


def test_folders_are_not_made(tmp_path: Path) -> None:
    with pytest.raises(AdargaError) as caught:
        charts.save(CHARTS["single"](EN, False), tmp_path / "none" / "a.json")
    assert caught.value.key == "charts.unwritten"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_extra_its_name_is_said(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "adarga.charts.curves", raising=False)
    monkeypatch.delitem(sys.modules, "adarga.charts.look", raising=False)
    with pytest.raises(AdargaError) as caught:
        charts.survival(Words(lang), {"a": [0.5]})
    assert caught.value.key == "charts.missing"
    assert "adarga[charts]" in error_text(Words(lang), caught.value)


def test_without_the_drawing_program_the_extra_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = CHARTS["single"](EN, False)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(AdargaError) as caught:
        charts.save(chart, tmp_path / "a.svg")
    assert caught.value.values["package"] == "vl-convert-python"
    assert list(tmp_path.iterdir()) == []


class Broken:
    """Finds a package and cannot load it, as where one of its own libraries is missing."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == self.package:
            raise ImportError("libvega.so: cannot open shared object file")


@pytest.mark.parametrize(("package", "said"), [("altair", "altair"), ("vl_convert", "vl-convert-python")])
def test_a_package_that_does_not_load_is_named_too(
    package: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, package, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(package), *sys.meta_path])
    with pytest.raises(AdargaError) as caught:
        charts.check(tmp_path / "a.svg")
    assert (caught.value.key, caught.value.values["package"]) == ("charts.missing", said)


def test_a_bare_specification_needs_no_drawing_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    charts.check(tmp_path / "a.json")


def test_nothing_else_hides_behind_the_lazy_names() -> None:
    assert all(callable(getattr(charts, name)) for name in charts.__all__)
    with pytest.raises(AttributeError):
        charts.nothing  # noqa: B018
