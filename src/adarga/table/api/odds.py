"""Odds and studies, for which no token is needed: what may take long is done in a process with a time limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request

from adarga.errors import AdargaError
from adarga.table import studies
from adarga.table.api.models import Answer, DuelOf, MatrixOf, Strike, SurvivalOf
from adarga.table.web.deps import Stopped, served

router = APIRouter(prefix="/api", tags=["odds"])


def worked(request: Request, function: Callable[..., Answer], *arguments: Any) -> Answer:
    """What a study gives, in the worker. Raises `Stopped` (429) where one address asks too often."""
    host = request.client.host if request.client else ""
    if not served(request).tokens.take(f"study:{host}"):
        raise Stopped(429, AdargaError("table.too_often"))
    return served(request).work.do(function, *arguments)


@router.post("/odds")
def odds(request: Request, body: Strike) -> Answer:
    """The exact odds of one strike, and its plan."""
    return worked(request, studies.odds_data, body.rulebook, body.house, body.values)


@router.post("/survival")
def survival(request: Request, body: SurvivalOf) -> Answer:
    """How soon the strike, again and again, takes the target's points."""
    return worked(request, studies.survival_data, body.rulebook, body.house, body.values, body.strikes)


@router.post("/matrix")
def matrix(request: Request, body: MatrixOf) -> Answer:
    """A measure of the strike along two axes."""
    axes = (body.rows, body.columns, body.measure)
    return worked(request, studies.matrix_data, body.rulebook, body.house, body.values, *axes)


@router.post("/duel")
def duel(request: Request, body: DuelOf) -> Answer:
    """A duel to the end: who wins, and how long it takes."""
    sides = (body.first, body.second, body.opening, body.habit)
    return worked(request, studies.duel_data, body.rulebook, body.house, *sides)


@router.get("/measures")
def measures() -> list[str]:
    """The measures a matrix can show."""
    return list(studies.measures())
