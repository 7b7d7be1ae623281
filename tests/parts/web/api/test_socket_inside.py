"""Sockets seen from the server's side of the wire, where a test decides when the other end reads: slow readers, replaced
links, one message object for everybody."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.rooms.live.hub import OUTBOX
from app.web.draw.known import known
from app.web.wire.limits import Kind
from tests.parts.web.api_site import PASS, Room, Site, limited

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 20.0


class Wire:
    """What a web server is to the site for one websocket. While ``is_open`` is clear the other end does not read."""

    def __init__(self, site: Site, path: str, headers: dict[str, str], query: str = "") -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.said.put_nowait({"type": "websocket.connect"})
        raw = {"host": "table.test"} | {name.lower(): value for name, value in headers.items()}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in raw.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {"websocket.http.response": {}},
        }
        self.task = asyncio.ensure_future(site.app(scope, self.said.get, self._send))

    async def _send(self, message: Any) -> None:
        await self.is_open.wait()
        self.sent.put_nowait(message)

    async def message(self) -> Any:
        """The next message as the site sent it; but not who is here, which is told when somebody else comes or goes."""
        async with asyncio.timeout(PATIENCE_S):
            while (
                (message := await self.sent.get()).get("text", "").startswith(('{"type":"presence"', '<span id="here-'))
            ):
                pass
            return message

    async def told(self) -> Any:
        """The next JSON message."""
        return json.loads((await self.message())["text"])

    async def hang_up(self) -> None:
        """The other end goes."""
        self.is_open.set()
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1005})
        async with asyncio.timeout(PATIENCE_S):
            await self.task


@asynccontextmanager
async def wire(site: Site, room: Room, as_: str = "a", *, page: bool = False, query: str = "") -> AsyncIterator[Wire]:
    """An accepted websocket of a viewer."""
    path = f"/rooms/{room.id}/socket" if page else f"{room.path}/socket"
    opened = Wire(site, path, {"Authorization": f"Bearer {room.token(as_)}"}, query)
    assert (await opened.message())["type"] == "websocket.accept"
    yield opened
    await opened.hang_up()


async def talk(site: Site, room: Room, count: int) -> None:
    for n in range(count):
        answer = await site.post(room, "/messages", {"text": f"word {n}"}, as_="b")
        assert answer.status_code == 200


async def test_a_reader_who_is_too_slow_is_told_to_resync_and_shown_the_room_again(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room) as line:
        first = await line.told()
        line.is_open.clear()
        await talk(site, room, OUTBOX + 10)
        line.is_open.set()
        heard = [await line.told()]
        while heard[-1]["type"] != "room_full":
            heard.append(await line.told())
        await talk(site, room, 1)
        after = await line.told()

    assert heard[-2] == {"type": "resync"}
    assert heard[-1]["seq"] == first["seq"] + OUTBOX + 10
    assert after["seq"] == heard[-1]["seq"] + 1


async def test_a_slow_reader_slows_nobody(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room, "spectator") as slow, wire(site, room) as quick:
        await slow.told()
        seq = (await quick.told())["seq"]
        slow.is_open.clear()
        await talk(site, room, 5)
        assert [(await quick.told())["seq"] for _ in range(5)] == list(range(seq + 1, seq + 6))


async def test_a_page_that_is_too_slow_is_shown_everything(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room, page=True) as line, wire(site, room, page=True) as quick:
        assert 'data-full="true"' in (await line.message())["text"]
        line.is_open.clear()
        await talk(site, room, OUTBOX + 10)
        while f"word {OUTBOX + 9}" not in (await quick.message())["text"]:
            pass  # what changed is drawn a little after it was said
        line.is_open.set()
        while 'data-full="true"' not in (await line.message())["text"]:
            pass


async def test_a_page_that_asks_for_everything_all_the_time_is_not_shown_it_all_the_time(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room, page=True) as line:
        await line.message()
        with limited(site, Kind.QUESTIONS, burst=2):
            for _ in range(5):
                line.said.put_nowait({"type": "websocket.receive", "text": '{"type": "resume"}'})
            shown = [(await line.message())["text"] for _ in range(2)]
            await talk(site, room, 1)
            after = (await line.message())["text"]

    assert all('data-full="true"' in text for text in shown)
    assert 'data-full="true"' not in after


async def test_a_program_too_far_behind_is_told_to_resync(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.api.socket.KEPT_FOR_PROGRAMS", 5)
    room = await site.make_room()
    await talk(site, room, 10)

    async with wire(site, room, query="after=0") as line:
        assert await line.told() == {"type": "resync"}
        assert (await line.told())["type"] == "room_full"
        await talk(site, room, 1)
        assert (await line.told())["type"] == "message"


@pytest.mark.parametrize("page", [False, True])
async def test_a_replaced_link_closes_its_sockets_and_no_others(site: Site, page: bool) -> None:
    room = await site.make_room()

    async with wire(site, room, page=page) as line, wire(site, room, "b") as other:
        await line.message()
        await other.told()
        await site.app.state.rooms.replace_link(room.id, "a")
        while (closed := await line.message())["type"] != "websocket.close":
            pass
        await talk(site, room, 1)
        assert [(await other.told())["type"] for _ in range(2)] == ["link_replaced", "message"]

    assert closed["code"] == 4401


@pytest.mark.parametrize("by", ["bot", "human"])
async def test_a_page_whose_seat_was_given_away_is_told_so_as_its_line_ends(site: Site, by: str) -> None:
    room = await site.make_room()

    async with wire(site, room, page=True) as line:
        await line.message()
        asked = await site.post(room, "/proposals", {"kind": "replace", "seat": "a", "by": by}, as_="host")
        for seat in "ab":
            await site.post(room, f"/proposals/{asked.json()['n']}", {"accept": True}, as_=seat)
        while (closed := await line.message())["type"] != "websocket.close":
            pass

    assert closed["code"] == 4410


async def test_everybody_of_one_kind_is_handed_the_same_message_object(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room, "spectator") as one, wire(site, room, "spectator") as two:
        await one.message()
        await two.message()
        await talk(site, room, 1)
        assert (await one.message()) is (await two.message())


@pytest.mark.parametrize(("edition", "text"), [("1", b""), (known().edition, known().text)])
async def test_a_page_that_unpacks_is_sent_the_same_in_fewer_bytes(site: Site, edition: str, text: bytes) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    next_seat = "b" if seat == "a" else "a"  # whoever is asked next is told enough to be worth packing

    async with (
        wire(site, room, next_seat, page=True) as plain,
        wire(site, room, next_seat, page=True, query=f"packed={edition}") as packed,
    ):
        for _ in ("everything", "what was done"):
            long, short = (await plain.message())["text"], (await packed.message())["bytes"]
            assert zlib.decompressobj(-zlib.MAX_WBITS, zdict=text).decompress(short).decode() == long
            assert len(short) < len(long) / 2
            await site.post(room, "/actions", {"action": PASS}, as_=seat)


async def test_what_is_short_is_sent_as_it_is(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)

    async with (
        wire(site, room, seat, page=True) as plain,
        wire(site, room, seat, page=True, query="packed=1") as packed,
    ):
        await plain.message()
        await packed.message()
        await site.post(room, "/actions", {"action": PASS}, as_=seat)
        assert (await packed.message())["text"] == (await plain.message())["text"]


async def test_an_action_goes_on_to_its_end_though_the_line_breaks(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)

    async with wire(site, room, seat) as line, wire(site, room, "spectator") as watcher:
        await line.message()
        await watcher.told()
        line.said.put_nowait(
            {"type": "websocket.receive", "text": json.dumps({"type": "act", "action": PASS, "key": "k"})}
        )
        line.said.put_nowait({"type": "websocket.disconnect", "code": 1006})
        assert (await watcher.told())["type"] == "turn_passed"

    answer = await site.post(room, "/actions", {"action": PASS, "key": "k"}, as_=seat)
    assert answer.json()["events"][0]["type"] == "turn_passed"


async def test_an_error_of_ours_on_the_line_is_a_refusal_and_the_line_stays_open(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    room = await site.make_room()
    rooms = site.app.state.rooms

    async with wire(site, room) as line:
        await line.told()
        site.app.state.rooms = None
        try:
            line.said.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "act", "action": PASS})})
            refused = await line.told()
        finally:
            site.app.state.rooms = rooms
        await talk(site, room, 1)
        assert (await line.told())["type"] == "message"

    assert (refused["type"], refused["code"]) == ("refused", "internal")
    assert "unexpected error" in caplog.text


async def test_limits_are_told_on_the_line_too(site: Site) -> None:
    room = await site.make_room()

    async with wire(site, room, "spectator") as line:
        await line.told()
        with limited(site, Kind.ACTIONS, burst=2):
            for _ in range(3):
                line.said.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "act", "action": PASS})})
            answers = [await line.told() for _ in range(3)]

    assert [answer["code"] for answer in answers] == ["forbidden", "forbidden", "too_fast"]
    assert 0 < answers[-1]["retry_after_s"] <= 60
