"""Since when nobody needs a room whose game does not go on

Revision: 0005
Follows: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# Files that were made into rooms before, to be played on or whole, cannot be told from games: they stay what they are.
UNBEGUN = """
    UPDATE rooms SET stage = 'unbegun' WHERE NOT EXISTS (
        SELECT FROM entries WHERE room_id = rooms.id
        AND position(convert_to('"type":"game_started"', 'UTF8') IN payload) > 0
    )
"""
# A game that went on elsewhere, as somebody knew it: nothing happened here, it was only told.
IMPORTS = """
    UPDATE rooms SET stage = 'import' WHERE is_finished AND EXISTS (
        SELECT FROM entries WHERE room_id = rooms.id AND entries.version = 1
        AND position(convert_to('"kind":"imported"', 'UTF8') IN payload) > 0
        AND position(convert_to('"events":[],', 'UTF8') IN payload) > 0
    )
"""
IDLE = "UPDATE rooms SET idle_since = now() WHERE is_finished OR stage <> 'game'"


def upgrade() -> None:
    op.add_column(
        "rooms",
        sa.Column(
            "stage",
            sa.Text(),
            server_default=sa.text("'game'"),
            nullable=False,
            comment="unbegun, import (never played here) or game",
        ),
    )
    op.add_column(
        "rooms",
        sa.Column(
            "idle_since",
            sa.DateTime(timezone=True),
            comment="when something last happened in it, or somebody opened it; null while its game goes on",
        ),
    )
    for statement in (UNBEGUN, IMPORTS, IDLE):
        op.execute(statement)
    op.create_index(
        "ix_rooms_idle", "rooms", ["stage", "idle_since"], postgresql_where=sa.text("idle_since IS NOT NULL")
    )


def downgrade() -> None:
    op.drop_index("ix_rooms_idle", "rooms")
    op.drop_column("rooms", "idle_since")
    op.drop_column("rooms", "stage")
