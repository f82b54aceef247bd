"""What people say at a table, what its host lets them say, and whom the host has shown out."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """A table beside the others, and two columns; at tables from before people may talk."""
    op.add_column("tables", sa.Column("talk", sa.Text, nullable=False, server_default="all"))
    op.add_column("tables", sa.Column("blocked", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "words",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
    )
    op.create_index("words_device", "words", ["device"])
