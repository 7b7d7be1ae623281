"""Where things may be put: deployment, entry from reserve, edges, survivors, obstacles."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from app.boards.measured import Table
from app.engine.refusal import Refusal
from app.engine.telling import Ring
from app.systems.war_of_plastic.book.state import Piece
from app.systems.war_of_plastic.ground.places import (
    can_withdraw,
    deployment_area,
    deployment_refusal,
    entry_place,
    entry_range,
    entry_refusal,
    first_deployment,
    first_entry,
    is_at_edge,
    is_ready,
    is_taken_off,
    load_rule,
    obstacle_refusal,
    placed_piece,
    sample_deployment,
    sample_entry,
    survivor_default,
    survivor_gap,
    survivor_refusal,
    survivor_spot,
)
from app.systems.war_of_plastic.march.movement import judge_entry
from app.systems.war_of_plastic.position.field import Place, outline_of
from tests.games.war_of_plastic.battlefield import box, by_id, disc, field, jeep, refused_by, rules, soldier, tank
from tests.games.war_of_plastic.walking import TABLE

HOUSE = box("h", "house", 250, 50, 350, 150, levels=2)


# ---------------------------------------------------------------------------------------------------------- deployment


def deployed(unit, *things, edge="south", level=0):
    where = field(*things)
    return refused_by(deployment_refusal(where, TABLE, edge, unit, (unit.x_mm, unit.y_mm), level=level))


@pytest.mark.rule("WOP-DEPL-05")
@pytest.mark.parametrize(
    ("edge", "area"),
    [
        ("south", (0, 0, 1203, 225)),
        ("north", (0, 677, 1203, 902)),
        ("west", (0, 0, 300, 902)),
        ("east", (903, 0, 1203, 902)),
    ],
)
def test_the_deployment_area_is_a_quarter_deep_rounded_down(edge, area):
    assert deployment_area(rules(), Table(1203, 902), edge) == area


@pytest.mark.rule("WOP-DEPL-09")
@pytest.mark.parametrize(
    ("x", "y", "rule"),
    [
        (15, 15, None),
        (14, 15, "WOP-DEPL-09"),
        (15, 14, "WOP-DEPL-09"),
        (1185, 185, None),
        (1186, 185, "WOP-DEPL-09"),
        (600, 186, "WOP-DEPL-09"),
    ],
)
def test_the_whole_base_lies_in_the_own_area(x, y, rule):
    assert deployed(soldier("s", x, y)) == rule


@pytest.mark.rule("WOP-DEPL-09")
@pytest.mark.parametrize(
    ("edge", "inside", "outside"),
    [
        ("north", (600, 650), (600, 649)),
        ("west", (250, 400), (251, 400)),
        ("east", (950, 400), (949, 400)),
        ("south", (600, 150), (600, 151)),
    ],
)
def test_a_tank_needs_its_whole_base_in_the_area_of_its_edge(edge, inside, outside):
    assert deployed(tank("t", *inside), edge=edge) is None
    assert deployed(tank("t", *outside), edge=edge) == "WOP-DEPL-09"


@pytest.mark.rule("WOP-DEPL-10", "WOP-MOVE-12")
def test_a_unit_is_deployed_on_a_legal_end_position():
    assert deployed(soldier("s", 600, 100), soldier("f", 630, 100)) is None
    assert deployed(soldier("s", 600, 100), soldier("f", 629, 100)) == "WOP-DEPL-10"
    assert deployed(soldier("s", 600, 100), box("b", "barricade", 615, 50, 630, 150)) is None
    assert deployed(soldier("s", 600, 100), box("b", "barricade", 614, 50, 630, 150)) == "WOP-DEPL-10"
    assert deployed(soldier("s", 600, 100), box("w", "wood", 550, 50, 650, 150)) is None
    assert deployed(jeep("s", 600, 100), box("w", "wood", 550, 50, 650, 150)) == "WOP-DEPL-10"


@pytest.mark.rule("WOP-DEPL-10")
@pytest.mark.parametrize("level", [0, 1])
def test_infantry_is_deployed_inside_a_building_on_any_level(level):
    assert deployed(soldier("s", 300, 100), HOUSE, level=level) is None
    assert deployed(soldier("s", 300, 100), HOUSE, soldier("f", 310, 100, level=level), level=level) == "WOP-DEPL-10"
    assert deployed(soldier("s", 300, 100), HOUSE, soldier("f", 310, 100, level=1 - level), level=level) is None


@pytest.mark.rule("WOP-DEPL-10")
def test_nobody_is_deployed_on_a_level_that_is_not_there_or_in_a_wall():
    assert deployed(soldier("s", 300, 100), HOUSE, level=2) == "WOP-DEPL-10"
    assert deployed(soldier("s", 600, 100), HOUSE, level=1) == "WOP-DEPL-10"
    assert deployed(soldier("s", 236, 100), HOUSE) == "WOP-DEPL-10"
    assert deployed(soldier("s", 235, 100), HOUSE) is None


@pytest.mark.rule("WOP-DEPL-10", "WOP-BLDG-01")
@pytest.mark.parametrize("level", [0, 1])
def test_no_vehicle_is_deployed_in_a_building(level):
    assert deployed(tank("t", 300, 100), HOUSE, level=level) == "WOP-DEPL-10"


def test_a_refused_place_names_what_is_in_the_way():
    refusal = deployment_refusal(field(soldier("f", 620, 100)), TABLE, "south", soldier("s", 0, 0), (600, 100), level=0)

    assert refusal.facts == {"unit": "s", "blocker": "f"}
    assert Ring("f", "bad") in refusal.overlays


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_places_proposed_for_deployment_are_legal(edge):
    where = field(HOUSE, soldier("f", 100, 100), box("w", "high_wall", 100, 690, 400, 700))

    for recruit in (soldier("s", 0, 0), jeep("s", 0, 0), tank("s", 0, 0)):
        first = first_deployment(where, TABLE, edge, recruit)
        found = [sample_deployment(where, TABLE, edge, recruit, Random(seed).randrange) for seed in range(20)]
        for x, y, level in [first, *found]:
            assert deployment_refusal(where, TABLE, edge, recruit, (x, y), level=level) is None
        assert len(set(found)) > 15


def test_a_full_area_offers_no_place():
    crater = [tank(f"t{x}", x, 100) for x in range(50, 1200, 100)]
    where = field(*crater)

    assert first_deployment(where, TABLE, "south", tank("s", 0, 0)) is None
    assert sample_deployment(where, TABLE, "south", tank("s", 0, 0), Random(1).randrange) is None


def test_an_area_too_shallow_for_a_base_offers_no_place():
    wide = msgspec.structs.replace(tank("t", 0, 0), radius_mm=101)

    assert first_deployment(field(), TABLE, "south", wide) is None
    assert sample_deployment(field(), TABLE, "south", wide, Random(1).randrange) is None
    exact = msgspec.structs.replace(wide, radius_mm=100)
    assert sample_deployment(field(), TABLE, "south", exact, Random(1).randrange)[1] == 100


@pytest.mark.rule("WOP-DEPL-10")
def test_places_proposed_to_infantry_are_also_upstairs():
    where = field(box("h", "house", 0, 0, 1200, 200, levels=3))

    found = {
        sample_deployment(where, TABLE, "south", soldier("s", 0, 0), Random(seed).randrange)[2] for seed in range(30)
    }

    assert found == {0, 1, 2}


# -------------------------------------------------------------------------------------------------- entry from reserve


def enters(recruit, along, *things, edge="south"):
    where = field(*things)
    return refused_by(entry_refusal(where, TABLE, recruit, entry_place(TABLE, edge, along, recruit)))


@pytest.mark.rule("WOP-RES-03")
@pytest.mark.parametrize(
    ("edge", "place"),
    [("south", (600, 50)), ("north", (600, 750)), ("west", (50, 600)), ("east", (1150, 600))],
)
def test_an_entering_base_touches_its_edge_from_inside(edge, place):
    assert entry_place(TABLE, edge, 600, tank("t", 0, 0))[:2] == place


@pytest.mark.rule("WOP-RES-03")
def test_the_entry_place_is_on_the_table():
    recruit = soldier("s", 0, 0)

    assert [enters(recruit, along) for along in (15, 14, 1185, 1186)] == [None, "WOP-RES-03", None, "WOP-RES-03"]
    assert entry_range(TABLE, "south", recruit) == (15, 1185)
    assert entry_range(TABLE, "east", recruit) == (15, 785)


@pytest.mark.rule("WOP-RES-03")
def test_the_entry_place_is_a_legal_end_position():
    recruit = soldier("s", 0, 0)

    assert enters(recruit, 600, soldier("e", 630, 15, "B")) is None
    assert enters(recruit, 600, soldier("e", 629, 15, "B")) == "WOP-RES-03"
    assert enters(recruit, 600, soldier("f", 629, 15)) == "WOP-RES-03"
    assert enters(recruit, 600, box("b", "barricade", 614, 0, 630, 40)) == "WOP-RES-03"


@pytest.mark.rule("WOP-RES-03", "WOP-BLDG-02", "WOP-BLDG-09")
def test_one_enters_inside_a_building_only_where_friends_alone_are():
    house = box("h", "house", 550, 0, 650, 100)
    recruit = soldier("s", 0, 0)

    assert enters(recruit, 600, house) == "WOP-RES-03"
    assert enters(recruit, 600, house, soldier("f", 600, 80)) is None
    assert enters(recruit, 600, house, soldier("f", 600, 80), soldier("e", 640, 80, "B")) == "WOP-RES-03"
    assert enters(tank("t", 0, 0), 600, house, soldier("f", 640, 95)) == "WOP-RES-03"


@pytest.mark.rule("WOP-RES-06", "WOP-RES-07")
def test_only_ready_units_enter():
    assert is_ready(soldier("s", 0, 0), 1)
    assert not is_ready(soldier("s", 0, 0, damage=1), 5)
    assert not is_ready(soldier("s", 0, 0, stunned=True), 5)
    assert not is_ready(soldier("s", 0, 0, ready_from_turn=4), 3)
    assert is_ready(soldier("s", 0, 0, ready_from_turn=4), 4)


@pytest.mark.rule("WOP-RES-05", "WOP-VEH-01", "WOP-VEH-03")
def test_a_vehicle_enters_with_as_many_soldiers_as_it_carries():
    assert [load_rule("light", 3, count) for count in (0, 3, 4)] == [None, None, "WOP-VEH-03"]
    assert [load_rule("light", 0, count) for count in (0, 1)] == [None, "WOP-VEH-01"]
    assert [load_rule("heavy", 0, count) for count in (0, 1)] == [None, "WOP-VEH-01"]


def test_entry_places_proposed_are_legal():
    where = field(box("w", "high_wall", 0, 5, 700, 20), soldier("e", 800, 15, "B"))
    recruit = tank("t", 0, 0, status="reserve", x_mm=None, y_mm=None)

    found = [sample_entry(where, TABLE, "south", recruit, Random(seed).randrange) for seed in range(20)]

    for along in [first_entry(where, TABLE, "south", recruit), *(a for a in found if a is not None)]:
        assert not isinstance(judge_entry(where, TABLE, recruit, "south", along, []), Refusal)
    assert sum(along is not None for along in found) > 10


def test_a_walled_up_edge_offers_no_entry():
    where = field(box("w", "high_wall", 0, 5, 1200, 20))

    assert first_entry(where, TABLE, "south", soldier("s", 0, 0)) is None
    assert sample_entry(where, TABLE, "south", soldier("s", 0, 0), Random(1).randrange) is None


# --------------------------------------------------------------------------------------------------------------- edges


@pytest.mark.rule("WOP-HEAL-01", "WOP-HEAL-02", "WOP-GEO-07")
@pytest.mark.parametrize(
    ("edge", "near", "far"),
    [
        ("south", (300, 20), (300, 21)),
        ("north", (300, 780), (300, 779)),
        ("west", (20, 300), (21, 300)),
        ("east", (1180, 300), (1179, 300)),
    ],
)
def test_a_hurt_unit_gets_to_its_edge_within_five_millimetres(edge, near, far):
    wounded = soldier("s", 0, 0, damage=1)

    assert is_taken_off(rules(), TABLE, edge, wounded, Place(*near, 15, 0))
    assert not is_taken_off(rules(), TABLE, edge, wounded, Place(*far, 15, 0))
    assert not is_taken_off(rules(), TABLE, edge, soldier("s", 0, 0), Place(*near, 15, 0))
    assert is_at_edge(rules(), TABLE, edge, Place(*near, 15, 0))


@pytest.mark.rule("WOP-HEAL-03")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({"damage": 1}, True),
        ({}, False),
        ({"damage": 1, "stunned": True}, False),
        ({"damage": 1, "y_mm": 21}, False),
        ({"damage": 1, "status": "reserve"}, False),
    ],
    ids=["hurt", "unhurt", "stunned", "too far", "in reserve"],
)
def test_withdrawing_takes_a_hurt_unit_at_its_own_edge(state, may):
    where = field(soldier("s", 300, 20, **{"y_mm": 20, **state}))

    assert can_withdraw(where, TABLE, "south", by_id(where, "s")) is may


@pytest.mark.rule("WOP-HEAL-03")
def test_a_passenger_at_the_edge_does_not_withdraw():
    where = field(jeep("v", 300, 40), soldier("s", 0, 0, aboard="v", damage=1))

    assert not can_withdraw(where, TABLE, "south", by_id(where, "s"))


# ----------------------------------------------------------------------------------------------------------- survivors

WRECK = disc("wreck-v", "wreck", 600, 400, 40)
SURVIVOR = soldier("s", 0, 0, x_mm=None, y_mm=None, status="reserve")
AT_WRECK = outline_of(WRECK).disc


def survives_at(point, *things):
    return refused_by(survivor_refusal(field(WRECK, *things), TABLE, SURVIVOR, AT_WRECK, point))


@pytest.mark.rule("WOP-DMG-20", "WOP-GEO-15")
@pytest.mark.parametrize(
    ("step", "gap", "spot"),
    [(0, 5, (658, 400)), (3, 5, (641, 441)), (6, 5, (600, 458)), (12, 5, (542, 400)), (15, 50, (527, 327))],
)
def test_the_candidates_lie_on_a_ring_round_the_wreck(step, gap, spot):
    assert survivor_spot(rules(), AT_WRECK, 15, gap, step) == spot


@pytest.mark.rule("WOP-DMG-20")
def test_every_candidate_of_the_free_wreck_is_within_the_gap():
    spots = [survivor_spot(rules(), AT_WRECK, 15, 5, step) for step in range(24)]

    assert [survives_at(spot) for spot in spots] == [None] * 24
    assert len(set(spots)) == 24


@pytest.mark.rule("WOP-DMG-20")
def test_a_survivor_may_choose_any_legal_point_within_the_gap():
    assert survives_at((655, 400)) is None
    assert survives_at((660, 400)) is None
    assert survives_at((661, 400)) == "WOP-DMG-20"
    assert survives_at((654, 400)) == "WOP-DMG-20"
    assert survives_at((655, 400), soldier("b", 684, 400, "B")) == "WOP-DMG-20"


@pytest.mark.rule("WOP-DMG-20")
def test_the_offered_place_is_the_first_legal_candidate():
    assert survivor_default(field(WRECK), TABLE, SURVIVOR, AT_WRECK) == (658, 400)
    where = field(WRECK, soldier("b", 680, 400, "B"))
    assert survivor_default(where, TABLE, SURVIVOR, AT_WRECK) == survivor_spot(rules(), AT_WRECK, 15, 5, 2)


@pytest.mark.rule("WOP-DMG-20")
def test_a_survivor_is_placed_outside_buildings():
    house = box("h", "house", 645, 300, 800, 500)

    assert survives_at((658, 400), house) == "WOP-DMG-20"
    assert survivor_default(field(WRECK, house), TABLE, SURVIVOR, AT_WRECK)[0] <= 630


@pytest.mark.rule("WOP-DMG-20")
def test_the_next_gap_is_used_only_if_no_candidate_is_legal():
    moat = [disc(f"w{i}", "water", x, y, 12) for i, (x, y) in enumerate(ring(600, 400, 75, 24))]
    gate = moat[1:]

    assert survivor_gap(field(WRECK), TABLE, SURVIVOR, AT_WRECK) == 5
    assert survivor_gap(field(WRECK, *moat), TABLE, SURVIVOR, AT_WRECK) == 50
    assert survivor_gap(field(WRECK, *gate), TABLE, SURVIVOR, AT_WRECK) == 50
    assert survives_at((705, 400), *moat) is None
    assert survives_at((706, 400), *moat) == "WOP-DMG-20"
    assert survives_at((690, 400)) == "WOP-DMG-20"


@pytest.mark.rule("WOP-DMG-20")
def test_if_no_gap_will_do_any_legal_point_of_the_table_may_be_chosen():
    flooded = [
        box("west", "water", 0, 0, 700, 800),
        box("east", "water", 745, 0, 1200, 800),
        box("south", "water", 700, 0, 745, 500),
        box("north", "water", 700, 545, 745, 800),
    ]
    where = field(WRECK, *flooded)

    assert survivor_gap(where, TABLE, SURVIVOR, AT_WRECK) is None
    assert survivor_default(where, TABLE, SURVIVOR, AT_WRECK) == (720, 525)
    assert [survives_at(point, *flooded) for point in ((715, 515), (730, 530), (731, 530))] == [
        None,
        None,
        "WOP-DMG-20",
    ]


@pytest.mark.rule("WOP-DMG-20")
def test_without_any_room_no_place_is_offered():
    flood = Piece("flood", "water", ((0, 0), (1200, 0), (1200, 800), (0, 800)))

    assert survivor_default(field(WRECK, flood), TABLE, SURVIVOR, AT_WRECK) is None


def ring(x, y, radius, count):
    table = rules().rotation
    return [
        (x + round(radius * c / table.scale), y + round(radius * s / table.scale))
        for c, s in zip(table.cos, table.sin, strict=True)
    ][:count]


# ----------------------------------------------------------------------------------------------------------- obstacles


def obstacle(shape, at, step=0):
    return placed_piece(rules(), rules().shapes[shape], "new", at, step=step)


@pytest.mark.rule("WOP-OBST-07")
@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ((50, 8), None),
        ((49, 8), "WOP-OBST-07"),
        ((50, 7), "WOP-OBST-07"),
        ((1150, 792), None),
        ((1151, 792), "WOP-OBST-07"),
        ((1150, 793), "WOP-OBST-07"),
    ],
)
def test_a_piece_lies_inside_the_field(at, rule):
    assert refused_by(obstacle_refusal(TABLE, (), obstacle("barricade_10", at))) == rule


@pytest.mark.rule("WOP-OBST-07")
def test_a_round_piece_lies_inside_the_field():
    assert obstacle_refusal(TABLE, (), obstacle("tree", (15, 785))) is None
    assert refused_by(obstacle_refusal(TABLE, (), obstacle("tree", (14, 785)))) == "WOP-OBST-07"


@pytest.mark.rule("WOP-OBST-08")
@pytest.mark.parametrize(("x", "rule"), [(611, None), (610, "WOP-OBST-08"), (560, "WOP-OBST-08")])
def test_no_two_pieces_share_a_point(x, rule):
    house = box("h", "house", 400, 300, 560, 420)

    assert refused_by(obstacle_refusal(TABLE, (house,), obstacle("barricade_10", (x, 360)))) == rule


@pytest.mark.rule("WOP-OBST-08")
def test_one_piece_inside_another_shares_points_with_it():
    wood = box("w", "wood", 300, 200, 700, 600)

    for shape in ("barricade_10", "tree", "crater_8"):
        refusal = obstacle_refusal(TABLE, (wood,), obstacle(shape, (500, 400)))
        assert refusal.rule == "WOP-OBST-08"
        assert refusal.facts["blocker"] == "w"


@pytest.mark.rule("WOP-OBST-08")
@pytest.mark.parametrize(("x", "rule"), [(516, None), (515, "WOP-OBST-08")])
def test_a_round_piece_touches_no_wall(x, rule):
    wall = box("w", "high_wall", 480, 300, 500, 500)

    assert refused_by(obstacle_refusal(TABLE, (wall,), obstacle("tree", (x, 400)))) == rule
    tree = msgspec.structs.replace(obstacle("tree", (x, 400)), id="old")
    moved_wall = Piece("new", "high_wall", wall.points_mm)
    assert refused_by(obstacle_refusal(TABLE, (tree,), moved_wall)) == rule


@pytest.mark.rule("WOP-OBST-08")
def test_round_pieces_do_not_touch_each_other():
    tree = disc("t", "tree", 500, 400, 15)

    assert obstacle_refusal(TABLE, (tree,), obstacle("tree", (531, 400))) is None
    assert refused_by(obstacle_refusal(TABLE, (tree,), obstacle("tree", (530, 400)))) == "WOP-OBST-08"


@pytest.mark.rule("WOP-OBST-09", "WOP-GEO-14")
def test_a_piece_is_turned_in_steps_of_fifteen_degrees():
    assert obstacle("barricade_10", (500, 300)).points_mm == ((450, 292), (550, 292), (550, 308), (450, 308))
    assert obstacle("barricade_10", (500, 300), 6).points_mm == ((508, 250), (508, 350), (492, 350), (492, 250))
    assert obstacle("barricade_10", (500, 300), 2).points_mm == ((461, 268), (547, 318), (539, 332), (453, 282))


@pytest.mark.rule("WOP-OBST-09", "WOP-OBST-07")
def test_a_turned_piece_is_judged_as_it_stands():
    assert refused_by(obstacle_refusal(TABLE, (), obstacle("barricade_10", (600, 10), 6))) == "WOP-OBST-07"
    assert obstacle_refusal(TABLE, (), obstacle("barricade_10", (600, 10), 0)) is None


@pytest.mark.rule("WOP-GEO-14")
def test_a_disc_needs_no_turning():
    assert obstacle("crater_8", (500, 300), 5) == obstacle("crater_8", (500, 300), 0)
    assert obstacle("crater_8", (500, 300), 5).radius_mm == 40


def test_a_placed_house_keeps_its_levels():
    assert obstacle("house_18_two_floors", (500, 300)).levels == 2
