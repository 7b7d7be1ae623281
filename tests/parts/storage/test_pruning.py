"""What leaves the database, and what never does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg
import msgspec
import pytest

from app.rooms.values.ports import Append, Appended, Entry, Glimpse, Keep, PartOf, UnknownRoom
from app.storage import tables
from app.storage.database import Database
from app.storage.migrate import downgrade, upgrade
from app.storage.pruning import PRUNING, PostgresPruning
from app.storage.store import PostgresStore
from tests.parts.storage.rooms import AT, A, append, entry, header, link

MONTH = Keep(30, 30, 30)
STARTED = {"type": "game_started"}
OVER = {"type": "game_finished"}
CLOSED = {"type": "room_closed"}
UNDONE = {"type": "undone"}
CLAIMED = {"type": "seat_claimed", "seat": "b"}


@pytest.fixture
async def pruning(database_url: str) -> AsyncIterator[PostgresPruning]:
    database = await Database.open(database_url)
    yield PostgresPruning(database)
    await database.close()


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of somebody else's."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


async def make(store: PostgresStore, room: str, *acts: Sequence[dict[str, Any]], **more: Any) -> None:
    """A room with an entry for each of ``acts``, the first of which it is made with."""
    is_import = more.pop("is_import", False)
    first, *later = [entry(number, events=tuple(events)) for number, events in enumerate(acts, 1)]
    await store.create(header(room, **more), [], [first], is_import=is_import)
    for each in later:
        assert await store.append(Append(room, each)) == Appended()


async def pass_days(sql: asyncpg.Connection, days: int, *rooms: str) -> None:
    """So long nothing happened (in these rooms)."""
    older = "UPDATE rooms SET idle_since = idle_since - make_interval(days => $1) WHERE cardinality($2::text[]) = 0 OR id = ANY($2)"
    await sql.execute(older, days, list(rooms))


async def rooms_of(sql: asyncpg.Connection) -> set[str]:
    return {row["id"] for row in await sql.fetch("SELECT id FROM rooms")}


async def test_each_kind_leaves_after_its_own_time_and_not_a_day_before(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    keep = Keep(unbegun=10, imports=20, finished=30)
    await make(store, "unbegun", [CLAIMED])
    await make(store, "closed before it began", [CLAIMED], [CLOSED])
    await make(store, "import", [STARTED, OVER], is_import=True)
    await make(store, "glimpse", [], glimpse=Glimpse(A, "ab" * 32), is_import=True)
    await make(store, "over", [STARTED], [OVER])
    await make(store, "closed", [STARTED], [CLOSED])
    left = await rooms_of(sql)
    await pass_days(sql, 9)

    for days, leaving in (
        (0, set()),
        (2, {"unbegun", "closed before it began"}),
        (8, set()),
        (2, {"import", "glimpse"}),
        (8, set()),
        (2, {"over", "closed"}),
    ):
        await pass_days(sql, days)
        assert await pruning.prune(keep, 100) == len(leaving)
        left -= leaving
        assert await rooms_of(sql) == left


async def test_no_game_that_goes_on_ever_leaves(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await make(store, "at once", [STARTED])
    await make(store, "later", [CLAIMED], [CLAIMED], [STARTED])
    await make(store, "paused", [STARTED], [{"type": "room_paused"}])
    await make(store, "taken back", [STARTED], [OVER], [UNDONE])
    await make(store, "played on", [STARTED], [CLAIMED], is_import=True)
    everything = await rooms_of(sql)

    # Not even if somebody had written down that they idle: they have no such time.
    await pass_days(sql, 10_000)

    assert await pruning.prune(Keep(1, 1, 1), 100) == 0
    assert await rooms_of(sql) == everything
    assert await sql.fetchval("SELECT count(*) FROM rooms WHERE idle_since IS NOT NULL") == 0


async def test_a_file_to_be_played_on_leaves_if_nobody_ever_did(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await make(store, "nobody came", [STARTED], is_import=True)
    await make(store, "somebody came", [STARTED], is_import=True)
    await pass_days(sql, 29)
    assert await store.append(append(2, room="somebody came")) == Appended()
    await pass_days(sql, 2)

    await pruning.prune(MONTH, 100)

    assert await rooms_of(sql) == {"somebody came"}


async def test_whoever_opens_a_room_or_says_something_in_it_keeps_it(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    for room in ("opened", "said", "neither"):
        await make(store, room, [STARTED, OVER], is_import=True)
    await make(store, "claimed", [CLAIMED])
    await make(store, "in play", [STARTED])
    await pass_days(sql, 29)
    await store.opened(["opened", "in play", "unknown"])
    await store.append(append(2, room="said"))
    await store.append(append(2, room="claimed"))
    await pass_days(sql, 29)

    await pruning.prune(MONTH, 100)

    assert await rooms_of(sql) == {"opened", "said", "claimed", "in play"}


async def test_what_is_kept_for_ever_stays(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await make(store, "unbegun", [CLAIMED])
    await make(store, "import", [STARTED, OVER], is_import=True)
    await make(store, "over", [STARTED, OVER])
    await pass_days(sql, 10_000)

    assert await pruning.prune(Keep(), 100) == 0
    assert len(await rooms_of(sql)) == 3


async def test_everything_of_a_room_goes_with_it_and_nothing_of_others(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    for room in ("gone", "stays"):
        links = [link(f"link of {room}", room=room)]
        await store.create(header(room), links, [entry(1, events=(STARTED, OVER))])
        await store.add_link(link(f"cookie of {room}", room=room, parent=f"link of {room}"))
        shown = msgspec.structs.replace(link(f"replay of {room}", room=room), kind="replay")
        await store.add_link(shown)
        await store.append(append(2, room=room, key="k", snapshot=b"snapshot"))
        await sql.execute("INSERT INTO hooks VALUES ($1, 'a', 'https://x', '/x', 'es', false, 0, NULL, 0)", room)
    await pass_days(sql, 31, "gone")

    await pruning.prune(MONTH, 100)

    for table in tables.metadata.sorted_tables:
        if table.name not in ("campaigns", "campaign_games"):
            column = "id" if table.name == "rooms" else "room_id"
            assert {row[column] for row in await sql.fetch(f"SELECT {column} FROM {table.name}")} == {"stays"}


async def campaign(store: PostgresStore, *games: Sequence[dict[str, Any]], over: bool = True) -> None:
    """The campaign ``c-1`` and its games ``g1``, ``g2``..."""
    await make(store, "c-1", [STARTED], *([[OVER]] if over else []))
    for number, events in enumerate(games, 1):
        await make(store, f"g{number}", [STARTED], events, part_of=PartOf("c-1", number))


async def test_a_campaign_and_its_games_leave_together(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await campaign(store, [OVER], [CLOSED], [OVER])
    await make(store, "another", [STARTED])
    await pass_days(sql, 31)

    (_, _, finished) = await pruning.survey(MONTH)
    assert finished.rooms == 4
    assert await pruning.prune(MONTH, 100) == 1
    assert await rooms_of(sql) == {"another"}


@pytest.mark.parametrize("needed", ["c-1", "g1", "g2"])
async def test_whoever_opens_one_room_of_a_campaign_keeps_all_of_it(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection, needed: str
) -> None:
    await campaign(store, [OVER], [OVER])
    await pass_days(sql, 31)
    await store.opened([needed])

    assert await pruning.prune(MONTH, 100) == 0
    assert await rooms_of(sql) == {"c-1", "g1", "g2"}


async def test_no_game_leaves_a_campaign_that_goes_on_nor_a_campaign_its_game(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await campaign(store, [OVER], [OVER], over=False)
    await make(store, "c-2", [STARTED], [CLOSED])
    await make(store, "goes on", [STARTED], part_of=PartOf("c-2", 1))
    await make(store, "c-3", [CLAIMED])
    await pass_days(sql, 10_000)

    await pruning.prune(MONTH, 100)

    assert await rooms_of(sql) == {"c-1", "g1", "g2", "c-2", "goes on"}


async def test_a_round_takes_so_many_and_begins_with_the_oldest(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    for number in range(5):
        await make(store, f"r{number}", [CLAIMED])
        await pass_days(sql, 40 - number, f"r{number}")

    assert await pruning.prune(MONTH, 2) == 2
    assert await rooms_of(sql) == {"r2", "r3", "r4"}


# -- who comes at the same time ----------------------------------------------------------------------


def begins(version: int) -> Append:
    return Append("r1", entry(version, events=(CLAIMED, STARTED)))


async def test_a_room_that_begins_while_it_is_pruned_either_stays_or_was_never_begun(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    """Both at once, again and again: whatever was acknowledged is there afterwards."""
    outcomes = set()
    for _ in range(60):
        await make(store, "r1", [CLAIMED])
        await pass_days(sql, 31)
        begun, gone = await asyncio.gather(store.append(begins(2)), pruning.prune(MONTH, 100), return_exceptions=True)
        stored = await store.load("r1")
        if isinstance(begun, UnknownRoom):
            assert gone == 1
            assert stored is None
        else:
            assert begun == Appended()
            assert gone == 0
            assert stored is not None
            assert len(stored.entries) == 2
        outcomes.add(gone)
        await sql.execute("DELETE FROM rooms")
    assert outcomes


async def waits_for_a_lock(sql: asyncpg.Connection) -> None:
    """Comes back when somebody waits for what somebody else holds."""
    waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
    async with asyncio.timeout(30):
        while not await sql.fetchval(waiting):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.002)


async def test_a_room_that_begins_just_before_it_would_leave_stays(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection, database_url: str
) -> None:
    await make(store, "r1", [CLAIMED])
    await pass_days(sql, 31)
    other = await asyncpg.connect(database_url)
    beginning = other.transaction()
    await beginning.start()
    await other.execute("UPDATE rooms SET version = 2, stage = 'game', idle_since = NULL WHERE id = 'r1'")

    leaving = asyncio.create_task(pruning.prune(MONTH, 100))  # which still finds it idle
    await waits_for_a_lock(sql)
    await beginning.commit()

    assert await leaving == 0
    assert await rooms_of(sql) == {"r1"}
    await other.close()


async def test_a_room_that_somebody_holds_for_long_is_left_for_the_next_round(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection, database_url: str
) -> None:
    for room in ("held", "free"):
        await make(store, room, [CLAIMED])
    await pass_days(sql, 31)
    other = await asyncpg.connect(database_url)
    holding = other.transaction()
    await holding.start()
    await other.execute("SELECT id FROM rooms WHERE id = 'held' FOR UPDATE")

    assert await pruning.prune(MONTH, 100) == 1
    assert await rooms_of(sql) == {"held"}
    await holding.rollback()
    assert await pruning.prune(MONTH, 100) == 1
    await other.close()


async def test_a_game_that_begins_just_after_its_room_left_is_told_so(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection, database_url: str
) -> None:
    await make(store, "r1", [CLAIMED])
    other = await asyncpg.connect(database_url)
    leaving = other.transaction()
    await leaving.start()
    await other.execute("SELECT id FROM rooms WHERE id = 'r1' FOR UPDATE")
    await other.execute("DELETE FROM rooms WHERE id = 'r1'")

    beginning = asyncio.create_task(store.append(begins(2)))
    await waits_for_a_lock(sql)
    await leaving.commit()

    with pytest.raises(UnknownRoom):
        await beginning
    assert await store.load("r1") is None
    await other.close()


async def test_one_process_prunes_at_a_time(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await make(store, "r1", [CLAIMED])
    await pass_days(sql, 31)
    await sql.execute("SELECT pg_advisory_lock($1, 0)", PRUNING)

    assert await pruning.prune(MONTH, 100) == 0
    await sql.execute("SELECT pg_advisory_unlock($1, 0)", PRUNING)
    assert await pruning.prune(MONTH, 100) == 1


async def test_links_that_come_too_late_for_a_room_come_to_nothing(store: PostgresStore) -> None:
    late = link("late")

    await store.add_link(msgspec.structs.replace(late, kind="replay"))
    await store.replace_link("r1", A, late)

    assert await store.find_link(late.hash) is None


# -- what is told of it, and where it comes from -----------------------------------------------------


async def test_what_would_leave_is_counted_and_weighed_and_stays(
    store: PostgresStore, pruning: PostgresPruning, sql: asyncpg.Connection
) -> None:
    await make(store, "r1", [CLAIMED], [CLAIMED])
    await make(store, "r2", [CLAIMED])
    await make(store, "young", [CLAIMED])
    await pass_days(sql, 31, "r1")
    await pass_days(sql, 35, "r2")

    unbegun, imports, finished = await pruning.survey(Keep(30, 30, None))

    assert (unbegun.kind, unbegun.days, unbegun.rooms) == ("unbegun", 30, 2)
    assert unbegun.oldest == await sql.fetchval("SELECT idle_since FROM rooms WHERE id = 'r2'")
    payloads = await sql.fetchval("SELECT sum(length(payload)) FROM entries WHERE room_id <> 'young'")
    assert payloads < unbegun.bytes < payloads + 5000
    assert (imports.rooms, imports.oldest, imports.bytes) == (0, None, 0)
    assert (finished.days, finished.rooms) == (None, 0)
    assert len(await rooms_of(sql)) == 3


async def test_rooms_of_before_are_told_apart_and_idle_from_the_migration_on(
    store: PostgresStore, sql: asyncpg.Connection, database_url: str
) -> None:
    glimpsed = Entry(1, AT, None, "imported", (), (STARTED,), {}, {"a": 1}, settled=True, seen=())
    await store.create(header("glimpse", glimpse=Glimpse(A, "ab" * 32)), [], [glimpsed])
    await make(store, "unbegun", [CLAIMED], [{"type": "message", "text": '"type":"game_started"'}])
    await make(store, "in play", [CLAIMED], [CLAIMED, STARTED])
    await make(store, "over", [STARTED], [OVER])
    await store.close()

    await downgrade(database_url, "0004")
    await upgrade(database_url)

    found = {row["id"]: row for row in await sql.fetch("SELECT id, stage, idle_since FROM rooms")}
    assert {room: row["stage"] for room, row in found.items()} == {
        "glimpse": "import",
        "unbegun": "unbegun",
        "in play": "game",
        "over": "game",
    }
    assert {room for room, row in found.items() if row["idle_since"] is None} == {"in play"}
    assert await sql.fetchval("SELECT bool_and(idle_since > now() - interval '1 hour') FROM rooms")
