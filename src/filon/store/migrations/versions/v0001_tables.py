"""Tables, matches, entries, held choices and who sits where."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("spectators", sa.Integer, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, unique=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("script", sa.Text, nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_phase", "tables", ["phase", "changed"])
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("starters", sa.Text),
        sa.Column("entropy", sa.Text, nullable=False),
        sa.Column("script", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("v", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("notation", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "held",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("phase", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("notation", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
    )
    op.create_table(
        "sitting",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
    )
