"""Runs the migrations over the connection handed in, or, from Alembic's own command line, over DATABASE_URL."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection, text

from app.settings import Settings
from app.storage.migrate import engine_for
from app.storage.tables import metadata

LOCK = 7_282_510_993  # any number that nothing else on the server locks


def run(connection: Connection) -> None:
    """All wanted revisions in one transaction; a second process waits for the first."""
    context.configure(connection=connection, target_metadata=metadata, compare_type=True, compare_server_default=True)
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context.run_migrations()


async def run_alone() -> None:
    """For ``alembic`` by hand, such as ``alembic revision --autogenerate``."""
    settings = Settings.from_environment()
    if settings.database_url is None:
        raise SystemExit("expected DATABASE_URL; for the embedded database use: python -m app migrate")
    engine = engine_for(settings.database_url)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_alone())
