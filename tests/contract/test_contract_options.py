"""The same contract under house rules: games of every kind with options that are not as they usually are."""

from __future__ import annotations

import random

import pytest

from app.engine.book import Allowed
from app.engine.refusal import InvalidInput
from app.engine.system import GameSystem, OptionSpec, OptionValue, ScenarioSpec
from tests.contract.test_contract import assert_looks_the_same, dice_of
from tests.support.random_play import GAMES, bounded, played_with_odd_options, registry

ODD_GAMES = 8

odd_games = pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in registry() for number in range(ODD_GAMES * GAMES)]
)


@odd_games
def test_soak_odd_options_lead_to_an_end_through_possible_positions(game: str, number: int) -> None:
    one = played_with_odd_options(game, number)

    assert one.system.outcome(one.final) is not None, one.setup
    for moment in one.some_moments(bounded(150, len(one.moments))):
        assert list(one.system.problems(moment.step.state)) == [], one.setup


@odd_games
def test_soak_odd_options_hide_what_is_hidden(game: str, number: int) -> None:
    one = played_with_odd_options(game, number)
    opening = list(one.moments[:12])  # where most of what is hidden is chosen
    for place, moment in enumerate((*opening, *one.some_moments(4))):
        for viewer in one.viewers:
            world = one.system.resample(moment.state, viewer, random.Random(place).randrange)
            if world is not moment.state:
                assert list(one.system.problems(world)) == []
                assert_looks_the_same(one, moment, world, viewer)


@odd_games
def test_soak_odd_options_offer_only_what_is_accepted(game: str, number: int) -> None:
    one = played_with_odd_options(game, number)
    for moment in one.some_moments(5):
        for seat in one.system.to_act(moment.state):
            offers = one.system.offers(moment.state, seat)
            assert offers, one.setup
            for offer in offers:
                assert all(one.system.check(moment.state, seat, action) is None for action in offer.examples)
                one.system.apply(moment.state, seat, offer.examples[-1], dice_of(moment))


@pytest.mark.parametrize("game", list(registry()))
def test_every_option_with_choices_is_set_in_some_odd_game(game: str) -> None:
    played = [played_with_odd_options(game, number) for number in range(ODD_GAMES)]

    choosable = [option for option in registry()[game].manifest.options if option.choices or option.type == "boolean"]
    assert {name for one in played for name in one.setup.options} == {option.id for option in choosable}


# -- what the form that hosts a room is told ----------------------------------------------------------------------------

SHAPED = ("daubs", "scouts")
"""Games some of whose options change what the opening looks like."""


def usual(option: OptionSpec, scenario: ScenarioSpec) -> OptionValue:
    return scenario.options.get(option.id, option.default)


def others(option: OptionSpec, scenario: ScenarioSpec) -> list[OptionValue]:
    """Some values of an option that a scenario takes and that are not what it usually is."""
    choices = (True, False) if option.type == "boolean" else option.choices
    values = (option.minimum, option.maximum, 7, 8, 9) if choices is None else choices
    taken = scenario.takes.get(option.id, values)
    return [each for each in values if each is not None and each in taken and each != usual(option, scenario)]


@pytest.mark.parametrize("game", list(registry()))
def test_what_a_scenario_takes_of_an_option_is_its_own_and_taken(game: str) -> None:
    system = registry()[game]
    options = {option.id: option for option in system.manifest.options}
    for scenario in system.manifest.scenarios:
        for name, taken in scenario.takes.items():
            option = options[name]
            allowed = Allowed(option.default, option.choices, option.minimum, option.maximum)
            assert usual(option, scenario) in taken
            assert len(set(taken)) == len(taken)
            assert option.type == "boolean" or [allowed.kept(each) for each in taken] == list(taken)
            for each in taken:
                assert system.picture(scenario.id, scenario.seats.min, {name: each}).drawables


@pytest.mark.parametrize("game", list(registry()))
def test_what_can_be_drawn_is_a_number_with_bounds(game: str) -> None:
    drawn = [option for option in registry()[game].manifest.options if option.draw]

    assert all(option.type == "integer" and option.choices is None for option in drawn)
    assert all(option.minimum is not None and option.maximum is not None for option in drawn)


@pytest.mark.parametrize("game", list(registry()))
def test_an_option_that_changes_the_opening_changes_some_picture_and_its_default_none(game: str) -> None:
    system = registry()[game]
    shaping = [option for option in system.manifest.options if option.shapes_opening]
    for scenario in system.manifest.scenarios:
        if scenario.picture is not None:
            as_it_is = {option.id: usual(option, scenario) for option in shaping}
            assert system.picture(scenario.id, scenario.seats.min, as_it_is) == scenario.picture
    for option in shaping:
        assert any(changes(system, scenario, option) for scenario in system.manifest.scenarios), option.id
    assert shaping or game not in SHAPED


def changes(system: GameSystem, scenario: ScenarioSpec, option: OptionSpec) -> bool:
    pictures = [
        system.picture(scenario.id, scenario.seats.min, {option.id: value}).drawables
        for value in others(option, scenario)
        if is_accepted(system, scenario, option, value)
    ]
    return any(each != system.picture(scenario.id, scenario.seats.min).drawables for each in pictures)


def is_accepted(system: GameSystem, scenario: ScenarioSpec, option: OptionSpec, value: OptionValue) -> bool:
    """Some values go only with other options, or with more seats."""
    try:
        system.picture(scenario.id, scenario.seats.min, {option.id: value})
    except InvalidInput:
        return False
    return True
