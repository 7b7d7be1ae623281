"""Objective markers: on what, how many, and whose."""

from __future__ import annotations

import pytest

from app.systems.splatball.muster.objectives import each_lays, eligible
from app.systems.splatball.park.ground import Ground
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from tests.games.splatball.muster.setting_up import A, B, C, SetUp, before, trees
from tests.games.splatball.table import ground, piece, rules

WIDE = {"size": (18, 18), "edges": ("N", "E", "S", "W")}


def _sites(of: Ground) -> tuple[str, ...]:
    return eligible(of, [zone(of.rules, of.board, edge, ("N", "S")) for edge in ("N", "S")])


def _ready(players: int = 2, **more: object) -> SetUp:
    return SetUp(before(players, **more)).armies("scamp").by_default(until="objectives")  # type: ignore[arg-type]


@pytest.mark.rule("SPL-OBJ-03")
def test_seven_kinds_bear_markers_outside_the_zones_one_each() -> None:
    kinds = ("hedge", "rocks", "playground", "tree", "ammo", "phone", "hq")
    small = [piece(f"p{n}", kind, (n, 5)) for n, kind in enumerate(kinds)]
    assert _sites(ground(*small)) == ("p0", "p1", "p2", "p3", "p5")
    assert _sites(ground(piece("p1", "fountain", (5, 5)), piece("p2", "treehouse", (8, 5)))) == ("p1", "p2")
    assert _sites(ground(piece("p1", "tree", (5, 3)), piece("p2", "fountain", (5, 7)))) == ()  # a square within
    assert _sites(ground(piece("p1", "tree", (5, 5), objective="a"))) == ()


@pytest.mark.rule("SPL-OBJ-03")
def test_a_marker_goes_on_an_eligible_piece() -> None:
    game = _ready(pieces=(*trees(8), piece("p9", "tree", (0, 0))))
    assert game.check(A, a.PlaceObjective("p1")) is None
    for name in ("p9", "p99", "p10"):  # in a zone; none; a headquarters
        assert game.check(A, a.PlaceObjective(name)) == "SPL-OBJ-03"
    game.do(A, a.PlaceObjective("p1"))
    assert game.position.pieces["p1"].objective == A
    assert game.check(B, a.PlaceObjective("p1")) == "SPL-OBJ-03"


@pytest.mark.rule("SPL-OBJ-03")
def test_only_zones_of_seats_in_the_game_count() -> None:
    west = piece("p99", "tree", (1, 8))
    given = {"pieces": (*trees(11)[3:], west), "given": ("N", "S", "W"), **WIDE}
    assert _ready(3, **given).check(A, a.PlaceObjective("p99")) == "SPL-OBJ-03"
    left = SetUp(before(3, **given)).armies("scamp").resign(C).by_default(until="objectives")  # type: ignore[arg-type]
    assert left.check(A, a.PlaceObjective("p99")) is None
    east = _ready(3, **{**given, "pieces": (*trees(11)[3:], piece("p99", "tree", (16, 8)))})
    assert east.check(A, a.PlaceObjective("p99")) is None  # an edge that nobody has


@pytest.mark.rule("SPL-OBJ-01")
def test_markers_are_laid_one_at_a_time_from_the_starting_seat_until_each_has_laid_its_number() -> None:
    game = _ready(starts=B, pieces=trees(9))
    assert game.told(es.ObjectivesCounted) == [es.ObjectivesCounted(3)]
    order = []
    while not game.is_over:
        step, seat = game.asked
        assert (step, seat is not None) == ("objectives", True)
        order.append(seat)
        game.one_by_default()
    assert order == [B, A, B, A, B, A]
    owners = [each.objective for each in game.position.pieces.values() if each.kind == "tree"]
    assert owners == [B, A, B, A, B, A, None, None, None]  # the first eligible one each time


@pytest.mark.rule("SPL-OBJ-01")
def test_the_room_may_want_more() -> None:
    assert _ready(pieces=trees(12), objectives_per_player=6).told(es.ObjectivesCounted) == [es.ObjectivesCounted(6)]


@pytest.mark.rule("SPL-OBJ-02")
def test_every_seat_lays_the_same_number_where_pieces_do_not_suffice() -> None:
    assert [each_lays(rules(), count, 2) for count in (0, 1, 2, 3, 5, 6, 20)] == [0, 0, 1, 1, 2, 3, 3]
    assert each_lays(rules(objectives_per_player=4), 15, 4) == 3
    assert _ready(pieces=trees(5)).told(es.ObjectivesCounted) == [es.ObjectivesCounted(2)]
    none = SetUp(before(pieces=trees(1))).armies("scamp").by_default()
    assert (none.told(es.ObjectivesCounted), none.told(es.ObjectivePlaced)) == ([], [])


@pytest.mark.rule("SPL-OBJ-02")
def test_a_seat_that_has_resigned_is_not_counted() -> None:
    game = SetUp(before(3, pieces=trees(7), **WIDE)).armies("scamp").resign(B).by_default(until="objectives")
    assert game.told(es.ObjectivesCounted) == [es.ObjectivesCounted(3)]


@pytest.mark.rule("SPL-OBJ-06")
def test_every_ammunition_supply_bears_its_owners_marker_from_the_start() -> None:
    game = _ready(pieces=trees(8))
    supplies = {each.owner: each.objective for each in game.position.pieces.values() if each.kind == "ammo"}
    assert supplies == {A: A, B: B}
    assert [state.objectives_left for state in game.position.seats.values()] == [3, 3]
