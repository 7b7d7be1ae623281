"""Opening a game: what a room may choose, and what is refused when it is made (TD-GEN-05, TD-GEN-08, TD-TER-03)."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.position import events as e
from tests.games.tierras_distantes.playing import opened
from tests.games.tierras_distantes.table import book, rules

RIFLES = {"quality": "regular", "armour": "medium", "weapons": ["assault_rifle"]}


def fields(scenario="outpost", seats=({}, {}), tables=None, battle=None, **options):
    """The fields at fault."""
    with pytest.raises(InvalidInput) as caught:
        opened(scenario, None, seats, tables, battle, **options)
    return [error.field for error in caught.value.errors]


@pytest.mark.rule("TD-GEN-03")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_two_players_lead_a_squad_each(count):
    assert fields(seats=({},) * count) == ["seats"]


@pytest.mark.rule("TD-GEN-08")
def test_options_out_of_their_bounds_are_refused():
    assert fields(scale_pct=29, morale="never", wind=True) == ["options.scale_pct", "options.morale", "options.wind"]


@pytest.mark.rule("TD-GEN-08", "TD-END-14")
def test_a_game_must_have_an_end():
    assert fields("relay", turn_limit=0, quiet_turns=0) == ["options.quiet_turns"]
    assert opened("relay", turn_limit=0, quiet_turns=1).state.phase == "sides"
    assert opened("relay", turn_limit=1, quiet_turns=0).state.phase == "sides"


@pytest.mark.rule("TD-TER-03", "TD-GEN-08")
def test_a_scenario_serves_only_some_ways_to_place_terrain():
    assert fields("outpost", terrain_mode="generator") == ["options.terrain_mode"]  # 100 x 100 cm
    assert fields("outpost", terrain_mode="players") == ["options.terrain_mode"]  # no pool
    assert fields("reactor", terrain_mode="generator") == ["options.terrain_mode"]  # objectives
    assert fields("unknown_world", terrain_mode="scenario") == ["options.terrain_mode"]  # nothing lies there
    assert opened("unknown_world", (), terrain_mode="scenario", require_third=False).state.board.pieces == ()
    assert len(opened("relay", terrain_mode="generator").state.board.pieces) > 10


@pytest.mark.rule("TD-TER-01", "TD-GEN-08")
def test_every_scenario_covers_a_third_as_it_is():
    for scenario in book().scenarios:
        assert opened(scenario).state.phase in ("squads", "sides")


@pytest.mark.rule("TD-GEN-08")
def test_an_open_squad_must_be_possible():
    assert fields("unknown_world", squad_min=10, squad_max=9) == ["options.squad_min"]
    assert fields("unknown_world", points_limit=23) == ["options.points_limit"]
    assert opened("unknown_world", (), points_limit=24).state.phase == "squads"
    assert opened("outpost", squad_min=10, squad_max=9, points_limit=1).state.phase == "sides"  # both are given


@pytest.mark.rule("TD-GEN-08", "TD-SQD-09")
def test_a_squad_brought_along_is_judged_as_a_locked_one():
    assert fields(seats=({"squad": "C"}, {})) == ["seats[0].squad"]
    assert fields(seats=({"squad": "B"}, {})) == ["seats[1].squad"]
    assert fields(seats=({}, {"squad": [{**RIFLES, "count": 5}]})) == ["seats[1].squad"]
    assert fields(seats=({}, {"squad": [{**RIFLES, "count": 8}]})) == ["seats[1].squad"]  # 160 against 128
    assert fields(seats=({}, {"squad": [{**RIFLES, "size": 6}]})) == ["seats[1].squad[0]"]
    assert opened(seats=({}, {"squad": [{**RIFLES, "count": 6}]})).state.units["B06"].quality == "regular"


@pytest.mark.rule("TD-GEN-08")
def test_a_given_squad_that_no_other_balances_is_refused():
    """The patrol of the outpost costs 128 points: within a tenth of it nothing costs less than 116."""
    given = book().scenarios["outpost"]["squads"]["A"]
    battle = {**book().scenarios["unknown_world"], "squads": {"A": given, "B": {"open": True}}}

    assert fields("own", battle=battle, points_limit=115) == ["seats"]
    position = opened("own", (), battle=battle, points_limit=116).state
    assert (position.phase, position.players["A"].squad, position.players["B"].squad) == ("squads", "given", "open")


@pytest.mark.rule("TD-GEN-05", "TD-GEN-08", "TD-TER-07")
def test_listed_values_may_be_overridden_within_their_bounds():
    tables = {"weapon.carbine.total": 3, "weapon.carbine.effective_range": 45.5, "terrain.swamp.half": False}

    made = rules(tables)

    assert (made.weapons["carbine"].total, made.weapons["carbine"].effective_range_nm) == (3, 455_000_000)
    assert not made.ground["swamp"].half
    assert opened(tables=tables).state.tables == tables
    for path, value in [
        ("weapon.carbine.total", 13),
        ("weapon.carbine.total", True),
        ("weapon.carbine.total", 2.5),
        ("weapon.carbine.effective_range", 0.5),
        ("weapon.carbine.effective_range", 45.555),
        ("weapon.carbine.divide", 1),
        ("weapon.carbine.name_en", "Gun"),
        ("weapon.bow.total", 3),
        ("constant.activation_dice.value", 3),
        ("terrain.hill.impassable", True),
    ]:
        assert fields(tables={path: value}) == [f"tables.{path}"]


@pytest.mark.rule("TD-GEN-08")
@pytest.mark.parametrize(
    "tables",
    [
        {"weapon.carbine.effective": 3},
        {"weapon.pistol.effective_range": 30.5},
        {"morale_fixed.6.breaks_at": 7},
        {"result.frightened.margin_from": 1},
        {"result.none.margin_to": 0},
        {"result.casualty.margin_to": 998},
    ],
)
def test_overrides_must_go_together(tables):
    assert fields(tables=tables) == ["tables"]


@pytest.mark.rule("TD-GEN-05")
def test_margins_may_be_moved_below_zero():
    made = rules({"result.frightened.margin_from": -2, "result.none.margin_to": -3})

    assert [(row.id, row.margin_from) for row in made.results] == [("none", -999), ("frightened", -2), ("casualty", 4)]


@pytest.mark.rule("TD-GEN-01", "TD-GEN-02", "TD-GEN-06", "TD-GEN-07")
def test_lengths_are_whole_nanometres_of_the_scale():
    usual, small = rules(), rules(scale_pct=33)

    human = usual.qualities["regular"]
    assert human.height_nm == book().raw["constant"]["human_height_cm"]["value"] * 100_000 == 30_000_000
    assert (human.radius_nm, usual.qualities["alien_brute"].radius_nm) == (12_500_000, 20_000_000)
    assert (small.qualities["regular"].radius_nm, small.constants.leader_range_nm) == (4_125_000, 66_000_000)
    assert small.ground["container"].usual_mm == usual.ground["container"].usual_mm == 29


@pytest.mark.rule("TD-GEN-04", "TD-DEP-01")
def test_with_given_squads_the_opening_rolls_for_the_sides():
    begun = opened("outpost", (3, 3, 2, 5))

    assert [(roll.sides, roll.value) for roll in begun.rolls] == [(6, 3), (6, 3), (6, 2), (6, 5)]
    assert [type(event) for event in begun.events] == [e.Opened, e.SquadsOpened, e.SidesRolled]
    assert (begun.state.phase, begun.state.chooser) == ("sides", "B")


@pytest.mark.rule("TD-TER-03", "TD-SQD-10")
def test_one_open_squad_keeps_the_other_one_open_to_all():
    position = opened("unknown_world", (), ({}, {"squad": [{**RIFLES, "count": 8}]})).state

    assert position.phase == "squads"
    assert position.players["B"].members is not None


@pytest.mark.rule("TD-TER-03")
def test_where_dice_place_the_terrain_that_of_the_scenario_stays_in_its_box():
    fixed, rolled = (opened("relay", terrain_mode=mode).events[0] for mode in ("scenario", "generator"))

    assert fixed.position.board.pieces
    assert rolled.position.board.pieces == ()
