"""Two neighbours: one asks for the heaviest that a room can be asked for, as fast as the limits allow; the other plays.

A real server with the limits that it has by default. In one room two players act twenty times a second, each act timed from
being asked for to its acknowledgement. Meanwhile, one link at a time, somebody asks in rooms of another address for offers,
surveys, previews, pages, the record and the replay of the heaviest battles that may be made, posts acts and proposals that
are refused, over several connections: once as told by Retry-After, once as though there were no limits. The database is an
embedded one, or what DATABASE_URL names.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import msgspec

from benchmarks import heavy
from benchmarks.live import bearer
from tests.support.server import RunningServer

ACTS_PER_S = 20
CONNECTIONS = 8
LINES = 5000
BEFORE_TURNS = ("roll", "choose_edge", "finish_deployment")
"""Acts of War of Plastic after which its turns begin; with them, whatever is heavy is offered."""
LEGS = 40
"""Of a path, at most."""
TARGET_MS = 50
NEIGHBOUR = "127.0.0.1"
HEAVY = "127.0.0.2"
"""Whoever asks for much does so from an address of his own, so that what he uses up is his."""

Ask = tuple[str, str, dict[str, Any]]


class Link(msgspec.Struct, frozen=True):
    """Somebody in a heavy room: what he asks for, again and again."""

    name: str
    headers: dict[str, str]
    asks: list[Ask]


def measure(seconds: float) -> dict[str, str]:
    """The figures by name."""
    with tempfile.TemporaryDirectory(prefix="tapete-bench-") as home:
        given = {"DATABASE_URL": os.environ["DATABASE_URL"]} if "DATABASE_URL" in os.environ else {"TAPETE_HOME": home}
        server = RunningServer({"PORT": "0", "LIMITS": "default", **given})
        try:
            return asyncio.run(neighbours(server.url, max(5.0, seconds * 7)))
        finally:
            server.terminate()


async def neighbours(url: str, seconds: float) -> dict[str, str]:
    """The neighbour's acts alone, then beside each heavy link."""
    figures: dict[str, str] = {}
    async with client_at(url, HEAVY) as heavy_client, client_at(url, NEIGHBOUR) as client:
        links = [await a_heavy_link(heavy_client, *battle) for battle in BATTLES] + [await a_long_talk(heavy_client)]
        await beside(client, None, seconds, obeys=True)  # whatever is made ready at the first act
        figures["acts of a neighbour, nobody else"] = told(await beside(client, None, seconds, obeys=True))
        for link in links:
            for obeys in (True, False):
                how = "as the limits allow" if obeys else "whatever the limits say"
                found = await beside(client, (url, link), seconds, obeys=obeys)
                figures[f"acts beside {link.name}, {how}, p95 to stay under {TARGET_MS} ms"] = told(found)
    return figures


class Found(msgspec.Struct):
    """The times of acts in seconds, what the heavy link was answered, and the longest stall."""

    acts: list[float]
    answers: Counter[int]
    stall_s: float | None


async def beside(client: httpx.AsyncClient, load: tuple[str, Link] | None, seconds: float, *, obeys: bool) -> Found:
    """Two players act while the link asks."""
    found = Found([], Counter(), None)
    until = time.perf_counter() + seconds
    asking = []
    if load is not None:
        asking = [asyncio.create_task(ask(*load, found.answers, until, obeys, n)) for n in range(CONNECTIONS)]
    await stall_of(client)
    try:
        await play(client, found.acts, until)
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    found.stall_s = await stall_of(client)
    return found


async def play(client: httpx.AsyncClient, acts: list[float], until: float) -> None:
    """Acts at a steady pace, in one small room after another. An act that is late does not put off the next."""
    pick, due = random.Random(7), time.perf_counter()
    while time.perf_counter() < until:
        room, tokens = await a_room(client, {"game": "war_of_plastic", "scenario": "garden_skirmish"})
        while time.perf_counter() < until:
            state = (await client.get(room, headers=bearer(tokens["a"]))).json()
            if state.get("status") != "playing":
                break
            headers = bearer(tokens[state["to_act"][0]])
            offers = (await client.get(f"{room}/offers", headers=headers)).json().get("offers")
            if not offers:
                break
            action = pick.choice(pick.choice(offers)["examples"])
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due, time.perf_counter() - 1) + 1 / ACTS_PER_S
            begun = time.perf_counter()
            answer = await client.post(f"{room}/actions", json={"action": action}, headers=headers)
            if answer.status_code == 200:
                acts.append(time.perf_counter() - begun)
            elif answer.status_code == 429:
                await asyncio.sleep(1 / ACTS_PER_S)


async def ask(url: str, link: Link, answers: Counter[int], until: float, obeys: bool, number: int) -> None:
    """Asks for one heavy thing after another; waits when told to, if it ``obeys``."""
    pick = random.Random(number)
    async with client_at(url, HEAVY) as client:
        while time.perf_counter() < until:
            method, path, body = pick.choice(link.asks)
            with suppress(httpx.HTTPError):
                given = {"json": body} if method == "POST" else {}
                answer = await client.request(method, path, headers=link.headers, **given)
                answers[answer.status_code] += 1
                if answer.status_code == 429:
                    await asyncio.sleep(float(answer.headers.get("retry-after", 1)) if obeys else 0.005)


async def a_heavy_link(client: httpx.AsyncClient, name: str, game: str, battle: Callable[[], dict[str, Any]]) -> Link:
    """A seat in a battle of its own, and everything heavy that may be asked there."""
    wish = {"game": game, "scenario": "own", "battle": battle()}
    try:
        room, tokens = await a_room(client, wish)
    except httpx.HTTPStatusError as refused:
        # Battles have a size at which they are refused: then the largest of the game's own.
        name += f" (refused: {refused.response.json().get('detail', '')[:60]}; the game's largest instead)"
        room, tokens = await a_room(client, {"game": game, "scenario": LARGEST[game]})
    headers, offers = await until_turns_begin(client, room, tokens)
    units = list(dict.fromkeys(offer["unit"] for offer in offers if offer.get("unit")))[:20]
    examples = [example for offer in offers for example in offer["examples"][:3]][:60]
    page = room.removeprefix("/api/v1")
    asks: list[Ask] = [("GET", f"{room}/offers", {})] * 10
    asks += [("GET", f"{room}/offers?unit={unit}", {}) for unit in units]
    asks += [("GET", f"{room}/survey?unit={unit}", {}) for unit in units]
    asks += [("POST", f"{room}/previews", {"action": example}) for example in examples]
    asks += [("GET", f"{page}{rest}", {}) for rest in PAGES] * 5
    asks += [("GET", f"{room}{rest}", {}) for rest in ("/events?after=0", "/position", "/correctables", "/export")] * 3
    moves = [example for example in examples if example["type"] == "move"]
    asks += [("POST", f"{room}/actions", {"action": wandering(move)}) for move in moves]
    asks += [("POST", f"{room}/proposals", impossible(units))] * 10
    return Link(name, headers, asks)


def wandering(move: dict[str, Any]) -> dict[str, Any]:
    """The move with as many legs as one may have, to and fro where it goes, which the rules refuse."""
    name = "path_mm" if "path_mm" in move else "path"
    return {**move, name: ([*move[name], *reversed(move[name])] * LEGS)[:LEGS]}


def impossible(units: list[str]) -> dict[str, Any]:
    """A proposal to put right by hand what cannot be so."""
    return {"kind": "correction", "changes": [{"unit": unit, "field": "x_mm", "value": -1} for unit in units]}


async def until_turns_begin(
    client: httpx.AsyncClient, room: str, tokens: dict[str, str]
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Plays what comes before the turns, if anything: then more is offered than ever. Who is asked, and the offers."""
    while True:
        state = (await client.get(room, headers=bearer(tokens["a"]))).json()
        headers = bearer(tokens[state["to_act"][0]])
        offers = (await client.get(f"{room}/offers", headers=headers)).json()["offers"]
        before = [offer for offer in offers if offer["type"] in BEFORE_TURNS]
        if not before:
            return headers, offers
        act = before[0]["examples"][0]
        (await client.post(f"{room}/actions", json={"action": act}, headers=headers)).raise_for_status()


async def a_long_talk(client: httpx.AsyncClient) -> Link:
    """A room that was imported with as much talk as one may hold."""
    room, tokens = await a_room(client, {"game": "war_of_plastic", "scenario": "garden_skirmish"})
    (await client.post(f"{room}/resign", headers=bearer(tokens["a"]))).raise_for_status()
    data = (await client.get(f"{room}/export", headers=bearer(tokens["a"]))).content
    made = await client.post("/api/v1/rooms/import", content=heavy.long_talk(data, LINES))
    made.raise_for_status()
    room = f"/api/v1/rooms/{made.json()['id']}"
    page = room.removeprefix("/api/v1")
    asks: list[Ask] = [("GET", f"{page}{rest}", {}) for rest in (*PAGES, "/report")] * 2
    asks += [("GET", f"{room}/events?after=0", {})] * 2 + [("GET", f"{room}/export", {})]
    return Link(f"a room with {LINES} lines of chat", bearer(made.json()["host_token"]), asks)


async def a_room(client: httpx.AsyncClient, wish: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """A new room of two people: where it is, and the seats' tokens."""
    while True:
        answer = await client.post("/api/v1/rooms", json={**wish, "seats": [{"kind": "human"}, {"kind": "human"}]})
        if answer.status_code != 429:
            break
        await asyncio.sleep(float(answer.headers["retry-after"]))
    answer.raise_for_status()
    made = answer.json()
    return f"/api/v1/rooms/{made['id']}", {seat["seat"]: seat["token"] for seat in made["seats"]}


async def stall_of(client: httpx.AsyncClient) -> float | None:
    """The longest stall of the server's event loop since it was last asked, if it tells."""
    for line in (await client.get("/metrics")).text.splitlines():
        if line.startswith("tapete_loop_stall_seconds"):
            return float(line.rpartition(" ")[2])
    return None


def client_at(url: str, address: str) -> httpx.AsyncClient:
    """Somebody who asks from an address of this machine."""
    return httpx.AsyncClient(base_url=url, timeout=60, transport=httpx.AsyncHTTPTransport(local_address=address))


def told(found: Found) -> str:
    """The spread of the acts, and what the link was answered."""
    times = sorted(1000 * each for each in found.acts) or [float("nan")]
    p50, p95, p99 = (times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.95, 0.99))
    words = f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, longest {times[-1]:.0f} ms ({len(found.acts)} acts)"
    if found.answers:
        refused = found.answers[429]
        words += f"; {found.answers.total() - refused} heavy answers, {refused} times 429"
        strange = {status: n for status, n in found.answers.items() if status >= 500}
        words += f", {strange}" if strange else ""
    if found.stall_s is not None:
        words += f"; longest stall {1000 * found.stall_s:.0f} ms"
    return words


BATTLES = (
    ("60 units and 112 obstacles of War of Plastic", "war_of_plastic", heavy.of_plastic),
    ("80 cards and 160 tokens of Open Wars", "open_wars", heavy.of_wars),
)
LARGEST = {"war_of_plastic": "breakthrough", "open_wars": "siege_of_the_infernal_bastion"}
PAGES = ("", "/parts/log", "/parts/ending", "/replay", "/replay?seq=3")
