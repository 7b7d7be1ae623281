"""Good bodies with one thing in them made strange, over and over: an answer always, an error of the table, never a 5xx."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.parts.web.api_site import Site

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = 60
STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    7,
    10**6,
    -(10**6),
    2**53 - 1,
    2**63,
    10**40,
    0.5,
    -0.0,
    1e15,
    "",
    " ",
    "a",
    "b",
    "z",
    "spectator",
    "A-01",
    "\u202e",
    "\U0001f9e8" * 20,
    "x" * 3000,
    "__proto__",
    "../..",
    [],
    {},
    [[]],
    [None],
    [0, 0],
    [[0, 0], [0, 0]],
    [[10**5, -(10**5)]],
    {"type": "pass"},
    {"type": ""},
    {"": ""},
    [1] * 600,
)
GAMES = {
    "pebbles": ("open", [{"kind": "human", "team": "red"}, {"kind": "human", "team": "blue"}]),
    "war_of_plastic": ("garden_skirmish", [{"kind": "human"}, {"kind": "human"}]),
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything inside a body."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*path, key))


def strange(body: Any, chance: random.Random) -> Any:
    """A copy of a body with one value changed, taken out, doubled or added."""
    changed = copy.deepcopy(body)
    *way, last = chance.choice(list(places(body)))
    parent = changed
    for key in way:
        parent = parent[key]
    match chance.randrange(5):
        case 0:
            del parent[last]
        case 1 if isinstance(parent, dict):
            parent[chance.choice(["x", "type", "unit", "path_mm", "id"])] = chance.choice(STRANGE)
        case 1 | 2 if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[last]))
        case _:
            parent[last] = chance.choice(STRANGE)
    return changed


def assert_answered(answer: httpx.Response, body: Any) -> None:
    assert answer.status_code < 500, (json.dumps(body)[:2000], answer.text)
    assert "an input that the rules can work out" not in answer.text, (json.dumps(body)[:6000], answer.text)
    if answer.status_code >= 400:
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert problem["code"] in (
            "malformed",
            "invalid",
            "illegal_action",
            "not_found",
            "not_now",
            "stale",
            "key_reused",
        )


async def opened(site: Site, game: str) -> tuple[dict[str, Any], str, list[Any]]:
    """A starting position of a game, who is asked there and what they may do."""
    scenario, seats = GAMES[game]
    own = [{name: value for name, value in seat.items() if name != "kind"} for seat in seats]
    body = {"scenario": scenario, "seats": own, "options": {}, "tables": {}, "seed": "fuzz"}
    answer = await site.client.post(f"/api/v1/games/{game}/positions", json=body)
    assert answer.status_code == 200, answer.text
    position = answer.json()["position"]
    for seat in "ab":
        asked = {"position": position, "seat": seat}
        offers = (await site.client.post(f"/api/v1/games/{game}/offers", json=asked)).json()["offers"]
        if offers:
            return body, seat, [position, [example for offer in offers for example in offer["examples"]]]
    raise AssertionError("nobody may do anything")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_service_answers_whatever_is_asked(site: Site, game: str, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    body, seat, (position, examples) = await opened(site, game)
    for _ in range(ROUNDS):
        action = chance.choice(examples)
        questions = {
            "positions": body,
            "offers": {"position": position, "seat": seat},
            "check": {"position": position, "seat": seat, "action": action},
            "apply": {"position": position, "seat": seat, "action": action, "seed": "fuzz"},
            "view": {"position": position, "viewer": seat},
        }
        path = chance.choice(list(questions))
        asked = strange(questions[path], chance)
        answer = await site.client.post(f"/api/v1/games/{game}/{path}", content=json.dumps(asked))
        assert_answered(answer, asked)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
async def test_a_room_answers_whatever_is_sent(site: Site, game: str, seed: int) -> None:
    chance = random.Random(f"room {game} {seed}")
    scenario, seats = GAMES[game]
    room = await site.make_room(scenario, game=game, seats=seats)
    for _ in range(ROUNDS):
        told = (await site.get(room)).json()
        if told["status"] == "finished":
            room = await site.make_room(scenario, game=game, seats=seats)
            continue
        seat = told["to_act"][0]
        offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
        action = chance.choice(chance.choice(offers)["examples"])
        path = chance.choice(["/actions", "/previews", "/actions", "/survey"])
        if path == "/survey":
            units = ["nobody", *(offer["unit"] for offer in offers if "unit" in offer)]
            unit = chance.choice(units)
            assert_answered(await site.get(room, f"/survey?unit={unit}", as_=seat), unit)
            continue
        body = {"action": action, "seq": told["seq"]} if path == "/actions" else {"action": action}
        asked = strange(body, chance)
        assert_answered(await site.post_raw(room, path, json.dumps(asked).encode(), as_=seat), asked)
        if chance.randrange(4) == 0:
            played = await site.post(room, "/actions", {"action": action}, as_=seat)
            assert played.status_code in (200, 422), played.text


@pytest.mark.parametrize("game", GAMES)
async def test_a_new_room_is_made_or_refused_whatever_it_is_made_from(site: Site, game: str) -> None:
    chance = random.Random(f"new {game}")
    scenario, seats = GAMES[game]
    body = {
        "game": game,
        "scenario": scenario,
        "seats": [seat | {"name": "Ana", "contribution": "x"} for seat in seats],
        "options": {"take_back": "free"},
        "tables": {},
        "spectators": "public",
    }
    for _ in range(ROUNDS):
        asked = strange(body, chance)
        assert_answered(await site.client.post("/api/v1/rooms", content=json.dumps(asked)), asked)
