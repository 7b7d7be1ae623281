"""The ready-to-play games: they open, they are possible, they are fair, and random play ends them."""

from __future__ import annotations

import random

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.ground.places import obstruction
from app.systems.war_of_plastic.muster.armies import are_equal
from app.systems.war_of_plastic.position.field import Field
from tests.games.war_of_plastic.battlefield import book
from tests.games.war_of_plastic.matches import game, opened

SCENARIOS = [row["id"] for row in book().scenarios.values()]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_opens_for_every_number_of_seats_it_names(scenario):
    low, high = book().scenarios[scenario]["players"]

    for seats in range(low, high + 1):
        match = opened(scenario, seats=seats)
        assert match.to_act
        assert {seat for unit in match.position.units.values() for seat in (unit.owner,)} <= set("abcdef"[:seats])


@pytest.mark.rule("WOP-GEN-01", "WOP-GEN-04", "WOP-GEN-05")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_two_armies_on_a_field_of_legal_size_with_terrain(scenario):
    match = opened(scenario)
    board = match.position.board

    assert set(match.position.armies) == {"A", "B"}
    assert 600 <= board.width_mm <= 3000
    assert 600 <= board.height_mm <= 3000
    assert board.pieces or match.position.obstacles is not None
    assert min(board.width_mm, board.height_mm) // 4 >= max(2 * u.radius_mm for u in match.position.units.values())


@pytest.mark.rule("WOP-MOVE-12", "WOP-DEPL-15")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_placed_in_advance_stand_where_they_may(scenario):
    position = opened(scenario).position
    field = Field.of(position, game().rules(position))

    for unit in field.on_table():
        assert obstruction(field, unit, field.place_of(unit)) is None, unit.id


@pytest.mark.rule("WOP-ARMY-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_armies_are_equal_unless_the_scenario_says_otherwise(scenario):
    match = opened(scenario)
    armies = {
        army: [(unit.kind, unit.special) for unit in match.position.units.values() if unit.army == army]
        for army in ("A", "B")
    }

    assert are_equal(armies["A"], armies["B"]) == match.position.options["symmetric_armies"]


@pytest.mark.rule("WOP-TEAM-03", "WOP-TEAM-02")
def test_units_go_round_the_seats_of_their_army():
    two, six = opened("breakthrough"), opened("breakthrough", seats=6)

    assert {unit.owner for unit in two.position.units.values() if unit.army == "A"} == {"a"}
    assert [six.unit(name).owner for name in ("A-01", "A-02", "A-03")] == ["a", "e", "c"]
    assert [six.unit(name).owner for name in ("B-01", "B-03", "B-05")] == ["b", "f", "d"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_shown_with_its_opening_board(scenario):
    spec = next(spec for spec in game().manifest.scenarios if spec.id == scenario)

    assert spec.picture is not None
    assert spec.picture.width == book().scenarios[scenario]["board"]["width_mm"]
    assert spec.minutes == book().scenarios[scenario]["minutes"]


OPTIONS = [
    {"obstacle_method": "alternate"},
    {"obstacle_method": "one_side", "deployment_edges": "short"},
    {"army_lists": "free"},
    {"army_lists": "free", "symmetric_armies": False, "team_control": "shared"},
    {"unstun_by": "helper", "max_special_weapons": 3, "damaged_light_move_mm": 200},
    {"premeasure": False, "sight_line": "any_part", "burst_same_target": True, "burst_spacing": "chain"},
    {"area_effect_roll": "shot", "area_hits_shooter": False, "cc_area_centre": "always"},
    {"pass_through_friends": False, "damaged_vehicles_shoot": False, "assault_area_effect": False},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
@pytest.mark.parametrize("seats", [2, 4])
def test_random_play_ends_under_every_option(options, seats):
    setup = Setup("crossroads", tuple({} for _ in range(seats)), {"max_rounds": 8, **options})
    pick = random.Random(f"{options} {seats}")
    state = play.start(game(), setup, StreamDice(b"scenario", "opening")).state
    acts = 0

    while asked := game().to_act(state):
        seat = pick.choice(asked)
        action = game().sample(state, seat, pick.randrange)
        assert action is not None
        step = play.step(game(), state, seat, action, StreamDice(b"scenario", str(acts)))
        assert isinstance(step, play.Step)
        state, acts = step.state, acts + 1

    assert state.phase is Phase.FINISHED
    assert list(game().problems(state)) == []


def test_lengths_among_the_options_are_told_in_centimetres():
    told = {option.id: option.choice_names for option in game().manifest.options}

    assert [name.es for name in told["damaged_light_move_mm"].values()] == ["15 cm", "20 cm"]
    assert told["cover_reach_mm"]["20"].en == "2 cm"
