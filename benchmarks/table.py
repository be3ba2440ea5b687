"""The live table under load: from a tap to every screen over real sockets, and the memory of the server.

50 phones on one table, then 200 tables on one process. `benchmarks/soak.py` looks for lost events for ten minutes.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adarga.dice import Seeded
from adarga.fight import commands as cmd
from adarga.fight.view import MASTER, ROOM, Viewer
from adarga.interop.newcomers import joining
from adarga.interop.typed import words_of
from adarga.table.intents import Intent, JoinAll
from adarga.table.rooms import Rooms
from adarga.table.store import Store
from benchmarks.screens import PATIENCE, Guest, Process, Screen, served, tap

HERO = "{name} 40 heroes constitution=9 dexterity=12 energy=3 armour=chain-mail shield=medium hacha=d8"
Figures = tuple[str, ...]


@dataclass(slots=True)
class Party:
    """A table with its fight: the players in the order of their turns, the game master, the display."""

    players: list[Guest]
    master: Guest
    room: Guest
    turn: int = 0

    @property
    def all(self) -> list[Guest]:
        return [*self.players, self.master, self.room]


def party(store: Store, rooms: Rooms, name: str, players: int) -> Party:
    """A table of so many players, each with a fighter, and a fight at its first turn."""
    table = store.add_table(name, "absorption")
    fight = store.add_fight(table.id, name, "absorption")
    room, names = rooms.room(fight.id), [f"P{at}" for at in range(players)]
    joins = [joining(room.book, words_of(HERO.format(name=one))) for one in names]
    room.ask(MASTER, Intent(id="join", what=JoinAll(tuple(joins))))
    for at, one in enumerate(names):
        store.add_seat(table.id, one)
        room.ask(MASTER, Intent(id=f"own-{at}", what=cmd.Own(one, one)))
        room.ask(MASTER, Intent(id=f"first-{at}", what=cmd.SetInitiative(one, players - at)))
    room.ask(MASTER, Intent(id="begin", what=cmd.NextTurn()))
    viewers = [*(Viewer("player", one) for one in names), MASTER, ROOM]
    *seated, master, display = (Guest(one, table.code, fight.id, store.issue(table.id, one)) for one in viewers)
    return Party(seated, master, display)


@asynccontextmanager
async def watched(guests: Sequence[Guest], port: int) -> AsyncIterator[list[Screen]]:
    """A page held open for each guest, once all have come up."""
    screens = [Screen(guest, port) for guest in guests]
    async with asyncio.TaskGroup() as group:
        held = [group.create_task(screen.watch()) for screen in screens]
        async with asyncio.timeout(PATIENCE + len(guests) / 10):
            for screen in screens:
                await screen.after(0)
        yield screens
        for task in held:
            task.cancel()


async def round_of(table: Party, screens: Sequence[Screen], port: int) -> list[float]:
    """The one whose turn it is ends it; milliseconds until each screen shows it."""
    before = [len(screen.came) for screen in screens]
    who = table.players[table.turn % len(table.players)]
    began = await tap(who, port, verb="next", intent=f"tap-{table.turn}")
    table.turn += 1
    shown = [await screen.after(many) for screen, many in zip(screens, before, strict=True)]
    return [(at - began) * 1000 for at in shown]


async def one_table(process: Process, table: Party, taps: int) -> Figures:
    """Every phone of one table, one tap after the other."""
    async with watched(table.all, process.port) as screens:
        times = [one for _ in range(taps) for one in await round_of(table, screens, process.port)]
        return figures(f"{len(table.players)} phones on one table", len(screens), times, process)


async def many_tables(process: Process, tables: Sequence[Party], taps: int, a_second: float) -> Figures:
    """Every page of many tables; taps come at random, as many a second on the average, each at another table."""
    chance, loop = random.Random(1), asyncio.get_running_loop()
    async with watched([guest for table in tables for guest in table.all], process.port) as screens:
        each = len(tables[0].all)
        running, began = [], loop.time()
        for at in range(taps):
            table = at % len(tables)
            began += chance.expovariate(a_second)
            await asyncio.sleep(max(0.0, began - loop.time()))
            mine = screens[table * each : (table + 1) * each]
            running.append(asyncio.create_task(round_of(tables[table], mine, process.port)))
        times = [one for found in await asyncio.gather(*running) for one in found]
        what = f"{len(tables)} tables, {a_second:g} taps a second"
        return figures(what, len(screens), times, process)


def figures(what: str, screens: int, times: Sequence[float], process: Process) -> Figures:
    """A line of the table."""
    late = quantiles(times, n=20)[-1]
    return (
        what,
        f"{screens:,}",
        f"{median(times):.0f}",
        f"{late:.0f}",
        f"{max(times):.0f}",
        f"{process.megabytes():.0f}",
    )


def measured(players: int = 50, taps: int = 100, tables: int = 200, a_second: float = 10.0) -> Iterator[Figures]:
    """One table with many phones, and many tables with four players each, each on a fresh server."""
    for many, at_each in ((1, players), (tables, 4)):
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "table.db"
            store = Store(f"sqlite:///{database}")
            parties = [party(store, Rooms(store, Seeded(1)), f"T{at}", at_each) for at in range(many)]
            store.close()
            with served(database) as process:
                if many == 1:
                    yield asyncio.run(one_table(process, parties[0], taps))
                else:
                    yield asyncio.run(many_tables(process, parties, 2 * many, a_second))


HEADS = ("from a tap to every screen", "screens", "median ms", "p95 ms", "worst ms", "server MB")


def main() -> None:
    """The figures as Markdown."""
    print("| " + " | ".join(HEADS) + " |\n" + "| --- " * len(HEADS) + "|")
    for line in measured():
        print("| " + " | ".join(line) + " |", flush=True)


if __name__ == "__main__":
    main()
