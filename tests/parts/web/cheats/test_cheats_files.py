"""Exports of every game, honest and forged with their hashes made anew: what is imported can be looked at to the last page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.parts.web.api_site import Room, Site
from tests.parts.web.cheats.test_import_fuzz import assert_it_can_be_looked_at, chained, unchained

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def as_known_to_a(site: Site, game: str) -> list[Any]:
    """The lines of a room of a game that goes on, some decisions after its beginning, as seat a knew it."""
    about = (await site.client.get(f"/api/v1/games/{game}")).json()
    scenario = about["scenarios"][0]
    seats = [{"kind": "human", "name": f"Player {number}"} for number in range(scenario["seats"]["min"])]
    made = await site.client.post("/api/v1/rooms", json={"game": game, "scenario": scenario["id"], "seats": seats})
    assert made.status_code == 201, made.text
    room = Room(made.json())
    for _ in range(3):
        seat = await site.to_act(room)
        action = (await site.get(room, "/offers", as_=seat)).json()["offers"][0]["examples"][0]
        acted = await site.post(room, "/actions", {"action": action}, as_=seat)
        assert acted.status_code == 200, acted.text
    return unchained((await site.get(room, "/export")).content)


async def test_what_a_seat_knew_of_any_game_is_imported_and_replayed(site: Site) -> None:
    games = [game["id"] for game in (await site.client.get("/api/v1/games")).json()]
    assert len(games) > 1

    for game in games:
        answer = await site.client.post("/api/v1/rooms/import", content=chained(await as_known_to_a(site, game)))
        assert answer.status_code == 201, answer.text
        await assert_it_can_be_looked_at(site, Room(answer.json()), game)


async def test_forged_seats_of_a_file_are_refused_or_are_still_the_seats_of_the_table(site: Site) -> None:
    header, *lines = await as_known_to_a(site, "pebbles")

    for named in ({}, [], "b", 7, None):
        first, *others = header["seats"]
        forged = [header | {"seats": [first | {"seat": named}, *others]}, *lines]
        answer = await site.client.post("/api/v1/rooms/import", content=chained(forged))
        assert answer.status_code == 201, answer.text
        room = Room(answer.json())
        await assert_it_can_be_looked_at(site, room, named)
        assert [seat["seat"] for seat in (await site.get(room, as_="spectator")).json()["seats"]] == ["a", "b"]

    nobody = header | {"seats": [], "viewer": "spectator"}
    answer = await site.client.post("/api/v1/rooms/import", content=chained([nobody, *lines]))
    assert answer.status_code == 422, answer.text


FORGED_SEATS: tuple[dict[str, Any], ...] = (
    *({"name": name} for name in (7, ["a"], "a\nb", "\u202eana", "x" * 61, "\u2800")),
    *({"kind": "bot", "strategy": strategy} for strategy in ("x", ["random"], 1)),
    *({"kind": kind} for kind in ("zzz", None, [1])),
)
FORGED_EVENTS: tuple[dict[str, Any], ...] = (
    {"type": "seat_claimed", "seat": "a", "name": "\u202eana"},
    {"type": "seat_claimed", "seat": "a", "name": "Bot", "kind": "bot", "strategy": "x"},
    {"type": "message", "seat": "a", "to": "table", "text": "x" * 501},
)


async def test_a_file_brings_no_seat_and_no_word_that_no_room_would_take(site: Site) -> None:
    """Else the pages of its room could not be drawn, or its bots not be asked, for as long as there is a server."""
    room = await site.make_room()
    goes_on = unchained((await site.get(room, "/export")).content)
    assert (await site.post(room, "/resign")).status_code == 200
    over = unchained((await site.get(room, "/export")).content)

    for header, *lines in (goes_on, over):
        first, second = header["seats"]
        files = [[header | {"seats": [first | forged, second]}, *lines] for forged in FORGED_SEATS]
        files.append([header | {"options": {"take_back": "sometimes"}}, *lines])
        files += [[header, {**lines[0], **forged}, *lines[1:]] for forged in FORGED_EVENTS]
        for file in files:
            for query in ("", "?play_from=3"):
                answer = await site.client.post(f"/api/v1/rooms/import{query}", content=chained(file))
                assert answer.status_code == 422, (file[:2], answer.text)
        answer = await site.client.post("/api/v1/rooms/import", content=chained([header, *lines]))
        assert answer.status_code == 201, answer.text
