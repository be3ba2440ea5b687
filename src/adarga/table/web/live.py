"""Live updates of a page: the whole of what a viewer sees, again after each change, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from adarga.fight.view import Viewer
from adarga.table.rooms import Room


async def changes(room: Room, viewer: Viewer) -> AsyncIterator[int]:
    """The viewer's number now, and after every change that it can see."""
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(woken.set)

    over, last = room.watch(wake), -1
    try:
        while True:
            woken.clear()
            now = room.stream(viewer).number
            if now != last:
                last = now
                yield now
            await woken.wait()
    finally:
        over()


def live(room: Room, viewer: Viewer, render: Callable[[], str], heartbeat: float) -> EventSourceResponse:
    """A stream of `render()`, each under the viewer's number as its id; `heartbeat` seconds between signs of life."""

    async def told() -> AsyncIterator[ServerSentEvent]:
        async for number in changes(room, viewer):
            yield ServerSentEvent(data=await run_in_threadpool(render), id=str(number))

    return EventSourceResponse(told(), ping=max(round(heartbeat), 1), headers={"Cache-Control": "no-store"})
