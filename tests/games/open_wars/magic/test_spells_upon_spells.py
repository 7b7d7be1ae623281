"""Spells upon spells: several at once on the same units, with dice, hits and who comes back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target, UnitRef
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position.events_combat import (
    AttackDeclared,
    ExtraRolled,
    LegionRolled,
)
from app.systems.open_wars.position.state import Effect
from tests.games.open_wars.table import (
    Game,
    a_position,
    at,
    fighting,
    mark,
    moving,
    when_acts,
    with_effects,
)

AXER, SLYNN = "orcs.axer", "orcs.slynn"
SWORDSMAN, WARRIOR, ARCHER = "elves.swordsman", "elves.warrior", "elves.archer"
ZOMBIE, MUMMY = "undead.zombie", "undead.mummy"
LANCER, CLERIC = "barbarians.lancer", "barbarians.cleric"


def raid(*effects: Effect, defenders: int = 4) -> Game:
    tokens = [("a", LANCER, "B2", 2), ("b", AXER, "B2", defenders), ("b", AXER, "C2", 1)]
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=0)
    return when_acts(fighting(with_effects(position, *effects)).run(), "a", LANCER)


def thirst(number: int) -> Effect:
    return mark(number, "bloodthirst", 1, 2, expiry="combat")


@pytest.mark.rule("OW-SPELL-09", "OW-MAG-15")
def test_each_bloodthirst_gives_an_attack_of_its_own_after_the_first_that_hit():
    game = raid(thirst(1), thirst(2))

    game.do("a", a.Attack("B2", Seat("b")), 1, 6, 6, 6, 6, 6)

    assert [event.bonus for event in game.happened(AttackDeclared)] == [False, True, True]
    assert game.position.effects == ()


@pytest.mark.rule("OW-SPELL-09")
def test_bloodthirst_waits_for_the_own_attack_of_the_unit():
    tokens = [("a", LANCER, "B2", 2), ("a", CLERIC, "B2", 1), ("b", "orcs.assassin", "B2", 2)]
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=2)
    poor = {seat: replace(state, mana=2 if seat == "a" else 0) for seat, state in position.seats.items()}
    position = with_effects(replace(position, seats=poor), thirst(1))
    game = fighting(position).run().do("a", a.Pass())
    assert game.ask.unit is not None
    assert game.ask.unit.unit == "orcs.assassin"
    game.do("b", a.Attack("B2", Seat("a")), 1, 6)
    game.do("a", a.Pass())

    game.do("a", a.Cast(3, "unrestrained_rage", at("B2", "a", LANCER)), 1)

    assert [event.bonus for event in game.happened(AttackDeclared)] == [True]
    assert [effect.code for effect in game.position.effects] == ["bloodthirst"]


@pytest.mark.rule("OW-ATK-01", "OW-ATK-06", "OW-SITE-06")
def test_a_second_attack_in_a_melee_goes_nowhere_else():
    tokens = [("a", "barbarians.javelin", "B2", 1), ("b", AXER, "B2", 1), ("b", AXER, "C2", 1)]
    code = next(
        unit.code
        for unit in Game(a_position()).moment.rules.units.values()
        if unit.faction == "barbarians" and unit.printed.range > 0 and unit.type not in ("magic",)
    )
    tokens[0] = ("a", code, "B2", 1)
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=0)
    game = when_acts(fighting(with_effects(position, mark(1, "bloodthirst", 1, expiry="combat"))).run(), "a", code)

    game.do("a", a.Attack("B2", Seat("b")), 1)

    assert [event.cell for event in game.happened(AttackDeclared)] == ["B2"]
    assert game.count("b", AXER, "C2") == 1


def hunt(*effects: Effect) -> Game:
    """Warlike with Wild Fury against Slynn that hold their castle; a second unit keeps the fight going."""
    tokens = [
        ("a", "amazons.warlike", "B2", 1),
        ("a", "amazons.zarina", "B2", 1),
        ("b", "orcs.castle", "B2", 1),
        ("b", SLYNN, "B2", 2),
    ]
    position = a_position(tokens, seats={"a": "amazons", "b": "orcs"}, mana=0)
    return when_acts(fighting(with_effects(position, *effects)).run(), "a", "amazons.warlike")


def fury(number: int, **more: object) -> Effect:
    return mark(number, "wild_fury", 1, expiry="combat", attack=1, **more)


@pytest.mark.rule("OW-SPELL-07", "OW-MAG-15")
def test_each_wild_fury_gives_its_move_once():
    game = hunt(fury(1, used=True), fury(2)).do("a", a.Attack("B2", Seat("b")), 1)
    assert game.ask.kind == "follow_up_move"

    game.do("a", a.FollowUpMove("A2"))

    assert [(effect.code, effect.used) for effect in game.position.effects] == [("wild_fury", True)] * 2


@pytest.mark.rule("OW-SPELL-07")
@pytest.mark.parametrize(("used", "die"), [(True, 1), (False, 6)], ids=["used up", "no hit"])
def test_wild_fury_moves_nobody_twice_or_after_a_miss(used, die):
    game = hunt(fury(1, used=used)).do("a", a.Attack("B2", Seat("b")), die)

    assert game.position.frames[-1].ask is None or game.ask.kind == "act"


@pytest.mark.rule("OW-SPELL-03", "OW-SPELL-09", "OW-SPELL-31")
def test_a_purified_unit_has_no_extra_dice_and_no_second_attack():
    flame = mark(1, "purifying_flame", 1, expiry="next_attack")
    game = raid(flame, mark(2, "savage_blow", 1, 2, expiry="combat"), thirst(3))

    game.do("a", a.Attack("B2", Seat("b")), 1, 1)

    assert [event.bonus for event in game.happened(AttackDeclared)] == [False]
    assert not game.happened(ExtraRolled)
    assert game.position.effects == ()


@pytest.mark.rule("OW-SPELL-30", "OW-SPELL-31", "OW-DICE-03")
def test_savage_blow_and_brutal_crush_both_roll_on_the_hits_of_the_dice():
    tokens = [("a", "orcs.brutus", "B2", 2), ("a", "orcs.shaman", "B2", 1), ("b", WARRIOR, "B2", 4)]
    position = a_position([*tokens, ("b", WARRIOR, "D3", 1)], mana=0)
    rich = {seat: replace(state, mana=5 if seat == "a" else 0) for seat, state in position.seats.items()}
    blow = mark(1, "savage_blow", 1, 2, expiry="combat")
    game = when_acts(fighting(with_effects(replace(position, seats=rich), blow)).run(), "a", "orcs.brutus")
    game.do("a", a.Attack("B2", Seat("b")), 1, 6, 5)

    game.do("a", a.Cast(3, "brutal_crush", at("B2", "a", "orcs.brutus")), 6)

    assert [event.dice for event in game.happened(ExtraRolled)] == [(6,)]
    assert game.count("b", WARRIOR, "B2") == 1


@pytest.mark.rule("OW-SPELL-28", "OW-VIC-08")
def test_no_legion_rises_for_a_seat_that_has_resigned():
    tokens = [("a", AXER, "B2", 4), ("b", ZOMBIE, "B2", 1), ("b", "undead.skeleton", "B2", 2), ("c", WARRIOR, "D3", 1)]
    position = a_position(tokens, seats={"a": "orcs", "b": "undead", "c": "elves"}, mana=0)
    legion = mark(1, "immortal_legion", expiry="combat", place="B2", seat=Seat("b"))
    wind = mark(2, "arcane_wind", 6, movement=1)
    game = when_acts(fighting(with_effects(position, legion, wind)).run(), "a", AXER)
    game.do("a", a.Attack("B2", Seat("b")), 1, 1, 6, 6)
    assert game.ask.kind == "assign_hit"

    game.do("b", a.Resign())

    assert not game.happened(LegionRolled)
    assert all(token.seat != "b" for token in game.position.tokens.values())


@pytest.mark.rule("OW-ATK-06", "OW-SPELL-11", "OW-INI-07")
@pytest.mark.parametrize("barred", [False, True])
def test_a_bonus_attack_is_made_by_tokens_that_have_acted_but_not_by_barred_ones(barred):
    tokens = [("a", LANCER, "B2", 3), ("a", CLERIC, "B2", 1), ("b", SLYNN, "B2", 4), ("b", SLYNN, "D3", 4)]
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=0)
    rich = {seat: replace(state, mana=2 if seat == "a" else 0) for seat, state in position.seats.items()}
    position = replace(position, seats=rich)
    done = {n: replace(position.tokens[n], acted=True, barred=barred and n == 1) for n in (1, 2, 3)}
    game = fighting(replace(position, tokens={**position.tokens, **done})).run()
    game = when_acts(game, "b", SLYNN).do("b", a.Attack("B2", Seat("a")), 1, 6, 6, 6)
    if barred:
        game.do("a", a.Pass()).do("a", a.AssignHit(LANCER, 2))
    else:
        game.do("a", a.Pass())

    game.do("a", a.Cast(4, "unrestrained_rage", at("B2", "a", LANCER)), *((6,) if barred else (6, 6)))

    assert [event.tokens for event in game.happened(AttackDeclared)] == [(2,) if barred else (1, 2)]


def graveyard(*more: tuple[str, str, str, int], owner: str = "b") -> Game:
    """Four Brutus against a Zombie and a Mummy where a Legion is on."""
    tokens = [("a", "orcs.brutus", "B2", 4), ("b", ZOMBIE, "B2", 1), ("b", MUMMY, "B2", 1), *more]
    position = a_position(tokens, seats={"a": "orcs", "b": "undead"}, mana=0)
    legion = mark(1, "immortal_legion", expiry="combat", place="B2", seat=Seat(owner))
    return when_acts(fighting(with_effects(position, legion)).run(), "a", "orcs.brutus")


@pytest.mark.rule("OW-HIT-13", "OW-DICE-05", "OW-SPELL-28")
def test_the_legion_rolls_after_all_hits_by_unit_code_whoever_fell_first():
    game = graveyard().do("a", a.Attack("B2", Seat("b")), 1, 1, 6, 6)

    game.do("b", a.AssignHit(ZOMBIE), 5, 1)

    assert [(event.unit.unit, event.die) for event in game.happened(LegionRolled)] == [(MUMMY, 5), (ZOMBIE, 1)]
    assert (game.count("b", MUMMY, "B2"), game.count("b", ZOMBIE, "B2")) == (1, 0)


@pytest.mark.rule("OW-SPELL-28")
def test_the_legion_of_another_seat_raises_nobody():
    game = graveyard(owner="a").do("a", a.Attack("B2", Seat("b")), 1, 1, 6, 6)

    game.somehow("b", a.AssignHit(ZOMBIE))

    assert not game.happened(LegionRolled)


@pytest.mark.rule("OW-SPELL-28", "OW-HERO-05")
def test_no_hero_comes_back_with_the_legion():
    tokens = [("a", "orcs.brutus", "B2", 4), ("b", "undead.morven", "B2", 1), ("b", ZOMBIE, "D3", 1)]
    position = a_position(tokens, seats={"a": "orcs", "b": "undead"}, mana=0)
    legion = mark(1, "immortal_legion", expiry="combat", place="B2", seat=Seat("b"))
    game = when_acts(fighting(with_effects(position, legion)).run(), "a", "orcs.brutus")

    game.do("a", a.Attack("B2", Seat("b")), 1, 1, 6, 6, 6)

    assert game.happened(LegionRolled)
    assert game.count("b", "undead.morven", "B2") == 0


@pytest.mark.rule("OW-SPELL-03", "OW-SPELL-28")
def test_purifying_flame_marks_nobody_who_comes_back_after_it():
    tokens = [("a", "orcs.shaman", "B2", 1), ("a", AXER, "B2", 1), ("b", ZOMBIE, "B2", 1), ("b", MUMMY, "B2", 1)]
    position = a_position([*tokens, ("b", MUMMY, "D3", 1)], seats={"a": "orcs", "b": "undead"}, mana=0)
    rich = {seat: replace(state, mana=2 if seat == "a" else 0) for seat, state in position.seats.items()}
    legion = mark(1, "immortal_legion", expiry="combat", place="B2", seat=Seat("b"))
    game = fighting(with_effects(replace(position, seats=rich), legion)).run()

    game.do("a", a.Cast(1, "purifying_flame", at("B2", "b", ZOMBIE)), 6)

    assert game.count("b", ZOMBIE, "B2") == 1
    assert [effect.code for effect in game.position.effects] == ["immortal_legion"]


@pytest.mark.rule("OW-SPELL-14", "OW-CARD-17", "OW-CARD-21")
@pytest.mark.parametrize(
    ("card", "barred", "halted"), [("desert_of_lost_souls", True, False), ("iron_citadel", False, True)]
)
def test_a_portal_leads_into_a_card_with_all_it_does_to_who_enters(card, barred, halted):
    rows = (("plains", "plains", card), ("plains", "plains", "plains"))
    tokens = [("a", "demons.sorcerer", "A2", 1), ("a", "demons.soldier", "A2", 2), ("a", "demons.soldier", "C1", 1)]
    position = a_position([*tokens, ("b", WARRIOR, "C2", 1)], rows=rows, seats={"a": "demons", "b": "elves"}, mana=5)

    target = Target(cell="A2", seat=Seat("a"), unit="demons.soldier", to="C1")
    game = moving(position).do("a", a.Cast(1, "infernal_portal", target))

    entered = [game.position.tokens[n] for n in (2, 3)]
    assert {(token.cell, token.barred, token.halted) for token in entered} == {("C1", barred, halted)}


@pytest.mark.rule("OW-VIC-08", "OW-PRM-04", "OW-PRM-08")
def test_the_spell_of_a_pact_is_asked_for_among_who_is_left():
    tokens = [
        ("a", "demons.sorcerer", "B2", 1),
        ("a", "demons.soldier", "B2", 2),
        ("b", WARRIOR, "B2", 1),
        ("c", AXER, "B2", 1),
    ]
    position = a_position(tokens, seats={"a": "demons", "b": "elves", "c": "orcs"}, mana=0)
    rich = {seat: replace(state, mana=2 if seat == "a" else 0) for seat, state in position.seats.items()}
    game = fighting(replace(position, seats=rich)).run().do("a", a.Cast(1, "dark_pact"))
    game.do("a", a.Pact(UnitRef("B2", Seat("a"), "demons.soldier")))
    game.do("b", a.Resign())

    flames = [
        cast.target.seat
        for offer in offers(game.moment, Seat("a"))
        for cast in offer.examples
        if isinstance(cast, a.Cast) and cast.spell == "purifying_flame"
    ]
    assert game.ask.kind == "pact_cast"
    assert flames == ["c"]


@pytest.mark.rule("OW-SPELL-29", "OW-SPELL-26")
def test_an_ambush_that_does_not_arrive_shoots_nobody_from_afar():
    tokens = [("a", "orcs.shaman", "B2", 1), ("b", WARRIOR, "C2", 1)]
    position = with_effects(
        a_position(tokens, mana=3), mark(1, "mist_of_the_damned", 1, groups=((1,),), seat=Seat("b"))
    )
    game = moving(position)
    assert game.field.values(game.position.tokens[1]).range == 1

    game.do("a", a.Cast(1, "savage_ambush", at("B2", "a", "orcs.shaman", ("C2",))), 3)

    assert game.position.tokens[1].cell == "B2"
    assert not game.happened(AttackDeclared)
