"""A server of tables as a process of its own: `serve.py PORT DATABASE SEED`. It may be killed and begun again."""

from __future__ import annotations

import sys

import uvicorn

from adarga.dice import Seeded
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from adarga.table.web.app import create_app
from adarga.table.web.settings import Settings


def main(port: str, database: str, seed: str) -> None:
    rooms = Rooms(Store(f"sqlite:///{database}"), Seeded(int(seed)))
    settings = Settings(rate=500, burst=2000, attempts=2000, heartbeat=2.0)
    uvicorn.run(create_app(rooms, settings), port=int(port), access_log=False, log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
