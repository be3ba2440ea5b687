"""The application: pages, addresses, headers that keep strangers out, errors as pages or as data."""

from __future__ import annotations

import time

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from adarga.errors import AdargaError
from adarga.table.api.fights import router as api_fights
from adarga.table.api.odds import router as api_odds
from adarga.table.api.tables import router as api_tables
from adarga.table.desk.hosting import router as hosting
from adarga.table.desk.routes import router as desk
from adarga.table.numbers.routes import router as numbers
from adarga.table.phone.joining import router as join
from adarga.table.phone.routes import router as phone
from adarga.table.room_display.routes import router as display
from adarga.table.rooms import Rooms
from adarga.table.web.deps import Served, Stopped, words_of
from adarga.table.web.enter import router as enter
from adarga.table.web.guard import Guard
from adarga.table.web.limits import Buckets
from adarga.table.web.render import STATIC, page
from adarga.table.web.settings import Settings
from adarga.table.web.work import Work
from adarga.words import error_text

_KEYS = {404: "table.not_found", 405: "table.not_allowed"}


def create_app(rooms: Rooms, settings: Settings | None = None) -> FastAPI:
    """The application over a store of tables."""
    chosen = settings or Settings()
    app = FastAPI(title="Adarga", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.served = Served(
        rooms,
        chosen,
        Buckets(chosen.rate, chosen.burst, time.monotonic),
        Buckets(chosen.attempts / 60, chosen.attempts, time.monotonic),
        Work(chosen.seconds),
    )
    app.add_middleware(Guard, settings=chosen, refuse=answer)
    app.add_exception_handler(Stopped, _stopped)
    app.add_exception_handler(AdargaError, _wrong)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for router in routers():
        app.include_router(router)
    return app


def routers() -> list[APIRouter]:
    """The pages, each area's own."""
    return [enter, hosting, desk, phone, join, display, api_tables, api_fights, api_odds, numbers]


def answer(request: Request, status: int, error: AdargaError) -> Response:
    """An error as its reader takes it: data under `/api`, a page anywhere else."""
    words = words_of(request)
    text = error_text(words, error)
    if request.url.path.startswith("/api"):
        return JSONResponse({"error": {"key": error.key, "text": text}}, status)
    return page("error.html", words, status, text=text)


async def _stopped(request: Request, error: Exception) -> Response:
    assert isinstance(error, Stopped)
    return answer(request, error.status, error.error)


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, AdargaError)
    return answer(request, 422, error)


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer(request, error.status_code, AdargaError(_KEYS.get(error.status_code, "table.not_so")))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = ", ".join(".".join(map(str, one["loc"][1:])) for one in error.errors())
    return answer(request, 422, AdargaError("table.not_valid", fields=fields))
