"""Riding: room, going aboard, getting off, fences, and the passengers of a wreck."""

from __future__ import annotations

import pytest

from app.boards import squares
from app.engine.play import decode
from app.systems.splatball.march.reach import embarkable, exits, reach
from app.systems.splatball.march.transport import passenger_squares
from app.systems.splatball.park.aboard import fits
from app.systems.splatball.park.camouflage import revealed_now
from app.systems.splatball.position.actions import Move, Unload
from tests.games.splatball.march.given import ends, moving, rule_of
from tests.games.splatball.table import field, piece, rules, unit

ARMADILLO = unit("v", "armadillo", (5, 5))
NORTH_SIDE = ((5, 5), (6, 5))


def has_room(vehicle, *riders, segments=0, of=None):
    made = of or rules()
    return fits(made, made.units[vehicle], [made.units[kind] for kind in riders], segments)


# -------------------------------------------------------------------------------------------------------------------- room


@pytest.mark.rule("SPL-TRN-01")
def test_an_armadillo_takes_three_assault_or_two_support_units_and_three_segments():
    assert has_room("armadillo", "scamp", "lobber", "camo", segments=3)
    assert has_room("armadillo", "hoser", "slinger")
    assert has_room("armadillo", "hoser", "camo")
    assert not has_room("armadillo", "hoser", "scamp", "scamp")
    assert not has_room("armadillo", "hoser", "sniper", "slinger")
    assert not has_room("armadillo", *["scamp"] * 4)
    assert not has_room("armadillo", segments=4)


@pytest.mark.rule("SPL-TRN-01")
def test_a_cart_takes_one_of_any_kind_whatever_places_a_room_gives():
    wide = rules({"transport_slots.support": 5})

    assert has_room("cart", "slinger")
    assert has_room("cart", "slinger", of=wide)
    assert not has_room("cart", "scamp", "scamp")
    assert not has_room("cart", segments=1)
    assert not has_room("armadillo", "slinger", "slinger", of=wide)


@pytest.mark.rule("SPL-TRN-02")
def test_vehicles_do_not_ride_nor_does_anybody_in_a_badger_or_a_marmot():
    assert not has_room("armadillo", "cart")
    assert not has_room("cart", "marmot")
    assert not has_room("badger", "scamp")
    assert not has_room("marmot", "scamp")


# ----------------------------------------------------------------------------------------------------------- going aboard


@pytest.mark.rule("SPL-TRN-03", "SPL-TRN-04")
def test_a_unit_goes_aboard_for_a_square_more_and_does_not_fight():
    on = field(unit("u", "scamp", (5, 8)), unit("v", "armadillo", (5, 5), activated=False))

    plan = moving(on, (5, 7), (6, 6), embark="v")
    assert (plan.cost, plan.vehicle, plan.may_fight) == (3, "v", False)
    beside = field(unit("u", "scamp", (6, 6)), ARMADILLO)
    assert moving(beside, embark="v").cost == 1


@pytest.mark.rule("SPL-TRN-02", "SPL-TRN-03", "SPL-MOVE-04", "SPL-TRN-01")
def test_refusals_of_going_aboard_come_in_order():
    riders = [unit(f"r{number}", "scamp", inside="v") for number in range(3)]

    def verdict(*path, kind="scamp", at=(5, 8), vehicle=ARMADILLO, also=(), embark="v"):
        return rule_of(moving(field(unit("u", kind, at), vehicle, *also), *path, embark=embark))

    far = ((5, 9), (5, 10))
    assert verdict(*far, vehicle=unit("v", "armadillo", (5, 5), "b")) == ("SPL-TRN-02",)
    assert verdict(*far, vehicle=unit("v", "badger", (5, 5))) == ("SPL-TRN-02",)
    assert verdict(*far, vehicle=unit("v", "hoser", (5, 5))) == ("SPL-TRN-02",)
    assert verdict(*far, embark="nobody") == ("SPL-TRN-02",)
    assert verdict(at=(5, 6), kind="badger") == ("SPL-TRN-02",)
    aboard = unit("w", "cart", None, inside="v")
    assert verdict(*far, also=[aboard], embark="w") == ("SPL-TRN-02",)
    full = unit("v", "armadillo", (5, 5), has_unloaded=True)
    assert verdict(*far, (5, 9), vehicle=full, also=riders) == ("SPL-TRN-03",)
    assert verdict((5, 7), (5, 6), (4, 6), vehicle=full, also=riders) == ("SPL-MOVE-04",)
    assert verdict((5, 7), (5, 6), vehicle=full, also=riders) == ("SPL-TRN-01",)
    assert verdict((5, 7), (5, 6), vehicle=full) == ("SPL-TRN-03",)
    assert verdict((5, 7), (5, 6)) == ()


@pytest.mark.rule("SPL-TRN-03", "SPL-MOVE-09", "SPL-FEN-04")
def test_the_step_aboard_must_be_legal_and_cross_no_fence():
    def verdict(at, *others, **given):
        return rule_of(moving(field(unit("u", "scamp", at), ARMADILLO, *others, **given), embark="v"))

    walls = [unit("x", "scamp", (6, 5)), unit("y", "scamp", (5, 6))]
    assert verdict((5, 4), fences=[NORTH_SIDE]) == ("SPL-TRN-03",)
    assert verdict((6, 4), fences=[NORTH_SIDE]) == ()
    assert verdict((6, 4), fences=[NORTH_SIDE, ((6, 5), (7, 5))]) == ("SPL-TRN-03",)
    assert verdict((6, 6), *walls) == ("SPL-TRN-03",)
    assert verdict((6, 6), walls[0]) == ()
    assert verdict((6, 6), of=rules(diagonals=False)) == ("SPL-TRN-03",)


@pytest.mark.rule("SPL-TRN-03")
def test_setting_segments_alone_is_no_unloading():
    carrying = unit("v", "armadillo", (5, 5), fences_aboard=1)
    plan = moving(field(carrying), name="v", place_fences=(NORTH_SIDE,))

    assert (plan.set_down, plan.fences_set, plan.cost) == ((), (NORTH_SIDE,), 0)


# ------------------------------------------------------------------------------------------------------------ getting off


def unloading(*unloads, at=(5, 5), path=(), vehicle="armadillo", others=(), **given):
    riders = [unit("r", "scamp", inside="v"), unit("q", "hoser", inside="v")]
    return moving(
        field(unit("v", vehicle, at), *riders, *others, **given),
        *path,
        name="v",
        unload=tuple(Unload(*each) for each in unloads),
    )


@pytest.mark.rule("SPL-TRN-05")
def test_passengers_get_off_after_the_path_in_the_order_named():
    plan = unloading(("r", (6, 2), "E"), ("q", (5, 4), "W"), path=((5, 4), (5, 3)))

    assert [(each.unit, each.at, each.facing) for each in plan.set_down] == [("r", (6, 2), "E"), ("q", (5, 4), "W")]
    assert rule_of(unloading(("r", (5, 4)), ("q", (5, 4)))) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (5, 4)), ("r", (5, 6)))) == ("SPL-TRN-05",)


@pytest.mark.rule("SPL-TRN-05")
def test_the_square_left_by_the_vehicle_is_free():
    assert rule_of(unloading(("r", (5, 5)), path=((5, 4),))) == ()
    assert rule_of(unloading(("r", (5, 5)))) == ("SPL-TRN-05",)


@pytest.mark.rule("SPL-TRN-05", "SPL-GEO-08")
def test_where_passengers_get_off():
    for kind in ("hedge", "tree", "hq"):
        assert rule_of(unloading(("r", (5, 4)), pieces=[piece("p1", kind, (5, 4), "a")])) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (5, 4)), roads=[(5, 4)])) == ()
    assert rule_of(unloading(("r", (5, 3)))) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (-1, 0)), at=(0, 0))) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (5, 4)), others=[unit("x", "scamp", (5, 4), "b")])) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (5, 4)), fences=[NORTH_SIDE])) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (6, 4)), fences=[NORTH_SIDE])) == ()
    assert rule_of(unloading(("r", (6, 4)), fences=[NORTH_SIDE, ((6, 5), (6, 6))])) == ("SPL-TRN-05",)
    assert rule_of(unloading(("r", (6, 4)), of=rules(diagonals=False))) == ("SPL-TRN-05",)


@pytest.mark.rule("SPL-TRN-05", "SPL-MOVE-09")
def test_those_who_got_off_before_are_in_the_way():
    walls = [unit("x", "scamp", (6, 5), "b")]

    assert rule_of(unloading(("r", (6, 4)), others=walls)) == ()
    assert rule_of(unloading(("q", (5, 4)), ("r", (6, 4)), others=walls)) == ("SPL-TRN-05",)


@pytest.mark.rule("SPL-TRN-05", "SPL-VEH-09")
def test_a_square_cleared_on_the_way_is_open_ground():
    pieces, fences = [piece("p1", "tree", (5, 4))], [NORTH_SIDE]

    assert rule_of(unloading(("r", (5, 4)), path=((5, 4), (5, 3)), pieces=pieces, fences=fences)) == ()
    assert rule_of(unloading(("r", (5, 5)), path=((5, 4),), fences=fences)) == ()


@pytest.mark.rule("SPL-TRN-05", "SPL-TRN-04")
def test_who_cannot_get_off():
    def verdict(unload, **flags):
        riders = [unit("r", "scamp", inside="v", **flags), unit("q", "scamp", inside="w")]
        vehicles = [ARMADILLO, unit("w", "cart", (8, 8))]
        return rule_of(moving(field(*vehicles, *riders), name="v", unload=(Unload(*unload),)))

    assert verdict(("q", (5, 4))) == ("SPL-TRN-05",)
    assert verdict(("nobody", (5, 4))) == ("SPL-TRN-05",)
    assert verdict(("v", (5, 4))) == ("SPL-TRN-05",)
    assert verdict(("r", (5, 3)), boarded=True) == ("SPL-TRN-04",)
    assert verdict(("r", (5, 4)), boarded=True) == ("SPL-TRN-04",)
    assert verdict(("r", (5, 4))) == ()


@pytest.mark.rule("SPL-TRN-05", "SPL-DEP-07", "SPL-MOVE-05")
def test_where_no_facing_is_named_passengers_face_away_from_their_own_edge():
    assert unloading(("r", (5, 4))).set_down[0].facing == "S"
    assert unloading(("r", (5, 4)), edges={"a": "W"}).set_down[0].facing == "E"
    assert unloading(("r", (5, 4), "W"), of=rules(facing=False)).set_down[0].facing == "S"
    assert unloading(("r", (5, 4)), edges={}).set_down[0].facing == "N"


@pytest.mark.rule("SPL-TRN-06", "SPL-TRN-07")
def test_who_got_off_does_not_move_and_a_cart_that_unloads_does_not_fight():
    assert rule_of(moving(field(unit("u", "scamp", (5, 5), unloaded_from="cart")), (5, 4))) == ("SPL-TRN-06",)
    riders = [unit("r", "scamp", inside="u")]
    cart = field(unit("u", "cart", (5, 5)), *riders)
    assert moving(cart, (5, 4)).may_fight
    assert not moving(cart, (5, 4), unload=(Unload("r", (5, 3)),)).may_fight


# ------------------------------------------------------------------------------------------------------------------ fences


def fencing(*path, carried=0, kind="armadillo", fences=(NORTH_SIDE,), at=(5, 5), **parts):
    given = {key: parts.pop(key) for key in ("pieces", "roads", "size") if key in parts}
    aboard = {"fences_aboard": carried} if carried else {}
    return moving(field(unit("v", kind, at, **aboard), fences=fences, **given), *path, name="v", **parts)


@pytest.mark.rule("SPL-TRN-08", "SPL-VEH-05")
def test_an_armadillo_takes_a_segment_that_it_crosses_aboard():
    plan = fencing((5, 4), (5, 3), pickup=(1,), carried=2)

    assert (plan.cost, plan.taken, plan.destroyed_fences, plan.fences_aboard) == (3, (NORTH_SIDE,), (), 3)
    assert fencing((5, 4), (5, 3)).destroyed_fences == (NORTH_SIDE,)


@pytest.mark.rule("SPL-TRN-08")
def test_who_takes_no_segment_aboard():
    assert rule_of(fencing((5, 4), pickup=(1,), kind="marmot")) == ("SPL-TRN-08",)
    assert rule_of(fencing((5, 4), pickup=(2,))) == ("SPL-TRN-08",)
    assert decode(Move, {"type": "move", "unit": "v", "pickup": [21]}, "action").pickup == (
        21,
    )  # no such step: not its shape
    assert rule_of(fencing((4, 5), pickup=(1,))) == ("SPL-TRN-08",)
    assert rule_of(fencing((5, 4), pickup=(1, 1))) == ("SPL-TRN-08",)
    assert rule_of(fencing((5, 4), pickup=(1,), carried=3)) == ("SPL-TRN-08",)
    two = (NORTH_SIDE, ((5, 4), (6, 4)))
    assert rule_of(fencing((5, 4), (5, 3), pickup=(2, 1), carried=2, fences=two)) == ("SPL-TRN-08",)
    assert fencing((5, 4), (5, 3), pickup=(2, 1), carried=1, fences=two).taken == two


@pytest.mark.rule("SPL-TRN-09")
def test_segments_are_set_on_free_sides_of_the_square_reached():
    east, north = ((6, 5), (6, 6)), NORTH_SIDE
    plan = fencing(carried=2, fences=(), place_fences=(east, (north[1], north[0])))

    assert (plan.fences_set, plan.fences_aboard) == ((east, north), 0)
    again = fencing((5, 4), pickup=(1,), place_fences=(north,))
    assert (again.taken, again.fences_set, again.fences_aboard) == ((north,), (north,), 0)


@pytest.mark.rule("SPL-TRN-09", "SPL-GEO-11")
def test_where_no_segment_is_set():
    east, far = ((6, 5), (6, 6)), ((8, 5), (8, 6))

    assert rule_of(fencing(place_fences=(east,))) == ("SPL-TRN-09",)
    assert rule_of(fencing(place_fences=(east,), kind="marmot")) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(NORTH_SIDE,))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(far,))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(((0, 0), (5, 5)),))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=2, place_fences=(east, east))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(east, ((5, 5), (5, 6))))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(((0, 0), (0, 1)),), at=(0, 0))) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(east,), pieces=[piece("p1", "hedge", (6, 5))])) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(east,), roads=[(6, 5)])) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(east,), roads=[(5, 5)])) == ("SPL-TRN-09",)
    assert rule_of(fencing(carried=1, place_fences=(east,))) == ()


@pytest.mark.rule("SPL-TRN-09", "SPL-VEH-09")
def test_a_segment_is_set_where_a_piece_was_driven_over():
    plan = fencing((5, 4), carried=1, fences=(), pieces=[piece("p1", "tree", (5, 4))], place_fences=(((5, 4), (6, 4)),))

    assert plan.fences_set == (((5, 4), (6, 4)),)


# ------------------------------------------------------------------------------------------------------- not on the board


@pytest.mark.rule("SPL-TRN-10", "SPL-TRN-05")
def test_passengers_are_not_on_the_board():
    rider, hidden = unit("r", "scamp", inside="v"), unit("x", "hoser", (7, 5), "b", marker=True)
    on = field(unit("v", "armadillo", (5, 5), seat="b"), rider, hidden)

    assert set(on.unit_at) == {(5, 5), (7, 5)}
    assert list(revealed_now(on)) == []
    assert reach(on, rider) == {}
    assert exits(on, rider) is None
    assert embarkable(on, rider) == {}


# ------------------------------------------------------------------------------------------------- passengers of a wreck


@pytest.mark.rule("SPL-TRN-12")
def test_the_first_passenger_of_a_wreck_takes_its_square_and_the_others_those_beside_it():
    first = unit("r", "scamp", (5, 5))

    assert passenger_squares(field(), (5, 5), "scamp", "a", first=True) == ((5, 5),)
    around = passenger_squares(field(first), (5, 5), "scamp", "a", first=False)
    assert around == tuple(at for at in squares.disc((5, 5), 1) if at != (5, 5))
    straight = passenger_squares(field(first, of=rules(diagonals=False)), (5, 5), "scamp", "a", first=False)
    assert straight == ((5, 4), (4, 5), (6, 5), (5, 6))


@pytest.mark.rule("SPL-TRN-12", "SPL-MOVE-09", "SPL-FEN-04", "SPL-GEO-08")
def test_what_keeps_the_other_passengers_of_a_wreck_from_a_square():
    first = unit("r", "scamp", (5, 5))
    pieces = [piece("p1", "hedge", (4, 4)), piece("p2", "tree", (5, 4)), piece("p3", "hq", (4, 6), "a")]
    others = [unit("x", "scamp", (6, 5), "b")]
    fences = [((5, 5), (5, 6))]

    found = passenger_squares(field(first, *others, pieces=pieces, fences=fences), (5, 5), "scamp", "a", first=False)
    assert found == ((5, 6), (6, 6))  # (6, 4) lies between the tree and the enemy, (4, 5) beyond the fence
    assert ends(moving(field(unit("u", "scamp", (5, 5)), *others, pieces=pieces), (6, 6))) == (1, None)
