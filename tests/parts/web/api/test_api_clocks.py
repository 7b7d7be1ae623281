"""Rooms with a clock over HTTP: made, told, run out, claimed; and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.parts.web.api_site import HUMANS, PASS, Site, assert_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

LIVE = {"kind": "live", "bank_s": 60, "increment_s": 5}
WRONG: tuple[tuple[Any, str], ...] = (
    ("live", "clock"),
    ({}, "clock"),
    ({"kind": "sand"}, "clock.kind"),
    ({"kind": "live"}, "clock"),
    ({"kind": "live", "bank_s": 5}, "clock.bank_s"),
    ({"kind": "live", "bank_s": 60.5}, "clock.bank_s"),
    ({"kind": "live", "bank_s": 60, "increment_s": -1}, "clock.increment_s"),
    ({"kind": "days", "days": 31}, "clock.days"),
    ({"kind": "days", "days": 2, "hours": 3}, "clock"),
)


class Hands:
    """The server's time of day, moved on by a test."""

    def __init__(self, site: Site) -> None:
        self.now = datetime(2024, 5, 1, 12, tzinfo=UTC)
        self._rooms = site.app.state.rooms

    def __call__(self) -> datetime:
        return self.now

    async def turn(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        await self._rooms.timekeeper.look()


@pytest.fixture
def hands(site: Site) -> Iterator[Hands]:
    rooms = site.app.state.rooms
    usual, moved = rooms._clock, Hands(site)
    rooms._clock = rooms._live._clock = rooms.timekeeper._clock = moved
    yield moved
    rooms._clock = rooms._live._clock = rooms.timekeeper._clock = usual


async def test_the_room_tells_what_is_left_and_by_what_time(site: Site, hands: Hands) -> None:
    room = await site.make_room(clock=LIVE)
    first = (await site.get(room)).json()["clock"]
    assert first["rule"] == LIVE
    assert [(side["side"], side["seats"], side["left_ms"]) for side in first["sides"]] == [
        ("red", ["a"], 60_000),
        ("blue", ["b"], 60_000),
    ]
    assert first["since"] == first["now"] == "2024-05-01T12:00:00.000Z"

    await hands.turn(10)
    seat = await site.to_act(room)
    await site.post(room, "/actions", {"action": PASS}, as_=seat)
    await hands.turn(3)

    clock = (await site.get(room, as_="spectator")).json()["clock"]
    left = {side["seats"][0]: (side["left_ms"], side["runs"]) for side in clock["sides"]}
    other = "b" if seat == "a" else "a"
    assert left == {seat: (55_000, False), other: (60_000, True)}
    assert (clock["since"], clock["now"]) == ("2024-05-01T12:00:10.000Z", "2024-05-01T12:00:13.000Z")


async def test_time_that_runs_out_ends_the_turn_and_after_three_times_the_game_can_be_claimed(
    site: Site, hands: Hands
) -> None:
    room = await site.make_room(clock={"kind": "days", "days": 1}, options={"rounds": 20})
    late = await site.to_act(room)
    winner, side = ("b", "red") if late == "a" else ("a", "blue")
    for _ in range(3):
        assert_problem(await site.post(room, "/forfeits", {"side": side}, as_=winner), 403, "forbidden")
        await hands.turn(24 * 3600)
        assert await site.to_act(room) == winner
        assert (await site.post(room, "/actions", {"action": PASS}, as_=winner)).status_code == 200

    for viewer in ("spectator", "host", late):
        assert_problem(await site.post(room, "/forfeits", {"side": side}, as_=viewer), 403, "forbidden")
    assert_problem(await site.post(room, "/forfeits", {"side": "green"}, as_=winner), 422, "invalid")
    claimed = await site.post(room, "/forfeits", {"side": side}, as_=winner)

    assert claimed.status_code == 200
    told = (await site.get(room)).json()
    assert (told["status"], told["result"]["winners"], told["seq"]) == ("finished", [winner], claimed.json()["seq"])
    events = (await site.get(room, "/events")).json()["events"]
    assert [event["times"] for event in events if event["type"] == "time_up"] == [1, 2, 3]
    assert_problem(await site.post(room, "/forfeits", {"side": side}, as_=winner), 409, "not_now")


@pytest.mark.parametrize("clock", [None, {"kind": "none"}])
async def test_a_room_without_a_clock_tells_of_none(site: Site, clock: Any) -> None:
    room = await site.make_room(clock=clock)

    assert "clock" not in (await site.get(room)).json()
    assert_problem(await site.post(room, "/forfeits", {"side": "red"}), 409, "not_now")


@pytest.mark.parametrize(("clock", "field"), WRONG)
async def test_a_clock_that_cannot_be_is_refused_by_its_field(site: Site, clock: Any, field: str) -> None:
    body = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS), "clock": clock}

    problem = assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")

    assert [error["field"] for error in problem["facts"]["errors"]] == [field]


async def test_a_game_that_knows_no_clock_says_so(site: Site) -> None:
    body = {"game": "masks", "scenario": "ball", "seats": [{"kind": "human"}] * 2, "clock": LIVE}

    problem = assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")

    assert problem["facts"]["errors"][0]["field"] == "clock"
