"""Fixtures of the tests of rooms: every one of them runs over the store in memory and over a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from app.storage.database import Database
from app.storage.store import PostgresStore
from tests.support.memory_store import MemoryStore

if TYPE_CHECKING:
    from tests.parts.rooms.table import Table


@pytest_asyncio.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[MemoryStore | PostgresStore]:
    """A place to keep rooms in. Rooms of other tests may be in it."""
    if request.param == "memory":
        yield MemoryStore()
        return
    database = await Database.open(request.getfixturevalue("module_database_url"))
    real = PostgresStore(database)
    yield real
    await real.close()
    await database.close()


@pytest_asyncio.fixture
async def table(store: MemoryStore | PostgresStore) -> AsyncIterator[Table]:
    """A service over the store, with the toy game."""
    from tests.parts.rooms.table import Table

    async with Table.over(store) as opened:
        yield opened


@pytest_asyncio.fixture
async def memory_table() -> AsyncIterator[Table]:
    """A service over a store in memory that a test may interfere with."""
    from tests.parts.rooms.table import Table

    async with Table.over(MemoryStore()) as opened:
        yield opened
