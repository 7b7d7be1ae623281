"""Previews: what a plan would lead to, and the mistakes it might be."""

from __future__ import annotations

import pytest

from app.engine.telling import Line, Ring
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import Match, game, kept_in_reserve, opened, turn_of_a

ENEMY = soldier("B-01", 900, 700, "B")


def notes(match: Match, action: a.Action, seat: str = "a") -> list[str]:
    """What is noted beside a legal plan, in English."""
    preview = game().preview(match.position, seat, action)
    assert preview.legal
    return [note.text.en for note in preview.notes]


@pytest.mark.rule("WOP-MOVE-06", "WOP-CC-01")
def test_a_planned_move_tells_length_mode_and_close_combat():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 300, 500, "B"))

    preview = game().preview(match.position, "a", a.Move("A-01", ((300, 470),)))

    assert (preview.facts["length_cm"], preview.facts["mode"], preview.facts["contacts"]) == (17.0, "moving", ["B-01"])
    assert "Will be in close combat with B-01" in [note.text.en for note in preview.notes]


@pytest.mark.rule("WOP-SHOT-21", "WOP-SIGHT-01")
def test_a_planned_move_shows_each_enemy_from_where_it_would_end():
    match = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 700, "B"))

    stay = game().survey(match.position, "a", "A-01")
    go = game().preview(match.position, "a", a.Move("A-01", ((300, 300),)))

    assert not stay.chances
    assert [(chance.numerator, chance.denominator) for chance in go.chances] == [(1, 3)]


@pytest.mark.rule("WOP-HEAL-01", "WOP-HEAL-04")
def test_it_warns_that_a_unit_will_be_taken_off_and_who_goes_along():
    match = turn_of_a(jeep("A-01", 300, 150, damage=1), soldier("A-02", 0, 0, aboard="A-01"), ENEMY)
    whole = turn_of_a(jeep("A-01", 300, 150), soldier("A-02", 0, 0, aboard="A-01", damage=1), ENEMY)
    move = a.Move("A-01", ((300, 45),))

    assert "Reaches its edge: will be taken off for care" in notes(match, move)
    assert "Taken off with it: A-02" in notes(match, move)
    assert "Taken off for care: A-02" in notes(whole, move)


@pytest.mark.rule("WOP-ARTY-01", "WOP-VEH-07")
def test_it_warns_that_artillery_must_not_move_and_names_the_mode():
    match = turn_of_a(soldier("A-01", 300, 300, special=("artillery",)), ENEMY)

    told = notes(match, a.Move("A-01", ((300, 350),)))

    assert told == ["It would shoot as: moving", "Artillery: does not fire when the unit moves"]


@pytest.mark.rule("WOP-VEH-06")
def test_of_a_vehicle_without_weapons_it_names_the_mode_for_those_aboard_only():
    empty = turn_of_a(jeep("A-01", 300, 300), ENEMY)
    full = turn_of_a(jeep("A-01", 300, 300), soldier("A-02", 0, 0, aboard="A-01"), ENEMY)
    move = a.Move("A-01", ((300, 400),))

    assert notes(empty, move) == []
    assert notes(full, move) == ["From aboard they would shoot: moving"]


@pytest.mark.rule("WOP-BLDG-03")
def test_it_tells_that_a_house_touched_now_is_entered_next():
    match = turn_of_a(soldier("A-01", 300, 300), ENEMY, box("h", "house", 250, 400, 350, 500))

    assert "House: in contact; he may enter in his next manoeuvre" in notes(match, a.Move("A-01", ((300, 385),)))
    assert notes(match, a.Move("A-01", ((300, 370),))) == ["It would shoot as: moving"]


@pytest.mark.rule("WOP-CCV-05", "WOP-AREA-05")
def test_it_warns_of_ones_own_grenade():
    match = turn_of_a(soldier("A-01", 300, 300), tank("B-01", 300, 370, "B"), soldier("B-02", 900, 700, "B"))

    told = notes(match, a.Assault("A-01", "B-01", "grenade"))

    assert "The area catches A-01 himself" in told


@pytest.mark.rule("WOP-CCS-02")
def test_it_names_the_friend_who_takes_a_miss():
    match = turn_of_a(soldier("A-01", 300, 100), soldier("A-02", 330, 400), soldier("B-01", 300, 400, "B"))

    assert "A miss at B-01 hits A-02" in notes(match, a.Shoot("A-01", "rifle", ("B-01",)))


@pytest.mark.rule("WOP-DMG-18", "WOP-MAN-08")
def test_it_warns_of_what_a_fight_a_stun_or_an_early_end_would_cost():
    match = turn_of_a(
        soldier("A-01", 300, 300, special=("machine_gun",)),
        soldier("B-01", 330, 300, "B"),
        soldier("A-02", 600, 300, stunned=True),
        kept_in_reserve(tank("A-03", 0, 0), damage=2),
    )

    assert notes(match, a.Fight("A-01", "B-01")) == ["If A-01 is wounded, he loses: Machine gun"]
    assert notes(match, a.Unstun("A-02", "A-02")) == ["Takes one complete manoeuvre of the three of the turn"]
    assert notes(match, a.Heal("A-03")) == ["Hurts that remain: 1"]
    assert notes(match, a.EndTurn()) == ["Manoeuvres unused: 3"]


def test_it_counts_what_would_stay_in_reserve():
    match = opened("crossroads")
    match.does("a", a.Roll(), 1, 6)
    match.does("b", a.ChooseEdge("north"))

    assert notes(match, a.FinishDeployment()) == ["Units that stay in reserve: 11"]


def test_a_refused_plan_carries_its_refusal_and_what_to_draw():
    match = turn_of_a(soldier("A-01", 300, 300), ENEMY)

    preview = game().preview(match.position, "a", a.Move("A-01", ((300, 700),)))

    assert not preview.legal
    assert preview.refusal is not None
    assert preview.refusal.rule == "WOP-MOVE-05"
    assert len(preview.overlays) >= 2


@pytest.mark.rule("WOP-MOVE-09", "WOP-MOVE-14")
def test_the_stretch_that_is_blocked_is_drawn_with_the_length_that_is_free_before_it():
    match = turn_of_a(soldier("A-01", 300, 300), ENEMY, box("w", "high_wall", 200, 400, 400, 410))
    refused = game().preview(match.position, "a", a.Move("A-01", ((300, 500),)))

    (line,) = (part for part in refused.overlays if isinstance(part, Line) and part.tone == "bad")
    assert line.label.en == "8.5 cm"
    assert line.points[0] == pytest.approx((300, 385), abs=1)
    assert line.points[1] == pytest.approx((300, 425), abs=1)
    assert Ring("w", "bad") in refused.overlays


@pytest.mark.rule("WOP-MOVE-11")
def test_a_way_off_the_field_is_drawn_from_where_the_base_leaves_it_and_with_the_edge():
    match = turn_of_a(soldier("A-01", 100, 300), ENEMY)
    refused = game().preview(match.position, "a", a.Move("A-01", ((0, 300),)))

    stretch, edge = (part for part in refused.overlays if isinstance(part, Line) and part.tone == "bad")
    radius = match.position.units["A-01"].radius_mm
    assert stretch.points[0] == pytest.approx((radius, 300), abs=1)
    assert stretch.points[1] == (0, 300)
    assert stretch.label.en == f"{(100 - radius) / 10} cm"
    assert edge.points == ((0, 0), (0, match.position.board.height_mm))


@pytest.mark.rule("WOP-MOVE-05")
def test_a_way_that_is_too_long_is_drawn_from_where_the_length_ran_out():
    match = turn_of_a(soldier("A-01", 300, 100), ENEMY)
    refused = game().preview(match.position, "a", a.Move("A-01", ((300, 500),)))

    line = next(part for part in refused.refusal.overlays if isinstance(part, Line))
    assert line.points == ((300, 400), (300, 500))
    assert line.label.en == "40.0 cm > 30.0 cm"


@pytest.mark.rule("WOP-SIGHT-03")
@pytest.mark.parametrize(
    ("place", "told"),
    [
        ((345, 300), "From inside House it sees out, and is seen, to the west"),
        ((345, 245), "From inside House it sees out, and is seen, to the south, west"),
        ((400, 300), "From inside House it sees nobody outside: no wall is within 3 cm"),
    ],
)
def test_a_move_into_a_house_says_what_is_seen_from_there(place, told):
    house = box("h", "house", 300, 200, 500, 400)
    match = turn_of_a(soldier("A-01", 320, 300), ENEMY, house)

    assert told in notes(match, a.Move("A-01", (place,)))
    there = turn_of_a(soldier("A-01", *place), ENEMY, house)
    assert told in [note.text.en for note in game().survey(there.position, "a", "A-01").notes]


@pytest.mark.rule("WOP-SIGHT-03")
def test_a_shot_out_of_a_house_or_into_one_says_how_near_a_wall_must_be():
    house = box("h", "house", 300, 200, 500, 400)
    deep, outside = soldier("A-01", 400, 300), soldier("B-01", 400, 700, "B")

    out = turn_of_a(deep, outside, house)
    into = turn_of_a(soldier("A-01", 400, 700), soldier("B-01", 400, 300, "B"), house)

    shots = [game().check(match.position, "a", a.Shoot("A-01", "rifle", ("B-01",))) for match in (out, into)]
    assert [game().explain(refused).en for refused in shots if refused] == [
        "The target is not in view. (from inside one sees out of walls within 3 cm)",
        "The target is not in view. (inside it is seen through walls within 3 cm)",
    ]
