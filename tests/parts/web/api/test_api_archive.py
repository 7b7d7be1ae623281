"""Rooms as files over HTTP, and what the host and consent add to a room."""

from __future__ import annotations

import re

import pytest

from app.rooms.archive.export import parse
from app.rooms.archive.proof import verify
from app.rooms.drafts import seating
from app.web.table.table_parts import LOG_SHOWN
from tests.parts.web.api_site import PASS, Room, Site, assert_problem, bearer
from tests.parts.web.cheats.test_import_fuzz import chained, unchained

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def over(site: Site) -> Room:
    """A room that was played a little and given up."""
    room = await site.make_room()
    (turn,) = (await site.get(room)).json()["to_act"]
    assert (await site.post(room, "/actions", {"action": PASS}, as_=turn)).status_code == 200
    assert (await site.post(room, "/resign", as_="a")).status_code == 200
    return room


async def test_an_export_is_a_file_of_lines_for_nobody_to_keep(site: Site) -> None:
    room = await over(site)

    answer = await site.get(room, "/export", as_="spectator")

    assert answer.headers["content-type"] == "application/jsonl"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"] == f'attachment; filename="tapete-{room.id}.jsonl"'
    assert verify(parse(answer.content)).verdict.startswith("verified")


async def test_before_the_end_an_export_keeps_the_secret(site: Site) -> None:
    room = await site.make_room()

    export = parse((await site.get(room, "/export", as_="b")).content)

    assert export.header["viewer"] == "b"
    assert "dice" not in export.footer
    assert "secret" not in export.header["dice"]


async def test_a_file_becomes_a_room_to_look_at(site: Site) -> None:
    file = (await site.get(await over(site), "/export")).content

    made = await site.client.post("/api/v1/rooms/import", content=file)

    assert made.status_code == 201
    copy = Room(made.json())
    assert copy.tokens == {}
    assert made.headers["location"] == copy.path
    assert (await site.get(copy, as_="spectator")).json()["status"] == "finished"
    assert verify(parse((await site.get(copy, "/export", as_="host")).content)).verdict.startswith("verified")


async def test_a_file_becomes_a_room_to_play_on(site: Site) -> None:
    file = (await site.get(await over(site), "/export")).content

    made = await site.client.post("/api/v1/rooms/import", content=file, params={"play_from": "4"})

    room = Room(made.json())
    assert room.tokens.keys() == {"a", "b"}
    told = (await site.get(room)).json()
    assert told["status"] == "playing"
    assert (await site.post(room, "/actions", {"action": PASS}, as_=told["to_act"][0])).status_code == 200


async def test_a_tampered_file_is_refused(site: Site) -> None:
    file = (await site.get(await over(site), "/export")).content

    assert_problem(
        await site.client.post("/api/v1/rooms/import", content=file.replace(b"turn_", b"tern_", 1)), 422, "invalid"
    )
    assert_problem(await site.client.post("/api/v1/rooms/import", content=b""), 422, "invalid")
    assert_problem(
        await site.client.post("/api/v1/rooms/import", content=file, params={"play_from": "x"}), 422, "invalid"
    )
    assert_problem(
        await site.client.post("/api/v1/rooms/import", content=b" " * (8 * 1024 * 1024 + 1)), 413, "too_large"
    )


async def test_a_correction_is_proposed_and_agreed(site: Site) -> None:
    room = await site.make_room()
    values = (await site.get(room, "/correctables", params={"unit": "a0"})).json()["correctables"]
    (bruises,) = [each for each in values if each["field"] == "bruises"]
    assert (bruises["value"], bruises["schema"]["type"], bruises["label"]["en"]) == (0, "integer", "Bruises")
    change = {"unit": "a0", "field": "bruises", "value": 1}

    made = await site.post(room, "/proposals", {"kind": "correction", "changes": [change], "reason": "a hit"})
    answer = await site.post(room, f"/proposals/{made.json()['n']}", {"accept": True}, as_="b")

    assert answer.status_code == 200
    last = (await site.get(room, "/events")).json()["events"][-1]
    assert (last["type"], last["reason"]) == ("corrected", "a hit")
    assert {**change, "was": 0}.items() <= last["changes"][0].items()


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "correction"},
        {"kind": "correction", "changes": [{"field": "bruises"}]},
        {"kind": "correction", "changes": [{"unit": "a0", "field": "bruises", "value": [1]}]},
        {"kind": "correction", "changes": [{"unit": "a0", "field": "bruises", "value": 1, "more": 1}]},
        {"kind": "correction", "changes": [{"unit": "a0", "field": "bruises", "value": 99}]},
        {"kind": "castling"},
    ],
)
async def test_a_wrong_proposal_says_which_field(site: Site, body: dict[str, object]) -> None:
    room = await site.make_room()

    problem = assert_problem(await site.post(room, "/proposals", body), 422, "invalid")

    assert problem["facts"]["errors"]


async def test_a_room_is_paused_and_goes_on(site: Site) -> None:
    room = await site.make_room()
    (turn,) = (await site.get(room)).json()["to_act"]

    n = (await site.post(room, "/proposals", {"kind": "pause"})).json()["n"]
    await site.post(room, f"/proposals/{n}", {"accept": True}, as_="b")
    assert (await site.get(room)).json()["status"] == "paused"
    assert_problem(await site.post(room, "/actions", {"action": PASS}, as_=turn), 409, "not_now")
    n = (await site.post(room, "/proposals", {"kind": "resume"}, as_="b")).json()["n"]
    await site.post(room, f"/proposals/{n}", {"accept": True}, as_="a")

    assert (await site.post(room, "/actions", {"action": PASS}, as_=turn)).status_code == 200


async def test_the_host_closes_the_room_and_nobody_else_does(site: Site) -> None:
    room = await site.make_room()
    for viewer in ("a", "spectator"):
        assert_problem(await site.post(room, "/close", as_=viewer), 403, "forbidden")

    closed = await site.post(room, "/close", as_="host")

    assert closed.json()["status"] == "finished"
    assert "secret" in closed.json()["dice"]
    assert_problem(await site.post(room, "/actions", {"action": PASS}), 409, "not_now")


async def test_the_host_gives_a_seat_away(site: Site) -> None:
    room = await site.make_room()
    assert_problem(await site.post(room, "/proposals", {"kind": "replace", "seat": "b"}), 403, "forbidden")

    body = {"kind": "replace", "seat": "b", "by": "bot", "strategy": "random"}
    n = (await site.post(room, "/proposals", body, as_="host")).json()["n"]
    assert (await site.get(room)).json()["proposals"][0]["replaced"] == "b"
    await site.post(room, f"/proposals/{n}", {"accept": True}, as_="a")

    assert (await site.get(room)).json()["seats"][1]["kind"] == "bot"
    assert_problem(await site.get(room, as_="b"), 401, "unknown_token")


async def test_the_host_begins_with_the_bots_he_wants(site: Site) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    room = await site.make_room(seats=seats)
    assert_problem(await site.post(room, "/start", {"strategy": "clairvoyant"}, as_="host"), 422, "invalid")

    begun = await site.post(room, "/start", {"strategy": "random"}, as_="host")

    assert begun.json()["seats"][1] == {**begun.json()["seats"][1], "kind": "bot", "strategy": "random"}


async def test_spectators_talk_apart(site: Site) -> None:
    room = await site.make_room()

    said = await site.post(room, "/messages", {"text": "who wins?", "name": "Eva"}, as_="spectator")

    assert said.status_code == 200
    last = (await site.get(room, "/events", as_="spectator")).json()["events"][-1]
    assert (last["type"], last["to"], last["name"]) == ("message", "spectators", "Eva")
    assert "who wins?" not in (await site.get(room, "/events")).text


async def test_house_values_are_overridden_and_checked(site: Site) -> None:
    room = await site.make_room(tables={"values.longest_mm": 77})
    assert (await site.get(room, "/position")).json()["view"]["position"]["house"]["longest_mm"] == 77

    body = {"game": "pebbles", "scenario": "open", "seats": [{"kind": "human"}] * 2}
    for tables in ({"values.longest_mm": 1}, {"values.longest_mm": "far"}, {"values.nothing": 1}):
        refused = await site.client.post("/api/v1/rooms", json={**body, "tables": tables})
        assert_problem(refused, 422, "invalid")


async def test_there_are_no_clocks_yet(site: Site) -> None:
    body = {"game": "pebbles", "scenario": "open", "seats": [{"kind": "human"}] * 2, "clock": {"bank_s": 60}}

    assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")


async def test_spectators_of_a_delayed_room_see_it_late(site: Site) -> None:
    room = await site.make_room(spectators="delayed", options={"rounds": 20})
    before = (await site.get(room, "/position", as_="spectator")).content
    for _ in range(5):
        (turn,) = (await site.get(room)).json()["to_act"]
        await site.post(room, "/actions", {"action": PASS}, as_=turn)
    assert (await site.get(room, "/position", as_="spectator")).content == before
    assert (await site.get(room, "/position", as_="host")).content == before

    (turn,) = (await site.get(room)).json()["to_act"]
    await site.post(room, "/actions", {"action": PASS}, as_=turn)

    assert (await site.get(room, "/position", as_="spectator")).content != before
    whole = await site.client.get(room.path + "/stream", headers=bearer(room.token("b")), params={"after": "x"})
    assert_problem(whole, 422, "invalid")


def with_talk(file: bytes, lines: int) -> bytes:
    """The file with so many lines of chat before its end, its hashes made anew."""
    told = unchained(file)
    events = told[1:-1]
    last = next(n for n in reversed(range(len(events))) if "entry" in events[n])
    version, at = events[last]["entry"]["version"], events[last]["at"]
    said = {"type": "message", "at": at, "seat": "a", "text": "x", "to": "table"}
    about = {"kind": "message", "settled": False, "seat": "a"}
    events[last:last] = [{**said, "entry": {"version": version + n, **about}} for n in range(lines)]
    events[last + lines]["entry"]["version"] += lines
    numbered = [{**event, "seq": n} for n, event in enumerate(events, 1)]
    return chained([told[0], *numbered, {**told[-1], "events": len(numbered)}])


async def test_a_file_holds_as_much_talk_as_a_room_and_no_line_more(site: Site) -> None:
    file = (await site.get(await over(site), "/export")).content

    made = await site.client.post("/api/v1/rooms/import", content=with_talk(file, seating.MOST_MESSAGES))
    refused = await site.client.post("/api/v1/rooms/import", content=with_talk(file, seating.MOST_MESSAGES + 1))

    problem = assert_problem(refused, 422, "invalid")
    assert problem["facts"]["errors"][0]["found"] == "expected at most 5000 lines of chat, found 5001"
    room = Room(made.json())
    events = (await site.get(room, "/events", as_="spectator")).json()["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert sum(event["type"] == "message" for event in events) == seating.MOST_MESSAGES
    headers = {**bearer(room.token("spectator")), "accept": "text/html"}
    page = (await site.client.get(f"/rooms/{room.id}", headers=headers)).text
    shown = re.findall(r'<div class="said [^>]*data-seq="(\d+)"', page)
    assert len(shown) == LOG_SHOWN
    part = await site.client.get(f"/rooms/{room.id}/parts/chat?before={shown[0]}", headers=headers)
    before = re.findall(r'<div class="said [^>]*data-seq="(\d+)"', part.text)
    assert [int(seq) for seq in before] == list(range(int(shown[0]) - LOG_SHOWN, int(shown[0])))
    assert "data-earlier" in part.text
    first = await site.client.get(f"/rooms/{room.id}/parts/chat?before={events[-1]['seq'] - 4990}", headers=headers)
    assert "data-earlier" not in first.text
    replay = (await site.client.get(f"/rooms/{room.id}/replay", headers=headers)).text
    assert replay.count('class="told"') == LOG_SHOWN


async def test_a_room_that_holds_all_the_talk_it_can_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_MESSAGES", 2)
    room = await site.make_room()
    for _ in range(2):
        assert (await site.post(room, "/messages", {"text": "hello"}, as_="a")).status_code == 200

    refused = await site.post(room, "/messages", {"text": "hello"}, as_="b")

    assert assert_problem(refused, 409, "not_now")["detail"] == "This room holds no more lines of chat."
    among = await site.post(room, "/messages", {"text": "psst"}, as_="spectator")
    assert among.status_code == 200, "others' talk is not theirs to fill"
