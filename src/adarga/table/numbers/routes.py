"""The addresses of the page of numbers, its tables and its charts; no token is asked for."""

from __future__ import annotations

import csv
import io
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.rules.fields import FIELDS
from adarga.rules.library import RULEBOOKS
from adarga.table.numbers import drawn
from adarga.table.numbers.answers import Answer, answer
from adarga.table.numbers.question import Question, question_of
from adarga.table.studies import measures
from adarga.table.web.deps import Stopped, served, words_of
from adarga.table.web.render import page
from adarga.words import Words, error_text

router = APIRouter(include_in_schema=False)
SWITCHES = ("switch", "either")
_KINDS = {"svg": "image/svg+xml", "png": "image/png"}
_CHARTS = ("strike", "survival")


def _asked(request: Request) -> Question:
    known = served(request)
    host = request.client.host if request.client else ""
    if not known.tokens.take(f"numbers:{host}"):
        raise Stopped(429, AdargaError("table.too_often"))
    return question_of(dict(request.query_params))


def _answered(request: Request, asked: Question) -> Answer:
    try:
        return served(request).work.do(answer, asked)
    except AdargaError as error:
        return Answer(wrong=(("strike", error),))


@router.get("/numbers")
def numbers(request: Request) -> Response:
    """The page: what was asked, and every answer."""
    asked, words = _asked(request), words_of(request)
    if request.query_params.get("go"):
        return RedirectResponse(f"/numbers?{asked.query()}", 303)
    found = _answered(request, asked)
    wrong = {part: error_text(words, error) for part, error in found.wrong}
    values = shown(words, asked, found) | {"wrong": wrong, "asked": asked, "query": asked.query()}
    return page("numbers/page.html", words, 422 if "strike" in wrong else 200, **values)


def shown(words: Words, asked: Question, found: Answer) -> dict[str, Any]:
    """All that the page shows."""
    first = next((one for one in found.readings if one.name == "book"), None)
    points = asked.values.get("points", "")
    down = int(points) if points.isdigit() and first is not None and first.drops is not None else None
    return {
        "books": RULEBOOKS,
        "fields": [one for one in FIELDS if asked.rulebook in one.books],
        "switches": SWITCHES,
        "measures": measures(),
        "strike": drawn.strike(words, first, down) if first else None,
        "curves": drawn.curves(words, found),
        "reach": len(first.down) if first else 0,
        "names": [drawn.named(words, one.name) for one in found.readings],
        "figures": drawn.figures(words, found),
        "grid": found.grid,
        "heat": drawn.heat(words, found.grid, asked.measure) if found.grid else (),
        "duels": drawn.duels(words, found),
    }


@router.get("/numbers/matrix.csv")
def matrix_csv(request: Request) -> Response:
    """The matrix as a table for other programs."""
    asked, words = _asked(request), words_of(request)
    found = _answered(request, asked)
    if found.grid is None:
        raise Stopped(422, next((error for _, error in found.wrong), AdargaError("table.not_so")))
    at = 1 if words.lang == "es" else 0
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["", *(label[at] for label in found.grid.columns)])
    for label, line in zip(found.grid.rows, found.grid.values, strict=True):
        table.writerow([label[at], *("" if value is None else value for value in line)])
    return _file(out.getvalue(), "text/csv; charset=utf-8", "matrix.csv")


@router.get("/numbers/strike.csv")
def strike_csv(request: Request) -> Response:
    """Every amount of damage of the strike, with its chance and that of as much or more."""
    asked = _asked(request)
    found = _answered(request, asked)
    if not found.readings:
        raise Stopped(422, found.wrong[0][1])
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["damage", "chance", "at_least"])
    law = found.readings[0].damage
    for value in sorted(law):
        table.writerow([value, float(law[value]), float(sum(share for other, share in law.items() if other >= value))])
    return _file(out.getvalue(), "text/csv; charset=utf-8", "strike.csv")


@router.get("/numbers/{chart}.{kind}")
def chart(request: Request, chart: str, kind: str) -> Response:
    """A chart as a file. Raises `Stopped` (404) for one that is not drawn, (422) where charts are not installed."""
    if chart not in _CHARTS or kind not in _KINDS:
        raise Stopped(404, AdargaError("table.not_found"))
    asked, words = _asked(request), words_of(request)
    made = served(request).work.do(picture, words.lang, asked, chart, kind)
    return _file(made, _KINDS[kind], f"{chart}.{kind}")


def picture(lang: str, asked: Question, chart: str, kind: str) -> bytes:
    """A chart's file, drawn in the worker. Raises `AdargaError`."""
    import tempfile
    from pathlib import Path

    from adarga.charts import distribution, save
    from adarga.charts import survival as survival_chart
    from adarga.interop.strikes import strike_of
    from adarga.study.survival import survival
    from adarga.table.numbers.answers import STRIKES, law

    words = Words(lang)
    struck = strike_of(asked.rulebook, None, asked.values)
    points, name = struck.matchup.target.points, drawn.named(words, "book")
    if chart == "strike":
        made = distribution(words, {name: law(struck).damage}, points=points)
    elif points is None:
        raise AdargaError("interop.needs_points")
    else:
        made = survival_chart(
            words, {name: [float(one) for one in survival(law(struck), points, strikes=STRIKES).down]}
        )
    with tempfile.TemporaryDirectory() as folder:
        save(made, Path(folder) / f"chart.{kind}")
        return (Path(folder) / f"chart.{kind}").read_bytes()


def _file(content: str | bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
