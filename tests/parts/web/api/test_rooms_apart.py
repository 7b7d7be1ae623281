"""Two rooms of one game on one server, and looks at both in between: every act is judged by its own room as it stands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.engine import play
from app.engine.types import Seat
from tests.contract.test_contract_memory import fresh
from tests.parts.web.api_site import Room, Site
from tests.support.random_play import registry

pytestmark = pytest.mark.asyncio(loop_scope="module")

ACTS = 12
SCENARIOS = {"war_of_plastic": "breakthrough"}
"""Scenarios in which acts of many kinds follow one another soon."""


@pytest.mark.parametrize("game", list(registry()))
async def test_an_act_sent_again_after_a_look_here_and_there_is_judged_anew(site: Site, game: str) -> None:
    rooms = [await opened(site, game) for _ in range(2)]
    pick = random.Random(game)
    judged = []
    for number in range(20 * ACTS):
        if number >= ACTS and set(judged) == {True, False}:
            break  # by some dice it takes longer until an act sent again is refused
        rooms = [await still_in_play(site, game, room) for room in rooms]
        room, other = rooms if number % 3 else rooms[::-1]
        seat, action = await chosen(site, room, pick)
        answer = await site.post(room, "/actions", {"action": action}, as_=seat)
        assert answer.status_code == 200, answer.text

        for place in (room, other, room):
            await look(site, other, seat, action)
            await look(site, place, seat, action)
            if (await site.get(place)).json()["status"] == "playing":
                judged.append(await judged_as_by_a_fresh_object(site, game, place, seat, action))

    assert set(judged) == {True, False}


async def opened(site: Site, game: str) -> Room:
    """A room in play whose seats are all people's."""
    manifest = registry()[game].manifest
    scenario = next((each for each in manifest.scenarios if each.id == SCENARIOS.get(game)), manifest.scenarios[0])
    seats = [{"kind": "human", "name": f"Seat {number}"} for number in range(scenario.seats.min)]
    return await site.make_room(scenario.id, game=game, seats=seats)


async def still_in_play(site: Site, game: str, room: Room) -> Room:
    """The room, or another in place of one whose game is over."""
    return room if (await site.get(room)).json()["status"] == "playing" else await opened(site, game)


async def chosen(site: Site, room: Room, pick: random.Random) -> tuple[str, Any]:
    """Somebody who is asked, and an act that is offered."""
    seat = await site.to_act(room)
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    return seat, pick.choice(pick.choice(offers)["examples"])


async def look(site: Site, room: Room, seat: str, action: Any) -> None:
    for answer in (
        await site.get(room, "/offers", as_=seat),
        await site.post(room, "/previews", {"action": action}, as_=seat),
        await site.get(room, "/position", as_=seat),
    ):
        assert answer.status_code in (200, 409), answer.text  # 409: the game is over


async def judged_as_by_a_fresh_object(site: Site, game: str, room: Room, seat: str, action: Any) -> bool:
    """Sends an act, which the room must take if, and only if, an object of the game that knows of nothing else takes it."""
    live = await site.app.state.rooms.room(room.id)
    system = fresh(game)
    refusal = system.check(live.state, Seat(seat), play.decode_action(system, action))

    answer = await site.post(room, "/actions", {"action": action}, as_=seat)

    if refusal is None:
        assert answer.status_code == 200, answer.text
    else:
        assert (answer.status_code, answer.json()["rule"]) == (422, refusal.rule)
    return refusal is None
