"""Campaigns: rooms whose game are the decisions between games, and the rooms in which their games are played

Revision: 0002
Follows: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column(
            "settled", sa.Integer(), nullable=False, comment="version of its log at which nothing was left to be done"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
        sa.ForeignKeyConstraint(["id"], ["rooms.id"], name="fk_campaigns_id", ondelete="CASCADE"),
    )
    op.create_table(
        "campaign_games",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("is_settled", sa.Boolean(), nullable=False, comment="whether its campaign knows of its end"),
        sa.PrimaryKeyConstraint("room_id", name="pk_campaign_games"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_campaign_games_room_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name="fk_campaign_games_campaign_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_campaign_games_campaign_id", "campaign_games", ["campaign_id"])
    op.create_index(
        "ix_campaign_games_unsettled", "campaign_games", ["room_id"], postgresql_where=sa.text("NOT is_settled")
    )


def downgrade() -> None:
    op.drop_table("campaign_games")
    op.drop_table("campaigns")
