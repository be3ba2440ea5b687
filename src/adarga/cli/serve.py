"""`adarga serve`: the live table, for a game master's browser, players' phones and a display."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adarga.cli.frame import Command, Number, drawn_seed, option
from adarga.cli.streams import echo
from adarga.errors import AdargaError
from adarga.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from adarga.table.rooms import Rooms
    from adarga.table.store import TableRow

EXAMPLES = (
    "adarga serve --sample",
    "adarga serve --lan",
    "adarga serve --database postgresql+psycopg://adarga@localhost/adarga",
)
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def address_of(folder: Path) -> str:
    """The database of a folder, which is made where it is not there. Raises `AdargaError` (`serve.folder`)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AdargaError("serve.folder", folder=str(folder), reason=error.strerror or str(error)) from None
    return f"sqlite:///{folder.resolve() / 'table.db'}"


def opened(database: str, seed: int) -> Rooms:
    """The rooms of a database. Raises `AdargaError` (`table.database`) where it cannot be opened."""
    from adarga.dice import Seeded
    from adarga.table.rooms import Rooms
    from adarga.table.store import Store

    return Rooms(Store(database), Seeded(seed))


def tables(rooms: Rooms, words: Words, sample: bool) -> list[TableRow]:
    """The tables to tell of, the newest last: one is made where there is none."""
    from adarga.table.sample import sample_table

    if sample:
        chosen = sample_table(rooms, words)
        return [*(table for table in rooms.store.tables() if table.id != chosen.id), chosen]
    if not rooms.store.tables():
        rooms.store.add_table(words.say("serve.table"), "absorption")
    return rooms.store.tables()


def told(rooms: Rooms, words: Words, found: list[TableRow], near: str, origin: str) -> None:
    """Print where everyone comes in; the game master's address is shown here and nowhere else."""
    from adarga.fight.view import MASTER
    from adarga.table.lan import qr_text

    for table in found:
        token = rooms.store.issue(table.id, MASTER)
        echo(words.say("serve.table_line", table=table.name))
        echo(words.say("serve.master", address=f"{near}/enter?token={token}"))
        echo(words.say("serve.players", address=f"{origin}/join/{table.code}", code=table.code))
    echo(words.say("serve.numbers", address=f"{near}/numbers"))
    if LOOPBACK not in origin:
        echo(qr_text(f"{origin}/join/{found[-1].code}"))


class _Asked:
    """One call of the command."""

    def __init__(self, words: Words, host: str | None, port: int, lan: bool) -> None:
        from adarga.table.lan import free, lan_address

        if host is not None and lan:
            raise AdargaError("cli.together", flag="--host", other="--lan")
        self.words = words
        self.port = port
        self.host = host or (EVERYWHERE if lan else LOOPBACK)
        self.open = self.host == EVERYWHERE
        if not free(self.host, port):
            raise AdargaError("serve.port", port=port, host=self.host)
        outside = (lan_address() or LOOPBACK) if self.open else self.host
        self.near = f"http://{LOOPBACK if self.open else self.host}:{port}"
        self.origin = f"http://{outside}:{port}"

    def serve(self, rooms: Rooms, sample: bool) -> None:
        """Say where everyone comes in, and serve."""
        from adarga.table.server import serve
        from adarga.table.web.settings import Settings

        told(rooms, self.words, tables(rooms, self.words, sample), self.near, self.origin)
        echo(self.words.say("serve.lan" if self.open else "serve.loopback"))
        echo(self.words.say("serve.stop"))
        serve(
            rooms,
            Settings(lang=self.words.lang, origin=self.origin, key=os.environ.get("ADARGA_KEY", "")),
            self.host,
            self.port,
        )


def command(words: Words) -> Command:
    """The `serve` command."""
    from pathlib import Path

    def run(
        port: int, host: str | None, lan: bool, folder: Path, database: str | None, sample: bool, seed: int | None
    ) -> None:
        asked = _Asked(words, host, port, lan)
        rooms = opened(database or address_of(folder), drawn_seed() if seed is None else seed)
        asked.serve(rooms, sample)

    place = click.Path(file_okay=False, path_type=Path)
    params = [
        option(words, "--port", type=Number(1, 65535), default=8000, help_key="serve-port"),
        option(words, "--host", help_key="serve-host"),
        option(words, "--lan", is_flag=True, help_key="serve-lan"),
        option(words, "--folder", type=place, default=Path("adarga-table"), help_key="serve-folder"),
        option(words, "--database", help_key="serve-database"),
        option(words, "--sample", is_flag=True, help_key="serve-sample"),
        option(words, "--seed", type=Number(0), help_key="serve-seed"),
    ]
    return Command(words, "serve", run, params, EXAMPLES)
