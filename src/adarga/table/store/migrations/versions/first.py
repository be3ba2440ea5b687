"""Tables, seats, tokens, fights and their lines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rulebook", sa.String(32), nullable=False),
        sa.Column("house", sa.Text),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "name", name="seats_once"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "fights",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rulebook", sa.String(32), nullable=False),
        sa.Column("house", sa.Text),
        sa.Column("foes", sa.String(8), nullable=False),
        sa.Column("party", sa.String(8), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "lines",
        sa.Column("fight_id", sa.Integer, sa.ForeignKey("fights.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("intent", sa.String(64), nullable=False),
        sa.Column("viewer", sa.Text, nullable=False),
        sa.UniqueConstraint("fight_id", "intent", name="lines_intent_once"),
    )
