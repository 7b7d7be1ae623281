"""A store over a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.storage.database import Database
from app.storage.store import PostgresStore


@asynccontextmanager
async def opened_store(url: str) -> AsyncIterator[PostgresStore]:
    """A store with connections of its own."""
    database = await Database.open(url)
    store = PostgresStore(database)
    try:
        yield store
    finally:
        await store.close()
        await database.close()


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[PostgresStore]:
    async with opened_store(database_url) as opened:
        yield opened


@pytest.fixture
async def other_store(database_url: str) -> AsyncIterator[PostgresStore]:
    """A second store over the same database, as another process has."""
    async with opened_store(database_url) as opened:
        yield opened
