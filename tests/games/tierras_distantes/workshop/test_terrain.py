"""Terrain in the workshop: what a new piece is, moving, turning, heights, and what is told of it (TD-TER-05, TD-TER-06)."""

from __future__ import annotations

import pytest

from app.engine.types import Text
from app.engine.workshop.workshop import Add, Change, Draw, Move, Place, Remove, Turn
from app.systems.tierras_distantes.workshop.ground import KINDS
from tests.games.tierras_distantes.workshop.shop import covered, made, refused, shop, terrain, told

DART = ((100, 100), (300, 150), (100, 200), (150, 150))


@pytest.mark.rule("TD-TER-05", "TD-TER-06")
def test_a_tier_put_on_a_tier_takes_its_feature_and_stands_a_centimetre_higher():
    battle = made(
        Place("piece:hill", 400, 400), Place("tier", 400, 400), Draw("area:hill", ((390, 390), (420, 390), (400, 410)))
    )

    assert terrain(battle) == [
        ("hill", "hill-1", 0, 10, True),
        ("hill", "hill-1", 0, 20, False),
        ("hill", "hill-1", 0, 30, False),
    ]


@pytest.mark.rule("TD-TER-05", "TD-TER-06")
@pytest.mark.parametrize(
    ("below", "above", "found"),
    [
        ("rubble", "wall", ("wall", "rubble-1", 0, 50, False)),
        ("building", "barricade", ("barricade", "building-1", 60, 74, False)),
        ("container", "swamp", ("swamp", "container-1", 29, 29, False)),
        ("hill", "woods", ("woods", "hill-1", 0, 70, False)),
        ("woods", "woods", ("woods", "woods-2", 0, 60, True)),
        ("woods", "wall", ("wall", "woods-1", 0, 50, False)),
        ("building", "platform", ("platform", "platform-1", 55, 60, False)),
    ],
)
def test_what_is_put_on_something_belongs_to_it_and_stands_on_it(below, above, found):
    assert terrain(made(Place(f"piece:{below}", 400, 400), Place(f"piece:{above}", 400, 400)))[1] == found


@pytest.mark.rule("TD-TER-05")
def test_what_is_put_down_stands_on_the_highest_of_what_is_there():
    """A walkway was pushed into a house: its bottom is higher, its top is not."""
    floors = Change("z0", 20, "platform-1"), Change("z1", 25, "platform-1")
    battle = made(Place("piece:building", 400, 400), Place("piece:platform", 400, 400), *floors)

    assert terrain(made(Place("piece:barricade", 400, 400), start=battle))[2] == (
        "barricade", "building-1", 60, 74, False,
    )  # fmt: skip


@pytest.mark.rule("TD-TER-05")
def test_what_is_drawn_goes_round_counter_clockwise_and_may_have_no_dents():
    battle = made(Draw("area:rock", ((100, 200), (300, 200), (300, 100), (100, 100))))
    assert battle["terrain"][0]["footprint"] == [[100, 100], [300, 100], [300, 200], [100, 200]]
    assert ("rock-1", "Giant rock: its outline has dents or crosses itself.") in told(made(Draw("area:rock", DART)))
    assert refused(Draw("area:rock", DART[:2])) == "points"
    assert refused(Draw("area:rock", DART * 4)) == "points"
    assert refused(Draw("area:rock", ((0, 0), (5000, 0), (0, 10)))) == "place"
    assert refused(Draw("area:tree", DART)) == "tool"


@pytest.mark.rule("TD-TER-06")
def test_a_ready_made_feature_is_several_pieces_of_one_feature_turned_together():
    battle = made(Place("feature:ruins", 600, 600, 90))

    assert [row[0] for row in terrain(battle)] == ["rubble", "wall", "wall", "barricade"]
    assert {row[1] for row in terrain(battle)} == {"rubble-1"}
    assert [row[4] for row in terrain(battle)] == [True, False, False, False]
    assert [row[2:4] for row in terrain(battle)] == [(0, 0), (0, 50), (0, 50), (0, 14)]
    assert sorted(battle["terrain"][1]["footprint"]) == [[510, 500], [510, 660], [520, 500], [520, 660]]
    assert refused(Place("feature:castle", 600, 600)) == "tool"


def test_pieces_are_moved_turned_and_taken_away():
    battle = made(Place("piece:wall", 600, 600), Move("wall-1", dx=100, dy=-50))
    assert sorted(battle["terrain"][0]["footprint"]) == [[620, 545], [620, 555], [780, 545], [780, 555]]
    upright = made(Turn("wall-1", 90), start=battle)
    assert sorted(upright["terrain"][0]["footprint"]) == [[695, 470], [695, 630], [705, 470], [705, 630]]
    assert made(*[Turn("wall-1", 90)] * 3, start=upright) == battle
    assert made(Remove("wall-1"), start=battle) == made()
    assert refused(Move("wall-1", dx=9000), battle) == "place"
    assert refused(Turn("wall-1", 7), battle) == "by_deg"
    assert refused(Remove("wall-2"), battle) == "id"
    assert refused(Place("piece:wall", 600, 600, cell="B2")) == "cell"


@pytest.mark.rule("TD-TER-05")
def test_another_kind_has_heights_that_go_with_it():
    battle = made(Place("piece:building", 600, 600), Change("z0", 20, "building-1"))

    assert terrain(made(Change("kind", "swamp", "building-1"), start=battle)) == [("swamp", "building-1", 20, 20, True)]
    assert terrain(made(Change("kind", "woods", "building-1"), start=battle)) == [("woods", "building-1", 0, 60, True)]
    rock = made(Change("kind", "swamp", "building-1"), Change("kind", "rock", "building-1"), start=battle)
    assert terrain(rock) == [("rock", "building-1", 20, 60, True)]


def test_an_upright_rectangle_is_sized_about_its_middle():
    battle = made(Place("piece:container", 600, 600), Change("plan_width", 200, "container-1"))
    assert sorted(battle["terrain"][0]["footprint"]) == [[500, 570], [500, 630], [700, 570], [700, 630]]
    turned = made(Turn("container-1", 15), start=battle)
    assert "plan_width" not in {field.field for field in shop().fields(turned, "container-1")}
    again = made(Change("points", "500 570, 500 630, 700 630, 700 570", "container-1"), start=turned)
    assert again["terrain"][0]["footprint"] == [[700, 570], [700, 630], [500, 630], [500, 570]]


@pytest.mark.rule("TD-TER-01")
def test_it_shows_the_share_of_the_table_that_is_covered():
    scene = shop().scene(covered())
    assert scene.prompt.in_("en") == "Terrain covers 33.3 % of the table."
    assert any(panel.title.in_("es") == "Terreno: cubre el 33,3 % de la mesa" for panel in scene.panels)
    assert told(covered()) == []
    less = made(Remove("woods-1"), start=covered())
    assert told(less) == [(None, "Terrain covers 30 % of the table; a third is needed.")]
    assert told(made(Change("option_require_third", False), start=less)) == []


@pytest.mark.rule("TD-END-10")
def test_an_objective_is_put_at_the_height_of_the_ground_there():
    battle = made(Place("piece:building", 600, 600), Place("objective", 600, 600), Move("objective-goal-1", dy=-300))
    goal = battle["objective"][0]
    assert (goal["x"], goal["y"], goal["z_min"], goal["z_max"], goal["name_es"]) == (600, 300, 60, 60, "Objetivo 1")
    assert ("objective-goal-1", "Objective 1: there is nothing to stand on at those heights.") in told(battle)
    named = made(
        Change("objective_es", "Pozo", goal_id := "objective-goal-1"),
        Change("objective_en", "Well", goal_id),
        start=battle,
    )
    titles = {row.unit: row.title for panel in shop().scene(named).panels for row in panel.rows}
    assert titles[goal_id] == Text("Pozo", "Well")
    assert made(Remove("objective-goal-1"), start=battle)["objective"] == []


@pytest.mark.rule("TD-TER-04")
def test_the_pool_holds_pieces_with_parts_stacked_on_them():
    battle = made(
        Add("pool:hill"), Add("stack:ruins"), Change("part", "hill", "hill-1"), Change("part", "wall", "hill-1"),
        Change("from_west", 20, "hill-1.0"), Remove("hill-1.1"),
    )  # fmt: skip

    assert battle["pool"][0] == {
        "id": "hill-1", "kind": "hill", "size": [240, 200], "z1": 10,
        "parts": [{"kind": "hill", "box": [20, 50, 180, 150], "z1": 20}],
    }  # fmt: skip
    assert [part["kind"] for part in battle["pool"][1]["parts"]] == ["wall", "wall", "barricade"]
    assert ("hill-1", "Hill tier (pool): its parts stick out, or its heights do not fit.") in told(
        made(Change("to_east", 250, "hill-1.0"), start=battle)
    )
    players = made(Change("option_terrain_mode", "players"), start=battle)
    assert told(players) == [(None, "The pool would cover 8 % of the table; a third is needed.")]
    crowded = made(Change("option_require_third", False), Change("option_squad_min", 20), start=players)
    assert told(crowded) == [(None, "The least number of miniatures is above the most.")]
    assert refused(Add("pool:platform")) == refused(Add("stack:containers")) == "tool"


@pytest.mark.rule("TD-TER-05", "TD-END-10")
@pytest.mark.parametrize(
    ("tool", "thing", "fields"),
    [
        ("piece:building", "building-1", {"kind": "building", "base": True, "z0": 0, "z1": 60}),
        ("piece:woods", "woods-1", {"kind": "woods", "base": True, "z1": 60}),
        ("piece:swamp", "swamp-1", {"kind": "swamp", "base": True, "z": 0}),
        ("objective", "objective-goal-1", {"points_each": 1, "x": 600, "y": 500, "z_min": 0, "z_max": 0}),
    ],
)
def test_each_kind_of_thing_has_its_fields_and_each_field_its_own_value(tool, thing, fields):
    battle = made(Place(tool, 600, 500))
    found = {field.field: field for field in shop().fields(battle, thing)}

    assert {name: found[name].value for name in fields} == fields
    assert {"z", "z0", "z1", "x", "y"} & set(found) == {"z", "z0", "z1", "x", "y"} & set(fields)
    for name in {"z", "z0", "z1", "y", "z_min", "z_max", "radius"} & set(found):
        assert found[name].schema["minimum"] == (1 if name == "radius" else 0)
        changed = made(Change(name, 70, thing), start=battle)
        after = {field.field: field.value for field in shop().fields(changed, thing)}
        assert after == {name: field.value for name, field in found.items()} | {name: 70}


@pytest.mark.rule("TD-TER-05")
def test_flat_ground_is_put_to_a_height_as_a_whole():
    raised = made(Place("piece:swamp", 600, 500), Change("z", 20, "swamp-1"))

    assert terrain(raised) == [("swamp", "swamp-1", 20, 20, True)]
    assert {field.field: field.value for field in shop().fields(raised, "swamp-1")}["z"] == 20


@pytest.mark.rule("TD-TER-04", "TD-DEP-08", "TD-SQD-11")
def test_there_is_a_tool_for_everything_that_a_battle_may_hold():
    bare, manned = made(), made(Add("member:A:regular"), Change("sides", "west_east"))
    plain, found = ({tool.id for tool in shop().tools(each)} for each in (bare, manned))

    kinds = [kind for kind in KINDS if kind != "platform"]
    assert {name for name in plain if name.startswith(("pool:", "stack:"))} == {
        *(f"pool:{kind}" for kind in kinds), "stack:hill", "stack:ruins",
    }  # fmt: skip
    assert {name for name in plain if name.startswith("feature:")} == {
        f"feature:{name}" for name in ("hill", "ruins", "containers")
    }
    assert found - plain == {"mini:A", "places:A:west", "places:A:east"}
    names = [tool.name.en for tool in shop().tools(bare) if tool.id.startswith("ready:")]
    assert len(names) == len(set(names))
    ghost = next(tool for tool in shop().tools(manned) if tool.id == "mini:A").ghost
    assert (ghost.x, ghost.y, ghost.radius) == (0, 0, 12.5)
