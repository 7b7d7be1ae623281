"""Terrain that can be played on, and that the game's own is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards.measured import Table
from app.engine.types import Text
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PLAYERS, PieceId
from app.systems.tierras_distantes.book.pieces import Objective, Piece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.land.placing import covered_twice, covers_enough
from app.systems.tierras_distantes.land.sound import Flaw, objective_flaws, terrain_flaws
from app.systems.tierras_distantes.muster.zones import Zone, deploy_refusal, places_for_all
from app.systems.tierras_distantes.space.land import body_at, land_of
from tests.games.tierras_distantes.table import rules

TABLE = Table(1000, 1000)
SCENARIOS = tuple(rules().scenarios.values())


def lying(
    name: str, kind: Any, box: Any, *, z: tuple[int, int] = (0, 0), feature: str = "", base: bool = True
) -> Piece:
    footprint = corners(box) if isinstance(box[0], int) else box
    return Piece(PieceId(name), kind, footprint, *z, feature or name, base)


def flaws(*pieces: Piece) -> list[Flaw]:
    return list(terrain_flaws(rules().ground, TABLE, pieces))


@pytest.mark.rule("TD-TER-05")
def test_a_footprint_is_convex_counter_clockwise_and_on_the_table() -> None:
    assert flaws(lying("a", "hill", ((0, 0), (0, 100), (100, 0)), z=(0, 10))) == [Flaw("outline", "a")]
    assert flaws(lying("a", "hill", (900, 0, 1001, 100), z=(0, 10))) == [Flaw("off_table", "a")]
    assert flaws(lying("a", "hill", (900, 0, 1000, 100), z=(0, 10))) == []


@pytest.mark.rule("TD-TER-05")
@pytest.mark.parametrize(
    ("kind", "z", "sound"),
    [
        ("hill", (0, 10), True),
        ("hill", (10, 10), False),
        ("platform", (55, 60), True),
        ("platform", (-1, 60), False),
        ("swamp", (0, 0), True),
        ("swamp", (20, 20), True),
        ("swamp", (0, 1), False),
        ("woods", (0, 60), True),
        ("woods", (10, 60), False),
    ],
)
def test_bottom_and_top_go_with_the_kind(kind: str, z: tuple[int, int], sound: bool) -> None:
    assert flaws(lying("a", kind, (0, 0, 100, 100), z=z)) == ([] if sound else [Flaw("heights", "a")])


@pytest.mark.rule("TD-TER-06")
def test_features_on_the_ground_may_touch_but_not_overlap() -> None:
    hill = lying("hill", "hill", (0, 0, 200, 200), z=(0, 10))

    assert flaws(hill, lying("rock", "rock", (200, 0, 300, 200), z=(0, 40))) == []
    assert flaws(hill, lying("rock", "rock", (199, 0, 300, 200), z=(0, 40))) == [Flaw("overlap", "rock", "hill")]
    assert flaws(hill, lying("bridge", "platform", (100, 0, 300, 200), z=(55, 60))) == []
    assert flaws(hill, lying("tier", "hill", (50, 50, 100, 100), z=(0, 20), feature="hill", base=False)) == []
    base = lying("base", "hill", (50, 50, 100, 100), z=(0, 20), feature="hill")
    assert flaws(hill, base) == [Flaw("overlap", "base", "hill")]
    woods = lying("woods", "woods", (50, 50, 100, 100), z=(0, 60), feature="hill", base=False)
    assert flaws(hill, woods) == flaws(woods, hill) == []
    assert flaws(hill, woods, replace(woods, id=PieceId("more"))) == [Flaw("overlap", "more", "woods")]
    trees = [lying(n, "woods", (0, 0, 200, 200), z=(0, 60), feature="w", base=False) for n in ("w1", "w2")]
    assert flaws(*trees) == [Flaw("overlap", "w2", "w1")]


@pytest.mark.rule("TD-END-10")
def test_an_objective_is_at_a_height_that_feet_come_to() -> None:
    roof = lying("house", "building", (100, 100, 200, 200), z=(0, 60))
    wall = lying("wall", "wall", (300, 100, 400, 200), z=(0, 50))

    def found(x: int, low: int, high: int) -> list[Flaw]:
        aim = Objective("aim", Text("", ""), x, 150, 50, low, high, 1)
        return list(objective_flaws(rules().ground, TABLE, (roof, wall), (aim,)))

    assert found(150, 60, 60) == found(60, 60, 60) == found(250, 0, 0) == []
    assert found(251, 60, 60) == found(350, 50, 50) == [Flaw("out_of_reach", "aim")]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
@pytest.mark.rule("TD-TER-01", "TD-TER-05", "TD-TER-06", "TD-END-10")
def test_the_terrain_of_every_scenario_is_sound(scenario: Any) -> None:
    table = Table(*scenario.table)

    assert list(terrain_flaws(rules().ground, table, scenario.terrain)) == []
    assert list(objective_flaws(rules().ground, table, scenario.terrain, scenario.objectives)) == []
    if scenario.options.get("terrain_mode", "scenario") == "scenario":
        assert covers_enough(rules(), table, covered_twice(scenario.terrain))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
@pytest.mark.rule("TD-DEP-08")
def test_every_given_squad_has_room_on_either_side(scenario: Any) -> None:
    table = Table(*(side * NM_PER_MM for side in scenario.table))
    land = land_of(rules().ground, scenario.terrain)
    for player in PLAYERS:
        squad = scenario.squads[player]
        minis = [
            body_at(rules().qualities[member.quality], "", (0, 0, 0))
            for member in squad.members
            for _ in range(member.count)
        ]
        for side in scenario.sides:
            zone = Zone(rules(), land, table, side)
            suggested = [
                mini._replace(x=x * NM_PER_MM, y=y * NM_PER_MM, z=z * NM_PER_MM)
                for mini, (x, y, z) in zip(minis, squad.suggested.get(side, ()), strict=False)
            ]
            assert [deploy_refusal(zone, place, suggested[:n]) for n, place in enumerate(suggested)] == [None] * len(
                suggested
            )
            assert None not in places_for_all(zone, [(mini, None) for mini in minis], ())
