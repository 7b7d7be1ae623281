"""What an attacker tries and must not get: forged acts, races, replays, words that are more than words."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.parts.web.api_site import HUMANS, PASS, Site, assert_problem, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

UNSEEN = ("\u200b", "\u200b\u2060", "\ufeff", "\u2800", "\u115f\u3164", "\u0301", "\u00ad\u200d")
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)>",
    "</textarea></title><b id=hostile>",
    "{0.__class__} {who} %s %(who)s ${7*7} {{7*7}}",
    "'; DROP TABLE rooms; --",
)


@pytest.mark.parametrize("name", UNSEEN)
async def test_a_name_that_nobody_can_see_is_no_name(site: Site, name: str) -> None:
    seats = [{"kind": "human", "name": name}, {"kind": "open"}]
    body = {"game": "pebbles", "scenario": "open", "seats": seats}
    assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")

    room = await site.make_room(seats=[HUMANS[0], {"kind": "open"}])
    assert_problem(await site.post(room, "/seats/b/claim", {"name": name}, as_="b"), 422, "invalid")
    assert_problem(await site.post(room, "/messages", {"text": name}), 422, "invalid")


@pytest.mark.parametrize("words", HOSTILE)
async def test_words_of_players_are_never_markup_templates_or_sql(site: Site, words: str) -> None:
    seats = [{"kind": "human", "name": words, "contribution": words}, {"kind": "open"}]
    room = await site.make_room(seats=seats)
    assert (await site.post(room, "/seats/b/claim", {"name": words, "contribution": words}, as_="b")).status_code == 200
    assert (await site.post(room, "/messages", {"text": words})).status_code == 200
    assert (await site.post(room, "/proposals", {"kind": "draw"})).status_code == 200
    cookie = f"t_{room.id}_b={(await site.app.state.rooms.exchange(room.tokens['b']))[1]}"
    headers = {"cookie": cookie, "accept": "text/html"}
    shown = [await site.client.get(f"/rooms/{room.id}", headers=headers)]
    assert (await site.post(room, "/resign")).status_code == 200
    shown += [
        await site.client.get(f"/rooms/{room.id}{path}", headers=headers)
        for path in ("", "/parts/log", "/parts/ending")
    ]

    for page in shown:
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert "<svg onload" not in page.text
        assert "<b id=hostile" not in page.text
        assert "<class" not in page.text
        assert not any(secret in page.text for secret in (room.host, room.spectator, *room.tokens.values()))


async def test_the_same_key_twice_at_once_is_played_once(site: Site) -> None:
    room = await site.make_room(options={"rounds": 20})
    seat = await site.to_act(room)
    body = {"action": PASS, "key": "once"}

    answers = await asyncio.gather(*(site.post(room, "/actions", body, as_=seat) for _ in range(12)))

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert [event["type"] for event in await told(site, room)].count("turn_passed") == 1


async def test_the_same_act_twice_at_once_is_accepted_as_often_as_it_is_legal(site: Site) -> None:
    room = await site.make_room(options={"rounds": 20})
    seat = await site.to_act(room)

    answers = await asyncio.gather(*(site.post(room, "/actions", {"action": PASS}, as_=seat) for _ in range(12)))

    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 11
    assert [event["type"] for event in await told(site, room)].count("turn_passed") == 1


async def test_a_key_belongs_to_its_seat_and_its_room(site: Site) -> None:
    room, other = await site.make_room(), await site.make_room()
    for table in (room, other):
        for _ in range(2):
            seat = await site.to_act(table)
            answer = await site.post(table, "/actions", {"action": PASS, "key": "mine"}, as_=seat)
            assert answer.status_code == 200
            assert answer.json()["events"][0]["seat"] == seat


async def test_one_open_seat_is_taken_once_however_many_run_for_it(site: Site) -> None:
    room = await site.make_room(seats=[HUMANS[0], {"kind": "open"}])

    answers = await asyncio.gather(
        *(site.post(room, "/seats/b/claim", {"name": f"Nr {number}"}, as_="b") for number in range(10))
    )

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 9
    types = [event["type"] for event in await told(site, room)]
    assert (types.count("seat_claimed"), types.count("game_started")) == (1, 1)


async def test_an_old_number_is_refused_after_the_turn_has_passed(site: Site) -> None:
    room = await site.make_room(options={"rounds": 20})
    first = await site.to_act(room)
    seq = (await site.get(room, as_=first)).json()["seq"]
    assert (await site.post(room, "/actions", {"action": PASS, "seq": seq}, as_=first)).status_code == 200
    second = await site.to_act(room)
    assert (await site.post(room, "/actions", {"action": PASS}, as_=second)).status_code == 200

    assert_problem(await site.post(room, "/actions", {"action": PASS, "seq": seq}, as_=first), 409, "stale")


async def test_the_secret_of_the_dice_is_told_only_when_the_game_is_over(site: Site) -> None:
    room = await site.make_room()
    secret = (await site.app.state.rooms.room(room.id)).header.secret.hex()
    assert (await site.post(room, "/actions", {"action": PASS}, as_=await site.to_act(room))).status_code == 200
    paths = ("", "/position", "/offers", "/events", "/survey?unit=a0")

    async def answers() -> list[str]:
        asked = [await site.get(room, path, as_=viewer) for path in paths for viewer in ("a", "b", "spectator", "host")]
        asked.append(await site.client.get("/metrics"))
        return [answer.text for answer in asked]

    assert not any(secret in answer for answer in await answers())
    assert (await site.post(room, "/resign")).status_code == 200
    assert any(secret in answer for answer in await answers())


async def test_dice_are_not_rolled_anew_by_asking_in_other_words(site: Site) -> None:
    room = await site.make_room(options={"rounds": 20})
    seat = await site.to_act(room)
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    throw = next(offer["examples"][0] for offer in offers if offer["type"] == "throw")
    died = []
    for body in (
        {"action": throw},
        {"action": dict(reversed(throw.items())), "key": "k"},
        {"action": throw, "seq": None},
    ):
        answer = await site.post(room, "/actions", body, as_=seat)
        assert answer.status_code == 200, answer.text
        died.append(next(event["die"] for event in answer.json()["events"] if event["type"] == "pebble_thrown"))
        n = (await site.post(room, "/proposals", {"kind": "undo"}, as_=seat)).json()["n"]
        other = "b" if seat == "a" else "a"
        assert (await site.post(room, f"/proposals/{n}", {"accept": True}, as_=other)).status_code == 200

    assert len(set(died)) == 1


@pytest.mark.parametrize("viewer", ["spectator", "host"])
async def test_nobody_without_a_seat_answers_for_one(site: Site, viewer: str) -> None:
    room = await site.make_room()
    assert (await site.post(room, "/proposals", {"kind": "draw"})).status_code == 200
    before = await site.state_of(room)

    for query in ("", "?as=b"):
        answer = await site.post(room, f"/proposals/1{query}", {"accept": True}, as_=viewer)
        assert_problem(answer, 403, "forbidden")

    assert await site.state_of(room) == before


async def test_a_proposer_does_not_answer_for_the_others(site: Site) -> None:
    room = await site.make_room()
    assert (await site.post(room, "/proposals", {"kind": "draw"})).status_code == 200

    assert_problem(await site.post(room, "/proposals/1", {"accept": True}), 403, "forbidden")
    assert (await site.get(room)).json()["status"] == "playing"


@pytest.mark.parametrize(
    "origin", ["null", "http://elsewhere.test", "http://table.test.elsewhere.test", "http://x@table.test"]
)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
async def test_no_form_of_another_site_acts_with_a_players_cookie(site: Site, origin: str, kind: str) -> None:
    room = await site.make_room()
    _, secret = await site.app.state.rooms.exchange(room.tokens["a"])
    before = await site.state_of(room)
    headers = {"cookie": f"t_{room.id}_a={secret}", "origin": origin, "content-type": kind}

    for path in ("actions", "messages", "proposals", "resign", "seats/a/claim", "start"):
        answer = await site.client.post(f"{room.path}/{path}", headers=headers, content=b'{"text": "hi"}')
        assert_problem(answer, 403, "forbidden")

    assert await site.state_of(room) == before


async def told(site: Site, room: Any) -> list[Any]:
    """The events of a room as its public knows them."""
    answer = await site.client.get(f"{room.path}/events", headers=bearer(room.spectator))
    events: list[Any] = answer.json()["events"]
    return events
