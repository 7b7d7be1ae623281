"""Everything that a player may do is offered, and everything that is offered is legal."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from app.engine.dice import StreamDice
from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.types import Seat, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.turn.machine import asked
from tests.games.flames_hexwar.playing import done, moment_of, opened, played
from tests.support.random_play import bounded

SET_UPS: list[tuple[str, int, dict[str, Any]]] = [
    ("quick_crossroads", 2, {}),
    ("evening_village", 2, {}),
    ("mountain_patrol", 2, {"fo_count_public": False, "fc_designation": "open"}),
]
SELDOM = 0.05
MOST_ACTS = 6000


def every(moment: Moment) -> list[tuple[Seat, Offer]]:
    return [(seat, offer) for seat in moment.position.seats for offer in offers(moment, seat)]


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
def test_soak_every_example_is_legal_and_every_text_is_whole(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    for number, each in enumerate(played(scenario, seats, 3, options)):
        if number % bounded(9, 1):
            continue
        for seat, offer in every(each.moment):
            assert 1 <= len(offer.examples) <= 200
            assert len(offer.names) in (0, len(offer.examples))
            assert offer.picks is None or len(offer.picks) == len(offer.examples)
            for text in (offer.label, *offer.names):
                assert text.es.strip()
                assert "{" not in text.en + text.es
            for act in offer.examples:
                found = acts.check(each.moment, seat, act)
                assert not isinstance(found, Refusal), (offer.label, act, found)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
def test_whoever_does_what_is_offered_comes_to_the_end(scenario: str, seats: int, options: dict[str, Any]) -> None:
    pick = random.Random(scenario)
    position = opened(scenario, seats, options)
    for number in range(MOST_ACTS):
        if position.result is not None:
            break
        moment = moment_of(position)
        seat = pick.choice(asked(moment.field))
        found = offers(moment, seat)
        closing = [offer for offer in found if offer.type == "commit"]
        offer = pick.choice(closing if closing and pick.random() < SELDOM else found)
        position = done(moment, seat, pick.choice(offer.examples), StreamDice(pick.randbytes(32), str(number))).state
    assert position.result is not None
    assert not every(moment_of(position))


def test_offers_of_a_unit_are_those_that_name_it() -> None:
    for number, each in enumerate(played("evening_village", 2, 4)):
        if number % 15:
            continue
        found = offers(each.moment, each.seat)
        for unit in {offer.unit for offer in found if offer.unit is not None}:
            assert offers(each.moment, each.seat, unit) == tuple(offer for offer in found if offer.unit == unit)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
@pytest.mark.rule("FHW-HID-04", "FHW-HID-11", "FHW-SEAT-05")
def test_what_is_offered_hangs_on_nothing_that_a_seat_does_not_know(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    pick = random.Random(5)
    differ = 0
    for number, each in enumerate(played(scenario, seats, 5, options)):
        if number % 5:
            continue
        for seat in each.moment.position.seats:
            other = resample(each.moment.field, Viewer(seat), pick.randrange)
            if other is not None:
                found = offers(each.moment, seat)
                assert msgspec.json.encode(offers(moment_of(other), seat)) == msgspec.json.encode(found)
                differ += other != each.moment.position
    assert differ > 5
