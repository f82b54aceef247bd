"""Marks: a few words the database keeps about itself, such as that it was restored."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Room for marks."""
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
    )
