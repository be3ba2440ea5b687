"""Live updates of a page: the whole of what a viewer sees, again after each change, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from adarga.fight.view import Viewer, owns, sees
from adarga.table.rooms import Room


def _unseen(room: Room, viewer: Viewer) -> str:
    """What is asked of a viewer by a strike of which it is told nothing, since it does not see who strikes."""
    state = room.state
    pending = state.pending
    if pending is None or viewer.kind != "player" or sees(state, viewer, pending.attacker):
        return ""
    return room.question if owns(state, viewer, pending.aims[0].target) else ""


async def changes(room: Room, viewer: Viewer) -> AsyncIterator[int]:
    """The viewer's number now, and after every change that it can see."""
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(woken.set)

    over, last = room.watch(wake), (-1, "")
    try:
        while True:
            woken.clear()
            now = room.stream(viewer).number, _unseen(room, viewer)
            if now != last:
                last = now
                yield now[0]
            await woken.wait()
    finally:
        over()


def _always() -> bool:
    return True


def live(
    room: Room,
    viewer: Viewer,
    render: Callable[[], str],
    heartbeat: float,
    allowed: Callable[[], bool] = _always,
) -> EventSourceResponse:
    """A stream of `render()`, each under the viewer's number as its id; `heartbeat` seconds between signs of life.

    It ends as soon as there is something to tell and the viewer is no longer `allowed` to hear it.
    """

    def told() -> str | None:
        return render() if allowed() else None

    async def messages() -> AsyncIterator[ServerSentEvent]:
        room.present[viewer] += 1
        try:
            async for number in changes(room, viewer):
                data = await run_in_threadpool(told)
                if data is None:
                    return
                yield ServerSentEvent(data=data, id=str(number))
        finally:
            room.present[viewer] -= 1

    return EventSourceResponse(messages(), ping=max(round(heartbeat), 1), headers={"Cache-Control": "no-store"})
