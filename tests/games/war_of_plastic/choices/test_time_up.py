"""What is done for a seat whose time is up: the turn ends, and what is asked is answered with the least harm."""

from __future__ import annotations

from app.engine.types import Seat
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import soldier
from tests.games.war_of_plastic.matches import Match, game, opened, turn_of_a


def way_out(match: Match, seat: str) -> object:
    return game().time_out(match.position, Seat(seat))


def test_the_captain_ends_the_turn_and_his_mates_leave_it_to_him():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 500, 500, "B"), seats=4)

    assert [way_out(match, seat) for seat in "abcd"] == [a.EndTurn(), None, None, None]


def test_an_open_manoeuvre_ends_with_the_turn():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 500, 500, "B"))
    match.does("a", a.Move("A-01", ((150, 100),)))

    match.does("a", way_out(match, "a"))  # type: ignore[arg-type]

    assert match.to_act == ("b",)


def test_the_next_unit_is_deployed_in_the_first_free_place():
    match = opened("crossroads")
    match.does("a", a.Roll(), 1, 6)
    assert way_out(match, "a") is None
    match.does("b", way_out(match, "b"))  # type: ignore[arg-type]
    assert match.position.phase is Phase.DEPLOYMENT

    first = way_out(match, match.to_act[0])

    assert isinstance(first, a.Deploy)
    assert first.unit.endswith("-01")


def test_a_roll_is_rolled():
    match = opened("garden_skirmish")

    assert [way_out(match, seat) for seat in "ab"] == [a.Roll(), a.Roll()]
