"""Giving up in the middle of something, and draws by agreement."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Seat, UnitId
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from app.systems.splatball.position.state import DrawOffer, Position
from tests.games.splatball.playing import after, game, refused
from tests.games.splatball.table import piece, position, unit

A, B, C = (Seat(letter) for letter in "abc")


def three(*more: Any, **values: Any) -> Position:
    """Seat ``a`` stands before seat ``b``, who goes back to the north; seat ``c`` is far away."""
    units = (
        unit("s0u1", "scamp", (5, 6)),
        unit("s1u1", "scamp", (5, 5), "b"),
        unit("s2u1", "scamp", (11, 11), "c"),
    )
    return position(*units, *more, **{"seats": "abc", "edges": {"a": "S", "b": "N", "c": "E"}, **values})


SHOT = a.Attack("s0u1", "s1u1")


# -------------------------------------------------------------------------------------------------------------------- draws


@pytest.mark.parametrize("by", "abc")
@pytest.mark.rule("SPL-WIN-07")
def test_an_offer_lapses_when_any_seat_has_lost_its_last_unit(by: str) -> None:
    at = three(draw=DrawOffer(Seat(by)))
    weak = replace(at, units={**at.units, "s1u1": replace(at.units["s1u1"], lives=1)})  # type: ignore[index,dict-item]

    assert after(at, "a", SHOT, 6, 1, 1, 6).draw == DrawOffer(Seat(by))
    assert after(weak, "a", SHOT, 6, 1, 1).draw is None


@pytest.mark.rule("SPL-WIN-07")
def test_an_offer_made_when_a_seat_is_long_out_stands_and_is_answered_by_those_in_play() -> None:
    at = three()
    at = replace(at, units={name: each for name, each in at.units.items() if each.seat != "b"})
    offered = after(at, "c", a.OfferDraw())

    assert offered.draw == DrawOffer(C)
    assert after(offered, "a", a.EndTurn()).draw == DrawOffer(C)
    assert refused(offered, "b", a.AnswerDraw(True)) == "SPL-ASK-01"
    over = after(offered, "a", a.AnswerDraw(True))
    assert over.result is not None
    assert (over.result.winners, over.result.reason) == ((A, C), "draw_agreed")


# ----------------------------------------------------------------------------------------------------------------- giving up


def going_back() -> Position:
    """Seat ``b`` is asked for the first of two squares."""
    at = after(three(), "a", SHOT, 6, 6, 1, 1, 1)
    assert at.frames == (AttackFrame(UnitId("s0u1"), UnitId("s1u1"), (5, 5), "retreat", 2, True),)
    return at


@pytest.mark.rule("SPL-WIN-07")
def test_who_gives_up_while_it_goes_back_leaves_the_attackers_turn_to_go_on() -> None:
    at = after(going_back(), "b", a.Resign())

    assert (at.frames, at.active, at.step, at.points[A]) == ((), A, "fight", 2)
    assert at.gone[UnitId("s1u1")].cause == "resigned"


@pytest.mark.rule("SPL-WIN-07")
def test_the_rest_of_a_retreat_is_dropped_when_the_attacker_gives_up() -> None:
    at = after(going_back(), "a", a.Resign())

    assert (at.frames, at.active, at.step, at.round) == ((), B, "activate", 2)
    assert at.units[UnitId("s1u1")].at == (5, 5)


@pytest.mark.rule("SPL-WIN-07")
def test_a_retreat_goes_on_when_somebody_else_gives_up() -> None:
    at = after(going_back(), "c", a.Resign())

    assert (at.frames, game().to_act(at)) == (going_back().frames, (B,))


@pytest.mark.rule("SPL-WIN-07")
def test_advancing_is_still_asked_when_whoever_went_back_gives_up_and_no_more_when_the_attacker_does() -> None:
    at = after(after(going_back(), "b", a.RetreatTo((5, 4))), "b", a.RetreatTo((5, 3)))
    assert game().to_act(at) == (A,)

    left = after(at, "b", a.Resign())
    assert (left.frames, game().to_act(left)) == (at.frames, (A,))
    assert after(left, "a", a.Advance(True)).units[UnitId("s0u1")].at == (5, 5)
    assert after(at, "a", a.Resign()).active == B


def wrecked() -> Position:
    """Seat ``b`` is asked who of two takes the square of its wreck."""
    aboard = (unit(f"s1u{number}", "scamp", None, "b", inside=UnitId("s1u4")) for number in (2, 3))
    at = three(unit("s1u4", "armadillo", (6, 5), "b", damage=2), *aboard)
    at = after(at, "a", a.Attack("s0u1", "s1u4"), 6, 6, 1)
    assert at.frames == (WreckFrame(B, A, (6, 5), "N", (UnitId("s1u2"), UnitId("s1u3"))),)
    return at


@pytest.mark.rule("SPL-WIN-07", "SPL-TRN-12")
def test_passengers_are_all_placed_before_the_turn_after_that_of_whoever_gave_up() -> None:
    at = after(wrecked(), "a", a.Resign())
    assert (game().to_act(at), at.active) == ((B,), A)
    assert refused(at, "a", a.Resign()) == "SPL-ASK-01"

    at = after(at, "b", a.PlacePassenger("s1u3", (6, 5)))
    assert game().to_act(at) == (B,)
    at = after(at, "b", a.PlacePassenger("s1u2", (6, 4)))
    assert (at.frames, at.active, at.step) == ((), B, "activate")


@pytest.mark.rule("SPL-WIN-07")
def test_whoever_gives_up_places_no_passengers() -> None:
    at = after(wrecked(), "b", a.Resign())

    assert (at.frames, at.active, at.step) == ((), A, "fight")
    assert {at.gone[name].cause for name in at.gone if at.gone[name].seat == B} == {"eliminated", "resigned"}


@pytest.mark.rule("SPL-WIN-07", "SPL-TURN-04")
def test_a_turn_that_is_given_up_has_no_end() -> None:
    held = replace(piece("p1", "hedge", (5, 7), objective="c"), hold={A: 2})
    at = after(three(pieces=[held]), "a", a.Resign())

    assert (at.active, at.points[A], at.pieces[held.id].objective) == (B, 0, C)


@pytest.mark.rule("SPL-WIN-07")
def test_the_last_turn_of_the_last_round_may_be_given_up() -> None:
    at = three(active=C, round=8, points={A: 1, B: 0, C: 9})

    over = after(at, "c", a.Resign())
    assert over.result is not None
    assert (over.result.winners, over.result.reason) == ((C,), "rounds")


@pytest.mark.rule("SPL-WIN-07", "SPL-SPC-01")
def test_a_benefit_is_asked_about_when_another_gives_up_and_no_more_of_whoever_does() -> None:
    held = replace(piece("p1", "fountain", (6, 7)), hold={A: 3})
    at = three(pieces=[held], step="end", frames=(EndFrame(held.id),))
    at = replace(at, units={**at.units, UnitId("s0u1"): replace(at.units[UnitId("s0u1")], lives=1)})

    assert game().to_act(after(at, "c", a.Resign())) == (A,)
    assert after(at, "a", a.Resign()).active == B


@pytest.mark.rule("SPL-WIN-07", "SPL-WIN-08")
def test_seats_of_a_side_that_gave_up_win_with_it() -> None:
    four = {"seats": "abcd", "sides": {"c": "a", "d": "b"}}
    at = three(unit("s3u1", "scamp", (0, 0), "d"), **four)
    at = after(at, "c", a.Resign())
    assert at.result is None
    at = after(at, "b", a.Resign())
    over = after(at, "d", a.Resign())

    assert over.result is not None
    assert (over.result.winners, over.result.reason) == ((A, C), "last_side")
