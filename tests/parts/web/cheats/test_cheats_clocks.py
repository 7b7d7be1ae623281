"""Clocks with whatever one can think of in them: made so, claimed by, called for, brought back from a file."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from tests.parts.web.api_site import HUMANS, Room, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")

STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 31, 10**9, 2**53, 10**40, 1.5, -0.0, "", "1", "x" * 3000, [], {}, [1], {"kind": "live"}),
    *("live", "days", "none", "LIVE", "a", "red", "host", "\u0000", "\u202e", "__proto__"),
)


async def test_a_room_is_made_with_a_clock_within_its_bounds_or_not_at_all(site: Site) -> None:
    given: list[Any] = [*STRANGE]
    for value in STRANGE:
        given += [{"kind": value}, {"kind": "live", "bank_s": value}, {"kind": "days", "days": value}]
        given += [{"kind": "live", "bank_s": 60, "increment_s": value}, {"kind": "none", "days": value}]
    for clock in given:
        body = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "clock": clock}
        answer = await site.client.post("/api/v1/rooms", json=body)
        assert answer.status_code in (201, 400, 422), (clock, answer.text)
        if answer.status_code == 201:
            told = (await site.get(Room(answer.json()))).json().get("clock")
            assert told is None or all(0 < side["left_ms"] <= 30 * 24 * 3600 * 1000 for side in told["sides"]), told


async def test_no_side_is_claimed_that_has_not_let_its_time_run_out(site: Site) -> None:
    room = await site.make_room(clock={"kind": "live", "bank_s": 30})
    before = (await site.state_of(room))[:2]
    for side, viewer in product((*STRANGE, "blue", "a", "b"), ("a", "b", "host", "spectator")):
        answer = await site.post(room, "/forfeits", {"side": side}, as_=viewer)
        assert answer.status_code in (400, 403, 422), (side, viewer, answer.text)
    assert (await site.state_of(room))[:2] == before


async def done(site: Site, room: Room, kind: str) -> str:
    """Whoever is asked does the first thing of a kind that they are offered; answers who."""
    seat = await site.to_act(room)
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    action = next(offer["examples"][0] for offer in offers if offer["type"] == kind)
    assert (await site.post(room, "/actions", {"action": action}, as_=seat)).status_code == 200
    return seat


@pytest.mark.parametrize("clock", [{"kind": "live", "bank_s": 60}, {"kind": "days", "days": 3}, None])
async def test_by_a_clock_a_turn_handed_on_is_taken_back_only_by_consent(site: Site, clock: Any) -> None:
    """Else the other side's time would be spent by handing it the turn and taking it back, over and over."""
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Luis")]
    body = {"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": seats, "clock": clock}
    room = Room((await site.client.post("/api/v1/rooms", json=body)).json())
    await done(site, room, "roll")
    mine = await done(site, room, "end_turn")

    assert (await site.post(room, "/proposals", {"kind": "undo"}, as_=mine)).status_code == 200

    told = (await site.get(room)).json()
    theirs = "ab".replace(mine, "")
    assert told["to_act"] == [theirs if clock else mine]
    assert [proposal["waiting"] for proposal in told["proposals"]] == ([[theirs]] if clock else [])


async def test_where_nobody_is_called_every_wish_to_be_is_refused(site: Site) -> None:
    room = await site.make_room()
    for value in STRANGE:
        for body in (value, {"url": value}, {"url": "https://hooks.example.org/", "always": value}):
            answer = await site.post(room, "/hook", body)
            assert answer.status_code in (400, 409, 422), (body, answer.text)
    for value, field in product(STRANGE, ("seq", "view")):
        answer = await site.post(room, "/replays", {field: value})
        assert answer.status_code in (400, 409, 422), (field, value, answer.text)


async def exported(site: Site) -> list[dict[str, Any]]:
    room = await site.make_room(clock={"kind": "days", "days": 2})
    first = await site.to_act(room)
    assert (await site.post(room, "/actions", {"action": {"type": "pass"}}, as_=first)).status_code == 200
    assert (await site.post(room, "/resign")).status_code == 200
    return [json.loads(line) for line in (await site.get(room, "/export")).text.splitlines()]


async def brought_back(site: Site, lines: list[dict[str, Any]], query: str) -> Any:
    text = "\n".join(json.dumps(line) for line in lines)
    answer = await site.client.post(f"/api/v1/rooms/import{query}", content=text)
    assert answer.status_code in (201, 400, 422), answer.text
    if answer.status_code != 201:
        return None
    room = Room(answer.json())
    told = await site.get(room, as_="host")
    assert told.status_code == 200, told.text
    return told.json()


async def test_a_file_brings_no_clock_back_that_no_room_could_have(site: Site) -> None:
    lines = await exported(site)
    clocks: list[Any] = [{"kind": "live", "bank_s": value} for value in (-5, 0, 10**12, 10**18)]
    clocks += [{"kind": "days", "days": value} for value in (-1, 0, 31, 10**7, 10**15)]
    for clock, query in product(clocks, ("", "?from=3", "?play_from=3", "?seq=3")):
        told = await brought_back(site, [{**lines[0], "clock": clock}, *lines[1:]], query)
        assert told is None or told.get("clock") is None, told


async def test_a_file_whose_moments_lie_at_the_end_of_time_is_no_error_of_ours(site: Site) -> None:
    lines = await exported(site)
    for at, query in product(("9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z"), ("", "?from=3", "?play_from=3")):
        await brought_back(site, [{**line, "at": at} if "at" in line else line for line in lines], query)
