"""Coming in: a link with a token becomes a cookie for just the pages it opens; the reader's language."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.table.web.deps import COOKIE, KINDS, Stopped, served

router = APIRouter(include_in_schema=False)
_YEAR = 31_536_000


def let_in(response: Response, path: str, token: str) -> None:
    """Give a browser its token as a cookie: for its own pages alone, out of scripts' reach.

    Other sites cannot send anything with it (lax); a link that is followed from one of them still leads in.
    """
    response.set_cookie(COOKIE, token, max_age=_YEAR, path=path, httponly=True, samesite="lax")


@router.get("/enter")
def enter(request: Request, token: str) -> Response:
    """Follow a link with a token. Raises `Stopped`: 403 for one that opens nothing."""
    known = served(request)
    access = known.rooms.store.access(token)
    table = next((row for row in known.rooms.store.tables() if access and row.id == access.table), None)
    if access is None or table is None:
        host = request.client.host if request.client else ""
        allowed = known.strangers.take(host)
        raise Stopped(403 if allowed else 429, AdargaError("table.no_access" if allowed else "table.too_often"))
    kind = next(kind for kind, name in KINDS.items() if name == access.viewer.kind)
    path = f"/t/{table.code}/{kind}"
    response = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
    let_in(response, path, token)
    return response


@router.get("/lang/{lang}")
def language(request: Request, lang: str, back: str = "/") -> Response:
    """Choose a language, and go back to where one was."""
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if inside else "/", 303)
    response.set_cookie("lang", lang if lang in ("en", "es") else "en", max_age=_YEAR, samesite="lax")
    return response
