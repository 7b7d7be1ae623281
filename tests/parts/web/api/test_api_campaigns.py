"""Campaigns over HTTP: made, looked at, decided in; and the way from a campaign's link into the rooms of its games."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.parts.web.api_site import HUMANS, Room, Site, assert_problem, bearer
from tests.parts.web.campaigns import STAKE, MadeCampaign, a_campaign, give_up, into_game
from tests.parts.web.wire.authorisation import campaign_rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPEN = [{"kind": "human", "name": "Ana", "team": "red"}, {"kind": "open", "team": "blue"}]


async def info_of(site: Site, campaign: MadeCampaign, as_: str = "a") -> dict[str, Any]:
    answer = await site.get(campaign, as_=as_)
    assert answer.status_code == 200, answer.text
    info: dict[str, Any] = answer.json()
    return info


async def make(site: Site, **body: Any) -> httpx.Response:
    given = {"game": "pebbles", "campaign": "league", "seats": list(HUMANS)} | body
    return await site.client.post("/api/v1/campaigns", json=given)


async def test_a_campaign_is_made_with_a_link_for_everybody(site: Site) -> None:
    answer = await make(site)

    made = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1/campaigns/{made['id']}"
    assert [seat["seat"] for seat in made["seats"]] == ["a", "b"]
    assert made["seats"][0]["url"].endswith(f"/join/{made['seats'][0]['token']}")
    assert made["spectator"]["url"].endswith(f"/watch/{made['spectator']['token']}")
    assert made["host_token"]


async def test_a_campaign_tells_its_games_its_standing_and_who_has_to_decide(site: Site) -> None:
    campaign = await a_campaign(site, decides=True)

    info = await info_of(site, campaign)

    assert (info["game"], info["campaign"], info["status"]) == ("pebbles", "league", "playing")
    assert [(game["number"], game["status"]) for game in info["games"]] == [(1, "finished"), (2, "ahead")]
    assert info["games"][0]["result"]["winners"] == ["a"]
    assert info["games"][0]["name"].keys() == {"es", "en"}
    assert [(rank["seat"], rank["points"], rank["place"]) for rank in info["standing"]] == [("a", 3, 1), ("b", 0, 2)]
    assert info["to_act"] == ["a", "b"]
    assert [seat["name"] for seat in info["seats"]] == ["Ana", "Luis"]


async def test_the_game_says_which_campaigns_it_has_and_what_is_decided_in_them(site: Site) -> None:
    told = (await site.client.get("/api/v1/games/pebbles")).json()
    without = (await site.client.get("/api/v1/games/masks")).json()

    assert [(each["id"], len(each["games"])) for each in told["campaigns"]] == [("league", 2)]
    assert {"action", "event", "position", "view", "seat"} <= told["campaign"].keys()
    assert "campaigns" not in without


async def test_the_campaigns_link_is_a_way_into_its_game_and_not_the_games_link(site: Site) -> None:
    campaign = await a_campaign(site)

    answer = await site.post(campaign, "/games", as_="b")

    link = answer.json()
    assert answer.status_code == 200
    assert (link["number"], link["seat"]) == (1, "b")
    room = await site.client.get(f"/api/v1/rooms/{link['room']}", headers=bearer(link["token"]))
    assert room.json()["part_of"] == {"campaign": campaign.id, "number": 1}
    shown = await site.client.get(link["url"])
    assert shown.status_code == 200
    for token, path in ((campaign.token("b"), f"/api/v1/rooms/{link['room']}"), (link["token"], campaign.path)):
        assert_problem(await site.client.get(path, headers=bearer(token)), 404, "not_found")


async def test_spectators_watch_the_games_and_the_host_administers_them(site: Site) -> None:
    campaign = await a_campaign(site)
    watching = (await site.post(campaign, "/games", as_="spectator")).json()
    hosting = (await site.post(campaign, "/games", as_="host")).json()
    room = f"/api/v1/rooms/{watching['room']}"

    seen = await site.client.get(f"{room}/position", headers=bearer(watching["token"]))
    refused = await site.client.post(f"{room}/close", headers=bearer(watching["token"]))
    closed = await site.client.post(f"{room}/close", headers=bearer(hosting["token"]))

    assert seen.json()["view"]["viewer"] == "spectator"
    assert_problem(refused, 403, "forbidden")
    assert closed.json()["status"] == "finished"
    assert (await info_of(site, campaign))["games"][0]["status"] == "closed"
    again = (await site.post(campaign, "/games", as_="a")).json()
    assert again["room"] != watching["room"]


async def test_a_campaign_without_spectators_has_none_in_its_games_either(site: Site) -> None:
    campaign = await a_campaign(site, spectators="none")
    into = await into_game(site, campaign)

    assert_problem(await site.get(campaign, as_="spectator"), 403, "forbidden")
    assert_problem(await site.post(campaign, "/games", as_="spectator"), 403, "forbidden")
    assert (await site.get(into)).json()["spectators"] == "none"


async def test_late_spectators_are_late_in_the_games_but_not_between_them(site: Site) -> None:
    campaign = await a_campaign(site, spectators="delayed")
    into = await into_game(site, campaign)
    assert (await site.get(into)).json()["spectators"] == "delayed"

    await give_up(site, campaign, "b")

    told = (await site.get(campaign, "/events?after=0", as_="spectator")).json()["events"]
    assert told[-1]["type"] == "game_scored"


async def test_room_options_hold_in_every_game(site: Site) -> None:
    campaign = await a_campaign(site, options={"take_back": "never", "charms": False})

    room = (await site.get(await into_game(site, campaign))).json()

    assert room["options"] == {"take_back": "never", "charms": False}


async def test_between_two_games_decisions_are_offered_judged_and_kept_by_their_key(site: Site) -> None:
    campaign = await a_campaign(site, decides=True)
    offers = (await site.get(campaign, "/offers")).json()
    (offer,) = offers["offers"]
    assert offer["examples"] == [{"type": "stake", "amount": amount} for amount in range(4)]
    assert_problem(
        await site.post(campaign, "/actions", {"action": {"type": "stake", "amount": 9}}), 422, "illegal_action"
    )
    assert_problem(await site.post(campaign, "/actions", {"action": {"type": "move"}}), 422, "invalid")

    body = {"action": STAKE, "seq": offers["seq"], "key": "k"}
    first, again = [await site.post(campaign, "/actions", body) for _ in range(2)]

    assert first.status_code == 200
    assert first.json() == again.json()
    assert_problem(await site.post(campaign, "/games"), 409, "not_now")
    await site.post(campaign, "/actions", {"action": STAKE}, as_="b")
    assert (await site.post(campaign, "/games")).json()["number"] == 2
    assert (await site.post(campaign, "/games/1")).json()["number"] == 1


async def test_a_game_that_has_not_begun_or_is_not_there_cannot_be_entered(site: Site) -> None:
    campaign = await a_campaign(site)

    assert_problem(await site.post(campaign, "/games/2"), 409, "not_now")
    for number in ("3", "0", "x", "99999"):
        assert_problem(await site.post(campaign, f"/games/{number}"), 404, "not_found")


async def test_an_open_seat_is_claimed_and_the_first_game_begins(site: Site) -> None:
    campaign = await a_campaign(site, seats=OPEN)
    assert (await info_of(site, campaign))["games"][0]["status"] == "ahead"

    claimed = await site.post(campaign, "/seats/b/claim", {"name": "Luis"}, as_="b")

    assert claimed.status_code == 200
    assert claimed.json()["games"][0]["status"] == "playing"
    assert_problem(await site.post(campaign, "/seats/b/claim", {"name": "Eva"}, as_="b"), 409, "seat_taken")


async def test_the_host_begins_with_bots_and_closes(site: Site) -> None:
    campaign = await a_campaign(site, seats=OPEN)

    begun = await site.post(campaign, "/start", {"strategy": "random"}, as_="host")
    closed = await site.post(campaign, "/close", as_="host")

    assert begun.json()["games"][0]["status"] in ("playing", "finished")
    assert begun.json()["seats"][1]["kind"] == "bot"
    assert closed.json()["status"] == "finished"
    assert "result" not in closed.json()


async def test_in_a_campaign_only_a_seat_is_given_away_by_consent(site: Site) -> None:
    campaign = await a_campaign(site)

    for kind in ("undo", "draw", "pause", "correction"):
        assert_problem(await site.post(campaign, "/proposals", {"kind": kind}), 403, "forbidden")
    asked = await site.post(campaign, "/proposals", {"kind": "replace", "seat": "b", "by": "bot"}, as_="host")
    assert asked.status_code == 200
    assert (await info_of(site, campaign))["proposals"][0]["replaced"] == "b"


async def test_a_replaced_link_closes_every_way_into_the_games_within_a_second(site: Site) -> None:
    campaign = await a_campaign(site)
    room = await into_game(site, campaign)
    assert (await site.get(room)).status_code == 200

    new = await site.post(campaign, "/links/a", as_="host")

    assert new.status_code == 200
    async with asyncio.timeout(1):
        while (await site.get(room)).status_code != 401:
            pass
    assert (await site.client.get(campaign.path, headers=bearer(new.json()["token"]))).status_code == 200


async def test_what_happens_is_told_live_a_line_each(site: Site) -> None:
    campaign = await a_campaign(site, seats=OPEN)
    lines: list[dict[str, Any]] = []

    async def listen() -> None:
        headers = bearer(campaign.token("a"))
        async with site.client.stream("GET", f"{campaign.path}/stream?after=0", headers=headers) as answer:
            lines.extend([json.loads(line) async for line in answer.aiter_lines() if line])

    listening = asyncio.create_task(listen())
    await site.post(campaign, "/seats/b/claim", {"name": "Luis"}, as_="b")
    await info_of(site, campaign)
    await site.post(campaign, "/close", as_="host")
    async with asyncio.timeout(20):
        await listening

    assert lines[0]["type"] == "room_full"
    assert [line["type"] for line in lines[1:]] == [
        "room_opened",
        "seat_claimed",
        "game_started",
        "league_began",
        "game_opened",
        "room_closed",
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "masks"}, "game"),
        ({"game": "nothing"}, "game"),
        ({"campaign": "duel"}, "scenario"),
        ({"seats": [{"kind": "human"}]}, "seats"),
        ({"options": {"rounds": 3}}, "options.rounds"),
        ({"tables": {"values.need": 3}}, "tables"),
        ({"seats": [{"kind": "human", "team": "red"}, {"kind": "human", "team": "red"}]}, "seats"),
    ],
)
async def test_what_cannot_be_a_campaign_is_refused_at_its_field(site: Site, body: dict[str, Any], field: str) -> None:
    problem = assert_problem(await make(site, **body), 422, "invalid")

    assert field in [error["field"] for error in problem["facts"]["errors"]]


async def test_every_route_of_the_api_is_known_to_the_matrix(site: Site) -> None:
    from app.web.api import campaign_api

    found = {route.path for route in campaign_api.router.routes}  # type: ignore[attr-defined]

    assert found - {"/api/v1/campaigns"} <= {row.path for row in campaign_rows()}


async def test_an_imported_game_of_a_campaign_is_a_room_of_nobodys_campaign(site: Site) -> None:
    campaign = await a_campaign(site)
    room: Room = await into_game(site, campaign)
    await give_up(site, campaign, "a")
    exported = await site.get(room, "/export")

    made = await site.client.post("/api/v1/rooms/import", content=exported.content)

    again = Room(made.json())
    info = (await site.client.get(again.path, headers=bearer(again.spectator))).json()
    assert info["status"] == "finished"
    assert "part_of" not in info
