"""Who is here and where people point, over real connections: to programs as JSON, to pages as HTML, from server to server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.parts.web.api_site import HUMANS, TOYS, Room, bearer
from tests.support.server import RunningServer, running_server

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 30.0


@pytest.fixture(scope="module")
def servers(module_database_url: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two servers over one database."""
    with (
        running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as one,
        running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as two,
    ):
        yield one, two


async def make_room(server: RunningServer, **more: Any) -> Room:
    """A room for two of the toy game, in play at once."""
    body = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), **more}
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as client:
        answer = await client.post("/api/v1/rooms", json=body)
    assert answer.status_code == 201, answer.text
    return Room(answer.json())


async def get(server: RunningServer, room: Room, path: str, as_: str = "a", **headers: str) -> httpx.Response:
    """What somebody reads."""
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as client:
        answer = await client.get(path, headers=bearer(room.token(as_)) | headers)
    assert answer.status_code == 200, answer.text
    return answer


@asynccontextmanager
async def program(server: RunningServer, room: Room, as_: str) -> AsyncIterator[ClientConnection]:
    """A program's socket."""
    url = f"ws{server.url.removeprefix('http')}{room.path}/socket"
    async with asyncio.timeout(PATIENCE_S), connect(url, additional_headers=bearer(room.token(as_))) as line:
        yield line


@asynccontextmanager
async def page(server: RunningServer, room: Room, as_: str, lang: str = "en") -> AsyncIterator[ClientConnection]:
    """The socket of a page that was just loaded."""
    loaded = await get(server, room, f"/rooms/{room.id}", as_)
    after = loaded.text.split('data-seq="', 1)[1].split('"', 1)[0]
    url = f"ws{server.url.removeprefix('http')}/rooms/{room.id}/socket?after={after}&lang={lang}"
    async with asyncio.timeout(PATIENCE_S), connect(url, additional_headers=bearer(room.token(as_))) as line:
        yield line


async def told(line: ClientConnection) -> Any:
    """The next JSON message."""
    return json.loads(await line.recv())


async def company(line: ClientConnection, here: list[str], spectators: int = 0) -> Any:
    """Waits until a program is told of this company; answers the message."""
    while True:
        message = await told(line)
        assert message["type"] == "presence"
        if (message["here"], message["spectators"]) == (here, spectators):
            return message


async def pushed(line: ClientConnection, part: str) -> str:
    """Waits until a page is pushed something that holds ``part``."""
    while part not in (html := str(await line.recv())):
        pass
    return html


async def test_programs_are_told_first_who_is_here_and_then_who_comes_and_goes(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    server, _ = servers
    room = await make_room(server)

    async with program(server, room, "b") as b:
        full = await told(b)
        async with program(server, room, "a") as a, program(server, room, "spectator"):
            assert (await told(a))["presence"]["here"] == ["a", "b"]
            message = await company(b, ["a", "b"], 1)
        await company(b, ["b"])

    assert full["type"] == "room_full"
    assert full["presence"] == {"here": ["b"], "spectators": 0}
    assert message == {"type": "presence", "here": ["a", "b"], "spectators": 1}


async def test_a_stream_counts_as_a_line_and_is_told_on_lines(servers: tuple[RunningServer, RunningServer]) -> None:
    server, _ = servers
    room = await make_room(server)

    async with (
        asyncio.timeout(PATIENCE_S),
        httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as client,
        client.stream("GET", f"{room.path}/stream", headers=bearer(room.token("a"))) as answer,
    ):
        lines = answer.aiter_lines()
        assert json.loads(await anext(lines))["presence"] == {"here": ["a"], "spectators": 0}
        async with program(server, room, "b") as b:
            assert (await told(b))["presence"]["here"] == ["a", "b"]
            assert json.loads(await anext(lines)) == {"type": "presence", "here": ["a", "b"], "spectators": 0}


async def test_presence_has_no_number_and_is_no_event(servers: tuple[RunningServer, RunningServer]) -> None:
    server, _ = servers
    room = await make_room(server)
    before = (await get(server, room, f"{room.path}/events")).json()

    async with program(server, room, "b") as b:
        seq = (await told(b))["seq"]
        async with program(server, room, "a"):
            await company(b, ["a", "b"])
    after = (await get(server, room, f"{room.path}/events")).json()

    assert before == after
    assert seq == len(after["events"])


async def test_a_room_without_spectators_has_none_and_the_host_is_not_counted(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    server, _ = servers
    room = await make_room(server, spectators="none")

    async with program(server, room, "a") as a:
        await told(a)
        async with program(server, room, "host") as host, program(server, room, "b"):
            assert (await told(host))["presence"]["spectators"] == 0
            await company(a, ["a", "b"], 0)


@pytest.mark.parametrize(
    ("lang", "here", "away", "watching"),
    [("en", "here", "away", "1 spectator"), ("es", "en la mesa", "ausente", "Mira 1 persona")],
)
async def test_pages_say_in_words_who_is_here(
    servers: tuple[RunningServer, RunningServer], lang: str, here: str, away: str, watching: str
) -> None:
    server, _ = servers
    room = await make_room(server)

    first = await get(server, room, f"/rooms/{room.id}", **{"accept-language": lang})
    async with page(server, room, "a", lang) as a:
        alone = str(await a.recv())
        async with page(server, room, "b", lang), page(server, room, "spectator", lang):
            full = await pushed(a, watching)
            again = await get(server, room, f"/rooms/{room.id}", **{"accept-language": lang})
        left = await pushed(a, away)

    for html in (first.text, alone, left):
        assert mark_of(html, "a") == ("here", here)
        assert mark_of(html, "b") == ("away", away)
    for html in (full, again.text):
        assert mark_of(html, "a") == ("here", here)
        assert mark_of(html, "b") == ("here", here)
        assert 'data-count="1"' in html
    assert 'id="live"' not in full


def mark_of(html: str, seat: str) -> tuple[str, str]:
    """How the mark beside a seat's name looks, and what it says."""
    mark = html.split(f'<span id="here-{seat}" class="here is-', 1)[1]
    return mark.split('"', 1)[0], mark.split('class="here__words">', 1)[1].split("<", 1)[0]


async def test_a_page_that_is_shown_everything_again_still_says_who_is_here(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    server, _ = servers
    room = await make_room(server)

    async with page(server, room, "a") as a, program(server, room, "b") as b:
        await told(b)
        await a.send('{"type": "resume"}')
        assert mark_of(await pushed(a, 'data-full="true"'), "b") == ("here", "here")


async def test_a_ruler_and_a_pointer_are_seen_through_another_server(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    one, two = servers
    room = await make_room(one)

    async with page(one, room, "a") as a, page(two, room, "b") as b:
        await pushed(a, 'id="here-b" class="here is-here"')
        await b.send('{"type": "pointer", "x": 12.5, "y": 40}')
        await b.send('{"type": "ruler", "points": [[0, 0], [30, 40]]}')
        seen = [json.loads(await pushed(a, '"viewer"')) for _ in range(2)]

    assert seen == [
        {"type": "pointer", "x": 12.5, "y": 40.0, "viewer": "b"},
        {"type": "ruler", "points": [[0.0, 0.0], [30.0, 40.0]], "viewer": "b"},
    ]


@pytest.mark.parametrize("spectators", ["public", "delayed"])
async def test_what_spectators_point_at_no_player_sees_and_the_late_ones_not_what_players_do(
    servers: tuple[RunningServer, RunningServer], spectators: str
) -> None:
    server, _ = servers
    room = await make_room(server, spectators=spectators)

    async with (
        page(server, room, "a") as a,
        page(server, room, "b") as b,
        page(server, room, "spectator") as one,
        page(server, room, "spectator") as two,
        page(server, room, "host") as host,
    ):
        for line in (a, b, one, two, host):  # whoever was told of all is listening
            await pushed(line, 'data-count="2"')
        await one.send('{"type": "pointer", "x": 1, "y": 1}')
        assert [await points(two), await points(host)] == [("spectator", 1)] * 2
        await a.send('{"type": "pointer", "x": 2, "y": 2}')
        assert await points(b) == ("a", 2)
        await one.send('{"type": "pointer", "x": 3, "y": 3}')
        watched = [await points(two), await points(host)]
        await b.send('{"type": "pointer", "x": 4, "y": 4}')
        assert await points(a) == ("b", 4)

    assert watched == [("a", 2) if spectators == "public" else ("spectator", 3)] * 2


async def points(line: ClientConnection) -> tuple[str, float]:
    """Who points next on a page, and where (its x)."""
    shown = json.loads(await pushed(line, '"viewer"'))
    return shown["viewer"], shown["x"]


async def test_two_servers_tell_the_same_company_and_one_that_is_killed_fades(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    """The last of these tests: one of the servers is gone after it."""
    one, two = servers
    room = await make_room(one)
    async with program(one, room, "a") as a:
        await told(a)
        async with program(two, room, "b") as b, program(two, room, "spectator"):
            await company(a, ["a", "b"], 1)
            if (await told(b))["presence"] != {"here": ["a", "b"], "spectators": 1}:
                await company(b, ["a", "b"], 1)
            await asyncio.to_thread(two.kill)
            killed_at = asyncio.get_running_loop().time()
            await company(a, ["a"])
            faded_s = asyncio.get_running_loop().time() - killed_at

    assert faded_s < 12
