"""Matches keep what was promised for their draws; those from before have nothing there."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From one promise, the server's, to a list of them."""
    op.add_column("matches", sa.Column("fair", sa.Text, nullable=False, server_default=""))
