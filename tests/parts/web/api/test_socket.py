"""The room live: JSON lines and JSON sockets, on the real server over real connections."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.parts.web.api_site import PASS, TOYS, Room, bearer
from tests.parts.web.live_table import PATIENCE_S, Table, told
from tests.support.server import running_server

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def until(line: ClientConnection, kind: str) -> list[Any]:
    """The messages up to the next one of a type, that one last."""
    found = [await told(line)]
    while found[-1]["type"] != kind:
        found.append(await told(line))
    return found


def act(action: Any, **more: Any) -> str:
    return json.dumps({"type": "act", "action": action, **more})


async def closed_with(line: ClientConnection) -> int:
    """The code that the other side closes with."""
    with suppress(ConnectionClosed):
        async for _ in line:
            pass
    assert line.close_code is not None
    return line.close_code


# -- JSON sockets ------------------------------------------------------------------------------------------------------


async def test_the_first_message_is_the_whole_room(table: Table) -> None:
    room = await table.make_room()

    async with table.socket(room, "b") as line:
        full = await told(line)

    assert full["type"] == "room_full"
    assert full["id"] == room.id
    assert full["viewer"] == "b"
    assert full["status"] == "playing"
    assert full["seq"] == (await table.get(room, "", "b"))["seq"]
    assert full["view"] == (await table.get(room, "/position", "b"))["view"]


async def test_an_action_on_the_socket_is_acknowledged_and_told_to_all(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)

    async with table.socket(room, seat) as mine, table.socket(room, "spectator") as theirs:
        seq = (await told(mine))["seq"]
        seen = (await told(theirs))["seq"]
        await mine.send(act(PASS, seq=seq, key="k1"))
        answers = [await told(mine) for _ in range(3)]
        pushed = [await told(theirs) for _ in range(2)]

    acks = [message for message in answers if message["type"] == "ack"]
    events = [message for message in answers if message["type"] != "ack"]
    assert acks == [{"type": "ack", "key": "k1", "seq": seq + 2}]
    assert [(event["type"], event["seq"]) for event in events] == [("turn_passed", seq + 1), ("turn_began", seq + 2)]
    assert [(event["type"], event["seq"]) for event in pushed] == [("turn_passed", seen + 1), ("turn_began", seen + 2)]
    assert (await table.get(room, f"/events?after={seq}", seat))["events"] == events


async def test_a_key_is_the_same_on_the_socket_and_over_http(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)
    posted = await table.post(room, "/actions", {"action": PASS, "key": "k"}, seat)

    async with table.socket(room, seat) as line:
        await told(line)
        await line.send(act(PASS, key="k"))
        assert await told(line) == {"type": "ack", "key": "k", "seq": posted["seq"]}
        await line.send(act({"type": "concede"}, key="k"))
        refused = await told(line)

    assert (refused["type"], refused["key"], refused["code"]) == ("refused", "k", "key_reused")


async def test_a_refusal_goes_to_the_sender_with_rule_and_facts_and_the_line_stays_open(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)
    other = "b" if seat == "a" else "a"

    async with table.socket(room, other) as line:
        await told(line)
        await line.send(act(PASS, key="mine"))
        refused = await told(line)
        await table.post(room, "/messages", {"text": "still here"}, seat)
        message = await told(line)

    assert (refused["type"], refused["key"]) == ("refused", "mine")
    assert (refused["status"], refused["code"], refused["rule"]) == (422, "illegal_action", "PEB-TURN-01")
    assert refused["facts"] == {"seat": other}
    assert refused["detail"]
    assert (message["type"], message["text"]) == ("message", "still here")


async def test_a_stale_number_is_refused_with_the_present_one(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)
    await table.post(room, "/actions", {"action": PASS}, seat)
    other = await table.to_act(room)

    async with table.socket(room, other) as line:
        seq = (await told(line))["seq"]
        await line.send(act(PASS, seq=seq - 2))
        refused = await told(line)

    assert (refused["code"], refused["seq"], refused["key"]) == ("stale", seq, None)


BAD_MESSAGES = {
    "nothing": ("", "malformed"),
    "words": ("hello", "malformed"),
    "half": ('{"type": "act"', "malformed"),
    "NaN": ('{"type": "act", "action": {"type": "pass"}, "seq": NaN}', "malformed"),
    "NUL": ('{"type": "act", "action": {"type": "pa\\u0000ss"}}', "malformed"),
    "too deep": ("[" * 20_000 + "]" * 20_000, "malformed"),
    "a list": ("[]", "invalid"),
    "a number": ("7", "invalid"),
    "null": ("null", "invalid"),
    "no type": ('{"action": {"type": "pass"}}', "invalid"),
    "an unknown type": ('{"type": "resign"}', "invalid"),
    "type is a list": ('{"type": ["act"]}', "invalid"),
    "no action": ('{"type": "act"}', "invalid"),
    "an unknown field": ('{"type": "act", "action": {"type": "pass"}, "x": 1}', "invalid"),
    "a field twice": ('{"type": "act", "type": "act", "action": {"type": "pass"}}', "invalid"),
    "an unknown action": ('{"type": "act", "action": {"type": "fly"}}', "invalid"),
    "a wrong seq": ('{"type": "act", "action": {"type": "pass"}, "seq": -1}', "invalid"),
    "a wrong key": ('{"type": "act", "action": {"type": "pass"}, "key": {"a": 1}}', "invalid"),
    "a huge number": ('{"type": "act", "action": {"type": "pass"}, "seq": 1' + "0" * 4000 + "}", "invalid"),
    "over 64 kB": ('{"type": "act", "action": "' + "x" * 64 * 1024 + '"}', "too_large"),
    "over 64 kB in UTF-8": ('{"type": "act", "action": "' + "ñ" * 40 * 1024 + '"}', "too_large"),
}


async def test_garbage_is_refused_in_words_and_the_line_stays_open(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)

    async with table.socket(room, seat) as line:
        await told(line)
        for name, (text, code) in BAD_MESSAGES.items():
            await line.send(text)
            refused = await told(line)
            assert (refused["type"], refused["code"], refused["key"]) == ("refused", code, None), name
            assert refused["status"] < 500
        await line.send(act(PASS, key="after all"))
        assert (await until(line, "ack"))[-1]["key"] == "after all"


async def test_the_key_of_a_refused_message_comes_back(table: Table) -> None:
    room = await table.make_room()

    async with table.socket(room) as line:
        await told(line)
        await line.send(json.dumps({"type": "act", "action": {"type": "fly"}, "key": "k9"}))
        assert (await told(line))["key"] == "k9"


@pytest.mark.parametrize(("as_", "code"), [("spectator", "forbidden"), ("host", "forbidden")])
async def test_whoever_only_watches_is_refused_on_the_socket_too(table: Table, as_: str, code: str) -> None:
    room = await table.make_room()

    async with table.socket(room, as_) as line:
        await told(line)
        await line.send(act(PASS))
        assert (await told(line))["code"] == code


async def test_a_binary_message_closes_with_1003(table: Table) -> None:
    room = await table.make_room()

    async with table.socket(room) as line:
        await told(line)
        await line.send(b"\x00\x01\x02")
        assert await closed_with(line) == 1003


async def test_a_message_over_256_kb_closes_with_1009(table: Table) -> None:
    room = await table.make_room()

    async with table.socket(room) as line:
        await told(line)
        await line.send("x" * 300 * 1024)
        assert await closed_with(line) == 1009


FRAMES = {
    "text that is not UTF-8": (b"\x81\x82\x00\x00\x00\x00\xc3\x28", 1007),
    "a reserved opcode": (b"\x83\x80\x00\x00\x00\x00", 1002),
    "reserved bits": (b"\xf1\x80\x00\x00\x00\x00", 1002),
    "no mask": (b"\x81\x02hi", 1002),
    "a fragment of nothing": (b"\x80\x80\x00\x00\x00\x00", 1002),
    "a ping of 126 bytes": (b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"x" * 126, 1002),
    "a close of one byte": (b"\x88\x81\x00\x00\x00\x00\x03", 1002),
    "a length of 2^62": (b"\x81\xff" + struct.pack("!Q", 2**62) + b"\x00\x00\x00\x00", 1009),
}


@pytest.mark.parametrize(("frame", "code"), FRAMES.values(), ids=FRAMES)
async def test_broken_frames_close_the_line_with_the_fitting_code(table: Table, frame: bytes, code: int) -> None:
    room = await table.make_room()
    reader, writer = await raw_socket(table, room)
    try:
        async with asyncio.timeout(PATIENCE_S):
            writer.write(frame)
            answered = await reader.read()
    finally:
        writer.close()

    assert (
        struct.pack("!BBH", 0x88, answered[-3 if len(answered) < 4 else answered.rindex(b"\x88") + 1], code) in answered
    )
    assert (await table.get(room, ""))["status"] == "playing"


async def test_noise_instead_of_frames_never_hurts_the_server(table: Table) -> None:
    room = await table.make_room()
    for _ in range(20):
        _, writer = await raw_socket(table, room)
        writer.write(os.urandom(4096))
        writer.close()

    async with table.socket(room) as line:
        assert (await told(line))["type"] == "room_full"


async def raw_socket(table: Table, room: Room) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A websocket opened by hand, past its first message."""
    place = urlsplit(table.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(
        f"GET {room.path}/socket HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {room.tokens['a']}\r\n\r\n".encode()
    )
    async with asyncio.timeout(PATIENCE_S):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        kind, length = await reader.readexactly(2)
        assert (kind, length) == (0x81, 126)
        await reader.readexactly(struct.unpack("!H", await reader.readexactly(2))[0])
    return reader, writer


# -- who may open one --------------------------------------------------------------------------------------------------


async def refused_with(url: str, **more: Any) -> tuple[int, Any]:
    """The HTTP answer to a socket that is not opened."""
    with pytest.raises(InvalidStatus) as refused:
        async with asyncio.timeout(PATIENCE_S), connect(url, **more):
            pass
    answer = refused.value.response
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, json.loads(answer.body or b"")


async def test_the_token_may_come_as_a_subprotocol_which_is_echoed(table: Table) -> None:
    room = await table.make_room()
    offered = f"bearer.{room.tokens['b']}"

    async with asyncio.timeout(PATIENCE_S), connect(table.socket_url(room), subprotocols=[offered]) as line:  # type: ignore[list-item]
        assert line.subprotocol == offered
        assert (await told(line))["viewer"] == "b"


async def test_no_socket_without_a_good_token(table: Table) -> None:
    room, other = await table.make_room(), await table.make_room()
    url = table.socket_url(room)

    for more in (
        {},
        {"additional_headers": bearer("A" * 43)},
        {"additional_headers": {"Authorization": "Basic YTpi"}},
        {"subprotocols": ["bearer." + "A" * 43]},
    ):
        status, problem = await refused_with(url, **more)
        assert (status, problem["code"]) == (401, "unknown_token")
    status, problem = await refused_with(url, additional_headers=bearer(other.tokens["a"]))
    assert (status, problem["code"]) == (404, "not_found")


async def test_no_socket_for_another_sites_page(table: Table) -> None:
    room = await table.make_room()
    headers = bearer(room.tokens["a"]) | {"Origin": "http://evil.test"}

    for url in (table.socket_url(room), table.socket_url(room).replace("/api/v1", "")):
        status, problem = await refused_with(url, additional_headers=headers)
        assert (status, problem["code"]) == (403, "forbidden")


async def test_no_socket_for_spectators_of_a_table_that_has_none(table: Table) -> None:
    room = await table.make_room(spectators="none")

    for url in (table.socket_url(room), table.socket_url(room).replace("/api/v1", "")):
        status, problem = await refused_with(url, additional_headers=bearer(room.spectator))
        assert (status, problem["code"]) == (403, "forbidden")


@pytest.mark.parametrize("after", ["-1", "x", "99999", "9" * 40, "1.5", "%00"])
async def test_no_socket_for_a_number_out_of_range(table: Table, after: str) -> None:
    room = await table.make_room()

    status, problem = await refused_with(
        table.socket_url(room, f"?after={after}"), additional_headers=bearer(room.tokens["a"])
    )

    assert (status, problem["code"]) == (422, "invalid")


# -- missing nothing ---------------------------------------------------------------------------------------------------


async def test_resuming_tells_exactly_what_was_missed(table: Table) -> None:
    room = await table.make_room()
    for n in range(5):
        await table.post(room, "/messages", {"text": f"word {n}"})
    seq = (await table.get(room, ""))["seq"]

    async with table.socket(room, query=f"?after={seq - 3}") as line:
        full = await told(line)
        missed = [await told(line) for _ in range(3)]
        await table.post(room, "/messages", {"text": "new"})
        new = await told(line)

    assert (full["type"], full["seq"]) == ("room_full", seq)
    assert [event["text"] for event in missed] == ["word 2", "word 3", "word 4"]
    assert [event["seq"] for event in (*missed, new)] == [seq - 2, seq - 1, seq, seq + 1]


async def test_numbers_have_no_holes_while_others_act(table: Table) -> None:
    room = await table.make_room()
    count = 60

    async def chat(seat: str) -> None:
        for n in range(count):
            await table.post(room, "/messages", {"text": str(n)}, seat)

    async with table.socket(room, "spectator") as line:
        seq = (await told(line))["seq"]
        talking = asyncio.gather(chat("a"), chat("b"))
        numbers = [(await told(line))["seq"] for _ in range(2 * count)]
        await talking

    assert numbers == list(range(seq + 1, seq + 1 + 2 * count))


async def test_what_is_hidden_from_a_viewer_is_never_sent_to_him(table: Table) -> None:
    room = await table.make_room("duel")

    async with table.socket(room, "a") as mine, table.socket(room, "b") as theirs, table.socket(room, "host") as host:
        for line in (mine, theirs, host):
            await told(line)
        await mine.send(act({"type": "pick_charm", "charm": "luck"}))
        assert {message["type"] for message in (await told(mine), await told(mine))} == {"ack", "charm_picked"}
        await table.post(room, "/messages", {"text": "chosen"}, "a")

        for line in (theirs, host):
            message = await told(line)
            assert message["type"] == "message"
            assert message["seq"] == (await table.get(room, "", "b"))["seq"]


async def test_the_end_of_the_game_is_told_and_the_line_stays_open_for_chat(table: Table) -> None:
    room = await table.make_room()

    async with table.socket(room, "b") as line:
        await told(line)
        await table.post(room, "/resign", {}, "a")
        assert (await until(line, "game_finished"))[-1]["type"] == "game_finished"
        await table.post(room, "/messages", {"text": "well played"}, "a")
        assert (await told(line))["text"] == "well played"


# -- lines over HTTP ---------------------------------------------------------------------------------------------------


async def test_a_stream_begins_with_the_room_and_tells_every_event_on_a_line(table: Table) -> None:
    room = await table.make_room()
    seat = await table.to_act(room)

    async with table.stream(room, seat) as lines:
        full = json.loads(await anext(lines))
        acted = await table.post(room, "/actions", {"action": PASS}, seat)
        events = [json.loads(await anext(lines)) for _ in acted["events"]]

    assert full["type"] == "room_full"
    assert full["view"]["viewer"] == seat
    assert events == acted["events"]


async def test_a_stream_resumes_after_a_number(table: Table) -> None:
    room = await table.make_room()
    for n in range(3):
        await table.post(room, "/messages", {"text": f"word {n}"})
    known = await table.get(room, "/events")

    async with table.stream(room, query="?after=0") as lines:
        full = json.loads(await anext(lines))
        told_again = [json.loads(await anext(lines)) for _ in known["events"]]

    assert full["seq"] == len(known["events"])
    assert told_again == known["events"]


async def test_a_silent_stream_sends_an_empty_line(table: Table) -> None:
    room = await table.make_room()

    async with table.stream(room) as lines:
        assert json.loads(await anext(lines))["type"] == "room_full"
        assert await anext(lines) == ""


async def test_a_stream_is_closed_at_the_end_of_the_game(table: Table) -> None:
    room = await table.make_room()

    async with table.stream(room, "spectator") as lines:
        await anext(lines)
        await table.post(room, "/resign", {}, "a")
        rest = [json.loads(line) async for line in lines if line]

    assert rest[-1]["type"] == "game_finished"


async def test_the_stream_of_a_finished_room_tells_everything_and_ends(table: Table) -> None:
    room = await table.make_room()
    await table.post(room, "/resign", {}, "a")
    known = await table.get(room, "/events")

    async with table.stream(room, query="?after=0") as lines:
        told_again = [json.loads(line) async for line in lines if line]

    assert told_again[0]["type"] == "room_full"
    assert told_again[1:] == known["events"]


async def test_a_hundred_listeners_who_leave_leave_nothing_behind(table: Table) -> None:
    room = await table.make_room()

    async def listen() -> None:
        async with table.stream(room, "spectator") as lines:
            assert json.loads(await anext(lines))["type"] == "room_full"

    for _ in range(5):
        await asyncio.gather(*(listen() for _ in range(20)))

    assert (await table.get(room, ""))["status"] == "playing"


# -- the page's socket -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def page(table: Table, room: Room) -> AsyncIterator[ClientConnection]:
    """The socket of a table page that was just loaded: it is told who is here, then nothing before something happens."""
    loaded = await table.client.get(f"/rooms/{room.id}", headers=bearer(room.tokens["a"]))
    assert loaded.status_code == 200
    seq = (await table.get(room, ""))["seq"]
    url = table.socket_url(room, f"?after={seq}&lang=es").replace("/api/v1", "")
    async with asyncio.timeout(PATIENCE_S), connect(url, additional_headers=bearer(room.tokens["a"])) as line:
        assert 'id="here-a" class="here is-here"' in str(await line.recv())
        yield line


async def test_the_page_is_pushed_what_happened_as_html(table: Table) -> None:
    room = await table.make_room()

    async with page(table, room) as line:
        await table.post(room, "/messages", {"text": "<script>alert(1)</script>"}, "b")
        pushed = str(await line.recv())

    assert pushed.lstrip().startswith("<")
    assert "<script>" not in pushed
    assert "&lt;script&gt;" in pushed


async def test_the_page_may_ask_for_everything_and_nothing_else_is_heard(table: Table) -> None:
    room = await table.make_room()

    async with page(table, room) as line:
        for said in ("", "hello", "[]", '{"type": "act", "action": {"type": "concede"}}', '{"type": "pointer"}'):
            await line.send(said)
        await line.send('{"type": "resume"}')
        whole = str(await line.recv())

    assert whole.lstrip().startswith("<")
    assert 'data-full="true"' in whole
    assert (await table.get(room, ""))["status"] == "playing"


async def test_a_page_that_was_away_too_long_is_shown_everything(table: Table) -> None:
    room = await table.make_room()
    url = table.socket_url(room, "?after=0").replace("/api/v1", "")

    async with asyncio.timeout(PATIENCE_S), connect(url, additional_headers=bearer(room.tokens["a"])) as line:
        assert 'data-full="true"' in str(await line.recv())


async def test_a_page_that_says_too_much_is_closed_with_1009_and_binary_with_1003(table: Table) -> None:
    room = await table.make_room()

    async with page(table, room) as line:
        await line.send('{"type": "ruler", "points": ' + "[" * 5000 + "}")
        assert await closed_with(line) == 1009
    async with page(table, room) as line:
        await line.send(b"\x00")
        assert await closed_with(line) == 1003


async def test_a_ruler_is_shown_to_the_others_and_stored_nowhere(table: Table) -> None:
    room = await table.make_room()
    seq = (await table.get(room, ""))["seq"]

    async with page(table, room) as mine, page(table, room) as other:
        for line in (mine, other):  # whoever was answered is listening
            await line.send('{"type": "resume"}')
            await line.recv()
        await mine.send('{"type": "ruler", "points": [[0, 0], [30.5, 40]]}')
        shown = json.loads(await other.recv())

    assert shown == {"type": "ruler", "points": [[0.0, 0.0], [30.5, 40.0]], "viewer": "a"}
    assert (await table.get(room, ""))["seq"] == seq


# -- a server that stops -----------------------------------------------------------------------------------------------


async def test_a_stopping_server_closes_sockets_with_1012_and_ends_streams(database_url: str) -> None:
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as client:
            table = Table(server.url, client)
            room = await table.make_room()
            async with table.socket(room) as line, table.stream(room) as lines:
                await told(line)
                await anext(lines)
                stopping = asyncio.get_running_loop().run_in_executor(None, server.terminate)
                assert await closed_with(line) == 1012
                assert [text async for text in lines if text] == []
                assert await stopping in (0, -15)
