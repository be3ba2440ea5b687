"""A browser without scripts for tests: it keeps cookies, and asks an application in the same process."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2 as httpx
from fastapi import FastAPI

BASE = "http://adarga.test"


class Browser:
    """Asks an application, one request at a time; redirects are given back, not followed, unless told."""

    def __init__(self, app: FastAPI, lang: str = "en") -> None:
        self.app = app
        self.lang = lang
        self.cookies = httpx.Cookies()

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer to a request."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            headers = {"accept-language": self.lang}
            async with httpx.AsyncClient(
                transport=transport, base_url=BASE, cookies=self.cookies, headers=headers
            ) as client:
                found = await client.request(method, path, **more)
                self.cookies = client.cookies
                return found

        # A thread of its own: another test may have a loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(asked())).result()

    def get(self, path: str, **more: Any) -> httpx.Response:
        """The answer to `GET`."""
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        """The answer to `POST`."""
        return self.request("POST", path, **more)
