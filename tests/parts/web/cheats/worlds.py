"""Two servers over two databases, alike to the last byte but for what one viewer may not know; and somebody who asks both
the same and compares whatever comes out, as it is on the wire."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import FastAPI
from sqlalchemy.dialects.postgresql import insert

from app.engine.types import SEATS, Viewer
from app.main import create_app
from app.rooms.room.room import Room as LiveRoom
from app.rooms.room.snapshots import snapshot_of
from app.rooms.service.service import Rooms
from app.settings import SYSTEMS, Settings
from app.storage import tables
from tests.parts.web.api_site import TOYS, Room
from tests.parts.web.cheats.worlds_wire import (
    HOST,
    PATIENCE_S,
    Answer,
    Question,
    Wire,
    assert_same_answer,
    first_difference,
    scope_of,
)
from tests.support.thinkers import here

MARK = "do you read me"
PRESENCE = (b'<span id="here-', b'{"type":"presence"')
"""How messages begin that say who is here."""
HEARTBEAT = b"\n"


class Names:
    """Everything that a server makes up by chance, and the time: told by the test, the same in both worlds."""

    def __init__(self) -> None:
        self.room = 0
        self.secrets = 0
        self.luck = "usual"
        self.now = datetime(2024, 5, 1, 12, tzinfo=UTC)

    def begin_room(self, number: int) -> None:
        """From here on everything is of another room."""
        self.room, self.secrets = number, 0

    def room_id(self) -> str:
        return f"{self.room:016x}"

    def secret(self) -> str:
        self.secrets += 1
        return f"secret-of-room-{self.room:06}-{self.secrets:06}"

    def dice_secret(self) -> bytes:
        return hashlib.sha256(f"{self.luck} dice of room {self.room}".encode()).digest()

    def clock(self) -> datetime:
        return self.now


class World:
    """One server with its database, and one room of it."""

    def __init__(self, app: FastAPI, names: Names) -> None:
        self.app = app
        self.names = names
        self.room: Any = None  # a Room of api_site, once opened
        self.cookies: dict[str, str] = {}

    @property
    def rooms(self) -> Rooms:
        rooms: Rooms = self.app.state.rooms
        return rooms

    @property
    def is_anybody_here(self) -> bool:
        """Whether somebody has a live line, or had one a moment ago."""
        here = self.rooms.presence.of(self.room.id)
        return bool(here.seats or here.spectators)

    async def live(self) -> LiveRoom:
        """The room as the server has it in memory."""
        return await self.rooms.room(self.room.id)

    async def open(self, number: int, body: Mapping[str, Any]) -> None:
        """A room in which everything made up follows from ``number``."""
        self.names.begin_room(number)
        answer = await self.request("POST", "/api/v1/rooms", {"content-type": "application/json"}, body)
        assert answer.status == 201, answer.content
        self.room = Room(answer.json())
        self.cookies = {}
        for viewer in (*self.room.tokens, "spectator", "host"):
            _, self.cookies[viewer] = await self.rooms.exchange(self.room.token(viewer))

    def headers(self, viewer: str, by: str, language: str) -> dict[str, str]:
        """Who asks, and in which language."""
        known = {"accept-language": language, "accept-encoding": "gzip"}
        if by == "token":
            return known | {"authorization": f"Bearer {self.room.token(viewer)}"}
        if by == "cookie":
            return known | {"cookie": f"t_{self.room.id}_{viewer}={self.cookies[viewer]}", "accept": "text/html"}
        return known

    async def ask(self, viewer: str, question: Question) -> Answer:
        """What the server answers."""
        headers = self.headers(viewer, question.by, question.language) | dict(question.headers)
        if question.method == "POST":
            headers = {"content-type": "application/json", "origin": f"http://{HOST}"} | headers
        return await self.request(question.method, question.path, headers, question.body)

    async def request(
        self, method: str, path: str, headers: Mapping[str, str], body: Any = None, *, address: str = "127.0.0.1"
    ) -> Answer:
        """An HTTP request, straight to the server: nothing between adds, drops or unpacks anything."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        wire = Wire(self.app, scope_of("http", method, path, headers) | {"client": (address, 50000)})
        wire.said.put_nowait({"type": "http.request", "body": data, "more_body": False})
        async with asyncio.timeout(PATIENCE_S):
            await wire.task
        start, *chunks = [wire.sent.get_nowait() for _ in range(wire.sent.qsize())]
        found = tuple((name.decode(), value.decode()) for name, value in start["headers"])
        raw = b"".join(chunk.get("body", b"") for chunk in chunks)
        if ("content-encoding", "gzip") in found:
            raw = raw[:4] + bytes(4) + raw[8:]
        return Answer(start["status"], found, raw, str(getattr(wire.scope.get("route"), "path", "")))

    async def act(self, seat: str, action: Any) -> Answer:
        """Plays an action that is accepted."""
        path = f"{self.room.path}/actions"
        answer = await self.ask(seat, Question(path, "POST", {"action": msgspec.to_builtins(action)}))
        assert answer.status == 200, answer.content
        return answer

    async def become(self, state: Any) -> None:
        """From here on the stored state is ``state``: a snapshot that the server finds when it loads the room anew."""
        live = await self.live()
        if live.state is None:
            return
        live.state = state
        snapshot = snapshot_of(live)
        assert snapshot is not None
        row = {"room_id": live.header.id, "version": snapshot.version, "payload": snapshot.payload}
        changed = insert(tables.snapshots).values(row)
        changed = changed.on_conflict_do_update(index_elements=["room_id"], set_=row)
        async with self.app.state.store._database.engine.begin() as connection:
            await connection.execute(changed)
        self.forget()

    def forget(self) -> None:
        """The server loses the room out of its memory, and everything kept for its viewers."""
        self.rooms._live._rooms.pop(self.room.id)
        self.app.state.hub._rooms.pop(self.room.id, None)


class Line:
    """Something that stays open: a page's socket, a program's socket, a stream."""

    def __init__(
        self, world: World, viewer: str, kind: str, language: str = "en", query: Mapping[str, Any] = {}
    ) -> None:
        by = "cookie" if kind == "page" else "token"
        path = {"page": f"/rooms/{world.room.id}/socket"}.get(kind, f"{world.room.path}/{kind}")
        asked = {**query, **({"as": viewer} if kind == "page" else {})}
        headers = world.headers(viewer, by, language)
        self.is_page = kind == "page"
        self.is_over = False
        self.kind = "http" if kind == "stream" else "websocket"
        self.wire = Wire(world.app, scope_of(self.kind, "GET", f"{path}?{urlencode(asked)}", headers))
        self.wire.said.put_nowait(
            {"type": "websocket.connect"} if self.kind == "websocket" else {"type": "http.request"}
        )

    async def greeted(self, *, is_resumed: bool) -> list[Any]:
        """What comes by itself: the acceptance and the whole room; a page that resumes has it already, another asks for
        it once more."""
        found = [await self.message()]
        if self.is_page and is_resumed:
            return found
        found.append(await self.message())
        if self.is_page:
            self.say('{"type": "resume"}')
            found.append(await self.message())
        return found

    async def message(self) -> Any:
        """The next message that is not about who is here, and no heartbeat: those come when they come, and have nothing of
        the game in them."""
        while True:
            message = await self.wire.message()
            if message.get("body") != HEARTBEAT and not _bytes_of(message).lstrip().startswith(PRESENCE):
                return message

    async def until_marked(self, mark: str) -> list[Any]:
        """Everything up to the message in which somebody says ``mark``, or to the end of the line."""
        found: list[Any] = []
        while not self.is_over and (not found or mark.encode() not in _bytes_of(found[-1])):
            found.append(await self.message())
            self.is_over = found[-1]["type"] == "websocket.close" or found[-1].get("more_body") is False
        return found

    def say(self, text: str) -> None:
        """Something said by the other end."""
        self.wire.said.put_nowait({"type": "websocket.receive", "text": text})


def _bytes_of(message: Mapping[str, Any]) -> bytes:
    text = message.get("text")
    return message.get("body", b"") if text is None else text.encode()


class Twins:
    """The two worlds. ``asked`` collects the routes and lines that both answered alike."""

    def __init__(self, real: World, other: World) -> None:
        self.real = real
        self.other = other
        self.asked: set[tuple[str, str]] = set()
        self._marks = 0
        self._opened = 0

    @property
    def both(self) -> tuple[World, World]:
        return self.real, self.other

    async def open(self, game: str, scenario: str, seats: int, **more: Any) -> None:
        """The same room in both, in play at once unless ``kind`` is ``open``."""
        self._opened += 1
        kind = more.pop("kind", "human")
        people = [{"kind": kind, **({"name": f"Player {n}"} if kind == "human" else {})} for n in range(seats)]
        body = {"game": game, "scenario": scenario, "seats": people, **more}
        for world in self.both:
            await world.open(self._opened, body)

    def tick(self) -> None:
        """A second passes in both worlds."""
        for world in self.both:
            world.names.now += timedelta(seconds=1)

    async def same(self, viewer: str, question: Question) -> Answer:
        """Asks both; fails if one answers otherwise than the other in any byte."""
        real, other = [await world.ask(viewer, question) for world in self.both]
        assert_same_answer(f"{viewer}: {question}", real, other)
        self.asked.add((question.method, real.route))
        return real

    async def mark(self, viewer: str) -> str:
        """Somebody says something that ``viewer`` hears at once, so that it is known what came before."""
        seat = "a" if viewer in SEATS else "spectator"
        self._marks += 1
        text = f"{MARK} {self._marks:06}"
        for world in self.both:
            answer = await world.ask(seat, Question(f"{world.room.path}/messages", "POST", {"text": text}))
            assert answer.status == 200, answer.content
        return text

    @asynccontextmanager
    async def listening(self, viewer: str, after: int | None = None) -> AsyncIterator[Ears]:
        """Everything live that a viewer can have open, in both worlds."""
        ears = Ears(self, viewer, after)
        try:
            await ears.open()
            yield ears
        finally:
            await ears.close()


class Ears:
    """A viewer's page in both languages, a program's socket and its stream, each in both worlds."""

    def __init__(self, twins: Twins, viewer: str, after: int | None) -> None:
        self._twins = twins
        self.viewer = viewer
        self._after = after
        self._pairs: dict[str, list[Line]] = {}

    async def open(self) -> None:
        """Opens one line after the other and compares what each begins with."""
        query = {} if self._after is None else {"after": self._after}
        for kind, language in (("page", "en"), ("page", "es"), ("socket", "en"), ("stream", "en")):
            name = f"{kind} in {language}"
            self._pairs[name] = [Line(world, self.viewer, kind, language, query) for world in self._twins.both]
            told, meant = [await line.greeted(is_resumed=self._after is not None) for line in self._pairs[name]]
            assert told == meant, first_difference(f"{self.viewer}: {name}", told, meant)

    def lines(self, name: str) -> list[Line]:
        """One of the lines, in both worlds: ``page in en``, ``page in es``, ``socket in en``, ``stream in en``."""
        return self._pairs[name]

    async def same_until_marked(self) -> dict[str, list[Any]]:
        """What came since the last mark; fails if one world sent anything else than the other."""
        mark = await self._twins.mark(self.viewer)
        found = {}
        for name, (real, other) in self._pairs.items():
            told, meant = await real.until_marked(mark), await other.until_marked(mark)
            assert told == meant, first_difference(f"{self.viewer}: {name}", told, meant)
            found[name] = told
            kind = "WS" if real.kind == "websocket" else "GET"
            self._twins.asked.add((kind, str(getattr(real.wire.scope.get("route"), "path", ""))))
        return found

    async def close(self) -> None:
        """Hangs up everywhere, and waits until nobody is here any more."""
        for line in (line for pair in self._pairs.values() for line in pair):
            await line.wire.hang_up()
        for _ in range(3):
            await asyncio.sleep(0)  # the timers of presence wait for nothing but the loop
        assert not any(world.is_anybody_here for world in self._twins.both)


@asynccontextmanager
async def running_twins(urls: Iterable[str]) -> AsyncIterator[Twins]:
    """Two servers begun, each over the database of one of two URLs."""
    async with AsyncExitStack() as stack:
        worlds = []
        for url in urls:
            names = Names()
            make_rooms = partial(
                Rooms,
                clock=names.clock,
                token=names.secret,
                room_id=names.room_id,
                dice_secret=names.dice_secret,
            )
            settings = Settings(database_url=url, limits="off", systems=(SYSTEMS, TOYS))
            app = create_app(settings, here(make_rooms))
            await stack.enter_async_context(app.router.lifespan_context(app))
            app.state.rooms.presence._grace_s = 0
            worlds.append(World(app, names))
        yield Twins(*worlds)


def viewers_of(room: LiveRoom) -> tuple[Viewer, ...]:
    """Everybody with a part in a room, its host among them."""
    return (*room.viewers, Viewer("host"))
