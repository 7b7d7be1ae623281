"""Moves: what is refused, the window after a declaration, and what happens on the way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Action, Seat
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.judge.understood import understood
from app.systems.open_wars.moves.paths import reach_of
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Effect, Fallen, Position
from tests.games.open_wars.table import Game, a_position, moving, rules_of

AXER, ARCHER = "orcs.axer", "elves.archer"


@pytest.mark.rule("OW-MOV-01", "OW-MOV-06", "OW-UNIT-05", "OW-ACT-03")
def test_a_token_moves_in_several_actions_as_long_as_points_remain():
    game = moving(a_position([("a", AXER, "A1", 2), ("b", ARCHER, "D3", 1)]))

    game.do("a", a.Move((1,), ("B1",))).do("a", a.Move((1,), ("C1",)))

    assert game.position.tokens[1].cell == "C1"
    assert game.position.tokens[2].cell == "A1"
    assert game.refused("a", a.Move((1,), ("D1",))) == "OW-MOV-03"


@pytest.mark.rule("OW-MOV-16", "OW-ACT-04", "OW-TURN-06")
def test_whoever_ends_his_movement_moves_no_more():
    game = moving(a_position([("a", AXER, "A1", 1), ("b", ARCHER, "D3", 1)]), rest="b").do("a", a.EndMovement())

    assert game.asked == "b"
    assert game.refused("a", a.Move((1,), ("B1",))) == "OW-TURN-01"


@pytest.mark.rule("OW-MOV-09")
def test_only_tokens_of_one_unit_in_one_cell_move_together():
    game = moving(
        a_position([("a", AXER, "A1", 1), ("a", "orcs.slynn", "A1", 1), ("a", AXER, "B1", 1), ("b", ARCHER, "D3", 1)])
    )

    for tokens in ((1, 2), (1, 3), (4,), (1, 1), (99,)):
        assert game.refused("a", a.Move(tokens, ("A2",))) == "OW-MOV-09"


@pytest.mark.rule("OW-MOV-09")
def test_without_splitting_a_stack_moves_as_a_whole():
    game = moving(a_position([("a", AXER, "A1", 2), ("b", ARCHER, "D3", 1)], options={"split_stacks": False}))

    assert game.refused("a", a.Move((1,), ("B1",))) == "OW-MOV-09"
    assert game.refused("a", a.Move((1, 2), ("B1",))) is None


@pytest.mark.rule("OW-STK-03")
def test_tokens_of_one_name_merge_where_they_meet():
    game = moving(a_position([("a", AXER, "A1", 1), ("a", AXER, "B1", 1), ("b", ARCHER, "D3", 1)]))

    game.do("a", a.Move((1,), ("B1",)))

    assert game.count("a", AXER, "B1") == 2
    assert len(game.field.units("B1")) == 1


@pytest.mark.rule("OW-STK-05", "OW-STK-07")
def test_full_stacks_take_nobody_and_other_units_find_room():
    game = moving(
        a_position([("a", AXER, "A1", 1), ("a", AXER, "B1", 4), ("a", "orcs.slynn", "A1", 1), ("b", ARCHER, "D3", 1)])
    )

    assert game.refused("a", a.Move((1,), ("B1",))) == "OW-STK-02"
    assert game.refused("a", a.Move((6,), ("B1",))) is None


@pytest.mark.rule("OW-LOCK-01", "OW-LOCK-02", "OW-LOCK-03", "OW-LOC-06", "OW-MOV-04")
def test_who_enters_among_enemies_is_locked_and_so_are_they():
    game = moving(a_position([("a", AXER, "A1", 1), ("b", ARCHER, "B1", 1)]), rest="b")

    game.do("a", a.Move((1,), ("B1",)))

    assert game.position.tokens[1].halted
    assert game.happened(e.Stepped)[0].locked
    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-LOCK-02"
    game.do("a", a.EndMovement())
    assert game.refused("b", a.Move((2,), ("C1",))) == "OW-LOCK-02"


@pytest.mark.rule("OW-LOCK-03")
def test_by_option_only_who_entered_is_locked():
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "B1", 1)], options={"lock_mutual": False})
    game = moving(position, rest="b").do("a", a.Move((1,), ("B1",)))

    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-LOCK-02"
    game.do("a", a.EndMovement())
    assert game.refused("b", a.Move((2,), ("C1",))) is None


@pytest.mark.rule("OW-LOCK-04")
def test_the_lock_ends_with_the_enemies_but_the_halt_stays_for_the_phase():
    position = a_position(
        [
            ("a", AXER, "A1", 1),
            ("b", "amazons.warlike", "B1", 1),
            ("b", "amazons.druid", "B1", 1),
            ("c", ARCHER, "D3", 1),
        ],
        seats={"a": "orcs", "b": "amazons", "c": "elves"},
    )
    game = moving(position).do("a", a.Move((1,), ("B1",))).do("b", a.Pass())
    game.position = replace(game.position, tokens={1: game.position.tokens[1], 4: game.position.tokens[4]})

    assert not game.field.is_locked(game.position.tokens[1])
    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-MOV-10"


@pytest.mark.rule("OW-LOCK-05", "OW-MAG-14", "OW-SPELL-05")
def test_a_spell_move_leaves_a_contested_location():
    position = a_position(
        [("a", "amazons.druid", "B1", 1), ("a", "amazons.warlike", "B1", 2), ("b", AXER, "B1", 1)],
        seats={"a": "amazons", "b": "orcs"},
        mana=3,
    )
    game = moving(position)
    assert game.refused("a", a.Move((2,), ("A1",))) == "OW-LOCK-02"

    game.do(
        "a", a.Cast(1, "jaguars_call", Target(cell="B1", seat=Seat("a"), unit="amazons.warlike", path=("A1", "A2")))
    )

    assert game.count("a", "amazons.warlike", "A2") == 2
    assert game.position.tokens[2].spent == 0


def answered_by_a_druid(**more: object) -> Game:
    """Seat a declares a move; seat b owns a Druid and may answer."""
    position = a_position(
        [("a", AXER, "A1", 2), ("b", "amazons.druid", "C1", 1), ("b", "amazons.warlike", "C1", 1)],
        seats={"a": "orcs", "b": "amazons"},
        **more,  # type: ignore[arg-type]
    )
    return moving(position)


@pytest.mark.rule("OW-MOV-12", "OW-WIN-04", "OW-PRM-07")
def test_a_declared_move_waits_for_its_window():
    game = answered_by_a_druid().do("a", a.Move((1, 2), ("B1",)))

    assert game.asked == "b"
    assert game.position.tokens[1].cell == "A1"
    game.do("b", a.Pass())
    assert game.position.tokens[1].cell == "B1"


@pytest.mark.rule("OW-MOV-12", "OW-MAG-06")
def test_a_move_whose_first_step_has_become_illegal_is_void_and_costs_nothing():
    position = a_position(
        [("a", AXER, "A1", 2), ("b", "amazons.druid", "B1", 1), ("b", "amazons.warlike", "B1", 1)],
        seats={"a": "orcs", "b": "amazons"},
        mana=4,
    )
    game = moving(position).do("a", a.Move((1, 2), ("A2",)))

    # the Warlike leaps among the Axers, hits one, and holds the other
    leap = Target(cell="B1", seat=Seat("b"), unit="amazons.warlike", path=("A1",))
    game.do("b", a.Cast(3, "pumas_leap", leap), 1)

    assert game.happened(e.MoveEnded)[0].reason == "void"
    assert [(token.cell, token.spent) for token in game.position.tokens.values() if token.unit == AXER] == [("A1", 0)]
    assert game.asked == "a"


@pytest.mark.rule("OW-MOV-12")
def test_a_move_is_carried_out_with_those_of_its_tokens_that_are_still_there():
    position = a_position(
        [("a", AXER, "A1", 2), ("b", "demons.sorcerer", "B1", 1), ("b", "demons.soldier", "D3", 1)],
        seats={"a": "orcs", "b": "demons"},
        mana=3,
    )
    game = moving(position).do("a", a.Move((1, 2), ("A2",)))

    game.do("b", a.Cast(3, "abyss_flames", Target(cell="A1", seat=Seat("a"), unit=AXER)))

    assert [(number, token.cell) for number, token in game.position.tokens.items() if token.unit == AXER] == [(1, "A2")]


@pytest.mark.rule("OW-MOV-13", "OW-CARD-06", "OW-DICE-06")
def test_dice_fall_at_the_exit_and_then_at_the_entry():
    rows = (("frozen_peaks", "frozen_peaks", "plains", "plains"),)
    position = a_position([("a", "orcs.gorath", "A1", 1), ("b", ARCHER, "D1", 1)], rows=rows)

    game = moving(position).do("a", a.Move((1,), ("B1",)), 3, 1)

    rolled = [(event.on, event.die, event.failed) for event in game.happened(e.WeatherRolled)]
    assert rolled == [("leave", 3, False), ("enter", 1, True)]
    effect = game.position.effects[0]
    assert (effect.source, effect.movement, effect.tokens) == ("card", -1, (1,))


@pytest.mark.rule("OW-MOV-13", "OW-SPELL-26", "OW-DICE-06")
@pytest.mark.parametrize(("die", "cell"), [(3, "A1"), (4, "B1")])
def test_a_marked_unit_rolls_for_the_mist_before_anything_else(die, cell):
    mist = Effect(1, "spell", "mist_of_the_damned", "turn", (1, 2), groups=((1, 2),))
    game = moving(a_position([("a", AXER, "A1", 2), ("b", ARCHER, "D3", 1)], effects=(mist,), next_effect=2))

    game.do("a", a.Move((1,), ("B1",)), die)

    assert game.position.tokens[1].cell == cell
    if die == 3:
        assert game.refused("a", a.Move((2,), ("B1",))) == "OW-SPELL-26"
    else:
        assert game.position.effects == ()


@pytest.mark.rule("OW-MOV-13", "OW-CARD-10")
def test_serpent_river_helps_a_ship_once_a_turn():
    rows = (("water", "serpent_river", "water", "serpent_river", "water", "water"),)
    position = a_position(
        [("a", "orcs.raider_raft", "A1", 1), ("b", ARCHER, "A1", 0), ("b", "elves.fairy", "F1", 1)], rows=rows
    )
    game = moving(position)

    game.do("a", a.Move((1,), ("B1",))).do("a", a.Move((1,), ("C1",)))
    game.do("a", a.Move((1,), ("D1",)))

    assert game.position.tokens[1].serpent
    assert game.position.tokens[1].spent == 3
    assert game.field.points_left(game.position.tokens[1]) == 0


@pytest.mark.rule("OW-CARD-13", "OW-MOV-06")
def test_centaur_prairie_helps_who_begins_his_movement_there():
    rows = (("centaur_prairie", "plains", "plains", "plains", "plains"),)
    position = a_position([("a", "orcs.gorath", "A1", 1), ("b", ARCHER, "E1", 1)], rows=rows)
    waiting = Game(replace(position, frames=(f.TurnFrame("movement_turns", (Seat("a"),)),)))

    waiting.run()

    assert waiting.field.values(waiting.position.tokens[1]).movement == 5


@pytest.mark.rule("OW-CARD-17")
def test_who_enters_the_desert_of_lost_souls_may_not_attack_this_turn():
    rows = (("plains", "desert_of_lost_souls", "plains", "plains"),)
    game = moving(a_position([("a", AXER, "A1", 1), ("b", ARCHER, "D1", 1)], rows=rows))

    game.do("a", a.Move((1,), ("B1",)))

    assert game.position.tokens[1].barred


@pytest.mark.rule("OW-MOV-08")
def test_buildings_never_move():
    game = moving(a_position([("a", "orcs.castle", "A1", 1), ("b", ARCHER, "D3", 1)]))

    assert game.refused("a", a.Move((1,), ("B1",))) == "OW-MOV-08"


@pytest.mark.rule("OW-MOV-07")
def test_a_spell_may_give_points_that_are_used_at_once():
    position = a_position([("a", AXER, "A1", 1), ("a", "orcs.shaman", "A1", 1), ("b", ARCHER, "D3", 1)], mana=2)
    game = moving(position).do("a", a.Move((1,), ("B1", "C1")))
    assert game.refused("a", a.Move((1,), ("D1",))) == "OW-MOV-03"
    assert game.refused("a", a.Cast(2, "arcane_wind", Target(cell="C1", seat=Seat("a"), unit=AXER))) == "OW-MAG-07"

    game = moving(position).do("a", a.Cast(2, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit=AXER)))

    assert game.refused("a", a.Move((1,), ("B1", "C1", "D1"))) is None


@pytest.mark.rule("OW-WAT-01", "OW-WAT-02", "OW-WAT-04", "OW-LOC-05", "OW-WAT-03")
def test_ships_keep_to_the_water_and_others_off_it():
    rows = (("capital", "water", "plains"), ("plains", "water", "plains"))
    position = a_position([("a", "orcs.raider_raft", "A1", 1), ("a", AXER, "A1", 1), ("b", ARCHER, "C2", 1)], rows=rows)
    game = moving(position)

    assert game.refused("a", a.Move((1,), ("A2",))) == "OW-WAT-03"
    assert game.refused("a", a.Move((2,), ("B1",))) == "OW-LOC-05"
    game.do("a", a.Move((1,), ("B1",)))
    assert game.refused("a", a.Move((1,), ("A1",))) == "OW-WAT-02"
    assert game.refused("a", a.Move((1,), ("B2",))) is None


@pytest.mark.rule("OW-GEO-09")
def test_the_cheapest_ways_are_found_and_do_not_go_on_past_enemies():
    rows = (("plains", "mountain", "plains"), ("plains", "plains", "plains"))
    position = a_position([("a", "orcs.slynn", "A1", 1), ("b", ARCHER, "B2", 1)], rows=rows)

    reach = reach_of(moving(position).field, Seat("a"), (1,))

    assert reach == {"B1": ("B1",), "A2": ("A2",), "B2": ("A2", "B2")}


@pytest.mark.rule("OW-GEO-04", "OW-GEO-07")
def test_a_location_has_no_inside():
    game = moving(a_position([("a", AXER, "A1", 2), ("a", "orcs.slynn", "A1", 2), ("b", ARCHER, "D3", 1)]))
    other = moving(a_position([("a", "orcs.slynn", "A1", 2), ("a", AXER, "A1", 2), ("b", ARCHER, "D3", 1)]))

    assert reach_of(game.field, Seat("a"), (1,)) == reach_of(other.field, Seat("a"), (3,))


@pytest.mark.rule("OW-WIN-10")
def test_nothing_else_is_legal_while_a_window_is_open():
    game = answered_by_a_druid().do("a", a.Move((1, 2), ("B1",)))

    for action in (a.Move((1,), ("A2",)), a.EndMovement(), a.Pass(), a.Hold(), a.Recruit()):
        assert game.refused("a", action) == "OW-WIN-10"
    assert game.refused("a", a.OfferDraw()) is None
    assert game.refused("a", a.Resign()) is None


@pytest.mark.rule("OW-END-03")
def test_survivors_that_are_not_locked_move_normally_in_the_next_turn():
    tired = {"acted": True, "barred": True}
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "D3", 1)])
    tokens = {number: replace(token, **tired) for number, token in position.tokens.items()}
    game = Game(replace(position, tokens=tokens, turn=1, frames=(f.TurnFrame("turn_start"),)))

    game.run(6, 6, 1, 1).do("a", a.Recruit()).do("b", a.Recruit())

    assert game.asked == "a"
    assert game.refused("a", a.Move((1,), ("B1", "C1"))) is None


# -- one wording -------------------------------------------------------------------------------------------------------


def worded(position: Position, action: Action) -> Action:
    rules = rules_of(position)
    return understood(Moment(rules, position, Field.of(position, rules)), Seat("a"), action)


def test_whoever_names_one_of_tokens_that_are_alike_has_named_any_of_them():
    position = moving(a_position([("a", AXER, "A1", 3), ("b", ARCHER, "D3", 1)])).position

    assert worded(position, a.Move((3,), ("B1",))) == a.Move((1,), ("B1",))
    assert worded(position, a.Move((3, 2), ("B1",))) == a.Move((1, 2), ("B1",))


@pytest.mark.parametrize(
    "change", [{"spent": 1}, {"wounded": True}, {"halted": True}, {"barred": True}, {"form": "x"}, {"serpent": True}]
)
def test_a_token_that_differs_is_named_by_itself(change: dict[str, Any]):
    position = moving(a_position([("a", AXER, "A1", 4), ("b", ARCHER, "D3", 1)])).position
    tokens = {number: replace(token, **change) if number > 2 else token for number, token in position.tokens.items()}
    position = replace(position, tokens=tokens)

    assert worded(position, a.Move((4,), ("B1",))) == a.Move((3,), ("B1",))
    assert worded(position, a.Move((4, 2), ("B1",))) == a.Move((1, 3), ("B1",))


def test_a_token_that_a_spell_marks_is_named_by_itself():
    mist = Effect(1, "spell", "mist", "turn", (2,), groups=((2,),))
    position = moving(a_position([("a", AXER, "A1", 3), ("b", ARCHER, "D3", 1)], effects=(mist,))).position

    assert worded(position, a.Move((2,), ("B1",))) == a.Move((2,), ("B1",))
    assert worded(position, a.Move((3,), ("B1",))) == a.Move((1,), ("B1",))


def test_like_tokens_cast_and_like_fallen_are_raised_as_one():
    mage = "elves.druid"
    fallen = tuple(Fallen(number, ARCHER, Seat("b"), cell) for number, cell in ((7, "A1"), (8, "B1"), (9, "B1")))
    position = moving(a_position([("b", mage, "D3", 2), ("a", AXER, "A1", 1)], fallen=fallen)).position

    cast = worded(position, a.Cast(2, "raise_the_fallen", Target(cell="D3", fallen=9)))

    assert cast == a.Cast(1, "raise_the_fallen", Target(cell="D3", fallen=8))
