"""A match may go on from a moment of another."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Those from before were played from their beginning."""
    op.add_column("matches", sa.Column("origin", sa.Text, nullable=False, server_default=""))
