"""Files that were never exported, their hashes put right again: refused or shown, never a 5xx, also when looked at later."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any, Final

import httpx
import pytest

from tests.parts.web.api.test_bad_input_random import strange
from tests.parts.web.api_site import PASS, Room, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEEDS: Final = range(4)
ROUNDS: Final = 15
PATHS: Final = ("", "/position", "/events", "/export")
PAGES: Final = ("", "/parts/log", "/parts/ending", "/replay", "/replay?seq=1")


def chained(lines: list[Any]) -> bytes:
    """Lines as a file whose hashes are right: they have no key, so whoever changes a file can make them anew."""
    before, written = "", b""
    for line in lines:
        body = json.dumps(line, separators=(",", ":")).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()
        written += body[:-1] + b',"hash":"' + before.encode() + b'"}\n'
    return written


def unchained(data: bytes) -> list[Any]:
    """The lines of a file without their hashes."""
    lines = [json.loads(line) for line in data.splitlines()]
    return [{name: value for name, value in line.items() if name != "hash"} for line in lines]


async def a_file(site: Site, kind: str) -> list[Any]:
    """The lines of a game that goes on, as its first seat knew it, or of one that is over."""
    room = await site.make_room("duel", options={"rounds": 20})
    for seat in "ab":
        chosen = {"action": {"type": "pick_charm", "charm": "luck"}}
        assert (await site.post(room, "/actions", chosen, as_=seat)).status_code == 200
    assert (await site.post(room, "/messages", {"text": "hello", "to": "table"})).status_code == 200
    assert (await site.post(room, "/actions", {"action": PASS}, as_=await site.to_act(room))).status_code == 200
    if kind == "finished":
        assert (await site.post(room, "/resign")).status_code == 200
    return unchained((await site.get(room, "/export")).content)


def altered(lines: list[Any], chance: random.Random) -> list[Any]:
    """The lines with some of them made strange, left out, doubled or moved."""
    changed: list[Any] = list(lines)
    for _ in range(chance.randrange(1, 4)):
        index = chance.randrange(len(changed))
        match chance.randrange(8):
            case 0:
                changed.insert(index, changed[index])
            case 1 if len(changed) > 2:
                del changed[index]
            case 2:
                first, second = chance.randrange(len(changed)), chance.randrange(len(changed))
                changed[first], changed[second] = changed[second], changed[first]
            case _:
                for _ in range(chance.randrange(1, 3)):
                    if changed[index]:
                        changed[index] = strange(changed[index], chance)
    return changed


@pytest.mark.parametrize("kind", ["playing", "finished"])
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_forged_file_is_refused_or_shown_and_hurts_nobody(site: Site, seed: int, kind: str) -> None:
    chance = random.Random(f"{seed} {kind}")
    lines = await a_file(site, kind)

    for _ in range(ROUNDS):
        forged = altered(lines, chance)
        query = chance.choice(["", "", "?play_from=1", "?play_from=0", f"?play_from={len(lines)}"])
        answer = await site.client.post(f"/api/v1/rooms/import{query}", content=chained(forged))
        assert answer.status_code in (201, 400, 422), (answer.text, forged)
        assert "an input that the rules can work out" not in answer.text, (answer.text, forged)
        if answer.status_code == 201:
            await assert_it_can_be_looked_at(site, Room(answer.json()), forged)


async def assert_it_can_be_looked_at(site: Site, room: Room, forged: Any) -> None:
    """That every page and every answer about a room comes."""
    viewers = [*room.tokens, "spectator", "host"]
    for viewer in viewers:
        for path in PATHS:
            assert_came(await site.get(room, path, as_=viewer), (path, forged))
        secret = (await site.app.state.rooms.exchange(room.token(viewer)))[1]
        headers = {"cookie": f"t_{room.id}_{viewer}={secret}", "accept": "text/html"}
        for path in PAGES:
            assert_came(await site.client.get(f"/rooms/{room.id}{path}", headers=headers), (path, forged))
    site.client.cookies.clear()


def assert_came(answer: httpx.Response, asked: Any) -> None:
    assert answer.status_code < 500, (asked, answer.text[:3000])
    assert "<script>alert" not in answer.text


HOSTILE: Final = (
    b"",
    b"\n",
    b"{}\n",
    b"[]\n[]\n",
    b"\xff\xfe\n",
    b"{\n" * 1000,
    b'{"hash":"' + b"0" * 64 + b'"}\n',
    b"[" * 100_000 + b"\n",
    b"\n" * 1_000_000,
    b'{"type":"export"' * 10_000,
    chained([{"type": "export", "format": "tapete-export-1"}, {"type": "export_end", "events": 0}]),
    chained([{"type": "export", "format": "tapete-export-1", "game": "pebbles"}, {"type": "export_end", "events": 0}]),
    chained([{"type": "export", "format": "tapete-export-1", "game": "\0"}, {"type": "export_end", "events": 0}]),
    chained([{"a": json.loads("[" * 500 + "]" * 500)}, {}]),
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
async def test_what_is_no_export_at_all_is_refused(site: Site, number: int) -> None:
    answer = await site.client.post("/api/v1/rooms/import", content=HOSTILE[number])

    assert answer.status_code in (400, 422), answer.text


async def test_a_file_over_8_mb_is_too_large(site: Site) -> None:
    answer = await site.client.post("/api/v1/rooms/import", content=b"x" * (8 * 1024 * 1024 + 1))

    assert answer.status_code == 413, answer.text


async def test_a_long_file_of_nonsense_is_judged(site: Site) -> None:
    """Four thousand lines with good hashes that tell nothing."""
    header, *events, footer = await a_file(site, "playing")
    many = [{**events[-1], "seq": number} for number in range(1, 4_000)]
    data = chained([header, *many, {**footer, "events": len(many)}])

    answer = await site.client.post("/api/v1/rooms/import", content=data)

    assert answer.status_code in (201, 400, 413, 422), answer.text
