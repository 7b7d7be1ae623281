"""The rules service: stateless, without a token, computed in worker processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.parts.web.api.test_bad_input import MALFORMED
from tests.parts.web.api_site import Site, assert_problem
from tests.support.random_play import registry

pytestmark = pytest.mark.asyncio(loop_scope="module")

VECTORS_OF_GAMES = Path(__file__).parents[3] / "games"
PEBBLES = "/api/v1/games/pebbles"
SEATS = [{"team": "red"}, {"team": "blue"}]
PASS = {"type": "pass"}
POSTS = ("/positions", "/offers", "/check", "/apply", "/view", "/queries/length")


async def ask(site: Site, path: str, body: Any) -> Any:
    answer = await site.client.post(PEBBLES + path, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.json()


async def opening(site: Site, dice: list[int] | None = None, **more: Any) -> Any:
    body = {"scenario": "open", "seats": SEATS, "dice": dice or [1], **more}
    return (await ask(site, "/positions", body))["position"]


async def test_the_list_tells_every_game(site: Site) -> None:
    games = (await site.client.get("/api/v1/games")).json()

    told = next(game for game in games if game["id"] == "pebbles")
    assert told.keys() >= {"id", "name", "board", "seats", "minutes", "summary"}
    assert told["name"].keys() == {"es", "en"}
    assert told["summary"].keys() == {"es", "en"}
    assert told["board"] in ("measured", "squares", "hexes", "cards")
    assert told["seats"].keys() == {"min", "max"}
    assert "war_of_plastic" in {game["id"] for game in games}


async def test_every_game_tells_scenarios_options_queries_and_schemas(site: Site) -> None:
    for listed in (await site.client.get("/api/v1/games")).json():
        game = (await site.client.get(f"/api/v1/games/{listed['id']}")).json()

        assert {name: game[name] for name in listed} == listed
        for scenario in game["scenarios"]:
            assert scenario.keys() >= {"id", "name", "seats", "minutes"}
        for option in game["options"]:
            assert option.keys() >= {"id", "type", "default", "text"}
        assert all(isinstance(query, str) for query in game["queries"])
        for schema in ("action", "event", "position", "view", "seat"):
            assert isinstance(game[schema], dict)
            assert game[schema].keys() & {"$ref", "anyOf", "type", "properties"}


async def test_every_game_tells_its_rules_and_tables(site: Site) -> None:
    for listed in (await site.client.get("/api/v1/games")).json():
        path = f"/api/v1/games/{listed['id']}"
        rules = (await site.client.get(f"{path}/rules")).json()
        tables = (await site.client.get(f"{path}/tables")).json()

        assert rules
        for rule in rules:
            assert rule.keys() >= {"id", "chapter", "text", "kind"}
            assert rule["text"].keys() == {"es", "en"}
        assert tables


@pytest.mark.parametrize("path", ["/api/v1/games", PEBBLES, f"{PEBBLES}/rules", f"{PEBBLES}/tables"])
async def test_public_documents_carry_a_tag_and_are_not_sent_twice(site: Site, path: str) -> None:
    first = await site.client.get(path)
    tag = first.headers["etag"]

    again = await site.client.get(path, headers={"If-None-Match": tag})
    weak = await site.client.get(path, headers={"If-None-Match": f'"other", W/{tag}'})
    other = await site.client.get(path, headers={"If-None-Match": '"other"'})

    assert first.headers["cache-control"].startswith("public")
    assert (again.status_code, again.content) == (304, b"")
    assert weak.status_code == 304
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("game", ["chess", "%00", "..%2Fpebbles", "x" * 3000, "PEBBLES"])
async def test_an_unknown_game_is_not_found(site: Site, game: str) -> None:
    for path in ("", "/rules", "/tables"):
        assert_problem(await site.client.get(f"/api/v1/games/{game}{path}"), 404, "not_found")
    for path in POSTS:
        assert_problem(await site.client.post(f"/api/v1/games/{game}{path}", json={}), 404, "not_found")


@pytest.mark.parametrize("query", ["nothing", "%00", "__class__", "x" * 3000])
async def test_an_unknown_query_is_not_found(site: Site, query: str) -> None:
    assert_problem(await site.client.post(f"{PEBBLES}/queries/{query}", json={}), 404, "not_found")


async def test_a_query_answers_what_is_given(site: Site) -> None:
    told = await ask(site, "/queries/length", {"path_mm": [[0, 0], [30, 40], [30, 0]]})

    assert told == {"answer": {"length_mm": 90}}


async def test_a_query_of_the_wrong_shape_is_invalid(site: Site) -> None:
    for given in (None, [], {}, {"path_mm": "x"}, {"path_mm": [[1]]}, {"path_mm": [["a", 1]]}, 7, "x"):
        answer = await site.client.post(f"{PEBBLES}/queries/length", content=json.dumps(given))
        problem = assert_problem(answer, 422, "invalid")
        assert problem["facts"]["errors"]


async def test_a_game_opens_with_given_dice(site: Site) -> None:
    told = await ask(site, "/positions", {"scenario": "open", "seats": SEATS, "dice": [2]})

    assert told["position"]["turn"] == "b"
    assert [event["type"] for event in told["events"]] == ["game_set", "turn_began"]
    assert told["dice_used"] == 1


async def test_left_over_dice_are_ignored(site: Site) -> None:
    told = await ask(site, "/positions", {"scenario": "open", "seats": SEATS, "dice": [2, 6, 6, 99]})

    assert told["dice_used"] == 1


async def test_dice_beyond_those_that_an_act_takes_are_not_used_and_the_answer_says_how_many_were(site: Site) -> None:
    opened = await ask(site, "/positions", {"scenario": "open", "seats": SEATS, "dice": [1]})
    given = {"position": opened["position"], "seat": "a", "action": {"type": "pass"}}

    exactly, beyond = [await ask(site, "/apply", given | {"dice": dice}) for dice in ([], [3, 99])]

    assert exactly == beyond
    assert beyond["dice_used"] == 0


async def test_the_same_seed_opens_the_same_game(site: Site) -> None:
    body = {"scenario": "open", "seats": SEATS, "seed": "kitchen"}
    turns = {(await ask(site, "/positions", body | {"seed": f"kitchen {n}"}))["position"]["turn"] for n in range(12)}

    assert await ask(site, "/positions", body) == await ask(site, "/positions", body)
    assert turns == {"a", "b"}


async def test_options_and_tables_go_into_the_position(site: Site) -> None:
    position = await opening(site, options={"rounds": 7}, tables={"values.need": 6})

    assert position["rounds"] == 7
    assert position["house"]["need"] == 6


@pytest.mark.parametrize("dice", [[], None])
async def test_too_few_dice_to_open_are_invalid(site: Site, dice: list[int] | None) -> None:
    body = {"scenario": "open", "seats": SEATS, "dice": dice}

    problem = assert_problem(await site.client.post(f"{PEBBLES}/positions", json=body), 422, "invalid")

    assert problem["facts"]["errors"][0]["field"] == "dice"


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": "sea"},
        {"scenario": 7},
        {"seats": []},
        {"seats": {}},
        {"seats": [{}]},
        {"seats": [{"team": "green"}, {}]},
        {"seats": [{"team": "red"}] * 100},
        {"options": {"speed": 1}},
        {"options": []},
        {"tables": {"gravity": 1}},
        {"tables": {"values.need": "6"}},
        {"dice": [0]},
        {"dice": [7]},
        {"dice": [1.5]},
        {"dice": ["1"]},
        {"dice": "1"},
        {"dice": [True]},
        {"dice": [2**53]},
        {"dice": [10**400]},
        {"seed": "x"},
        {"seed": ""},
        {"seed": 7},
        {"colour": "red"},
    ],
)
async def test_a_set_up_that_cannot_be_is_invalid(site: Site, change: dict[str, Any]) -> None:
    body = {"scenario": "open", "seats": SEATS, "dice": [1]} | change

    problem = assert_problem(await site.client.post(f"{PEBBLES}/positions", json=body), 422, "invalid")

    assert problem["facts"]["errors"]


async def test_offers_check_and_apply_are_one_judge(site: Site) -> None:
    position = await opening(site)

    offers = (await ask(site, "/offers", {"position": position, "seat": "a"}))["offers"]

    assert offers
    for offer in offers:
        assert {"type", "label", "params", "input", "examples"} <= offer.keys()
        for action in offer["examples"]:
            asked = {"position": position, "seat": "a", "action": action}
            assert await ask(site, "/check", asked) == {"legal": True}
            applied = await ask(site, "/apply", asked | {"dice": [3, 3, 3]})
            assert applied.keys() == {"position", "events", "dice_used"}
            assert applied["dice_used"] == (1 if action["type"] == "throw" else 0)


async def test_offers_of_one_unit_are_its_own(site: Site) -> None:
    position = await opening(site)
    unit = next(unit["id"] for unit in position["units"] if unit["seat"] == "a")

    offers = (await ask(site, "/offers", {"position": position, "seat": "a", "unit": unit}))["offers"]

    assert {offer["unit"] for offer in offers} == {unit}


async def test_whoever_is_not_asked_has_no_offers(site: Site) -> None:
    position = await opening(site)

    assert await ask(site, "/offers", {"position": position, "seat": "b"}) == {"offers": []}


async def test_a_refusal_is_an_answer_of_check_and_an_error_of_apply(site: Site) -> None:
    position = await opening(site)
    asked = {"position": position, "seat": "b", "action": PASS}

    verdict = await ask(site, "/check", asked)
    problem = assert_problem(
        await site.client.post(f"{PEBBLES}/apply", json=asked | {"dice": []}), 422, "illegal_action"
    )

    assert verdict["legal"] is False
    assert verdict["rule"] == problem["rule"] == "PEB-TURN-01"
    assert verdict["facts"] == problem["facts"] == {"seat": "b"}
    assert verdict["text"].keys() == {"es", "en"}
    assert problem["detail"] == verdict["text"]["en"]


async def test_apply_rolls_the_dice_that_are_given(site: Site) -> None:
    position = await opening(site)
    throws = {"position": position, "seat": "a"}
    offers = (await ask(site, "/offers", throws))["offers"]
    near = [offer["examples"][0] for offer in offers if offer["type"] == "throw"]
    action = near[0] if near else None
    if action is None:
        position = await closer(site, position)
        offers = (await ask(site, "/offers", {"position": position, "seat": "a"}))["offers"]
        action = next(offer["examples"][0] for offer in offers if offer["type"] == "throw")

    asked = {"position": position, "seat": "a", "action": action}
    hit = await ask(site, "/apply", asked | {"dice": [6]})
    miss = await ask(site, "/apply", asked | {"dice": [1, 5]})
    none = await site.client.post(f"{PEBBLES}/apply", json=asked | {"dice": []})
    nothing = await site.client.post(f"{PEBBLES}/apply", json=asked)

    assert (hit["events"][0]["die"], hit["events"][0]["hit"]) == (6, True)
    assert (miss["events"][0]["die"], miss["events"][0]["hit"]) == (1, False)
    assert miss["dice_used"] == 1
    for answer in (none, nothing):
        assert assert_problem(answer, 422, "invalid")["facts"]["errors"][0]["field"] == "dice"


async def closer(site: Site, position: Any) -> Any:
    """The same position with the first unit of ``b`` within reach of the first of ``a``."""
    mine = next(unit for unit in position["units"] if unit["seat"] == "a")
    units = [
        unit | {"x_mm": mine["x_mm"] + 100, "y_mm": mine["y_mm"]}
        if unit["id"] == next(other["id"] for other in position["units"] if other["seat"] == "b")
        else unit
        for unit in position["units"]
    ]
    return position | {"units": units}


async def test_a_view_shows_what_its_viewer_sees(site: Site) -> None:
    start = (await ask(site, "/positions", {"scenario": "duel", "seats": SEATS, "dice": [1]}))["position"]
    applied = await ask(
        site,
        "/apply",
        {"position": start, "seat": "a", "action": {"type": "pick_charm", "charm": "luck"}, "dice": []},
    )

    charms = {
        viewer: (await ask(site, "/view", {"position": applied["position"], "viewer": viewer}))["position"]["players"][
            0
        ]["charm"]
        for viewer in ("a", "b", "spectator")
    }

    assert charms == {"a": "luck", "b": None, "spectator": None}


@pytest.mark.parametrize("viewer", ["z", "", "A", "host", 7, None, ["a"], "a\\0"])
async def test_an_unknown_viewer_or_seat_is_invalid(site: Site, viewer: Any) -> None:
    position = await opening(site)

    view = await site.client.post(f"{PEBBLES}/view", json={"position": position, "viewer": viewer})
    check = await site.client.post(f"{PEBBLES}/check", json={"position": position, "seat": viewer, "action": PASS})
    offers = await site.client.post(f"{PEBBLES}/offers", json={"position": position, "seat": viewer})

    for answer in (view, check, offers):
        assert_problem(answer, 422, "invalid")


@pytest.mark.parametrize("seat", ["c", "g", "spectator"])
async def test_a_seat_nobody_sits_in_is_invalid(site: Site, seat: str) -> None:
    position = await opening(site)

    for path, more in (("/check", {"action": PASS}), ("/offers", {}), ("/apply", {"action": PASS, "dice": []})):
        answer = await site.client.post(PEBBLES + path, json={"position": position, "seat": seat, **more})
        assert answer.status_code in (200, 422), answer.text


@pytest.mark.parametrize(
    "position",
    [None, 7, "x", [], {}, {"width_mm": 1}, {"units": []}],
)
async def test_a_position_of_the_wrong_shape_is_invalid(site: Site, position: Any) -> None:
    for path, more in (
        ("/offers", {"seat": "a"}),
        ("/check", {"seat": "a", "action": PASS}),
        ("/apply", {"seat": "a", "action": PASS, "dice": []}),
        ("/view", {"viewer": "a"}),
    ):
        answer = await site.client.post(PEBBLES + path, json={"position": position, **more})
        assert assert_problem(answer, 422, "invalid")["facts"]["errors"]


async def test_a_position_that_cannot_be_is_invalid_with_every_reason(site: Site) -> None:
    position = await opening(site)
    impossible = position | {"units": [*position["units"], position["units"][0]]}

    problem = assert_problem(
        await site.client.post(f"{PEBBLES}/view", json={"position": impossible, "viewer": "a"}), 422, "invalid"
    )

    assert all(error["field"].startswith("position") for error in problem["facts"]["errors"])


@pytest.mark.parametrize(
    "action",
    [None, 7, "pass", [], {}, {"type": "fly"}, {"type": "pass", "x": 1}, {"type": "move"}, {"type": ["pass"]}],
)
async def test_an_action_of_the_wrong_shape_is_invalid(site: Site, action: Any) -> None:
    position = await opening(site)

    for path, more in (("/check", {}), ("/apply", {"dice": []})):
        answer = await site.client.post(
            PEBBLES + path, json={"position": position, "seat": "a", "action": action, **more}
        )
        assert_problem(answer, 422, "invalid")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
async def test_what_is_not_plain_json_is_malformed(site: Site, path: str, body: bytes) -> None:
    assert_problem(await site.client.post(PEBBLES + path, content=body), 400, "malformed")


@pytest.mark.parametrize("path", POSTS)
async def test_a_body_may_have_1_mb_and_no_more(site: Site, path: str) -> None:
    most = 1024 * 1024

    fits = await site.client.post(PEBBLES + path, content=b'"' + b"x" * (most - 2) + b'"')
    over = await site.client.post(PEBBLES + path, content=b'"' + b"x" * (most - 1) + b'"')

    assert_problem(fits, 422, "invalid")
    assert_problem(over, 413, "too_large")


@pytest.mark.parametrize("path", ["/offers", "/check", "/view"])
async def test_a_path_or_a_list_of_10_000_gets_an_answer(site: Site, path: str) -> None:
    position = await opening(site)
    action = {"type": "move", "unit": "a1", "path_mm": [[n, n] for n in range(10_000)]}
    crowd = position | {"units": position["units"] * 2_000}

    for body in (
        {"position": position, "seat": "a", "action": action, "viewer": "a"},
        {"position": crowd, "seat": "a", "action": PASS, "viewer": "a"},
    ):
        answer = await site.client.post(PEBBLES + path, content=json.dumps(body))
        assert answer.status_code < 500, answer.text


async def test_a_number_of_another_kind_than_a_position_holds_never_gives_a_5xx(site: Site) -> None:
    position = await opening(site)

    for value in (-1, 0, 2**52, -(2**52), 1.5, "1", True, None, [], {}):
        for field in position:
            body = {"position": position | {field: value}, "viewer": "a", "seat": "a", "action": PASS}
            for path, wanted in (("/view", ("position", "viewer")), ("/check", ("position", "seat", "action"))):
                answer = await site.client.post(PEBBLES + path, json={name: body[name] for name in wanted})
                assert answer.status_code < 500, (field, value, answer.text)


async def test_a_question_changes_nothing_for_the_next(site: Site) -> None:
    position = await opening(site)
    asked = {"position": position, "seat": "a"}

    first = await ask(site, "/offers", asked)
    await site.client.post(f"{PEBBLES}/apply", json=asked | {"action": PASS, "dice": []})

    assert await ask(site, "/offers", asked) == first


GAMES_WITH_VECTORS = sorted(game for game in registry() if (VECTORS_OF_GAMES / game).is_dir())


MAY_SAY_MORE = {
    ("splatball", "check_move"): {"fences_aboard"},
    ("tierras_distantes", "turn_end"): {"quiet"},
    ("tierras_distantes", "sight"): {"visible", "hidden_cm", "visible_cm", "soft_cm", "cover"},
    ("tierras_distantes", "climb"): {"x", "y"},
}
"""What an answer has by the specification's own table where some of its examples leave it out; all that an example lists must match."""


@pytest.mark.parametrize("game", GAMES_WITH_VECTORS)
async def test_every_vector_is_answered_exactly_as_it_expects(site: Site, game: str) -> None:
    for vector in json.loads((VECTORS_OF_GAMES / game / "vectors.json").read_text("utf-8"))["vectors"]:
        answer = await site.client.post(f"/api/v1/games/{game}/queries/{vector['query']}", json=vector["given"])
        assert answer.status_code == 200, vector["id"]
        found = answer.json()["answer"]
        for more in MAY_SAY_MORE.get((game, vector["query"]), set()) - set(vector["expect"]):
            found.pop(more, None)
        assert found == vector["expect"], vector["id"]
