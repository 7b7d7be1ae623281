"""Squads: secret until both are locked, balanced, composed (TD-SQD)."""

from __future__ import annotations

import pytest

from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.squads.composing import Bounds, bounds_of, compose
from app.systems.tierras_distantes.squads.lists import judge_list, most_leaders, points_of
from tests.games.tierras_distantes.playing import after, opened, refused, step
from tests.games.tierras_distantes.table import rules


def soldiers(count, weapon="carbine", armour="light", **more):
    """Regulars of 10 points each, unless told otherwise."""
    return a.ListedMember("regular", armour, (weapon,), count=count, **more)


def lock(*members):
    return a.LockSquad(tuple(members))


def free(**options):
    """Open squads on a table without dice."""
    return opened("unknown_world", (), require_third=False, terrain_mode="scenario", **options).state


# dice after both squads are open: sides
SIDES = (6, 1)


@pytest.mark.rule("TD-SQD-01", "TD-SQD-02")
def test_a_squad_has_as_many_miniatures_as_the_room_says():
    usual, odd = free(), free(squad_min=2, squad_max=4)

    assert [refused(usual, "a", lock(soldiers(n))) for n in (5, 6, 18, 19)] == ["TD-SQD-01", None, None, "TD-SQD-01"]
    assert [refused(odd, "a", lock(soldiers(n))) for n in (1, 2, 4, 5)] == ["TD-SQD-01", None, None, "TD-SQD-01"]


@pytest.mark.rule("TD-SQD-10", "TD-REF-01")
def test_a_lock_is_final():
    position = after(free(), "a", lock(soldiers(6)))

    assert position.players["A"].squad == "locked"
    assert refused(position, "a", lock(soldiers(7))) == "TD-REF-01"
    assert refused(position, "b", lock(soldiers(7))) is None


@pytest.mark.rule("TD-SQD-10")
def test_ids_are_given_when_both_squads_are_open():
    one = after(free(), "a", lock(soldiers(5), soldiers(1, leader=True, name="Ana")))

    found = step(one, "b", lock(soldiers(6)), *SIDES).state

    assert not one.units
    assert list(found.units) == [f"A0{n}" for n in range(1, 7)] + [f"B0{n}" for n in range(1, 7)]
    assert (found.units["A06"].name.en, found.units["A06"].leader) == ("Ana", True)
    assert found.units["A01"].name.es == "Soldado regular"
    assert found.phase == "sides"


@pytest.mark.rule("TD-SQD-12", "TD-SQD-04")
def test_the_cheaper_squad_is_locked_anew_until_it_balances():
    one = after(free(), "a", lock(soldiers(10)))

    failed = step(one, "b", lock(soldiers(8)))

    position = failed.state
    assert [type(event) for event in failed.events] == [e.SquadLocked, e.SquadsUnbalanced]
    assert (position.totals, position.phase) == ({"A": 100, "B": 80}, "squads")
    assert (position.players["A"].squad, position.players["B"].squad) == ("locked", "open")
    assert position.players["B"].members == (Member("regular", "light", ("carbine",), count=8),)
    assert refused(position, "a", lock(soldiers(8))) == "TD-REF-01"
    assert refused(position, "b", lock(soldiers(8))) == "TD-SQD-04"
    assert refused(position, "b", lock(soldiers(12))) == "TD-SQD-04"
    assert after(position, "b", lock(soldiers(9)), *SIDES).phase == "sides"


@pytest.mark.rule("TD-SQD-09", "TD-SQD-04")
def test_whoever_meets_a_squad_brought_along_must_balance_with_it_at_once():
    brought = [{"quality": "regular", "armour": "light", "weapons": ["carbine"], "count": 10}]
    position = opened("unknown_world", (), ({}, {"squad": brought}), require_third=False, terrain_mode="scenario").state

    assert (position.players["A"].squad, position.players["B"].squad) == ("open", "given")
    assert refused(position, "b", lock(soldiers(10))) == "TD-REF-01"
    assert refused(position, "a", lock(soldiers(8))) == "TD-SQD-04"
    assert after(position, "a", lock(soldiers(9)), *SIDES).phase == "sides"


@pytest.mark.rule("TD-SQD-09")
def test_seats_may_lead_each_others_squads():
    swapped = opened("relay", (6, 1), ({"squad": "B"}, {"squad": "A"})).state

    assert (len(swapped.units), swapped.units["A01"].name.en, swapped.units["B01"].name.en) == (
        24,
        "Boss",
        "Lieutenant",
    )


@pytest.mark.rule("TD-SQD-05", "TD-SQD-06", "TD-SQD-08")
def test_rules_of_members_come_in_the_order_of_the_list():
    position = free()
    unknown = a.ListedMember("giant", "light", ("carbine",))
    three = a.ListedMember("regular", "light", ("carbine", "pistol", "smg"))
    twice = a.ListedMember("regular", "light", ("carbine", "carbine"))
    led = soldiers(2, leader=True)

    assert refused(position, "a", lock(soldiers(6), unknown, three)) == "TD-SQD-05"
    assert refused(position, "a", lock(soldiers(6), three, unknown)) == "TD-SQD-08"
    assert refused(position, "a", lock(soldiers(6), twice)) == "TD-SQD-08"
    assert refused(position, "a", lock(soldiers(6), a.ListedMember("regular", "light", ()))) == "TD-SQD-08"
    assert refused(position, "a", lock(soldiers(9), led)) == "TD-SQD-06"
    assert refused(position, "a", lock(soldiers(10), led)) is None


@pytest.mark.rule("TD-SQD-04")
def test_the_limit_is_looked_at_before_the_balance():
    position = after(free(points_limit=100, balance_tolerance_pct=0), "a", lock(soldiers(10)))

    assert refused(position, "b", lock(soldiers(11))) == "TD-SQD-04"
    assert after(position, "b", lock(soldiers(10)), *SIDES).phase == "sides"


@pytest.mark.rule("TD-SQD-11")
@pytest.mark.parametrize("rival", [24, 60, 137, 228, 331, 900])
@pytest.mark.parametrize("tolerance", [0, 10, 60])
def test_a_squad_is_composed_beside_any_total(rival, tolerance):
    made = rules(balance_tolerance_pct=tolerance)
    bounds = bounds_of(made, rival)

    squad = compose(made, bounds)

    assert squad is not None
    found = judge_list(made, squad)
    assert isinstance(found, int)
    assert bounds.least <= found <= (bounds.most or found)
    assert compose(made, bounds) == squad


@pytest.mark.rule("TD-SQD-11")
def test_a_composed_squad_is_as_dear_as_may_be_and_none_is_made_where_there_is_none():
    made = rules(points_limit=150)

    assert points_of(made, compose(made, bounds_of(made, None)) or ()) == 150
    assert compose(made, Bounds(0, 23)) is None
    assert compose(rules(squad_min=1, squad_max=1), Bounds(4, 4)) == (Member("recruit", "none", ("pistol",)),)


@pytest.mark.rule("TD-SQD-06", "TD-SQD-02")
def test_a_squad_of_fewer_than_six_may_have_one_leader():
    assert [most_leaders(rules(), size) for size in (1, 5, 6, 11, 12, 18)] == [1, 1, 1, 1, 2, 3]
