"""Who may cast what at whom, and who acts before whom: the order of refusals and of units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position.events_combat import AttackSettled, HitsLost, InitiativeRolled
from app.systems.open_wars.position.events_magic import SpellAnnulled
from app.systems.open_wars.position.state import Effect
from app.systems.open_wars.queries.queries import build_queries
from tests.games.open_wars.table import Game, a_position, at, fighting, moving, rich
from tests.games.open_wars.tables import book

AXER, SHAMAN, CASTLE = "orcs.axer", "orcs.shaman", "orcs.castle"


# -- who casts what


def camp() -> Game:
    tokens = [
        ("a", SHAMAN, "B2", 1),
        ("a", AXER, "B2", 2),
        ("a", CASTLE, "B2", 1),
        ("b", "elves.magician", "C2", 1),
        ("b", "elves.warrior", "D2", 1),
    ]
    return moving(a_position(tokens, mana=9))


@pytest.mark.rule("OW-MAG-01")
def test_only_magic_units_cast_and_only_common_spells_and_those_of_their_faction():
    game = camp()

    assert game.refused("a", a.Cast(1, "arcane_wind", at("B2", "a", AXER))) is None
    assert game.refused("a", a.Cast(2, "arcane_wind", at("B2", "a", AXER))) == "OW-MAG-01"
    assert game.refused("a", a.Cast(1, "spectral_arrow", at("B2", "a", AXER))) == "OW-MAG-01"
    assert game.refused("a", a.Cast(5, "arcane_wind", at("B2", "a", AXER))) == "OW-MAG-01"
    assert game.refused("a", a.Cast(1, "wish", at("B2", "a", AXER))) == "OW-MAG-01"


@pytest.mark.rule("OW-MAG-02")
def test_a_caster_is_on_the_map():
    assert camp().refused("a", a.Cast(77, "arcane_wind", at("B2", "a", AXER))) == "OW-MAG-02"


@pytest.mark.rule("OW-MAG-07")
def test_spells_reach_as_far_as_attacks_and_the_own_location():
    game = camp()

    assert game.refused("a", a.Cast(1, "savage_ambush", at("B2", "a", AXER, ("C2",)))) is None
    assert game.refused("a", a.Cast(1, "arcane_wind", at("D2", "b", "elves.warrior"))) == "OW-MAG-07"
    lower = Effect(1, "spell", "curse", "turn", (1,), range=-5)
    near = moving(replace(game.position, effects=(lower,), next_effect=2))
    assert near.refused("a", a.Cast(1, "arcane_wind", at("B2", "a", AXER))) is None
    assert near.refused("a", a.Cast(1, "arcane_wind", at("C2", "a", AXER))) == "OW-MAG-07"


@pytest.mark.rule("OW-MAG-11", "OW-MAG-09", "OW-MOV-08")
def test_a_spell_needs_somebody_it_can_do_something_to():
    game = camp()

    assert game.refused("a", a.Cast(1, "arcane_wind", at("B2", "a", CASTLE))) == "OW-MAG-11"
    assert game.refused("a", a.Cast(1, "arcane_wind", at("B1", "a", AXER))) == "OW-MAG-11"
    assert game.refused("a", a.Cast(1, "arcane_wind", at("C2", "b", "elves.magician"))) == "OW-MAG-09"
    assert game.refused("a", a.Cast(1, "arcane_wind")) == "OW-MAG-11"


@pytest.mark.rule("OW-SPELL-01", "OW-MAG-07")
def test_dispel_reaches_the_place_where_a_unit_is_to_go():
    tokens = [("a", SHAMAN, "B2", 1), ("a", AXER, "B2", 1), ("b", "elves.druid", "C2", 1)]
    game = moving(rich(a_position(tokens), a=3, b=2))

    game.do("a", a.Cast(1, "savage_ambush", at("B2", "a", AXER, ("C2",))))
    game.do("b", a.Cast(3, "dispel"))

    assert game.happened(SpellAnnulled)


@pytest.mark.rule("OW-DSP-01", "OW-WIN-08")
def test_the_window_for_dispels_never_asks_who_cast_the_spell_on_top():
    given = {"window": "dispel", "turn_order": [0, 1, 2], "can_cast": [0, 1], "opened_by": 1}

    assert build_queries(book())["window_asks"](given) == {"asks": [0]}


@pytest.mark.rule("OW-SPELL-12", "OW-SPELL-22", "OW-DICE-07")
def test_spells_on_a_whole_location_go_by_turn_order_then_unit_code():
    units = [{"unit": AXER, "count": 1, "seat": 1}, {"unit": "undead.zombie", "count": 1, "seat": 2}]
    cry = {"spell": "war_cry", "enemy_units": units, "turn_order": [2, 1], "dice": [5, 1]}
    pillar = {"spell": "pillar_of_fire", "units": units, "turn_order": [2, 1], "card": "bridge_of_the_brave"}

    ask = build_queries(book())["spell_result"]

    assert ask(cry) == {"lost": {"undead.zombie": 1}, "dice_used": 2}
    assert ask({**pillar, "dice": [6, 6, 1]}) == {"lost": {AXER: 1}, "dice_used": 3}


# -- who acts first


def order_of(*tokens: tuple[str, str], effects: tuple[Effect, ...] = ()) -> Game:
    """The game at the first decision of a fight in B2."""
    placed = [(seat, unit, "B2", 1) for seat, unit in tokens]
    position = a_position(placed, seats={"a": "orcs", "b": "elves"}, mana=0)
    return fighting(replace(position, effects=effects, next_effect=9)).run()


def first(game: Game) -> str:
    assert not game.happened(InitiativeRolled)
    assert game.ask.unit is not None
    return game.ask.unit.unit


@pytest.mark.rule("OW-INI-03")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("barbarians.valkyrie", "demons.bane"),
        ("dwarves.mage", "orcs.gorath"),
        ("orcs.gorath", "dwarves.gladiator"),
    ],
    ids=["flying before magic", "magic before unique", "unique before normal"],
)
def test_of_equal_units_the_kind_decides(one, other):
    assert first(order_of(("a", one), ("b", other))) == one
    assert first(order_of(("a", other), ("b", one))) == one


@pytest.mark.rule("OW-INI-04")
def test_of_equal_units_of_a_kind_the_dearer_acts_first():
    assert first(order_of(("a", "dwarves.gladiator"), ("b", "orcs.assassin"))) == "orcs.assassin"
    assert first(order_of(("a", "orcs.assassin"), ("b", "dwarves.gladiator"))) == "orcs.assassin"


@pytest.mark.rule("OW-INI-02")
def test_what_spells_add_counts_before_ties_are_looked_at():
    slowed = Effect(1, "spell", "aura_of_terror", "turn", (1,), initiative=-1)

    assert first(order_of(("a", "barbarians.valkyrie"), ("b", "demons.bane"), effects=(slowed,))) == "demons.bane"


# -- dice stand


@pytest.mark.rule("OW-ATK-08", "OW-MAG-06", "OW-SPELL-05")
def test_hits_on_tokens_that_have_gone_are_ignored_and_the_dice_stand():
    tokens = [("a", "orcs.assassin", "B2", 2), ("b", "amazons.tigress", "B2", 2), ("b", "amazons.druid", "C2", 1)]
    position = a_position([*tokens, ("b", "amazons.guardian", "B2", 1)], seats={"a": "orcs", "b": "amazons"})
    near = Effect(1, "spell", "arrow", "turn", (5,), range=1)
    game = fighting(replace(rich(position, b=3), effects=(near,), next_effect=2)).run()
    game.do("b", a.Pass()).do("a", a.Attack("B2", Seat("b")), 1, 1)

    game.do("b", a.Cast(5, "jaguars_call", at("B2", "b", "amazons.tigress", ("A2",))))

    assert [event.lost for event in game.happened(AttackSettled)] == [{"amazons.guardian": 1}]
    assert [event.hits for event in game.happened(HitsLost)] == [1]
    assert game.count("b", "amazons.tigress", "A2") == 2
