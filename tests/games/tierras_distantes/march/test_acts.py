"""Moves and climbs as acts: the order of refusals, groups, what they leave behind (TD-MOV, TD-CLB, TD-ACC-07)."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import after, refused, step
from tests.games.tierras_distantes.table import piece, position, unit

BLOCK = piece("block", "building", (400, 600, 600, 800), 60)
TIER = piece("tier", "hill", (400, 560, 600, 760), 10)
FOE = unit("B01", 900, 900)


def mover(name="A01", x=500, y=500, **more):
    return unit(name, x, y, status="active", **more)


def walk(name, *path, others=()):
    return a.Move(name, path, tuple(a.GroupMove(other, way) for other, way in others))


@pytest.mark.rule(
    "TD-REF-03", "TD-REF-02", "TD-ACT-04", "TD-FRT-01", "TD-CLB-11", "TD-ACC-01", "TD-ACC-02", "TD-MOV-02"
)
def test_refusals_of_a_move_come_in_order():
    here = (500, 500)

    def of(**state):
        return refused(position(mover(**state), unit("A02", 100, 100), FOE), "a", walk("A01", here))

    start = position(mover(), unit("A02", 100, 100), FOE)
    assert refused(start, "a", walk("A09", here, others=[("A09", (here,))])) == "TD-REF-03"
    assert refused(start, "a", walk("A02", here, others=[("A09", (here,))])) == "TD-ACT-04"
    assert refused(start, "a", walk("A01", here, others=[("A09", (here,))])) == "TD-REF-02"
    assert refused(start, "a", walk("B01", here)) == "TD-REF-02"
    assert of(frightened=True, climbing="block") == "TD-FRT-01"
    assert of(climbing="block", actions=3) == "TD-CLB-11"
    assert of(actions=3, moves=2) == "TD-ACC-01"
    assert of(moves=2) == "TD-ACC-02"
    assert of(moves=1, actions=2) == "TD-MOV-02"


@pytest.mark.rule("TD-MOV-01", "TD-MOV-03", "TD-MOV-05")
def test_a_walk_says_its_way_its_heights_and_its_cost():
    start = position(mover(), FOE, pieces=(TIER,))

    found = step(start, "a", walk("A01", (500, 550), (500, 570), (500, 570), (500, 600)))

    (event,) = found.events
    assert event.path_mm == ((500, 550), (500, 570), (500, 600))
    assert (event.start_mm, event.heights_mm, event.cost_mm) == ((500, 500, 0), (0, 10, 10), 100)
    mini = found.state.units["A01"]
    assert (mini.x_mm, mini.y_mm, mini.z_mm, mini.actions, mini.moves, mini.shots) == (500, 600, 10, 1, 1, 0)
    assert refused(start, "a", walk("A01", (500, 320))) is None
    assert refused(start, "a", walk("A01", (500, 319))) == "TD-MOV-01"
    agile = position(mover(quality="alien_agile"), FOE)
    assert refused(agile, "a", walk("A01", (500, 260))) is None


@pytest.mark.rule("TD-ACC-07", "TD-ACC-06", "TD-MOV-13", "TD-MOV-08")
def test_a_group_may_swap_places_and_moves_all_or_none():
    start = position(mover(), mover("A02", 560, 500), mover("A03", 620, 500), unit("B01", 560, 540))

    swap = walk("A01", (560, 500), others=[("A02", ((500, 500),))])
    assert refused(start, "a", walk("A01", (560, 500))) == "TD-MOV-13"
    swapped = after(start, "a", swap)
    assert [(swapped.units[name].x_mm, swapped.units[name].moves) for name in ("A01", "A02", "A03")] == [
        (560, 1),
        (500, 1),
        (620, 0),
    ]
    assert refused(start, "a", walk("A01", (500, 400), others=[("A02", ((560, 600),))])) == "TD-MOV-08"
    assert refused(start, "a", walk("A01", (500, 400), others=[("A02", ((520, 410),))])) == "TD-MOV-13"
    assert refused(start, "a", walk("A01", (600, 500), others=[("A02", ((500, 500),))])) == "TD-MOV-13"


@pytest.mark.rule("TD-CLB-08", "TD-CLB-11", "TD-CLB-09", "TD-CLB-06")
def test_a_climber_hangs_on_until_it_is_up_or_down():
    start = position(mover(y=587), FOE, pieces=(BLOCK,))

    first = step(start, "a", a.Climb("A01", "block", 30))
    hanging = first.state
    assert (first.events[0].climbing, first.events[0].end_mm, first.events[0].is_move) == (
        "block",
        (500, 587, 30),
        True,
    )
    assert (hanging.units["A01"].climbing, hanging.units["A01"].z_mm, hanging.units["A01"].moves) == ("block", 30, 1)
    assert refused(hanging, "a", walk("A01", (500, 500))) == "TD-CLB-11"
    assert refused(hanging, "a", a.Fire("A01", "assault_rifle", "B01")) == "TD-CLB-08"
    up = after(hanging, "a", a.Climb("A01", "block", 60, at_mm=(500, 610)))
    mini = up.units["A01"]
    assert (mini.climbing, mini.x_mm, mini.y_mm, mini.z_mm, mini.moves, mini.actions) == (None, 500, 610, 60, 2, 2)
    assert refused(up, "a", a.Fire("A01", "assault_rifle", "B01")) is None


@pytest.mark.rule("TD-CLB-09", "TD-ACC-02")
def test_a_climb_need_not_be_a_move():
    start = position(mover(y=587, moves=2), FOE, pieces=(BLOCK,))
    free = position(mover(y=587, moves=2), FOE, pieces=(BLOCK,), options={"climb_is_move": False})

    assert refused(start, "a", a.Climb("A01", "block", 30)) == "TD-ACC-02"
    found = after(free, "a", a.Climb("A01", "block", 30)).units["A01"]
    assert (found.moves, found.actions) == (2, 1)


@pytest.mark.rule("TD-REF-02", "TD-FRT-01", "TD-ACC-01", "TD-CLB-01", "TD-CLB-02")
def test_refusals_of_a_climb_come_in_order():
    def of(name, to_z=30, **state):
        swamp = piece("swamp", "swamp", (0, 0, 100, 100))
        return refused(position(mover(y=587, **state), FOE, pieces=(BLOCK, swamp)), "a", a.Climb("A01", name, to_z))

    assert of("moon", frightened=True) == "TD-REF-02"
    assert of("block", frightened=True, actions=3) == "TD-FRT-01"
    assert of("block", actions=3, moves=2) == "TD-ACC-01"
    assert of("swamp") == "TD-CLB-02"
    assert of("block", to_z=31) == "TD-CLB-01"
    assert of("block") is None
    assert of("block", to_z=45, quality="alien_agile") is None
