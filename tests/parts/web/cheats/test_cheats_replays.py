"""Replays asked for with whatever one can think of, and what a link to one opens beside it: nothing."""

from __future__ import annotations

from itertools import product

import pytest

from tests.parts.web.api_site import Room, Site, assert_problem, bearer
from tests.parts.web.campaigns import a_campaign, give_up, into_game

pytestmark = pytest.mark.asyncio(loop_scope="module")

NUMBERS = ("-1", "0", "1", "3", "999999", "999999999999999", "9" * 40, "1.5", "", "x", "٣", "1\n")
EYES = ("", "a", "b", "c", "z", "all", "ALL", "spectator", "host", "a ", "\u202e", "a" * 3000, "../a")


async def ended(site: Site) -> tuple[Room, str]:
    room = await site.make_room()
    assert (await site.post(room, "/resign")).status_code == 200
    made = await site.post(room, "/replays", {"view": "all"})
    assert made.status_code == 201, made.text
    return room, made.json()["token"]


async def test_no_moment_of_a_replay_is_an_error_of_ours(site: Site) -> None:
    room, link = await ended(site)
    running = await site.make_room()
    seat, stranger, player = bearer(room.token("a")), {}, bearer(running.token("a"))
    for path, headers in (
        (f"/rooms/{room.id}/replay", seat),
        (f"/replay/{link}", stranger),
        (f"/rooms/{running.id}/replay", player),
    ):
        for number, view in product(NUMBERS, EYES):
            for query in ({"seq": number, "view": view}, {"seq": number, "of": view, "view": "a"}):
                answer = await site.client.get(path, params=query, headers=headers)
                assert answer.status_code in (200, 303, 403, 422), (path, query, answer.status_code, answer.text[:300])


async def test_of_a_game_that_goes_on_nobody_looks_through_other_eyes(site: Site) -> None:
    room = await site.make_room()
    for viewer, view in product(("a", "spectator", "host"), ("all", "a", "b", "spectator")):
        headers = bearer(room.token(viewer))
        for query in ({"view": view}, {"seq": "1", "of": view}, {"seq": "1", "of": view, "view": "all"}):
            answer = await site.client.get(f"/rooms/{room.id}/replay", params=query, headers=headers)
            assert_problem(answer, 403, "forbidden")
        assert_problem(await site.client.get(f"/rooms/{room.id}/report", headers=headers), 409, "not_now")
    for viewer in ("a", "host"):
        refused = assert_problem(await site.post(room, "/replays", {"view": "all"}, as_=viewer), 409, "not_now")
        assert "once the game has ended" in refused["detail"]
    for query in ("", "?view=all"):
        form = {"origin": "http://table.test"}
        made = await site.client.post(f"/rooms/{room.id}/replay/share{query}", data={"seq": "1"}, headers=form)
        assert made.status_code == 401


async def test_a_game_closed_before_its_end_is_over_and_one_looked_at_from_a_file_shows_no_more_than_the_file(
    site: Site,
) -> None:
    room = await site.make_room()
    seen = await site.get(room, "/export", as_="a")
    imported = await site.client.post("/api/v1/rooms/import", content=seen.content)
    assert imported.status_code == 201, imported.text
    glimpse = Room(imported.json())
    for query in ({"view": "all"}, {"view": "b"}, {"seq": "1", "of": "b"}):
        answer = await site.client.get(f"/rooms/{glimpse.id}/replay", params=query, headers=bearer(glimpse.host))
        assert_problem(answer, 403, "forbidden")
    assert_problem(await site.post(glimpse, "/replays", {}, as_="host"), 409, "not_now")

    assert (await site.post(room, "/close", as_="host")).status_code == 200
    answer = await site.client.get(f"/rooms/{room.id}/replay", params={"view": "all"}, headers=bearer(room.host))
    assert answer.status_code in (200, 403), answer.text


async def test_a_link_to_a_replay_opens_nothing_else_and_nothing_once_it_is_withdrawn(site: Site) -> None:
    room, link = await ended(site)
    for path in ("", "/position", "/events", "/export", "/stream", "/presence", "/hook", "/offers", "/about?thing=a0"):
        assert_problem(await site.client.get(room.path + path, headers=bearer(link)), 401, "unknown_token")
    for path in ("", "/replay", "/report", "/parts/log"):
        for name in ("a", "spectator", "host"):
            cookie = {"cookie": f"t_{room.id}_{name}={link}"}
            assert (await site.client.get(f"/rooms/{room.id}{path}", headers=cookie)).status_code == 401
    for door in ("join", "watch"):
        assert (await site.client.get(f"/{door}/{link}")).status_code == 404
    forged = await site.client.post(f"/replay/{link}", data={"seq": "1"})
    assert forged.status_code in (404, 405)

    assert (await site.post(room, "/replays/withdraw", {}, as_="host")).status_code == 200
    for path in (f"/replay/{link}", f"/replay/{link}/report"):
        assert_problem(await site.client.get(path, headers={"accept": "application/json"}), 404, "not_found")


async def test_whoever_shows_a_game_of_a_campaign_to_anybody_still_goes_back_to_it_himself(site: Site) -> None:
    campaign = await a_campaign(site)
    rooms = {viewer: await into_game(site, campaign, viewer) for viewer in ("a", "host")}
    await give_up(site, campaign, "b")
    for viewer, room in rooms.items():
        token = bearer(room.token("spectator"))
        assert (await site.client.post(f"{room.path}/replays", json={}, headers=token)).status_code == 201

        back = await site.post(campaign, "/games/1", as_=viewer)
        assert back.status_code == 200, back.text
