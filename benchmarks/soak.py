"""Streams of many clients that come and go while fights go on: every number must arrive, once and in order."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adarga.dice import Seeded
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from benchmarks.screens import Guest, opened, served, tap
from benchmarks.table import Party, party

TABLES, PLAYERS, TAPS_A_SECOND = 20, 4, 5.0
STAYS, AWAY = (1.0, 20.0), (0.0, 3.0)
LAST_WAIT = 5.0


@dataclass(slots=True)
class Client:
    """Somebody who follows a fight by its event stream, and has the last number it saw."""

    guest: Guest
    last: int | None = None
    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def stay(self, port: int, seconds: float) -> None:
        """Follow the stream for a while, from where one left it."""
        reader, writer = await opened(port, self.guest, f"/api/fights/{self.guest.fight}/events", self.last)
        self.told["connections"] += 1
        kind = ""
        try:
            async with asyncio.timeout(seconds):
                while line := await reader.readline():
                    if line.startswith(b"event: "):
                        kind = line[7:].strip().decode()
                    elif line.startswith(b"data: ") and kind:
                        self.hear(kind, int(json.loads(line[6:])["number"]))
                        kind = ""
        except TimeoutError:
            pass
        finally:
            writer.close()

    def hear(self, kind: str, number: int) -> None:
        """Count a message; after another one its number is the next."""
        self.told[kind] += 1
        if kind == "message" and self.last is not None and number != self.last + 1:
            self.wrong.append(f"{self.guest.viewer}: {number} after {self.last}")
        if kind == "state" and self.last is not None:
            self.told["anew"] += 1
        self.last = number


async def come_and_go(client: Client, port: int, until: float, chance: random.Random) -> None:
    """Connect, stay, leave, come again; now and then as somebody who remembers nothing."""
    while (left := until - time.monotonic()) > 0:
        await client.stay(port, min(left, chance.uniform(*STAYS)))
        await asyncio.sleep(chance.uniform(*AWAY))
        if chance.random() < 0.1:
            client.last = None


async def play(tables: Sequence[Party], port: int, until: float, chance: random.Random) -> int:
    """End turns at random tables, at a steady pace; gives how many."""
    taps = 0
    while time.monotonic() < until:
        table = chance.choice(tables)
        await tap(table.players[table.turn % len(table.players)], port, verb="next", intent=f"soak-{taps}")
        table.turn += 1
        taps += 1
        await asyncio.sleep(chance.expovariate(TAPS_A_SECOND))
    return taps


async def soak(tables: Sequence[Party], port: int, seconds: float) -> tuple[int, list[Client]]:
    """Let it run, then have everyone catch up once more: all of a table's streams must have come to their end."""
    until, chance = time.monotonic() + seconds, random.Random(1)
    clients = [Client(guest) for table in tables for guest in table.all]
    playing = asyncio.create_task(play(tables, port, until, chance))
    await asyncio.gather(*(come_and_go(one, port, until, random.Random(at)) for at, one in enumerate(clients)))
    taps = await playing
    await asyncio.gather(*(client.stay(port, LAST_WAIT) for client in clients))
    fresh = [Client(client.guest) for client in clients]
    await asyncio.gather(*(one.stay(port, LAST_WAIT) for one in fresh))
    for client, one in zip(clients, fresh, strict=True):
        if client.last != one.last:
            client.wrong.append(f"{client.guest.viewer}: ends at {client.last}, not {one.last}")
    return taps, clients


def main(seconds: float = 600.0) -> int:
    """Print what happened; 1 where a number was lost, doubled or out of order."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "table.db"
        store = Store(f"sqlite:///{database}")
        tables = [party(store, Rooms(store, Seeded(1)), f"T{at}", PLAYERS) for at in range(TABLES)]
        store.close()
        with served(database) as process:
            before = process.megabytes()
            taps, clients = asyncio.run(soak(tables, process.port, seconds))
            after = process.megabytes()
    told = sum((client.told for client in clients), Counter())
    wrong = [one for client in clients for one in client.wrong]
    print(f"{seconds:.0f} s, {len(clients)} clients, {told['connections']:,} connections, {taps:,} taps: ", end="")
    print(
        f"{told['message']:,} messages and {told['state']:,} states came, {len(wrong)} lost or out of order; ", end=""
    )
    print(f"the server held {before:.0f} MB at the beginning, {after:.0f} MB at the end")
    print(*wrong[:20], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
