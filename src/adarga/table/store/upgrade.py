"""A database brought to the newest revision, or refused where a later version of Adarga made it."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from adarga.errors import AdargaError

HERE = Path(__file__).resolve().parent / "migrations"


def configuration() -> Config:
    """Where the revisions are."""
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def upgrade(engine: Engine) -> None:
    """Bring a database to the newest revision. Raises `AdargaError` (`table.later_database`)."""
    config = configuration()
    known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.begin() as connection:
        now = MigrationContext.configure(connection).get_current_revision()
        if now is not None and now not in known:
            raise AdargaError("table.later_database", revision=now)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
