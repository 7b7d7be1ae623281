"""Brings a database to the present schema, and tells whether it is there.

Alembic is imported only where something is migrated: a start that finds everything as it should be does without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.rooms.values.ports import StoreUnavailable

if TYPE_CHECKING:
    from alembic.config import Config

CONNECT_S: Final = 10.0
MIGRATIONS: Final = Path(__file__).parents[2] / "migrations"
_NAMED: Final = re.compile(r'^(revision|down_revision) = (?:"(\w+)"|None)$', re.MULTILINE)


def plain_url(url: str) -> str:
    """A PostgreSQL URL as asyncpg reads it, also when it was written for SQLAlchemy."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme.partition('+')[0]}{separator}{rest}"


def engine_for(url: str, **options: Any) -> AsyncEngine:  # the options of create_async_engine
    """An engine whose connections asyncpg itself makes from the URL, so that every part of it means the same everywhere."""

    async def connect(*_: object, **__: object) -> asyncpg.Connection:
        return await _connection(url)

    # An error's message would else hold the values of the statement that failed: secrets of dice, hashes of links.
    return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)


async def _connection(url: str) -> asyncpg.Connection:
    try:
        return await asyncpg.connect(plain_url(url), timeout=CONNECT_S)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        raise StoreUnavailable(f"the database did not let us in: {error or type(error).__name__}") from error


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, over an open connection when one is given."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """The revision that the code was written for: the one that no other follows."""
    files = (MIGRATIONS / "versions").glob("*.py")
    found = [dict(_NAMED.findall(file.read_text("utf-8"))) for file in files]
    newest: set[str] = {each["revision"] for each in found} - {each["down_revision"] for each in found}
    if len(newest) != 1:
        raise LookupError(f"expected one newest migration in {MIGRATIONS}, found {len(newest)}")
    return newest.pop()


async def upgrade(url: str, revision: str = "head") -> None:
    """Migrates the database upwards; several processes may do so at once, one after the other.

    Raises ``StoreUnavailable`` when it does not answer.
    """
    if revision == "head" and await _present_revision(url) == newest_revision():
        return
    from alembic import command

    await _migrate(url, lambda config: command.upgrade(config, revision))


async def downgrade(url: str, revision: str) -> None:
    """Migrates the database back to a revision, or to ``"base"``: nothing."""
    from alembic import command

    await _migrate(url, lambda config: command.downgrade(config, revision))


async def _present_revision(url: str) -> str | None:
    connection = await _connection(url)
    try:
        found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        return None
    finally:
        await connection.close()
    return found


async def _migrate(url: str, run: Callable[[Config], None]) -> None:
    engine = engine_for(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda inner: run(configuration(inner)))
    finally:
        await engine.dispose()
