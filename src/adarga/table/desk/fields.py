"""Who asks for a game master's page, and the fields that come with it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import UploadFile

from adarga.table.forms import Form
from adarga.table.web.deps import Guest, guest


def master(request: Request, code: str) -> Guest:
    """The game master of a table. Raises `Stopped` for anyone else."""
    return guest(request, code, "gm")


Master = Annotated[Guest, Depends(master)]


async def form_of(request: Request) -> Form:
    """The fields of a form that was sent; a file is a text, too."""
    fields: dict[str, list[str]] = {}
    async with request.form(max_fields=500, max_files=2) as sent:
        for name, value in sent.multi_items():
            text = (await value.read()).decode("utf-8", "replace") if isinstance(value, UploadFile) else value
            fields.setdefault(name, []).append(text)
    return Form(fields)


def asked(request: Request) -> Form:
    """The fields of an address."""
    fields: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        fields.setdefault(name, []).append(value)
    return Form(fields)


Sent = Annotated[Form, Depends(form_of)]
Asked = Annotated[Form, Depends(asked)]
