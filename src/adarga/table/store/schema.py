"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("rulebook", String(32), nullable=False),
    Column("house", Text),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("table_id", "name", name="seats_once"),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Text, nullable=False, default=""),
    Column("revoked", Boolean, nullable=False, default=False),
)

FIGHTS = Table(
    "fights",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("rulebook", String(32), nullable=False),
    Column("house", Text),
    Column("foes", String(8), nullable=False),
    Column("party", String(8), nullable=False),
    Column("open", Boolean, nullable=False, default=True),
)

LINES = Table(
    "lines",
    METADATA,
    Column("fight_id", ForeignKey("fights.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("intent", String(64), nullable=False),
    Column("viewer", Text, nullable=False),
    UniqueConstraint("fight_id", "intent", name="lines_intent_once"),
)
