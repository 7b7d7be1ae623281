"""Likenesses in the workshop: copies, images, half a table as the image of the other."""

from __future__ import annotations

import pytest

from app.engine.workshop.workshop import Add, Change, Copy, Mirror, Move, Place
from app.systems.tierras_distantes.workshop.document import MOST_OBJECTIVES
from tests.games.tierras_distantes.workshop.shop import made, refused, shop, terrain, told


def test_a_copied_base_is_a_feature_of_its_own_and_what_stood_on_it_goes_with_it():
    battle = made(Place("piece:hill", 300, 300), Place("tier", 300, 300))
    copied = made(Copy("hill-1", dx=500), Copy("hill-2", dx=500), start=battle)

    assert terrain(copied)[2:] == [("hill", "hill-3", 0, 10, True), ("hill", "hill-3", 0, 20, False)]
    imaged = made(Copy("hill-1", image="half_turn"), Copy("hill-2", image="half_turn"), start=battle)
    assert [sorted(row["footprint"])[0] for row in imaged["terrain"][2:]] == [[780, 800], [830, 850]]
    assert refused(Copy("hill-1", dx=5000), battle) == "place"
    assert refused(Copy("hill-9"), battle) == refused(Copy("squad.A"), battle) == "id"
    assert refused(Copy("hill-1", cell="B2"), battle) == "cell"


def test_lists_grow_by_copies():
    battle = made(
        Add("pool:hill"), Add("stack:ruins"), Add("ready:new"), Place("objective", 300, 300), Add("member:A:regular")
    )
    grown = made(
        Copy("hill-1"), Copy("rubble-1.0"), Copy("ready.0"), Copy("objective-goal-1", dx=100), Copy("squad.A.0"), start=battle
    )  # fmt: skip
    assert [row["id"] for row in grown["pool"]] == ["hill-1", "rubble-1", "hill-2"]
    assert len(grown["pool"][1]["parts"]) == 4
    assert (len(grown["ready"]), len(grown["squads"]["A"]["members"])) == (2, 2)
    assert [row["x"] for row in grown["objective"]] == [300, 400]


@pytest.mark.rule("TD-DEP-01")
def test_places_of_a_squad_have_their_image_on_the_other_side():
    battle = made(Add("member:A:regular"), Add("places:A:south"), Move("A01", dx=-100, dy=30))
    places = made(Copy("places.A.south", image="half_turn"), start=battle)["squads"]["A"]["suggested_deployment"]
    assert places == {"south": [[500, 50, 0]], "north": [[700, 1150, 0]]}
    assert refused(Copy("places.A.south", image="left_right"), battle) == "image"
    assert refused(Copy("places.A.south", dx=10), battle) == "image"


@pytest.mark.rule("TD-TER-06")
def test_half_a_table_becomes_the_image_of_the_other():
    battle = made(
        Place("feature:hill", 300, 400), Place("piece:rock", 600, 900), Place("piece:swamp", 600, 620), Place("objective", 300, 200),
        Add("member:A:regular"), Add("places:A:south"), Add("member:B:regular"), Add("places:B:north"),
    )  # fmt: skip
    mirrored = made(Mirror("south", turned=True), start=battle)

    kinds = [row["kind"] for row in mirrored["terrain"]]
    assert kinds == ["hill", "hill", "hill", "swamp", "hill", "hill", "hill"]
    assert {row[1] for row in terrain(mirrored)[4:]} == {"hill-4"}
    assert sorted(mirrored["terrain"][4]["footprint"])[0] == [780, 680]
    assert [(row["x"], row["y"]) for row in mirrored["objective"]] == [(300, 200), (900, 1000)]
    assert mirrored["squads"]["A"]["suggested_deployment"]["north"] == [[600, 1180, 0]]
    assert mirrored["squads"]["B"] == battle["squads"]["B"]
    assert made(Mirror("south", turned=True), start=mirrored)["objective"] == mirrored["objective"]


def test_pieces_that_touch_the_line_between_the_halves_are_doubled():
    battle = made(Place("piece:container", 540, 300))
    assert len(made(Mirror("west"), start=battle)["terrain"]) == 2
    assert len(made(Mirror("west"), Move("container-1", dx=1), Mirror("west"), start=battle)["terrain"]) == 1
    over = made(Move("container-1", dx=1), start=battle)
    assert len(made(Mirror("west"), start=over)["terrain"]) == 1


@pytest.mark.rule("TD-END-10")
@pytest.mark.parametrize(("x", "places"), [(500, [500, 700]), (501, [501])])
def test_an_objective_that_touches_its_own_image_is_doubled_and_one_that_overlaps_it_stays(x, places):
    battle = made(Place("objective", x, 300), Change("radius", 100, "objective-goal-1"))

    assert [row["x"] for row in made(Mirror("west"), start=battle)["objective"]] == places


@pytest.mark.rule("TD-TER-06")
def test_the_image_of_a_part_belongs_to_the_feature_that_stays():
    battle = made(Place("piece:rubble", 600, 400), Place("piece:wall", 560, 350), Move("wall-1", dx=-50))
    mirrored = made(Mirror("west"), start=battle)

    assert [(row["kind"], row["feature"]) for row in mirrored["terrain"]] == [
        ("rubble", "rubble-1"), ("wall", "rubble-1"), ("wall", "rubble-1"),
    ]  # fmt: skip


@pytest.mark.parametrize("scenario", ["outpost", "relay"])
def test_a_scenario_that_is_its_own_image_stays_so(scenario):
    battle = shop().start(scenario)
    mirrored = made(Mirror("south", turned=True), start=battle)

    def lies(battle):
        return sorted((row["kind"], row["z1"], sorted(row["footprint"])) for row in battle["terrain"])

    assert told(mirrored) == []
    assert lies(mirrored) == lies(battle)


@pytest.mark.rule("TD-END-10")
def test_there_are_no_more_objectives_than_a_battle_may_have():
    battle = made(Place("objective", 300, 300), *[Copy("objective-goal-1", dx=10)] * (MOST_OBJECTIVES - 1))

    assert len(battle["objective"]) == MOST_OBJECTIVES
    assert refused(Copy("objective-goal-1", dx=10), battle) == "id"
