"""The same store on a real PostgreSQL: servers on it keep in step, and wake one another."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from adarga.dice import Seeded
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.view import MASTER
from adarga.interop.newcomers import joining
from adarga.table.intents import Intent, JoinAll
from adarga.table.rooms import Rooms
from adarga.table.store import Store, Taken
from tests.browser.serving import free_port

PATIENCE = 20.0
USER = "postgres"


def programs() -> Path | None:
    """Where PostgreSQL's own programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def as_user(*command: str | Path) -> None:
    """Run as the user `postgres` where this is root, whom the server refuses."""
    head = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    subprocess.run([*head, *map(str, command)], check=True, capture_output=True, timeout=60, cwd="/")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    where = programs()
    if where is None:
        pytest.skip("no PostgreSQL server is installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="adarga-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    port = free_port()
    as_user(where / "initdb", "-D", folder / "data", "-U", USER, "--auth=trust", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    as_user(where / "pg_ctl", "-D", folder / "data", "-o", options, "-l", folder / "log", "-w", "start")
    yield f"postgresql+psycopg://{USER}@127.0.0.1:{port}/postgres"
    as_user(where / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    shutil.rmtree(folder)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_two_servers_wake_one_another(address: str) -> None:
    stores = Store(address), Store(address)
    one, two = (Rooms(store, Seeded(seed)) for seed, store in enumerate(stores))
    table = stores[0].add_table("Jueves", "absorption")
    fight = stores[0].add_fight(table.id, "El puente", "absorption").id
    here, there = one.room(fight), two.room(fight)
    woken: list[int] = []
    there.watch(lambda: woken.append(there.lines))
    here.ask(MASTER, Intent(id="join", what=JoinAll((joining(here.book, ["Ogro", "21", "level=8"]),))))
    until(lambda: there.lines == here.lines == 1)
    assert woken
    for at in range(10):
        one_of = (here, there)[at % 2]
        assert one_of.ask(MASTER, Intent(id=f"t{at}", what=cmd.Lose("Ogro", 1))).outcome == "done"
    until(lambda: here.state == there.state)
    assert here.state.fighter("Ogro").points == 11
    with pytest.raises(Taken):
        stores[1].append(fight, 1, "{}", "again", MASTER)
    for rooms in (one, two):
        rooms.close()
    for store in stores:
        store.close()


def test_who_was_cut_off_listens_again_and_reads_what_it_missed(address: str) -> None:
    stores = Store(address), Store(address)
    one, two = (Rooms(store, Seeded(seed)) for seed, store in enumerate(stores))
    table = stores[0].add_table("Viernes", "absorption")
    fight = stores[0].add_fight(table.id, "El vado", "absorption").id
    here, there = one.room(fight), two.room(fight)
    with stores[0].engine.begin() as connection:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        connection.execute(text(cut))
    for at in range(2):
        here.ask(MASTER, Intent(id=f"join{at}", what=JoinAll((joining(here.book, ["Ogro", "21", "level=8"]),))))
        until(lambda: there.lines == here.lines)
    for rooms in (one, two):
        rooms.close()
    for store in stores:
        store.close()


def test_long_names_in_any_letters(address: str) -> None:
    store = Store(address)
    table = store.add_table("x" * 300, "percentile")
    assert store.table(table.code) == table
    seat = "Ñandú " * 20
    store.add_seat(table.id, seat)
    assert store.seats(table.id) == [seat]
    store.close()


def test_no_server_is_one_clear_error() -> None:
    with pytest.raises(AdargaError, match=r"table\.database"):
        Store(f"postgresql+psycopg://nobody@127.0.0.1:{free_port()}/none")
