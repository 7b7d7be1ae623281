"""What is said of walks and climbs before them, and of miniatures that are looked at."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.engine.scene import Disc
from app.engine.telling import Line, Ring, Sight, Spot
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from tests.games.tierras_distantes.playing import previewed, refused, step, surveyed
from tests.games.tierras_distantes.table import piece, position, unit

SWAMP = piece("swamp", "swamp", (450, 560, 550, 600))
TIER = piece("tier", "hill", (400, 400, 600, 600), 10)
TOWER = piece("tower", "building", (450, 513, 600, 700), 60)
ROCK = piece("rock", "rock", (450, 513, 600, 700), 30)
LOW = piece("low", "barricade", (450, 690, 550, 700), 14)
FOE = unit("B01", 900, 900)


def mover(name="A01", x=500, y=500, **more):
    return unit(name, x, y, status="active", **more)


def notes(plan):
    return [note.text.en for note in plan.notes]


def lines(plan):
    return [each for each in plan.overlays if isinstance(each, Line)]


def sight_of(plan, enemy="B01"):
    return next(each for each in plan.overlays if isinstance(each, Sight) and each.unit == enemy)


@pytest.mark.rule("TD-MOV-01", "TD-MOV-04", "TD-MOV-09")
def test_a_walk_is_told_with_its_cost_so_far_and_what_counts_double():
    start = position(mover(), FOE, pieces=(SWAMP,))
    walk = a.Move("A01", ((500, 530), (500, 620)))

    plan = previewed(start, "a", walk)

    (moved,) = (event for event in step(start, "a", walk).events if isinstance(event, e.Moved))
    assert plan.facts == {"cost_cm": 16.0, "reach_cm": 18.0, "slow_cm": 4.0, "height_cm": 0.0}
    assert plan.facts["cost_cm"] == moved.cost_mm / 10
    assert [(each.points, each.tone, each.label and each.label.en) for each in lines(plan)] == [
        (((500, 500), (500, 530)), "good", "3 cm"),
        (((500, 530), (500, 560)), "good", None),
        (((500, 560), (500, 600)), "warn", None),
        (((500, 600), (500, 620)), "good", "16 cm"),
    ]
    assert "It costs 16 cm of 18 cm." in notes(plan)
    assert [note.text.en for note in plan.notes if note.tone == "warn"] == ["4 cm of difficult ground count double."]


@pytest.mark.rule("TD-MOV-09")
def test_where_slow_ground_halves_an_action_nothing_counts_double():
    start = position(mover(), FOE, pieces=(SWAMP,), options={"difficult_ground": "whole_action"})

    plan = previewed(start, "a", a.Move("A01", ((500, 570),)))

    assert (plan.facts["cost_cm"], plan.facts["reach_cm"]) == (7.0, 9.0)
    assert "1 cm of difficult ground: the action reaches half as far." in notes(plan)


@pytest.mark.rule("TD-SEE-04", "TD-COV-01", "TD-SEE-05")
def test_from_the_end_of_a_walk_each_enemy_is_seen_with_odds_both_ways():
    """From where it stands the wall hides the enemy; from the end of the walk it is open, and the enemy could shoot, too."""
    wall = piece("wall", "wall", (470, 600, 530, 610), 50)
    start = position(mover(), unit("B01", 500, 700), pieces=(wall,))

    there = previewed(start, "a", a.Move("A01", ((620, 500),)))
    here = surveyed(start, "a", "A01")

    line, blocked = sight_of(there), sight_of(here)
    assert (line.start, line.end, line.tone, line.distance.en) == ((620, 500), (500, 700), "good", "23.4 cm")
    assert line.aim.en == line.threat.en == "21%"
    assert blocked.blocked.en == "ruined wall hides 3 cm"
    assert (blocked.breaks_at, blocked.blockers, blocked.tone) == ((500, 600), ("wall",), "muted")
    assert blocked.aim is None
    assert "B01 is not seen: ruined wall hides 3 cm" in notes(here)
    assert not any("is not seen" in note for note in notes(there))
    assert [(each.unit, each.numerator, each.denominator) for each in there.chances] == [("B01", 2_401, 11_664)]
    assert [each.unit for each in there.threats] == ["B01"]
    assert there.threats[0].rules[-1] == "TD-RES-01"


@pytest.mark.rule("TD-COV-01", "TD-FIRE-02", "TD-FRT-01")
def test_who_cannot_shoot_threatens_nobody_and_aims_at_nobody():
    start = position(mover(shots=1, actions=1), unit("B01", 500, 750, frightened=True), pieces=(LOW,))

    plan = previewed(start, "a", a.Move("A01", ((500, 540),)))

    line = sight_of(plan)
    assert (line.aim, line.threat, line.tone, line.blockers) == (None, None, "warn", ("low",))
    assert line.covered.en == "+1 to the defence: barricade hides 0.9 cm"
    assert not plan.chances
    assert not plan.threats


@pytest.mark.rule("TD-ACC-06", "TD-ACC-07")
def test_everybody_who_can_go_the_same_way_is_offered():
    """A03 would end on A04, A05 has no move left; with A02 along A03 may still not."""
    start = position(
        mover(), mover("A02", 540, 500), mover("A03", 800, 500), unit("A04", 800, 600), mover("A05", 900, 500, moves=2, actions=2),
        FOE,
    )  # fmt: skip

    (more,) = previewed(start, "a", a.Move("A01", ((500, 600),))).more
    (choice,) = more.choices

    assert choice.picks == ("A02",)
    assert choice.action == a.Move("A01", ((500, 600),), others=(a.GroupMove("A02", ((540, 600),)),))
    assert refused(start, "a", choice.action) is None
    assert previewed(start, "a", choice.action).more == ()


@pytest.mark.rule("TD-ACC-07", "TD-MOV-13")
def test_who_stands_in_the_way_may_make_room_by_going_along():
    start = position(mover(), mover("A02", 500, 600), FOE)

    plan = previewed(start, "a", a.Move("A01", ((500, 600),)))

    assert plan.refusal.rule == "TD-MOV-13"
    assert [choice.picks for more in plan.more for choice in more.choices] == [("A02",)]
    assert refused(start, "a", plan.more[0].choices[0].action) is None


@pytest.mark.rule("TD-MOV-07", "TD-CLB-01")
def test_what_must_be_climbed_is_told_with_its_actions():
    start = position(mover(y=450), FOE, pieces=(TOWER,))

    into = previewed(start, "a", a.Move("A01", ((500, 550),)))
    beside = previewed(start, "a", a.Move("A01", ((500, 499),)))

    assert into.refusal.rule == "TD-MOV-07"
    assert notes(into) == ["It must be climbed: 6 cm, 2 actions from its foot."]
    assert lines(into)[0].points == ((500, 450), (500, 550))
    assert "To get up one must climb: building, 6 cm, 2 actions." in notes(beside)


@pytest.mark.rule("TD-MOV-06", "TD-CLB-10")
def test_a_drop_that_must_be_climbed_down_is_told_with_its_actions():
    start = position(mover(x=520, y=650, z=60), FOE, pieces=(TOWER,))

    plan = previewed(start, "a", a.Move("A01", ((520, 800),)))

    assert plan.refusal.rule == "TD-MOV-06"
    assert notes(plan) == ["It must be climbed down: 6 cm, 2 actions from the edge."]


@pytest.mark.rule("TD-MOV-14", "TD-COV-02", "TD-FRT-05", "TD-END-10")
def test_the_place_at_the_end_is_described():
    rubble = piece("rubble", "rubble", (400, 560, 600, 700))
    start = position(
        mover(leader=True), unit("A02", 400, 500, frightened=True), unit("B01", 500, 625), pieces=(rubble,)
    )

    plan = previewed(start, "a", a.Move("A01", ((500, 600),)))

    assert "There it has +1 to its defence from every side: rubble." in notes(plan)
    assert "It touches B01: there is no close combat here, so nothing happens." in notes(plan)
    assert "From there it can rally A02 A02." in notes(plan)


@pytest.mark.rule("TD-CLB-01", "TD-CLB-08", "TD-CLB-11", "TD-CLB-12")
def test_a_climb_is_told_with_where_it_ends_and_what_is_in_reach_then():
    top = position(mover(), FOE, pieces=(ROCK,))
    high = position(mover(), FOE, pieces=(TOWER,))

    lands = previewed(top, "a", a.Climb("A01", "rock", 30, at_mm=(500, 530)))
    hangs = previewed(high, "a", a.Climb("A01", "tower", 30))

    assert lands.facts == {"travel_cm": 3.0, "height_cm": 3.0, "still_climbing": False}
    assert sight_of(lands).start == (500, 530)
    assert lands.chances
    reach = [each for each in lands.overlays if isinstance(each, Spot) and not isinstance(each.shape, Disc)]
    assert [each.label.en for each in reach] == ["After the climb, with one move"]
    assert hangs.facts == {"travel_cm": 3.0, "height_cm": 3.0, "still_climbing": True}
    assert "It takes one more action to the top." in notes(hangs)
    assert [note.tone for note in hangs.notes if "still climbing" in note.text.en] == ["warn"]
    assert not hangs.chances
    assert not any(isinstance(each, Spot) and not isinstance(each.shape, Disc) for each in hangs.overlays)


@pytest.mark.rule("TD-ACC-02", "TD-CLB-03", "TD-MOV-09")
def test_a_survey_shows_the_reach_of_each_move_the_faces_in_hold_and_slow_ground():
    start = position(mover(x=460, y=450), FOE, pieces=(SWAMP, piece("rock", "rock", (473, 400, 600, 500), 30)))
    moved = position(mover(moves=1, actions=1), FOE)
    frightened = position(mover(frightened=True), FOE)

    found = surveyed(start, "a", "A01")

    labels = [each.label.en for each in found.overlays if isinstance(each, Spot) and each.label]
    assert labels[:3] == ["With 2 moves", "With one move", "Counts double"]
    drawn = [each for each in found.overlays if isinstance(each, Spot)]
    assert [(each.tone, each.hatched) for each in drawn[:3]] == [("info", False), ("good", False), ("warn", True)]
    assert [(each.target, each.label.en) for each in found.overlays if isinstance(each, Ring)] == [
        ("rock", "to the top: one action")
    ]
    again = [each.label.en for each in surveyed(moved, "a", "A01").overlays if isinstance(each, Spot) and each.label]
    assert again[:1] == ["With one move"]
    assert [each.target for each in surveyed(frightened, "a", "A01").overlays if isinstance(each, Ring)] == ["A01"]


def test_a_survey_asks_for_a_miniature_that_there_is():
    start = position(mover(), FOE, unit("A02", status="lost"))

    with pytest.raises(InvalidInput):
        surveyed(start, "a", "A09")
    assert surveyed(start, "a", "A02").overlays == ()


@pytest.mark.rule("TD-FRT-15", "TD-ACC-01")
def test_no_frightened_enemy_is_to_be_rallied_and_no_move_is_drawn_without_an_action():
    leader, scared = mover(leader=True), unit("B02", 500, 640, frightened=True)
    start = position(leader, scared, FOE)
    tired = position(mover(actions=2, shots=1), FOE)

    assert not any("can rally" in note for note in notes(previewed(start, "a", a.Move("A01", ((500, 550),)))))
    drawn = surveyed(tired, "a", "A01").overlays
    assert [each.label.en for each in drawn if isinstance(each, Spot) and each.label][:1] == ["With one move"]
