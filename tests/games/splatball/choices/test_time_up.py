"""What is done for a seat whose time is up, in every state that waits: what gives up least, and always legal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Action, Seat
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from app.systems.splatball.position.state import Position
from tests.games.splatball.playing import game, refused
from tests.games.splatball.table import piece, position, unit
from tests.support.random_play import bounded, played

SET_UPS = [("quick_start", 2), ("garage_ambush", 2), ("t_junction", 3), ("four_gangs", 4), ("own_park", 2)]


def done_for(at: Position, seat: str) -> Action | None:
    found: Action | None = game().time_out(at, Seat(seat))
    assert found is None or refused(at, seat, found) is None
    return found


def two(**more: Any) -> Position:
    return position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 6), "b", facing="N"), **more)


def test_nobody_is_declared_moved_or_shot_at_for_who_is_late() -> None:
    undeclared = two(step="activate")
    undeclared = replace(
        undeclared, units={name: replace(each, activated=False) for name, each in undeclared.units.items()}
    )
    assert done_for(undeclared, "a") == a.Activate()
    assert done_for(two(step="move"), "a") == a.EndTurn()
    assert done_for(two(), "a") == a.EndTurn()


def test_nothing_is_done_for_who_is_not_asked() -> None:
    assert done_for(two(), "b") is None


def test_a_unit_goes_back_to_the_first_square_in_row_order() -> None:
    frame = AttackFrame("s0u1", "s1u1", (5, 6), "retreat", due=1)  # type: ignore[arg-type]
    at = two(frames=(frame,))
    squares = [(x, y) for y in range(12) for x in range(12)]
    legal = [to for to in squares if refused(at, "b", a.RetreatTo(to)) is None]
    assert len(legal) > 1
    assert done_for(at, "b") == a.RetreatTo(legal[0])


def test_an_attacker_stays_where_it_is() -> None:
    frame = AttackFrame("s0u1", "s1u1", (5, 6), "advance", adjacent=True)  # type: ignore[arg-type]
    at = position(
        unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 8), "b", facing="N"), frames=(frame,)
    )
    assert done_for(at, "a") == a.Advance(False)


def test_a_passenger_of_a_wreck_takes_the_vehicles_own_square() -> None:
    frame = WreckFrame(Seat("b"), Seat("a"), (5, 6), "N", ("s1u2", "s1u3"))  # type: ignore[arg-type]
    riders = [unit(name, "scamp", None, "b") for name in ("s1u2", "s1u3")]
    at = position(unit("s0u1", "scamp", (5, 2)), unit("s1u1", "scamp", (9, 9), "b"), *riders, frames=(frame,))
    assert done_for(at, "b") == a.PlacePassenger("s1u2", (5, 6))  # type: ignore[arg-type]


def test_a_benefit_is_left_for_later() -> None:
    held = piece("p1", "phone", (2, 2))
    at = two(pieces=[held], step="end", frames=(EndFrame(held.id),))
    assert done_for(at, "a") == a.UseBenefit(held.id, False)


@pytest.mark.parametrize(("scenario", "seats"), SET_UPS)
def test_in_whole_games_something_legal_is_done_for_whoever_is_asked(scenario: str, seats: int) -> None:
    for moment in played("splatball", scenario, seats, 2).some_moments(bounded(25, 200)):
        for seat in moment.state.seats:
            assert (done_for(moment.state, seat) is not None) == (seat in game().to_act(moment.state))
