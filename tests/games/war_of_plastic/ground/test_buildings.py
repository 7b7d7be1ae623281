"""Buildings: who gets in, how one climbs, how one leaves."""

from __future__ import annotations

import pytest

from app.engine.telling import Ring
from app.systems.war_of_plastic.book.state import Mode, Piece
from app.systems.war_of_plastic.ground.buildings import Occupants, entry_rule, has_level, occupants
from app.systems.war_of_plastic.ground.close_combat import contact
from app.systems.war_of_plastic.march.movement import judge_entry
from app.systems.war_of_plastic.position.field import outline_of
from tests.games.war_of_plastic.battlefield import box, by_id, field, jeep, soldier, tank
from tests.games.war_of_plastic.walking import TABLE, judged, stopped, stopped_by, walked

HOUSE = box("h", "house", 400, 200, 560, 360, levels=2)
INTO = [(450, 280)]
OUTSIDE, TOUCHING, INSIDE = (300, 280), (380, 280), (450, 280)


def at(x, y=280, **more):
    return soldier("s", x, y, **more)


# --------------------------------------------------------------------------------------------------------- getting in


@pytest.mark.rule("WOP-BLDG-01")
@pytest.mark.parametrize("kind", ["house", "ruins", "bunker"])
def test_buildings_are_impassable_to_vehicles(kind):
    building = box("h", kind, 400, 200, 560, 360)

    for vehicle in (jeep("s", 300, 280), tank("s", 300, 280)):
        refusal = stopped(vehicle, [(420, 280)], building)
        assert refusal.rule == "WOP-BLDG-01"
        assert Ring("h", "bad") in refusal.overlays
    assert walked(at(380), INTO, building).length_mm == 70


@pytest.mark.rule("WOP-BLDG-01")
def test_a_vehicle_may_pass_a_wall_touching_it():
    assert walked(tank("s", 300, 150), [(600, 150)], HOUSE).length_mm == 300
    assert stopped_by(tank("s", 300, 151), [(600, 151)], HOUSE) == "WOP-BLDG-01"


@pytest.mark.rule("WOP-BLDG-02")
@pytest.mark.parametrize(
    "friend",
    [soldier("f", 500, 300), soldier("f", 500, 300, damage=1), soldier("f", 500, 300, stunned=True, level=1)],
    ids=["fit", "wounded", "stunned upstairs"],
)
def test_a_building_held_by_friends_alone_is_entered_from_afar(friend):
    assert stopped_by(at(300), INTO, HOUSE) == "WOP-BLDG-03"
    assert walked(at(300), INTO, HOUSE, friend).length_mm == 150


@pytest.mark.rule("WOP-BLDG-03", "WOP-GEO-12")
@pytest.mark.parametrize("others", [[], [soldier("e", 520, 330, "B")]], ids=["empty", "with enemies inside"])
def test_other_buildings_are_entered_from_contact_only(others):
    assert walked(at(380), INTO, HOUSE, *others).length_mm == 70
    refusal = stopped(at(379), INTO, HOUSE, *others)
    assert refusal.rule == "WOP-BLDG-03"
    assert refusal.facts == {"unit": "s", "blocker": "h"}


@pytest.mark.rule("WOP-BLDG-03", "WOP-GEO-12")
def test_contact_with_a_corner_is_measured_to_the_corner():
    # 12 and 16 mm from the corner make 20 mm: a radius and 5 mm.
    assert walked(soldier("s", 384, 188), [(450, 280)], HOUSE).mode is Mode.MOVING
    assert stopped_by(soldier("s", 383, 188), [(450, 280)], HOUSE) == "WOP-BLDG-03"


@pytest.mark.rule("WOP-BLDG-04")
@pytest.mark.parametrize(
    "enemy",
    [
        soldier("e", 520, 330, "B"),
        soldier("e", 520, 330, "B", damage=1),
        soldier("e", 520, 330, "B", level=1, stunned=True),
    ],
    ids=["fit", "wounded", "stunned upstairs"],
)
def test_with_friends_and_enemies_inside_contact_is_needed(enemy):
    friend = soldier("f", 480, 300)

    assert stopped_by(at(300), INTO, HOUSE, friend, enemy) == "WOP-BLDG-03"
    assert walked(at(380), INTO, HOUSE, friend, enemy).length_mm == 70


@pytest.mark.rule("WOP-BLDG-04")
def test_occupants_are_counted_on_every_level_and_on_the_wall():
    where = field(
        HOUSE,
        soldier("on the wall", 400, 280),
        soldier("upstairs", 450, 280, level=1),
        soldier("enemy", 500, 300, "B", damage=1),
        soldier("at the door", 385, 240),
        soldier("aboard", 0, 0, aboard="j"),
        jeep("j", 700, 280),
    )

    assert occupants(where, outline_of(HOUSE), "A") == Occupants(2, 1)
    assert occupants(where, outline_of(HOUSE), "B") == Occupants(1, 2)
    assert occupants(where, outline_of(HOUSE), "A", without="upstairs") == Occupants(1, 1)


@pytest.mark.rule("WOP-BLDG-03", "WOP-BLDG-05")
def test_who_is_inside_already_may_go_out_and_in_again():
    enemy = soldier("e", 520, 330, "B")

    assert walked(at(450), [(350, 280), (450, 280)], HOUSE, enemy).length_mm == 200
    assert entry_rule("infantry", Occupants(0, 1), touches_at_start=False, starts_inside=True) is None


@pytest.mark.rule("WOP-BLDG-05", "WOP-BLDG-08")
def test_walls_are_crossed_anywhere_in_and_out_in_one_move():
    assert walked(at(383), [(590, 280)], HOUSE).length_mm == 207
    assert walked(soldier("s", 480, 182), [(480, 380)], HOUSE).length_mm == 198


@pytest.mark.rule("WOP-BLDG-08")
def test_leaving_is_ordinary_movement():
    verdict = walked(at(450), [(350, 280)], HOUSE)

    assert (verdict.length_mm, verdict.mode) == (100, Mode.MOVING)


@pytest.mark.rule("WOP-BLDG-09")
def test_coming_out_of_a_vehicle_is_not_contact_at_the_start():
    vehicle = jeep("v", 355, 280)
    passenger = soldier("s", 0, 0, aboard="v")

    assert stopped_by(passenger, INTO, HOUSE, vehicle) == "WOP-BLDG-03"
    assert walked(passenger, INTO, HOUSE, vehicle, soldier("f", 520, 330)).length_mm == 95


@pytest.mark.rule("WOP-BLDG-09", "WOP-RES-03")
def test_coming_in_from_reserve_is_not_contact_at_the_start():
    recruit = soldier("s", 0, 0, status="reserve", x_mm=None, y_mm=None)
    house = box("h", "house", 400, 35, 560, 160)

    assert judge_entry(field(recruit, house), TABLE, recruit, "south", 480, [(480, 90)]).rule == "WOP-BLDG-03"
    held = field(recruit, house, soldier("f", 520, 130))
    assert judge_entry(held, TABLE, recruit, "south", 480, [(480, 90)]).length_mm == 75


@pytest.mark.rule("WOP-BLDG-10")
def test_a_barred_building_is_solid_to_the_base_too():
    assert stopped_by(soldier("s", 300, 190), [(500, 190)], HOUSE) == "WOP-MOVE-14"
    assert stopped_by(soldier("s", 300, 186), [(500, 186)], HOUSE) == "WOP-MOVE-14"
    assert walked(soldier("s", 300, 185), [(500, 185)], HOUSE).length_mm == 200


@pytest.mark.rule("WOP-BLDG-10")
def test_a_path_that_brushes_first_and_gets_in_later_is_refused_for_getting_in():
    assert stopped_by(soldier("s", 300, 190), [(440, 190), (440, 300)], HOUSE) == "WOP-BLDG-03"
    assert stopped_by(soldier("s", 300, 199), [(500, 199)], HOUSE) == "WOP-MOVE-14"
    assert stopped_by(soldier("s", 300, 200), [(500, 200)], HOUSE) == "WOP-BLDG-03"


@pytest.mark.rule("WOP-BLDG-10")
def test_of_several_barred_buildings_the_first_in_the_list_is_named():
    near, far = box("near", "house", 400, 200, 450, 360), box("far", "house", 470, 200, 520, 360)

    assert stopped(at(300), [(550, 280)], near, far).facts["blocker"] == "near"
    assert stopped(at(300), [(550, 280)], far, near).facts["blocker"] == "far"


# ------------------------------------------------------------------------------------------------------------- climbing


@pytest.mark.rule("WOP-BLDG-06")
@pytest.mark.parametrize(("level", "length"), [(1, 100), (2, 200), (3, 300)])
def test_each_level_costs_ten_centimetres(level, length):
    tower = box("h", "house", 400, 200, 560, 360, levels=4)

    verdict = walked(at(450), [(450, 280, level)], tower)

    assert verdict.length_mm == length
    assert verdict.end.level == level
    assert walked(at(450, level=level), [(450, 280, 0)], tower).length_mm == length


@pytest.mark.rule("WOP-BLDG-06")
def test_a_building_has_only_its_own_levels():
    assert walked(at(450), [(450, 280, 1)], HOUSE).end.level == 1
    refusal = stopped(at(450), [(450, 280, 2)], HOUSE)
    assert refusal.rule == "WOP-BLDG-06"
    assert refusal.facts == {"unit": "s", "level": 2, "levels": 2}


@pytest.mark.rule("WOP-BLDG-06")
def test_nobody_climbs_outside_a_building():
    assert stopped_by(at(300), [(300, 280, 1)], HOUSE) == "WOP-BLDG-06"
    assert stopped_by(at(399), [(399, 280, 1)], HOUSE) == "WOP-BLDG-06"
    assert walked(at(400), [(400, 280, 1)], HOUSE).end.level == 1


@pytest.mark.rule("WOP-BLDG-06")
def test_a_climb_goes_straight_up():
    assert stopped_by(at(450), [(470, 280, 1)], HOUSE) == "WOP-BLDG-06"
    assert stopped_by(at(450, level=1), [(470, 280)], HOUSE) == "WOP-BLDG-06"


@pytest.mark.rule("WOP-BLDG-06", "WOP-MOVE-05")
def test_a_high_window_may_take_several_turns():
    tower = box("h", "house", 400, 200, 560, 360, levels=5)

    assert stopped_by(at(450), [(450, 280, 4)], tower) == "WOP-MOVE-05"
    assert stopped_by(at(450, damage=1), [(450, 280, 2)], tower) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-BLDG-07")
def test_upstairs_every_leg_stays_inside():
    assert walked(at(450, level=1), [(560, 280, 1)], HOUSE).length_mm == 110
    assert stopped_by(at(450, level=1), [(561, 280, 1)], HOUSE) == "WOP-BLDG-07"


@pytest.mark.rule("WOP-BLDG-07")
def test_upstairs_one_does_not_cut_across_a_notch():
    corners = ((400, 200), (560, 200), (560, 260), (460, 260), (460, 360), (400, 360))
    ell = Piece("h", "ruins", corners, levels=2)

    assert stopped_by(soldier("s", 450, 340, level=1), [(550, 250, 1)], ell) == "WOP-BLDG-07"
    assert walked(soldier("s", 450, 340, level=1), [(450, 230, 1), (550, 230, 1)], ell).length_mm == 210


@pytest.mark.rule("WOP-BLDG-07")
def test_one_leaves_by_the_ground_level():
    leaving_by_the_stairs = [(450, 280, 0), (350, 280, 0)]

    assert walked(at(450, level=1), leaving_by_the_stairs, HOUSE).length_mm == 200


@pytest.mark.rule("WOP-MOVE-12", "WOP-BLDG-05")
def test_a_soldier_ends_inside_a_building_or_clear_of_it():
    assert walked(at(450), [(400, 280)], HOUSE).length_mm == 50
    assert stopped_by(at(450), [(399, 280)], HOUSE) == "WOP-MOVE-12"
    assert stopped_by(at(450), [(386, 280)], HOUSE) == "WOP-MOVE-12"
    assert walked(at(450), [(385, 280)], HOUSE).length_mm == 65


@pytest.mark.rule("WOP-MOVE-12", "WOP-BLDG-06")
def test_upstairs_a_base_may_hang_over_what_stands_outside():
    barricade = box("b", "barricade", 565, 200, 580, 360)

    assert walked(at(450, level=1), [(555, 280, 1)], HOUSE, barricade).end.level == 1
    assert stopped_by(at(450), [(555, 280)], HOUSE, barricade) == "WOP-MOVE-12"


@pytest.mark.rule("WOP-MOVE-12")
def test_climbing_onto_somebody_is_refused():
    assert stopped_by(at(450), [(450, 280, 1)], HOUSE, soldier("f", 470, 280, level=1)) == "WOP-MOVE-12"
    assert walked(at(450), [(450, 280, 1)], HOUSE, soldier("f", 480, 280, level=1)).contacts == ("f",)


# -------------------------------------------------------------------------------------------------------------- contact


@pytest.mark.rule("WOP-BLDG-11", "WOP-GEO-12")
def test_walls_and_floors_part_those_who_would_touch():
    where = field(
        HOUSE,
        soldier("in", 415, 280),
        soldier("out", 385, 280, "B"),
        soldier("up", 415, 280, "B", level=1),
        soldier("by", 450, 280, "B"),
    )

    assert not contact(where, by_id(where, "in"), by_id(where, "out"))
    assert not contact(where, by_id(where, "in"), by_id(where, "up"))
    assert contact(where, by_id(where, "in"), by_id(where, "by"))


@pytest.mark.rule("WOP-BLDG-11")
def test_a_path_that_ends_at_a_wall_touches_nobody_behind_it():
    assert walked(at(300), [(385, 280)], HOUSE, soldier("e", 415, 280, "B")).contacts == ()


@pytest.mark.rule("WOP-BLDG-11", "WOP-MOVE-09")
def test_bases_on_one_level_never_overlap_wall_or_no_wall():
    inside = soldier("e", 400, 280, "B")

    assert stopped_by(at(300), [(371, 280)], HOUSE, inside) == "WOP-MOVE-09"
    assert walked(at(300), [(370, 280)], HOUSE, inside).contacts == ()


def test_a_level_exists_on_the_ground_and_in_buildings_that_have_it():
    where = field(HOUSE)

    assert [has_level(where, *INSIDE, level) for level in (0, 1, 2)] == [True, True, False]
    assert [has_level(where, *OUTSIDE, level) for level in (0, 1)] == [True, False]
    assert judged(at(TOUCHING[0]), [(TOUCHING[0], 300)], HOUSE).length_mm == 20
