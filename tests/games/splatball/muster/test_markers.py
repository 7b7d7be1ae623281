"""Camouflage markers where identities are open."""

from __future__ import annotations

import pytest

from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from tests.games.splatball.muster.setting_up import A, B, C, SetUp, before

OPEN = {"camo_identity": "open", "camo_markers": 2}


def _ready(players: int = 2, kinds: tuple[str, ...] = ("scamp", "camo", "cart", "sniper"), **more: object) -> SetUp:
    game = SetUp(before(players, **{**OPEN, **more}))  # type: ignore[arg-type]
    return game.armies(*kinds).by_default(until="markers")


@pytest.mark.rule("SPL-CAMO-03", "SPL-CAMO-04")
def test_seats_lay_theirs_in_turn_once_each() -> None:
    game = _ready()
    assert game.asked == ("markers", A)
    game.do(A, a.AssignMarkers(("s0u1", "s0u4")))
    assert [unit.id for unit in game.position.units.values() if unit.marker] == ["s0u1", "s0u4"]
    assert game.position.seats[A].markers_left == 0
    assert game.asked == ("markers", B)
    game.do(B, a.AssignMarkers())
    assert game.told(es.Passed) == [es.Passed(B)]
    assert game.is_over


@pytest.mark.rule("SPL-CAMO-04")
def test_no_more_than_one_has_on_own_foot_units_on_the_board_that_have_no_gift() -> None:
    game = _ready(kinds=("scamp", "camo", "cart", "sniper"))
    assert game.check(A, a.AssignMarkers(("s0u1",))) is None
    assert game.check(A, a.AssignMarkers(("s0u1", "s0u4", "s9"))) == "SPL-CAMO-04"  # too many, before anything else
    assert game.check(A, a.AssignMarkers(("s1u1",))) == "SPL-GEN-04"
    assert game.check(A, a.AssignMarkers(("s0u2",))) == "SPL-CAMO-04"  # Camouflaged
    assert game.check(A, a.AssignMarkers(("s0u3",))) == "SPL-CAMO-04"  # a vehicle
    assert game.check(A, a.AssignMarkers(("s0u1", "s0u1"))) == "SPL-CAMO-04"
    assert game.check(A, a.AssignMarkers(("s0u2", "s1u1"))) == "SPL-CAMO-04"  # one after the other


@pytest.mark.rule("SPL-CAMO-04")
def test_passengers_bear_none() -> None:
    game = SetUp(before(**OPEN)).armies("cart", "scamp").by_default(until="deploy")  # type: ignore[arg-type]
    game.do(A, a.DeployHq((0, 0))).do(A, a.DeployAmmo((2, 0)))
    game.do(A, a.Deploy("cart", (5, 3))).do(A, a.Deploy("scamp", inside="s0u1")).by_default(until="markers")
    assert game.check(A, a.AssignMarkers(("s0u2",))) == "SPL-CAMO-04"


@pytest.mark.rule("SPL-CAMO-03")
def test_nobody_is_asked_without_markers_or_with_secret_identities() -> None:
    assert not _asks_markers(camo_markers=0)
    assert not _asks_markers(camo_identity="secret")
    assert _asks_markers()


def _asks_markers(**more: object) -> bool:
    return _ready(kinds=("scamp",), **more).asked[0] == "markers"


@pytest.mark.rule("SPL-WIN-07")
def test_whoever_resigns_is_not_asked() -> None:
    game = _ready(3, size=(18, 18), edges=("N", "E", "S", "W"))
    assert game.resign(A).asked == ("markers", B)
    assert game.resign(C).do(B, a.AssignMarkers()).is_over
    last = _ready(3, size=(18, 18), edges=("N", "E", "S", "W"))
    last.do(A, a.AssignMarkers()).do(B, a.AssignMarkers())
    assert last.asked == ("markers", C)
    assert last.resign(C).is_over
