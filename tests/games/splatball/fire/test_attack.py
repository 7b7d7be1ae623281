"""The judge of attacks: each rule that refuses, in its order, and what binds an attacker."""

import pytest
from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.systems.splatball.fire import attack
from tests.games.splatball.table import field, piece, rules, unit

TARGET = unit("t", "scamp", (5, 6), "b")


def rule_of(laid, attacker="s", target="t"):
    found = attack.judge_attack(laid, attacker, target)
    return found.rule if isinstance(found, Refusal) else None


def of(shooter, *others, target=TARGET, **more):
    return rule_of(field(shooter, target, *others, **more))


def scamp(**more):
    return unit("s", "scamp", (5, 8), **more)


# ------------------------------------------------------------------------------------------------------------- the attacker


@pytest.mark.rule("SPL-ACT-02", "SPL-FIRE-02", "SPL-FIRE-04")
def test_it_must_be_declared_and_have_neither_attacked_nor_turned():
    assert of(scamp()) is None
    assert of(scamp(activated=False)) == "SPL-ACT-02"
    assert of(scamp(attacked=True)) == "SPL-FIRE-02"
    assert of(scamp(turned=True)) == "SPL-FIRE-04"


@pytest.mark.rule("SPL-TRN-11")
def test_passengers_do_not_attack():
    rider = unit("s", "scamp", inside="v")

    assert of(rider, unit("v", "armadillo", (5, 8))) == "SPL-TRN-11"


@pytest.mark.rule("SPL-VEH-11")
def test_the_armadillo_is_unarmed():
    assert of(unit("s", "armadillo", (5, 8))) == "SPL-VEH-11"


@pytest.mark.rule("SPL-VEH-14")
def test_a_cart_fights_with_its_passenger_all_round():
    cart, target = unit("s", "cart", (5, 8), facing="S"), unit("t", "badger", (5, 3), "b")
    laid = field(cart, target, unit("r", "sniper", inside="s", activated=False, lives=1))
    shot = attack.judge_attack(laid, "s", "t")

    assert of(cart, target=target) == "SPL-VEH-14"
    assert (shot.weapon, shot.dice, shot.deduction, shot.strength.single) == ("sniper", 3, 4, 8)
    assert of(replace(cart, activated=False), unit("r", "sniper", inside="s"), target=target) == "SPL-ACT-02"


@pytest.mark.rule("SPL-HQ-05")
def test_nobody_attacks_out_of_a_headquarters_or_into_one():
    assert of(scamp(), pieces=[piece("p1", "hq", (5, 8), "a")]) == "SPL-HQ-05"
    assert of(scamp(), pieces=[piece("p1", "hq", (5, 6), "b")]) == "SPL-HQ-05"


@pytest.mark.rule("SPL-TRN-04")
def test_whoever_came_aboard_this_turn_does_not_shoot_from_the_cart():
    cart = unit("s", "cart", (5, 8))

    assert of(cart, unit("r", "scamp", inside="s", boarded=True)) == "SPL-TRN-04"
    assert of(cart, unit("r", "scamp", inside="s")) is None


@pytest.mark.rule("SPL-TRN-06")
def test_whoever_left_a_cart_does_not_fight_out_of_an_armadillo_one_square_counts():
    assert of(scamp(unloaded_from="cart")) == "SPL-TRN-06"
    assert of(scamp(unloaded_from="armadillo")) is None
    assert of(unit("s", "slinger", (5, 8), unloaded_from="armadillo")) == "SPL-FIRE-05"


@pytest.mark.rule("SPL-TRN-07")
def test_a_cart_that_unloaded_does_not_fight():
    assert of(unit("s", "cart", (5, 8), has_unloaded=True), unit("r", "scamp", inside="s")) == "SPL-TRN-07"


MOST = {"scamp": 3, "lobber": 2, "camo": 2, "hoser": 2, "sniper": 1, "slinger": 0}


@pytest.mark.parametrize("kind", MOST)
@pytest.mark.rule("SPL-FIRE-05")
def test_whoever_moved_too_far_does_not_fight(kind):
    assert of(unit("s", kind, (5, 8), moved=MOST[kind])) is None
    assert of(unit("s", kind, (5, 8), moved=MOST[kind] + 1)) == "SPL-FIRE-05"


@pytest.mark.rule("SPL-FIRE-05", "SPL-ROAD-04")
def test_a_badger_and_a_cart_fight_after_whatever_they_moved():
    assert of(unit("s", "badger", (5, 8), moved=6)) is None
    assert of(unit("s", "cart", (5, 8), moved=5), unit("r", "slinger", inside="s")) is None


@pytest.mark.rule("SPL-VEH-12", "SPL-FIRE-05")
def test_a_marmot_fights_only_where_it_stood():
    far = unit("t", "scamp", (5, 4), "b")

    assert of(unit("s", "marmot", (5, 8)), target=far) is None
    assert of(unit("s", "marmot", (5, 8), moved=1), target=far) == "SPL-FIRE-05"


@pytest.mark.rule("SPL-FIRE-05")
def test_what_keeps_a_unit_from_attacking_anybody_is_told_without_a_target():
    laid = field(scamp(moved=4), TARGET)

    assert attack.barred(laid, laid.units["s"]).facts == {"unit": "s", "moved": 4, "most": 3}
    assert attack.barred(laid, scamp()) is None
    assert attack.legal_targets(laid, "s") == ()


# --------------------------------------------------------------------------------------------------------------- the target


@pytest.mark.rule("SPL-FIRE-06", "SPL-GEN-04")
def test_only_enemies_in_play_are_targets():
    friends = {"a": "a", "b": "a"}

    assert rule_of(field(scamp(), TARGET), target="s") == "SPL-FIRE-06"
    assert rule_of(field(scamp(), TARGET), target="nobody") == "SPL-FIRE-06"
    assert of(scamp(), sides=friends) == "SPL-FIRE-06"
    assert of(scamp(), target=unit("t", "scamp", (5, 6))) == "SPL-FIRE-06"


@pytest.mark.rule("SPL-TRN-10")
def test_passengers_are_no_targets():
    assert (
        of(scamp(), unit("v", "armadillo", (5, 6), "b"), target=unit("t", "scamp", None, "b", inside="v"))
        == "SPL-TRN-10"
    )


@pytest.mark.rule("SPL-CAMO-01")
def test_camouflaged_are_chosen_from_two_squares_at_most_by_balloons_too():
    camo = unit("t", "camo", (5, 6), "b")
    laid = field(unit("s", "slinger", (5, 9)), camo)

    assert of(scamp(), target=camo) is None
    assert attack.judge_attack(laid, "s", "t").facts == {"unit": "s", "target": "t", "distance": 3, "most": 2}
    assert rule_of(laid) == "SPL-CAMO-01"


@pytest.mark.rule("SPL-CAMO-02")
def test_badgers_and_marmots_never_attack_camouflaged_a_cart_does():
    camo = unit("t", "camo", (5, 6), "b")

    assert of(unit("s", "badger", (5, 7)), target=camo) == "SPL-CAMO-02"
    assert of(unit("s", "marmot", (5, 9)), target=camo) == "SPL-CAMO-02"
    assert of(unit("s", "cart", (5, 7)), unit("r", "scamp", inside="s"), target=camo) is None


@pytest.mark.rule("SPL-CAMO-05")
def test_a_marked_unit_is_chosen_from_three_squares_at_most():
    marked = unit("t", "hoser", (5, 5), "b", marker=True, revealed=True)

    assert of(unit("s", "sniper", (5, 8)), target=marked) is None
    assert of(unit("s", "sniper", (5, 9)), target=marked) == "SPL-CAMO-05"
    assert of(unit("s", "sniper", (5, 9)), target=replace(marked, marker=False)) is None


KINDS = ("scamp", "lobber", "camo", "hoser", "sniper", "slinger")


@pytest.mark.parametrize("kind", ["sniper", "slinger", "badger", "marmot", "scamp"])
@pytest.mark.rule("SPL-HID-05", "SPL-CAMO-05")
def test_what_is_said_of_a_hidden_enemy_depends_on_its_square_alone(kind):
    for far in range(4, 9):
        answers = set()
        for lies_there in KINDS:
            hidden = unit("t", lies_there, (5, 9 - far), "b", marker=True, lives=1, facing="E")
            found = attack.judge_attack(field(unit("s", kind, (5, 9)), hidden), "s", "t")
            answers.add((found.rule, tuple(found.facts.items())))
        assert len(answers) == 1, answers


@pytest.mark.rule("SPL-FIRE-09")
def test_the_first_rule_that_refuses_is_named():
    """Each refusal of the order of section 14 hides the next."""
    marked = unit("t", "camo", (5, 1), "b", marker=True, revealed=True)
    wall = [piece("p1", "tree", (5, 4)), piece("p2", "tree", (5, 0))]
    ordered = [
        (unit("s", "badger", (5, 8), facing="S", moved=9, turned=True), marked, "SPL-FIRE-04"),
        (unit("s", "badger", (5, 8), facing="S"), marked, "SPL-CAMO-02"),
        (unit("s", "sniper", (5, 8), facing="S"), marked, "SPL-RNG-02"),
        (unit("s", "slinger", (5, 7), facing="S"), marked, "SPL-CAMO-01"),
        (unit("s", "slinger", (5, 7), facing="S"), replace(marked, type="hoser"), "SPL-CAMO-05"),
        (unit("s", "sniper", (5, 6), facing="S"), replace(marked, type="hoser", marker=False), "SPL-ARC-03"),
        (unit("s", "sniper", (5, 6)), replace(marked, type="hoser", marker=False), "SPL-LOS-01"),
        (unit("s", "slinger", (5, 6)), replace(marked, type="hoser", marker=False), "SPL-COV-06"),
    ]
    bound = unit("x", "scamp", (4, 8), "b")

    for shooter, target, rule in ordered:
        assert of(shooter, target=target, pieces=wall) == rule
        near = replace(bound, at=(4, shooter.at[1]))
        assert of(shooter, near, target=target, pieces=wall) == rule


# ------------------------------------------------------------------------------------------------------- adjacent enemies


@pytest.mark.rule("SPL-FIRE-08", "SPL-GEO-03")
def test_an_adjacent_enemy_binds_and_between_several_there_is_a_choice():
    laid = field(scamp(), TARGET, unit("x", "hoser", (4, 7), "b"), unit("y", "badger", (6, 9), "b"))
    refusal = attack.judge_attack(laid, "s", "t")

    assert (refusal.rule, refusal.facts["blocker"] in ("x", "y")) == ("SPL-FIRE-08", True)
    assert [shot.target for shot in attack.legal_targets(laid, "s")] == ["x", "y"]
    assert rule_of(laid, target="x") is None


@pytest.mark.rule("SPL-FIRE-08", "SPL-GEO-02")
def test_without_diagonals_an_enemy_at_a_corner_does_not_bind():
    corner = unit("x", "hoser", (4, 7), "b")

    assert of(scamp(), corner) == "SPL-FIRE-08"
    assert of(scamp(), corner, of=rules(diagonals=False)) is None


@pytest.mark.parametrize(
    ("shooter", "beside", "more"),
    [
        (unit("s", "badger", (5, 8)), unit("x", "camo", (4, 8), "b"), {}),
        (unit("s", "marmot", (5, 9)), unit("x", "scamp", (4, 8), "b"), {}),
        (scamp(), unit("x", "scamp", (4, 8), "b"), {"pieces": [piece("p1", "hq", (4, 8), "b")]}),
        (scamp(), unit("x", "scamp", (4, 8)), {}),
        (scamp(), unit("x", "scamp", (4, 8), "c"), {"sides": {"a": "a", "c": "a"}}),
    ],
    ids=["camouflaged", "dead zone", "indoors", "own", "friend"],
)
@pytest.mark.rule("SPL-FIRE-08")
def test_whoever_may_not_be_attacked_does_not_bind(shooter, beside, more):
    assert of(shooter, beside, **more) is None


@pytest.mark.rule("SPL-FIRE-08", "SPL-COV-06")
def test_an_adjacent_enemy_behind_too_much_cover_does_not_bind():
    laid = field(
        scamp(),
        TARGET,
        unit("x", "scamp", (4, 8), "b"),
        pieces=[piece("p1", "tree", (3, 7)), piece("p2", "tree", (3, 8)), piece("p3", "tree", (3, 9))],
        of=rules(cover_stacking="sum"),
    )

    assert rule_of(laid, target="x") == "SPL-COV-06"
    assert rule_of(laid) is None


# ------------------------------------------------------------------------------------------------------------ thinking ahead


@pytest.mark.rule("SPL-FIRE-03", "SPL-FIRE-07")
def test_every_target_is_offered_with_all_its_dice_and_none_must_be_taken():
    laid = field(unit("s", "sniper", (5, 9)), TARGET, unit("u", "marmot", (6, 5), "b"), unit("z", "scamp", (0, 0), "b"))

    assert [(shot.target, shot.dice) for shot in attack.legal_targets(laid, "s")] == [("t", 3), ("u", 3)]


@pytest.mark.rule("SPL-FIRE-08", "SPL-ARC-03")
def test_attacks_from_elsewhere_leave_out_what_the_turn_was():
    tired = scamp(activated=False, attacked=True, turned=True, moved=3)
    laid = field(tired, TARGET, unit("x", "scamp", (8, 6), "b"))

    assert rule_of(laid) == "SPL-ACT-02"
    assert attack.shot_from(laid, tired, (5, 9), "N", "t").dice == 1
    assert attack.shot_from(laid, tired, (5, 9), "S", "t").rule == "SPL-ARC-03"
    assert attack.shot_from(laid, tired, (8, 7), "W", "t").rule == "SPL-FIRE-08"
    assert [shot.target for shot in attack.targets_from(laid, tired, (7, 7), "N")] == ["x"]
    assert attack.targets_from(field(tired, TARGET, pieces=[piece("p1", "hq", (5, 7), "a")]), tired, (5, 7), "N") == ()
