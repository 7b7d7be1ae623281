"""Lines of sight, against the specification's own formula and at each of its rulings."""

import random

import pytest

from app.boards import squares
from app.systems.splatball.fire import attack, sight
from app.systems.splatball.fire.sight import line_of_sight
from tests.games.splatball import table
from tests.games.splatball.table import field, ground, piece, unit

HERE, THERE = (2, 5), (6, 5)
NOBODY: frozenset[tuple[int, int]] = frozenset()


def is_clear_by_the_formula(a, b, blocking):
    """SPL-GEO-06, word for word."""
    (ax, ay), (bx, by) = ((2 * x + 1, 2 * y + 1) for x, y in (a, b))
    dx, dy = bx - ax, by - ay

    def c(point):
        return dx * (point[1] - ay) - dy * (point[0] - ax)

    low_x, high_x = sorted((a[0], b[0]))
    low_y, high_y = sorted((a[1], b[1]))
    stops = blocking - {a, b}
    for x, y in stops:
        if low_x <= x <= high_x and low_y <= y <= high_y:
            corners = [c((2 * (x + u), 2 * (y + v))) for u in (0, 1) for v in (0, 1)]
            if min(corners) < 0 < max(corners):
                return False
    for x in range(low_x + 1, high_x + 1):
        for y in range(low_y + 1, high_y + 1):
            if c((2 * x, 2 * y)) == 0:
                around = ((x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y))
                passed = [
                    s
                    for s in around
                    if min(v := [c((2 * (s[0] + p), 2 * (s[1] + q))) for p in (0, 1) for q in (0, 1)]) < 0 < max(v)
                ]
                if all(s in stops for s in around if s not in passed):
                    return False
    return True


@pytest.mark.rule("SPL-GEO-06", "SPL-LOS-01")
def test_lines_are_those_of_the_formula_in_every_direction():
    chance, clear = random.Random(6), 0
    for dx in range(-7, 8):
        for dy in range(-7, 8):
            for _ in range(6):
                a, b = (8, 8), (8 + dx, 8 + dy)
                near = [(x, y) for x in range(17) for y in range(17)]
                blocking = set(chance.sample(near, chance.randrange(120)))
                seen = line_of_sight(ground(), a, b, blocking)
                assert seen.is_clear == is_clear_by_the_formula(a, b, blocking), (a, b, blocking)
                clear += seen.is_clear
    assert 200 < clear < 1200


@pytest.mark.rule("SPL-GEO-06")
def test_who_sees_is_seen():
    chance = random.Random(7)
    for _ in range(300):
        a, b = ((chance.randrange(12), chance.randrange(12)) for _ in range(2))
        blocking = {(chance.randrange(12), chance.randrange(12)) for _ in range(30)}
        assert line_of_sight(ground(), a, b, blocking).is_clear == line_of_sight(ground(), b, a, blocking).is_clear


@pytest.mark.rule("SPL-GEO-06")
def test_squares_off_the_board_block_nothing():
    holed = ground(missing=[(0, 0)])

    assert line_of_sight(holed, (5, 7), (7, 3), NOBODY).is_clear


@pytest.mark.parametrize("kind", ["rocks", "tree", "ammo", "phone", "fountain", "treehouse", "hq"])
@pytest.mark.rule("SPL-LOS-03", "SPL-HQ-07")
def test_what_blocks_sight_breaks_the_line(kind):
    seen = line_of_sight(ground(piece("p1", kind, (4, 5))), HERE, THERE, NOBODY)

    assert seen.squares[0] == (4, 5)
    assert not seen.is_clear


@pytest.mark.rule("SPL-LOS-04", "SPL-FEN-05")
def test_hedges_playgrounds_fences_and_roads_do_not():
    laid = ground(
        piece("p1", "hedge", (3, 5)),
        piece("p2", "playground", (4, 5)),
        fences=[((5, 5), (5, 6))],
        roads=[(4, 5), (5, 5)],
    )

    assert line_of_sight(laid, HERE, THERE, NOBODY).is_clear


@pytest.mark.parametrize(
    "between",
    [
        unit("x", "scamp", (4, 5)),
        unit("x", "scamp", (4, 5), "b"),
        unit("x", "marmot", (4, 5), "b"),
        unit("x", "scamp", (4, 5), "b", marker=True),
    ],
    ids=["friend", "enemy", "vehicle", "hidden"],
)
@pytest.mark.rule("SPL-LOS-02", "SPL-VEH-15")
def test_every_unit_in_between_breaks_the_line(between):
    laid = field(unit("s", "sniper", HERE, facing="E"), unit("t", "scamp", THERE, "b"), between)

    refusal = attack.judge_attack(laid, "s", "t")

    assert (refusal.rule, refusal.facts["blocker"], refusal.facts["square"]) == ("SPL-LOS-01", "x", "E6")


@pytest.mark.rule("SPL-LOS-08")
def test_the_squares_of_both_never_break_it():
    laid = ground(piece("p1", "rocks", HERE), piece("p2", "rocks", THERE))

    assert line_of_sight(laid, HERE, THERE, {HERE, THERE}).is_clear


@pytest.mark.rule("SPL-LOS-07")
def test_whoever_touches_a_phone_box_sees_through_that_one():
    laid = ground(piece("p1", "phone", (3, 5)), piece("p2", "phone", (5, 5)))

    assert line_of_sight(laid, HERE, (4, 5), NOBODY).is_clear
    assert line_of_sight(laid, HERE, THERE, NOBODY).squares == ((5, 5),)
    assert not line_of_sight(laid, (4, 5), HERE, NOBODY).squares
    assert not line_of_sight(ground(piece("p1", "tree", (3, 5))), HERE, THERE, NOBODY).is_clear


@pytest.mark.rule("SPL-GEO-06")
def test_what_is_told_of_a_line_is_what_it_meets():
    one = line_of_sight(ground(piece("p1", "tree", (1, 0))), (0, 0), (3, 3), NOBODY)
    both = line_of_sight(ground(piece("p1", "tree", (1, 0))), (0, 0), (3, 3), {(0, 1)})

    assert (one.is_clear, [corner.vertex for corner in one.open], one.first) == (True, [(1, 1)], ())
    assert (both.is_clear, [corner.vertex for corner in both.closed], both.open) == (False, [(1, 1)], ())
    assert set(both.first) == {(1, 0), (0, 1)}


@pytest.mark.rule("SPL-LOS-01")
def test_a_closed_corner_names_both_who_close_it():
    laid = field(
        unit("s", "sniper", (0, 0), facing="SE"),
        unit("t", "scamp", (3, 3), "b"),
        unit("x", "scamp", (0, 1)),
        pieces=[piece("p1", "tree", (1, 0))],
    )

    refusal = attack.judge_attack(laid, "s", "t")

    assert refusal.rule == "SPL-LOS-01"
    assert {refusal.facts["blocker"], refusal.facts["other_blocker"]} == {"x", "p1"}


@pytest.mark.rule("SPL-LOS-06")
def test_in_contact_there_is_always_sight():
    laid = field(
        unit("s", "scamp", (5, 5)),
        unit("t", "scamp", (6, 4), "b"),
        pieces=[piece("p1", "hq", (6, 5), "c"), piece("p2", "hq", (5, 4), "d")],
    )

    assert attack.judge_attack(laid, "s", "t").distance == 1
    assert not sight.sight(laid, laid.units["s"], (5, 5), (6, 4)).is_clear


@pytest.mark.rule("SPL-LOS-06", "SPL-GEO-02")
def test_without_diagonals_a_corner_is_no_contact():
    laid = field(
        unit("s", "scamp", (5, 5), facing="NE"),
        unit("t", "scamp", (6, 4), "b"),
        pieces=[piece("p1", "hq", (6, 5), "c"), piece("p2", "hq", (5, 4), "d")],
        of=table.rules(diagonals=False),
    )

    assert attack.judge_attack(laid, "s", "t").rule == "SPL-LOS-01"


@pytest.mark.parametrize("kind", ["lobber", "slinger"])
@pytest.mark.rule("SPL-LOS-05")
def test_balloons_need_no_line_from_a_cart_either(kind):
    there = unit("t", "scamp", (5, 3), "b")
    between = unit("x", "scamp", (5, 4))

    assert attack.judge_attack(field(unit("s", kind, (5, 5)), there, between), "s", "t").distance == 2
    cart = (unit("s", "cart", (5, 5)), unit("r", kind, inside="s"))
    assert attack.judge_attack(field(*cart, there, between), "s", "t").weapon == kind


@pytest.mark.parametrize("kind", ["scamp", "camo", "hoser", "sniper", "badger"])
@pytest.mark.rule("SPL-LOS-05")
def test_all_others_need_one(kind):
    laid = field(unit("s", kind, (5, 5)), unit("t", "scamp", (5, 3), "b"), unit("x", "scamp", (5, 4)))

    assert attack.judge_attack(laid, "s", "t").rule == "SPL-LOS-01"


@pytest.mark.rule("SPL-LOS-05")
def test_the_marmot_needs_one_too():
    laid = field(unit("s", "marmot", (5, 5)), unit("t", "scamp", (5, 2), "b"), unit("x", "scamp", (5, 4)))

    assert attack.judge_attack(laid, "s", "t").rule == "SPL-LOS-01"


@pytest.mark.rule("SPL-LOS-02")
def test_whoever_thinks_ahead_is_not_in_his_own_way():
    shooter = unit("s", "sniper", (4, 5), facing="E")
    laid = field(shooter, unit("t", "scamp", THERE, "b"))

    assert attack.shot_from(laid, shooter, HERE, "E", "t").distance == 4
    assert squares.line(HERE, THERE).squares[2] == shooter.at
