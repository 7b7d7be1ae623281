"""Two real servers on one database: what happens at one is known at the other, in order, whatever gets lost between them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from app.storage.relay import CHANNEL
from tests.support.playing import HUMAN, PASS, PATIENCE_S, TOYS, Room, shown, told, until
from tests.support.postgres import Databases, database_name, in_thread
from tests.support.server import RunningServer, running_server

Two = tuple[RunningServer, RunningServer]
WITHIN_S = 1.0
"""How soon a replaced link is dead everywhere."""

# Found before PostgreSQL's own function of that name: whatever is said is lost, and no server knows.
DEAFEN = """
    CREATE SCHEMA deaf;
    CREATE FUNCTION deaf.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS 'BEGIN END';
    ALTER DATABASE {name} SET search_path = public, deaf, pg_catalog;
"""


@pytest.fixture(scope="module")
def two(module_database_url: str) -> Iterator[Two]:
    """Two servers that hear each other."""
    with (
        running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as one,
        running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as other,
    ):
        yield one, other


@pytest.fixture(scope="module")
def deaf_url(databases: Databases) -> Iterator[str]:
    """A database that loses every notification."""
    url = databases.fresh()
    execute(url, DEAFEN.format(name=database_name(url)))
    yield url
    databases.drop(url)


@pytest.fixture(scope="module")
def two_deaf(deaf_url: str) -> Iterator[Two]:
    """Two servers that do not hear each other."""
    with (
        running_server(deaf_url, TAPETE_SYSTEMS=TOYS) as one,
        running_server(deaf_url, TAPETE_SYSTEMS=TOYS) as other,
    ):
        yield one, other


def execute(url: str, statement: str) -> Any:
    async def run() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await (connection.fetchval(statement) if "SELECT" in statement else connection.execute(statement))
        finally:
            await connection.close()

    return in_thread(run())


def play(room: Room, servers: dict[str, RunningServer], acts: int) -> int:
    """So many acts, each at the server of whoever's turn it is; answers the number after them."""
    return [room.act(servers[room.turn(servers["a"])]) for _ in range(acts)][-1]


# -- what is told --------------------------------------------------------------------------------------


def test_two_players_on_two_servers_are_told_each_others_actions_in_order(two: Two) -> None:
    room = Room(two[0])
    with room.socket(two[0], "a") as ana, room.socket(two[1], "b") as luis:
        seq = play(room, dict(zip("ab", two, strict=True)), 12)

        stories = [told(ana, seq), told(luis, seq)]

    assert stories[0] == stories[1] == room.get(two[1], "/events", "b")["events"]
    assert [event["seq"] for event in stories[0]] == list(range(1, seq + 1))
    assert [event["seat"] for event in stories[0] if event["type"] == "turn_passed"] == turns(stories[0], 12)


def turns(story: list[dict[str, Any]], acts: int) -> list[str]:
    """Who passes, turn about."""
    first = next(event["seat"] for event in story if event["type"] == "turn_passed")
    return [first, "b" if first == "a" else "a"] * (acts // 2)


def test_two_pages_on_two_servers_show_each_others_actions_in_order(two: Two) -> None:
    room = Room(two[0])
    after = room.get(two[0])["seq"]
    cookies = [room.cookie(server, seat) for server, seat in zip(two, "ab", strict=True)]
    with (
        room.page_socket(two[0], cookies[0], after) as ana,
        room.page_socket(two[1], cookies[1], after) as luis,
    ):
        seq = play(room, dict(zip("ab", two, strict=True)), 6)

        for page in (ana, luis):
            numbers = shown(page, seq)
            assert numbers == sorted(set(numbers))
            assert set(range(after + 2, seq + 1, 2)) <= set(numbers)  # a pass is two events, told together


def test_whatever_is_acknowledged_at_one_server_is_read_at_the_other_at_once(two_deaf: Two) -> None:
    room = Room(two_deaf[0])
    for server in two_deaf:
        room.get(server)

    for number in range(10):
        seq = room.act(two_deaf[number % 2])
        reader = two_deaf[(number + 1) % 2]
        assert room.get(reader)["seq"] == seq
        assert room.get(reader, f"/events?after={seq}")["events"] == []
        assert room.get(reader, "/offers", room.turn(reader))["seq"] == seq


def test_with_notifications_lost_everything_arrives_by_the_sweep(two_deaf: Two, deaf_url: str) -> None:
    overheard: list[object] = []
    connection, loop_thread = listening(deaf_url, overheard)
    room = Room(two_deaf[0])
    with room.socket(two_deaf[0], "a") as ana, room.socket(two_deaf[1], "b") as luis:
        seq = room.act(two_deaf[0])
        told(ana, seq)
        acknowledged = time.monotonic()
        story = told(luis, seq)
        took = time.monotonic() - acknowledged

    connection.close()
    loop_thread.shutdown()
    assert story == room.get(two_deaf[0], "/events", "a")["events"]
    assert took < 3.5
    assert overheard == []


class Listening:
    """Overhears a database from a thread of its own until it is closed."""

    def __init__(self, url: str, overheard: list[object]) -> None:
        self._loop = asyncio.new_event_loop()
        self._url = url
        self._overheard = overheard
        self._connection: Any = None

    def run(self) -> None:
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()

    async def _listen(self) -> None:
        self._connection = await asyncpg.connect(self._url)
        await self._connection.add_listener(CHANNEL, lambda *heard: self._overheard.append(heard))

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)


def listening(url: str, overheard: list[object]) -> tuple[Listening, ThreadPoolExecutor]:
    listener, thread = Listening(url, overheard), ThreadPoolExecutor(1)
    thread.submit(listener.run)
    until(lambda: listener._connection is not None)
    return listener, thread


# -- the same thing at both ---------------------------------------------------------------------------------


def at_both(room: Room, servers: Two, seat: str, body: dict[str, Any]) -> list[httpx.Response]:
    """The same action posted to both servers at the same moment."""
    both = Barrier(2)

    def post(server: RunningServer) -> httpx.Response:
        both.wait()
        return room.post(server, "/actions", seat, body)

    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(post, servers))


@pytest.mark.parametrize("which", ["two", "two_deaf"])
def test_the_same_action_with_the_same_key_is_done_once_and_answered_alike(
    which: str, request: pytest.FixtureRequest
) -> None:
    servers: Two = request.getfixturevalue(which)
    room = Room(servers[0])

    for number in range(10):
        known = room.get(servers[0])
        body = {"action": PASS, "seq": known["seq"], "key": f"key-{number}"}
        one, other = at_both(room, servers, known["to_act"][0], body)

        assert (one.status_code, other.status_code) == (200, 200), (one.text, other.text)
        assert one.json() == other.json()

    events = room.get(servers[1], "/events")["events"]
    assert [event["type"] for event in events].count("turn_passed") == 10


@pytest.mark.parametrize("which", ["two", "two_deaf"])
def test_the_same_action_without_a_key_is_accepted_at_one_server_only(
    which: str, request: pytest.FixtureRequest
) -> None:
    servers: Two = request.getfixturevalue(which)
    room = Room(servers[0])

    for number in range(10):
        known = room.get(servers[0])
        body = {"action": PASS} | ({"seq": known["seq"]} if number % 2 else {})
        answers = at_both(room, servers, known["to_act"][0], body)

        assert sorted(answer.status_code for answer in answers) == [200, 409 if number % 2 else 422]
        refused = max(answers, key=lambda answer: answer.status_code).json()
        assert refused["code"] == ("stale" if number % 2 else "illegal_action")

    events = room.get(servers[1], "/events")["events"]
    assert [event["type"] for event in events].count("turn_passed") == 10


# -- links ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["two", "two_deaf"])
def test_a_new_link_kills_everything_of_the_old_one_at_the_other_server(
    which: str, request: pytest.FixtureRequest
) -> None:
    servers: Two = request.getfixturevalue(which)
    here, there = servers
    room = Room(here)
    after = room.get(here)["seq"]
    cookie = room.cookie(there, "a")
    with (
        room.socket(there, "a") as socket,
        room.page_socket(there, cookie, after) as page,
        room.stream(there, "a") as lines,
        room.socket(there, "b") as neighbour,
    ):
        next(lines)
        socket.recv(PATIENCE_S)
        dead_cookie = {"headers": {"cookie": cookie}, "timeout": PATIENCE_S}
        assert httpx.get(f"{there.url}/rooms/{room.id}?as=a", **dead_cookie).status_code == 200

        answer = room.post(here, "/links/a", "host")
        replaced = time.monotonic()

        assert answer.status_code == 200, answer.text
        codes = [close_code(socket), close_code(page)]
        list(lines)
        assert time.monotonic() - replaced < WITHIN_S
        assert codes == [4401, 4401]
        until(lambda: room.ask(there).status_code == 401, WITHIN_S)
        # The cookie was looked up at another moment than the link, and is believed as long after it.
        own = f"{there.url}/api/v1/rooms/{room.id}?as=a"
        until(lambda: httpx.get(own, **dead_cookie).status_code == 401, WITHIN_S)
        assert time.monotonic() - replaced < WITHIN_S + 0.5
        with suppress(TimeoutError):  # which its end would not be
            while True:
                neighbour.recv(0.1)

    new = answer.json()
    assert new == {"seat": "a", "token": new["token"], "url": f"{here.url}/join/{new['token']}"}
    room.tokens["a"] = new["token"]
    for server in servers:
        assert room.get(server)["id"] == room.id


def close_code(socket: ClientConnection) -> int | None:
    """How a socket ends, whatever comes before."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE_S)
    return socket.close_code


def test_only_the_host_makes_new_links_and_only_for_people(two: Two) -> None:
    room = Room(two[0], HUMAN, {"kind": "bot"})

    answers = {viewer: room.post(two[0], "/links/a", viewer) for viewer in ("a", "spectator")}
    assert {answer.status_code for answer in answers.values()} == {403}
    assert room.post(two[0], "/links/b", "host").status_code == 403
    for nobody in ("c", "g", "host", "nobody"):
        assert room.post(two[0], f"/links/{nobody}", "host").status_code == 404
    assert room.post(two[0], "/links/a", "host", {"what": 1}).status_code == 422

    watching = room.post(two[1], "/links/spectator", "host")
    assert watching.status_code == 200
    token = watching.json()["token"]
    assert watching.json() == {"seat": "spectator", "token": token, "url": f"{two[1].url}/watch/{token}"}
    room.tokens["spectator"] = token
    assert room.get(two[0], viewer="spectator")["status"] == "playing"


# -- bots -------------------------------------------------------------------------------------------------


def version(url: str, room: Room) -> int:
    """How many acts of a room are durable; no server is asked."""
    found: int = execute(url, f"SELECT version FROM rooms WHERE id = '{room.id}'")
    return found


def is_finished(url: str, room: Room) -> bool:
    """Whether a game is over; no server is asked."""
    return bool(execute(url, f"SELECT is_finished FROM rooms WHERE id = '{room.id}'"))


def test_bots_that_the_host_put_in_play_wake_up_at_a_start(database_url: str) -> None:
    with running_server(database_url, TAPETE_SYSTEMS=TOYS) as server:
        room = Room(server, {"kind": "open"}, {"kind": "open"}, rounds=8)
        assert room.post(server, "/start", "host").status_code == 200

        server.kill()
        assert not is_finished(database_url, room)
        begun = version(database_url, room)
        server.start_again()

        until(lambda: version(database_url, room) > begun)
        until(lambda: is_finished(database_url, room), 60)


def test_a_bot_answers_a_person_at_the_other_server(two: Two) -> None:
    room = Room(two[0], HUMAN, {"kind": "bot"})

    for number in range(4):
        until(lambda: room.get(two[0])["to_act"] in (["a"], []))
        if room.get(two[0])["status"] == "playing":  # a bot may have won
            offers = room.get(two[number % 2], "/offers", "a")["offers"]  # a unit of theirs may have to be placed first
            answer = room.post(two[number % 2], "/actions", "a", {"action": offers[-1]["examples"][0]})
            assert answer.status_code == 200, answer.text

    until(lambda: room.get(two[1])["to_act"] in (["a"], []))
    events = room.get(two[0], "/events")["events"]
    numbers = [event["seq"] for event in events]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_bots_of_a_server_that_is_killed_play_on_at_the_other(two: Two, module_database_url: str) -> None:
    """The last that the two do: one of them is gone after it."""
    doomed, url = two[0], module_database_url
    room = Room(doomed, {"kind": "bot"}, {"kind": "bot"}, rounds=8)
    until(lambda: version(url, room) > 1)

    doomed.kill()
    assert not is_finished(url, room)
    begun = version(url, room)

    until(lambda: version(url, room) > begun, 10)
    until(lambda: is_finished(url, room), 60)
