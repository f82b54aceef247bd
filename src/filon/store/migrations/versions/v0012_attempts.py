"""Who took up the challenge of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Nobody has yet."""
    op.create_table(
        "attempts",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("attempts_person", "attempts", ["person"])
