"""Bad input to rooms: every piece of it gets the contract's error, changes nothing, and never a 5xx."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.parts.web.api_site import HUMANS, PASS, Site, assert_problem, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTS = ("/actions", "/previews", "/messages", "/proposals", "/proposals/1")

MALFORMED = {
    "nothing": b"",
    "words": b"play it",
    "half": b'{"action": {"type": "pa',
    "two values": b'{"action": {"type": "pass"}}{}',
    "single quotes": b"{'action': 1}",
    "trailing comma": b'{"action": {"type": "pass"},}',
    "NaN": b'{"action": {"type": "move", "unit": "a1", "path_mm": [[NaN, 1]]}}',
    "Infinity": b'{"action": {"type": "move", "unit": "a1", "path_mm": [[Infinity, 1]]}}',
    "minus Infinity": b'{"seq": -Infinity}',
    "latin-1": '{"text": "adiós"}'.encode("latin-1"),
    "utf-16": '{"text": "hi"}'.encode("utf-16"),
    "lone surrogate": b'{"text": "\\ud83d"}',
    "escaped NUL": b'{"text": "a\\u0000b"}',
    "raw NUL": b'{"text": "a\x00b"}',
    "NUL in a name": b'{"te\\u0000xt": "b"}',
    "binary": bytes(range(256)),
    "too deep": b'{"action": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    "deep enough to hurt": b"[" * 30_000 + b"]" * 30_000,
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_what_is_not_plain_json_is_malformed(site: Site, path: str, body: bytes) -> None:
    room = await site.make_room()
    before = await site.state_of(room)

    assert_problem(await site.post_raw(room, path, body), 400, "malformed")

    assert await site.state_of(room) == before


INVALID_ACTIONS: dict[str, Any] = {
    "a list": [],
    "a string": "action",
    "a number": 1,
    "null": None,
    "no fields": {},
    "no action": {"seq": 1},
    "an unknown field": {"action": PASS, "colour": "red"},
    "action is null": {"action": None},
    "action is a list": {"action": []},
    "action is a string": {"action": "pass"},
    "action without type": {"action": {"unit": "a1"}},
    "action of no kind": {"action": {"type": "fly"}},
    "type is a number": {"action": {"type": 7}},
    "type is a list": {"action": {"type": ["pass"]}},
    "an unknown field inside": {"action": {"type": "pass", "twice": True}},
    "a field is missing": {"action": {"type": "move", "unit": "a1"}},
    "wrong type": {"action": {"type": "move", "unit": 7, "path_mm": [[1, 1]]}},
    "path of strings": {"action": {"type": "move", "unit": "a1", "path_mm": [["1", "1"]]}},
    "path of halves": {"action": {"type": "move", "unit": "a1", "path_mm": [[1.5, 1]]}},
    "path of booleans": {"action": {"type": "move", "unit": "a1", "path_mm": [[True, False]]}},
    "path of triples": {"action": {"type": "move", "unit": "a1", "path_mm": [[1, 1, 1]]}},
    "no path at all": {"action": {"type": "move", "unit": "a1", "path_mm": []}},
    "a path of 10,000 points": {"action": {"type": "move", "unit": "a1", "path_mm": [[1, 1]] * 10_000}},
    "a huge number": {"action": {"type": "move", "unit": "a1", "path_mm": [[2**53, 1]]}},
    "a huger number": {"action": {"type": "move", "unit": "a1", "path_mm": [[10**300, 1]]}},
    "an enormous number": {"action": {"type": "move", "unit": "a1", "path_mm": [[int("9" * 4000), 1]]}},
    "a huge float": {"action": {"type": "move", "unit": "a1", "path_mm": [[1e300, 1]]}},
    "seq is a string": {"action": PASS, "seq": "1"},
    "seq is a float": {"action": PASS, "seq": 1.5},
    "seq is negative": {"action": PASS, "seq": -1},
    "seq is true": {"action": PASS, "seq": True},
    "seq is huge": {"action": PASS, "seq": 2**70},
    "key is a number": {"action": PASS, "key": 7},
    "key is empty": {"action": PASS, "key": ""},
    "key is long": {"action": PASS, "key": "k" * 201},
}


@pytest.mark.parametrize("body", INVALID_ACTIONS.values(), ids=INVALID_ACTIONS)
async def test_an_action_of_the_wrong_shape_is_invalid_and_says_where(site: Site, body: Any) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)
    content = json.dumps(body, separators=(",", ":")).encode()
    assert len(content) < 64 * 1024

    answer = await site.post_raw(room, "/actions", content, as_=seat)

    problem = assert_problem(answer, 422, "invalid")
    for error in problem["facts"]["errors"]:
        assert error.keys() == {"field", "expected", "found"}
        assert error["field"]
    assert await site.state_of(room) == before


async def test_a_field_given_twice_is_invalid(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)

    body = b'{"action": {"type": "pass"}, "action": {"type": "concede"}}'
    problem = assert_problem(await site.post_raw(room, "/actions", body, as_=seat), 422, "invalid")

    assert problem["facts"]["errors"][0]["field"] == "action"
    assert await site.state_of(room) == before


@pytest.mark.parametrize("path", [*POSTS, "/resign", "/seats/a/claim"])
@pytest.mark.parametrize("size", [64 * 1024 + 1, 1024 * 1024, 4 * 1024 * 1024])
async def test_a_body_over_64_kb_is_too_large(site: Site, path: str, size: int) -> None:
    room = await site.make_room()
    before = await site.state_of(room)
    body = b'{"text": "' + b"x" * size + b'"}'

    assert_problem(await site.post_raw(room, path, body), 413, "too_large")

    assert await site.state_of(room) == before


async def test_a_body_without_a_length_is_cut_off_while_it_comes(site: Site) -> None:
    room = await site.make_room()

    async def endless() -> Any:
        while True:
            yield b"x" * 65_536
            await asyncio.sleep(0)

    answer = await site.client.post(f"{room.path}/actions", headers=bearer(room.tokens["a"]), content=endless())

    assert_problem(answer, 413, "too_large")


async def test_the_largest_allowed_body_is_read(site: Site) -> None:
    room = await site.make_room()
    body = b'{"text": "hi"' + b" " * (64 * 1024 - 14) + b"}"
    assert len(body) == 64 * 1024

    assert (await site.post_raw(room, "/messages", body)).status_code == 200


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "unit": "nobody", "path_mm": [[100, 100]]},
        {"type": "throw", "unit": "nobody", "target": "b1"},
        {"type": "throw", "unit": "\U0001f9e8" * 50, "target": "b1"},
        {"type": "place_unit", "unit": "a1", "x_mm": 1, "y_mm": 1},
        {"type": "pick_charm", "charm": "luck"},
        {"type": "answer_draw", "accept": True},
        {"type": "move", "unit": "a1", "path_mm": [[-100_000, -100_000]]},
        {"type": "move", "unit": "a1", "path_mm": [[100_000, 100_000]]},
    ],
)
async def test_unknown_units_and_acts_out_of_place_are_refused_by_a_rule(site: Site, action: Any) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)

    problem = assert_problem(await site.post(room, "/actions", {"action": action}, as_=seat), 422, "illegal_action")

    assert problem["rule"].startswith("PEB-")
    assert await site.state_of(room) == before


async def test_another_seats_units_are_refused_by_a_rule(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    theirs = (await site.get(room, "/position")).json()["view"]["position"]["units"]
    unit = next(unit for unit in theirs if unit["seat"] != seat)
    before = await site.state_of(room)

    action = {"type": "move", "unit": unit["id"], "path_mm": [[unit["x_mm"] + 10, unit["y_mm"]]]}
    problem = assert_problem(await site.post(room, "/actions", {"action": action}, as_=seat), 422, "illegal_action")

    assert problem["rule"] == "PEB-MOVE-04"
    assert await site.state_of(room) == before


async def test_out_of_turn_is_refused_by_a_rule(site: Site) -> None:
    room = await site.make_room()
    other = "b" if await site.to_act(room) == "a" else "a"
    before = await site.state_of(room)

    problem = assert_problem(await site.post(room, "/actions", {"action": PASS}, as_=other), 422, "illegal_action")

    assert problem["rule"] == "PEB-TURN-01"
    assert await site.state_of(room) == before


@pytest.mark.parametrize(
    "action", [{"type": "concede"}, {"type": "offer_draw"}, {"type": "answer_draw", "accept": True}]
)
async def test_the_games_own_words_for_giving_up_never_give_a_5xx(site: Site, action: Any) -> None:
    room = await site.make_room()

    answer = await site.post(room, "/actions", {"action": action}, as_="a")

    assert answer.status_code < 500


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"text": ""}, "text"),
        ({"text": "x" * 2001}, "text"),
        ({"text": 7}, "text"),
        ({"text": ["hi"]}, "text"),
        ({"text": "hi", "to": "everybody"}, "to"),
        ({"text": "hi", "to": None}, "to"),
        ({"text": "hi", "colour": "red"}, "body"),
    ],
)
async def test_a_message_of_the_wrong_shape_is_invalid(site: Site, body: Any, field: str) -> None:
    room = await site.make_room()
    before = await site.state_of(room)

    problem = assert_problem(await site.post(room, "/messages", body), 422, "invalid")

    assert problem["facts"]["errors"][0]["field"] == field
    assert await site.state_of(room) == before


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "surrender"},
        {"kind": None},
        {"kind": "undo", "to_seq": -1},
        {"kind": "undo", "to_seq": "1"},
        {"kind": "undo", "to_seq": 10**9},
        {"kind": "correction"},
        {"kind": "draw", "why": "tired"},
    ],
)
async def test_a_proposal_of_the_wrong_shape_is_invalid(site: Site, body: Any) -> None:
    room = await site.make_room()
    before = await site.state_of(room)

    answer = await site.post(room, "/proposals", body)

    assert answer.status_code in (409, 422), answer.text
    assert_problem(answer, answer.status_code, "invalid" if answer.status_code == 422 else "not_now")
    assert await site.state_of(room) == before


@pytest.mark.parametrize("body", [{}, {"accept": 1}, {"accept": "yes"}, {"accept": None}, {"accept": True, "n": 1}])
async def test_an_answer_of_the_wrong_shape_is_invalid(site: Site, body: Any) -> None:
    room = await site.make_room()

    assert_problem(await site.post(room, "/proposals/1", body), 422, "invalid")


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "x" * 61}, {"name": 7}, {"name": "Ana", "contribution": 7}, {"name": "A", "x": 1}],
)
async def test_a_claim_of_the_wrong_shape_is_invalid(site: Site, body: Any) -> None:
    seats = [{"kind": "open", "team": "red"}, {"kind": "open", "team": "blue"}]
    room = await site.make_room(seats=seats)

    assert_problem(await site.post(room, "/seats/a/claim", body), 422, "invalid")

    assert (await site.get(room)).json()["status"] == "setup"


@pytest.mark.parametrize("path", ["/resign", "/start"])
async def test_what_takes_no_fields_takes_none(site: Site, path: str) -> None:
    room = await site.make_room()
    before = await site.state_of(room)
    holder = "host" if path == "/start" else "a"

    assert_problem(await site.post(room, path, {"really": True}, as_=holder), 422, "invalid")
    assert_problem(await site.post_raw(room, path, b"{", as_=holder), 400, "malformed")

    assert await site.state_of(room) == before


@pytest.mark.parametrize("path", ["/events", "/stream"])
@pytest.mark.parametrize(
    "after", ["-1", "x", "1.5", "", "1e3", "99999", "9" * 15, "9" * 100, "%00", "0x1", " 1", "NaN"]
)
async def test_after_out_of_range_is_invalid(site: Site, path: str, after: str) -> None:
    room = await site.make_room()

    problem = assert_problem(await site.get(room, f"{path}?after={after}"), 422, "invalid")

    assert problem["facts"]["errors"][0]["field"] == "after"


@pytest.mark.parametrize("query", ["", "?unit=", "?unit=nobody", "?unit=" + "x" * 101, "?unit=%F0%9F%A7%A8"])
async def test_a_survey_of_nothing_is_invalid(site: Site, query: str) -> None:
    room = await site.make_room()

    answer = await site.get(room, f"/survey{query}", as_=await site.to_act(room))

    assert_problem(answer, 422, "invalid")


async def test_a_nul_character_in_a_query_is_malformed(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)

    assert_problem(await site.get(room, "/survey?unit=a%00", as_=seat), 400, "malformed")
    assert_problem(await site.get(room, "/offers?unit=a%00", as_=seat), 400, "malformed")


BAD_ROOMS: dict[str, Any] = {
    "nothing": {},
    "a list": [],
    "no seats": {"game": "pebbles", "scenario": "open"},
    "an unknown game": {"game": "chess", "scenario": "open", "seats": list(HUMANS)},
    "game is a path": {"game": "../../etc", "scenario": "open", "seats": list(HUMANS)},
    "game is a number": {"game": 7, "scenario": "open", "seats": list(HUMANS)},
    "an unknown scenario": {"game": "pebbles", "scenario": "sea", "seats": list(HUMANS)},
    "scenario is a list": {"game": "pebbles", "scenario": ["open"], "seats": list(HUMANS)},
    "seats is an object": {"game": "pebbles", "scenario": "open", "seats": {}},
    "empty seats": {"game": "pebbles", "scenario": "open", "seats": []},
    "one seat": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0]]},
    "too many seats": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS) * 5},
    "a thousand seats": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0]] * 1000},
    "a seat is a string": {"game": "pebbles", "scenario": "open", "seats": ["human", "human"]},
    "a seat without kind": {"game": "pebbles", "scenario": "open", "seats": [{}, {}]},
    "a seat of no kind": {"game": "pebbles", "scenario": "open", "seats": [{"kind": "cat"}, HUMANS[1]]},
    "an unknown seat field": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0] | {"x": 1}, HUMANS[1]]},
    "a wrong own field": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0] | {"team": "green"}, HUMANS[1]]},
    "a name of 61": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0] | {"name": "x" * 61}, HUMANS[1]]},
    "a name that is a number": {"game": "pebbles", "scenario": "open", "seats": [HUMANS[0] | {"name": 7}, HUMANS[1]]},
    "an unknown strategy": {
        "game": "pebbles",
        "scenario": "open",
        "seats": [{"kind": "bot", "strategy": "cheat", "team": "red"}, HUMANS[1]],
    },
    "an unknown option": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "options": {"speed": 9}},
    "a wrong option": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "options": {"rounds": "4"}},
    "an option out of range": {
        "game": "pebbles",
        "scenario": "open",
        "seats": list(HUMANS),
        "options": {"rounds": 999},
    },
    "options is a list": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "options": []},
    "a wrong take_back": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "options": {"take_back": "x"}},
    "an unknown table": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "tables": {"gravity": 9}},
    "a wrong table": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "tables": {"values.need": "4"}},
    "a table out of range": {
        "game": "pebbles",
        "scenario": "open",
        "seats": list(HUMANS),
        "tables": {"values.need": 99},
    },
    "unknown spectators": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "spectators": "all"},
    "an unknown field": {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "password": "x"},
}


@pytest.mark.parametrize("body", BAD_ROOMS.values(), ids=BAD_ROOMS)
async def test_a_room_that_cannot_be_is_invalid_and_says_why(site: Site, body: Any) -> None:
    answer = await site.client.post("/api/v1/rooms", json=body)

    problem = assert_problem(answer, 422, "invalid")
    assert problem["facts"]["errors"]


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_a_room_of_nonsense_is_malformed(site: Site, body: bytes) -> None:
    assert_problem(await site.client.post("/api/v1/rooms", content=body), 400, "malformed")


async def test_a_room_over_64_kb_is_too_large(site: Site) -> None:
    body = {"game": "pebbles", "scenario": "x" * 1024 * 1024, "seats": list(HUMANS)}

    assert_problem(await site.client.post("/api/v1/rooms", json=body), 413, "too_large")


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": ""},
        {"Content-Type": "\xff"},
        {"Accept-Language": "\xff;q=q;q=1," * 500},
        {"Cookie": "lang=\xff; =; ;;; t_=; t_x_a; " + "a=b; " * 500},
        {"Accept": "\xff" * 100},
    ],
)
async def test_strange_headers_change_nothing_about_a_good_request(site: Site, headers: dict[str, str]) -> None:
    room = await site.make_room()
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    body = json.dumps({"text": "hi"}).encode()

    answer = await site.client.post(
        f"{room.path}/messages",
        headers=[*raw, (b"authorization", f"Bearer {room.tokens['a']}".encode())],
        content=body,
    )

    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("host", ["[", "[::1", "a b", "a/b", "a@b", "", "x:99999999", "[::::::::]", "\xff"])
async def test_a_host_that_cannot_be_is_malformed(site: Site, host: str) -> None:
    answer = await site.client.get("/api/v1/games", headers=[(b"host", host.encode("latin-1"))])

    assert_problem(answer, 400, "malformed")


async def test_a_hundred_bad_requests_at_once_change_nothing(site: Site) -> None:
    room = await site.make_room()
    before = await site.state_of(room)

    bodies = list(MALFORMED.values()) * 6
    answers = await asyncio.gather(*(site.post_raw(room, "/actions", body) for body in bodies))

    assert {answer.status_code for answer in answers} == {400}
    assert await site.state_of(room) == before
