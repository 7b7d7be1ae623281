"""Deployment: edges, zones, headquarters and ammunition, units on the board, aboard and hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards.squares import Square
from app.engine.refusal import Refusal
from app.systems.splatball.muster.deploying import (
    Deployment,
    base_places,
    judge_base,
    judge_deploy,
    judge_finish,
    transports,
    unit_places,
)
from app.systems.splatball.muster.yards import Yard
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import Gone
from tests.games.splatball.muster.setting_up import A, B, C, D, SetUp, before
from tests.games.splatball.table import field, piece, rules, unit

FOUR = {"size": (18, 18), "edges": ("N", "E", "S", "W")}
ALL = ("hq", "ammo")


def _of(on: Field, edge: str = "N", edges: Sequence[str] = ("N", "S"), **more: Any) -> Deployment:
    held = zone(on.rules, on.ground.board, edge, edges)  # type: ignore[arg-type]
    return Deployment(A, Yard(on.ground, held), **{"left": ("scamp", "cart", "camo"), **more})


def _rule(on: Field, of: Deployment, **act: Any) -> str | None:
    refusal = judge_deploy(on, of, a.Deploy(**{"kind": "scamp", **act}))
    return None if refusal is None else refusal.rule


def _base(on: Field, of: Deployment, at: Square, kind: Any = "hq") -> str | None:
    refusal = judge_base(on, of, kind, at)
    return None if refusal is None else refusal.rule


def _filled(*but: Square, kind: Any = "hedge") -> Field:
    """A field whose northern zone has a piece on every square but these."""
    squares = [(x, y) for y in range(4) for x in range(12) if (x, y) not in but]
    return field(pieces=[piece(f"p{n}", kind, at) for n, at in enumerate(squares)])


# ------------------------------------------------------------------------------------------------------------------- edges


@pytest.mark.rule("SPL-DEP-02")
def test_each_seat_chooses_a_free_edge_out_of_those_allowed() -> None:
    game = SetUp(before(3, **FOUR)).armies("scamp")
    assert game.asked == ("edge", A)
    game.do(A, a.ChooseEdge("E"))
    assert (game.position.seats[A].edge, game.asked) == ("E", ("deploy", A))
    game.by_default(until="edge")
    assert game.asked == ("edge", B)
    assert game.check(B, a.ChooseEdge("E")) == "SPL-DEP-02"
    assert game.check(B, a.ChooseEdge("W")) is None
    two = SetUp(before()).armies("scamp")
    assert [two.check(A, a.ChooseEdge(edge)) for edge in ("N", "E", "S", "W")] == [None, "SPL-DEP-02"] * 2


@pytest.mark.rule("SPL-DEP-02")
def test_nothing_is_asked_where_the_scenario_names_the_edge() -> None:
    game = SetUp(before(given=("S", "N"))).armies("scamp")
    assert game.asked == ("deploy", A)
    assert game.check(A, a.DeployHq((0, 17))) is None


@pytest.mark.rule("SPL-DEP-03", "SPL-DEP-04", "SPL-DEP-05")
def test_everything_goes_into_the_zone_of_ones_own_edge() -> None:
    on = field()
    assert [_rule(on, _of(on), at=at) for at in ((0, 3), (11, 0), (5, 4), (5, -1))] == [None, None, *["SPL-DEP-05"] * 2]
    assert _base(on, _of(on, to_lay=ALL), (5, 4)) == "SPL-DEP-05"
    wide = field(size=(18, 18))
    of = _of(wide, edges=("N", "E", "S", "W"))
    assert [_rule(wide, of, at=at) for at in ((3, 3), (4, 3), (13, 0), (14, 0))] == [
        "SPL-DEP-05",
        None,
        None,
        "SPL-DEP-05",
    ]


@pytest.mark.rule("SPL-DEP-05")
def test_a_seat_places_everything_before_the_turn_passes_on() -> None:
    game = SetUp(before()).armies("scamp", "cart").do(A, a.ChooseEdge("N"))
    for act in (a.DeployHq((0, 0)), a.Deploy("scamp", (3, 3)), a.DeployAmmo((2, 0)), a.Deploy("cart", (4, 3))):
        assert game.check(A, a.FinishDeploy()) == "SPL-DEP-05"
        game.do(A, act)
        assert game.asked == ("deploy", A)
    assert game.do(A, a.FinishDeploy()).asked == ("edge", B)


# ------------------------------------------------------------------------------------------------------------------- units


@pytest.mark.rule("SPL-DEP-06")
def test_units_stand_one_to_a_square_on_squares_without_a_piece() -> None:
    on = field(unit("s0u1", "scamp", (1, 1)), pieces=[piece("p1", "hedge", (2, 1))], roads=[(3, 1)])
    assert [_rule(on, _of(on), at=(x, 1)) for x in (1, 2, 3)] == ["SPL-DEP-06", "SPL-DEP-06", None]
    refusal = judge_deploy(on, _of(on), a.Deploy("scamp", (2, 1)))
    assert refusal == Refusal("SPL-DEP-06", {"square": "C2", "blocker": "p1"})


@pytest.mark.rule("SPL-DEP-07")
def test_units_face_away_from_their_own_edge_unless_told_otherwise() -> None:
    game = SetUp(before(given=("N", "S"))).armies("scamp", "scamp").do(A, a.Deploy("scamp", (3, 3)))
    game.do(A, a.Deploy("scamp", (5, 3), facing="NW"))
    assert [each.facing for each in game.position.units.values()] == ["S", "NW"]


@pytest.mark.rule("SPL-MOVE-05")
def test_no_facing_is_named_in_a_room_without() -> None:
    on = field(of=rules(facing=False))
    assert _rule(on, _of(on), at=(3, 3), facing="S") == "SPL-MOVE-05"
    assert _rule(on, _of(on), at=(3, 3)) is None


@pytest.mark.rule("SPL-DEP-09")
def test_each_unit_of_the_list_is_deployed_once() -> None:
    game = SetUp(before(given=("N", "S"))).armies("scamp", "cart")
    assert game.check(A, a.Deploy("badger", (3, 3))) == "SPL-DEP-09"
    assert game.check(A, a.Deploy(at=(3, 3))) == "SPL-DEP-09"
    assert game.do(A, a.Deploy("scamp", (3, 3))).check(A, a.Deploy("scamp", (4, 3))) == "SPL-DEP-09"


@pytest.mark.rule("SPL-DEP-10")
def test_units_get_their_ids_as_they_are_deployed_and_pieces_the_next_ones() -> None:
    game = SetUp(before(given=("N", "S"), pieces=[piece("p7", "tree", (5, 8))])).armies("scamp", "cart")
    game.do(A, a.Deploy("cart", (4, 3))).do(A, a.DeployHq((0, 0))).do(A, a.Deploy("scamp", inside="s0u1"))
    game.do(A, a.DeployAmmo((2, 0))).do(A, a.FinishDeploy()).do(B, a.Deploy("scamp", (5, 17)))
    assert {name: unit.type for name, unit in game.position.units.items()} == {
        "s0u1": "cart",
        "s0u2": "scamp",
        "s1u1": "scamp",
    }
    assert [(each.id, each.kind) for each in game.position.pieces.values()][1:] == [("p8", "hq"), ("p9", "ammo")]
    assert (game.position.units["s0u2"].inside, game.position.units["s0u2"].lives) == ("s0u1", 4)


@pytest.mark.rule("SPL-TRN-01", "SPL-TRN-02")
def test_units_start_aboard_own_transports_that_have_room() -> None:
    units = [
        unit("s0u1", "armadillo", (1, 1)),
        unit("s0u2", "scamp", inside="s0u1"),
        unit("s0u3", "sniper", inside="s0u1"),
        unit("s0u4", "cart", (3, 1)),
        unit("s0u5", "badger", (5, 1)),
        unit("s1u1", "cart", (7, 1), "b"),
    ]
    on = field(*units)
    of = _of(on, left=("scamp", "cart"))
    assert _rule(on, of, inside="s0u4") is None
    assert _rule(on, of, inside="s0u1") == "SPL-TRN-01"  # 2 and 3 places of 6 are taken
    for vehicle in ("s0u5", "s1u1", "s9u9", "s0u2"):  # no transport; another's; nobody; on foot
        assert _rule(on, of, inside=vehicle) == "SPL-TRN-02"
    assert _rule(on, of, kind="cart", inside="s0u4") == "SPL-TRN-02"
    assert transports(on, A, "scamp") == ("s0u4",)
    assert transports(on, A, "cart") == ()


# ----------------------------------------------------------------------------------------------------------- hidden units


@pytest.mark.rule("SPL-CAMO-03", "SPL-CAMO-04")
def test_foot_units_are_hidden_on_the_board_while_there_are_markers() -> None:
    on = field(unit("s0u1", "cart", (1, 1)))
    of = _of(on, markers_left=1)
    assert _rule(on, of, at=(3, 3), hidden=True) is None
    assert _rule(on, _of(on), at=(3, 3), hidden=True) == "SPL-CAMO-04"
    assert _rule(on, of, kind="camo", at=(3, 3), hidden=True) == "SPL-CAMO-04"
    assert _rule(on, of, kind="cart", at=(3, 3), hidden=True) == "SPL-CAMO-04"
    assert _rule(on, of, inside="s0u1", hidden=True) == "SPL-CAMO-04"
    shown = field(of=rules(camo_identity="open"))
    assert _rule(shown, _of(shown, markers_left=1), at=(3, 3), hidden=True) == "SPL-CAMO-04"


@pytest.mark.rule("SPL-CAMO-04")
def test_a_hidden_unit_takes_a_marker_and_fewer_may_be_named() -> None:
    game = SetUp(before(given=("N", "S"), camo_markers=2)).armies("scamp", "scamp")
    game.do(A, a.Deploy("scamp", (3, 3), hidden=True)).do(A, a.Deploy("scamp", (5, 3)))
    assert [unit.marker for unit in game.position.units.values()] == [True, False]
    assert game.position.seats[A].markers_left == 1
    assert not game.told(e.Revealed)


@pytest.mark.rule("SPL-CAMO-08")
def test_deploying_near_a_hidden_enemy_reveals_it_and_itself() -> None:
    game = SetUp(before(3, given=("N", "E", "S"), camo_markers=1, **FOUR)).armies("scamp", "scamp")
    game.do(A, a.Deploy("scamp", (13, 3), hidden=True))
    while game.asked[1] == A:
        game.one_by_default()
    game.do(B, a.Deploy("scamp", (15, 6), hidden=True))
    assert {event.unit for event in game.told(e.Revealed)} == {"s0u1", "s1u1"}  # type: ignore[attr-defined]


# -------------------------------------------------------------------------------------------- headquarters and ammunition


@pytest.mark.rule("SPL-DEP-08", "SPL-HQ-01")
def test_one_headquarters_and_one_ammunition_supply_on_a_square_each() -> None:
    game = SetUp(before(given=("N", "S"))).armies("scamp").do(A, a.DeployHq((1, 1)))
    laid = game.position.pieces["p1"]
    assert (laid.kind, laid.at, laid.owner, game.position.seats[A].to_lay) == ("hq", (1, 1), A, ("ammo",))
    assert not rules().terrain["hq"].is_large
    assert game.check(A, a.DeployHq((3, 1))) == "SPL-DEP-08"
    assert game.check(A, a.DeployHq((3, 9))) == "SPL-DEP-08"  # before the zone is looked at
    assert game.check(A, a.DeployAmmo((1, 1))) == "SPL-DEP-08"
    assert game.check(A, a.DeployAmmo((2, 1))) is None


@pytest.mark.rule("SPL-DEP-08")
def test_they_stand_on_squares_without_piece_road_or_unit() -> None:
    on = field(unit("s0u1", "scamp", (1, 1)), pieces=[piece("p1", "hedge", (2, 1))], roads=[(3, 1)])
    of = _of(on, to_lay=ALL)
    assert [_base(on, of, (x, 1)) for x in (1, 2, 3, 4)] == ["SPL-DEP-08"] * 3 + [None]
    legal = [at for at in zone(on.rules, on.ground.board, "N", ("N", "S")) if _base(on, of, at) is None]
    assert [*base_places(on, of)] == legal
    assert len(legal) == 48 - 3


@pytest.mark.rule("SPL-DEP-08")
def test_they_part_nothing_not_even_headquarters_of_which_their_owner_may_enter() -> None:
    on = field(pieces=[piece(f"p{x}", "tree", (x, 3)) for x in range(11)])
    assert _base(on, _of(on, to_lay=("hq",)), (11, 3)) == "SPL-DEP-08"
    assert _base(on, _of(on, to_lay=("ammo",)), (11, 3), "ammo") == "SPL-DEP-08"
    assert _base(on, _of(on, to_lay=("hq",)), (11, 1)) is None


@pytest.mark.rule("SPL-DEP-08")
def test_nothing_takes_the_last_places_of_what_is_still_missing() -> None:
    on = _filled((5, 1), (9, 3), (2, 2))
    both, one = _of(on, to_lay=ALL), _of(on, to_lay=("ammo",))
    assert unit_places(on, both) == ((5, 1), (2, 2), (9, 3))  # each leaves two
    two = _filled((5, 1), (9, 3))
    assert unit_places(two, _of(two, to_lay=ALL)) == ()
    assert _rule(two, _of(two, to_lay=ALL), at=(5, 1)) == "SPL-DEP-08"
    assert _rule(two, _of(two, to_lay=("ammo",)), at=(5, 1)) is None
    assert _rule(two, _of(two), at=(5, 1)) is None
    assert _rule(on, one, at=(5, 1)) is None


@pytest.mark.rule("SPL-DEP-08")
def test_neither_takes_the_others_last_place() -> None:
    wall = [piece(f"p{x}", "tree", (x, 3)) for x in range(12) if x not in (4, 7)]
    rest = [piece(f"q{x}-{y}", "hedge", (x, y)) for x in range(12) for y in range(3) if (x, y) != (5, 1)]
    on = field(pieces=[*wall, *rest])  # open are (5, 1) and two gaps, of which one must stay
    of = _of(on, to_lay=ALL)
    assert base_places(on, of) == ((5, 1), (4, 3), (7, 3))
    gap = field(unit("s0u1", "scamp", (5, 1)), pieces=[*wall, *rest])
    assert base_places(gap, _of(gap, to_lay=ALL)) == ()  # one gap closed, the other must not be
    assert _base(gap, _of(gap, to_lay=ALL), (4, 3)) == "SPL-DEP-08"
    assert base_places(gap, _of(gap, to_lay=("ammo",))) == ((4, 3), (7, 3))


@pytest.mark.rule("SPL-DEP-08", "SPL-DEP-09")
def test_where_both_cannot_be_laid_even_in_the_empty_zone_what_can_be_is() -> None:
    lone = _filled((5, 1))
    of = _of(lone, to_lay=ALL)
    assert _rule(lone, of, at=(5, 1)) == "SPL-DEP-08"  # one of the two can be
    assert _base(lone, of, (5, 1)) is None
    assert judge_finish(lone, of) == Refusal("SPL-DEP-05", {"base": "hq"})
    none = _filled()
    assert judge_finish(none, _of(none, to_lay=ALL)) is None
    road = field(pieces=none.ground.pieces.values(), roads=[(5, 4)], edges={})
    assert base_places(road, _of(road, to_lay=ALL)) == ()


@pytest.mark.rule("SPL-DEP-08")
def test_all_squares_for_units_are_those_that_are_legal_one_by_one() -> None:
    gaps = ((5, 1), (9, 3), (2, 2), (3, 2))
    for count in range(1, 5):
        for to_lay in ((), ("hq",), ALL):
            on = _filled(*gaps[:count])
            of = _of(on, to_lay=to_lay)
            legal = {at for at in gaps if _rule(on, of, at=at) is None}
            assert {*unit_places(on, of)} == legal
            assert of.yard.has_base_place(len(to_lay), 0) == bool(base_places(on, of))


# ---------------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("SPL-DEP-09")
def test_a_seat_finishes_when_nothing_it_has_left_has_a_place() -> None:
    on = _filled()
    assert judge_finish(on, _of(on, left=("scamp", "cart"))) is None
    assert judge_finish(field(), _of(field(), left=())) is None
    cart = _filled((5, 1))
    carried = field(unit("s0u1", "cart", (5, 1)), pieces=cart.ground.pieces.values())
    assert judge_finish(carried, _of(carried, left=("marmot",))) is None
    assert judge_finish(carried, _of(carried, left=("marmot", "scamp"))) == Refusal(
        "SPL-DEP-05", {"kind": "scamp", "units": 2}
    )


@pytest.mark.rule("SPL-DEP-09")
def test_what_finds_no_room_stays_out_of_the_game() -> None:
    full = [piece(f"p{x}-{y}", "hedge", (x, y)) for y in range(4) for x in range(12) if y or x > 2]
    game = SetUp(before(pieces=full, given=("N", "S"))).armies("marmot", "sniper", "scamp")
    for _ in range(3):
        game.one_by_default()
    game.do(A, a.FinishDeploy())
    assert game.told(es.DeploymentFinished) == [es.DeploymentFinished(A, ("sniper", "scamp"))]
    out = [each for each in game.position.gone.values() if each.cause == "undeployed"]
    assert [(each.seat, each.type) for each in out] == [(A, "sniper"), (A, "scamp")]
    assert isinstance(out[0], Gone)
    assert game.position.points == {A: 0, B: 0}
    assert game.asked == ("deploy", B)


# ---------------------------------------------------------------------------------------------------------------- whose turn


@pytest.mark.rule("SPL-DEP-01")
@pytest.mark.parametrize(("last", "order"), [(None, [B, C, D, A]), (B, [C, D, A, B]), (A, [B, C, D, A])])
def test_the_seat_after_the_one_that_laid_the_last_piece_deploys_first(last: Any, order: list[Any]) -> None:
    game = SetUp(replace(before(4, starts=B, given=("N", "E", "S", "W"), **FOUR), last_layer=last)).armies("scamp")
    found: list[Any] = []
    while game.asked[0] == "deploy":
        found += [game.asked[1]] if game.asked[1] not in found else []
        game.one_by_default()
    assert found == order


@pytest.mark.rule("SPL-WIN-07")
def test_whoever_resigns_deploys_no_more_and_its_edge_is_not_free_again() -> None:
    game = SetUp(before(3, **FOUR)).armies("scamp").do(A, a.ChooseEdge("W")).do(A, a.DeployHq((0, 5)))
    game.resign(A)
    assert game.asked == ("edge", B)
    assert game.check(B, a.ChooseEdge("W")) == "SPL-DEP-02"
    assert "p1" in game.position.pieces
