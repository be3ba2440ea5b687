"""Pages from templates, in the reader's language."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from adarga.words import LANGUAGES, Words

HERE = Path(__file__).resolve().parent.parent
STATIC = HERE / "static"


@cache
def templates() -> Environment:
    """Where templates come from: HTML is escaped, and a name that is not given is an error."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        enable_async=False,
    )


@cache
def static(name: str) -> str:
    """The address of a static file, another one whenever the file is another: browsers may keep it."""
    found = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?{found}"


@cache
def words_in(lang: str) -> Words:
    """The words of a language, read once."""
    return Words(lang)


def language_of(request: Request, default: str) -> str:
    """The language of a reader: as asked in the address, as chosen before, as the browser says, else the server's."""
    asked = (request.query_params.get("lang"), request.cookies.get("lang"))
    accepted = (part.partition(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(","))
    return next((lang for lang in (*asked, *accepted) if lang in LANGUAGES), default)


def fragment(name: str, words: Words, /, **context: Any) -> str:
    """A template with its values; `say`, `words` and `static` are always there."""
    return templates().get_template(name).render(say=words.say, words=words, lang=words.lang, static=static, **context)


def page(name: str, words: Words, /, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page, kept by nobody on the way."""
    return HTMLResponse(fragment(name, words, **context), status, {"Cache-Control": "no-store"})
