"""Reviews of matches that ended."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nothing was reviewed yet."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("form", sa.Text, primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
