"""Battles of one's own over HTTP: made by edits, judged, hosted, played, exported and imported."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.parts.web.api_site import Site, assert_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLASTIC = "/api/v1/games/war_of_plastic"
BOTS = [{"kind": "human", "name": "Ana"}, {"kind": "bot"}]


async def ask(site: Site, path: str, body: Any) -> Any:
    answer = await site.client.post(PLASTIC + path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def edited(site: Site, battle: Any, *edits: Any) -> Any:
    for edit in edits:
        battle = (await ask(site, "/battles/edit", {"battle": battle, "edit": edit}))["battle"]
    return battle


async def a_lane(site: Site) -> Any:
    """A soldier a side, and a house between them."""
    return await edited(
        site,
        (await ask(site, "/battles", {}))["battle"],
        {"type": "place", "tool": "unit:placed:A:soldier", "x": 300, "y": 100},
        {"type": "place", "tool": "unit:placed:B:soldier", "x": 300, "y": 700},
        {"type": "place", "tool": "shape:house_16", "x": 600, "y": 400, "turn_deg": 30},
        {"type": "change", "field": "name_en", "value": "The lane"},
        {"type": "change", "field": "name_es", "value": "El callejón"},
    )


async def test_a_program_makes_a_battle_by_edits_and_is_told_its_faults(site: Site) -> None:
    empty = (await ask(site, "/battles", {}))["battle"]
    assert len((await ask(site, "/battles/check", {"battle": empty}))["faults"]) == 2

    lane = await a_lane(site)
    told = await ask(site, "/battles/check", {"battle": lane})

    assert told["faults"] == []
    assert told["spec"]["id"] == "own"
    assert told["spec"]["name"] == {"es": "El callejón", "en": "The lane"}
    parts = await ask(site, "/battles/parts", {"battle": lane, "thing": "house-1"})
    assert {"shape:house_16", "area:wood", "zone:AB"} <= {tool["id"] for tool in parts["tools"]}
    assert {"turn_deg", "levels", "x", "y"} == {field["field"] for field in parts["fields"]}
    done = await ask(site, "/battles/edit", {"battle": lane, "edit": {"type": "remove", "id": "house-1"}})
    assert done["thing"] is None
    assert done["battle"]["pieces"] == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/battles", {"scenario": "nothing"}),
        ("/battles", {"scenario": 7}),
        ("/battles/check", {}),
        ("/battles/check", {"battle": []}),
        ("/battles/check", {"battle": {"units": "many"}}),
        ("/battles/edit", {"battle": {}, "edit": {"type": "add", "tool": "x"}}),
        ("/battles/edit", {"battle": "lane", "edit": {"type": "fly", "tool": "x"}}),
        ("/battles/edit", {"battle": "lane", "edit": {"type": "move", "id": "A-01", "dx": 0.5}}),
        ("/battles/edit", {"battle": "lane", "edit": {"type": "draw", "tool": "area:wood", "points": [[0, 0]] * 501}}),
        ("/battles/edit", {"battle": "lane", "edit": {"type": "place", "tool": "nothing", "x": 1, "y": 1}}),
        ("/battles/parts", {"battle": "lane", "thing": "nobody"}),
        ("/positions", {"scenario": "own", "seats": [{}, {}]}),
        ("/positions", {"scenario": "garden_skirmish", "seats": [{}, {}], "battle": "lane"}),
    ],
)
async def test_what_makes_no_sense_is_invalid(site: Site, path: str, body: dict[str, Any]) -> None:
    if body.get("battle") == "lane":
        body = body | {"battle": await a_lane(site)}
    assert_problem(await site.client.post(PLASTIC + path, json=body), 422, "invalid")


async def test_a_game_without_a_workshop_has_no_battles(site: Site) -> None:
    for path in ("/battles", "/battles/edit", "/battles/check", "/battles/parts"):
        assert_problem(await site.client.post(f"/api/v1/games/pebbles{path}", json={}), 404, "not_found")
    assert (await site.client.get("/games/pebbles/workshop", headers={"accept": "text/html"})).status_code == 404
    room = {"game": "pebbles", "scenario": "own", "seats": BOTS, "battle": {}}
    assert_problem(await site.client.post("/api/v1/rooms", json=room), 422, "invalid")


async def test_the_rules_service_opens_a_battle_as_it_opens_the_scenario_it_was_copied_from(site: Site) -> None:
    copy = (await ask(site, "/battles", {"scenario": "garden_skirmish"}))["battle"]
    seats = {"seats": [{}, {}], "dice": []}

    own = (await ask(site, "/positions", {"scenario": "own", "battle": copy, **seats}))["position"]
    by_name = (await ask(site, "/positions", {"scenario": "garden_skirmish", **seats}))["position"]

    assert own | {"scenario": "garden_skirmish"} == by_name


async def test_a_room_plays_a_battle_and_its_export_becomes_a_room_again(site: Site) -> None:
    lane = await a_lane(site)
    body = {"game": "war_of_plastic", "scenario": "own", "seats": BOTS, "battle": lane}
    made = (await site.client.post("/api/v1/rooms", json=body)).json()
    room = f"/api/v1/rooms/{made['id']}"
    ana = {"authorization": f"Bearer {made['seats'][0]['token']}"}

    told = (await site.client.get(room, headers=ana)).json()
    assert (told["scenario"], told["battle"]["name"]["en"]) == ("own", "The lane")
    units = (await site.client.get(f"{room}/position", headers=ana)).json()["view"]["units"]
    assert sorted(units) == ["A-01", "B-01"]
    acted = await site.client.post(f"{room}/actions", json={"action": {"type": "roll"}}, headers=ana)
    assert acted.status_code == 200, acted.text
    glimpse = (await site.client.get(f"{room}/export", headers=ana)).content
    assert (await site.client.post(f"{room}/resign", json={}, headers=ana)).status_code == 200
    file = (await site.client.get(f"{room}/export", headers=ana)).content
    header = json.loads(file.partition(b"\n")[0])
    assert header["battle"] == lane

    for data, query in ((file, ""), (glimpse, ""), (file, "?play_from=4")):
        back = await site.client.post(f"/api/v1/rooms/import{query}", content=data)
        assert back.status_code == 201, back.text
        host = {"authorization": f"Bearer {back.json()['host_token']}"}
        again = (await site.client.get(f"/api/v1/rooms/{back.json()['id']}", headers=host)).json()
        assert again["battle"]["name"] == {"es": "El callejón", "en": "The lane"}


async def test_a_battle_that_cannot_be_played_makes_no_room_and_says_why(site: Site) -> None:
    lane = await a_lane(site)
    blocked = await edited(site, lane, {"type": "place", "tool": "unit:placed:A:tank", "x": 310, "y": 100})
    many = lane | {
        "summary_en": "x" * 400,
        "units": [{"id": f"A-{n:03}", "army": "A", "kind": "tank"} for n in range(60)],
    }
    for battle, field in ((blocked, "battle.A-01"), ({**lane, "minutes": 1}, "battle.minutes"), (many, "battle")):
        body = {"game": "war_of_plastic", "scenario": "own", "seats": BOTS, "battle": battle}
        problem = assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")
        assert field in {error["field"] for error in problem["facts"]["errors"]}, problem
    body = {"game": "war_of_plastic", "scenario": "crossroads", "seats": BOTS, "battle": lane}
    assert_problem(await site.client.post("/api/v1/rooms", json=body), 422, "invalid")
    large = {"game": "war_of_plastic", "scenario": "own", "seats": BOTS, "battle": lane | {"padding": "x" * 70_000}}
    assert_problem(await site.client.post("/api/v1/rooms", json=large), 413, "too_large")


async def test_the_page_and_the_host_form_speak_both_languages_and_keep_what_was_typed(site: Site) -> None:
    lane = await a_lane(site)
    for lang, words in (("es", "Taller de batallas"), ("en", "Battle workshop")):
        headers = {"accept": "text/html", "accept-language": lang}
        page = await site.client.get("/games/war_of_plastic/workshop?scenario=crossroads", headers=headers)
        assert page.status_code == 200
        assert words in page.text
    form = {"game": "war_of_plastic", "battle": json.dumps(lane)}
    own = {"origin": "http://table.test", "accept-language": "es"}
    shown = await site.client.post("/rooms/battle", data=form, headers=own)
    assert shown.status_code == 200
    assert "El callejón" in shown.text
    wrong = await site.client.post("/rooms/new", data=form | {"scenario": "own", "seat_a_kind": "me"}, headers=own)
    assert wrong.status_code == 422
    assert "El callejón" in wrong.text
    made = await site.client.post(
        "/rooms/new", data=form | {"scenario": "own", "seat_a_kind": "me", "seat_b_kind": "bot"}, headers=own
    )
    assert made.status_code == 303, made.text
    broken = await site.client.post("/rooms/battle", data=form | {"battle": "{"}, headers=own)
    assert broken.status_code == 400
