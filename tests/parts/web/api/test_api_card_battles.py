"""Maps of cards of one's own over HTTP, and the lists that are mustered on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.parts.web.api_site import Site, assert_problem

pytestmark = pytest.mark.asyncio(loop_scope="module")

WARS = "/api/v1/games/open_wars"
SEATS = [{"kind": "human", "name": "Ana", "faction": "orcs"}, {"kind": "human", "name": "Luis", "faction": "elves"}]


async def ask(site: Site, path: str, body: Any) -> Any:
    answer = await site.client.post(WARS + path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_map_is_made_by_program_mustered_on_exported_and_opened_again(site: Site) -> None:
    battle = (await ask(site, "/battles", {}))["battle"]
    for edit in (
        {"type": "place", "tool": "card.mage_tower", "cell": "C3"},
        {"type": "place", "tool": "points", "cell": "C3"},
        {"type": "change", "field": "muster_gold", "value": 3},
        {"type": "change", "field": "name_en", "value": "The tower"},
    ):
        battle = (await ask(site, "/battles/edit", {"battle": battle, "edit": edit}))["battle"]
    told = await ask(site, "/battles/check", {"battle": battle})
    assert told["faults"] == []

    room = {"game": "open_wars", "scenario": "own", "battle": battle, "seats": SEATS}
    made = (await site.client.post("/api/v1/rooms", json=room)).json()
    url = f"/api/v1/rooms/{made['id']}"
    ana, luis = ({"authorization": f"Bearer {seat['token']}"} for seat in made["seats"])
    (offer,) = (await site.client.get(f"{url}/offers", headers=ana)).json()["offers"]
    domain = offer["domain"]
    axer = next(item for item in domain["items"] if item["value"] == "orcs.axer")
    assert (domain["most"], axer["cost"], axer["most"], axer["about"]) == (3, 2, 4, "unit.orcs.axer")
    assert [figure["symbol"] for figure in axer["figures"]] == ["movement", "attack", "range", "initiative"]
    assert {each["item"]["value"]: each["rule"] for each in domain["barred"]}["orcs.shaman"] == "OW-SET-05"
    about = await site.client.get(f"{url}/about", params={"thing": axer["about"]}, headers=ana)
    assert about.json()["about"]["title"]["en"] == "Axer"

    too_dear = {"type": "muster", "list": [{"unit": "orcs.axer", "count": 2}]}
    assert_problem(
        await site.client.post(f"{url}/actions", json={"action": too_dear}, headers=ana), 422, "illegal_action"
    )
    for headers, unit in ((ana, "orcs.axer"), (luis, "elves.archer")):
        action = {"type": "muster", "list": [{"unit": unit, "count": 1}]}
        answer = await site.client.post(f"{url}/actions", json={"action": action}, headers=headers)
        assert answer.status_code == 200, answer.text
    assert (await site.client.post(f"{url}/resign", json={}, headers=ana)).status_code == 200

    export = (await site.client.get(f"{url}/export", headers=luis)).content
    again = await site.client.post("/api/v1/rooms/import", content=export)
    assert again.status_code == 201, again.text


async def test_a_map_that_cannot_be_played_is_refused_with_its_faults(site: Site) -> None:
    battle = (await ask(site, "/battles", {}))["battle"]
    edit = {"type": "place", "tool": "card.water", "cell": "A1"}
    drowned = (await ask(site, "/battles/edit", {"battle": battle, "edit": edit}))["battle"]

    faults = (await ask(site, "/battles/check", {"battle": drowned}))["faults"]
    assert [fault["text"]["en"] for fault in faults] == ["Armies muster in a city, which A1 is not."]
    room = {"game": "open_wars", "scenario": "own", "battle": drowned, "seats": SEATS}
    problem = assert_problem(await site.client.post("/api/v1/rooms", json=room), 422, "invalid")
    assert [error["field"] for error in problem["facts"]["errors"]] == ["battle.starts.2"]
