"""A server of tables in this process, until it is told to stop."""

from __future__ import annotations

import uvicorn

from adarga.table.rooms import Rooms
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings

_GRACE = 2


def serve(rooms: Rooms, settings: Settings, host: str, port: int) -> None:
    """Serve pages until a signal ends it; open streams are let go of. No request is written to a log."""
    app = create_app(rooms, settings)
    config = uvicorn.Config(
        app, host=host, port=port, access_log=False, log_level="warning", timeout_graceful_shutdown=_GRACE
    )
    try:
        uvicorn.Server(config).run()
    finally:
        app.state.served.work.close()
        rooms.close()
