"""One room over the network: from posting an action to its answer, and to the last of its viewers.

Starts the real server on loopback with an embedded database and opens two seats and twenty spectators on the JSON socket.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import httpx
import websockets

SPECTATORS = 20


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="tapete-bench-") as home:
        environment = {**os.environ, "PORT": str(port), "TAPETE_HOME": home, "LIMITS": "off"}
        environment.pop("DATABASE_URL", None)
        server = subprocess.Popen([sys.executable, "-m", "app", "serve"], env=environment, stdout=subprocess.DEVNULL)
        try:
            return asyncio.run(play_rooms(base, port, seconds))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(15)


async def play_rooms(base: str, port: int, seconds: float) -> dict[str, str]:
    """Plays random offers in one room after another while everybody watches."""
    async with httpx.AsyncClient(base_url=base, timeout=10) as client:
        await ready(client)
        return await rooms(client, port, seconds)


async def rooms(client: httpx.AsyncClient, port: int, seconds: float) -> dict[str, str]:
    """Room after room until the time is over; each action is timed for all of its viewers."""
    acks: list[float] = []
    everybody: list[float] = []
    end = time.perf_counter() + seconds * 3
    while time.perf_counter() < end:
        made = await new_room(client)
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        tokens |= {f"spectator {n}": made["spectator"]["token"] for n in range(SPECTATORS)}
        sockets = [await connect(port, made["id"], token) for token in tokens.values()]
        await asyncio.gather(*(until(one, "room_full") for one in sockets))
        await play_room(client, made["id"], tokens, sockets, (acks, everybody), end)
        await asyncio.gather(*(one.close() for one in sockets))
    return {
        f"post -> answer, 2 players and {SPECTATORS} spectators": milliseconds(acks),
        "post -> last viewer has it": milliseconds(everybody),
    }


async def play_room(client, room_id, tokens, sockets, times, end) -> None:  # type: ignore[no-untyped-def]
    """Random offers until the game or the time is over."""
    pick = random.Random(1)
    while time.perf_counter() < end:
        state = (await client.get(f"/api/v1/rooms/{room_id}", headers=bearer(tokens["a"]))).json()
        if state["status"] != "playing":
            return
        token = tokens[state["to_act"][0]]
        offers = (await client.get(f"/api/v1/rooms/{room_id}/offers", headers=bearer(token))).json()["offers"]
        action = pick.choice(pick.choice(offers)["examples"])
        started = time.perf_counter()
        seen = [asyncio.ensure_future(until(one, None)) for one in sockets]
        answer = await client.post(f"/api/v1/rooms/{room_id}/actions", json={"action": action}, headers=bearer(token))
        times[0].append(time.perf_counter() - started)
        answer.raise_for_status()
        await asyncio.gather(*seen)
        times[1].append(time.perf_counter() - started)
        await asyncio.gather(*(drain(one, answer.json()["seq"]) for one in sockets))


async def until(one: websockets.ClientConnection, kind: str | None) -> None:
    """Waits for a message of that type (any, for ``None``)."""
    while True:
        message = json.loads(await one.recv())
        one.last_seq = message.get("seq", getattr(one, "last_seq", 0))  # type: ignore[attr-defined]
        if kind is None or message.get("type") == kind:
            return


async def drain(one: websockets.ClientConnection, seq: int) -> None:
    """Reads what is left of an action of several events."""
    while one.last_seq < seq:  # type: ignore[attr-defined]
        await until(one, None)


async def new_room(client: httpx.AsyncClient) -> dict:  # type: ignore[type-arg]
    body = {"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": [{"kind": "human"}, {"kind": "human"}]}
    answer = await client.post("/api/v1/rooms", json=body)
    answer.raise_for_status()
    return dict(answer.json())


async def connect(port: int, room_id: str, token: str) -> websockets.ClientConnection:
    address = f"ws://127.0.0.1:{port}/api/v1/rooms/{room_id}/socket"
    return await websockets.connect(address, additional_headers=bearer(token), compression=None)


async def ready(client: httpx.AsyncClient) -> None:
    """Waits until the server answers, at most a minute."""
    for _ in range(600):
        try:
            if (await client.get("/readyz")).status_code == 200:
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.1)
    raise TimeoutError("the server did not become ready within a minute")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def milliseconds(times: list[float]) -> str:
    """Median and 95th percentile."""
    times = sorted(times)
    median, high = statistics.median(times) * 1000, times[int(len(times) * 0.95)] * 1000
    return f"{median:.1f} ms, 95 % within {high:.1f} ms ({len(times)} actions)"
