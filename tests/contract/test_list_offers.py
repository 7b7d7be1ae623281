"""What a list may be composed of, as both games offer it: every item by itself is legal, what is barred is not, and says why."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.offers import Item, Offer
from app.engine.system import GameSystem, Setup
from app.engine.types import Seat
from app.systems.open_wars.choices.offers_lists import recruit_domain
from app.systems.open_wars.field.field import Field
from tests.games.open_wars.table import a_position, rules_of
from tests.support.random_play import registry

FREE = {"army_lists": "free", "symmetric_armies": False}
SCARCE = {"free_setup.muster_gold": 3}


def opened(game: str, scenario: str, seats: tuple[dict[str, Any], ...], **more: Any) -> tuple[GameSystem, Any]:
    system = registry()[game]
    step = play.start(system, Setup(scenario, seats, **more), StreamDice(bytes(32), "lists"))
    return system, step.state


def lists_of(system: GameSystem, state: Any, seat: str) -> list[Offer]:
    return [offer for offer in system.offers(state, Seat(seat)) if offer.input == "list"]


def alone(system: GameSystem, offer: Offer, item: Item) -> Any:
    domain = offer.domain
    assert domain is not None
    entry: Any = item.value if item.entry is None else {**item.entry, "count": 1}
    return play.decode_action(system, {"type": offer.type, domain.field: [entry]})


@pytest.mark.parametrize(
    ("game", "scenario", "seats", "more"),
    [
        ("war_of_plastic", "crossroads", ({}, {}), {"options": FREE}),
        ("open_wars", "arcanums_crown", ({}, {}), {}),
        ("open_wars", "seven_crowns", ({}, {}), {"tables": SCARCE}),
    ],
)
@pytest.mark.rule("WOP-ARMY-07", "OW-SET-05")
def test_every_item_is_legal_by_itself_and_what_is_barred_is_not(
    game: str, scenario: str, seats: tuple[dict[str, Any], ...], more: dict[str, Any]
) -> None:
    system, state = opened(game, scenario, seats, **more)

    for offer in lists_of(system, state, "a"):
        assert offer.domain is not None
        assert offer.domain.items
        assert len(set(offer.names)) == len(offer.names) == len(offer.examples)
        assert offer.domain.left is None or offer.domain.left.es != offer.domain.left.en
        for item in offer.domain.items:
            assert system.check(state, Seat("a"), alone(system, offer, item)) is None
            assert item.about
            assert item.kind
            assert item.figures or item.detail
        for barred in offer.domain.barred:
            refusal = system.check(state, Seat("a"), alone(system, offer, barred.item))
            assert refusal is not None
            assert refusal.rule == barred.rule
            assert barred.why.es != barred.why.en


@pytest.mark.rule("OW-REC-06", "OW-SET-05")
def test_what_is_too_dear_or_needs_a_port_is_shown_with_the_reason() -> None:
    system, state = opened("open_wars", "seven_crowns", ({"faction": "orcs"}, {}), tables=SCARCE)

    offer = lists_of(system, state, "a")[0]
    assert offer.domain is not None
    reasons = {barred.item.value: barred.why.en for barred in offer.domain.barred}
    assert reasons["orcs.shaman"] == "It costs 4, you have 3."
    assert "orcs.axer" not in reasons


def test_things_of_a_group_stand_together() -> None:
    system, state = opened("war_of_plastic", "crossroads", ({}, {}), options=FREE)

    domain = lists_of(system, state, "a")[0].domain
    assert domain is not None
    groups = [item.group.en for item in domain.items if item.group is not None]
    assert groups == sorted(groups, key=list(dict.fromkeys(groups)).index)
    assert len(set(groups)) == 3


@pytest.mark.rule("OW-REC-06", "OW-REC-08")
def test_what_no_city_can_help_is_said_once_and_what_one_city_lacks_is_said_of_it() -> None:
    rows = (("town", "plains", "town"), ("plains", "plains", "water"))
    position = a_position([("a", "orcs.axer", "A1", 4), ("a", "orcs.slynn", "C1", 1)], rows=rows, gold=2)
    field = Field.of(position, rules_of(position))

    domain = recruit_domain(field, position.seats[Seat("a")])
    told = [(barred.item.value, barred.rule) for barred in domain.barred]

    assert [value for value, rule in told if rule == "OW-REC-08" and value.endswith("orcs.shaman")] == [
        "A1.orcs.shaman"
    ]
    assert ("A1.orcs.axer", "OW-STK-02") in told
    assert ("A1.orcs.raider_raft", "OW-REC-06") in told
    assert not [value for value, _ in told if value == "C1.orcs.axer"]
    assert [item.most for item in domain.items if item.value == "C1.orcs.slynn"] == [3]
