"""Muster and recruitment lists."""

from __future__ import annotations

import pytest

from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.field.lists import City, army_of, cities_of, default_muster, muster_refusal, recruit_refusal
from tests.games.open_wars.fields import A, B, field, stack
from tests.games.open_wars.tables import rules

HOME = City(usable=True, port=False)
PORT = City(usable=True, port=True)


def refusal(*orders: Order, gold: int = 20, army: dict[str, int] | None = None, faction: str = "orcs", **options):
    under = rules(**options)
    found = recruit_refusal(under, faction, gold, {"A1": HOME, "B1": PORT}, army or {}, (), orders)
    return None if found is None else found.rule


def muster(*orders: Order, gold: int = 14, kept: dict[str, int] | None = None, gone=(), start: City = HOME, **options):
    found = muster_refusal(rules(**options), "orcs", gold, start, orders, kept, gone)
    return None if found is None else found.rule


@pytest.mark.rule("OW-REC-05", "OW-LOC-04")
@pytest.mark.parametrize("unit", ["orcs.axer", "orcs.slynn", "orcs.castle", "orcs.shaman", "orcs.wyvern_rider"])
def test_a_city_recruits_every_type_of_unit(unit):
    assert refusal(Order(unit, 1, "A1")) is None


@pytest.mark.rule("OW-REC-10")
def test_what_is_not_for_sale_is_not_sold():
    packs = {"unit_packs": "base,inferno"}

    assert refusal(Order("inferno.diablo", 1, "A1"), **packs) == "OW-REC-10"
    assert muster(Order("inferno.diablo"), **packs) == "OW-REC-10"


@pytest.mark.rule("OW-REC-08", "OW-GEN-08")
def test_a_list_is_refused_as_a_whole():
    assert refusal(Order("orcs.axer", 2, "A1"), gold=4) is None
    assert refusal(Order("orcs.axer", 2, "A1"), Order("orcs.slynn", 1, "B1"), gold=4) == "OW-REC-08"


@pytest.mark.rule("OW-REC-04", "OW-STK-02")
def test_lines_for_one_city_are_counted_together():
    lines = Order("orcs.axer", 3, "A1"), Order("orcs.axer", 2, "A1")

    assert refusal(*lines) == "OW-STK-02"
    assert refusal(lines[0], Order("orcs.axer", 2, "B1")) is None


@pytest.mark.rule("OW-REC-07", "OW-UNIT-09")
def test_of_a_unique_unit_there_is_one_in_the_army():
    hero = Order("orcs.gorath", 1, "A1")

    assert refusal(hero) is None
    assert refusal(hero, army={"orcs.gorath": 1}) == "OW-REC-07"
    assert refusal(hero, Order("orcs.gorath", 1, "B1")) == "OW-REC-07"
    assert muster(Order("orcs.gorath", 2)) == "OW-UNIT-09"


def test_rules_are_tried_in_their_order_over_the_whole_list():
    lines = Order("orcs.raider_raft", 1, "A1"), Order("elves.warrior", 1, "A1")

    assert refusal(*lines, gold=0) == "OW-FAC-03"
    assert refusal(lines[0], Order("orcs.axer", 9, "Z9"), gold=0) == "OW-REC-03"
    assert refusal(lines[0], Order("orcs.axer", 9, "A1"), gold=0) == "OW-REC-06"


@pytest.mark.rule("OW-REC-03", "OW-CTL-02", "OW-REC-06", "OW-GEO-08")
def test_cities_are_usable_where_the_seat_is_alone():
    rows = (("capital", "town", "free_port"), ("plains", "plains", "water"))
    found = cities_of(
        field(
            *stack(A, "orcs.axer", "A1", 2),
            *stack(A, "orcs.axer", "B1", first=5),
            *stack(B, "elves.warrior", "B1", first=9),
            rows=rows,
        ),
        A,
    )

    assert {cell: (city.usable, city.port) for cell, city in found.items()} == {
        "A1": (True, False),
        "B1": (False, False),
        "C1": (False, True),
    }
    assert found["A1"].present == {"orcs.axer": 2}


@pytest.mark.rule("OW-SET-05")
def test_a_muster_is_of_one_token_at_least_and_of_the_muster_gold_at_most():
    assert muster() == "OW-SET-05"
    assert muster(Order("orcs.axer", 2), gold=3) == "OW-SET-05"
    assert muster(Order("orcs.axer", 2), gold=4) is None
    assert muster(Order("orcs.slynn", 5)) == "OW-STK-02"
    assert muster(Order("orcs.raider_raft")) == "OW-REC-06"
    assert muster(Order("orcs.raider_raft"), start=PORT) is None
    assert muster(Order("elves.warrior")) == "OW-FAC-03"


@pytest.mark.rule("OW-CAM-04", "OW-HERO-05")
def test_veterans_count_in_the_muster_of_a_campaign():
    assert muster(Order("orcs.axer", 2), kept={"orcs.axer": 3}) == "OW-STK-02"
    assert muster(Order("orcs.gorath"), kept={"orcs.gorath": 1}) == "OW-UNIT-09"
    assert muster(kept={"orcs.axer": 1}) is None
    assert muster(Order("orcs.gorath"), gone=("orcs.gorath",)) == "OW-HERO-05"


@pytest.mark.rule("OW-PRM-09")
def test_who_is_away_musters_one_of_the_cheapest():
    assert default_muster(rules(), "orcs", 14, HOME) == (Order("orcs.slynn", 1),)
    assert default_muster(rules(), "elves", 14, HOME) == (Order("elves.warrior", 1),)
    assert default_muster(rules(), "orcs", 14, HOME, {"orcs.axer": 1}) == ()
    assert default_muster(rules(unit_packs="heroes"), "orcs", 5, HOME) == ()


def test_an_army_is_counted_by_unit():
    spread = field(
        *stack(A, "orcs.axer", "A1", 2),
        *stack(A, "orcs.axer", "B1", first=5),
        *stack(B, "elves.warrior", "C1", first=9),
    )

    assert army_of(spread, A) == {"orcs.axer": 3}
