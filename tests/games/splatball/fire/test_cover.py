"""Cover: what takes what, what adds up, from which side."""

import pytest

from app.systems.splatball.fire import attack
from app.systems.splatball.fire.cover import cover
from tests.games.splatball.table import field, ground, piece, rules, unit

AT, FROM = (5, 5), (2, 5)


def of(*pieces, **more):
    found = cover(ground(*pieces, **more), AT, FROM)
    return found.dice, found.points, found.ignores_first_retreat


@pytest.mark.parametrize(
    ("kind", "loss"),
    [
        ("rocks", (1, 0, False)),
        ("tree", (1, 0, False)),
        ("ammo", (1, 0, True)),
        ("phone", (1, 0, False)),
        ("fountain", (1, 0, False)),
        ("treehouse", (1, 0, True)),
        ("hedge", (0, 3, False)),
        ("playground", (0, 3, True)),
        ("hq", (0, 0, False)),
    ],
)
@pytest.mark.rule("SPL-COV-02", "SPL-COV-04", "SPL-HQ-07")
def test_each_piece_takes_its_own(kind, loss):
    assert of(piece("p1", kind, (6, 6))) == loss


@pytest.mark.rule("SPL-COV-02", "SPL-FEN-05")
def test_a_fence_on_a_side_takes_points_one_at_a_corner_nothing():
    assert of(fences=[((5, 5), (6, 5))]) == (0, 3, False)
    assert of(fences=[((6, 5), (7, 5))]) == (0, 0, False)


@pytest.mark.rule("SPL-COV-01")
def test_contact_is_enough_from_any_side():
    assert of(piece("p1", "tree", (6, 5))) == (1, 0, False)
    assert of(piece("p1", "tree", (7, 5))) == (0, 0, False)


@pytest.mark.rule("SPL-COV-01", "SPL-GEO-09")
def test_cover_between_lies_nearer_to_the_attacker_or_under_the_target():
    between = rules(cover_direction="between")

    assert of(piece("p1", "tree", (6, 5)), of=between)[0] == 0
    assert of(piece("p1", "tree", (4, 4)), of=between)[0] == 1
    assert of(piece("p1", "tree", (5, 4)), of=between)[0] == 0
    assert of(piece("p1", "fountain", (4, 3)), of=between)[0] == 1
    assert of(piece("p1", "fountain", (5, 6)), of=between)[0] == 0
    assert of(piece("p1", "rocks", AT), of=between)[0] == 1
    assert of(fences=[((5, 5), (5, 6))], of=between)[1] == 3
    assert of(fences=[((5, 5), (6, 5))], of=between)[1] == 0


@pytest.mark.rule("SPL-COV-04")
def test_direction_never_matters_for_the_first_retreat_result():
    assert of(piece("p1", "playground", (6, 5)), of=rules(cover_direction="between")) == (0, 0, True)


@pytest.mark.rule("SPL-COV-03")
def test_one_die_and_points_once_unless_the_room_adds_all():
    pieces = [
        piece("p10", "rocks", (6, 6)),
        piece("p2", "tree", (4, 5)),
        piece("p3", "hedge", (4, 6)),
        piece("p4", "hedge", (5, 6)),
    ]
    run = [((5, 5), (6, 5)), ((5, 5), (5, 6))]
    other = [((6, 5), (6, 6))]  # shares a vertex: the same run

    once = cover(ground(*pieces, fences=run), AT, FROM)
    assert (once.dice, once.points) == (1, 3)
    assert [(reason.piece, reason.lost_dice, reason.lost_points) for reason in once.reasons] == [
        ("p2", 1, 0),
        ("p3", 0, 3),
    ]
    summed = cover(ground(*pieces, fences=[*run, *other], of=rules(cover_stacking="sum")), AT, FROM)
    assert (summed.dice, summed.points) == (2, 9)
    assert [reason.piece or reason.terrain for reason in summed.reasons] == ["p2", "p3", "p4", "p10", "fence"]


@pytest.mark.rule("SPL-COV-03")
def test_two_runs_of_fence_count_twice_where_all_is_added():
    apart = [((5, 5), (6, 5)), ((5, 6), (6, 6))]

    assert of(fences=apart, of=rules(cover_stacking="sum")) == (0, 6, False)
    assert of(fences=apart) == (0, 3, False)


@pytest.mark.rule("SPL-COV-05")
def test_vehicles_and_targets_of_balloons_have_it_too():
    tree = piece("p1", "tree", (6, 4))
    vehicle = field(unit("s", "scamp", (5, 6)), unit("t", "badger", (5, 4), "b"), pieces=[tree])
    balloons = field(unit("s", "lobber", (5, 6)), unit("t", "scamp", (5, 4), "b"), pieces=[tree])

    assert [attack.judge_attack(laid, "s", "t").dice for laid in (vehicle, balloons)] == [1, 2]


@pytest.mark.rule("SPL-COV-06", "SPL-FIRE-10")
def test_an_attack_needs_a_die_but_no_hope():
    units = (unit("s", "scamp", (5, 8)), unit("t", "scamp", (5, 5), "b"))
    without = attack.judge_attack(field(*units, pieces=[piece("p1", "tree", (6, 5))]), "s", "t")
    hopeless = attack.judge_attack(field(*units, pieces=[piece("p1", "hedge", (6, 5))]), "s", "t")

    assert (without.rule, without.facts["piece"], without.facts["dice"]) == ("SPL-COV-06", "p1", 1)
    assert (hopeless.dice, hopeless.deduction) == (1, 3)


@pytest.mark.rule("SPL-POW-02", "SPL-POW-01")
def test_every_deduction_has_its_reason():
    laid = field(
        unit("s", "scamp", (5, 8), lives=2),
        unit("t", "hoser", (5, 6), "b"),
        pieces=[piece("p1", "hedge", (6, 6)), piece("p2", "tree", (4, 6))],
    )
    shot = attack.judge_attack(laid, "s", "t")

    assert (shot.dice, shot.deduction) == (1, 7)
    assert [(reason.rule, reason.lost_dice, reason.lost_points) for reason in shot.reasons] == [
        ("SPL-POW-01", 0, 4),
        ("SPL-COV-02", 0, 3),
        ("SPL-COV-02", 1, 0),
    ]
