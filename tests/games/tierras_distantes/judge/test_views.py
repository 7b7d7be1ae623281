"""Who sees what, worlds that cannot be told apart, acts in one wording (TD-HID)."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.tierras_distantes.book.kinds import MOST_UNITS
from app.systems.tierras_distantes.book.pieces import Part, PoolPiece
from app.systems.tierras_distantes.judge.secrets import resample
from app.systems.tierras_distantes.judge.understood import understood
from app.systems.tierras_distantes.judge.view import tell
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.events_setup import Confirmed, Deployed
from app.systems.tierras_distantes.position.state import LotPiece, Placing
from app.systems.tierras_distantes.squads.lists import judge_list, points_of
from tests.games.tierras_distantes.playing import after, moment, opened, refused, step, view
from tests.games.tierras_distantes.table import position, rules, unit

A, B = Viewer("a"), Viewer("b")
CONFIRM, REST = a.ConfirmDeployment(), a.DeployRest()


def bytes_of(at, viewer):
    return msgspec.json.encode(view(at, viewer))


def told(found, viewer):
    events = (tell(before, event, viewer) for before, event in zip(found.befores, found.events, strict=True))
    return [event for event in events if event is not None]


def building(**options):
    return opened("unknown_world", (), require_third=False, terrain_mode="scenario", **options).state


def lock(count):
    return a.LockSquad((a.ListedMember("regular", "light", ("carbine",), count=count),))


def placing():
    start = after(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))
    return after(start, "a", a.Deploy("A01", 500, 100))


@pytest.mark.rule("TD-HID-02", "TD-SQD-10")
def test_a_squad_is_its_owners_secret():
    found = step(building(), "a", lock(10))

    for viewer in (B, SPECTATOR):
        (event,) = told(found, viewer)
        assert event.members is None
        seen = view(found.state, viewer).players["A"]
        assert (seen.squad, seen.members) == ("locked", None)
    assert told(found, A)[0].members is not None
    assert view(found.state, A).players["A"].members is not None


@pytest.mark.rule("TD-HID-02", "TD-SQD-12")
def test_of_squads_that_do_not_balance_nothing_but_the_totals_is_told():
    found = step(after(building(), "a", lock(10)), "b", lock(7)).state

    for viewer, player in ((A, "B"), (B, "A"), (SPECTATOR, "A"), (SPECTATOR, "B")):
        seen = view(found, viewer)
        assert (seen.totals, seen.players[player].members) == ({"A": 100, "B": 70}, None)
    assert view(found, B).players["B"].members is not None


@pytest.mark.rule("TD-HID-02")
@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
def test_another_squad_of_the_cost_that_was_shown_might_be_there(viewer):
    start = step(after(building(), "a", lock(10)), "b", lock(7)).state
    pick = random.Random(5).randrange

    other = resample(moment(start), viewer, pick)

    assert bytes_of(other, viewer) == bytes_of(start, viewer)
    for player in "AB":
        members = other.players[player].members
        assert points_of(rules(), members) == {"A": 100, "B": 70}[player]
        assert isinstance(judge_list(rules(), members), int)


@pytest.mark.rule("TD-HID-02")
def test_squads_that_might_be_there_differ_and_keep_to_the_limit():
    start = after(building(points_limit=150), "a", lock(10))
    pick = random.Random(5).randrange

    totals = {points_of(rules(), resample(moment(start), B, pick).players["A"].members) for _ in range(12)}

    assert len(totals) > 3
    assert max(totals) <= 150
    assert resample(moment(start), A, pick) is None


@pytest.mark.rule("TD-HID-03")
def test_blind_nobody_else_is_told_who_is_placed_where_or_how_often():
    start = placing()
    anew, confirmed = step(start, "a", a.Deploy("A01", 600, 100)), step(after(start, "a", REST), "a", CONFIRM)

    for viewer in (B, SPECTATOR):
        assert told(anew, viewer) == []
        assert bytes_of(anew.state, viewer) == bytes_of(start, viewer)
        seen = view(anew.state, viewer)
        assert (seen.units["A01"].x_mm, seen.units["A01"].status, seen.players["A"].replaced) == (None, None, None)
        assert told(confirmed, viewer) == [Confirmed("A")]
        assert view(confirmed.state, viewer).players["A"].confirmed
    assert isinstance(told(anew, A)[0], Deployed)
    assert view(anew.state, A).units["A01"].x_mm == 600


@pytest.mark.rule("TD-HID-03", "TD-HID-06")
def test_one_event_reveals_all_places():
    position = after(after(after(placing(), "a", REST), "a", CONFIRM), "b", REST)

    found = step(position, "b", CONFIRM, 6, 1, 1, 1)

    for viewer in (A, B, SPECTATOR):
        assert len(told(found, viewer)[1].places) == 12
        assert told(found, viewer)[1].out == ()
        assert all(seen.x_mm is not None for seen in view(found.state, viewer).units.values())


@pytest.mark.rule("TD-HID-03")
@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
@pytest.mark.parametrize("confirmed", [False, True])
def test_other_places_might_be_taken(viewer, confirmed):
    start = placing()
    if confirmed:
        start = after(after(start, "a", REST), "a", CONFIRM)
    pick = random.Random(3).randrange

    worlds = [resample(moment(start), viewer, pick) for _ in range(3)]

    hidden = [player for player, own in (("A", A), ("B", B)) if viewer != own]
    for world in worlds:
        assert bytes_of(world, viewer) == bytes_of(start, viewer)
        for mini in world.units.values():
            if mini.player in hidden and world.players[mini.player].confirmed:
                assert mini.in_play
            if mini.player not in hidden:
                assert mini == start.units[mini.id]
    assert len({msgspec.json.encode(world) for world in worlds}) == 3


@pytest.mark.rule("TD-HID-03", "TD-END-12")
def test_placing_unseen_leaves_an_offer_open():
    offered = after(placing(), "a", a.OfferDraw())

    placed = after(offered, "a", a.Deploy("A02", 600, 100))
    rest = after(placed, "a", REST)

    assert placed.draw_offer == rest.draw_offer == "A"
    assert after(rest, "a", CONFIRM).draw_offer is None


@pytest.mark.rule("TD-HID-03")
def test_refusals_in_blind_deployment_say_nothing_of_the_other_side():
    start = placing()

    assert refused(start, "b", a.Deploy("A01", 500, 900)) == "TD-REF-02"
    assert refused(start, "b", a.Deploy("B01", 500, 100)) == "TD-DEP-03"


@pytest.mark.rule("TD-HID-01", "TD-HID-04", "TD-HID-06")
@pytest.mark.parametrize("option", ["forbidden", "lost"])
def test_during_play_everything_is_open(option):
    start = position(unit("A01", 500, 500, status="active"), unit("B01", 500, 900), options={"blind_shot": option})

    views = [msgspec.to_builtins(view(start, viewer)) for viewer in (A, B, SPECTATOR)]

    for seen in views:
        del seen["viewer"], seen["player"]
    assert views[0] == views[1] == views[2]
    assert resample(moment(start), SPECTATOR, random.Random(1).randrange) is None


@pytest.mark.rule("TD-HID-05")
def test_neither_positions_nor_views_hold_dice_to_come():
    start = position(unit("A01", 500, 500, status="active"), unit("B01", 500, 900))

    for value in (start, view(start, A), view(start, SPECTATOR)):
        text = msgspec.json.encode(value)
        assert b"seed" not in text
        assert b"dice" not in text


# ---------------------------------------------------------------------------------------------------------------- wordings


def worded(at, action, seat="a"):
    assert refused(at, seat, action) is None
    return understood(moment(at), Seat(seat), action)


@pytest.mark.rule("TD-ACC-07", "TD-DIV-06", "TD-CON-01")
def test_acts_that_say_the_same_have_one_wording():
    four = [unit(f"A0{n}", 100 * n, 500, status="active", weapons=("light_machine_gun",)) for n in range(1, 5)]
    foes = [unit("B01", 100, 700), unit("B02", 300, 700)]
    start = position(*four, *foes)

    walk = a.Move("A02", ((200, 500), (200, 550), (200, 550)), (a.GroupMove("A01", ((100, 560),)),))
    assert worded(start, walk) == a.Move("A01", ((100, 560),), (a.GroupMove("A02", ((200, 550),)),))
    gun = "light_machine_gun"
    fire = a.Fire("A03", gun, "B02", others=(a.GroupShot("A02", gun, "B02"), a.GroupShot("A01", gun, "B01")))
    assert worded(start, fire) == a.Fire(
        "A02", gun, "B02", others=(a.GroupShot("A01", gun, "B01"), a.GroupShot("A03", gun, "B02"))
    )
    split = a.GroupShot("A01", gun, split=(a.Share("B01", 2), a.Share("B02", 2)))
    shared = a.Fire("A03", gun, "B02", others=(split,))
    turned = a.GroupShot("A01", gun, split=(a.Share("B02", 2), a.Share("B01", 2)))
    assert worded(start, shared) == a.Fire("A01", gun, split=turned.split, others=(a.GroupShot("A03", gun, "B02"),))
    already = a.Fire("A01", gun, "B01")
    assert worded(start, already) is already


@pytest.mark.rule("TD-ACT-05", "TD-SQD-08", "TD-TER-04")
def test_names_lists_and_turns_have_one_wording():
    waiting = position(*(unit(f"A0{n}", 100 * n, 500) for n in range(1, 5)), unit("B01", 500, 900), count=2)
    assert worded(waiting, a.Activate(("A03", "A01"))).units == ("A01", "A03")
    progressive = position(*waiting.units.values(), count=2, options={"activation_choice": "progressive"})
    assert worded(progressive, a.EndBatch(("A03", "A01"))).rest == ("A01", "A03")
    two = a.ListedMember("regular", "light", ("pistol", "carbine"), count=3)
    other = a.ListedMember("regular", "light", ("carbine", "pistol"), count=3)
    listed = worded(building(), a.LockSquad((two, other)))
    assert listed.members == (a.ListedMember("regular", "light", ("pistol", "carbine"), count=6),)


@pytest.mark.rule("TD-SQD-08")
def test_entries_alike_are_one_as_far_as_its_count_goes():
    """No list of so many is legal, yet the wording is asked for whatever a list holds."""
    many = a.LockSquad((a.ListedMember("regular", "light", ("carbine",), count=MOST_UNITS - 1),) * 2)

    found = understood(moment(building()), Seat("a"), many)

    assert msgspec.convert(msgspec.to_builtins(found), a.LockSquad) == found


@pytest.mark.rule("TD-TER-04")
def test_a_turn_that_moves_a_part_is_none_that_changes_nothing():
    """A square piece lies the same with every turn, the tier in its corner does not."""
    corner = PoolPiece("hill", "hill", (100, 100), 10, (Part("hill", (0, 0, 50, 50), 20),))
    at = opened("two_halves", require_third=False).state
    lots = [LotPiece(piece, owner="A") for piece in (corner, replace(corner, id="flat", parts=()))]
    at = replace(at, phase="terrain", placing=Placing(tuple(lots), "A"))

    found = [understood(moment(at), Seat("a"), a.PlacePiece(name, 100, 100, 2)) for name in ("hill", "flat")]

    assert [each.rotation_step for each in found] == [2, 0]


@pytest.mark.rule("TD-ACC-09", "TD-ACC-06")
@pytest.mark.parametrize(
    "act",
    [
        {"type": "rally", "unit": "A01"},
        {"type": "rally_other", "unit": "A01", "target": "A02"},
        {"type": "climb", "unit": "A01", "piece": "rock", "to_z_mm": 30},
        {"type": "fire_area", "unit": "A01", "weapon": "hand_grenade", "x_mm": 0, "y_mm": 0},
    ],
)
def test_rallying_climbing_and_area_fire_are_done_alone(act):
    assert msgspec.convert(act, a.AnyAction).unit == "A01"
    with pytest.raises(msgspec.ValidationError, match="with"):
        msgspec.convert({**act, "with": [act]}, a.AnyAction)


@pytest.mark.rule("TD-HID-03", "TD-DEP-09")
def test_who_found_no_place_unseen_is_told_to_its_owner_alone():
    before, event = placing(), Confirmed("A", ("A06",))

    assert [tell(before, event, viewer) for viewer in (A, B, SPECTATOR)] == [event, Confirmed("A"), Confirmed("A")]
