"""What is offered before play: lists from slots, pieces of terrain, sides, places."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.dice import StreamDice
from app.engine.offers import Domain, Offer
from app.engine.types import Seat, Viewer
from app.systems.tierras_distantes.choices.offers import offers
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.screen.scene import scene
from app.systems.tierras_distantes.squads.lists import points_of
from tests.games.tierras_distantes.playing import after, asked, moment, opened, refused, stepped, view
from tests.games.tierras_distantes.table import rules


def offered(at: Position, kind: str, seat: str = "a") -> list[Offer]:
    return [offer for offer in offers(moment(at), Seat(seat)) if offer.type == kind]


def domain_of(offer: Offer) -> Domain:
    assert offer.domain is not None
    return offer.domain


@pytest.mark.rule("TD-SQD-05", "TD-SQD-08", "TD-SQD-11")
def test_a_list_is_put_together_from_slots_that_cost_what_the_judge_counts() -> None:
    at = opened("unknown_world").state
    (offer,) = offered(at, "lock_squad")
    domain = domain_of(offer)
    slots = {slot.field: slot for slot in domain.slots}

    assert list(slots) == ["quality", "armour", "weapons", "leader"]
    assert (slots["weapons"].least, slots["weapons"].most) == (1, 2)
    assert (domain.field, domain.least, domain.most) == ("members", 6, 200)
    assert [name.en for name in offer.names] == ["Reinforced patrol", "Pack"]
    for example in offer.examples:
        cost = 0
        for member in example.members:  # type: ignore[attr-defined]
            values: list[Any] = [member.quality, member.armour, *member.weapons, member.leader]
            prices = {choice.value: choice.cost for slot in domain.slots for choice in slot.choices}
            cost += member.count * sum(prices[value] for value in values)
        assert cost == points_of(rules(), example.members)  # type: ignore[attr-defined]
    assert all(choice.detail for field in ("quality", "armour", "weapons") for choice in slots[field].choices)
    said = {
        choice.value: choice.detail.en for slot in domain.slots for choice in slot.choices if choice.detail is not None
    }
    assert said["regular"] == "moves 18 cm · climbs 3 cm"
    assert said["laser_rifle"].startswith("4(3) dice · 70 cm")


@pytest.mark.rule("TD-SQD-12")
def test_a_list_may_come_to_no_more_than_balances_with_what_is_known() -> None:
    brought = [{"quality": "regular", "armour": "medium", "weapons": ["assault_rifle"], "count": 7}]

    (offer,) = offered(opened("unknown_world", seats=({"squad": brought}, {})).state, "lock_squad", "b")

    assert domain_of(offer).most == 155


@pytest.mark.rule("TD-SQD-11", "TD-SQD-12")
def test_where_no_ready_squad_may_be_locked_one_that_fits_is_offered() -> None:
    at = opened("unknown_world", points_limit=90).state

    (offer,) = offered(at, "lock_squad")

    assert [name.en for name in offer.names] == ["A squad that fits"]
    assert domain_of(offer).most == 90
    assert refused(at, "a", offer.examples[0]) is None


@pytest.mark.rule("TD-TER-04")
def test_pieces_in_hand_are_offered_to_place_and_to_leave_and_told_apart() -> None:
    at: Any = opened("two_halves", require_third=False).state
    dice = StreamDice(bytes(32), "lots")
    for seat in ("a", "b"):
        at = stepped(at, seat, offered(at, "lock_squad", seat)[0].examples[0], dice).state
    seat = at.players[asked(at)[0]].seat
    places, (leaving,) = offered(at, "place_piece", seat), offered(at, "leave_piece", seat)

    assert len(places) == len(leaving.examples) == len({offer.label for offer in places}) == 6
    assert len(set(leaving.names)) == 6
    for offer in places:
        assert (domain_of(offer).turn_deg, domain_of(offer).corner) == (90, True)
        assert {example.rotation_step for example in offer.examples} <= {0, 1, 2, 3}  # type: ignore[attr-defined]
        assert all(refused(at, seat, example) is None for example in offer.examples)
    assert offers(moment(at), Seat("b" if seat == "a" else "a")) == ()


@pytest.mark.rule("TD-DEP-01")
def test_both_sides_are_offered_to_whoever_chooses() -> None:
    at = opened("outpost").state
    seat = at.players[asked(at)[0]].seat

    (offer,) = offers(moment(at), Seat(seat))

    assert [name.en for name in offer.names] == ["south", "north"]
    drawn = {each.id for each in scene(moment(at).rules, view(at, Viewer(seat))).drawables}
    assert offer.picks == (("zone-south",), ("zone-north",))
    assert {"zone-south", "zone-north"} <= drawn


@pytest.mark.rule("TD-DEP-02", "TD-DEP-06")
def test_places_are_offered_within_the_zone_and_on_what_can_be_stood_on() -> None:
    at = opened("outpost", side_choice="random").state
    assert at.phase == "deployment"
    seat = at.players[asked(at)[0]].seat
    own = offered(at, "deploy", seat)

    assert len(own) == 6
    for offer in own:
        domain = domain_of(offer)
        (zone,) = domain.region
        ys = {y for _, y in zone.points}  # type: ignore[union-attr]
        assert max(ys) - min(ys) == 250
        levels = [surface.level for surface in domain.surfaces]
        assert levels == sorted(levels)
        assert levels[0] == 0 < levels[-1]
        assert not {surface.name.en for surface in domain.surfaces} & {"Wall", "Barricade"}
        assert len(offer.examples) > 3
    assert [offer.type for offer in offers(moment(at), Seat(seat))][-1] == "deploy_rest"
    at = after(at, seat, offered(at, "deploy_rest", seat)[0].examples[0])
    assert [offer.type for offer in offers(moment(at), Seat(seat))][-1] == "confirm_deployment"
    assert [offer.closes for offer in offers(moment(at), Seat(seat))][-2:] == [None, True]
    assert {offer.unit for offer in offers(moment(at), Seat(seat), own[0].unit)} == {own[0].unit}
