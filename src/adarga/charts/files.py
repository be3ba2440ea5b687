"""Charts as files: SVG, PNG, a page that needs no network, or the bare specification."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adarga.charts.extra import need
from adarga.errors import AdargaError

if TYPE_CHECKING:
    from adarga.charts.look import Picture

Json = dict[str, Any]
_SCALE = 2
_SIGNATURE = 8
_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>body {{ margin: 0; background: {background}; }} .vega-embed {{ max-width: 100%; overflow-x: auto; }}</style>
<script>{library}</script>
</head>
<body>
<main id="chart" aria-label="{alternative}"></main>
<noscript><p>{alternative}</p></noscript>
<script>vegaEmbed("#chart", {spec}, {{"renderer": "svg"}}).catch(console.error);</script>
</body>
</html>
"""


def _title(spec: Json) -> str:
    return str(spec["usermeta"]["adarga"]["title"])


def as_svg(spec: Json) -> str:
    """A specification drawn as SVG text, with its title and its alternative text for readers of screens."""
    drawn: str = need("vl_convert").vegalite_to_svg(json.dumps(spec), allowed_base_urls=[])
    head, _, body = drawn.partition(">")
    title, told = escape(_title(spec)), escape(spec["description"])
    lang = spec["usermeta"]["adarga"]["lang"]
    return f'{head} role="figure" lang="{lang}" aria-label="{told}"><title>{title}</title><desc>{told}</desc>{body}'


def svg(chart: Picture) -> str:
    """A chart as SVG text that can stand in a page. Raises `AdargaError` (`charts.missing`)."""
    return as_svg(chart.to_dict())


def _png(spec: Json) -> bytes:
    """The picture at twice its size, its title and alternative text among the file's own words."""
    drawn: bytes = need("vl_convert").vegalite_to_png(json.dumps(spec), scale=_SCALE, allowed_base_urls=[])
    # The first chunk says the size; texts may follow it.
    after = _SIGNATURE + 12 + struct.unpack(">I", drawn[_SIGNATURE : _SIGNATURE + 4])[0]
    texts = _text("Title", _title(spec)) + _text("Description", spec["description"])
    return drawn[:after] + texts + drawn[after:]


def _text(keyword: str, text: str) -> bytes:
    """An `iTXt` chunk: international text, not compressed."""
    body = b"iTXt" + keyword.encode("latin-1") + b"\0\0\0\0\0" + text.encode()
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))


def _html(spec: Json) -> str:
    library = need("vl_convert").javascript_bundle("window.vegaEmbed = vegaEmbed;")
    # A label may hold anything: within a script no sign may open or close a tag.
    safe = json.dumps(spec).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return _PAGE.format(
        lang=spec["usermeta"]["adarga"]["lang"],
        title=escape(_title(spec)),
        background=spec["config"]["background"],
        alternative=escape(spec["description"]),
        library=library,
        spec=safe,
    )


_BARE = ".json"
_WRITERS: dict[str, Callable[[Json], str | bytes]] = {
    ".svg": as_svg,
    ".png": _png,
    ".html": _html,
    _BARE: lambda spec: json.dumps(spec, ensure_ascii=False, indent=2) + "\n",
}


def check_ending(path: str | Path) -> None:
    """Refuse a file name that says no kind of picture. Raises `AdargaError` (`charts.ending`)."""
    if Path(path).suffix.lower() not in _WRITERS:
        raise AdargaError("charts.ending", file=str(path), known=tuple(_WRITERS))


def check(path: str | Path) -> None:
    """Refuse what `save` could not write for its name or for a package that is not there, before anything is drawn.

    Raises `AdargaError` (`charts.ending`, `charts.missing`).
    """
    check_ending(path)
    need("altair")
    if Path(path).suffix.lower() != _BARE:
        need("vl_convert")


def save(chart: Picture, path: str | Path) -> None:
    """Write a chart to a file of the kind its name's ending says: .svg, .png, .html or .json (the specification).

    The file is whole or not there; one that stood there is replaced. No network is used.
    Raises `AdargaError` (`charts.ending`, `charts.missing`, `charts.unwritten`).
    """
    check_ending(path)
    file = Path(path)
    content = _WRITERS[file.suffix.lower()](chart.to_dict())
    data = content.encode() if isinstance(content, str) else content
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        try:
            beside.write_bytes(data)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise AdargaError("charts.unwritten", file=str(path), reason=error.strerror or str(error)) from None
