"""Rooms, their entries, snapshots, idempotency keys and links

Revision: 0001
Follows: nothing
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column(
            "version", sa.Integer(), nullable=False, comment="number of the last entry; appends are decided by it"
        ),
        sa.Column("has_bots", sa.Boolean(), nullable=False),
        sa.Column("is_finished", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index(
        "ix_rooms_playing_with_bots", "rooms", ["id"], postgresql_where=sa.text("has_bots AND NOT is_finished")
    )
    op.create_table(
        "entries",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("counts", postgresql.JSONB(), nullable=False, comment="each viewer's seq after the entry"),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room_id", "version", name="pk_entries"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_entries_room_id", ondelete="CASCADE"),
    )
    op.create_table(
        "snapshots",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_snapshots_room_id", ondelete="CASCADE"),
    )
    op.create_table(
        "keys",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("body_digest", sa.Text(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("room_id", "viewer", "key", name="pk_keys"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_keys_room_id", ondelete="CASCADE"),
    )
    op.create_table(
        "links",
        sa.Column(
            "hash", sa.LargeBinary(), nullable=False, comment="SHA-256 of the secret; the secret itself is nowhere"
        ),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("parent", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_links_room_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parent"], ["links.hash"], name="fk_links_parent", ondelete="CASCADE"),
    )
    op.create_index("ix_links_room_id", "links", ["room_id"])
    op.create_index("ix_links_parent", "links", ["parent"])


def downgrade() -> None:
    for table in ("links", "keys", "snapshots", "entries", "rooms"):
        op.drop_table(table)
