"""That nothing leaves the server unseen: every route, every message and every event of a room is compared in two worlds, or
stands here with the reason why it need not be. Whatever is new fails these tests until it is covered."""

from __future__ import annotations

import inspect
import json
import random
import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from app.engine.types import Viewer
from app.rooms.values.events import RESERVED
from app.web.api import socket, stream
from app.web.table import page_socket
from tests.parts.web.cheats.worlds import Ears, Line, Twins
from tests.parts.web.cheats.worlds_questions import questions
from tests.parts.web.cheats.worlds_wire import Question
from tests.parts.web.wire.authorisation import campaign_rows, routes_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

PUBLIC = "the same for everybody, and about no room"
GIVEN = "works on what the asker hands over, and looks at no room"
NEW = "makes a new room: there is nothing to be told yet"

SHOWN = "by a link that is only made once the game is over: test_replay_sharing.py says what it shows"
EXCUSED_ROUTES: Mapping[tuple[str, str], str] = {
    **{
        ("GET", path): PUBLIC
        for path in (
            "/about",
            "/api/docs",
            "/api/openapi.json",
            "/api/v1/games",
            "/api/v1/games/{game}",
            "/api/v1/games/{game}/rules",
            "/api/v1/games/{game}/tables",
            "/games",
            "/games/{game}",
            "/games/{game}/board.css",
            "/games/{game}/cover.svg",
            "/games/{game}/rules",
            "/games/{game}/tables",
            "/games/{game}/legend",
            "/games/{game}/opening",
            "/games/{game}/workshop",
            "/healthz",
            "/readyz",
            "/rooms/import",
            "/rooms/new",
            "/campaigns/new",
            "/static/{path}",
        )
    },
    **{
        ("POST", f"/api/v1/games/{{game}}/{kind}"): GIVEN
        for kind in ("apply", "check", "offers", "positions", "queries/{query}", "view")
    },
    **{("POST", f"/api/v1/games/{{game}}/battles{end}"): GIVEN for end in ("", "/check", "/edit", "/parts")},
    ("POST", "/games/{game}/workshop/look"): GIVEN,
    ("POST", "/rooms/battle"): GIVEN,
    ("POST", "/api/v1/rooms/import"): GIVEN,
    ("POST", "/rooms/import"): GIVEN,
    ("POST", "/api/v1/rooms"): NEW,
    ("POST", "/rooms/new"): NEW,
    ("POST", "/rooms/try"): NEW,
    ("POST", "/api/v1/campaigns"): NEW,
    ("POST", "/campaigns/new"): NEW,
    **{(row.method, row.path): "of a campaign: test_campaign_secrecy.py compares it" for row in campaign_rows()},
    (
        "GET",
        "/api/v1/rooms/{room_id}/presence",
    ): "made of who is connected and what everybody is told; test_absence.py proves it",
    ("POST", "/api/v1/rooms/{room_id}/rematch"): "a way out of a game that is over: test_rematch.py says where to",
    ("POST", "/rooms/{room_id}/rematch"): "the same from the page",
    ("GET", "/replay/{secret}"): SHOWN,
    ("GET", "/replay/{secret}/report"): SHOWN,
    ("GET", "/metrics"): "counts and times of the whole server; test_leaks.py shows who may read it and what it counts",
}

EXCUSED_EVENTS: Mapping[str, str] = {
    "seat_claimed": "from before the game, when there is nothing to hide",
    "room_closed": "the room is over, and its record open to everybody who had a part in it",
    "game_finished": "the game is over, and its record open to everybody who had a part in it",
    "rematch_agreed": "the game is over, and its record open to everybody who had a part in it",
    "table_seen": "who came to the table, told to everybody alike",
    "link_replaced": "what the host does with a link, told to everybody alike",
    "room_imported": "the first event of a room made from a file",
    "time_up": "follows from when the others happened and whom the game asks, which everybody is told",
    "forfeited": "what a player did because of it",
    "game_opened": "of a campaign: in which room its next game is played, which everybody in it is told",
}

SENT = {"room_full", "resync", "presence", "ack", "refused"}
"""What sockets and streams send beside events, each compared below, but ``presence``: it says who is connected, and is
made of nothing else."""

HEARD = {"act", "resume", "pointer", "ruler"}
"""What sockets take in."""


async def lurking(twins: Twins, viewer: str) -> None:
    """A game of Masks in which the other world differs in hands, deck and lurkers that ``viewer`` may not know."""
    await twins.open("masks", "ball", 3)
    live = await twins.real.live()
    world = live.system.resample(live.state, Viewer(viewer), random.Random(3).randrange)
    await twins.real.become(live.state)
    await twins.other.become(msgspec.structs.replace(world, chosen={}))


async def test_every_route_is_compared_in_two_worlds_or_has_a_reason_not_to_be(twins: Twins) -> None:
    twins.asked.clear()
    for viewer in ("a", "spectator", "host"):
        await lurking(twins, "spectator" if viewer == "host" else viewer)
        for question in await questions(twins.both, viewer, random.Random(viewer)):
            await twins.same(viewer, question)
        async with twins.listening(viewer) as ears:
            await ears.same_until_marked()
    routes = routes_of(twins.real.app)
    compared = {route for route in twins.asked if route in routes}

    assert routes - compared == EXCUSED_ROUTES.keys()


async def test_every_event_of_a_room_is_compared_in_two_worlds_or_has_a_reason_not_to_be(twins: Twins) -> None:
    viewers = ("a", "c", "spectator")
    seen: set[str] = set()
    for viewer in viewers:
        await lurking(twins, viewer)
        async with twins.listening(viewer) as ears:
            await _lively(twins, ears)
        events = (await twins.same(viewer, Question(f"{twins.real.room.path}/events"))).json()["events"]
        seen |= {event["type"] for event in events}

    assert RESERVED - seen == EXCUSED_EVENTS.keys()


async def _lively(twins: Twins, ears: Ears) -> None:
    """All that people do with a room beside playing, while somebody listens in both worlds."""
    own = (await twins.real.live()).state.hands["a"] if ears.viewer == "a" else None
    hands = [(await world.live()).state.hands for world in twins.both]
    for world, hand in zip(twins.both, hands, strict=True):
        await world.act("a", {"type": "choose", "card": (own or hand["a"])[0]})
    await ears.same_until_marked()
    await _agreed(twins, ears, "a", {"kind": "undo"}, "")
    await _post(twins, "spectator", "messages", {"text": "hush", "name": "Eva"})
    await ears.same_until_marked()
    change = {"unit": "b0", "field": "x_mm", "value": 111}
    await _agreed(twins, ears, "b", {"kind": "correction", "changes": [change], "reason": "so it was"}, "ac")
    await _agreed(twins, ears, "b", {"kind": "pause"}, "ac")
    await _agreed(twins, ears, "c", {"kind": "resume"}, "ab")
    await _agreed(twins, ears, "host", {"kind": "replace", "seat": "b", "by": "human"}, "ac")
    await _post(twins, "c", "resign", None)
    await ears.same_until_marked()


async def _agreed(twins: Twins, ears: Ears, seat: str, proposal: Any, others: str) -> None:
    """Something is proposed, and everybody who is asked consents."""
    n = await _post(twins, seat, "proposals", proposal)
    await ears.same_until_marked()
    for other in others:
        await _post(twins, other, f"proposals/{n['n']}", {"accept": True})
        await ears.same_until_marked()


async def _post(twins: Twins, seat: str, rest: str, body: Any) -> Any:
    twins.tick()
    answers = [await world.ask(seat, Question(f"{world.room.path}/{rest}", "POST", body)) for world in twins.both]
    assert [answer.status for answer in answers] == [200, 200], answers[0].content
    return answers[0].json()


async def test_a_page_that_was_away_too_long_is_shown_the_same_in_both_worlds(twins: Twins) -> None:
    await lurking(twins, "a")
    for world in twins.both:
        world.app.state.hub._rooms.pop(world.room.id, None)
    lines = [Line(world, "a", "page", query={"after": 1}) for world in twins.both]
    told, meant = [[await line.message(), await line.message()] for line in lines]
    for line in lines:
        await line.wire.hang_up()

    assert told == meant
    assert 'data-full="true"' in told[1]["text"]


async def test_a_program_that_was_away_too_long_is_told_the_same_in_both_worlds(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "KEPT_FOR_PROGRAMS", 0)
    await lurking(twins, "a")
    lines = [Line(world, "a", "socket", query={"after": 1}) for world in twins.both]
    told, meant = [[await line.message() for _ in range(3)] for line in lines]
    for line in lines:
        await line.wire.hang_up()

    assert told == meant
    assert [json.loads(message["text"])["type"] for message in told[1:]] == ["resync", "room_full"]


async def test_what_is_said_on_a_socket_is_answered_the_same_in_both_worlds(twins: Twins) -> None:
    await lurking(twins, "a")
    card = (await twins.real.live()).state.hands["a"][0]
    acts = (
        {"type": "act", "action": {"type": "walk", "unit": "b-lurker", "x_mm": 1, "y_mm": 1}, "key": "one"},
        {"type": "act", "action": {"type": "choose", "card": card}, "key": "two", "seq": 99},
        {"type": "act", "action": {"type": "choose", "card": card}, "key": "three"},
        {"type": "nonsense"},
    )
    lines = [Line(world, "a", "socket") for world in twins.both]
    told, meant = [await line.greeted(is_resumed=False) for line in lines]
    assert told == meant
    types = set()
    for said in acts:
        for line in lines:
            line.say(json.dumps(said))
        heard = [[await line.message() for _ in range(2 if said.get("key") == "three" else 1)] for line in lines]
        assert heard[0] == heard[1]
        types |= {json.loads(message["text"])["type"] for message in heard[0]}
    for line in lines:
        await line.wire.hang_up()

    assert types == {"refused", "ack", "chosen"}


async def test_what_a_page_points_at_is_shown_the_same_in_both_worlds(twins: Twins) -> None:
    await lurking(twins, "a")
    pointing = [Line(world, "b", "page") for world in twins.both]
    for line in pointing:
        await line.greeted(is_resumed=False)
    async with twins.listening("a") as ears:
        for line in pointing:
            line.say('{"type": "pointer", "x": 10, "y": 20}')
            line.say('{"type": "ruler", "points": [[1, 2], [3, 4]]}')
            line.say('{"type": "ruler", "points": "of no return"}')
        shown = [[await line.message() for _ in range(2)] for line in ears.lines("page in en")]
        assert shown[0] == shown[1]
        for line in pointing:
            await line.wire.hang_up()


async def test_every_type_of_message_of_sockets_and_streams_is_known_here() -> None:
    sources = [inspect.getsource(module) for module in (socket, page_socket, stream)]
    types = {kind for source in sources for kind in re.findall(r'"type": "(\w+)"[,}]', source)}
    said = {kind for source in sources for kind in re.findall(r'tag="(\w+)"', source)}
    acted = {kind for source in sources for kind in re.findall(r'"type"\) != "(\w+)"', source)}

    assert types == SENT
    assert said | acted == HEARD
