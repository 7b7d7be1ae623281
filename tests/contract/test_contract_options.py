"""The same contract under house rules: games of every kind with options that are not as they usually are."""

from __future__ import annotations

import random

import pytest

from tests.contract.test_contract import assert_looks_the_same, dice_of
from tests.support.random_play import GAMES, played_with_odd_options, registry

ODD_GAMES = 8

odd_games = pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in registry() for number in range(ODD_GAMES * GAMES)]
)


@odd_games
def test_soak_odd_options_lead_to_an_end_through_possible_positions(game: str, number: int) -> None:
    one = played_with_odd_options(game, number)

    assert one.system.outcome(one.final) is not None, one.setup
    for moment in one.moments:
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
