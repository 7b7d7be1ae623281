"""Spells cast in a fight, the order of refusals, and what spells say themselves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target, UnitRef
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Combat, Effect, Fallen, LastAttack, Position, Site
from tests.games.open_wars.table import Game, a_position, at, fighting, moving, rich, when_acts

AXER, SHAMAN, CASTLE = "orcs.axer", "orcs.shaman", "orcs.castle"


# -- in a fight


def in_window(position: Position, kind: str = "melee", last: LastAttack | None = None, cell: str = "B2") -> Game:
    """A fight in which ``a`` is asked for a spell."""
    site_kind = "ranged" if kind == "ranged" else "melee"
    site = Site(site_kind, cell, 1, last=last)
    frames = (
        f.TurnFrame("ranged" if kind == "ranged" else "melee"),
        f.SiteFrame(site_kind, cell, step="next"),
        f.WindowFrame("act", (Seat("a"),), fresh=False),
    )
    return Game(replace(position, phase="combat", combat=Combat(site_kind, site=site), frames=frames))


def elves() -> Position:
    tokens = [("a", "elves.druid", "B2", 1), ("a", "elves.warrior", "B2", 2), ("b", AXER, "B2", 1)]
    return rich(a_position(tokens, seats={"a": "elves", "b": "orcs"}), a=9)


@pytest.mark.rule("OW-SPELL-19")
@pytest.mark.parametrize(("present", "rule"), [((2, 3), None), ((3,), None), ((1,), "OW-SPELL-19")])
def test_reflexes_move_only_who_stood_there_during_the_attack(present, rule):
    attacker = UnitRef("B2", Seat("b"), AXER)
    last = LastAttack(attacker, "B2", Seat("a"), present, {})
    game = in_window(elves(), last=last)

    assert game.refused("a", a.Cast(1, "elven_reflexes", at("B2", "a", "elves.warrior", ("A2",)))) == rule


@pytest.mark.rule("OW-SPELL-19", "OW-MAG-14")
def test_a_spell_move_spends_no_points_and_leaves_the_attack():
    last = LastAttack(UnitRef("B2", Seat("b"), AXER), "B2", Seat("a"), (2, 3), {})
    game = in_window(elves(), last=last)

    game.do("a", a.Cast(1, "elven_reflexes", at("B2", "a", "elves.warrior", ("A2", "A1"))))

    assert {(token.cell, token.spent, token.acted) for token in game.field.here("A1")} == {("A1", 0, False)}


def barbarians(**marks: bool) -> Position:
    tokens = [("a", "barbarians.cleric", "B2", 1), ("a", "barbarians.lancer", "B2", 2), ("b", AXER, "B2", 2)]
    position = rich(a_position(tokens, seats={"a": "barbarians", "b": "orcs"}), a=9)
    marked = {n: replace(position.tokens[n], **marks) for n in (2, 3)}
    return replace(position, tokens={**position.tokens, **marked})


@pytest.mark.rule("OW-SPELL-09")
@pytest.mark.parametrize(("acted", "rule"), [(False, None), (True, "OW-SPELL-09")])
def test_bloodthirst_is_for_units_that_have_not_finished_their_attack(acted, rule):
    game = in_window(barbarians(acted=acted))

    assert game.refused("a", a.Cast(1, "bloodthirst", at("B2", "a", "barbarians.lancer"))) == rule


@pytest.mark.rule("OW-SPELL-09")
def test_no_bloodthirst_in_the_roll_of_a_bonus_attack_of_who_has_attacked():
    last = LastAttack(UnitRef("B2", Seat("b"), AXER), "B2", Seat("a"), (2, 3), {"barbarians.lancer": 1})
    game = in_window(barbarians(acted=True), last=last)

    game.do("a", a.Cast(1, "unrestrained_rage", at("B2", "a", "barbarians.lancer")), 1, 1)

    assert game.asked == "a"
    assert game.refused("a", a.Cast(1, "bloodthirst", at("B2", "a", "barbarians.lancer"))) == "OW-SPELL-09"
    assert game.refused("a", a.Cast(1, "arcane_wind", at("B2", "a", "barbarians.lancer"))) is None


@pytest.mark.rule("OW-SPELL-11")
@pytest.mark.parametrize(
    ("cell", "lost", "rule"),
    [
        ("B2", {"barbarians.lancer": 1}, None),
        ("B2", {"barbarians.cleric": 1}, "OW-SPELL-11"),
        ("B2", {}, "OW-SPELL-11"),
        ("C2", {"barbarians.lancer": 1}, "OW-SPELL-11"),
    ],
)
def test_rage_is_for_a_unit_that_lost_a_token_in_the_attack(cell, lost, rule):
    last = LastAttack(UnitRef("B2", Seat("b"), AXER), cell, Seat("a"), (2, 3), lost)
    game = in_window(barbarians(), last=last)

    assert game.refused("a", a.Cast(1, "unrestrained_rage", at("B2", "a", "barbarians.lancer"))) == rule


@pytest.mark.rule("OW-SPELL-11", "OW-RET-06")
def test_rage_comes_right_after_the_attack_or_not_at_all():
    tokens = [
        ("a", "barbarians.cleric", "B2", 1),
        ("a", "barbarians.lancer", "B2", 2),
        ("b", "orcs.assassin", "B2", 1),
        ("b", AXER, "B2", 1),
    ]
    game = fighting(rich(a_position(tokens, seats={"a": "barbarians", "b": "orcs"}), a=2)).run()
    rage = a.Cast(1, "unrestrained_rage", at("B2", "a", "barbarians.lancer"))
    game.do("a", a.Pass()).do("b", a.Attack("B2", Seat("a")), 1).do("a", a.Pass())
    assert game.refused("a", rage) is None

    game.do("a", a.Pass()).somehow(game.asked, a.Hold())

    assert game.asked == "a"
    assert game.refused("a", rage) == "OW-SPELL-11"


@pytest.mark.rule("OW-MAG-13", "OW-SITE-06")
def test_in_a_ranged_site_spells_of_the_combat_are_for_its_shooters():
    tokens = [
        ("a", SHAMAN, "B2", 1),
        ("a", AXER, "B2", 1),
        ("a", AXER, "B1", 1),
        ("b", "elves.warrior", "C2", 1),
    ]
    arrow = Effect(1, "spell", "arrow", "turn", (2,), range=1)
    position = replace(rich(a_position(tokens), a=9), effects=(arrow,), next_effect=2)
    game = in_window(position, "ranged")

    assert game.refused("a", a.Cast(1, "savage_blow", at("B2", "a", AXER))) is None
    assert game.refused("a", a.Cast(1, "savage_blow", at("B1", "a", AXER))) == "OW-MAG-13"
    blunt = in_window(replace(position, effects=()), "ranged")
    assert blunt.refused("a", a.Cast(1, "savage_blow", at("B2", "a", AXER))) == "OW-MAG-13"


@pytest.mark.rule("OW-SPELL-08", "OW-MAG-13")
@pytest.mark.parametrize(("cell", "rule"), [("B2", None), ("C2", "OW-MAG-13")])
def test_jungle_roar_is_heard_in_the_location_of_the_fight_only(cell, rule):
    tokens = [("a", "amazons.druid", cell, 1), ("a", "amazons.warlike", "B2", 1), ("b", AXER, "B2", 1)]
    game = in_window(rich(a_position(tokens, seats={"a": "amazons", "b": "orcs"}), a=9))

    assert game.refused("a", a.Cast(1, "jungle_roar", Target(cell=cell))) == rule


@pytest.mark.rule("OW-SPELL-06", "OW-MAG-11", "OW-MOV-08")
def test_pumas_leap_takes_a_building_where_it_stands():
    tokens = [("a", "amazons.druid", "B2", 1), ("a", "amazons.castle", "B2", 1), ("b", AXER, "B2", 1)]
    game = in_window(rich(a_position(tokens, seats={"a": "amazons", "b": "orcs"}), a=9))

    assert game.refused("a", a.Cast(1, "pumas_leap", at("B2", "a", "amazons.castle", ("A2",)))) == "OW-MAG-11"
    assert game.refused("a", a.Cast(1, "pumas_leap", at("B2", "a", "amazons.castle"))) is None


@pytest.mark.rule("OW-RET-05", "OW-SPELL-26", "OW-ACT-10")
@pytest.mark.parametrize(
    ("acted", "failed", "rule"), [((), (), None), ((2,), (), "OW-RET-05"), ((), (2,), "OW-SPELL-26")]
)
def test_who_has_acted_or_is_lost_in_the_mist_retreats_not(acted, failed, rule):
    position = a_position([("b", "elves.warrior", "B2", 1), ("a", AXER, "B2", 2)], mana=0)
    tokens = {n: replace(token, acted=n in acted) for n, token in position.tokens.items()}
    mist = Effect(1, "spell", "mist_of_the_damned", "turn", failed, failed=failed)
    position = replace(position, tokens=tokens, effects=(mist,), next_effect=2)
    game = when_acts(fighting(position).run(), "a", AXER)

    assert game.refused("a", a.Retreat((2, 3), "A2")) == rule
    assert game.refused("a", a.Retreat((3,), "A2")) is None


@pytest.mark.rule("OW-RET-08")
def test_a_card_that_halts_makes_no_difference_to_a_retreat():
    rows = (("plains", "iron_citadel"), ("plains", "plains"))
    position = a_position([("b", "elves.warrior", "A1", 1), ("a", AXER, "A1", 2)], rows=rows, mana=0)
    game = when_acts(fighting(position).run(), "a", AXER, "A1").do("a", a.Retreat((2,), "B1"))

    assert (game.position.tokens[2].cell, game.position.tokens[2].halted) == ("B1", False)


@pytest.mark.rule("OW-SPELL-18", "OW-SPELL-06")
def test_what_was_cast_free_is_remembered_for_one_turn_and_what_is_used_up_for_none():
    position = a_position([("a", "elves.druid", "A1", 1), ("b", AXER, "D3", 2)], mana=0)
    state = replace(position.seats[Seat("a")], converged=("arcane_wind",), used=("pumas_leap",))
    game = moving(replace(position, seats={**position.seats, Seat("a"): state}))

    for before in [("arcane_wind",), ()]:
        game.do("a", a.EndMovement()).do("a", a.Recruit()).do("b", a.Recruit())
        state = game.position.seats[Seat("a")]
        assert (state.converged_before, state.converged, state.used) == (before, (), ())
        game.position = replace(game.position, frames=(f.TurnFrame("movement_turns"), f.MovementFrame(Seat("a"))))


# -- the order of refusals


@pytest.mark.rule("OW-ACT-05", "OW-MAG-01", "OW-MAG-02", "OW-MAG-07", "OW-MAG-09", "OW-MAG-11", "OW-MAG-13")
def test_a_cast_is_refused_with_the_first_rule_it_breaks():
    tokens = [
        ("a", SHAMAN, "B2", 1),
        ("a", AXER, "B2", 1),
        ("a", AXER, "B1", 1),
        ("b", "elves.warrior", "B2", 1),
        ("b", "elves.warrior", "D3", 1),
    ]
    poor, able = a_position(tokens, mana=0), a_position(tokens, mana=2)
    far, foe, gone, away, here = (
        at(cell, seat, unit)
        for cell, seat, unit in [
            ("D3", "b", "elves.warrior"),
            ("B2", "b", "elves.warrior"),
            ("B3", "a", AXER),
            ("B1", "a", AXER),
            ("B2", "a", AXER),
        ]
    )

    def blow(caster: int, target: Target) -> a.Cast:
        return a.Cast(caster, "savage_blow", target)

    assert moving(poor).refused("a", blow(2, far)) == "OW-MAG-04"
    assert in_window(poor).refused("a", blow(2, far)) == "OW-MAG-01"
    assert in_window(poor).refused("a", blow(1, far)) == "OW-MAG-02"
    game = in_window(able)
    found = [game.refused("a", blow(1, target)) for target in (far, foe, gone, away, here)]
    assert found == ["OW-MAG-07", "OW-MAG-09", "OW-MAG-11", "OW-MAG-13", None]


@pytest.mark.rule("OW-ACT-05", "OW-SPELL-06")
def test_what_a_spell_says_itself_comes_after_reach_and_target():
    tokens = [("a", "amazons.druid", "B2", 1), ("a", "amazons.warlike", "B2", 1), ("a", "amazons.warlike", "D3", 1)]
    position = a_position([*tokens, ("b", AXER, "C2", 1)], seats={"a": "amazons", "b": "orcs"}, mana=4)
    state = replace(position.seats[Seat("a")], used=("pumas_leap",))
    game = moving(replace(position, seats={**position.seats, Seat("a"): state}))

    assert game.refused("a", a.Cast(1, "pumas_leap", at("D3", "a", "amazons.warlike"))) == "OW-MAG-07"
    assert game.refused("a", a.Cast(1, "pumas_leap", at("B2", "b", AXER))) == "OW-MAG-09"
    assert game.refused("a", a.Cast(1, "pumas_leap", at("B2", "a", "amazons.warlike", ("C2",)))) == "OW-SPELL-06"


@pytest.mark.rule("OW-ACT-10", "OW-RET-02", "OW-RET-03", "OW-STK-02", "OW-RET-04", "OW-RET-05")
def test_a_retreat_is_refused_with_the_first_rule_it_breaks():
    rows = (("plains", "mage_tower", "water"), ("plains", "plains", "plains"), ("plains", "plains", "plains"))
    tokens = [
        ("a", AXER, "B2", 2),
        ("a", CASTLE, "B2", 1),
        ("a", AXER, "B3", 4),
        ("a", "orcs.brutus", "B1", 1),
        ("b", "elves.warrior", "B2", 1),
        ("b", "elves.warrior", "A2", 1),
    ]
    game = when_acts(fighting(a_position(tokens, rows=rows, mana=0)).run(), "a", AXER)
    acted = {n: replace(token, acted=n == 1) for n, token in game.position.tokens.items()}
    game.position = replace(game.position, tokens=acted)

    def away(cell: str, *tokens: int) -> str | None:
        return game.refused("a", a.Retreat(tokens, cell))

    assert away("D3", 8) == away("D3", 1, 8) == "OW-MOV-09"
    assert [away(cell, 1, 2) for cell in ("D3", "A2", "B3")] == ["OW-RET-02", "OW-RET-03", "OW-STK-02"]
    slow = Effect(1, "spell", "frost", "turn", (1, 2), movement=-1)
    game.position = replace(game.position, effects=(slow,), next_effect=2)
    assert away("B1", 1, 2) == "OW-RET-04"
    assert away("C2", 1, 2) == "OW-RET-05"
    assert away("C2", 2) is None


# -- what a spell says itself


@pytest.mark.rule("OW-SPELL-12")
@pytest.mark.parametrize(
    ("unit", "die", "rule"),
    [("barbarians.lancer", 1, None), ("barbarians.lancer", 6, "OW-SPELL-12"), (AXER, 1, "OW-SPELL-12")],
    ids=["a hit", "a miss", "a hit of another faction"],
)
def test_war_cry_follows_a_hit_of_the_own_barbarians(unit, die, rule):
    tokens = [("a", "barbarians.cleric", "B2", 1), ("a", unit, "B2", 1), ("b", "orcs.slynn", "B2", 3)]
    position = rich(a_position(tokens, seats={"a": "barbarians", "b": "orcs"}), a=3)
    game = when_acts(fighting(position).run(), "a", unit)

    game.do("a", a.Attack("B2", Seat("b")), die).do("a", a.Pass())

    assert game.refused("a", a.Cast(1, "war_cry", Target(cell="B2"))) == rule


@pytest.mark.rule("OW-SPELL-22", "OW-MAG-11")
def test_a_pillar_of_fire_needs_somebody_who_is_no_dwarf():
    tokens = [("a", "dwarves.mage", "B2", 1), ("b", "dwarves.guard", "C2", 1), ("b", AXER, "B1", 1)]
    game = moving(rich(a_position(tokens, seats={"a": "dwarves", "b": "orcs"}), a=5))

    assert game.refused("a", a.Cast(1, "pillar_of_fire", Target(cell="C2"))) == "OW-MAG-11"
    assert game.refused("a", a.Cast(1, "pillar_of_fire", Target(cell="B1"))) is None


@pytest.mark.rule("OW-SPELL-14", "OW-SPELL-15")
def test_a_portal_leads_elsewhere_and_a_pact_is_paid_within_reach():
    tokens = [("a", "demons.sorcerer", "B2", 1), ("a", "demons.soldier", "D3", 3), ("b", AXER, "A1", 1)]
    position = rich(a_position(tokens, seats={"a": "demons", "b": "orcs"}), a=5)

    portal = a.Cast(1, "infernal_portal", Target(cell="B2", seat=Seat("a"), unit="demons.sorcerer", to="B2"))
    assert moving(position).refused("a", portal) == "OW-SPELL-14"
    assert moving(position).refused("a", replace(portal, target=replace(portal.target, to="D3"))) is None
    assert in_window(position).refused("a", a.Cast(1, "dark_pact")) == "OW-SPELL-15"


@pytest.mark.rule("OW-SPELL-25", "OW-STK-02", "OW-WAT-04")
def test_nobody_is_raised_where_there_is_no_room_or_no_water():
    tokens = [("a", "undead.warlock", "B2", 1), ("a", "undead.wraith", "B2", 4), ("b", AXER, "D3", 1)]
    fallen = (Fallen(11, "undead.wraith", Seat("a"), "C1"), Fallen(12, "undead.zombie", Seat("a"), "C1"))
    position = rich(a_position(tokens, seats={"a": "undead", "b": "orcs"}, fallen=fallen, next_token=13), a=2)
    game = moving(position)

    assert game.refused("a", a.Cast(1, "raise_the_fallen", Target(cell="B2", fallen=11))) == "OW-STK-02"
    assert game.refused("a", a.Cast(1, "raise_the_fallen", Target(cell="B2", fallen=12))) is None


@pytest.mark.rule("OW-SPELL-01", "OW-DSP-04")
@pytest.mark.parametrize(("cell", "rule"), [("B2", None), ("D3", "OW-SPELL-01")])
def test_an_effect_is_dispelled_from_where_its_caster_stood_too(cell, rule):
    tokens = [("a", SHAMAN, "A2", 1), ("b", "elves.warrior", "D1", 1)]
    effect = Effect(1, "spell", "arcane_wind", "turn", (2,), 9, Seat("b"), cell, movement=1)
    game = moving(replace(rich(a_position(tokens), a=2), effects=(effect,), next_effect=2))

    assert game.refused("a", a.Cast(1, "dispel", Target(effect=1))) == rule


@pytest.mark.rule("OW-MOV-12", "OW-SPELL-26")
def test_who_has_been_carried_off_meanwhile_makes_no_move():
    tokens = [("a", "amazons.druid", "B2", 1), ("a", "amazons.warlike", "B2", 2), ("b", "elves.magician", "D3", 1)]
    position = rich(a_position(tokens, seats={"a": "amazons", "b": "elves"}), a=3, b=2)
    game = moving(position).do("a", a.Move((2, 3), ("B3",)))
    game.do("b", a.Cast(4, "arcane_wind", at("D3", "b", "elves.magician")))

    game.do("a", a.Cast(1, "jaguars_call", at("B2", "a", "amazons.warlike", ("A2",))))

    assert {token.cell for token in game.field.tokens.values() if token.unit == "amazons.warlike"} == {"A2"}


@pytest.mark.rule("OW-SPELL-26")
def test_who_has_come_through_the_mist_is_marked_no_more():
    mist = Effect(1, "spell", "mist_of_the_damned", "turn", (1, 2, 3), groups=((1, 2), (3,)), seat=Seat("b"))
    tokens = [("a", AXER, "A1", 2), ("a", "orcs.brutus", "A1", 1), ("b", "elves.warrior", "D3", 1)]
    game = moving(replace(a_position(tokens, mana=0), effects=(mist,), next_effect=2))

    game.do("a", a.Move((1,), ("B1",)), 4).do("a", a.Move((2,), ("B1",)))

    assert [(effect.tokens, effect.groups) for effect in game.position.effects] == [((3,), ((3,),))]
