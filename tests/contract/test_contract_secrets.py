"""What every game must keep about its secrets, beside ``test_contract.py``: that the worlds it says nobody can tell apart are
made of nothing but what their viewer knows, and that who has no seat knows no more than any who has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.scene import Token
from app.engine.types import SPECTATOR, Seat, Viewer
from tests.support.random_play import GAMES, Game, Moment, bounded, played, registry, same_bytes, set_ups

SECRETS: dict[str, tuple[tuple[str, Any], ...]] = {
    "war_of_plastic": (("army_lists", "free"), ("symmetric_armies", False)),
}
"""Options that give a game its secrets, where its scenarios do not."""
FIRST = 12
"""Most secrets are kept for the first acts of a game; the others are looked at here and there."""

every_set_up = pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]
)


def moments(game: str, scenario: str, seats: int) -> Iterator[tuple[Game, Moment]]:
    for seed in range(GAMES):
        one = played(game, scenario, seats, seed, SECRETS.get(game, ()))
        yield from ((one, moment) for moment in (*one.moments[:FIRST], *one.some_moments(4)))


@every_set_up
def test_soak_another_world_is_made_of_nothing_but_what_its_viewer_knows(game: str, scenario: str, seats: int) -> None:
    for one, moment in moments(game, scenario, seats):
        for viewer in one.viewers:
            other = one.system.resample(moment.state, viewer, random.Random(moment.label).randrange)
            picks = [random.Random(f"{moment.label} {viewer}").randrange for _ in range(2)]

            again = [
                one.system.resample(world, viewer, pick)
                for world, pick in zip((moment.state, other), picks, strict=True)
            ]

            assert same_bytes(*again)


@every_set_up
def test_soak_who_has_no_seat_knows_no_more_than_anybody_with_one(game: str, scenario: str, seats: int) -> None:
    for one, moment in moments(game, scenario, seats):
        public = one.system.view(moment.state, SPECTATOR)
        for seat in one.seats:
            other = one.system.resample(moment.state, Viewer(seat), random.Random(moment.label).randrange)

            assert same_bytes(one.system.view(other, SPECTATOR), public)
            assert same_bytes(one.system.scene(one.system.view(other, SPECTATOR)), one.system.scene(public))


@every_set_up
def test_soak_surveys_tell_no_more_than_their_seat_knows(game: str, scenario: str, seats: int) -> None:
    for one, moment in moments(game, scenario, seats):
        seat = moment.seat
        other = one.system.resample(moment.state, Viewer(seat), random.Random(moment.label).randrange)
        if other is moment.state:
            continue
        units = sorted(units_in(one, moment.state) | units_in(one, other))
        for unit in random.Random(moment.label).sample(units, min(bounded(12, 1000), len(units))):
            assert same_bytes(*(surveyed(one, world, seat, unit) for world in (moment.state, other)))


def units_in(one: Game, state: Any) -> set[str]:
    """Every unit that anybody sees."""
    scenes = [one.system.scene(one.system.view(state, viewer)) for viewer in one.viewers]
    return {drawable.id for scene in scenes for drawable in scene.drawables if isinstance(drawable, Token)}


def surveyed(one: Game, state: Any, seat: Seat, unit: str) -> Any:
    try:
        return one.system.survey(state, seat, unit)  # type: ignore[arg-type]
    except InvalidInput as error:
        return error.errors


def test_some_game_has_secrets_to_look_at() -> None:
    found = {
        game
        for game, scenario, seats in set_ups()
        for one, moment in moments(game, scenario, seats)
        for viewer in one.viewers
        if not same_bytes(one.system.resample(moment.state, viewer, random.Random(1).randrange), moment.state)
    }

    assert {"war_of_plastic", "pebbles", "masks"} & registry().keys() <= found
