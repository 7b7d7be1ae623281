"""A room of Pebbles played through the public API, by anybody at any server over its database."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.server import RunningServer

TOYS = "tests.support.toy_systems"
PATIENCE_S = 60.0
POLL_S = 0.03
HUMAN = {"kind": "human"}
PASS = {"type": "pass"}


class Room:
    """A room made at a server; ``tokens`` and ``links`` by viewer."""

    def __init__(self, server: RunningServer, *seats: Mapping[str, Any], rounds: int = 20) -> None:
        wanted = {
            "game": "pebbles",
            "scenario": "open",
            "seats": list(seats or (HUMAN, HUMAN)),
            "options": {"rounds": rounds},
        }
        made = httpx.post(f"{server.url}/api/v1/rooms", json=wanted, timeout=PATIENCE_S)
        assert made.status_code == 201, made.text
        answer = made.json()
        self.id: str = answer["id"]
        self.tokens = {seat["seat"]: seat["token"] for seat in answer["seats"]}
        self.tokens |= {"host": answer["host_token"], "spectator": answer["spectator"]["token"]}
        self.paths = {seat["seat"]: seat["url"].removeprefix(server.url) for seat in answer["seats"]}

    def ask(self, server: RunningServer, what: str = "", viewer: str = "a") -> httpx.Response:
        """What a viewer gets to read."""
        return httpx.get(self._url(server, what), headers=self._as(viewer), timeout=PATIENCE_S)

    def get(self, server: RunningServer, what: str = "", viewer: str = "a") -> Any:
        """What a viewer reads."""
        answer = self.ask(server, what, viewer)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, server: RunningServer, what: str, viewer: str, body: object = None) -> httpx.Response:
        """What a viewer does."""
        return httpx.post(self._url(server, what), headers=self._as(viewer), json=body, timeout=PATIENCE_S)

    def turn(self, server: RunningServer) -> str:
        """Whose turn it is."""
        seat: str = self.get(server)["to_act"][0]
        return seat

    def act(self, server: RunningServer) -> int:
        """Whoever's turn it is passes; answers that viewer's number after it."""
        answer = self.post(server, "/actions", self.turn(server), {"action": PASS})
        assert answer.status_code == 200, answer.text
        seq: int = answer.json()["seq"]
        return seq

    def socket(self, server: RunningServer, viewer: str, after: int = 0) -> ClientConnection:
        """A program's socket."""
        url = self._url(server, f"/socket?after={after}").replace("http://", "ws://")
        return connect(url, additional_headers=self._as(viewer), proxy=None)

    def cookie(self, server: RunningServer, viewer: str) -> str:
        """The cookie that a browser gets for a link."""
        with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE_S) as browser:
            answer = browser.post(self.paths[viewer])
            assert answer.status_code == 303, answer.text
            return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

    def page_socket(self, server: RunningServer, cookie: str, after: int) -> ClientConnection:
        """A page's socket."""
        url = f"{server.url.replace('http://', 'ws://')}/rooms/{self.id}/socket?after={after}&lang=en"
        headers = {"Cookie": cookie, "Origin": server.url}
        return connect(url, additional_headers=headers, proxy=None)

    @contextmanager
    def stream(self, server: RunningServer, viewer: str) -> Iterator[Iterator[str]]:
        """The lines of a stream."""
        url = self._url(server, "/stream")
        with httpx.stream("GET", url, headers=self._as(viewer), timeout=PATIENCE_S) as answer:
            yield answer.iter_lines()

    def _url(self, server: RunningServer, what: str) -> str:
        return f"{server.url}/api/v1/rooms/{self.id}{what}"

    def _as(self, viewer: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[viewer]}"}


def told(socket: ClientConnection, seq: int) -> list[dict[str, Any]]:
    """The events that a program's socket is told until a number."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["seq"] < seq:
        message = json.loads(socket.recv(PATIENCE_S))
        if "seq" in message and message["type"] != "room_full":
            found.append(message)
    return found


def shown(socket: ClientConnection, seq: int) -> list[int]:
    """The numbers that a page's socket reaches until one of them."""
    found: list[int] = []
    while not found or found[-1] < seq:
        number = re.search(r'id="live"[^>]*data-seq="(\d+)"', str(socket.recv(PATIENCE_S)))
        if number is not None:
            found.append(int(number[1]))
    return found


def until(happened: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Waits for something to become true."""
    deadline = time.monotonic() + patience_s
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(POLL_S)  # whoever asks without a pause takes the time from those who should make it true
