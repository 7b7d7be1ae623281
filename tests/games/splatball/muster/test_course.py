"""The course of the set-up: the order of its steps, whose place it is, what ends a step, what is skipped."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from app.engine import play
from app.engine.types import Seat
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import Position, SeatState
from app.systems.splatball.turn.machine import asked
from tests.games.splatball.muster.setting_up import A, B, C, SetUp, before, trees
from tests.games.splatball.playing import after, game, refused
from tests.games.splatball.table import piece

BUDGET = {"elements": 3, "large": 1, "roads": 1, "fences": 1}
WIDE = {"size": (18, 18), "edges": ("N", "E", "S", "W")}
ROAD = a.PlaceRoad((1, 6), (8, 6))
FENCE = a.PlaceFence((4, 9), (8, 9))


def _by_hand(players: int = 2, **more: object) -> SetUp:
    return SetUp(before(players, **{"to_lay": BUDGET, **more})).armies("scamp")  # type: ignore[arg-type]


@pytest.mark.rule("SPL-SET-01")
def test_armies_scenery_miniatures_objectives_markers() -> None:
    game = SetUp(before(pieces=trees(4), to_lay=BUDGET, camo_identity="open", camo_markers=1))
    steps = [game.position.step]
    while not game.is_over:
        game.one_by_default()
        if game.position.step != steps[-1]:
            steps.append(game.position.step)
    assert steps == ["army", "scenery", "roads", "fences", "edge", "deploy", "edge", "deploy", "objectives", "markers"]
    assert game.position.phase == "markers"
    assert game.position.active is None


@pytest.mark.rule("SPL-SET-01")
def test_a_scenario_with_everything_fixed_begins_at_once() -> None:
    seats = {seat: SeatState(seat, edge, handed_in=True, finished=True) for seat, edge in ((A, "N"), (B, "S"))}
    at = before(scenario="quick_start", size=(12, 12))
    game = SetUp(replace(at, seats=seats, starting_seat=None, order=()), 2, 5)
    assert game.is_over
    assert game.position.order == (B, A)
    assert [type(event) for event in game.events] == [es.StartRolled]


@pytest.mark.rule("SPL-SET-03", "SPL-SET-05")
def test_pieces_are_laid_in_turn_from_the_starting_seat() -> None:
    game = _by_hand(3, starts=C, **WIDE)
    order = []
    for x in (5, 7, 9):
        order.append(game.asked)
        seat = game.asked[1]
        assert seat is not None
        game.do(seat, a.PlacePiece("tree", (x, 8)))
    assert order == [("scenery", C), ("scenery", A), ("scenery", B)]
    assert game.asked == ("roads", C)  # the budget is used up
    assert [(each.id, each.at) for each in game.position.pieces.values()] == [
        ("p1", (5, 8)),
        ("p2", (7, 8)),
        ("p3", (9, 8)),
    ]
    assert game.position.last_layer == B


@pytest.mark.rule("SPL-SET-05")
def test_the_step_ends_when_all_pass_in_succession() -> None:
    game = _by_hand().do(A, a.Pass()).do(B, a.PlacePiece("tree", (5, 8))).do(A, a.Pass())
    assert game.asked == ("scenery", B)
    assert game.do(B, a.Pass()).asked == ("roads", A)


@pytest.mark.rule("SPL-SET-05", "SPL-SET-06")
def test_the_budget_of_the_room_counts() -> None:
    game = _by_hand(to_lay={"elements": 5, "large": 1})
    assert game.check(A, a.PlacePiece("fountain", (5, 8))) is None
    game.do(A, a.PlacePiece("fountain", (5, 8)))
    assert game.check(B, a.PlacePiece("treehouse", (8, 8))) == "SPL-SET-05"
    assert game.do(B, a.PlacePiece("tree", (8, 8))).asked == ("edge", A)
    less = _by_hand(to_lay={"elements": 3, "large": 1})
    assert less.check(A, a.PlacePiece("fountain", (5, 8))) == "SPL-SET-06"


@pytest.mark.rule("SPL-SET-09")
def test_roads_then_fences_each_until_the_agreed_number_stands_or_all_pass() -> None:
    game = _by_hand(to_lay={"roads": 1, "fences": 2})
    assert game.asked == ("roads", A)
    game.do(A, a.Pass()).do(B, ROAD)
    assert {(1, 6), (8, 6)} < {*game.position.board.roads}
    assert game.asked == ("fences", A)
    game.do(A, FENCE)
    assert len(game.position.board.fences) == 4
    assert game.asked == ("fences", B)
    assert game.do(B, a.Pass()).do(A, a.Pass()).asked == ("edge", A)


@pytest.mark.rule("SPL-SET-09")
def test_a_step_with_nothing_to_lay_is_skipped_and_bad_ends_are_refused() -> None:
    game = _by_hand(to_lay={"elements": 1, "fences": 1}).do(A, a.PlacePiece("tree", (5, 8)))
    assert game.asked == ("fences", A)
    assert game.check(A, a.PlaceFence((5, 8), (9, 8))) == "SPL-SET-09"  # a corner of the tree
    assert _by_hand(to_lay={"roads": 1}).check(A, a.PlaceRoad((5, 5), (5, 5))) == "SPL-SET-09"


@pytest.mark.rule("SPL-DEP-01")
def test_roads_and_fences_do_not_count_for_who_deploys_first() -> None:
    game = _by_hand(to_lay={"elements": 1, "roads": 1}).do(A, a.PlacePiece("tree", (5, 12))).do(A, a.Pass()).do(B, ROAD)
    assert game.asked == ("edge", B)


@pytest.mark.rule("SPL-WIN-07")
def test_whoever_resigns_is_left_out_of_all_that_follows() -> None:
    game = SetUp(before(3, to_lay=BUDGET, **WIDE))  # type: ignore[arg-type]
    game.do(A, a.SubmitArmy(("scamp",))).do(C, a.SubmitArmy(("scamp",)))
    assert game.asked == ("army", None)
    assert game.resign(B).asked == ("scenery", A)
    assert game.do(A, a.PlacePiece("tree", (5, 8))).asked == ("scenery", C)
    assert game.do(C, a.Pass()).do(A, a.Pass()).asked == ("roads", A)
    gone = _by_hand(3, **WIDE).do(A, a.Pass()).do(B, a.Pass())
    assert gone.asked == ("scenery", C)
    assert gone.resign(C).asked == ("roads", A)  # all that are left have passed
    moved = _by_hand(3, **WIDE).do(A, a.Pass())
    assert moved.resign(B).asked == ("scenery", C)
    assert _by_hand(3, **WIDE).resign(A).asked == ("scenery", B)


@pytest.mark.rule("SPL-WIN-07")
def test_objectives_pass_over_whoever_resigns() -> None:
    game = SetUp(before(3, pieces=trees(9), **WIDE)).armies("scamp").by_default(until="objectives")  # type: ignore[arg-type]
    game.do(A, a.PlaceObjective("p4"))
    assert game.resign(B).asked == ("objectives", C)
    game.by_default()
    assert sum(each.objective == A for each in game.position.pieces.values() if each.kind == "tree") == 3
    assert sum(each.objective == C for each in game.position.pieces.values() if each.kind == "tree") == 3


@pytest.mark.rule("SPL-SET-01")
def test_every_default_is_legal_to_the_end() -> None:
    full = {"elements": 18, "large": 2, "roads": 1, "fences": 3}
    for players, more in ((2, {}), (3, WIDE), (4, WIDE)):
        game = SetUp(before(players, pieces=trees(20), to_lay=full, camo_markers=2, **more)).by_default()  # type: ignore[arg-type]
        assert game.is_over
        assert all(state.finished and not state.left for state in game.position.seats.values())


# ------------------------------------------------------------------------------------------------- positions that somebody made


def made(seats: Mapping[Seat, Mapping[str, object]], **values: object) -> Position:
    """A position as its rules name it, without what this program keeps beside that (section 11): read from its JSON."""
    played = SetUp(before(3, **WIDE)).armies("scamp", "sniper").position  # type: ignore[arg-type]
    states = {seat: replace(state, **seats.get(seat, {})) for seat, state in played.seats.items()}
    plain = play.encode(replace(played, seats=states, **values))
    for state in plain["seats"].values():
        del state["handed_in"]
        state.pop("finished", None)
    found: Position = play.decode_state(game(), plain)
    return found


@pytest.mark.rule("SPL-ARMY-02", "SPL-ASK-01")
def test_whose_army_is_there_has_handed_it_in() -> None:
    at = made({B: {"army": None, "left": ()}}, phase="army", step="army", active=None)

    assert asked(at) == (B,)
    assert refused(at, "a", a.SubmitArmy(("scamp",))) == "SPL-ASK-01"
    assert after(at, "b", a.SubmitArmy(("scamp",))).step == "edge"


@pytest.mark.rule("SPL-DEP-05", "SPL-DEP-01")
def test_whoever_has_nothing_left_has_deployed_when_it_is_anothers_place() -> None:
    at = made({A: {"edge": "N", "left": (), "to_lay": ()}, B: {"edge": "S"}}, phase="deploy", step="deploy", active=B)

    for act in (
        a.DeployHq((8, 16)),
        a.DeployAmmo((8, 15)),
        a.Deploy("scamp", (9, 16)),
        a.Deploy("sniper", (10, 16)),
    ):
        at = after(at, "b", act)
        assert (at.active, at.step) == (B, "deploy")
    at = after(at, "b", a.FinishDeploy())
    assert (at.active, at.step) == (C, "edge")


@pytest.mark.rule("SPL-DEP-01")
def test_after_whoever_is_deploying_the_next_one_clockwise_does() -> None:
    at = made({B: {"edge": "S", "left": (), "to_lay": ()}}, phase="deploy", step="deploy", active=B)

    assert after(at, "b", a.FinishDeploy()).active == C
    assert after(at, "b", a.Resign()).active == C


@pytest.mark.rule("SPL-SET-05", "SPL-SET-06", "SPL-SET-09")
def test_what_is_left_to_lay_by_hand_is_reckoned_from_what_lies() -> None:
    lies = (piece("p1", "fountain", (5, 8)), *(piece(f"p{number}", "tree", (2 * number, 5)) for number in range(2, 8)))
    at = before(2, pieces=lies, roads=[(0, 7), (1, 7)], size=(12, 12), scenery="alternate")
    at = replace(at, phase="scenery", step="scenery", active=A)  # 12 elements, of which a fountain and six trees lie
    assert refused(at, "a", a.PlacePiece("treehouse", (8, 8))) == "SPL-SET-05"

    at = after(at, "a", a.PlacePiece("tree", (1, 9)))
    assert (at.to_lay, at.active) == ({"elements": 1, "large": 0, "roads": 0, "fences": 2}, B)
    assert after(at, "b", a.PlacePiece("tree", (10, 9))).step == "fences"
