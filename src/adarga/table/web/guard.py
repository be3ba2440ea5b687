"""What stands before every page: limits on what may be sent, no other site's forms, headers that keep strangers out."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adarga.errors import AdargaError
from adarga.table.web.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_FOREVER = "public, max-age=31536000, immutable"
Refuse = Callable[[Request, int, AdargaError], Response]


class _TooLong(Exception):
    """More came than was announced, or than is taken."""


class Guard:
    """Refuse what is too long or comes from another site, and give every answer the headers that guard it.

    It passes messages on as they come: a stream is not held up, and ends when its reader or the server goes.
    """

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Refuse) -> None:
        self.app = app
        self.settings = settings
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = ended = False

        async def guarded(message: Message) -> None:
            nonlocal begun, ended
            if message["type"] == "http.response.body":
                ended = not message.get("more_body", False)
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if message["status"] == 200 and scope["path"].startswith("/static/") and scope["query_string"]:
                    headers["Cache-Control"] = _FOREVER
            await send(message)

        error = self._wrong(scope)
        if error is None:
            try:
                await self.app(scope, _counted(receive, self.settings.body), guarded)
                if begun and not ended:
                    # A stream that the server breaks off as it stops is an answer that ends here, not a fault.
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            except _TooLong:
                if begun:
                    raise
                error = 413, self._too_long()
        await self.refuse(Request(scope), *error)(scope, receive, guarded)

    def _too_long(self) -> AdargaError:
        return AdargaError("table.too_long", most=self.settings.body)

    def _wrong(self, scope: Scope) -> tuple[int, AdargaError] | None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > self.settings.body:
            return 413, self._too_long()
        if scope["method"] not in _SAFE and not same_site(headers):
            return 403, AdargaError("table.other_site")
        return None


def _counted(receive: Receive, most: int) -> Receive:
    """What is received, as long as it is not more than may be sent: not every client says its length first."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise _TooLong
        return message

    return counted


def same_site(headers: Headers) -> bool:
    """Whether a request that changes something comes from one of our own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
        return False
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
