"""Names, battles and talk that are markup stay text, on every page that shows them and in the report that leaves the site."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.parts.web.api_site import BASE, Room, Site, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARKUP = "\"'></text></title></script><img src=q onerror=x>{{7*7}}"
RAW = ("<img src=q", "\"'>", "</script><img", "{{49}}")
SHORT = "\"'><img src=q onerror=x>{{7*7}}"
OURS = {"origin": BASE}
GAMES = {"war_of_plastic": ("garden_skirmish", "objective-A-0"), "tierras_distantes": ("outpost", "A01")}


async def a_battle(site: Site, game: str) -> dict[str, Any]:
    """A duel with markup in every word that somebody may write."""
    started = await site.client.post(f"/api/v1/games/{game}/battles", json={"scenario": GAMES[game][0]})
    battle: dict[str, Any] = started.json()["battle"]
    for field in ("name_es", "name_en", "summary_es", "summary_en"):
        battle[field] = MARKUP
    if game == "war_of_plastic":
        battle["objectives"]["A"]["list"].append({"type": "manual", "text_es": MARKUP, "text_en": MARKUP})
    else:
        named = {"name_es": SHORT, "name_en": SHORT}
        for row in (*battle["squads"].values(), *battle["squads"]["A"]["members"]):
            row.update(named)
        disc = {"id": "well", "x": 500, "y": 500, "radius": 60, "z_min": 0, "z_max": 0, "points": 1}
        battle["objective"].append({**disc, **named})
    return battle


def assert_text(page: str, where: str) -> None:
    for raw in RAW:
        assert raw not in page, (where, page[max(0, page.find(raw) - 200) : page.find(raw) + 100])


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_battle_says_is_text_in_the_workshop_and_where_it_is_hosted(site: Site, game: str) -> None:
    battle = await a_battle(site, game)
    asked = {"battle": battle, "things": [GAMES[game][1]], "whole": True}
    looked = await site.client.post(f"/games/{game}/workshop/look", json=asked, headers=OURS)
    assert looked.status_code == 200, looked.text
    for part, printed in looked.json().items():
        if part not in ("battle", "name", "fault_things", "things"):
            assert_text(str(printed), part)

    form = {"game": game, "battle": json.dumps(battle)}
    hosted = await site.client.post("/rooms/battle", data=form, headers=OURS)
    assert hosted.status_code == 200
    assert "&lt;img src=q" in hosted.text
    assert_text(hosted.text, "the form")


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_full_of_markup_is_shown_told_and_reported_as_text(site: Site, game: str) -> None:
    seats = [{"kind": "human", "name": f"{MARKUP[:50]}{n}"} for n in "ab"]
    body = {"game": game, "scenario": "own", "battle": await a_battle(site, game), "seats": seats}
    made = await site.client.post("/api/v1/rooms", json=body)
    assert made.status_code == 201, made.text
    room = Room(made.json())
    assert (await site.post(room, "/messages", {"text": MARKUP})).status_code == 200
    assert (
        await site.post(room, "/messages", {"text": MARKUP, "name": MARKUP[:50]}, as_="spectator")
    ).status_code == 200
    assert (await site.post(room, "/resign", as_="b")).status_code == 200
    link = (await site.post(room, "/replays", {"view": "all"})).json()["token"]

    of_room, shared = f"/rooms/{room.id}", f"/replay/{link}"
    for path in (of_room, f"{of_room}/parts/log", f"{of_room}/parts/ending", f"{of_room}/replay", f"{of_room}/report"):
        for viewer in ("a", "spectator"):
            answer = await site.client.get(path, headers=bearer(room.token(viewer)))
            assert answer.status_code == 200, (path, answer.text)
            assert_text(answer.text, path)
    for path in (shared, f"{shared}/report", f"{shared}?view=a"):
        answer = await site.client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert_text(answer.text, path)
        assert "&lt;img src=q" in answer.text
