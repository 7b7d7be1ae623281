"""Combat: sites, who acts, attacks, casualties, retreats, and the end of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.events_combat import (
    AttackRolled,
    AttackSettled,
    HitsLost,
    InitiativeRolled,
    RoundBegan,
    SaveRolled,
    SiteBegan,
    SiteEnded,
    TokenFell,
    TokenWounded,
    UnitActed,
    UnitHeld,
)
from app.systems.open_wars.position.events_magic import EffectBegan
from tests.games.open_wars.table import OPEN, Game, a_position, fighting

AXER, SLYNN, BRUTUS, ARCHER, WARRIOR = "orcs.axer", "orcs.slynn", "orcs.brutus", "elves.archer", "elves.warrior"
SWORDSMAN = "elves.swordsman"


def began(game: Game) -> list[tuple[str, str]]:
    return [(event.kind, event.cell) for event in game.happened(SiteBegan)]


# -- sites


@pytest.mark.rule("OW-SITE-01", "OW-SITE-02", "OW-SITE-04", "OW-PRM-06", "OW-PRM-08", "OW-ACT-07")
def test_the_first_in_turn_order_with_units_there_picks_among_waiting_sites():
    position = a_position(
        [("a", AXER, "A1", 1), ("b", WARRIOR, "A1", 1), ("a", AXER, "C1", 1), ("b", WARRIOR, "C1", 1)], order="ba"
    )
    game = fighting(position).run()

    assert (game.asked, game.ask.kind) == ("b", "choose_site")
    assert [site.cell for site in game.ask.sites] == ["A1", "C1"]
    assert game.refused("b", a.ChooseSite("B1")) == "OW-SITE-04"
    assert game.refused("a", a.ChooseSite("A1")) == "OW-TURN-01"
    game.do("b", a.ChooseSite("C1", "melee"))
    assert began(game) == [("melee", "C1")]


@pytest.mark.rule("OW-SITE-05", "OW-SITE-02")
def test_a_melee_site_is_fought_once_a_turn_and_a_lone_one_starts_by_itself():
    game = fighting(a_position([("a", AXER, "A1", 1), ("b", WARRIOR, "A1", 1)])).run()
    assert began(game) == [("melee", "A1")]

    game.do("a", a.Hold()).do("b", a.Hold())

    assert game.happened(SiteEnded)
    assert game.position.turn == 3


@pytest.mark.rule("OW-SITE-06", "OW-RNG-01", "OW-RNG-06", "OW-RNG-07", "OW-UNIT-07")
def test_in_a_ranged_site_only_shooters_act_and_they_act_once_a_turn():
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "B1", 1), ("b", WARRIOR, "B1", 1)])
    game = fighting(position, "ranged").run()

    assert began(game) == [("ranged", "B1")]
    assert game.ask.unit == UnitRef("B1", Seat("b"), ARCHER)
    game.do("b", a.Attack("A1", Seat("a")), 6)
    # the target does not strike back, the Warrior has no turn, the Archer no second one
    assert [event.unit.unit for event in game.happened(UnitActed)] == [ARCHER]
    assert game.position.turn == 3


@pytest.mark.rule("OW-RNG-05", "OW-RNG-04", "OW-ACT-09", "OW-ATK-01")
def test_a_shooter_among_enemies_attacks_there_only():
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "A1", 1), ("a", SLYNN, "B1", 1)])
    game = fighting(position).run()

    assert game.refused("b", a.Attack("B1", Seat("a"))) == "OW-RNG-05"
    assert game.refused("b", a.Attack("A1", Seat("b"))) == "OW-ATK-01"
    assert game.refused("b", a.Attack("A1", Seat("a"))) is None


@pytest.mark.rule("OW-RNG-02", "OW-RNG-04")
def test_a_lone_shooter_shoots_straight_within_its_range():
    position = a_position([("a", AXER, "A1", 1), ("b", ARCHER, "B1", 1), ("a", SLYNN, "C2", 1), ("a", SLYNN, "D1", 1)])
    game = fighting(position, "ranged").run()

    assert game.refused("b", a.Attack("C2", Seat("a"))) == "OW-RNG-04"
    assert game.refused("b", a.Attack("D1", Seat("a"))) == "OW-RNG-04"
    assert game.refused("b", a.Attack("A1", Seat("a"))) is None


# -- who acts


@pytest.mark.rule("OW-INI-01", "OW-UNIT-03", "OW-ATK-07")
def test_the_higher_initiative_acts_first_and_who_fell_strikes_no_more():
    game = fighting(a_position([("a", AXER, "A1", 1), ("b", SWORDSMAN, "A1", 1)])).run()
    assert game.ask.unit == UnitRef("A1", Seat("b"), SWORDSMAN)

    game.do("b", a.Attack("A1", Seat("a")), 2)

    assert [event.unit.unit for event in game.happened(TokenFell)] == [AXER]
    assert game.happened(SiteEnded)


@pytest.mark.rule("OW-INI-05", "OW-DICE-02", "OW-DICE-10")
def test_equal_units_of_two_seats_roll_in_turn_order_until_one_is_higher():
    position = a_position(
        [("a", AXER, "A1", 1), ("b", "undead.wraith", "A1", 1)], seats={"a": "orcs", "b": "undead"}, order="ba"
    )
    game = fighting(position).run(4, 4, 2, 5)

    rolled = [(event.seat, event.die) for event in game.happened(InitiativeRolled)]
    assert rolled == [("b", 4), ("a", 4), ("b", 2), ("a", 5)]
    assert game.ask.unit == UnitRef("A1", Seat("a"), AXER)


@pytest.mark.rule("OW-INI-06", "OW-PRM-06", "OW-ACT-08")
def test_a_seat_picks_among_its_own_equal_units():
    position = a_position(
        [("a", "undead.zombie", "A1", 1), ("a", "undead.mummy", "A1", 1), ("b", SWORDSMAN, "A1", 1)],
        seats={"a": "undead", "b": "elves"},
    )
    game = fighting(position).run().do("b", a.Hold())

    assert (game.asked, game.ask.kind) == ("a", "choose_unit")
    assert game.refused("a", a.ChooseUnit(SWORDSMAN)) == "OW-INI-06"
    game.do("a", a.ChooseUnit("undead.mummy"))
    assert game.ask.unit == UnitRef("A1", Seat("a"), "undead.mummy")


@pytest.mark.rule("OW-INI-07", "OW-ACT-11")
def test_who_holds_has_acted_and_nothing_else():
    game = fighting(a_position([("a", AXER, "A1", 2), ("b", SWORDSMAN, "A1", 1)])).run().do("b", a.Hold())

    assert game.position.tokens[3].acted
    assert not game.position.tokens[3].barred
    assert game.asked == "a"


@pytest.mark.rule("OW-PRM-08", "OW-ATK-05")
def test_who_can_only_hold_holds_by_itself():
    position = a_position([("a", "orcs.castle", "A1", 1), ("b", SWORDSMAN, "A1", 1)])
    barred = {1: replace(position.tokens[1], barred=True), 2: position.tokens[2]}

    game = fighting(replace(position, tokens=barred)).run()

    held = game.happened(UnitHeld)
    assert [(event.unit.unit, event.forced) for event in held] == [("orcs.castle", True)]
    assert game.asked == "b"


@pytest.mark.rule("OW-ATK-05", "OW-CARD-17")
def test_who_is_barred_may_not_attack_but_retreat():
    position = a_position([("a", AXER, "B2", 1), ("b", SWORDSMAN, "B2", 1)])
    barred = {1: position.tokens[1], 2: replace(position.tokens[2], barred=True)}
    game = fighting(replace(position, tokens=barred)).run()

    assert game.refused("b", a.Attack("B2", Seat("a"))) == "OW-ATK-05"
    assert game.refused("b", a.Retreat((2,), "B1")) is None


# -- attacks


@pytest.mark.rule("OW-ATK-02", "OW-ATK-03", "OW-DICE-03", "OW-UNIT-06")
def test_each_token_rolls_a_die_against_its_attack():
    game = fighting(a_position([("a", SLYNN, "A1", 4), ("b", SWORDSMAN, "A1", 3)])).run()

    game.do("b", a.Attack("A1", Seat("a")), 2, 3, 1)

    rolled = game.happened(AttackRolled)[0]
    assert (rolled.dice, rolled.values, rolled.hits) == ((2, 3, 1), (2, 2, 2), 2)
    assert game.count("a", SLYNN, "A1") == 2


@pytest.mark.rule("OW-ATK-04", "OW-CARD-12")
def test_golden_plains_give_a_hit_that_no_die_shows():
    rows = (("golden_plains", "plains"), ("plains", "plains"))
    position = a_position(
        [("a", "undead.zombie", "A1", 2), ("b", AXER, "A1", 2), ("b", BRUTUS, "B2", 1)],
        rows=rows,
        seats={"a": "undead", "b": "orcs"},
        order="ab",
    )
    game = fighting(position).run().do("b", a.Hold())
    game.do("a", a.Attack("A1", Seat("b")), 6, 6)

    rolled = game.happened(AttackRolled)[0]
    assert (rolled.hits, rolled.automatic) == (0, 1)
    assert game.count("b", AXER, "A1") == 1


# -- hits


@pytest.mark.rule("OW-HIT-01", "OW-HIT-03", "OW-HIT-05", "OW-UNIT-02", "OW-UNIT-10", "OW-UNIT-11")
def test_the_cheapest_fall_first_and_hits_nobody_can_take_are_lost():
    game = fighting(a_position([("a", SLYNN, "A1", 1), ("a", BRUTUS, "A1", 1), ("b", SWORDSMAN, "A1", 4)])).run(1, 2)

    game.do("b", a.Attack("A1", Seat("a")), 1, 1, 1, 6)

    assert [event.unit.unit for event in game.happened(TokenFell)] == [SLYNN, BRUTUS]
    assert [event.hits for event in game.happened(HitsLost)] == [1]


@pytest.mark.rule("OW-HIT-02", "OW-HIT-04", "OW-PRM-01")
def test_the_owner_splits_hits_among_units_of_the_same_cost():
    position = a_position(
        [("a", "undead.zombie", "A1", 4), ("a", "undead.mummy", "A1", 2), ("b", SWORDSMAN, "A1", 3)],
        seats={"a": "undead", "b": "elves"},
    )
    game = fighting(position).run().do("b", a.Attack("A1", Seat("a")), 1, 1, 1)

    assert (game.asked, game.ask.kind) == ("a", "assign_hit")
    assert game.refused("a", a.AssignHit(SWORDSMAN)) == "OW-HIT-03"
    assert game.refused("b", a.AssignHit("undead.zombie")) == "OW-TURN-01"
    game.do("a", a.AssignHit("undead.zombie")).do("a", a.AssignHit("undead.mummy", 5))
    game.do("a", a.AssignHit("undead.zombie", 2))

    assert game.count("a", "undead.zombie", "A1") == 2
    assert game.count("a", "undead.mummy", "A1") == 1
    assert 4 not in game.position.tokens  # of identical tokens the highest id is taken
    assert 6 not in game.position.tokens


@pytest.mark.rule("OW-HIT-04")
def test_tokens_of_one_unit_that_differ_are_a_choice():
    position = a_position([("a", AXER, "A1", 2), ("b", SWORDSMAN, "A1", 1)])
    tokens = {**position.tokens, 1: replace(position.tokens[1], barred=True)}
    game = fighting(replace(position, tokens=tokens)).run().do("b", a.Attack("A1", Seat("a")), 1)

    assert game.ask.tokens == (1, 2)
    assert game.refused("a", a.AssignHit(AXER)) == "OW-HIT-04"
    game.do("a", a.AssignHit(AXER, 1))
    assert 1 not in game.position.tokens


@pytest.mark.rule("OW-HERO-01", "OW-HERO-02", "OW-HERO-04", "OW-HERO-05")
def test_a_hero_is_wounded_by_the_first_hit_and_gone_with_the_second():
    position = a_position([("a", "orcs.gorath", "A1", 1), ("b", "elves.elyria", "A1", 1), ("b", SWORDSMAN, "A1", 1)])
    game = fighting(position).run(1, 6)
    assert game.ask.unit == UnitRef("A1", Seat("b"), "elves.elyria")
    game.do("b", a.Attack("A1", Seat("a")), 1)
    assert game.happened(TokenWounded)
    before = game.field.printed(game.position.tokens[1])
    wounded = game.moment.rules.units["orcs.gorath"].wounded
    assert before == wounded

    while game.asked != "b":
        game.do("a", a.Hold())
    game.do("b", a.Attack("A1", Seat("a")), 1)

    assert game.happened(TokenFell)[0].gone
    assert game.position.seats[Seat("a")].gone == ("orcs.gorath",)


@pytest.mark.rule("OW-HIT-09", "OW-DICE-04", "OW-CARD-23")
def test_every_hit_that_reaches_the_bridge_may_be_saved():
    rows = (("bridge_of_the_brave", "plains"), ("plains", "plains"))
    game = fighting(a_position([("a", SLYNN, "A1", 2), ("b", SWORDSMAN, "A1", 2)], rows=rows)).run()

    game.do("b", a.Attack("A1", Seat("a")), 1, 1, 6, 5)

    assert [(event.by, event.die, event.saved) for event in game.happened(SaveRolled)] == [
        ("bridge_of_the_brave", 6, True),
        ("bridge_of_the_brave", 5, False),
    ]
    assert game.count("a", SLYNN, "A1") == 1


@pytest.mark.rule("OW-HIT-11", "OW-TURN-07")
def test_who_falls_leaves_its_location_at_once_and_is_remembered():
    game = fighting(a_position([("a", SLYNN, "A1", 2), ("b", SWORDSMAN, "A1", 1)])).run()

    game.do("b", a.Attack("A1", Seat("a")), 1)

    assert [(fallen.id, fallen.cell) for fallen in game.position.fallen] == [(2, "A1")]
    assert game.count("a", SLYNN, "A1") == 1


@pytest.mark.rule("OW-HERO-03", "OW-UNIT-12")
def test_modifiers_count_for_the_wounded_side_too():
    rows = (("ruins_of_desolation", "plains"), ("plains", "plains"))
    position = a_position(
        [("a", "demons.azrak", "A1", 1), ("b", AXER, "B2", 1)], rows=rows, seats={"a": "demons", "b": "orcs"}
    )
    wounded = replace(position.tokens[1], wounded=True)
    field = Game(replace(position, tokens={1: wounded, 2: position.tokens[2]})).field

    printed = field.rules.units["demons.azrak"].wounded
    assert printed is not None
    assert field.values(wounded).initiative == printed.initiative + 1


# -- retreats


def cornered(count: int = 3) -> Game:
    """Seat b's Swordsmen act first, then seat a's."""
    return fighting(a_position([("a", AXER, "B2", count), ("b", SWORDSMAN, "B2", count), ("a", AXER, "B1", 3)])).run()


@pytest.mark.rule("OW-RET-01", "OW-RET-05", "OW-RET-06", "OW-ACT-10")
def test_part_of_a_unit_retreats_and_nobody_of_it_attacks_this_turn():
    game = cornered().do("b", a.Retreat((4, 5), "C2"))

    assert game.count("b", SWORDSMAN, "C2") == 2
    assert all(game.position.tokens[number].acted and game.position.tokens[number].barred for number in (4, 5, 6))
    assert game.asked == "a"


@pytest.mark.rule("OW-RET-02", "OW-RET-03", "OW-RET-05", "OW-STK-02")
def test_a_retreat_goes_next_door_to_a_place_without_enemies_and_with_room():
    game = cornered()
    assert game.refused("b", a.Retreat((4,), "D2")) == "OW-RET-02"
    assert game.refused("b", a.Retreat((4,), "C1")) == "OW-RET-02"
    assert game.refused("b", a.Retreat((4,), "B1")) == "OW-RET-03"
    assert game.refused("b", a.Retreat((1,), "C2")) == "OW-MOV-09"
    game.do("b", a.Hold())

    assert game.refused("a", a.Retreat((1, 2), "B1")) == "OW-STK-02"
    assert game.refused("a", a.Retreat((1,), "B1")) is None


@pytest.mark.rule("OW-RET-04")
def test_a_retreat_needs_the_entry_cost_of_the_whole_movement():
    rows = (("plains", "mountain", "plains"), ("plains", "plains", "plains"))
    position = a_position(
        [("a", "undead.mummy", "B2", 1), ("b", WARRIOR, "B2", 1)], rows=rows, seats={"a": "undead", "b": "elves"}
    )
    game = fighting(position).run(6, 1)

    assert game.refused("a", a.Retreat((1,), "B1")) == "OW-RET-04"
    assert game.refused("a", a.Retreat((1,), "A2")) is None


@pytest.mark.rule("OW-RET-07", "OW-RET-03")
def test_flying_units_retreat_to_no_enemies_either():
    position = a_position([("a", SLYNN, "B2", 1), ("a", SLYNN, "B1", 1), ("b", "elves.fairy", "B2", 1)])
    game = fighting(position).run()

    assert game.refused("b", a.Retreat((3,), "B1")) == "OW-RET-03"


@pytest.mark.rule("OW-RET-08")
def test_the_place_a_unit_retreats_to_does_its_work():
    rows = (("plains", "valley_of_giants"), ("plains", "plains"))
    game = fighting(a_position([("a", SLYNN, "A1", 1), ("b", SWORDSMAN, "A1", 1)], rows=rows)).run()

    game.do("b", a.Retreat((2,), "B1"), 2)

    assert [(event.on, event.failed) for event in game.happened(e.WeatherRolled)] == [("enter", True)]
    assert [event.effect.attack for event in game.happened(EffectBegan)] == [-1]
    assert not game.happened(e.Stepped)[0].halted


@pytest.mark.rule("OW-RET-09", "OW-CARD-06")
def test_a_retreat_that_fails_at_the_exit_is_spent():
    rows = (("frozen_peaks", "mountain"), ("mountain", "mountain"))
    game = fighting(
        a_position([("a", "orcs.castle", "A1", 1), ("b", SWORDSMAN, "A1", 1), ("b", WARRIOR, "B2", 1)], rows=rows)
    ).run()
    game.do("a", a.Hold())

    game.do("b", a.Retreat((2,), "B1"), 1)

    token = game.position.tokens[2]
    assert token.cell == "A1"
    assert game.happened(UnitActed)[0].barred
    assert game.happened(e.MoveEnded)[0].reason == "points"


# -- the end


@pytest.mark.rule("OW-END-01")
def test_a_fight_is_over_when_everybody_has_acted_or_one_side_is_left():
    game = fighting(a_position([("a", AXER, "A1", 1), ("b", SWORDSMAN, "A1", 1)])).run()
    game.do("b", a.Retreat((2,), "B1"))

    assert game.happened(SiteEnded)
    assert not game.happened(AttackSettled)


@pytest.mark.rule("OW-END-02")
def test_to_the_end_means_round_after_round_as_long_as_somebody_attacks():
    position = a_position([("a", AXER, "A1", 1), ("b", SWORDSMAN, "A1", 1)], options={"combat_rounds": "to_the_end"})
    game = fighting(position).run()

    game.do("b", a.Attack("A1", Seat("a")), 6).do("a", a.Hold())
    assert [event.round for event in game.happened(RoundBegan)] == [2]
    game.do("b", a.Hold()).do("a", a.Hold())

    assert game.happened(SiteEnded)


@pytest.mark.rule("OW-CARD-02")
def test_nobody_shoots_into_the_shadow_jungle():
    rows = (("plains", "shadow_jungle"), ("plains", "plains"))
    position = a_position([("b", ARCHER, "A1", 1), ("a", SLYNN, "B1", 1)], rows=rows)

    game = fighting(position, "ranged").run()

    assert began(game) == []


@pytest.mark.rule("OW-GEO-06", "OW-GEN-09", "OW-HERO-06")
def test_nothing_but_tokens_cards_and_spells_changes_a_value():
    position = a_position(
        [("a", f"{faction}.castle", "A1", 1) for faction in ("orcs", "elves", "undead", "dwarves", "amazons")]
        + [("b", "demons.azrak", "B1", 1), ("b", "barbarians.thorin", "C1", 1)],
        rows=OPEN,
    )
    field = Game(position).field

    for token in position.tokens.values():
        assert field.values(token) == field.rules.units[token.unit].printed
