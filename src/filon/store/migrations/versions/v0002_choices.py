"""Entries say which choice they belong to; until now equal times of one seat said it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# Neighbours with the same time, seat and hand were one choice: `run` is equal for them alone.
FILL = """
UPDATE entries SET choice = found.first FROM (
    SELECT "match", v, min(v) OVER (PARTITION BY "match", "at", seat, "by", run) AS first FROM (
        SELECT "match", v, "at", seat, "by",
            v - row_number() OVER (PARTITION BY "match", "at", seat, "by" ORDER BY v) AS run
        FROM entries
    ) AS numbered
) AS found WHERE entries."match" = found."match" AND entries.v = found.v
"""


def upgrade() -> None:
    """From times to choices."""
    op.add_column("entries", sa.Column("choice", sa.Integer))
    op.execute(FILL)
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("choice", existing_type=sa.Integer, nullable=False)
