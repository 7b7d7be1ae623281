"""Rooms over HTTP, as the contract writes them, on the toy game."""

from __future__ import annotations

import hashlib

import pytest

from tests.parts.web.api_site import BASE, HUMANS, PASS, Site, assert_problem, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPEN_SEATS = [{"kind": "open", "team": "red"}, {"kind": "open", "team": "blue"}]


async def test_a_room_is_made_with_a_secret_for_everybody(site: Site) -> None:
    body = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)}

    answer = await site.client.post("/api/v1/rooms", json=body)

    made = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1/rooms/{made['id']}"
    assert made.keys() == {"id", "host_token", "seats", "spectator"}
    assert [seat["seat"] for seat in made["seats"]] == ["a", "b"]
    for seat in made["seats"]:
        assert seat["url"] == f"{BASE}/join/{seat['token']}"
    assert made["spectator"]["url"] == f"{BASE}/watch/{made['spectator']['token']}"
    secrets = {made["host_token"], made["spectator"]["token"], *(seat["token"] for seat in made["seats"])}
    assert len(secrets) == 4
    assert all(len(secret) >= 22 for secret in secrets)


async def test_a_room_without_open_seats_plays_at_once(site: Site) -> None:
    room = await site.make_room()

    told = (await site.get(room)).json()

    assert told["status"] == "playing"
    assert told["id"] == room.id
    assert told["game"] == "pebbles"
    assert told["scenario"] == "open"
    assert told["to_act"] in (["a"], ["b"])
    assert len(told["dice"]["commitment"]) == 64
    assert "secret" not in told["dice"]
    assert "result" not in told


async def test_open_seats_are_claimed_and_the_last_one_begins_the_game(site: Site) -> None:
    room = await site.make_room(seats=OPEN_SEATS)
    assert (await site.get(room)).json()["status"] == "setup"
    assert (await site.get(room, "/position")).json()["view"] is None

    first = await site.post(room, "/seats/a/claim", {"name": "Ana", "contribution": "sevens"}, as_="a")
    again = await site.post(room, "/seats/a/claim", {"name": "Eve"}, as_="a")
    last = await site.post(room, "/seats/b/claim", {"name": "Luis"}, as_="b")

    assert first.json()["status"] == "setup"
    assert_problem(again, 409, "seat_taken")
    assert last.json()["status"] == "playing"
    assert [seat["name"] for seat in last.json()["seats"]] == ["Ana", "Luis"]


async def test_the_host_begins_with_bots_in_the_rest(site: Site) -> None:
    room = await site.make_room(seats=OPEN_SEATS)
    await site.post(room, "/seats/a/claim", {"name": "Ana"}, as_="a")

    begun = await site.post(room, "/start", as_="host")

    assert begun.status_code == 200
    assert begun.json()["status"] == "playing"
    assert begun.json()["seats"][1]["kind"] == "bot"


async def test_nothing_is_played_before_the_game_begins(site: Site) -> None:
    room = await site.make_room(seats=OPEN_SEATS)

    assert_problem(await site.post(room, "/actions", {"action": PASS}), 409, "not_now")


async def test_an_action_is_answered_with_what_its_seat_was_told(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = (await site.get(room, as_=seat)).json()["seq"]

    acted = (await site.post(room, "/actions", {"action": PASS}, as_=seat)).json()

    assert acted.keys() == {"seq", "events"}
    assert [event["type"] for event in acted["events"]] == ["turn_passed", "turn_began"]
    assert [event["seq"] for event in acted["events"]] == [before + 1, before + 2]
    assert acted["seq"] == before + 2
    for event in acted["events"]:
        assert event["at"].endswith(("Z", "+00:00"))
    told = (await site.get(room, f"/events?after={before}", as_=seat)).json()
    assert told == {"events": acted["events"]}


async def test_the_numbers_of_each_viewer_have_no_holes(site: Site) -> None:
    room = await site.make_room("duel")
    charm = {"action": {"type": "pick_charm", "charm": "luck"}}
    await site.post(room, "/messages", {"text": "hello"}, as_="a")
    for seat in ("a", "b"):
        await site.post(room, "/actions", charm, as_=seat)

    for viewer in ("a", "b", "spectator", "host"):
        told = (await site.get(room, "/events", as_=viewer)).json()["events"]
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert (await site.get(room, as_=viewer)).json()["seq"] == len(told)
        assert (await site.get(room, "/position", as_=viewer)).json()["seq"] == len(told)


async def test_a_secret_choice_is_told_to_its_seat_alone(site: Site) -> None:
    room = await site.make_room("duel")

    acted = await site.post(room, "/actions", {"action": {"type": "pick_charm", "charm": "luck"}}, as_="a")

    assert [event["type"] for event in acted.json()["events"]] == ["charm_picked"]
    for viewer in ("b", "spectator", "host"):
        for path in ("", "/events", "/position"):
            assert "luck" not in (await site.get(room, path, as_=viewer)).text


async def test_offers_are_what_the_seat_may_do_now(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    other = "b" if seat == "a" else "a"

    told = (await site.get(room, "/offers", as_=seat)).json()
    of_unit = (await site.get(room, f"/offers?unit={told['offers'][0]['unit']}", as_=seat)).json()

    assert told.keys() == {"seq", "offers"}
    for offer in told["offers"]:
        assert {"type", "label", "params", "examples", "input"} <= offer.keys()
        assert offer["label"].keys() == {"es", "en"}
        assert offer["examples"]
        assert all(example["type"] == offer["type"] for example in offer["examples"])
        assert None not in offer.values()
    assert {offer["unit"] for offer in of_unit["offers"]} == {told["offers"][0]["unit"]}
    assert (await site.get(room, "/offers", as_=other)).json()["offers"] == []
    assert (await site.get(room, "/offers?unit=nobody", as_=seat)).json()["offers"] == []


async def test_every_example_is_legal_before_it_is_played(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]

    for action in [example for offer in offers for example in offer["examples"]]:
        told = (await site.post(room, "/previews", {"action": action}, as_=seat)).json()
        assert told["legal"], (action, told)


async def test_a_preview_tells_what_follows_and_changes_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    unit = offers[0]["unit"]

    refused = await site.post(
        room, "/previews", {"action": {"type": "move", "unit": unit, "path_mm": [[590, 590]]}}, as_=seat
    )
    survey = await site.get(room, f"/survey?unit={unit}", as_=seat)

    assert refused.status_code == 200
    assert refused.json()["legal"] is False
    assert refused.json()["rule"] == "PEB-MOVE-01"
    assert refused.json()["refusal"]["facts"]["longest_mm"] == 150
    assert refused.json()["refusal"]["text"].keys() == {"es", "en"}
    assert survey.json()["overlays"]
    assert await site.state_of(room) == before


async def test_a_refused_action_names_the_rule_with_its_numbers_and_changes_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    unit = (await site.get(room, "/offers", as_=seat)).json()["offers"][0]["unit"]
    before = await site.state_of(room)

    answer = await site.post(
        room, "/actions", {"action": {"type": "move", "unit": unit, "path_mm": [[590, 590]]}}, as_=seat
    )

    problem = assert_problem(answer, 422, "illegal_action")
    assert problem["rule"] == "PEB-MOVE-01"
    assert problem["facts"]["longest_mm"] == 150
    assert problem["facts"]["length_mm"] > 150
    assert problem["overlays"][0]["type"] == "line"
    assert await site.state_of(room) == before


async def test_a_refusal_speaks_the_language_asked_for(site: Site) -> None:
    room = await site.make_room()
    other = "b" if await site.to_act(room) == "a" else "a"

    async def detail(headers: dict[str, str]) -> str:
        answer = await site.post(room, "/actions", {"action": PASS}, as_=other, headers=headers)
        return str(assert_problem(answer, 422, "illegal_action")["detail"])

    spanish, english = await detail({"Accept-Language": "es"}), await detail({"Accept-Language": "en"})
    assert spanish != english
    assert await detail({}) == english
    assert await detail({"Accept-Language": "en", "Cookie": "lang=es"}) == spanish


async def test_the_same_key_again_gives_the_same_answer_and_plays_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    body = {"action": PASS, "key": "once"}

    first = await site.post(room, "/actions", body, as_=seat)
    before = await site.state_of(room)
    again = await site.post(room, "/actions", body, as_=seat)

    assert again.status_code == 200
    assert again.json() == first.json()
    assert await site.state_of(room) == before


async def test_a_key_with_another_body_is_refused(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    await site.post(room, "/actions", {"action": PASS, "key": "once"}, as_=seat)
    before = await site.state_of(room)

    answer = await site.post(room, "/actions", {"action": {"type": "concede"}, "key": "once"}, as_=seat)

    assert_problem(answer, 409, "key_reused")
    assert await site.state_of(room) == before


async def test_a_key_belongs_to_its_seat(site: Site) -> None:
    room = await site.make_room()
    first = await site.to_act(room)
    await site.post(room, "/actions", {"action": PASS, "key": "once"}, as_=first)
    second = await site.to_act(room)

    answer = await site.post(room, "/actions", {"action": PASS, "key": "once"}, as_=second)

    assert second != first
    assert answer.status_code == 200


async def test_a_stale_number_is_refused_with_the_present_one(site: Site) -> None:
    room = await site.make_room()
    first = await site.to_act(room)
    seen = (await site.get(room, as_=first)).json()["seq"]
    await site.post(room, "/actions", {"action": PASS}, as_=first)
    second = await site.to_act(room)
    before = await site.state_of(room)

    answer = await site.post(room, "/actions", {"action": PASS, "seq": seen}, as_=second)

    problem = assert_problem(answer, 409, "stale")
    assert problem["seq"] == (await site.get(room, as_=second)).json()["seq"]
    assert await site.state_of(room) == before


async def test_chat_never_makes_a_number_stale(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    seen = (await site.get(room, as_=seat)).json()["seq"]
    said = await site.post(room, "/messages", {"text": "wait for me", "to": "table"}, as_="a")

    answer = await site.post(room, "/actions", {"action": PASS, "seq": seen}, as_=seat)

    assert said.json() == {"seq": seen + 1}
    assert answer.status_code == 200


async def test_chat_is_told_to_the_table_as_plain_text(site: Site) -> None:
    room = await site.make_room()

    await site.post(room, "/messages", {"text": "<b>hola</b> & adiós"}, as_="b")

    event = (await site.get(room, "/events")).json()["events"][-1]
    assert event["type"] == "message"
    assert event["seat"] == "b"
    assert event["text"] == "<b>hola</b> & adiós"


async def test_what_a_seat_chose_itself_is_taken_back_at_once(site: Site) -> None:
    room = await site.make_room("duel")
    await site.post(room, "/actions", {"action": {"type": "pick_charm", "charm": "luck"}}, as_="a")

    proposed = await site.post(room, "/proposals", {"kind": "undo"}, as_="a")

    assert proposed.status_code == 200
    assert isinstance(proposed.json()["n"], int)
    assert (await site.get(room)).json()["to_act"] == ["a", "b"]


async def test_a_draw_needs_the_others_consent(site: Site) -> None:
    room = await site.make_room()

    n = (await site.post(room, "/proposals", {"kind": "draw"}, as_="a")).json()["n"]
    answered = await site.post(room, f"/proposals/{n}", {"accept": True}, as_="b")

    assert answered.status_code == 200
    finished = (await site.get(room)).json()
    assert finished["status"] == "finished"
    assert finished["result"]["winners"] == []


@pytest.mark.parametrize("n", ["99", "0", "-1", "x", "1e3", "9" * 30, "%00"])
async def test_an_unknown_proposal_is_not_found(site: Site, n: str) -> None:
    room = await site.make_room()

    assert_problem(await site.post(room, f"/proposals/{n}", {"accept": True}), 404, "not_found")


async def test_a_finished_room_tells_its_result_and_the_secret_of_its_dice(site: Site) -> None:
    room = await site.make_room()

    resigned = await site.post(room, "/resign", as_="a")

    assert resigned.status_code == 200
    finished = (await site.get(room)).json()
    assert finished["status"] == "finished"
    assert finished["to_act"] == []
    assert finished["result"]["winners"] == ["b"]
    secret = bytes.fromhex(finished["dice"]["secret"])
    assert hashlib.sha256(secret).hexdigest() == finished["dice"]["commitment"]
    assert_problem(await site.post(room, "/actions", {"action": PASS}, as_="b"), 409, "not_now")
    assert_problem(await site.post(room, "/resign", as_="b"), 409, "not_now")


async def test_a_program_that_plays_examples_finishes_the_game(site: Site) -> None:
    room = await site.make_room("duel", options={"rounds": 3})

    for turn in range(200):
        told = (await site.get(room)).json()
        if told["status"] == "finished":
            break
        seat = told["to_act"][0]
        offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
        examples = offers[turn % len(offers)]["examples"]
        played = await site.post(room, "/actions", {"action": examples[turn % len(examples)]}, as_=seat)
        assert played.status_code == 200, played.text

    assert (await site.get(room)).json()["status"] == "finished"


@pytest.mark.parametrize("path", ["/links", "/nothing"])
async def test_what_a_room_does_not_have_is_not_found(site: Site, path: str) -> None:
    room = await site.make_room()

    assert_problem(await site.get(room, path), 404, "not_found")


async def test_another_method_is_answered_as_a_problem(site: Site) -> None:
    room = await site.make_room()

    answer = await site.client.delete(room.path, headers=bearer(room.host))

    assert_problem(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["allow"]


async def test_every_answer_of_a_room_carries_the_safety_headers(site: Site) -> None:
    room = await site.make_room()

    for answer in (await site.get(room), await site.get(room, "/events"), await site.client.get(room.path)):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "camera=()" in answer.headers["permissions-policy"]


async def test_an_error_of_ours_is_answered_without_its_details_and_logged(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    room = await site.make_room()
    rooms = site.app.state.rooms
    site.app.state.rooms = None
    try:
        answer = await site.get(room)
    finally:
        site.app.state.rooms = rooms

    problem = assert_problem(answer, 500, "internal")
    assert "NoneType" not in answer.text
    assert answer.headers["content-security-policy"]
    assert problem["detail"]
    assert "unexpected error at /api/v1/rooms/{room_id}" in caplog.text
