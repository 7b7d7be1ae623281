"""Token buckets: a burst at once, then a steady pace, each asker for himself; and what the API counts."""

from __future__ import annotations

import httpx
import pytest

from app.rooms.errors import TooFast
from app.web.limits import DEFAULT, Asker, Figure, Kind, Limit, Limits
from tests.web.api_site import HUMANS, PASS, Site, assert_problem, limited


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


FIGURES = {Kind.MESSAGES: Limit("chat", link=Figure(burst=3, per_minute=30))}
ANA = Asker("192.0.2.1", "room/a")
LUIS = Asker("192.0.2.1", "room/b")


def test_a_burst_is_allowed_and_the_next_one_must_wait() -> None:
    limits = Limits(FIGURES, Clock())

    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, ANA)

    assert refused.value.retry_after_s == 2


def test_the_wait_that_was_told_is_enough() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast) as refused:
        limits.take(Kind.MESSAGES, ANA)

    clock.now += refused.value.retry_after_s

    limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, ANA)


def test_one_asker_never_uses_up_anothers_allowance() -> None:
    limits = Limits(FIGURES, Clock())
    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)

    limits.take(Kind.MESSAGES, LUIS)


def test_a_long_rest_saves_no_more_than_one_burst() -> None:
    clock = Clock()
    limits = Limits(FIGURES, clock)
    limits.take(Kind.MESSAGES, ANA)
    clock.now += 86_400

    for _ in range(3):
        limits.take(Kind.MESSAGES, ANA)
    with pytest.raises(TooFast):
        limits.take(Kind.MESSAGES, ANA)


def test_the_setting_off_counts_nothing() -> None:
    limits = Limits.named("off")

    for _ in range(10_000):
        limits.take(Kind.ROOMS, ANA)


def test_the_setting_default_has_a_figure_for_every_kind() -> None:
    assert set(DEFAULT) == set(Kind)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("kind", "method", "path", "body"),
    [
        (Kind.ACTIONS, "POST", "/actions", {"action": PASS}),
        (Kind.ACTIONS, "POST", "/proposals", {"kind": "draw"}),
        (Kind.MESSAGES, "POST", "/messages", {"text": "hi"}),
        (Kind.QUESTIONS, "POST", "/previews", {"action": PASS}),
        (Kind.QUESTIONS, "GET", "/survey?unit=a1", None),
        (Kind.QUESTIONS, "GET", "/offers", None),
    ],
)
async def test_what_a_seat_does_is_counted_by_its_link(
    site: Site, kind: Kind, method: str, path: str, body: object
) -> None:
    room = await site.make_room()

    async def ask(seat: str) -> httpx.Response:
        return await (site.get(room, path, as_=seat) if method == "GET" else site.post(room, path, body, as_=seat))

    with limited(site, kind):
        first, second, other = await ask("a"), await ask("a"), await ask("b")

    assert first.status_code != 429
    assert other.status_code != 429
    problem = assert_problem(second, 429, "too_fast")
    assert 0 < int(second.headers["retry-after"]) <= 60
    assert problem["retry_after_s"] == int(second.headers["retry-after"])


@pytest.mark.asyncio(loop_scope="module")
async def test_rooms_and_rules_questions_are_counted_by_address(site: Site) -> None:
    new_room = {"game": "pebbles", "scenario": "open", "seats": list(HUMANS)}
    asked = ("/api/v1/games/pebbles/queries/chance", {"need": 4})

    with limited(site, Kind.ROOMS):
        assert (await site.client.post("/api/v1/rooms", json=new_room)).status_code == 201
        spoofed = await site.client.post("/api/v1/rooms", json=new_room, headers={"X-Forwarded-For": "1.2.3.4"})
        assert_problem(spoofed, 429, "too_fast")

    with limited(site, Kind.RULES):
        assert (await site.client.post(asked[0], json=asked[1])).status_code == 200
        assert_problem(await site.client.post(asked[0], json=asked[1]), 429, "too_fast")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_request_too_many_plays_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)
    before = await site.state_of(room)

    with limited(site, Kind.ACTIONS):
        await site.post(room, "/actions", {"action": {"type": "fly"}}, as_=seat)
        assert_problem(await site.post(room, "/actions", {"action": PASS}, as_=seat), 429, "too_fast")

    assert await site.state_of(room) == before
