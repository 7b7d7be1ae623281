"""Who asks, behind a proxy and without one: on the real server, by real requests from a named and an unnamed address."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from http.cookies import SimpleCookie

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from app.web.wire.limits import DEFAULT, Allowance, Kind
from tests.parts.web.api_site import HUMANS, TOYS, Room, bearer
from tests.support.server import RunningServer, running_server

PROXY = "127.0.0.9"
"""The whole of 127.0.0.0/8 is this machine: a proxy at an address of its own."""
NEW_ROOM = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)}
HTTPS = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def guarded(module_database_url: str) -> Iterator[RunningServer]:
    """The real server with limits, which believes one proxy."""
    with running_server(
        module_database_url, TAPETE_SYSTEMS=TOYS, LIMITS="default", FORWARDED_ALLOW_IPS=f"{PROXY}, 127.0.1.0/24"
    ) as running:
        yield running


def caller(server: RunningServer, own: str, headers: Mapping[str, str] | None = None) -> httpx.Client:
    """Somebody whose connections come from the address ``own``."""
    return httpx.Client(
        base_url=server.url, transport=httpx.HTTPTransport(local_address=own), headers=headers, timeout=20
    )


def assert_counted_as_one(client: httpx.Client, forwarded: Iterable[str]) -> None:
    """That somebody who says for each of these to ask for them gets what one address gets, and then has to wait."""
    begun = time.monotonic()
    made = 0
    for address in forwarded:
        answer = client.post("/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": address})
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) >= 1
            break
        assert answer.status_code == 201, answer.text
        made += 1
    regained = (time.monotonic() - begun) * ROOMS.per_minute / 60
    assert ROOMS.burst <= made <= ROOMS.burst + regained + 1


def figure(kind: Kind, by: str) -> Allowance:
    """What the server allows."""
    return dict(DEFAULT[kind].figures())[by]


ROOMS = figure(Kind.ROOMS, "address")
MORE = ROOMS.burst + 5


def addresses(most: int = 200) -> Iterator[str]:
    """Different ones."""
    return (f"198.51.100.{number}" for number in range(most))


def test_forged_forwarding_from_an_unnamed_address_changes_nothing(guarded: RunningServer) -> None:
    with caller(guarded, "127.0.0.21") as client:
        assert_counted_as_one(client, addresses())


def test_a_named_proxy_is_believed_about_who_asks(guarded: RunningServer) -> None:
    with caller(guarded, PROXY) as client:
        for address in addresses(MORE):
            answer = client.post("/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": address})
            assert answer.status_code == 201, answer.text
        assert_counted_as_one(client, iter(["203.0.113.1"] * 200))


def test_a_whole_network_of_proxies_may_be_named(guarded: RunningServer) -> None:
    with caller(guarded, "127.0.1.77") as client:
        for address in addresses(MORE):
            assert (
                client.post(
                    "/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": f"203.0.113.9, {address}"}
                ).status_code
                == 201
            )


def test_what_a_client_claims_before_the_proxys_own_word_is_not_believed(guarded: RunningServer) -> None:
    claims = (f"{address}, 203.0.113.2" for address in addresses())

    with caller(guarded, PROXY) as client:
        assert_counted_as_one(client, claims)


def test_the_proxys_own_word_may_pass_through_other_named_proxies(guarded: RunningServer) -> None:
    claims = (f"{address}, 203.0.113.3, 127.0.1.5" for address in addresses())

    with caller(guarded, PROXY) as client:
        assert_counted_as_one(client, claims)


def test_an_ipv6_household_is_one_address(guarded: RunningServer) -> None:
    with caller(guarded, PROXY) as client:
        for network in range(MORE):
            headers = {"X-Forwarded-For": f"2001:db8:0:{network:x}::1"}
            assert client.post("/api/v1/rooms", json=NEW_ROOM, headers=headers).status_code == 201
        household = (f"2001:db8:1:1:{number:x}::{number:x}" for number in range(200))
        assert_counted_as_one(client, household)


def test_other_headers_about_forwarding_are_never_believed(guarded: RunningServer) -> None:
    names = ("Forwarded", "X-Real-IP", "X-Client-IP", "CF-Connecting-IP", "X-Forwarded-Host", "X-Forwarded")
    for own in ("127.0.0.22", PROXY):
        with caller(guarded, own, {"X-Forwarded-For": "203.0.113.50"}) as client:
            begun = time.monotonic()
            statuses = [
                client.post("/api/v1/rooms", json=NEW_ROOM, headers=dict.fromkeys(names, f"for={address}")).status_code
                for address in addresses(MORE)
            ]
            regained = (time.monotonic() - begun) * ROOMS.per_minute / 60
        assert ROOMS.burst <= statuses.count(201) <= ROOMS.burst + regained + 1


@pytest.mark.parametrize(
    "address", ["", ",", "nonsense", "127.0.0.1:http", "[::1", "\xff", "x" * 3000, "1.2.3.4:99999"]
)
def test_whatever_a_proxy_says_is_answered(guarded: RunningServer, address: str) -> None:
    with caller(guarded, PROXY) as client:
        headers = {"X-Forwarded-For": address.encode("latin-1"), "X-Forwarded-Proto": address.encode("latin-1")}
        answer = client.post("/api/v1/games/pebbles/queries/chance", json={"need": 4}, headers=headers)  # type: ignore[arg-type]

    assert answer.status_code in (200, 429), answer.text


# -- the scheme decides the cookies ------------------------------------------------------------------------------------


def cookies_taken(client: httpx.Client, address: str, headers: Mapping[str, str]) -> list[str]:
    """The Set-Cookie lines of somebody who takes a seat."""
    made = client.post("/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": address})
    assert made.status_code == 201, made.text
    room = Room(made.json())
    taken = client.post(
        f"/join/{room.tokens['a']}", headers={**headers, "X-Forwarded-For": address, "Sec-Fetch-Site": "same-origin"}
    )
    assert taken.status_code == 303, taken.text
    return taken.headers.get_list("set-cookie")


def test_behind_a_named_proxy_with_https_the_cookie_is_secure_and_held_to_this_host(guarded: RunningServer) -> None:
    with caller(guarded, PROXY) as client:
        (line,) = cookies_taken(client, "203.0.113.20", HTTPS)
    name, cookie = next(iter(SimpleCookie(line).items()))

    assert name.startswith("__Host-t_")
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]


@pytest.mark.parametrize(
    ("own", "headers"), [("127.0.0.23", HTTPS), (PROXY, {}), (PROXY, {"X-Forwarded-Proto": "http"})]
)
def test_over_http_or_by_an_unnamed_address_the_cookie_is_a_plain_one(
    guarded: RunningServer, own: str, headers: Mapping[str, str]
) -> None:
    with caller(guarded, own) as client:
        (line,) = cookies_taken(client, "203.0.113.21", headers)
    name, cookie = next(iter(SimpleCookie(line).items()))

    assert name.startswith("t_")
    assert not cookie["secure"]
    assert cookie["httponly"]


def test_links_have_the_scheme_that_the_named_proxy_tells(guarded: RunningServer) -> None:
    with caller(guarded, PROXY, HTTPS | {"X-Forwarded-For": "203.0.113.22", "Host": "tapete.example"}) as client:
        made = client.post("/api/v1/rooms", json=NEW_ROOM).json()
    with caller(guarded, "127.0.0.24", HTTPS | {"Host": "tapete.example"}) as client:
        forged = client.post("/api/v1/rooms", json=NEW_ROOM).json()

    assert made["seats"][0]["url"].startswith("https://tapete.example/join/")
    assert forged["seats"][0]["url"].startswith("http://tapete.example/join/")


def test_a_secure_cookie_is_taken_only_over_https_and_a_plain_one_only_without(guarded: RunningServer) -> None:
    with caller(guarded, PROXY, {"X-Forwarded-For": "203.0.113.23"}) as client:
        (line,) = cookies_taken(client, "203.0.113.23", HTTPS)
        name, cookie = next(iter(SimpleCookie(line).items()))
        room_id = name.removeprefix("__Host-t_").rpartition("_")[0]
        client.cookies.clear()
        secure, plain = f"{name}={cookie.value}", f"{name.removeprefix('__Host-')}={cookie.value}"

        def status(cookies: str, headers: Mapping[str, str]) -> int:
            return client.get(f"/api/v1/rooms/{room_id}", headers={**headers, "Cookie": cookies}).status_code

        assert status(secure, HTTPS) == 200
        assert status(plain, {}) == 200
        assert status(secure, {}) != 200
        assert status(plain, HTTPS) != 200


# -- sockets -----------------------------------------------------------------------------------------------------------


def test_one_link_keeps_no_more_sockets_open_than_the_table_says(guarded: RunningServer) -> None:
    with caller(guarded, PROXY) as client:
        made = client.post("/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": "203.0.113.30"})
    room = Room(made.json())
    most = figure(Kind.SOCKETS, "link").open
    url = f"ws{guarded.url.removeprefix('http')}{room.path}/socket"
    with ExitStack() as open_lines:
        for _ in range(most or 0):
            open_lines.enter_context(connect(url, additional_headers=bearer(room.tokens["a"]), proxy=None))
        with pytest.raises(InvalidStatus) as refused:
            open_lines.enter_context(connect(url, additional_headers=bearer(room.tokens["a"]), proxy=None))
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"] == "10"
        other = open_lines.enter_context(connect(url, additional_headers=bearer(room.tokens["b"]), proxy=None))

        assert json.loads(other.recv())["type"] == "room_full"


def test_sockets_from_one_address_are_counted_together_whatever_they_claim(guarded: RunningServer) -> None:
    with caller(guarded, PROXY) as client:
        rooms = [
            Room(client.post("/api/v1/rooms", json=NEW_ROOM, headers={"X-Forwarded-For": f"203.0.113.{n}"}).json())
            for n in range(40, 44)
        ]
    allowed = figure(Kind.SOCKETS, "address")

    def open_one(number: int) -> None:
        room = rooms[number % 4]
        headers = bearer(room.tokens["ab"[number // 4 % 2]]) | {"X-Forwarded-For": f"198.51.100.{number % 250}"}
        url = f"ws{guarded.url.removeprefix('http')}{room.path}/socket"
        with connect(url, additional_headers=headers, proxy=None, source_address=("127.0.0.25", 0)):
            pass

    begun = time.monotonic()
    opened = 0
    with pytest.raises(InvalidStatus) as refused:  # noqa: PT012  how many it takes is what is asked
        while opened < 1000:
            open_one(opened)
            opened += 1

    assert refused.value.response.status_code == 429
    assert allowed.burst <= opened <= allowed.burst + (time.monotonic() - begun) * allowed.per_minute / 60 + 1
