"""`adarga table`: the tables of a database from the terminal: list them, give out links, take them out and in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.frame import Command, LazyGroup, argument, option
from adarga.cli.streams import echo
from adarga.errors import AdargaError
from adarga.telling.layout import table as columns
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.table.store import Store, TableRow

EXAMPLES = ("adarga table list", "adarga table link K7P2QX", "adarga table export K7P2QX thursday.adarga-table")
FOLDER = Path("adarga-table")


def opened(folder: Path, database: str | None) -> Store:
    """The store that a line names. Raises `AdargaError` (`serve.no_folder`) where nothing was served from there."""
    from adarga.table.store import Store

    if database is None and not (folder / "table.db").exists():
        raise AdargaError("serve.no_folder", folder=str(folder))
    return Store(database or f"sqlite:///{(folder / 'table.db').resolve()}")


def named(store: Store, code: str) -> TableRow:
    """A table by its code. Raises `AdargaError` (`serve.no_table`)."""
    found = store.table(code)
    if found is None:
        raise AdargaError("serve.no_table", code=code, codes=", ".join(row.code for row in store.tables()) or "–")
    return found


def _list(words: Words, store: Store) -> None:
    rows = [(row.code, row.name, row.rulebook, str(len(store.fights(row.id)))) for row in store.tables()]
    heads = tuple(words.say(f"serve.head_{name}") for name in ("code", "name", "rulebook", "fights"))
    echo("\n".join(columns([heads, *rows], "<<<>")))


def _link(words: Words, store: Store, code: str, seat: str | None, display: bool) -> None:
    from adarga.fight.view import MASTER, ROOM, Viewer

    table = named(store, code)
    if seat is not None and display:
        raise AdargaError("cli.together", flag="--seat", other="--display")
    if seat is not None and seat not in store.seats(table.id):
        raise AdargaError("table.no_seat", seat=seat)
    viewer = ROOM if display else Viewer("player", seat) if seat else MASTER
    store.revoke(table.id, viewer)
    echo(f"/enter?token={store.issue(table.id, viewer)}")


def _export(words: Words, store: Store, code: str, file: Path) -> None:
    from adarga.table.store.portable import exported

    lines = list(exported(store, named(store, code)))
    if file.exists():
        raise AdargaError("serve.there", file=str(file))
    file.write_text("".join(lines), encoding="utf-8")
    echo(words.say("serve.exported", file=str(file), lines=len(lines)))


def _import(words: Words, store: Store, file: Path) -> None:
    from adarga.table.store.portable import imported

    try:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError):
        raise AdargaError("serve.unreadable", file=str(file)) from None
    found = imported(store, lines)
    echo(words.say("serve.imported", table=found.name, code=found.code))


def _made(words: Words, name: str, do: Callable[..., None], *parameters: click.Parameter, new: bool = False) -> Command:
    def run(folder: Path, database: str | None, **given: Any) -> None:
        if new and database is None:
            from adarga.cli.serve import address_of

            database = address_of(folder)
        store = opened(folder, database)
        try:
            do(words, store, **given)
        finally:
            store.close()

    place = click.Path(file_okay=False, path_type=Path)
    where = (
        option(words, "--folder", type=place, default=FOLDER, help_key="serve-folder"),
        option(words, "--database", help_key="serve-database"),
    )
    return Command(words, name, run, [*parameters, *where], EXAMPLES, help_key=f"table-{name}")


class Tables(LazyGroup):
    """The commands about tables."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them."""
        words, file = self.words, click.Path(dir_okay=False, path_type=Path)
        code = argument(words, "code", help_key="table-code")
        path = click.Argument(["file"], type=file, metavar=words.say("cli.metavar.file"))
        seat = option(words, "--seat", help_key="table-seat")
        display = option(words, "--display", is_flag=True, help_key="table-display")
        made: dict[str, Callable[[], Command]] = {
            "list": lambda: _made(words, "list", _list),
            "link": lambda: _made(words, "link", _link, code, seat, display),
            "export": lambda: _made(words, "export", _export, code, path),
            "import": lambda: _made(words, "import", _import, path, new=True),
        }
        return made[cmd_name]() if cmd_name in made else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them."""
        with formatter.section(self.words.say("cli.commands")):
            formatter.write_dl([(name, self.words.say(f"cli.short.table-{name}")) for name in self.modules])


def command(words: Words) -> Command:
    """The `table` command."""
    return Tables(words, "table", dict.fromkeys(("list", "link", "export", "import"), ""), EXAMPLES)
