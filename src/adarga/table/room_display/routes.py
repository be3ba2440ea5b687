"""The addresses of the screen in the room: it follows whichever fight of the table is played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adarga.fight.view import ROOM
from adarga.table.phone.playing import open_fights, playing
from adarga.table.room_display.views import screen
from adarga.table.rooms import Room
from adarga.table.web.deps import Guest, guest, served
from adarga.table.web.render import fragment, page

router = APIRouter(prefix="/t/{code}/room", include_in_schema=False)
LOOK = 2.0
"""How many seconds until it is looked whether another fight was opened."""


def display(request: Request, code: str) -> Guest:
    """The screen that asks."""
    return guest(request, code, "room")


Display = Annotated[Guest, Depends(display)]


def played(request: Request, me: Guest) -> Room | None:
    """The fight that is played."""
    rooms = served(request).rooms
    row = playing(rooms, me.table.id)
    return rooms.room(row.id) if row else None


@router.get("")
def show(request: Request, me: Display) -> Response:
    """The screen."""
    room = played(request, me)
    values = screen(me.words, room) if room else {"name": ""}
    return page("display/page.html", me.words, me=me, room=room is not None, **values)


@router.get("/stream")
def stream(request: Request, me: Display) -> Response:
    """What the screen shows, again after each change."""

    def now(last: str) -> tuple[str, str] | None:
        """A name for what is shown, and it, where it is not the last; None for who is no longer let in."""
        if not me.still(request):
            return None
        room = played(request, me)
        name = "0" if room is None else f"{room.row.id}-{room.stream(ROOM).number}"
        if name == last:
            return name, ""
        values = screen(me.words, room) if room else {"name": ""}
        return name, fragment("display/live.html", me.words, me=me, room=room is not None, **values)

    async def messages() -> AsyncIterator[ServerSentEvent]:
        last = ""
        async for _ in woken(request, me):
            found = await run_in_threadpool(now, last)
            if found is None:
                return
            if found[0] != last:
                last = found[0]
                yield ServerSentEvent(data=found[1], id=last)

    beat = max(round(served(request).settings.heartbeat), 1)
    return EventSourceResponse(messages(), ping=beat, headers={"Cache-Control": "no-store"})


async def woken(request: Request, me: Guest) -> AsyncIterator[None]:
    """Now, whenever something happens in an open fight of the table, and every little while."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    rooms = served(request).rooms
    watched: dict[int, Callable[[], None]] = {}

    def wake() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(event.set)

    def watch() -> None:
        for row in open_fights(rooms, me.table.id):
            if row.id not in watched:
                watched[row.id] = rooms.room(row.id).watch(wake)

    with ExitStack() as left:
        left.callback(lambda: [over() for over in watched.values()])
        while True:
            event.clear()
            await run_in_threadpool(watch)
            yield
            try:
                await asyncio.wait_for(event.wait(), LOOK)
            except TimeoutError:
                continue
