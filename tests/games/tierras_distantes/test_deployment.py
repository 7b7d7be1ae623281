"""Sides and deployment in every order (TD-DEP), and terrain that the players place (TD-TER-04)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.systems.tierras_distantes.choices.lists import lockable
from app.systems.tierras_distantes.judge.understood import understood
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from tests.games.tierras_distantes.playing import after, asked, moment, opened, refused, step
from tests.games.tierras_distantes.table import position, rules, unit

CHOICE = a.ChooseSide("south")
REST, CONFIRM = a.DeployRest(), a.ConfirmDeployment()
PLAY = (6, 1, 5, 5)  # initiative to A, activation


def deploying(order="blind", **options):
    """The outpost, A in the south after winning the roll."""
    return after(opened("outpost", (6, 1), deployment_order=order, **options).state, "a", CHOICE)


def at(position, name):
    unit = position.units[name]
    return (unit.x_mm, unit.y_mm, unit.z_mm)


# ------------------------------------------------------------------------------------------------------------------ sides


@pytest.mark.rule("TD-DEP-01", "TD-REF-01")
def test_the_winner_chooses_one_of_the_two_sides():
    position = opened("outpost", (1, 6)).state

    assert refused(position, "a", a.ChooseSide("north")) == "TD-REF-01"
    assert refused(position, "b", a.ChooseSide("west")) == "TD-DEP-01"
    found = after(position, "b", a.ChooseSide("south"))
    assert (found.players["A"].side, found.players["B"].side, found.phase) == ("north", "south", "deployment")


@pytest.mark.rule("TD-DEP-01")
def test_at_random_the_winner_gets_the_first_side():
    position = opened("reactor", (1, 6), side_choice="random").state

    assert (position.phase, position.players["B"].side, position.players["A"].side) == ("deployment", "west", "east")


# ------------------------------------------------------------------------------------------------------------------ blind


@pytest.mark.rule("TD-DEP-04", "TD-DEP-05")
def test_blind_both_place_at_once_and_all_is_revealed_when_both_confirm():
    position = deploying()
    assert asked(position) == ("A", "B")
    assert refused(position, "b", CONFIRM) == "TD-DEP-05"

    position = after(after(position, "b", REST), "b", CONFIRM)
    assert asked(position) == ("A",)
    assert refused(position, "b", a.Deploy("B01", 500, 900)) == "TD-REF-01"
    found = step(after(position, "a", REST), "a", CONFIRM, *PLAY)

    kinds = [type(event) for event in found.events]
    assert kinds == [e.Confirmed, e.DeploymentOpened, e.TurnBegan, e.InitiativeRolled, e.BatchBegan]
    assert len(found.events[1].places) == 12
    assert (found.state.phase, found.state.players["A"].start, found.state.players["B"].start) == ("batch", 6, 6)


@pytest.mark.rule("TD-DEP-07", "TD-REF-02")
def test_a_miniature_may_be_placed_anew_so_many_times():
    position = deploying()
    first = step(position, "a", a.Deploy("A01", 500, 100))
    again = step(first.state, "a", a.Deploy("A01", 520, 100))

    assert (first.events[0].anew, again.events[0].anew) == (False, True)
    assert (first.state.players["A"].replaced, again.state.players["A"].replaced) == (0, 1)
    players = {**again.state.players, "A": replace(again.state.players["A"], replaced=18)}
    spent = replace(again.state, players=players)
    assert refused(spent, "a", a.Deploy("A01", 500, 100)) == "TD-DEP-07"
    assert refused(spent, "a", a.Deploy("A02", 600, 100)) is None
    assert refused(spent, "a", a.Deploy("B02", 500, 100)) == "TD-REF-02"


@pytest.mark.rule("TD-DEP-08", "TD-REF-01")
def test_the_rest_goes_to_the_suggested_places():
    position = after(deploying(), "a", a.Deploy("A02", 500, 200))

    found = after(position, "a", REST)

    assert at(found, "A02") == (500, 200, 0)
    assert at(found, "A03") == (560, 200, 0)
    assert at(found, "A06") == (500, 140, 0)
    assert at(found, "A01") != (500, 200, 0)
    assert all(unit.status == "ready" for unit in found.units.values() if unit.player == "A")
    assert refused(found, "a", REST) == "TD-REF-01"


@pytest.mark.rule("TD-DEP-06", "TD-DEP-08")
def test_the_rest_may_be_spread_over_the_zone_where_nothing_is_suggested():
    start = deploying()
    bare = replace(start, board=replace(start.board, suggested={}))
    position = after(bare, "a", a.Deploy("A02", 440, 150))

    found = after(position, "a", a.DeployRest(spread=True))

    places = [at(found, f"A{number:02}")[:2] for number in range(1, 7)]
    assert places == [(410, 160), (440, 150), (250, 80), (770, 160), (80, 160), (910, 80)]
    assert found.players["A"].replaced == 0
    assert after(position, "a", a.DeployRest(spread=True)) == found
    assert understood(moment(position), "a", a.DeployRest(spread=True)).spread
    assert not understood(moment(start), "a", a.DeployRest(spread=True)).spread, "everybody has a suggested place"


@pytest.mark.rule("TD-DEP-09")
def test_who_has_no_place_is_left_out_and_counted_nowhere():
    """Bases of 6 cm radius in a strip 25 cm deep and 100 cm long: two rows of eight at most."""
    tables = {"quality.regular.radius": 3.0}
    squad = [{"quality": "regular", "armour": "light", "weapons": ["carbine"], "count": 18}]
    options = {"scale_pct": 200}
    position = after(
        opened("outpost", (6, 1), ({"squad": squad}, {"squad": squad}), tables, **options).state, "a", CHOICE
    )

    placed = after(after(position, "a", REST), "b", REST)
    found = after(after(placed, "a", CONFIRM), "b", CONFIRM, *PLAY)

    out = [unit.id for unit in found.units.values() if unit.player == "A" and unit.status == "out"]
    assert out
    assert found.players["A"].start == 18 - len(out)
    assert refused(found, "a", a.Activate((out[0],))) == "TD-REF-02"


# ---------------------------------------------------------------------------------------------------------- in other orders


@pytest.mark.rule("TD-DEP-04")
def test_winner_second_the_loser_places_all_before_the_winner():
    position = deploying("winner_second")
    assert asked(position) == ("B",)
    assert refused(position, "a", REST) == "TD-REF-01"

    position = after(after(position, "b", REST), "b", CONFIRM)
    assert asked(position) == ("A",)
    found = step(after(position, "a", REST), "a", CONFIRM, *PLAY)

    assert [type(event) for event in found.events][:2] == [e.Confirmed, e.TurnBegan]


@pytest.mark.rule("TD-DEP-04", "TD-DEP-07", "TD-DEP-08")
def test_alternate_they_place_one_by_one_and_nothing_is_moved_again():
    position = deploying("alternate")
    assert asked(position) == ("B",)

    position = after(position, "b", a.Deploy("B01", 500, 900))
    assert asked(position) == ("A",)
    assert refused(position, "a", REST) == refused(position, "a", CONFIRM) == "TD-REF-01"
    position = after(position, "a", a.Deploy("A01", 500, 100))
    assert refused(position, "b", a.Deploy("B01", 560, 900)) == "TD-DEP-07"
    for number in range(2, 6):
        position = after(position, "b", a.Deploy(f"B0{number}", 500 + 60 * number, 900))
        position = after(position, "a", a.Deploy(f"A0{number}", 500 + 60 * number, 100))
    position = after(position, "b", a.Deploy("B06", 200, 850))
    found = step(position, "a", a.Deploy("A06", 100, 100), *PLAY)

    assert [type(event) for event in found.events][:4] == [e.Deployed, e.Confirmed, e.Confirmed, e.TurnBegan]


@pytest.mark.rule("TD-DEP-04")
def test_alternate_who_has_nobody_left_is_skipped():
    squad = [{"quality": "regular", "armour": "medium", "weapons": ["assault_rifle"], "count": 7}]
    start = opened("outpost", (6, 1), ({}, {"squad": squad}), deployment_order="alternate").state
    position = after(start, "a", CHOICE)
    for number in range(1, 7):
        position = after(position, "b", a.Deploy(f"B0{number}", 300 + 60 * number, 900))
        position = after(position, "a", a.Deploy(f"A0{number}", 300 + 60 * number, 100))

    assert asked(position) == ("B",)
    assert after(position, "b", a.Deploy("B07", 200, 850), *PLAY).phase == "batch"


@pytest.mark.rule("TD-DEP-01", "TD-DEP-04")
@pytest.mark.parametrize("last", ["a", "b"])
def test_alternate_the_loser_of_the_roll_is_first_whoever_locked_a_squad_before_it(last):
    first = "b" if last == "a" else "a"
    start = opened(
        "unknown_world",
        (),
        terrain_mode="scenario",
        require_third=False,
        deployment_order="alternate",
        side_choice="random",
    ).state
    squad = lockable(moment(start).rules, start, "A")[0]
    position = after(after(start, first, squad), last, squad, 6, 1)

    assert (position.phase, asked(position)) == ("deployment", ("B",))


# ------------------------------------------------------------------------------------------------- terrain by the players


def lots(*dice, **options):
    """The pool of twelve, dealt; squads locked alike. The opening has no dice, the second lock rolls."""
    start = opened("two_halves", (), **options).state
    squad = a.LockSquad(tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in READY))
    return step(after(start, "a", squad), "b", squad, *dice)


READY = rules().scenarios["two_halves"].ready[0].members
ALL_TO_B = (1, 6, 6, 6, 6, 6, 6, 6)  # B wins, then six pieces go to B, the rest to A without dice


@pytest.mark.rule("TD-TER-04", "TD-REF-02")
def test_the_winner_of_the_lot_places_first_and_they_take_turns():
    begun = lots(*ALL_TO_B)

    position = begun.state
    assert [type(event) for event in begun.events][-2:] == [e.LotRolled, e.PiecesDealt]
    assert begun.events[-1].owners == {f"p{n:02}": "B" if n <= 6 else "A" for n in range(1, 13)}
    assert asked(position) == ("B",)
    assert refused(position, "b", a.PlacePiece("p07", 0, 0)) == "TD-REF-02"
    placed = step(position, "b", a.PlacePiece("p05", 0, 0, rotation_step=1))
    position = placed.state
    assert asked(position) == ("A",)
    low, high = placed.events[0].pieces
    assert (low.id, low.footprint[2], low.base) == ("p05", (220, 240), True)
    assert (high.id, high.footprint[0], high.footprint[2], high.z1_mm) == ("p05_1", (50, 50), (170, 190), 20)
    assert refused(position, "a", a.PlacePiece("p07", 219, 0)) == "TD-TER-06"
    assert refused(position, "a", a.PlacePiece("p07", 220, 0)) is None
    assert refused(position, "a", a.PlacePiece("p07", 941, 0)) == "TD-TER-04"


@pytest.mark.rule("TD-TER-04")
def test_a_piece_is_left_out_only_while_a_third_is_in_reach():
    position = lots(*ALL_TO_B).state
    for piece, seat in (("p01", "b"), ("p07", "a"), ("p02", "b")):
        if refused(position, seat, a.LeavePiece(piece)) is not None:
            break
        position = after(position, seat, a.LeavePiece(piece))
    else:
        pytest.fail("three pieces were left out of a pool that covers little more than a third")

    assert refused(position, seat, a.LeavePiece(piece)) == "TD-TER-04"
    free = lots(*ALL_TO_B, require_third=False).state
    for piece, seat in zip(("p01", "p07", "p02", "p08", "p03"), "babab", strict=True):
        free = after(free, seat, a.LeavePiece(piece))
    assert free.placing.player == "A"


@pytest.mark.rule("TD-TER-04", "TD-DEP-01")
def test_when_nobody_has_a_piece_in_hand_the_sides_are_rolled_for():
    position = lots(*ALL_TO_B, require_third=False).state
    order = [f"p{n:02}" for pair in zip(range(1, 7), range(7, 13), strict=True) for n in pair]
    for piece, seat in zip(order[:-1], "ba" * 6, strict=False):
        position = after(position, seat, a.LeavePiece(piece))

    found = step(position, "a", a.LeavePiece("p12"), 4, 2)

    assert [type(event) for event in found.events] == [e.PieceLeft, e.SidesRolled]
    assert (found.state.phase, found.state.chooser, found.state.placing.player) == ("sides", "A", None)


@pytest.mark.rule("TD-REF-01")
@pytest.mark.parametrize(
    "action",
    [a.ChooseSide("south"), a.Deploy("A01", 500, 100), REST, CONFIRM, a.LeavePiece("p01"), a.PlacePiece("p01", 0, 0)],
)
def test_acts_of_other_phases_are_refused(action):
    assert refused(position(unit("A01", 500, 500), unit("B01", 500, 800)), "a", action) == "TD-REF-01"
