"""Battles that would break what reads them: refused in every place that takes one."""

from __future__ import annotations

import json
from math import cos, sin, tau
from time import process_time
from typing import Any

import pytest

from app.web.wire.limits import Kind
from tests.parts.web.api_site import BASE, Room, Site, assert_problem, limited

pytestmark = pytest.mark.asyncio(loop_scope="module")

LINE_BREAKS: dict[str, Any] = {
    "open_wars": lambda battle: battle["starts_by_players"][0].update(starts=["A1", "E5\n"]),
    "war_of_plastic": lambda battle: battle["pieces"].append(
        {"id": "wood\n", "kind": "wood", "points": [[0, 0], [100, 0], [0, 100]]}
    ),
}


@pytest.mark.parametrize("game", LINE_BREAKS)
async def test_a_name_with_a_line_break_at_its_end_is_no_name(site: Site, game: str) -> None:
    started = await site.client.post(f"/api/v1/games/{game}/battles", json={})
    battle = started.json()["battle"]
    LINE_BREAKS[game](battle)

    room = {"game": game, "scenario": "own", "battle": battle, "seats": [{"kind": "human", "name": "Ana"}] * 2}
    form = {"game": game, "battle": json.dumps(battle)}
    answers = [
        await site.client.post(f"/api/v1/games/{game}/battles/check", json={"battle": battle}),
        await site.client.post("/api/v1/rooms", json=room),
        await site.client.post("/rooms/battle", data=form, headers={"origin": BASE, "accept": "application/json"}),
    ]

    for answer in answers[:2]:
        problem = assert_problem(answer, 422, "invalid")
        assert all("rules can work out" not in error["expected"] for error in problem["facts"]["errors"]), problem
    assert answers[2].status_code == 422, answers[2].text[:400]


@pytest.mark.parametrize("game", LINE_BREAKS)
@pytest.mark.parametrize("words", ["a\nb", "a\u202eb", "\u2066a", "a\u200bb", "a\x1bb"])
async def test_no_word_of_a_battle_breaks_a_line_or_turns_what_follows(site: Site, game: str, words: str) -> None:
    battle = (await site.client.post(f"/api/v1/games/{game}/battles", json={})).json()["battle"]
    for field in ("name_es", "summary_en"):
        answer = await site.client.post(
            f"/api/v1/games/{game}/battles/check", json={"battle": {**battle, field: words}}
        )
        (error,) = assert_problem(answer, 422, "invalid")["facts"]["errors"]
        assert field in error["field"]


@pytest.mark.parametrize("path", ["/rooms/battle", "/rooms/new"])
async def test_forms_that_bring_a_battle_are_counted_as_questions_about_the_rules(site: Site, path: str) -> None:
    """Else whoever is refused could have battles worked out without end, as no room is made of them."""
    battle = (await site.client.post("/api/v1/games/open_wars/battles", json={})).json()["battle"]
    form = {"game": "open_wars", "scenario": "own", "battle": json.dumps(battle | {"map": []})}
    headers = {"origin": BASE, "accept": "application/json"}

    with limited(site, Kind.RULES):
        answers = [await site.client.post(path, data=form, headers=headers) for _ in range(2)]

    assert_problem(answers[0], 422, "invalid")
    assert_problem(answers[1], 429, "too_fast")


async def test_no_act_names_a_cell_with_a_line_break_at_its_end(site: Site) -> None:
    start = {"scenario": "clash_at_the_bridge", "seats": [{}, {}], "seed": "kitchen"}
    position = (await site.client.post("/api/v1/games/open_wars/positions", json=start)).json()["position"]
    cells = json.dumps(position).replace('"A1"', '"A1\\n"')
    action = {"type": "march", "plan": [], "unit": "A1\n", "cell": "A1\n"}

    for path, body in (
        ("offers", {"position": json.loads(cells), "seat": "a"}),
        ("check", {"position": position, "seat": "a", "action": action}),
    ):
        answer = await site.client.post(f"/api/v1/games/open_wars/{path}", json=body)
        assert_problem(answer, 422, "invalid")
        assert "rules can work out" not in answer.text


async def test_no_battle_is_so_large_that_what_may_be_done_in_it_keeps_others_waiting(site: Site) -> None:
    """Offers of all units are worked out where everybody's acts are: those of 200 units took 25 s."""
    battle = (await site.client.post("/api/v1/games/war_of_plastic/battles", json={})).json()["battle"]
    battle["board"] = {"width_mm": 3000, "height_mm": 3000}
    blob = [(250 if n % 2 else 180, n) for n in range(50)]
    battle["pieces"] = [
        {
            "id": f"wood-{k}",
            "kind": "wood",
            "points": [
                [300 + 450 * k + round(r * cos(n * tau / 50)), 1500 + round(r * sin(n * tau / 50))] for r, n in blob
            ],
        }
        for k in range(6)
    ]

    def units(most: int) -> list[dict[str, Any]]:
        rows = ((n, 60 + 56 * (n // 2 % 50), 60 + 60 * (n // 100)) for n in range(most))
        return [
            {"id": f"u{n}", "army": "AB"[n % 2], "kind": "soldier", "x": x, "y": (y, 3000 - y)[n % 2]}
            for n, x, y in rows
        ]

    seats = [{"kind": "human", "name": name} for name in ("Ana", "Luis")]
    body = {"game": "war_of_plastic", "scenario": "own", "seats": seats}
    large = await site.client.post("/api/v1/rooms", json={**body, "battle": {**battle, "units": units(200)}})
    assert_problem(large, 422, "invalid")
    made = await site.client.post("/api/v1/rooms", json={**body, "battle": {**battle, "units": units(60)}})
    assert made.status_code == 201, made.text
    room = Room(made.json())
    roll = (await site.get(room, "/offers")).json()["offers"][0]["examples"][0]
    assert (await site.post(room, "/actions", {"action": roll})).status_code == 200
    seat = await site.to_act(room)
    begun = process_time()
    offers = (await site.get(room, "/offers", as_=seat)).json()["offers"]
    assert len(offers) > 30
    assert process_time() - begun < 5


def too_many_pieces(battle: dict[str, Any]) -> None:
    discs = ({"kind": "tree", "x": 30 + 40 * (n % 25), "y": 30 + 40 * (n // 25), "radius": 5} for n in range(121))
    battle["pieces"] = [{"id": f"p{n}", **disc} for n, disc in enumerate(discs)]


def too_many_corners(battle: dict[str, Any]) -> None:
    battle["pieces"] = [
        {"id": f"p{n}", "kind": "wood", "shape": "wood_20", "x": 110 + 220 * (n % 12), "y": 110 + 220 * (n // 12)}
        for n in range(70)
    ]
    battle["board"] = {"width_mm": 3000, "height_mm": 1500}


def too_many_cards(battle: dict[str, Any]) -> None:
    card = next(code for row in battle["map"] for code in row if code)
    battle["map"] = [[card] * 9 for _ in range(9)]


def too_many_tokens(battle: dict[str, Any]) -> None:
    for seat in battle["seat"]:
        force, cells = seat["forces"][0], (f"{letter}{row}" for letter in "ABC" for row in (1, 2, 3))
        seat["forces"] = [{**force, "count": 12, "at": cell} for cell in cells]


@pytest.mark.parametrize(
    ("game", "grow", "told"),
    [
        ("war_of_plastic", too_many_pieces, ("121", "120")),
        ("war_of_plastic", too_many_corners, ("490", "480")),
        ("open_wars", too_many_cards, ("81", "80")),
        ("open_wars", too_many_tokens, ("216", "160")),
    ],
)
async def test_a_battle_too_large_to_be_played_is_told_so_in_words_and_refused(
    site: Site, game: str, grow: Any, told: tuple[str, ...]
) -> None:
    """One act in it would keep every other table waiting."""
    start = {} if game == "war_of_plastic" else {"scenario": "clash_at_the_bridge"}
    battle = (await site.client.post(f"/api/v1/games/{game}/battles", json=start)).json()["battle"]
    grow(battle)

    faults = (await site.client.post(f"/api/v1/games/{game}/battles/check", json={"battle": battle})).json()["faults"]
    room = {"game": game, "scenario": "own", "battle": battle, "seats": [{"kind": "human", "name": "Ana"}] * 2}
    positions = {"scenario": "own", "battle": battle, "seats": [{}, {}], "seed": "x"}
    refused = [
        await site.client.post("/api/v1/rooms", json=room),
        await site.client.post(f"/api/v1/games/{game}/positions", json=positions),
    ]

    (fault,) = faults
    assert all(number in fault["text"][language] for language in ("es", "en") for number in told)
    for answer in refused:
        assert_problem(answer, 422, "invalid")
