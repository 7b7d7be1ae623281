"""Campaigns in PostgreSQL: which rooms are their games, and what is still to be done for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.rooms.values.ports import Header, Link, is_campaign
from app.storage import tables
from app.storage.database import Database, answering

UNSETTLED: Final = """
    SELECT campaigns.id FROM campaigns JOIN rooms USING (id)
    WHERE rooms.version > campaigns.settled
    UNION
    SELECT campaign_games.campaign_id FROM campaign_games JOIN rooms ON rooms.id = campaign_games.room_id
    WHERE rooms.is_finished AND NOT campaign_games.is_settled
"""
SETTLE: Final = """
    WITH settled AS (UPDATE campaigns SET settled = $2 WHERE id = $1 AND settled < $2)
    UPDATE campaign_games SET is_settled = true WHERE campaign_id = $1 AND room_id = ANY($3::text[]) AND NOT is_settled
"""
IS_FINISHED: Final = "SELECT is_finished FROM rooms WHERE id = $1"

# The same lock as whoever replaces a viewer's link takes, so that one of the two comes first.
LOCK: Final = "SELECT id FROM rooms WHERE id = $1 FOR NO KEY UPDATE"
GRANT: Final = """
    INSERT INTO links (hash, room_id, viewer, kind, parent)
    SELECT $1::bytea, $2::text, $3::text, $4::text, parent.hash
    FROM (SELECT hash FROM links WHERE hash = $5 FOR KEY SHARE) AS parent
    WHERE NOT EXISTS (SELECT 1 FROM links WHERE room_id = $2 AND viewer = $3 AND parent IS NULL AND kind = 'link')
    RETURNING hash
"""


class PostgresCampaigns:
    """A ``CampaignStore`` over the tables that ``PostgresStore`` fills."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsettled(self) -> Sequence[str]:
        """Ids of the campaigns that grew, or of which a game ended, since they were last settled."""
        async with answering():
            found = await self._database.pool.fetch(UNSETTLED)
        return tuple(row["id"] for row in found)

    async def settle(self, campaign_id: str, version: int, ended: Collection[str]) -> None:
        """Nothing is left to be done for a campaign as it stands at ``version``, nor for its ``ended`` rooms."""
        async with answering():
            await self._database.pool.execute(SETTLE, campaign_id, version, list(ended))

    async def is_finished(self, room_id: str) -> bool | None:
        """Whether a room's game is over; ``None`` if there is no such room."""
        async with answering():
            found: bool | None = await self._database.pool.fetchval(IS_FINISHED, room_id)
            return found

    async def grant(self, link: Link) -> bool:
        """A link or cookie into a game, made from one of its campaign; ``False`` if that is dead, or if the room's viewer
        has had a link of the room's own since."""
        async with answering(), self._database.pool.acquire() as connection, connection.transaction():
            await connection.execute(LOCK, link.room_id)
            made = await connection.fetchval(GRANT, link.hash, link.room_id, link.viewer, link.kind, link.parent)
        return made is not None


async def note_campaign(connection: AsyncConnection, header: Header) -> None:
    """Writes down that a new room is a campaign, or a game of one."""
    if is_campaign(header.id):
        await connection.execute(insert(tables.campaigns).values(id=header.id, settled=0))
    if header.part_of is not None:
        game = {"room_id": header.id, "campaign_id": header.part_of.campaign, "number": header.part_of.number}
        await connection.execute(insert(tables.campaign_games).values(is_settled=False, **game))
