"""The pages under strange addresses, queries, cookies, headers and forms: an answer always, never a 5xx, never markup."""

from __future__ import annotations

import json
import random
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
import pytest

from tests.parts.web.api_site import BASE, Room, Site
from tests.parts.web.campaigns import a_campaign
from tests.parts.web.wire.authorisation import Row, campaign_rows, is_form, public_rows, room_rows, secret_rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOSTILE: Final = (
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "9" * 400,
    "a",
    "z",
    "host",
    "spectator",
    "pebbles",
    "war_of_plastic",
    "duel",
    "none",
    "..",
    "../../etc/passwd",
    "%2e%2e%2f",
    "\0",
    "\U0001f9e8",
    "\u202e\u0301\ufeff",
    "١",
    "x" * 5000,
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}%s{0}",
    "'; drop table rooms; --",
    "http://elsewhere.test/",
    "//elsewhere.test",
    "javascript:alert(1)",
)
NAMES: Final = (
    "lang",
    "as",
    "q",
    "game",
    "scenario",
    "new",
    "seq",
    "after",
    "unit",
    "viewer",
    "name",
    "contribution",
    "",
)
FIELDS: Final = (
    *NAMES,
    *("seat", "by", "strategy", "sure", "spectators", "password"),
    *("action", "accept", "key", "seq", "count_decision-0-0", "value_decision-0-0"),
    *(f"seat_{seat}_{field}" for seat in "abg" for field in ("kind", "name", "team", "strategy", "army")),
    *("option_rounds", "option_take_back", "value_house.reach_mm", "value_"),
)
HEADERS: Final = (
    "accept-language",
    "accept",
    "user-agent",
    "referer",
    "x-forwarded-proto",
    "if-none-match",
    "range",
    "host",
)
PAGES: Final = [
    row
    for row in (*room_rows(), *campaign_rows(), *secret_rows(), *public_rows())
    if row.method != "WS" and not row.path.startswith("/api/v1")
]
ROUNDS: Final = 12


def filled(row: Row, room: Room, chance: random.Random) -> str:
    """A row's address with something in every place of it: mostly what belongs there."""
    right = {
        "room_id": room.id,
        "secret": chance.choice([room.tokens["a"], room.spectator]),
        "game": "pebbles",
        "path": "css/base/tokens.css",
        "n": "1",
        "number": "1",
    }
    path = row.path
    for name, value in right.items():
        strange = chance.choice(HOSTILE)
        path = path.replace(f"{{{name}}}", value if chance.random() < 0.6 else quote(strange, safe="") or "-")
    return path


def some(chance: random.Random, names: tuple[str, ...]) -> dict[str, str]:
    """A few fields with strange values."""
    return {chance.choice(names): chance.choice(HOSTILE) for _ in range(chance.randrange(5))}


def strange_headers(chance: random.Random) -> dict[str, str]:
    """A few headers that can be sent at all, with strange values."""
    headers = {}
    for name in chance.sample(HEADERS, 2):
        value = chance.choice(HOSTILE)
        if value.isascii() and value.isprintable() and len(value) < 1000:
            headers[name] = value
    return headers


def cookies_of(room: Room, held: dict[str, str], chance: random.Random) -> str:
    """Good cookies, strange ones, and ones that look like ours."""
    made = [f"t_{room.id}_{viewer}={secret}" for viewer, secret in held.items() if chance.random() < 0.7]
    names = ("lang", f"links_{room.id}", f"t_{room.id}_z", "t__a", "t_x_a", "__Host-t_x_a", "=", ";", f"t_{room.id}_b")
    for _ in range(chance.randrange(3)):
        value = chance.choice([text for text in HOSTILE if text.isascii() and text.isprintable()])
        made.append(f"{chance.choice(names)}={value[:200]}")
    chance.shuffle(made)
    return "; ".join(made)


def assert_harmless(answer: httpx.Response, asked: Any) -> None:
    assert answer.status_code < 500, (asked, answer.text[:2000])
    if "text/html" in answer.headers.get("content-type", ""):
        for markup in ("<script>alert(1)", "<img src=x", 'href="javascript:', "49$"):
            assert markup not in answer.text, asked
    if answer.is_redirect:
        target = answer.headers["location"]
        assert target.startswith("/"), (asked, target)
        assert not target.startswith("//"), (asked, target)
    if "json" in answer.headers.get("content-type", ""):
        json.loads(answer.text)


@pytest.mark.parametrize("row", PAGES, ids=lambda row: f"{row.method} {row.path}")
async def test_a_page_answers_whatever_is_asked(site: Site, row: Row) -> None:
    chance = random.Random(f"{row.method} {row.path}")
    is_campaign = row.path.startswith("/campaigns/{")
    room = await a_campaign(site, decides=True) if is_campaign else await site.make_room(options={"rounds": 20})
    held = {viewer: (await site.app.state.rooms.exchange(room.token(viewer)))[1] for viewer in ("a", "host")}

    for _ in range(ROUNDS):
        path = filled(row, room, chance)
        query = urlencode(some(chance, NAMES))
        form = urlencode(some(chance, FIELDS)) if is_form(row) else ""
        headers = {"origin": BASE, "accept": chance.choice(["text/html", "*/*"])} | strange_headers(chance)
        headers |= {"cookie": cookies_of(room, held, chance), "content-type": "application/x-www-form-urlencoded"}
        asked = (row.method, path, query, form, headers)
        answer = await site.client.request(
            row.method, f"{path}?{query}" if query else path, content=form.encode(), headers=headers
        )
        assert_harmless(answer, asked)
    site.client.cookies.clear()
