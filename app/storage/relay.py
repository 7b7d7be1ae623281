"""How processes over one database hear of each other: LISTEN and NOTIFY, on a connection of the relay's own.

What it says is a hint and may be lost; the tables are the truth. The same connection holds advisory locks: one that says
that this process lives, and one for each room whose bots it plays. They end with the connection, however that ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import asyncpg
import msgspec

from app.engine.types import Viewer
from app.rooms.values.ports import Hears, StoreUnavailable
from app.storage.database import UNANSWERED
from app.storage.migrate import plain_url

CHANNEL: Final = "tapete"
LARGEST_PAYLOAD: Final = 7900  # bytes; PostgreSQL takes fewer than 8000
MOST_SHARED: Final = 1000
"""So many passing things wait for a line that is down; older ones are dropped."""

PAUSE_S: Final = 0.005
"""After each NOTIFY, which takes a lock of the whole database, so that a busy process says many things at once."""
HEARTBEAT_S: Final = 1.0
COMMAND_S: Final = 5.0
FIRST_BACKOFF_S: Final = 0.1
LONGEST_BACKOFF_S: Final = 2.0

LIVING: Final = 0x7A9E7E  # the first half of the lock of a living process; the second is its backend's id
PLAYING: Final = 0x7A9E80  # the first half of the lock of a room whose bots are played

# Unqualified on purpose: the tests lose notifications by putting another pg_notify in its way.
NOTIFY: Final = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
LIVE: Final = "SELECT pg_advisory_lock_shared($1, pg_backend_pid())"
LIVING_PROCESSES: Final = """
    SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
CLAIM: Final = "SELECT pg_try_advisory_lock($1, $2)"
RELEASE: Final = "SELECT pg_advisory_unlock($1, $2)"

logger = logging.getLogger(__name__)


class Said(msgspec.Struct, frozen=True, array_like=True):
    """One notification: who speaks, and what of each kind."""

    origin: str
    grown: dict[str, int] = {}
    revoked: tuple[tuple[str, str], ...] = ()
    shared: tuple[tuple[str, msgspec.Raw], ...] = ()


_said: Final = msgspec.json.Decoder(Said)
_note: Final = msgspec.json.Decoder(dict[str, Any])


class PostgresRelay:
    """A ``Relay`` for every process over one database, also for the only one. ``said`` and ``heard`` count notifications."""

    def __init__(self, url: str) -> None:
        self.said = 0
        self.heard = 0
        self._url = plain_url(url)
        self._origin = secrets.token_hex(6)
        self._ears: Hears | None = None
        self._connection: asyncpg.Connection | None = None
        self._is_open = asyncio.Event()
        self._has_ended = asyncio.Event()
        self._busy = asyncio.Lock()
        self._claimed: set[str] = set()
        self._living: frozenset[int] = frozenset()
        self._others_heard_at = 0.0
        self._is_alone = False
        self._grown: dict[str, int] = {}
        self._revoked: dict[tuple[str, Viewer], None] = {}
        self._shared: deque[tuple[str, bytes]] = deque(maxlen=MOST_SHARED)
        self._has_news = asyncio.Event()
        self._heard: asyncio.Queue[Said | None] = asyncio.Queue()
        self._tasks = [
            asyncio.create_task(work, name=f"relay: {name}")
            for name, work in (("line", self._keep_line()), ("mouth", self._speak()), ("ears", self._hear()))
        ]

    # -- telling ---------------------------------------------------------------------------------------

    def announce(self, room_id: str, version: int) -> None:
        """Says that ``room_id`` stands at ``version``."""
        if self._is_alone:
            return
        self._grown[room_id] = max(version, self._grown.get(room_id, 0))
        self._has_news.set()

    def revoke(self, room_id: str, viewer: Viewer) -> None:
        """Says that the links of a viewer were replaced."""
        self._revoked[room_id, viewer] = None
        self._has_news.set()

    def share(self, room_id: str, note: Mapping[str, Any]) -> None:
        """Passes on a small JSON object; what is too large, or waits for a line for too long, is dropped."""
        if self._is_alone:
            return
        self._shared.append((room_id, msgspec.json.encode(note)))
        self._has_news.set()

    def listen(self, ears: Hears) -> None:
        """Hands everything that other processes say to ``ears``."""
        self._ears = ears

    # -- who plays the bots ----------------------------------------------------------------------------

    async def claim(self, room_id: str) -> bool:
        """Whether this process alone may play the bots of a room, until it releases it or loses its line."""
        if room_id not in self._claimed and await self._ask(CLAIM, PLAYING, _number_of(room_id)):
            self._claimed.add(room_id)
        return room_id in self._claimed

    async def release(self, room_id: str) -> None:
        """Lets another process play. A line that is lost has released everything already."""
        if room_id in self._claimed:
            self._claimed.discard(room_id)
            with contextlib.suppress(StoreUnavailable):
                await self._ask(RELEASE, PLAYING, _number_of(room_id))

    async def opened(self) -> None:
        """Waits until there is a line."""
        await self._is_open.wait()

    async def close(self) -> None:
        """Says what is still to be said, then hangs up."""
        with contextlib.suppress(StoreUnavailable):
            await self._say_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            with contextlib.suppress(*UNANSWERED):
                await self._connection.close(timeout=1)
        self._hang_up()

    # -- the line --------------------------------------------------------------------------------------

    async def _keep_line(self) -> None:
        """Connects, and again with growing pauses whenever the line breaks; asks now and then who else lives."""
        pause, is_first = FIRST_BACKOFF_S, True
        while True:
            try:
                await self._connect()
            except (*UNANSWERED, asyncpg.PostgresError) as error:
                logger.warning("no line to other processes: %r", error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_BACKOFF_S)
                continue
            pause = FIRST_BACKOFF_S
            self._has_news.set()
            if not is_first:
                self._heard.put_nowait(None)
            is_first = False
            while not await self._has_ended_within(HEARTBEAT_S):
                with contextlib.suppress(StoreUnavailable):
                    await self._look_around()

    async def _connect(self) -> None:
        settings = {"application_name": "tapete relay", "synchronous_commit": "off"}  # nothing it says is to last
        connection = await asyncpg.connect(
            self._url, timeout=COMMAND_S, command_timeout=COMMAND_S, server_settings=settings
        )
        try:
            await connection.add_listener(CHANNEL, self._take)
            await connection.execute(LIVE, LIVING)
            self._living = await _living(connection)
            await connection.execute(NOTIFY, CHANNEL, [_text(Said(self._origin))])  # no process is alone
        except BaseException:
            connection.terminate()
            raise
        self._claimed.clear()
        self._connection = connection
        self._has_ended.clear()
        self._is_open.set()
        connection.add_termination_listener(self._notice_end)
        if connection.is_closed():
            self._hang_up()

    def _notice_end(self, connection: asyncpg.Connection) -> None:
        if connection is self._connection:
            self._hang_up()

    async def _has_ended_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_ended.wait(), seconds)
        return self._has_ended.is_set()

    async def _look_around(self) -> None:
        """Notices a line that is dead, the end of another process, and that there is nobody to talk to."""
        async with self._line() as connection:
            living = await _living(connection)
        if self._living - living:
            self._heard.put_nowait(None)
        self._living = living
        # Whoever has just come and said so may not have been among the living when they were asked for.
        self._is_alone = len(living) == 1 and time.monotonic() - self._others_heard_at > 2 * HEARTBEAT_S

    async def _ask(self, statement: str, *values: object) -> Any:
        async with self._line() as connection:
            return await connection.fetchval(statement, *values)

    @contextlib.asynccontextmanager
    async def _line(self) -> Any:
        """The connection for one statement, since it takes only one at a time; raises ``StoreUnavailable``."""
        async with self._busy:
            connection = self._connection
            if connection is None:
                raise StoreUnavailable("there is no line to other processes")
            try:
                yield connection
            except UNANSWERED as error:
                self._hang_up()
                raise StoreUnavailable(f"the line to other processes broke: {error!r}") from error

    def _hang_up(self) -> None:
        self._claimed.clear()
        self._is_alone = False
        self._is_open.clear()
        self._has_ended.set()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    # -- speaking and hearing --------------------------------------------------------------------------

    async def _speak(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            try:
                await self._say_all()
            except StoreUnavailable:
                pass  # it is said once there is a line again
            except Exception:
                logger.exception("something was not said to other processes")
            await asyncio.sleep(PAUSE_S)

    async def _say_all(self) -> None:
        if self._connection is None:
            return
        grown, self._grown = self._grown, {}
        revoked, self._revoked = self._revoked, {}
        shared = list(self._shared)
        self._shared.clear()
        payloads = list(_payloads(self._origin, grown, revoked, shared))
        if not payloads:
            return
        try:
            async with self._line() as connection:
                await connection.execute(NOTIFY, CHANNEL, payloads)
            self.said += len(payloads)
        except (StoreUnavailable, asyncio.CancelledError):
            for room_id, version in grown.items():
                self.announce(room_id, version)
            self._revoked.update(revoked)
            raise

    def _take(self, connection: object, pid: int, channel: str, payload: str) -> None:
        try:
            said = _said.decode(payload)
        except msgspec.MsgspecError as error:
            logger.warning("cannot read what another process says: %s", error)
            return
        if said.origin != self._origin:
            self._others_heard_at = time.monotonic()
            self._is_alone = False
            self._living |= {pid}
            self.heard += 1
            self._heard.put_nowait(said)

    async def _hear(self) -> None:
        while True:
            said = await self._heard.get()
            if self._ears is None:
                continue
            try:
                await self._tell(self._ears, said)
            except Exception:
                logger.exception("what another process said was lost")

    async def _tell(self, ears: Hears, said: Said | None) -> None:
        if said is None:
            await ears.missed()
            return
        for room_id, viewer in said.revoked:
            await ears.revoked(room_id, Viewer(viewer))
        for room_id, version in said.grown.items():
            await ears.grown(room_id, version)
        for room_id, note in said.shared:
            await ears.shared(room_id, _note.decode(note))


async def _living(connection: asyncpg.Connection) -> frozenset[int]:
    """The backends of every living process over this database."""
    return frozenset(row["objid"] for row in await connection.fetch(LIVING_PROCESSES, LIVING))


def _number_of(room_id: str) -> int:
    """The second half of a room's lock. Two rooms of one number only wait for each other."""
    return zlib.crc32(room_id.encode()) - 2**31


def _payloads(
    origin: str,
    grown: Mapping[str, int],
    revoked: Iterable[tuple[str, Viewer]],
    shared: Iterable[tuple[str, bytes]],
) -> Iterator[str]:
    """Everything to be said in as few notifications as hold it, in order."""
    said, size = Said(origin), 0
    for piece in _pieces(grown, revoked, shared):
        more = len(msgspec.json.encode(piece))
        if more > LARGEST_PAYLOAD:
            logger.warning("too large to be shared: %d bytes", more)
            continue
        if size + more > LARGEST_PAYLOAD:
            yield _text(said)
            said, size = Said(origin), 0
        size += more
        said = Said(origin, said.grown | piece.grown, said.revoked + piece.revoked, said.shared + piece.shared)
    if size:
        yield _text(said)


def _pieces(
    grown: Mapping[str, int], revoked: Iterable[tuple[str, Viewer]], shared: Iterable[tuple[str, bytes]]
) -> Iterator[Said]:
    for room_id, version in grown.items():
        yield Said("", {room_id: version})
    for pair in revoked:
        yield Said("", revoked=(pair,))
    for room_id, note in shared:
        yield Said("", shared=((room_id, msgspec.Raw(note)),))


def _text(said: Said) -> str:
    return msgspec.json.encode(said).decode()
