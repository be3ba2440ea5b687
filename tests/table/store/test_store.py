"""The store keeps every line, is brought up to date by its revisions, and goes to one file and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from adarga.cli.main import root
from adarga.dice import Seeded
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.saved import head_line, log_of
from adarga.fight.view import MASTER, Viewer
from adarga.interop.newcomers import joining
from adarga.table.intents import Intent, JoinAll, Undo, What
from adarga.table.rooms import Room, Rooms
from adarga.table.store import Store, TableRow, Taken
from adarga.table.store.portable import exported, imported
from adarga.table.store.schema import METADATA
from adarga.words import Words

ANA = Viewer("player", "Ana")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'table.db'}")
    yield made
    made.close()


def played(store: Store) -> tuple[TableRow, Room]:
    """A table with a fight in which something happened and something was undone."""
    table = store.add_table("Jueves", "absorption")
    store.add_seat(table.id, "Ana")
    room = Rooms(store, Seeded(1)).room(store.add_fight(table.id, "El puente", "absorption").id)
    lines = (["Ogro", "21", "level=8"], ["Thrain", "17", "heroes", "owner=Ana"])
    joins = JoinAll(tuple(joining(room.book, line) for line in lines))
    asked: tuple[What, ...] = (joins, cmd.NextTurn(), cmd.Lose("Thrain", 5), Undo(), cmd.Lose("Thrain", 3))
    for at, what in enumerate(asked):
        assert room.ask(MASTER, Intent(id=f"i{at}", what=what)).outcome == "done"
    return table, room


def test_revisions_make_what_the_schema_says(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_later_database_is_refused(store: Store, tmp_path: Path) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from-the-future'"))
    with pytest.raises(AdargaError, match=r"table\.later_database"):
        Store(f"sqlite:///{tmp_path / 'table.db'}")


def test_sqlite_writes_through(store: Store) -> None:
    with store.engine.connect() as connection:
        asked = [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("journal_mode", "synchronous")]
    assert asked == ["wal", 2]


def test_a_line_is_written_once(store: Store) -> None:
    _, room = played(store)
    with pytest.raises(Taken):
        store.append(room.row.id, 1, "{}", "other", MASTER)


def test_a_fight_read_again_is_the_same_numbers_too(store: Store) -> None:
    _, room = played(store)
    again = Rooms(store, Seeded(2)).room(room.row.id)
    assert again.state == room.state
    for viewer in (MASTER, ANA):
        assert again.stream(viewer).number == room.stream(viewer).number
        numbers = [message.number for message in again.stream(viewer).messages]
        assert numbers == list(range(1, len(numbers) + 1))


def test_two_servers_on_one_database_keep_in_step(store: Store) -> None:
    _, room = played(store)
    other = Rooms(store, Seeded(2)).room(room.row.id)
    for at in range(6):
        one = (room, other)[at % 2]
        assert one.ask(MASTER, Intent(id=f"t{at}", what=cmd.Lose("Ogro", 1))).outcome == "done"
    room.catch_up()
    assert room.state == other.state
    assert room.state.fighter("Ogro").points == 15


def test_what_is_asked_twice_is_done_once(store: Store) -> None:
    _, room = played(store)
    intent = Intent(id="same", what=cmd.Lose("Ogro", 1))
    assert [room.ask(MASTER, intent).again for _ in range(2)] == [False, True]
    assert room.state.fighter("Ogro").points == 20


def test_something_stale_is_refused(store: Store) -> None:
    _, room = played(store)
    seen = room.stream(MASTER).number
    room.ask(MASTER, Intent(id="a", what=cmd.NextTurn(), seen=seen))
    late = room.ask(MASTER, Intent(id="b", what=cmd.NextTurn(), seen=seen))
    assert late.refusal is not None
    assert late.refusal.reason.key == "table.refused.stale"


def test_lines_are_those_of_a_fights_file(store: Store) -> None:
    _, room = played(store)
    assert log_of([head_line("absorption"), *store.lines(room.row.id)]).state == room.state


def test_out_to_a_file_and_in_again_is_the_same(store: Store, tmp_path: Path) -> None:
    table, room = played(store)
    lines = list(exported(store, table))
    assert "token" not in "".join(lines)
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    for _ in range(2):
        found = imported(other, lines)
    assert len(other.tables()) == 1
    assert list(exported(other, found)) == lines
    assert Rooms(other, Seeded(1)).room(other.fights(found.id)[0].id).state == room.state
    other.close()


def test_another_table_of_the_same_code_is_refused(store: Store) -> None:
    table, _ = played(store)
    lines = list(exported(store, table))
    with pytest.raises(AdargaError, match=r"table\.other_code"):
        imported(store, lines[:1])


@given(st.data())
def test_a_damaged_file_is_refused_whole(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('damaged') / 'table.db'}")
    table, _ = played(store)
    lines = list(exported(store, table))
    at = data.draw(st.integers(0, len(lines) - 1))
    damage = data.draw(st.sampled_from(["{", "[]", '{"line":"x","intent":"i","viewer":"v"}', '{"seat":3}', "null"]))
    lines[at] = damage + "\n"
    target = Store(f"sqlite:///{tmp_path_factory.mktemp('damaged') / 'table.db'}")
    with pytest.raises(AdargaError):
        imported(target, lines)
    assert target.tables() == []
    store.close()
    target.close()


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(root(Words("en")), list(arguments))
    if isinstance(found.exception, AdargaError):
        return 2, str(found.exception)
    return found.exit_code, found.output


def test_at_the_terminal(store: Store, tmp_path: Path) -> None:
    table, _ = played(store)
    database = ("--database", f"sqlite:///{tmp_path / 'table.db'}")
    assert table.code in run("table", "list", *database)[1]
    first = run("table", "link", table.code, *database)[1].strip().partition("token=")[2]
    second = run("table", "link", table.code, *database)[1].strip().partition("token=")[2]
    assert store.access(first) is None
    access = store.access(second)
    assert access is not None
    assert access.viewer == MASTER
    file = str(tmp_path / "out.adarga-table")
    assert run("table", "export", table.code, file, *database)[0] == 0
    assert run("table", "export", table.code, file, *database) == (2, f"serve.there: file={file}")
    folder = str(tmp_path / "other")
    assert run("table", "import", file, "--folder", folder)[0] == 0
    assert table.code in run("table", "list", "--folder", folder)[1]
    assert run("table", "link", "NOSUCH", *database)[0] == 2
    assert run("table", "list", "--folder", str(tmp_path / "nowhere"))[0] == 2
