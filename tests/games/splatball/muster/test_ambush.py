"""Ambushes: squares that are filled out of a pool, in secret."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.systems.splatball.muster.deploying import draw
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import SeatState
from tests.games.splatball.muster.setting_up import A, B, SetUp, before
from tests.games.splatball.table import rules

POOL = ("hoser", "hoser", "scamp", "sniper", "lobber", "slinger")
SQUARES = ((14, 5), (14, 7), (14, 3), (15, 8))


def _ambush(**options: object) -> SetUp:
    """The ambush in the alley: seat b has four squares to fill."""
    seats = {
        A: SeatState(A, "W", handed_in=True, finished=True),
        B: SeatState(B, "E", left=POOL, ambush=SQUARES, handed_in=True, next_unit=8),
    }
    at = before(scenario="garage_ambush", size=(18, 12), edges=("W", "E"), **options)  # type: ignore[arg-type]
    return SetUp(replace(at, seats=seats))


@pytest.mark.rule("SPL-CAMO-10", "SPL-CAMO-11")
def test_only_a_seat_with_an_ambush_is_asked_and_it_fills_its_squares() -> None:
    game = _ambush()
    assert game.asked == ("deploy", B)
    for number, at in enumerate(reversed(SQUARES)):
        assert game.check(B, a.FinishDeploy()) == "SPL-CAMO-11"
        game.do(B, a.Deploy(POOL[number], at))
    game.do(B, a.FinishDeploy())
    assert game.is_over
    assert game.position.seats[B].left == ("lobber", "slinger")  # they take no part
    assert game.told(es.DeploymentFinished) == [es.DeploymentFinished(B)]
    assert not game.position.gone


@pytest.mark.rule("SPL-CAMO-11")
def test_it_neither_lays_nor_places_anything_else() -> None:
    game = _ambush()
    assert game.check(B, a.DeployHq((16, 1))) == "SPL-CAMO-11"
    assert game.check(B, a.DeployAmmo((16, 1))) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", (16, 1))) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", (-1, 1))) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", inside="s1u5")) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", (14, 5), facing="E")) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", (14, 5), hidden=True)) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("camo", (14, 5))) == "SPL-DEP-09"
    game.do(B, a.Deploy("scamp", (14, 5)))
    assert game.check(B, a.Deploy("hoser", (14, 5))) == "SPL-CAMO-11"
    assert game.check(B, a.Deploy("scamp", (14, 7))) == "SPL-DEP-09"


@pytest.mark.rule("SPL-CAMO-12")
def test_units_have_marker_facing_and_id_by_the_order_of_the_squares() -> None:
    game = _ambush().do(B, a.Deploy("sniper", (14, 3))).do(B, a.Deploy("scamp", (14, 5)))
    found = {
        unit.id: (unit.type, unit.at, unit.facing, unit.marker, unit.lives) for unit in game.position.units.values()
    }
    assert found == {
        "s1u3": ("sniper", (14, 3), "W", True, 2),
        "s1u1": ("scamp", (14, 5), "W", True, 4),
    }
    assert game.position.seats[B].next_unit == 8


@pytest.mark.rule("SPL-DICE-04", "SPL-CAMO-11")
def test_without_a_kind_a_die_draws_the_unit() -> None:
    game = _ambush().do(B, a.Deploy(at=(14, 5)), 3).do(B, a.Deploy(at=(14, 7)), 5)
    drawn = [(event.kind, event.die, event.sides) for event in game.told(es.Deployed)]  # type: ignore[attr-defined]
    assert drawn == [("scamp", 3, 6), ("slinger", 5, 5)]
    assert game.position.seats[B].left == ("hoser", "hoser", "sniper", "lobber")


@pytest.mark.rule("SPL-DICE-04")
def test_the_one_that_was_drawn_is_left_out() -> None:
    assert draw(("hoser", "scamp", "hoser"), 3) == ("hoser", ("hoser", "scamp"))
    mixed = _ambush()
    seat = replace(mixed.position.seats[B], left=("hoser", "scamp", "hoser"))
    mixed.position = replace(mixed.position, seats={**mixed.position.seats, B: seat})
    assert mixed.do(B, a.Deploy(at=(14, 5)), 3).position.seats[B].left == ("hoser", "scamp")


@pytest.mark.rule("SPL-CAMO-11")
def test_a_clock_fills_the_first_empty_square_by_the_die() -> None:
    game = _ambush()
    for die, at in zip((1, 1, 1, 1), SQUARES, strict=True):
        game.do(B, a.Deploy(at=at), die)
    game.by_default()
    assert game.is_over


@pytest.mark.rule("SPL-CAMO-03")
def test_a_fixed_deployment_has_an_ambush_instead_of_markers() -> None:
    game = _ambush(camo_identity="open", camo_markers=2)
    for kind, at in zip(POOL, SQUARES, strict=False):
        game.do(B, a.Deploy(kind, at))
    assert game.do(B, a.FinishDeploy()).is_over


@pytest.mark.rule("SPL-CAMO-10")
def test_a_pool_has_foot_units_without_a_gift_and_more_of_them_than_squares() -> None:
    given = rules().scenarios["garage_ambush"].seat_of(1)
    assert given is not None
    assert given.ambush is not None
    assert (given.ambush.squares, given.ambush.pool) == (SQUARES, POOL)
    assert len(POOL) > len(SQUARES)
    assert all(rules().units[kind].is_foot and kind != "camo" for kind in POOL)
