"""Everything that a player may do is offered, and everything that is offered is legal."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.types import Seat, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import asked
from tests.games.flames_hexwar.playing import done, moment_of, opened, played
from tests.games.flames_hexwar.scenes import Table, platoon
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


ROWED = {"fire", "opportunity", "defend", "assign_aa", "standing"}
"""Acts of which each row may be taken by itself."""


def test_every_choice_of_a_row_is_legal_by_itself_and_every_corner_has_its_example() -> None:
    looked: set[str] = set()
    for number, each in enumerate(played("evening_village", 2, 6)):
        if number % bounded(7, 1):
            continue
        for seat, offer in every(each.moment):
            domain = offer.domain
            if domain is None:
                continue
            for row in domain.rows if offer.type in ROWED else ():
                for choice in row.choices:
                    act = replace(offer.examples[0], **{str(domain.fields.rows): (choice.entry,)})
                    assert not isinstance(acts.check(each.moment, seat, act), Refusal), (offer.label, choice.name)
                looked.add(offer.type)
            for corner in domain.corners:
                begun = offer.examples[corner.example]
                assert begun.hexes[: len(corner.cells)] == corner.cells  # type: ignore[attr-defined]
                assert domain.size == len(begun.hexes)  # type: ignore[attr-defined]
                looked.add(offer.type)
    assert {"fire", "standing", "bombard"} <= looked


def planning() -> Table:
    foot = platoon("A1", "sov_smg", {n: "0506" if n < 3 else f"00{n:02d}" for n in range(10)})
    return Table([foot], [platoon("B1", "ger_grenadiers_small", {n: "0906" if n < 3 else "0907" for n in range(5)})])


def found(table: Table, seat: str, kind: str) -> list[Offer]:
    return [offer for offer in offers(table.moment, Seat(seat)) if offer.type == kind]


@pytest.mark.rule("FHW-PLAN-01", "FHW-PLAN-08", "FHW-PLAN-12")
def test_blank_cards_are_named_and_a_plan_may_be_reopened_while_others_are_waited_for() -> None:
    table = planning()
    (order,), (commit,) = found(table, "a", "order"), found(table, "a", "commit")
    assert "blank" in order.label.en
    assert "A1" in commit.label.en
    assert commit.examples == (a.Commit(True),)
    table.do("a", order.examples[0])
    (order,), (commit,) = found(table, "a", "order"), found(table, "a", "commit")
    assert "blank" not in order.label.en
    assert commit.examples == (a.Commit(),)
    assert [offer.unit for offer in found(table, "a", "undraft")] == ["A1"]
    table.do("a", a.Commit())
    assert [offer.type for offer in offers(table.moment, Seat("a"))] == ["reopen"]


@pytest.mark.rule("FHW-FO-15", "FHW-FO-16", "FHW-FO-17")
def test_only_holding_through_a_span_may_be_answered_beforehand() -> None:
    table = planning().plan(A1="MD", B1="FO").until("c")
    table.do("a", found(table, "a", "activate")[0].examples[0])
    (close,) = found(table, "a", "close")
    assert close.closes
    assert not close.yields
    way = next(offer for offer in found(table, "a", "move") if offer.input == "steps")
    table.do("a", way.examples[0])
    assert (table.prompt, table.asked) == ("window", "b")
    with_waivers = [offer for offer in offers(table.moment, Seat("b")) if offer.waivers]
    assert [offer.examples for offer in with_waivers] == [(a.Hold("activation"),)]
    assert all(waiver.span and not waiver.given for offer in with_waivers for waiver in offer.waivers or ())
    table.do("b", a.Standing(True))
    assert [offer.examples for offer in found(table, "b", "standing")] == [(a.Standing(False),)]
