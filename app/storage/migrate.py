"""Brings a database to the present schema, and tells whether it is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.rooms.ports import StoreUnavailable

CONNECT_S: Final = 10.0
MIGRATIONS: Final = Path(__file__).parents[2] / "migrations"


def plain_url(url: str) -> str:
    """A PostgreSQL URL as asyncpg reads it, also when it was written for SQLAlchemy."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme.partition('+')[0]}{separator}{rest}"


def engine_for(url: str, **options: Any) -> AsyncEngine:  # the options of create_async_engine
    """An engine whose connections asyncpg itself makes from the URL, so that every part of it means the same everywhere."""

    async def connect(*_: object, **__: object) -> asyncpg.Connection:
        try:
            return await asyncpg.connect(plain_url(url), timeout=CONNECT_S)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise StoreUnavailable(f"the database did not let us in: {error or type(error).__name__}") from error

    # An error's message would else hold the values of the statement that failed: secrets of dice, hashes of links.
    return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's configuration, over an open connection when one is given."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """The revision that the code was written for."""
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    if head is None:
        raise LookupError(f"expected migrations in {MIGRATIONS}, found none")
    return head


async def upgrade(url: str, revision: str = "head") -> None:
    """Migrates the database upwards; several processes may do so at once, one after the other.

    Raises ``StoreUnavailable`` when it does not answer.
    """
    await _migrate(url, lambda config: command.upgrade(config, revision))


async def downgrade(url: str, revision: str) -> None:
    """Migrates the database back to a revision, or to ``"base"``: nothing."""
    await _migrate(url, lambda config: command.downgrade(config, revision))


async def _migrate(url: str, run: Any) -> None:  # a callable that takes a Config
    engine = engine_for(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lambda inner: run(configuration(inner)))
    finally:
        await engine.dispose()
