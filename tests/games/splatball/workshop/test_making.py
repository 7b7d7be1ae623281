"""What can be put into a battle, moved, turned, set and taken away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.engine.workshop.workshop import Add, Change, Move, Place, Remove, Turn
from app.systems.splatball.book.kinds import KINDS
from app.systems.splatball.workshop.things import LAID
from tests.games.splatball.playing import game
from tests.games.splatball.workshop.making import changed, done, new, opened, shop, told

SCENARIOS = [(scenario.id, scenario.seats.min) for scenario in game().manifest.scenarios]


@pytest.mark.parametrize(("scenario", "seats"), SCENARIOS)
def test_a_copy_of_a_scenario_opens_as_the_scenario_does(scenario: str, seats: int) -> None:
    setup = Setup(scenario, tuple({"kind": "human"} for _ in range(seats)))
    own = play.start(game(), setup, StreamDice(bytes(32), "opening")).state

    made = opened(shop().start(scenario), seats)

    assert replace(made, scenario=own.scenario, battle=None) == own


def test_a_new_battle_can_be_played_as_it_is_and_ends() -> None:
    assert told(new()) == []
    assert opened(new()).phase == "turn"


@pytest.mark.parametrize("kind", LAID)
def test_every_kind_of_piece_is_laid_where_it_is_put(kind: str) -> None:
    battle = done(new(), Place(f"piece.{kind}", cell="2,5"))

    assert opened(battle).pieces["p1"].kind == kind  # type: ignore[index]
    assert opened(battle).pieces["p1"].at == (2, 5)  # type: ignore[index]


@pytest.mark.rule("SPL-DEP-10")
def test_headquarters_have_the_ids_after_the_last_piece_whatever_was_taken_away() -> None:
    battle = done(new(), Place("piece.tree", cell="2,5"), Place("piece.hedge", cell="4,5"), Remove("p1"))

    pieces = opened(battle).pieces
    assert {name: piece.kind for name, piece in pieces.items()} == {"p2": "hedge", "p3": "hq", "p4": "hq"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_unit_stands_where_it_is_put_and_looks_where_it_is_turned(kind: str) -> None:
    battle = done(new(), Place(f"unit.1.{kind}", cell="9,9", turn_deg=135))

    unit = opened(battle).units["s1u2"]  # type: ignore[index]
    assert (unit.type, unit.at, unit.facing, unit.seat) == (kind, (9, 9), "NW", "b")


def test_roads_are_painted_and_painted_over() -> None:
    battle = done(new(), *(Place("road", cell=f"{x},5") for x in (1, 2, 3)), Place("grass", cell="2,5"))

    assert opened(battle).board.roads == ((1, 5), (3, 5))
    assert opened(done(battle, Remove("1,5"))).board.roads == ((3, 5),)


@pytest.mark.parametrize(
    ("deg", "segment"),
    [(0, ((6, 5), (6, 6))), (90, ((5, 5), (6, 5))), (180, ((5, 5), (5, 6))), (270, ((5, 6), (6, 6)))],
)
def test_a_fence_stands_on_the_side_that_it_is_turned_to(deg: int, segment: object) -> None:
    battle = done(new(), Place("fence", cell="5,5", turn_deg=deg))

    assert opened(battle).board.fences == (segment,)
    assert opened(done(battle, Place("fence", cell="5,5", turn_deg=deg))).board.fences == (segment,)  # once
    thing = shop().edit(new(), Place("fence", cell="5,5", turn_deg=deg)).thing
    assert opened(done(battle, Remove(thing))).board.fences == ()
    with pytest.raises(InvalidInput):
        done(new(), Place("fence", cell="0,5", turn_deg=180))


def test_markers_are_laid_on_pieces_and_taken_off_again() -> None:
    battle = done(new(), Place("piece.hedge", cell="2,5"), Place("marker.1", cell="2,5"))
    assert opened(battle).pieces["p1"].objective == "b"  # type: ignore[index]
    assert opened(changed(battle, "p1", marker="0")).pieces["p1"].objective == "a"  # type: ignore[index]

    for bare in (done(battle, Place("marker.1", cell="2,5")), changed(battle, "p1", marker="none")):
        assert opened(bare).pieces["p1"].objective is None  # type: ignore[index]
    with pytest.raises(InvalidInput):
        done(battle, Place("marker.1", cell="3,5"))


def test_headquarters_and_ammunition_lie_once_for_each_seat() -> None:
    battle = done(new(), Place("ammo.0", cell="2,1"), Place("hq.0", cell="3,0"), Move("hq.0", cell="4,0"))

    pieces = {(piece.kind, piece.owner): piece for piece in opened(battle).pieces.values()}
    assert pieces["hq", "a"].at == (4, 0)
    assert (pieces["ammo", "a"].at, pieces["ammo", "a"].objective) == ((2, 1), "a")
    assert [piece.kind for piece in opened(done(battle, Remove("ammo.0"))).pieces.values()] == ["hq", "hq"]


def test_a_unit_is_moved_turned_wounded_and_given_to_another_gang() -> None:
    battle = done(new(), Move("s0u1", cell="2,3"), Turn("s0u1", 90))
    battle = changed(battle, "s0u1", lives=2)
    unit = opened(battle).units["s0u1"]  # type: ignore[index]
    assert (unit.at, unit.facing, unit.lives) == ((2, 3), "E", 2)
    for by_deg, facing in ((15, "NE"), (-15, "SE"), (-100, "S")):
        assert opened(done(battle, Turn("s0u1", by_deg))).units["s0u1"].facing == facing  # type: ignore[index]

    edited = shop().edit(done(battle, Place("unit.0.scamp", cell="4,2")), Change("seat", "1", "s0u1"))
    assert edited.thing == "s1u2"
    assert opened(edited.battle).units["s1u2"].at == (2, 3)  # type: ignore[index]


def test_whoever_is_foot_rides_and_gets_off_where_it_is_moved() -> None:
    battle = done(new(), Place("unit.0.armadillo", cell="4,2"), Place("unit.0.scamp", cell="3,2"))
    battle = changed(battle, "s0u3", **{"in": "s0u2"})
    assert opened(battle).units["s0u3"].inside == "s0u2"  # type: ignore[index]

    assert opened(done(battle, Move("s0u3", cell="6,2"))).units["s0u3"].at == (6, 2)  # type: ignore[index]
    assert "it is not on a free square" in told(done(battle, Remove("s0u2")))[0]


def test_an_ambush_has_squares_a_facing_and_a_pool() -> None:
    battle = changed(new(), option_camo_identity="secret")
    battle = done(battle, Place("ambush.1", cell="9,9"), Place("ambush.1", cell="7,9"), Turn("s1u2", 45))
    battle = changed(battle, "seat.1", pool_sniper=2, pool_hoser=0)

    at = opened(battle)
    seat = at.seats["b"]  # type: ignore[index]
    assert (seat.ambush, seat.left) == (((9, 9), (7, 9)), ("scamp", "scamp", "sniper", "sniper"))
    assert opened(done(battle, Remove("s1u2"))).seats["b"].ambush == ((7, 9),)  # type: ignore[index]
    assert opened(done(battle, Remove("s1u2"), Remove("s1u3"))).phase == "turn"


def test_modules_are_taken_out_and_put_back() -> None:
    battle = changed(new(), modules_wide=3)
    gap = done(battle, Place("gap", cell="14,1"))

    assert opened(gap).board.missing == ((2, 0),)
    assert opened(done(gap, Remove("gap.2.0"))).board.missing == ()
    assert opened(changed(battle, modules_high=3, shape="corner")).board.missing != ()


def test_the_configurators_board_is_taken_over_piece_by_piece() -> None:
    battle = changed(new(), deployment="free", objectives="free", mode="configurator", seed=77, elements=20, large=1)
    drawn = opened(battle)

    taken = done(battle, Add("take_over"))
    assert told(taken) == []
    kept = opened(taken)

    assert (kept.pieces, kept.board.roads, kept.board.fences) == (drawn.pieces, drawn.board.roads, drawn.board.fences)
    assert opened(done(battle, Add("another_seed"))).pieces != drawn.pieces


def test_who_plays_who_begins_and_what_is_free_can_be_set() -> None:
    battle = changed(
        new(), players_max=4, players_min=2, deployment="free", objectives="free", edges="NESW", starting_seat="1"
    )
    battle = changed(battle, "seat.0", army_scamp=2, edge="free")

    assert [row["seat"] for row in battle["seat"]] == [0, 1, 2, 3]
    assert battle["seat"][0]["suggested_army"] == {"scamp": 2}
    assert battle["starting_seat"] == 1
    assert [row["seat"] for row in changed(battle, players_max=3)["seat"]] == [0, 1, 2]
    assert shop().spec(battle).seats.max == 4


@pytest.mark.parametrize(
    "edit",
    [
        Place("piece.dragon", cell="2,5"),
        Place("unit.7.scamp", cell="2,5"),
        Place("unit.0.dragon", cell="2,5"),
        Place("hedge", cell="2,5"),
        Place("road", cell="40,5"),
        Place("road"),
        Add("take_over"),
        Move("s0u9", cell="2,5"),
        Move("seat.0", cell="2,5"),
        Turn("p1", 90),
        Remove("2,5"),
        Remove("seat.0"),
    ],
    ids=repr,
)
def test_what_makes_no_sense_is_refused(edit: object) -> None:
    with pytest.raises(InvalidInput):
        done(new(), edit)
