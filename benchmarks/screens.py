"""Clients of the live table over plain sockets: pages held open, taps, and a server process of their own."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import psutil

from adarga.fight.view import Viewer

KIND = {"master": "gm", "player": "seat", "room": "room"}
PATIENCE = 30.0
SERVE = """
import sys, uvicorn
from adarga.dice import Seeded
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
rooms = Rooms(Store("sqlite:///" + sys.argv[2]), Seeded(1))
uvicorn.run(create_app(rooms), port=int(sys.argv[1]), access_log=False, log_level="warning")
"""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a token for a fight."""

    viewer: Viewer
    code: str
    fight: int
    token: str

    @property
    def path(self) -> str:
        """Where the pages of the fight are."""
        return f"/t/{self.code}/{KIND[self.viewer.kind]}/f/{self.fight}"

    @property
    def stream(self) -> str:
        """Where the page that is held open gets its changes from."""
        if self.viewer.kind == "room":
            return f"/t/{self.code}/room/stream"
        return f"{self.path}/stream{'/turn' if self.viewer.kind == 'player' else ''}"


@dataclass(slots=True)
class Screen:
    """A page that is held open: when each change came to it."""

    guest: Guest
    port: int
    came: list[float] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self) -> None:
        """Hold the stream of the page until cancelled."""
        reader, writer = await opened(self.port, self.guest, self.guest.stream)
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.came.append(time.perf_counter())
                    self.news.set()
        finally:
            writer.close()

    async def after(self, many: int) -> float:
        """When the change came that follows the first `many`."""
        while len(self.came) <= many:
            self.news.clear()
            await self.news.wait()
        return self.came[many]


async def opened(
    port: int, guest: Guest, path: str, last: int | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A stream, from after what was seen `last`. Raises `RuntimeError` where there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(request("GET", path, guest, last=last))
    status = await reader.readline()
    if b" 200 " not in status:
        writer.close()
        raise RuntimeError(f"{path}: {status!r}")
    return reader, writer


def request(method: str, path: str, guest: Guest, body: str = "", last: int | None = None) -> bytes:
    """A request as it goes over the wire."""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "HX-Request: true"]
    head += [f"Cookie: adarga={guest.token}", f"Authorization: Bearer {guest.token}"]
    if last is not None:
        head.append(f"Last-Event-ID: {last}")
    if body:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return ("\r\n".join(head) + f"\r\n\r\n{body}").encode()


async def tap(guest: Guest, port: int, **fields: str) -> float:
    """Send a form, give when it was sent. Raises `RuntimeError` where it was not done."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        began = time.perf_counter()
        writer.write(request("POST", f"{guest.path}/do", guest, urlencode(fields)))
        answer = await reader.read()
    finally:
        writer.close()
    if not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")) or b"alert" in answer:
        raise RuntimeError(answer.decode()[-500:])
    return began


@dataclass(slots=True)
class Process:
    """The server's process."""

    port: int
    of: psutil.Process

    def megabytes(self) -> float:
        """The memory it holds now."""
        return float(self.of.memory_info().rss) / 2**20


@contextmanager
def served(database: Path) -> Iterator[Process]:
    """A server of a database, until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    child = subprocess.Popen([sys.executable, "-c", SERVE, str(port), str(database)])
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/static/adarga.css", timeout=2).close()
                break
            except OSError:
                time.sleep(0.05)
        yield Process(port, psutil.Process(child.pid))
    finally:
        child.kill()
        child.wait()
