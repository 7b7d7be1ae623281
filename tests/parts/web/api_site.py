"""The real site in this process, over a real database, with the toy game beside the real ones; and somebody to ask it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
from fastapi import FastAPI

from app.main import create_app
from app.settings import SYSTEMS, Settings
from app.web.wire.limits import Allowance, Kind, Limit, Limits

TOYS = "tests.support.toy_systems"
BASE = "http://table.test"
HUMANS = ({"kind": "human", "name": "Ana", "team": "red"}, {"kind": "human", "name": "Luis", "team": "blue"})
PASS = {"type": "pass"}


class Room:
    """A room just made, and the secrets of everybody in it."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self.id: str = made["id"]
        self.host: str = made["host_token"]
        self.tokens: dict[str, str] = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self.spectator: str = made["spectator"]["token"]

    @property
    def path(self) -> str:
        """Where the API has it."""
        return f"/api/v1/rooms/{self.id}"

    def token(self, viewer: str) -> str:
        """The secret of a seat, of ``spectator`` or of ``host``."""
        return {**self.tokens, "spectator": self.spectator, "host": self.host}[viewer]


class Site:
    """Asks the site as different people do. Paths that begin with ``/`` inside a room are the room's own."""

    def __init__(self, app: FastAPI, client: httpx.AsyncClient) -> None:
        self.app = app
        self.client = client

    async def make_room(self, scenario: str = "open", **more: Any) -> Room:
        """A room for two of the toy game, in play at once."""
        body = {"game": "pebbles", "scenario": scenario, "seats": list(HUMANS), **more}
        answer = await self.client.post("/api/v1/rooms", json=body)
        assert answer.status_code == 201, answer.text
        return Room(answer.json())

    async def get(self, room: Room, path: str = "", *, as_: str = "a", **more: Any) -> httpx.Response:
        """A GET below a room, with somebody's token."""
        return await self.client.get(room.path + path, headers=bearer(room.token(as_)), **more)

    async def post(self, room: Room, path: str, body: Any = None, *, as_: str = "a", **more: Any) -> httpx.Response:
        """A POST below a room, with somebody's token and a JSON body."""
        headers = bearer(room.token(as_)) | more.pop("headers", {})
        content = {} if body is None else {"json": body}
        return await self.client.post(room.path + path, headers=headers, **content, **more)

    async def post_raw(self, room: Room, path: str, content: bytes, *, as_: str = "a") -> httpx.Response:
        """A POST below a room whose body is exactly these bytes."""
        return await self.client.post(room.path + path, headers=bearer(room.token(as_)), content=content)

    async def to_act(self, room: Room) -> str:
        """Whose turn it is."""
        found: list[str] = (await self.get(room)).json()["to_act"]
        return found[0]

    async def state_of(self, room: Room) -> Any:
        """Everything that a refused request must leave alone."""
        told = [(await self.get(room, "/events", as_=viewer)).json() for viewer in ("a", "b", "spectator")]
        return told, (await self.get(room, "/position")).json(), (await self.get(room)).json()


@contextmanager
def limited(site: Site, kind: Kind, burst: int = 1) -> Iterator[None]:
    """Only ``burst`` requests of a kind from each address and link, then none for a minute; the others without limit."""
    usual = site.app.state.limits
    figure = Allowance(burst=burst, per_minute=1)
    by_link = kind in (Kind.READS, Kind.EXPORTS, Kind.ACTIONS, Kind.MESSAGES, Kind.QUESTIONS)
    site.app.state.limits = Limits({kind: Limit("", link=figure) if by_link else Limit("", address=figure)})
    try:
        yield
    finally:
        site.app.state.limits = usual


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


def assert_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """That the answer is exactly this error, told in the contract's way; answers the document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    problem: dict[str, Any] = answer.json()
    assert problem["code"] == code
    assert problem["status"] == status
    assert {"type", "title", "detail"} <= problem.keys()
    assert problem["detail"]
    return problem


@asynccontextmanager
async def running_site(database_url: str, limits: Any = "off") -> AsyncIterator[Site]:
    """The site with its lifespan begun, and ended afterwards."""
    app = create_app(Settings(database_url=database_url, limits=limits, systems=(SYSTEMS, TOYS)))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=BASE, timeout=30) as client,
    ):
        yield Site(app, client)
