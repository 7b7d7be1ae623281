"""Room options at work: what changes in a game with the other value."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Order, Target, UnitRef
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import SiteBegan
from app.systems.open_wars.position.state import Effect
from tests.games.open_wars.table import Game, a_position, fighting, moving, when_acts

FAR = ("b", "elves.castle", "D1", 1)
WIND = Effect(1, "spell", "arcane_wind", "turn", (1,), movement=1)


def way(*cards: str, tokens: list[tuple[str, str, str, int]], **options: Any) -> Game:
    """Seat a's movement turn on one row of cards."""
    seats = {"a": tokens[0][1].partition(".")[0], "b": "elves"}
    return moving(a_position([*tokens, FAR], rows=(cards,), seats=seats, options=options))


@pytest.mark.rule("OW-STK-06", "OW-STK-02")
@pytest.mark.parametrize(("check", "refused"), [("end_of_move", None), ("always", "OW-STK-02")])
def test_stacks_are_counted_at_the_end_or_at_every_step(check, refused):
    tokens = [("a", "orcs.wolf_rider", "A1", 2), ("a", "orcs.wolf_rider", "B1", 3)]
    game = way("plains", "plains", "plains", "plains", tokens=tokens, stacking_check=check)

    assert game.refused("a", a.Move((1, 2), ("B1", "C1"))) == refused
    assert game.refused("a", a.Move((1,), ("B1", "C1"))) is None


@pytest.mark.rule("OW-STK-06", "OW-CARD-06")
def test_on_frozen_peaks_the_limit_holds_in_crossing_but_for_who_rolls_nothing_there():
    for unit, refused in (("barbarians.scout", "OW-STK-02"), ("barbarians.berserker", None)):
        tokens = [("a", unit, "A1", 2), ("a", unit, "B1", 3)]
        game = way("plains", "frozen_peaks", "plains", "plains", tokens=tokens)

        assert game.refused("a", a.Move((1, 2), ("B1", "C1"))) == refused


@pytest.mark.rule("OW-MOV-05", "OW-MOV-04", "OW-MOV-03")
def test_a_unit_at_home_pays_less_on_six_types_of_card_or_on_four():
    tokens = [("a", "barbarians.war_boat", "A1", 1), ("a", "barbarians.berserker", "A2", 1), FAR]
    rows = (("water", "tidal_ford", "water", "plains"), ("plains", "mountain", "plains", "plains"))
    for option, refused in (("six", None), ("four", "OW-MOV-03")):
        position = a_position(
            tokens, rows=rows, seats={"a": "barbarians", "b": "elves"}, options={"terrain_bonus_types": option}
        )
        game = moving(position)

        # a boat of Movement 2: the ford costs 2, or 1 where water is its home
        assert game.refused("a", a.Move((1,), ("B1", "C1"))) == refused
        assert game.refused("a", a.Move((2,), ("B2", "C2"))) is None


@pytest.mark.rule("OW-WAT-03", "OW-WAT-02")
@pytest.mark.parametrize(("reenters", "refused"), [(False, "OW-WAT-02"), (True, None)])
def test_ships_come_back_into_port_by_option_only(reenters, refused):
    tokens = [("a", "barbarians.war_boat", "B1", 1)]
    game = way("town", "water", "plains", "plains", tokens=tokens, water_units_reenter_port=reenters)

    assert game.refused("a", a.Move((1,), ("A1",))) == refused
    assert game.refused("a", a.Move((1,), ("C1",))) == "OW-WAT-02"


@pytest.mark.rule("OW-WAT-03")
@pytest.mark.parametrize("reenters", [False, True])
def test_a_ship_in_a_city_goes_to_adjacent_water_only(reenters):
    tokens = [("a", "barbarians.war_boat", "B1", 1)]
    game = way("town", "free_port", "water", "plains", tokens=tokens, water_units_reenter_port=reenters)

    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-WAT-03"
    assert game.refused("a", a.Move((1,), ("C1",))) is None


@pytest.mark.rule("OW-CARD-09", "OW-LOC-05")
@pytest.mark.parametrize(("access", "refused"), [("magic_may_enter", None), ("strict", "OW-LOC-05")])
def test_mages_walk_into_the_spectral_lake_unless_the_room_is_strict(access, refused):
    tokens = [("a", "barbarians.cleric", "A1", 1), ("a", "barbarians.scout", "A1", 1)]
    game = way("plains", "spectral_lake", "plains", "plains", tokens=tokens, spectral_lake_access=access)

    assert game.refused("a", a.Move((1,), ("B1",))) == refused
    assert game.refused("a", a.Move((2,), ("B1",))) == "OW-LOC-05"


@pytest.mark.rule("OW-MOV-08", "OW-ACT-03")
@pytest.mark.parametrize(
    ("immobile", "plain", "helped"),
    [("fixed", "OW-MOV-08", "OW-MOV-08"), ("printed_only", "OW-MOV-08", None)],
)
def test_a_building_stands_fast_until_by_option_a_spell_gives_it_movement(immobile, plain, helped):
    position = a_position([("a", "orcs.castle", "A1", 1), FAR], options={"immobile_units": immobile})

    assert moving(position).refused("a", a.Move((1,), ("B1",))) == plain
    assert moving(replace(position, effects=(WIND,))).refused("a", a.Move((1,), ("B1",))) == helped


@pytest.mark.rule("OW-MOV-08", "OW-MAG-11", "OW-ACT-10")
@pytest.mark.parametrize(
    ("immobile", "wind", "retreat"),
    [("fixed", "OW-MAG-11", "OW-MOV-08"), ("printed_only", None, None)],
)
def test_spells_and_retreats_move_buildings_by_option_only(immobile, wind, retreat):
    tokens = [("a", "orcs.castle", "B1", 1), ("a", "orcs.shaman", "B1", 1), ("b", "elves.warrior", "B1", 1)]
    position = a_position(tokens, options={"immobile_units": immobile}, mana=2)
    target = Target(cell="B1", seat=Seat("a"), unit="orcs.castle")
    assert moving(position).refused("a", a.Cast(2, "arcane_wind", target)) == wind

    game = fighting(replace(position, effects=(WIND,))).run()
    when_acts(game, "a", "orcs.castle", "B1")
    assert game.refused("a", a.Retreat((1,), "A1")) == retreat


@pytest.mark.rule("OW-RET-04", "OW-ACT-10")
@pytest.mark.parametrize(("allowance", "refused"), [("full", None), ("remaining", "OW-RET-04")])
def test_a_retreat_has_the_whole_movement_or_by_option_what_is_left(allowance, refused):
    tokens = [("a", "orcs.axer", "B2", 1), ("b", "elves.warrior", "B2", 1)]
    position = a_position(tokens, options={"retreat_allowance": allowance})
    spent = replace(position, tokens={**position.tokens, 1: replace(position.tokens[1], spent=2)})
    game = when_acts(fighting(spent).run(), "a", "orcs.axer")

    assert game.refused("a", a.Retreat((1,), "B1")) == refused


@pytest.mark.rule("OW-RNG-03", "OW-SITE-01")
@pytest.mark.parametrize(("definition", "site"), [("no_enemies", [("ranged", "B1")]), ("no_other_units", [])])
def test_company_of_the_own_side_isolates_a_shooter_or_by_option_does_not(definition, site):
    tokens = [("a", "orcs.axer", "A1", 1), ("b", "elves.archer", "B1", 1), ("b", "elves.warrior", "B1", 1)]
    game = fighting(a_position(tokens, options={"isolated_definition": definition}), "ranged").run()

    assert [(event.kind, event.cell) for event in game.happened(SiteBegan)] == site


@pytest.mark.rule("OW-SPELL-01", "OW-MAG-07")
@pytest.mark.parametrize(("reach", "asked"), [("caster_or_target", "a"), ("unlimited", "b")])
def test_dispel_reaches_the_caster_or_the_target_or_by_option_everything(reach, asked):
    tokens = [("a", "orcs.shaman", "A1", 1), ("b", "elves.druid", "D3", 1)]
    game = moving(a_position(tokens, options={"dispel_reach": reach}, mana=2))

    game.do("a", a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit="orcs.shaman")))

    assert game.asked == asked


@pytest.mark.rule("OW-STK-04", "OW-MAG-10")
@pytest.mark.parametrize(("option", "refused"), [("one_per_unit", None), ("one_in_all", "OW-STK-04")])
def test_mages_of_different_names_share_a_location_or_by_option_do_not(option, refused):
    tokens = [("a", "elves.druid", "A1", 1), ("a", "elves.magician", "B1", 1), ("b", "orcs.castle", "D1", 1)]
    seats = {"a": "elves", "b": "orcs"}
    position = a_position(
        tokens, rows=(("capital", "plains", "plains", "plains"),), seats=seats, options={"magic_per_location": option}
    )
    assert moving(position).refused("a", a.Move((2,), ("A1",))) == refused

    listing = replace(
        position, phase="recruit", frames=(f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"),)))
    )
    assert Game(listing).refused("a", a.Recruit((Order("elves.magician", 1, "A1"),))) == refused


@pytest.mark.rule("OW-LOCK-03", "OW-FLY-01")
def test_without_mutual_locks_a_retreat_forgets_where_a_token_had_entered():
    tokens = [("a", "orcs.axer", "A1", 1), ("b", "elves.warrior", "B1", 1), ("a", "orcs.castle", "A3", 1)]
    game = moving(a_position(tokens, options={"lock_mutual": False}))
    game.do("a", a.Move((1,), ("B1",)))
    assert game.position.tokens[1].entered_enemy

    left = replace(game.position, phase="combat")
    fought = when_acts(fighting(left).run(), "a", "orcs.axer", "B1")
    fought.do("a", a.Retreat((1,), "B2"))

    assert not fought.position.tokens[1].entered_enemy
    assert fought.field.unit(UnitRef("B2", Seat("a"), "orcs.axer"))
