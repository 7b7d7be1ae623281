"""Questions with wrong inputs are told what is wrong; with right ones they answer at every boundary."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.refusal import InvalidInput
from app.systems.war_of_plastic.queries.queries import build_queries
from tests.games.war_of_plastic.battlefield import book

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))["vectors"]


def ask(query: str, **asked: Any) -> Any:
    return build_queries(book())[query](asked)


def answered(query: str, document: Any) -> Any:
    """The answer to a question, or the error of its input."""
    try:
        return build_queries(book())[query](document)
    except InvalidInput as error:
        return error


def inf(name: str, x: int, y: int, army: str = "A", **more: Any) -> dict[str, Any]:
    return {"id": name, "army": army, "type": "infantry", "x": x, "y": y, **more}


def vehicle(name: str, kind: str, x: int, y: int, army: str = "A", **more: Any) -> dict[str, Any]:
    return {"id": name, "army": army, "type": kind, "x": x, "y": y, **more}


def box(name: str, kind: str, west: int, south: int, east: int, north: int, **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "points": [[west, south], [east, south], [east, north], [west, north]], **more}


RIFLE = {"weapons": ["rifle", "grenade"]}


# -------------------------------------------------------------------------------------------------- wrong inputs


@pytest.mark.parametrize(
    ("query", "given_", "field"),
    [
        ("need", {"mode": "flying", "power": 1, "protection": 1}, "given.mode"),
        ("need", {"mode": "moving", "power": 4, "protection": 1}, "given.power"),
        ("need", {"mode": "moving", "power": 1}, "given"),
        ("need", [], "given"),
        ("shot_die", {"weapon": "bow", "mode": "moving", "protection": 1, "die": 3}, "given.weapon"),
        ("shot_die", {"weapon": "rifle", "mode": "moving", "protection": 1, "die": 7}, "given.die"),
        ("damage_die", {"type": "submarine", "damage": 0, "stunned": False, "die": 1}, "given.type"),
        ("contact", {"a": inf("a", 0, 0), "b": inf("a", 30, 0)}, "given.b.id"),
        ("contact", {"a": inf("a", 0, 10**9), "b": inf("b", 30, 0)}, "given.a.y"),
        ("contact", {"a": {"id": "a", "army": "A", "type": "infantry"}, "b": inf("b", 0, 0)}, "given.a.x"),
        (
            "sight",
            {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "pieces": [{"id": "p", "kind": "volcano", "points": [[0, 0], [1, 0], [0, 1]]}]},
            "given.pieces[0].kind",
        ),
        (
            "sight",
            {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "pieces": [{"id": "p", "kind": "house", "points": [[0, 0], [2, 2], [2, 0], [0, 2]]}]},
            "given.pieces[0].points",
        ),
        (
            "sight",
            {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "pieces": [{"id": "p", "kind": "house", "x": 0, "y": 0, "radius": 9}]},
            "given.pieces[0].points",
        ),
        (
            "sight",
            {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "pieces": [{"id": "p", "kind": "tree"}]},
            "given.pieces[0]",
        ),
        (
            "sight",
            {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "pieces": [box("p", "house", 0, 0, 1, 1), box("p", "house", 5, 5, 6, 6)]},
            "given.pieces[1].id",
        ),
        ("sight", {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "options": {"sight_line": "both"}}, "options.sight_line"),
        ("sight", {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "options": {"weather": True}}, "options.weather"),
        ("protection", {"shooter": inf("s", 0, 0), "target": inf("t", 9, 9), "units": [inf("p", 0, 0, aboard="s")]}, "given.units[0].aboard"),
        ("protection", {"shooter": inf("s", 0, 0), "target": vehicle("t", "light", 9, 9, aboard="j")}, "given.target.aboard"),
        ("designate", {"shooter": "x", "mode": "moving", "weapon": "rifle", "targets": ["t"], "units": [inf("t", 0, 0)]}, "given.shooter"),
        ("designate", {"shooter": "t", "mode": "moving", "weapon": "rifle", "targets": [], "units": [inf("t", 0, 0)]}, "given.targets"),
        ("area", {"shooter": "s", "centre": "x", "units": [inf("s", 0, 0)]}, "given.centre"),
        ("stray", {"shooter": "s", "target": "x", "units": [inf("s", 0, 0)]}, "given.target"),
        ("roll_off", {"dice": [3, 3, 2]}, "given.dice"),
        ("roll_off", {"dice": [3, 2, 2]}, "given.dice"),
        ("roll_off", {"dice": [3, 9]}, "given.dice[1]"),
        ("fight", {"attacker": {}, "defender": {}, "dice": [3]}, "given.dice"),
        ("equal_armies", {"A": [["dragon", ""]], "B": []}, "given.A[0][0]"),
        ("objective", {"objective": {"type": "hold_zone", "rounds": 3}, "facts": {}}, "given.facts.consecutive_rounds_held"),
        ("may_act", {"attempt": "dance"}, "given.attempt"),
        ("tokens_after", {"special": ["rifle"], "result": "dead"}, "given.special[0]"),
        ("pick_up", {"unit": inf("a", 0, 0), "token": {}, "carried": 0}, "given.token"),
    ],
)  # fmt: skip
def test_a_wrong_input_names_the_wrong_field(query, given_, field):
    with pytest.raises(InvalidInput) as caught:
        build_queries(book())[query](given_)

    assert [error.field for error in caught.value.errors] == [field]


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["A", "infantry", "s", "t", "house", "rifle", "stationary"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside a JSON document."""
    found = [path]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += places_in(child, (*path, key))
    return found


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with another value at a path."""
    if not path:
        return value
    result = copy.deepcopy(document)
    node = result
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return result


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_no_input_whatever_raises_anything_but_invalid_input(data):
    vector = data.draw(st.sampled_from(VECTORS))
    document = vector["given"]
    for _ in range(data.draw(st.integers(1, 2))):
        document = replaced(document, data.draw(st.sampled_from(places_in(document))), data.draw(junk))

    answer = answered(vector["query"], document)

    assert answer.errors if isinstance(answer, InvalidInput) else json.loads(json.dumps(answer)) == answer


numbers = st.integers(-3, 60).map(lambda step: step * 10)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_crowded_and_crooked_fields_are_answered_too(data):
    """Overlapping pieces, units on one spot, levels everywhere: nothing on the field can break a question."""
    draw = data.draw
    units = [
        {
            "id": f"u{index}",
            "army": draw(st.sampled_from("AB")),
            "type": draw(st.sampled_from(["infantry", "light", "heavy"])),
            "x": draw(numbers),
            "y": draw(numbers),
            "level": draw(st.integers(0, 2)),
            "damage": draw(st.integers(0, 3)),
            "stunned": draw(st.booleans()),
        }
        for index in range(draw(st.integers(2, 6)))
    ]
    kinds = st.sampled_from(["house", "ruins", "bunker", "wood", "rock", "barricade", "crater"])
    pieces = []
    for index in range(draw(st.integers(0, 4))):
        x, y = draw(numbers), draw(numbers)
        pieces.append(box(f"p{index}", draw(kinds), x, y, x + draw(st.integers(1, 200)), y + draw(st.integers(1, 200))))
    options = {
        "sight_line": draw(st.sampled_from(["centre", "any_part"])),
        "area_effect_roll": draw(st.sampled_from(["damage", "shot"])),
        "cc_area_centre": draw(st.sampled_from(["miss_only", "always"])),
        "burst_same_target": True,
        "premeasure": draw(st.booleans()),
    }
    weapon = draw(st.sampled_from(["rifle", "machine_gun", "grenade", "heavy_weapon", "artillery"]))
    shot = {
        "shooter": "u0",
        "mode": "stationary",
        "weapon": weapon,
        "units": units,
        "pieces": pieces,
        "options": options,
    }

    assert set(ask("engaged", units=units, pieces=pieces)) == {"pairs"}
    assert ask("area", shooter="u0", centre="u1", units=units, pieces=pieces, options=options)["caught"] is not None
    designated = ask("designate", targets=["u1"], **shot)
    dice = draw(st.lists(st.integers(1, 6), max_size=12))
    resolved = answered("resolve", {"targets": ["u1"], "dice": dice, **shot})
    if isinstance(resolved, InvalidInput):
        assert [wrong.field for wrong in resolved.errors] == ["given.dice"]
    else:
        assert resolved.get("legal", True) == designated["legal"]
        assert resolved.get("dice_used", len(dice)) == len(dice)


# ---------------------------------------------------------------------------------------------------- boundaries


@pytest.mark.rule("WOP-VEH-09", "WOP-SHOT-17")
def test_a_passenger_named_alone_has_the_place_and_base_he_is_given():
    shooter = inf("s", 100, 300, aboard="j", radius=40)

    assert ask("in_range", weapon="rifle", shooter=shooter, target=inf("t", 655, 300, "B")) == {"in_range": True}
    assert ask("in_range", weapon="rifle", shooter=shooter, target=inf("t", 656, 300, "B")) == {"in_range": False}


@pytest.mark.rule("WOP-VEH-09")
def test_a_passenger_named_with_his_vehicle_has_its_base_whatever_he_says():
    rider = inf("s", 100, 300, aboard="j", **RIFLE)
    units = [vehicle("j", "light", 100, 300), rider, inf("t", 655, 300, "B")]

    assert ask("designate", shooter="s", mode="stationary", weapon="rifle", targets=["t"], units=units) == {
        "legal": True,
        "needs": [4],
    }


@pytest.mark.rule("WOP-SHOT-03")
def test_a_target_that_names_nothing_is_no_target():
    units = [inf("s", 100, 300, **RIFLE)]

    assert ask("designate", shooter="s", mode="stationary", weapon="rifle", targets=["ghost"], units=units) == {
        "legal": False,
        "refused_by": "WOP-SHOT-03",
    }


@pytest.mark.rule("WOP-SHOT-23", "WOP-CC-03", "WOP-MAN-11")
def test_a_resolution_that_the_rules_refuse_says_which_rule():
    units = [inf("s", 100, 300, stunned=True, **RIFLE), inf("t", 400, 300, "B")]

    assert ask("resolve", shooter="s", mode="stationary", weapon="rifle", targets=["t"], units=units, dice=[]) == {
        "legal": False,
        "refused_by": "WOP-MAN-11",
    }


@pytest.mark.rule("WOP-CCV-07", "WOP-CCV-04")
@pytest.mark.parametrize(("weapon", "x", "rule"), [("grenade", 171, "WOP-CCV-07"), ("artillery", 170, "WOP-CCV-04")])
def test_an_assault_that_the_rules_refuse_says_which_rule(weapon, x, rule):
    units = [inf("s", 100, 300, weapons=["grenade", "artillery"]), vehicle("k", "heavy", x, 300, "B")]
    asked = {"shooter": "s", "mode": "moving", "weapon": weapon, "targets": ["k"], "units": units, "assault": True}

    assert ask("resolve", dice=[], **asked) == {"legal": False, "refused_by": rule}


@pytest.mark.rule("WOP-CCV-07", "WOP-MAN-11", "WOP-DMG-06", "WOP-CC-03", "WOP-VEH-11")
@pytest.mark.parametrize(
    ("state", "others", "rule"),
    [
        ({"stunned": True}, [], "WOP-MAN-11"),
        ({"damage": 1}, [], "WOP-DMG-06"),
        ({}, [inf("e", 100, 330, "B")], "WOP-CC-03"),
        ({"aboard": "j"}, [], "WOP-VEH-11"),
        ({"type": "heavy"}, [], "WOP-CCV-07"),
    ],
)
def test_an_assault_by_whom_may_not_act_names_that_rule(state, others, rule):
    attacker = {**inf("s", 100, 300, weapons=["grenade"]), **state}
    units = [attacker, vehicle("k", "heavy", 165, 300, "B"), *others]
    asked = {"shooter": "s", "mode": "moving", "weapon": "grenade", "targets": ["k"], "units": units, "assault": True}

    assert ask("resolve", dice=[], **asked) == {"legal": False, "refused_by": rule}


@pytest.mark.rule("WOP-BURST-04")
def test_a_shot_lost_on_a_dead_target_counts_as_a_miss_without_a_die():
    units = [inf("s", 100, 300, weapons=["machine_gun"]), inf("t", 400, 300, "B")]

    answer = ask(
        "resolve", shooter="s", mode="stationary", weapon="machine_gun", targets=["t", "t", "t"], units=units,
        dice=[4, 1], options={"burst_same_target": True},
    )  # fmt: skip

    assert answer == {"hits": [True, False, False], "damage": [["t", "dead"]], "dice_used": 2}


@pytest.mark.rule("WOP-SHOT-11")
@pytest.mark.parametrize(("gap", "blocks"), [(30, False), (31, True), (None, True)])
def test_a_vehicle_hides_a_soldier_beyond_the_reach_of_cover(gap, blocks):
    asked = {} if gap is None else {"gap_to_target_mm": gap}

    assert ask("screening", target_type="infantry", other_type="light", **asked) == {"blocks": blocks}


@pytest.mark.rule("WOP-SHOT-11", "WOP-PROT-05")
def test_the_reach_of_cover_follows_the_room_in_every_question():
    wide = {"options": {"cover_reach_mm": 100}}

    assert ask("screening", target_type="infantry", other_type="light", gap_to_target_mm=100, **wide) == {
        "blocks": False
    }
    assert ask(
        "protection",
        shooter=inf("s", 100, 300),
        target=inf("t", 500, 300, "B"),
        units=[vehicle("k", "heavy", 335, 300)],
        **wide,
    ) == {"protection": 2}


@pytest.mark.rule("WOP-SIGHT-02", "WOP-SIGHT-05")
def test_of_a_wood_and_a_house_that_both_block_the_first_in_the_list_is_named():
    asked = {"shooter": inf("s", 100, 300), "target": inf("t", 900, 300, "B")}
    wood, house = box("w", "wood", 200, 200, 400, 400), box("h", "house", 500, 200, 600, 400)

    assert ask("sight", pieces=[wood, house], **asked) == {"in_view": False, "blocked_by": "woods"}
    assert ask("sight", pieces=[house, wood], **asked) == {"in_view": False, "blocked_by": "h"}


@pytest.mark.rule("WOP-PROT-12")
def test_the_protection_of_the_shooter_against_itself_may_be_asked():
    thrower = inf("s", 100, 300)

    assert ask("protection", shooter=thrower, target=thrower, pieces=[box("k", "bunker", 50, 250, 150, 350)]) == {
        "protection": 3
    }
    assert ask("protection", shooter=thrower, target=thrower, pieces=[box("b", "barricade", 120, 250, 136, 350)]) == {
        "protection": 1
    }


@pytest.mark.rule("WOP-ARTY-01", "WOP-VEH-09", "WOP-CCV-04")
@pytest.mark.parametrize(
    ("asked", "row", "may_fire"),
    [
        ({"weapon": "artillery", "own_move": "stationary", "carried_by_mode": "stationary"}, "moving", False),
        ({"weapon": "artillery", "own_move": "stationary", "left_vehicle_mode": "forced"}, "moving", False),
        ({"weapon": "artillery", "own_move": "stationary", "assault": True}, "stationary", False),
        ({"weapon": "rifle", "own_move": "forced", "entered_from_reserve": True, "assault": True}, "stationary", True),
        ({"weapon": "rifle", "own_move": "forced", "entered_from_reserve": True}, "forced", True),
        ({"own_move": "moving", "carried_by_mode": "stationary"}, "moving", True),
    ],
)
def test_the_row_and_whether_the_weapon_may_be_fired(asked, row, may_fire):
    assert ask("shooting_mode", **asked) == {"row": row, "may_fire": may_fire}


@pytest.mark.rule("WOP-CCS-03")
def test_nobody_takes_a_stray_shot_where_no_friend_is():
    units = [inf("s", 100, 300), inf("e", 400, 300, "B"), vehicle("k", "heavy", 465, 300)]

    assert ask("stray", shooter="s", target="e", units=units) == {"victim": None}


@pytest.mark.rule("WOP-DROP-04", "WOP-DROP-05", "WOP-DROP-07", "WOP-DROP-09", "WOP-VEH-11")
@pytest.mark.parametrize(
    ("more", "carried", "rule"),
    [
        ({"stunned": True}, 0, "WOP-MAN-11"),
        ({"damage": 1}, 0, "WOP-DMG-06"),
        ({"aboard": "j"}, 0, "WOP-VEH-11"),
        ({"type": "light"}, 0, "WOP-DROP-04"),
        ({"level": 1}, 0, "WOP-DROP-05"),
        ({}, 1, "WOP-DROP-07"),
    ],
)
def test_who_may_not_pick_up(more, carried, rule):
    unit = {**inf("a", 100, 100), **more}

    assert ask("pick_up", unit=unit, token={"x": 100, "y": 100}, carried=carried) == {
        "legal": False,
        "refused_by": rule,
    }


@pytest.mark.rule("WOP-WIN-01", "WOP-WIN-02", "WOP-WIN-04", "WOP-WIN-05")
@pytest.mark.parametrize(
    ("objective", "facts", "reached"),
    [
        ({"type": "destroy_all"}, {"enemy_not_destroyed": 0}, True),
        ({"type": "destroy_matching", "count": 2}, {"matching_left": 3, "matching_destroyed": 2}, True),
        ({"type": "destroy_matching", "count": 2}, {"matching_left": 0, "matching_destroyed": 1}, False),
        ({"type": "destroy_matching", "count": 0}, {"matching_left": 0, "matching_destroyed": 0}, False),
        ({"type": "destroy_matching", "count": 0}, {"matching_left": 1, "matching_destroyed": 9}, False),
        ({"type": "reach_edge", "count": 2}, {"matching_reached": 2}, True),
        ({"type": "hold_zone", "rounds": 3}, {"consecutive_rounds_held": 2}, False),
        ({"type": "survive", "count": 2, "round": 6}, {"matching_left": 2, "round_finished": 6}, True),
        ({"type": "survive", "count": 2, "round": 6}, {"matching_left": 1, "round_finished": 6}, False),
        ({"type": "survive", "count": 2, "round": 6}, {"matching_left": 2, "round_finished": 5}, False),
        ({"type": "manual"}, {"confirmed": True}, True),
    ],
)
def test_when_an_objective_is_reached(objective, facts, reached):
    assert ask("objective", objective=objective, facts=facts) == {"reached": reached}


@pytest.mark.rule("WOP-WIN-06", "WOP-WIN-08", "WOP-WIN-09", "WOP-WIN-10")
@pytest.mark.parametrize(
    ("asked", "result", "reason"),
    [
        ({}, None, None),
        ({"A_reached": True, "B_empty_turns": 5}, "A", "objective"),
        ({"B_reached": True}, "B", "objective"),
        ({"B_empty_turns": 5, "stall_rounds": 15}, "A", "empty_table"),
        ({"A_empty_turns": 4}, None, None),
        ({"A_empty_turns": 9, "options": {"empty_table_limit": 0}}, None, None),
        ({"stall_rounds": 14}, None, None),
        ({"stall_rounds": 99, "options": {"stall_draw_rounds": 0}}, None, None),
        ({"stall_rounds": 15, "round_finished": 8, "options": {"max_rounds": 8}}, "draw", "draw_stall"),
        ({"round_finished": 99}, None, None),
        ({"round_finished": 8, "points_A": 3, "points_B": 3, "options": {"max_rounds": 8}}, "draw", "limit"),
        ({"round_finished": 8, "points_A": 9, "options": {"max_rounds": 8, "at_limit": "draw"}}, "draw", "limit"),
        ({"round_finished": 8, "points_A": 9, "options": {"max_rounds": 8, "at_limit": "B"}}, "B", "limit"),
    ],
)
def test_how_the_game_ends(asked, result, reason):
    assert ask("game_end", **asked) == {"result": result, "reason": reason}


@pytest.mark.rule("WOP-DEPL-08", "WOP-DEPL-12", "WOP-DEPL-13")
@pytest.mark.parametrize(
    ("first", "a", "b", "order"),
    [("A", 2, 2, "ABAB"), ("A", 0, 2, "BB"), ("B", 1, 3, "BABB"), ("B", 0, 0, "")],
)
def test_the_order_of_deployment(first, a, b, order):
    assert ask("deployment_order", first=first, to_place={"A": a, "B": b}) == {"order": list(order)}


@pytest.mark.rule("WOP-MAN-01", "WOP-MAN-03", "WOP-MAN-05", "WOP-MAN-06", "WOP-MAN-08", "WOP-MAN-11", "WOP-MAN-13")
@pytest.mark.rule("WOP-MAN-14", "WOP-MAN-15", "WOP-TEAM-03", "WOP-DMG-06", "WOP-DMG-14", "WOP-CC-03", "WOP-CC-09")
@pytest.mark.rule("WOP-CCV-07", "WOP-DROP-02", "WOP-DROP-04", "WOP-DROP-07", "WOP-VEH-11", "WOP-HEAL-03", "WOP-HEAL-08")
@pytest.mark.rule("WOP-RES-06", "WOP-SHOT-23")
@pytest.mark.parametrize(
    ("attempt", "given_", "rule"),
    [
        ("move", {"own_turn": False, "handles": False}, "WOP-MAN-14"),
        ("move", {"prompt_waiting": True}, "WOP-MAN-14"),
        ("move", {"handles": False, "status": "destroyed"}, "WOP-TEAM-03"),
        ("move", {"status": "destroyed", "open": "other"}, "WOP-MAN-15"),
        ("move", {"open": "other", "acted": True}, "WOP-MAN-05"),
        ("move", {"acted": True, "manoeuvres_used": 3}, "WOP-MAN-03"),
        ("move", {"manoeuvres_used": 3, "status": "reserve"}, "WOP-MAN-01"),
        ("move", {"manoeuvres_used": 2}, None),
        ("move", {"status": "reserve", "stunned": True}, "WOP-MAN-13"),
        ("unstun", {"status": "reserve", "stunned": True}, None),
        ("move", {"stunned": True, "damage": 1}, "WOP-MAN-11"),
        ("shoot", {"damage": 1}, "WOP-DMG-06"),
        ("move", {"damage": 1}, None),
        ("drop_weapon", {"damage": 1, "carrying": 1}, "WOP-DMG-06"),
        ("assault", {"engaged": True}, "WOP-CC-03"),
        ("move", {"open": "self", "moved": True}, "WOP-MAN-06"),
        ("move", {"open": "self", "entered": True}, "WOP-MAN-06"),
        ("move", {"open": "self", "dropped": True}, None),
        ("unstun", {"open": "self", "moved": True, "stunned": True}, "WOP-MAN-08"),
        ("withdraw", {"open": "self", "moved": True, "damage": 1, "at_own_edge": True}, "WOP-MAN-08"),
        (
            "withdraw",
            {"open": "self", "dropped": True, "damage": 1, "type": "light", "at_own_edge": True},
            "WOP-MAN-08",
        ),
        ("fight", {"status": "aboard"}, "WOP-VEH-11"),
        ("pick_up", {"status": "aboard"}, "WOP-VEH-11"),
        ("move", {"status": "aboard"}, None),
        ("shoot", {"status": "aboard"}, None),
        ("drop_weapon", {"open": "self", "moved": True, "carrying": 1}, "WOP-DROP-02"),
        ("drop_weapon", {"open": "self", "entered": True, "carrying": 1}, "WOP-DROP-02"),
        ("drop_weapon", {"carrying": 0}, "WOP-DROP-02"),
        ("drop_weapon", {"type": "heavy"}, "WOP-DROP-04"),
        ("pick_up", {"type": "light"}, "WOP-DROP-04"),
        ("take_weapon", {"type": "heavy"}, "WOP-DROP-04"),
        ("pick_up", {"carrying": 1}, "WOP-DROP-07"),
        ("pick_up", {"carrying": 1, "options": {"max_special_weapons": 2}}, None),
        ("take_weapon", {}, None),
        ("fight", {"type": "heavy"}, "WOP-CC-09"),
        ("fight", {}, None),
        ("assault", {"type": "light"}, "WOP-CCV-07"),
        ("assault", {"open": "self", "moved": True}, None),
        ("shoot", {"type": "heavy", "damage": 2}, None),
        ("shoot", {"type": "heavy", "damage": 1, "options": {"damaged_vehicles_shoot": False}}, "WOP-SHOT-23"),
        ("heal", {"status": "reserve", "damage": 2, "type": "heavy"}, None),
        ("heal", {"status": "reserve"}, "WOP-HEAL-08"),
        ("heal", {"status": "aboard", "damage": 1}, "WOP-HEAL-08"),
        ("unstun", {}, "WOP-DMG-14"),
        ("unstun", {"options": {"unstun_by": "helper"}}, None),
        ("unstun", {"type": "heavy", "options": {"unstun_by": "helper"}}, "WOP-DMG-14"),
        ("unstun", {"stunned": True, "options": {"unstun_by": "helper"}}, "WOP-DMG-14"),
        ("unstun", {"stunned": True, "status": "reserve", "options": {"unstun_by": "helper"}}, None),
        ("withdraw", {"at_own_edge": True}, "WOP-HEAL-03"),
        ("withdraw", {"at_own_edge": True, "damage": 1, "stunned": True}, "WOP-MAN-11"),
        ("withdraw", {"status": "aboard", "damage": 1, "at_own_edge": True}, "WOP-HEAL-03"),
        ("enter", {"status": "reserve"}, None),
        ("enter", {"status": "reserve", "damage": 1}, "WOP-RES-06"),
        ("enter", {"status": "reserve", "open": "self", "entered": True}, "WOP-MAN-06"),
    ],
)
def test_the_first_rule_that_bars_an_attempt_is_named(attempt, given_, rule):
    expected = {"legal": True} if rule is None else {"legal": False, "refused_by": rule}

    assert ask("may_act", attempt=attempt, **given_) == expected


@pytest.mark.rule("WOP-DICE-02", "WOP-DEPL-04")
@pytest.mark.parametrize(("dice", "higher"), [([2, 1], "A"), ([1, 2], "B"), ([3, 3, 6, 6, 1, 5], "B")])
def test_a_roll_off_reads_the_die_of_a_first_and_repeats_ties(dice, higher):
    lower = "B" if higher == "A" else "A"

    assert ask("roll_off", dice=dice) == {"higher": higher, "lower": lower, "dice_used": len(dice)}


@pytest.mark.rule("WOP-HEAL-05", "WOP-HEAL-06", "WOP-HEAL-08", "WOP-MAN-15")
@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"status": "reserve", "damage": 1}, {"legal": True, "damage": 0, "ready_from_turn": 8}),
        ({"status": "reserve", "damage": 3}, {"legal": True, "damage": 2, "ready_from_turn": None}),
        ({"status": "aboard", "damage": 1}, {"legal": False, "refused_by": "WOP-HEAL-08"}),
        ({"status": "destroyed", "damage": 1}, {"legal": False, "refused_by": "WOP-MAN-15"}),
    ],
)
def test_care_takes_one_hurt_off_a_unit_in_reserve(asked, answer):
    assert ask("heal", army_turn=7, **asked) == answer
