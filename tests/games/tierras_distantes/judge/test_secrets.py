"""Worlds that cannot be told apart from this one, drawn on purpose to their limits (TD-HID-02, TD-HID-03)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.types import Viewer
from app.systems.tierras_distantes.judge.secrets import resample
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.squads.lists import points_of
from tests.games.tierras_distantes.playing import after, moment, opened
from tests.games.tierras_distantes.table import rules

B = Viewer("b")
READY = rules().scenarios["unknown_world"].ready[0]


def first(sides: int) -> int:
    """A pick that always takes the first there is."""
    return 0


def last(sides: int) -> int:
    """A pick that always takes the last there is."""
    return sides - 1


def seldom(sides: int) -> int:
    """The first of two, else the last."""
    return 0 if sides == 2 else sides - 1


def locking(weapon: str, count: int) -> a.LockSquad:
    return a.LockSquad((a.ListedMember("regular", "medium", (weapon,), count=count),))


def building() -> Position:
    return opened("unknown_world", (), require_third=False, terrain_mode="scenario").state


def deploying(**more: Any) -> Position:
    return after(opened("outpost", (6, 1), **more).state, "a", a.ChooseSide("south"))


def resampled(at: Position, pick: Any) -> Position:
    found = resample(moment(at), B, pick)
    assert found is not None
    return found


@pytest.mark.rule("TD-HID-02", "TD-SQD-11")
def test_a_hidden_squad_might_be_a_ready_made_one_or_the_dearest_there_may_be() -> None:
    start = after(building(), "a", locking("assault_rifle", 7))

    ready, composed = (resampled(start, pick).players["A"].members for pick in (first, last))

    assert ready == READY.members
    assert composed not in (ready, start.players["A"].members, None)
    assert points_of(rules(), composed or ()) == 200


@pytest.mark.rule("TD-SQD-11", "TD-SQD-12")
@pytest.mark.parametrize(("count", "total"), [(10, 200), (9, 196)])
def test_a_squad_whose_total_was_shown_might_be_any_of_exactly_that_total(count: int, total: int) -> None:
    """A ready-made one, too, where it costs so much; none that costs less."""
    own = READY.members if total == READY_COST else None
    lock = locking("assault_rifle", count) if own is None else _listed()
    start = after(after(building(), "a", lock), "b", locking("pistol", 6))
    assert start.totals is not None
    assert start.totals["A"] == total

    found = [resampled(start, pick).players["A"].members or () for pick in (first, last)]

    assert [points_of(rules(), each) for each in found] == [total, total]
    assert (found[0] == READY.members) is (total == READY_COST)


READY_COST = 196


def _listed() -> a.LockSquad:
    return a.LockSquad(tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in READY.members))


@pytest.mark.rule("TD-HID-03", "TD-DEP-07")
@pytest.mark.parametrize(("pick", "placed", "anew"), [(seldom, 0, 0), (first, 0, 0), (last, 6, 18)])
def test_as_many_might_be_placed_anew_as_may_be_once_somebody_is_placed(pick: Any, placed: int, anew: int) -> None:
    start = after(deploying(), "a", a.Deploy("A01", 500, 100))

    found = resampled(start, pick)

    own = [mini for mini in found.units.values() if mini.player == "A"]
    assert sum(mini.in_play for mini in own) == placed
    assert all((mini.status == "undeployed") is not mini.in_play for mini in own)
    assert all((mini.x_mm is None) is (mini.y_mm is None) is (mini.z_mm is None) for mini in own)
    assert (len(own), found.players["A"].replaced) == (6, anew)


@pytest.mark.rule("TD-DEP-09", "TD-HID-03")
def test_who_finds_no_place_in_another_world_is_out_once_all_is_confirmed() -> None:
    """Bases of 6 cm radius in a strip 25 cm deep and 100 cm long."""
    squad = [{"quality": "regular", "armour": "light", "weapons": ["carbine"], "count": 18}]
    start = deploying(seats=({"squad": squad}, {"squad": squad}), tables={"quality.regular.radius": 3.0}, scale_pct=200)
    confirmed = after(after(start, "a", a.DeployRest()), "a", a.ConfirmDeployment())

    open_, closed = (
        {mini.status for mini in resampled(each, last).units.values() if mini.player == "A"}
        for each in (start, confirmed)
    )

    assert (open_, closed) == ({"ready", "undeployed"}, {"ready", "out"})
