"""What is said of rallying, of batches, and of acts before play; what nobody may learn from it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from app.engine.scene import Disc, Polygon
from app.engine.telling import Line, Ring, Sight, Spot
from app.systems.tierras_distantes.choices.lists import lockable
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from tests.games.tierras_distantes.playing import after, moment, opened, previewed, step, surveyed
from tests.games.tierras_distantes.table import piece, position, unit

FOE = unit("B01", 500, 700, armour="none")


def actor(name="A01", x=500, y=500, **more):
    return unit(name, x, y, status="active", **more)


def notes(plan):
    return [note.text.en for note in plan.notes]


def shares(plan):
    return [Fraction(each.numerator, each.denominator) for each in plan.chances]


def rings(plan):
    return {each.target: each.tone for each in plan.overlays if isinstance(each, Ring)}


# --------------------------------------------------------------------------------------------------------------- nerve


@pytest.mark.rule("TD-FRT-02", "TD-FRT-03", "TD-FRT-04", "TD-FRT-09")
@pytest.mark.parametrize(("quality_rally", "quality"), [("same", "regular"), ("varied", "veteran")])
def test_what_is_told_of_a_rally_before_a_shot_is_what_counting_every_roll_gives(quality_rally, quality):
    start = position(
        actor(frightened=True, quality=quality, weapons=("carbine",), actions=1), FOE, unit("B02", 900, 900),
        options={"quality_rally": quality_rally}, tables={"weapon.carbine.total": 1, "weapon.carbine.effective": 1},
    )  # fmt: skip
    rally = a.Rally("A01")
    pairs = list(product(range(1, 7), repeat=2))
    good = [
        dice for dice in pairs if any(isinstance(each, e.Rallied) and each.success for each in rallied(start, dice))
    ]
    recovered = after(start, "a", rally, *good[0])
    hits = sum(
        any(isinstance(each, e.Lost) for each in step(recovered, "a", a.Fire("A01", "carbine", "B01"), *dice).events)
        for dice in pairs
    )

    once, twice, shot = shares(previewed(start, "a", rally))

    assert once == Fraction(len(good), 36)
    assert twice == 1 - (1 - once) ** 2
    assert shot == once * Fraction(hits, 36)


def rallied(start, dice):
    return step(start, "a", a.Rally("A01"), *dice).events


@pytest.mark.rule("TD-FRT-05", "TD-FRT-11")
def test_a_leader_that_could_rally_instead_is_named():
    def told(*units):
        return notes(previewed(position(actor(frightened=True), *units, FOE), "a", a.Rally("A01")))

    assert told(actor("A02", 500, 350, leader=True)) == ["A02 A02 could try instead."]
    assert told(unit("A02", 500, 350, leader=True), unit("B02", 500, 600, leader=True)) == []
    assert told(actor("A02", 500, 250, leader=True)) == []
    assert told(actor("A02", 500, 350, leader=True, actions=3)) == []


@pytest.mark.rule("TD-FRT-05", "TD-FRT-08")
def test_a_leader_sees_the_circle_that_it_reaches_and_who_is_in_it():
    start = position(
        actor(leader=True), unit("A02", 500, 380, frightened=True, status="done"), unit("A03", 500, 250, frightened=True),
        FOE,
    )  # fmt: skip

    near = previewed(start, "a", a.RallyOther("A01", "A02"))
    far = previewed(start, "a", a.RallyOther("A01", "A03"))

    (circle,) = [each for each in near.overlays if isinstance(each, Spot)]
    assert circle.shape == Disc(500, 500, 200)
    assert rings(near) == {"A02": "warn"}
    assert shares(near) == [Fraction(15, 36)]
    assert notes(near) == ["If it rallies, A02 A02 waits for the next turn."]
    assert far.refusal.rule == "TD-FRT-05"
    (line,) = [each for each in far.overlays if isinstance(each, Line)]
    assert (line.label.en, line.tone) == ("25 cm", "bad")


# ------------------------------------------------------------------------------------------------------------- batches


@pytest.mark.rule("TD-ACC-10", "TD-ACT-08", "TD-ACT-09")
def test_who_ends_a_batch_is_told_what_is_left_unused_and_what_comes_next():
    start = position(
        actor(), actor("A02", 100, 100, shots=1, actions=2), actor("A03", 200, 100, actions=3),
        unit("A04", 300, 100), unit("B01", 500, 700, status="done"),
    )  # fmt: skip
    last = position(actor(actions=3), unit("B01", 500, 700), unit("B02", 600, 700, status="done"))
    over = position(actor(actions=3), unit("B01", 500, 700, status="done"))

    assert notes(previewed(start, "a", a.EndBatch())) == [
        "A01 A01 loses its shot: at B01, casualty 21%.",
        "A02 A02 loses one action.",
        "The other side has activated everybody: the one you have left acts next, without a roll.",
    ]
    assert notes(previewed(last, "a", a.EndBatch())) == [
        "You have nobody left: the other side activates its last one without a roll."
    ]
    assert notes(previewed(over, "a", a.EndBatch())) == ["The turn ends with this."]


@pytest.mark.rule("TD-ACT-05", "TD-ACT-11")
def test_naming_somebody_frightened_is_warned_of():
    start = position(unit("A01", 500, 500, frightened=True), unit("A02", 600, 500), FOE, count=1)

    plan = previewed(start, "a", a.Activate(("A01",)))
    both = previewed(start, "a", a.Activate(("A01", "A02")))

    assert [note.tone for note in plan.notes] == ["warn"]
    assert rings(plan) == {"A01": "warn"}
    assert both.refusal.rule == "TD-ACT-03"
    assert rings(both) == {"A01": "warn", "A02": "warn"}


@pytest.mark.rule("TD-HID-04")
def test_where_shots_may_be_lost_no_end_of_a_batch_tells_of_shots():
    def told(*pieces):
        return previewed(position(actor(), FOE, pieces=pieces, options={"blind_shot": "lost"}), "a", a.EndBatch())

    wall = piece("wall", "wall", (300, 590, 700, 600), 50)

    assert told() == told(wall)
    assert "A01 A01 loses 3 actions." in notes(told())


# --------------------------------------------------------------------------------------------------------- before play


def soldiers(count, **more):
    return a.ListedMember("regular", "light", ("carbine",), count=count, **more)


@pytest.mark.rule("TD-SQD-04", "TD-SQD-06", "TD-SQD-12")
def test_a_squad_is_told_with_what_it_may_cost():
    free = opened("unknown_world", (), require_third=False, terrain_mode="scenario", points_limit=0).state
    limited = opened("unknown_world", (), require_third=False, terrain_mode="scenario", points_limit=200).state
    unequal = after(after(free, "a", a.LockSquad((soldiers(18),))), "b", a.LockSquad((soldiers(6),)))
    squad = a.LockSquad((soldiers(1, leader=True), soldiers(11)))

    plan = previewed(limited, "a", squad)

    assert plan.facts == {"points": 125, "size": 12, "leaders": 1, "most_leaders": 2}
    assert notes(plan) == [
        "12 miniatures, 125 points.",
        "Leaders: 1 of 2.",
        "Both are compared once they are locked: they may differ by 10%.",
    ]
    fits = previewed(unequal, "b", a.LockSquad((soldiers(18),)))
    assert notes(fits)[-1] == "It balances with the other's 180 points: from 162 to 200 would."


@pytest.mark.rule("TD-HID-02")
def test_what_is_told_of_a_squad_says_nothing_of_the_other_one():
    free = opened("unknown_world", (), require_third=False, terrain_mode="scenario").state
    locked = [after(free, "a", a.LockSquad((soldiers(n),))) for n in (6, 12)]

    one, two = (previewed(each, "b", a.LockSquad((soldiers(8),))) for each in locked)

    assert one == two


def lots(*dice):
    """The pool of twelve, dealt; squads locked alike."""
    start = opened("two_halves", ()).state
    (squad,) = lockable(moment(start).rules, start, "A")[:1]
    return after(after(start, "a", squad), "b", squad, *dice)


@pytest.mark.rule("TD-TER-01", "TD-TER-04", "TD-TER-06")
def test_a_piece_is_told_with_the_share_that_terrain_covers():
    start = lots(1, 6, 6, 6, 6, 6, 6, 6)  # B places first and has the first six

    plan = previewed(start, "b", a.PlacePiece("p05", 0, 0, rotation_step=1))
    needed = previewed(start, "b", a.LeavePiece("p05"))
    placed = after(start, "b", a.PlacePiece("p05", 0, 0, rotation_step=1))
    left = previewed(placed, "a", a.LeavePiece("p12"))
    on_it = previewed(placed, "a", a.PlacePiece("p07", 219, 0))

    assert (plan.facts["covered_pct"], left.facts["covered_pct"]) == (4.4, 4.4)
    assert needed.refusal.rule == "TD-TER-04"
    assert notes(needed)[-1] == "What is still in hand brings it to 31.7%; 33.3% is needed."
    assert notes(plan) == [
        "Terrain covers 4.4% of the table then.", "What is still in hand brings it to 36.1%; 33.3% is needed.",
    ]  # fmt: skip
    whole, hill = (each.shape.points for each in plan.overlays)
    assert (whole[0], whole[2], hill[0], hill[2]) == ((0, 0), (220, 240), (50, 50), (170, 190))
    assert on_it.refusal.rule == "TD-TER-06"
    assert rings(on_it) == {"p05": "bad"}
    laid = [
        (each.tone, each.shape.points[0], each.shape.points[2]) for each in on_it.overlays if isinstance(each, Spot)
    ]
    assert laid[0] == ("bad", (219, 0), (479, 200))


def deploying(order="blind"):
    return after(opened("outpost", (6, 1), deployment_order=order).state, "a", a.ChooseSide("south"))


@pytest.mark.rule("TD-DEP-02", "TD-DEP-03", "TD-DEP-01")
def test_a_zone_is_drawn_where_a_side_is_chosen_and_where_somebody_is_outside_it():
    chosen = previewed(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))
    outside = previewed(deploying(), "a", a.Deploy("A01", 500, 400))

    zone = Polygon(((0, 0), (1000, 0), (1000, 250), (0, 250)))
    assert [each.shape for each in chosen.overlays] == [zone]
    assert outside.refusal.rule == "TD-DEP-03"
    assert [each.shape for each in outside.overlays] == [zone, Disc(500, 400, 12.5)]


@pytest.mark.rule("TD-DEP-06", "TD-DEP-07", "TD-DEP-08", "TD-FRT-05")
def test_a_place_is_told_with_its_ground_and_the_leader_near_it():
    start = after(deploying(), "a", a.Deploy("A01", 500, 50))

    near, far = (previewed(start, "a", a.Deploy("A02", x, 50)) for x in (640, 740))
    again = previewed(start, "a", a.Deploy("A01", 400, 50))

    assert "Sergeant A01 is near enough to rally it." in notes(near)
    assert "No leader reaches it; the first is Sergeant A01." in notes(far)
    assert any("placings anew are left" in note for note in notes(again))
    assert notes(previewed(start, "a", a.DeployRest())) == ["5 miniatures will be placed."]


@pytest.mark.rule("TD-HID-03")
def test_in_blind_deployment_nothing_is_told_of_the_other_side():
    start = deploying()
    placed = after(start, "b", a.DeployRest())
    acts = (a.Deploy("A01", 500, 50), a.Deploy("A01", 500, 400), a.DeployRest(), a.Fire("A01", "assault_rifle", "B01"),
            a.Move("A01", ((500, 500),)), a.RallyOther("A01", "B01"), a.EndBatch())  # fmt: skip

    for act in acts:
        assert previewed(start, "a", act) == previewed(placed, "a", act)
    for name in ("A01", "B01"):
        assert surveyed(start, "a", name) == surveyed(placed, "a", name)
    assert surveyed(placed, "b", "B01") != surveyed(start, "b", "B01")


@pytest.mark.rule("TD-DEP-04")
def test_where_one_deploys_after_the_other_the_enemies_are_seen():
    start = deploying("winner_second")
    placed = after(after(start, "b", a.DeployRest()), "b", a.ConfirmDeployment())

    plan = previewed(placed, "a", a.Deploy("A01", 500, 50))

    assert len([each for each in plan.overlays if isinstance(each, Sight)]) == 6


@pytest.mark.rule("TD-FRT-05", "TD-RNG-05")
def test_the_circle_of_a_leader_is_measured_from_the_edge_where_the_room_measures_so():
    start = position(
        actor(leader=True, shots=1, actions=2), unit("A02", 500, 400, frightened=True), FOE, options={"measure": "edge"}
    )

    plan = previewed(start, "a", a.RallyOther("A01", "A02"))

    (circle,) = [each for each in plan.overlays if isinstance(each, Spot)]
    assert circle.shape == Disc(500, 500, 212.5)
    assert [note.tone for note in plan.notes] == ["info"]  # its shot is spent already


@pytest.mark.rule("TD-ACT-05", "TD-ACT-08")
def test_those_named_with_the_end_of_a_batch_are_not_left_for_the_next():
    start = position(
        actor(actions=3), unit("A02", 100, 100), unit("B01", 500, 700, status="done"), count=2,
        options={"activation_choice": "progressive"},
    )  # fmt: skip

    assert notes(previewed(start, "a", a.EndBatch(("A02",)))) == [
        "Activated without acting: A02.",
        "The turn ends with this.",
    ]
