"""The schema. Migrations must lead to exactly this; ``tests/parts/storage/test_schema.py`` compares them.

What SQL filters by stands in columns; everything else is one JSON document per row, kept as bytes: exactly what was
written comes back, no parsing by the server on the hot path, and a new game needs no migration. To read one by hand:
``select convert_from(payload, 'UTF8')::jsonb from entries``.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _room() -> Column[str]:
    return Column("room_id", Text, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)


rooms: Final = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False, comment="number of the last entry; appends are decided by it"),
    Column("has_bots", Boolean, nullable=False),
    Column("has_clock", Boolean, nullable=False, server_default=text("false")),
    Column("is_finished", Boolean, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column(
        "stage",
        Text,
        nullable=False,
        server_default=text("'game'"),
        comment="unbegun, import (never played here) or game",
    ),
    Column(
        "idle_since",
        DateTime(timezone=True),
        comment="when something last happened in it, or somebody opened it; null while its game goes on",
    ),
    # Room left on each page lets a new version of the row stay beside the old one, without touching an index.
    postgresql_with={"fillfactor": 70},
)
Index("ix_rooms_playing_with_bots", rooms.c.id, postgresql_where=text("has_bots AND NOT is_finished"))
Index("ix_rooms_playing_with_clocks", rooms.c.id, postgresql_where=text("has_clock AND NOT is_finished"))

# Says nothing of rooms in play, so that their appends touch no index.
Index("ix_rooms_idle", rooms.c.stage, rooms.c.idle_since, postgresql_where=text("idle_since IS NOT NULL"))

entries: Final = Table(
    "entries",
    metadata,
    _room(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("counts", JSONB, nullable=False, comment="each viewer's seq after the entry"),
    Column("payload", LargeBinary, nullable=False),
)

snapshots: Final = Table(
    "snapshots",
    metadata,
    _room(),
    Column("version", Integer, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

keys: Final = Table(
    "keys",
    metadata,
    _room(),
    Column("viewer", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_digest", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
)

campaigns: Final = Table(
    "campaigns",
    metadata,
    Column("id", Text, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("settled", Integer, nullable=False, comment="version of its log at which nothing was left to be done"),
)

campaign_games: Final = Table(
    "campaign_games",
    metadata,
    Column("room_id", Text, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("campaign_id", Text, ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("is_settled", Boolean, nullable=False, comment="whether its campaign knows of its end"),
)
Index("ix_campaign_games_unsettled", campaign_games.c.room_id, postgresql_where=text("NOT is_settled"))

hooks: Final = Table(
    "hooks",
    metadata,
    _room(),
    Column("viewer", Text, primary_key=True),
    Column("url", Text, nullable=False, comment="whom to call; told to nobody but the seat"),
    Column("table_url", Text, nullable=False),
    Column("lang", Text, nullable=False),
    Column("always", Boolean, nullable=False),
    Column("told", Integer, nullable=False, comment="version of the entry that it was last called for"),
    Column("called_at", DateTime(timezone=True)),
    Column("failures", Integer, nullable=False, comment="calls in a row that came to nothing"),
)

links: Final = Table(
    "links",
    metadata,
    Column("hash", LargeBinary, primary_key=True, comment="SHA-256 of the secret; the secret itself is nowhere"),
    Column("room_id", Text, ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("viewer", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("parent", LargeBinary, ForeignKey("links.hash", ondelete="CASCADE"), index=True),
)
