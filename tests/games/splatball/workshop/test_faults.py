"""What keeps a battle from being played, and what no document may hold."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.workshop.workshop import Move, Place, Remove
from tests.games.splatball.workshop.making import changed, done, new, opened, shop, told

WALL = [Place("piece.tree", cell=f"{x},5") for x in range(12)]


def faulty(battle: Any, words: str) -> bool:
    """Whether a fault says so, and the battle cannot be set up in spite of it."""
    found = told(battle)
    return any(words in each for each in found)


@pytest.mark.rule("SPL-SET-12")
def test_a_board_must_hang_together_and_have_room() -> None:
    battle = changed(new(), modules_wide=3)
    apart = done(battle, *(Place("gap", cell=f"7,{y}") for y in (1, 7)))

    assert faulty(apart, "SPL-SET-12")
    assert faulty(changed(new(), edges="NES"), "SPL-SET-12")
    assert faulty(changed(new(), players_max=3), "SPL-SET-12")


@pytest.mark.rule("SPL-SET-08")
def test_pieces_may_not_cut_the_board_in_two() -> None:
    assert told(done(new(), *WALL[:-1])) == []
    cut = done(new(), *WALL)

    (fault,) = shop().faults(cut)
    assert fault.thing == "p12"
    assert "SPL-SET-08" in fault.text.en


@pytest.mark.rule("SPL-DEP-06")
@pytest.mark.parametrize(
    "edits",
    [
        (Place("piece.hedge", cell="5,2"),),
        (Place("unit.0.scamp", cell="5,2"),),
        (Move("s0u1", cell="5,0"),),
    ],
    ids=["on a piece", "on a unit", "in headquarters"],
)
def test_a_unit_stands_on_a_free_square(edits: tuple[Any, ...]) -> None:
    assert faulty(done(new(), *edits), "SPL-DEP-06")


@pytest.mark.rule("SPL-DEP-06")
def test_a_unit_beyond_a_smaller_board_stands_nowhere() -> None:
    battle = done(changed(new(), modules_wide=3), Place("unit.0.scamp", cell="14,2"))

    assert faulty(changed(battle, modules_wide=2), "SPL-DEP-06")


@pytest.mark.rule("SPL-CAMO-10")
def test_a_pool_is_larger_than_its_ambush() -> None:
    battle = done(new(), Place("ambush.1", cell="9,9"), Place("ambush.1", cell="7,9"))
    assert told(battle) == []

    assert faulty(changed(battle, "seat.1", pool_scamp=0, pool_hoser=2), "SPL-CAMO-10")


@pytest.mark.rule("SPL-TRN-01")
def test_nobody_rides_where_there_is_no_room() -> None:
    battle = done(new(), Place("unit.0.cart", cell="4,2"), *(Place("unit.0.scamp", cell=f"{x},3") for x in range(4)))
    for name in ("s0u3", "s0u4", "s0u5", "s0u6"):
        battle = changed(battle, name, **{"in": "s0u2"})

    assert faulty(battle, "SPL-TRN-01")


@pytest.mark.rule("SPL-SET-13")
def test_what_is_in_place_needs_a_board_and_pieces_of_its_own() -> None:
    assert faulty(changed(new(), size="free"), "SPL-SET-13")
    assert faulty(changed(new(), mode="configurator"), "SPL-SET-13")
    free = changed(new(), deployment="free", objectives="free", size="free")
    assert faulty(free, "SPL-SET-13")
    assert told(changed(free, mode="none")) == []


@pytest.mark.rule("SPL-OBJ-02")
def test_markers_lie_on_what_may_bear_one_of_somebody_who_plays() -> None:
    battle = done(changed(new(), players_max=3, edges="NES"), Place("piece.hedge", cell="2,5"))
    battle = changed(battle, "p1", marker="2")

    assert faulty(battle, "SPL-OBJ-02")


@pytest.mark.rule("SPL-DEP-02")
def test_every_gang_has_an_edge_of_its_own() -> None:
    assert faulty(changed(new(), "seat.1", edge="N"), "SPL-DEP-02")
    assert faulty(changed(new(), "seat.1", edge="free"), "SPL-DEP-02")
    assert faulty(changed(new(), "seat.1", edge="E"), "SPL-DEP-02")


@pytest.mark.rule("SPL-WIN-04")
def test_every_gang_has_somebody() -> None:
    (fault,) = shop().faults(done(new(), Remove("s1u1")))

    assert (fault.thing, fault.tool) == ("seat.1", "unit.1.scamp")


@pytest.mark.rule("SPL-SET-07")
@pytest.mark.parametrize("kind", ["hedge", "fountain"])
def test_pieces_lie_on_the_board_beside_each_other_and_beside_roads(kind: str) -> None:
    battle = done(new(), Place(f"piece.{kind}", cell="3,5"))
    assert told(battle) == []

    assert faulty(done(battle, Place("piece.tree", cell="3,5")), "SPL-SET-07")
    assert faulty(done(battle, Place("road", cell="3,5")), "SPL-SET-07")
    assert faulty(changed(done(changed(battle, modules_wide=3), Move("p1", cell="13,5")), modules_wide=2), "SPL-SET-07")
    assert faulty(done(new(), Place("piece.fountain", cell="11,5")), "SPL-SET-07")


@pytest.mark.parametrize(
    "wrong",
    [
        {"minutes": 0},
        {"players": [3, 2]},
        {"board": {"modules_wide": 9, "modules_high": 2}},
        {"scenery": {"mode": "fixed", "pieces": [{"id": "hq.0", "kind": "tree", "at": [1, 1]}]}},
        {"scenery": {"mode": "fixed", "pieces": [{"id": "p1", "kind": "tree", "at": [1, 1]}] * 2}},
        {"scenery": {"mode": "configurator", "seed": -1}},
        {"scenery": {"mode": "configurator", "elements": 100_000}},
        {"scenery": {"mode": "fixed", "roads": [[0, 0]] * 500}},
        {"options": {"victory": "luck"}},
        {"options": {"army_value": 5}},
        {"seat": [{"seat": 0, "edge": "N"}] * 2},
        {"seat": [{"seat": 3, "edge": "N"}]},
        {"seat": [{"seat": 0, "edge": "N", "units": [{"id": "s1u1", "type": "scamp", "at": [1, 1]}]}]},
        {"seat": [{"seat": 0, "edge": "N", "units": [{"id": "s0u1", "type": "dragon", "at": [1, 1]}]}]},
        {"seat": [{"seat": 0, "edge": "N", "ambush": {"ids": [], "squares": [[1, 1]], "facing": "N", "pool": []}}]},
    ],
    ids=repr,
)
def test_what_no_document_may_hold_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        shop().read({**new(), **wrong})
    assert all(error.field.startswith("battle") for error in refused.value.errors)


def test_whatever_has_no_faults_can_be_set_up() -> None:
    for battle in (new(), done(new(), *WALL[:-1]), done(new(), Place("ambush.0", cell="2,2"))):
        assert told(battle) == []
        opened(battle)
