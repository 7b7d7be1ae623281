"""The table of authorisation, line by line: every route of the site, every credential, own, other and unknown rooms."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import msgspec
import pytest

from app.rooms.values.ports import is_campaign
from tests.parts.web.api_site import BASE, HUMANS, PASS, Room, Site
from tests.parts.web.campaigns import STAKE, a_campaign
from tests.parts.web.wire import authorisation
from tests.parts.web.wire.authorisation import (
    DEAD,
    Row,
    campaign_rows,
    is_form,
    public_rows,
    room_rows,
    routes_of,
    secret_rows,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOCS: Final = Path(__file__).parents[4] / "docs" / "security.md"
CODES: Final = {401: "unknown_token", 403: "forbidden", 404: "not_found", 422: "illegal_action"}
OPEN: Final = [{"kind": "open", "team": "red"}, {"kind": "open", "team": "blue"}]
OURS: Final = {"origin": BASE}
FOREIGN: Final = {"origin": "http://elsewhere.test"}
FORM: Final = {"content-type": "application/x-www-form-urlencoded"}


class Answer(msgspec.Struct, frozen=True):
    """What came back first: a status (101 for a socket that opened), the beginning of the body, the headers."""

    status: int
    body: bytes
    headers: dict[str, str]


class Place(msgspec.Struct, frozen=True):
    """A room and everything that anybody may show there: headers by credential, secrets by kind."""

    room: Room
    seat: str
    headers: dict[str, dict[str, str]]
    secrets: dict[str, str]


class Needs(msgspec.Struct, frozen=True):
    """What a path needs of the room, or campaign, that it leads to."""

    is_campaign: bool
    has_open_seats: bool
    has_proposal: bool
    is_over: bool
    decides: bool
    has_rematch: bool


def needs_of(path: str) -> Needs:
    """What a path needs."""
    return Needs(
        is_campaign="/campaigns/" in path,
        has_open_seats=path.endswith(("/claim", "/start", "/begin")),
        has_proposal=path.endswith("/proposals/{n}"),
        is_over=path.endswith(("/replay", "/report", "/share", "/replays", "/replays/withdraw", "/rematch"))
        or "/replay/" in path,
        decides=path.endswith(("/actions", "/decide", "/offers")),
        has_rematch=path.endswith("/rematch"),
    )


class Places:
    """The places in which nothing is changed by what is asked there: one and another of each kind, for all lines."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known: dict[tuple[Needs, str], Place] = {}

    async def of(self, path: str, which: str = "one") -> Place:
        """A place as ``path`` needs it."""
        key = needs_of(path), which
        if key not in self._known:
            self._known[key] = await a_place(self._site, path)
        return self._known[key]


@pytest.fixture(scope="module")
def places(site: Site) -> Places:
    return Places(site)


async def a_place(site: Site, path: str = "") -> Place:
    """A room as ``path`` needs it, or a campaign, and credentials of every kind, one seat's link replaced."""
    needs = needs_of(path)
    has_open_seats = needs.has_open_seats
    if needs.is_campaign:
        return await _campaign_place(site, needs)
    room = await site.make_room(seats=OPEN if has_open_seats else list(HUMANS), options={"rounds": 20})
    rooms = site.app.state.rooms
    seat = "a" if has_open_seats else await site.to_act(room)
    other = "b" if seat == "a" else "a"
    revoked = room.tokens[seat]
    room.tokens[seat] = await rooms.replace_link(room.id, seat)
    if needs.has_proposal:
        assert (await site.post(room, "/proposals", {"kind": "draw"}, as_=other)).status_code == 200
    if needs.is_over:
        assert (await site.post(room, "/resign", as_=other)).status_code == 200
    if needs.has_rematch:
        asked = await site.post(room, "/proposals", {"kind": "rematch"}, as_=seat)
        yes = await site.post(room, f"/proposals/{asked.json()['n']}", {"accept": True}, as_=other)
        assert yes.status_code == 200, yes.text
    return await _shown_in(site, room, seat, revoked)


async def _campaign_place(site: Site, needs: Needs) -> Place:
    """A campaign in which both seats decide or, for what leads into a game, in which one is played."""
    seats = OPEN if needs.has_open_seats else list(HUMANS)
    campaign = await a_campaign(site, seats=seats, decides=needs.decides)
    revoked = campaign.tokens["a"]
    campaign.tokens["a"] = await site.app.state.rooms.replace_link(campaign.id, "a")
    if needs.has_proposal:
        asked = await site.post(campaign, "/proposals", {"kind": "replace", "seat": "b", "by": "bot"}, as_="host")
        assert asked.status_code == 200, asked.text
    return await _shown_in(site, campaign, "a", revoked)


async def _shown_in(site: Site, room: Room, seat: str, revoked: str) -> Place:
    rooms, other = site.app.state.rooms, "b" if seat == "a" else "a"
    secrets = {name: (await rooms.exchange(room.token(name)))[1] for name in (seat, "host")}
    cookie = {"cookie": f"t_{room.id}_{seat}={secrets[seat]}"}
    host_cookie = {"cookie": f"t_{room.id}_host={secrets['host']}"}
    headers = {
        "none": {},
        "garbage": _bearer("A" * 32),
        "revoked": _bearer(revoked),
        "seat": _bearer(room.tokens[seat]),
        "neighbour": _bearer(room.tokens[other]),
        "spectator": _bearer(room.spectator),
        "host": _bearer(room.host),
        "cookie": cookie | OURS,
        "foreign": cookie | FOREIGN,
        "host cookie": host_cookie | OURS,
        "host foreign": host_cookie | FOREIGN,
    }
    shown = {
        "garbage": "A" * 32,
        "revoked": revoked,
        "seat": room.tokens[seat],
        "spectator": room.spectator,
        "host": room.host,
        "cookie": secrets[seat],
    }
    if (await rooms.info(room.id, "host")).status == "finished" and not is_campaign(room.id):
        shown["replay"] = await rooms.show_replay(room.id, seat)
    return Place(room, seat, headers, shown)


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def body_of(method: str, path: str) -> tuple[bytes, dict[str, str]]:
    """A body with which whoever has the right is served, and its content type."""
    forms: Mapping[str, Mapping[str, str]] = {
        "/rooms/{room_id}/links": {"viewer": "spectator"},
        "/rooms/{room_id}/begin": {},
        "/rooms/{room_id}/close": {"sure": "yes"},
        "/rooms/{room_id}/seats": {"seat": "b", "by": "bot"},
        "/rooms/{room_id}/withdraw": {},
        "/rooms/{room_id}/replay": {"seq": "1"},
        "/rooms/{room_id}/replay/share": {"seq": "1"},
        "/join/{secret}": {"name": "Ana"},
        "/watch/{secret}": {},
        "/rooms/new": {"game": "pebbles", "scenario": "duel", "seat_a_kind": "me", "seat_b_kind": "friend"},
        "/rooms/try": {"game": "pebbles"},
        "/campaigns/new": {"game": "pebbles", "scenario": "league", "seat_a_kind": "me", "seat_b_kind": "friend"},
        "/campaigns/{room_id}/decide": {"action": json.dumps(STAKE)},
        "/campaigns/{room_id}/proposals/{n}": {"accept": "no"},
        "/campaigns/{room_id}/links": {"viewer": "spectator"},
        "/campaigns/{room_id}/close": {"sure": "yes"},
        "/campaigns/{room_id}/seats": {"seat": "b", "by": "bot"},
    }
    if method == "POST" and path in forms:
        return urlencode(forms[path]).encode(), FORM
    bodies: Mapping[str, Any] = {
        "/previews": {"action": PASS},
        "/actions": {"action": PASS},
        "/messages": {"text": "hi"},
        "/proposals": {"kind": "draw"},
        "/proposals/{n}": {"accept": False},
        "/resign": {},
        "/forfeits": {"side": "red"},
        "/hook": {"url": "https://hooks.example.org/"},
        "/start": {},
        "/close": {},
        "/links/{seat}": {},
        "/seats/{seat}/claim": {"name": "Ana"},
    }
    bodies_of_campaigns: Mapping[str, Any] = {
        "/actions": {"action": STAKE},
        "/proposals": {"kind": "replace", "seat": "b", "by": "bot"},
    }
    for end, body in ({**bodies, **bodies_of_campaigns}).items():
        if method == "POST" and path == f"/api/v1/campaigns/{{room_id}}{end}":
            return json.dumps(body).encode(), {"content-type": "application/json"}
    for end, body in bodies.items():
        if method == "POST" and path == f"/api/v1/rooms/{{room_id}}{end}":
            return json.dumps(body).encode(), {"content-type": "application/json"}
    return b"", {}


def address(path: str, place: Place, room_id: str) -> str:
    """A path of the table with everything filled in."""
    filled = (
        path.replace("{room_id}", room_id).replace("{seat}", place.seat).replace("{n}", "1").replace("{number}", "1")
    )
    asked = {"survey": "unit", "about": "thing"}.get(filled.rsplit("/", 1)[-1])
    return f"{filled}?{asked}={place.seat}0" if asked and "/api/" in filled else filled


async def ask(site: Site, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
    """Asks the site and hangs up as soon as it has begun to answer, so that streams and sockets end too."""
    target, _, query = path.partition("?")
    is_socket = method == "WS"
    scope = {
        "type": "websocket" if is_socket else "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if is_socket else "http",
        "method": method,
        "path": target,
        "raw_path": target.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), text.encode()) for name, text in ({"host": "table.test"} | dict(headers)).items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }
    heard: list[dict[str, Any]] = []
    begun = asyncio.Event()
    first: list[dict[str, Any]] = [
        {"type": "websocket.connect"} if is_socket else {"type": "http.request", "body": body}
    ]

    async def receive() -> dict[str, Any]:
        if first:
            return first.pop()
        await begun.wait()
        return {"type": "websocket.disconnect", "code": 1005} if is_socket else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        heard.append(message)
        if message["type"] in ("websocket.accept", "http.response.body", "websocket.http.response.body"):
            begun.set()

    async with asyncio.timeout(20):
        await site.app(scope, receive, send)
    opening = heard[0]
    if opening["type"] == "websocket.accept":
        return Answer(101, b"", {})
    told = {name.decode(): text.decode() for name, text in opening["headers"]}
    return Answer(opening["status"], b"".join(message.get("body", b"") for message in heard), told)


def assert_told(answer: Answer, status: int, where: object) -> None:
    """That the answer is this status with the code that goes with it."""
    assert answer.status == status, (where, answer)
    if status in CODES:
        assert answer.headers["content-type"] == "application/problem+json", where
        assert json.loads(answer.body)["code"] == CODES[status], (where, answer)
        assert answer.headers["cache-control"] == "no-store", where


# -- the tables are complete -------------------------------------------------------------------------------------------


async def test_every_route_of_the_site_has_its_line_and_no_line_is_left_over(site: Site) -> None:
    rows = (*room_rows(), *campaign_rows(), *secret_rows(), *public_rows())
    lines = [(row.method, row.path) for row in rows]

    assert len(set(lines)) == len(lines)
    assert set(lines) == routes_of(site.app)


async def test_the_manual_prints_the_tables_as_they_are() -> None:
    assert authorisation.as_markdown() in DOCS.read_text("utf-8")


# -- the routes of one room --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [*room_rows(), *campaign_rows()], ids=lambda row: f"{row.method} {row.path}")
async def test_who_is_served_in_his_own_room(site: Site, places: Places, row: Row) -> None:
    shared = await places.of(row.path)
    before = await site.state_of(shared.room)
    changing = row.method == "POST"

    for credential, expected in row.expected.items():
        served = expected < 400
        place = await a_place(site, row.path) if served and changing else shared
        body, kind = body_of(row.method, row.path)
        headers = place.headers[credential] | kind
        answer = await ask(site, row.method, address(row.path, place, place.room.id), headers, body)
        assert_told(answer, expected, (row.path, credential))

    assert await site.state_of(shared.room) == before  # what was refused, and what only looks, changed nothing


@pytest.mark.parametrize("row", [*room_rows(), *campaign_rows()], ids=lambda row: f"{row.method} {row.path}")
async def test_nobody_is_served_in_a_room_of_others_or_in_one_that_is_not(site: Site, places: Places, row: Row) -> None:
    place, other = await places.of(row.path), await places.of(row.path, "another")
    before = await site.state_of(other.room)
    body, kind = body_of(row.method, row.path)

    for credential, at_home in row.expected.items():
        dead = credential in DEAD or (is_form(row) and place.headers[credential].get("origin") != BASE)
        expected = at_home if dead else row.elsewhere
        assert expected is not None
        answers = [
            await ask(site, row.method, address(row.path, place, room_id), place.headers[credential] | kind, body)
            for room_id in (other.room.id, "0" * len(other.room.id))
        ]
        for answer in answers:
            assert_told(answer, expected, (row.path, credential))
        assert answers[0].body == answers[1].body, "a room of others looks like none at all"

    assert await site.state_of(other.room) == before


@pytest.mark.parametrize("row", [*room_rows(), *campaign_rows()], ids=lambda row: f"{row.method} {row.path}")
async def test_a_campaign_is_no_room_and_a_room_no_campaign(site: Site, places: Places, row: Row) -> None:
    of_rooms = "/rooms/" in row.path
    place = await places.of("/campaigns/" if of_rooms else "/rooms/")
    before = await site.state_of(place.room)
    body, kind = body_of(row.method, row.path)

    for credential, at_home in row.expected.items():
        dead = credential in DEAD or (is_form(row) and place.headers[credential].get("origin") != BASE)
        expected = at_home if dead else row.elsewhere
        if credential.endswith("foreign") and row.method in ("POST", "WS"):
            expected = at_home  # another site's page is sent away whatever it asks for
        assert expected is not None
        path = address(row.path, place, place.room.id)
        answer = await ask(site, row.method, path, place.headers[credential] | kind, body)
        assert_told(answer, expected, (row.path, credential))

    assert await site.state_of(place.room) == before


# -- the routes whose address holds a secret ---------------------------------------------------------------------------


@pytest.mark.parametrize("row", secret_rows(), ids=lambda row: f"{row.method} {row.path}")
async def test_which_secrets_open_a_door(site: Site, row: Row) -> None:
    place = await a_place(site)
    over = await a_place(site, "/replay/")
    place.secrets["replay"] = over.secrets["replay"]
    body, kind = body_of(row.method, row.path)

    for secret, expected in row.expected.items():
        path = row.path.replace("{secret}", place.secrets[secret])
        assert_told(await ask(site, row.method, path, OURS | kind, body), expected, (row.path, secret))
        if is_form(row):
            for origin in (FOREIGN, {}, {"origin": "null"}):
                assert_told(await ask(site, row.method, path, origin | kind, body), 403, (row.path, secret, origin))


@pytest.mark.parametrize("row", [row for row in secret_rows() if row.method == "GET"], ids=lambda row: row.path)
async def test_opening_a_link_takes_nothing_and_leaves_no_cookie(site: Site, row: Row) -> None:
    room = await site.make_room(seats=OPEN)
    before = await site.state_of(room)

    for secret in (room.tokens["a"], room.spectator):
        for headers in ({}, FOREIGN, {"purpose": "prefetch"}):
            answer = await ask(site, "GET", row.path.replace("{secret}", secret), headers)
            assert "set-cookie" not in answer.headers

    assert await site.state_of(room) == before


# -- the routes for everybody ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", public_rows(), ids=lambda row: f"{row.method} {row.path}")
async def test_what_is_for_everybody_is_the_same_with_any_credential(site: Site, row: Row) -> None:
    place = await a_place(site)
    method, path, (body, kind) = row.method, *await public_request(site, row)
    for credential, headers in place.headers.items():
        is_foreign = is_form(row) and headers.get("origin") != BASE
        answer = await ask(site, method, path, headers | kind, body)
        assert_told(answer, 403 if is_foreign else row.expected["anybody"], (row.path, credential))


async def public_request(site: Site, row: Row) -> tuple[str, tuple[bytes, dict[str, str]]]:
    """The address and the body of a request for everybody."""
    if row.path == "/games/{game}/opening":
        return "/games/daubs/opening?scenario=yard&seats=2", (b"", {})
    has_more = row.path.endswith(("cover.svg", "board.css")) or "/workshop" in row.path or "/battles" in row.path
    game = "war_of_plastic" if has_more else "pebbles"
    path = row.path.replace("{game}", game).replace("{query}", "chance").replace("{path}", "css/base/tokens.css")
    if row.method == "POST" and row.path == "/rooms/import":
        return path, as_upload(await exported(site))
    if row.method == "GET":
        return path, (b"", {})
    if "/battle" in row.path or "/workshop" in row.path:
        return path, await of_a_workshop(site, row.path)
    if is_form(row):
        return path, body_of(row.method, row.path)
    if row.path.endswith("/import"):
        return path, (await exported(site), {"content-type": "application/jsonl"})
    start = {"scenario": "open", "seats": list(HUMANS), "seed": "kitchen"}
    opened = await site.client.post("/api/v1/games/pebbles/positions", json=start)
    assert opened.status_code == 200, opened.text
    position = opened.json()["position"]
    seat = position["turn"]
    body = {
        "chance": {"need": 4},
        "positions": start,
        "offers": {"position": position, "seat": seat},
        "check": {"position": position, "seat": seat, "action": PASS},
        "apply": {"position": position, "seat": seat, "action": PASS, "seed": "kitchen"},
        "view": {"position": position, "viewer": "spectator"},
        "rooms": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)},
        "campaigns": {"game": "pebbles", "campaign": "league", "seats": list(HUMANS)},
    }[path.rpartition("/")[2]]
    return path, (json.dumps(body).encode(), {"content-type": "application/json"})


async def of_a_workshop(site: Site, path: str) -> tuple[bytes, dict[str, str]]:
    """What a workshop is sent: a battle, and what is to be done with it."""
    started = await site.client.post("/api/v1/games/war_of_plastic/battles", json={"scenario": "garden_skirmish"})
    assert started.status_code == 200, started.text
    battle = started.json()["battle"]
    if path == "/rooms/battle":
        return urlencode({"game": "war_of_plastic", "battle": json.dumps(battle)}).encode(), FORM
    body = {"battles": {"scenario": "crossroads"}, "edit": {"battle": battle, "edit": {"type": "remove", "id": "A-01"}}}
    return json.dumps(body.get(path.rpartition("/")[2], {"battle": battle})).encode(), {
        "content-type": "application/json"
    }


async def exported(site: Site) -> bytes:
    """The file of a finished game."""
    room = await site.make_room()
    assert (await site.post(room, "/resign")).status_code == 200
    answer = await site.get(room, "/export")
    assert answer.status_code == 200, answer.text
    return answer.content


def as_upload(file: bytes) -> tuple[bytes, dict[str, str]]:
    """A form with a file in it, as a browser sends it."""
    request = httpx.Request("POST", BASE, files={"file": ("game.jsonl", file)}, data={"what": "look"})
    return request.read(), {"content-type": request.headers["content-type"]}
