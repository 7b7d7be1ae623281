"""The outline of a reach over heights and slow ground: a drawing that never promises too much."""

from __future__ import annotations

from math import hypot

import pytest
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as ShapelyPolygon
from shapely.ops import unary_union

from app.boards.uneven import reach, turns
from app.boards.wedges import Pillar, Slab, Uneven, Walker

TABLE = (1200.0, 800.0)


def box(west, south, east, north):
    return ((west, south), (east, south), (east, north), (west, north))


def ground(*slabs, **more):
    return Uneven(TABLE, slabs, **more)


def shape(uneven, at=(600, 400), z=0.0, longest=200.0, **how):
    walker = Walker(*map(float, at), z, radius=12.5, height=30, step=15)
    (parts,) = reach(walker, [longest], uneven, **how)
    return unary_union([ShapelyPolygon(part.outline, part.holes).buffer(0) for part in parts])


def reaches(outline, x, y):
    return bool(outline.contains(ShapelyPoint(x, y)))


HILL = Slab(box(650, 300, 800, 500), 0, 10, solid=True)
TIER = Slab(box(680, 330, 770, 470), 0, 20, solid=True)
WALL = Slab(box(640, 200, 650, 600), 0, 50, solid=True, stand=False)


def test_in_the_open_the_reach_is_a_circle():
    outline = shape(ground())

    assert {round(hypot(x - 600, y - 400)) for x, y in outline.exterior.coords} == {200}


def test_a_way_in_slow_ground_is_twice_as_long():
    outline = shape(ground(Slab(box(650, 0, 1200, 800), 0, 0, slow=True)))

    assert reaches(outline, 724, 400)
    assert not reaches(outline, 726, 400)
    assert reaches(outline, 401, 400)


def test_slow_ground_is_gone_round():
    outline = shape(ground(Slab(box(610, 390, 690, 410), 0, 60, slow=True)))

    assert reaches(outline, 790, 400)
    assert not reaches(outline, 799, 400)


def test_a_way_along_the_side_of_slow_ground_is_not_slowed():
    outline = shape(ground(Slab(box(460, 480, 700, 620), 0, 60, slow=True)), longest=350)

    assert reaches(outline, 670, 640)


def test_slow_ground_far_below_does_not_slow():
    floor = Slab(box(500, 300, 900, 500), 50, 60, solid=True)

    assert reaches(shape(ground(floor, Slab(box(610, 300, 900, 500), 0, 0, slow=True)), z=60), 790, 400)


def test_a_hill_is_walked_up_tier_by_tier():
    assert reaches(shape(ground(HILL, TIER)), 720, 400)
    top = Slab(box(700, 360, 750, 440), 0, 30, solid=True)
    assert reaches(shape(ground(HILL, TIER, top)), 720, 400)
    assert not reaches(shape(ground(TIER)), 720, 400)
    assert not reaches(shape(ground(TIER)), 669, 400)


def test_what_lies_between_two_rays_is_met_all_the_same():
    outline = shape(ground(Slab(box(749, 401, 750, 402), 0, 0, slow=True)))

    assert reaches(outline, 748, 401)
    assert not reaches(outline, 799.8, 402)


def test_the_way_down_ends_at_a_deep_drop():
    on_top = shape(ground(TIER), at=(720, 400), z=20)

    assert reaches(on_top, 760, 400)
    assert not reaches(on_top, 775, 400)
    assert reaches(shape(ground(HILL, TIER), at=(720, 400), z=20), 850, 400)


def test_what_is_on_the_way_up_is_gone_over_but_not_under():
    walkway = Slab(box(620, 300, 700, 500), 55, 60, solid=True)

    assert reaches(shape(ground(walkway)), 660, 400)
    assert not reaches(shape(ground(walkway._replace(bottom=25))), 660, 400)


def test_a_wall_is_gone_round_and_a_low_one_over_but_nobody_stops_on_it():
    round_about = shape(ground(WALL._replace(points=box(640, 380, 650, 420))))
    over = shape(ground(WALL._replace(top=14)))

    assert not reaches(round_about, 645, 400)
    assert reaches(round_about, 680, 400)
    assert reaches(over, 700, 400)
    assert not reaches(over, 645, 400)


def test_barred_ground_is_not_entered():
    outline = shape(ground(Slab(box(650, 0, 700, 800), 0, 0, barred=True)))

    assert reaches(outline, 649, 400)
    assert not reaches(outline, 651, 400)
    assert not reaches(outline, 720, 400)


def test_bodies_stop_at_their_own_height():
    enemy = Pillar(660, 400, 12.5, 0, 30)

    assert not reaches(shape(ground(blockers=[enemy])), 660, 400)
    assert reaches(shape(ground(blockers=[enemy._replace(bottom=60, top=90)])), 660, 400)
    assert reaches(shape(ground(blockers=[enemy])), 725, 400)  # round it
    friend = shape(ground(no_stop=[enemy]))
    assert not any(reaches(friend, x, 400) for x in (660, 636, 684))
    assert all(reaches(friend, x, 400) for x in (634, 687))
    assert reaches(shape(ground(no_stop=[enemy._replace(bottom=60, top=90)])), 660, 400)
    roof = Slab(box(500, 300, 800, 500), 50, 60, solid=True)
    assert reaches(shape(ground(roof, no_stop=[enemy]), z=60), 660, 400)


@pytest.mark.parametrize("edge", [WALL, TIER])
def test_who_touches_a_wall_is_not_caught_in_it(edge):
    west = edge.points[0][0]

    assert reaches(shape(ground(edge), at=(west - 12.5, 400)), west - 150, 400)


def test_ways_turn_where_the_outline_says():
    walker = Walker(600, 400, 0, radius=12.5, height=30, step=15)

    assert turns(walker, 200, ground()) == ()
    bends = turns(walker, 200, ground(WALL._replace(points=box(640, 380, 650, 420))))
    assert {(x > 640, y > 400) for x, y in bends} >= {(False, True), (False, False)}
    assert all(hypot(max(640 - x, x - 650, 0), max(380 - y, y - 420, 0)) > 12.5 for x, y in bends)


def test_two_limits_are_drawn_one_inside_the_other():
    walker = Walker(600, 400, 0, radius=12.5, height=30, step=15)
    near, far = (
        unary_union([ShapelyPolygon(part.outline, part.holes) for part in parts])
        for parts in reach(walker, [100, 200], ground(WALL, HILL))
    )

    assert far.buffer(0.5).contains(near)


def in_two_parts(*friends):
    bodies = [Pillar(600 + east, 400, 12.5, 0, 30) for east in friends]
    return shape(ground(no_stop=bodies), longest=300, part_mm=150)


def test_a_way_in_two_parts_leads_past_friends_and_is_left_off_beside_them():
    assert reaches(in_two_parts(80), 898, 400)
    assert not reaches(in_two_parts(150), 899, 400)
    assert reaches(in_two_parts(150), 888, 400)
    assert min(hypot(x - 600, y - 400) for x, y in in_two_parts(80, 150).exterior.coords) > 285


def test_a_way_in_two_parts_is_left_off_before_what_nobody_stands_on():
    wide = shape(ground(WALL._replace(points=box(690, 0, 770, 800), top=14)), longest=300, part_mm=150)

    assert reaches(wide, 838, 400)
    assert not reaches(wide, 842, 400)
