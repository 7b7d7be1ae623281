"""Migrations lead to exactly the schema that the code declares, and back to nothing."""

from __future__ import annotations

import asyncio
import sys

import asyncpg
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from app.storage.migrate import configuration, downgrade, engine_for, newest_revision, upgrade
from app.storage.tables import metadata


async def differences(url: str) -> list[object]:
    def compare(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True, "compare_comment": True}
        )
        return list(compare_metadata(context, metadata))

    engine = engine_for(url)
    async with engine.connect() as connection:
        found = await connection.run_sync(compare)
    await engine.dispose()
    return found


async def tables_of(url: str) -> set[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()
    return {row["tablename"] for row in rows}


async def test_migrations_lead_to_the_declared_schema(empty_database_url: str) -> None:
    await upgrade(empty_database_url)

    assert await differences(empty_database_url) == []


async def test_a_difference_from_the_declared_schema_would_be_seen(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("ALTER TABLE keys DROP COLUMN answer")
    await connection.close()

    assert await differences(database_url) != []


async def test_migrating_back_leaves_nothing_and_forward_again_works(database_url: str) -> None:
    await downgrade(database_url, "base")
    assert await tables_of(database_url) == {"alembic_version"}

    await upgrade(database_url)
    assert await differences(database_url) == []


async def test_migrating_twice_changes_nothing(database_url: str) -> None:
    await upgrade(database_url)

    assert await differences(database_url) == []


def test_the_newest_revision_is_the_one_that_alembic_goes_up_to() -> None:
    assert ScriptDirectory.from_config(configuration()).get_heads() == [newest_revision()]


async def test_two_processes_may_migrate_at_once(empty_database_url: str) -> None:
    program = "import asyncio, sys; from app.storage.migrate import upgrade; asyncio.run(upgrade(sys.argv[1]))"
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", program, empty_database_url) for _ in range(3)
    ]
    assert [await process.wait() for process in processes] == [0, 0, 0]

    connection = await asyncpg.connect(empty_database_url)
    revisions = await connection.fetch("SELECT version_num FROM alembic_version")
    await connection.close()
    assert [row["version_num"] for row in revisions] == [newest_revision()]
