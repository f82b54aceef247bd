"""Tables keep what was agreed about time, and matches the marks their clocks follow from."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Tables from before have no clock."""
    op.add_column("tables", sa.Column("timing", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "times",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("v", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
    )
