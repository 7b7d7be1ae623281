"""Bodies, distances, sight one over the other, cover and bursts, at their boundaries."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.space.bursts import caught, point_refusal
from app.systems.tierras_distantes.space.distance import distance, leader_reaches, point_body
from app.systems.tierras_distantes.space.land import Block, land_of, overlap
from app.systems.tierras_distantes.space.profile import Slice, profile
from app.systems.tierras_distantes.space.sight import Shadow, Sighting, burst_cover, culprit, sees_point, sight
from tests.games.tierras_distantes.space.scenes import CM, MM, TABLE, body, land, nm, piece
from tests.games.tierras_distantes.table import rules

WALL = piece("wall", (30, 40, 31, 60), z1=5)
FLOOR = piece("platform", (40, 40, 60, 60), z0=5.5, z1=6)


@pytest.mark.rule("TD-GEN-06", "TD-MOV-13")
@pytest.mark.parametrize(
    ("x", "z", "expected"),
    [(12.4, 0, True), (12.5, 0, False), (12.4, 2.9, True), (12.4, 3, False), (12.4, -3, False)],
)
def test_bodies_are_upright_cylinders_that_may_touch(x: float, z: float, expected: bool) -> None:
    assert overlap(body(10, 10), body(x, 10, z)) is expected


@pytest.mark.rule("TD-GEN-07", "TD-RNG-05", "TD-RNG-06")
def test_a_distance_is_rounded_up_to_a_nanometre() -> None:
    one = body(10, 10)

    assert distance(rules(), one, body(40, 50)) == 50 * CM
    assert distance(rules(), one, body(11, 11)) == 14_142_136  # 14 142 135.62
    assert distance(rules(measure="edge"), one, body(40, 50)) == 50 * CM - nm(2.5)
    assert distance(rules(measure="edge"), one, body(11, 11, 4)) == 4 * CM


@pytest.mark.rule("TD-BRD-04", "TD-TER-05")
def test_what_is_east_north_and_up_grows() -> None:
    scenario = rules().scenarios["outpost"]
    found = land_of(rules().ground, scenario.terrain)
    dump = next(block for block in found.blocks if block.id == "dump")

    assert (dump.shape.west, dump.shape.south, dump.shape.east, dump.shape.north) == (
        44 * CM,
        47 * CM,
        56 * CM,
        53 * CM,
    )
    assert (dump.z0, dump.z1) == (0, nm(2.9))
    assert [block.id for block in found.soft] == ["woods_s", "woods_n"]
    assert dump in found.solids


@pytest.mark.rule("TD-TER-05")
def test_edges_and_corners_of_a_footprint_are_inside() -> None:
    triangle = piece("rock", ((10, 10), (20, 10), (10, 20)), z1=4)

    assert all(triangle.covers((nm(x), nm(y))) for x, y in ((10, 10), (15, 10), (15, 15), (10, 20)))
    assert not triangle.covers((nm(15), nm(15.1)))


@pytest.mark.rule("TD-SEE-02")
def test_there_is_no_facing() -> None:
    centre = body(50, 50)
    round_about = [body(x, y, name="B01") for x, y in ((60, 50), (40, 50), (50, 60), (50, 40))]

    assert all(sight(rules(), land(), centre, other).visible for other in round_about)


@pytest.mark.rule("TD-SEE-09")
def test_with_solids_on_the_ground_sight_goes_both_ways() -> None:
    ground = land(WALL, piece("hill", (60, 30, 90, 70), z1=2))
    low, high = body(10, 50), body(70, 50, 2, name="B01")

    assert sight(rules(), ground, low, high).visible is sight(rules(), ground, high, low).visible is False
    overhead = land(piece("platform", (25, 40, 35, 60), z0=2, z1=9))
    near, far = body(24, 50), body(90, 50, name="B01")
    assert sight(rules(), overhead, far, near).hidden != sight(rules(), overhead, near, far).hidden


@pytest.mark.rule("TD-SEE-08")
def test_only_a_floor_between_them_parts_those_who_stand_over_one_another() -> None:
    below, above = body(50, 50), body(50, 50, 6, name="B01")

    assert not sight(rules(), land(FLOOR), below, above).visible
    assert not sight(rules(), land(FLOOR), above, below).visible
    assert sight(rules(), land(FLOOR._replace(z0=nm(2.9))), below, above).visible
    assert sight(rules(), land(FLOOR), below, above._replace(z=nm(5.9))).visible
    assert sight(rules(), land(piece("woods", (0, 0, 100, 100), z1=9)), below, above).soft == 0


@pytest.mark.rule("TD-SEE-07")
def test_bodies_hide_only_where_the_room_says_so_and_cover_nobody() -> None:
    viewer, target, between = body(10, 50), body(50, 50, name="B01"), body(30, 50, name="A02", height=4)

    assert sight(rules(), land(), viewer, target, [between]).visible
    blocked = sight(rules(minis_block_sight=True), land(), viewer, target, [between])
    assert (blocked.visible, blocked.hidden, blocked.showing, blocked.cover) == (False, 0, 0, 0)
    beside = between._replace(y=nm(51.25))
    assert sight(rules(minis_block_sight=True), land(), viewer, target, [beside]).showing == 3 * CM


@pytest.mark.rule("TD-COV-01", "TD-COV-03", "TD-COV-04")
def test_cover_names_the_piece_that_hides_most() -> None:
    low = piece("barricade", (45, 40, 46, 60), z1=1.4, name="low")
    lower = piece("barricade", (40, 40, 41, 60), z1=0.8, name="lower")
    viewer, target = body(10, 50), body(50, 50, name="B01")

    found = sight(rules(), land(lower, low), viewer, target)

    assert (found.cover, found.cover_by) == (1, "low")
    # What is lower than the eye hides from its far end: 3 - 2.2 * 40 / 31, and 3 - 1.6 * 40 / 36.
    assert [(shadow.by, shadow.low, shadow.high) for shadow in found.shadows] == [
        ("lower", 0, 1_612_903),
        ("low", 0, 12_222_222),
    ]
    assert found.hidden == max(shadow.high for shadow in found.shadows)


@pytest.mark.rule("TD-COV-01", "TD-COV-04", "TD-COV-06", "TD-GEN-07")
@pytest.mark.parametrize(
    ("ground", "cover"),
    [
        (piece("barricade", (25, 40, 30, 60), z1=1.55), 1),  # half way: 3 - 2 * 1.45 hides exactly 0.1
        (piece("barricade", (25, 40, 30, 60), z1=1.55)._replace(z1=nm(1.55) - 1), 0),
        (piece("woods", (20, 40, 21, 60), z1=6), 1),
        (piece("woods", (20, 40, 21, 60), z1=6)._replace(shape=piece("woods", (20, 40, 20.9999999, 60)).shape), 0),
    ],
)
def test_cover_begins_at_exactly_its_least_length(ground: Block, cover: int) -> None:
    assert sight(rules(), land(ground), body(10, 50), body(50, 50, name="B01")).cover == cover


@pytest.mark.rule("TD-SEE-05", "TD-SEE-06")
@pytest.mark.parametrize(("showing", "by"), [(MM, "woods"), (MM - 1, "wall")])
def test_woods_are_at_fault_where_enough_would_show_without_them(showing: int, by: str) -> None:
    shadows = (Shadow("low", 0, CM), Shadow("wall", CM, 3 * CM - showing))
    seen = Sighting(False, 3 * CM - showing, showing, 11 * CM, 1, "wall", shadows, ("woods",))

    assert culprit(rules(), seen) == by


@pytest.mark.rule("TD-COV-02", "TD-COV-03")
def test_the_ground_one_stands_in_covers_from_every_side_once() -> None:
    trench = piece("trench", (45, 45, 55, 55))
    target = body(50, 50, name="B01")

    found = sight(rules(), land(trench, WALL._replace(z1=CM)), body(10, 50), target)

    assert (found.cover, found.cover_by) == (2, "trench")
    rubble = land(piece("rubble", (45, 45, 55, 55)), WALL._replace(z1=nm(2.9)))
    assert sight(rules(), rubble, body(10, 50), target)[4:6] == (
        1,
        "rubble",
    )  # from every side, not from this one alone
    assert sight(rules(), land(trench), body(10, 50), target._replace(z=MM)).cover == 0
    assert sight(rules(), land(trench), body(10, 50), target._replace(x=nm(55.1))).cover == 0


@pytest.mark.rule("TD-SEE-06", "TD-COV-06")
@pytest.mark.parametrize(("viewer_z", "target_z", "soft"), [(0, 0, 20), (6, 0, 10), (0, 6, 10), (6, 6, 0), (2, 0, 20)])
def test_woods_count_as_far_as_the_line_is_lower_than_they_are(viewer_z: float, target_z: float, soft: float) -> None:
    """They are 6 cm high and take up the half of the line in its middle; the eyes are at 3 cm, the roofs at 6."""
    woods = land(piece("woods", (20, 40, 40, 60), z1=6))

    assert sight(rules(), woods, body(10, 50, viewer_z), body(50, 50, target_z, name="B01")).soft == nm(soft)


@pytest.mark.rule("TD-AREA-08")
@pytest.mark.parametrize(
    ("place", "fine"),
    [((50, 50, 6), True), ((50, 50, 0), True), ((50, 50, 5.5), False), ((61, 50, 6), False), ((101, 50, 0), False)],
)
def test_a_burst_is_on_a_surface_in_the_open(place: tuple[float, float, float], fine: bool) -> None:
    point = point_body(*(nm(each) for each in place))

    assert (point_refusal(land(FLOOR), TABLE, point) is None) is fine


@pytest.mark.rule("TD-AREA-08")
def test_a_point_needs_a_millimetre_of_room() -> None:
    point = point_body(nm(50), nm(50), 0)

    assert point_refusal(land(FLOOR._replace(z0=MM)), TABLE, point) is None
    assert point_refusal(land(FLOOR._replace(z0=MM - 1)), TABLE, point) is not None


@pytest.mark.rule("TD-AREA-02")
def test_a_point_is_seen_a_centimetre_above_it() -> None:
    shooter, point = body(10, 50), point_body(nm(50), nm(50), 0)

    assert not sees_point(rules(), land(WALL), shooter, point)
    # The ray to 1.0 leaves the wall, at 21 of 40 cm, at a height of 1.95.
    assert sees_point(rules(), land(WALL._replace(z1=nm(1.95))), shooter, point)
    assert not sees_point(rules(), land(WALL._replace(z1=nm(1.95) + 1)), shooter, point)
    assert sees_point(rules(), land(piece("woods", (20, 40, 30, 60), z1=6)), shooter, point)
    assert not sees_point(rules(), land(piece("woods", (20, 40, 30.1, 60), z1=6)), shooter, point)


@pytest.mark.rule("TD-AREA-06")
def test_terrain_covers_but_does_not_shield_from_a_burst() -> None:
    point, target = point_body(nm(25), nm(50), 0), body(35, 50, name="B01")

    assert caught(rules(), point, 10 * CM, [target]) == (target,)
    assert burst_cover(rules(), land(WALL), point, target).cover == 1
    assert burst_cover(rules(), land(WALL), point_body(*target.at, 0), target) == (
        True, 0, 3 * CM, 0, 0, None, (), (),
    )  # fmt: skip
    crater = piece("crater", (30, 40, 40, 60))
    assert burst_cover(rules(), land(crater), point_body(*target.at, 0), target).cover == 1


@pytest.mark.rule("TD-AREA-04")
def test_a_burst_may_be_measured_to_the_edge() -> None:
    point, target = point_body(nm(30), nm(50), 0), body(35, 50, name="B01")

    assert caught(rules(), point, 4 * CM, [target]) == ()
    assert caught(rules(measure="edge"), point, 4 * CM, [target]) == (target,)


@pytest.mark.rule("TD-FRT-05", "TD-FRT-13")
def test_exactly_twenty_centimetres_is_too_far_and_walls_do_not_matter() -> None:
    assert leader_reaches(rules(), body(10, 50), body(29.99, 50))
    assert not leader_reaches(rules(), body(10, 50), body(30, 50))


@pytest.mark.rule("TD-SEE-04", "TD-SEE-06")
def test_the_side_view_of_a_line_shows_what_it_runs_through() -> None:
    woods = piece("woods", (12, 40, 22, 60), z1=6)
    along = (piece("rock", (10, 60, 90, 70), z1=4), piece("container", (24, 50, 34, 56), z1=2.9))
    ground = land(WALL, woods, piece("swamp", (35, 40, 45, 60)), FLOOR, *along)

    found = profile(ground, body(10, 50), body(50, 50, name="B01"))

    assert found == (
        Slice("woods", 20, 120, 0, 60, True),
        Slice("wall", 200, 210, 0, 50, False),
        Slice("platform", 300, 400, 55, 60, False),
    )
    assert profile(ground, body(50, 50), body(50, 50, 6, name="B01")) == ()
