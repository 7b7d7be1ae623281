"""What each of the spells does (section 16): Elves, Dwarves, Undead, Orcs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target, UnitRef
from app.systems.open_wars.moves.paths import spell_step_cells
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import (
    AttackDeclared,
    AttackRolled,
    ExtraRolled,
    HitStopped,
    LegionRolled,
    Returned,
    SaveRolled,
    TokenFell,
)
from app.systems.open_wars.position.events_magic import EffectEnded, SpellCast
from app.systems.open_wars.position.state import Effect, Fallen, Position
from tests.games.open_wars.table import Game, a_position, fighting, moving, when_acts

AXER, SLYNN, SHAMAN, BRUTUS = "orcs.axer", "orcs.slynn", "orcs.shaman", "orcs.brutus"
ARCHER, WARRIOR, MAGICIAN, DRUID = "elves.archer", "elves.warrior", "elves.magician", "elves.druid"
GUARD, MINER, MAGE = "dwarves.guard", "dwarves.miner", "dwarves.mage"
ZOMBIE, WRAITH, WARLOCK = "undead.zombie", "undead.wraith", "undead.warlock"


def unit(cell: str, seat: str, code: str, path: tuple[str, ...] | None = None) -> Target:
    return Target(cell=cell, seat=Seat(seat), unit=code, path=path)


def against(faction: str, other: str, mana: int, *tokens: tuple[str, str, str, int], **more: object) -> Position:
    """Two seats; only a has mana."""
    position = a_position(tokens, seats={"a": faction, "b": other}, mana=mana, **more)  # type: ignore[arg-type]
    poor = replace(position.seats[Seat("b")], mana=0)
    return replace(position, seats={**position.seats, Seat("b"): poor})


# -- Elves


@pytest.mark.rule("OW-SPELL-17", "OW-RNG-01")
def test_spectral_arrow_makes_shooters():
    position = against("elves", "orcs", 2, ("a", DRUID, "A1", 1), ("a", WARRIOR, "A1", 1), ("b", AXER, "B1", 1))

    game = moving(position).do("a", a.Cast(1, "spectral_arrow", unit("A1", "a", WARRIOR)))

    assert game.field.values(game.position.tokens[2]).range == 1
    game.do("a", a.EndMovement())
    assert game.ask.unit == UnitRef("A1", Seat("a"), WARRIOR)


@pytest.mark.rule("OW-SPELL-18", "OW-MAG-03", "OW-DSP-03")
def test_elven_convergence_lets_another_mage_cast_once_for_nothing():
    position = against("elves", "orcs", 2, ("a", MAGICIAN, "A1", 1), ("a", DRUID, "A1", 1), ("b", AXER, "D3", 1))
    game = moving(position)
    assert game.refused("a", a.Cast(1, "elven_convergence", unit("A1", "a", MAGICIAN))) == "OW-MAG-11"
    game.do("a", a.Cast(1, "elven_convergence", unit("A1", "a", DRUID)))
    free = a.Cast(2, "spectral_arrow", unit("A1", "a", DRUID), "convergence")
    assert game.refused("a", replace(free, caster=1)) == "OW-MAG-02"

    game.do("a", free)

    assert game.happened(SpellCast)[0].cost == 0
    assert game.position.seats[Seat("a")].converged == ("spectral_arrow",)
    assert game.refused("a", free) == "OW-MAG-02"


@pytest.mark.rule("OW-SPELL-18")
def test_the_same_spell_is_not_cast_free_in_two_turns_running():
    effect = Effect(1, "spell", "elven_convergence", "turn", (2,), 1, Seat("a"), "A1", groups=((2,),))
    position = against("elves", "orcs", 0, ("a", MAGICIAN, "A1", 1), ("a", DRUID, "A1", 1), ("b", AXER, "D3", 1))
    seats = {**position.seats, Seat("a"): replace(position.seats[Seat("a")], converged_before=("spectral_arrow",))}
    game = moving(replace(position, effects=(effect,), next_effect=2, seats=seats))

    assert game.refused("a", a.Cast(2, "spectral_arrow", unit("A1", "a", DRUID), "convergence")) == "OW-SPELL-18"
    assert game.refused("a", a.Cast(2, "arcane_wind", unit("A1", "a", DRUID), "convergence")) is None
    again = a.Cast(2, "elven_convergence", unit("A1", "a", MAGICIAN), "convergence")
    assert game.refused("a", again) == "OW-SPELL-18"


@pytest.mark.rule("OW-SPELL-19", "OW-MAG-14")
def test_elven_reflexes_take_a_unit_out_of_an_attack_with_its_whole_movement():
    tokens = [("a", DRUID, "B2", 1), ("a", WARRIOR, "B2", 2), ("b", BRUTUS, "B2", 1), ("b", BRUTUS, "D1", 4)]
    game = fighting(against("elves", "orcs", 2, *tokens)).run()
    away = a.Cast(1, "elven_reflexes", unit("B2", "a", WARRIOR, ("A2", "A1")))
    assert game.refused("a", away) == "OW-SPELL-19"
    when_acts(game, "b", BRUTUS).do("b", a.Attack("B2", Seat("a")), 6).do("a", a.Pass())

    game.do("a", away)

    assert game.count("a", WARRIOR, "A1") == 2
    assert not game.position.tokens[2].acted


@pytest.mark.rule("OW-SPELL-20", "OW-HIT-08", "OW-DICE-04")
def test_elven_grace_is_tried_for_the_first_hit_of_each_combat():
    tokens = [
        ("a", DRUID, "B2", 1),
        ("a", WARRIOR, "B2", 3),
        ("b", BRUTUS, "B2", 2),
        ("b", SLYNN, "B2", 1),
        ("b", SLYNN, "D3", 4),
    ]
    game = fighting(against("elves", "orcs", 5, *tokens)).run().do("a", a.Cast(1, "elven_grace", Target(cell="B2")))
    when_acts(game, "b", BRUTUS)

    game.do("b", a.Attack("B2", Seat("a")), 1, 1, 3, 1, 6)  # the last two: who acts next

    assert [(event.by, event.die, event.saved) for event in game.happened(SaveRolled)] == [("elven_grace", 3, False)]
    assert game.count("a", WARRIOR, "B2") == 1
    when_acts(game, "b", SLYNN).do("b", a.Attack("B2", Seat("a")), 1)
    assert not game.happened(SaveRolled)


# -- Dwarves


@pytest.mark.rule("OW-SPELL-21")
def test_iron_rune_lies_on_the_dwarves_of_a_place_until_the_turn_ends():
    tokens = [("a", MAGE, "A1", 1), ("a", GUARD, "B1", 2), ("a", "dwarves.durin", "B1", 1), ("b", AXER, "D3", 1)]
    game = moving(against("dwarves", "orcs", 2, *tokens)).do("a", a.Cast(1, "iron_rune", Target(cell="B1")))

    assert game.position.effects[0].tokens == (2, 3, 4)
    assert game.position.effects[0].expiry == "turn"
    assert game.refused("a", a.Move((2,), ("C1",))) is None  # own moves are free


@pytest.mark.rule("OW-SPELL-22", "OW-DICE-08", "OW-HIT-12")
def test_pillar_of_fire_burns_every_enemy_unit_next_door_but_dwarves():
    tokens = [
        ("a", MAGE, "A1", 1),
        ("b", AXER, "B1", 3),
        ("b", SLYNN, "B1", 1),
        ("b", GUARD, "B1", 1),
        ("b", SLYNN, "D3", 1),
    ]
    game = moving(against("dwarves", "orcs", 5, *tokens)).do("a", a.Cast(1, "pillar_of_fire", Target(cell="B1")))

    fell = [event.unit.unit for event in game.happened(TokenFell)]
    assert fell == [AXER, AXER, SLYNN]
    assert game.count("b", GUARD, "B1") == 1


@pytest.mark.rule("OW-SPELL-23", "OW-HIT-10")
def test_mithril_armour_lets_one_hit_of_an_attack_through():
    tokens = [("a", MAGE, "B2", 1), ("a", GUARD, "B2", 3), ("b", BRUTUS, "B2", 3), ("b", SLYNN, "D3", 4)]
    game = (
        fighting(against("dwarves", "orcs", 2, *tokens))
        .run()
        .do("a", a.Cast(1, "mithril_armor", unit("B2", "a", GUARD)))
    )

    when_acts(game, "b", BRUTUS).do("b", a.Attack("B2", Seat("a")), 1, 1, 1)

    assert game.count("a", GUARD, "B2") == 2
    assert [event.by for event in game.happened(HitStopped)] == ["mithril_armor", "mithril_armor"]


@pytest.mark.rule("OW-SPELL-24", "OW-HIT-06", "OW-HIT-07")
def test_unbreakable_walls_stop_one_hit_on_each_dwarf_unit():
    tokens = [
        ("a", MAGE, "B2", 1),
        ("a", GUARD, "B2", 1),
        ("a", MINER, "B2", 1),
        ("b", BRUTUS, "B2", 3),
        ("b", SLYNN, "D3", 4),
    ]
    game = (
        fighting(against("dwarves", "orcs", 4, *tokens))
        .run()
        .do("a", a.Cast(1, "unbreakable_walls", Target(cell="B2")))
    )
    assert len(game.position.effects[0].groups) == 3

    when_acts(game, "b", BRUTUS).do("b", a.Attack("B2", Seat("a")), 1, 1, 1)

    # the Guard's wall, the Guard, the Miner's wall
    assert [(event.unit.unit, event.by) for event in game.happened(HitStopped)] == [
        (GUARD, "unbreakable_walls"),
        (MINER, "unbreakable_walls"),
    ]
    assert [event.unit.unit for event in game.happened(TokenFell)] == [GUARD]


# -- Undead


@pytest.mark.rule("OW-SPELL-25", "OW-HERO-05", "OW-STK-07")
def test_raise_the_fallen_brings_a_cheap_undead_back_acted_and_barred():
    fallen = (
        Fallen(11, WRAITH, Seat("a"), "C1"),
        Fallen(12, "undead.rider", Seat("a"), "C1"),
        Fallen(13, AXER, Seat("b"), "C1"),
    )
    tokens = [("a", WARLOCK, "A1", 1), ("a", ZOMBIE, "B1", 1), ("b", AXER, "D3", 1)]
    game = moving(against("undead", "orcs", 2, *tokens, fallen=fallen, next_token=14))

    def back(number: int, cell: str) -> a.Cast:
        return a.Cast(1, "raise_the_fallen", Target(cell=cell, fallen=number))

    assert game.refused("a", back(12, "B1")) == "OW-SPELL-25"
    assert game.refused("a", back(13, "B1")) == "OW-MAG-09"
    assert game.refused("a", back(11, "A2")) == "OW-SPELL-25"
    game.do("a", back(11, "B1"))
    token = game.position.tokens[14]
    assert (token.unit, token.cell, token.acted, token.barred) == (WRAITH, "B1", True, True)
    assert [each.id for each in game.position.fallen] == [12, 13]


@pytest.mark.rule("OW-SPELL-26", "OW-DICE-06", "OW-RET-09")
def test_mist_marks_every_enemy_unit_of_a_place_and_fails_a_retreat():
    tokens = [
        ("a", WARLOCK, "B1", 1),
        ("b", AXER, "B2", 1),
        ("b", BRUTUS, "B2", 1),
        ("a", ZOMBIE, "B2", 1),
        ("b", SLYNN, "D3", 3),
    ]
    game = fighting(against("undead", "orcs", 4, *tokens)).run()
    game.do("a", a.Cast(1, "mist_of_the_damned", Target(cell="B2")))
    assert len(game.position.effects[0].groups) == 2

    when_acts(game, "b", BRUTUS).do("b", a.Retreat((3,), "A2"), 2)

    token = game.position.tokens[3]
    assert (token.cell, token.acted, token.barred) == ("B2", True, True)
    assert game.position.effects[0].failed == (3,)


@pytest.mark.rule("OW-SPELL-26")
def test_a_unit_that_failed_in_the_mist_is_moved_by_no_spell():
    effect = Effect(1, "spell", "mist_of_the_damned", "turn", (2,), failed=(2,))
    tokens = [("a", "amazons.druid", "A1", 1), ("a", "amazons.warlike", "A1", 1), ("b", AXER, "D3", 1)]
    game = moving(against("amazons", "orcs", 3, *tokens, effects=(effect,), next_effect=2))

    cast = a.Cast(1, "jaguars_call", unit("A1", "a", "amazons.warlike", ("B1",)))
    assert game.refused("a", cast) == "OW-SPELL-26"


@pytest.mark.rule("OW-SPELL-27")
def test_aura_of_terror_slows_the_enemies_of_a_place():
    tokens = [("a", WARLOCK, "B2", 1), ("a", ZOMBIE, "B2", 1), ("b", BRUTUS, "B2", 1), ("b", BRUTUS, "D1", 1)]
    game = fighting(against("undead", "orcs", 4, *tokens)).run().do("a", a.Cast(1, "aura_of_terror", Target(cell="B2")))

    assert [game.field.values(game.position.tokens[n]).initiative for n in (2, 3, 4)] == [1, 1, 2]


@pytest.mark.rule("OW-SPELL-28", "OW-HIT-13", "OW-DICE-05")
@pytest.mark.parametrize(("die", "left"), [(5, 1), (4, 0)])
def test_immortal_legion_rolls_for_each_unit_that_is_destroyed(die, left):
    tokens = [
        ("a", WARLOCK, "B1", 1),
        ("a", ZOMBIE, "B2", 2),
        ("a", WRAITH, "B2", 1),
        ("b", BRUTUS, "B2", 4),
        ("b", SLYNN, "D3", 4),
    ]
    game = fighting(against("undead", "orcs", 5, *tokens)).run()
    game.do("a", a.Cast(1, "immortal_legion", Target(cell="B2")))
    when_acts(game, "b", BRUTUS)

    game.do("b", a.Attack("B2", Seat("a")), 1, 1, 6, 6, die)

    assert [(event.unit.unit, event.returns) for event in game.happened(LegionRolled)] == [(ZOMBIE, die == 5)]
    assert game.count("a", ZOMBIE, "B2") == left
    assert all(event.token.acted and event.token.barred for event in game.happened(Returned))
    assert game.count("a", WRAITH, "B2") == 1


# -- Orcs


@pytest.mark.rule("OW-SPELL-29", "OW-ATK-06", "OW-RNG-07")
def test_savage_ambush_falls_on_enemies_next_door_before_combat():
    tokens = [("a", SHAMAN, "A1", 1), ("a", AXER, "A1", 2), ("b", WARRIOR, "B1", 1), ("b", WARRIOR, "D3", 1)]
    game = moving(against("orcs", "elves", 3, *tokens))
    assert game.refused("a", a.Cast(1, "savage_ambush", unit("A1", "a", AXER, ("A2",)))) == "OW-SPELL-29"

    game.do("a", a.Cast(1, "savage_ambush", unit("A1", "a", AXER, ("B1",))), 6, 6)

    assert game.happened(AttackDeclared)[0].bonus
    assert game.field.is_locked(game.position.tokens[2])
    game.do("a", a.EndMovement())
    # it acts normally in the Combat phase
    assert not game.position.tokens[2].acted
    assert {ref.unit for ref in game.field.units("B1")} == {AXER, WARRIOR}


@pytest.mark.rule("OW-SPELL-29")
def test_an_ambush_that_the_mist_stops_attacks_nobody():
    effect = Effect(1, "spell", "mist_of_the_damned", "turn", (2,), groups=((2,),))
    tokens = [("a", SHAMAN, "A1", 1), ("a", AXER, "A1", 1), ("b", WARRIOR, "B1", 1)]
    game = moving(against("orcs", "elves", 3, *tokens, effects=(effect,), next_effect=2))

    game.do("a", a.Cast(1, "savage_ambush", unit("A1", "a", AXER, ("B1",))), 1)

    assert not game.happened(AttackDeclared)
    assert game.position.tokens[2].cell == "A1"


def clash(mana: int) -> Game:
    tokens = [("a", SHAMAN, "B2", 1), ("a", BRUTUS, "B2", 2), ("b", WARRIOR, "B2", 4), ("b", WARRIOR, "D3", 1)]
    return fighting(against("orcs", "elves", mana, *tokens)).run()


@pytest.mark.rule("OW-SPELL-30", "OW-ATK-04", "OW-DICE-03")
def test_brutal_crush_rolls_again_for_each_hit_after_the_roll():
    game = clash(5)
    crush = a.Cast(1, "brutal_crush", unit("B2", "a", BRUTUS))
    assert game.refused("a", crush) == "OW-SPELL-30"
    when_acts(game, "a", BRUTUS).do("a", a.Attack("B2", Seat("b")), 1, 2)
    assert game.refused("a", a.Cast(1, "brutal_crush", unit("B2", "a", SHAMAN))) == "OW-SPELL-30"

    game.do("a", crush, 5, 4)

    assert game.happened(ExtraRolled)[0].hits == 1
    assert len(game.happened(TokenFell)) == 3


@pytest.mark.rule("OW-SPELL-31", "OW-ATK-04", "OW-DICE-03")
def test_savage_blow_rolls_again_for_each_hit_of_the_next_attack():
    game = clash(2).do("a", a.Cast(1, "savage_blow", unit("B2", "a", BRUTUS)))

    when_acts(game, "a", BRUTUS).do("a", a.Attack("B2", Seat("b")), 1, 6, 6)

    rolled, extra = game.happened(AttackRolled)[0], game.happened(ExtraRolled)[0]
    assert (rolled.hits, extra.dice, extra.hits) == (1, (6,), 1)
    assert "savage_blow" in [event.code for event in game.happened(EffectEnded)]


@pytest.mark.rule("OW-SPELL-32")
def test_reckless_charge_gives_and_takes():
    game = clash(4).do("a", a.Cast(1, "reckless_charge", Target(cell="B2")))

    values = game.field.values(game.position.tokens[2])
    assert (values.movement, values.attack, values.initiative) == (3, 3, 1)


# -- moves of spells


@pytest.mark.rule("OW-MAG-14", "OW-STK-07")
def test_a_spell_moves_the_whole_unit_or_not_at_all():
    tokens = [
        ("a", "amazons.druid", "A1", 1),
        ("a", "amazons.warlike", "A1", 3),
        ("a", "amazons.warlike", "B1", 2),
        ("b", AXER, "D3", 1),
    ]
    game = moving(against("amazons", "orcs", 3, *tokens))

    assert game.refused("a", a.Cast(1, "jaguars_call", unit("A1", "a", "amazons.warlike", ("B1",)))) == "OW-STK-02"
    assert game.refused("a", a.Cast(1, "jaguars_call", unit("A1", "a", "amazons.warlike", ("B1", "C1")))) is None
    assert "B1" not in list(spell_step_cells(game.field, game.field.unit(UnitRef("A1", Seat("a"), "amazons.warlike"))))


@pytest.mark.rule("OW-MAG-13")
def test_effects_of_a_combat_end_with_it():
    tokens = [
        ("a", SHAMAN, "B2", 1),
        ("a", BRUTUS, "B2", 1),
        ("b", WARRIOR, "B2", 1),
        ("a", AXER, "D1", 1),
        ("b", WARRIOR, "D1", 1),
    ]
    game = fighting(against("orcs", "elves", 2, *tokens)).run()
    game.do("a", a.ChooseSite("B2"))
    game.do("a", a.Cast(1, "savage_blow", unit("B2", "a", BRUTUS)))

    while any(isinstance(frame, f.SiteFrame) and frame.cell == "B2" for frame in game.position.frames):
        top = game.position.frames[-1]
        game.somehow(game.asked, a.Pass() if isinstance(top, f.WindowFrame) else a.Hold())

    assert game.position.effects == ()
    assert not game.happened(e.TurnEnded)
