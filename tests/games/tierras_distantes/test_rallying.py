"""Fright and rallying as they are done (TD-FRT)."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import after, refused, step
from tests.games.tierras_distantes.table import piece, position, unit


def shaken(**more):
    return unit("A01", 500, 500, status="active", frightened=True, **more)


FOE = unit("B01", 500, 900)


@pytest.mark.rule("TD-FRT-01", "TD-FRT-02", "TD-FRT-03", "TD-FRT-10", "TD-FRT-12", "TD-ACC-04")
def test_the_frightened_try_up_to_three_times_and_do_nothing_else():
    start = position(shaken(), unit("A02", 100, 100), FOE)
    assert refused(start, "a", a.Move("A01", ((500, 600),))) == "TD-FRT-01"
    assert refused(start, "a", a.Climb("A01", "rock", 30)) == "TD-REF-02"

    first = step(start, "a", a.Rally("A01"), 3, 4)
    second = step(first.state, "a", a.Rally("A01"), 6, 6)
    third = step(second.state, "a", a.Rally("A01"), 1, 6, 5, 5)

    assert (first.events[0].success, first.events[0].below, first.state.units["A01"].actions) == (False, 7, 1)
    assert (second.state.units["A01"].actions, third.state.units["A01"].frightened) == (2, True)
    assert third.state.units["A01"].status == "done"


@pytest.mark.rule("TD-FRT-04", "TD-FRT-03")
def test_once_recovered_it_uses_the_actions_it_has_left():
    found = after(position(shaken(actions=1), FOE), "a", a.Rally("A01"), 3, 3)

    assert (found.units["A01"].frightened, found.units["A01"].actions) == (False, 2)
    assert refused(found, "a", a.Move("A01", ((500, 600),))) is None


@pytest.mark.rule("TD-FRT-09")
def test_better_troops_may_rally_better():
    veteran = shaken(quality="veteran")
    varied = {"quality_rally": "varied"}

    assert after(position(veteran, FOE), "a", a.Rally("A01"), 4, 4).units["A01"].frightened
    assert not after(position(veteran, FOE, options=varied), "a", a.Rally("A01"), 4, 4).units["A01"].frightened


@pytest.mark.rule("TD-FRT-05", "TD-FRT-08", "TD-FRT-11", "TD-FRT-13")
def test_leaders_rally_whoever_is_near_seen_or_not_active_or_not():
    units = (
        unit("A01", 500, 500, status="active", leader=True),
        unit("A02", 550, 500, status="active", leader=True),
        unit("A03", 500, 690, frightened=True, status="ready"),
        unit("A04", 500, 699, frightened=True, status="done"),
    )
    start = position(*units, FOE, pieces=(piece("wall", "wall", (400, 590, 600, 600), 50),))

    failed = step(start, "a", a.RallyOther("A01", "A03"), 6, 6)
    found = step(failed.state, "a", a.RallyOther("A02", "A03"), 1, 1)
    last = step(found.state, "a", a.RallyOther("A01", "A04"), 2, 2)

    assert failed.state.units["A03"].frightened
    assert (failed.state.units["A01"].actions, failed.state.units["A03"].actions) == (1, 0)
    assert (found.state.units["A03"].frightened, found.state.units["A03"].status) == (False, "ready")
    assert (last.state.units["A04"].frightened, last.state.units["A04"].status) == (False, "done")
    assert last.state.units["A01"].actions == 2


@pytest.mark.rule("TD-FRT-05", "TD-FRT-06", "TD-FRT-14", "TD-FRT-15", "TD-FRT-01", "TD-REF-02", "TD-ACC-01")
def test_refusals_of_a_leader_come_in_order():
    others = (
        unit("A02", 500, 700, frightened=True),
        unit("A03", 560, 500),
        unit("A04", 0, 0, status="lost", frightened=True),
        unit("B01", 500, 600, frightened=True),
    )

    def lead(target, **state):
        leader = unit("A01", 500, 500, **{"status": "active", "leader": True, **state})
        return refused(position(leader, *others), "a", a.RallyOther("A01", target))

    assert lead("A09", frightened=True) == "TD-REF-02"
    assert lead("A03", frightened=True, leader=False) == "TD-FRT-01"
    assert lead("A03", leader=False, actions=3) == "TD-FRT-06"
    assert lead("B01", actions=3) == "TD-ACC-01"
    assert lead("B01") == lead("A01") == "TD-FRT-15"
    assert lead("A03") == "TD-FRT-14"
    assert lead("A02") == "TD-FRT-05"  # exactly 20 cm


@pytest.mark.rule("TD-FRT-14", "TD-ACC-01", "TD-ACT-04")
def test_refusals_of_rallying_oneself_come_in_order():
    calm = unit("A01", 500, 500, status="active", actions=3)

    assert refused(position(calm, FOE), "a", a.Rally("A01")) == "TD-FRT-14"
    assert refused(position(shaken(actions=3), FOE), "a", a.Rally("A01")) == "TD-ACC-01"
    resting = position(unit("A01", 500, 500, frightened=True), unit("A02", 100, 100, status="active"), FOE)
    assert refused(resting, "a", a.Rally("A01")) == "TD-ACT-04"


@pytest.mark.rule("TD-REF-02")
def test_nobody_who_is_lost_is_rallied():
    start = position(
        unit("A01", 500, 500, status="active", leader=True), unit("A02", status="lost"), unit("B01", 900, 900)
    )

    assert refused(start, "a", a.RallyOther("A01", "A02")) == "TD-REF-02"
