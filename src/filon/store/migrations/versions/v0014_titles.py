"""The title of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Tables had no title."""
    op.add_column("tables", sa.Column("title", sa.Text, nullable=False, server_default=""))
