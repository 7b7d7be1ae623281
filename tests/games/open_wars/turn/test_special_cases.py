"""Situations in which several rules meet: resigning in the middle, offers, tokens that differ."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.magic.castable import spell_paths
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position.events_combat import (
    AttackDeclared,
    SiteEnded,
    UnitHeld,
)
from app.systems.open_wars.position.state import Position
from tests.games.open_wars.table import (
    Game,
    a_position,
    at,
    fighting,
    mark,
    moving,
    rich,
    when_acts,
    with_effects,
)

AXER, SLYNN = "orcs.axer", "orcs.slynn"
SWORDSMAN, WARRIOR, ARCHER = "elves.swordsman", "elves.warrior", "elves.archer"
ZOMBIE, MUMMY = "undead.zombie", "undead.mummy"
LANCER, CLERIC = "barbarians.lancer", "barbarians.cleric"


# -- resigning in the middle


@pytest.mark.rule("OW-VIC-08", "OW-END-01", "OW-PRM-08")
def test_who_was_to_fight_a_seat_that_resigns_is_asked_no_more():
    tokens = [("a", AXER, "B2", 2), ("b", WARRIOR, "B2", 1), ("c", "dwarves.guard", "D3", 1)]
    position = a_position(tokens, seats={"a": "orcs", "b": "elves", "c": "dwarves"}, mana=0)
    game = when_acts(fighting(position).run(), "a", AXER)

    game.do("b", a.Resign())

    assert game.happened(SiteEnded)
    assert not game.happened(UnitHeld)
    assert game.position.phase != "combat"


@pytest.mark.rule("OW-VIC-08", "OW-END-01")
def test_nobody_chooses_a_unit_for_a_fight_that_a_resignation_has_ended():
    tokens = [("a", ZOMBIE, "B2", 1), ("a", MUMMY, "B2", 1), ("b", WARRIOR, "B2", 1), ("c", AXER, "D3", 4)]
    position = a_position(tokens, seats={"a": "undead", "b": "elves", "c": "orcs"}, mana=0)
    game = fighting(position).run(6, 1)
    assert (game.asked, game.ask.kind) == ("a", "choose_unit")

    game.do("b", a.Resign())

    assert game.happened(SiteEnded)


@pytest.mark.rule("OW-VIC-08", "OW-INI-05")
def test_a_choice_among_tied_units_stands_if_a_third_seat_resigns():
    tokens = [("a", ZOMBIE, "B2", 1), ("a", MUMMY, "B2", 1), ("b", WARRIOR, "B2", 1), ("c", AXER, "D3", 4)]
    position = a_position(tokens, seats={"a": "undead", "b": "elves", "c": "orcs"}, mana=0)
    game = fighting(position).run(6, 1)

    game.do("c", a.Resign())

    assert game.ask.kind == "choose_unit"


@pytest.mark.rule("OW-PRM-09")
def test_the_default_target_of_a_bonus_attack_goes_by_seat_then_row_then_column():
    tokens = [
        ("a", "amazons.druid", "B2", 1),
        ("d", "amazons.warlike", "B2", 1),
        ("b", AXER, "C2", 1),
        ("c", WARRIOR, "C2", 1),
    ]
    seats = {"a": "amazons", "b": "orcs", "c": "elves", "d": "undead"}
    sides = {"a": "1", "b": "2", "c": "3", "d": "1"}
    position = a_position(tokens, seats=seats, sides=sides, mana=4, order="cbda")
    poor = {seat: replace(state, mana=4 if seat == "a" else 0) for seat, state in position.seats.items()}
    game = moving(replace(position, seats=poor))
    game.do("a", a.Cast(1, "pumas_leap", at("B2", "d", "amazons.warlike", ("C2",))))
    assert game.ask.kind == "bonus_target"

    game.somehow("a", a.Resign())

    assert [event.seat for event in game.happened(AttackDeclared) if event.bonus] == ["b"]


# -- offers


@pytest.mark.rule("OW-RET-05", "OW-SPELL-26")
def test_tokens_that_cannot_retreat_keep_nobody_else_from_it():
    position = a_position([("a", AXER, "B2", 3), ("b", WARRIOR, "B2", 1)], mana=0)
    failed = mark(1, "mist_of_the_damned", 1, failed=(1,))
    game = when_acts(fighting(with_effects(position, failed)).run(), "a", AXER)

    found = [example for offer in offers(game.moment, Seat("a")) for example in offer.examples]

    retreats = [action for action in found if isinstance(action, a.Retreat)]
    assert {action.tokens for action in retreats} == {(2, 3), (2,)}


@pytest.mark.rule("OW-SPELL-19", "OW-MAG-14")
def test_a_spell_move_is_offered_by_the_way_that_leaves_most_points():
    rows = (("plains", "mountain", "plains"), ("plains", "plains", "plains"))
    game = Game(a_position([("a", "amazons.tigress", "A1", 1), ("b", AXER, "C1", 1)], rows=rows))
    tigress = game.field.here("A1")

    ways = list(spell_paths(game.field, tigress, "fresh", 8))

    assert game.field.values(tigress[0]).movement == 3
    assert sorted(ways) == [("A2",), ("A2", "B2"), ("A2", "B2", "C2"), ("B1",), ("B1", "C1")]


# -- tokens that differ


@pytest.mark.rule("OW-HIT-04", "OW-PRM-08")
def test_tokens_that_two_cards_have_marked_alike_are_the_same():
    position = a_position([("a", AXER, "B2", 1), ("b", ZOMBIE, "B2", 2)], seats={"a": "orcs", "b": "undead"}, mana=0)
    cold = [mark(n, "frozen_peaks", n + 1, source="card", movement=-1) for n in (1, 2)]
    game = when_acts(fighting(with_effects(position, *cold)).run(), "a", AXER)

    game.do("a", a.Attack("B2", Seat("b")), 1)

    assert sorted(token.id for token in game.position.tokens.values() if token.seat == "b") == [2]


@pytest.mark.rule("OW-HIT-04")
def test_tokens_that_two_spells_have_marked_are_told_apart():
    position = a_position([("a", AXER, "B2", 1), ("b", ZOMBIE, "B2", 2)], seats={"a": "orcs", "b": "undead"}, mana=0)
    gusts = [mark(n, "arcane_wind", n + 1, movement=1) for n in (1, 2)]
    game = when_acts(fighting(with_effects(position, *gusts)).run(), "a", AXER)

    game.do("a", a.Attack("B2", Seat("b")), 1)

    assert (game.ask.kind, game.ask.tokens) == ("assign_hit", (2, 3))


def tired(**options: object) -> Position:
    """Two Zombies, one of which has marched, with an Axer among them."""
    tokens = [
        ("a", AXER, "B2", 1),
        ("a", "orcs.shaman", "B1", 1),
        ("a", "orcs.brutus", "B1", 1),
        ("b", ZOMBIE, "B2", 2),
    ]
    position = a_position(tokens, seats={"a": "orcs", "b": "undead"}, mana=0, options=options)
    rich = {seat: replace(state, mana=3 if seat == "a" else 0) for seat, state in position.seats.items()}
    marched = replace(position.tokens[4], spent=1)
    return replace(position, tokens={**position.tokens, 4: marched}, seats=rich)


@pytest.mark.rule("OW-HIT-04", "OW-SPELL-29")
def test_in_the_movement_phase_the_points_left_tell_tokens_apart():
    game = moving(tired())

    game.do("a", a.Cast(2, "savage_ambush", at("B1", "a", "orcs.brutus", ("B2",))), 1)

    assert (game.asked, game.ask.kind, game.ask.tokens) == ("b", "assign_hit", (4, 5))


@pytest.mark.rule("OW-HIT-04", "OW-RET-04")
@pytest.mark.parametrize(("allowance", "asks"), [("full", False), ("remaining", True)])
def test_in_combat_points_left_count_only_if_retreats_are_paid_with_them(allowance, asks):
    game = fighting(rich(tired(retreat_allowance=allowance))).run()
    game = when_acts(game, "a", AXER)

    game.do("a", a.Attack("B2", Seat("b")), 1)

    assert (game.count("b", ZOMBIE, "B2") == 2) is asks
    assert not asks or game.ask.kind == "assign_hit"
