"""Where seats want to be called when they are asked

Revision: 0004
Follows: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hooks",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False, comment="whom to call; told to nobody but the seat"),
        sa.Column("table_url", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("always", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False, comment="version of the entry that it was last called for"),
        sa.Column("called_at", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer(), nullable=False, comment="calls in a row that came to nothing"),
        sa.PrimaryKeyConstraint("room_id", "viewer", name="pk_hooks"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_hooks_room_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("hooks")
