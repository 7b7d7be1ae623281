"""Setting up the field by methods A and B."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import ObstaclePlaced, ObstaclesFinished
from tests.games.war_of_plastic.matches import Match, of_kind, opened

HOUSE = 11
"""Where the first house stands in the pool of the crossroads."""


def method_a() -> Match:
    """The crossroads by method A; army A has the first go."""
    match = opened("crossroads", obstacle_method="alternate")
    match.does("a", a.Roll(), 6, 1)
    return match


def method_b() -> Match:
    """The horde by method B; army A places."""
    match = opened("horde_against_armour")
    match.does("a", a.Roll(), 6, 1)
    match.does("a", a.ChooseRole("place"))
    return match


@pytest.mark.rule("WOP-OBST-01")
@pytest.mark.parametrize("method", ["alternate", "one_side"])
def test_a_scenario_without_a_pool_is_played_with_its_own_field_only(method):
    with pytest.raises(InvalidInput) as raised:
        opened("garden_skirmish", obstacle_method=method)

    assert [error.field for error in raised.value.errors] == ["options.obstacle_method"]


@pytest.mark.rule("WOP-OBST-01")
def test_methods_a_and_b_begin_with_an_empty_field():
    assert method_a().position.board.pieces == ()
    assert len(opened("crossroads").position.board.pieces) == 19


@pytest.mark.rule("WOP-OBST-02", "WOP-OBST-06")
def test_by_method_a_the_armies_place_one_piece_each_in_turn():
    match = method_a()

    match.does("a", a.PlaceObstacle(0, 300, 300))
    assert match.refuses("a", a.PlaceObstacle(1, 600, 300)) == "WOP-OBST-06"
    assert match.refuses("a", a.PassObstacle()) == "WOP-OBST-06"
    match.does("b", a.PlaceObstacle(1, 600, 300))

    assert match.to_act == ("a",)
    assert [piece.id for piece in match.position.board.pieces] == ["barricade-1", "barricade-2"]


@pytest.mark.rule("WOP-OBST-06")
def test_a_piece_is_offered_once_with_how_many_are_left_of_it():
    match = method_a()

    def barricade() -> str:
        return next(offer.label.en for offer in match.offers(match.to_act[0]) if offer.label.en.startswith("Barricade"))

    assert barricade() == "Barricade (10\u00a0×\u00a01.6\u00a0cm)\u00a0×3"
    match.does("a", a.PlaceObstacle(0, 300, 300))
    match.does("b", a.PlaceObstacle(1, 600, 300))
    assert barricade() == "Barricade (10\u00a0×\u00a01.6\u00a0cm)"


@pytest.mark.rule("WOP-OBST-06")
def test_a_pass_does_not_bar_placing_at_the_next_go():
    match = method_a()
    match.does("a", a.PassObstacle())
    match.does("b", a.PlaceObstacle(0, 300, 300))

    match.does("a", a.PlaceObstacle(1, 600, 300))

    assert len(match.position.board.pieces) == 2


@pytest.mark.rule("WOP-OBST-06")
def test_two_passes_one_after_the_other_end_the_placing():
    match = method_a()
    match.does("a", a.PassObstacle())
    match.does("b", a.PlaceObstacle(0, 300, 300))
    match.does("a", a.PassObstacle())
    assert match.position.phase is Phase.OBSTACLES

    events = match.does("b", a.PassObstacle())

    assert of_kind(events, ObstaclesFinished) == [ObstaclesFinished(13)]
    assert match.position.phase is Phase.EDGE_ROLL


@pytest.mark.rule("WOP-OBST-06")
def test_the_placing_ends_when_the_pool_is_empty():
    match = method_a()
    spots = [(150 + 300 * (index % 6), 150 + 300 * (index // 6)) for index in range(14)]

    for index, (x, y) in enumerate(spots):
        match.does("ab"[index % 2], a.PlaceObstacle(index, x, y))

    assert match.position.phase is Phase.EDGE_ROLL
    assert len(match.position.board.pieces) == 14


@pytest.mark.rule("WOP-OBST-06")
def test_a_piece_that_is_placed_or_that_there_never_was_cannot_be_placed():
    match = method_a()
    match.does("a", a.PlaceObstacle(0, 300, 300))

    assert match.refuses("b", a.PlaceObstacle(0, 600, 600)) == "WOP-OBST-06"
    assert match.refuses("b", a.PlaceObstacle(14, 600, 600)) == "WOP-OBST-06"


@pytest.mark.rule("WOP-OBST-07")
def test_the_whole_piece_lies_inside_the_field():
    match = method_a()

    assert match.refuses("a", a.PlaceObstacle(0, 50, 8)) is None
    assert match.refuses("a", a.PlaceObstacle(0, 49, 8)) == "WOP-OBST-07"
    assert match.refuses("a", a.PlaceObstacle(0, 1750, 1192)) is None
    assert match.refuses("a", a.PlaceObstacle(0, 1750, 1193)) == "WOP-OBST-07"


@pytest.mark.rule("WOP-OBST-08")
def test_pieces_share_no_point_not_even_of_their_outlines():
    match = method_a()
    match.does("a", a.PlaceObstacle(0, 300, 300))

    assert match.refuses("b", a.PlaceObstacle(1, 300, 316)) == "WOP-OBST-08"
    assert match.refuses("b", a.PlaceObstacle(1, 300, 317)) is None


@pytest.mark.rule("WOP-OBST-09")
def test_a_piece_is_turned_in_steps_of_fifteen_degrees():
    match = method_a()

    events = match.does("a", a.PlaceObstacle(0, 300, 300, rotation_step=6))

    (placed,) = of_kind(events, ObstaclePlaced)
    assert placed.piece.points_mm == ((308, 250), (308, 350), (292, 350), (292, 250))


@pytest.mark.rule("WOP-OBST-10", "WOP-OBST-03")
def test_by_method_b_only_the_placing_army_places_until_it_says_so():
    match = method_b()

    match.does("a", a.PlaceObstacle(0, 300, 300))
    match.does("a", a.PlaceObstacle(1, 600, 300))

    assert match.refuses("b", a.PlaceObstacle(2, 900, 300)) == "WOP-OBST-10"
    assert match.refuses("b", a.FinishObstacles()) == "WOP-OBST-10"
    assert match.refuses("a", a.PassObstacle()) == "WOP-MAN-14"
    events = match.does("a", a.FinishObstacles())
    assert of_kind(events, ObstaclesFinished) == [ObstaclesFinished(12)]
    assert match.position.phase is Phase.EDGE_CHOICE
    assert match.to_act == ("b",)


@pytest.mark.rule("WOP-OBST-10")
def test_finishing_belongs_to_method_b_alone():
    assert method_a().refuses("a", a.FinishObstacles()) == "WOP-MAN-14"


@pytest.mark.rule("WOP-OBST-11")
def test_pieces_may_stand_where_an_army_will_deploy():
    match = method_a()

    assert match.refuses("a", a.PlaceObstacle(HOUSE, 900, 60)) is None


@pytest.mark.rule("WOP-OBST-06")
def test_every_shape_of_the_pool_is_offered_with_places_for_each_of_its_copies():
    match = method_a()

    offers = [offer for offer in match.offers("a") if offer.type == "place_obstacle"]

    assert len(offers) == 9
    assert {example.index for offer in offers for example in offer.examples} == set(range(14))
    assert match.offered("a")[-2:] == ["place_obstacle", "pass_obstacle"]
