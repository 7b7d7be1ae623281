"""Turns at the table: transport, modes, survivors, and how acts follow one another."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.book.state import Mode, OpenManoeuvre
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import Moved, SurvivorsWaiting, WeaponDropped
from app.systems.war_of_plastic.position.events_combat import Shot
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank, unit
from tests.games.war_of_plastic.matches import Match, game, handled_by, names, next_turn, of_kind, turn_of_a

ENEMY = soldier("B-01", 300, 700, "B")


def truck(name: str, x: int, y: int, army: str = "A", **more: object):
    """A truck on the table."""
    return unit("light", "truck", 50, name, x, y, army, **more)


# --------------------------------------------------------------------------------------------------------------- transport


@pytest.mark.rule("WOP-VEH-04", "WOP-VEH-05", "WOP-VEH-13")
def test_a_soldier_boards_by_a_move_that_ends_inside_and_changes_vehicles_by_another():
    match = turn_of_a(soldier("A-01", 300, 300), jeep("A-02", 400, 300), truck("A-03", 400, 420), ENEMY)

    events = match.does("a", a.Move("A-01", ((370, 300),), board="A-02"))
    assert names(events) == ["manoeuvre_opened", "moved", "boarded"]
    assert match.place("A-01") == (None, None, 0)
    match.does("a", a.EndManoeuvre())
    next_turn(match)
    events = match.does("a", a.Move("A-01", ((400, 380),), board="A-03"))

    assert names(events) == ["manoeuvre_opened", "left_vehicle", "moved", "boarded"]
    assert match.unit("A-01").aboard == "A-03"


@pytest.mark.rule("WOP-VEH-02", "WOP-VEH-04")
def test_a_team_mates_vehicle_may_be_boarded_hurt_or_stunned_but_not_an_enemys():
    match = turn_of_a(
        soldier("A-01", 300, 300, damage=1),
        handled_by(jeep("A-02", 380, 300, damage=1, stunned=True), "c"),
        jeep("B-01", 300, 380, "B"),
        seats=4,
    )

    assert match.refuses("a", a.Move("A-01", ((300, 360),), board="B-01")) == "WOP-VEH-02"
    assert match.refuses("a", a.Move("A-01", ((360, 300),), board="A-02")) is None


@pytest.mark.rule("WOP-VEH-04", "WOP-CC-03")
def test_who_is_in_close_combat_does_not_board():
    match = turn_of_a(soldier("A-01", 300, 300), jeep("A-02", 400, 300), soldier("B-01", 270, 300, "B"))

    assert match.refuses("a", a.Move("A-01", ((370, 300),), board="A-02")) == "WOP-CC-03"


@pytest.mark.parametrize(("change", "named"), [({}, "A-02"), ({"damage": 1}, "A-03")])
def test_of_passengers_that_are_alike_whoever_shoots_is_the_first(change, named):
    match = turn_of_a(
        jeep("A-01", 300, 100),
        soldier("A-02", 0, 0, aboard="A-01"),
        soldier("A-03", 0, 0, aboard="A-01", **change),
        soldier("B-01", 300, 550, "B"),
    )

    shot = game().understood(match.position, Seat("a"), a.Shoot("A-03", "rifle", ("B-01",)))

    assert shot == a.Shoot(named, "rifle", ("B-01",))


def test_a_passenger_whose_manoeuvre_is_open_shoots_himself():
    match = turn_of_a(
        jeep("A-01", 300, 100),
        soldier("A-02", 0, 0, aboard="A-01"),
        soldier("A-03", 0, 0, aboard="A-01"),
        soldier("B-01", 300, 550, "B"),
    )
    shot = a.Shoot("A-03", "rifle", ("B-01",))
    position = msgspec.structs.replace(match.position, open=OpenManoeuvre(UnitId("A-03")))

    assert game().understood(position, Seat("a"), shot) == shot


@pytest.mark.rule("WOP-VEH-06", "WOP-VEH-07", "WOP-VEH-09", "WOP-SHOT-20")
@pytest.mark.parametrize(("drive", "mode"), [(None, Mode.STATIONARY), (300, Mode.MOVING), (301, Mode.FORCED)])
def test_a_passenger_shoots_with_the_mode_of_the_vehicle(drive, mode):
    match = turn_of_a(jeep("A-01", 300, 100), soldier("A-02", 0, 0, aboard="A-01"), soldier("B-01", 300, 550, "B"))
    if drive is not None:
        match.does("a", a.Move("A-01", ((300, 100 + drive),)))
        match.does("a", a.EndManoeuvre())

    events = match.does("a", a.Shoot("A-02", "rifle", ("B-01",)), 1)

    assert [shot.mode for shot in of_kind(events, Shot)] == [mode]


@pytest.mark.rule("WOP-VEH-07")
def test_the_mode_of_the_vehicle_he_left_counts_and_its_last_turn_does_not():
    match = turn_of_a(jeep("A-01", 300, 100), soldier("A-02", 0, 0, aboard="A-01"), soldier("B-01", 300, 700, "B"))
    match.does("a", a.Move("A-01", ((300, 401),)))
    match.does("a", a.EndManoeuvre())
    match.does("a", a.Move("A-02", ((300, 456),)))

    events = match.does("a", a.Shoot("A-02", "rifle", ("B-01",)), 1)
    next_turn(match)
    later = match.does("a", a.Shoot("A-02", "rifle", ("B-01",)), 1)

    assert [shot.mode for shot in of_kind((*events, *later), Shot)] == [Mode.FORCED, Mode.STATIONARY]


@pytest.mark.rule("WOP-VEH-07")
def test_running_into_a_parked_truck_does_not_steady_the_aim():
    match = turn_of_a(soldier("A-01", 300, 100), truck("A-02", 300, 420), soldier("B-01", 300, 700, "B"))
    match.does("a", a.Move("A-01", ((300, 375),), board="A-02"))

    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)

    assert [shot.mode for shot in of_kind(events, Shot)] == [Mode.FORCED]


@pytest.mark.rule("WOP-VEH-09", "WOP-ARTY-01")
def test_no_artillery_is_fired_from_aboard():
    match = turn_of_a(jeep("A-01", 300, 100), soldier("A-02", 0, 0, aboard="A-01", special=("artillery",)), ENEMY)

    assert match.refuses("a", a.Shoot("A-02", "artillery", ("B-01",))) == "WOP-ARTY-01"


@pytest.mark.rule("WOP-VEH-10", "WOP-SHOT-03")
def test_passengers_are_no_targets():
    match = turn_of_a(soldier("A-01", 300, 300), jeep("B-01", 300, 500, "B"), soldier("B-02", 0, 0, "B", aboard="B-01"))

    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-02",))) == "WOP-SHOT-03"
    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-01",))) is None


# ------------------------------------------------------------------------------------------------------------- movement


@pytest.mark.rule("WOP-MOVE-15", "WOP-GEN-02", "WOP-GEN-07")
def test_a_move_is_told_with_its_path_its_length_and_its_mode_and_is_final():
    match = turn_of_a(soldier("A-01", 100, 100), ENEMY)

    (_, moved) = match.does("a", a.Move("A-01", ((100, 210), (250, 210))))

    assert isinstance(moved, Moved)
    assert (moved.length_mm, moved.mode, moved.facing_deg) == (260, Mode.FORCED, 0)
    assert moved.path_mm == ((100, 210), (250, 210))
    assert match.unit("A-01").facing_deg == 0
    assert "move" in game().manifest.final_actions
    assert match.refuses("a", a.Move("A-01", ((100, 100),))) == "WOP-MAN-06"


@pytest.mark.rule("WOP-MOVE-17", "WOP-CC-09")
def test_forced_movement_bars_neither_fighting_nor_picking_up():
    match = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 410, "B"))
    (_, moved) = match.does("a", a.Move("A-01", ((300, 380),)))
    assert (moved.mode, moved.engages) == (Mode.FORCED, ("B-01",))

    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-01",))) == "WOP-CC-03"
    events = match.does("a", a.Fight("A-01", "B-01"), 3, 3)

    assert names(events) == ["fight", "manoeuvre_closed"]


@pytest.mark.rule("WOP-MOVE-08")
@pytest.mark.parametrize(("option", "far"), [(150, 150), (200, 200)])
def test_how_far_a_damaged_light_vehicle_drives_is_an_option(option, far):
    match = turn_of_a(jeep("A-01", 300, 100, damage=1), ENEMY, damaged_light_move_mm=option)

    assert match.refuses("a", a.Move("A-01", ((300, 100 + far),))) is None
    assert match.refuses("a", a.Move("A-01", ((300, 101 + far),))) == "WOP-MOVE-05"


@pytest.mark.rule("WOP-GEN-08")
def test_ammunition_never_runs_out_and_obstacles_are_no_targets():
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("B-01", 300, 550, "B"), box("wall", "low_wall", 200, 600, 400, 616)
    )

    for _ in range(4):
        match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)
        next_turn(match)

    assert match.refuses("a", a.Shoot("A-01", "rifle", ("wall",))) == "WOP-SHOT-03"
    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-01",))) is None


# ------------------------------------------------------------------------------------------------------------ survivors


def blown_up(*dice: int, seats: int = 2, special: tuple[str, ...] = ("heavy_weapon",)) -> Match:
    """A tank of A has destroyed a jeep of B with three soldiers aboard; ``dice`` are theirs."""
    gunner = soldier("B-02", 0, 0, "B", aboard="B-01", special=special)
    third = soldier("B-04", 0, 0, "B", aboard="B-01")
    match = turn_of_a(
        tank("A-01", 600, 200),
        jeep("B-01", 600, 500, "B"),
        gunner,
        soldier("B-03", 0, 0, "B", aboard="B-01"),
        handled_by(third, "d") if seats == 4 else third,
        soldier("B-05", 1000, 700, "B"),
        seats=seats,
    )
    match.does("a", a.Shoot("A-01", "heavy_weapon", ("B-01",)), 6, 1, *dice)
    return match


@pytest.mark.rule("WOP-DMG-05", "WOP-DMG-20", "WOP-MAN-14", "WOP-MAN-10")
def test_survivors_are_placed_one_after_the_other_by_their_handlers_before_anything_goes_on():
    match = blown_up(5, 1, 5, seats=4)
    assert [(prompt.unit, prompt.seat) for prompt in match.position.prompts] == [("B-02", "b"), ("B-04", "d")]
    assert match.to_act == ("b",)
    assert match.refuses("a", a.EndTurn()) == "WOP-MAN-14"
    refusal = game().check(match.position, Seat("a"), a.EndTurn())
    assert refusal is not None
    assert game().explain(refusal).en == "First the survivor B-02 has to be placed."
    assert match.refuses("d", a.PlaceSurvivor("B-04")) == "WOP-MAN-14"
    assert match.refuses("d", a.PlaceSurvivor("B-02")) == "WOP-TEAM-03"
    assert match.refuses("b", a.PlaceSurvivor("nobody")) == "WOP-TEAM-03"

    match.does("b", a.PlaceSurvivor("B-02"))
    assert match.to_act == ("d",)
    match.does("d", a.PlaceSurvivor("B-04", 600, 555))

    assert match.place("B-02") == (658, 500, 0)
    assert match.place("B-04") == (600, 555, 0)
    assert match.to_act == ("a",)


@pytest.mark.rule("WOP-DMG-20")
@pytest.mark.parametrize(
    ("point", "rule"),
    [((660, 500), None), ((661, 500), "WOP-DMG-20"), ((654, 500), "WOP-DMG-20"), ((655, 500), None)],
)
def test_a_survivor_stands_within_the_gap_of_the_wreck_and_not_in_it(point, rule):
    match = blown_up(5, 1, 1)

    assert match.refuses("b", a.PlaceSurvivor("B-02", *point)) == rule


@pytest.mark.rule("WOP-DMG-20")
def test_a_waiting_prompt_goes_to_the_units_new_handler():
    match = blown_up(5, 1, 1, seats=4)

    match.does("b", a.Delegate("B-02", "d"))

    assert match.to_act == ("d",)
    assert match.refuses("b", a.PlaceSurvivor("B-02")) == "WOP-TEAM-03"
    assert match.refuses("d", a.PlaceSurvivor("B-02")) is None


@pytest.mark.rule("WOP-DMG-17", "WOP-DMG-18")
@pytest.mark.parametrize(
    ("die", "on_wreck", "at"), [(1, "wreck-B-01", (600, 500)), (3, None, (658, 500))], ids=["dead", "wounded"]
)
def test_a_passengers_weapon_lies_on_the_wreck_or_where_he_is_placed(die, on_wreck, at):
    match = blown_up(die, 1, 1)
    if match.position.prompts:
        assert match.position.tokens == ()
        match.does("b", a.PlaceSurvivor("B-02"))

    (token,) = match.position.tokens
    assert (token.weapon, token.on_wreck, (token.x_mm, token.y_mm)) == ("heavy_weapon", on_wreck, at)
    assert match.unit("B-02").special == ()


@pytest.mark.rule("WOP-DMG-18")
def test_a_stunned_survivor_keeps_his_weapon():
    match = blown_up(5, 1, 1)
    match.does("b", a.PlaceSurvivor("B-02"))

    assert match.unit("B-02").special == ("heavy_weapon",)
    assert match.position.tokens == ()


@pytest.mark.rule("WOP-DMG-20", "WOP-MAN-10")
def test_after_the_third_manoeuvre_the_turn_ends_when_the_last_survivor_is_placed():
    match = turn_of_a(
        tank("A-01", 600, 200),
        soldier("A-02", 100, 100),
        soldier("A-03", 200, 100),
        jeep("B-01", 600, 500, "B"),
        soldier("B-02", 0, 0, "B", aboard="B-01"),
    )
    for name in ("A-02", "A-03"):
        match.does("a", a.Move(name, ((match.unit(name).x_mm or 0, 150),)))
        match.does("a", a.EndManoeuvre())
    events = match.does("a", a.Shoot("A-01", "heavy_weapon", ("B-01",)), 6, 1, 5)
    assert of_kind(events, SurvivorsWaiting)
    assert match.position.army_to_act == "A"

    events = match.does("b", a.PlaceSurvivor("B-02"))

    assert names(events) == ["survivor_placed", "turn_ended", "turn_started"]


@pytest.mark.rule("WOP-WIN-11", "WOP-DMG-20")
def test_prompts_are_dropped_when_the_game_ends():
    match = blown_up(5, 1, 1)

    match.does("a", a.Concede())

    assert match.position.prompts == ()
    assert match.to_act == ()


@pytest.mark.rule("WOP-DMG-20")
def test_offers_of_a_survivor_are_the_default_and_the_free_candidates():
    match = blown_up(5, 1, 1)

    (offer,) = match.offers("b")

    assert offer.type == "place_survivor"
    assert len(offer.examples) == 25
    assert offer.examples[0] == a.PlaceSurvivor("B-02")


# --------------------------------------------------------------------------------------------------- weapons and damage


@pytest.mark.rule("WOP-DMG-17", "WOP-DMG-02")
def test_a_dead_soldiers_weapon_lies_where_he_fell_on_his_level():
    gunner = soldier("B-01", 300, 500, "B", level=1, special=("machine_gun",))
    match = turn_of_a(
        soldier("A-01", 300, 100),
        gunner,
        soldier("B-02", 900, 700, "B"),
        box("h", "house", 280, 470, 400, 600, levels=2),
    )

    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 6, 1)

    (dropped,) = of_kind(events, WeaponDropped)
    assert (dropped.token.x_mm, dropped.token.y_mm, dropped.token.level) == (300, 500, 1)
    assert dropped.lost


@pytest.mark.rule("WOP-DMG-19")
def test_hurts_and_stuns_are_shown_on_the_unit():
    match = turn_of_a(
        soldier("A-01", 300, 300, damage=1, stunned=True),
        tank("A-02", 600, 300, damage=2),
        soldier("B-01", 900, 700, "B"),
    )

    scene = game().scene(game().view(match.position, "a"))
    marks = {
        each.id: [(mark.symbol, mark.count) for mark in each.marks]
        for each in scene.drawables
        if hasattr(each, "marks")
    }

    assert marks["A-01"] == [("wound", 1), ("stun", 1)]
    assert marks["A-02"] == [("damage", 2)]


@pytest.mark.rule("WOP-CC-02", "WOP-CC-06")
def test_a_stun_that_is_shaken_off_in_contact_ties_both():
    match = turn_of_a(
        soldier("A-01", 300, 300, stunned=True), soldier("B-01", 330, 300, "B"), soldier("A-02", 800, 100)
    )

    match.does("a", a.Unstun("A-01", "A-01"))
    match.does("a", a.EndTurn())

    assert match.refuses("b", a.Move("B-01", ((500, 300),))) == "WOP-CC-03"
