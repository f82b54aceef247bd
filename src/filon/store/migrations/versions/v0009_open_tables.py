"""Tables may stand in the lobby, and be watched some steps later."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Those from before are private, and watched at once."""
    for name in ("listed", "delay"):
        op.add_column("tables", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
