"""Distances, arcs and dice by distance."""

from itertools import product

import pytest

from app.boards import squares
from app.systems.splatball.fire import attack
from app.systems.splatball.fire.ranges import dice_at, farthest, in_arc, nearest, template
from tests.games.splatball.table import field, rules, unit

DICE = {
    "scamp": (3, 2, 1),
    "lobber": (3, 3),
    "camo": (3, 2, 2, 1),
    "hoser": (4, 3, 2, 1),
    "sniper": (3, 3, 3, 3, 3),
    "slinger": (3, 3, 2, 2, 1, 1),
    "badger": (4, 3, 2, 2, 1),
    "marmot": (0, 0, 4, 4, 4, 4, 4),
}


@pytest.mark.parametrize("kind", DICE)
@pytest.mark.rule("SPL-RNG-01", "SPL-RNG-02")
def test_dice_by_distance(kind):
    for distance, dice in enumerate((*DICE[kind], 0), start=1):
        laid = field(unit("s", kind, (1, 9), facing="N"), unit("t", "scamp", (1, 9 - distance), "b"))
        found = attack.judge_attack(laid, "s", "t")

        assert dice_at(rules().units[kind], distance) == dice
        assert found.dice == dice if dice else found.rule == "SPL-RNG-02"


@pytest.mark.rule("SPL-RNG-02")
def test_out_of_range_says_how_far_it_reaches_and_where_a_dead_zone_ends():
    far = attack.judge_attack(field(unit("s", "scamp", (5, 9)), unit("t", "scamp", (5, 4), "b")), "s", "t")
    near = attack.judge_attack(field(unit("s", "marmot", (5, 9)), unit("t", "scamp", (5, 8), "b")), "s", "t")

    assert far.facts == {"unit": "s", "target": "t", "distance": 5, "most": 3}
    assert near.facts == {"unit": "s", "target": "t", "distance": 1, "most": 7, "least": 3}
    assert [of(rules().units["marmot"]) for of in (nearest, farthest)] == [3, 7]


@pytest.mark.rule("SPL-RNG-03")
def test_lost_lives_cost_no_dice():
    laid = field(unit("s", "scamp", (5, 8), lives=1), unit("t", "scamp", (5, 7), "b"))

    assert attack.judge_attack(laid, "s", "t").dice == 3


@pytest.mark.rule("SPL-GEO-02", "SPL-GEO-03")
def test_distance_counts_corners_unless_the_room_has_no_diagonals():
    units = (unit("s", "scamp", (5, 5), facing="NE"), unit("t", "scamp", (6, 4), "b"))

    assert attack.judge_attack(field(*units), "s", "t").distance == 1
    assert attack.judge_attack(field(*units, of=rules(diagonals=False)), "s", "t").distance == 2
    farther = (units[0], unit("t", "scamp", (7, 3), "b"))
    assert attack.judge_attack(field(*farther, of=rules(diagonals=False)), "s", "t").rule == "SPL-RNG-02"


def is_inside_by_the_formula(facing, arc, offset):
    """SPL-GEO-07, word for word."""
    (rx, ry), (fx, fy) = offset, squares.STEPS[facing]
    dot = rx * fx + ry * fy
    if arc == "front90":
        return dot > 0 and 2 * dot * dot >= (rx**2 + ry**2) * (fx**2 + fy**2)
    return arc == "all" or dot >= 0


@pytest.mark.rule("SPL-GEO-07", "SPL-ARC-01", "SPL-ARC-02")
def test_arcs_are_those_of_the_formula_all_round():
    for facing, arc, dx, dy in product(squares.FACINGS, ("front90", "front180", "all"), range(-6, 7), range(-6, 7)):
        inside = in_arc((6, 6), facing, arc, (6 + dx, 6 + dy))
        assert inside == is_inside_by_the_formula(facing, arc, (dx, dy)), (facing, arc, dx, dy)


@pytest.mark.rule("SPL-ARC-02")
def test_each_kind_has_its_arc():
    arcs = {kind: each.arc for kind, each in rules().units.items() if kind != "armadillo"}

    assert [kind for kind, arc in arcs.items() if arc == "front180"] == ["lobber", "badger"]
    assert [kind for kind, arc in arcs.items() if arc == "all"] == ["cart", "marmot"]
    assert [kind for kind, arc in arcs.items() if arc == "front90"] == ["scamp", "camo", "hoser", "sniper", "slinger"]


@pytest.mark.rule("SPL-ARC-03", "SPL-MOVE-05")
def test_beyond_contact_the_target_must_lie_in_the_arc_where_there_are_facings():
    abeam = (unit("s", "scamp", (5, 8), facing="E"), unit("t", "scamp", (5, 6), "b"))
    touched = (unit("s", "scamp", (5, 8), facing="S"), unit("t", "scamp", (5, 7), "b"))

    assert attack.judge_attack(field(*abeam), "s", "t").rule == "SPL-ARC-03"
    assert attack.judge_attack(field(*abeam, of=rules(facing=False)), "s", "t").dice == 2
    assert attack.judge_attack(field(*touched), "s", "t").dice == 3


@pytest.mark.rule("SPL-RNG-01", "SPL-ARC-03")
def test_a_template_holds_what_range_and_arc_reach_on_the_board():
    shooter = unit("s", "scamp", (0, 5), facing="N")
    found = template(field(shooter), shooter, (0, 5), "N")

    assert found[0, 4] == found[1, 6] == 3
    assert found[0, 3] == 2
    assert found[3, 2] == 1
    assert not {(0, 5), (2, 4), (0, 7), (-1, 4), (4, 1)} & set(found)
    cart = unit("c", "cart", (0, 5))
    assert template(field(cart), cart, (0, 5), "N") == {}
    assert template(field(cart, unit("r", "lobber", inside="c")), cart, (0, 5), "N")[0, 7] == 3
