"""Proof of silence: worlds that differ only in what a viewer may not know give them the same bytes everywhere."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from app.engine.types import Viewer
from app.rooms.room.room import sees_as
from tests.parts.web.api_site import PASS, Room, Site, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOUR = [{"kind": "human", "name": name} for name in ("Ana", "Luis", "Eva", "Juan")]
FREE = {"army_lists": "free", "symmetric_armies": False}
ARMED = {"type": "submit_army", "list": ["soldier", "soldier", "mortar"]}
OTHER = {"type": "submit_army", "list": ["bazooka"]}
HIDDEN_DEEDS: Mapping[str, Sequence[Any]] = {
    "nothing": (),
    "a list": (ARMED,),
    "another list": (OTHER,),
    "a list, and then another": (ARMED, OTHER, ARMED),
    "a list taken back": (ARMED, "undo"),
}
OUTSIDERS = ("b", "d", "spectator", "host")

GETS = (
    "",
    "/position",
    "/offers",
    "/offers?unit=A-01",
    "/offers?unit=B-01",
    "/survey?unit=A-01",
    "/survey?unit=a0",
    "/events",
    "/events?after=1",
    "/events?after=2",
    "/events?after=3",
    "/events?after=99",
)
ASKED: Sequence[tuple[str, Any]] = (
    ("/previews", {"action": ARMED}),
    ("/previews", {"action": {"type": "lock_army"}}),
    ("/previews", {"action": {"type": "lock_army", "list": ["soldier"]}}),
    ("/previews", {"action": {"type": "move", "unit": "A-01", "path_mm": [[100, 100]]}}),
    ("/previews", {"action": {"type": "pick_charm", "charm": "luck"}}),
    ("/previews", {"action": {"type": "throw", "unit": "b0", "target": "a0"}}),
    ("/actions", {"action": {"type": "submit_army", "list": []}, "seq": 1}),
    ("/actions", {"action": {"type": "submit_army", "list": []}, "seq": 99}),
    ("/actions", {"action": {"type": "delegate", "unit": "A-01", "seat": "b"}}),
    ("/actions", {"action": {"type": "move", "unit": "A-01", "path_mm": [[100, 100]]}}),
    ("/actions", {"action": {"type": "submit_army", "list": ["no such kind"]}}),
    ("/actions", {"action": {"type": "throw", "unit": "b0", "target": "a0"}}),
    ("/actions", {"action": PASS}),
    ("/proposals", {"kind": "undo", "to_seq": 99}),
    ("/proposals/1", {"accept": True}),
    ("/seats/a/claim", {"name": "me"}),
)
PAGES = ("/rooms/{id}", "/rooms/{id}/parts/log", "/rooms/{id}/parts/ending")


def masked(text: str, room: Room) -> str:
    """An answer without what differs between any two rooms: its id, its moments, what its dice are committed to."""
    text = text.replace(room.id, "ROOM")
    text = re.sub(r"\b[0-9a-f]{64}\b", "COMMITMENT", text)
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "MOMENT", text)


async def everything(site: Site, room: Room, viewer: str) -> dict[str, str]:
    """All that a viewer can read, ask and be refused, with the headers of every answer."""
    found = {}
    plain = {"accept-encoding": "identity"}  # so that lengths can be compared though moments and commitments differ
    cookie = plain | {"cookie": f"t_{room.id}_{viewer}={await cookie_of(site, room, viewer)}"}
    for path in GETS:
        found[f"GET {path}"] = await site.client.get(room.path + path, headers=bearer(room.token(viewer)) | plain)
    for path, body in ASKED:
        found[f"POST {path} {json.dumps(body)}"] = await site.post(room, path, body, as_=viewer, headers=plain)
    for path in PAGES:
        headers = cookie | {"accept": "text/html"}
        found[path] = await site.client.get(path.format(id=room.id), headers=headers)
    return {
        name: masked(f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}", room)
        for name, answer in found.items()
    }


async def cookie_of(site: Site, room: Room, viewer: str) -> str:
    """The secret of a cookie, as a browser gets it for a link."""
    _, secret = await site.app.state.rooms.exchange(room.token(viewer))
    return str(secret)


async def room_with_lists(site: Site) -> Room:
    """Four players of War of Plastic who are about to put their lists forward in secret; a and c, b and d together."""
    return await site.make_room("garden_skirmish", game="war_of_plastic", seats=FOUR, options=FREE, spectators="public")


async def done(site: Site, room: Room, deeds: Sequence[Any], *, as_: str = "a") -> None:
    """What one seat does, one after the other; ``undo`` takes the last back."""
    for deed in deeds:
        if deed == "undo":
            answer = await site.post(room, "/proposals", {"kind": "undo"}, as_=as_)
        else:
            answer = await site.post(room, "/actions", {"action": deed}, as_=as_)
        assert answer.status_code == 200, answer.text


def assert_same(one: Mapping[str, str], other: Mapping[str, str]) -> None:
    """That two worlds answered the same, naming the first question that was answered otherwise."""
    for name, answer in one.items():
        assert answer == other[name], name


@pytest.mark.rule("WOP-HID-02")
async def test_nothing_anywhere_tells_what_the_other_army_has_put_forward(site: Site) -> None:
    worlds: list[Any] = []
    for deeds in HIDDEN_DEEDS.values():
        room = await room_with_lists(site)
        await done(site, room, deeds)
        worlds.append({viewer: await everything(site, room, viewer) for viewer in OUTSIDERS})

    for world in worlds[1:]:
        for viewer in OUTSIDERS:
            assert_same(worlds[0][viewer], world[viewer])


@pytest.mark.rule("WOP-HID-02")
async def test_a_locked_list_is_known_to_be_locked_and_nothing_else(site: Site) -> None:
    worlds: list[Any] = []
    for names in (["soldier"], ["bazooka", "mortar"], ["soldier"] * 9):
        room = await room_with_lists(site)
        await done(site, room, ({"type": "lock_army", "list": names},))
        worlds.append({viewer: await everything(site, room, viewer) for viewer in OUTSIDERS})

    for world in worlds[1:]:
        for viewer in OUTSIDERS:
            assert_same(worlds[0][viewer], world[viewer])


@pytest.mark.rule("WOP-HID-02")
@pytest.mark.parametrize("take_back", ["free", "consent", "never"])
async def test_taking_ones_own_list_back_does_not_tell_whether_the_others_have_put_one_forward(
    site: Site, take_back: str
) -> None:
    worlds: list[Any] = []
    for deeds in HIDDEN_DEEDS.values():
        room = await site.make_room(
            "garden_skirmish", game="war_of_plastic", seats=FOUR, options=FREE | {"take_back": take_back}
        )
        await done(site, room, (OTHER,), as_="b")
        deeds = [deed for deed in deeds if deed != "undo" or take_back != "never"]
        await done(site, room, deeds, as_="a")
        answer = await site.post(room, "/proposals", {"kind": "undo"}, as_="b")
        told = masked(answer.text, room)
        worlds.append((told, {viewer: await everything(site, room, viewer) for viewer in ("b", "d", "spectator")}))
        own = (await site.get(room, "/position", as_="a")).json()["view"]["armies"]["A"]["list"]
        assert own == (None if not deeds or deeds[-1] == "undo" else deeds[-1]["list"])

    for told, world in worlds[1:]:
        assert told == worlds[0][0]
        for viewer, answers in world.items():
            assert_same(worlds[0][1][viewer], answers)


@pytest.mark.rule("WOP-HID-02")
async def test_an_open_proposal_does_not_tell_that_something_was_put_forward_meanwhile(site: Site) -> None:
    worlds: list[Any] = []
    for deeds in HIDDEN_DEEDS.values():
        room = await room_with_lists(site)
        await done(site, room, ({"type": "lock_army", "list": ["soldier"]},), as_="b")
        assert (await site.post(room, "/proposals", {"kind": "undo"}, as_="b")).status_code == 200
        await done(site, room, deeds, as_="a")
        worlds.append({viewer: await everything(site, room, viewer) for viewer in ("b", "d", "spectator")})

    for world in worlds[1:]:
        for viewer, answers in world.items():
            assert_same(worlds[0][viewer], answers)


@pytest.mark.parametrize("game", ["war_of_plastic", "pebbles"])
async def test_a_world_that_a_viewer_cannot_tell_apart_answers_him_the_same(site: Site, game: str) -> None:
    if game == "war_of_plastic":
        room = await room_with_lists(site)
        await done(site, room, (ARMED,), as_="a")
        await done(site, room, (OTHER,), as_="b")
    else:
        room = await site.make_room("duel")
        await done(site, room, ({"type": "pick_charm", "charm": "luck"},), as_="a")
    live = await site.app.state.rooms.room(room.id)
    real = live.state
    pick = random.Random(1).randrange
    try:
        for viewer in ("b", "spectator", "host"):
            live.state = real
            expected = await everything(site, room, viewer)
            for _ in range(3):
                live.state = live.system.resample(real, sees_as(Viewer(viewer)), pick)
                assert_same(expected, await everything(site, room, viewer))
    finally:
        live.state = real
