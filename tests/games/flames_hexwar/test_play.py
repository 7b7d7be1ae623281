"""Whole games at random: they end, nothing impossible stands on the board, nobody sees what he must not."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.judge.understood import understood
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import Assault
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.turn.machine import asked, prompt_of
from tests.games.flames_hexwar.playing import done, moment_of, played
from tests.support.random_play import bounded

ODD = {
    "fc_designation": "open",
    "stacking_checked": "every_hex",
    "assault_dice": "rof",
    "deck_order": "free",
    "fo_count_public": False,
    "weather_md": "move_and_shoot",
    "hull_gun_rear": "penalty",
    "suppress_armour": True,
    "assault_requires_entry": True,
    "command_chain": "any_friend",
    "fo_count_announced": True,
}
SET_UPS: list[tuple[str, int, dict[str, Any]]] = [
    ("quick_crossroads", 2, {}),
    ("quick_crossroads", 2, ODD),
    ("evening_village", 2, {}),
    ("mountain_patrol", 2, {}),
    ("mountain_patrol", 2, ODD),
    ("big_pass", 4, {}),
]
DRAFTED = (a.Bombard, a.Strike, a.Standing, a.Move)
"""Acts of which what is kept is the wording itself."""


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
@pytest.mark.rule("FHW-END-01", "FHW-END-06", "FHW-END-07", "FHW-TURN-01", "FHW-TURN-03")
def test_random_play_ends_by_the_last_turn(scenario: str, seats: int, options: dict[str, Any]) -> None:
    for seed in range(bounded(1, 40)):
        *_, last = played(scenario, seats, seed, options)
        result, at = last.step.state.result, last.step.state
        assert result is not None
        assert at.turn <= last.moment.field.scenario.turns


def wrong_in(position: Position) -> list[str]:
    """What cannot be: enemies in one hex outside an assault, the lost on the board, passengers of nobody."""
    field, found = moment_of(position).field, list[str]()
    is_assault = any(isinstance(frame, Assault) for frame in position.frames)
    for at, teams in field.in_hex.items():
        if len({team.side for team in teams}) > 1 and not is_assault:
            found.append(f"both sides in {at}")
    for team in position.teams.values():
        if team.aboard is not None and (team.aboard not in position.teams or team.at is not None):
            found.append(f"{team.id} aboard {team.aboard}")
        if position.platoons[team.platoon].status == "destroyed" and not field.is_independent(team):
            found.append(f"{team.id} of a platoon that is gone")
    return found


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
@pytest.mark.rule("FHW-STACK-07", "FHW-GEN-08")
def test_nothing_impossible_comes_about_and_every_position_can_be_written_down(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    for number, each in enumerate(played(scenario, seats, 0, options)):
        assert wrong_in(each.step.state) == []
        if number % 10 == 0:
            assert msgspec.json.decode(encoded(each.step.state), type=Position) == each.step.state


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
def test_an_act_in_its_one_wording_is_as_legal_and_comes_to_the_same(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    for number, each in enumerate(played(scenario, seats, 0, options)):
        if number % bounded(3, 1):
            continue
        worded = understood(each.moment.field, each.seat, each.action)
        if worded == each.action:
            continue
        again = done(each.moment, each.seat, worded, StreamDice(bytes(32), str(number)))
        first = done(each.moment, each.seat, each.action, StreamDice(bytes(32), str(number)))
        assert understood(each.moment.field, each.seat, worded) == worded
        assert isinstance(each.action, DRAFTED) or encoded(first.state) == encoded(again.state)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
@pytest.mark.rule("FHW-HID-11", "FHW-SEAT-05", "FHW-HID-01", "FHW-HID-03")
def test_nobody_can_tell_another_world_from_this_one(scenario: str, seats: int, options: dict[str, Any]) -> None:
    pick, differ = random.Random(3), 0
    for number, each in enumerate(played(scenario, seats, 0, options)):
        if number % bounded(9, 2):
            continue
        for viewer in (*map(Viewer, each.moment.position.seats), SPECTATOR):
            other = resample(each.moment.field, viewer, pick.randrange)
            if other is None:
                continue
            there = moment_of(other)
            assert encoded(view(there.field, viewer)) == encoded(view(each.moment.field, viewer))
            assert (asked(there.field), prompt_of(other)) == (asked(each.moment.field), prompt_of(each.moment.position))
            differ += encoded(other) != encoded(each.moment.position)
    assert differ > 10


def test_whoever_is_not_asked_is_refused_and_nothing_changes() -> None:
    for each in played("quick_crossroads", 2, 4):
        for seat in each.moment.position.seats:
            if seat not in asked(each.moment.field):
                found = acts.check(each.moment, seat, each.action)
                assert isinstance(found, Refusal)
                assert found.rule == "FHW-TURN-05"
