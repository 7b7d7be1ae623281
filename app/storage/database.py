"""The database of one process: its connections, and whether it answers and has the schema that the code expects."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.values.ports import StoreUnavailable
from app.storage.migrate import engine_for, newest_revision, plain_url

CONNECTIONS: Final = 8
COMMAND_S: Final = 10.0
READY_S: Final = 2.0

UNANSWERED: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    asyncpg.exceptions.InvalidCatalogNameError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


class Database:
    """Two ways in: ``pool`` for the hot paths, ``engine`` for the schema's tables on all others."""

    def __init__(self, url: str, pool: asyncpg.Pool, engine: AsyncEngine) -> None:
        self.url = url
        self.pool = pool
        self.engine = engine
        self._revision = newest_revision()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connects when first needed, so that a database that is away for a moment keeps no server from starting."""
        url = plain_url(url)
        pool = asyncpg.create_pool(url, min_size=0, max_size=CONNECTIONS, timeout=COMMAND_S, command_timeout=COMMAND_S)
        await pool
        return cls(url, pool, engine_for(url, pool_size=CONNECTIONS, max_overflow=0, pool_pre_ping=True))

    async def close(self) -> None:
        """Ends every connection."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.pool.close(), READY_S)
        await self.engine.dispose()

    async def problem(self) -> str | None:
        """Why requests cannot be served now; ``None`` if the database answers and its schema is current."""
        try:
            async with asyncio.timeout(READY_S):
                found = await self.pool.fetchval("SELECT version_num FROM alembic_version")
        except asyncpg.UndefinedTableError:
            return f"expected schema {self._revision}, found none: run python -m app migrate"
        except UNANSWERED as error:
            return f"the database did not answer: {type(error).__name__}"
        if found != self._revision:
            return f"expected schema {self._revision}, found {found}: run python -m app migrate"
        return None


@contextlib.asynccontextmanager
async def answering() -> AsyncIterator[None]:
    """Says ``StoreUnavailable`` for every way in which a database fails to answer."""
    try:
        yield
    except UNANSWERED as error:
        raise StoreUnavailable(f"the database did not answer: {error}") from error
    except DBAPIError as error:
        if error.connection_invalidated or isinstance(error.orig, UNANSWERED) or _cause_unanswered(error):
            raise StoreUnavailable(f"the database did not answer: {error.orig}") from error
        raise


def _cause_unanswered(error: DBAPIError) -> bool:
    """SQLAlchemy wraps what asyncpg raised in classes of its own; the original is their cause."""
    return isinstance(getattr(error.orig, "__cause__", None), UNANSWERED)
