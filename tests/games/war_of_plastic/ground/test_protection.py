"""How well a unit is covered against a shot from a given place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.systems.war_of_plastic.book.state import Piece
from app.systems.war_of_plastic.ground.protection import protection, shelter
from tests.games.war_of_plastic.battlefield import box, by_id, disc, field, jeep, soldier, tank

SHOOTER = soldier("s", 100, 300)
TARGET = soldier("t", 500, 300, "B")


def value(*things, shooter="s", target="t", **options):
    where = field(*things, **options)
    return protection(where, by_id(where, shooter), by_id(where, target))


@pytest.mark.rule("WOP-PROT-01", "WOP-PROT-04")
def test_in_the_open_the_protection_is_one():
    assert value(SHOOTER, TARGET) == 1


@pytest.mark.rule("WOP-PROT-02", "WOP-PROT-03")
def test_vehicles_have_the_same_protection_everywhere():
    bunker = box("k", "bunker", 300, 200, 460, 400)

    assert value(SHOOTER, jeep("t", 500, 300, "B")) == value(SHOOTER, jeep("t", 500, 300, "B"), bunker) == 2
    assert value(SHOOTER, tank("t", 500, 300, "B")) == value(SHOOTER, tank("t", 500, 300, "B"), bunker) == 3


@pytest.mark.rule("WOP-PROT-05")
@pytest.mark.parametrize(("east", "covered"), [(455, 2), (454, 1)])
def test_an_obstacle_covers_within_three_centimetres(east, covered):
    assert value(SHOOTER, TARGET, box("b", "barricade", east - 16, 250, east, 350)) == covered


@pytest.mark.rule("WOP-PROT-05")
@pytest.mark.parametrize(("reach", "covered"), [(0, 1), (10, 1), (50, 2)])
def test_the_reach_of_cover_is_a_room_option(reach, covered):
    barricade = box("b", "barricade", 419, 250, 435, 350)  # gap 50 mm

    assert value(SHOOTER, TARGET, barricade, cover_reach_mm=reach) == covered


@pytest.mark.rule("WOP-PROT-05")
@pytest.mark.parametrize(("south", "covered"), [(314, 2), (315, 1)])
def test_being_partly_hidden_is_enough(south, covered):
    # The highest of the nine lines ends at the rim point (500, 315), the inside of the piece must reach below it.
    assert value(SHOOTER, TARGET, box("b", "barricade", 480, south, 520, 330)) == covered


@pytest.mark.rule("WOP-PROT-05")
@pytest.mark.parametrize("x", [120, 520])
def test_an_obstacle_at_the_shooter_or_behind_the_target_does_not_cover(x):
    assert value(SHOOTER, TARGET, box("b", "barricade", x, 250, x + 16, 350)) == 1


@pytest.mark.rule("WOP-PROT-05")
def test_a_piece_that_holds_the_shooters_centre_is_no_obstacle():
    wood = box("w", "wood", 50, 200, 480, 400)
    beside = box("w", "wood", 101, 200, 480, 400)

    assert value(SHOOTER, TARGET, wood) == 1
    assert value(SHOOTER, TARGET, beside) == 2


@pytest.mark.rule("WOP-PROT-05")
def test_a_round_obstacle_covers_like_any_other():
    assert value(SHOOTER, TARGET, disc("w", "tree", 455, 300, 15)) == 2
    assert value(SHOOTER, TARGET, disc("w", "tree", 455, 330, 15)) == 1
    assert value(SHOOTER, TARGET, disc("w", "tree", 439, 300, 15)) == 1


@pytest.mark.rule("WOP-PROT-05")
def test_flat_pieces_do_not_cover_who_is_behind_them():
    for kind in ("crater", "trench", "water"):
        assert value(SHOOTER, TARGET, box("c", kind, 400, 250, 480, 350)) == 1


@pytest.mark.rule("WOP-PROT-05", "WOP-PROT-06")
def test_a_piece_that_holds_the_target_covers_by_its_inside_only():
    # A shared emplacement gives nothing inside, and does not count as an obstacle in between either.
    emplacement = box("e", "emplacement", 90, 250, 550, 350)

    assert value(SHOOTER, TARGET, emplacement) == 1
    assert value(SHOOTER, TARGET, box("b", "barricade", 450, 250, 550, 350)) == 1


@pytest.mark.rule("WOP-PROT-06", "WOP-PROT-01")
@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("wood", 2),
        ("crater", 2),
        ("trench", 2),
        ("house", 2),
        ("ruins", 2),
        ("bunker", 3),
        ("emplacement", 3),
        ("water", 1),
    ],
)
def test_inside_a_piece_the_protection_is_that_of_its_kind(kind, inside):
    assert value(SHOOTER, TARGET, box("p", kind, 450, 250, 550, 350)) == inside


@pytest.mark.rule("WOP-PROT-06", "WOP-GEO-05")
def test_on_the_outline_he_is_inside():
    assert value(SHOOTER, TARGET, box("k", "trench", 500, 250, 600, 350)) == 2
    assert value(SHOOTER, TARGET, box("k", "trench", 501, 250, 600, 350)) == 1
    assert value(SHOOTER, TARGET, disc("c", "crater", 540, 300, 40)) == 2
    assert value(SHOOTER, TARGET, disc("c", "crater", 541, 300, 40)) == 1


@pytest.mark.rule("WOP-PROT-07")
@pytest.mark.parametrize(("kind", "inside"), [("house", 3), ("ruins", 2), ("bunker", 3)])
def test_a_room_may_make_fortresses_of_houses_but_not_of_ruins(kind, inside):
    assert value(SHOOTER, TARGET, box("p", kind, 450, 250, 550, 350), house_protection=3) == inside


@pytest.mark.rule("WOP-PROT-08")
@pytest.mark.parametrize(
    ("kind", "left"), [("house", 1), ("bunker", 1), ("crater", 1), ("trench", 1), ("wood", 2), ("ruins", 2)]
)
def test_a_shooter_on_foot_inside_the_same_piece_takes_its_protection_away(kind, left):
    near = soldier("s", 460, 300)

    assert value(near, TARGET, box("p", kind, 450, 250, 550, 350, levels=2)) == left
    assert value(soldier("s", 460, 300, level=1), TARGET, box("p", kind, 450, 250, 550, 350, levels=2)) == left


@pytest.mark.rule("WOP-PROT-08")
def test_a_vehicle_or_a_passenger_in_the_same_crater_does_not():
    crater = box("c", "crater", 300, 200, 600, 400)

    assert value(tank("s", 360, 300), TARGET, crater) == 2
    assert value(soldier("s", 0, 0, aboard="j"), jeep("j", 360, 300), TARGET, crater) == 2


@pytest.mark.rule("WOP-PROT-04")
def test_values_do_not_add_and_the_best_counts():
    wood, barricade = box("w", "wood", 450, 250, 550, 350), box("b", "barricade", 430, 250, 446, 350)
    bunker = box("k", "bunker", 490, 290, 550, 350)

    assert value(SHOOTER, TARGET, wood, barricade) == 2
    assert value(SHOOTER, TARGET, barricade, bunker) == value(SHOOTER, TARGET, bunker, barricade) == 3


@pytest.mark.rule("WOP-PROT-09", "WOP-SHOT-11")
@pytest.mark.parametrize("army", ["A", "B"])
@pytest.mark.parametrize(("x", "covered"), [(405, 2), (404, 1)])
def test_a_vehicle_of_either_army_covers_within_reach(army, x, covered):
    assert value(SHOOTER, TARGET, tank("k", x, 300, army)) == covered


@pytest.mark.rule("WOP-PROT-09")
def test_the_shooter_and_his_transport_shelter_nobody_from_himself():
    assert value(tank("s", 420, 300), TARGET) == 1
    assert value(soldier("s", 0, 0, aboard="j"), jeep("j", 430, 300), TARGET) == 1
    assert value(soldier("s", 380, 300), jeep("j", 430, 300), TARGET) == 2


@pytest.mark.rule("WOP-PROT-10")
def test_a_wreck_covers_like_an_obstacle():
    wreck = Piece("wreck-k", "wreck", x_mm=430, y_mm=300, radius_mm=40)

    assert value(SHOOTER, TARGET, wreck) == 2


@pytest.mark.rule("WOP-PROT-11")
def test_soldiers_never_protect_soldiers():
    assert value(SHOOTER, TARGET, soldier("c", 468, 300, "B", damage=1)) == 1


@pytest.mark.rule("WOP-PROT-12")
def test_the_shooter_itself_has_only_what_it_is_inside_of():
    barricade, bunker = box("b", "barricade", 120, 250, 136, 350), box("k", "bunker", 50, 250, 150, 350)

    assert value(SHOOTER, barricade, tank("k", 170, 300), target="s") == 1
    assert value(SHOOTER, box("w", "wood", 105, 250, 200, 350), target="s") == 1  # his rim is in it, his centre not
    assert value(SHOOTER, tank("k", 155, 300), target="s") == 1
    assert value(SHOOTER, bunker, target="s") == 3  # WOP-PROT-08 is not applied to it
    assert value(tank("s", 100, 300), target="s") == 3


@pytest.mark.rule("WOP-PROT-12")
def test_protection_is_reckoned_from_the_place_of_the_shooter():
    barricade = box("b", "barricade", 455, 250, 471, 350)

    assert value(SHOOTER, TARGET, barricade) == 2
    assert value(soldier("s", 900, 300), TARGET, barricade) == 1


points = st.integers(0, 500)


@st.composite
def shelters(draw):
    """A shooter, a target and up to four pieces and vehicles near one another."""
    things = [soldier("s", draw(points), draw(points)), soldier("t", draw(points), draw(points), "B")]
    kinds = st.sampled_from(["barricade", "house", "bunker", "wood", "crater", "tank"])
    for index in range(draw(st.integers(0, 4))):
        kind, x, y = draw(kinds), draw(points), draw(points)
        if kind == "tank":
            things.append(tank(f"k{index}", x, y))
        else:
            things.append(box(f"p{index}", kind, x, y, x + draw(st.integers(1, 150)), y + draw(st.integers(1, 150))))
    return things


@pytest.mark.rule("WOP-PROT-04")
@given(shelters())
def test_more_shelter_never_protects_less(things):
    fewer = [*things[:2], *things[3:]]

    assert value(*things) >= value(*fewer)


@given(shelters())
def test_protection_does_not_depend_on_how_the_table_is_turned(things):
    turned = []
    for thing in things:
        if isinstance(thing, Piece):
            turned.append(Piece(thing.id, thing.kind, tuple((-y, x) for x, y in thing.points_mm)))
        else:
            make = tank if thing.type == "heavy" else soldier
            turned.append(make(thing.id, -thing.y_mm, thing.x_mm, thing.army))

    assert value(*turned) == value(*things)


@pytest.mark.rule("WOP-PROT-05", "WOP-PROT-06", "WOP-PROT-09")
def test_what_gives_the_protection_is_named():
    barricade, bunker = box("b", "barricade", 439, 250, 455, 350), box("k", "bunker", 490, 290, 550, 350)

    def by(*things):
        where = field(SHOOTER, TARGET, *things)
        return shelter(where, by_id(where, "s"), by_id(where, "t")).by

    assert by() is None
    assert by(barricade) == "b"
    assert by(barricade, bunker) == "k"
    assert by(barricade, box("c", "barricade", 460, 250, 476, 350)) == "b"
    assert by(bunker, box("n", "emplacement", 480, 250, 560, 350)) == "k"
    assert by(tank("m", 420, 300)) == "m"
    assert by(tank("m", 420, 300), barricade) == "b"
