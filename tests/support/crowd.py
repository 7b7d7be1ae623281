"""A crowd of players over REST and sockets who note everything that the server acknowledged, while it is killed and
started again under them."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PATIENCE_S = 60.0
POLL_S = 0.05


class Away(Exception):
    """The server says that it can do nothing just now."""


GONE = (httpx.TransportError, ConnectionClosed, InvalidHandshake, OSError, Away)
"""What a player sees of a server that was killed, or whose database was."""


class Act(msgspec.Struct):
    """An action that was sent: with its answer once it was acknowledged. ``events`` are those of a REST answer."""

    room: Room
    seat: str
    key: str
    action: msgspec.Raw
    seq: int | None = None
    events: tuple[msgspec.Raw, ...] | None = None

    @property
    def body(self) -> bytes:
        """What is sent."""
        return msgspec.json.encode({"action": self.action, "key": self.key})


class Line(msgspec.Struct):
    """A line of chat that was sent, and whether that was acknowledged."""

    room: Room
    text: str
    is_acknowledged: bool = False


class Room(msgspec.Struct, frozen=True, eq=False):
    """A room and the tokens of its viewers."""

    id: str
    tokens: Mapping[str, str]

    def path(self, what: str = "") -> str:
        """An address of the API."""
        return f"/api/v1/rooms/{self.id}{what}"

    def headers(self, viewer: str) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.tokens[viewer]}"}


class Ledger:
    """What was acknowledged. ``told`` keeps each event as the bytes that first told it, by room, viewer and number."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.acts: list[Act] = []
        self.lines: list[Line] = []
        self.proposals: list[tuple[Room, str, int]] = []
        self.told: dict[tuple[str, str, int], bytes] = {}

    def tell(self, room: Room, viewer: str, event: bytes) -> None:
        """Notes an event; one that was told before must be the same to the byte."""
        seq = msgspec.json.decode(event)["seq"]
        known = self.told.setdefault((room.id, viewer, seq), event)
        assert known == event, (known, event)


class Site:
    """The server as players know it: where it is now, and whether it is there at all. It is over when as many actions as
    ``wanted`` were acknowledged. Only a site that ``may_be_away`` may answer that it can do nothing just now."""

    def __init__(self, url: str, wanted: int, *, may_be_away: bool = False) -> None:
        self.url = url
        self._may_be_away = may_be_away
        self.is_up = asyncio.Event()
        self.is_up.set()
        self.over = asyncio.Event()
        self._wanted = wanted
        self._acknowledged = 0
        self._counted = asyncio.Condition()

    async def count(self) -> None:
        """Notes an action that was acknowledged."""
        self._acknowledged += 1
        if self._acknowledged >= self._wanted:
            self.over.set()
        async with self._counted:
            self._counted.notify_all()

    async def until(self, acknowledged: int) -> None:
        """Waits until so many actions were acknowledged."""
        async with self._counted:
            await self._counted.wait_for(lambda: self._acknowledged >= acknowledged)

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client of the server where it is now."""
        await self.is_up.wait()
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE_S, trust_env=False) as client:
            while self._may_be_away and (await client.get("/readyz")).status_code != 200:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(POLL_S)
            yield client

    def note(self, status: int) -> None:
        """Raises ``Away`` where an answer says so."""
        if status == 503 and self._may_be_away:
            raise Away


class Player:
    """Somebody at a table who plays at random, chats, proposes and answers, now by REST, now by their socket.

    What was not answered because the server died is sent again with its key.
    """

    def __init__(self, site: Site, ledger: Ledger, room: Room, seat: str, chance: random.Random) -> None:
        self._site = site
        self._ledger = ledger
        self._room = room
        self._seat = seat
        self._chance = chance
        self._news = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._proposed: list[int] = []
        self._unanswered: Act | None = None
        self._is_finished = False
        self._seq = 0

    async def play(self) -> None:
        """Plays until the game is over or enough was acknowledged, through every death of the server."""
        while not (self._is_finished or self._site.over.is_set()):
            try:
                async with self._site.client() as client, self._socket() as line:
                    listening = asyncio.create_task(self._listen(line))
                    try:
                        await self._play_on(client, line, listening)
                    finally:
                        listening.cancel()
                        await asyncio.gather(listening, return_exceptions=True)
            except GONE:
                self._answers.clear()

    @contextlib.asynccontextmanager
    async def _socket(self) -> AsyncIterator[ClientConnection]:
        address = f"ws{self._site.url.removeprefix('http')}{self._room.path('/socket')}?after={self._seq}"
        headers = self._room.headers(self._seat)
        async with connect(address, additional_headers=headers, max_size=None, proxy=None) as line:
            yield line

    async def _listen(self, line: ClientConnection) -> None:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["type"] in ("ack", "refused"):
                self._answers.pop(message["key"]).set_result(message)
            elif message["type"] not in ("room_full", "resync") and "seq" in message:
                self._ledger.tell(self._room, self._seat, text.encode() if isinstance(text, str) else text)
                self._seq = message["seq"]
                self._notice(message)
            self._news.set()

    def _notice(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "proposal_made" and event["seat"] != self._seat:
            self._proposed.append(event["n"])

    async def _play_on(self, client: httpx.AsyncClient, line: ClientConnection, listening: asyncio.Task[None]) -> None:
        if self._unanswered is not None:
            await self._act_by_rest(client, self._unanswered)
        while not self._site.over.is_set():
            self._news.clear()
            info = (await self._get(client, "")).json()
            if info["status"] == "finished":
                self._is_finished = True
                return
            if self._proposed:
                await self._answer(client, self._proposed.pop())
            elif self._chance.random() < 0.1:
                await self._say(client)
            elif self._chance.random() < 0.08:
                await self._propose(client)
            elif self._seat in info["to_act"]:
                await self._act(client, line, listening)
            else:
                await self._wait(listening)

    async def _wait(self, listening: asyncio.Task[None]) -> None:
        """Until something happens at the table, the server dies, or enough was played."""
        news = asyncio.create_task(self._news.wait())
        over = asyncio.create_task(self._site.over.wait())
        try:
            await asyncio.wait((news, over, listening), return_when=asyncio.FIRST_COMPLETED)
            _raise_if_ended(listening)
        finally:
            for task in (news, over):
                task.cancel()
            await asyncio.gather(news, over, return_exceptions=True)

    async def _act(self, client: httpx.AsyncClient, line: ClientConnection, listening: asyncio.Task[None]) -> None:
        found = msgspec.json.decode((await self._get(client, "/offers")).content, type=_Offers)
        if not found.offers:
            return
        action = self._chance.choice(self._chance.choice(found.offers).examples)
        act = Act(self._room, self._seat, f"{self._seat}{self._chance.getrandbits(64):x}", action)
        self._unanswered = act
        if self._chance.random() < 0.5:
            await self._act_by_rest(client, act)
        else:
            await self._act_by_socket(line, act, listening)

    async def _act_by_rest(self, client: httpx.AsyncClient, act: Act) -> None:
        answer = await self._post(client, "/actions", act.body)
        self._unanswered = None
        if answer.status_code == 200:
            acted = msgspec.json.decode(answer.content, type=_Acted)
            await self._acknowledge(act, acted.seq, acted.events)

    async def _act_by_socket(self, line: ClientConnection, act: Act, listening: asyncio.Task[None]) -> None:
        answered = self._answers[act.key] = asyncio.get_running_loop().create_future()
        await line.send(b'{"type":"act",' + act.body[1:], text=True)
        await asyncio.wait((answered, listening), return_when=asyncio.FIRST_COMPLETED)
        if not answered.done():
            _raise_if_ended(listening)
        answer = answered.result()
        self._site.note(answer.get("status", 200))
        self._unanswered = None
        if answer["type"] == "ack":
            await self._acknowledge(act, answer["seq"], None)
        else:
            assert answer["status"] < 500, answer

    async def _acknowledge(self, act: Act, seq: int, events: tuple[msgspec.Raw, ...] | None) -> None:
        act.seq, act.events = seq, events
        self._ledger.acts.append(act)
        for event in events or ():
            self._ledger.tell(self._room, self._seat, bytes(event))
        await self._site.count()

    async def _say(self, client: httpx.AsyncClient) -> None:
        line = Line(self._room, f"line {self._chance.getrandbits(64):x}")
        self._ledger.lines.append(line)
        answer = await self._post(client, "/messages", msgspec.json.encode({"text": line.text, "to": "table"}))
        line.is_acknowledged = answer.status_code == 200

    async def _propose(self, client: httpx.AsyncClient) -> None:
        kind = self._chance.choice(("undo", "undo", "draw"))
        answer = await self._post(client, "/proposals", msgspec.json.encode({"kind": kind}))
        if answer.status_code == 200:
            self._ledger.proposals.append((self._room, self._seat, answer.json()["n"]))

    async def _answer(self, client: httpx.AsyncClient, number: int) -> None:
        accept = self._chance.random() < 0.3
        await self._post(client, f"/proposals/{number}", msgspec.json.encode({"accept": accept}))

    async def _get(self, client: httpx.AsyncClient, what: str) -> httpx.Response:
        answer = await client.get(self._room.path(what), headers=self._room.headers(self._seat))
        self._site.note(answer.status_code)
        assert answer.status_code == 200, answer.text
        return answer

    async def _post(self, client: httpx.AsyncClient, what: str, body: bytes) -> httpx.Response:
        headers = self._room.headers(self._seat) | {"Content-Type": "application/json"}
        answer = await client.post(self._room.path(what), headers=headers, content=body)
        self._site.note(answer.status_code)
        assert answer.status_code < 500, answer.text
        return answer


def _raise_if_ended(listening: asyncio.Task[None]) -> None:
    if listening.done():
        listening.result()
        raise ConnectionResetError("the line broke")


class _Offer(msgspec.Struct):
    examples: list[msgspec.Raw]


class _Offers(msgspec.Struct):
    offers: list[_Offer]


class _Acted(msgspec.Struct):
    seq: int
    events: tuple[msgspec.Raw, ...]


class _Events(msgspec.Struct):
    events: tuple[msgspec.Raw, ...]


def events_of(client: httpx.Client, room: Room, viewer: str) -> list[bytes]:
    """What a viewer was told from the start, each event as the bytes that say it."""
    answer = client.get(room.path("/events"), headers=room.headers(viewer))
    assert answer.status_code == 200, answer.text
    return [bytes(event) for event in msgspec.json.decode(answer.content, type=_Events).events]


def resent(client: httpx.Client, act: Act) -> tuple[int, tuple[bytes, ...]]:
    """The answer to an action that is sent once more with its key."""
    headers = act.room.headers(act.seat) | {"Content-Type": "application/json"}
    answer = client.post(act.room.path("/actions"), headers=headers, content=act.body)
    assert answer.status_code == 200, answer.text
    acted = msgspec.json.decode(answer.content, type=_Acted)
    return acted.seq, tuple(bytes(event) for event in acted.events)


async def seat_players(site: Site, ledger: Ledger, wishes: Sequence[Mapping[str, Any]], seed: int) -> None:
    """Plays rooms made as ``wishes`` say, all at once, each anew when its game is over, until enough was acknowledged."""
    async with asyncio.TaskGroup() as group:
        for number, wish in enumerate(wishes):
            group.create_task(_keep_playing(site, ledger, wish, random.Random(f"{seed}/{number}")))


async def _keep_playing(site: Site, ledger: Ledger, wish: Mapping[str, Any], chance: random.Random) -> None:
    while not site.over.is_set():
        room = await _make(site, wish)
        if room is None:
            continue
        ledger.rooms.append(room)
        seats = [seat for seat in room.tokens if seat != "spectator"]
        players = [Player(site, ledger, room, seat, random.Random(chance.random())) for seat in seats]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())


async def _make(site: Site, wish: Mapping[str, Any]) -> Room | None:
    """A room, unless the server dies over it."""
    try:
        async with site.client() as client:
            answer = await client.post("/api/v1/rooms", json=wish)
            site.note(answer.status_code)
    except GONE:
        return None
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]} | {"spectator": made["spectator"]["token"]}
    return Room(made["id"], tokens)
