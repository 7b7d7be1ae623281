"""Who may look at a room and who may do something there: tokens, cookies, origins."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from app.web.wire.access import is_same_origin
from tests.parts.web.api_site import BASE, PASS, Room, Site, assert_problem, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

READS = ("", "/position", "/offers", "/events", "/stream", "/survey?unit=a1")
WRITES = ("/actions", "/previews", "/messages", "/proposals", "/proposals/1", "/resign", "/seats/a/claim", "/start")


async def cookie_of(site: Site, room: Room, seat: str) -> dict[str, str]:
    """The cookie that a browser has after taking a seat."""
    link, secret = await site.app.state.rooms.exchange(room.tokens[seat])
    assert link.viewer == seat
    return {"Cookie": f"t_{room.id}_{seat}={secret}"}


@pytest.mark.parametrize("path", READS)
async def test_nothing_of_a_room_is_read_without_a_token(site: Site, path: str) -> None:
    room = await site.make_room()

    answer = await site.client.get(room.path + path)

    assert_problem(answer, 401, "unknown_token")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", WRITES)
async def test_nothing_of_a_room_is_changed_without_a_token(site: Site, path: str) -> None:
    room = await site.make_room()

    assert_problem(await site.client.post(room.path + path, json={}), 401, "unknown_token")


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Bearer " + "A" * 43,
        "Bearer " + "A" * 5000,
        "Bearer ../../etc/passwd",
        "Basic dXNlcjpwYXNz",
        "nonsense",
        "",
        "Bearer \xe9\xe8",
    ],
)
async def test_forged_tokens_are_unknown(site: Site, header: str) -> None:
    room = await site.make_room()

    answer = await site.client.get(room.path, headers=[("authorization", header.encode("latin-1"))])

    assert_problem(answer, 401, "unknown_token")


async def test_a_token_with_one_letter_changed_is_unknown(site: Site) -> None:
    room = await site.make_room()
    token = room.tokens["a"]
    forged = token[:-2] + ("A" if token[-2] != "A" else "B") + token[-1]

    assert_problem(await site.client.get(room.path, headers=bearer(forged)), 401, "unknown_token")


async def test_a_replaced_link_is_unknown_and_its_cookie_too(site: Site) -> None:
    room = await site.make_room()
    cookie = await cookie_of(site, room, "a")

    new = await site.app.state.rooms.replace_link(room.id, "a")

    assert_problem(await site.get(room), 401, "unknown_token")
    assert_problem(await site.client.get(room.path, headers=cookie), 401, "unknown_token")
    assert (await site.client.get(room.path, headers=bearer(new))).status_code == 200


async def test_a_room_that_the_token_has_no_part_in_is_not_found(site: Site) -> None:
    mine, other = await site.make_room(), await site.make_room()

    for path in READS:
        answer = await site.client.get(other.path + path, headers=bearer(mine.tokens["a"]))
        assert_problem(answer, 404, "not_found")
    answer = await site.client.post(f"{other.path}/actions", headers=bearer(mine.host), json={"action": PASS})
    assert_problem(answer, 404, "not_found")


@pytest.mark.parametrize("room_id", ["nowhere", "%00", "a%2Fb", "..", "x" * 2000, "%F0%9F%98%80", "'; drop table"])
async def test_a_room_that_does_not_exist_looks_like_one_of_somebody_elses(site: Site, room_id: str) -> None:
    mine = await site.make_room()

    answer = await site.client.get(f"/api/v1/rooms/{room_id}/position", headers=bearer(mine.tokens["a"]))

    assert_problem(answer, 404, "not_found")


@pytest.mark.parametrize("viewer", ["spectator", "host"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/actions", {"action": PASS}),
        ("/previews", {"action": PASS}),
        ("/proposals", {"kind": "draw"}),
        ("/resign", {}),
        ("/seats/a/claim", {"name": "Eve"}),
    ],
)
async def test_whoever_only_watches_does_nothing(site: Site, viewer: str, path: str, body: object) -> None:
    room = await site.make_room()
    before = await site.state_of(room)

    assert_problem(await site.post(room, path, body, as_=viewer), 403, "forbidden")

    assert await site.state_of(room) == before


@pytest.mark.parametrize("viewer", ["a", "spectator"])
async def test_only_the_host_administers(site: Site, viewer: str) -> None:
    room = await site.make_room()

    assert_problem(await site.post(room, "/start", {}, as_=viewer), 403, "forbidden")


async def test_whoever_only_watches_has_no_offers(site: Site) -> None:
    room = await site.make_room()

    assert_problem(await site.get(room, "/offers", as_="spectator"), 403, "forbidden")
    assert_problem(await site.get(room, "/offers", as_="host"), 403, "forbidden")


async def test_a_seat_cannot_claim_another_seat(site: Site) -> None:
    seats = [{"kind": "open", "team": "red"}, {"kind": "open", "team": "blue"}]
    room = await site.make_room(seats=seats)

    assert_problem(await site.post(room, "/seats/b/claim", {"name": "Ana"}, as_="a"), 403, "forbidden")
    assert_problem(await site.post(room, "/seats/g/claim", {"name": "Ana"}, as_="a"), 403, "forbidden")


async def test_the_host_sees_what_a_spectator_sees(site: Site) -> None:
    room = await site.make_room("duel")
    await site.post(room, "/actions", {"action": {"type": "pick_charm", "charm": "luck"}}, as_="a")

    host = (await site.get(room, "/position", as_="host")).json()
    spectator = (await site.get(room, "/position", as_="spectator")).json()

    assert host == spectator
    assert [player["charm"] for player in host["view"]["position"]["players"]] == [None, None]


async def test_a_cookie_opens_its_room_and_acts_from_our_own_page(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    cookie = await cookie_of(site, room, seat)

    assert (await site.client.get(f"{room.path}/position", headers=cookie)).status_code == 200
    for proof in ({"Origin": BASE}, {"Sec-Fetch-Site": "same-origin"}):
        answer = await site.client.post(f"{room.path}/previews", headers=cookie | proof, json={"action": PASS})
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "proof",
    [
        {},
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://[broken"},
        {"Origin": BASE + ".evil.test"},
        {"Origin": BASE + ":81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://evil.test", "Sec-Fetch-Site": "same-origin"},
    ],
)
async def test_a_cookie_changes_nothing_from_another_sites_page(site: Site, proof: dict[str, str]) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    cookie = await cookie_of(site, room, seat)
    before = await site.state_of(room)

    answer = await site.client.post(f"{room.path}/actions", headers=cookie | proof, json={"action": PASS})

    assert_problem(answer, 403, "forbidden")
    assert await site.state_of(room) == before


async def test_a_token_acts_from_wherever_it_is_held(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)

    answer = await site.post(room, "/actions", {"action": PASS}, as_=seat, headers={"Origin": "http://elsewhere.test"})

    assert answer.status_code == 200


async def test_a_cookie_is_good_for_its_own_room_only(site: Site) -> None:
    mine, other = await site.make_room(), await site.make_room()
    cookie = await cookie_of(site, mine, "a")
    secret = cookie["Cookie"].partition("=")[2]

    assert_problem(await site.client.get(other.path, headers=cookie), 404, "not_found")
    renamed = {"Cookie": f"t_{other.id}_a={secret}"}
    assert_problem(await site.client.get(other.path, headers=renamed), 404, "not_found")


async def test_a_cookie_is_good_for_its_own_seat_only(site: Site) -> None:
    room = await site.make_room()
    secret = (await cookie_of(site, room, "a"))["Cookie"].partition("=")[2]

    for viewer in ("b", "host", "spectator"):
        renamed = {"Cookie": f"t_{room.id}_{viewer}={secret}"}
        assert_problem(await site.client.get(room.path, headers=renamed), 401, "unknown_token")


async def test_a_links_secret_is_no_cookie_and_a_cookies_secret_no_token(site: Site) -> None:
    room = await site.make_room()
    secret = (await cookie_of(site, room, "a"))["Cookie"].partition("=")[2]

    as_cookie = {"Cookie": f"t_{room.id}_a={room.tokens['a']}"}
    assert_problem(await site.client.get(room.path, headers=as_cookie), 401, "unknown_token")
    assert_problem(await site.client.get(room.path, headers=bearer(secret)), 401, "unknown_token")


async def test_as_chooses_among_the_seats_a_browser_holds(site: Site) -> None:
    room = await site.make_room()
    first, second = await cookie_of(site, room, "a"), await cookie_of(site, room, "b")
    both = {"Cookie": f"{second['Cookie']}; {first['Cookie']}"}

    def viewer(answer: object) -> str:
        return answer.json()["view"]["viewer"]  # type: ignore[attr-defined, no-any-return]

    assert viewer(await site.client.get(f"{room.path}/position", headers=both)) == "a"
    assert viewer(await site.client.get(f"{room.path}/position?as=b", headers=both)) == "b"
    assert viewer(await site.client.get(f"{room.path}/position", headers=second)) == "b"
    assert_problem(await site.client.get(f"{room.path}/position?as=a", headers=second), 403, "forbidden")
    assert_problem(await site.client.get(f"{room.path}/position?as=%00", headers=both), 403, "forbidden")


async def test_a_dead_cookie_does_not_hide_a_living_one(site: Site) -> None:
    room = await site.make_room()
    first, second = await cookie_of(site, room, "a"), await cookie_of(site, room, "b")
    await site.app.state.rooms.replace_link(room.id, "a")

    answer = await site.client.get(
        f"{room.path}/position", headers={"Cookie": f"{first['Cookie']}; {second['Cookie']}"}
    )

    assert answer.json()["view"]["viewer"] == "b"


async def test_as_must_agree_with_a_token(site: Site) -> None:
    room = await site.make_room()

    assert (await site.get(room, "/position?as=a")).status_code == 200
    assert_problem(await site.get(room, "/position?as=b"), 403, "forbidden")


async def test_no_secret_is_ever_logged(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    room = await site.make_room()
    cookie = await cookie_of(site, room, "a")

    await site.get(room)
    await site.client.get(room.path, headers=cookie)
    await site.client.get(room.path, headers=bearer("A" * 43))
    await site.post(room, "/actions", {"action": {"type": "nonsense"}})

    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    secrets = [*room.tokens.values(), room.host, room.spectator, cookie["Cookie"].partition("=")[2]]
    assert not [secret for secret in secrets if any(secret in line for line in ours)]


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"origin": "http://a.test", "host": "a.test"}, True),
        ({"origin": "http://A.test", "host": "a.test"}, True),
        ({"origin": "https://a.test", "host": "a.test"}, False),
        ({"origin": "http://a.test:8000", "host": "a.test:8000"}, True),
        ({"origin": "http://a.test:8000", "host": "a.test"}, False),
        ({"origin": "null", "host": ""}, False),
        ({"origin": "null"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
async def test_the_origin_is_compared_with_the_host(headers: dict[str, str], expected: bool | None) -> None:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]

    assert is_same_origin(HTTPConnection({"type": "http", "headers": raw})) is expected


async def test_a_table_without_spectators_shows_itself_to_none(site: Site) -> None:
    room = await site.make_room(spectators="none")

    for path in ("/position", "/events", "/stream"):
        assert_problem(await site.get(room, path, as_="spectator"), 403, "forbidden")
    assert (await site.get(room, "/position", as_="host")).status_code == 200
