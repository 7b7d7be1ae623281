"""Events: facts that fold alone, and receipts from which a log line is drawn again."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from app.engine import play
from app.engine.refusal import Refusal
from app.engine.system import Setup
from app.engine.telling import Line, Spot
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events_combat import AreaHit, Damage, Fought, Shot, Stray
from app.systems.war_of_plastic.position.evolve import evolve
from app.systems.war_of_plastic.words.describe import Describer
from tests.games.war_of_plastic.battlefield import box, soldier, tank
from tests.games.war_of_plastic.matches import Match, game, names, of_kind, opened, turn_of_a
from tests.support.dice import ScriptedDice

LOW_WALL = box("wall-1", "low_wall", 250, 400, 350, 416)


def shot_at_cover() -> tuple[Match, tuple]:
    """A moving soldier shoots at one behind a wall, and hits."""
    match = turn_of_a(
        soldier("A-01", 300, 150), soldier("B-01", 300, 440, "B"), soldier("B-02", 900, 700, "B"), LOW_WALL
    )
    match.does("a", a.Move("A-01", ((300, 200),)))
    return match, match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 6, 4)


@pytest.mark.rule("WOP-SHOT-16", "WOP-SHOT-21")
def test_a_shot_tells_everything_that_decided_it():
    _, events = shot_at_cover()

    (shot,) = of_kind(events, Shot)

    assert (shot.start.x_mm, shot.start.y_mm, shot.end.x_mm, shot.end.y_mm) == (300, 200, 300, 440)
    assert (shot.gap_mm, shot.reach_mm) == (210, 500)
    assert (shot.mode, shot.power, shot.protection, shot.cover) == ("moving", 1, 2, "wall-1")
    assert (shot.table, shot.penalty, shot.need, shot.die, shot.hit) == (6, 0, 6, 6, True)


@pytest.mark.rule("WOP-SHOT-24")
def test_a_damaged_vehicles_shot_tells_what_the_damage_takes_off_the_die():
    match = turn_of_a(tank("A-01", 300, 200, damage=2), soldier("B-01", 300, 500, "B"), soldier("B-02", 900, 700, "B"))

    events = match.does("a", a.Shoot("A-01", "heavy_weapon", ("B-01",)), 3)

    (shot,) = of_kind(events, Shot)
    assert (shot.table, shot.penalty, shot.need, shot.hit) == (2, 2, 4, False)


def test_a_log_line_is_drawn_from_its_event_alone():
    _, events = shot_at_cover()
    (shot,) = of_kind(events, Shot)
    wire = msgspec.json.encode(shot)

    line = game().describe(msgspec.json.decode(wire, type=game().event_type))

    assert line is not None
    assert line.text.en == "A-01 shoots at B-01 with Rifle: a hit."
    assert [(roll.value, roll.need, roll.success) for roll in line.rolls] == [(6, 6, True)]
    assert any(isinstance(overlay, Line) and overlay.points[0] == (300, 200) for overlay in line.overlays)
    assert any("wall-1" in detail.en for detail in line.details)


@pytest.mark.rule("WOP-DICE-05", "WOP-AREA-06")
def test_an_area_tells_where_it_is_how_wide_and_whom_it_catches():
    match = turn_of_a(
        soldier("A-01", 300, 200),
        soldier("B-01", 300, 380, "B"),
        soldier("B-02", 340, 380, "B"),
        soldier("B-03", 900, 700, "B"),
    )

    events = match.does("a", a.Shoot("A-01", "grenade", ("B-01",)), 3, 5, 5)

    (area,) = of_kind(events, AreaHit)
    assert (area.centre, area.spot.x_mm, area.spot.y_mm, area.reach_mm, area.units) == ("B-01", 300, 380, 60, ("B-02",))
    line = game().describe(area)
    assert line is not None
    assert any(isinstance(overlay, Spot) for overlay in line.overlays)
    assert [(each.unit, each.die, each.result) for each in of_kind(events, Damage)] == [
        ("B-01", 5, "stunned"),
        ("B-02", 5, "stunned"),
    ]


@pytest.mark.rule("WOP-DICE-06", "WOP-CCS-02")
def test_a_stray_hit_names_the_friend_who_takes_it():
    match = turn_of_a(
        soldier("A-01", 300, 100),
        soldier("A-02", 330, 400),
        soldier("B-01", 300, 400, "B"),
        soldier("B-02", 900, 700, "B"),
    )

    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1, 5)

    assert [(stray.unit, stray.target) for stray in of_kind(events, Stray)] == [("A-02", "B-01")]
    assert match.unit("A-02").stunned


@pytest.mark.rule("WOP-DICE-07", "WOP-CC-04")
def test_a_fight_tells_both_dice_and_who_lost():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 330, 300, "B"), soldier("B-02", 900, 700, "B"))

    events = match.does("a", a.Fight("A-01", "B-01"), 5, 2, 1)

    assert names(events) == ["manoeuvre_opened", "fight", "damage", "destroyed", "manoeuvre_closed"]
    (fight,) = of_kind(events, Fought)
    assert (fight.dice, fight.loser) == ((5, 2), "B-01")


def test_the_first_event_holds_the_whole_position_and_nothing_folds_before_it():
    match = opened()
    (opening,) = play.start(game(), Setup("garden_skirmish", ({}, {})), ScriptedDice()).events

    assert evolve(None, opening) == match.position
    with pytest.raises(ValueError, match="set_up"):
        evolve(None, Stray("A", "A-01", "B-01", of_kind(shot_at_cover()[1], Shot)[0].end))


def test_folding_shares_what_did_not_change():
    match, _ = shot_at_cover()
    before = match.position

    match.does("a", a.EndTurn())

    assert match.position.board is before.board
    assert all(match.position.units[name] is unit for name, unit in before.units.items())


def test_every_kind_of_event_is_told_in_words_or_needs_none():
    silent = {"phase_changed", "manoeuvre_opened", "manoeuvre_closed", "turn_ended", "round_ended", "wreck_placed"}
    kinds = {kind.__struct_config__.tag for kind in get_args(game().event_type)}

    told = {kind.__struct_config__.tag for kind in Describer(game().words, game().book.scenarios)._lines}

    assert kinds - told == silent


@pytest.mark.parametrize("rule", ["WOP-SHOT-18", "WOP-MAN-05", "WOP-RES-06", "WOP-WIN-05"])
def test_every_refusal_has_words_in_both_languages(rule):
    text = game().explain(Refusal(rule))

    assert text.es
    assert text.en
    assert text.en != rule
