"""What no client of ours would ever say, on both sockets: never a 5xx, never a dead server, never somebody else's data;
what is refused changes nothing, and nobody beside is disturbed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from tests.parts.web.api.test_bad_input_random import STRANGE, strange
from tests.parts.web.api_site import PASS, Room, bearer
from tests.parts.web.live_table import PATIENCE_S, Table, told
from tests.support.server import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEEDS: Final = range(6)
SAID: Final = 60
FAIR_ENDS: Final = frozenset({1000, 1003, 1007, 1009})
"""Codes by which the server may end a line that says what cannot be heard."""
RIGHT: Final[tuple[Any, ...]] = (
    {"type": "act", "action": PASS, "seq": 1, "key": "k"},
    {"type": "act", "action": {"type": "throw", "unit": "b0", "target": "a0"}, "seq": 3},
    {"type": "act", "action": {"type": "move", "unit": "a0", "path_mm": [[100, 100], [120, 100]]}, "key": "k2"},
    {"type": "act", "action": {"type": "pick_charm", "charm": "luck"}},
    {"type": "resume"},
    {"type": "pointer", "x": 10.5, "y": 20},
    {"type": "ruler", "points": [[0, 0], [30.5, 40]]},
)
LETTERS: Final = "abz09 {}[]\":,\\\n\t\u0000\u202e\ufeff\u0301\U0001f9e8é<>&'%$"


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def nothing_broke(server: RunningServer) -> AsyncIterator[None]:
    """After each test: the server lives, and has noted no error of its own."""
    earlier = len(server.output)
    yield
    assert server.is_ready()
    noted = server.output[earlier:]
    assert "unexpected error" not in noted, noted
    assert "Exception in ASGI application" not in noted, noted


class Scene:
    """A room where it is one seat's turn, everything in it that must stay as it is, and somebody who listens."""

    def __init__(self, table: Table, room: Room, turn: str, witness: ClientConnection) -> None:
        self.table = table
        self.room = room
        self.turn = turn
        self.idle = "b" if turn == "a" else "a"
        self._witness = witness

    async def state(self) -> Any:
        """What everybody sees."""
        viewers = ("a", "b", "spectator")
        return [
            await self.table.get(self.room, path, viewer) for path in ("/events", "/position") for viewer in viewers
        ]

    async def assert_the_game_goes_on(self) -> None:
        """That an act is still accepted, and that the witness hears of it next and misses nothing."""
        seq = (await self.table.get(self.room, "", self.turn))["seq"]
        await self.table.post(self.room, "/actions", {"action": PASS}, self.turn)
        async with asyncio.timeout(PATIENCE_S):
            while (event := await told(self._witness)).get("type") != "turn_passed":
                assert event.get("type") in HARMLESS, event
        assert event["seq"] == seq + 1

    def secrets_from(self, viewer: str) -> list[str]:
        """Links of others than ``viewer``."""
        own = self.room.token(viewer)
        known = [*self.room.tokens.values(), self.room.spectator, self.room.host]
        return [token for token in known if token != own]


HARMLESS: Final = frozenset({"pointer", "ruler", "here", "presence"})
"""What a listener may hear without that anything has happened."""


@asynccontextmanager
async def scene(table: Table) -> AsyncIterator[Scene]:
    room = await table.make_room(options={"rounds": 20})
    turn = await table.to_act(room)
    async with table.socket(room, "spectator") as witness:
        assert (await told(witness))["type"] == "room_full"
        yield Scene(table, room, turn, witness)


def line_to(scene: Scene, viewer: str, *, page: bool = False, query: str = "") -> connect:
    """A socket of a viewer, not opened yet."""
    url = scene.table.socket_url(scene.room, query)
    url = url.replace("/api/v1", "") if page else url
    return connect(url, additional_headers=bearer(scene.room.token(viewer)), max_size=None, ping_interval=None)


def random_text(chance: random.Random) -> str:
    """A few letters that mean something to some parser."""
    return "".join(chance.choice(LETTERS) for _ in range(chance.randrange(40)))


def something(chance: random.Random) -> str:
    """A message: noise, JSON that is something else, a right one with one to three things in it made strange."""
    match chance.randrange(6):
        case 0:
            return random_text(chance)
        case 1:
            return json.dumps(chance.choice(STRANGE))
        case 2:
            text = json.dumps(chance.choice(RIGHT))
            return text[: chance.randrange(len(text))]
        case 3:
            return json.dumps(chance.choice(RIGHT)).replace(chance.choice('"{}:'), random_text(chance), 1)
        case _:
            said = chance.choice(RIGHT)
            for _ in range(chance.randrange(1, 4)):
                said = strange(said, chance) if said else {"type": random_text(chance)}
            return json.dumps(said)


async def heard_until_the_end(line: ClientConnection) -> list[str]:
    """Everything that still comes on a line that is ending."""
    heard: list[str] = []
    with suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
            heard += [str(text) async for text in line]
    return heard


# -- the socket of programs --------------------------------------------------------------------------------------------


async def answers_on(line: ClientConnection, said: list[str]) -> list[Any]:
    """Says all of it, then something known; answers every answer that came before that one's."""
    await line.recv()  # room_full
    for text in said:
        if len(text) % 3:
            await line.send(text)
        else:
            await line.send([text[:1], text[1:5], text[5:]])  # in fragments
    await line.send(json.dumps({"type": "no such thing", "key": "the end"}))
    answers: list[Any] = []
    async with asyncio.timeout(PATIENCE_S):
        while not answers or answers[-1].get("key") != "the end":
            answers.append(await told(line))
    return answers[:-1]


@pytest.mark.parametrize("viewer", ["idle", "spectator", "host"])
@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_is_said_on_a_programs_socket_hurts_nobody(table: Table, seed: int, viewer: str) -> None:
    chance = random.Random(f"{seed} {viewer}")
    said = [something(chance) for _ in range(SAID)]
    async with scene(table) as stage:
        who = stage.idle if viewer == "idle" else viewer
        before = await stage.state()

        async with line_to(stage, who) as line:
            answers = await answers_on(line, said)

        assert len(answers) == len(said)
        for answer, text in zip(answers, said, strict=True):
            assert answer["type"] == "refused", (text, answer)
            assert answer["status"] in (400, 403, 409, 422), (text, answer)
            assert not [secret for secret in stage.secrets_from(who) if secret in json.dumps(answer)]
        assert await stage.state() == before
        await stage.assert_the_game_goes_on()


@pytest.mark.parametrize("seed", SEEDS)
async def test_what_the_seat_on_turn_says_is_either_played_or_refused(table: Table, seed: int) -> None:
    chance = random.Random(f"turn {seed}")
    async with scene(table) as stage:
        before = len((await table.get(stage.room, "/events", "spectator"))["events"])

        async with line_to(stage, stage.turn) as line:
            await line.recv()
            for _ in range(SAID):
                await line.send(something(chance))
            await line.send(json.dumps({"type": "no such thing", "key": "the end"}))
            heard: list[Any] = []
            async with asyncio.timeout(PATIENCE_S):
                while not heard or heard[-1].get("key") != "the end":
                    heard.append(await told(line))

        answers = [each for each in heard[:-1] if each["type"] in ("ack", "refused")]
        assert len(answers) == SAID
        acts = [each for each in heard if each["type"] not in ("ack", "refused")]
        after = (await table.get(stage.room, "/events", "spectator"))["events"]
        assert len(after) - before == len(acts)
        assert bool(acts) == any(each["type"] == "ack" for each in answers)
        assert [event["seq"] for event in after] == list(range(1, len(after) + 1))


async def test_long_messages_are_refused_and_longer_ones_end_the_line(table: Table) -> None:
    async with scene(table) as stage:
        before = await stage.state()

        async with line_to(stage, stage.idle) as line:
            long = [json.dumps({"type": "act", "action": "x" * size}) for size in (64_000, 66_000, 250_000)]
            long += ["[" * 60_000, "é" * 40_000, '{"a":' * 10_000]
            codes = [answer["code"] for answer in await answers_on(line, long)]
        assert codes[1] == codes[2] == codes[4] == "too_large"
        assert set(codes) <= {"too_large", "malformed", "invalid", "illegal_action"}

        for size in (257 * 1024, 2 * 1024 * 1024):
            async with line_to(stage, stage.idle) as line:
                with suppress(ConnectionClosed):
                    await line.send("x" * size)
                await heard_until_the_end(line)
            assert line.close_code == 1009
        assert await stage.state() == before
        await stage.assert_the_game_goes_on()


async def test_a_flood_without_listening_slows_nobody(table: Table) -> None:
    async with scene(table) as stage:
        before = await stage.state()
        async with line_to(stage, stage.idle) as flood:

            async def pour() -> None:
                with suppress(ConnectionClosed):
                    for number in range(3000):
                        await flood.send(json.dumps({"type": "act", "action": PASS, "key": str(number)}))

            pouring = asyncio.ensure_future(pour())
            try:
                async with asyncio.timeout(PATIENCE_S):
                    assert await stage.state() == before
                    await stage.assert_the_game_goes_on()
            finally:
                pouring.cancel()
                await asyncio.gather(pouring, return_exceptions=True)
                flood.transport.abort()
        events = (await table.get(stage.room, "/events", "spectator"))["events"]
        # The flood's seat is on turn now: of its passes one at most was right, the others came out of turn.
        assert 1 <= [event["type"] for event in events].count("turn_passed") <= 2


# -- the socket of pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", ["turn", "spectator", "host"])
@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_is_said_on_a_pages_socket_hurts_nobody(table: Table, seed: int, viewer: str) -> None:
    chance = random.Random(f"page {seed} {viewer}")
    async with scene(table) as stage:
        who = stage.turn if viewer == "turn" else viewer
        before = await stage.state()

        async with line_to(stage, who, page=True) as line:
            for _ in range(SAID):
                await line.send(something(chance))
            await line.send(json.dumps({"type": "resume"}))
            heard = [str(await line.recv())]
            await line.send(b"\x00 enough")
            heard += await heard_until_the_end(line)

        assert line.close_code in FAIR_ENDS
        whole = "".join(heard)
        assert f'data-viewer="{who}"' in whole or "data-full" in whole
        assert not [secret for secret in stage.secrets_from(who) if secret in whole]
        assert await stage.state() == before
        await stage.assert_the_game_goes_on()


# -- below the messages ------------------------------------------------------------------------------------------------


def frame(opcode: int, payload: bytes, *, final: bool = True, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A frame of a client, as bytes."""
    head = bytes([(0x80 if final else 0) | opcode])
    size = len(payload)
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", size)
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


async def raw(stage: Scene, *, page: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket opened by hand, right after its handshake."""
    place = urlsplit(stage.table.url)
    path = f"/rooms/{stage.room.id}/socket" if page else f"{stage.room.path}/socket"
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {stage.room.token(stage.idle)}\r\n\r\n".encode()
    )
    async with asyncio.timeout(PATIENCE_S):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.parametrize("page", [False, True], ids=["program", "page"])
@pytest.mark.parametrize("seed", SEEDS)
async def test_frames_cut_off_anywhere_hurt_nobody(table: Table, seed: int, page: bool) -> None:
    chance = random.Random(f"frames {seed}")
    async with scene(table) as stage:
        before = await stage.state()

        for _ in range(12):
            _, writer = await raw(stage, page=page)
            said = json.dumps(chance.choice(RIGHT)).encode()
            cut = chance.randrange(len(said))
            sent = chance.choice(
                [
                    frame(1, said)[: chance.randrange(1, len(said) + 6)],  # the line breaks in the middle of a message
                    frame(1, said[:cut], final=False),  # and between its fragments
                    frame(1, said[:cut], final=False) + frame(9, b"ping") + frame(0, said[cut:]),
                    frame(1, said[:cut], final=False) + frame(1, said),
                    frame(0, said),
                    frame(8, struct.pack("!H", chance.choice([1000, 1001, 3000, 999, 65535])) + b"\xff"),
                    frame(chance.randrange(16), said) + os.urandom(64),
                    frame(9, b"x" * 125) * 50,
                ]
            )
            writer.write(sent)
            with suppress(ConnectionError):
                await writer.drain()
            if chance.randrange(2):
                writer.transport.abort()
            else:
                writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

        assert await stage.state() == before
        await stage.assert_the_game_goes_on()


OPENINGS: Final = (
    ("subprotocol", "bearer."),
    ("subprotocol", "bearer.x"),
    ("subprotocol", "bearer." + "A" * 32),
    ("subprotocol", "bearer." + "A" * 4000),
    ("subprotocol", "chat"),
    ("subprotocol", "Bearer.x"),
    ("header", "Basic YTpi"),
    ("header", "Bearer " + "é" * 30),
    ("header", "Bearer"),
    ("query", "?after=-1"),
    ("query", "?after=99"),
    ("query", "?after=1e3"),
    ("query", "?after=%00"),
    ("query", "?after=" + "9" * 400),
    ("query", "?after=\u0661"),
    ("query", "?as=z"),
    ("query", "?as=%00"),
    ("query", "?as=host"),
    ("query", "?lang=%F0%9F%98%80&after=x"),
)


@pytest.mark.parametrize(("how", "what"), OPENINGS)
@pytest.mark.parametrize("page", [False, True], ids=["program", "page"])
async def test_a_socket_that_cannot_be_is_refused_before_it_opens(
    table: Table, how: str, what: str, page: bool
) -> None:
    async with scene(table) as stage:
        url = table.socket_url(stage.room, what if how == "query" else "")
        url = url.replace("/api/v1", "") if page else url
        more: dict[str, Any] = {"additional_headers": bearer(stage.room.token(stage.idle))}
        if how == "subprotocol":
            more = {"subprotocols": [Subprotocol(what)]}
        elif how == "header":
            more = {"additional_headers": {"Authorization": what}}
        if page and how == "query" and what == "?after=99":
            # A page that comes from the future is shown everything.
            async with connect(url, **more) as line:
                assert 'data-full="true"' in str(await line.recv())
            return

        with pytest.raises(InvalidStatus) as refused:
            async with asyncio.timeout(PATIENCE_S), connect(url, **more):
                pass

        assert refused.value.response.status_code in (400, 401, 403, 404, 422)
        problem = json.loads(refused.value.response.body or b"")
        assert problem["status"] == refused.value.response.status_code
        assert not [secret for secret in stage.secrets_from("host") if secret in json.dumps(problem)]
