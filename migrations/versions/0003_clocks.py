"""Rooms that are played by a clock, which a starting server must keep

Revision: 0003
Follows: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rooms", sa.Column("has_clock", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.create_index(
        "ix_rooms_playing_with_clocks", "rooms", ["id"], postgresql_where=sa.text("has_clock AND NOT is_finished")
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_playing_with_clocks", "rooms")
    op.drop_column("rooms", "has_clock")
