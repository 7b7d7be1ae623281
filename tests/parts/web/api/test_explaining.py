"""Over HTTP: what a unit may not do and why, beside its offers; what a thing is, for whoever may look."""

from __future__ import annotations

from typing import Any

import pytest

from tests.parts.web.api_site import Room, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOLDIERS = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Luis"}]


async def a_skirmish(site: Site) -> Room:
    """A skirmish after its roll-off."""
    body = {"game": "war_of_plastic", "scenario": "garden_skirmish", "seats": SOLDIERS}
    answer = await site.client.post("/api/v1/rooms", json=body)
    assert answer.status_code == 201, answer.text
    room = Room(answer.json())
    while "roll" in [each["type"] for seat in "ab" for each in (await offers_of(site, room, seat))]:
        for seat in "ab":
            await site.post(room, "/actions", {"action": {"type": "roll"}}, as_=seat)
    return room


async def offers_of(site: Site, room: Room, seat: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    return found


async def test_the_offers_of_one_unit_tell_also_what_it_cannot_do_and_why(site: Site) -> None:
    room = await a_skirmish(site)
    seat = await site.to_act(room)
    unit, enemy = f"{seat.upper()}-01", f"{'B' if seat == 'a' else 'A'}-01"

    told = (await site.get(room, f"/offers?unit={unit}", as_=seat)).json()
    of_all = (await site.get(room, "/offers", as_=seat)).json()
    of_enemy = (await site.get(room, f"/offers?unit={enemy}", as_=seat)).json()

    grenade = next(each for each in told["withheld"] if "Grenade" in each["label"]["en"])
    assert grenade["type"] == "shoot"
    assert grenade["refusal"]["rule"] == "WOP-SHOT-18"
    assert grenade["refusal"]["facts"]["reach_cm"] == 20.0
    assert grenade["refusal"]["text"]["es"].startswith("Fuera de alcance.")
    assert grenade["whom"][0] == enemy[0]
    assert of_all.keys() == {"seq", "offers"}
    assert told.keys() == {"seq", "offers", "aims", "withheld"}
    assert of_enemy["withheld"] == []
    of_nobody = (await site.get(room, "/offers?unit=", as_=seat)).json()
    assert (of_nobody.keys(), of_nobody["withheld"]) == (told.keys(), [])
    assert of_nobody["offers"] == [each for each in of_all["offers"] if "unit" not in each]
    assert (await site.get(room, "/offers?unit=", as_="spectator")).status_code == 403


async def test_anybody_who_looks_on_may_ask_what_a_thing_is(site: Site) -> None:
    room = await a_skirmish(site)

    for viewer in ("a", "b", "spectator", "host"):
        told = (await site.get(room, "/about?thing=house-1", as_=viewer)).json()
        assert told["about"]["title"] == {"es": "Casa", "en": "House"}
        assert "WOP-BLDG-03" in [rule for line in told["about"]["lines"] for rule in line["rules"]]
        nothing = await site.get(room, "/about?thing=nothing", as_=viewer)
        assert (nothing.status_code, nothing.json()["about"]) == (200, None)
    assert (await site.get(room, "/about")).status_code == 422
    assert (await site.get(room, "/about?thing=%00")).status_code == 400


async def test_whoever_plays_is_told_by_name_in_every_answer(site: Site) -> None:
    room = await a_skirmish(site)
    seat = await site.to_act(room)
    acts, waits = ("Ana", "b") if seat == "a" else ("Luis", "a")
    letter = waits.upper()

    told = (await site.get(room, f"/offers?unit={letter}-01", as_=waits)).json()
    spot = {"action": {"type": "move", "unit": f"{letter}-01", "path_mm": [[500, 400]]}}
    refused = await site.post(room, "/actions", spot, as_=waits)
    asked = await site.post(room, "/previews", spot, as_=waits)
    thing = (await site.get(room, f"/about?thing={seat.upper()}-01", as_=waits)).json()

    sentence = f"It is not your turn: {acts} plays."
    assert {each["refusal"]["text"]["en"] for each in told["withheld"]} == {sentence}
    assert (refused.status_code, refused.json()["detail"]) == (422, sentence)
    assert asked.json()["refusal"]["text"]["en"] == sentence
    assert thing["about"]["kind"]["es"] == f"Infantería · {acts}"


async def test_a_game_that_does_not_explain_itself_says_nothing(site: Site) -> None:
    room = await site.make_room()
    seat = await site.to_act(room)

    assert (await site.get(room, f"/offers?unit={seat}0", as_=seat)).json()["withheld"] == []
    assert (await site.get(room, f"/about?thing={seat}0", as_=seat)).json()["about"] is None
