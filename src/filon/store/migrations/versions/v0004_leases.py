"""Which process thinks for a match, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A table beside the others; nothing that was kept changes."""
    op.create_table(
        "leases",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
