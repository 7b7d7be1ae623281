"""What the shot line runs through, and who stands in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.systems.war_of_plastic.book.state import Piece
from app.systems.war_of_plastic.ground.sight import screened, screens, terrain_sight, view_of
from tests.games.war_of_plastic.battlefield import box, by_id, field, jeep, rules, soldier, tank

HOUSE = box("h", "house", 300, 200, 400, 400)


def sees(*things, shooter="s", target="t", **options):
    where = field(*things, **options)
    return terrain_sight(where, by_id(where, shooter), by_id(where, target)).in_view


def blocker(*things, **options):
    where = field(*things, **options)
    return terrain_sight(where, by_id(where, "s"), by_id(where, "t")).blocked_by


def screen(*things, **options):
    where = field(*things, **options)
    return screened(where, by_id(where, "s"), by_id(where, "t"))


def view(*things, **options):
    where = field(*things, **options)
    return view_of(where, by_id(where, "s"), by_id(where, "t"))


@pytest.mark.rule("WOP-SIGHT-01", "WOP-SIGHT-02")
@pytest.mark.parametrize(("y", "in_view"), [(399, False), (400, True), (200, True), (201, False)])
def test_a_house_blocks_through_its_inside_and_not_along_its_wall(y, in_view):
    assert sees(soldier("s", 100, y), soldier("t", 600, y, "B"), HOUSE) is in_view


@pytest.mark.rule("WOP-SIGHT-02")
def test_touching_a_corner_does_not_block():
    assert sees(soldier("s", 200, 500), soldier("t", 500, 200, "B"), box("h", "house", 251, 251, 351, 351)) is False
    assert sees(soldier("s", 200, 500), soldier("t", 500, 200, "B"), box("h", "house", 250, 250, 350, 350)) is True


@pytest.mark.rule("WOP-SIGHT-02")
@pytest.mark.parametrize("kind", ["barricade", "tree_round", "water", "emplacement"])
def test_open_pieces_never_block(kind):
    piece = (
        Piece("p", "tree", x_mm=350, y_mm=300, radius_mm=40)
        if kind == "tree_round"
        else box("p", kind, 300, 200, 400, 400)
    )

    assert sees(soldier("s", 100, 300), soldier("t", 600, 300, "B"), piece)


@pytest.mark.rule("WOP-SIGHT-03", "WOP-SIGHT-08")
@pytest.mark.parametrize(("depth", "in_view"), [(45, True), (46, False)])
@pytest.mark.parametrize("shooter_inside", [True, False])
def test_one_sees_out_and_is_seen_only_near_a_window(depth, in_view, shooter_inside):
    inside, outside = (300 + depth, 300), (100, 300)
    here, there = (inside, outside) if shooter_inside else (outside, inside)

    assert sees(soldier("s", *here), soldier("t", *there, "B"), HOUSE) is in_view


@pytest.mark.rule("WOP-SIGHT-03")
def test_a_window_of_ruins_is_deeper_than_that_of_a_house():
    ruins = box("r", "ruins", 300, 200, 500, 400)

    assert sees(soldier("s", 375, 300), soldier("t", 100, 300, "B"), ruins)
    assert not sees(soldier("s", 376, 300), soldier("t", 100, 300, "B"), ruins)


@pytest.mark.rule("WOP-SIGHT-03")
def test_being_higher_than_the_roof_does_not_help_through_a_far_wall():
    bunker = box("b", "bunker", 300, 200, 500, 400, levels=5)  # 400 mm high, the eye of level 4 is at 440

    assert not sees(soldier("s", 400, 300, level=4), soldier("t", 100, 300, "B"), bunker)


@pytest.mark.rule("WOP-SIGHT-03", "WOP-SIGHT-06")
def test_a_second_stretch_of_the_same_building_blocks_by_its_height():
    ruins = Piece(
        "u", "ruins", ((300, 200), (500, 200), (500, 400), (460, 400), (460, 240), (340, 240), (340, 400), (300, 400))
    )

    assert blocker(soldier("s", 480, 300), soldier("t", 100, 300, "B"), ruins) == "u"
    assert blocker(soldier("s", 100, 300), soldier("t", 480, 300, "B"), ruins) == "u"
    assert blocker(soldier("s", 480, 300), soldier("t", 400, 300, "B"), ruins) is None


@pytest.mark.rule("WOP-SIGHT-04")
def test_inside_one_building_only_the_same_level_and_a_line_that_stays_inside():
    ruins = Piece(
        "u",
        "ruins",
        ((300, 200), (500, 200), (500, 400), (460, 400), (460, 240), (340, 240), (340, 400), (300, 400)),
        levels=2,
    )

    assert sees(soldier("s", 310, 220), soldier("t", 490, 220, "B"), ruins)
    assert not sees(soldier("s", 310, 220), soldier("t", 490, 220, "B", level=1), ruins)
    assert not sees(soldier("s", 320, 380), soldier("t", 480, 380, "B"), ruins)
    assert sees(soldier("s", 320, 380, level=1), soldier("t", 320, 220, "B", level=1), ruins)


@pytest.mark.rule("WOP-SIGHT-05")
@pytest.mark.parametrize(("east", "in_view"), [(360, True), (361, False)])
def test_the_stretches_in_all_woods_together_may_be_ten_centimetres(east, in_view):
    one, two = box("w", "wood", 200, 200, 240, 400), box("v", "wood", 300, 200, east, 400)

    assert sees(soldier("s", 100, 300), soldier("t", 600, 300, "B"), one, two) is in_view


@pytest.mark.rule("WOP-SIGHT-05")
def test_the_wood_the_target_stands_in_counts():
    wood = box("w", "wood", 500, 200, 700, 400)

    assert sees(soldier("s", 100, 300), soldier("t", 600, 300, "B"), wood)
    assert blocker(soldier("s", 100, 300), soldier("t", 601, 300, "B"), wood) == "woods"


@pytest.mark.rule("WOP-SIGHT-05")
@pytest.mark.parametrize(("x", "in_view"), [(200, True), (201, False)])
def test_two_in_the_same_wood_see_each_other_only_near(x, in_view):
    assert sees(soldier("s", 100, 300), soldier("t", x, 300, "B"), box("w", "wood", 50, 200, 400, 400)) is in_view


@pytest.mark.rule("WOP-SIGHT-02", "WOP-SIGHT-06")
def test_a_rock_is_no_building_with_windows():
    assert not sees(soldier("s", 100, 300), soldier("t", 300, 300, "B"), box("r", "rock", 80, 280, 120, 320))


@pytest.mark.rule("WOP-SIGHT-05", "WOP-SIGHT-06")
def test_a_line_above_the_trees_does_not_count_the_wood():
    wood = box("w", "wood", 200, 200, 400, 400)  # 120 mm high

    assert not sees(soldier("s", 100, 300, level=0), soldier("t", 600, 300, "B", level=1), wood)
    assert sees(soldier("s", 100, 300, level=2), soldier("t", 600, 300, "B", level=1), wood)


@pytest.mark.rule("WOP-SIGHT-06")
@pytest.mark.parametrize(("west", "in_view"), [(300, True), (301, False)])
def test_a_piece_blocks_if_the_line_is_below_its_height_at_one_end(west, in_view):
    bunker = box("b", "bunker", west, 250, west + 100, 350)  # 80 mm high; the line falls from 140 to 40 over 500 mm

    assert sees(soldier("s", 100, 300, level=1), soldier("t", 600, 300, "B"), bunker) is in_view


@pytest.mark.rule("WOP-SIGHT-06")
def test_a_building_is_as_high_as_all_its_levels():
    low, high = box("h", "house", 300, 250, 400, 350, levels=1), box("h", "house", 300, 250, 400, 350, levels=2)

    assert sees(soldier("s", 100, 300, level=1), soldier("t", 600, 300, "B", level=1), low)
    assert not sees(soldier("s", 100, 300, level=1), soldier("t", 600, 300, "B", level=1), high)


@pytest.mark.rule("WOP-SIGHT-02")
def test_of_several_blocking_pieces_the_first_in_the_list_is_named():
    far, near = box("far", "house", 450, 200, 500, 400), box("near", "rock", 200, 200, 250, 400)

    assert blocker(soldier("s", 100, 300), soldier("t", 600, 300, "B"), far, near) == "far"
    assert blocker(soldier("s", 100, 300), soldier("t", 600, 300, "B"), near, far) == "near"


@pytest.mark.rule("WOP-SIGHT-07")
def test_any_part_tries_the_rim_points_of_both():
    corner = box("h", "house", 300, 310, 400, 400)
    behind_corner = soldier("s", 100, 320), soldier("t", 430, 312, "B"), corner
    wall = box("w", "high_wall", 300, 100, 316, 500)

    assert not sees(*behind_corner)
    assert sees(*behind_corner, sight_line="any_part")
    assert not sees(soldier("s", 100, 300), soldier("t", 600, 300, "B"), wall, sight_line="any_part")


@pytest.mark.rule("WOP-SIGHT-07")
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("swapped", [False, True])
def test_with_any_part_every_line_may_be_cut_by_another_piece(turns, mirrored, swapped):
    # One wall cuts the centre line and all beyond it on one side; the other, off the centre line, cuts the rest.
    def put(x, y):
        x, y = x, -y if mirrored else y
        for _ in range(turns):
            x, y = -y, x
        return x, y

    one, two = (put(250, 0), put(-250, 0))[:: -1 if swapped else 1]
    walls = [
        Piece(name, "high_wall", tuple(put(x, y) for x, y in ((90, low), (106, low), (106, high), (90, high))))
        for name, low, high in (("centre", -60, 1), ("beside", 1, 60))
    ]

    assert not sees(soldier("s", *one), soldier("t", *two, "B"), *walls, sight_line="any_part")
    assert sees(soldier("s", *one), soldier("t", *two, "B"), walls[0], sight_line="any_part")
    assert sees(soldier("s", *one), soldier("t", *two, "B"), walls[1], sight_line="any_part")


@pytest.mark.rule("WOP-SIGHT-07", "WOP-SHOT-04", "WOP-SHOT-05")
def test_with_any_part_one_line_must_be_free_of_terrain_and_of_units():
    # The wall hides the northern half, the comrade the southern one: no single line is free of both.
    two = soldier("s", 100, 300), soldier("t", 600, 300, "B")
    wall = box("w", "high_wall", 400, 299, 416, 500)
    comrade = soldier("c", 350, 286)

    assert view(*two, wall, sight_line="any_part").refused_by is None
    assert view(*two, comrade, sight_line="any_part").refused_by is None
    assert view(*two, wall, comrade, sight_line="any_part").refused_by == "WOP-SHOT-05"
    assert view(*two, wall, comrade).refused_by == "WOP-SHOT-04"
    assert view(*two, comrade).refused_by == "WOP-SHOT-05"


@pytest.mark.rule("WOP-SIGHT-07", "WOP-SIGHT-03")
def test_with_any_part_the_window_limits_the_stretch_at_each_end():
    deep = soldier("s", 361, 300)  # the west rim point (346, 300) is 46 mm from the wall, one more than allowed

    assert not sees(deep, soldier("t", 100, 300, "B"), HOUSE, sight_line="any_part")
    assert sees(soldier("s", 360, 300), soldier("t", 100, 300, "B"), HOUSE, sight_line="any_part")


@pytest.mark.rule("WOP-SHOT-05", "WOP-SHOT-06", "WOP-SHOT-14", "WOP-GEO-11")
@pytest.mark.parametrize("army", ["A", "B"])
@pytest.mark.parametrize(("y", "hides"), [(314, True), (315, False), (286, True), (285, False)])
def test_a_soldier_of_either_army_hides_another_when_his_base_is_in_the_line(army, y, hides):
    found = screen(soldier("s", 100, 300), soldier("t", 500, 300, "B"), soldier("c", 300, y, army))

    assert (found.screened, found.by) == ((True, "c") if hides else (False, None))


@pytest.mark.rule("WOP-SHOT-12")
def test_a_wounded_soldier_hides_nobody():
    assert not screen(soldier("s", 100, 300), soldier("t", 500, 300, "B"), soldier("c", 300, 300, damage=1)).screened


@pytest.mark.rule("WOP-SHOT-15")
@pytest.mark.parametrize("hides", [True, False])
def test_a_stunned_soldier_hides_unless_the_room_says_otherwise(hides):
    things = soldier("s", 100, 300), soldier("t", 500, 300, "B"), soldier("c", 300, 300, stunned=True)

    assert screen(*things, stunned_screen=hides).screened is hides
    assert screen(*things[:2], soldier("c", 300, 300), stunned_screen=hides).screened


@pytest.mark.rule("WOP-SHOT-07", "WOP-SHOT-08", "WOP-SHOT-09", "WOP-SHOT-13")
@pytest.mark.parametrize(
    ("target", "other", "hides"),
    [
        ("light", "infantry", False),
        ("light", "light", True),
        ("light", "heavy", True),
        ("heavy", "infantry", False),
        ("heavy", "light", False),
        ("heavy", "heavy", True),
        ("infantry", "light", True),
        ("infantry", "heavy", True),
        ("infantry", "infantry", True),
    ],
)
def test_who_hides_whom(target, other, hides):
    assert screens(rules(), target, other) is hides


@pytest.mark.rule("WOP-SHOT-13")
def test_a_room_may_let_light_vehicles_be_seen_behind_heavy_ones():
    assert not screens(rules(light_behind_heavy="allowed"), "light", "heavy")
    assert screens(rules(light_behind_heavy="allowed"), "light", "light")
    assert screens(rules(light_behind_heavy="allowed"), "heavy", "heavy")
    assert screens(rules(light_behind_heavy="allowed"), "infantry", "heavy")


@pytest.mark.rule("WOP-SHOT-15")
def test_stunned_vehicles_hide_whatever_the_room_says_of_soldiers():
    assert screens(rules(stunned_screen=False), "heavy", "heavy", stunned=True)


@pytest.mark.rule("WOP-SHOT-10", "WOP-SHOT-11")
@pytest.mark.parametrize(("x", "hides"), [(405, False), (404, True)])
def test_a_vehicle_within_reach_is_cover_and_does_not_hide(x, hides):
    assert screen(soldier("s", 100, 300), soldier("t", 500, 300, "B"), tank("k", x, 300, "B")).screened is hides


@pytest.mark.rule("WOP-SHOT-11")
def test_every_vehicle_in_the_line_must_be_within_reach():
    near, far = jeep("near", 420, 300, "B"), jeep("far", 300, 300, "B")

    found = screen(soldier("s", 100, 300), soldier("t", 500, 300, "B"), near, far)

    assert (found.screened, found.by) == (True, "far")


@pytest.mark.rule("WOP-SHOT-11", "WOP-PROT-05")
def test_the_reach_of_cover_is_a_room_option():
    things = soldier("s", 100, 300), soldier("t", 500, 300, "B"), tank("k", 385, 300, "B")  # gap 50 mm

    assert screen(*things).screened
    assert not screen(*things, cover_reach_mm=50).screened


@pytest.mark.rule("WOP-SHOT-14")
def test_the_shooters_transport_passengers_and_wrecks_hide_nobody():
    shooter = soldier("s", 0, 0, aboard="j")
    own_transport = jeep("j", 100, 300)
    passenger = soldier("p", 0, 0, "B", aboard="q")
    their_transport = jeep("q", 300, 500, "B")
    wreck = Piece("wreck-x", "wreck", x_mm=300, y_mm=300, radius_mm=50)

    assert (
        view(shooter, own_transport, passenger, their_transport, soldier("t", 500, 300, "B"), wreck).refused_by is None
    )


@pytest.mark.rule("WOP-GEO-11", "WOP-SIGHT-06")
@pytest.mark.parametrize(("x", "hides"), [(460, False), (461, True)])
def test_from_above_only_who_reaches_up_to_the_line_hides(x, hides):
    # The line falls from 140 to 40 mm over 400 mm: at 460 it is 50 mm high, as high as a soldier.
    assert screen(soldier("s", 100, 300, level=1), soldier("t", 500, 300, "B"), soldier("c", x, 300)).screened is hides


@pytest.mark.rule("WOP-GEO-11")
@pytest.mark.parametrize(("x", "hides"), [(260, True), (261, False)])
def test_on_an_upper_floor_only_lines_above_that_floor_are_in_the_way(x, hides):
    # The line falls from 140 to 40 mm over 400 mm: at 260 it is 100 mm high, the floor of level 1.
    things = soldier("s", 100, 300, level=1), soldier("t", 500, 300, "B"), soldier("c", x, 300, level=1)

    assert screen(*things).screened is hides


@pytest.mark.rule("WOP-SHOT-04")
def test_a_blocked_view_says_where_the_line_breaks_and_on_what():
    found = view(soldier("s", 100, 300), soldier("t", 600, 300, "B"), HOUSE)

    assert (found.refused_by, found.blocked_by, found.blockers) == ("WOP-SHOT-04", "h", ("h",))
    assert found.breaks_at == (300, 300)


@pytest.mark.rule("WOP-SHOT-05")
def test_a_view_hidden_by_a_unit_breaks_beside_it():
    found = view(soldier("s", 100, 100), soldier("t", 300, 500, "B"), soldier("c", 200, 300))

    assert (found.refused_by, found.blocked_by, found.blockers) == ("WOP-SHOT-05", "c", ("c",))
    assert found.breaks_at == (200, 300)


@pytest.mark.rule("WOP-SIGHT-05")
def test_a_view_blocked_by_woods_breaks_where_the_limit_is_used_up():
    found = view(
        soldier("s", 100, 300),
        soldier("t", 600, 300, "B"),
        box("w", "wood", 200, 200, 250, 400),
        box("v", "wood", 300, 200, 400, 400),
    )

    assert (found.blocked_by, found.blockers, found.breaks_at) == ("woods", ("w", "v"), (350, 300))


# Two soldiers and some pieces and bystanders anywhere on a small table.
coordinates = st.integers(0, 600)
corners = st.tuples(coordinates, coordinates)
kinds = st.sampled_from(["house", "ruins", "wood", "rock", "high_wall"])


@st.composite
def scenes(draw):
    """Two soldiers at different places, up to four boxes and three bystanders."""
    here = draw(corners)
    there = draw(corners.filter(lambda place: place != here))
    things = [
        soldier("s", *here, level=draw(st.integers(0, 2))),
        soldier("t", *there, "B", level=draw(st.integers(0, 2))),
    ]
    for index in range(draw(st.integers(0, 4))):
        west, south = draw(corners)
        width, depth = draw(st.integers(1, 200)), draw(st.integers(1, 200))
        things.append(
            box(f"p{index}", draw(kinds), west, south, west + width, south + depth, levels=draw(st.integers(1, 3)))
        )
    for index in range(draw(st.integers(0, 3))):
        things.append(soldier(f"c{index}", *draw(corners)))
    return things


def moved(thing, place):
    """The unit or piece with every point put through ``place``."""
    if isinstance(thing, Piece):
        return Piece(thing.id, thing.kind, tuple(place(x, y) for x, y in thing.points_mm), levels=thing.levels)
    x, y = place(thing.x_mm, thing.y_mm)
    return soldier(thing.id, x, y, thing.army, level=thing.level)


def seen(things, sight_line):
    where = field(*things, sight_line=sight_line)
    one, two = by_id(where, "s"), by_id(where, "t")
    return (
        terrain_sight(where, one, two).in_view,
        screened(where, one, two).screened,
        view_of(where, one, two).refused_by,
    )


@pytest.mark.rule("WOP-SIGHT-08")
@given(scenes(), st.sampled_from(["centre", "any_part"]))
def test_sight_is_the_same_in_both_directions(things, sight_line):
    where = field(*things, sight_line=sight_line)
    one, two = by_id(where, "s"), by_id(where, "t")

    assert terrain_sight(where, one, two).in_view == terrain_sight(where, two, one).in_view
    assert screened(where, one, two).screened == screened(where, two, one).screened


@given(scenes(), st.sampled_from(["centre", "any_part"]), st.integers(-500, 500), st.integers(-500, 500))
def test_sight_does_not_depend_on_where_the_table_is(things, sight_line, east, north):
    shifted = [moved(thing, lambda x, y: (x + east, y + north)) for thing in things]

    assert seen(shifted, sight_line) == seen(things, sight_line)


@given(scenes(), st.sampled_from(["centre", "any_part"]))
def test_sight_does_not_depend_on_how_the_table_is_turned(things, sight_line):
    quarter_turned = [moved(thing, lambda x, y: (-y, x)) for thing in things]

    assert seen(quarter_turned, sight_line) == seen(things, sight_line)
