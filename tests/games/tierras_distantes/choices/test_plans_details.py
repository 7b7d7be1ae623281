"""Small things that plans say: who answers, what is at hand where somebody ends, how far weapons reach, how a refusal is drawn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.scene import Disc
from app.engine.telling import Line, Ring, Sight, Spot
from app.engine.types import Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import after, opened, previewed, surveyed
from tests.games.tierras_distantes.table import piece, position, unit

LOW = piece("low", "barricade", (450, 690, 550, 700), 14)
TOWER = piece("tower", "building", (450, 513, 600, 700), 60)
ROCK = piece("rock", "rock", (450, 513, 600, 700), 30)


def actor(name="A01", x=500, y=500, **more):
    return unit(name, x, y, status="active", **more)


def notes(plan):
    return [note.text.en for note in plan.notes]


def circles(plan):
    return [each for each in plan.overlays if isinstance(each, Spot) and isinstance(each.shape, Disc)]


def line_of(plan, enemy="B01"):
    return next(each for each in plan.overlays if isinstance(each, Sight) and each.unit == enemy)


# ------------------------------------------------------------------------------------------------------ what enemies could do


@pytest.mark.rule("TD-AREA-04", "TD-RNG-03", "TD-COV-02")
def test_an_enemy_with_a_burst_threatens_also_whom_it_does_not_see():
    """The grenade launcher reaches over the wall; the rifle is no threat from there."""
    wall = piece("wall", "wall", (300, 590, 700, 600), 50)
    foe = unit("B01", 500, 700, weapons=("assault_rifle", "grenade_launcher"))

    plan = previewed(position(actor(), foe, pieces=(wall,)), "a", a.Move("A01", ((500, 520),)))
    open_fire = previewed(position(actor(), foe), "a", a.Move("A01", ((500, 520),)))

    (threat,) = plan.threats
    assert threat.text.en == "B01 B01 could make a casualty of it (grenade launcher)"
    assert line_of(plan).threat is not None
    assert line_of(plan).aim is None
    assert line_of(plan).near
    assert open_fire.threats[0].text.en.endswith("(assault rifle)")


@pytest.mark.rule("TD-FRT-01", "TD-CLB-08", "TD-ACT-10")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, "B01 B01 could make a casualty of it (assault rifle)"),
        ({"status": "done"}, "B01 B01 could make a casualty of it next turn (assault rifle)"),
        ({"frightened": True}, None),
        ({"climbing": "tower"}, None),
    ],
)
def test_what_a_target_could_do_in_return_depends_on_its_state(state, said):
    start = position(actor(), unit("B01", 300, 500, **state), unit("B02", 900, 900), pieces=(TOWER,))

    threats = previewed(start, "a", a.Fire("A01", "assault_rifle", "B01")).threats

    assert [each.text.en for each in threats] == ([] if said is None else [said])


@pytest.mark.rule("TD-ACT-04", "TD-FIRE-02")
@pytest.mark.parametrize(
    ("state", "aims"), [({}, True), ({"status": "done"}, False), ({"shots": 1, "actions": 1}, False)]
)
def test_a_survey_shows_targets_and_ranges_of_whoever_has_a_shot_left(state, aims):
    start = position(unit("A01", 500, 500, **{"status": "active", **state}), unit("B01", 500, 700))

    found = surveyed(start, "a", "A01")

    assert bool(found.chances) == aims
    assert [each.shape.radius for each in circles(found)] == ([600] if aims else [])
    assert found.threats


@pytest.mark.rule("TD-RNG-02", "TD-RNG-03", "TD-FRT-05")
def test_a_survey_draws_both_ranges_of_a_weapon_and_the_circle_of_a_leader():
    start = position(
        actor(weapons=("smg",), leader=True), unit("A02", 500, 400, frightened=True), unit("B01", 500, 700)
    )

    found = surveyed(start, "a", "A01")

    assert {each.shape.radius for each in circles(found)} == {200, 500}
    assert [each.label.en for each in circles(found)] == [
        "submachine gun, 20 cm",
        "submachine gun, 50 cm",
        "rallies others, 20 cm",
    ]
    assert [each.target for each in found.overlays if isinstance(each, Ring)] == ["A02"]


@pytest.mark.rule("TD-HID-04", "TD-RNG-03")
def test_where_shots_may_be_lost_a_survey_says_who_is_in_range():
    start = position(
        actor(weapons=("smg",)), unit("B01", 500, 700), unit("B02", 500, 995), options={"blind_shot": "lost"}
    )

    found = surveyed(start, "a", "A01")

    assert [(each.unit, each.near, each.tone) for each in found.overlays if isinstance(each, Sight)] == [
        ("B01", True, "info"), ("B02", True, "info"),
    ]  # fmt: skip
    far = surveyed(
        position(actor(y=480, weapons=("smg",)), unit("B02", 500, 985), options={"blind_shot": "lost"}), "a", "A01"
    )
    assert not line_of(far, "B02").near


# ------------------------------------------------------------------------------------------------------------ where one ends


@pytest.mark.rule("TD-ACC-01", "TD-ACC-03")
@pytest.mark.parametrize(("used", "warned"), [({}, False), ({"actions": 2}, True), ({"actions": 2, "shots": 1}, False)])
def test_who_walks_with_its_last_action_is_told_that_it_will_not_shoot(used, warned):
    start = position(actor(**used), unit("B01", 500, 900))

    plan = previewed(start, "a", a.Move("A01", ((500, 520),)))

    assert ("No action is left for its shot afterwards." in notes(plan)) == warned
    assert bool(plan.chances) == (used == {})


@pytest.mark.rule("TD-MOV-05", "TD-END-10")
def test_the_height_and_the_objective_at_the_end_are_told():
    hill = piece("hill", "hill", (400, 520, 700, 900), 10)
    goal = Objective("goal", Text("Antena", "Aerial"), 500, 600, 60, 10, 10, 1)
    low = replace(goal, id="low", name=Text("Pozo", "Well"), z_min_mm=0, z_max_mm=0)
    start = position(actor(), unit("B01", 500, 950), pieces=(hill,), objectives=(goal, low))

    assert "It is on the objective: Aerial." in notes(previewed(start, "a", a.Move("A01", ((500, 540),))))
    on_it = previewed(start, "a", a.Move("A01", ((500, 580),)))
    beside = previewed(start, "a", a.Move("A01", ((500, 530),)))

    assert "It is on the objective: Aerial." in notes(on_it)
    assert "It is on the objective: Well." not in notes(on_it)
    assert "It is on the objective: Aerial." not in notes(beside)
    assert on_it.facts["height_cm"] == 1.0
    assert [each.label.en for each in circles(on_it)] == ["at a height of 1 cm"]


@pytest.mark.rule("TD-CLB-03", "TD-CLB-05", "TD-CLB-06")
def test_a_climb_onto_a_top_and_down_to_the_table_are_told():
    up = position(actor(), unit("B01", 900, 900), pieces=(ROCK,))
    down = position(actor(y=525, z=30), unit("B01", 900, 900), pieces=(ROCK,))

    onto = previewed(up, "a", a.Climb("A01", "rock", 30, at_mm=(500, 530)))
    off = previewed(down, "a", a.Climb("A01", "rock", 0, at_mm=(500, 500)))

    assert "It ends standing at 3 cm, and can shoot from there." in notes(onto)
    assert "It ends standing on the table." in notes(off)
    (way,) = [each for each in onto.overlays if isinstance(each, Line)]
    assert (way.points, way.label.en, way.tone) == (((500, 500), (500, 530)), "3 cm", "good")
    assert [each.target for each in onto.overlays if isinstance(each, Ring)] == ["rock"]


# ---------------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.rule("TD-CLB-05", "TD-CLB-01")
def test_a_refused_climb_is_drawn_to_where_it_would_lead():
    start = position(actor(), unit("B01", 900, 900), pieces=(ROCK,))

    plan = previewed(start, "a", a.Climb("A01", "rock", 30, at_mm=(500, 560)))

    assert plan.refusal.rule == "TD-CLB-05"
    assert plan.facts["reach_cm"] == 5.0
    assert [each.points for each in plan.overlays if isinstance(each, Line)] == [((500, 500), (500, 560))]
    assert "rock" in [each.target for each in plan.overlays if isinstance(each, Ring)]


@pytest.mark.rule("TD-RNG-03", "TD-AREA-08")
def test_a_refused_burst_is_drawn_with_how_far_it_would_reach():
    start = position(actor(weapons=("hand_grenade",)), unit("B01", 900, 900), pieces=(TOWER,))

    far = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 900))
    inside = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 550))

    assert [each.shape for each in circles(far)] == [Disc(500, 900, 40), Disc(500, 500, 150)]
    assert all(each.outline for each in circles(far))
    assert far.facts == {"distance_cm": 40.0, "max_range_cm": 15.0}
    assert [each.shape for each in circles(inside)] == [Disc(500, 550, 40)]
    assert [each.target for each in inside.overlays if isinstance(each, Ring)] == ["tower"]


@pytest.mark.rule("TD-RNG-05")
def test_ranges_are_drawn_from_the_edge_where_the_room_measures_so():
    start = position(actor(weapons=("hand_grenade",)), unit("B01", 900, 900), options={"measure": "edge"})

    far = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 900))

    assert circles(far)[-1].shape == Disc(500, 500, 162.5)
    assert {each.shape.radius for each in circles(surveyed(start, "a", "A01"))} == {112.5, 162.5}


@pytest.mark.rule("TD-REF-01", "TD-ACC-07")
def test_of_a_refused_group_every_way_is_drawn_and_of_one_that_is_not_due_none():
    start = position(actor(), actor("A02", 600, 500), unit("B01", 900, 900))
    group = a.Move("A01", ((500, 700),), others=(a.GroupMove("A02", ((600, 600),)),))

    mine, theirs = previewed(start, "a", group), previewed(start, "b", group)

    faint = [each.points for each in mine.overlays if isinstance(each, Line) and each.tone == "muted"]
    assert faint == [((500, 500), (500, 700)), ((600, 500), (600, 600))]
    assert theirs.refusal.rule == "TD-REF-01"
    assert theirs.overlays == ()


# ------------------------------------------------------------------------------------------------------- nerve and beginnings


@pytest.mark.rule("TD-FRT-05", "TD-FRT-08", "TD-ACT-11", "TD-ACT-05")
def test_what_a_leader_gives_up_and_whom_one_names_is_told():
    units = (unit("A02", 500, 380, frightened=True), unit("A03", 100, 100, climbing="tower"), unit("B01", 900, 900))
    last = position(actor(leader=True, actions=2), *units, pieces=(TOWER,))
    naming = position(unit("A01", 500, 500), *units, pieces=(TOWER,), count=1)
    progressive = position(actor(), *units, pieces=(TOWER,), count=2, options={"activation_choice": "progressive"})

    assert notes(previewed(last, "a", a.RallyOther("A01", "A02"))) == [
        "If it rallies, A02 A02 can act in this turn.",
        "It is the last action of A01 A01, which will not shoot.",
    ]
    assert notes(previewed(naming, "a", a.Activate(("A03",)))) == [
        "A03 A03 is climbing: it cannot shoot until it stands."
    ]
    assert "Activated without acting: A02." in notes(previewed(progressive, "a", a.EndBatch(("A02",))))


@pytest.mark.rule("TD-DEP-06", "TD-COV-02", "TD-MOV-09", "TD-DEP-09")
def test_a_place_to_deploy_is_told_with_its_ground():
    start = after(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))
    board = replace(start.board, pieces=(
        piece("rubble", "rubble", (100, 20, 200, 120)), piece("woods", "woods", (300, 20, 400, 120), 60),
        piece("hill", "hill", (500, 20, 600, 120), 10),
    ))  # fmt: skip
    start = replace(start, board=board)

    rubble, woods, hill = (
        notes(previewed(start, "a", a.Deploy("A01", x, 70, z))) for x, z in ((150, 0), (350, 0), (550, 10))
    )

    assert rubble == [
        "There it has +1 to its defence from every side: rubble.",
        "It starts in difficult ground: rubble.",
    ]
    assert woods == ["It starts in soft terrain: woods or jungle."]
    assert hill == ["It starts at a height of 1 cm."]
    confirmed = previewed(after(start, "a", a.DeployRest()), "a", a.ConfirmDeployment())
    assert notes(confirmed) == ["Nothing is placed anew after this."]


@pytest.mark.rule("TD-MOV-14", "TD-MOV-13")
@pytest.mark.parametrize(("y", "touches"), [(625, True), (624, True), (623, False)])
def test_who_comes_to_touch_somebody_is_told_that_nothing_happens(y, touches):
    start = position(actor(), unit("B01", 500, 650))

    plan = previewed(start, "a", a.Move("A01", ((500, y),)))

    assert ("It touches B01: there is no close combat here, so nothing happens." in notes(plan)) is touches


@pytest.mark.rule("TD-ACT-09")
@pytest.mark.parametrize(("status", "ends"), [("ready", False), ("done", True)])
def test_that_a_turn_ends_with_a_batch_is_told_where_nobody_is_left(status, ends):
    start = position(actor(), unit("A02", 100, 100, status=status), unit("B01", 900, 900, status=status))

    assert ("The turn ends with this." in notes(previewed(start, "a", a.EndBatch()))) is ends


@pytest.mark.rule("TD-SEE-01", "TD-FRT-01")
def test_a_line_leads_to_what_hides_an_enemy_and_is_near_where_either_may_shoot():
    """A rock lies beside the wall, nearer, and hides less."""
    rock, wall = piece("rock", "rock", (300, 580, 560, 590), 15), piece("wall", "wall", (300, 700, 560, 710), 60)
    scared = unit("B02", 700, 600, frightened=True)
    start = position(actor(x=400), unit("B01", 400, 900), scared, pieces=(rock, wall))

    hidden, near = (
        next(each for each in surveyed(start, "a", "A01").overlays if isinstance(each, Sight) and each.unit == name)
        for name in ("B01", "B02")
    )

    assert (hidden.breaks_at, hidden.blockers, hidden.near) == ((400, 700), ("wall",), False)
    assert (near.near, near.threat, near.aim is None) == (True, None, False)


@pytest.mark.rule("TD-FRT-05")
def test_a_leader_that_is_too_far_away_is_drawn_with_the_way_to_whom_it_means():
    start = position(actor(leader=True), unit("A02", 100, 300, frightened=True), unit("B01", 900, 900))

    plan = previewed(start, "a", a.RallyOther("A01", "A02"))

    (line,) = [each for each in plan.overlays if isinstance(each, Line)]
    assert (line.points, line.label.en, line.tone) == (((500, 500), (100, 300)), "44.8 cm", "bad")


@pytest.mark.rule("TD-FRT-05", "TD-DEP-07")
def test_a_place_to_deploy_is_told_with_the_leaders_near_it():
    soldier = {"quality": "regular", "armour": "light", "weapons": ["carbine"]}
    led = [{**soldier, "count": 10}, {**soldier, "count": 2, "leader": True}]
    start = after(opened("outpost", (6, 1), ({"squad": led}, {"squad": led})).state, "a", a.ChooseSide("south"))
    start = after(start, "a", a.Deploy("A11", 500, 100))

    near, far, leader = (
        {note.text.en: note.tone for note in previewed(start, "a", act).notes}
        for act in (a.Deploy("A01", 600, 100), a.Deploy("A01", 800, 100), a.Deploy("A12", 600, 100))
    )

    assert near == {"Regular soldier A11 is near enough to rally it.": "good"}
    assert far["No leader reaches it; the first is Regular soldier A11."] == "warn"
    assert leader == {}


@pytest.mark.rule("TD-CLB-03", "TD-CLB-05")
def test_where_one_would_land_on_a_piece_in_hold_is_drawn():
    near = surveyed(position(actor(), unit("B01", 900, 900), pieces=(ROCK,)), "a", "A01")
    far = surveyed(position(actor(y=400), unit("B01", 900, 900), pieces=(ROCK,)), "a", "A01")

    landings = [
        [(each.shape.x, each.shape.y) for each in circles(plan) if each.shape.radius == 12.5] for plan in (near, far)
    ]

    assert landings[0]
    assert all(450 <= x <= 600 and 513 <= y <= 700 for x, y in landings[0])
    assert landings[1] == []
