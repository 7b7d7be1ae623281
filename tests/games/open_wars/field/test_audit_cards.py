"""Every special card at work in a game: what standing on it gives, what entering it costs, whom it saves."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.field.values import spell_cost
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import AttackRolled, SaveRolled, TokenFell
from app.systems.open_wars.position.events_magic import SpellCast
from app.systems.open_wars.position.state import Effect
from tests.games.open_wars.table import Game, a_position, book, fighting, moving, when_acts


def faction(unit: str) -> str:
    return unit.partition(".")[0]


def alone(unit: str, card: str, **more: Any) -> Game:
    """One token of seat a on a card, an enemy far away; seat a's movement turn."""
    other = "elves" if faction(unit) != "elves" else "orcs"
    enemy = "elves.castle" if other == "elves" else "orcs.castle"
    tokens = [("a", unit, "A1", 1), ("b", enemy, "D1", 1)]
    seats = {"a": faction(unit), "b": other}
    return moving(a_position(tokens, rows=((card, "plains", "plains", "plains"),), seats=seats, **more))


@pytest.mark.rule(
    "OW-CARD-02", "OW-CARD-03", "OW-CARD-04", "OW-CARD-05", "OW-CARD-16", "OW-CARD-19", "OW-CARD-24", "OW-CARD-25"
)
@pytest.mark.parametrize(
    ("card", "unit", "stat", "value"),
    [
        ("shadow_jungle", "elves.warrior", "attack", 2),
        ("shadow_jungle", "elves.archer", "attack", 1),
        ("graveyard_of_the_fallen", "undead.wraith", "attack", 3),
        ("graveyard_of_the_fallen", "undead.skeleton", "attack", 2),
        ("graveyard_of_the_fallen", "orcs.slynn", "attack", 1),
        ("elderwood", "elves.archer", "attack", 2),
        ("elderwood", "orcs.slynn", "attack", 1),
        ("thunder_summit", "orcs.axer", "attack", 3),
        ("thunder_summit", "orcs.slynn", "attack", 1),
        ("demonic_portal", "elves.druid", "range", 1),
        ("demonic_portal", "elves.archer", "range", 1),
        ("demonic_portal", "elves.magician", "range", 2),
        ("oasis_of_serenity", "elves.fairy", "initiative", 3),
        ("oasis_of_serenity", "elves.archer", "initiative", 2),
        ("ruins_of_desolation", "demons.soldier", "initiative", 2),
        ("ruins_of_desolation", "orcs.slynn", "initiative", 1),
        ("sylvandors_city", "elves.warrior", "initiative", 2),
        ("sylvandors_city", "undead.zombie", "initiative", 1),
    ],
)
def test_a_card_raises_a_value_of_those_it_names_and_of_nobody_else(card, unit, stat, value):
    game = alone(unit, card)

    assert game.field.values(game.position.tokens[1]).of(stat) == value


@pytest.mark.rule("OW-CARD-08")
def test_the_moon_helps_whoever_has_range_also_by_a_spell():
    archer, plain = alone("elves.archer", "moon_mountain"), alone("elves.warrior", "moon_mountain")
    arrow = Effect(1, "spell", "spectral_arrow", "turn", (1,), range=1)
    drawn = alone("elves.warrior", "moon_mountain", effects=(arrow,), next_effect=2)

    assert archer.field.values(archer.position.tokens[1]).attack == 2
    assert plain.field.values(plain.position.tokens[1]).attack == 1
    assert drawn.field.values(drawn.position.tokens[1]).attack == 2


@pytest.mark.rule("OW-CARD-14", "OW-CARD-22", "OW-MAG-03")
@pytest.mark.parametrize(("card", "cost"), [("mage_tower", 1), ("city_of_mages", 1), ("plains", 2)])
def test_spells_cost_one_less_in_the_tower_and_in_the_city_of_mages(card, cost):
    game = alone("orcs.shaman", card, mana=cost)

    game.do("a", a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit="orcs.shaman")))

    assert [event.cost for event in game.happened(SpellCast)] == [cost]
    assert game.position.seats[Seat("a")].mana == 0
    assert game.refused("a", a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit="orcs.shaman"))) == (
        "OW-MAG-02"
    )


@pytest.mark.rule("OW-CARD-14")
def test_no_discount_makes_a_spell_cost_less_than_one():
    rules = book().rules()

    assert spell_cost(replace(rules.spells["arcane_wind"], mana=1), rules.cards["mage_tower"]) == 1


@pytest.mark.rule("OW-CARD-14")
def test_the_tower_gives_no_discount_to_who_stands_beside_it():
    tokens = [("a", "orcs.shaman", "B1", 1), ("a", "orcs.axer", "A1", 1), ("b", "elves.castle", "D1", 1)]
    game = moving(a_position(tokens, rows=(("mage_tower", "plains", "plains", "plains"),), mana=1))

    assert (
        game.refused("a", a.Cast(1, "arcane_wind", Target(cell="A1", seat=Seat("a"), unit="orcs.axer"))) == "OW-MAG-02"
    )


def struck(card: str, unit: str, *dice: int) -> Game:
    """A berserker, who always acts last, hits a unit of seat b on a card."""
    tokens = [("a", "barbarians.berserker", "B2", 1), ("b", unit, "B2", 2)]
    rows = (("plains", "plains", "plains"), ("plains", card, "plains"))
    game = fighting(a_position(tokens, rows=rows, seats={"a": "barbarians", "b": faction(unit)}, mana=0)).run()
    when_acts(game, "a", "barbarians.berserker")
    return game.do("a", a.Attack("B2", Seat("b")), 1, *dice)


@pytest.mark.rule("OW-CARD-15", "OW-CARD-20", "OW-CARD-23", "OW-HIT-09", "OW-DICE-04")
@pytest.mark.parametrize(
    ("card", "unit", "die", "saved"),
    [
        ("wheat_field", "undead.zombie", 5, True),
        ("wheat_field", "undead.zombie", 6, True),
        ("wheat_field", "undead.zombie", 4, False),
        ("wheat_field", "undead.wraith", None, False),
        ("bridge_of_the_brave", "undead.wraith", 6, True),
        ("bridge_of_the_brave", "undead.wraith", 5, False),
        ("mirage_desert", "undead.wraith", None, False),
    ],
)
def test_a_card_saves_those_it_names_on_its_faces(card, unit, die, saved):
    game = struck(card, unit, *(() if die is None else (die,)))

    assert [event.saved for event in game.happened(SaveRolled)] == ([] if die is None else [saved])
    assert len(game.happened(TokenFell)) == (not saved)


@pytest.mark.rule("OW-CARD-20")
@pytest.mark.parametrize(("die", "saved"), [(1, True), (3, True), (4, False)])
def test_the_mirage_hides_magic_units(die, saved):
    tokens = [("a", "barbarians.berserker", "B2", 1), ("b", "undead.warlock", "B2", 1)]
    rows = (("plains", "plains", "plains"), ("plains", "mirage_desert", "plains"))
    position = a_position(tokens, rows=rows, seats={"a": "barbarians", "b": "undead"}, mana=0)
    game = when_acts(fighting(position).run(), "a", "barbarians.berserker")

    game.do("a", a.Attack("B2", Seat("b")), 1, die)

    assert len(game.happened(TokenFell)) == (not saved)


@pytest.mark.rule("OW-CARD-12", "OW-ATK-04")
def test_plains_units_hit_once_more_on_the_golden_plains_even_if_every_die_misses():
    for unit, hits in (("barbarians.lancer", 1), ("barbarians.scout", 0)):
        tokens = [("a", unit, "B2", 1), ("b", "undead.mummy", "B2", 1)]
        rows = (("plains", "plains", "plains"), ("plains", "golden_plains", "plains"))
        position = a_position(tokens, rows=rows, seats={"a": "barbarians", "b": "undead"}, mana=0)
        game = when_acts(fighting(position).run(*((6, 1) if unit == "barbarians.lancer" else ())), "a", unit)

        game.do("a", a.Attack("B2", Seat("b")), 6)

        assert [event.automatic for event in game.happened(AttackRolled)] == [hits]
        assert len(game.happened(TokenFell)) == hits


@pytest.mark.rule("OW-CARD-25", "OW-MOV-04")
@pytest.mark.parametrize(
    ("unit", "cost"),
    [("demons.soldier", 2), ("undead.zombie", 2), ("demons.torturer", 1), ("orcs.slynn", 1), ("demons.evil_goblin", 2)],
)
def test_demons_and_undead_pay_one_more_into_sylvandors_city(unit, cost):
    seats = {"a": faction(unit), "b": "elves"}
    tokens = [("a", unit, "A1", 1), ("b", "elves.castle", "D1", 1)]
    game = moving(a_position(tokens, rows=(("plains", "sylvandors_city", "plains", "plains"),), seats=seats))

    game.do("a", a.Move((1,), ("B1",)))

    assert [step.cost for step in game.happened(e.Stepped)] == [cost]


@pytest.mark.rule("OW-CARD-27", "OW-LOC-05", "OW-WAT-01")
def test_the_tidal_ford_lets_everybody_through_and_ships_treat_it_as_water():
    tokens = [
        ("a", "barbarians.scout", "A1", 1),
        ("a", "barbarians.war_boat", "B2", 1),
        ("a", "barbarians.cleric", "A1", 1),
        ("b", "elves.castle", "D1", 1),
    ]
    rows = (("plains", "tidal_ford", "plains", "plains"), ("plains", "water", "plains", "plains"))
    game = moving(a_position(tokens, rows=rows, seats={"a": "barbarians", "b": "elves"}))

    assert game.refused("a", a.Move((1,), ("B1", "C1"))) is None
    assert game.refused("a", a.Move((3,), ("B1",))) is None
    assert game.refused("a", a.Move((2,), ("B1",))) is None
    assert game.refused("a", a.Move((2,), ("A2",))) == "OW-WAT-02"
    assert game.refused("a", a.Move((1,), ("B1", "B2"))) == "OW-LOC-05"


@pytest.mark.rule("OW-CARD-09", "OW-COL-03")
@pytest.mark.parametrize(("unit", "mana"), [("elves.magician", 1), ("elves.swan_ship", 0)])
def test_the_lake_yields_mana_to_who_has_a_mage_on_it(unit, mana):
    tokens = [("b", unit, "B1", 1), ("a", "orcs.castle", "D1", 1)]
    position = a_position(tokens, rows=(("plains", "spectral_lake", "plains", "plains"),), mana=0, gold=0)

    game = Game(replace(position, frames=(f.TurnFrame("income"),))).run()

    assert game.position.seats[Seat("b")].mana == mana


@pytest.mark.rule("OW-COL-02", "OW-COL-01")
def test_collection_brings_gold_and_mana():
    tokens = [("b", "elves.archer", "B1", 1), ("a", "orcs.castle", "D1", 1), ("a", "orcs.axer", "A1", 1)]
    position = a_position(tokens, rows=(("town", "mage_tower", "plains", "capital"),), mana=0, gold=0)

    game = Game(replace(position, frames=(f.TurnFrame("income"),))).run()

    found = {event.seat: (event.gold, event.mana) for event in game.happened(e.Income)}
    assert found == {"a": (4, 1), "b": (1, 2)}


@pytest.mark.rule("OW-CTL-03", "OW-COL-01")
@pytest.mark.parametrize(("order", "paid"), [("abc", "a"), ("cba", "b")])
def test_of_team_mates_the_larger_force_is_paid_and_of_equals_the_earlier(order, paid):
    seats = {"a": "orcs", "b": "elves", "c": "demons"}
    equal = [("a", "orcs.axer", "A1", 1), ("b", "elves.archer", "A1", 1), ("c", "demons.soldier", "D1", 1)]
    larger = [*equal, ("b" if paid == "a" else "a", "orcs.slynn", "A1", 1)]
    for tokens, wanted in ((equal, paid), (larger, "b" if paid == "a" else "a")):
        position = a_position(
            tokens,
            rows=(("capital", "plains", "plains", "plains"),),
            seats=seats,
            sides={"a": "1", "b": "1", "c": "2"},
            order=order,
        )
        game = Game(replace(position, frames=(f.TurnFrame("income"),))).run()

        assert [(event.seat, event.gold) for event in game.happened(e.Income)] == [(wanted, 3)]
