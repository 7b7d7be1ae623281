"""What a seat decides in secret between two games tells nobody anything by any route of a campaign, until it is revealed."""

from __future__ import annotations

import json
from typing import Any, Literal
from urllib.parse import urlencode

import pytest

from app.engine.types import Seat
from tests.parts.web.api_site import HUMANS
from tests.parts.web.campaigns import MadeCampaign
from tests.parts.web.cheats.worlds import Line, Twins, World
from tests.parts.web.cheats.worlds_wire import Question
from tests.parts.web.wire.authorisation import campaign_rows
from tests.parts.web.wire.test_authorisation import body_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

LANGUAGES = ("en", "es")
REFUSED = {"type": "stake", "amount": 9}


async def deciding(world: World, number: int, stake: int) -> None:
    """A campaign after its first game, in which seat b has staked so much."""
    world.names.begin_room(number)
    body = {"game": "pebbles", "campaign": "league", "seats": list(HUMANS)}
    answer = await world.request("POST", "/api/v1/campaigns", {"content-type": "application/json"}, body)
    assert answer.status == 201, answer.content
    world.room = MadeCampaign(answer.json())
    world.cookies = {}
    for viewer in ("a", "b", "spectator", "host"):
        _, world.cookies[viewer] = await world.rooms.exchange(world.room.token(viewer))
    game = (await world.rooms.room(world.room.id)).games[0].room
    await world.rooms.resign(game, Seat("b"))  # type: ignore[arg-type]
    await world.app.state.campaigns.settle(world.room.id)
    await world.act("b", {"type": "stake", "amount": stake})


def questions(world: World, viewer: str) -> list[Question]:
    """Every route of a campaign, read in both languages; what decides something is a decision that the rules refuse, and
    what ends the campaign comes last."""
    found = []
    for row in sorted(campaign_rows(), key=lambda row: row.path.endswith("/close")):
        body, headers = body_of(row.method, row.path)
        if row.path.endswith("/actions"):
            body = json.dumps({"action": REFUSED}).encode()
        if row.path.endswith("/decide"):
            body = urlencode({"action": json.dumps(REFUSED)}).encode()
        path = row.path.replace("{room_id}", world.room.id).replace("{seat}", "b")
        path = path.replace("{n}", "1").replace("{number}", "1")
        by: Literal["token", "cookie"] = "token" if path.startswith("/api/") else "cookie"
        for language in LANGUAGES if row.method == "GET" else LANGUAGES[:1]:
            if not path.endswith("/stream"):
                found.append(Question(path, row.method, body, by, language, tuple(headers.items())))
    found.insert(0, Question(f"{world.room.path}/events?after=0"))
    found.insert(0, Question(f"{world.room.path}/actions", "POST", {"action": REFUSED, "seq": 1}))
    return [*found[:-2], Question("/", by="cookie"), *found[-2:]]


@pytest.mark.parametrize(("number", "viewer"), [(38, "a"), (39, "spectator"), (40, "host")])
async def test_no_answer_tells_what_another_seat_has_decided(twins: Twins, number: int, viewer: str) -> None:
    for world, stake in zip(twins.both, (0, 3), strict=True):
        await deciding(world, number, stake)

    real, other = [await world.ask("b", Question(f"{world.room.path}/position")) for world in twins.both]
    assert real.content != other.content, "the seat itself knows what it has decided"

    for question in questions(twins.real, viewer):
        await twins.same(viewer, question)

    lines = [Line(world, viewer, "stream", query={"after": 0}) for world in twins.both]
    heard = [[await line.message() for _ in range(3)] for line in lines]
    assert heard[0] == heard[1]
    for line in lines:
        await line.wire.hang_up()


async def test_what_was_decided_is_told_to_all_once_everybody_has(twins: Twins) -> None:
    world = twins.real
    await deciding(world, 41, 3)
    world.names.begin_room(42)

    await world.act("a", {"type": "stake", "amount": 0})

    answer = await world.ask("spectator", Question(f"{world.room.path}/events?after=0"))
    shown: list[Any] = [each for each in answer.json()["events"] if each["type"] == "stakes_shown"]
    assert [each["stakes"] for each in shown] == [{"a": 0, "b": 3}]


async def test_every_route_of_a_campaign_is_asked(twins: Twins) -> None:
    asked = set()
    for number, viewer in ((43, "a"), (44, "host")):
        for world in twins.both:
            await deciding(world, number, 1)
        twins.asked.clear()
        for question in questions(twins.real, viewer):
            await twins.same(viewer, question)
        asked |= twins.asked

    rows = {(row.method, row.path) for row in campaign_rows()}
    assert rows - asked == {("GET", "/api/v1/campaigns/{room_id}/stream")}  # which is listened to above
